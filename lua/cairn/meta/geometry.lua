---@meta _
-- luacheck: ignore 212 241 631

-- The module `require "cairn.geometry"`: shapes made from others in play. See cairn.lua.

---@class cairn.OutlineKeys
---@field columns integer of nodes, 1..4000
---@field rows integer of nodes, 1..4000
---@field value number[]|fun(column: integer, row: integer): number|boolean a number at each node, by rows from the lowest one, or a function that gives it; true counts 1, false 0; where it is `level` or more is solid; of a list each is a ratio or whatever `level` is
---@field level? number ratio, or whatever the values are, default 0.5
---@field size? number m from node to node, default 1
---@field x? number m, of the first node, default 0
---@field y? number m, default 0
---@field tolerance? number m, points that are this near to what is left are left out, default 0

---@class cairn.TileKeys
---@field columns integer 1..4000
---@field rows integer 1..4000
---@field solid? fun(column: integer, row: integer): boolean whether a tile is there, rows from the lowest one, default all
---@field size? number m, of a tile, default 1
---@field x? number m, of the lower left corner, default 0
---@field y? number m, default 0
---@field chunk? integer tiles along a side of what is made anew by an edit, default 10
---@field friction? number coefficient, default 0.6
---@field restitution? number ratio 0..2, default 0
---@field rolling? number coefficient, default 0
---@field radius? number m, rounding of the faces, default 0
---@field layer? string default "default"
---@field color? cairn.Color default the viewer's choice

---@class cairn.geometry
local geometry = {}

---Closed lines around what is solid in a grid of numbers, flat, m: counter-clockwise around what is
---solid, clockwise around holes; for `world:chain { points = ..., loop = true }`. Beyond the grid
---nothing is solid.
---@param keys cairn.OutlineKeys
---@return number[][]
function geometry.outline(keys) end
---The line or loop with fewer points, m, a new list: what is left out lies within the tolerance of it.
---@param points number[] m, flat
---@param tolerance number m, 0 or more
---@param loop? boolean whether the last point is joined to the first, default false
---@return number[] points in m
function geometry.simplify(points, tolerance, loop) end
---A map of square tiles as few chains, on static bodies, that can be dug and filled in play.
---@param world cairn.World
---@param keys cairn.TileKeys
---@return cairn.Map
function geometry.tiles(world, keys) end
---The parts of a simple polygon, m, on both sides of the line through two points; the polygon itself,
---counter-clockwise or not as it was, where the line misses it.
---@param points number[] m, flat
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@return number[][]
function geometry.cut_points(points, x1, y1, x2, y2) end
---`shape:cut(x1, y1, x2, y2)` as a function.
---@param shape cairn.Shape
---@param x1 number m in the world
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@return cairn.Body[]? bodies, string? message
function geometry.cut(shape, x1, y1, x2, y2) end

---What of a simple polygon, m, is outside of another one, as simple polygons that do not overlap,
---counter-clockwise. They may be more than there have to be: a hole in the middle leaves a ring in
---parts.
---@param points number[] m, flat
---@param other number[] m, flat
---@return number[][]
function geometry.difference(points, other) end
---What is inside of both, m, likewise.
---@param points number[] m, flat
---@param other number[] m, flat
---@return number[][]
function geometry.intersection(points, other) end

---What `geometry.tiles` gives. Columns and rows count from 1, rows from the lowest one.
---@class cairn.Map
local Map = {}

---Whether the tile is there; false beyond the map.
---@param column integer
---@param row integer
---@return boolean
function Map:get(column, row) end
---The column and row of the tile at a place, which may lie beyond the map.
---@param x number m in the world
---@param y number m
---@return integer column, integer row
function Map:at(x, y) end
---One tile; whether that changed it. Raises beyond the map.
---@param column integer
---@param row integer
---@param solid boolean
---@return boolean
function Map:set(column, row, solid) end
---Takes away the tiles whose middles are within the radius; how many there were. What lay on them
---wakes.
---@param x number m in the world
---@param y number m
---@param radius number m, 0 or more
---@return integer
function Map:dig(x, y, radius) end
---Puts tiles there; how many.
---@param x number m in the world
---@param y number m
---@param radius number m, 0 or more
---@return integer
function Map:fill(x, y, radius) end
---Of all its chains.
---@return integer
function Map:segment_count() end
---Its bodies go; false when they had gone before.
---@return boolean
function Map:destroy() end

return geometry
