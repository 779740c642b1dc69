-- Joints through the binding: what each kind holds, against what is known on paper; identity,
-- names, events and walks. Sentences of misuse are in joint_errors_spec.lua.
local cairn = require "cairn"

local G = 10
local STEP = 1 / 60

local function near(expected, value, tolerance, what)
  assert.is_true(math.abs(value - expected) <= tolerance,
    ("%s: expected %.6g +- %g, got %.6g"):format(what or "value", expected, tolerance, value))
end

describe("cairn.Joint", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -G } } end)
  after_each(function() world:destroy() end)

  local function run(seconds, f)
    for _ = 1, math.floor(seconds / STEP + 0.5) do
      world:step(STEP)
      if f then f() end
    end
  end

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

  describe("revolute", function()
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

  describe("distance", function()
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

  describe("prismatic", function()
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

  describe("weld", function()
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

  describe("mouse", function()
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

  describe("bodies", function()
    it("of a joint do not meet unless they may", function()
      for _, collide in ipairs { false, true } do
        local w <close> = cairn.world { gravity = { 0, 0 } }
        local a, b = w:box { w = 1, h = 1 }, w:box { x = 0.9, w = 1, h = 1 }
        local joint = w:distance { a = a, b = b, max = 5, collide = collide }
        for _ = 1, 30 do w:step() end
        assert.equal(collide, b:x() - a:x() > 0.95)
        joint:set_collide(not collide)
        for _ = 1, 30 do w:step() end
        assert.is_true(w:validate())
        if not collide then assert.is_true(b:x() - a:x() > 0.95) end
      end
    end)

    it("are the ground where none is given", function()
      local body = world:box { w = 1, h = 1 }
      local first, second = world:weld { b = body }, world:weld { a = body }
      assert.same({ world:ground(), body }, { first:bodies() })
      assert.same({ body, world:ground() }, { second:bodies() })
      run(0.5)
      near(0, body:y(), 1e-3)
    end)

    it("take their joints along", function()
      local a, b = world:box { w = 1, h = 1 }, world:box { x = 3, w = 1, h = 1 }
      local joint, other = world:distance { a = a, b = b }, world:weld { b = b }
      a:destroy()
      assert.is_false(joint:is_valid())
      assert.is_true(other:is_valid())
      assert.equal(1, world:joint_count())
      assert.is_true(world:validate())
      world:step()
    end)

    it("that leave the world take them along, too", function()
      world:set_bounds(-5, -5, 5, 5)
      world:set_outside "destroy"
      local a = world:circle { radius = 0.1, vy = -20 }
      local joint = world:distance { a = a, b = world:circle { y = 1, radius = 0.1 }, max = 50,
        name = "rope" }
      run(1)
      assert.is_false(a:is_valid())
      assert.is_false(joint:is_valid())
      assert.is_nil(world:find "rope")
      assert.equal(0, world:joint_count())
    end)
  end)

  -- ---- identity --------------------------------------------------------------------------------

  describe("identity", function()
    local body, joint
    before_each(function()
      body = world:box { w = 1, h = 1 }
      joint = world:weld { b = body, name = "glue" }
    end)

    it("is one userdata for life", function()
      assert.equal(joint, world:find "glue")
      for j in world:joints() do assert.equal(joint, j) end
      for j in body:joints() do assert.equal(joint, j) end
      for j in world:ground():joints() do assert.equal(joint, j) end
      local t = { [joint] = 1 }
      assert.equal(1, t[world:find "glue"])
    end)

    it("is not taken over by a later joint", function()
      joint:destroy()
      local later = world:weld { b = body }
      assert.are_not.equal(joint, later)
      assert.is_false(joint:is_valid())
      assert.is_true(later:is_valid())
    end)

    it("prints", function()
      assert.equal('cairn.Joint #1 "glue" (weld)', tostring(joint))
      joint:set_name(nil)
      assert.equal("cairn.Joint #1 (weld)", tostring(joint))
      joint:destroy()
      assert.equal("cairn.Joint #1 (destroyed)", tostring(joint))
    end)

    it("keeps the world alive", function()
      local held
      do
        local w = cairn.world {}
        held = w:weld { b = w:box { w = 1, h = 1 } }
      end
      collectgarbage()
      collectgarbage()
      assert.is_true(held:is_valid())
      assert.equal(1, held:world():joint_count())
      held:world():step()
    end)

    it("answers destroy as bodies do", function()
      assert.is_true(joint:destroy())
      assert.is_false(joint:destroy())
      assert.is_false(joint:is_valid())
      assert.is_nil(world:find "glue")
    end)
  end)

  describe("names", function()
    it("are found after bodies' names", function()
      local body = world:box { w = 1, h = 1 }
      local joint = world:weld { b = body, name = "same" }
      assert.equal(joint, world:find "same")
      local second = world:weld { b = body, name = "same" }
      assert.equal(joint, world:find "same")
      body:set_name "same"
      assert.equal(body, world:find "same")
      body:set_name(nil)
      assert.equal(joint, world:find "same")
      joint:destroy()
      assert.equal(second, world:find "same")
      second:set_name "new"
      assert.is_nil(world:find "same")
      assert.equal(second, world:find "new")
    end)
  end)

  -- ---- breaking --------------------------------------------------------------------------------

  describe("breaking", function()
    local heavy, weak
    before_each(function()
      heavy = world:box { y = -1, w = 1, h = 1, density = 10 }
      weak = world:distance { b = heavy, from = { 0, 0 }, break_force = 50, name = "weak" }
    end)

    it("switches the joint off and tells of it once", function()
      local told = {}
      world:set_listener { joint_broken = function(j) told[#told + 1] = j end }
      run(0.5)
      assert.same({ weak }, told)
      assert.is_true(weak:is_valid())
      assert.is_false(weak:is_enabled())
      assert.is_true(heavy:y() < -1.5)
    end)

    it("is walked by broken", function()
      local turns = 0
      run(0.5, function()
        for i, j in world:broken() do
          turns = turns + 1
          assert.equal(1, i)
          assert.equal(weak, j)
        end
      end)
      assert.equal(1, turns)
    end)

    it("comes in its place among the hooks, and is found late", function()
      local order = {}
      local function note(name) return function() order[#order + 1] = name end end
      local listener = {}
      world:set_listener(listener)
      world:circle { x = 5, y = 0.4, radius = 0.5, vy = -3 }
      world:box { type = "static", x = 5, y = -0.6, w = 2, h = 1 }
      world:set_bounds(-20, -20, 20, 20)
      world:circle { x = 19.99, radius = 0.1, vx = 100 }
      for _, name in ipairs { "begin_contact", "hit", "joint_broken", "left_bounds" } do
        listener[name] = note(name)
      end
      world:step()
      local place = {}
      for i, name in ipairs(order) do place[name] = i end
      assert.is_truthy(place.joint_broken)
      assert.is_true(place.begin_contact < place.joint_broken)
      assert.is_true(place.hit < place.joint_broken)
      assert.is_true(place.joint_broken < place.left_bounds)
    end)

    it("may be answered by anything", function()
      world:set_listener { joint_broken = function(j)
        assert(j:destroy())
        assert(j:name() == "weak" and j:id() == 1 and j:type() == "distance" and not j:data())
        world:weld { b = heavy, name = "new" }
      end }
      run(0.5)
      assert.is_false(weak:is_valid())
      assert.equal("weld", world:find("new"):type())
      assert.is_false(pcall(weak.name, weak))
    end)

    it("tells of a joint that another hook has destroyed meanwhile", function()
      local name
      world:box { type = "static", x = 5, y = -0.6, w = 2, h = 1 }
      world:circle { x = 5, y = 0.3, radius = 0.5 }
      world:set_listener {
        begin_contact = function() weak:destroy() end,
        joint_broken = function(j) name = j:name() end,
      }
      run(0.1)
      assert.equal("weak", name)
    end)

    it("raises what the hook raises, when the step is complete", function()
      world:set_listener { joint_broken = function() error "snap" end }
      assert.error_matches(function() run(0.5) end, "snap")
      assert.is_false(weak:is_enabled())
      world:set_listener(nil)
      run(0.5)
    end)

    it("does not happen below the limit", function()
      weak:set_break_force(150)
      run(0.5)
      assert.is_true(weak:is_enabled())
      local _, fy = weak:force()
      near(100, fy, 0.5, "N")
    end)

    it("can be mended", function()
      run(0.1)
      weak:set_break_force(1000)
      weak:set_enabled(true)
      run(3)
      assert.is_true(weak:is_enabled())
      near(1, weak:length(), 5e-3)
    end)

    it("happens by torque", function()
      local arm = world:box { x = 5.5, y = 5, w = 1, h = 0.2 }
      local glue = world:weld { b = arm, at = { 5, 5 }, break_torque = 0.5 }
      run(0.5)
      assert.is_false(glue:is_enabled())
    end)
  end)

  -- ---- the same run twice ----------------------------------------------------------------------

  describe("hash", function()
    -- A little of every kind.
    local function build(keys)
      local w = cairn.world(keys)
      local last = w:box { type = "static", y = 5, w = 1, h = 0.2 }
      for i = 1, 12 do
        local body = w:box { x = 0.5 * i, y = 5, w = 0.5, h = 0.1 }
        w:revolute { a = last, b = body, at = { 0.5 * i - 0.25, 5 }, limits = { -1, 1 } }
        last = body
      end
      w:distance { a = last, b = w:circle { x = 8, y = 5, radius = 0.3 }, spring = { hertz = 2 } }
      w:weld { a = last, b = w:circle { x = 6, y = 5.5, radius = 0.2 }, angular = { hertz = 4 } }
      w:prismatic { b = w:box { x = 2, y = 2, w = 1, h = 0.3 }, axis = { 1, 0 },
        motor = { speed = 1, max = 50 }, limits = { -2, 2 } }
      w:mouse { body = last, x = 6, y = 5, hertz = 2 }
      w:box { type = "static", y = -0.5, w = 40, h = 1 }
      return w
    end

    it("is the same twice, and with another number of threads", function()
      local one <close> = build {}
      local two <close> = build {}
      local three <close> = build { threads = 3 }
      for _ = 1, 240 do
        one:step()
        two:step()
        three:step()
        assert.equal(one:hash(), two:hash())
        assert.equal(one:hash(), three:hash())
      end
      assert.is_true(one:validate())
    end)

    it("sees joints and what is set on them", function()
      local w <close> = build {}
      local hash = w:hash()
      local function changes(f)
        f()
        assert.are_not.equal(hash, w:hash())
        hash = w:hash()
      end
      local joint
      changes(function() joint = w:weld { b = w:box { w = 1, h = 1 } } end)
      changes(function() joint:set_break_force(3) end)
      changes(function() joint:set_enabled(false) end)
      changes(function() joint:destroy() end)
    end)
  end)
end)
