-- Ragdolls fall down a flight of stairs: capsules and a ball, held together by hinges with limits
-- and a little stiffness. Space throws them up again.
local cairn = require "cairn"

scene.params {
  count = { 6, 1, 30, step = 1, rebuild = true },
  stiff = { 1.5, 0, 6, rebuild = true },              -- Hz of the springs in the joints
  jump  = { 8, 1, 20 },                               -- m/s
}

-- name, parent, where it hangs on the parent, where it ends, radius, limits in degrees
local LIMBS = {
  { "torso", nil, 0, 0.55, 0, 1.15, 0.18 },
  { "head", "torso", 0, 1.3, 0, 1.55, 0.16, -40, 40 },
  { "left thigh", "torso", -0.1, 0.5, -0.14, 0.05, 0.1, -120, 40 },
  { "left shin", "left thigh", -0.14, 0.0, -0.14, -0.45, 0.08, 0, 130 },
  { "right thigh", "torso", 0.1, 0.5, 0.14, 0.05, 0.1, -40, 120 },
  { "right shin", "right thigh", 0.14, 0.0, 0.14, -0.45, 0.08, -130, 0 },
  { "left arm", "torso", -0.22, 1.15, -0.5, 0.85, 0.08, -90, 150 },
  { "left hand", "left arm", -0.52, 0.83, -0.75, 0.6, 0.06, 0, 140 },
  { "right arm", "torso", 0.22, 1.15, 0.5, 0.85, 0.08, -150, 90 },
  { "right hand", "right arm", 0.52, 0.83, 0.75, 0.6, 0.06, -140, 0 },
}

local torsos

-- The group is negative: limbs of one doll pass each other.
local function add_doll(world, x, y, group, p)
  local parts = {}
  for i, limb in ipairs(LIMBS) do
    local name, parent, x1, y1, x2, y2, radius, lo, hi = table.unpack(limb, 1, 9)
    parts[name] = world:capsule {
      x = x, y = y, x1 = x1, y1 = y1, x2 = x2, y2 = y2, radius = radius, friction = 0.5,
      group = group, data = name, color = { 0.85 - 0.03 * i, 0.6, 0.45 + 0.04 * i },
    }
    if parent then
      world:revolute {
        a = parts[parent], b = parts[name], at = { x + x1, y + y1 },
        limits = { math.rad(lo), math.rad(hi) },
        spring = p.stiff > 0 and { hertz = p.stiff, damping = 0.7 } or nil,
      }
    end
  end
  return parts.torso
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  for step = 0, 9 do
    world:box { type = "static", x = step * 1.5, y = -10 - step / 2, w = 1.5, h = 20 - step }
  end
  world:box { type = "static", x = 5, y = -20.5, w = 80, h = 2 }
  torsos = {}
  for i = 1, p.count do
    local stair, row = (i - 1) % 5 * 2, (i - 1) // 5
    torsos[i] = add_doll(world, 1.5 * stair, 1 - stair + 2.5 * row, -i, p)
    torsos[i]:set_velocity(4 * math.random(), 0)
  end
  return world
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, torso in ipairs(torsos) do
    torso:set_velocity((2 * math.random() - 1) * scene.p.jump / 2, scene.p.jump)
  end
end

function scene.draw()
  ui.label("%d joints, %d of %d bodies awake", scene.world:joint_count(),
    scene.world:awake_count(), scene.world:body_count())
end
