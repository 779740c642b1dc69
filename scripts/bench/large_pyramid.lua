-- One big island: a pyramid of 5,050 boxes, about 14,950 contacts.
local cairn = require "cairn"

scene.steps = 500

scene.params {
  rows = { 100, 1, 300, step = 1, rebuild = true },
}

local HALF = 0.5 -- m, half a box

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  world:box { type = "static", y = -1, w = 200, h = 2 }
  for i = 0, p.rows - 1 do
    local y = (2 * i + 1) * HALF
    for j = i, p.rows - 1 do
      world:box { x = (i + 1) * HALF + 2 * (j - i) * HALF - HALF * p.rows, y = y, w = 1, h = 1 }
    end
  end
  return world
end
