-- What joints are asked for while they live: anchors elsewhere, forces apart, one axis alone, an
-- angle without a pivot, springs that do no more than they may.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near = measure.near
local PUSH <const> = 3 -- m/s, the world's push_speed

describe("cairn.Joint", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function()
    assert.is_true(world:validate())
    world:destroy()
  end)

  local function run(seconds, f) measure.run(world, seconds, f) end

  -- ---- rotary ----------------------------------------------------------------------------------

  describe("rotary", function()
    it("keeps two bodies within an angle and shares what they turn with", function()
      local a = world:box { w = 1, h = 1 }
      local b = world:box { x = 5, w = 1, h = 1, angular_velocity = 2 }
      local joint, most = world:rotary { a = a, b = b, limits = { -0.5, 0.5 } }, 0
      run(4, function() most = math.max(most, joint:angle()) end)
      near(0.5, most, 1e-4)
      near(1, a:angular_velocity(), 1e-4) -- half of 2 rad/s each: the same inertia
      near(1, b:angular_velocity(), 1e-4)
      near(5, b:x(), 1e-6)
    end)

    it("takes a limit on one side alone", function()
      local b = world:box { w = 1, h = 1, angular_velocity = 1 }
      local joint = world:rotary { b = b, limits = { lower = -0.2 } }
      assert.same({ -0.2, math.huge }, { joint:limits() })
      run(2)
      near(2, joint:angle(), 1e-3)
      b:set_angular_velocity(-1)
      run(4)
      near(-0.2, joint:angle(), 1e-3)
    end)

    it("is a motor without a place", function()
      world:set_gravity(0, -10)
      local b = world:circle { radius = 0.5 }
      world:rotary { b = b, motor = { speed = 1e3, max = 3 } }
      run(0.5)
      near(3 / b:inertia() * 0.5, b:angular_velocity(), 1e-3)
      near(-10 * 0.25 / 2, b:y(), 1e-5)
    end)

    it("is a spring of its frequency", function()
      local b = world:circle { radius = 0.5 }
      local joint = world:rotary { b = b, spring = { hertz = 2, target = 0.3 } }
      local least, most = math.huge, -math.huge
      run(0.25) -- half a period
      near(0.6, joint:angle(), 1e-3)
      run(4, function()
        least, most = math.min(least, joint:angle()), math.max(most, joint:angle())
      end)
      near(0, least, 1e-3)
      near(0.6, most, 1e-3)
    end)

    it("counts turns, and tells its speed and its torque", function()
      local a = world:box { type = "static", w = 1, h = 1 }
      local b = world:circle { x = 3, radius = 0.5 }
      local joint = world:rotary { a = a, b = b, motor = { speed = 20 }, reference = 1 }
      run(1)
      near(19, joint:angle(), 0.1)
      near(20, joint:speed(), 1e-3)
      joint:set_motor(0, 0.5)
      run(0.1)
      near(-0.5, select(3, joint:force()), 1e-4)
      near(-0.5, joint:motor_force(), 1e-4)
    end)

    --   a rod of 2.8 m at 2.3 turns a step is stopped at its end by a box at 2.8 rad
    it("counts no turns that a wall has stopped", function()
      local peg = world:circle { type = "static", radius = 0.01 }
      local rod = world:box { w = 2.848, h = 0.1424, mass = 1, fast_rotation = true,
        angular_velocity = 878.75 }
      world:box { type = "static", x = -0.875, y = 0.327, w = 0.27, h = 0.249, angle = 2.8235 }
      local hinge = world:revolute { a = peg, b = rod, at = { 0, 0 } }
      world:step(1 / 60)
      near(2.5, rod:angle(), 0.1)
      near(rod:angle(), hinge:angle(), 1e-6)
    end)
  end)

  -- ---- along one axis --------------------------------------------------------------------------

  describe("motor along one axis", function()
    it("leaves the other one alone", function()
      world:set_gravity(0, -10)
      local b = world:box { w = 1, h = 1 }
      local joint = world:motor { b = b, linear = { vx = 4 } }
      run(1)
      near(4, b:vx(), 1e-4)
      near(-5, b:y(), 1e-3)
      near(0, select(2, joint:force()), 1e-6)
    end)

    it("is an axis of a, which turns", function()
      local a = world:body { type = "kinematic", angular_velocity = 1, can_sleep = false }
      local b = world:box { w = 1, h = 1, vy = 1 }
      world:motor { a = a, b = b, at = { 0, 0 },
        linear = { vx = 0, x = 0, hertz = 30, damping = 1 } }
      run(math.pi / 2, function()
        local x = a:to_local(b:position())
        near(0, x, 0.05)
      end)
      -- bead on a rod that turns: its distance grows as sinh(t), v as cosh(t)
      local _, y = a:to_local(b:position())
      local t = world:time()
      near((math.exp(t) - math.exp(-t)) / 2, y, 0.02)
    end)

    it("sags on its spring by the load over k, and on that axis only", function()
      world:set_gravity(3, -10)
      local b = world:box { w = 1, h = 1 }
      local joint = world:motor { b = b, linear = { x = 0, vx = 0, hertz = 2, damping = 1 } }
      run(3)
      near(3 / (2 * math.pi * 2) ^ 2, b:x(), 1e-4)
      near(-45, b:y(), 0.01)
      near(b:x(), (joint:error()), 1e-6)
    end)

    it("has a bound of its own", function()
      local b = world:box { w = 1, h = 1 }
      world:motor { b = b, linear = { vy = 100, max = 2 } }
      run(1)
      near(2, b:vy(), 1e-3)
      near(0, b:vx(), 1e-6)
    end)

    it("is chosen by set_velocity, nil for what is let go", function()
      world:set_gravity(0, -10)
      local b = world:box { w = 1, h = 1 }
      local joint = world:motor { b = b, linear = {} }
      assert.same({ 0, 0, 0 }, { joint:velocity() })
      run(0.5)
      near(0, b:y(), 1e-4)
      joint:set_velocity(1, nil)
      assert.same({ 1, nil, 0 }, { joint:velocity() })
      run(1)
      near(1, b:vx(), 1e-4)
      near(-10, b:vy(), 0.05)
      joint:set_velocity(nil, 0)
      run(0.5)
      near(0, b:vy(), 1e-4)
      assert.has_error(function() joint:set_velocity(nil, nil) end,
        "bad argument #1 to 'set_velocity' (number expected, got nil)")
    end)

    it("comes back from its description", function()
      world:motor { b = world:box { w = 1, h = 1 }, linear = { vy = 0 } }
      local again <close> = cairn.world(world:describe())
      for joint in again:joints() do assert.same({ nil, 0, 0 }, { joint:velocity() }) end
    end)
  end)

  -- ---- springs with a bound --------------------------------------------------------------------

  describe("spring with a bound", function()
    -- Far from where it rests: it pulls with what it may, 5 N on 1 kg or 0.3 N m.
    local function pulls(kind, keys, expected, speed)
      it(("does no more than that: %s"):format(kind), function()
        keys.b = world:box { w = 1, h = 1 }
        local joint = world[kind](world, keys)
        run(0.5)
        near(expected, joint:spring_force(), 1e-3)
        near(0.5 * expected / (kind == "revolute" and keys.b:inertia() or 1), speed(keys.b), 2e-3)
        joint:set_spring_max(nil)
        assert.equal(math.huge, joint:spring_max())
      end)
    end
    local function along(b) return b:vx() end
    pulls("prismatic", { axis = { 1, 0 }, spring = { hertz = 3, target = 50, max = 5 } }, 5, along)
    pulls("wheel", { axis = { 1, 0 }, spring = { hertz = 3, target = 50, max = 5 } }, 5, along)
    pulls("distance", { from = { 50, 0 }, length = 0.1, spring = { hertz = 3, max = 5 } }, -5,
      function(b) return -b:vx() end)
    pulls("revolute", { at = { 0, 0 }, spring = { hertz = 3, target = 50, max = 0.3 } }, 0.3,
      function(b) return b:angular_velocity() end)

    it("leaves its motor the bound that this has", function()
      local b = world:box { w = 1, h = 1 }
      local joint = world:prismatic { b = b, axis = { 1, 0 }, motor = { speed = 1e3, max = 2 },
        spring = { hertz = 3, target = 50, max = 5 } }
      run(0.25)
      near(7 * 0.25, b:vx(), 1e-3)
      near(2, joint:motor_force(), 1e-3)
      near(5, joint:spring_force(), 1e-3)
    end)
  end)

  -- ---- forces apart ----------------------------------------------------------------------------

  describe("forces apart", function()
    -- 1 kg in 10 m/s^2, held by the one or the other; hinges at an arm of 1 m.
    local function holds(name, kind, keys, which, expected, tolerance)
      for _, sleep in ipairs { false, true } do
        it(("tell that %s holds%s"):format(name, sleep and ", asleep too" or ""), function()
          world:set_gravity(0, -10)
          world:set_sleep(sleep)
          local copy = {}
          for k, v in pairs(keys) do copy[k] = v end
          copy.b = world:box { w = 1, h = 1, fixed_rotation = keys.fixed }
          copy.fixed = nil
          local joint = world[kind](world, copy)
          run(4)
          assert.equal(sleep, not copy.b:is_awake())
          for _, other in ipairs { "motor", "spring", "limit" } do
            near(other == which and expected or 0, joint[other .. "_force"](joint),
              other == which and tolerance or 1e-3, other)
          end
        end)
      end
    end
    local up = { 0, 1 }
    holds("a slider's motor", "prismatic", { axis = up, motor = {} }, "motor", 10, 1e-3)
    holds("a slider's spring", "prismatic", { axis = up, spring = { hertz = 2, damping = 1 } },
      "spring", 10, 0.02)
    holds("a slider's lower limit", "prismatic", { axis = up, limits = { -0.1, 1 } }, "limit", 10,
      1e-2)
    holds("a slider's upper limit", "prismatic", { axis = { 0, -1 }, limits = { -1, 0.1 } },
      "limit", -10, 1e-2)
    holds("a wheel's spring", "wheel", { axis = up, spring = { hertz = 2, damping = 1 },
      fixed = true }, "spring", 10, 0.02)
    holds("a wheel's limit", "wheel", { axis = up, limits = { lower = -0.1 }, fixed = true },
      "limit", 10, 1e-2)
    holds("a rope", "distance", { from = { 0, 3 }, max = 3.1 }, "limit", -10, 1e-2)
    holds("a strut", "distance", { from = { 0, -3 }, min = 2.9, fixed = true }, "limit", 10, 1e-2)
    holds("a hinge's motor", "revolute", { at = { -1, 0 }, motor = {} }, "motor", 10, 1e-2)
    holds("a hinge's limit", "revolute", { at = { -1, 0 }, limits = { lower = 0 } }, "limit", 10,
      1e-2)
    holds("a hinge's spring", "revolute", { at = { -1, 0 }, spring = { hertz = 3, damping = 1 } },
      "spring", 10, 0.05)
  end)

  -- ---- anchors elsewhere -----------------------------------------------------------------------

  describe("setters of where it holds", function()
    -- b hangs at (1, 0); the anchors go elsewhere, and it comes there as fast as contacts push.
    local KEYS <const> = { revolute = {}, weld = {}, prismatic = { axis = { 1, 0 } },
      wheel = { axis = { 1, 0 } }, distance = { from = { 0, 0 } } }
    local function settles(kind, method, ...)
      local arguments = table.pack(...)
      it(("kick nothing: %s:%s"):format(kind, method), function()
        local b = world:box { x = 1, w = 1, h = 1, can_sleep = true }
        local keys = { b = b, at = kind ~= "distance" and { 0, 0 } or nil }
        for k, v in pairs(KEYS[kind]) do keys[k] = v end
        local joint, energy = world[kind](world, keys), 0
        run(2)
        assert.is_false(b:is_awake())
        joint[method](joint, table.unpack(arguments, 1, arguments.n))
        assert.is_true(b:is_awake())
        run(4, function() energy = math.max(energy, world:kinetic_energy()) end)
        -- each anchor's two parts and the angle at push_speed at most: 1 kg
        assert.is_true(energy <= 1.5 * PUSH ^ 2, energy)
        local linear, angular = joint:error()
        near(0, linear, 1e-3)
        near(0, angular, 1e-3)
      end)
    end
    for kind in cairn.pairs(KEYS) do
      settles(kind, "set_from", 0, 2)
      settles(kind, "set_to", 0, 1)
      settles(kind, "set_local_anchors", 0, 1, 0, 0)
      if kind ~= "distance" then
        settles(kind, "set_at", 3, 1)
        settles(kind, "set_reference", 1)
      end
      if KEYS[kind].axis then settles(kind, "set_axis", 1, 2) end
    end

    it("are read back", function()
      local b = world:box { x = 1, w = 1, h = 1, angle = 0.5 }
      local joint = world:prismatic { b = b, at = { 0, 0 }, axis = { 1, 0 } }
      joint:set_at(2, 3)
      local x1, y1, x2, y2 = joint:anchors()
      near(2, x1, 1e-6)
      near(3, y1, 1e-6)
      near(2, x2, 1e-6)
      near(3, y2, 1e-6)
      joint:set_local_anchors(1, 2, 0.25, -0.5)
      assert.same({ 1, 2, 0.25, -0.5 }, { joint:local_anchors() })
      joint:set_axis(0, 5)
      near(1, (select(2, joint:axis())), 1e-6)
      joint:set_reference(0.25)
      assert.equal(0.25, joint:reference())
      joint:set_origin(0.5)
      assert.equal(0.5, joint:origin())
    end)

    it("leave a slider where it was on its way", function()
      local b = world:box { x = 1, w = 1, h = 1 }
      local joint = world:prismatic { b = b, axis = { 1, 0 }, motor = { speed = 1 } }
      run(1)
      near(1, joint:translation(), 1e-3)
      local way = joint:translation()
      joint:set_at(7, 0)
      near(way, joint:translation(), 1e-6)
      joint:set_axis(-1, 0)
      near(way, joint:translation(), 1e-6)
      joint:set_origin(0)
      near(0, joint:translation(), 1e-6)
    end)

    it("leave a pulley its slack and a gear its mesh", function()
      local a, b = world:box { w = 1, h = 1 }, world:box { x = 4, w = 1, h = 1 }
      local rope = world:pulley { a = a, b = b, ground_from = { 0, 5 }, ground_to = { 4, 5 } }
      rope:set_from(0.5, 0.5)
      near(0, (rope:error()), 1e-9)
      local one = world:revolute { b = a, at = { 0, 0 } }
      local two = world:revolute { b = b, at = { 4, 0 } }
      local gear = world:gear { a = one, b = two }
      one:set_reference(1)
      local linear, angular = gear:error()
      near(0, linear, 1e-9)
      near(0, angular, 1e-9)
      run(0.5)
      near(0, a:angle(), 1e-4)
    end)

    it("name what a kind has not", function()
      local b = world:box { w = 1, h = 1 }
      assert.has_error(function() world:rotary { b = b }:set_at(0, 0) end,
        "'set_at' is not available on a rotary joint")
      assert.has_error(function() world:revolute { b = b, at = { 0, 0 } }:set_axis(1, 0) end,
        "'set_axis' is not available on a revolute joint")
      local slider = world:prismatic { b = b, axis = { 1, 0 } }
      assert.has_error(function() slider:set_axis(0, 0) end)
      assert.has_error(function() slider:set_at(2e6, 0) end)
      assert.has_error(function() slider:set_local_anchors(0, 0, 0, 0 / 0) end)
    end)
  end)

  it("names the end that was given where two cross, and the key of a point", function()
    local b = world:box { w = 1, h = 1 }
    local joint = world:distance { b = b, from = { 0, 3 }, min = 2, max = 4 }
    assert.has_error(function() joint:set_max(1) end,
      "bad argument #1 to 'set_max' (must be >= min, got 1 with min 2)")
    assert.has_error(function() joint:set_min(5) end,
      "bad argument #1 to 'set_min' (must be <= max, got 5 with max 4)")
    assert.same({ 2, 4 }, { joint:limits() })
    assert.has_error(function() world:revolute { b = b, at = { x = 1, y = 2 } } end,
      "bad argument #1 to 'revolute' (field 'at': 2 numbers expected, got the key 'x'; "
      .. "it is a list: {x, y})")
  end)
end)
