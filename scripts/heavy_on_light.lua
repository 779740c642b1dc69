-- Heavy things on light ones. Each column carries a block that weighs more: 1, 10, 100, 1000 times
-- what bears it. A solver that iterates sinks here; what rests is solved exactly.
local cairn = require "cairn"

scene.params {
  columns = { 4, 1, 5, step = 1, rebuild = true },
  crates  = { 4, 1, 10, step = 1, rebuild = true },   -- below the heavy one
  drop    = { 0, 0, 3, rebuild = true },              -- m that it falls
}

local SIZE = 0.8

local columns                                         -- { ratio, crates, heavy }

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 4 * p.columns + 6, h = 1 }
  columns = {}
  for i = 1, p.columns do
    local x, ratio = (i - (p.columns + 1) / 2) * 4, 1
    for _ = 2, i do ratio = 10 * ratio end
    local column = { ratio = ratio, x = x }
    for row = 1, p.crates do
      column[row] = world:box { x = x, y = (row - 0.5) * SIZE, w = SIZE, h = SIZE }
    end
    column.heavy = world:box {
      x = x, y = p.crates * SIZE + p.drop + 0.8, w = 1.6, h = 1.6,
      mass = ratio * p.crates * SIZE * SIZE, color = { 0.3, 0.3, 0.35 },
    }
    columns[i] = column
  end
  return world
end

-- How much lower the heavy one stands than the heights below it add up to.
local function sunk(column)
  return #column * SIZE + 0.8 - column.heavy:y()
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, column in ipairs(columns) do
    column.heavy:wake()
    column.heavy:apply_impulse(0, 4 * column.heavy:mass())
  end
end

function scene.draw()
  for _, column in ipairs(columns) do
    pen.text(column.x - 0.8, column.heavy:y() + 1.2, "%d : 1", column.ratio)
    pen.text(column.x - 0.8, -0.6, "%.2f mm", 1000 * sunk(column))
  end
end
