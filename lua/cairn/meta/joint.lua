---@meta _
-- luacheck: ignore 212 241 631

-- Joints, a table of keys for each kind. See cairn.lua.

---What every joint has. A missing body is the ground. Points and axes are those of the world at
---creation; springs are hertz and damping ratio.
---@class cairn.JointKeys
---@field collide? boolean whether its two bodies meet each other, default false
---@field break_force? number N beyond which it breaks, default without limit; 0..1e18 or math.huge
---@field break_torque? number N m beyond which it breaks, default without limit; 0..1e18 or math.huge
---@field alarm_force? number N beyond which the hook `joint_alarm` tells it, and it holds on; default without limit; 0..1e18 or math.huge
---@field alarm_torque? number N m likewise, default without limit; 0..1e18 or math.huge
---@field enabled? boolean default true
---@field hidden? boolean whether it is not drawn; it holds all the same; default false
---@field name? string default none; `world:find` finds it
---@field data? any whatever belongs to it, default none

---@class cairn.Ends
---@field a? cairn.Body default the ground
---@field b? cairn.Body default the ground; what is tied to the ground must be dynamic, and a joint between two other bodies does nothing until one of them is

---@class cairn.Anchor
---@field at? number[] m {x, y}, where it holds both bodies, default b's origin; a revolute needs it, or from and to; -1e6..1e6
---@field from? number[] m {x, y} on a, where that is another place, default at; -1e6..1e6
---@field to? number[] m {x, y} on b, default at; -1e6..1e6

---@class cairn.MotorKeys
---@field speed? number rad/s or m/s, default 0: a brake; -1e9..1e9
---@field max? number N m or N, default without limit; 0..1e18 or math.huge

---A limit on one side, or on both.
---@class cairn.LimitKeys
---@field lower? number rad or m, default none: without limit; -1e9..1e9
---@field upper? number rad or m, default none: without limit; -1e9..1e9

---@class cairn.SpringKeys
---@field hertz number Hz, how often a second its two ends swing against each other, of two bodies mostly the lighter one; 0: none, or rigid where it would be rigid without; 0..1e6
---@field damping? number ratio, default 0: it swings on for ever; 0.7 comes to rest soon, 1 does not overshoot; 0..1e6

---@class cairn.BoundSpringKeys
---@field hertz? number Hz, how often a second its two ends swing against each other, default by stiffness: one of the two is needed. Of a body and the ground that is how the body swings; of two bodies mostly the lighter one, and the heavier sinks deeper: give it `stiffness`; 0: none; 0..1e6
---@field stiffness? number N/m, or N m/rad about an angle, default by hertz: it pulls with so much whatever it is attached to; m kg swing on it with f Hz where it is m (2 pi f)^2; 0..1e18
---@field damping? number ratio, default 0: it swings on for ever; 0.7 comes to rest soon, 1 does not overshoot; 0..1e6
---@field max? number N, or N m about an angle, default without limit; 0..1e18 or math.huge

---@class cairn.TargetSpringKeys : cairn.BoundSpringKeys
---@field target? number rad or m where it rests, default 0; -1e9..1e9

---@class cairn.RevoluteKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field limits? number[]|cairn.LimitKeys rad {lower, upper}, or one of them: { lower = 0 }; default none; -1e9..1e9, or without limit on its side
---@field motor? cairn.MotorKeys rad/s and N m, default none
---@field spring? cairn.TargetSpringKeys about the angle, target in rad, default none

---A rod; with spring a spring; with max alone a rope; with min alone it keeps the two apart, and no
---more. With min, max or a motor and without spring nothing holds the length between them, and `length`
---says nothing.
---@class cairn.DistanceKeys : cairn.JointKeys, cairn.Ends
---@field from? number[] m {x, y} on a, default its origin; of the ground it must be given; -1e6..1e6
---@field to? number[] m {x, y} on b, default its origin; of the ground it must be given; -1e6..1e6
---@field length? number m that a rod keeps and a spring rests at, default from one anchor to the other; of a rod 0.001..1e4, else 0..1e4
---@field min? number m, no nearer than that, default none: a rope may be slack; 0..1e4
---@field max? number m, no further than that, default none; 0..1e4 or math.huge
---@field spring? cairn.BoundSpringKeys instead of the rod, default none
---@field motor? cairn.MotorKeys m/s of growth and N, default none

