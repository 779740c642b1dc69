-- Snapshots of worlds whose joints have changed since the step before, or change before the next:
-- what goes on is what would have gone on. Found by tests/fuzz/fuzz_api.c.
local cairn = require "cairn"
local geometry = require "tests.support.geometry"

-- Four boxes that hang from hinges.
local function chain(w)
  local boxes, hinges = {}, {}
  for i = 1, 4 do
    boxes[i] = w:box { w = 1, h = 0.2, x = i - 0.5, y = 5 }
    hinges[i] = w:revolute { a = boxes[i - 1], b = boxes[i], at = { i - 1, 5 } }
  end
  return boxes, hinges
end

local function steps(w, count)
  for _ = 1, count do w:step() end
end

-- A ball that hangs from it by a rope; then something else is welded to it.
local function hang_and_weld(w, count)
  local boxes = chain(w)
  local ball = w:circle { radius = 0.3, x = 4, y = 2 }
  w:distance { a = boxes[4], b = ball, from = { 4, 5 }, to = { 4, 2 }, max = 3 }
  steps(w, count)
  w:weld { a = boxes[1], b = w:box { w = 1, h = 1, y = 9 }, at = { 0, 9 } }
end

-- The same world, by way of its snapshot.
local function check_goes_on(w)
  local copy <close> = w:clone()
  for i = 1, 20 do
    w:step()
    copy:step()
    assert.equal(w:hash(), copy:hash(), i)
  end
end

