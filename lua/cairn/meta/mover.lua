---@meta _
-- luacheck: ignore 212 241 631

-- Movers: characters that go where they are told. See cairn.lua.

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
