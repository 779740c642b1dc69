-- Prismatic joints: an elevator whose motor serves floor after floor, with doors on rails that open
-- by springs to a target, a piston on a spring, and a ramp on a slanting rail. Space: next floor.
local cairn = require "cairn"

scene.params {
  speed = { 2, 0.2, 6 },                              -- m/s
  power = { 4000, 200, 10000 },                       -- N of its motor
}

local FLOORS, HEIGHT = 4, 3                           -- m from floor to floor

local lift, doors, target, rest

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 30, h = 1 }
  for i = 0, FLOORS - 1 do
    world:box { type = "static", x = -5.5, y = i * HEIGHT - 0.1, w = 7, h = 0.2 }
    world:box { x = -5, y = i * HEIGHT + 0.5, w = 0.8, h = 0.8, color = 0xb08050 }
  end
  local cabin = world:body { y = 0.1, can_sleep = false }
  for _, y in ipairs { 0, 2.4 } do
    cabin:add_box { y = y, w = 3.2, h = 0.2, density = 4, color = 0x7088a8 }
  end
  cabin:add_box { x = 1.5, y = 1.2, w = 0.2, h = 2.2, density = 4, color = 0x7088a8 }
  lift = world:prismatic { b = cabin, axis = { 0, 1 }, limits = { 0, (FLOORS - 1) * HEIGHT },
    motor = { speed = 0, max = p.power } }
  local door = world:box { x = -1.5, y = 1.3, w = 0.1, h = 2, color = 0xd0d070 }
  doors = world:prismatic { a = cabin, b = door, axis = { 0, 1 }, limits = { 0, 1.9 },
    spring = { hertz = 1.5, damping = 1, target = 0 } }
  for i = 0, 2 do world:circle { x = -0.5 + 0.6 * i, y = 0.6, radius = 0.25, rolling = 0.05 } end
  for i = 0, 2 do                                     -- scales: the heavier, the deeper
    local pan = world:box { x = 5 + 2 * i, y = 2.5, w = 1.4, h = 0.2, color = 0x60a080 }
    world:prismatic { b = pan, axis = { 0, 1 }, limits = { -2, 1 },
      spring = { hertz = 1.2, damping = 0.2 } }
    world:box { x = 5 + 2 * i, y = 4, w = 0.6, h = 0.3 + 0.3 * i }
  end
  local cart = world:box { x = 5, y = 8, w = 1, h = 0.5, angle = 0.4, color = 0xc06060 }
  world:prismatic { b = cart, axis = { cairn.cos(0.4), cairn.sin(0.4) }, limits = { -1, 5 },
    motor = { speed = 1.5, max = 100 }, name = "cart" }
  target, rest = 1, 1
  return world
end

local function next_floor() target = (target + 1) % FLOORS end

-- As fast as it may, and slower close to the floor; then the door opens for a while.
function scene.update(dt)
  local left = target * HEIGHT - lift:translation()
  local most = scene.p.speed
  lift:set_motor(math.max(-most, math.min(most, 3 * left)), scene.p.power)
  local there = math.abs(left) < 0.05
  doors:set_target(there and 1.8 or 0)
  rest = there and rest - dt or 2
  if rest < 0 then next_floor() end
  local cart = scene.world:find "cart"
  local way = cart:translation()
  if way > 4.9 then cart:set_motor(-1.5) elseif way < -0.9 then cart:set_motor(1.5) end
end

function scene.keypressed(key) if key == "space" then next_floor() end end

function scene.draw()
  ui.plot("N of the motor", select(2, lift:force()))
end
