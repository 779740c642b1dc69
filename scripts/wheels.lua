-- Two cars on sprung wheels drive to and fro over bumps: the same, but for how hard their springs
-- are and how well damped. Arrow keys drive, space brakes.
local cairn = require "cairn"

scene.params {
  hertz   = { 3, 1, 10 },                             -- of the springs of the blue car
  damping = { 0.7, 0, 2 },                            -- ratio
  torque  = { 30, 0, 200 },                           -- N m of each motor
}

local HALF, TRAVEL = 26, 0.3                          -- m
local SPEED = -16                                     -- rad/s, clockwise drives to the right

local cars, way, braking

local function ground(x)
  local bumps = 0.2 * cairn.sin(2.1 * x) + 0.12 * cairn.sin(5.3 * x + 1)
  return 0.6 * cairn.sin(0.25 * x) + bumps * math.max(0, 1 - math.abs(x) / 22)
end

local function add_terrain(world)
  local points = { -HALF, 12 }
  for i = -130, 130 do
    points[#points + 1], points[#points + 2] = 0.2 * i, ground(0.2 * i)
  end
  points[#points + 1], points[#points + 2] = HALF, 12
  world:chain { points = points, friction = 0.9 }
end

local function add_car(world, x, color, hertz, damping)
  local y, group = ground(x) + 1.3, -1                -- cars pass each other
  local car = { wheels = {} }
  car.body = world:polygon { x = x, y = y, density = 2, group = group, color = color,
    points = { -1.6, -0.2, 1.6, -0.2, 1.5, 0.15, 0.6, 0.25, 0.2, 0.7, -0.9, 0.7, -1.5, 0.2 },
    hull = true }
  for i, side in ipairs { -1, 1 } do
    local wheel = world:circle { x = x + side, y = y - 0.45, radius = 0.4, friction = 1.5,
      density = 1.5, group = group, color = 0x404048 }
    car.wheels[i] = world:wheel {
      a = car.body, b = wheel, axis = { 0, 1 }, limits = { -TRAVEL, TRAVEL },
      spring = { hertz = hertz, damping = damping }, motor = { speed = 0, max = 30 },
    }
  end
  return car
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  add_terrain(world)
  cars = {
    add_car(world, -20, 0x4878c0, p.hertz, p.damping),
    add_car(world, -16, 0xc06048, 8, 0.02),           -- hard and hardly damped
  }
  way, braking = 1, false
  return world
end

function scene.update()
  if input.down "left" then way = -1 elseif input.down "right" then way = 1 end
  local x = cars[1].body:position()
  if x > HALF - 6 then way = -1 elseif x < 6 - HALF then way = 1 end
  for _, car in ipairs(cars) do
    for _, wheel in ipairs(car.wheels) do
      wheel:set_motor(braking and 0 or way * SPEED, scene.p.torque)
    end
  end
  for _, wheel in ipairs(cars[1].wheels) do wheel:set_spring(scene.p.hertz, scene.p.damping) end
end

function scene.keypressed(key) if key == "space" then braking = not braking end end

function scene.draw()
  ui.plot("front springs, m", {
    soft = cars[1].wheels[2]:translation(), hard = cars[2].wheels[2]:translation(),
  })
end
