---@meta _
-- luacheck: ignore 212 241 631

-- Bodies. See cairn.lua.

---@class cairn.BodyKeys
---@field type? cairn.BodyType default "dynamic"; "static" of segments, chains and halfspaces, and where mass is 0
---@field x? number m, of its origin, default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field angle? number rad, default 0; -1e9..1e9
---@field vx? number m/s, of its centre of mass, default 0; static bodies have none; -1e30..1e30
---@field vy? number m/s, default 0; -1e30..1e30
---@field angular_velocity? number rad/s, default 0; -1e30..1e30
---@field damping? number 1/s: v' = -c v, default 0; 0..1e9
---@field angular_damping? number 1/s: w' = -c w, default 0; 0..1e9
---@field gravity_scale? number factor of gravity, the world's and what areas give and pull with, not of what floats it; default 1; -1e6..1e6
---@field fixed_rotation? boolean the same as locks.rotation, default false
---@field locks? cairn.Locks default none: it moves every way
---@field bullet? boolean default false; no body is passed, as no wall is by anybody
---@field safety? number share of its smallest thickness that it may go into a wall at most, 0.01..0.5, default 0.5
---@field fast_rotation? boolean may turn more than half a turn per sub-step, default false
---@field max_speed? number m/s, default the world's; 1e-6..1e6
---@field can_sleep? boolean default true: it falls asleep after half a second of rest, which is less than `sleep_speed`
---@field sleep_speed? number m/s below which it rests, of its fastest point, default 0.05; 0..1e6
---@field awake? boolean default true, false of static ones; one made asleep stands still, whatever velocity is given
---@field enabled? boolean default true; a disabled one keeps its state and takes part in nothing
---@field name? string default none; `world:find` finds it
---@field data? any whatever belongs to it, default none
---@field mass? number kg, default what the shapes give, 1 where they give none; rescales their inertia; 0 without type means static; 1e-12..1e12
---@field inertia? number kg m^2 about the centre of mass, default what mass and shapes give; 1e-18..1e24
---@field mass_center? number[] m {x, y} in its own frame, where its mass is, default where the shapes have it; -1e4..1e4
---@field constant_force? number[] N {x, y} of the world, at its centre of mass in every step, default {0, 0}; -1e18..1e18
---@field relative_force? number[] N {x, y} along its own axes, at its centre of mass in every step, default {0, 0}; -1e18..1e18
---@field constant_torque? number N m in every step, default 0; -1e18..1e18
---@field steered? boolean the hook `steer` gives its velocity before each step, default false
---@field dominance? integer where two dynamic bodies meet, the one with more pushes the other and is not pushed, default 0; -127..127

---@class cairn.Locks
---@field x? boolean it does not move along the world's x, default false
---@field y? boolean nor along y, default false
---@field rotation? boolean nor does it turn, default false

---@class cairn.Body
local Body = {}

