-- A car on terrain, on two wheel joints: each a spring and a motor. Left and right drive, down
-- brakes; without a key it drives by itself. Space: jump.
local cairn = require "cairn"
local build = require "cairn.build"

scene.params {
  speed   = { 9, 1, 25 },                             -- m/s
  springs = { 4, 1, 10, rebuild = true },             -- Hz
  damping = { 0.7, 0, 1, rebuild = true },
  grip    = { 1.2, 0.1, 2, rebuild = true },
  crates  = { 12, 0, 60, step = 1, rebuild = true },
}

local WIDTH = 100                                     -- m

local car

local function height(x)
  if x < 34 then return x > 14 and x < 26 and -4 or 0 end   -- a gap for the bridge
  local far = math.min((x - 34) / 20, 1)
  local hills = 1.2 * cairn.sin(0.21 * x) + 0.6 * cairn.sin(0.57 * x + 1)
  return far * (hills + 0.12 * cairn.sin(2.1 * x))
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local points = { -10, 8, -10, 0 }
  for x = -9, WIDTH do
    points[#points + 1], points[#points + 2] = x, height(x)
  end
  points[#points + 1], points[#points + 2] = WIDTH, 12
  world:chain { points = points, friction = 1 }
  build.bridge(world, { from = { 14, -0.08 }, to = { 26, -0.08 }, slack = 0.02, links = 20 })
  for i = 0, p.crates - 1 do
    world:box { x = 30 + i % 3 * 0.65, y = 0.3 + i // 3 * 0.6, w = 0.6, h = 0.6, density = 0.2 }
  end
  car = build.car(world, {
    y = 0.05, hertz = p.springs, damping = p.damping, grip = p.grip, color = { 0.85, 0.3, 0.25 },
  })
  scene.view { follow = car.chassis, x = 3, y = 0.5, w = 20, lag = 0.2 }
  return world
end

function scene.update()
  local way = 1
  if input.down "right" or input.down "left" or input.down "down" then
    way = (input.down "right" and 1 or 0) - (input.down "left" and 1 or 0)
  end
  car:drive(way * scene.p.speed)
end

function scene.keypressed(key)
  if key == "space" then car:apply_impulse(0, 6 * car:mass()) end
end

function scene.draw()
  local x, y = car.chassis:drawn()
  pen.text(x - 1, y + 1.4, "%.0f km/h", 3.6 * car:speed())
  ui.label("springs %.3f m, %.3f m", car.axles[1]:translation(), car.axles[2]:translation())
  ui.plot("m/s", car:speed())
end
