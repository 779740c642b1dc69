---@meta cairn
-- luacheck: ignore 212 241 631

-- Types of the module `cairn` for editors (LuaCATS). Never run: the functions are in C.
-- Metres, kilograms, seconds, radians; y points up; counter-clockwise is positive.

---@class cairn
---@field _VERSION string "cairn 0.1.0"
---@field build cairn.Build
local cairn = {}

---@class cairn.Build
---@field simd string the instruction set the step runs on
---@field compiler string
---@field float_bits integer
---@field position_bits integer
---@field lua string

---@alias cairn.BodyType "static"|"kinematic"|"dynamic"
---@alias cairn.Kind "box"|"circle"|"capsule"|"polygon"|"ellipse"|"segment"|"chain"|"halfspace"
---@alias cairn.JointType "revolute"|"distance"|"prismatic"|"weld"|"mouse"|"wheel"|"motor"|"friction"|"filter"|"gear"|"pulley"|"ratchet"
---@alias cairn.Mix "min"|"max"|"average"|"multiply"|"geometric"
---@alias cairn.Outside "keep"|"disable"|"destroy"
---@alias cairn.Color integer|number[] 0xRRGGBB, or {r, g, b} in 0..1

---@class cairn.WorldKeys
---@field gravity? number[] {x, y} in m/s^2, default {0, -9.81}
---@field substeps? integer 1..64, default 4
---@field threads? integer default 1; results do not depend on it
---@field sleep? boolean bodies at rest may sleep, default true
---@field continuous? boolean fast bodies do not tunnel, default true
---@field max_dt? number s, a larger dt is clamped, default 0.05
---@field max_speed? number m/s, default 400
---@field slop? number m of overlap allowed at rest, default 0.0005, also the most
---@field hit_speed? number m/s of approach that makes a hit, default 1
---@field restitution_speed? number m/s below which nothing bounces, default chosen by the world
---@field push_speed? number m/s, fastest push out of an overlap, default 3
---@field contact_hertz? number Hz, stiffness of contacts that move, default 30; twice that against static bodies, at most an eighth of the sub-step rate
---@field contact_damping? number damping ratio of that, default 10
---@field friction_mix? cairn.Mix default "geometric"
---@field restitution_mix? cairn.Mix default "max"
---@field layers? string[] names of layers
---@field bounds? number[] {x1, y1, x2, y2}
---@field outside? cairn.Outside what happens to a body that leaves the bounds, default "keep"
---@field strict? boolean a stale manifold raises, also in later turns; default false (true under busted)
---@field data? any

---@class cairn.ExplosionKeys
---@field x? number m, default 0
---@field y? number m, default 0
---@field radius number m: within it the blast is at its full
---@field falloff? number m: beyond the radius it weakens evenly to nothing, default 0
---@field impulse number N s for each metre of the width that a shape shows to the centre; negative pulls
---@field occlusion? boolean static shapes shield what is behind them, default false
---@field layers? string|string[]|integer who is thrown, default all

---@class cairn.WindKeys
---@field x? number m/s, default 0
---@field y? number m/s, default 0
---@field drag? number kg/m^2: N for each metre of the width shown and (m/s)^2, along the flow, default 1
---@field lift? number kg/m^2: the same across it, times the sine of the angle from facing it, default 0
---@field layers? string|string[]|integer who feels it, default all

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

---@class cairn.ShapeKeys
---@field density? number kg/m^2, default 1
---@field friction? number default 0.6
---@field restitution? number 0..1, default 0
---@field rolling? number rolling resistance, default 0
---@field surface_speed? number m/s; positive carries what lies on top towards +x
---@field sensor? boolean no response, only the hook `sensor`; sees all but other sensors; its mass counts, density = 0 for none
---@field seen? boolean of a sensor: other sensors see it too, default false
---@field layer? string default "default"
---@field group? integer the same non-zero group decides before layers
---@field one_way? number[] {nx, ny} in the body's frame: solid from that side
---@field pre_solve? boolean ask the hook each step
---@field events? boolean default true
---@field area? cairn.AreaKeys what a sensor does to who is in it
---@field color? cairn.Color

---What a sensor does to the dynamic bodies in it, to each by the share of it that is inside. Areas
---add up. Not for chains and segments, which have no inside. On a dynamic body pull, density and drag
---push back at that body; gravity does not.
---@class cairn.AreaKeys
---@field gravity? number[] {x, y} m/s^2, besides the world's, default {0, 0}
---@field pull? number m/s^2 towards the middle of the sensor, negative away from it, default 0; not of a halfspace
---@field pull_distance? number m, where pull is that much: beyond it falls off with the square of the distance, within it evenly to nothing; default 0, the same everywhere
---@field replace? boolean instead of the world's gravity, default false
---@field drag? number 1/s: v' = -drag (v - flow), v against the sensor's body, default 0
---@field angular_drag? number 1/s, default 0
---@field density? number kg/m^2 of a fluid: what is in it floats or sinks, default 0
---@field surface? number m, y in the world: only what is below it counts; default all of the sensor
---@field flow? number[] {x, y} m/s of what drags; needs drag > 0

---@class cairn.AddKeys : cairn.ShapeKeys
---@field x? number m, where the shape lies on its body
---@field y? number m
---@field angle? number rad
---@field data? any

---@class cairn.BoxSize
---@field w number m
---@field h number m
---@field radius? number m of rounding, added outside
---@class cairn.CircleSize
---@field radius number m
---@class cairn.CapsuleSize
---@field x1 number m
---@field y1 number m
---@field x2 number m
---@field y2 number m
---@field radius number m
---@class cairn.PolygonSize
---@field points number[] flat {x1, y1, x2, y2, ...}, 3 to 256 points that cross nowhere, either way round
---@field radius? number m of rounding
---@field hull? boolean take the convex hull
---@class cairn.EllipseSize
---@field rx number m
---@field ry number m
---@class cairn.SegmentSize
---@field x1 number m
---@field y1 number m
---@field x2 number m
---@field y2 number m
---@field radius? number m of rounding
---@class cairn.ChainSize
---@field points number[] flat
---@field radius? number m of rounding
---@field loop? boolean join the last point to the first
---@field materials? cairn.MaterialKeys[] one for each segment
---@class cairn.HalfspaceSize
---@field nx? number outward normal, default (0, 1)
---@field ny? number