---m, of its origin.
---@return number x, number y
function Body:position() end
---A teleport: it is there at once, velocity stays. Wakes, and all that it touched.
---@param x number m
---@param y number m
function Body:set_position(x, y) end
---m, of its origin.
---@return number
function Body:x() end
---m, of its origin.
---@return number
function Body:y() end
---rad in (-pi, pi]
---@return number
function Body:angle() end
---A teleport, about its origin. Wakes.
---@param angle number rad
function Body:set_angle(angle) end
---A teleport, of its origin. Wakes.
---@param x number m
---@param y number m
---@param angle number rad
function Body:set_transform(x, y, angle) end
---Gives a kinematic body the velocity that gets it there in dt, where it goes on with it: call it for
---each step. Raises for others: a dynamic one is led by a mouse or motor joint, or moved by
---set_transform. Wakes.
---@param x number m
---@param y number m
---@param angle number rad, by the shorter way
---@param dt number s, until it is there; 1e-9..1e9
function Body:move_to(x, y, angle, dt) end
---m, m, rad, m/s, m/s, rad/s: its origin, and the velocity of its centre of mass.
---@return number x, number y, number angle, number vx, number vy, number w
function Body:state() end
---m and rad, between the last two steps, for the frame.
---@return number x, number y, number angle
function Body:drawn() end
---m: its centre of mass, in the world.
---@return number x, number y
function Body:center() end
---m: the box of all its shapes; its origin when it has none.
---@return number x1, number y1, number x2, number y2
function Body:bounds() end
---m/s, of its centre of mass. 0 of a static one and of one that sleeps.
---@return number vx, number vy
function Body:velocity() end
---Clamped to its max_speed. Wakes, unless it is 0; static bodies ignore it.
---@param vx number m/s
---@param vy number m/s
function Body:set_velocity(vx, vy) end
---m/s
---@return number
function Body:vx() end
---m/s
---@return number
function Body:vy() end
---rad/s
---@return number
function Body:angular_velocity() end
---Wakes, unless it is 0; static bodies ignore it.
---@param w number rad/s
function Body:set_angular_velocity(w) end
---m/s, of its point that is there.
---@param px number m in the world
---@param py number m in the world
---@return number vx, number vy
function Body:velocity_at(px, py) end
---m in the world.
---@param x number m in the body's frame
---@param y number m
---@return number x, number y
function Body:to_world(x, y) end
---m in its own frame, from its origin.
---@param x number m in the world
---@param y number m
---@return number x, number y
function Body:to_local(x, y) end
---The direction in the world, in the same unit: only turned.
---@param x number direction in the body's frame, in any unit
---@param y number direction
---@return number x, number y
function Body:dir_to_world(x, y) end
---The direction in its own frame, in the same unit: only turned.
---@param x number direction in the world, in any unit
---@param y number direction
---@return number x, number y
function Body:dir_to_local(x, y) end
---For one step, and added to what else is given for it. Wakes; static, kinematic and disabled bodies
---ignore it.
---@param fx number N; -1e18..1e18; so is the sum
---@param fy number N
---@param px? number m in the world, default the centre of mass
---@param py? number m, default as px
function Body:apply_force(fx, fy, px, py) end
---Changes its velocity at once. Wakes; static, kinematic and disabled bodies ignore it.
---@param ix number N s; -1e18..1e18
---@param iy number N s
---@param px? number m in the world, default the centre of mass
---@param py? number m, default as px
function Body:apply_impulse(ix, iy, px, py) end
---For one step, and added to what else is given for it. Wakes; static, kinematic and disabled bodies
---ignore it.
---@param torque number N m; -1e18..1e18
function Body:apply_torque(torque) end
---Changes its angular velocity at once. Wakes; static, kinematic and disabled bodies ignore it.
---@param j number N m s; -1e18..1e18
function Body:apply_angular_impulse(j) end
---N, N, N m: what has been given for the next step, without gravity; 0 after it.
---@return number fx, number fy, number torque
function Body:force() end
---Takes back what has been given for the next step.
function Body:clear_forces() end
---N, of every step, in the world.
---@return number fx, number fy
function Body:constant_force() end
---Acts at its centre of mass in every step until it is changed, besides what `apply_force` gives: a
---balloon, a current. It lets it sleep. Wakes; static, kinematic and disabled bodies do not feel it.
---@param fx number N in the world; -1e18..1e18
---@param fy number N
function Body:set_constant_force(fx, fy) end
---N, of every step, along its own axes.
---@return number fx, number fy
function Body:relative_force() end
---As `set_constant_force`, along its own axes as it turns: a thruster. One off the centre of mass, at
---x, y in the body's frame from there, is this and a constant torque of x * fy - y * fx.
---@param fx number N along its own x; -1e18..1e18
---@param fy number N
function Body:set_relative_force(fx, fy) end
---N m, of every step.
---@return number
function Body:constant_torque() end
---As `set_constant_force`, a torque.
---@param torque number N m; -1e18..1e18
function Body:set_constant_torque(torque) end
---@return integer
function Body:id() end
---@return string?
function Body:name() end
---@param name string? nil: none
function Body:set_name(name) end
---@return any
function Body:data() end
---@param data any
function Body:set_data(data) end
---@return cairn.World
function Body:world() end
---@return cairn.BodyType
function Body:type() end
---What becomes static stands still; what becomes dynamic wakes. Mass follows.
---@param type cairn.BodyType
function Body:set_type(type) end
---kg; 0 when it is not dynamic.
---@return number
function Body:mass() end
---Rescales the inertia that the shapes give. Wakes.
---@param mass number? kg, more than 0; nil: what the shapes give, again
function Body:set_mass(mass) end
---kg m^2 about its centre of mass; 0 when it is not dynamic.
---@return number
function Body:inertia() end
---Wakes.
---@param inertia number? kg m^2, more than 0; nil: what mass and shapes give, again
function Body:set_inertia(inertia) end
---1/kg; 0 when it is not dynamic.
---@return number
function Body:inverse_mass() end
---1/(kg m^2); 0 when it is not dynamic, or must not turn.
---@return number
function Body:inverse_inertia() end
---J of its motion and its spin; 0 when it is not dynamic.
---@return number
function Body:kinetic_energy() end
---m/s^2, m/s^2, rad/s^2: what gravity, constant forces and those given for the next step make of it, without contacts, joints, areas, wind and damping. 0 when it is not dynamic, or disabled.
---@return number ax, number ay, number angular
function Body:acceleration() end
---m in its own frame; 0, 0 when it is not dynamic.
---@return number x, number y
function Body:mass_center() end
---The inertia about it is that of the shapes about theirs, unless it is set. Its points keep their
---velocities; wakes.
---@param x number? m in its own frame; nil: where the shapes have it, again
---@param y? number m; needed with x, default none
function Body:set_mass_center(x, y) end
---1/s
---@return number
function Body:damping() end
---@param damping number 1/s, 0 or more
function Body:set_damping(damping) end
---1/s
---@return number
function Body:angular_damping() end
---@param damping number 1/s, 0 or more
function Body:set_angular_damping(damping) end
---Factor of gravity, the world's and that of areas.
---@return number
function Body:gravity_scale() end
---@param scale number factor
function Body:set_gravity_scale(scale) end
---m/s
---@return number
function Body:sleep_speed() end
---Wakes.
---@param speed number m/s
function Body:set_sleep_speed(speed) end
---m/s; the world's unless it is set.
---@return number
function Body:max_speed() end
---@param speed number? m/s, more than 0; nil: the world's
function Body:set_max_speed(speed) end
---Whether the hook `steer` is asked for its velocity.
---@return boolean
function Body:is_steered() end
---Before each step the hook `steer(body, vx, vy, w, dt)` is asked, in the order of ids, at which velocity it begins the step, as long as it is awake: a velocity function of its own. Gravity, damping and forces then act in the step; `gravity_scale = 0` leaves gravity to the hook as well.
---@param steered boolean
function Body:set_steered(steered) end
---Where two dynamic bodies meet, the one with more of it pushes the other and is not pushed.
---@return integer
function Body:dominance() end
---Whom it pushes without being pushed: dynamic bodies with less of it, to which it is a wall, whatever both weigh; momentum is then not conserved. Joints do not ask for it; nor do bullets that are held by what they hit.
---@param level integer -127..127, 0 as of all others
function Body:set_dominance(level) end
---Share of its smallest thickness, 0.01..0.5.
---@return number
function Body:safety() end
---How much of its smallest thickness it may move into what cannot be pushed before it is put back.
---@param safety number share 0.01..0.5
function Body:set_safety(safety) end
---@return boolean
function Body:is_bullet() end
---@param bullet boolean
function Body:set_bullet(bullet) end
---@return boolean
function Body:is_fast_rotation() end
---@return boolean
function Body:has_fast_rotation() end
---@param fast boolean
function Body:set_fast_rotation(fast) end
---@return boolean
function Body:can_sleep() end
---@param can boolean
function Body:set_can_sleep(can) end
---@return boolean
function Body:is_fixed_rotation() end
---@return boolean
function Body:has_fixed_rotation() end
---@param fixed boolean
function Body:set_fixed_rotation(fixed) end
---@return boolean x, boolean y, boolean rotation
function Body:locks() end
---@param x boolean|cairn.Locks of the world's axis; or a table of all three
---@param y? boolean default false
---@param rotation? boolean default false
function Body:set_locks(x, y, rotation) end
---false of a static one and of one that is disabled.
---@return boolean
function Body:is_awake() end
---As `wake` and `sleep`.
---@param awake boolean
function Body:set_awake(awake) end
---Wakes its whole island; of a static or kinematic body all that touches it.
function Body:wake() end
---With its whole island, and with can_sleep = false, too. Their velocities and forces are lost: when
---they wake they stand still. Static bodies ignore it.
function Body:sleep() end
---@return boolean
function Body:is_enabled() end
---A disabled one keeps its place, velocity and joints, and takes part in nothing: no contacts, no
---queries, no forces.
---@param enabled boolean
function Body:set_enabled(enabled) end
---Whether it has not been destroyed; never raises.
---@return boolean
function Body:is_valid() end
---With its shapes and joints; false when it was destroyed already. The ground raises.
---@return boolean
function Body:destroy() end
---Its first.
---@return cairn.Shape?
function Body:shape() end
---@return fun(): cairn.Shape
function Body:shapes() end
---@return fun(): cairn.Joint
function Body:joints() end
---@return fun(): cairn.Manifold
function Body:manifolds() end
---@param other cairn.Body
---@return boolean
function Body:touching(other) end
---The first shape in the way of its own when it moves by dx, dy without turning, of those that it
---would collide with: as `world:shapecast` tells it, x and y in m, and which of its shapes meets it.
---Layers, groups and joints count, one-way sides and hooks do not. What it touches or overlaps already is
---in its way only where it would go deeper, or on a way of no length. nil: its way is free.
---@param dx number m, -1e6..1e6
---@param dy number m, -1e6..1e6
---@param filter? cairn.QueryFilter default all that it would collide with
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction, integer? piece, cairn.Shape? own
function Body:cast(dx, dy, filter) end
---@param keys cairn.AddBoxKeys
---@return cairn.Shape
function Body:add_box(keys) end
---@param keys cairn.AddCircleKeys
---@return cairn.Shape
function Body:add_circle(keys) end
---@param keys cairn.AddCapsuleKeys
---@return cairn.Shape
function Body:add_capsule(keys) end
---@param keys cairn.AddPolygonKeys
---@return cairn.Shape
function Body:add_polygon(keys) end
---@param keys cairn.AddEllipseKeys
---@return cairn.Shape
function Body:add_ellipse(keys) end
---@param keys cairn.AddSegmentKeys
---@return cairn.Shape
function Body:add_segment(keys) end
---@param keys cairn.AddChainKeys
---@return cairn.Shape
function Body:add_chain(keys) end
---@param keys cairn.AddHalfspaceKeys
---@return cairn.Shape
function Body:add_halfspace(keys) end
