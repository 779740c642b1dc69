-- Seen from above: there is no gravity, and every puck has a friction joint to the ground as its
-- floor. A tug that holds its course by a motor joint ploughs through. Space: a shot from the left.
local cairn = require "cairn"

scene.params {
  grip = { 0.25, 0, 1.5, rebuild = true },            -- friction of the floor
  rows = { 7, 1, 12, step = 1, rebuild = true },
}

local G = 10                                          -- m/s^2, that presses all down
local WIDE, HIGH = 14, 9                              -- m

local tug, clock

-- A floor bears a puck of radius r with mu m g, and against turning with 2 / 3 r of that.
local function lay(world, body, r, grip)
  local most = grip * body:mass() * G
  world:friction { b = body, max_force = most, max_torque = 2 / 3 * r * most }
  return body
end

local function add_tug(world)
  local body = world:polygon { x = -10, y = -5, density = 4, color = 0xd0a040,
    points = { -1, -0.6, 0.5, -0.6, 1.2, 0, 0.5, 0.6, -1, 0.6 } }
  tug = world:motor { b = body, linear = { max = 300 },
    angular = { hertz = 2, damping = 1, max = 200 } }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 } }
  world:chain { points = { -WIDE, -HIGH, -WIDE, HIGH, WIDE, HIGH, WIDE, -HIGH }, loop = true,
    restitution = 0.5 }
  for i = 1, p.rows do
    for k = 1, i do
      local x, y = 1 + 0.9 * i, (k - (i + 1) / 2) * 1.05
      local body
      if (i + k) % 3 == 0 then
        body = world:box { x = x, y = y, w = 0.7, h = 0.7, restitution = 0.3, color = 0x70a070 }
      else
        body = world:circle { x = x, y = y, radius = 0.4, restitution = 0.8, color = 0x5080c0 }
      end
      lay(world, body, 0.4, p.grip)
    end
  end
  add_tug(world)
  clock = 0
  return world
end

local function shoot()
  local ball = scene.world:circle { x = 1 - WIDE, y = 2 * math.random() - 1, radius = 0.6,
    density = 3, restitution = 0.9, vx = 25, angular_velocity = 20, color = 0xe06050 }
  lay(scene.world, ball, 0.6, scene.p.grip)
end

-- The tug goes round in an ellipse.
function scene.update(dt)
  if clock == 0 then shoot() end
  clock = clock + dt
  local a = 0.35 * clock
  local vx, vy = 3.2 * cairn.cos(a), 2.2 * cairn.sin(a)
  local turns = tug:angle() - cairn.atan2(vy, vx)
  local whole = 2 * math.pi * math.floor(turns / (2 * math.pi) + 0.5)
  tug:set_velocity(vx, vy)
  tug:set_target(0, 0, cairn.atan2(vy, vx) + whole)
end

function scene.keypressed(key) if key == "space" then shoot() end end