---@class cairn.MaterialKeys
---@field friction? number
---@field restitution? number
---@field rolling? number
---@field surface_speed? number

---@class cairn.BoxKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.BoxSize
---@class cairn.CircleKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.CircleSize
---@class cairn.CapsuleKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.CapsuleSize
---@class cairn.PolygonKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.PolygonSize
---@class cairn.EllipseKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.EllipseSize
---@class cairn.SegmentKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.SegmentSize
---@class cairn.ChainKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.ChainSize
---@class cairn.HalfspaceKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.HalfspaceSize
---@class cairn.AddBoxKeys : cairn.AddKeys, cairn.BoxSize
---@class cairn.AddCircleKeys : cairn.AddKeys, cairn.CircleSize
---@class cairn.AddCapsuleKeys : cairn.AddKeys, cairn.CapsuleSize
---@class cairn.AddPolygonKeys : cairn.AddKeys, cairn.PolygonSize
---@class cairn.AddEllipseKeys : cairn.AddKeys, cairn.EllipseSize
---@class cairn.AddSegmentKeys : cairn.AddKeys, cairn.SegmentSize
---@class cairn.AddChainKeys : cairn.AddKeys, cairn.ChainSize
---@class cairn.AddHalfspaceKeys : cairn.AddKeys, cairn.HalfspaceSize

---What every joint has. A missing body is the ground. Points and axes are those of the world at
---creation; springs are hertz and damping ratio.
---@class cairn.JointKeys
---@field collide? boolean whether its two bodies meet each other, default false
---@field break_force? number N beyond which it breaks, default never
---@field break_torque? number N m beyond which it breaks, default never
---@field enabled? boolean default true
---@field name? string
---@field data? any

---@class cairn.Ends
---@field a? cairn.Body default the ground
---@field b? cairn.Body default the ground

---@class cairn.Anchor
---@field at? number[] {x, y}, where it holds both bodies; a revolute needs it, others take b's origin
---@field from? number[] {x, y} on a, where that is another place
---@field to? number[] {x, y} on b

---@class cairn.MotorKeys
---@field speed? number rad/s or m/s, default 0
---@field max? number N m or N, default without limit

---@class cairn.SpringKeys
---@field hertz number
---@field damping? number ratio: 1 does not overshoot

---@class cairn.TargetSpringKeys : cairn.SpringKeys
---@field target? number rad or m where it rests, default 0

---@class cairn.RevoluteKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is
---@field limits? number[] {lower, upper} in rad
---@field motor? cairn.MotorKeys
---@field spring? cairn.TargetSpringKeys

---A rod; with spring a spring; with max alone a rope.
---@class cairn.DistanceKeys : cairn.JointKeys, cairn.Ends
---@field from? number[] {x, y} on a, default its origin; of the ground it must be given
---@field to? number[] {x, y} on b, default its origin; of the ground it must be given
---@field length? number m, default from one anchor to the other
---@field min? number m
---@field max? number m
---@field spring? cairn.SpringKeys
---@field motor? cairn.MotorKeys

---@class cairn.PrismaticKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field axis number[] {x, y}, any length but 0
---@field limits? number[] {lower, upper} in m
---@field motor? cairn.MotorKeys
---@field spring? cairn.TargetSpringKeys

---@class cairn.WeldKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field linear? cairn.SpringKeys default rigid
---@field angular? cairn.SpringKeys default rigid

---b slides along an axis of a, on a spring, and turns freely or by the motor (rad/s, N m).
---@class cairn.WheelKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field axis number[] {x, y}, any length but 0
---@field limits? number[] {lower, upper} in m along the axis
---@field motor? cairn.MotorKeys
---@field spring? cairn.TargetSpringKeys along the axis

---With hertz a spring to x, y whose damper brings b to vx, vy; without that speed alone.
---@class cairn.DriveLinearKeys
---@field x? number m, where b's anchor belongs as seen from that of a, in the frame of a; default 0
---@field y? number
---@field vx? number m/s in the frame of a, default 0
---@field vy? number
---@field hertz? number
---@field damping? number ratio
---@field max? number N, default without limit

---With hertz a spring to the angle whose damper brings b to the speed; without that speed alone.
---@class cairn.DriveAngularKeys
---@field angle? number rad of b minus that of a, from what it is; default 0
---@field speed? number rad/s, default 0
---@field hertz? number
---@field damping? number ratio
---@field max? number N m, default without limit

---Drives b to a speed or a pose as seen from a, no harder than it may. Without a part it leaves that
---free.
---@class cairn.DriveKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field linear? cairn.DriveLinearKeys
---@field angular? cairn.DriveAngularKeys

---Brakes b against a, as a floor does that is seen from above.
---@class cairn.FrictionKeys : cairn.JointKeys, cairn.Ends
---@field at? number[] {x, y}, default the centre of mass of b
---@field from? number[] {x, y} on a, where that is another place
---@field to? number[] {x, y} on b
---@field max_force? number N, default without limit
---@field max_torque? number N m, default without limit

---The two never meet while it is enabled. It ties nothing: each of them sleeps on its own.
---@class cairn.FilterKeys : cairn.JointKeys, cairn.Ends

---@class cairn.MouseKeys : cairn.JointKeys
---@field body cairn.Body
---@field x number m, where it takes hold, and pulls to at first
---@field y number
---@field hertz? number default 5
---@field damping? number ratio, default 0.7
---@field max_force? number N, default without limit

---Keeps a's coordinate plus ratio times b's: angle of a revolute or wheel, way of a prismatic. Goes
---with one of its joints, and waits while one of them is off.
---@class cairn.GearKeys : cairn.JointKeys
---@field a cairn.Joint revolute, prismatic or wheel
---@field b cairn.Joint the same
---@field ratio? number default 1; of a wheel on a rack 1 / radius

---A rope from a over two places to b: it pulls, and hangs when there is slack.
---@class cairn.PulleyKeys : cairn.JointKeys, cairn.Ends
---@field from? number[] {x, y} on a, default its origin; of the ground it must be given
---@field to? number[] {x, y} on b, default its origin; of the ground it must be given
---@field ground_from number[] {x, y}, where the rope of a turns
---@field ground_to number[] {x, y}, where that of b turns
---@field ratio? number how often the rope of b counts (as by a block and tackle), default 1
---@field length? number m of rope, that of b counted ratio times; default what it is

