-- What the reference says of cases that its units and defaults (reference_spec.lua) do not reach:
-- what sleep takes away, who ignores what, what joints do when little is given.

local has_module, cairn = pcall(require, "cairn")

describe("the reference", function()
  if not has_module then
    pending("need the cairn module: " .. tostring(cairn):match("[^\n]*"))
    return
  end
  local world

  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)

  local function box(keys)
    keys.w, keys.h = keys.w or 1, keys.h or 1
    return (world:box(keys))
  end

  describe("of sleep", function()
    it("says that who is made asleep stands still", function()
      for _, type in ipairs { "dynamic", "kinematic" } do
        local body = box { type = type, vx = 3, vy = 1, angular_velocity = 2, awake = false }
        assert.same({ 0, 0, 0 }, { body:vx(), body:vy(), body:angular_velocity() })
        body:wake()
        world:step()
        assert.same({ 0, 0 }, { body:position() })
        body:destroy()
      end
    end)

    --  [a]--[b]  both fly; a is put to sleep
    it("says that sleep() takes velocities and forces of the whole island", function()
      for _, call in ipairs { "sleep", "set_awake" } do
        local a, b = box { can_sleep = false }, box { x = 1 }
        world:weld { a = a, b = b, at = { 0.5, 0 } }
        for _, body in ipairs { a, b } do
          body:set_velocity(2, 1)
          body:set_angular_velocity(0.5)
          body:apply_force(5, 5)
          body:apply_torque(3)
        end
        a[call](a, false)
        for _, body in ipairs { a, b } do
          assert.is_false(body:is_awake())
          assert.same({ 0, 0, 0 }, { body:vx(), body:vy(), body:angular_velocity() })
          assert.same({ 0, 0, 0 }, { body:force() })
        end
        a:wake()
        assert.is_true(b:is_awake())
        world:step()
        assert.same({ 0, 0, 0, 0, 0, 0 }, { a:state() })
        a:destroy()
        b:destroy()
      end
    end)

    it("says that a velocity wakes, unless it is 0", function()
      local body = box {}
      for _, call in ipairs { { "set_velocity", 0, 0 }, { "set_angular_velocity", 0 } } do
        body:sleep()
        body[call[1]](body, table.unpack(call, 2))
        assert.is_false(body:is_awake())
      end
      for _, call in ipairs { { "set_velocity", 0, 0.1 }, { "set_angular_velocity", 0.1 },
        { "apply_force", 0, 0 }, { "apply_torque", 1 }, { "apply_angular_impulse", 1 } } do
        body:sleep()
        body[call[1]](body, table.unpack(call, 2))
        assert.is_true(body:is_awake(), call[1])
      end
    end)

    it("says that setters wake, those of names and data aside", function()
      local calls = {
        { "set_damping", 1 }, { "set_angular_damping", 1 }, { "set_gravity_scale", 0.5 },
        { "set_sleep_speed", 0.1 }, { "set_max_speed", 30 }, { "set_safety", 0.2 },
        { "set_dominance", 1 }, { "set_steered", true },
        { "set_bullet", true }, { "set_fast_rotation", true }, { "set_can_sleep", true },
        { "set_fixed_rotation", true }, { "set_locks", false }, { "set_mass", 2 },
        { "set_inertia", 2 }, { "set_mass_center", 0, 0.1 }, { "set_position", 0, 0 },
        { "set_density", 2, of = "shape" }, { "set_friction", 1, of = "shape" },
        { "set_restitution", 1, of = "shape" }, { "set_rolling", 0.1, of = "shape" },
        { "set_surface_speed", 1, of = "shape" }, { "set_pre_solve", true, of = "shape" },
        { "set_events", false, of = "shape" }, { "set_layer", "default", of = "shape" },
        { "set_group", 3, of = "shape" }, { "set_one_way", 0, 1, of = "shape" },
        { "set_w", 2, of = "shape" }, { "refilter", of = "shape" },
        { "set_constant_force", 1, 0 }, { "set_relative_force", 1, 0 },
        { "set_constant_torque", 1 }, { "set_layer_mask", 1, of = "shape" },
        { "set_friction_mix", "min", of = "shape" }, { "set_restitution_mix", "min", of = "shape" },
        { "set_enabled", false, of = "shape" }, { "set_enabled", true, of = "shape" },
        { "set_motor", 1, 2, of = "joint" }, { "set_limits", -1, 1, of = "joint" },
        { "set_spring", 1, of = "joint" }, { "set_target", 0.1, of = "joint" },
        { "set_break_force", 5, of = "joint" }, { "set_break_torque", 5, of = "joint" },
        { "set_collide", true, of = "joint" }, { "set_enabled", false, of = "joint" },
      }
      local body, shape = world:box { w = 1, h = 1 }
      local joint = world:revolute { b = body, at = { 0, 0 } }
      local owners = { body = body, shape = shape, joint = joint }
      for _, call in ipairs(calls) do
        body:sleep()
        local owner = owners[call.of or "body"]
        owner[call[1]](owner, table.unpack(call, 2))
        assert.is_true(body:is_awake(), call[1])
      end
      body:sleep()
      body:set_name "a"
      joint:set_hidden(true)
      for _, owner in cairn.pairs(owners) do owner:set_data(1) end
      assert.is_false(body:is_awake())
    end)
  end)

  describe("of who ignores what", function()
    local pushes = {
      { "apply_force", 9, 9 }, { "apply_force", 9, 9, 0.5, 0 }, { "apply_torque", 9 },
      { "apply_impulse", 9, 9 }, { "apply_impulse", 9, 9, 0.5, 0 }, { "apply_angular_impulse", 9 },
    }

    for _, keys in ipairs { { type = "static" }, { type = "kinematic", vx = 1 },
      { enabled = false, vx = 1, angular_velocity = 2 } } do
      it("names forces and impulses of a body that is " .. (keys.type or "disabled"), function()
        local body = box(keys)
        local before = { body:state() }
        for _, push in ipairs(pushes) do body[push[1]](body, table.unpack(push, 2)) end
        assert.same({ 0, 0, 0 }, { body:force() })
        assert.same(before, { body:state() })
      end)
    end

    it("names velocities of a static body", function()
      local body = box { type = "static", vx = 3, angular_velocity = 1 }
      body:set_velocity(1, 2)
      body:set_angular_velocity(3)
      assert.same({ 0, 0, 0, 0, 0, 0 }, { body:state() })
      assert.is_false(body:is_awake())
      assert.same({ 0, 0 }, { body:mass(), body:inertia() })
    end)

    it("says that forces last one step, whoever sleeps or is off in it", function()
      for _, off in ipairs { { "sleep" }, { "set_enabled", false }, { "set_type", "static" } } do
        local body = box {}
        body:apply_force(6, 0)
        body:apply_torque(3)
        body[off[1]](body, table.unpack(off, 2))
        assert.same({ 0, 0, 0 }, { body:force() }, off[1])
        world:step()
        body:set_type "dynamic"
        body:set_enabled(true)
        body:wake()
        world:step()
        assert.same({ 0, 0, 0, 0, 0, 0 }, { body:state() }, off[1])
        body:destroy()
      end
    end)

    it("says that a disabled body keeps what it has, and that no query finds it", function()
      local body = box { vx = 3, enabled = false }
      world:step()
      assert.same({ 0, 0, 0, 3, 0, 0 }, { body:state() })
      assert.is_nil((world:raycast(-5, 0, 5, 0)))
      assert.is_nil(world:pick(0, 0))
      assert.is_nil((world:closest(0, 0, math.huge)))
      assert.is_truthy((body:shape():raycast(-5, 0, 5, 0)))
      body:set_enabled(true)
      assert.same({ true, 3 }, { body:is_awake(), body:vx() })
      assert.is_truthy((world:raycast(-5, 0, 5, 0)))
    end)
  end)

  describe("of units", function()
    -- m = 2 kg, I = 2 (1 + 1) / 12 = 1/3 kg m^2; a step of 1/60 s
    local body

    before_each(function() body = box { density = 2 } end)

    it("has N m of apply_torque: w = T dt / I", function()
      body:apply_torque(5)
      assert.same({ 0, 0, 5 }, { body:force() })
      world:step()
      assert.near(5 / 60 * 3, body:angular_velocity(), 1e-6)
      assert.same({ 0, 0, 0 }, { body:force() })
    end)

    it("has N m s of apply_angular_impulse: w = J / I, at once", function()
      body:apply_angular_impulse(0.5)
      assert.near(1.5, body:angular_velocity(), 1e-6)
    end)

    it("has N of apply_force and N s of apply_impulse, about the centre of mass", function()
      body:apply_force(4, -2, 0, 0.5)
      assert.same({ 4, -2, -2 }, { body:force() })
      world:step()
      assert.near(4 / 2 / 60, body:vx(), 1e-6)
      assert.near(-2 / 60 * 3, body:angular_velocity(), 1e-6)
      body:set_velocity(0, 0)
      body:apply_impulse(4, 0)
      assert.near(2, body:vx(), 1e-6)
    end)

    it("has m/s of surface_speed, and adds them up", function()
      world:set_gravity(0, -10)
      local belt = box { type = "static", y = -1, w = 40, surface_speed = 1.5, friction = 1 }
      body:shape():set_friction(1)
      for _ = 1, 120 do world:step() end
      assert.near(1.5, body:vx(), 0.01)
      body:shape():set_surface_speed(0.5)
      for _ = 1, 120 do world:step() end
      assert.near(2, body:vx(), 0.01)
      assert.equal(0, belt:vx())
    end)

    it("has m of x and y, m/s of vx and vy in the linear part of a motor joint", function()
      local joint = world:motor { b = body, linear = { x = 0.5, y = 0.25, hertz = 2, damping = 1 } }
      for _ = 1, 300 do world:step() end
      assert.near(0.5, body:x(), 1e-3)
      assert.near(0.25, body:y(), 1e-3)
      joint:destroy()
      world:motor { b = body, linear = { vx = 0.5, vy = -1 } }
      world:step()
      assert.near(0.5, body:vx(), 1e-5)
      assert.near(-1, body:vy(), 1e-5)
    end)
  end)

  describe("of springs", function()
    -- How far it swings in the last second of ten, 1 m from where it rests at first.
    local function swing(damping)
      local body, most = box { x = 1 }, 0
      world:prismatic { b = body, axis = { 1, 0 },
        spring = { hertz = 1, damping = damping, target = -1 } }
      for i = 1, 600 do
        world:step()
        if i > 540 then most = math.max(most, math.abs(body:x())) end
      end
      body:destroy()
      return most
    end

    it("says that without damping they swing on for ever, with 0.7 and 1 they rest", function()
      assert.near(1, swing(nil), 1e-3)
      assert.near(0, swing(0.7), 1e-3)
      assert.near(0, swing(1), 1e-3)
    end)

    it("says that the speed of a drive with hertz is that of its damper", function()
      local function drive(linear)
        local body = box { y = 10 }
        world:motor { b = body, linear = linear }
        for _ = 1, 60 do world:step() end
        local x = body:x()
        body:destroy()
        return x
      end
      assert.equal(0, drive { hertz = 2, vx = 3 })
      assert.is_true(drive { hertz = 2, vx = 3, damping = 1 } > 0.4)
      assert.near(3, drive { vx = 3 }, 1e-3)
      assert.near(3, drive { vx = 3, damping = 9, x = 1 }, 1e-3)
    end)
  end)

  describe("of a distance joint", function()
    local function reach(keys, vx)
      local body = world:circle { x = 2, radius = 0.2, vx = vx }
      keys.b, keys.from = body, { 0, 0 }
      local joint = world:distance(keys)
      local least, most = math.huge, 0
      for _ = 1, 120 do
        world:step()
        least, most = math.min(least, joint:length()), math.max(most, joint:length())
      end
      body:set_enabled(false)
      return least, most, joint
    end

    --   o- - -|----->      o   <-|---|- - -
    it("says that with min alone it keeps the two apart, and no more", function()
      local _, most, joint = reach({ min = 1 }, 3)
      assert.near(8, most, 1e-3)
      assert.same({ 1, math.huge }, { joint:limits() })
      assert.same({ 1, nil }, { joint:min(), joint:max() })
      assert.near(1, (reach({ min = 1 }, -3)), 1e-3)
    end)

    it("says that min or max takes the place of the rod, and length then says nothing", function()
      local _, most = reach({ max = 3 }, 3)
      assert.near(3, most, 1e-3)
      assert.is_true(reach({ max = 3, length = 2 }, -0.5) < 1.5)
      _, most = reach({ min = 1, length = 2 }, 3)
      assert.near(8, most, 1e-3)
    end)

    it("says that with a motor alone that drives the length", function()
      local _, most = reach({ motor = { speed = 1 } }, 0)
      assert.near(4, most, 1e-2)
    end)

    it("says that what is nearer than min is pushed out", function()
      local _, most = reach({ min = 3 }, 0)
      assert.near(3, most, 1e-3)
    end)
  end)

  describe("of explode", function()
    it("says that radius 0 needs a falloff", function()
      local body = box { x = 1.5 }
      assert.has_error(function() world:explode { radius = 0, impulse = 1 } end,
        "bad argument #1 to 'explode' (field 'radius': radius and falloff must not both be 0)")
      assert.equal(0, body:vx())
      world:explode { radius = 0, falloff = 2, impulse = 1 }
      -- half way through the falloff, 1 m of width: half of 1 N s on 1 kg
      assert.near(0.5, body:vx(), 0.02)
    end)

    it("says that one whose middle is the point is not pushed, others by their middle", function()
      local body = box {}
      world:explode { radius = 3, impulse = 1 }
      assert.same({ 0, 0 }, { body:velocity() })
      world:explode { x = -0.2, radius = 3, impulse = 1 }
      assert.is_true(body:vx() > 0 and body:vy() == 0)
    end)
  end)

  describe("of step", function()
    local function meeting()
      local w = cairn.world { gravity = { 0, -10 } }
      w:box { type = "static", y = -0.5, w = 10, h = 1 }
      for i = 1, 3 do w:box { x = 2 * i - 4, y = 0.51, w = 1, h = 1, vy = -3 } end
      return w
    end

    it("gives how many calls of hooks after it there were", function()
      local w, calls = meeting(), 0
      local function count() calls = calls + 1 end
      w:set_listener { begin_contact = count, hit = count, end_contact = count,
        filter = function() end, pre_solve = function() end }
      local sum = 0
      for _ = 1, 30 do
        calls = 0
        local delivered = w:step()
        assert.equal(calls, delivered)
        sum = sum + delivered
      end
      assert.is_true(sum >= 6) -- three begin, three hit
    end)

    it("gives 0 without a listener, and when paused", function()
      local w = meeting()
      for _ = 1, 30 do assert.equal(0, w:step()) end
      w = meeting()
      w:set_listener { begin_contact = function() end }
      w:set_paused(true)
      for _ = 1, 30 do assert.equal(0, w:step()) end
      assert.equal(0, w:time())
    end)

    it("clamps dt to max_dt", function()
      world:step(1)
      assert.near(0.05, world:time(), 1e-12)
    end)
  end)

  describe("of mixtures", function()
    it("says that what a material leaves out is as its shape has it", function()
      local _, chain = world:chain { points = { 0, 0, 1, 0, 2, 0 }, friction = 0.25,
        restitution = 0.5, materials = { { friction = 1 }, { restitution = 0.125 } } }
      assert.same({ 1, 0.5, 0, 0 }, { chain:material(1) })
      assert.same({ 0.25, 0.125, 0, 0 }, { chain:material(2) })
    end)

    it("takes angles of any size", function()
      local body = box { angle = 100 }
      assert.near(100 - 32 * math.pi, body:angle(), 1e-6)
    end)
  end)
end)
