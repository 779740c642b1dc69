-- What each kind of joint holds, against what is known on paper, and what can be set on it. What is
-- common to all is in joint_life_spec.lua, sentences of misuse in joint_errors_spec.lua.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near = measure.near
local G = 10
local STEP = 1 / 60

describe("In a world,", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -G } } end)
  after_each(function() world:destroy() end)

  local function run(seconds, f) measure.run(world, seconds, f) end

  -- Times at which read() goes from below to above 0, interpolated, over so many seconds.
  local function crossings(seconds, read)
    local times, last = {}, read()
    run(seconds, function()
      local now = read()
      if last < 0 and now >= 0 then
        times[#times + 1] = world:time() - STEP * now / (now - last)
      end
      last = now
    end)
    return times
  end

  local function period(seconds, read)
    local times = crossings(seconds, read)
    assert.is_true(#times > 2)
    return (times[#times] - times[1]) / (#times - 1)
  end

  -- ---- revolute --------------------------------------------------------------------------------

  describe("a revolute joint", function()
    --   o at (0, 0)
    --   |
    --   #  a box of 0.4 x 1 hung by the middle of its top
    local function hang(keys)
      local body = world:box { y = -0.5, w = 0.4, h = 1, can_sleep = false }
      keys.b, keys.at = body, { 0, 0 }
      return world:revolute(keys), body
    end

    it("swings as a physical pendulum does", function()
      local joint, body = hang {}
      body:set_transform(0.5 * cairn.sin(0.1), -0.5 * cairn.cos(0.1), 0.1)
      local about_pivot = body:inertia() + body:mass() * 0.25
      local expected = 2 * math.pi * math.sqrt(about_pivot / (body:mass() * G * 0.5))
      expected = expected * (1 + 0.1 ^ 2 / 16)
      near(expected, period(10, function() return joint:angle() end), 2e-3, "period")
      local linear, angular = joint:error()
      near(0, linear, 1e-4)
      assert.equal(0, angular)
    end)

    it("carries the weight at rest", function()
      local joint, body = hang {}
      run(1)
      local fx, fy, torque = joint:force()
      near(0, fx, 0.02)
      near(body:mass() * G, fy, 0.02, "N")
      near(0, torque, 1e-3)
    end)

    it("counts turns", function()
      local joint = hang { motor = { speed = 2 * math.pi } }
      run(3)
      near(6 * math.pi, joint:angle(), 0.3, "angle")
      near(2 * math.pi, joint:speed(), 1e-2, "speed")
    end)

    it("drives with no more than its torque", function()
      world:set_gravity(0, 0)
      local joint, body = hang { motor = { speed = 100, max = 0.5 } }
      run(0.5)
      local about_pivot = body:inertia() + body:mass() * 0.25
      near(0.5 * 0.5 / about_pivot, joint:speed(), 0.02, "speed")
      local _, _, torque = joint:force()
      near(0.5, torque, 0.01, "N m")
    end)

    it("stops at its limits", function()
      local joint = hang { limits = { -0.25, 0.5 }, motor = { speed = 3 } }
      run(2)
      near(0.5, joint:angle(), 1e-3, "upper, against a motor of any strength")
      joint:set_motor(-3, 30)
      run(2)
      near(-0.25, joint:angle(), 1e-3, "lower")
      joint:set_limits(nil)
      run(2)
      assert.is_true(joint:angle() < -1)
    end)

    it("springs to its target", function()
      world:set_gravity(0, 0)
      local joint = hang { spring = { hertz = 2, damping = 1, target = 0.7 } }
      run(2)
      near(0.7, joint:angle(), 1e-3, "angle")
      joint:set_target(-0.2)
      run(2)
      near(-0.2, joint:angle(), 1e-3, "angle")
    end)

    it("swings on its spring with its frequency", function()
      world:set_gravity(0, 0)
      local joint = hang { spring = { hertz = 1.5, target = 0.3 } }
      near(1 / 1.5, period(6, function() return joint:angle() - 0.3 end), 2e-3, "period")
    end)

    it("measures from the reference", function()
      local body = world:box { y = -0.5, w = 0.4, h = 1, angle = 0.3 }
      local joint = world:revolute { b = body, at = { 0, 0 } }
      near(0, joint:angle(), 1e-6)
      near(0.3, joint:reference(), 1e-6)
      local other = world:revolute { b = body, at = { 0, 0 }, reference = 0.1 }
      near(0.2, other:angle(), 1e-6)
      assert.near(0.1, other:reference(), 1e-7)
    end)

    it("pulls anchors together that do not coincide", function()
      local a, b = world:box { w = 0.5, h = 0.5 }, world:box { x = 3, w = 0.5, h = 0.5 }
      local joint = world:revolute { a = a, b = b, from = { 0.25, 0 }, to = { 2.75, 0 } }
      local x1, y1, x2, y2 = joint:anchors()
      assert.same({ 0.25, 0, 2.75, 0 }, { x1, y1, x2, y2 })
      near(2.5, (joint:error()), 1e-6)
      run(3)
      near(0, (joint:error()), 1e-3, "error")
    end)
  end)

  -- ---- distance --------------------------------------------------------------------------------

  describe("a distance joint", function()
    local function ball(x, y) return (world:circle { x = x, y = y, radius = 0.1 }) end

    it("is a rod", function()
      local joint = world:distance { b = ball(2, 0), from = { 0, 0 } }
      near(2, joint:length(), 1e-9)
      near(2, joint:rest_length(), 1e-7)
      local longest, shortest = 0, 9
      run(4, function()
        longest, shortest = math.max(longest, joint:length()), math.min(shortest, joint:length())
      end)
      near(2, longest, 2e-3)
      near(2, shortest, 2e-3)
    end)

    it("moves to a new length", function()
      local body = ball(0, -2)
      local joint = world:distance { b = body, from = { 0, 0 } }
      run(0.5)
      joint:set_length(3)
      assert.equal(3, joint:rest_length())
      run(3)
      near(3, joint:length(), 2e-3)
      near(-3, body:y(), 2e-3)
    end)

    it("is a rope with max alone", function()
      local body = ball(0, 0)
      local joint = world:distance { b = body, from = { 0, 0 }, to = { 0, 0 }, max = 2 }
      run(0.25)
      near(-0.5 * G * 0.25 ^ 2, body:y(), 1e-4, "free fall")
      assert.equal(0, (joint:error()))
      run(4)
      near(2, joint:length(), 2e-3)
      assert.is_nil(joint:min())
      assert.equal(2, joint:max())
    end)

    it("keeps a least length", function()
      local post = world:box { type = "static", w = 0.1, h = 0.1 }
      local body = ball(0, 3)
      world:prismatic { b = body, axis = { 0, 1 } }
      local joint = world:distance { a = post, b = body, min = 1, max = 5 }
      run(3)
      near(1, joint:length(), 2e-3)
      joint:set_limits(2, 5)
      assert.same({ 2, 5 }, { joint:limits() })
      run(2)
      near(2, joint:length(), 5e-3)
    end)

    it("is a spring that a weight stretches by g over omega squared", function()
      local body = ball(0, -1)
      local joint = world:distance {
        b = body, from = { 0, 0 }, spring = { hertz = 1.5, damping = 0.5 },
      }
      run(8)
      near(1 + G / (2 * math.pi * 1.5) ^ 2, joint:length(), 1e-3, "length")
    end)

    it("swings on its spring with its frequency", function()
      local body = world:circle { y = -1, radius = 0.1, can_sleep = false }
      local joint = world:distance { b = body, from = { 0, 0 }, spring = { hertz = 2 } }
      local rest = 1 + G / (2 * math.pi * 2) ^ 2
      near(0.5, period(6, function() return joint:length() - rest end), 2e-3, "period")
    end)

    it("is driven by a motor", function()
      world:set_gravity(0, 0)
      local joint = world:distance {
        b = ball(0, -1), from = { 0, 0 }, min = 0.5, max = 3, motor = { speed = 0.5 },
      }
      run(2)
      near(2, joint:length(), 0.01)
      near(0.5, joint:speed(), 1e-3)
      run(4)
      near(3, joint:length(), 1e-3)
    end)
  end)

  -- ---- prismatic -------------------------------------------------------------------------------

  describe("a prismatic joint", function()
    it("lets its body slide along the axis only", function()
      local body = world:box { w = 1, h = 0.5 }
      local joint = world:prismatic { b = body, axis = { 3, -4 } }
      local ax, ay = joint:axis()
      near(0.6, ax, 1e-6)
      near(-0.8, ay, 1e-6)
      run(0.5)
      local way = 0.5 * G * 0.8 * 0.25
      near(way, joint:translation(), 0.01, "way")
      near(G * 0.8 * 0.5, joint:speed(), 0.01, "speed")
      near(0, joint:angle(), 1e-4)
      near(0, (joint:error()), 1e-4)
      near(0.6 * joint:translation(), body:x(), 1e-4)
    end)

    it("stops at its limits and holds with its motor", function()
      local body = world:box { w = 0.5, h = 0.5 }
      local joint = world:prismatic { b = body, axis = { 0, 1 }, limits = { -1, 0.5 } }
      run(2)
      near(-1, joint:translation(), 2e-3, "lower")
      local _, fy = joint:force()
      near(body:mass() * G, fy, 0.02, "N")
      joint:set_motor(1)
      run(0.5)
      near(-0.5, joint:translation(), 0.01, "half way")
      run(2)
      near(0.5, joint:translation(), 1e-3, "upper")
    end)

    it("sinks on a spring by g over omega squared", function()
      local body = world:box { w = 0.5, h = 0.5 }
      local joint = world:prismatic {
        b = body, axis = { 0, 1 }, spring = { hertz = 2, damping = 0.7, target = 0.4 },
      }
      run(5)
      near(0.4 - G / (2 * math.pi * 2) ^ 2, joint:translation(), 1e-3)
      assert.near(0.4, joint:target(), 1e-7)
    end)

    it("turns with a", function()
      world:set_gravity(0, 0)
      local a = world:box { w = 1, h = 1, angular_velocity = 1, can_sleep = false }
      local b = world:box { x = 2, w = 0.5, h = 0.5 }
      local joint = world:prismatic { a = a, b = b, axis = { 1, 0 }, limits = { 0, 0 } }
      run(1)
      near(a:angle(), b:angle(), 2e-3, "angle")
      local ax, ay = joint:axis()
      near(a:angle(), cairn.atan2(ay, ax), 2e-3, "axis")
    end)
  end)

  -- ---- weld ------------------------------------------------------------------------------------

  describe("a weld joint", function()
    it("makes one of two", function()
      local a, b = world:box { w = 1, h = 0.2 }, world:box { x = 1, w = 1, h = 0.2 }
      local joint = world:weld { a = a, b = b, at = { 0.5, 0 } }
      world:box { type = "static", x = -0.4, y = -1, w = 0.1, h = 0.1 }
      run(1)
      local linear, angular = joint:error()
      near(0, linear, 2e-3)
      near(0, angular, 5e-3)
      near(a:angle(), b:angle(), 5e-3)
    end)

    it("bears a cantilever", function()
      local body = world:box { x = 0.5, w = 1, h = 0.2 }
      local joint = world:weld { b = body, at = { 0, 0 } }
      run(1)
      near(0, body:angle(), 1e-3)
      local _, fy, torque = joint:force()
      near(body:mass() * G, fy, 0.02, "N")
      near(body:mass() * G * 0.5, torque, 0.02, "N m")
    end)

    it("bends where it is soft", function()
      local body = world:box { x = 0.5, w = 1, h = 0.2 }
      local joint = world:weld { b = body, at = { 0, 0 }, angular = { hertz = 2, damping = 1 } }
      assert.same({ 2, 1 }, { joint:angular() })
      assert.is_nil(joint:linear())
      run(4)
      assert.is_true(body:angle() < -0.02)
      near(0, (joint:error()), 1e-3)
      joint:set_angular(nil)
      assert.is_nil(joint:angular())
      joint:set_linear(3, 0.5)
      assert.same({ 3, 0.5 }, { joint:linear() })
      run(1)
      assert.is_true(world:validate())
    end)
  end)

  -- ---- mouse -----------------------------------------------------------------------------------

  describe("a mouse joint", function()
    it("pulls its body to the target", function()
      local body = world:box { w = 0.5, h = 0.5 }
      local joint = world:mouse { body = body, x = 0.2, y = 0.2 }
      assert.same({ 0.2, 0.2 }, { joint:target() })
      local ground, held = joint:bodies()
      assert.equal(world:ground(), ground)
      assert.equal(body, held)
      joint:set_target(2, 1)
      assert.equal(2, joint:x())
      assert.equal(1, joint:y())
      run(3)
      local _, _, x, y = joint:anchors()
      near(2, x, 0.02)
      near(1, y, 0.05)
    end)

    it("pulls no harder than it may", function()
      world:box { type = "static", y = -0.75, w = 20, h = 1 }
      local body = world:box { w = 0.5, h = 0.5, density = 40 }
      local joint = world:mouse { body = body, x = 0, y = 0, max_force = 50 }
      joint:set_target(0, 3)
      run(2)
      near(0, body:y(), 5e-3, "100 N of weight stay")
      near(50, joint:max_force(), 1e-3)
      joint:set_max_force(math.huge)
      assert.equal(math.huge, joint:max_force())
      run(3)
      near(3, body:y(), 0.05, "up")
    end)
  end)

  -- ---- what all have ---------------------------------------------------------------------------

  describe("settings", function()
    local body
    before_each(function() body = world:box { x = 1, w = 0.5, h = 0.5 } end)

    it("read as they were given", function()
      local joint = world:revolute {
        b = body, at = { 0, 0 }, limits = { -1, 2 }, motor = { speed = 3, max = 4 },
        spring = { hertz = 5, damping = 0.5, target = 0.25 }, collide = true, enabled = false,
        break_force = 7, break_torque = 8, name = "hinge", data = body,
      }
      assert.equal("revolute", joint:type())
      assert.same({ -1, 2 }, { joint:limits() })
      assert.same({ 3, 4 }, { joint:motor() })
      assert.same({ 5, 0.5 }, { joint:spring() })
      assert.equal(0.25, joint:target())
      assert.is_true(joint:is_collide())
      assert.is_false(joint:is_enabled())
      assert.equal(7, joint:break_force())
      assert.equal(8, joint:break_torque())
      assert.equal("hinge", joint:name())
      assert.equal(body, joint:data())
      assert.equal(world, joint:world())
    end)

    it("are nil, unlimited or off where nothing was given", function()
      local joint = world:revolute { b = body, at = { 0, 0 } }
      assert.is_nil(joint:limits())
      assert.is_nil(joint:motor())
      assert.is_nil(joint:spring())
      assert.equal(math.huge, joint:break_force())
      assert.equal(math.huge, joint:break_torque())
      assert.is_false(joint:is_collide())
      assert.is_true(joint:is_enabled())
      assert.is_nil(joint:name())
      local rod = world:distance { b = body, from = { 0, 0 } }
      assert.is_nil(rod:limits())
      assert.is_nil(rod:min())
      assert.is_nil(rod:max())
      local mouse = world:mouse { body = body, x = 1, y = 0 }
      assert.same({ 5, 0.7, math.huge }, { mouse:hertz(), mouse:damping(), mouse:max_force() })
    end)

    it("change, and go by nil", function()
      local joint = world:revolute { b = body, at = { 0, 0 } }
      local changes = {
        limits = { -0.5, 0.5 }, motor = { 2, 30 }, spring = { 3, 0.75 },
      }
      for name, values in cairn.pairs(changes) do
        joint["set_" .. name](joint, table.unpack(values))
        assert.same(values, { joint[name](joint) })
        joint["set_" .. name](joint, nil)
        assert.is_nil(joint[name](joint))
      end
      joint:set_motor(1)
      assert.same({ 1, math.huge }, { joint:motor() })
      joint:set_motor(2, 5)
      joint:set_motor(3)
      assert.same({ 3, 5 }, { joint:motor() })
      joint:set_break_force(9)
      joint:set_break_torque(10)
      assert.same({ 9, 10 }, { joint:break_force(), joint:break_torque() })
      joint:set_break_force(nil)
      assert.equal(math.huge, joint:break_force())
      joint:set_collide(true)
      assert.is_true(joint:is_collide())
      joint:set_name "other"
      joint:set_data(3)
      assert.same({ "other", 3 }, { joint:name(), joint:data() })
    end)

    it("of a mouse change", function()
      local mouse = world:mouse { body = body, x = 1, y = 0, hertz = 3, damping = 1 }
      mouse:set_hertz(4)
      mouse:set_damping(0.5)
      assert.same({ 4, 0.5 }, { mouse:spring() })
      mouse:set_spring(6, 0.25)
      assert.same({ 6, 0.25 }, { mouse:hertz(), mouse:damping() })
    end)

    it("wake a body that sleeps when they change", function()
      local joint = world:revolute { b = body, at = { 1, 0 } }
      body:sleep()
      joint:set_motor(nil)
      assert.is_false(body:is_awake())
      joint:set_motor(1)
      assert.is_true(body:is_awake())
    end)

    it("switch it off and on", function()
      local joint = world:weld { b = body }
      run(0.5)
      near(0, body:y(), 1e-3)
      joint:set_enabled(false)
      run(0.25)
      near(-0.5 * G * 0.25 ^ 2, body:y(), 5e-3)
      local before = body:y()
      joint:set_enabled(true)
      world:step()
      assert.is_true(math.abs(body:y() - before) < 0.5, "no kick")
      run(4)
      near(0, body:y(), 2e-3)
    end)
  end)
end)
