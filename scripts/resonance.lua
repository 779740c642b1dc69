-- Weights on springs of growing stiffness hang from a beam that moves up and down. The one whose
-- own frequency is the beam's swings furthest. The lines: how far each swings by theory.
local cairn = require "cairn"

scene.params {
  drive   = { 1.2, 0.4, 3 },                          -- Hz of the beam
  stroke  = { 0.06, 0.01, 0.2 },                      -- m
  damping = { 0.05, 0.01, 0.5, rebuild = true },
  count   = { 9, 2, 15, step = 1, rebuild = true },
}

local beam, weights, phase                            -- { body, hertz, low, high, swing }

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  beam = world:box { type = "kinematic", y = 6, w = 1.7 * p.count + 1, h = 0.3 }
  weights, phase = {}, 0
  for i = 1, p.count do
    local x, hertz = (i - (p.count + 1) / 2) * 1.7, 0.4 + 0.2 * i
    local body = world:circle { x = x, y = 2, radius = 0.35, locks = { x = true, rotation = true },
      color = { 0.3 + 0.6 * i / p.count, 0.6, 0.9 - 0.6 * i / p.count } }
    -- it hangs at y = 2: the rest length is shorter by what gravity pulls it
    world:distance { a = beam, b = body, from = { x, 6 },
      length = 4 - 10 / (2 * math.pi * hertz) ^ 2, spring = { hertz = hertz, damping = p.damping } }
    weights[i] = { body = body, x = x, hertz = hertz, low = 2, high = 2, swing = 0 }
  end
  return world
end

function scene.update(dt)
  local before = phase
  phase = phase + 2 * math.pi * scene.p.drive * dt
  beam:move_to(0, 6 + scene.p.stroke * cairn.sin(phase), 0, dt)
  for _, weight in ipairs(weights) do
    local _, y = weight.body:position()
    weight.low, weight.high = math.min(weight.low, y), math.max(weight.high, y)
    if phase // (4 * math.pi) > before // (4 * math.pi) then
      weight.swing, weight.low, weight.high = (weight.high - weight.low) / 2, y, y
    end
  end
end

function scene.draw()
  local damping = scene.p.damping
  for _, weight in ipairs(weights) do
    local r = scene.p.drive / weight.hertz
    local above = 1 + (2 * damping * r) ^ 2
    local far = scene.p.stroke * math.sqrt(above / ((1 - r * r) ^ 2 + (2 * damping * r) ^ 2))
    pen.color(1, 1, 1, 0.5)
    for side = -1, 1, 2 do
      pen.line(weight.x - 0.5, 2 + side * far, weight.x + 0.5, 2 + side * far)
    end
    pen.color(1, 1, 1)
    pen.text(weight.x - 0.5, -0.5, "%.1f Hz", weight.hertz)
    pen.text(weight.x - 0.5, -1, "%.2f m", weight.swing)
  end
end