---Lets b turn against a in one direction; it falls back no further than to the last catch.
---@class cairn.RatchetKeys : cairn.JointKeys, cairn.Ends
---@field step number rad from catch to catch; its sign is the direction
---@field phase? number rad, where one of the catches is, default 0: as it is made

---Late-bound hooks, found by name once each step. All run on the calling thread.
---@class cairn.Listener
---@field filter? fun(a: cairn.Shape, b: cairn.Shape): boolean? inside the step; false = never touch
---@field pre_solve? fun(m: cairn.Manifold): boolean? inside the step; false = not in this step
---@field begin_contact? fun(a: cairn.Shape, b: cairn.Shape, m: cairn.Manifold)
---@field end_contact? fun(a: cairn.Shape, b: cairn.Shape)
---@field post_solve? fun(m: cairn.Manifold)
---@field hit? fun(a: cairn.Shape, b: cairn.Shape, x: number, y: number, nx: number, ny: number, speed: number, impulse: number) where and how fast they met; once for each pair of shapes
---@field sensor? fun(sensor: cairn.Shape, visitor: cairn.Shape, entered: boolean)
---@field joint_broken? fun(joint: cairn.Joint) its force or torque was too much; it is switched off
---@field left_bounds? fun(body: cairn.Body)
---@field slept? fun(body: cairn.Body)
---@field woke? fun(body: cairn.Body)

---@class cairn.Filter
---@field layers? string|integer|string[]
---@field ignore? cairn.Body
---@field sensors? boolean default false

---What world:query_shape asks about; the sizes tell the kind, or `kind` does.
---@class cairn.ProbeKeys
---@field kind? "circle"|"box"|"capsule"|"polygon"|"ellipse"|"segment"
---@field x? number m in the world, default 0
---@field y? number m
---@field angle? number rad
---@field radius? number m of a circle or capsule, or of rounding
---@field w? number m, of a box
---@field h? number m
---@field x1? number m, of a capsule or segment
---@field y1? number m
---@field x2? number m
---@field y2? number m
---@field rx? number m, of an ellipse
---@field ry? number m
---@field points? number[] flat, of a convex polygon
---@field hull? boolean take the convex hull of the points
---@field filter? cairn.QueryFilter
---Those that the kind of shape has.
---@class cairn.ReshapeKeys
---@field x? number m on its body
---@field y? number m
---@field angle? number rad
---@field w? number m, of a box
---@field h? number m
---@field radius? number m of a circle or capsule, or of rounding
---@field x1? number m, of a capsule or segment
---@field y1? number m
---@field x2? number m
---@field y2? number m
---@field rx? number m, of an ellipse
---@field ry? number m
---@field points? number[] flat, of a polygon or chain
---@field hull? boolean of a polygon
---@field loop? boolean of a chain
---@field materials? cairn.MaterialKeys[] of a chain
---@field nx? number of a halfspace
---@field ny? number
---@class cairn.CastKeys : cairn.ProbeKeys
---@field dx number m, how far it moves
---@field dy number m

---@alias cairn.QueryFilter string|integer|string[]|cairn.Filter

---A capsule (radius, height) or a box (w, h).
---@class cairn.MoverKeys
---@field x? number m, of its middle
---@field y? number m
---@field radius? number m of the capsule; of a box its rounding, added outside
---@field height? number m of the whole capsule
---@field w? number m of the box
---@field h? number m
---@field up? number[] {x, y}, default {0, 1}
---@field step? number m, how high a step it climbs, default 0.3
---@field snap? number m, how far below it ground is kept to while it walks, default step
---@field max_slope? number rad, on which it stands, default math.pi / 4
---@field push? number N, with which it pushes dynamic bodies in its way, default 0
---@field mass? number kg: bodies feel it, by a body of its own (body()); default none: they do not
---@field layer? string default "default": what this layer collides with holds it
---@field filter? cairn.QueryFilter what else may hold it; sensors never do
---@field one_way? boolean whether one-way shapes hold it, default true
---@field legs? cairn.Legs it stands that far over the ground, on a spring
---@field data? any
---@class cairn.Legs
---@field length number m
---@field hertz number
---@field damping? number damping ratio, default 0.7

-- ---- module -------------------------------------------------------------------------------

---@param keys? cairn.WorldKeys
---@return cairn.World
function cairn.world(keys) end
---Walk a table in an order that is the same in every run: numbers, strings, booleans, objects by id.
---@generic K, V
---@param t table<K, V>
---@return fun(): K, V
function cairn.pairs(t) end
---@param a number rad
---@return number
function cairn.sin(a) end
---@param a number rad
---@return number
function cairn.cos(a) end
---@param y number
---@param x number
---@return number
function cairn.atan2(y, x) end
---Seconds on a clock that never goes back; for measuring only.
---@return number
function cairn.now() end
---The corners of the convex hull of 3 to 256 points, counter-clockwise, flat, in out or a new table.
---@param points number[] flat
---@param out? table
---@return number[] hull, integer n
function cairn.hull(points, out) end
---@return integer major, integer minor, integer patch
function cairn.version() end
---The default of `strict` for worlds made afterwards.
---@param strict boolean
function cairn.set_strict(strict) end
---The default of `threads` for worlds made afterwards, 1 until then.
---@param n integer 1..256
function cairn.set_threads(n) end

-- ---- cairn.World ----------------------------------------------------------------------

---@class cairn.World
local World = {}

