-- Scenes whose hashes must not differ, and the program that prints them in a process of its own:
-- lua5.4 tests/support/hash_scenes.lua prints one line "name step hash" for each checkpoint.
local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local machines = require "tests.support.machines"

local scenes = {}

--- A heap of every kind of shape that falls into a bin and comes to rest.
function scenes.heap()
  local world = cairn.world {}
  local r = geometry.random(51)
  world:chain { points = { -8, 12, -6, 0, 6, 0, 8, 12 } }
  world:halfspace { nx = 0, ny = 1, y = -1 }
  for i = 0, 149 do
    local keys = { x = 1.1 * (i % 10) - 5, y = 1 + 1.1 * (i // 10), angle = r.between(-3, 3) }
    local kind = i % 5
    if kind == 0 then
      keys.radius = r.between(0.1, 0.5)
      world:circle(keys)
    elseif kind == 1 then
      keys.w, keys.h, keys.radius = r.between(0.2, 0.8), r.between(0.2, 0.8), r.between(0, 0.1)
      world:box(keys)
    elseif kind == 2 then
      keys.points, keys.density = geometry.random_polygon(r), r.between(0.5, 5)
      world:polygon(keys)
    elseif kind == 3 then
      keys.x1, keys.y1, keys.x2, keys.y2, keys.radius = -0.3, 0, 0.3, 0, r.between(0.1, 0.2)
      world:capsule(keys)
    else
      keys.rx, keys.ry = r.between(0.2, 0.5), r.between(0.2, 0.5)
      world:ellipse(keys)
    end
  end
  return world
end

--- A pyramid that is shot at.
function scenes.pyramid()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -1, w = 100, h = 2 }
  for row = 0, 14 do
    for i = 0, 14 - row do
      world:box { x = 1.05 * (i + row / 2), y = row + 0.5, w = 1, h = 1 }
    end
  end
  world:circle { x = -20, y = 3, radius = 0.5, density = 20, vx = 60, vy = 5 }
  return world
end

--- A gas without gravity, with bodies that come, go and jump between the steps.
function scenes.churn()
  local world = cairn.world { gravity = { 0, 0 }, restitution_mix = "max" }
  local r, bodies = geometry.random(52), {}
  local function add()
    bodies[#bodies + 1] = world:circle { x = r.between(-8, 8), y = r.between(-8, 8),
      radius = r.between(0.1, 0.4), vx = r.between(-9, 9), vy = r.between(-9, 9),
      restitution = 0.9 }
  end
  for _ = 1, 150 do add() end
  return world, function()
    local i = r.integer(1, #bodies)
    bodies[i]:destroy()
    bodies[i] = bodies[#bodies]
    bodies[#bodies] = nil
    add()
    bodies[r.integer(1, #bodies)]:set_position(r.between(-8, 8), r.between(-8, 8))
  end
end

--- Carts, arms and pucks: every kind of joint, with what it can have.
function scenes.joints()
  local world = cairn.world { gravity = { 0, -10 } }
  machines.floor(world, 40)
  for i = 0, 7 do machines.all(world, 8 * i - 28, i) end
  return world, machines.stir(world)
end

scenes.names = { "heap", "pyramid", "churn", "joints" }
scenes.checkpoints = { [1] = true, [10] = true, [60] = true, [150] = true, [240] = true }

--- The hashes of a scene at its checkpoints, as text.
function scenes.hashes(name)
  local world, between = scenes[name]()
  local lines = {}
  for step = 1, 240 do
    if between then between() end
    world:step(1 / 60)
    if scenes.checkpoints[step] then
      lines[#lines + 1] = ("%s %d %s"):format(name, step, world:hash_text())
    end
  end
  world:destroy()
  return table.concat(lines, "\n")
end

if arg and arg[0] and arg[0]:find "hash_scenes" then
  for _, name in ipairs(scenes.names) do print(scenes.hashes(name)) end
  print(cairn.build.simd)
end

return scenes
