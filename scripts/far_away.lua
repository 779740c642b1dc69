-- The same small scene at the origin and far away from it, side by side: a stack, a slow box, a
-- wheel and a pendulum. Places are doubles; the labels say how far the two have come apart.
local cairn = require "cairn"

scene.params {
  kilometres = { 100, 0, 900, step = 1, rebuild = true },
}

local far, here, there

local function build(world, x, y)
  world:box { type = "static", x = x, y = y - 0.5, w = 24, h = 1 }
  for i = 1, 10 do world:box { x = x - 4, y = y + i - 0.5, w = 1, h = 1 } end
  return {
    stack = world:box { x = x - 4, y = y + 10.5, w = 1, h = 1 },
    slow = world:box { x = x - 1, y = y + 0.5, w = 1, h = 1, vx = 0.1, friction = 0,
      can_sleep = false },
    wheel = world:circle { x = x + 2, y = y + 0.5, radius = 0.5, vx = 1, angular_velocity = -2 },
    pendulum = (function()
      local bob = world:circle { x = x + 8, y = y + 6, radius = 0.4 }
      world:revolute { b = bob, at = { x + 5, y + 6 } }
      return bob
    end)(),
  }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  far = p.kilometres * 1000
  here = build(world, 0, 0)
  there = build(world, far, 30)                       -- with 0 km: above the other
  return world
end

function scene.draw()
  for name, body in cairn.pairs(here) do
    local x, y = body:position()
    local u, v = there[name]:position()
    local apart = math.sqrt((u - far - x) ^ 2 + (v - 30 - y) ^ 2)
    pen.text(x, y + 1, "%s: %.4f mm", name, 1000 * apart)
    pen.text(u, v + 1, "%s: %.4f mm", name, 1000 * apart)
  end
end
