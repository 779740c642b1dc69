---@meta _
-- luacheck: ignore 212 241 631

-- Worlds: what they are made of, listen to and answer. See cairn.lua.

---@class cairn.WorldKeys
---@field gravity? number[] m/s^2 {x, y}, each up to 1e4, default {0, -9.81}; -1e4..1e4
---@field substeps? integer 1..64, default 4
---@field threads? integer 1..256, default 1, or what `cairn.set_threads` says; results do not depend on it
---@field sleep? boolean bodies at rest may sleep, default true
---@field continuous? boolean fast bodies do not tunnel, default true
---@field max_dt? number s, a larger dt is clamped, default 0.05; 1e-6..0.25
---@field max_speed? number m/s, default 400; 1e-6..1e6
---@field slop? number m of overlap that is left as it is, default 0.0005; up to that it is how near surfaces have to be to touch, and all overlap is taken out; 0..0.1
---@field hit_speed? number m/s of approach that makes a hit, default 1; 0..1e6
---@field restitution_speed? number m/s below which nothing bounces, default chosen by the world from gravity and sub-step; 0..1e6
---@field push_speed? number m/s, fastest push out of an overlap, default 3; 1e-6..1e6
---@field contact_hertz? number Hz, stiffness of contacts that move, default 30; twice that against static bodies, at most an eighth of the sub-step rate; 1e-6..1e6
---@field contact_damping? number ratio of that, default 10; 0..1e6
---@field push_share? number share of the overlap beyond slop that a step takes out of what moves, default none: the spring of `contact_hertz` and `contact_damping` does it; 0.01..1
---@field friction_mix? cairn.Mix default "geometric"
---@field restitution_mix? cairn.Mix default "max"
---@field layers? string[] names of layers, at most 64 with "default", which is there; default none
---@field bounds? number[] m {x1, y1, x2, y2}, default none; -1e9..1e9
---@field outside? cairn.Outside what happens to a body that leaves the bounds, default "keep"
---@field strict? boolean a stale manifold raises, also in later turns; default false, true under busted, or what `cairn.set_strict` says
---@field data? any whatever belongs to it, default none
---@field apart? string[][] pairs of names of layers that do not collide, default none: all do
---@field ignored? integer[][] pairs of shapes that ignore each other, each by its place in the order of ids, from 1, default none
---@field wind? cairn.WindKeys as world:wind{} takes them, default none
---@field ground? cairn.GroundKeys what `world:ground()` is told, default none: it is at the origin
---@field shapes? cairn.ShapeEntry[] of the ground, default none
---@field bodies? cairn.BodyEntry[] what is in it, as world:describe() tells it, default none
---@field movers? cairn.MoverKeys[] likewise, default none; in a filter `ignore` is the number or name of a body
---@field joints? cairn.JointEntry[] likewise, default none

---The ground in a table of a world.
---@class cairn.GroundKeys
---@field x? number m, default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field angle? number rad, default 0; -1e9..1e9
---@field enabled? boolean default true
---@field name? string default none
---@field data? any whatever belongs to it, default none

---A body in a table of a world.
---@class cairn.BodyEntry : cairn.BodyKeys
---@field shapes? cairn.ShapeEntry[] default none
---@field mover? integer instead of all other keys but `id`: it is the body of that mover, default none
---@field id? integer beside `mover` where shapes have an `id`: that of its shape, default the first of all

---A shape in a table of a world: all keys of body:add_box{} and its kin that its kind has.
---@class cairn.ShapeEntry : cairn.AddKeys
---@field kind cairn.Kind
---@field id? integer where shapes were not made body by body: their order, default as they stand

---A joint in a table of a world: all keys that its type has, but that a, b and body are the number or
---name of a body, of a gear that of a joint.
---@class cairn.JointEntry : cairn.JointKeys
---@field type cairn.JointType

