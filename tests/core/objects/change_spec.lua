-- Bodies that are changed while they lie, hang, slide or sleep: what follows is computed here. And
-- what a world tells of itself: hits, moves, extent, contact tuning.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run
local DT <const> = 1 / 60
local G <const> = 10

describe("cairn.Body", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    options = options or {}
    options.gravity = options.gravity or { 0, -G }
    world = cairn.world(options)
  end

  before_each(function() renew() end)
  after_each(function()
    assert.is_true(world:validate())
    world:destroy()
    world = nil
  end)

  -- boxes of 1 m upon each other on the floor, at rest
  local function tower(n)
    local list = {}
    world:halfspace {}
    for i = 1, n do list[i] = world:box { y = i - 0.5, w = 1, h = 1 } end
    run(world, 2)
    return list
  end

  describe("type", function()
    it("of the lowest of a sleeping tower becomes static: all stand", function()
      local list = tower(3)
      list[1]:set_type "static"
      assert.is_true(list[2]:is_awake())
      run(world, 2)
      for i = 1, 3 do near(i - 0.5, select(2, list[i]:position()), 2e-3, "y of box " .. i) end
      near(0, list[1]:mass(), 0, "mass")
      list[1]:set_type "dynamic"
      near(1, list[1]:mass(), 1e-6, "mass again")
      run(world, 2)
      near(2.5, select(2, list[3]:position()), 2e-3, "y of the highest")
    end)

    it("of a floor becomes dynamic: it falls with what lies on it", function()
      local floor = world:box { type = "static", w = 4, h = 1 }
      local box = world:box { y = 1, w = 1, h = 1 }
      run(world, 2)
      assert.is_false(box:is_awake())
      floor:set_type "dynamic"
      assert.is_true(box:is_awake())
      run(world, 1)
      near(-G / 2, select(2, floor:position()), 1e-3, "y of the floor")
      near(1 - G / 2, select(2, box:position()), 3e-3, "y of the box")
    end)

    it("of a pendulum's weight becomes static in the air, kinematic, and dynamic again", function()
      local ball = world:circle { x = 2, radius = 0.2 }
      local joint = world:revolute { b = ball, at = { 0, 0 } }
      run(world, 0.3)
      local x, y = ball:position()
      ball:set_type "static"
      run(world, 0.5)
      assert.same({ x, y }, { ball:position() })
      ball:set_type "kinematic"
      run(world, 0.5)
      assert.same({ x, y }, { ball:position() })
      ball:set_type "dynamic"
      local energy = measure.energy(world)
      run(world, 2)
      near(energy, measure.energy(world), 0.002 * math.abs(energy), "energy")
      at_most(1e-4, joint:error(), "gap")
    end)

    it("loses its velocity when it becomes static, and keeps it as kinematic", function()
      local box = world:box { w = 1, h = 1, vx = 3, angular_velocity = 2, gravity_scale = 0 }
      box:set_type "kinematic"
      run(world, 1)
      near(3, box:position(), 1e-5, "x")
      box:set_type "static"
      assert.same({ 0, 0 }, { box:velocity() })
      near(0, box:angular_velocity(), 0, "spin")
    end)

    it("lets contacts of what cannot be moved end, and begin again", function()
      local log = {}
      world:set_listener {
        begin_contact = function() log[#log + 1] = "begin" end,
        end_contact = function() log[#log + 1] = "end" end,
      }
      local list = tower(1)
      list[1]:set_type "static"
      world:step()
      list[1]:set_type "dynamic"
      world:step()
      assert.same({ "begin", "end", "begin" }, log)
    end)
  end)

  describe("that is disabled", function()
    it("lets fall what lay on it, asleep or not, and holds again when it is enabled", function()
      local list = tower(3)
      list[1]:set_enabled(false)
      assert.is_true(list[3]:is_awake())
      assert.is_false(list[1]:is_awake())
      run(world, 2)
      near(0.5, select(2, list[2]:position()), 2e-3, "y of the second")
      near(0.5, select(2, list[1]:position()), 2e-3, "y of the first, where it was")
      list[2]:set_position(5, 0.5)
      list[3]:set_position(5, 1.5)
      list[1]:set_enabled(true)
      run(world, 1)
      near(0.5, select(2, list[1]:position()), 2e-3, "y of the first")
    end)

    it("lets what hangs on it go, and catches it again without a jerk", function()
      local hook = world:box { type = "kinematic", w = 0.2, h = 0.2 }
      local ball = world:circle { y = -1, radius = 0.2 }
      local joint = world:revolute { a = hook, b = ball, at = { 0, 0 } }
      run(world, 2)
      hook:set_enabled(false)
      assert.is_true(ball:is_awake())
      run(world, 0.2)
      near(-1 - G * 0.04 / 2, select(2, ball:position()), 1e-3, "y in free fall")
      hook:set_enabled(true)
      world:step()
      at_most(8, math.abs(select(2, ball:velocity())), "speed in the first step")
      run(world, 4)
      at_most(2e-3, joint:error(), "gap")
      near(-1, select(2, ball:position()), 0.02, "y")
    end)

    it("keeps forces, velocity and sleep to itself", function()
      local box = world:box { w = 1, h = 1, vx = 2, enabled = false }
      box:apply_force(100, 0)
      box:apply_impulse(5, 0)
      run(world, 0.5)
      assert.same({ 0, 0 }, { box:position() })
      box:set_enabled(true)
      run(world, 0.5)
      near(1, box:position(), 1e-4, "x")
    end)
  end)

  describe("locks", function()
    it("that are set on what sleeps under load hold it", function()
      world:box { type = "static", angle = 0.3, w = 20, h = 1, friction = 1 }
      local box = world:box { x = -0.3, y = 1.02, angle = 0.3, w = 1, h = 1, friction = 1 }
      run(world, 2)
      assert.is_false(box:is_awake())
      box:set_locks(true, true, true)
      assert.is_true(box:is_awake())
      local x, y = box:position()
      box:shape():set_friction(0)
      run(world, 2)
      near(x, box:position(), 1e-4, "x")
      near(y, select(2, box:position()), 1e-3, "y")
      box:set_locks {}
      run(world, 1)
      local slid = (x - box:position()) / math.cos(0.3)
      near(G * math.sin(0.3) / 2, slid, 0.02, "way down the slope")
    end)

    it("make a slider of a body and joints follow it", function()
      local slider = world:box { w = 1, h = 0.2, locks = { y = true, rotation = true } }
      local ball = world:circle { x = 1.5, radius = 0.2 }
      local joint = world:revolute { a = slider, b = ball, at = { 0, 0 } }
      local energy, px = measure.energy(world), world:momentum()
      run(world, 5)
      near(0, select(2, slider:position()), 1e-6, "y")
      near(0, slider:angle(), 1e-6, "angle")
      near(energy, measure.energy(world), 0.02, "energy")
      near(px, world:momentum(), 2e-3, "momentum along x")
      at_most(1e-4, joint:error(), "gap")
    end)
  end)

  describe("settings that are given again", function()
    it("change nothing, in a crowd either", function()
      renew { gravity = { 0, 0 } }
      local hub = world:circle { radius = 2, vx = 5 }
      for i = 1, 30 do
        world:circle { x = 2.31 * math.cos(i), y = 2.31 * math.sin(i), radius = 0.3, vx = 5 }
      end
      run(world, 0.05)
      local hash = world:hash()
      hub:set_damping(hub:damping())
      hub:set_bullet(hub:is_bullet())
      assert.equal(hash, world:hash())
    end)
  end)

  describe("mass", function()
    it("that is given to what sleeps wakes it, and tips the scale", function()
      world:halfspace { y = -1 }
      local beam = world:box { y = 0, w = 4, h = 0.1 }
      world:revolute { b = beam, at = { 0, 0 } }
      local left = world:box { x = -1.5, y = 0.3, w = 0.5, h = 0.5 }
      local right = world:box { x = 1.5, y = 0.3, w = 0.5, h = 0.5 }
      run(world, 4)
      assert.is_false(left:is_awake())
      left:set_mass(left:mass() * 3)
      assert.is_true(left:is_awake() and right:is_awake())
      run(world, 0.5)
      assert.is_true(beam:angle() > 0.05)
    end)

    it("nil is that of the shapes again, inertia too", function()
      local box = world:box { w = 2, h = 1, density = 3 }
      local inertia = 6 * 5 / 12
      box:set_mass(1)
      near(inertia / 6, box:inertia(), 1e-6, "inertia of 1 kg")
      box:set_inertia(9)
      box:set_mass(nil)
      near(6, box:mass(), 1e-6, "mass")
      near(9, box:inertia(), 1e-6, "inertia that was given")
      box:set_inertia(nil)
      near(inertia, box:inertia(), 1e-5, "inertia")
      local bare = world:body { mass = 5 }
      bare:set_mass(nil)
      near(1, bare:mass(), 0, "mass without shapes")
      for _, wrong in ipairs { 0, -1, 0 / 0, math.huge, "1" } do
        assert.has_error(function() box:set_mass(wrong) end)
        assert.has_error(function() box:set_inertia(wrong) end)
      end
      near(6, box:mass(), 1e-6, "mass after that")
      box:set_mass(9)
      box:set_inertia(9)
      box:set_mass_center(1, 0)
      box:set_mass() -- as all that takes nil: it may be left out
      box:set_inertia()
      box:set_mass_center()
      near(6, box:mass(), 1e-6, "mass when nothing is given")
      near(inertia, box:inertia(), 1e-5, "inertia when nothing is given")
      assert.same({ 0, 0 }, { box:mass_center() })
    end)

    it("follows density under what is pushed", function()
      renew { gravity = { 0, 0 } }
      local box, shape = world:box { w = 1, h = 1 }
      shape:set_density(4)
      box:apply_impulse(8, 0)
      near(2, box:velocity(), 1e-6, "vx")
    end)
  end)

  describe("gravity_scale", function()
    it("lifts what slept, and sets it down again", function()
      local list = tower(2)
      list[2]:set_gravity_scale(-1)
      assert.is_true(list[2]:is_awake())
      run(world, 0.5)
      near(1.5 + G / 8, select(2, list[2]:position()), 0.02, "y")
      list[2]:set_gravity_scale(0.5)
      run(world, 4)
      near(1.5, select(2, list[2]:position()), 2e-3, "y")
      local sum = 0
      for m in list[2]:manifolds() do
        for i = 1, m:count() do sum = sum + m:impulse(i) end
      end
      near(0.5 * G * DT, sum, 2e-3, "what it weighs")
    end)
  end)

  describe("max_speed", function()
    it("holds through joints and blows", function()
      local slow = world:circle { radius = 0.3, max_speed = 2, restitution = 1 }
      world:distance { b = slow, from = { 3, 0 }, to = { 0, 0 }, max = 3.5 }
      world:circle { y = 4, radius = 0.3, vy = -30, restitution = 1 }
      run(world, 3, function()
        local vx, vy = slow:velocity()
        at_most(2 * 1.0001, math.sqrt(vx * vx + vy * vy), "speed")
      end)
    end)

    it("nil is the world's", function()
      local ball = world:circle { radius = 0.1, max_speed = 5 }
      ball:set_velocity(100, 0)
      near(5, ball:velocity(), 1e-5, "vx")
      ball:set_max_speed(nil)
      near(400, ball:max_speed(), 0, "limit")
      world:set_max_speed(50)
      near(50, ball:max_speed(), 0, "limit of another world")
      ball:set_velocity(100, 0)
      near(50, ball:velocity(), 1e-4, "vx")
    end)
  end)

  describe("sleep_speed", function()
    it("says how slow is slow", function()
      renew { gravity = { 0, 0 } }
      local fast = world:circle { radius = 0.1, vx = 0.2, sleep_speed = 0.3 }
      local slow = world:circle { x = 5, radius = 0.1, vx = 0.2 }
      local never = world:circle { x = 9, radius = 0.1, sleep_speed = 0, vx = 0.01 }
      run(world, 1)
      assert.is_false(fast:is_awake())
      assert.is_true(slow:is_awake() and never:is_awake())
      slow:set_sleep_speed(0.25)
      run(world, 1)
      assert.is_false(slow:is_awake())
    end)
  end)

  describe(":wake", function()
    it("of a static or kinematic body wakes all that touches it", function()
      for _, type in ipairs { "static", "kinematic" } do
        renew()
        local floor = world:box { type = type, w = 9, h = 1 }
        local a = world:box { x = -2, y = 1, w = 1, h = 1 }
        local b, far = world:box { x = 2, y = 1, w = 1, h = 1 }, world:circle { x = 50, radius = 1 }
        far:set_gravity_scale(0)
        run(world, 2)
        assert.is_false(a:is_awake() or b:is_awake() or far:is_awake())
        floor:wake()
        assert.is_true(a:is_awake() and b:is_awake())
        assert.is_false(far:is_awake())
      end
    end)
  end)

  describe(":move_to", function()
    it("carries what lies on a lift to where it goes", function()
      local lift = world:box { type = "kinematic", w = 3, h = 0.2 }
      local box = world:box { y = 0.6, w = 1, h = 1 }
      run(world, 2)
      assert.is_false(box:is_awake())
      for i = 1, 120 do
        lift:move_to(0.2 * math.sin(i / 20), 1.5 * i / 120, 0, DT)
        world:step(DT)
      end
      near(1.5, select(2, lift:position()), 1e-5, "y of the lift")
      near(2.1, select(2, box:position()), 5e-3, "y of the box")
      near(lift:position(), box:position(), 0.02, "x of the box")
      lift:set_velocity(0, 0)
      run(world, 2)
      assert.is_false(box:is_awake())
    end)

    it("is for kinematic bodies, and says so", function()
      for _, type in ipairs { "static", "dynamic" } do
        local body = world:box { x = 9, type = type, w = 1, h = 1, gravity_scale = 0 }
        local hash = world:hash()
        local ok, message = pcall(body.move_to, body, 1, 0, 0, 0.5)
        assert.is_false(ok)
        assert.is_truthy(message:find(("bad self (kinematic body expected, got a %s one)")
          :format(type), 1, true), message)
        assert.equal(hash, world:hash())
      end
      local lift = world:box { type = "kinematic", w = 3, h = 0.2 }
      for _, wrong in ipairs { 0, -1, 0 / 0, math.huge } do
        assert.has_error(function() lift:move_to(0, 0, 0, wrong) end)
      end
    end)
  end)
end)

describe("cairn.World", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
  end

  before_each(function() renew { gravity = { 0, -G } } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  describe("hit", function()
    it("tells place, normal, speed of approach and impulse", function()
      local hits = {}
      world:set_listener { hit = function(...) hits[#hits + 1] = table.pack(...) end }
      local _, floor = world:box { type = "static", y = -0.5, w = 20, h = 1 }
      for i, e in ipairs { 0, 0.5, 1 } do
        world:circle { x = 3 * i, y = 3.5, radius = 0.5, density = i, restitution = e }
      end
      run(world, 1)
      assert.equal(3, #hits)
      local speed = math.sqrt(2 * G * 3)
      for i, hit in ipairs(hits) do
        local a, b, x, y, nx, ny, v, j = table.unpack(hit)
        local e = (i - 1) / 2
        assert.equal(floor, a)
        near(3 * i, x, 1e-4, "x of hit " .. i)
        near(0, y, speed * DT / 2, "y of hit " .. i)
        near(0, nx, 1e-6, "nx of hit " .. i)
        near(1, ny, 1e-6, "ny of hit " .. i)
        near(speed, v, 1e-3 * speed, "speed of hit " .. i)
        local m = b:body():mass()
        near(m * (1 + e) * speed, j, 0.03 * m * speed + m * G * DT, "impulse of hit " .. i)
      end
    end)

    it("is none at hit_speed or below, nor where it touches already", function()
      local count = 0
      world:set_listener { hit = function() count = count + 1 end }
      world:box { type = "static", y = -0.5, w = 90, h = 1 }
      for i = 1, 20 do -- to 3.2 m/s
        world:circle { x = 2 * i, y = 0.5 + (0.16 * i) ^ 2 / (2 * G), radius = 0.5 }
      end
      world:set_hit_speed(2.07)
      run(world, 2)
      assert.equal(8, count)
      world:set_hit_speed(0)
      run(world, 1)
      assert.equal(8, count)
    end)

    it("between two that move tells of both speeds", function()
      renew { gravity = { 0, 0 } }
      local list = {}
      world:circle { radius = 0.5, vx = 4 }
      world:circle { x = 3, radius = 0.5, vx = -2, density = 3 }
      run(world, 1, function()
        for _, _, _, x, _, nx, _, speed, impulse in world:hits() do
          list[#list + 1] = { x = x, nx = nx, speed = speed, impulse = impulse }
        end
      end)
      assert.equal(1, #list)
      local m = math.pi / 4
      near(6, list[1].speed, 1e-4, "speed")
      near(1, list[1].nx, 1e-5, "nx")
      near(6 * (m * 3 * m) / (4 * m), list[1].impulse, 1e-3, "impulse")
      near(0.5 + 4 * 2 / 6, list[1].x, 0.12, "x")
    end)
  end)

  describe("moved, slept and woke", function()
    it("tell of each that is awake, with where it is, and of nobody else", function()
      world:halfspace {}
      local a = world:box { y = 0.5, w = 1, h = 1 }
      local b = world:circle { x = 5, y = 3, radius = 0.5 }
      world:box { type = "kinematic", x = 9, y = 9, w = 1, h = 1, vx = 1 }
      world:box { x = -5, y = 0.5, w = 1, h = 1, awake = false }
      world:step(DT)
      local ids = {}
      for i, body, x, y, angle in world:moved() do
        ids[i] = body:id()
        assert.same({ body:position() }, { x, y })
        assert.equal(body:angle(), angle)
      end
      assert.same({ 2, 3, 4 }, ids)
      local slept, woke = {}, {}
      world:set_listener {
        slept = function(body) slept[#slept + 1] = body end,
        woke = function(body) woke[#woke + 1] = body end,
      }
      run(world, 3)
      assert.same({ a, b }, slept)
      b:apply_impulse(0, 1)
      a:wake()
      world:step(DT)
      assert.same({ a, b }, woke)
    end)
  end)

  describe("counters", function()
    it("count what is there", function()
      world:halfspace {}
      for i = 1, 5 do world:box { x = 3 * i, y = 0.5, w = 1, h = 1 } end
      local c = world:circle { x = 3, y = 1.6, radius = 0.5 }
      world:circle { x = 50, y = 9, radius = 0.5, sensor = true, type = "static" }
      world:distance { b = c, from = { 3, 9 }, to = { 3, 1.6 }, max = 9 }
      run(world, 0.2)
      assert.same({ 8, 8, 1, 7 }, { world:body_count(), world:shape_count(), world:joint_count(),
        world:awake_count() + 1 })
      assert.equal(6, world:touching_count())
      assert.equal(6, world:manifold_count())
      assert.is_true(world:pair_count() >= 6)
      assert.is_true(world:color_count() >= 1)
      assert.is_true(world:bytes() > 1000)
      local p, sum = world:profile(), 0
      for name, ms in pairs(p) do
        assert.is_true(ms >= 0)
        if name ~= "step" then sum = sum + ms end
      end
      near(p.step, sum, 0.2 * p.step + 0.05, "sum of all stages, ms")
    end)
  end)

  describe("extent", function()
    it("is the box of all shapes that are enabled, halfspaces aside", function()
      assert.is_nil(world:extent())
      world:halfspace { y = -50 }
      assert.is_nil(world:extent())
      world:circle { x = -3, y = 4, radius = 1 }
      local box = world:box { x = 10, y = 20, w = 2, h = 4, angle = math.pi / 2 }
      local x1, y1, x2, y2 = world:extent()
      near(-4, x1, 1e-5, "x1")
      near(3, y1, 1e-5, "y1")
      near(12, x2, 1e-5, "x2")
      near(21, y2, 1e-5, "y2")
      box:set_enabled(false)
      near(-2, select(3, world:extent()), 1e-5, "x2")
    end)
  end)

  describe("contact tuning", function()
    it("says how fast what overlaps is pushed apart", function()
      for _, speed in ipairs { 0.5, 3, 5 } do
        renew { gravity = { 0, 0 }, push_speed = speed }
        world:box { type = "static", w = 4, h = 4, friction = 0 }
        local box = world:box { y = 2.2, w = 2, h = 2, friction = 0 } -- 0.8 m deep
        run(world, 0.05)
        near(2.2 + 0.05 * speed, select(2, box:position()), 0.01 * speed, "y")
        at_most(0.2 * speed, math.abs(select(2, box:velocity())), "speed that is left")
      end
    end)

    it("says how soft contacts are that move", function()
      -- a heavy ball that rolls on a plank that is let go: sag of the contact by its spring
      local function sag(hertz, damping)
        renew { gravity = { 0, -G }, contact_hertz = hertz, contact_damping = damping }
        world:halfspace { friction = 0 }
        local lower = world:circle { y = 0.5, radius = 0.5, vx = 3, friction = 0 }
        run(world, 1)
        return 0.5 - select(2, lower:position())
      end
      assert.is_true(sag(5) > 2 * sag(30))
      assert.is_true(sag(30, 1) ~= sag(30, 10))
    end)

    it("can be read and set, and is part of the hash where it is unusual", function()
      assert.same({ 3, 30, 10 },
        { world:push_speed(), world:contact_hertz(), world:contact_damping() })
      local hash = world:hash()
      world:set_push_speed(1)
      world:set_contact_hertz(60)
      world:set_contact_damping(5)
      assert.same({ 1, 60, 5 },
        { world:push_speed(), world:contact_hertz(), world:contact_damping() })
      assert.not_equal(hash, world:hash())
      world:set_push_speed(3)
      world:set_contact_hertz(30)
      world:set_contact_damping(10)
      assert.equal(hash, world:hash())
    end)

    it("refuses what it cannot be", function()
      for _, name in ipairs { "push_speed", "contact_hertz" } do
        for _, wrong in ipairs { 0, -1, 0 / 0, math.huge, "3", true } do
          assert.has_error(function() world["set_" .. name](world, wrong) end)
          assert.has_error(function() cairn.world { [name] = wrong } end)
        end
      end
      assert.has_error(function() world:set_contact_damping(-1) end,
        "bad argument #1 to 'set_contact_damping' (must be in 0..1e+06, got -1)")
      assert.has_error(function() world:set_push_speed(0) end,
        "bad argument #1 to 'set_push_speed' (must be > 0, got 0)")
      assert.equal(3, world:push_speed())
    end)
  end)
end)
