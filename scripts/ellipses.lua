-- Ellipses are smooth: they have no corners to roll over. A row of them rocks and rolls down a
-- slope, and a pile of eggs settles in a bowl.
local cairn = require "cairn"

scene.params {
  eggs    = { 30, 0, 80, step = 1, rebuild = true },
  stretch = { 1.6, 1, 4, rebuild = true },            -- long axis over short
}

local SHORT = 0.35
local rollers

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -14, 7, -2, 3, 4, 3, 4, -2, 14, -2, 14, 5 }, friction = 0.9 }
  rollers = {}
  for i = 1, 6 do
    rollers[i] = world:ellipse {
      x = -13.2 + 1.5 * i, y = 8.4 - 0.5 * i, rx = SHORT * p.stretch, ry = SHORT, angle = -0.3,
      friction = 0.9,
    }
  end
  for i = 0, p.eggs - 1 do
    world:ellipse {
      x = 6 + 1.3 * (i % 6), y = -1 + 0.9 * (i // 6), rx = SHORT * (1 + 0.2 * (i % 4)), ry = SHORT,
      angle = 0.7 * i, friction = 0.5, rolling = 0.05,
    }
  end
  return world
end

function scene.draw()
  for _, body in ipairs(rollers) do
    local x, y, angle = body:drawn()
    local reach = SHORT * scene.p.stretch
    pen.line(x, y, x + reach * math.cos(angle), y + reach * math.sin(angle))
  end
end
