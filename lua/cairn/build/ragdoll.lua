-- cairn.build.ragdoll: a person of capsules, hinged with limits and a little stiffness.
--
-- x, y is the place between the feet, and `height` the whole from there to the crown. Limbs pass
-- each other. `parts` finds a limb by its name.

local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"
local portable = require "cairn.words.portable"

local Ragdoll = thing.class()

-- name, parent, where it hangs on the parent, where it ends, radius, limits in degrees; in shares
-- of the height, the feet's soles at 0
local LIMBS = {
  { "torso", nil, 0, 0.52, 0, 0.76, 0.085 },
  { "head", "torso", 0, 0.85, 0, 0.93, 0.07, -40, 40 },
  { "left thigh", "torso", -0.045, 0.5, -0.06, 0.28, 0.045, -120, 40 },
  { "left shin", "left thigh", -0.06, 0.27, -0.06, 0.035, 0.035, 0, 130 },
  { "right thigh", "torso", 0.045, 0.5, 0.06, 0.28, 0.045, -40, 120 },
  { "right shin", "right thigh", 0.06, 0.27, 0.06, 0.035, 0.035, -130, 0 },
  { "left arm", "torso", -0.1, 0.78, -0.22, 0.65, 0.035, -90, 150 },
  { "left hand", "left arm", -0.23, 0.64, -0.33, 0.54, 0.027, 0, 140 },
  { "right arm", "torso", 0.1, 0.78, 0.22, 0.65, 0.035, -150, 90 },
  { "right hand", "right arm", 0.23, 0.64, 0.33, 0.54, 0.027, -140, 0 },
}

local FIELDS = {
  { "x", keys.number, 0 },
  { "y", keys.number, 0 },
  { "height", keys.positive, 1.8 },
  { "stiff", keys.not_negative, 1.5 },
  { "collide", keys.boolean, false },
  { "break_force", keys.limit },
}

local function add_limb(self, values, i)
  local name, parent, x1, y1, x2, y2, radius, low, high = portable.unpack(LIMBS[i], 1, 9)
  local size, x, y = values.height, values.x, values.y
  local body = self:add_body { x = x + size * (x1 + x2) / 2, y = y + size * (y1 + y2) / 2,
    data = name }
  local dx, dy = size * (x2 - x1) / 2, size * (y2 - y1) / 2
  self:add_capsule(body, { x1 = -dx, y1 = -dy, x2 = dx, y2 = dy, radius = size * radius })
  self.parts[name] = body
  if not parent then return end
  self.hinges[name] = self:join("revolute", {
    a = self.parts[parent], b = body, at = { x + size * x1, y + size * y1 },
    limits = { math.rad(low), math.rad(high) }, break_force = values.break_force,
    spring = values.stiff > 0 and { hertz = values.stiff, damping = 0.7 } or nil,
  })
end

return thing.builder("ragdoll", FIELDS, Ragdoll, function(self, values)
  self.parts, self.hinges = {}, {}
  for i = 1, #LIMBS do add_limb(self, values, i) end
end)