---@class cairn.PrismaticKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field axis number[] direction {x, y} in the world, of any length but 0; -1e6..1e6
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field origin? number m along the axis, from the anchor on a to that on b, that counts as 0, default what it is at creation; -1e6..1e6
---@field limits? number[]|cairn.LimitKeys m {lower, upper} from where it is at creation, or one of them: { lower = 0 }; default none; -1e9..1e9, or without limit on its side
---@field motor? cairn.MotorKeys m/s and N along the axis, default none
---@field spring? cairn.TargetSpringKeys along the axis, target in m, default none

---@class cairn.WeldKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field linear? cairn.SpringKeys how it gives way along, default rigid
---@field angular? cairn.SpringKeys how it gives way in turning, default rigid

---b slides along an axis of a, on a spring, and turns freely or by the motor (rad/s, N m).
---@class cairn.WheelKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field axis number[] direction {x, y} in the world, of any length but 0; -1e6..1e6
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field origin? number m along the axis, from the anchor on a to that on b, that counts as 0, default what it is at creation; -1e6..1e6
---@field limits? number[]|cairn.LimitKeys m {lower, upper} along the axis, or one of them: { lower = 0 }; default none; -1e9..1e9, or without limit on its side
---@field motor? cairn.MotorKeys rad/s and N m of the turning, default none
---@field spring? cairn.TargetSpringKeys along the axis, target in m, default none: it slides freely

---With hertz a spring to x, y whose damper brings b to vx, vy; without that speed alone. Where one axis
---has a speed and nothing is said of the other one, that is left free: { vx = 4 } holds nothing up.
---@class cairn.DriveLinearKeys
---@field x? number m, where b's anchor belongs as seen from that of a, in the frame of a; default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field vx? number m/s in the frame of a, default none: 0, or free where vy alone is given; -1e9..1e9
---@field vy? number m/s, default none: 0, or free where vx alone is given; -1e9..1e9
---@field hertz? number Hz, default 0: no spring, the speed alone; 0..1e6
---@field damping? number ratio, default 0: no damper, and then vx, vy do nothing; without hertz it is not used; 0..1e6
---@field max? number N, default without limit; 0..1e18 or math.huge

---With hertz a spring to the angle whose damper brings b to the speed; without that speed alone.
---@class cairn.DriveAngularKeys
---@field angle? number rad of b minus that of a, from what it is at creation; default 0; -1e9..1e9
---@field speed? number rad/s, default 0; -1e9..1e9
---@field hertz? number Hz, default 0: no spring, the speed alone; 0..1e6
---@field damping? number ratio, default 0: no damper, and then speed does nothing; without hertz it is not used; 0..1e6
---@field max? number N m, default without limit; 0..1e18 or math.huge

---Drives b to a speed or a pose as seen from a, no harder than it may. Without a part it leaves that
---free.
---@class cairn.DriveKeys : cairn.JointKeys, cairn.Ends, cairn.Anchor
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field linear? cairn.DriveLinearKeys how it is moved, default not at all
---@field angular? cairn.DriveAngularKeys how it is turned, default not at all

---Brakes b against a, as a floor does that is seen from above.
---@class cairn.FrictionKeys : cairn.JointKeys, cairn.Ends
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field at? number[] m {x, y}, default the centre of mass of b; -1e6..1e6
---@field from? number[] m {x, y} on a, where that is another place, default at; -1e6..1e6
---@field to? number[] m {x, y} on b, default at; -1e6..1e6
---@field max_force? number N, default without limit; 0..1e18 or math.huge
---@field max_torque? number N m, default without limit; 0..1e18 or math.huge

---The two never meet while it is enabled. It ties nothing: each of them sleeps on its own.
---@class cairn.FilterKeys : cairn.JointKeys, cairn.Ends

---@class cairn.MouseKeys : cairn.JointKeys
---@field body cairn.Body what it pulls, dynamic
---@field x number m, where it takes hold, and pulls to at first; -1e6..1e6
---@field y number m; -1e6..1e6
---@field at? number[] m {x, y}, where it takes hold, default x and y; -1e6..1e6
---@field hertz? number Hz, default 5; 0..1e6
---@field damping? number ratio, default 0.7; 0..1e6
---@field max_force? number N, default without limit; 0..1e18 or math.huge

---Keeps a's coordinate plus ratio times b's: angle of a revolute or wheel, way of a prismatic. Goes
---with one of its joints, and waits while one of them is off.
---@class cairn.GearKeys : cairn.JointKeys
---@field a cairn.Joint revolute, prismatic or wheel
---@field b cairn.Joint the same
---@field ratio? number ratio, default 1; of a rack 1/m: 1 / radius of its wheel; 1e-6..1e6 of either sign

