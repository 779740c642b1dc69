---@meta _
-- luacheck: ignore 212 241 631

---What `cairn.rays(n)` gives: rays, and what each of them meets. A world fills it by
---`world:raycasts(rays)`, which costs half of single calls and makes no garbage. `#rays` is how many
---there are.
---@class cairn.Rays
local Rays = {}

---Where ray i begins and ends, from the next `world:raycasts` on; until then it meets nothing.
---@param i integer 1..#rays
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
function Rays:set(i, x1, y1, x2, y2) end
---Where it begins and ends, m. At first all stand at 0, 0, and have no length.
---@param i integer 1..#rays
---@return number x1, number y1, number x2, number y2
function Rays:get(i) end
---All of them from one point, evenly: the first at the angle from, the last at the angle to; once
---around where that is not given.
---@param x number m
---@param y number m
---@param length number m, >= 0
---@param from? number rad, default 0
---@param to? number rad, default once around, where the last does not fall on the first
function Rays:fan(x, y, length, from, to) end
---What ray i meets first, as `world:raycast` gives it: shape, x and y in m, a direction, a share of the
---way, the piece; nil where that is nothing, where it was set since, and where the world was restored
---or destroyed since.
---@param i integer 1..#rays
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction, integer? piece
function Rays:hit(i) end
---How far it comes, as a share of its way; 1 where hit is nil.
---@param i integer 1..#rays
---@return number
function Rays:fraction(i) end
---The point up to which it comes, m: where it meets something, or its end.
---@param i integer 1..#rays
---@return number x, number y
function Rays:point(i) end

return Rays
