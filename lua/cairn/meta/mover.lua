---@meta _
-- luacheck: ignore 212 241 631

-- Movers: characters that go where they are told. See cairn.lua.

---A capsule (radius, height) or a box (w, h).
---@class cairn.MoverKeys
---@field x? number m, of its middle, default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field radius? number m of the capsule, which needs it; of a box its rounding, added outside, default 0; 0.001..1e4; of a box 0, too
---@field height? number m of the whole capsule, 2 radius or more; default none: a box; 0.001..1e4
---@field w? number m of the box, default none: a capsule; 0.001..1e4
---@field h? number m of the box, default none: a capsule; 0.001..1e4
---@field up? number[] direction {x, y}, of any length but 0, default {0, 1}; -1e6..1e6
---@field step? number m, how high a step it climbs, default 0.3; 0..1e4
---@field snap? number m, how far below it ground is kept to while it walks, default step; 0..1e4
---@field max_slope? number rad, on which it stands, default math.pi / 4; 0..1.5
---@field push? number N, with which it pushes dynamic bodies in its way, default 0; 0..1e18
---@field mass? number kg: bodies feel it, by a body of its own (body()); default none: they do not; 1e-12..1e12
---@field layer? string default "default": what this layer collides with holds it
---@field filter? cairn.QueryFilter what else may hold it: layers, and one body to ignore, no more; default none: all; sensors never do
---@field one_way? boolean whether one-way shapes hold it, default true
---@field legs? cairn.Legs it stands that far over the ground, on a spring; with a mass it presses the ground as much as that holds it up; default none
---@field data? any whatever belongs to it, default none

---@class cairn.Legs
---@field length number m; 0.001..1e4
---@field hertz number Hz, more than 0, at most 1000; 1e-6..1000
---@field damping? number ratio, default 0.7; 0..1000

---Each step carries it with the ground that it stands on and pushes it out of what moved into it.
---@class cairn.Mover
local Mover = {}

---Slides along what is in the way. On the ground the way across follows slopes and steps, and a way
---down only looks for ground; upwards it leaves the ground. At once, between two steps: speed times
---dt for each. Returns by how much it moved, m.
---@param dx number m; -1e6..1e6
---@param dy number m
---@return number mx, number my
function Mover:move(dx, dy) end
---m, of its middle.
---@return number x, number y
function Mover:position() end
---m, of its middle.
---@return number
function Mover:x() end
---m, of its middle.
---@return number
function Mover:y() end
---Whatever is in between; it stands on nothing then.
---@param x number m
---@param y number m
function Mover:set_position(x, y) end
---m, interpolated for the frame.
---@return number x, number y
function Mover:drawn() end
---m/s, by how much it moved in the last step, carried and pushed included.
---@return number vx, number vy
function Mover:velocity() end
---@return boolean
function Mover:is_grounded() end
---A direction of length 1; nil in the air.
---@return number? nx, number? ny
function Mover:ground_normal() end
---@return cairn.Shape?
function Mover:ground() end
---What it touches where it is: a shape, or another mover, its piece from 1, where (m), the normal there
---towards the mover, a direction, and how fast that comes towards it, m/s, as it moved in the last
---step. Shapes first, by pieces.
---@return fun(): cairn.Shape|cairn.Mover, integer, number, number, number, number, number
function Mover:contacts() end
---Whether there is room for that height, or h of a box, above its feet.
---@param height number m; 0.001..1e4
---@return boolean
function Mover:can_fit(height) end
---With its feet where they are. false, and nothing changed, where there is no room.
---@param radius number m, half the height of a capsule at most; 0.001..1e4
---@return boolean done
function Mover:set_radius(radius) end
---Likewise; raises for a box.
---@param height number m, twice the radius at least; ..1e4
---@return boolean done
function Mover:set_height(height) end
---Likewise; raises for a capsule.
---@param w number m; 0.001..1e4
---@return boolean done
function Mover:set_w(w) end
---Likewise; raises for a capsule.
---@param h number m; 0.001..1e4
---@return boolean done
function Mover:set_h(h) end
---m: of a capsule, or the rounding of a box.
---@return number
function Mover:radius() end
---m; 0 of a box.
---@return number
function Mover:height() end
---m; 0 of a capsule.
---@return number
function Mover:w() end
---m; 0 of a capsule.
---@return number
function Mover:h() end
---A direction of length 1.
---@return number x, number y
function Mover:up() end
---@param x number direction, of any length but 0
---@param y number direction
function Mover:set_up(x, y) end
---m
---@return number
function Mover:step() end
---@param height number m, 0 or more
function Mover:set_step(height) end
---m
---@return number
function Mover:snap() end
---@param distance number m, 0 or more
function Mover:set_snap(distance) end
---rad
---@return number
function Mover:max_slope() end
---@param angle number rad, 0..1.5
function Mover:set_max_slope(angle) end
---N
---@return number
function Mover:push() end
---@param force number N, 0 or more
function Mover:set_push(force) end
---kg; nil without.
---@return number?
function Mover:mass() end
---Gives it a body, or takes it away.
---@param mass number? kg, more than 0; nil takes its body away
function Mover:set_mass(mass) end
---By which bodies, sensors and queries feel one that has a mass; nil without. It follows the mover,
---is in the way of others, rests with its weight on what the mover stands on, and lands on it with a
---blow; what else moves it has no effect. Its layer and filter are the mover's. It stays outside of the
---bounds of the world; one that was destroyed comes back when something of the mover is set.
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
---@param filter cairn.QueryFilter? layers, and one body to ignore, no more; nil: all
function Mover:set_filter(filter) end
---@return boolean
function Mover:one_way() end
---false: it falls through what it stands on, if that is one-way.
---@param holds boolean
function Mover:set_one_way(holds) end
---m, Hz, ratio; nil without legs.
---@return number? length, number? hertz, number? damping
function Mover:legs() end
---Without arguments: none.
---@param length? number m, default none: no legs
---@param hertz? number Hz, needed with a length; default none
---@param damping? number ratio, default 0.7
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