---A rope from a over two places to b: it pulls, and hangs when there is slack.
---@class cairn.PulleyKeys : cairn.JointKeys, cairn.Ends
---@field from? number[] m {x, y} on a, default its origin; of the ground it must be given; -1e6..1e6
---@field to? number[] m {x, y} on b, default its origin; of the ground it must be given; -1e6..1e6
---@field ground_from number[] m {x, y}, where the rope of a turns; -1e6..1e6
---@field ground_to number[] m {x, y}, where that of b turns; -1e6..1e6
---@field ratio? number ratio: how often the rope of b counts (as by a block and tackle), default 1; 1e-6..1e6
---@field length? number m of rope, that of b counted ratio times; default what it is at creation; 0..1e9

---Lets b turn against a in one direction; it falls back no further than to the last catch.
---@class cairn.RatchetKeys : cairn.JointKeys, cairn.Ends
---@field step number rad from catch to catch; its sign is the direction; 1e-4..1e9 of either sign
---@field phase? number rad, where one of the catches is, default 0: as it is made; -1e9..1e9
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9

---Limits, motor and spring act on the angle of b against a, wherever the two are. The lanes solve it:
---a light body that carries much gives way at a limit.
---@class cairn.RotaryKeys : cairn.JointKeys, cairn.Ends
---@field reference? number rad, angle of b minus that of a that counts as 0, default what it is at creation; -1e9..1e9
---@field limits? number[]|cairn.LimitKeys rad {lower, upper}, or one of them: { lower = 0 }; default none; -1e9..1e9, or without limit on its side
---@field motor? cairn.MotorKeys rad/s and N m, default none
---@field spring? cairn.TargetSpringKeys about the angle, target in rad, default none

---Methods that a kind does not have raise. What is not there reads as nil and goes by nil.
---@class cairn.Joint
local Joint = {}

