-- cairn.build.pid: a controller that brings a body to a pose by force and torque.
--
-- What it asks for are accelerations, so that gains hold for any mass: p (target - place) + i (sum
-- of that over time) - d speed. With p = w^2 and d = 2 w it comes there as fast as it can without
-- passing, like (1 + w t) exp(-w t); i takes away what a load leaves, g / p. While it pushes as
-- hard as it may, nothing is summed up.
-- The motor joint drives to a pose, too, inside of the step and stiffer; this one is for gains that
-- a script sets, and for the sum.

local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"

local Pid = thing.class()

local FIELDS = {
  { "body", keys.body, keys.REQUIRED },
  { "x", keys.number },
  { "y", keys.number },
  { "angle", keys.number },
  { "p", keys.not_negative, 16 },
  { "i", keys.not_negative, 0 },
  { "d", keys.not_negative, 8 },
  { "max_force", keys.limit, math.huge },
  { "max_torque", keys.limit, math.huge },
}

local function optional(read)
  return function(value)
    if value == nil then return nil end
    return read(value)
  end
end

-- It lets go; the body is not its own.
function Pid:destroy()
  local held = self:is_valid()
  self.bodies[1] = nil
  return held
end

local function shortened(x, y, most)
  local size = math.sqrt(x * x + y * y)
  if size <= most then return x, y, false end
  return x / size * most, y / size * most, true
end

-- One axis: what it asks for, and the sum as it would be after dt.
local function axis(self, target, place, speed, sum, dt)
  if not target then return 0, 0 end
  local off = target - place
  local next_sum = sum + off * dt
  return self.p * off + self.i * next_sum - self.d * speed, next_sum
end

local function move(self, body, dt)
  local x, y = body:position()
  local vx, vy = body:velocity_at(x, y)
  local ax, sum_x = axis(self, self.x, x, vx, self.sum_x, dt)
  local ay, sum_y = axis(self, self.y, y, vy, self.sum_y, dt)
  local mass = body:mass()
  local fx, fy, short = shortened(mass * ax, mass * ay, self.max_force)
  if not short then self.sum_x, self.sum_y = sum_x, sum_y end
  if fx ~= 0 or fy ~= 0 then body:apply_force(fx, fy) end
end

-- The nearer way round.
local function turn(self, body, dt)
  local angle = body:angle()
  local target = self.angle
  target = target and angle + (target - angle + math.pi) % (2 * math.pi) - math.pi
  local a, sum = axis(self, target, angle, body:angular_velocity(), self.sum_angle, dt)
  local torque = body:inertia() * a
  local held = math.max(-self.max_torque, math.min(self.max_torque, torque))
  if held == torque then self.sum_angle = sum end
  if held ~= 0 then body:apply_torque(held) end
end

-- Before each step of dt seconds.
thing.method(Pid, "update", { keys.not_negative }, function(self, dt)
  local body = self.bodies[1]
  move(self, body, dt)
  turn(self, body, dt)
end)

-- nil leaves that free.
thing.method(Pid, "set_target", { optional(keys.number), optional(keys.number),
  optional(keys.number) }, function(self, x, y, angle)
  self.x, self.y, self.angle = x, y, angle
end)

-- Forget what has been summed up.
thing.method(Pid, "reset", {}, function(self) self.sum_x, self.sum_y, self.sum_angle = 0, 0, 0 end)

return thing.builder("pid", FIELDS, Pid, function(self, values)
  if not values.body then return "field 'body': cairn.Body expected, got boolean" end
  self.bodies[1] = values.body
  for _, field in ipairs(FIELDS) do
    if field[1] ~= "body" then self[field[1]] = values[field[1]] end
  end
  self:reset()
end)
