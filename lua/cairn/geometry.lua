-- cairn.geometry: shapes made from others in play: outlines of grids, tile maps as few chains that
-- can be dug, polygons cut by a line or by each other. Pure Lua over the plain API; no state but
-- what it gives back.
--
--   local geometry = require "cairn.geometry"
--   local map = geometry.tiles(world, { columns = 100, rows = 50, size = 0.5 })
--   map:dig(3, -2, 1.5)
--
-- Types and keys are in meta/geometry.lua.

---@type cairn.geometry
local geometry = {
  outline = require("cairn.geometry.outline").outline,
  simplify = require("cairn.geometry.outline").simplify,
  tiles = require "cairn.geometry.tiles",
  cut_points = require("cairn.geometry.cut").points,
  cut = require("cairn.geometry.cut").shape,
  difference = require("cairn.geometry.clip").difference,
  intersection = require("cairn.geometry.clip").intersection,
}

return geometry