---@class cairn.ExplosionKeys
---@field x? number m, default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field radius number m, 0 or more: within it the blast is at its full; 0 needs a falloff, else nothing would be reached, which raises; 0..1e6
---@field falloff? number m, 0 or more: beyond the radius it weakens evenly to nothing, default 0; 0..1e6
---@field impulse number N s for each metre of the width that a shape shows to the centre; negative pulls; -1e12..1e12
---@field occlusion? boolean static shapes shield what is behind them, default false
---@field layers? string|string[]|integer who is thrown, default all

---@class cairn.WindKeys
---@field x? number m/s, default 0; -1e4..1e4
---@field y? number m/s, default 0; -1e4..1e4
---@field drag? number kg/m^2: N for each metre of the width shown and (m/s)^2, along the flow, default 1; 0..1e6
---@field lift? number kg/m^2: the same across it, times the sine of the angle from facing it, default 0; 0..1e6
---@field layers? string|string[]|integer who feels it, default all

---Late-bound hooks, found by name once each step. All run on the calling thread. Any may be left out:
---by default nothing is called.
---@class cairn.Listener
---@field steer? fun(body: cairn.Body, vx: number, vy: number, w: number, dt: number): number?, number?, number? before the step, of bodies with `steered` that are awake: vx, vy in m/s and w in rad/s with which the body begins the step; nil = as it is, and vx and vy are given both or neither. The world is read-only there
---@field filter? fun(a: cairn.Shape, b: cairn.Shape): boolean? inside the step; false = never touch
---@field pre_solve? fun(m: cairn.Manifold): boolean? inside the step; false = not in this step
---@field begin_contact? fun(a: cairn.Shape, b: cairn.Shape, m: cairn.Manifold)
---@field end_contact? fun(a: cairn.Shape, b: cairn.Shape)
---@field post_solve? fun(m: cairn.Manifold)
---@field hit? fun(a: cairn.Shape, b: cairn.Shape, x: number, y: number, nx: number, ny: number, speed: number, impulse: number) where and how fast they met; once for each pair of shapes
---@field mover_hit? fun(mover: cairn.Mover, other: cairn.Shape|cairn.Mover, x: number, y: number, nx: number, ny: number, speed: number, piece: integer) a mover ran into something faster than hit_speed, or that into it: m, normal towards the mover, m/s along it
---@field sensor? fun(sensor: cairn.Shape, visitor: cairn.Shape, entered: boolean)
---@field pressed? fun(shape: cairn.Shape, on: boolean, force: number) as much as its press_force has lain on it for its press_time, or less than its release_force
---@field joint_alarm? fun(joint: cairn.Joint, on: boolean) it bears more than its alarm_force or alarm_torque, or less than 0.8 of both again
---@field joint_broken? fun(joint: cairn.Joint) its force or torque was too much; it is switched off
---@field left_bounds? fun(left: cairn.Body|cairn.Mover) a mover where it has no body
---@field slept? fun(body: cairn.Body)
---@field woke? fun(body: cairn.Body)

---@class cairn.Filter
---@field layers? string|integer|string[] of which a shape must be on one, default all
---@field ignore? cairn.Body|cairn.Body[] whose shapes are left out, up to 64, default none
---@field types? cairn.BodyType|cairn.BodyType[] whose shapes count, default all
---@field test? fun(shape: cairn.Shape): boolean? asked last, about what is found; false leaves it out; it may ask the world, without a test, and not change it; default none
---@field sensors? boolean whether sensors count, default false

---@class cairn.World
local World = {}

