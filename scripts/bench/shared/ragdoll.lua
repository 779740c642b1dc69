-- A ragdoll of 11 bodies, 13 shapes and 10 joints, about 1.6 m tall. All parts stand upright.
--
-- The layers "ragdoll" and "foot" must exist. Each joint has limits, a spring towards its rest
-- angle, and a motor at speed 0, which is friction.

local ragdoll = {}

local FRICTION_TORQUE = 0.05 -- N m, times a joint's factor
local SPRING = { hertz = 5, damping = 0.5 }
local FOOT = { -0.03, -0.185, 0.11, -0.185, 0.11, -0.16, -0.03, -0.14 }

local UPPER_LEG = {
  parent = "hip", y = 0.775, low = -0.125, high = 0.125, radius = 0.06,
  pivot = 0.9, limits = { -0.05, 0.4 }, factor = 1,
}
local LOWER_LEG = {
  y = 0.475, low = -0.155, high = 0.125, radius = 0.045,
  pivot = 0.625, limits = { -0.5, -0.02 }, factor = 0.5, foot = true,
}
local UPPER_ARM = {
  parent = "torso", y = 1.225, low = -0.125, high = 0.125, radius = 0.035,
  pivot = 1.35, limits = { -0.1, 0.8 }, factor = 0.5,
}
local LOWER_ARM = {
  y = 0.975, low = -0.125, high = 0.125, radius = 0.03, damping = 0.1,
  pivot = 1.1, limits = { -0.2, 0.3 }, factor = 0.1, reference = 0.25,
}

-- In the order of creation: name, part, parent where the part does not say it. y and pivot are m
-- above the origin, low and high the capsule's ends above the part; limits and reference x pi.
local PARTS = {
  { "hip", { y = 0.95, low = -0.02, high = 0.02, radius = 0.095 } },
  { "torso", {
    parent = "hip", y = 1.2, low = -0.135, high = 0.135, radius = 0.09,
    pivot = 1.0, limits = { -0.25, 0 }, factor = 0.5,
  } },
  { "head", {
    parent = "torso", y = 1.475, low = -0.038, high = 0.039, radius = 0.075, damping = 0.1,
    pivot = 1.4, limits = { -0.3, 0.1 }, factor = 0.25,
  } },
  { "upper_left_leg", UPPER_LEG },
  { "lower_left_leg", LOWER_LEG, "upper_left_leg" },
  { "upper_right_leg", UPPER_LEG },
  { "lower_right_leg", LOWER_LEG, "upper_right_leg" },
  { "upper_left_arm", UPPER_ARM },
  { "lower_left_arm", LOWER_ARM, "upper_left_arm" },
  { "upper_right_arm", UPPER_ARM },
  { "lower_right_arm", LOWER_ARM, "upper_right_arm" },
}

local function add_part(world, part, x, y, group)
  local body = world:capsule {
    x = x, y = y + part.y, damping = part.damping, sleep_speed = 0.1,
    x1 = 0, y1 = part.low, x2 = 0, y2 = part.high, radius = part.radius,
    friction = 0.2, layer = "ragdoll", group = group,
  }
  if part.foot then
    body:add_polygon {
      points = FOOT, radius = 0.015, friction = 0.05, layer = "foot", group = group,
    }
  end
  return body
end

local function add_joint(world, part, parent, body, x, y)
  world:revolute {
    a = parent, b = body, at = { x, y + part.pivot },
    limits = { part.limits[1] * math.pi, part.limits[2] * math.pi },
    reference = part.reference and part.reference * math.pi,
    motor = { speed = 0, max = FRICTION_TORQUE * part.factor }, spring = SPRING,
  }
end

--- A ragdoll whose feet are near (x, y); opts: group. Returns its bodies by name.
function ragdoll.add(world, x, y, opts)
  local bodies = {}
  for _, entry in ipairs(PARTS) do
    local name, part, parent = entry[1], entry[2], entry[3]
    local body = add_part(world, part, x, y, opts.group)
    parent = bodies[parent or part.parent]
    if parent then add_joint(world, part, parent, body, x, y) end
    bodies[name] = body
  end
  return bodies
end

function ragdoll.destroy(bodies)
  for _, entry in ipairs(PARTS) do bodies[entry[1]]:destroy() end
end

return ragdoll
