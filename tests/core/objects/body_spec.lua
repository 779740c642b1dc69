-- cairn.Body: keys, getters and setters, motion, forces, identity, destruction.
local cairn = require "cairn"

describe("cairn.Body", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  describe("construction", function()
    it("has the defaults of the reference", function()
      local body = world:body {}
      assert.equal("dynamic", body:type())
      assert.same({ 0, 0, 0, 0, 0, 0 }, { body:state() })
      assert.equal(0, body:damping())
      assert.equal(0, body:angular_damping())
      assert.equal(1, body:gravity_scale())
      assert.is_false(body:is_fixed_rotation())
      assert.same({ false, false, false }, { body:locks() })
      assert.is_false(body:is_bullet())
      assert.is_false(body:is_fast_rotation())
      assert.equal(400, body:max_speed())
      assert.is_true(body:can_sleep())
      assert.near(0.05, body:sleep_speed(), 1e-6) -- float32
      assert.is_true(body:is_awake())
      assert.is_true(body:is_enabled())
      assert.is_nil(body:name())
      assert.is_nil(body:data())
    end)

    it("takes every key and gives it back", function()
      local data = {}
      local body = world:body {
        type = "kinematic", x = 0.1, y = 2, angle = 0.5, vx = 3, vy = 4, angular_velocity = 5,
        damping = 0.5, angular_damping = 0.25, gravity_scale = 2, locks = { rotation = false },
        bullet = true, fast_rotation = true, max_speed = 100, can_sleep = false,
        sleep_speed = 0.1, name = "it", data = data,
      }
      assert.equal("kinematic", body:type())
      assert.equal(0.1, body:x()) -- float64: exactly
      assert.equal(2, body:y())
      assert.near(0.5, body:angle(), 1e-6)
      assert.same({ 3, 4 }, { body:velocity() })
      assert.same({ 3, 4 }, { body:vx(), body:vy() })
      assert.equal(5, body:angular_velocity())
      assert.equal(0.5, body:damping())
      assert.equal(0.25, body:angular_damping())
      assert.equal(2, body:gravity_scale())
      assert.same({ false, false, false }, { body:locks() })
      assert.is_true(body:is_bullet())
      assert.is_true(body:is_fast_rotation())
      assert.equal(100, body:max_speed())
      assert.is_false(body:can_sleep())
      assert.near(0.1, body:sleep_speed(), 1e-6)
      assert.equal("it", body:name())
      assert.equal(data, body:data())
    end)

    it("returns body and shape", function()
      local body, shape = world:box { w = 1, h = 2, x = 3, y = 4, angle = 0.5, data = "body's" }
      assert.equal(body, shape:body())
      assert.equal(shape, body:shape())
      assert.position(body, 3, 4, 0)
      assert.equal("body's", body:data())
      assert.is_nil(shape:data())
      assert.equal(0, shape:x())
    end)

    it("makes every kind", function()
      local square = { -1, -1, 1, -1, 1, 1, -1, 1 }
      local kinds = {
        box = { w = 1, h = 1 }, circle = { radius = 1 }, ellipse = { rx = 1, ry = 2 },
        capsule = { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.5 },
        polygon = { points = square },
        segment = { x1 = -1, y1 = 0, x2 = 1, y2 = 0 },
        chain = { points = square, loop = true },
        halfspace = { nx = 0, ny = 1 },
      }
      local static = { segment = true, chain = true, halfspace = true }
      for kind, t in cairn.pairs(kinds) do
        local body, shape = world[kind](world, t)
        assert.equal(kind, shape:kind())
        assert.equal(static[kind] and "static" or "dynamic", body:type(), kind)
        local other = world:body { type = "static" }
        local added = other["add_" .. kind](other, t)
        assert.equal(kind, added:kind())
        assert.equal(other, added:body())
      end
      assert.is_true(world:validate())
    end)

    it("locks what it is told to", function()
      local body = world:box { w = 1, h = 1, vx = 3, vy = 4, locks = { x = true, rotation = true } }
      assert.same({ true, false, true }, { body:locks() })
      assert.is_true(body:is_fixed_rotation())
      assert.same({ 0, 4 }, { body:velocity() })
    end)

    it("keeps motion and sleep through the coming of the shape", function()
      local body = world:polygon { points = { 0, 0, 2, 0, 0, 2 }, vx = 1, vy = 2,
        angular_velocity = 3 }
      assert.same({ 1, 2 }, { body:velocity() })
      assert.equal(3, body:angular_velocity())
      assert.is_not.asleep(body)
      assert.asleep((world:box { w = 1, h = 1, awake = false, x = 9 }))
    end)

    it("takes mass 0 without type as static", function()
      assert.equal("static", (world:box { w = 1, h = 1, mass = 0 }):type())
      assert.error_matches(function() world:box { w = 1, h = 1, mass = 0, type = "dynamic" } end,
        "bad argument #1 to 'box' (field 'mass': must be > 0", 1, true)
    end)

    it("leaves no body behind when its shape is refused", function()
      local body = world:body {}
      for _ = 1, 3 do
        pcall(world.box, world, { w = -1, h = 1, name = "ghost" })
        pcall(world.polygon, world, { points = { 0, 0, 1, 0, 2, 0 } })
        pcall(world.halfspace, world, { type = "dynamic" })
      end
      assert.equal(1, world:body_count())
      assert.is_nil(world:find("ghost"))
      assert.equal(body, (world:bodies()(world, nil)))
      assert.is_true(world:validate())
    end)

    it("has the inertia of its shapes wherever they lie", function()
      local near_by
      for _, far in ipairs { 0, 100, 9000 } do
        local body = world:body {}
        body:add_box { x = far, y = -far, w = 1, h = 0.5, density = 1 }
        body:add_circle { x = far + 1, y = -far, radius = 0.25, density = 3 }
        near_by = near_by or body:inertia()
        assert.near(near_by, body:inertia(), 1e-12)
      end
    end)

    it("rescales inertia with mass", function()
      local body = world:box { w = 2, h = 1, density = 3 }
      assert.near(6, body:mass(), 1e-5)
      local inertia = body:inertia()
      body:set_mass(12)
      assert.near(12, body:mass(), 1e-5)
      assert.near(2 * inertia, body:inertia(), 1e-4)
      body:set_inertia(7)
      assert.near(7, body:inertia(), 1e-5)
    end)
  end)

  describe("setters", function()
    it("round trip", function()
      local body = world:box { w = 1, h = 1 }
      local values = {
        damping = 0.5, angular_damping = 0.25, gravity_scale = -1, sleep_speed = 0.25,
        max_speed = 9, angular_velocity = 3, type = "kinematic", name = "new", data = "any",
      }
      for name, value in cairn.pairs(values) do
        body["set_" .. name](body, value)
        assert.equal(value, body[name](body), name)
      end
      for _, name in ipairs { "bullet", "fast_rotation", "fixed_rotation", "enabled" } do
        for _, value in ipairs { true, false } do
          body["set_" .. name](body, value)
          assert.equal(value, body["is_" .. name](body), name)
        end
      end
      body:set_can_sleep(false)
      assert.is_false(body:can_sleep())
      body:set_locks { x = true, rotation = true }
      assert.same({ true, false, true }, { body:locks() })
      body:set_locks(false, true)
      assert.same({ false, true, false }, { body:locks() })
      body:set_max_speed(nil)
      assert.equal(400, body:max_speed())
      body:set_name(nil)
      assert.is_nil(body:name())
    end)

    it("place it", function()
      local body = world:box { w = 1, h = 1 }
      body:set_position(0.1, -7)
      assert.same({ 0.1, -7 }, { body:position() })
      body:set_angle(3 * math.pi)
      assert.near(math.pi, math.abs(body:angle()), 1e-6)
      body:set_transform(1, 2, 0.5)
      local x, y, angle = body:drawn()
      assert.same({ 1, 2 }, { x, y })
      assert.near(0.5, angle, 1e-6)
    end)

    it("of velocity keep to max_speed", function()
      local body = world:box { w = 1, h = 1, max_speed = 10 }
      body:set_velocity(30, 40)
      assert.near(6, body:vx(), 1e-4)
      assert.near(8, body:vy(), 1e-4)
    end)
  end)

  describe(":apply_impulse", function()
    it("changes velocity by impulse over mass", function()
      local body = world:box { w = 1, h = 1, mass = 2 }
      body:apply_impulse(4, -2)
      assert.near(2, body:vx(), 1e-6)
      assert.near(-1, body:vy(), 1e-6)
    end)

    it("turns it when applied off centre", function()
      local body = world:circle { radius = 1, mass = 2 }
      body:apply_impulse(0, 4, 1, 0)
      assert.near(4 / body:inertia(), body:angular_velocity(), 1e-5)
    end)

    describe("when the body is static", function()
      it("does nothing", function()
        local body = world:box { w = 1, h = 1, type = "static" }
        body:apply_impulse(4, 4)
        assert.same({ 0, 0 }, { body:velocity() })
      end)
    end)
  end)

  describe("forces", function()
    it("last one step", function()
      local body = world:box { w = 1, h = 1, mass = 2 }
      body:apply_force(6, 0)
      body:apply_torque(3)
      assert.same({ 6, 0, 3 }, { body:force() })
      world:step(0.05)
      assert.near(6 / 2 * 0.05, body:vx(), 1e-5)
      assert.same({ 0, 0, 0 }, { body:force() })
      world:step(0.05)
      assert.near(6 / 2 * 0.05, body:vx(), 1e-5)
    end)

    it("can be cleared", function()
      local body = world:box { w = 1, h = 1 }
      body:apply_force(6, 0, 0, 1)
      assert.same({ 6, 0, -6 }, { body:force() })
      body:clear_forces()
      assert.same({ 0, 0, 0 }, { body:force() })
    end)

    it("wake", function()
      local body = world:box { w = 1, h = 1 }
      body:sleep()
      assert.asleep(body)
      body:apply_angular_impulse(1)
      assert.is_not.asleep(body)
    end)
  end)

  describe("frames of reference", function()
    it("go both ways", function()
      local body = world:box { x = 1, y = 2, angle = math.pi / 2, w = 1, h = 1 }
      local x, y = body:to_world(1, 0)
      assert.near(1, x, 1e-6)
      assert.near(3, y, 1e-6)
      x, y = body:to_local(1, 3)
      assert.near(1, x, 1e-6)
      assert.near(0, y, 1e-6)
      x, y = body:dir_to_world(1, 0)
      assert.near(0, x, 1e-6)
      assert.near(1, y, 1e-6)
      x, y = body:dir_to_local(0, 1)
      assert.near(1, x, 1e-6)
      assert.near(0, y, 1e-6)
    end)

    it("know velocity at a point, centre and bounds", function()
      local body = world:box { x = 1, y = 2, w = 2, h = 4, vx = 1, angular_velocity = 2 }
      local vx, vy = body:velocity_at(2, 2)
      assert.near(1, vx, 1e-6)
      assert.near(2, vy, 1e-6)
      for _, v in ipairs { body:velocity_at(1e300, -1e300) } do
        assert.is_true(v > 1e30 and v < math.huge)
      end
      assert.same({ 1, 2 }, { body:center() })
      local x1, y1, x2, y2 = body:bounds()
      assert.near(0, x1, 1e-3)
      assert.near(0, y1, 1e-3)
      assert.near(2, x2, 1e-3)
      assert.near(4, y2, 1e-3)
    end)
  end)

  describe(":move_to", function()
    it("sets the velocity that reaches the pose", function()
      local body = world:box { w = 1, h = 1, type = "kinematic" }
      body:move_to(1, 2, 0.5, 1 / 60)
      world:step(1 / 60)
      assert.position(body, 1, 2, 1e-4)
      assert.near(0.5, body:angle(), 1e-3)
    end)
  end)

  describe(":touching", function()
    it("knows who touches", function()
      world:set_gravity(0, -10)
      local floor = world:box { type = "static", y = -0.5, w = 10, h = 1 }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      local far = world:box { y = 5, w = 1, h = 1 }
      world:step()
      assert.touching(box, floor)
      assert.is_not.touching(far, floor)
    end)
  end)

  describe("identity", function()
    it("is one userdata for life", function()
      local body, shape = world:box { w = 1, h = 1, name = "it" }
      local t = { [body] = "body", [shape] = "shape" }
      assert.equal("body", t[world:find("it")])
      assert.equal("body", t[world:pick(0, 0)])
      assert.equal("shape", t[body:shape()])
      for b in world:bodies() do assert.equal(body, b) end
      for s in world:shapes() do assert.equal(shape, s) end
      assert.equal(world, body:world())
      assert.equal(world, shape:world())
    end)

    it("keeps data through collections", function()
      world:body { name = "it", data = { 1, 2, 3 } }
      collectgarbage()
      collectgarbage()
      assert.same({ 1, 2, 3 }, world:find("it"):data())
    end)

    it("is not inherited by the next one in the slot", function()
      local old = world:box { w = 1, h = 1, name = "old" }
      local id = old:id()
      old:destroy()
      world:step()
      local new = world:box { w = 1, h = 1, name = "new" }
      assert.equal(id, new:id())
      assert.are_not.equal(old, new)
      assert.is_false(old:is_valid())
      assert.is_false(old:destroy())
      assert.is_true(new:is_valid())
      assert.has_error(function() old:set_velocity(1, 1) end)
      assert.same({ 0, 0 }, { new:velocity() })
    end)
  end)

  describe(":destroy", function()
    it("is true once, takes the shapes along and raises never", function()
      local body, shape = world:box { w = 1, h = 1 }
      local second = body:add_circle { radius = 1, x = 2 }
      assert.is_true(body:destroy())
      assert.is_false(body:destroy())
      assert.is_false(body:is_valid())
      assert.is_false(shape:is_valid())
      assert.is_false(second:is_valid())
      assert.is_false(second:destroy())
      assert.equal(0, world:shape_count())
    end)

    it("leaves id, name and data readable until the flush ends", function()
      local body, shape = world:box { w = 1, h = 1, name = "top", data = 7 }
      body:destroy()
      assert.equal(1, body:id())
      assert.equal("top", body:name())
      assert.equal(7, body:data())
      assert.equal(1, shape:id())
      assert.equal("box", shape:kind())
      assert.equal("default", shape:layer())
      assert.equal(body, shape:body())
      assert.has_error(function() body:position() end)
      world:step()
      assert.has_error(function() body:id() end)
      assert.has_error(function() shape:kind() end)
    end)

    it("lets data go after the flush", function()
      local gone = setmetatable({}, { __mode = "k" })
      local body = world:body {}
      do
        local data = {}
        gone[data] = true
        body:set_data(data)
      end
      body:destroy()
      world:step()
      collectgarbage()
      assert.is_nil(next(gone))
    end)

    it("leaves a body in the same slot alone when loops tell of the old one", function()
      world:box { type = "static", y = -0.5, w = 9, h = 1 }
      local old, old_shape = world:box { y = 0.5, w = 1, h = 1 }
      world:step()
      local id = old_shape:id()
      old:destroy()
      local new, new_shape = world:box { y = 5, w = 1, h = 1, data = "new" }
      assert.equal(id, new_shape:id())
      world:step()
      local told = 0
      for _, _, b in world:ends() do
        told = told + 1
        assert.equal(old_shape, b)
        assert.has_error(function() b:kind() end)
      end
      assert.equal(1, told)
      for _ = 1, 3 do
        world:step()
        assert.equal(new_shape, new:shape())
        assert.equal("new", new:data())
      end
      for body in world:bodies() do assert.is_true(body:is_valid()) end
    end)

    it("spares the ground", function()
      assert.error_matches(function() world:ground():destroy() end,
        "the ground cannot be destroyed", 1, true)
    end)
  end)
end)