describe("A world in which joints change", function()
  local w
  before_each(function() w = cairn.world {} end)
  after_each(function() w:destroy() end)

  it("after a restore goes on as if there had been none", function()
    local hashes = {}
    for round = 1, 2 do
      local world <close> = cairn.world {}
      local boxes, hinges = chain(world)
      local ball = world:circle { radius = 0.3, x = 6, y = 5 }
      steps(world, 5)
      if round == 1 then assert.is_true(world:restore(world:snapshot())) end
      -- in the places of those that go, others that hold other bodies
      hinges[2]:destroy()
      hinges[3]:destroy()
      world:distance { a = boxes[1], b = ball, from = { 0.5, 5 }, to = { 6, 5 } }
      world:weld { a = boxes[4], b = ball, at = { 5, 5 } }
      world:revolute { a = boxes[2], b = boxes[4], at = { 3, 5 } }
      steps(world, 20)
      assert.is_true((world:validate()))
      hashes[round] = world:hash()
    end
    assert.equal(hashes[2], hashes[1])
  end)

  it("and have not stepped since goes on: what a rope bears", function()
    hang_and_weld(w, 30)
    check_goes_on(w)
  end)

  it("goes on from a snapshot of what a snapshot has left: what a rope bears", function()
    hang_and_weld(w, 30)
    assert.is_true(w:restore(w:snapshot()))
    check_goes_on(w)
  end)

  it("goes on: a rope that became a rod", function()
    local boxes = chain(w)
    local ball = w:circle { radius = 0.3, x = 4, y = 2 }
    local rope = w:distance { a = boxes[4], b = ball, from = { 4, 5 }, to = { 4, 2 }, max = 3 }
    steps(w, 30)
    rope:set_max(nil)
    check_goes_on(w)
  end)

  it("goes on: limits that there were when it was found what hangs together", function()
    local last, hinges = nil, {}
    for i = 1, 6 do
      local box = w:box { w = 1, h = 0.3, x = i, y = 4 }
      if last then hinges[i] = w:revolute { a = last, b = box, at = { i - 0.5, 4 } } end
      last = box
    end
    for x = 0, 6, 1.5 do w:circle { type = "static", radius = 0.5, x = x } end
    hinges[3]:set_limits(-0.2, 0.2)
    w:step()
    hinges[3]:set_limits(nil)
    steps(w, 50)
    check_goes_on(w)
  end)

  -- Gravity brakes it, before a gear makes its motor a row of its own system.
  it("goes on: the motor of a wheel that a gear couples by now", function()
    local wheel = w:circle { radius = 0.5, y = 2 }
    wheel:add_circle { radius = 0.2, x = 0.6 }
    local other = w:circle { radius = 0.5, x = 3, y = 2 }
    local rolls = w:wheel { b = wheel, at = { 0, 2 }, axis = { 0, 1 }, motor = { speed = 3 },
      spring = { hertz = 4 } }
    local hinge = w:revolute { b = other, at = { 3, 2 } }
    steps(w, 20)
    w:gear { a = rolls, b = hinge }
    steps(w, 5)
    check_goes_on(w)
  end)

  -- By walls, to and fro within a step: of these seeds joints had counted another turn than bodies.
  it("goes on: angles of what is thrown about", function()
    local r = math.random
    local walls = { { 0, 2.5, 6, 1 }, { 0, -2.5, 6, 1 }, { 3.5, 0, 1, 6 }, { -3.5, 0, 1, 6 } }
    for _, seed in ipairs { 4312, 4335, 5016, 5036 } do
      math.randomseed(seed)
      local world <close> = cairn.world { gravity = { 0, 0 } }
      for _, wall in ipairs(walls) do
        world:box { type = "static", x = wall[1], y = wall[2], w = wall[3], h = wall[4],
          restitution = r(), friction = 1 }
      end
      local a = world:box { w = 0.2 + r(), h = 0.1, x = -1, friction = 1, restitution = r() }
      local b = world:box { w = 0.2 + r(), h = 0.1 + r(), x = 1, friction = 1, restitution = r() }
      world:rotary { a = a, b = b, spring = { hertz = 0.5 + 6 * r() } }
      for i = 1, 12 do
        a:set_velocity(300 * (r() - 0.5), 300 * (r() - 0.5))
        b:set_velocity(300 * (r() - 0.5), 300 * (r() - 0.5))
        world:step(1 / 60 * (1 + r()))
        world:step()
        local copy <close> = world:clone()
        copy:step()
        world:step()
        assert.equal(world:hash(), copy:hash(), ("seed %d, step %d"):format(seed, i))
      end
    end
  end)

  it("goes on: a body that was off and is on again, and what pulls it", function()
    local ball = w:circle { radius = 0.3, y = 3 }
    local pull = w:mouse { body = ball, x = 0.2, y = 3, hertz = 3 }
    pull:set_target(2, 4)
    steps(w, 10)
    assert.is_true(select(2, pull:force()) ~= 0) -- asked for, it is in the joint, too
    ball:set_enabled(false)
    ball:set_enabled(true)
    check_goes_on(w)
  end)

  it("goes on: with what moves by itself, and was told to long ago", function()
    local lift = w:box { type = "kinematic", w = 2, h = 0.5 }
    local ball = w:circle { radius = 0.3, y = 3 }
    w:distance { a = lift, b = ball, from = { 0, 0 }, to = { 0, 3 },
      motor = { speed = 3, max = 0.2 } }
    lift:set_velocity(1, 0.2)
    steps(w, 10)
    check_goes_on(w)
  end)

  local KINDS <const> = { "revolute", "weld", "distance", "prismatic" }

  -- Boxes in joints of chance; between some steps what holds them changes and changes back, and at
  -- the middle of that the world is put back, or not. Returns its hash.
  local function there_and_back(seed, puts_back)
    local r = geometry.random(seed)
    local boxes, joints = {}, {}
    w = cairn.world {}
    local function place() return { r.between(-2, 2), r.between(0, 3) } end
    local function join()
      local a, b, kind = boxes[r.integer(1, 5)], boxes[r.integer(1, 5)], KINDS[r.integer(1, 4)]
      local keys = { a = a ~= b and a or w:ground(), b = b }
      if kind == "distance" then keys.from, keys.to = place(), place() else keys.at = place() end
      if kind == "prismatic" then keys.axis = { 1, 0 } end
      return w[kind](w, keys)
    end
    w:box { type = "static", y = -3, w = 20, h = 1 }
    for i = 1, 5 do
      boxes[i] = w:box { x = r.between(-2, 2), y = r.between(0, 3), w = r.between(0.3, 1), h = 0.5,
        vx = r.between(-5, 5), angular_velocity = r.between(-9, 9) }
    end
    for i = 1, r.integer(2, 6) do joints[i] = join() end
    steps(w, r.integer(1, 30))
    for _ = 1, 4 do
      local body, joint = boxes[r.integer(1, 5)], joints[r.integer(1, #joints)]
      local how = r.integer(1, 4)
      local extra = how == 1 and join()
      if how == 2 then joint:set_enabled(false) end
      if how == 3 then body:set_enabled(false) end
      if how == 4 then body:set_type "static" end
      if puts_back then w:restore(w:snapshot()) end
      if extra then extra:destroy() end
      if how == 2 then joint:set_enabled(true) end
      if how == 3 then body:set_enabled(true) end
      if how == 4 then body:set_type "dynamic" end
      steps(w, 6)
    end
    return w:hash()
  end

  it("goes on where it is put back while they change there and back", function()
    local seeds = { 750, 2910 } -- which went elsewhere
    for seed = 1, 40 do seeds[#seeds + 1] = seed end
    for _, seed in ipairs(seeds) do
      assert.equal(there_and_back(seed, false), there_and_back(seed, true), seed)
    end
  end)

  -- A wall that turns takes them along past where their angle goes from pi to -pi.
  it("knows how often they have turned that a wall has stopped", function()
    local random = geometry.random(71).between
    for i = 1, 300 do
      local world <close> = cairn.world { gravity = { 0, 0 } }
      local x, y = random(-1.5, -0.6), random(-2, 2)
      world:box { type = "kinematic", w = 0.2, h = 6, angular_velocity = random(3, 12) }
      local angle = math.pi - random(0.01, 0.3)
      local bar = world:box { w = random(0.6, 1.6), h = 0.08, x = x, y = y, angle = angle }
      local tug = world:circle { radius = 0.2, x = x + random(-0.5, 0.5), y = y + 4, density = 50,
        vx = random(40, 120), vy = random(-60, 60) }
      world:revolute { a = tug, b = bar, at = { x + random(-0.3, 0.3), y } }
      world:rotary { b = bar, limits = { -2, 2 } }
      for _ = 1, 5 do
        world:step()
        local copy <close> = world:clone()
        world:step()
        copy:step()
        assert.equal(world:hash(), copy:hash(), i)
      end
    end
  end)
end)
