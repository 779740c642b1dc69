-- heap_N: how the cost grows with the number of bodies. `cairn bench heap --set n=10000`
local cairn = require "cairn"

scene.steps = 300

scene.params {
  n = { 1000, 100, 200000, step = 1, rebuild = true },
}

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  local n = p.n
  local k = math.ceil(math.sqrt(n))
  local ground = world:body { type = "static" }
  ground:add_box { y = -0.5, w = 0.6 * k + 2, h = 1 }
  for side = -1, 1, 2 do -- inner faces at x = +-(0.3 k + 0.5), standing on y = 0
    ground:add_box { x = side * (0.3 * k + 1), y = 0.6 * k, w = 1, h = 1.2 * k }
  end
  for i = 0, n - 1 do
    local row = i // k
    world:box {
      x = -0.3 * (k - 1) + 0.6 * (i % k) + 0.02 * (row % 3), y = 1 + 0.6 * row, w = 0.5, h = 0.5,
    }
  end
  return world
end
