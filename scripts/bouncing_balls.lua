-- Balls with restitution 0 to 1, side by side. A ball that bounces with restitution e comes back
-- to e * e of the height it fell from: the line over each ball says where that is.
local cairn = require "cairn"

scene.params {
  balls   = { 11, 2, 41, step = 1, rebuild = true },
  height  = { 5, 1, 12, rebuild = true },   -- m, from the floor to the underside
  gravity = { 10, 1, 30, rebuild = true },
}

local RADIUS = 0.3
local SPACING = 1.0

local balls   -- { body, restitution, bounces, best }
local by_body

function scene.load(p)
  local world = cairn.world { gravity = { 0, -p.gravity } }
  -- mixing takes the larger restitution, so the floor's own 0 does not matter
  world:box { type = "static", y = -0.5, w = p.balls * SPACING + 4, h = 1 }
  balls, by_body = {}, {}
  for i = 1, p.balls do
    local restitution = (i - 1) / (p.balls - 1)
    local body = world:circle {
      x = (i - (p.balls + 1) / 2) * SPACING, y = p.height + RADIUS,
      radius = RADIUS, restitution = restitution, name = ("e = %.2f"):format(restitution),
    }
    balls[i] = { body = body, restitution = restitution, bounces = 0, best = 0 }
    by_body[body] = balls[i]
  end
  return world
end

function scene.begin_contact(a, b)
  for _, shape in ipairs { a, b } do
    local ball = by_body[shape:body()]
    if ball then ball.bounces = ball.bounces + 1 end
  end
end

function scene.update()
  for _, ball in ipairs(balls) do
    local _, y = ball.body:position()
    if ball.bounces == 1 then ball.best = math.max(ball.best, y - RADIUS) end
  end
end

function scene.draw()
  for _, ball in ipairs(balls) do
    local x, y = ball.body:drawn()
    local expected = ball.restitution ^ 2 * scene.p.height
    pen.color(1, 0.8, 0.2)
    pen.line(x - 0.4, expected, x + 0.4, expected)
    pen.color(1, 1, 1)
    pen.text(x, y + RADIUS + 0.1, "%.1f", ball.restitution)
  end
end