---One step of dt seconds (1/60 by default). Raises the first error of a hook after it is complete.
---@param dt? number
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
---@param keys? cairn.BodyKeys|integer
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
---A static body with id 0 that is not counted.
---@return cairn.Body
function World:ground() end
---@param type? cairn.BodyType
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
---@return integer
function World:body_count() end
---@return integer
function World:shape_count() end
---@return integer
function World:joint_count() end
---@return integer
function World:manifold_count() end
---@return integer
function World:touching_count() end
---@return integer
function World:awake_count() end
---@return integer
function World:pair_count() end
---@return integer
function World:island_count() end
---@return integer
function World:color_count() end
---@return integer
function World:bytes() end
---The body, else the joint, of that name; of several the one with the lowest id.
---@param name string
---@return cairn.Body|cairn.Joint|nil
function World:find(name) end
---It may have other functions, too; one whose name is nearly a hook's raises.
---@param listener cairn.Listener?
function World:set_listener(listener) end
---@return cairn.Listener?
function World:listener() end
---Call f after the current step, at once when no step runs.
---@param f function
---@param ... any
function World:defer(f, ...) end
---A line for each collision that begins or ends.
---@param f fun(line: string)?
function World:set_debug_log(f) end
---@return fun(line: string)?
function World:debug_log() end
---The layer's bit; declares it.
---@param name string
---@return integer mask
function World:layer(name) end
---@param list? string[]
---@return string[]
function World:layers(list) end
---@param a string
---@param b string
---@param collides boolean
function World:set_collides(a, b, collides) end
---@param a string
---@param b string
---@return boolean
function World:collides(a, b) end
---@return number x, number y
function World:gravity() end
---@param x number
---@param y number
function World:set_gravity(x, y) end
---@return integer
function World:substeps() end
---@param n integer
function World:set_substeps(n) end
---@return integer
function World:threads() end
---@param n integer
function World:set_threads(n) end
---@return boolean
function World:is_sleep() end
---@return boolean
function World:has_sleep() end
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
---@param max_dt number
function World:set_max_dt(max_dt) end
---m/s
---@return number
function World:max_speed() end
---@param max_speed number
function World:set_max_speed(max_speed) end
---m of overlap allowed at rest
---@return number
function World:slop() end
---@param slop number
function World:set_slop(slop) end
---m/s
---@return number
function World:hit_speed() end
---@param hit_speed number
function World:set_hit_speed(hit_speed) end
---m/s below which nothing bounces, set or chosen from gravity and sub-step
---@return number
function World:restitution_speed() end
---@param speed number?
function World:set_restitution_speed(speed) end
---m/s, fastest push out of an overlap; joints that came apart are brought together no faster either
---@return number
function World:push_speed() end
---@param speed number
function World:set_push_speed(speed) end
---Stiffness and damping ratio of contacts between bodies that move; what rests is held exactly.
---@return number
function World:contact_hertz() end
---@param hertz number
function World:set_contact_hertz(hertz) end
---@return number
function World:contact_damping() end
---@param ratio number
function World:set_contact_damping(ratio) end
---@return cairn.Mix
function World:friction_mix() end
---@param mix cairn.Mix
function World:set_friction_mix(mix) end
---@return cairn.Mix
function World:restitution_mix() end
---@param mix cairn.Mix
function World:set_restitution_mix(mix) end
---@return number? x1, number? y1, number? x2, number? y2
function World:bounds() end
---@param x1 number?
---@param y1? number
---@param x2? number
---@param y2? number
function World:set_bounds(x1, y1, x2, y2) end
---@return cairn.Outside
function World:outside() end
---@param outside cairn.Outside
function World:set_outside(outside) end
---s
---@return number
function World:time() end
---@return integer
function World:steps() end
---64 bits; equal states have equal hashes
---@return integer
function World:hash() end
---Fills the buffer flat: id, x, y, angle of each body.
---@param buffer number[]
---@param choice? "awake"
---@return integer n
function World:poses(buffer, choice) end
---J
---@return number
function World:kinetic_energy() end
---J
---@return number
function World:potential_energy() end
---@return number px, number py, number l
function World:momentum() end
---m
---@return number
function World:max_penetration() end
---Throws dynamic bodies away from a point, each shape at its place nearest to it; wakes them.
---@param t cairn.ExplosionKeys
function World:explode(t) end
---Without argument the wind as it is, or nil. With a table it blows from now on, on every outer edge
---of all dynamic bodies that are awake, and a change wakes all; nil ends it. Air that stands still
---(`wind{}`) drags what moves through it.
---@param t? cairn.WindKeys
---@return number? x, number? y, number? drag, number? lift, integer? layers
function World:wind(t) end
---@param t cairn.WindKeys?
function World:set_wind(t) end
---The box of all shapes of enabled bodies, halfspaces aside; nil when there is none.
---@return number? x1, number? y1, number? x2, number? y2
function World:extent() end
---Milliseconds of the last step by stage.
---@param t? table
---@return table
function World:profile(t) end
---@return boolean ok, string? why
function World:validate() end
---@return boolean
function World:is_valid() end
---@return boolean
function World:destroy() end
---@param layer_a? string
---@param layer_b? string
---@return fun(): integer, cairn.Shape, cairn.Shape
function World:begins(layer_a, layer_b) end
---@param layer_a? string
---@param layer_b? string
---@return fun(): integer, cairn.Shape, cairn.Shape
function World:ends(layer_a, layer_b) end
---i, a, b, x, y, nx, ny, speed, impulse
---@param layer_a? string
---@param layer_b? string
---@return fun(): integer, cairn.Shape, cairn.Shape, number, number, number, number, number, number
function World:hits(layer_a, layer_b) end
---@param layer_sensor? string
---@param layer_visitor? string
---@return fun(): integer, cairn.Shape, cairn.Shape, boolean
function World:sensors(layer_sensor, layer_visitor) end
---i, body, x, y, angle
---@return fun(): integer, cairn.Body, number, number, number
function World:moved() end
---i, joint
---@return fun(): integer, cairn.Joint
function World:broken() end
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter? cairn.QueryFilter
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction
function World:raycast(x1, y1, x2, y2, filter) end
---Near to far.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter? cairn.QueryFilter
---@return fun(): cairn.Shape, number, number, number, number, number
function World:raycast_all(x1, y1, x2, y2, filter) end
---Six values for each hit, flat.
---@param t table
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter? cairn.QueryFilter
---@return integer n
function World:raycast_all_into(t, x1, y1, x2, y2, filter) end
---@param x number
---@param y number
---@return cairn.Body?
function World:pick(x, y) end
---The first shape in the way of one that moves by dx, dy, and where it is touched. Fraction 0, and no
---normal: they overlap from the beginning. Makes no garbage when the table is used again.
---@param keys cairn.CastKeys
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction
function World:shapecast(keys) end
---All that it would meet, near to far, whatever is in between.
---@param keys cairn.CastKeys
---@return fun(): cairn.Shape, number, number, number, number, number
function World:shapecast_all(keys) end
---Six values for each hit, flat.
---@param t table
---@param keys cairn.CastKeys
---@return integer n
function World:shapecast_all_into(t, keys) end
---The shape nearest to a point and its nearest point; distance 0 inside. math.huge: however far.
---@param x number
---@param y number
---@param max_distance number
---@param filter? cairn.QueryFilter
---@return cairn.Shape? shape, number? x, number? y, number? distance
function World:closest(x, y, max_distance, filter) end
---Shapes that overlap the one described, exactly.
---@param keys cairn.ProbeKeys
---@return fun(): cairn.Shape
function World:query_shape(keys) end
---@param t table
---@param keys cairn.ProbeKeys
---@return integer n
function World:query_shape_into(t, keys) end
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter? cairn.QueryFilter
---@return fun(): cairn.Shape
function World:query_box(x1, y1, x2, y2, filter) end
---@param t table
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param filter? cairn.QueryFilter
---@return integer n
function World:query_box_into(t, x1, y1, x2, y2, filter) end
---@param x number
---@param y number
---@param r number
---@param filter? cairn.QueryFilter
---@return fun(): cairn.Shape
function World:query_circle(x, y, r, filter) end
---@param t table
---@param x number
---@param y number
---@param r number
---@param filter? cairn.QueryFilter
---@return integer n
function World:query_circle_into(t, x, y, r, filter) end
---@param x number
---@param y number
---@param filter? cairn.QueryFilter
---@return fun(): cairn.Shape
function World:query_point(x, y, filter) end
---@param t table
---@param x number
---@param y number
---@param filter? cairn.QueryFilter
---@return integer n
function World:query_point_into(t, x, y, filter) end

