---@meta _
-- luacheck: ignore 212 241 631

---Rays, `#rays` of them, and what each meets by `world:raycasts(rays)`: half the cost of single calls.
---@class cairn.Rays
local Rays = {}

---Where ray i begins and ends; it meets nothing until the next `world:raycasts`.
---@param i integer 1..#rays
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
function Rays:set(i, x1, y1, x2, y2) end
---Where it begins and ends, m; at first at 0, 0.
---@param i integer 1..#rays
---@return number x1, number y1, number x2, number y2
function Rays:get(i) end
---All of them from one point, evenly, from one angle to another.
---@param x number m
---@param y number m
---@param length number m, >= 0
---@param from? number rad, default 0
---@param to? number rad, default once around
function Rays:fan(x, y, length, from, to) end
---What ray i meets first, as `world:raycast` gives it, m; nil: nothing, or it was set, or its world
---restored or destroyed, since.
---@param i integer 1..#rays
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction, integer? piece
function Rays:hit(i) end
---How far it comes, as a share of its way; 1 where hit is nil.
---@param i integer 1..#rays
---@return number
function Rays:fraction(i) end
---Where it meets something, or ends, m.
---@param i integer 1..#rays
---@return number x, number y
function Rays:point(i) end

return Rays
