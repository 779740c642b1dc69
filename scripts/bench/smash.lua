-- An impact: 9,600 sleeping boxes are hit by one of 8 x 8 m, and pairs are made by the thousand.
local cairn = require "cairn"

scene.steps = 300

scene.params {
  columns = { 120, 1, 400, step = 1, rebuild = true },
  rows = { 80, 1, 400, step = 1, rebuild = true },
}

local SIZE = 0.4 -- m, a box and the distance of two

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 } }
  world:box { x = -20, w = 8, h = 8, vx = 40, density = 8 }
  for i = 0, p.columns - 1 do
    for j = 0, p.rows - 1 do
      world:box {
        x = SIZE * i + 30, y = SIZE * (j - p.rows / 2), w = SIZE, h = SIZE, awake = false,
      }
    end
  end
  return world
end
