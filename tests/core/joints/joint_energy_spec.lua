-- Nothing that joints hold gains energy, however hard it is hit.
local cairn = require "cairn"
local measure = require "tests.support.measure"

describe("energy of what is jointed", function()
  -- The most that kinetic and potential energy of the world ever exceed what they were, as a part
  -- of the kinetic energy of the blow.
  local function gain(world, seconds, blow)
    local began, most = measure.energy(world), 0
    measure.run(world, seconds, function()
      local now = measure.energy(world)
      most = now == now and math.max(most, now - began) or math.huge
    end)
    return most / blow
  end

  local function throw(world, at_x, at_y, angle, mass, speed)
    local cx, cy, r = cairn.cos(angle), cairn.sin(angle), 0.2
    world:circle { x = at_x + 7 * cx, y = at_y + 7 * cy, radius = r, vx = -speed * cx,
      vy = -speed * cy, density = mass / (math.pi * r * r) }
    return 0.5 * mass * speed ^ 2
  end

  --   # # # #    crates that are welded to all their neighbours, on a floor
  --   # # # #
  local function crates(world, columns, rows, size)
    local grid = {}
    for i = 1, columns do
      grid[i] = {}
      for j = 1, rows do
        local x, y = i * size, (j - 0.5) * size
        local box = world:box { x = x, y = y, w = size, h = size }
        if i > 1 then world:weld { a = grid[i - 1][j], b = box, at = { x - size / 2, y } } end
        if j > 1 then world:weld { a = grid[i][j - 1], b = box, at = { x, y - size / 2 } } end
        grid[i][j] = box
      end
    end
  end

  for _, substeps in ipairs { 1, 4, 8 } do
    it(("is not made by a blow on welded crates, sub-steps %d"):format(substeps), function()
      for angle = 1, 9 do
        for _, size in ipairs { { 2, 2 }, { 4, 3 }, { 5, 5 } } do
          local world = cairn.world { gravity = { 0, -10 }, substeps = substeps }
          world:box { type = "static", y = -0.5, w = 100, h = 1 }
          crates(world, size[1], size[2], 0.5)
          local blow = throw(world, 0.5 * size[1], 0.5 * size[2], 0.3 * angle, 2, 16)
          measure.at_most(0.01, gain(world, 1.5, blow),
            ("%d x %d at %g rad"):format(size[1], size[2], 0.3 * angle))
          world:destroy()
        end
      end
    end)
  end

  -- Numbers that are the same everywhere.
  local function numbers(seed)
    local state = seed * 7919 + 1
    for _ = 1, 3 do state = (state * 1103515245 + 12345) % 2147483648 end
    return function(low, high)
      state = (state * 1103515245 + 12345) % 2147483648
      return low + (high - low) * state / 2147483648
    end
  end

  -- Balls that joints with limits connect in any way, of masses of up to 900 : 1; they do not meet.
  local function tangle(world, kind, count, seed, x, y)
    local next, balls = numbers(seed), {}
    for i = 1, count do
      local bx, by = x + next(-1, 1), y + next(-1, 1)
      balls[i] = world:circle { x = bx, y = by, radius = next(0.15, 0.4), group = -1,
        density = 30 ^ next(-1, 1) }
      if i > 1 then
        local a = balls[math.floor(next(1, i - 0.001))]
        local ax, ay = a:position()
        local t, way = next(0, 1), next(0, 6)
        local keys = { a = a, b = balls[i], at = { ax + t * (bx - ax), ay + t * (by - ay) },
          limits = { -next(0, 0.5), next(0, 0.5) } }
        if kind == "prismatic" then keys.axis = { cairn.cos(way), cairn.sin(way) } end
        world[kind](world, keys)
      end
    end
    return balls, next
  end

  local function strike(world, balls, next)
    local x, y = balls[1 + math.floor(next(0, #balls - 0.001))]:position()
    return throw(world, x, y, next(0, 6), 10 ^ next(-1, 1), 10 ^ next(0.5, 2))
  end

  for _, kind in ipairs { "revolute", "prismatic" } do
    it(("is not made by limits of %s joints"):format(kind), function()
      for seed = 1, 60 do
        local world = cairn.world { gravity = { 0, 0 } }
        local blow = strike(world, tangle(world, kind, 2 + seed % 8, seed, 0, 0))
        measure.at_most(0.02, gain(world, 2, blow), ("part of blow %d"):format(seed))
        world:destroy()
      end
    end)

    it(("is not made by limits of a crowd of %s joints"):format(kind), function()
      for seed = 1, 4 do
        local world, blows = cairn.world { gravity = { 0, 0 } }, 0
        for i = 1, 200 do
          local balls = tangle(world, kind, 7, seed, 40 * (i % 15), 40 * (i // 15))
          blows = blows + strike(world, balls, numbers(1000 * seed + i))
        end
        measure.at_most(0.02, gain(world, 2, blows), ("part of the blows %d"):format(seed))
        world:destroy()
      end
    end)
  end

  it("is not made by a soft weld whose bodies swing wide around it", function()
    for case = 1, 20 do
      local next, world = numbers(case), cairn.world { gravity = { 0, 0 } }
      local a = world:box { w = 1, h = 0.4, group = -1 }
      local b = world:box { x = 1, w = 1, h = 0.4, group = -1, density = next(0.3, 3),
        vx = next(-10, 10), vy = next(-10, 10), angular_velocity = next(-5, 5) }
      world:weld { a = a, b = b, at = { 0.5, 0 }, linear = { hertz = next(0.5, 4) } }
      local blow = world:kinetic_energy()
      measure.at_most(0.02, gain(world, 8, blow), ("part of blow %d"):format(case))
      world:destroy()
    end
  end)
end)

describe("joints", function()
  it("move no body faster than it may go", function()
    local world = cairn.world { gravity = { 0, 0 }, max_speed = 40 }
    local a = world:circle { x = -400, radius = 0.2, can_sleep = false }
    local b = world:circle { x = 400, radius = 0.2, max_speed = 20, can_sleep = false }
    world:distance { a = a, b = b, length = 1, spring = { hertz = 5 } }
    local xa, xb = -400, 400
    measure.run(world, 3, function()
      local na, nb = a:position(), b:position()
      measure.at_most(40.01 / 60, math.abs(na - xa), "m in a step")
      measure.at_most(20.01 / 60, math.abs(nb - xb), "m in a step, its own limit")
      xa, xb = na, nb
    end)
    world:destroy()
  end)

  for _, kind in ipairs { "revolute", "gear" } do
    it(("pull together what was put apart as fast as the world says: %s"):format(kind), function()
      for _, speed in ipairs { 0.5, 3, 6 } do
        local world = cairn.world { gravity = { 0, 0 }, push_speed = speed }
        local wheels, hinges = {}, {}
        for i = 1, 2 do
          wheels[i] = world:circle { x = 2 * i, radius = 0.5, can_sleep = false, group = -1 }
          hinges[i] = world:revolute { b = wheels[i], at = { 2 * i, 0 } }
        end
        if kind == "gear" then
          world:gear { a = hinges[1], b = hinges[2] }
          wheels[1]:set_angle(2)
        else
          wheels[1]:set_position(2, 2)
        end
        local fastest = 0
        measure.run(world, 1, function()
          local _, vy = wheels[1]:velocity()
          local turn = wheels[1]:angular_velocity() + wheels[2]:angular_velocity()
          fastest = math.max(fastest, math.abs(vy), kind == "gear" and math.abs(turn) or 0)
        end)
        measure.at_most(1.05 * speed, fastest, "m/s or rad/s")
        measure.at_most(-0.5 * speed, -fastest, "m/s or rad/s, at least half of it, negative")
        world:destroy()
      end
    end)
  end

  it("leave what a script gives: a limb at rest on its limit swings when it is told to", function()
    local acts = {
      set_angular_velocity = function(b) b:set_angular_velocity(20) end,
      set_velocity = function(b) b:set_velocity(0, 20) end,
      apply_impulse = function(b) b:apply_impulse(0, 8) end,
      apply_angular_impulse = function(b) b:apply_angular_impulse(11) end,
    }
    for name, act in cairn.pairs(acts) do
      local w <close> = cairn.world { gravity = { 0, -10 } }
      local b = w:box { x = 1, w = 2, h = 0.2 }
      local hinge = w:revolute { b = b, at = { 0, 0 }, limits = { -0.5, 0.25 } }
      for _ = 1, 180 do w:step(1 / 60) end
      assert(math.abs(hinge:angle() + 0.5) < 0.01, hinge:angle())
      act(b)
      local highest = -1
      for _ = 1, 30 do
        w:step(1 / 60)
        highest = math.max(highest, hinge:angle())
      end
      assert(highest > 0.2, name .. ": " .. highest)
    end
  end)
end)