---One step of dt, in as many sub-steps as the world says. A larger dt is clamped to max_dt, 0 only
---collides, a negative one raises. Raises the first error of a hook after the step is complete;
---inside a hook of the same world it raises at once. Returns how many events it delivered: calls of
---hooks after the step, `begin_contact` to `woke`, `filter` and `pre_solve` aside; 0 without a
---listener, and when paused.
---@param dt? number s, default 1/60; less than 1e-9 counts as 0; 0..1e9
---@return integer delivered
function World:step(dt) end
---@return boolean
function World:is_stepping() end
---A paused world's step does nothing.
---@param paused boolean
function World:set_paused(paused) end
---@return boolean
function World:is_paused() end
---A body without shape. With an id, as `body:id()` and `poses` give it, the living body of that id or
---nil; 0 is the ground.
---@param keys? cairn.BodyKeys|integer default none: all as it is by default
---@return cairn.Body?
function World:body(keys) end
---The living shape of that id.
---@param id integer
---@return cairn.Shape?
function World:shape(id) end
---@param id integer
---@return cairn.Joint?
function World:joint(id) end
---@return any
function World:data() end
---@param data any
function World:set_data(data) end
---@param keys cairn.BoxKeys
---@return cairn.Body body, cairn.Shape shape
function World:box(keys) end
---@param keys cairn.CircleKeys
---@return cairn.Body body, cairn.Shape shape
function World:circle(keys) end
---@param keys cairn.CapsuleKeys
---@return cairn.Body body, cairn.Shape shape
function World:capsule(keys) end
---@param keys cairn.PolygonKeys
---@return cairn.Body body, cairn.Shape shape
function World:polygon(keys) end
---@param keys cairn.EllipseKeys
---@return cairn.Body body, cairn.Shape shape
function World:ellipse(keys) end
---@param keys cairn.SegmentKeys
---@return cairn.Body body, cairn.Shape shape
function World:segment(keys) end
---@param keys cairn.ChainKeys
---@return cairn.Body body, cairn.Shape shape
function World:chain(keys) end
---@param keys cairn.HalfspaceKeys
---@return cairn.Body body, cairn.Shape shape
function World:halfspace(keys) end
---@param keys cairn.RevoluteKeys
---@return cairn.Joint
function World:revolute(keys) end
---@param keys cairn.DistanceKeys
---@return cairn.Joint
function World:distance(keys) end
---@param keys cairn.PrismaticKeys
---@return cairn.Joint
function World:prismatic(keys) end
---@param keys cairn.WeldKeys
---@return cairn.Joint
function World:weld(keys) end
---@param keys cairn.MouseKeys
---@return cairn.Joint
function World:mouse(keys) end
---@param keys cairn.WheelKeys
---@return cairn.Joint
function World:wheel(keys) end
---@param keys cairn.DriveKeys
---@return cairn.Joint
function World:motor(keys) end
---@param keys cairn.FrictionKeys
---@return cairn.Joint
function World:friction(keys) end
---@param keys cairn.FilterKeys
---@return cairn.Joint
function World:filter(keys) end
---@param keys cairn.GearKeys
---@return cairn.Joint
function World:gear(keys) end
---@param keys cairn.PulleyKeys
---@return cairn.Joint
function World:pulley(keys) end
---@param keys cairn.RatchetKeys
---@return cairn.Joint
function World:ratchet(keys) end
---@param keys cairn.RotaryKeys
---@return cairn.Joint
function World:rotary(keys) end
---A static body with id 0 that is not counted.
---@return cairn.Body
function World:ground() end
---@param type? cairn.BodyType default all
---@return fun(): cairn.Body
function World:bodies(type) end
---@return fun(): cairn.Shape
function World:shapes() end
---@return fun(): cairn.Joint
function World:joints() end
---A character that goes where it is told. Movers are in each other's way; bodies feel it by its mass.
---@param keys cairn.MoverKeys
---@return cairn.Mover
function World:mover(keys) end
---@return fun(): cairn.Mover
function World:movers() end
---@return fun(): cairn.Manifold
function World:manifolds() end
---The candidates of the broad phase: shapes a and b whose boxes overlapped in the last step and that
---may meet, sensors too; each pair once, a with the lower id.
---@return fun(): cairn.Shape, cairn.Shape
function World:pairs() end
---Destroys all movers, joints and bodies, and the shapes of the ground. Settings, layers, wind,
---listener, data and time stay; ids are given out anew, and no old handle lives again.
function World:clear() end
---Without the ground. Asleep and disabled ones count.
---@return integer
function World:body_count() end
---@return integer
function World:shape_count() end
---@return integer
function World:joint_count() end
---Those with a point: what manifolds() walks.
---@return integer
function World:manifold_count() end
---Manifolds that touch (within slop), without sensors.
---@return integer
function World:touching_count() end
---Bodies.
---@return integer
function World:awake_count() end
---Pairs of shapes whose boxes overlap.
---@return integer
function World:pair_count() end
---Groups of bodies that touch or are joined, as they were last looked at: when a body had been slow for
---long enough to sleep; 0 where none has.
---@return integer
function World:island_count() end
---Of the contacts in the last step: those of one colour were solved side by side.
---@return integer
function World:color_count() end
---All its memory, without what Lua holds.
---@return integer
function World:bytes() end
---The body, else the joint, of that name; of several the one with the lowest id.
---@param name string
---@return cairn.Body|cairn.Joint|nil
function World:find(name) end
---It may have other functions, too; one whose name is nearly a hook's raises.
---@param listener cairn.Listener? nil: none
function World:set_listener(listener) end
---As it was given.
---@return cairn.Listener?
function World:listener() end
---Call f after the current step, at once when no step runs.
---@param f function
---@param ... any
function World:defer(f, ...) end
---A line for each collision that begins or ends.
---@param f fun(line: string)? nil: none
function World:set_debug_log(f) end
---@return fun(line: string)?
function World:debug_log() end
---The layer's bit; declares it.
---@param name string
---@return integer mask
function World:layer(name) end
---@param list? string[] filled and given back, default a new table
---@return string[]
function World:layers(list) end
---The pairs of layers that do not collide.
---@return string[][]
function World:apart() end
---Pairs of shapes that ignore each other (`shape:set_ignores`), in the order of their ids.
---@return cairn.Shape[][]
function World:ignored() end
---A table from which `cairn.world` makes this world again: its settings, layers, wind, bodies with
---their shapes, movers and joints, each by the keys of its constructor, as it is now; what is as by
---default is left out. Bodies and joints are called by their names where no other has them, else by
---their place in the list. A world that has not stepped, and of which nothing has been destroyed, has
---the same hash when it is made again, but for one hinge in a hundred on turned bodies, whose place is
---off by a rounding. Forces given for the next step, contacts, hooks, `time` and
---`steps` are not in it: `snapshot` is for these. `data` is as it is; `cairn.to_lua` writes the table.
---@return cairn.WorldKeys
function World:describe() end
---Wakes what it concerns.
---@param a string
---@param b string
---@param collides boolean
function World:set_collides(a, b, collides) end
---@param a string
---@param b string
---@return boolean
function World:collides(a, b) end
---m/s^2
---@return number x, number y
function World:gravity() end
---Wakes all.
---@param x number m/s^2
---@param y number m/s^2
function World:set_gravity(x, y) end
---@return integer
function World:substeps() end
---More are stiffer joints and less sag of what moves, and take longer.
---@param n integer 1..64
function World:set_substeps(n) end
---@return integer
function World:threads() end
---@param n integer 1..256; results do not depend on it
function World:set_threads(n) end
---@return boolean
function World:is_sleep() end
---@return boolean
function World:has_sleep() end
---false wakes all.
---@param sleep boolean
function World:set_sleep(sleep) end
---@return boolean
function World:is_continuous() end
---@param continuous boolean
function World:set_continuous(continuous) end
---@return boolean
function World:is_strict() end
---@param strict boolean
function World:set_strict(strict) end
---s
---@return number
function World:max_dt() end
---@param max_dt number s, 1e-6..0.25
function World:set_max_dt(max_dt) end
---m/s
---@return number
function World:max_speed() end
---@param max_speed number m/s, more than 0
function World:set_max_speed(max_speed) end
---m of overlap that is left as it is
---@return number
function World:slop() end
---Wakes all where more than 0.0005 is given, or was.
---@param slop number m, 0..0.1
function World:set_slop(slop) end
---m/s
---@return number
function World:hit_speed() end
---@param hit_speed number m/s, 0 or more
function World:set_hit_speed(hit_speed) end
---m/s below which nothing bounces, set or chosen from gravity and sub-step
---@return number
function World:restitution_speed() end
---@param speed number? m/s, 0 or more; nil: chosen by the world again
function World:set_restitution_speed(speed) end
---m/s, fastest push out of an overlap; joints that came apart are brought together no faster either
---@return number
function World:push_speed() end
---@param speed number m/s, more than 0
function World:set_push_speed(speed) end
---Hz: the stiffness of contacts between bodies that move; what rests is held exactly.
---@return number
function World:contact_hertz() end
---@param hertz number Hz, more than 0
function World:set_contact_hertz(hertz) end
---Ratio, of the same.
---@return number
function World:contact_damping() end
---@param damping number ratio, 0 or more
function World:set_contact_damping(damping) end
---Share, of the overlap beyond slop; nil: the spring of `contact_hertz` takes it out.
---@return number?
function World:push_share() end
---The tutorials' "percent" (0.2 to 0.8): what moves loses that share of its overlap in each step,
---no faster than `push_speed`. What rests is held exactly, whatever is set.
---@param share number? 0.01..1; nil: the spring of `contact_hertz`
function World:set_push_share(share) end
---@return cairn.Mix
function World:friction_mix() end
---@param mix cairn.Mix
function World:set_friction_mix(mix) end
---@return cairn.Mix
function World:restitution_mix() end
---@param mix cairn.Mix
function World:set_restitution_mix(mix) end
---m; nil without.
---@return number? x1, number? y1, number? x2, number? y2
function World:bounds() end
---What leaves them is kept, disabled or destroyed as `outside` says.
---@param x1 number? m; nil: none any more
---@param y1? number m; needed with x1, default none
---@param x2? number m, more than x1; likewise, default none
---@param y2? number m, more than y1; likewise, default none
function World:set_bounds(x1, y1, x2, y2) end
---@return cairn.Outside
function World:outside() end
---@param outside cairn.Outside
function World:set_outside(outside) end
---s of all steps, each clamped to max_dt.
---@return number
function World:time() end
---@return integer
function World:steps() end
---What `body:drawn()` blends with, a share: 0 is the pose before the last step, 1 the one after it,
---and the default. For loops of one's own; in a scene the window sets it. It is nothing to the simulation.
---@return number
function World:alpha() end
---@param alpha number share 0..1, the part of a step for which time has come since the last one
function World:set_alpha(alpha) end
---64 bits; equal states have equal hashes. Of `"poses"` only the positions and angles of the bodies
---that are awake count, which takes a fiftieth of the time.
---@param choice? "poses" default all that the next steps depend on
---@return integer
function World:hash(choice) end

