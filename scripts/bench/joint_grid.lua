-- A cloth of 10,000 discs on 19,800 revolute joints, hung up at seven of them. No contacts.
local cairn = require "cairn"

scene.steps = 500

scene.params {
  n = { 100, 8, 300, step = 1, rebuild = true }, -- discs along each side
}

local function pin(world, a, b, x, y)
  world:revolute { a = a, b = b, at = { x, y } }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false, layers = { "cloth" } }
  world:set_collides("cloth", "cloth", false)
  local n, left = p.n, {}
  for k = 0, n - 1 do
    local column = {}
    for i = 0, n - 1 do
      local held = i == 0 and math.abs(k - n // 2) <= 3
      local disc = world:circle {
        type = held and "static" or "dynamic", x = k, y = -i, radius = 0.4, layer = "cloth",
      }
      if i > 0 then pin(world, column[i - 1], disc, k, 0.5 - i) end
      if k > 0 then pin(world, left[i], disc, k - 0.5, -i) end
      column[i] = disc
    end
    left = column
  end
  return world
end