-- ---- cairn.Body -----------------------------------------------------------------------

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
---The velocity of a kinematic body that gets it there in dt.
---@param x number
---@param y number
---@param angle number
---@param dt number
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

-- ---- cairn.Shape ----------------------------------------------------------------------

---@class cairn.Shape
local Shape = {}

---@return integer
function Shape:id() end
---@return cairn.Kind
function Shape:kind() end
---@return cairn.Body
function Shape:body() end
---@return cairn.World
function Shape:world() end
---@return any
function Shape:data() end
---@param data any
function Shape:set_data(data) end
---@return boolean
function Shape:is_valid() end
---@return boolean
function Shape:destroy() end
---@return number
function Shape:density() end
---@param density number
function Shape:set_density(density) end
---@return number
function Shape:friction() end
---@param friction number
function Shape:set_friction(friction) end
---@return number
function Shape:restitution() end
---@param restitution number
function Shape:set_restitution(restitution) end
---@return number
function Shape:rolling() end
---@param rolling number
function Shape:set_rolling(rolling) end
---@return number
function Shape:surface_speed() end
---@param speed number
function Shape:set_surface_speed(speed) end
---@return boolean
function Shape:is_sensor() end
---Its contacts end, and begin anew as those of the other. What has an area stays a sensor.
---@param sensor boolean
function Shape:set_sensor(sensor) end
---Of a sensor: whether others see it.
---@return boolean
function Shape:is_seen() end
---@param seen boolean
function Shape:set_seen(seen) end
---@return boolean
function Shape:has_pre_solve() end
---@return boolean
function Shape:is_pre_solve() end
---@param ask boolean
function Shape:set_pre_solve(ask) end
---@return boolean
function Shape:has_events() end
---@return boolean
function Shape:is_events() end
---@param events boolean
function Shape:set_events(events) end
---@return string
function Shape:layer() end
---@param name string
function Shape:set_layer(name) end
---@return integer
function Shape:group() end
---@param group integer
function Shape:set_group(group) end
---@return number? nx, number? ny
function Shape:one_way() end
---@param nx number?
---@param ny? number
function Shape:set_one_way(nx, ny) end
---0xRRGGBB
---@return integer?
function Shape:color() end
---0xRRGGBB, or r, g, b or {r, g, b} in 0..1.
---@param color? number|number[]
---@param g? number
---@param b? number
function Shape:set_color(color, g, b) end
---Forget answers of filter and ignored manifolds.
function Shape:refilter() end
---@return number x1, number y1, number x2, number y2
function Shape:bounds() end
---@param x number
---@param y number
---@return boolean
function Shape:contains(x, y) end
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return number? x, number? y, number? nx, number? ny, number? fraction
function Shape:raycast(x1, y1, x2, y2) end
---@param x number
---@param y number
---@return number x, number y
function Shape:closest(x, y) end
---@param other cairn.Shape
---@return number d, number x1, number y1, number x2, number y2
function Shape:distance(other) end
---Where it first meets the other when it moves by dx, dy, whatever else is in between; fraction 0, and
---no normal: they overlap from the beginning.
---@param dx number
---@param dy number
---@param other cairn.Shape
---@return number? x, number? y, number? nx, number? ny, number? fraction
function Shape:cast(dx, dy, other) end
---@return fun(): cairn.Manifold
function Shape:manifolds() end
---@param other cairn.Shape
---@return boolean
function Shape:touching(other) end
---@return number
function Shape:mass() end
---Its size, m^2; and of a sensor with an area what that does.
---@return number size, cairn.AreaKeys? area
function Shape:area() end
---Of a sensor; nil: nothing any more. What is left out is as in a new one. Wakes who is in it.
---@param area cairn.AreaKeys?
function Shape:set_area(area) end
---@return number
function Shape:inertia() end
---What a sensor overlaps since the last step, and what has crossed it within that step. Bodies of
---any two types are seen, asleep or not; other sensors if they are `seen`.
---@return fun(): cairn.Shape
function Shape:visitors() end
---@return number
function Shape:x() end
---@return number
function Shape:y() end
---@return number
function Shape:angle() end
---@return number
function Shape:w() end
---@return number
function Shape:h() end
---@return number
function Shape:radius() end
---@return number
function Shape:rx() end
---@return number
function Shape:ry() end
---@return number
function Shape:x1() end
---@return number
function Shape:y1() end
---@return number
function Shape:x2() end
---@return number
function Shape:y2() end
---@return number
function Shape:nx() end
---@return number
function Shape:ny() end
---@return boolean
function Shape:is_hull() end
---@return boolean
function Shape:is_loop() end
---@return cairn.MaterialKeys[]?
function Shape:materials() end
---Of a segment of a chain.
---@param i integer
---@return number friction, number restitution, number rolling, number surface_speed
function Shape:material(i) end
---Of a segment of a chain; what is left out stays. What rests on it learns of it at once.
---set_friction and its like set all segments.
---@param i integer
---@param material cairn.MaterialKeys
function Shape:set_material(i, material) end
---On the body, flat, without the rounding.
---@param buffer? number[]
---@return number[] points, integer n
function Shape:points(buffer) end
---Where it lies on its body, m: another geometry in its place. Its contacts end, and begin anew
---where it still touches; mass follows; the body wakes. So do all that follow.
---@param x number
function Shape:set_x(x) end
---@param y number
function Shape:set_y(y) end
---@param angle number
function Shape:set_angle(angle) end
---Of a box, m.
---@param w number
function Shape:set_w(w) end
---@param h number
function Shape:set_h(h) end
---Of all but ellipses and halfspaces, m.
---@param radius number
function Shape:set_radius(radius) end
---Of an ellipse, m.
---@param rx number
function Shape:set_rx(rx) end
---@param ry number
function Shape:set_ry(ry) end
---Of a capsule or segment, m.
---@param x1 number
function Shape:set_x1(x1) end
---@param y1 number
function Shape:set_y1(y1) end
---@param x2 number
function Shape:set_x2(x2) end
---@param y2 number
function Shape:set_y2(y2) end
---Of a halfspace's normal.
---@param nx number
function Shape:set_nx(nx) end
---@param ny number
function Shape:set_ny(ny) end
---Any of the keys of its geometry and its place at once; what is left out stays.
---@param keys cairn.ReshapeKeys
function Shape:reshape(keys) end
---Of a polygon or a chain, flat.
---@param points number[]
function Shape:set_points(points) end
---Of a polygon: its convex hull, or as it was drawn.
---@param hull boolean
function Shape:set_hull(hull) end
---Of a chain.
---@param loop boolean
function Shape:set_loop(loop) end
---How many pieces it has: a chain its segments, a concave polygon its convex parts, all others one.
---@return integer
function Shape:piece_count() end
---The vertices of one piece in world coordinates, flat, without the rounding.
---@param i integer from 1
---@return number[]
function Shape:piece(i) end

