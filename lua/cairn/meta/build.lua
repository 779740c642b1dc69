---@meta _
-- luacheck: ignore 212 241 631

-- The module `require "cairn.build"`: ropes, cars, cloth and the like. See cairn.lua.

---What the builders of `require "cairn.build"` take besides their own keys; they go to every shape.
---@class cairn.PartKeys
---@field density? number kg/m^2, default 1; 8 of a chain, 4 of a bridge
---@field friction? number coefficient, default 0.6; 0.8 of a bridge; wheels have their grip
---@field restitution? number ratio 0..2, default 0
---@field rolling? number coefficient of the torque against rolling, default 0; 0.01 of wheels
---@field layer? string default "default"
---@field group? integer default a negative one of its own: parts do not meet each other
---@field collide? boolean whether parts meet each other, default false
---@field break_force? number N that a joint bears, default without limit
---@field color? cairn.Color default the viewer's choice

---Links in a row from point to point.
---@class cairn.LineKeys : cairn.PartKeys
---@field from number[] m {x, y}
---@field to number[] m {x, y}
---@field links? integer how many, default by their size
---@field slack? number ratio: 0.1 makes it a tenth longer than the way, and hang; default 0: tight between two fixed points it bears many times its weight, which counts for `break_force`
---@field a? cairn.Body|false what it starts at, default the ground; false: nothing
---@field b? cairn.Body|false what it ends at, default nothing, for a bridge the ground
---@field stiff? number Hz of a spring in each hinge, default 0: none
---@field damping? number 1/s, how links stop turning, default 0.1

---@class cairn.RopeKeys : cairn.LineKeys
---@field radius? number m, half its thickness, default 0.05
---@class cairn.ChainLinkKeys : cairn.LineKeys
---@field width? number m of a link from its broad side, default 0.24
---@class cairn.BridgeKeys : cairn.LineKeys
---@field thickness? number m of a plank, default 0.15

---@class cairn.SoftKeys : cairn.PartKeys
---@field x? number m, of its middle, default 0
---@field y? number m, default 0
---@field radius? number m, default 1
---@field kind? "blob"|"donut" with a springy core, or hollow; default "blob"
---@field parts? integer capsules in the ring, 5 or more, default 16
---@field thickness? number m of the ring, default a fifth of the radius
---@field hertz? number Hz of its springs, default what keeps its area within a tenth
---@field damping? number ratio, default 0.5

---@class cairn.RagdollKeys : cairn.PartKeys
---@field x? number m, between its feet, default 0
---@field y? number m, of its soles, default 0
---@field height? number m, default 1.8
---@field stiff? number Hz of the springs in its hinges, default 1.5; 0: none

---@class cairn.CarKeys : cairn.PartKeys
---@field x? number m, of its middle, default 0
---@field y? number m, of the ground under it, default 0
---@field length? number m, default 3
---@field torque? number N m of each wheel's motor, default what gives 8 m/s in two seconds or so
---@field hertz? number Hz of the body on its springs, default 4
---@field damping? number ratio, default 0.7
---@field grip? number friction coefficient of the wheels, default 1.2

---@class cairn.ClothKeys : cairn.PartKeys
---@field x? number m, of its upper left corner, default 0
---@field y? number m, default 0
---@field w? number m, default 4
---@field h? number m, default 3
---@field columns? integer discs in a row, 2 or more, default 12
---@field rows? integer discs in a column, 2 or more, default 9
---@field pin? "top"|"corners"|"left"|"none" what is nailed to the ground, default "top"
---@field radius? number m of a disc, default three tenths of the gap
---@field hertz? number Hz of springs instead of rods, default none: rods
---@field damping? number ratio of the springs, default 0.5
---@field drag? number 1/s, damping of each disc, default 0.3

---What brings a body to a pose: p (target - place) + i (the sum of that over time) - d speed, as an
---acceleration. What has no target is left free.
---@class cairn.PidKeys
---@field body cairn.Body dynamic, what it pushes
---@field x? number m in the world, where the body's origin is to be, default none: free
---@field y? number m, default none: free
---@field angle? number rad, the nearer way round, default none: free
---@field p? number m/s^2 for each m, or rad likewise, default 16
---@field i? number m/s^2 for each m s, default 0; what a load leaves is gone with it
---@field d? number 1/s, default 8: twice the root of p does not overshoot
---@field max_force? number N, default without limit
---@field max_torque? number N m, default without limit

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
---kg
---@return number
function Thing:mass() end
---m: its centre of mass, in the world.
---@return number x, number y
function Thing:center() end
---@param vx number m/s
---@param vy number m/s
function Thing:set_velocity(vx, vy) end
---Shared by mass: all parts change their velocity alike.
---@param ix number N s
---@param iy number N s
function Thing:apply_impulse(ix, iy) end
---m, of a line: the sum of its links.
---@return number
function Thing:length() end
---m, of a line: where its ends are.
---@return number x1, number y1, number x2, number y2
function Thing:ends() end
---m^2, of a soft body: what its ring encloses.
---@return number
function Thing:area() end
---m, of a soft body: the corners of its ring, flat.
---@param t? table default a new table
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
---m/s, of a car, along itself.
---@return number
function Thing:speed() end

---Of a pid: pushes, for the next step. Call it before each.
---@param dt number s, of that step
function Thing:update(dt) end
---Of a pid.
---@param x number? m; nil: free
---@param y number? m; nil: free
---@param angle number? rad; nil: free
function Thing:set_target(x, y, angle) end
---Of a pid: forgets what it has summed up.
function Thing:reset() end

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
---Brings a body to a pose by force and torque. Its `destroy` lets the body go.
---@param world cairn.World
---@param keys cairn.PidKeys
---@return cairn.Thing
function build.pid(world, keys) end
