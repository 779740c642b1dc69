-- What every kind of joint does alike: switched off and on again it does not kick, it breaks when
-- told to, tells what it does, keeps its bodies apart, and wakes them when something is set.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most = measure.near, measure.at_most
local PUSH = 3 -- m/s, no faster are ends brought together that have come apart

-- How each kind is made between two bodies that lie at (0, 0) and (1, 0); `spring`: it pulls b back
-- by a spring.
local kinds = {
  { "revolute", { at = { 0.5, 0 } } },
  { "revolute", { at = { 0.5, 0 }, limits = { -0.1, 0.1 } }, "with limits" },
  { "revolute", { at = { 0.5, 0 }, motor = { speed = 1, max = 2 } }, "with a motor" },
  { "revolute", { at = { 0.5, 0 }, spring = { hertz = 1, damping = 0.5 } }, "with a spring",
    spring = true },
  { "distance", {} },
  { "distance", { max = 1 }, "as a rope" },
  { "distance", { min = 1, max = 1.25 }, "with ends" },
  { "distance", { motor = { speed = 0, max = 1 }, min = 0.5, max = 1 }, "with a motor" },
  { "distance", { spring = { hertz = 1, damping = 0.2 } }, "as a spring", spring = true },
  { "prismatic", { axis = { 1, 0 } } },
  { "prismatic", { axis = { 1, 0 }, limits = { 0, 0.25 } }, "with limits" },
  { "prismatic", { axis = { 0, 1 }, motor = { speed = 0, max = 1 } }, "with a motor" },
  { "prismatic", { axis = { 1, 0 }, spring = { hertz = 1 } }, "with a spring", spring = true },
  { "weld", {} },
  { "weld", { angular = { hertz = 1, damping = 0.5 } }, "that turns softly", spring = true },
  { "weld", { linear = { hertz = 1, damping = 0.5 }, angular = { hertz = 1, damping = 0.5 } },
    "that is soft", spring = true },
  { "wheel", { axis = { 1, 0 } } },
  { "wheel", { axis = { 0, 1 }, limits = { -0.25, 0.25 }, motor = { speed = 1, max = 1 } },
    "with limits and a motor" },
  { "wheel", { axis = { 0, 1 }, spring = { hertz = 1, damping = 0.5 } }, "with a spring",
    spring = true },
  { "motor", { linear = { max = 1 }, angular = { max = 1 } } },
  { "motor", { linear = { hertz = 1, damping = 0.5 }, angular = { hertz = 1, damping = 0.5 } },
    "to a pose", spring = true },
  { "friction", { max_force = 1, max_torque = 1 } },
  { "filter", {} },
  { "mouse", { hertz = 1, damping = 0.5 }, nil, spring = true },
}

local function title(case) return case[3] and case[1] .. " " .. case[3] or case[1] end

