-- An hourglass. Grains do not run like water: the stream through the neck is as strong at the end
-- as at the beginning, however high they stand above it. Space turns it over.
local cairn = require "cairn"

scene.params {
  grains = { 280, 20, 320, step = 1, rebuild = true },
  neck   = { 1, 0.3, 2, rebuild = true },             -- m wide; below it they jam
}

local HALF, TALL, RADIUS = 3, 5, 0.11

local glass, turns, seconds

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local n = p.neck / 2
  glass = world:body { type = "kinematic" }
  glass:add_chain { loop = true, radius = 0.06, friction = 0.2, points = {
    -HALF, TALL, -HALF, 3, -n, 0.3, -n, -0.3, -HALF, -3, -HALF, -TALL,
    HALF, -TALL, HALF, -3, n, -0.3, n, 0.3, HALF, 3, HALF, TALL } }
  local left, y = p.grains, 1.2
  while left > 0 and y < TALL - 0.2 do                -- rows as wide as the glass is there
    local half = math.min(HALF, n + (y - 0.3) * (HALF - n) / 2.7) - 0.35
    local row = math.min(math.max(1, math.floor(2 * half / 0.235)), left)
    for i = 1, row do
      world:circle {
        x = (i - (row + 1) / 2) * 0.235, y = y, radius = RADIUS, friction = 0.3, rolling = 0.02,
        color = { 0.9, 0.75 - 0.2 * math.random(), 0.4 },
      }
    end
    left, y = left - row, y + 0.23
  end
  turns, seconds = 0, 0
  return world
end

-- Half a turn takes a second and a half.
function scene.update(dt)
  seconds = seconds + dt
  local wanted = turns * math.pi
  local angle = glass:angle() % (2 * math.pi)
  local left = (wanted - angle) % (2 * math.pi)
  glass:set_angular_velocity(left > 0.03 and left < 2 * math.pi - 0.03
    and math.min(left / dt, math.pi / 1.5) or 0)
end

function scene.keypressed(key)
  if key == "space" then turns, seconds = turns + 1, 0 end
end

function scene.draw()
  local below = 0
  for body in scene.world:bodies "dynamic" do
    local _, y = body:position()
    if y < 0 then below = below + 1 end
  end
  ui.label("%.1f s", seconds)
  ui.plot("below the neck", below)
end
