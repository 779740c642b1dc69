---@meta _
-- luacheck: ignore 212 241 631

-- The table `cairn.vec`: vectors as two numbers. See cairn.lua.

---Vectors as two numbers, in and out, without garbage; the step's own sine and cosine.
---@class cairn.vec
local vec = {}

---Its length: m, or the unit of x and y.
---@param x number m, or any other unit
---@param y number m, or the unit of the first
---@return number
function vec.length(x, y) end
---The length of the way between two points: m, or their unit.
---@param x1 number m, or any other unit
---@param y1 number m, or the unit of the first
---@param x2 number m, or the unit of the first
---@param y2 number m, or the unit of the first
---@return number
function vec.distance(x1, y1, x2, y2) end
---The direction, of length 1, and the length that it had, m or the unit of x and y; 0, 0, 0 of 0, 0.
---@param x number m, or any other unit
---@param y number m, or the unit of the first
---@return number x, number y, number length
function vec.normalize(x, y) end
---x1 x2 + y1 y2: m^2, or the product of both units.
---@param x1 number m, or any other unit
---@param y1 number m, or the unit of the first
---@param x2 number m, or any other unit
---@param y2 number m, or the unit of the first
---@return number
function vec.dot(x1, y1, x2, y2) end
---x1 y2 - y1 x2: m^2, or the product of both units; positive when the second is to the left of the
---first.
---@param x1 number m, or any other unit
---@param y1 number m, or the unit of the first
---@param x2 number m, or any other unit
---@param y2 number m, or the unit of the first
---@return number
function vec.cross(x1, y1, x2, y2) end
---Turned counter-clockwise: m, or the unit of x and y.
---@param x number m, or any other unit
---@param y number m, or the unit of the first
---@param angle number rad
---@return number x, number y
function vec.rotate(x, y, angle) end
---A quarter turn counter-clockwise, -y, x: m, or the unit of x and y.
---@param x number m, or any other unit
---@param y number m, or the unit of the first
---@return number x, number y
function vec.perpendicular(x, y) end
---Between two, or beyond: exactly the first at t = 0 and the second at t = 1; m, or their unit.
---@param x1 number m, or any other unit
---@param y1 number m, or the unit of the first
---@param x2 number m, or the unit of the first
---@param y2 number m, or the unit of the first
---@param t number share of the way
---@return number x, number y
function vec.lerp(x1, y1, x2, y2, t) end
---m, or the unit of the length.
---@param angle number rad, counter-clockwise from +x
---@param length? number m, or any other unit, default 1
---@return number x, number y
function vec.from_angle(angle, length) end
---rad in (-pi, pi], counter-clockwise from +x; 0 of 0, 0.
---@param x number m, or any other unit
---@param y number m, or the unit of the first
---@return number
function vec.angle(x, y) end

return vec
