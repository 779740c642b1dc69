-- A house of thin walls in which everything rebounds: discs, boxes, sticks and triangles, fast and
-- turning, several blows a step. None gets out; the plot shows what energy is left.
-- Space doubles all speeds.
local cairn = require "cairn"

scene.params {
  bodies      = { 24, 1, 80, step = 1, rebuild = true },
  speed       = { 60, 1, 400, rebuild = true },              -- m/s
  restitution = { 1, 0, 1, rebuild = true },
}

local SIZE = 8 -- m, half of the house
local ROOF = { -SIZE, -SIZE, SIZE, -SIZE, SIZE, SIZE, 0, 1.6 * SIZE, -SIZE, SIZE }

local bodies, start

local MAKE = {
  function(world, keys)
    keys.radius = 0.3
    return (world:circle(keys))
  end,
  function(world, keys)
    keys.w, keys.h = 0.6, 0.6
    return (world:box(keys))
  end,
  function(world, keys)
    keys.w, keys.h = 0.05, 1.6
    return (world:box(keys))
  end,
  function(world, keys)
    keys.points = { -0.3, -0.3, 0.5, 0, -0.3, 0.3 }
    return (world:polygon(keys))
  end,
}

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, max_speed = 2000, sleep = false }
  world:chain { points = ROOF, loop = true, friction = 0, restitution = p.restitution }
  for side = -1, 1, 2 do -- two floors with a gap
    world:segment { x1 = side * SIZE, y1 = 0, x2 = side * 3, y2 = side,
      restitution = p.restitution }
  end
  bodies = {}
  for i = 1, p.bodies do
    local angle = 2.4 * i
    bodies[i] = MAKE[i % #MAKE + 1](world, {
      x = -6 + 1.7 * (i % 8), y = -6 + 1.6 * (i // 8 % 3), friction = 0, angular_velocity = 10,
      restitution = p.restitution, vx = p.speed * cairn.cos(angle), vy = p.speed * cairn.sin(angle),
    })
  end
  start = world:kinetic_energy() + world:potential_energy()
  return world
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, body in ipairs(bodies) do
    local vx, vy = body:velocity()
    body:set_velocity(2 * vx, 2 * vy)
  end
end

function scene.draw()
  local world, out = scene.world, 0
  for _, body in ipairs(bodies) do
    local x, y = body:center()
    if math.abs(x) > SIZE or y < -SIZE or y > 1.6 * SIZE then out = out + 1 end
  end
  pen.color(1, 1, 1)
  pen.text(-SIZE, -SIZE - 0.8, "%d of %d outside", out, #bodies)
  ui.plot("energy, of the first", (world:kinetic_energy() + world:potential_energy()) / start)
end