-- ---- cairn.Joint ----------------------------------------------------------------------

---Methods that a kind does not have raise. What is not there reads as nil and goes by nil.
---@class cairn.Joint
local Joint = {}

---@return cairn.JointType
function Joint:type() end
---@return integer
function Joint:id() end
---@return string?
function Joint:name() end
---@param name string?
function Joint:set_name(name) end
---@return any
function Joint:data() end
---@param data any
function Joint:set_data(data) end
---@return cairn.World
function Joint:world() end
---@return boolean
function Joint:is_valid() end
---@return boolean
function Joint:destroy() end
---@return cairn.Body a, cairn.Body b
function Joint:bodies() end
---The key `a`: a body, the ground where none was given; of a gear a joint.
---@return cairn.Body|cairn.Joint
function Joint:a() end
---The key `b`, likewise; of a mouse the body that it pulls.
---@return cairn.Body|cairn.Joint
function Joint:b() end
---The key `body`. Mouse.
---@return cairn.Body
function Joint:body() end
---In the world, now; of a motor x1, y1 is where b's anchor belongs.
---@return number x1, number y1, number x2, number y2
function Joint:anchors() end
---The anchors on a and on b, each in the frame of its body, as `body:to_local` gives it. They stay
---as they were made; of a mouse x1, y1 is where it pulls, in the world.
---@return number x1, number y1, number x2, number y2
function Joint:local_anchors() end
---The anchor on a, in the world, now. Not of mouse, filter, gear and ratchet.
---@return number x, number y
function Joint:from() end
---The anchor on b, in the world, now; far from the other one where a spring or a blow has brought it.
---@return number x, number y
function Joint:to() end
---The anchor on a again, where `at` has put both. Revolute, prismatic, wheel, weld, motor, friction.
---@return number x, number y
function Joint:at() end
---On b, averaged over the last step; of one that is off 0, of one that has just broken what broke it.
---@return number fx, number fy, number torque
function Joint:force() end
---m and rad by which what it holds is violated now; of a motor how far its springs are from the pose.
---@return number linear, number angular
function Joint:error() end
---rad of b minus that of a minus the reference, counting turns. Revolute, wheel, motor, friction;
---prismatic and weld, where it should be 0.
---@return number
function Joint:angle() end
---What the motor drives: rad/s of a revolute or wheel, m/s along the axis of a prismatic, m/s of
---growth of a distance.
---@return number
function Joint:speed() end
---m along the axis since creation. Prismatic, wheel.
---@return number
function Joint:translation() end
---m between the anchors now. Distance.
---@return number
function Joint:length() end
---rad or m; of a distance its min and max. Revolute, prismatic, wheel, distance.
---@return number? lower, number? upper
function Joint:limits() end
---@param lower number?
---@param upper? number
function Joint:set_limits(lower, upper) end
---rad/s and N m of a revolute or wheel, m/s and N of a prismatic or distance.
---@return number? speed, number? max
function Joint:motor() end
---A max that is not given stays as it is.
---@param speed number?
---@param max? number
function Joint:set_motor(speed, max) end
---Revolute, prismatic, wheel, distance, mouse.
---@return number? hertz, number? damping
function Joint:spring() end
---@param hertz number?
---@param damping? number ratio
function Joint:set_spring(hertz, damping) end
---rad or m where the spring of a revolute, prismatic or wheel rests; x, y of a mouse; x, y, angle of
---a motor.
---@return number target, number? y, number? angle
function Joint:target() end
---@param target number
---@param y? number of a mouse or motor
---@param angle? number of a motor; else it stays
function Joint:set_target(target, y, angle) end
---What a motor drives to, in the frame of a.
---@return number vx, number vy, number speed
function Joint:velocity() end
---@param vx number
---@param vy number
---@param speed? number rad/s; else it stays
function Joint:set_velocity(vx, vy, speed) end
---Weld: nil is rigid. Motor: nil is none, hertz 0 the speed alone; max in N.
---@return number? hertz, number? damping, number? max
function Joint:linear() end
---What is not given stays as it is.
---@param hertz number?
---@param damping? number ratio
---@param max? number of a motor
function Joint:set_linear(hertz, damping, max) end
---The same about the anchor; max in N m.
---@return number? hertz, number? damping, number? max
function Joint:angular() end
---@param hertz number?
---@param damping? number ratio
---@param max? number of a motor
function Joint:set_angular(hertz, damping, max) end
---The key `length`. Distance.
---@return number
function Joint:rest_length() end
---@param length number
function Joint:set_length(length) end
---Distance.
---@return number?
function Joint:min() end
---@param min number?
function Joint:set_min(min) end
---Distance.
---@return number?
function Joint:max() end
---@param max number?
function Joint:set_max(max) end
---Of the target. Mouse.
---@return number
function Joint:x() end
---@return number
function Joint:y() end
---Mouse.
---@return number
function Joint:hertz() end
---@param hertz number
function Joint:set_hertz(hertz) end
---Ratio. Mouse.
---@return number
function Joint:damping() end
---@param damping number
function Joint:set_damping(damping) end
---N. Mouse, friction.
---@return number
function Joint:max_force() end
---@param max_force number?
function Joint:set_max_force(max_force) end
---N m. Friction.
---@return number
function Joint:max_torque() end
---@param max_torque number?
function Joint:set_max_torque(max_torque) end
---rad. Revolute.
---@return number
function Joint:reference() end
---In the world, of length 1. Prismatic, wheel.
---@return number x, number y
function Joint:axis() end
---Of the joints that a gear couples.
---@return cairn.Joint a, cairn.Joint b
function Joint:joints() end
---How often the coordinate or the rope of b counts. Gear, pulley.
---@return number
function Joint:ratio() end
---From where everything is now: nothing is kicked.
---@param ratio number
function Joint:set_ratio(ratio) end
---m of rope on both sides now. Pulley.
---@return number a, number b
function Joint:lengths() end
---Where the rope of a turns. Pulley.
---@return number x, number y
function Joint:ground_from() end
---Where the rope of b turns. Pulley.
---@return number x, number y
function Joint:ground_to() end
---rad from catch to catch. Ratchet.
---@return number
function Joint:step() end
---@param step number
function Joint:set_step(step) end
---rad, where one of the catches is. Ratchet.
---@return number
function Joint:phase() end
---@param phase number
function Joint:set_phase(phase) end
---N; math.huge: never.
---@return number
function Joint:break_force() end
---@param force number?
function Joint:set_break_force(force) end
---N m; math.huge: never.
---@return number
function Joint:break_torque() end
---@param torque number?
function Joint:set_break_torque(torque) end
---Whether its bodies meet each other.
---@return boolean
function Joint:is_collide() end
---@param collide boolean
function Joint:set_collide(collide) end
---False once it has broken.
---@return boolean
function Joint:is_enabled() end
---@param enabled boolean
function Joint:set_enabled(enabled) end

