-- Ropes: distance joints with `max` alone. Where their lengths can bear, they are solved with all
-- that hangs on them: as exactly as rods, and slack where rods would push.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near, run = measure.near, measure.run

describe("a rope of `max` links", function()
  local world

  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
  end)

  after_each(function()
    world:destroy()
    world = nil
  end)

  -- links of so many metres from (0, 0) along the x axis, with a load at the end
  local function rope(links, each, load, keys)
    local all, bodies, prev = {}, {}, nil
    for i = 1, links do
      local b = world:circle { x = i * each, radius = 0.05, mass = i == links and load or 1,
        group = -1 }
      local joint = { a = prev, b = b, from = { (i - 1) * each, 0 }, to = { i * each, 0 } }
      for key, value in pairs(keys or { max = each }) do joint[key] = value end
      all[i], bodies[i], prev = world:distance(joint), b, b
    end
    return all, bodies
  end

  local function longest(joints)
    local most = 0
    for _, joint in ipairs(joints) do most = math.max(most, joint:length()) end
    return most
  end

  for _, case in ipairs { { 30, 0.25, 60 }, { 12, 0.4, 100 }, { 20, 0.3, 300 } } do
    local name = "of %d keeps its length while it swings %g times the weight of a link"
    it(name:format(case[1], case[3]), function()
      local joints, peak = rope(case[1], case[2], case[3]), 0
      for _ = 1, 300 do
        world:step(1 / 60)
        peak = math.max(peak, longest(joints))
      end
      assert(peak < 1.0005 * case[2], ("stretched to %g"):format(peak / case[2]))
    end)
  end

  it("that hangs straight neither stretches nor moves", function()
    local joints, bodies = rope(10, 0.2, 80)
    for i, body in ipairs(bodies) do body:set_position(0, -0.2 * i) end
    run(world, 3)
    near(0.2, longest(joints), 1e-6)
    local x, y, _, vx, vy = bodies[10]:state()
    near(0, x, 1e-6)
    near(-2, y, 1e-5)
    near(0, vx, 1e-6)
    near(0, vy, 1e-6)
  end)

  it("bears what its bodies weigh, as its joints tell", function()
    local joints, bodies = rope(5, 0.2, 50)
    for i, body in ipairs(bodies) do body:set_position(0, -0.2 * i) end
    run(world, 2)
    for i, joint in ipairs(joints) do
      local _, fy = joint:force()
      near((50 + 5 - i) * 10, fy, 0.01, "link " .. i)
    end
  end)

  it("is slack while its ends are nearer, and falls freely", function()
    local b = world:circle { x = 0.3, radius = 0.05 }
    local joint = world:distance { b = b, from = { 0, 0 }, to = { 0.3, 0 }, max = 2 }
    run(world, 0.5)
    near(-1.25, b:y(), 1e-3)
    near(0.3, b:x(), 1e-6)
    near(0, select(2, joint:force()), 1e-9)
  end)

  it("that becomes straight stops what falls, within a ten-thousandth of its length", function()
    local joints, bodies = rope(8, 0.25, 40)
    local peak, lowest = 0, 0
    for i, body in ipairs(bodies) do body:set_position(0.02 * i, -0.05 * i) end
    for _ = 1, 240 do
      world:step(1 / 60)
      peak = math.max(peak, longest(joints))
      lowest = math.min(lowest, bodies[8]:y())
    end
    assert(peak < 1.0001 * 0.25, "stretched to " .. peak / 0.25)
    assert(lowest < -1.9, "came no lower than " .. lowest)
  end)

  it("makes no energy while it whips about", function()
    local _, bodies = rope(15, 0.3, 20)
    local function energy()
      local sum = 0
      for _, body in ipairs(bodies) do
        local _, y, _, vx, vy, w = body:state()
        sum = sum + body:mass() * (0.5 * (vx * vx + vy * vy) + 10 * y)
        sum = sum + 0.5 * body:inertia() * w * w
      end
      return sum
    end
    local start, most = energy(), -math.huge
    for _ = 1, 360 do
      world:step(1 / 60)
      most = math.max(most, energy())
    end
    local weight = (20 + 14) * 10
    assert(most - start < 0.02 * weight * 4.5, "gained " .. most - start)
  end)

  it("with `min` alone holds apart, and lets go", function()
    local b = world:box { y = 1, w = 0.4, h = 0.4, mass = 30, fixed_rotation = true }
    local strut = world:distance { b = b, from = { 0, 0 }, to = { 0, 1 }, min = 1 }
    run(world, 1)
    near(1, strut:length(), 1e-5)
    b:set_velocity(0, 5)
    run(world, 0.4)
    assert(strut:length() > 1.5)
  end)

  it("with `min` and `max` equal is a rod", function()
    local joints = rope(10, 0.25, 30, { min = 0.25, max = 0.25 })
    run(world, 2)
    for _, joint in ipairs(joints) do near(0.25, joint:length(), 1e-5) end
  end)

  it("between welded bodies knows what they weigh", function()
    local prev, all = nil, {}
    for i = 1, 6 do
      local post = world:box { x = i - 0.5, w = 1, h = 0.3 }
      world:weld { a = prev, b = post, at = { i - 1, 0 } }
      prev = post
    end
    local ball = world:circle { x = 5.5, y = -1, radius = 0.2, mass = 80 }
    all[1] = world:distance { a = prev, b = ball, from = { 5.5, 0 }, to = { 5.5, -1 }, max = 1 }
    run(world, 3)
    near(1, all[1]:length(), 1e-4)
    near(0, prev:y(), 1e-4)
  end)

  it("that is too dense to be solved with what it ties leaves that as it was", function()
    local grid = {}
    for i = 1, 12 do
      local prev
      grid[i] = {}
      for k = 1, 12 do
        local b = world:circle { x = i * 0.5, y = -k * 0.5, radius = 0.05, group = -1 }
        world:revolute { a = prev, b = b, at = { i * 0.5, -(k - 1) * 0.5 } }
        grid[i][k], prev = b, b
      end
    end
    for i = 1, 11 do
      for k = 1, 12 do
        for _, on in ipairs { k, k % 12 + 1, (k + 5) % 12 + 1 } do
          world:distance { a = grid[i][k], b = grid[i + 1][on], max = 9 }
        end
      end
    end
    run(world, 1)
    for i = 1, 12 do near(-6, grid[i][12]:y(), 1e-4) end
  end)

  it("that sleeps, is saved and comes back goes on with the same bits", function()
    rope(12, 0.25, 40)
    run(world, 0.7)
    local saved = world:snapshot()
    run(world, 0.5)
    local hash = world:hash()
    world:restore(saved)
    run(world, 0.5)
    assert.are.equal(hash, world:hash())
  end)
end)
