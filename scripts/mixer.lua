-- A washer: two paddle wheels turn against each other and mix two colours. The plot shows how well:
-- the share of touching pairs of two colours; half of them when all is mixed.
local cairn = require "cairn"

scene.params {
  count = { 300, 20, 800, step = 1, rebuild = true },
  speed = { 2, 0, 8 },                                -- rad/s
  paddles = { 3, 2, 6, step = 1, rebuild = true },
}

local W, H = 9, 8
local COLORS = { { 0.9, 0.45, 0.3 }, { 0.3, 0.6, 0.9 } }

local wheels

local function add_wheel(world, x, paddles, speed)
  local wheel = world:body { type = "kinematic", x = x, y = 2.2, angular_velocity = speed }
  for i = 0, paddles - 1 do
    wheel:add_box { w = 3.6, h = 0.2, angle = math.pi * i / paddles, radius = 0.03 }
  end
  return wheel
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -W / 2, H, -W / 2, 1, -3, 0, 3, 0, W / 2, 1, W / 2, H }, radius = 0.1 }
  local left = add_wheel(world, -2.1, p.paddles, p.speed)
  wheels = { left, add_wheel(world, 2.1, p.paddles, -p.speed) }
  for i = 0, p.count - 1 do
    local side = i % 2 + 1
    local column, row = i // 2 % 10, i // 20
    world:circle {
      x = (side == 1 and -1 or 1) * (0.25 + 0.4 * column) + 0.02 * math.random(),
      y = 4.3 + 0.36 * row, radius = 0.15, friction = 0.3, data = side, color = COLORS[side],
    }
  end
  return world
end

function scene.changed(name, value)
  if name ~= "speed" then return end
  wheels[1]:set_angular_velocity(value)
  wheels[2]:set_angular_velocity(-value)
end

function scene.draw()
  local all, mixed = 0, 0
  for m in scene.world:manifolds() do
    local a, b = m:bodies()
    if a:data() and b:data() then
      all, mixed = all + 1, mixed + (a:data() ~= b:data() and 1 or 0)
    end
  end
  ui.plot("mixed, percent", all > 0 and 100 * mixed / all or 0)
end
