-- Rest is relative to what carries: a stack on a platform, a lift or a belt lies as it does on the
-- ground, and what else is in the world changes nothing of it.
local cairn = require "cairn"

describe("cairn.World at rest on what moves", function()
  local worlds = {}

  local function make(keys)
    keys = keys or {}
    keys.gravity = { 0, -10 }
    worlds[#worlds + 1] = cairn.world(keys)
    return worlds[#worlds]
  end

  after_each(function()
    for _, world in ipairs(worlds) do world:destroy() end
    worlds = {}
  end)

  local function floor(world, keys)
    keys = keys or {}
    keys.type, keys.y, keys.w, keys.h = keys.type or "static", -0.5, keys.w or 40, 1
    return world:box(keys)
  end

  local function stack(world, count, size, vx)
    local boxes = {}
    for i = 1, count do
      boxes[i] = world:box { y = (i - 0.5) * size, w = size, h = size, vx = vx or 0 }
    end
    return boxes
  end

  -- m, how far any box is from where it began, across and along the top of the floor
  local function strayed(boxes, platform, size)
    local up, along = 0, 0
    for i, box in ipairs(boxes) do
      local x, y = platform:to_local(box:x(), box:y())
      up = math.max(up, math.abs(y - 0.5 - (i - 0.5) * size))
      along = math.max(along, math.abs(x))
    end
    return up, along
  end

  local function at_most(limit, value)
    assert.is_true(value <= limit, ("expected at most %g, got %g"):format(limit, value))
  end

  for _, case in ipairs {
    { speed = 0.07, count = 17, size = 0.6 },
    { speed = -3, count = 12, size = 0.8 },
    { speed = 7, count = 20, size = 1, sleep = false },
  } do
    it(("keeps %d boxes on a platform at %g m/s"):format(case.count, case.speed), function()
      local world = make { sleep = case.sleep }
      local platform = floor(world, { type = "kinematic", vx = case.speed })
      local boxes = stack(world, case.count, case.size, case.speed)
      for _ = 1, 400 do world:step(1 / 60) end
      local up, along = strayed(boxes, platform, case.size)
      at_most(1e-4, up)
      at_most(1e-4, along)
      local vx, vy = boxes[case.count]:velocity()
      at_most(1e-5, math.abs(vx - case.speed))
      at_most(1e-5, math.abs(vy))
    end)
  end

  it("takes a stack along that was at rest when the platform began to move", function()
    local world = make { sleep = false }
    local platform = floor(world, { type = "kinematic" })
    local boxes = stack(world, 9, 0.5)
    for _ = 1, 60 do world:step(1 / 60) end
    for i = 1, 240 do
      platform:set_velocity(math.min(i / 60, 1.5), 0) -- m/s
      world:step(1 / 60)
    end
    local up, along = strayed(boxes, platform, 0.5)
    at_most(1e-4, up)
    at_most(1e-3, along)
  end)

  for _, case in ipairs { { up = 1.3, rate = 2 }, { up = 3, rate = 1.4 } } do
    it(("keeps a stack in a lift at up to %g m/s"):format(case.up), function()
      local world = make()
      local lift = floor(world, { type = "kinematic" })
      local boxes, most = stack(world, 14, 0.7), 0
      for i = 1, 500 do
        lift:set_velocity(0, case.up * math.sin(case.rate * i / 60))
        world:step(1 / 60)
        if i > 60 then most = math.max(most, (strayed(boxes, lift, 0.7))) end
      end
      at_most(1e-3, most)
    end)
  end

  it("keeps a stack on a platform that tilts and moves", function()
    local world = make()
    local platform = floor(world, { type = "kinematic" })
    local boxes = stack(world, 6, 0.5)
    for i = 1, 500 do
      platform:set_velocity(0.5 * math.sin(i / 60), 0.3 * math.sin(i / 40))
      platform:set_angular_velocity(0.06 * math.cos(i / 50))
      world:step(1 / 60)
    end
    local up, along = strayed(boxes, platform, 0.5)
    at_most(1e-3, up)
    at_most(1e-3, along)
  end)

  for _, speed in ipairs { 0.07, 1.7 } do
    it(("keeps a stack on a belt at %g m/s"):format(speed), function()
      local world = make()
      floor(world, { w = 400, surface_speed = speed })
      local boxes = stack(world, 11, 0.6, speed)
      for _ = 1, 300 do world:step(1 / 60) end
      for i, box in ipairs(boxes) do
        at_most(1e-4, math.abs(box:y() - (i - 0.5) * 0.6))
        at_most(1e-3, math.abs(box:x() - 5 * speed))
      end
    end)
  end

  it("keeps 24 discs in a tray that moves, which could roll", function()
    local world, discs = make { sleep = false }, {}
    local tray = floor(world, { type = "kinematic", vx = 2, w = 8 })
    for _, x in ipairs { -4, 4 } do
      world:box { type = "kinematic", x = x, y = 1, w = 1, h = 3, vx = 2 }
    end
    for i = 0, 23 do
      discs[i + 1] = world:circle { x = -3.1 + i % 8 * 0.88, y = 0.45 + i // 8 * 0.92,
        radius = 0.43, vx = 2, friction = 0.9 }
    end
    for _ = 1, 400 do world:step(1 / 60) end
    local before = {}
    for i, disc in ipairs(discs) do before[i] = { tray:to_local(disc:x(), disc:y()) } end
    for _ = 1, 300 do world:step(1 / 60) end
    for i, disc in ipairs(discs) do
      local x, y = tray:to_local(disc:x(), disc:y())
      at_most(2e-3, math.abs(x - before[i][1]))
      at_most(2e-3, math.abs(y - before[i][2]))
    end
  end)

  describe("keeps a stack on the ground within a millimetre", function()
    -- what: made with a stack of 17 boxes of 0.6 m; each: called before a step
    local cases = {
      ["under a box that must not turn"] = function(world)
        world:box { x = 0.05, y = 10.6, w = 0.4, h = 0.8, fixed_rotation = true }
      end,
      ["under a box that must not move across"] = function(world)
        world:box { x = 0.1, y = 10.5, w = 0.6, h = 0.6, locks = { x = true } }
      end,
      ["under a capsule that must not turn"] = function(world)
        world:capsule { y = 10.7, x1 = 0, y1 = -0.25, x2 = 0, y2 = 0.25, radius = 0.25,
          fixed_rotation = true }
      end,
      ["under a mover with mass that walks to and fro"] = function(world)
        local mover = world:mover { y = 10.71, radius = 0.1, height = 1, mass = 0.5 }
        return function(i) mover:move(i % 60 < 30 and 0.002 or -0.002, -0.001) end
      end,
      ["beside a paddle that turns without end"] = function(world)
        world:box { type = "kinematic", x = 3.4, y = 2, w = 6, h = 0.2, angular_velocity = 0.3 }
      end,
      ["against a wall with a moving surface"] = function(world)
        world:box { type = "static", x = 1.3, y = 0.3, w = 2, h = 0.5, surface_speed = 0.05 }
      end,
      ["against a pusher that has just stopped short of pushing"] = function(world)
        world:box { type = "kinematic", x = 1.3, y = 0.3, w = 2, h = 0.5, vy = 0.001 }
      end,
    }
    for title, add in pairs(cases) do
      it(title, function()
        local world = make { sleep = false }
        floor(world)
        local boxes = stack(world, 17, 0.6)
        local each = add(world) or function() end
        for i = 1, 400 do
          each(i)
          world:step(1 / 60)
        end
        for i, box in ipairs(boxes) do at_most(1e-3, math.abs(box:y() - (i - 0.5) * 0.6)) end
      end)
    end
  end)

  -- far away, and made later: what turns, what carries, belts, and what lies on them
  local function others(world, seed)
    local state = seed
    local function random(from, to)
      state = (state * 48271) % 2147483647
      return from + (to - from) * state / 2147483647
    end
    for i = 1, 25 do
      local x, v = 500 + 60 * i, random(-2, 2)
      world:box { type = "kinematic", x = x, y = -0.5, w = 20, h = 1, vx = v }
      for k = 1, 3 do world:box { x = x, y = k - 0.5, w = 1, h = 1, vx = v } end
      world:box { type = "kinematic", x = x, y = 12, w = 6, h = 0.3,
        angular_velocity = random(-1, 1) }
      world:box { type = "static", x = x + 25, y = -0.5, w = 20, h = 1, surface_speed = v }
      world:box { x = x + 25, y = 0.5, w = 1, h = 1 }
    end
  end

  for seed = 11, 13 do
    it(("gives the same bits alone and among a hundred others, seed %d"):format(seed), function()
      local poses = {}
      for run = 1, 2 do
        local world = make { sleep = seed == 12 }
        floor(world, { type = "kinematic", vx = 0.1 * (seed - 12) })
        local boxes = stack(world, 8, 0.9, 0)
        boxes[9] = world:circle { x = 3, y = 0.4, radius = 0.4 }
        boxes[10] = world:circle { x = 3.1, y = 1.2, radius = 0.4 }
        if run == 2 then others(world, seed) end
        for _ = 1, 150 do world:step(1 / 60) end
        poses[run] = {}
        for i, box in ipairs(boxes) do
          poses[run][i] = ("%a %a %a"):format(box:x(), box:y(), box:angle())
        end
      end
      assert.same(poses[1], poses[2])
    end)
  end

  it("goes on from a snapshot with the same bits", function()
    local world = make { sleep = false }
    local platform = floor(world, { type = "kinematic", vx = 0.4, angular_velocity = 0.01 })
    stack(world, 10, 0.6, 0.4)
    for _ = 1, 50 do world:step(1 / 60) end
    local snapshot, hash = world:snapshot()
    for run = 1, 2 do
      for i = 1, 60 do
        platform:set_velocity(0.4, i / 100)
        world:step(1 / 60)
      end
      hash = hash or world:hash()
      assert.equal(hash, world:hash())
      if run == 1 then world:restore(snapshot) end
    end
  end)

  it("gives a large pyramid on a platform the same bits with one thread and two", function()
    local hashes = {}
    for threads = 1, 2 do
      local world, top = make { sleep = false, threads = threads }, nil
      floor(world, { type = "kinematic", w = 80, vx = 1.5 })
      for row = 0, 44 do
        for i = 0, 44 - row do
          top = world:box { x = (i - (44 - row) / 2) * 1.05, y = row + 0.5, w = 1, h = 1, vx = 1.5 }
        end
      end
      for _ = 1, 12 do world:step(1 / 60) end
      hashes[threads] = world:hash()
      at_most(5e-3, math.abs(top:y() - 44.5))
    end
    assert.equal(hashes[1], hashes[2])
  end)
end)