-- ---- cairn.Mover ----------------------------------------------------------------------

---Each step carries it with the ground that it stands on and pushes it out of what moved into it.
---@class cairn.Mover
local Mover = {}

---Slides along what is in the way. On the ground the way across follows slopes and steps, and a way
---down only looks for ground; upwards it leaves the ground. Returns by how much it moved.
---@param dx number
---@param dy number
---@return number mx, number my
function Mover:move(dx, dy) end
---Of its middle.
---@return number x, number y
function Mover:position() end
---@return number
function Mover:x() end
---@return number
function Mover:y() end
---Whatever is in between; it stands on nothing then.
---@param x number
---@param y number
function Mover:set_position(x, y) end
---Interpolated for the frame.
---@return number x, number y
function Mover:drawn() end
---m/s, by how much it moved in the last step, carried and pushed included.
---@return number vx, number vy
function Mover:velocity() end
---@return boolean
function Mover:is_grounded() end
---nil in the air.
---@return number? nx, number? ny
function Mover:ground_normal() end
---@return cairn.Shape?
function Mover:ground() end
---@return number
function Mover:radius() end
---0 of a box.
---@return number
function Mover:height() end
---0 of a capsule.
---@return number
function Mover:w() end
---0 of a capsule.
---@return number
function Mover:h() end
---Of length 1.
---@return number x, number y
function Mover:up() end
---@param x number
---@param y number
function Mover:set_up(x, y) end
---@return number
function Mover:step() end
---@param m number
function Mover:set_step(m) end
---@return number
function Mover:snap() end
---@param m number
function Mover:set_snap(m) end
---rad
---@return number
function Mover:max_slope() end
---@param rad number
function Mover:set_max_slope(rad) end
---N
---@return number
function Mover:push() end
---@param newton number
function Mover:set_push(newton) end
---nil without.
---@return number?
function Mover:mass() end
---kg; nil takes its body away.
---@param mass number?
function Mover:set_mass(mass) end
---By which bodies, sensors and queries feel one that has a mass; nil without. It follows the mover,
---is in the way of others, rests with its weight on what the mover stands on, and lands on it with a
---blow; what else moves it has no effect. Its layer and filter are the mover's.
---@return cairn.Body?
function Mover:body() end
---@return string
function Mover:layer() end
---@param name string
function Mover:set_layer(name) end
---As it was given.
---@return cairn.QueryFilter?
function Mover:filter() end
---A table is read now, not later.
---@param filter cairn.QueryFilter?
function Mover:set_filter(filter) end
---@return boolean
function Mover:one_way() end
---false: it falls through what it stands on, if that is one-way.
---@param holds boolean
function Mover:set_one_way(holds) end
---nil without legs.
---@return number? length, number? hertz, number? damping
function Mover:legs() end
---Without arguments: none.
---@param length? number
---@param hertz? number
---@param damping? number
function Mover:set_legs(length, hertz, damping) end
---@return any
function Mover:data() end
---@param data any
function Mover:set_data(data) end
---@return integer
function Mover:id() end
---@return cairn.World
function Mover:world() end
---@return boolean
function Mover:is_valid() end
---@return boolean whether it was alive
function Mover:destroy() end

-- ---- cairn.Manifold -------------------------------------------------------------------

---@class cairn.Manifold
local Manifold = {}

---@return cairn.Shape a, cairn.Shape b
function Manifold:shapes() end
---@return cairn.Body a, cairn.Body b
function Manifold:bodies() end
---@param layer_a string
---@param layer_b string
---@return cairn.Shape? a, cairn.Shape? b
function Manifold:between(layer_a, layer_b) end
---@param shape cairn.Shape
---@return cairn.Shape?
function Manifold:other(shape) end
---@return integer i, integer j
function Manifold:pieces() end
---@return integer
function Manifold:count() end
---@param from? cairn.Shape
---@return number nx, number ny
function Manifold:normal(from) end
---@param i integer
---@return number? x, number? y, number? separation
function Manifold:point(i) end
---@return number
function Manifold:penetration() end
---@param i integer
---@return number? normal, number? tangent
function Manifold:speed(i) end
---@param i integer
---@return number? normal, number? tangent
function Manifold:impulse(i) end
---@return number
function Manifold:friction() end
---@return number
function Manifold:restitution() end
---@return number
function Manifold:surface_speed() end
---In pre_solve, for this step.
---@param friction number
function Manifold:set_friction(friction) end
---In pre_solve, for this step.
---@param restitution number
function Manifold:set_restitution(restitution) end
---In pre_solve, for this step.
---@param speed number
function Manifold:set_surface_speed(speed) end
---No response until the two part.
function Manifold:ignore() end
---@param t? table
---@return table
function Manifold:copy(t) end
---@return boolean
function Manifold:is_valid() end

