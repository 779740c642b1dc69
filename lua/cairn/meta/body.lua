---@meta _
-- luacheck: ignore 212 241 631

-- Bodies. See cairn.lua.

---@class cairn.BodyKeys
---@field type? cairn.BodyType
---@field x? number m, of its origin
---@field y? number m
---@field angle? number rad
---@field vx? number m/s, of its centre of mass
---@field vy? number m/s
---@field angular_velocity? number rad/s
---@field damping? number 1/s: v' = -c v
---@field angular_damping? number 1/s
---@field gravity_scale? number default 1
---@field fixed_rotation? boolean the same as locks.rotation
---@field locks? cairn.Locks
---@field bullet? boolean default false; no body is passed, as no wall is by anybody
---@field safety? number 0.01..0.5 (default): of its thickness, what it may go into a wall at most
---@field fast_rotation? boolean may turn more than half a turn per sub-step
---@field max_speed? number m/s, default the world's
---@field can_sleep? boolean default true
---@field sleep_speed? number m/s, default 0.05
---@field awake? boolean default true
---@field enabled? boolean default true
---@field name? string
---@field data? any
---@field mass? number kg; rescales the inertia that the shapes give; 0 without type means static
---@field inertia? number kg m^2
---@field mass_center? number[] {x, y} in its own frame, where its mass is, default where the shapes have it

---@class cairn.Locks
---@field x? boolean
---@field y? boolean
---@field rotation? boolean

---@class cairn.Body
local Body = {}

---Of its origin.
---@return number x, number y
function Body:position() end
---@param x number
---@param y number
function Body:set_position(x, y) end
---@return number
function Body:x() end
---@return number
function Body:y() end
---rad in (-pi, pi]
---@return number
function Body:angle() end
---@param angle number
function Body:set_angle(angle) end
---@param x number
---@param y number
---@param angle number
function Body:set_transform(x, y, angle) end
---The velocity that gets it there in dt, for a kinematic body; raises for others: a dynamic one is led
---by a mouse or motor joint, or moved by set_transform.
---@param x number m
---@param y number m
---@param angle number rad, by the shorter way
---@param dt number s, until it is there, > 0
function Body:move_to(x, y, angle, dt) end
---@return number x, number y, number angle, number vx, number vy, number w
function Body:state() end
---Between the last two steps, for the frame.
---@return number x, number y, number angle
function Body:drawn() end
---Of mass, in the world.
---@return number x, number y
function Body:center() end
---@return number x1, number y1, number x2, number y2
function Body:bounds() end
---Of its centre of mass.
---@return number vx, number vy
function Body:velocity() end
---@param vx number
---@param vy number
function Body:set_velocity(vx, vy) end
---@return number
function Body:vx() end
---@return number
function Body:vy() end
---rad/s
---@return number
function Body:angular_velocity() end
---@param w number
function Body:set_angular_velocity(w) end
---@param px number
---@param py number
---@return number vx, number vy
function Body:velocity_at(px, py) end
---@param x number
---@param y number
---@return number x, number y
function Body:to_world(x, y) end
---@param x number
---@param y number
---@return number x, number y
function Body:to_local(x, y) end
---@param x number
---@param y number
---@return number x, number y
function Body:dir_to_world(x, y) end
---@param x number
---@param y number
---@return number x, number y
function Body:dir_to_local(x, y) end
---N for one step; wakes.
---@param fx number
---@param fy number
---@param px? number
---@param py? number
function Body:apply_force(fx, fy, px, py) end
---N s; wakes.
---@param ix number
---@param iy number
---@param px? number
---@param py? number
function Body:apply_impulse(ix, iy, px, py) end
---@param torque number
function Body:apply_torque(torque) end
---@param j number
function Body:apply_angular_impulse(j) end
---@return number fx, number fy, number torque
function Body:force() end
function Body:clear_forces() end
---@return integer
function Body:id() end
---@return string?
function Body:name() end
---@param name string?
function Body:set_name(name) end
---@return any
function Body:data() end
---@param data any
function Body:set_data(data) end
---@return cairn.World
function Body:world() end
---@return cairn.BodyType
function Body:type() end
---@param type cairn.BodyType
function Body:set_type(type) end
---@return number
function Body:mass() end
---nil (which has to be said): what the shapes give, again. Wakes.
---@param mass number?
function Body:set_mass(mass) end
---@return number
function Body:inertia() end
---nil (which has to be said): what mass and shapes give, again. Wakes.
---@param inertia number?
function Body:set_inertia(inertia) end
---In its own frame.
---@return number x, number y
function Body:mass_center() end
---nil (which has to be said): where the shapes have it, again. The inertia about it is that of the shapes about theirs,
---unless it is set. Its points keep their velocities; wakes.
---@param x number?
---@param y? number
function Body:set_mass_center(x, y) end
---@return number
function Body:damping() end
---@param damping number
function Body:set_damping(damping) end
---@return number
function Body:angular_damping() end
---@param damping number
function Body:set_angular_damping(damping) end
---@return number
function Body:gravity_scale() end
---@param scale number
function Body:set_gravity_scale(scale) end
---@return number
function Body:sleep_speed() end
---@param speed number
function Body:set_sleep_speed(speed) end
---@return number
function Body:max_speed() end
---@param speed number?
function Body:set_max_speed(speed) end
---@return number
function Body:safety() end
---How much of its smallest thickness it may move into what cannot be pushed before it is put back.
---@param safety number 0.01..0.5
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
---@param x boolean|cairn.Locks
---@param y? boolean
---@param rotation? boolean
function Body:set_locks(x, y, rotation) end
---@return boolean
function Body:is_awake() end
---@param awake boolean
function Body:set_awake(awake) end
---Wakes its whole island; of a static or kinematic body all that touches it.
function Body:wake() end
function Body:sleep() end
---@return boolean
function Body:is_enabled() end
---@param enabled boolean
function Body:set_enabled(enabled) end
---@return boolean
function Body:is_valid() end
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
