-- Things with every kind of joint, for scenes whose hashes are compared.
local cairn = require "cairn"

local machines = {}

function machines.floor(world, half)
  world:box { type = "static", y = -0.5, w = 2 * half, h = 1, friction = 0.8 }
end

-- A body with limbs between limits, whose trunk leans by so many rad. keys: of all five boxes,
-- above all vx and vy. Returns the trunk.
function machines.puppet(world, x, y, lean, keys)
  local function part(px, py, w, h, angle)
    local box = { x = px, y = py, w = w, h = h, angle = angle, group = -2 }
    for key, value in pairs(keys or {}) do box[key] = value end
    return world:box(box)
  end
  local trunk = part(x, y, 0.3, 1, lean)
  for side = -1, 1, 2 do
    local upper = part(x + 0.4 * side, y + 0.3, 0.5, 0.1)
    local lower = part(x + 0.9 * side, y + 0.3, 0.5, 0.1)
    world:revolute { a = trunk, b = upper, at = { x + 0.15 * side, y + 0.3 },
      limits = { -0.5, 0.7 } }
    world:revolute { a = upper, b = lower, at = { x + 0.65 * side, y + 0.3 },
      limits = { -0.1, 1.5 } }
  end
  return trunk
end

-- A cart on two sprung wheels that pulls a trailer by a bar, over a rope with a ball.
local function cart(world, x, i)
  local chassis = world:box { x = x, y = 1, w = 2, h = 0.4, density = 2 }
  for k = -1, 1, 2 do
    local wheel = world:circle { x = x + 0.7 * k, y = 0.4, radius = 0.4, friction = 1 }
    world:wheel { a = chassis, b = wheel, axis = { 0.1 * k, 1 }, limits = { -0.2, 0.3 },
      spring = { hertz = 4, damping = 0.5 }, motor = k == 1 and { speed = -2, max = 3 } or nil }
  end
  local ball = world:circle { x = x, y = 2.5, radius = 0.2 }
  world:distance { a = chassis, b = ball, from = { x, 1.2 }, max = 1 + 0.01 * i }
  local trailer = world:box { x = x - 2.2, y = 0.5, w = 1, h = 0.6 }
  world:distance { a = chassis, b = trailer, from = { x - 1, 1 }, to = { x - 1.7, 0.5 } }
  world:filter { a = ball, b = trailer }
end

-- A plate held by a motor joint on a lift, a soft weld on it, and a puck that is braked on it.
local function lift(world, x, i)
  local car = world:box { x = x, y = 5, w = 1.4, h = 0.2 }
  world:prismatic { b = car, axis = { 0, 1 }, limits = { -1, 2 }, name = "lift",
    motor = { speed = 1, max = 200 }, spring = { hertz = 0.5, target = 0.5 } }
  local plate = world:box { x = x + 0.1, y = 6, w = 0.8, h = 0.2 }
  world:motor { a = car, b = plate, name = "arm",
    linear = { y = 0.2, hertz = 3, damping = 0.4, max = 60 },
    angular = { angle = 0.3, speed = 0.1, hertz = 2, damping = 0.2, max = 20 } }
  local mast = world:box { x = x + 0.1, y = 6.6, w = 0.1, h = 1 }
  world:weld { a = plate, b = mast, at = { x + 0.1, 6.1 }, linear = { hertz = 8, damping = 0.5 },
    angular = { hertz = 3, damping = 0.1 } }
  local puck = world:circle { x = x + 0.8, y = 6, radius = 0.2, vx = -2, angular_velocity = 9 }
  world:friction { a = plate, b = puck, max_force = 1 + 0.1 * i, max_torque = 0.02 }
  world:motor { b = puck, linear = { vx = 0.5, max = 0.5 }, angular = { speed = -3, max = 0.01 } }
end

-- A door on a hinge with all that it can have, a spring with a motor, and a hand.
local function door(world, x)
  local leaf = world:box { x = x + 0.6, y = 3, w = 1.2, h = 0.1 }
  world:revolute { b = leaf, at = { x, 3 }, limits = { -1, 12 }, spring = { hertz = 1 },
    motor = { speed = 2, max = 5 }, name = "door" }
  local weight = world:circle { x = x + 1.2, y = 2, radius = 0.25 }
  world:distance { a = leaf, b = weight, from = { x + 1.2, 3 }, min = 0.5, max = 1.5,
    spring = { hertz = 2, damping = 0.1 }, motor = { speed = 0.1, max = 1 }, break_force = 400 }
  world:mouse { body = weight, x = x + 1.3, y = 1.5, hertz = 1, max_force = 15, name = "hand" }
end

-- A wheel on a motor that winds up a rack by a gear, a ratchet that holds it, a pulley below.
local function winch(world, x, i)
  local drum = world:circle { x = x, y = 6, radius = 0.4 }
  local axle = world:revolute { b = drum, at = { x, 6 }, motor = { speed = 2, max = 10 } }
  local rack = world:box { x = x + 0.6, y = 6, w = 0.2, h = 2 }
  local rail = world:prismatic { b = rack, axis = { 0.1, 1 }, limits = { -1, 1 } }
  world:gear { a = axle, b = rail, ratio = -1 / (0.4 + 0.01 * i) }
  world:ratchet { b = drum, step = 0.3, phase = 0.1 * i, name = "pawl" }
  local left = world:box { x = x - 1, y = 4, w = 0.4, h = 0.4, density = 3 }
  local right = world:box { x = x + 1.2, y = 4.5, w = 0.4, h = 0.4 }
  world:pulley { a = left, b = right, ground_from = { x - 1, 8 }, ground_to = { x + 1, 8 },
    ratio = 1 + 0.2 * i, name = "rope" }
end

function machines.all(world, x, i)
  cart(world, x, i)
  lift(world, x + 2.5, i)
  door(world, x - 1)
  winch(world, x, i)
end

--- To call before each step: sets what can be set, and switches joints off and on.
function machines.stir(world)
  local step = 0
  return function()
    step = step + 1
    local t = step / 60
    for joint in world:joints() do
      local name, id = joint:name(), joint:id()
      if (step + id) % 90 == 0 then joint:set_enabled(not joint:is_enabled()) end
      if (step + id) % 20 == 0 then
        local s = cairn.sin(t + id)
        if name == "arm" then
          joint:set_target(0.1 * s, 0.2, s)
        elseif name == "lift" then
          joint:set_motor(s)
        elseif name == "hand" then
          local px, py = joint:target()
          joint:set_target(px + 0.05 * s, py)
        elseif name == "rope" then
          joint:set_length(joint:rest_length() + 0.02 * s)
        elseif name == "pawl" then
          joint:set_step(0.3 + 0.1 * s)
        elseif name == "door" then
          joint:set_limits(-1, 10 + s)
        end
      end
    end
  end
end

return machines