-- ---- cairn.build ----------------------------------------------------------------------

---What the builders of `require "cairn.build"` take besides their own keys; they go to every shape.
---@class cairn.PartKeys
---@field density? number kg/m^2
---@field friction? number
---@field restitution? number
---@field rolling? number
---@field layer? string
---@field group? integer default a negative one of its own: parts do not meet each other
---@field collide? boolean whether parts meet each other, default false
---@field break_force? number N that a joint bears, default all
---@field color? cairn.Color

---Links in a row from point to point.
---@class cairn.LineKeys : cairn.PartKeys
---@field from number[] {x, y}
---@field to number[] {x, y}
---@field links? integer how many, default by their size
---@field slack? number 0.1 makes it a tenth longer than the way, and hang; default 0
---@field a? cairn.Body|false what it starts at, default the ground; false: nothing
---@field b? cairn.Body|false what it ends at, default nothing, for a bridge the ground
---@field stiff? number hertz of a spring in each hinge, default 0: none
---@field damping? number 1/s, how links stop turning, default 0.1

---@class cairn.RopeKeys : cairn.LineKeys
---@field radius? number m, half its thickness, default 0.05
---@class cairn.ChainLinkKeys : cairn.LineKeys
---@field width? number m of a link from its broad side, default 0.24; density is 8
---@class cairn.BridgeKeys : cairn.LineKeys
---@field thickness? number m of a plank, default 0.15; density is 4

---@class cairn.SoftKeys : cairn.PartKeys
---@field x? number m, of its middle
---@field y? number m
---@field radius? number m, default 1
---@field kind? "blob"|"donut" with a springy core, or hollow; default "blob"
---@field parts? integer capsules in the ring, 5 or more, default 16
---@field thickness? number m of the ring, default a fifth of the radius
---@field hertz? number of its springs, default what keeps its area within a tenth
---@field damping? number ratio, default 0.5

---@class cairn.RagdollKeys : cairn.PartKeys
---@field x? number m, between its feet
---@field y? number m, of its soles
---@field height? number m, default 1.8
---@field stiff? number hertz of the springs in its hinges, default 1.5; 0: none

---@class cairn.CarKeys : cairn.PartKeys
---@field x? number m, of its middle
---@field y? number m, of the ground under it
---@field length? number m, default 3
---@field torque? number N m of each wheel's motor, default what gives 8 m/s in two seconds or so
---@field hertz? number of the body on its springs, default 4
---@field damping? number ratio, default 0.7
---@field grip? number friction of the wheels, default 1.2

---@class cairn.ClothKeys : cairn.PartKeys
---@field x? number m, of its upper left corner
---@field y? number m
---@field w? number m, default 4
---@field h? number m, default 3
---@field columns? integer default 12
---@field rows? integer default 9
---@field pin? "top"|"corners"|"left"|"none" what is nailed to the ground, default "top"
---@field radius? number m of a disc, default 0.3 of the gap
---@field hertz? number of springs instead of rods
---@field damping? number ratio of the springs, default 0.5
---@field drag? number 1/s, damping of each disc, default 0.3

---What a builder gives back. Also, by kind: `lengths` of a line; `ring`, `core` of a soft body;
---`parts`, `hinges` by name of a ragdoll; `chassis`, `wheels`, `axles` of a car.
---@class cairn.Thing
---@field bodies cairn.Body[] in the order of their making
---@field shapes cairn.Shape[]
---@field joints cairn.Joint[]
---@field world cairn.World
local Thing = {}

---Takes all of it out of the world; false when nothing was left.
---@return boolean
function Thing:destroy() end
---@return boolean
function Thing:is_valid() end
---@return number
function Thing:mass() end
---Of its mass.
---@return number x, number y
function Thing:center() end
---@param vx number
---@param vy number
function Thing:set_velocity(vx, vy) end
---Shared by mass: all parts change their velocity alike.
---@param ix number N s
---@param iy number N s
function Thing:apply_impulse(ix, iy) end
---Of a line: the sum of its links.
---@return number
function Thing:length() end
---Of a line: where its ends are.
---@return number x1, number y1, number x2, number y2
function Thing:ends() end
---Of a soft body: what its ring encloses.
---@return number
function Thing:area() end
---Of a soft body: the corners of its ring, flat, in t or a new table.
---@param t? table
---@return number[]
function Thing:outline(t) end
---Of a cloth: the disc there, counted from the upper left from 1.
---@param column integer
---@param row integer
---@return cairn.Body?
function Thing:node(column, row) end
---Of a car: 0 brakes.
---@param speed number m/s, positive to the right
function Thing:drive(speed) end
---Of a car: its motors let go.
function Thing:coast() end
---Of a car, along itself.
---@return number
function Thing:speed() end

---@class cairn.build
local build = {}

---@param world cairn.World
---@param keys cairn.RopeKeys
---@return cairn.Thing
function build.rope(world, keys) end
---Links of steel, broad and narrow in turns.
---@param world cairn.World
---@param keys cairn.ChainLinkKeys
---@return cairn.Thing
function build.chain(world, keys) end
---Planks, tied at both ends.
---@param world cairn.World
---@param keys cairn.BridgeKeys
---@return cairn.Thing
function build.bridge(world, keys) end
---A ring of capsules welded softly.
---@param world cairn.World
---@param keys cairn.SoftKeys
---@return cairn.Thing
function build.soft(world, keys) end
---A person of ten capsules.
---@param world cairn.World
---@param keys cairn.RagdollKeys
---@return cairn.Thing
function build.ragdoll(world, keys) end
---A body on two sprung wheels with a motor on each.
---@param world cairn.World
---@param keys cairn.CarKeys
---@return cairn.Thing
function build.car(world, keys) end
---Discs tied to their neighbours.
---@param world cairn.World
---@param keys cairn.ClothKeys
---@return cairn.Thing
function build.cloth(world, keys) end

return cairn
