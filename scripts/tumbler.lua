-- A drum turns and tumbles what is in it. How fast it turns decides: slowly they slide, then they
-- cascade, and beyond the critical speed sqrt(g / r) they stick to the wall.
local cairn = require "cairn"

scene.params {
  count = { 240, 10, 1000, step = 1, rebuild = true },
  speed = { 0.8, 0, 4 },                              -- rad/s
  fins  = { 4, 0, 12, step = 1, rebuild = true },
}

local RADIUS, WALLS = 6, 24

local drum

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  drum = world:body { type = "kinematic", angular_velocity = p.speed }
  local half = math.pi / WALLS
  local length = 2 * RADIUS * cairn.sin(half) / cairn.cos(half)
  for i = 0, WALLS - 1 do
    local angle = 2 * math.pi * i / WALLS
    drum:add_box {
      x = RADIUS * cairn.cos(angle), y = RADIUS * cairn.sin(angle), angle = angle,
      w = 0.4, h = length + 0.1, friction = 0.8,
    }
  end
  for i = 0, p.fins - 1 do
    local angle = 2 * math.pi * i / p.fins
    drum:add_box { x = (RADIUS - 0.6) * cairn.cos(angle), y = (RADIUS - 0.6) * cairn.sin(angle),
      angle = angle, w = 0.9, h = 0.15 }
  end
  local side = math.ceil(math.sqrt(p.count))
  local gap = math.min(0.5, 7.2 / side)
  for i = 0, p.count - 1 do
    world:box {
      x = (i % side - side / 2) * gap, y = (i // side - side / 2) * gap,
      w = 0.7 * gap, h = 0.7 * gap,
      color = { 0.3 + 0.6 * (i % side) / side, 0.5, 0.9 - 0.6 * (i // side) / side },
    }
  end
  return world
end

function scene.changed(name, value)
  if name == "speed" then drum:set_angular_velocity(value) end
end

function scene.draw()
  ui.label("critical: %.2f rad/s", math.sqrt(10 / RADIUS))
  ui.plot("J of motion", scene.world:kinetic_energy())
end
