-- Balls of growing restitution fall together: each rebounds to e^2 of the height that it fell from.
local cairn = require "cairn"

scene.params {
  balls  = { 11, 2, 21, step = 1, rebuild = true },
  height = { 6, 1, 12, rebuild = true },        -- m
}
scene.steps = 600

local RADIUS, GAP = 0.35, 1.1
local list, marks

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:halfspace {}
  list = {}
  for i = 1, p.balls do
    local e = (i - 1) / (p.balls - 1)
    local x = (i - (p.balls + 1) / 2) * GAP
    local ball = world:circle { x = x, y = p.height + RADIUS, radius = RADIUS, restitution = e }
    list[i] = { ball = ball, x = x, e = e, best = 0, up = false }
  end
  marks = true
  return world
end

-- How high each has come after its first touch.
function scene.update()
  for _, b in ipairs(list) do
    local _, y = b.ball:position()
    local _, vy = b.ball:velocity()
    b.up = b.up or vy > 0
    if b.up then b.best = math.max(b.best, y - RADIUS) end
  end
end

function scene.keypressed(key)
  if key == "m" then marks = not marks end
end

function scene.draw()
  for _, b in ipairs(list) do
    if marks then
      local wanted = b.e ^ 2 * scene.p.height
      pen.color(1, 0.8, 0.3)
      pen.line(b.x - 0.4, wanted, b.x + 0.4, wanted)
      pen.color(0.4, 0.8, 1)
      pen.line(b.x - 0.3, b.best, b.x + 0.3, b.best)
    end
    pen.color(1, 1, 1)
    pen.text(b.x - 0.3, -0.6, "%.1f", b.e)
  end
end
