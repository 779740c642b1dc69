-- 400 islands: 20 x 20 pyramids of 55 boxes each, 58,000 contacts.
local cairn = require "cairn"

scene.steps = 200

scene.params {
  rows    = { 20, 1, 60, step = 1, rebuild = true },
  columns = { 20, 1, 60, step = 1, rebuild = true },
}

local BASE = 10    -- boxes in the lowest row
local HALF = 0.5   -- m, half a box
local SPACING = 2 * HALF * (BASE + 1)

local function pyramid(world, center_x, base_y)
  for i = 0, BASE - 1 do
    local y = (2 * i + 1) * HALF + base_y
    for j = i, BASE - 1 do
      world:box { x = (i + 1) * HALF + 2 * (j - i) * HALF + center_x - 0.5, y = y, w = 1, h = 1 }
    end
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  local width = p.columns * SPACING
  local ground = world:body { type = "static" }
  for row = 0, p.rows - 1 do
    local y = row * SPACING
    ground:add_segment { x1 = -0.5 * width, y1 = y, x2 = 0.5 * width, y2 = y }
  end
  for row = 0, p.rows - 1 do
    for column = 0, p.columns - 1 do
      pyramid(world, -0.5 * width + column * SPACING + 2 * HALF, row * SPACING)
    end
  end
  return world
end
