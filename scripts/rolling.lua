-- Rolling resistance: balls of growing resistance, let go at one speed. A disc with the coefficient
-- k comes to rest after 3 v^2 / (4 g k): its drag is that of two thirds of k g.
local cairn = require "cairn"

scene.params {
  speed = { 6, 1, 15, rebuild = true },         -- m/s
  least = { 0.05, 0.01, 0.3, rebuild = true },  -- resistance of the topmost
  balls = { 8, 2, 12, step = 1, rebuild = true },
}
scene.steps = 1200

local RADIUS, DROP, START = 0.4, 1.4, -16
local G = 10
local lanes

function scene.load(p)
  local world = cairn.world { gravity = { 0, -G } }
  lanes = {}
  for i = 1, p.balls do
    local y, rolling = (p.balls - i) * DROP, p.least * i
    world:segment { x1 = START - 1, y1 = y, x2 = 400, y2 = y, friction = 1 }
    local ball = world:circle { x = START, y = y + RADIUS, radius = RADIUS, friction = 1,
      rolling = rolling, vx = p.speed, angular_velocity = -p.speed / RADIUS }
    lanes[i] = { ball = ball, y = y, rolling = rolling,
      way = 3 * p.speed ^ 2 / (4 * G * rolling) }
  end
  return world
end

function scene.draw()
  for _, lane in ipairs(lanes) do
    local x = lane.ball:position()
    pen.color(1, 0.8, 0.3)
    pen.line(START + lane.way, lane.y, START + lane.way, lane.y + 2 * RADIUS)
    pen.color(1, 1, 1)
    pen.text(START - 6, lane.y + RADIUS, "%.2f: %.2f m of %.2f", lane.rolling, x - START,
      lane.way)
  end
end
