-- cairn.build.car: a body on two sprung wheels with a motor on each.
--
-- x, y is where the ground is under the middle of it; `length` from bumper to bumper. Each wheel
-- hangs on a wheel joint: it turns, and slides up and down in the body on a spring.

local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"

local Car = thing.class()

local WHEEL, BASE = 0.14, 0.3    -- a wheel's radius and its distance from the middle, of the length

-- The body's corners, in shares of the length, from the middle of the wheels up.
local HULL = {
  -0.5, 0.02, 0.5, 0.02, 0.5, 0.13, 0.28, 0.18, 0.1, 0.32, -0.24, 0.32, -0.46, 0.17, -0.5, 0.12,
}

local FIELDS = {
  { "x", keys.number, 0 },
  { "y", keys.number, 0 },
  { "length", keys.positive, 3 },
  { "torque", keys.limit },
  { "hertz", keys.positive, 4 },
  { "damping", keys.not_negative, 0.7 },
  { "grip", keys.not_negative, 1.2 },
  { "collide", keys.boolean, false },
  { "break_force", keys.limit },
}

local function scaled(points, size)
  local list = {}
  for i, value in ipairs(points) do list[i] = value * size end
  return list
end

-- N/m. The hertz of a joint are those of the pair it joins, `hertz` those of the body on both of
-- its springs, each of which carries half of it.
local function stiffness_of(chassis, hertz)
  return chassis:mass() / 2 * (2 * math.pi * hertz) ^ 2
end

local function add_wheel(self, values, x, y, radius)
  local wheel = self:add_body { x = x, y = y, fast_rotation = true }
  self:add_circle(wheel, { radius = radius, friction = values.grip, rolling = 0.01 })
  self.wheels[#self.wheels + 1] = wheel
  self.axles[#self.axles + 1] = self:join("wheel", {
    a = self.chassis, b = wheel, at = { x, y }, axis = { 0, 1 },
    limits = { -0.08 * values.length, 0.08 * values.length }, break_force = values.break_force,
    spring = { stiffness = stiffness_of(self.chassis, values.hertz), damping = values.damping },
    motor = { speed = 0, max = values.torque },
  })
end

-- Drive so fast, m/s; positive to the right, 0 brakes.
thing.method(Car, "drive", { keys.number }, function(self, speed)
  for _, axle in thing.living(self.axles) do axle:set_motor(-speed / self.radius, self.torque) end
  if self.chassis:is_valid() and not self.chassis:is_awake() then self.chassis:wake() end
end)

-- Let it roll.
thing.method(Car, "coast", {}, function(self)
  for _, axle in thing.living(self.axles) do axle:set_motor(0, 0) end
end)

-- m/s along itself, forwards positive.
thing.method(Car, "speed", {}, function(self)
  local vx, vy = self.chassis:velocity()
  local ax, ay = self.chassis:dir_to_world(1, 0)
  return vx * ax + vy * ay
end)

return thing.builder("car", FIELDS, Car, function(self, values, world)
  local size = values.length
  local radius = WHEEL * size
  self.radius, self.wheels, self.axles = radius, {}, {}
  self.chassis = self:add_body { x = values.x, y = values.y + radius }
  self:add_polygon(self.chassis, { points = scaled(HULL, size), hull = true })
  -- enough for half its weight at the rims, whatever gravity is
  local gx, gy = world:gravity()
  local g = math.max(math.sqrt(gx * gx + gy * gy), 1)
  values.torque = values.torque or 0.4 * self.chassis:mass() * g * radius
  self.torque = values.torque
  for side = -1, 1, 2 do
    add_wheel(self, values, values.x + side * BASE * size, values.y + radius, radius)
  end
end)