describe("a joint", function()
  local world, a, b
  before_each(function()
    world = cairn.world { gravity = { 0, 0 } }
    a = world:box { w = 0.5, h = 0.5, density = 2, can_sleep = false, name = "a" }
    b = world:box { x = 1, w = 0.5, h = 0.3, can_sleep = false, name = "b" }
  end)
  after_each(function() world:destroy() end)

  local function run(seconds, f) measure.run(world, seconds, f) end

  local function make(case, more)
    local keys = {}
    for k, v in pairs(case[2]) do keys[k] = v end
    for k, v in pairs(more or {}) do keys[k] = v end
    if case[1] == "mouse" then
      keys.body, keys.x, keys.y = b, 1, 0
    else
      keys.a, keys.b = a, b
    end
    return world[case[1]](world, keys)
  end

  local function fastest()
    local vx, vy = b:velocity()
    local ux, uy = a:velocity()
    return math.max(vx * vx + vy * vy, ux * ux + uy * uy) ^ 0.5
  end

  local function stiffen(joint, case, hertz)
    if not case.spring then return end
    if case[2].linear then joint:set_linear(hertz) end
    if case[2].angular then joint:set_angular(hertz) end
    if case[2].spring or case[1] == "mouse" then joint:set_spring(hertz) end
  end

  describe("switched off, drawn apart and switched on", function()
    for _, case in ipairs(kinds) do
      for _, hertz in ipairs(case.spring and { 1, 8, 30 } or { 1 }) do
      it(("does not kick: %s, %g Hz"):format(title(case), hertz), function()
        local joint = make(case)
        stiffen(joint, case, hertz)
        run(0.5)
        joint:set_enabled(false)
        run(0.5)
        b:set_transform(3, 1, 0.7) -- 2.2 m and 0.7 rad away, both at rest
        b:set_velocity(0, 0)
        b:set_angular_velocity(0)
        a:set_velocity(0, 0)
        a:set_angular_velocity(0)
        world:step()
        joint:set_enabled(true)
        world:step()
        local first, speed, closing, gap = fastest(), 0, 0, (joint:error())
        run(3, function()
          local now = (joint:error())
          speed, closing, gap = math.max(speed, fastest()), math.max(closing, gap - now), now
        end)
        at_most(1.05 * PUSH, first, "m/s after a step")
        -- a spring goes on by itself once it would swing no faster than that
        at_most((case.spring and 2 or 1.05) * PUSH, closing * 60, "m/s of both ends")
        at_most(2 * PUSH, speed, "m/s, with what a body swings about its end")
        assert.is_true(world:validate())
      end)
      end
    end
  end)

  it("does not kick with limits along a rail when what is across it has closed first", function()
    a:set_type "static"
    local joint = make { "prismatic", { axis = { 0, 1 }, limits = { 0, 1 } } }
    joint:set_enabled(false)
    b:set_transform(1, -4, 0)
    world:step()
    joint:set_enabled(true)
    local last, most = joint:translation(), 0
    run(3, function()
      most, last = math.max(most, joint:translation() - last), joint:translation()
    end)
    at_most(1.05 * PUSH / 60, most, "m in a step")
    near(0, joint:translation(), 2e-3, "m")
  end)

  describe("whose body was disabled, and is enabled far away", function()
    for _, case in ipairs(kinds) do
      it("does not kick: " .. title(case), function()
        make(case)
        run(0.5)
        b:set_enabled(false)
        a:set_transform(-2, 0.5, 0.5)
        a:set_velocity(0, 0)
        a:set_angular_velocity(0)
        b:set_velocity(0, 0)
        b:set_angular_velocity(0)
        b:set_enabled(true)
        local speed = 0
        world:step()
        at_most(1.05 * PUSH, fastest(), "m/s after a step")
        run(2, function() speed = math.max(speed, fastest()) end)
        at_most(2 * PUSH, speed, "m/s")
      end)
    end
  end)

  describe("that holds rigidly", function()
    for _, case in ipairs(kinds) do
      local holds = not case.spring and not ("motor friction filter"):find(case[1], 1, true)
      if holds then
        it("has closed its gap 3 s after it was switched on again: " .. title(case), function()
          local joint = make(case)
          joint:set_enabled(false)
          b:set_transform(2, 0.5, 0.5)
          world:step()
          assert.is_true((joint:error()) + select(2, joint:error()) > 0.1)
          joint:set_enabled(true)
          run(3)
          local linear, angular = joint:error()
          at_most(3e-3, linear, "m")
          at_most(3e-3, angular, "rad")
        end)

        -- what is moved without a velocity of its own fell asleep half way, in the air
        it("does not fall asleep before: " .. title(case), function()
          a:set_type "static"
          b:set_can_sleep(true)
          local joint = make(case)
          joint:set_enabled(false)
          b:set_transform(1, -5, 0)
          world:step()
          joint:set_enabled(true)
          run(5)
          local linear, angular = joint:error()
          at_most(3e-3, linear, "m")
          at_most(3e-3, angular, "rad")
        end)
      end
    end
  end)

  describe("that is switched off", function()
    for _, case in ipairs(kinds) do
      it("does nothing: " .. title(case), function()
        local joint = make(case, { enabled = false })
        assert.is_false(joint:is_enabled())
        b:set_velocity(3, 1)
        b:set_angular_velocity(2)
        run(1)
        near(4, b:x(), 1e-4)
        near(1, b:y(), 1e-4)
        near(2, b:angle(), 1e-4)
        near(0, a:x(), 1e-6)
        assert.same({ 0, 0, 0 }, { joint:force() })
      end)
    end
  end)

  describe("with a break_force", function()
    -- What pulls: the mouse and the drives give way, so that they break by what they may push with.
    for _, case in ipairs(kinds) do
      if case[1] ~= "filter" then
        it("breaks once, and tells: " .. title(case), function()
          local joint = make(case, { break_force = 0.5, break_torque = 0.5 })
          local told = {}
          world:set_listener { joint_broken = function(j) told[#told + 1] = j end }
          local most = 0
          for _ = 1, 120 do
            b:apply_force(60, 45)
            b:apply_torque(20)
            world:step()
            if not joint:is_enabled() then break end
          end
          assert.same({ joint }, told)
          assert.is_false(joint:is_enabled())
          local fx, fy, torque = joint:force() -- that it broke of
          assert.is_true((fx * fx + fy * fy) ^ 0.5 > 0.5 or math.abs(torque) > 0.5)
          run(0.5, function() most = math.max(most, #told) end)
          assert.equal(1, most)
          assert.same({ 0, 0, 0 }, { joint:force() })
        end)
      end
    end
  end)

  describe("below its break_force", function()
    for _, case in ipairs(kinds) do
      it("holds: " .. title(case), function()
        local joint = make(case, { break_force = 1e4, break_torque = 1e4 })
        run(1, function() b:apply_force(1, 1) end)
        assert.is_true(joint:is_enabled())
      end)
    end
  end)

  describe("that hangs on a wall", function()
    -- Gravity on b, held by all that there is: the force is its weight.
    local held = {
      { "revolute", { at = { 1, 0 } } }, { "weld", {} },
      { "weld", { linear = { hertz = 3, damping = 1 }, angular = { hertz = 3, damping = 1 } } },
      { "prismatic", { axis = { 1, 0 } } },
      { "prismatic", { axis = { 0, 1 }, limits = { 0, 0 } } },
      { "prismatic", { axis = { 0, 1 }, motor = {} } },
      { "prismatic", { axis = { 0, 1 }, spring = { hertz = 3, damping = 1 } } },
      { "wheel", { axis = { 1, 0 } } },
      { "wheel", { axis = { 0, 1 }, limits = { 0, 0 } } },
      { "wheel", { axis = { 0, 1 }, spring = { hertz = 3, damping = 1 } } },
      { "motor", { linear = { hertz = 3, damping = 1 }, angular = {} } },
      { "motor", { linear = { max = 1e3 }, angular = {} } },
      { "friction", { max_force = 1e3 } },
      { "distance", { from = { 1, 2 } } }, { "distance", { from = { 1, 2 }, max = 2 } },
      { "distance", { from = { 1, 2 }, spring = { hertz = 3, damping = 1 } } },
      { "mouse", { hertz = 3, damping = 1 } },
    }
    for i, case in ipairs(held) do
      it(("reads its weight: %s %d"):format(case[1], i), function()
        world:set_gravity(0, -10)
        a:set_type "static"
        local joint = make(case)
        run(4)
        local fx, fy, torque = joint:force()
        near(0, fx, 2e-3, "N")
        near(b:mass() * 10, fy, 5e-3, "N")
        near(0, torque, 2e-3, "N m")
      end)
    end

    it("reads a moment", function()
      world:set_gravity(0, -10)
      a:set_type "static"
      for _, case in ipairs {
        { "weld", { at = { 0, 0 } } }, { "prismatic", { at = { 0, 0 }, axis = { 1, 0 } } },
        { "revolute", { at = { 0, 0 }, motor = {} } },
        { "revolute", { at = { 0, 0 }, limits = { 0, 0 } } },
      } do
        local joint = make(case)
        run(3)
        near(b:mass() * 10 * 1, select(3, joint:force()), 0.01, case[1])
        joint:destroy()
        b:set_transform(1, 0, 0)
        b:set_velocity(0, 0)
        b:set_angular_velocity(0)
      end
    end)
  end)

  describe("collide", function()
    for _, case in ipairs(kinds) do
      if case[1] ~= "mouse" then
        it("is off unless told: " .. title(case), function()
          b:set_transform(0.2, 0, 0)
          local joint = make(case)
          world:step()
          assert.is_false(a:touching(b))
          assert.is_false(joint:is_collide())
          joint:set_enabled(false)
          world:step()
          assert.equal(case[1] == "filter", a:touching(b))
          joint:set_collide(true)
          world:step()
          assert.is_true(a:touching(b))
          joint:set_collide(false)
          joint:set_enabled(true)
          world:step()
          assert.is_false(a:touching(b))
          joint:destroy()
          world:step()
          assert.is_true(a:touching(b))
        end)
      end
    end
  end)

  describe("that is set while its bodies sleep", function()
    local changes = {
      revolute = { set_limits = { 0, 1 }, set_motor = { 1 }, set_spring = { 1, 1 },
        set_target = { 0.5 } },
      distance = { set_length = { 2 }, set_min = { 1 }, set_max = { 3 }, set_motor = { 1 },
        set_spring = { 1 }, set_limits = { 1, 2 } },
      prismatic = { set_limits = { 0, 1 }, set_motor = { 1 }, set_spring = { 1 },
        set_target = { 1 } },
      wheel = { set_limits = { 0, 1 }, set_motor = { 1 }, set_spring = { 1 }, set_target = { 1 } },
      weld = { set_linear = { 1 }, set_angular = { 1 } },
      motor = { set_target = { 1, 0 }, set_velocity = { 1, 0 }, set_linear = { 1 },
        set_angular = { 1 } },
      friction = { set_max_force = { 3 }, set_max_torque = { 3 } },
      mouse = { set_target = { 2, 0 }, set_hertz = { 3 }, set_damping = { 0.25 },
        set_max_force = { 5 }, set_spring = { 4, 1 } },
    }
    local plain = {
      revolute = { at = { 0.5, 0 } }, distance = {}, prismatic = { axis = { 1, 0 } },
      wheel = { axis = { 1, 0 } }, weld = {}, motor = {}, friction = { max_force = 1 },
      mouse = {},
    }
    for kind, methods in cairn.pairs(changes) do
      methods.set_enabled, methods.set_break_force = { false }, { 3 }
      for method, arguments in cairn.pairs(methods) do
        it(("wakes them: %s:%s"):format(kind, method), function()
          local joint = make { kind, plain[kind] }
          a:set_can_sleep(true)
          b:set_can_sleep(true)
          a:sleep()
          b:sleep()
          assert.is_false(b:is_awake())
          joint[method](joint, table.unpack(arguments))
          assert.is_true(b:is_awake())
        end)
      end
    end
  end)

  describe("revolute over many turns", function()
    it("counts them, and stops at limits far away", function()
      local joint = make { "revolute",
        { at = { 1, 0 }, limits = { -10 * math.pi, 10 * math.pi }, motor = { speed = 25 } } }
      a:set_type "static"
      local last, jump = joint:angle(), 0
      run(2, function()
        jump = math.max(jump, math.abs(joint:angle() - last))
        last = joint:angle()
      end)
      near(10 * math.pi, joint:angle(), 2e-3, "upper")
      at_most(0.45, jump, "rad in a step")
      joint:set_motor(-25)
      run(4)
      near(-10 * math.pi, joint:angle(), 2e-3, "lower")
    end)

    it("springs to a target that is turns away", function()
      a:set_type "static"
      local joint = make { "revolute",
        { at = { 1, 0 }, spring = { hertz = 0.5, damping = 1, target = 9 * math.pi } } }
      run(8)
      near(9 * math.pi, joint:angle(), 1e-3)
      joint:set_target(-9 * math.pi)
      run(8)
      near(-9 * math.pi, joint:angle(), 1e-3)
    end)

    it("counts those of both bodies, switched off and asleep", function()
      local joint = make { "revolute", { at = { 0.5, 0 } } }
      joint:set_enabled(false)
      a:set_angular_velocity(-6)
      b:set_angular_velocity(9)
      run(10)
      near(150, joint:angle(), 0.01)
      a:set_angular_velocity(0)
      b:set_angular_velocity(0)
      joint:set_limits(100, 200)
      joint:set_enabled(true)
      world:step()
      near(150, joint:angle(), 0.5)
    end)
  end)

  it("is hidden without a difference but that, and wakes nobody", function()
    local function swing(hide)
      world = cairn.world { gravity = { 0, -10 } }
      local bob = world:circle { x = 1, radius = 0.2 }
      local joint = world:revolute { b = bob, at = { 0, 0 }, hidden = hide or nil }
      for i = 1, 60 do
        if hide then joint:set_hidden(i % 3 == 0) end
        world:step()
      end
      if hide then assert.is_true(joint:is_hidden()) end
      joint:set_hidden(false)
      assert.is_false(joint:is_hidden())
      return world:hash()
    end
    assert.equal(swing(false), swing(true))
    world = cairn.world {}
    local bob = world:circle { x = 1, radius = 0.2 }
    local joint = world:revolute { b = bob, at = { 0, 0 } }
    bob:sleep()
    joint:set_hidden(true)
    assert.is_false(bob:is_awake())
    local copy = cairn.world {}
    copy:restore(world:snapshot())
    for other in copy:joints() do assert.is_true(other:is_hidden()) end
  end)
end)
