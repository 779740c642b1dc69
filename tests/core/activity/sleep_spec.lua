-- Who sleeps and who wakes whom.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local run = measure.run

describe("In a world,", function()
  local world, ground, slept, woke

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
    ground = world:box { type = "static", y = -1, w = 100, h = 2 }
    slept, woke = {}, {}
    world:set_listener {
      slept = function(body) slept[#slept + 1] = body end,
      woke = function(body) woke[#woke + 1] = body end,
    }
  end

  before_each(function() renew { gravity = { 0, -10 } } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  local function crate(x, y, keys)
    keys = keys or {}
    keys.x, keys.y, keys.w, keys.h = x, y, 1, 1
    return (world:box(keys))
  end

  -- Two crates on each other, and one apart, all asleep.
  local function asleep()
    local low, high, other = crate(0, 0.5), crate(0, 1.5), crate(10, 0.5)
    run(world, 2)
    assert.is.asleep(low)
    assert.is.asleep(high)
    assert.is.asleep(other)
    slept, woke = {}, {}
    return low, high, other
  end

  describe("sleep", function()
    it("comes to a whole island at once, half a second after it has come to rest", function()
      local low, high = crate(0, 0.5), crate(0, 1.5)
      local steps
      run(world, 2, function(i)
        assert.equal(low:is_awake(), high:is_awake())
        if not steps and not low:is_awake() then steps = i end
      end)
      assert(steps >= 30 and steps < 90, "asleep after " .. tostring(steps) .. " steps")
      assert.same({ low, high }, slept)
      assert.same({}, woke)
      assert.equal(0, world:awake_count())
    end)

    it("comes to all of a pile at once, and leaves it where it stood before", function()
      local crates = {}
      for i = 0, 9 do crates[i + 1] = crate(0, i + 0.5) end
      run(world, 0.4)
      local heights = {}
      for i, body in ipairs(crates) do heights[i] = select(2, body:position()) end
      run(world, 0.6)
      assert.equal(0, world:awake_count())
      assert.same(crates, slept)
      for i, body in ipairs(crates) do
        assert(math.abs(heights[i] - select(2, body:position())) < 1e-6)
      end
    end)

    it("does not come to a pile that waits for it and is struck", function()
      local low, high = crate(0, 0.5), crate(0, 1.5)
      run(world, 0.4)
      high:set_velocity(0.5, 0)
      run(world, 0.2)
      assert.is_true(low:is_awake() and high:is_awake())
      run(world, 2)
      assert.equal(0, world:awake_count())
    end)

    it("by command takes a pile that waits for it, and all of it wakes again", function()
      local low, high = crate(0, 0.5), crate(0, 1.5)
      run(world, 0.4)
      high:sleep()
      assert.is_false(low:is_awake())
      run(world, 0.2)
      low:apply_impulse(0, 10)
      run(world, 0.1)
      assert.is_true(low:is_awake() and high:is_awake())
      assert(select(2, low:position()) > 0.55)
    end)

    it("does not come while one body of the island moves", function()
      --   (o) rolls over a long plank: the plank stays up as long as it is touched
      local plank = world:box { y = 0.1, w = 30, h = 0.2 }
      local ball = world:circle { x = -12, y = 0.7, radius = 0.5, vx = 4, angular_velocity = -8 }
      run(world, 4, function()
        assert.is_true(ball:is_awake())
        assert.is_true(plank:is_awake())
      end)
    end)

    it("does not come to bodies that move, however slowly above sleep_speed", function()
      renew { gravity = { 0, 0 } }
      local slow = world:circle { y = 5, radius = 0.5, vx = 0.06 }
      local slower = world:circle { y = 8, radius = 0.5, vx = 0.04 }
      local lively = world:circle { y = 11, radius = 0.5, vx = 0.04, sleep_speed = 0.01 }
      run(world, 3)
      assert.is_true(slow:is_awake())
      assert.is_false(slower:is_awake())
      assert.is_true(lively:is_awake())
    end)

    it("does not come to bodies that may not, nor to what they touch", function()
      local guard, friend = crate(0, 0.5, { can_sleep = false }), crate(0, 1.5)
      run(world, 3)
      assert.is_true(guard:is_awake())
      assert.is_true(friend:is_awake())
      guard:set_can_sleep(true)
      run(world, 2)
      assert.is_false(friend:is_awake())
    end)

    it("does not come where the world has it off, and ends when it is switched off", function()
      renew { gravity = { 0, -10 }, sleep = false }
      local body = crate(0, 0.5)
      run(world, 3)
      assert.is_true(body:is_awake())
      world:set_sleep(true)
      run(world, 2)
      assert.is_false(body:is_awake())
      world:set_sleep(false)
      world:step()
      assert.is_true(body:is_awake())
    end)

    it("stops a body exactly", function()
      local low = asleep()
      assert.same({ 0, 0 }, { low:velocity() })
      assert.equal(0, low:angular_velocity())
    end)

    it("comes by command, to the whole island", function()
      local low, high = crate(0, 0.5), crate(0, 1.5)
      run(world, 0.1)
      high:sleep()
      assert.is_false(low:is_awake())
      assert.is_false(high:is_awake())
    end)
  end)

  describe("waking", function()
    it("comes by touch, to the whole island", function()
      local low, high = asleep()
      world:circle { x = -4, y = 0.6, radius = 0.5, vx = 8, gravity_scale = 0 }
      run(world, 0.3)
      assert.is_false(low:is_awake())
      run(world, 0.2)
      assert.is_true(low:is_awake())
      assert.is_true(high:is_awake())
      assert.same({ low, high }, woke)
      assert(low:position() > 0.01)
    end)

    it("does not come to others when a body lands on the floor they lie on", function()
      asleep()
      local ball = world:circle { x = 30, y = 1, radius = 0.5 }
      run(world, 1)
      assert.is_true(ball:touching(ground))
      assert.same({}, woke)
    end)

    for name, act in pairs {
      ["an impulse"] = function(body) body:apply_impulse(0.1, 0) end,
      ["a force"] = function(body) body:apply_force(1, 0) end,
      ["a torque"] = function(body) body:apply_torque(1) end,
      ["an angular impulse"] = function(body) body:apply_angular_impulse(0.1) end,
      ["a velocity"] = function(body) body:set_velocity(1, 0) end,
      ["a teleport"] = function(body) body:set_position(0, 0.6) end,
      ["wake"] = function(body) body:wake() end,
    } do
      it("comes by " .. name, function()
        local low, high, other = asleep()
        act(low)
        assert.is_true(low:is_awake())
        assert.is_true(high:is_awake())
        assert.is_false(other:is_awake())
        world:step()
        assert.same({ low, high }, woke)
      end)
    end

    it("comes when the floor is removed, and all fall", function()
      local low, high, other = asleep()
      ground:destroy()
      run(world, 0.5)
      for _, body in ipairs { low, high, other } do
        local _, vy = body:velocity()
        assert(vy < -4, "vy " .. vy)
      end
    end)

    it("comes when the floor is moved or disabled", function()
      local low = asleep()
      ground:set_position(0, -5)
      run(world, 0.5)
      assert((select(2, low:velocity())) < -4)
      ground:set_position(0, -1)
      low:set_transform(0, 0.5, 0)
      low:set_velocity(0, 0)
      run(world, 2)
      assert.is.asleep(low)
      ground:set_enabled(false)
      run(world, 0.5)
      assert((select(2, low:velocity())) < -4)
    end)

    it("comes when a neighbour is destroyed", function()
      local low, high = asleep()
      low:destroy()
      run(world, 0.25)
      assert.is_true(high:is_awake())
      assert((select(2, high:velocity())) < -1)
    end)

    it("comes when gravity changes", function()
      local low, high, other = asleep()
      world:set_gravity(0, 10)
      run(world, 0.5)
      for _, body in ipairs { low, high, other } do
        assert((select(2, body:velocity())) > 4)
      end
    end)

    it("comes when the surface below starts to carry", function()
      local low = asleep()
      ground:shape():set_surface_speed(2)
      run(world, 1)
      assert(low:position() > 0.5)
    end)

    it("does not come by touching a sensor", function()
      local low = asleep()
      world:circle { x = 0, y = 5, radius = 1, sensor = true, vy = -5, gravity_scale = 0 }
      run(world, 1)
      assert.is_false(low:is_awake())
    end)
  end)

  describe("a kinematic mover", function()
    it("keeps awake what lies on it, and lets it sleep when it stops", function()
      local lift = world:box { type = "kinematic", x = 20, y = 0.25, w = 4, h = 0.5, vy = 0.01 }
      local load = crate(20, 1)
      run(world, 3, function() assert.is_true(load:is_awake()) end)
      lift:set_velocity(0, 0)
      run(world, 2)
      assert.is_false(load:is_awake())
      slept, woke = {}, {}
      lift:set_velocity(0, 0.5)
      run(world, 1)
      assert.is_true(load:is_awake())
      assert((select(2, load:position())) > 1.3)
    end)

    it("wakes what it runs into", function()
      local low, high = asleep()
      world:box { type = "kinematic", x = -3, y = 0.6, w = 1, h = 1, vx = 4 }
      run(world, 1)
      assert.is_true(low:is_awake() and high:is_awake())
      assert(low:position() > 0.5)
    end)
  end)

  describe("slept and woke", function()
    it("come once each, in order of ids, also by command", function()
      local low, high, other = asleep()
      world:step()
      assert.same({}, slept)
      other:wake()
      high:wake()
      world:step()
      assert.same({ low, high, other }, woke)
      woke = {}
      run(world, 2)
      assert.same({ low, high, other }, slept)
      assert.same({}, woke)
    end)
  end)

  -- What is pushed out of an overlap has no velocity of its own.
  it("nothing sleeps that is still being pushed out", function()
    for _, drop in ipairs { 0.5, 2.5 } do
      renew { gravity = { 0, -10 } }
      for i = 1, 5 do crate(0, i - 0.5) end
      local heavy = crate(0, 5.5 + drop, { density = 100 })
      run(world, 10)
      assert.is_false(heavy:is_awake())
      assert(world:max_penetration() < 1e-3, world:max_penetration())
      assert(math.abs(heavy:y() - 5.5) < 5e-3, heavy:y())
    end
  end)

  it("awake bodies are counted", function()
    local low = asleep()
    assert.equal(0, world:awake_count())
    low:wake()
    assert.equal(2, world:awake_count())
  end)
end)