---Its kind, as the constructor is called.
---@return cairn.JointType
function Joint:type() end
---@return integer
function Joint:id() end
---@return string?
function Joint:name() end
---@param name string? nil: none
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
---The ground where none was given; of a gear the bodies that it turns.
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
---m in the world, now; of a motor x1, y1 is where b's anchor belongs.
---@return number x1, number y1, number x2, number y2
function Joint:anchors() end
---m: the anchors on a and on b, each in the frame of its body, as `body:to_local` gives it; of a mouse
---x1, y1 is where it pulls, in the world.
---@return number x1, number y1, number x2, number y2
function Joint:local_anchors() end
---Wakes, as all that follow. Nothing is kicked: what is apart by it comes together no faster than the
---world's `push_speed`; a slider stays where it was on its way, a rope as slack. Those with `from`.
---@param x1 number m on a; -1e6..1e6
---@param y1 number m
---@param x2 number m on b
---@param y2 number m
function Joint:set_local_anchors(x1, y1, x2, y2) end
---Both anchors there: what is held together is so already. Of a mouse where it holds its body.
---@param x number m in the world; -1e6..1e6
---@param y number m
function Joint:set_at(x, y) end
---The anchor on a.
---@param x number m in the world; -1e6..1e6
---@param y number m
function Joint:set_from(x, y) end
---The anchor on b.
---@param x number m in the world; -1e6..1e6
---@param y number m
function Joint:set_to(x, y) end
---m: the anchor on a, in the world, now. Not of mouse, filter, gear and ratchet.
---@return number x, number y
function Joint:from() end
---m: the anchor on b, in the world, now; far from the other one where a spring or a blow has brought
---it.
---@return number x, number y
function Joint:to() end
---m: the anchor on a again, where `at` has put both; of a mouse where it holds its body. Revolute,
---prismatic, wheel, weld, motor, friction, mouse.
---@return number x, number y
function Joint:at() end
---N, N, N m on b, averaged over the last step; of one that is off 0, of one that has just broken what
---broke it, of one that sleeps what it did last.
---@return number fx, number fy, number torque
function Joint:force() end
---N of a prismatic, wheel or distance along its way, above 0 forwards, or away from a; N m of a revolute
---or rotary, and of a wheel's motor: what its motor did in the last sub-step.
---@return number
function Joint:motor_force() end
---N or N m: the same of its spring.
---@return number
function Joint:spring_force() end
---N or N m: the same of its limits: above 0 the lower one, below 0 the upper one, or a rope.
---@return number
function Joint:limit_force() end
---m and rad by which what it holds is violated now; of a motor how far its springs are from the pose.
---@return number linear, number angular
function Joint:error() end
---rad of b minus that of a minus the reference, counting turns. Revolute, rotary, wheel, motor,
---friction, ratchet; prismatic and weld, where it should be 0.
---@return number
function Joint:angle() end
---What the motor drives: rad/s of a revolute, rotary or wheel, m/s along the axis of a prismatic, m/s of
---growth of a distance. Of a ratchet rad/s.
---@return number
function Joint:speed() end
---m along the axis since creation. Prismatic, wheel.
---@return number
function Joint:translation() end
---m between the anchors now. Distance; of a pulley of the rope, that of b counted ratio times.
---@return number
function Joint:length() end
---rad of a revolute or rotary, m of a prismatic or wheel, -math.huge or math.huge where there is none on that
---side; of a distance its min (0: none) and max (math.huge: none). nil: none. Revolute, rotary, prismatic, wheel, distance.
---@return number? lower, number? upper
function Joint:limits() end
---Wakes.
---@param lower number? rad or m; -math.huge: none on that side; nil: none
---@param upper? number rad or m, lower or more; math.huge: none on that side; needed with lower, default none
function Joint:set_limits(lower, upper) end
---rad/s and N m of a revolute, rotary or wheel, m/s and N of a prismatic or distance; nil: none.
---@return number? speed, number? max
function Joint:motor() end
---Wakes, as all setters of joints do.
---@param speed number? rad/s of a revolute, rotary or wheel, else m/s; nil: no motor
---@param max? number N m of a revolute, rotary or wheel, else N; default as it is, at first without limit
function Joint:set_motor(speed, max) end
---Hz and ratio; nil: none. Revolute, rotary, prismatic, wheel, distance,
---mouse.
---@return number? hertz, number? damping
function Joint:spring() end
---Wakes.
---@param hertz number? Hz, 0..1e6; nil: none, which a mouse does not take
---@param damping? number ratio, default as it is, at first 0: it swings on for ever
function Joint:set_spring(hertz, damping) end
---N/m, or N m/rad about an angle; nil where hertz were given. Revolute, rotary, prismatic, wheel,
---distance. `spring()` then tells the hertz that follow from it where the bodies are.
---@return number? stiffness
function Joint:stiffness() end
---Wakes. In place of the hertz that it had.
---@param stiffness number N/m or N m/rad, 0..1e18
---@param damping? number ratio, default as it is, at first 0: it swings on for ever
function Joint:set_stiffness(stiffness, damping) end
---N, or N m about an angle; math.huge: without limit. Revolute, rotary, prismatic, wheel, distance.
---@return number
function Joint:spring_max() end
---Wakes.
---@param max number? N or N m, 0 or more; nil or math.huge: without limit
function Joint:set_spring_max(max) end
---rad of a revolute or rotary, m of a prismatic or wheel: where the spring rests; x, y in m of a mouse; x, y,
---angle in m and rad of a motor.
---@return number target, number? y, number? angle
function Joint:target() end
---@param target number rad of a revolute or rotary, m of a prismatic or wheel; x, m, of a mouse or motor
---@param y? number m, of a mouse or motor, which need it; default none
---@param angle? number rad, of a motor; default as it is
function Joint:set_target(target, y, angle) end
---m/s, m/s, rad/s: what a motor drives to, in the frame of a; nil for an axis that it leaves free.
---@return number? vx, number? vy, number speed
function Joint:velocity() end
---@param vx number? m/s in the frame of a; nil leaves that axis free, but not both
---@param vy number? m/s; nil leaves that axis free
---@param speed? number rad/s, default as it is
function Joint:set_velocity(vx, vy, speed) end
---Hz, ratio, N. Weld: nil is rigid, and there is no max. Motor: nil is none, hertz 0 the speed alone.
---@return number? hertz, number? damping, number? max
function Joint:linear() end
---@param hertz number? Hz; nil or 0: rigid of a weld; of a motor nil: none, 0: the speed alone
---@param damping? number ratio, default as it is, at first 0
---@param max? number N, of a motor; default as it is, at first without limit
function Joint:set_linear(hertz, damping, max) end
---Hz, ratio, N m: the same about the anchor.
---@return number? hertz, number? damping, number? max
function Joint:angular() end
---@param hertz number? Hz; nil or 0: rigid of a weld; of a motor nil: none, 0: the speed alone
---@param damping? number ratio, default as it is, at first 0
---@param max? number N m, of a motor; default as it is, at first without limit
function Joint:set_angular(hertz, damping, max) end
---m: the key `length`. Distance, pulley.
---@return number
function Joint:rest_length() end
---Distance, pulley.
---@param length number m, 0 or more, of a rod 0.001 or more
function Joint:set_length(length) end
---m; nil: none. Distance.
---@return number?
function Joint:min() end
---@param min number? m, 0 or more; nil: none
function Joint:set_min(min) end
---m; nil: none. Distance.
---@return number?
function Joint:max() end
---@param max number? m, min or more; nil: none
function Joint:set_max(max) end
---m, of the target. Mouse.
---@return number
function Joint:x() end
---m, of the target. Mouse.
---@return number
function Joint:y() end
---Hz. Mouse.
---@return number
function Joint:hertz() end
---@param hertz number Hz, 0..1e6
function Joint:set_hertz(hertz) end
---Ratio. Mouse.
---@return number
function Joint:damping() end
---@param damping number ratio, 0..1e6
function Joint:set_damping(damping) end
---N; math.huge: without limit. Mouse, friction.
---@return number
function Joint:max_force() end
---@param max_force number? N, 0 or more; nil or math.huge: without limit
function Joint:set_max_force(max_force) end
---N m; math.huge: without limit. Friction.
---@return number
function Joint:max_torque() end
---@param max_torque number? N m, 0 or more; nil or math.huge: without limit
function Joint:set_max_torque(max_torque) end
---rad, angle of b minus that of a that counts as 0. Revolute, prismatic, wheel, weld, motor, friction,
---ratchet.
---@return number
function Joint:reference() end
---What it holds there comes there gently; gears and ratchets of it catch anew.
---@param reference number rad; -1e9..1e9
function Joint:set_reference(reference) end
---m along the axis that counts as 0. Prismatic, wheel.
---@return number
function Joint:origin() end
---@param origin number m along the axis; -1e6..1e6
function Joint:set_origin(origin) end
---A direction in the world, of length 1. Prismatic, wheel.
---@return number x, number y
function Joint:axis() end
---Where it is on its way stays.
---@param x number direction in the world, of any length but 0
---@param y number direction
function Joint:set_axis(x, y) end
---The two that a gear couples.
---@return cairn.Joint a, cairn.Joint b
function Joint:joints() end
---Ratio: how often the coordinate or the rope of b counts; 1/m of a rack. Gear, pulley.
---@return number
function Joint:ratio() end
---From where everything is now: nothing is kicked.
---@param ratio number of a gear not 0, of a pulley more than 0: no unit but 1/m of a rack
function Joint:set_ratio(ratio) end
---m of rope on both sides now. Pulley.
---@return number a, number b
function Joint:lengths() end
---m: where the rope of a turns. Pulley.
---@return number x, number y
function Joint:ground_from() end
---m: where the rope of b turns. Pulley.
---@return number x, number y
function Joint:ground_to() end
---rad from catch to catch. Ratchet.
---@return number
function Joint:step() end
---@param step number rad, 1e-4 or more in size; its sign is the direction
function Joint:set_step(step) end
---rad, where one of the catches is. Ratchet.
---@return number
function Joint:phase() end
---@param phase number rad
function Joint:set_phase(phase) end
---N; math.huge: never.
---@return number
function Joint:break_force() end
---@param force number? N, 0 or more; nil or math.huge: never
function Joint:set_break_force(force) end
---N m; math.huge: never.
---@return number
function Joint:break_torque() end
---@param torque number? N m, 0 or more; nil or math.huge: never
function Joint:set_break_torque(torque) end
---N; math.huge: no hook tells.
---@return number
function Joint:alarm_force() end
---@param force number? N, 0 or more; nil or math.huge: no hook tells
function Joint:set_alarm_force(force) end
---N m; math.huge: no hook tells.
---@return number
function Joint:alarm_torque() end
---@param torque number? N m, 0 or more; nil or math.huge: no hook tells
function Joint:set_alarm_torque(torque) end
---What the hook `joint_alarm` told last.
---@return boolean
function Joint:is_alarmed() end
---Whether it is not drawn.
---@return boolean
function Joint:is_hidden() end
---@param hidden boolean
function Joint:set_hidden(hidden) end
---Whether its bodies meet each other.
---@return boolean
function Joint:is_collide() end
---@param collide boolean
function Joint:set_collide(collide) end
---False once it has broken.
---@return boolean
function Joint:is_enabled() end
---Switches it on again, too, when it has broken.
---@param enabled boolean
function Joint:set_enabled(enabled) end
