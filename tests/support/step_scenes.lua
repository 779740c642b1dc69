-- Scenes large enough for threads, whose hashes after each step must not depend on how many there
-- are or on the instruction set; and the program that prints them in a process of its own:
-- lua5.4 tests/support/step_scenes.lua NAME THREADS prints a hash a line, what hooks told in
-- one more, and the instruction set.
local cairn = require "cairn"
local churn = require "tests.support.churn"
local geometry = require "tests.support.geometry"
local machines = require "tests.support.machines"

local scenes = {}

--- Shapes of all kinds, some of which bounce, fall on each other and go to sleep.
function scenes.pile()
  local world = cairn.world {}
  local r = geometry.random(71)
  world:chain { points = { -16, 20, -14, 0, 14, 0, 16, 20 } }
  for i = 0, 799 do
    local keys = { x = 1.05 * (i % 25) - 12.5, y = 0.6 + 0.7 * (i // 25),
      angle = r.between(-3, 3), restitution = i % 7 == 0 and 0.6 or 0,
      rolling = i % 3 == 0 and 0.05 or 0 }
    local kind = i % 4
    if kind == 0 then
      keys.radius = r.between(0.15, 0.4)
      world:circle(keys)
    elseif kind == 1 then
      keys.w, keys.h, keys.radius = r.between(0.3, 0.7), r.between(0.3, 0.7), r.between(0.01, 0.1)
      world:box(keys)
    elseif kind == 2 then
      keys.points = geometry.random_polygon(r)
      world:polygon(keys)
    else
      keys.x1, keys.y1, keys.x2, keys.y2, keys.radius = -0.2, 0, 0.2, 0, r.between(0.1, 0.2)
      world:capsule(keys)
    end
  end
  return world
end

--- Eighty towers and pyramids that stand apart, some of them hit by a ball: islands that are at
--- rest, that move, and that fall asleep one by one.
function scenes.islands()
  local world = cairn.world { gravity = { 0, -10 } }
  local ground = world:body { type = "static" }
  for row = 0, 7 do
    ground:add_segment { x1 = -5, y1 = 12 * row, x2 = 125, y2 = 12 * row }
    for column = 0, 9 do
      local x, y = 12 * column, 12 * row
      for i = 0, 4 do
        for k = 0, (row + column) % 2 == 0 and 0 or 4 - i do
          world:box { x = x + 1.02 * (k + i / 2), y = y + 0.5 + i, w = 1, h = 1 }
        end
      end
      if (row * 10 + column) % 3 == 0 then
        world:circle { x = x - 4, y = y + 2, radius = 0.4, vx = 15 + row, density = 3 }
      end
    end
  end
  return world
end

--- Fast balls and boxes between walls, with hooks that refuse and change contacts, and bodies that
--- come and go while it runs.
function scenes.gas()
  local world = cairn.world { gravity = { 0, -3 } }
  local r, bodies, log = geometry.random(72), {}, {}
  world:chain { points = { -12, -12, -12, 12, 12, 12, 12, -12 }, loop = true }
  world:box { type = "static", w = 8, h = 0.02, angle = 0.7, data = -1 }
  local function add(i)
    local fastest = i % 10 == 0 and 80 or 6
    local keys = { x = r.between(-11, 11), y = r.between(-11, 11),
      vx = r.between(-fastest, fastest), vy = r.between(-fastest, fastest), data = i,
      restitution = i % 2 == 0 and 0.8 or 0, pre_solve = i % 20 == 0 }
    if i % 3 == 0 then
      keys.w, keys.h = r.between(0.2, 0.6), r.between(0.2, 0.6)
      bodies[#bodies + 1] = world:box(keys)
    else
      keys.radius = r.between(0.08, 0.3)
      bodies[#bodies + 1] = world:circle(keys)
    end
  end
  for i = 1, 1000 do add(i) end
  local function who(shape) return shape:body() and shape:body():data() or 0 end
  local function note(name)
    return function(a, b) log[#log + 1] = ("%s %d %d"):format(name, a:id(), b:id()) end
  end
  local asked = note "filter"
  world:set_listener {
    begin_contact = note "begin", end_contact = note "end", hit = note "hit",
    pre_solve = function(m)
      local a, b = m:shapes()
      log[#log + 1] = ("pre %d %d %d"):format(a:id(), b:id(), m:count())
      if who(a) % 4 == 0 then return false end
    end,
    filter = function(a, b)
      asked(a, b)
      return (who(a) + who(b)) % 11 ~= 0
    end,
  }
  local born = 1000
  return world, function()
    for _ = 1, 3 do
      local i = r.integer(1, #bodies)
      bodies[i]:destroy()
      bodies[i] = bodies[#bodies]
      bodies[#bodies] = nil
      born = born + 1
      add(born)
    end
  end, log
end

-- Round and square by turns, close together.
local function fill(world, r, x, y, columns, places)
  for _, i in ipairs(places) do
    local keys = { x = x + 0.5 * (i % columns), y = y + 0.5 * (i // columns) }
    if i % 2 == 0 then
      keys.radius = r.between(0.22, 0.25)
      world:circle(keys)
    else
      keys.w, keys.h = r.between(0.4, 0.5), r.between(0.4, 0.5)
      world:box(keys)
    end
  end
end

local function numbers(count)
  local list = {}
  for i = 1, count do list[i] = i - 1 end
  return list
end

-- Gravity that swings, so that nothing comes to rest.
local function swinging(world)
  local step = 0
  return function()
    step = step + 1
    world:set_gravity(step // 15 % 2 == 0 and 9 or -9, -7)
  end
end

--- Two heaps that are stirred, each large enough to be cut into domains: one was made row by row,
--- the other in no order.
function scenes.large()
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  local r = geometry.random(73)
  for _, x in ipairs { -41, -10, 10, 41 } do
    world:box { type = "static", x = x, y = 15, w = 1, h = 32 }
  end
  world:box { type = "static", y = -0.5, w = 90, h = 1 }
  fill(world, r, -40, 0.3, 58, numbers(1800))
  local mixed = numbers(1800)
  for i = #mixed, 2, -1 do
    local k = r.integer(1, i)
    mixed[i], mixed[k] = mixed[k], mixed[i]
  end
  fill(world, r, 11, 0.3, 58, mixed)
  return world, swinging(world)
end

--- Many small heaps, each in a bin of its own, all stirred.
function scenes.bins()
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  local r = geometry.random(74)
  for i = 0, 143 do
    local x, y = 5 * (i % 12), 5 * (i // 12)
    world:chain { points = { x - 2, y + 4, x - 1.6, y, x + 1.6, y, x + 2, y + 4 } }
    fill(world, r, x - 1.3, y + 0.3, 6, numbers(30))
  end
  return world, swinging(world)
end

-- Three capsules on two hinges.
local function string_of(world, r, x, y)
  local parts = {}
  for i = 1, 3 do
    parts[i] = world:capsule { x = x + 0.4 * (i - 2), y = y, x1 = -0.15, y1 = 0, x2 = 0.15, y2 = 0,
      radius = 0.08, vx = r.between(-4, 4), vy = r.between(-4, 4) }
    if i > 1 then
      world:revolute { a = parts[i - 1], b = parts[i], at = { x + 0.4 * (i - 2) - 0.2, y } }
    end
  end
  return parts
end

--- Strings of bodies thrown about in many rooms: islands that meet and part all the time, some of
--- them destroyed and made anew elsewhere.
function scenes.strings()
  local world = cairn.world { gravity = { 0, -7 }, sleep = false }
  local r, rooms = geometry.random(75), {}
  for i = 0, 143 do
    local x, y = 5 * (i % 12), 5 * (i // 12)
    rooms[i] = { x = x, y = y }
    world:chain { points = { x - 2, y - 2, x - 2, y + 2, x + 2, y + 2, x + 2, y - 2 }, loop = true }
    for k = 1, 14 do
      rooms[i][k] = string_of(world, r, x - 0.9 + 1.8 * (k % 2), y - 1.6 + 0.4 * (k // 2))
    end
  end
  local stir = swinging(world)
  return world, function()
    stir()
    local room, k = rooms[r.integer(0, 143)], r.integer(1, 14)
    for _, body in ipairs(room[k]) do body:destroy() end
    room[k] = string_of(world, r, room.x, room.y)
  end
end

--- Every kind of joint, many times, and what is set on them changes as they run.
function scenes.joints()
  local world = cairn.world { gravity = { 0, -10 } }
  machines.floor(world, 400)
  for i = 0, 95 do machines.all(world, 8 * i - 380, i) end
  return world, machines.stir(world)
end

--- A heap in a drum that nobody can push: all threads look at it, wherever they work.
function scenes.drum()
  local world = cairn.world { gravity = { 0, -10 } }
  local drum = world:body { type = "kinematic", angular_velocity = 2 }
  for i = 0, 7 do
    local angle = i * math.pi / 4
    drum:add_box { x = 12 * cairn.cos(angle), y = 12 * cairn.sin(angle), w = 1, h = 11,
      angle = angle }
  end
  for i = 0, 2499 do
    world:box { x = 0.31 * (i % 50) - 7.6, y = 0.31 * (i // 50) - 10, w = 0.3, h = 0.3 }
  end
  return world
end

--- A heap of which some become kinematic, or give their slots to somebody who is, while others look
--- at them.
function scenes.turncoats()
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  local r, boxes, step = geometry.random(76), {}, 0
  world:chain { points = { -22, 60, -20, 0, 20, 0, 22, 60 } }
  for i = 0, 2499 do
    boxes[i] = world:box { x = -15 + 0.6 * (i % 50), y = 0.5 + 0.52 * (i // 50), w = 0.5, h = 0.5 }
  end
  return world, function()
    step = step + 1
    for _ = 1, step > 20 and step % 16 == 5 and 60 or 0 do
      local k = r.integer(0, 2499)
      local x, y = boxes[k]:position()
      if k % 2 == 0 then
        boxes[k]:set_type(boxes[k]:type() == "dynamic" and "kinematic" or "dynamic")
      else
        boxes[k]:destroy()
        boxes[k] = world:body { type = "kinematic", x = x, y = y }
        boxes[k]:add_box { w = 0.5, h = 0.5 }
      end
      boxes[k]:set_velocity(r.between(-3, 3), r.between(-3, 3))
      boxes[k]:set_angular_velocity(4)
    end
  end
end

for seed = 1, 2 do
  scenes["churn" .. seed] = function() return churn.new(seed) end
end

scenes.names = { "pile", "islands", "gas", "large", "bins", "strings", "drum", "turncoats",
  "churn1", "churn2", "joints" }
scenes.steps = { pile = 300, islands = 300, gas = 300, large = 100, bins = 100, strings = 100,
  drum = 60, turncoats = 60, churn1 = 100, churn2 = 100, joints = 150 }

-- A number for a list of texts, in their order.
local function digest(log)
  local sum = 0
  for _, text in ipairs(log) do
    for i = 1, #text do sum = (sum * 31 + text:byte(i)) & 0xffffffffffff end
    sum = (sum * 31 + 10) & 0xffffffffffff
  end
  return ("%d told, %012x"):format(#log, sum)
end

--- The hash after each step, a line each, and one for what hooks were told in what order. By turns
--- so many threads and one where it is said so.
function scenes.run(name, threads, by_turns)
  local world, between, log = scenes[name]()
  local steps = scenes.steps[name]
  world:set_threads(threads)
  local lines = {}
  for step = 1, steps do
    if between then between() end
    if by_turns and step % 11 == 0 then world:set_threads(step // 11 % 2 == 0 and threads or 1) end
    world:step(1 / 60)
    lines[step] = ("%s %d %s"):format(name, step, world:hash_text())
  end
  lines[steps + 1] = digest(log or {})
  world:destroy()
  return lines
end

if arg and arg[0] and arg[0]:find "step_scenes" then
  print(table.concat(scenes.run(arg[1], tonumber(arg[2])), "\n"))
  print(cairn.build.simd)
end

return scenes
