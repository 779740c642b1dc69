-- How one body moves: gravity, forces, damping, locks and limits, and what a step makes of dt.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run
local DT <const> = 1 / 60
-- Velocities are floats: 6e-8 of their size each time one is rounded.
local FLOAT <const> = 1e-6

describe("In a world,", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
  end

  before_each(function() renew { gravity = { 0, 0 } } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  describe("free fall", function()
    it("ends within g t h / 2 of the parabola, h the sub-step", function()
      --      .-"-.        semi-implicit Euler with n steps of h is below the parabola by
      --    /       \      g h^2 n / 2 = g t h / 2; a better integrator is nearer still
      renew { gravity = { 0, -10 } }
      local body = world:box { w = 1, h = 1, vx = 10, vy = 20 }
      for _, substeps in ipairs { 1, 4, 16 } do
        world:set_substeps(substeps)
        body:set_transform(0, 0, 0)
        body:set_velocity(10, 20)
        run(world, 2)
        local x, y = body:position()
        near(20, x, 2e-5, "x")
        near(20, y, 10 * 2 * (DT / substeps) / 2 * 1.01 + 1e-4, "y")
        local vx, vy = body:velocity()
        near(10, vx, 1e-5, "vx")
        near(0, vy, 1e-4, "vy")
      end
    end)

    it("does not depend on mass or shape", function()
      renew { gravity = { 3, -10 } }
      local bodies = {
        world:circle { radius = 0.1, density = 0.01 }, world:circle { x = 5, radius = 1 },
        world:box { x = 10, w = 2, h = 1, density = 1000, angle = 1 },
        world:capsule { x = 15, x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 },
        world:body { x = 20 },
      }
      run(world, 1)
      for i, body in ipairs(bodies) do
        local vx, vy = body:velocity()
        near(3, vx, 1e-5, "vx of body " .. i)
        near(-10, vy, 1e-5, "vy of body " .. i)
      end
    end)

    it("is scaled by gravity_scale, backwards too", function()
      renew { gravity = { 0, -10 } }
      for _, scale in ipairs { 0, 0.5, 2, -1 } do
        local body = world:circle { x = 5 * scale, radius = 0.5, gravity_scale = scale }
        run(world, 0.5)
        local _, vy = body:velocity()
        near(-5 * scale, vy, 1e-5, "vy at scale " .. scale)
        body:destroy()
      end
    end)

    it("does not stir static and kinematic bodies", function()
      renew { gravity = { 0, -10 } }
      local static = world:circle { type = "static", radius = 0.5 }
      local kinematic = world:circle { type = "kinematic", x = 5, radius = 0.5 }
      run(world, 1)
      assert.same({ 0, 0 }, { static:position() })
      assert.same({ 5, 0 }, { kinematic:position() })
    end)
  end)

  describe("spin", function()
    it("goes on for ever without torque, at the angle w t", function()
      local body = world:box { w = 1, h = 0.2, angular_velocity = 20 }
      local turned, last = 0, 0
      run(world, 10, function()
        local angle = body:angle()
        turned = turned + (angle - last) % (2 * math.pi)
        last = angle
      end)
      near(20, body:angular_velocity(), FLOAT, "angular velocity")
      near(200, turned, 5e-4, "turned") -- goal of the fidelity page, scene F2
    end)

    it("turns a body about its centre of mass, not its origin", function()
      -- a box at 2 m from the origin of its body: the origin goes round it
      local body = world:body {}
      body:add_box { x = 2, w = 1, h = 1 }
      body:set_angular_velocity(math.pi)
      run(world, 1)
      local cx, cy = body:center()
      local x, y = body:position()
      near(2, cx, 1e-5, "centre x")
      near(0, cy, 1e-5, "centre y")
      near(4, x, 1e-4, "origin x")
      near(0, y, 1e-4, "origin y")
    end)

    it("is clamped to half a turn a sub-step unless fast_rotation is set", function()
      local limit = math.pi * 4 * 60
      for _, sign in ipairs { 1, -1 } do
        local body = world:circle { radius = 0.5, angular_velocity = sign * 3000 }
        world:step(DT)
        near(sign * limit, body:angular_velocity(), 1e-3, "clamped")
        body:destroy()
      end
      local free = world:circle { radius = 0.5, angular_velocity = 3000, fast_rotation = true }
      world:step(DT)
      near(3000, free:angular_velocity(), 1e-3, "free")
    end)
  end)

  describe("forces and impulses", function()
    it("accelerate by F / m for one step, then are gone", function()
      local body = world:box { w = 2, h = 1 }
      body:apply_force(12, -6)
      assert.same({ 12, -6, 0 }, { body:force() })
      world:step(DT)
      local vx, vy = body:velocity()
      near(6 * DT, vx, FLOAT, "vx")
      near(-3 * DT, vy, FLOAT, "vy")
      assert.same({ 0, 0, 0 }, { body:force() })
      world:step(DT)
      assert.same({ vx, vy }, { body:velocity() })
    end)

    it("add up within a step and can be cleared", function()
      local body = world:circle { radius = 1 }
      body:apply_force(1, 2)
      body:apply_force(3, 4)
      body:apply_torque(5)
      assert.same({ 4, 6, 5 }, { body:force() })
      body:clear_forces()
      world:step(DT)
      assert.same({ 0, 0 }, { body:velocity() })
      assert.equal(0, body:angular_velocity())
    end)

    it("at a point turn by r x F", function()
      --      F = (0, 6) at x = 1.5
      --  +--------+|        m = 2, I = 2 (4 + 1) / 12
      --  |   +    |^
      --  +--------+
      local body = world:box { x = 1, w = 2, h = 1 }
      body:apply_force(0, 6, 1.5, 0)
      world:step(DT)
      near(0.5 * 6 / (10 / 12) * DT, body:angular_velocity(), FLOAT, "spin")
      local _, vy = body:velocity()
      near(3 * DT, vy, FLOAT, "vy")
    end)

    it("torque accelerates by t / I", function()
      local body = world:circle { radius = 1, mass = 4 }
      body:apply_torque(3)
      world:step(DT)
      near(3 / 2 * DT, body:angular_velocity(), FLOAT, "spin")
    end)

    it("impulses change velocity at once by J / m and r x J / I", function()
      local body = world:box { w = 2, h = 1 }
      body:apply_impulse(4, 0, 0, 0.5)
      assert.same({ 2, 0 }, { body:velocity() })
      near(-2 / (10 / 12), body:angular_velocity(), FLOAT, "spin")
      body:apply_angular_impulse(2)
      near(0, body:angular_velocity(), FLOAT, "spin after the opposite")
    end)

    it("do nothing to static and kinematic bodies", function()
      for _, type in ipairs { "static", "kinematic" } do
        local body = world:box { type = type, w = 1, h = 1 }
        body:apply_force(1e6, 0)
        body:apply_impulse(1e6, 0)
        body:apply_torque(1e6)
        body:apply_angular_impulse(1e6)
        world:step(DT)
        assert.same({ 0, 0 }, { body:position() })
        assert.equal(0, body:angular_velocity())
      end
    end)
  end)

  describe("damping", function()
    it("slows as v0 exp(-c t)", function()
      -- each sub-step divides by exp(ch) up to (ch)^4, and rounds a few times
      for _, c in ipairs { 0.1, 1, 5 } do
        local body = world:circle { radius = 0.5, vx = 10, damping = c, angular_velocity = 4,
          angular_damping = 2 * c }
        run(world, 1)
        local vx = body:velocity()
        local exact, spin = 10 * math.exp(-c), 4 * math.exp(-2 * c)
        near(exact, vx, exact * 3e-5, "vx at c = " .. c)
        near(spin, body:angular_velocity(), spin * 3e-5, "spin")
        body:destroy()
      end
    end)

    it("lets a body glide v0 / c far, and turn as far", function()
      renew { gravity = { 0, 0 }, sleep = false }
      for _, c in ipairs { 3, 10, 100, 1e4 } do
        local body = world:circle { radius = 0.5, vx = 10, damping = c, angular_velocity = 1,
          angular_damping = c }
        run(world, 10)
        near(10 / c, body:x(), 1e-5 * 10 / c, "glide at c = " .. c)
        near(1 / c, body:angle(), 2e-5 / c, "angle at c = " .. c)
        body:destroy()
      end
    end)

    it("falls as g and c say, and reports the velocity it has", function()
      renew { gravity = { 0, -10 } }
      for _, c in ipairs { 0.5, 2, 8 } do
        local body = world:circle { radius = 0.5, damping = c, vx = 3 }
        run(world, 1)
        local gone = (1 - math.exp(-c)) / c
        local x, y = body:position()
        local vx, vy = body:velocity()
        near(3 * gone, x, 1e-4, "x at c = " .. c)
        near(-10 / c * (1 - gone), y, 1e-4, "y at c = " .. c)
        near(3 * math.exp(-c), vx, 1e-4, "vx at c = " .. c)
        near(-10 * gone, vy, 2e-4, "vy at c = " .. c)
        body:destroy()
      end
    end)

    it("however strong never turns a body round", function()
      local body = world:circle { radius = 0.5, vx = 10, damping = 1e6 }
      world:step(DT)
      local vx = body:velocity()
      assert(vx >= 0, "vx " .. vx)
      at_most(1e-6, vx, "vx")
    end)

    it("leads to the terminal speed g / c", function()
      renew { gravity = { 0, -10 } }
      local body = world:circle { radius = 0.5, damping = 4 }
      run(world, 5)
      local _, vy = body:velocity()
      near(-2.5, vy, 5e-5, "vy")
      local before = body:y()
      world:step(DT)
      near(vy * DT, body:y() - before, FLOAT, "way of a step")
    end)
  end)

  describe("locks", function()
    it("hold x, y and rotation one by one", function()
      renew { gravity = { 4, -10 } }
      local fall = world:box { w = 1, h = 1, angle = 0.1, locks = { x = true } }
      local slide = world:box { x = 5, w = 1, h = 1, locks = { y = true } }
      local turn = world:box { x = 10, w = 1, h = 1, locks = { x = true, y = true } }
      turn:apply_angular_impulse(1)
      run(world, 1)
      local x, y = fall:position()
      assert.equal(0, x)
      assert(y < -4)
      x, y = slide:position()
      assert(x > 6)
      assert.equal(0, y)
      assert.same({ 10, 0 }, { turn:position() })
      near(6, turn:angular_velocity(), 1e-5, "spin")
    end)

    it("hold against contacts too", function()
      local post = world:box { w = 1, h = 1, locks = { x = true, rotation = true } }
      world:circle { x = -3, y = 0.4, radius = 0.5, vx = 20, restitution = 1 }
      run(world, 1)
      local x = post:position()
      assert.equal(0, x)
      assert.equal(0, post:angle())
    end)

    it("fixed_rotation keeps the angle under torque and off-centre hits", function()
      local body = world:box { w = 1, h = 1, fixed_rotation = true, angle = 0.5 }
      local angle = body:angle()
      body:apply_torque(100)
      body:apply_impulse(1, 0, 0, 0.5)
      world:circle { x = -2, y = 0.4, radius = 0.5, vx = 10 }
      run(world, 1)
      assert.equal(angle, body:angle())
      assert.equal(0, body:angular_velocity())
    end)

    it("are released again", function()
      local body = world:box { w = 1, h = 1, fixed_rotation = true }
      body:set_fixed_rotation(false)
      body:apply_angular_impulse(1)
      near(6, body:angular_velocity(), 1e-5, "spin")
    end)
  end)

  describe("max_speed", function()
    it("clamps the length of the velocity and keeps its direction", function()
      local body = world:circle { radius = 0.5, max_speed = 10 }
      body:set_velocity(300, 400)
      local vx, vy = body:velocity()
      near(6, vx, 1e-5, "vx")
      near(8, vy, 1e-5, "vy")
      body:apply_force(3e5, 4e5)
      world:step(DT)
      vx, vy = body:velocity()
      near(6, vx, 1e-5, "vx under force")
      near(8, vy, 1e-5, "vy under force")
    end)

    it("of the world holds for bodies without their own", function()
      renew { gravity = { 0, 0 }, max_speed = 20 }
      local slow = world:circle { radius = 0.5, vx = -1000 }
      local own = world:circle { y = 5, radius = 0.5, vx = -1000, max_speed = 50 }
      world:step(DT)
      near(-20, (slow:velocity()), 1e-4, "the world's")
      near(-50, (own:velocity()), 1e-4, "its own")
    end)

    it("is 400 m/s by default", function()
      local body = world:circle { radius = 0.5 }
      body:apply_impulse(1e9, 0)
      near(400, (body:velocity()), 1e-3, "vx")
    end)
  end)

  describe("move_to", function()
    it("takes a kinematic body to the pose in one step", function()
      local body = world:box { type = "kinematic", w = 1, h = 1 }
      for i = 1, 30 do
        body:move_to(0.3 * i, math.sin(i), 0.1 * i, DT)
        world:step(DT)
        local x, y = body:position()
        near(0.3 * i, x, 1e-5, "x")
        near(math.sin(i), y, 1e-5, "y")
        near(0.1 * i, body:angle(), 1e-5, "angle")
      end
    end)

    it("turns the short way round", function()
      local body = world:box { type = "kinematic", w = 1, h = 1, angle = 3 }
      body:move_to(0, 0, -3, DT)
      near((2 * math.pi - 6) / DT, body:angular_velocity(), 1e-3, "spin")
    end)

    it("pushes what is in the way at its own speed", function()
      local wall = world:box { type = "kinematic", w = 1, h = 1 }
      local ball = world:circle { x = 1.2, radius = 0.5 }
      for i = 1, 60 do
        wall:move_to(i * 2 * DT, 0, 0, DT)
        world:step(DT)
      end
      near(2, (ball:velocity()), 1e-3, "speed of the ball")
    end)
  end)

  describe("dt", function()
    it("advances time and steps", function()
      for _ = 1, 3 do world:step(0.01) end
      near(0.03, world:time(), 1e-12, "time")
      assert.equal(3, world:steps())
      world:step()
      near(0.03 + DT, world:time(), 1e-9, "time")
    end)

    it("is clamped to max_dt, and time with it", function()
      local body = world:circle { radius = 0.5, vx = 1 }
      world:step(10)
      near(0.05, world:time(), 1e-9, "time")
      near(0.05, (body:position()), 1e-6, "x")
      world:set_max_dt(0.2)
      world:step(10)
      near(0.25, world:time(), 1e-9, "time")
      near(0.25, (body:position()), 1e-6, "x")
    end)

    it("of 0 only collides", function()
      renew { gravity = { 0, -10 } }
      local ground = world:box { type = "static", y = -1, w = 10, h = 1 }
      local body = world:box { w = 1, h = 1, vx = 1, angular_velocity = 1 }
      body:apply_force(1, 0)
      world:step(0)
      assert.same({ 0, 0, 0, 1, 0, 1 }, { body:state() })
      assert.equal(1, world:manifold_count())
      assert.is_true(body:touching(ground))
      assert.equal(0, world:time())
      assert.equal(0, world:steps())
      assert.same({ 1, 0, 0 }, { body:force() }) -- still to come
    end)

    for name, case in pairs {
      ["negative"] = { -0.001, "must be >= 0, got -0.001" },
      ["nan"] = { 0 / 0, "finite number expected, got nan" },
      ["inf"] = { math.huge, "finite number expected, got inf" },
    } do
      it("that is " .. name .. " is refused and changes nothing", function()
        local body = world:circle { radius = 0.5, vx = 1 }
        assert.error_matches(function() world:step(case[1]) end,
          "bad argument #1 to 'step' (" .. case[2] .. ")", 1, true)
        assert.same({ 0, 0 }, { body:position() })
        assert.equal(0, world:time())
        world:step(DT)
        near(DT, (body:position()), FLOAT, "x after the next good step")
      end)
    end

    it("may change from step to step", function()
      local body, t = world:circle { radius = 0.5, vx = 3 }, 0
      for i = 1, 20 do
        local dt = 0.001 * i
        world:step(dt)
        t = t + dt
      end
      near(t, world:time(), 1e-9, "time")
      near(3 * t, (body:position()), 1e-5, "x")
    end)
  end)

  describe("a paused world", function()
    it("does nothing in step, and goes on afterwards", function()
      local body = world:circle { radius = 0.5, vx = 1 }
      world:set_paused(true)
      assert.equal(0, world:step(DT))
      assert.same({ 0, 0 }, { body:position() })
      assert.equal(0, world:time())
      assert.equal(0, world:steps())
      world:set_paused(false)
      world:step(DT)
      near(DT, (body:position()), FLOAT, "x")
    end)
  end)

  describe("a disabled body", function()
    it("keeps its state and takes no part", function()
      renew { gravity = { 0, -10 } }
      local body = world:circle { radius = 0.5, vx = 1, angular_velocity = 2 }
      local other = world:circle { x = 0.5, radius = 0.5, gravity_scale = 0 }
      body:set_enabled(false)
      run(world, 0.5)
      assert.same({ 0, 0 }, { body:position() })
      assert.same({ 0.5, 0 }, { other:position() })
      assert.equal(0, world:pair_count())
      body:set_enabled(true)
      world:step(0)
      assert.is_true(body:touching(other))
    end)
  end)
end)