---The same as 16 hexadecimal digits, also where a number has no 64 bits (LuaJIT, LÖVE).
---@param choice? "poses" default all that the next steps depend on
---@return string
function World:hash_text(choice) end
---All that the next steps depend on, as bytes: after a restore they have the same bits as they would
---have had. Events of the last step and `data` are not in it. Raises inside a hook of the world.
---@return string
function World:snapshot() end
---The world becomes as it was when the snapshot was taken; its listener and threads stay. What is
---not a sound snapshot of this version changes nothing and gives nil and a sentence. Raises inside
---a hook of the world.
---@param snapshot string from `world:snapshot()`
---@return true|nil ok
---@return string? message
function World:restore(snapshot) end
---Writes a snapshot, packed, to a file, which is the old one or the new one and never a part of
---it. `cairn.load` and `world:restore` read it; docs/format.md describes it.
---@param path string
---@return true|nil ok
---@return string? message
function World:save(path) end
---A new world in the same state, without listener and `data`. Raises inside a hook of the world.
---@return cairn.World
function World:clone() end
---Writes down from now on what is done to the world from Lua: a snapshot first, then every call that
---changes it, the steps, and what hooks decide in them. `cairn.replay` plays it. Functions of hooks are
---not in the file, but what they did is; `data` is not. Nil and a sentence when the file cannot be made,
---holds something else than a recording, or the world is being recorded already.
---@param path string
---@param options? table default none; there are no options yet
---@return cairn.Recorder?, string? message
function World:record(path, options) end
---Fills the buffer flat: id, x and y in m, angle in rad of each body, in the order of their ids;
---returns how many bodies.
---@param buffer number[] what it is filled with: m and rad beside the ids
---@param choice? "awake" default all bodies
---@return integer n
function World:poses(buffer, choice) end
---J of the dynamic bodies. Velocities are kept in 32 bits: in free fall the sum with
---`potential_energy` may wander by 3e-5 of the largest kinetic energy in each second (4 sub-steps of
---1/60 s), either way.
---@return number
function World:kinetic_energy() end
---J in the world's gravity, 0 at the origin.
---@return number
function World:potential_energy() end
---N s, and N m s about the origin.
---@return number px, number py, number l
function World:momentum() end
---m, the deepest overlap of all that touches.
---@return number
function World:max_penetration() end
---Throws dynamic bodies away from a point, each shape at its place nearest to it; wakes them. What
---contains the point is pushed by its middle; one whose middle is the point is not.
---@param t cairn.ExplosionKeys
function World:explode(t) end
---Without argument the wind as it is (m/s, m/s, kg/m^2, kg/m^2, mask of the layers), or nil. With a
---table it blows from now on, on every outer edge of all dynamic bodies that are awake, and a change
---wakes all; nil ends it. Air that stands still (`wind{}`) drags what moves through it.
---@param t? cairn.WindKeys default none: it is asked for
---@return number? x, number? y, number? drag, number? lift, integer? layers
function World:wind(t) end
---@param t cairn.WindKeys? nil: none
function World:set_wind(t) end
---m: the box of all shapes of enabled bodies, halfspaces aside; nil when there is none.
---@return number? x1, number? y1, number? x2, number? y2
function World:extent() end
---Milliseconds of the last step: step, and in it pairs, collide, hook, prepare, solve, finalize, sleep,
---events; in t or a new table.
---@param t? table default a new table
---@return table
function World:profile(t) end
---For tests: whether all that is inside fits together, and what does not.
---@return boolean ok, string? why
function World:validate() end
---@return boolean
function World:is_valid() end
---@return boolean
function World:destroy() end
---i, a, b; with layers a is on layer_a and b on layer_b. This and the other loops over events read the
---last step; inside filter and pre_solve they raise.
---@param layer_a? string|integer|string[] default all
---@param layer_b? string|integer|string[] default all
---@return fun(): integer, cairn.Shape, cairn.Shape
function World:begins(layer_a, layer_b) end
---i, a, b, which may be gone.
---@param layer_a? string|integer|string[] default all
---@param layer_b? string|integer|string[] default all
---@return fun(): integer, cairn.Shape, cairn.Shape
function World:ends(layer_a, layer_b) end
---i, a, b, x and y in m, nx and ny a direction from a to b, speed in m/s, impulse in N s.
---@param layer_a? string|integer|string[] default all
---@param layer_b? string|integer|string[] default all
---@return fun(): integer, cairn.Shape, cairn.Shape, number, number, number, number, number, number
function World:hits(layer_a, layer_b) end
---i, sensor, visitor, and whether it has entered or left.
---@param layer_sensor? string|integer|string[] default all
---@param layer_visitor? string|integer|string[] default all
---@return fun(): integer, cairn.Shape, cairn.Shape, boolean
function World:sensors(layer_sensor, layer_visitor) end
---i, body, x and y in m, angle in rad: of every body that was awake in the last step.
---@return fun(): integer, cairn.Body, number, number, number
function World:moved() end
---i, joint.
---@return fun(): integer, cairn.Joint
function World:broken() end
---What movers ran into faster than hit_speed, or what ran into them, each pair once in a step: the
---number of the event, the mover, the shape or other mover, m, m, the normal towards the mover, m/s
---along it, and the piece of the shape, from 1. By what it was told to go, so a landing has the whole
---speed of the fall; moves since the last step are in the events of the next.
---@return fun(): integer, cairn.Mover, cairn.Shape|cairn.Mover, number, number, number, number, number, integer
function World:mover_hits() end
---Shapes on which much has lain for a while, or no more: the number of the event, the shape, whether
---it is pressed, N.
---@return fun(): integer, cairn.Shape, boolean, number
function World:pressed() end
---Joints that bear more than their alarm_force or alarm_torque, or no more.
---@return fun(): integer, cairn.Joint, boolean
function World:alarms() end
