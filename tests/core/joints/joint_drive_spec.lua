-- Motor and friction joints, which hold nothing but push with what they may; and the filter, which
-- does not even push. Against what is known on paper.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most = measure.near, measure.at_most
local STEP = 1 / 60

describe("In a world,", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  local function run(seconds, f) measure.run(world, seconds, f) end
  local function box(keys)
    keys.w, keys.h, keys.can_sleep = keys.w or 1, keys.h or 0.5, false
    return (world:box(keys))
  end

  -- ---- motor -----------------------------------------------------------------------------------

  describe("a motor joint", function()
    it("leaves free what it was not told of", function()
      local b = box { vx = 3, angular_velocity = 2 }
      local joint = world:motor { b = b }
      run(1)
      near(3, b:x(), 1e-4)
      near(2, b:angle(), 1e-4)
      assert.is_nil(joint:linear())
      assert.is_nil(joint:angular())
      assert.same({ 0, 0, 0 }, { joint:force() })
    end)

    it("brings its body to a speed, with no more than its force and torque", function()
      local b = box {}
      local joint = world:motor { b = b, linear = { vx = 3, vy = -4, max = 2 },
        angular = { speed = 5, max = 0.3 } }
      b:set_velocity(0, 0) -- from now on
      run(0.5) -- m dv = F t along (3, -4) / 5
      local vx, vy = b:velocity()
      near(0.5 * 2 / b:mass() * 0.6, vx, 1e-4)
      near(-0.5 * 2 / b:mass() * 0.8, vy, 1e-4)
      near(0.5 * 0.3 / b:inertia(), b:angular_velocity(), 1e-4)
      local fx, fy, torque = joint:force()
      near(1.2, fx, 1e-4)
      near(-1.6, fy, 1e-4)
      near(0.3, torque, 1e-5)
      run(3)
      vx, vy = b:velocity()
      near(3, vx, 1e-4)
      near(-4, vy, 1e-4)
      near(5, b:angular_velocity(), 1e-4)
      near(0, (joint:force()), 1e-3)
    end)

    it("drives at once without a limit, also at the end of an arm", function()
      local b = box {}
      world:motor { b = b, at = { 0.5, 0 }, linear = { vx = 0, vy = 1 }, angular = { speed = 2 } }
      run(0.2)
      local vx, vy = b:velocity_at(b:to_world(0.5, 0))
      near(0, vx, 1e-2)
      near(1, vy, 1e-2)
      near(2, b:angular_velocity(), 1e-2)
    end)

    it("reaches its pose, and holds it under load", function()
      world:set_gravity(0, -10)
      local b = box { x = 1, y = 2 }
      local joint = world:motor { b = b, linear = { x = 3, y = 1, hertz = 2, damping = 1 },
        angular = { angle = 0.75, hertz = 2, damping = 1 } }
      near(math.sqrt(10), (joint:error()), 1e-6)
      near(0.75, select(2, joint:error()), 1e-6)
      run(4)
      near(4, b:x(), 1e-4)
      near(3 - 10 / (2 * math.pi * 2) ^ 2, b:y(), 1e-4, "sags by g over omega squared")
      near(0.75, b:angle(), 1e-4)
      near(0.75, joint:angle(), 1e-4)
      near(b:mass() * 10, select(2, joint:force()), 1e-3)
      joint:set_target(0, 0, -1)
      run(4)
      near(1, b:x(), 1e-4)
      near(-1, b:angle(), 1e-4)
    end)

    it("swings about its pose with its frequency, without losing any", function()
      local b = box {}
      world:motor { b = b, linear = { x = 1, hertz = 1 }, angular = { angle = 0.5, hertz = 0.5 } }
      local far, turned = 0, 0
      run(9)
      run(2, function()
        far, turned = math.max(far, b:x()), math.max(turned, b:angle())
      end)
      near(2, far, 2e-3) -- from rest at 0 about 1
      near(1, turned, 2e-3)
      b:set_transform(0, 0, 0)
      b:set_velocity(0, 0)
      b:set_angular_velocity(0)
      run(0.25)
      near(1, b:x(), 0.03, "a quarter of the period")
    end)

    it("pulls to its pose no harder than it may", function()
      local b = box {}
      local joint = world:motor { b = b, linear = { x = 100, hertz = 5, damping = 1, max = 3 },
        angular = { angle = 50, hertz = 5, damping = 1, max = 0.2 } }
      run(1)
      near(3 / b:mass(), (b:velocity()), 1e-3)
      near(0.2 / b:inertia(), b:angular_velocity(), 1e-3)
      near(3, (joint:force()), 1e-3)
    end)

    it("turns to an angle many turns away", function()
      local b = box {}
      local joint = world:motor { b = b,
        angular = { angle = 8 * math.pi, hertz = 1, damping = 1 } }
      run(6)
      near(8 * math.pi, joint:angle(), 1e-3)
    end)

    it("moves with its damper at the speed that it is given, while the pose moves along", function()
      local b = box {}
      local joint = world:motor { b = b,
        linear = { hertz = 3, damping = 1, vx = 2 },
        angular = { hertz = 3, damping = 1, speed = 1 } }
      local worst = 0
      for i = 1, 180 do
        joint:set_target(2 * i * STEP, 0, i * STEP)
        world:step(STEP)
        if i > 60 then worst = math.max(worst, math.abs(b:x() - 2 * i * STEP)) end
      end
      at_most(0.04, worst, "m behind") -- a step is 0.033 m
    end)

    it("drives in the frame of a", function()
      local a = world:body { type = "kinematic", angle = math.pi / 2, angular_velocity = 0 }
      local b = box { x = 2 }
      world:motor { a = a, b = b, linear = { vx = 1 }, angular = {} }
      run(1)
      near(2, b:x(), 1e-4)
      near(1, b:y(), 1e-4)
    end)

    it("keeps a pose on a body that moves and turns", function()
      local a = world:body { type = "kinematic", vx = 1, angular_velocity = 1.5 }
      local b = box { x = 2 }
      local joint = world:motor { a = a, b = b, from = { 0, 0 }, to = { 2, 0 },
        linear = { x = 2, hertz = 15, damping = 1, max = math.huge },
        angular = { hertz = 15, damping = 1 } }
      run(5)
      at_most(0.1, (joint:error()), "m") -- what it takes to go in a circle: r w^2 / omega^2
      local x, y = a:to_world(2, 0)
      near(x, b:x(), 0.1)
      near(y, b:y(), 0.1)
      local x1, y1, x2, y2 = joint:anchors()
      near(x, x1, 1e-6)
      near(y, y1, 1e-6)
      near(b:x(), x2, 1e-6)
      near(b:y(), y2, 1e-6)
    end)

    it("keeps momentum and angular momentum", function()
      local a = box { w = 2, angular_velocity = 2, vy = 1 }
      local b = box { x = 2, y = 1, angular_velocity = -5 }
      world:motor { a = a, b = b, linear = { x = -1, y = 2, vx = 1, hertz = 2, damping = 0.3 },
        angular = { angle = 2, speed = 1, hertz = 1, damping = 0.1 } }
      local px, py, l = world:momentum()
      run(5)
      local qx, qy, k = world:momentum()
      near(px, qx, 1e-4)
      near(py, qy, 1e-4)
      near(l, k, 5e-3)
    end)

    it("reads as it was given, and changes", function()
      local joint = world:motor { b = box {}, at = { 0.25, 0 },
        linear = { x = 1, y = 2, vx = 3, vy = 4, hertz = 5, damping = 0.5, max = 6 },
        angular = { angle = 7, speed = 8, hertz = 9, damping = 0.75, max = 10 } }
      assert.equal("motor", joint:type())
      assert.same({ 1, 2, 7 }, { joint:target() })
      assert.same({ 3, 4, 8 }, { joint:velocity() })
      assert.same({ 5, 0.5, 6 }, { joint:linear() })
      assert.same({ 9, 0.75, 10 }, { joint:angular() })
      joint:set_target(-1, -2)
      assert.same({ -1, -2, 7 }, { joint:target() })
      joint:set_velocity(-3, -4, -8)
      assert.same({ -3, -4, -8 }, { joint:velocity() })
      joint:set_linear(2)
      assert.same({ 2, 0.5, 6 }, { joint:linear() })
      joint:set_linear(nil)
      assert.is_nil(joint:linear())
      joint:set_linear(0, 0, math.huge)
      assert.same({ 0, 0, math.huge }, { joint:linear() })
      joint:set_angular(1, 2, 3)
      assert.same({ 1, 2, 3 }, { joint:angular() })
      joint:set_angular(nil)
      assert.is_nil(joint:angular())
    end)

    it("stops to push when a part is taken away", function()
      local b = box {}
      local joint = world:motor { b = b, linear = { vx = 3, max = 2 }, angular = { speed = 2 } }
      run(0.25)
      joint:set_linear(nil)
      joint:set_angular(nil)
      world:step() -- half a kick of the last one is taken back
      local vx, w = b:velocity(), b:angular_velocity()
      run(1)
      near(vx, (b:velocity()), 1e-6)
      near(w, b:angular_velocity(), 1e-6)
    end)

    it("wakes its body when the target moves", function()
      local b = world:box { w = 1, h = 1 }
      local joint = world:motor { b = b, linear = { hertz = 2 } }
      b:sleep()
      joint:set_target(0, 0)
      assert.is_false(b:is_awake())
      joint:set_target(1, 0)
      assert.is_true(b:is_awake())
    end)
  end)

  -- ---- friction --------------------------------------------------------------------------------

  describe("a friction joint", function()
    it("slows its body by max_force over its mass, and stops it dead", function()
      local b = box { vx = 6, vy = 8 }
      local joint = world:friction { b = b, max_force = 2, max_torque = 1 }
      local a = 2 / b:mass()
      run(1)
      near(10 - a, math.sqrt(b:velocity() ^ 2 + select(2, b:velocity()) ^ 2), 1e-4, "m/s")
      local fx, fy = joint:force()
      near(-1.2, fx, 1e-4)
      near(-1.6, fy, 1e-4)
      run(10 / a)
      assert.same({ 0, 0 }, { b:velocity() })
      -- it slid v^2 / 2 a
      near(100 / (2 * a), math.sqrt(b:x() ^ 2 + b:y() ^ 2), 1e-3, "m")
    end)

    it("slows a spin by max_torque over the inertia", function()
      local b = box { angular_velocity = 20 }
      world:friction { b = b, max_force = 1, max_torque = 0.5 }
      run(1)
      near(20 - 0.5 / b:inertia(), b:angular_velocity(), 1e-3)
      run(20 / (0.5 / b:inertia()))
      near(0, b:angular_velocity(), 1e-6)
    end)

    it("holds what pulls less than it may, and slips from what pulls more", function()
      local b = box {}
      local joint = world:friction { b = b, max_force = 2, max_torque = 1 }
      run(2, function() b:apply_force(1.9, 0) end)
      near(0, b:x(), 1e-4)
      near(-1.9, (joint:force()), 1e-4)
      run(1, function() b:apply_force(2.5, 0) end)
      near(0.5 / b:mass(), (b:velocity()), 0.02)
    end)

    it("acts where the mass is, unless told otherwise", function()
      local b = world:body { can_sleep = false }
      b:add_box { w = 1, h = 1, x = 1 }
      b:set_velocity(5, 5)
      local joint = world:friction { b = b, max_force = 1, max_torque = 0 }
      local x1, y1, x2, y2 = joint:anchors()
      assert.same({ 1, 0, 1, 0 }, { x1, y1, x2, y2 })
      run(1)
      near(0, b:angular_velocity(), 1e-6)
      local other = box { y = 5, vx = 5 }
      world:friction { b = other, at = { 0, 5.25 }, max_force = 1, max_torque = 0 }
      world:step()
      assert.is_true(other:angular_velocity() > 0.01) -- braked at its top
    end)

    it("brakes two against each other, and keeps their momentum", function()
      local a = box { vx = 3, angular_velocity = 4 }
      local b = box { x = 3, y = 1, vx = -1 }
      world:friction { a = a, b = b, max_force = 1, max_torque = 0.3 }
      local px, py, l = world:momentum()
      run(1)
      run(4)
      local qx, qy, k = world:momentum()
      near(px, qx, 1e-4)
      near(py, qy, 1e-4)
      near(l, k, 5e-3)
      near(a:angular_velocity(), b:angular_velocity(), 1e-3)
    end)

    it("is without limit where none is given", function()
      local b = box { vx = 100, angular_velocity = 10 }
      local joint = world:friction { b = b }
      world:step()
      near(0, (b:velocity()), 1e-3)
      near(0, b:angular_velocity(), 1e-3)
      assert.equal(math.huge, joint:max_force())
      assert.equal(math.huge, joint:max_torque())
      joint:set_max_force(3)
      joint:set_max_torque(4)
      assert.same({ 3, 4 }, { joint:max_force(), joint:max_torque() })
    end)

    it("lets what it has stopped sleep", function()
      local b = world:box { w = 1, h = 1, vx = 1 }
      world:friction { b = b, max_force = 5, max_torque = 5 }
      run(2)
      assert.is_false(b:is_awake())
    end)
  end)

  -- ---- filter ----------------------------------------------------------------------------------

  describe("a filter joint", function()
    local function drop()
      world:set_gravity(0, -10)
      local floor = world:box { type = "static", y = -0.5, w = 20, h = 1 }
      return floor, world:box { y = 0.5, w = 1, h = 1 }
    end

    it("lets the two pass each other, for as long as it is on", function()
      local floor, b = drop()
      run(1)
      near(0.5, b:y(), 1e-3)
      local joint = world:filter { a = floor, b = b }
      run(0.5)
      near(0.5 - 0.5 * 10 * 0.25, b:y(), 0.05)
      assert.same({ 0, 0, 0 }, { joint:force() })
      assert.same({ 0, 0 }, { joint:error() })
      b:set_transform(0, 0.5, 0)
      b:set_velocity(0, 0)
      joint:set_enabled(false)
      run(1)
      near(0.5, b:y(), 2e-3, "off")
      joint:set_enabled(true)
      run(0.25)
      assert.is_true(b:y() < 0.4, "on again")
      b:set_transform(0, 0.5, 0)
      b:set_velocity(0, 0)
      joint:destroy()
      run(1)
      near(0.5, b:y(), 2e-3, "gone")
    end)

    it("is for these two alone", function()
      local _, b = drop()
      local other = world:box { x = 3, y = 0.5, w = 1, h = 1 }
      world:filter { a = b, b = other }
      other:set_transform(0.25, 0.75, 0)
      run(1)
      near(0.5, b:y(), 2e-3)
      near(0.5, other:y(), 2e-3)
      near(0.25, other:x(), 2e-3)
    end)

    it("begins without a contact, and ends the one that there was", function()
      local floor, b = drop()
      run(0.5)
      local ended = 0
      world:set_listener { end_contact = function() ended = ended + 1 end }
      world:filter { a = floor, b = b }
      world:step()
      world:step()
      assert.equal(1, ended)
      assert.is_false(b:touching(floor))
    end)

    it("ties nothing: each sleeps on its own", function()
      local _, b = drop()
      local other = world:box { x = 5, y = 0.5, w = 1, h = 1 }
      world:filter { a = b, b = other }
      run(3)
      assert.is_false(b:is_awake())
      assert.is_false(other:is_awake())
      other:wake()
      world:step()
      assert.is_false(b:is_awake())
    end)

    it("leaves stacks to be solved as if it were not there", function()
      local _, b = drop()
      local free = world:hash()
      assert.is_not_nil(free)
      local far = world:box { x = 9, y = 0.5, w = 1, h = 1 }
      local joint = world:filter { a = b, b = far, break_force = 0 }
      local broken = 0
      world:set_listener { joint_broken = function() broken = broken + 1 end }
      run(2)
      near(0.5, b:y(), 1e-4)
      assert.equal(0, broken)
      assert.is_true(joint:is_enabled())
    end)
  end)
end)
