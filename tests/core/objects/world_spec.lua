-- cairn.World: construction, settings, counts, measures, layers, lookups, queries, lifetime.
local cairn = require "cairn"

describe("cairn.World", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  describe("construction", function()
    it("has the defaults of the reference", function()
      local w <close> = cairn.world()
      assert.same({ 0, -9.81 }, { w:gravity() })
      assert.equal(4, w:substeps())
      assert.equal(tonumber(os.getenv "CAIRN_SPEC_THREADS") or 1, w:threads())
      assert.is_true(w:is_sleep())
      assert.is_true(w:is_continuous())
      assert.equal(0.05, w:max_dt())
      assert.equal(400, w:max_speed())
      assert.near(0.0005, w:slop(), 1e-9)
      assert.equal(1, w:hit_speed())
      assert.equal("geometric", w:friction_mix())
      assert.equal("max", w:restitution_mix())
      assert.equal("keep", w:outside())
      assert.is_nil((w:bounds()))
      assert.same({ "default" }, w:layers())
    end)

    it("takes every key and gives it back", function()
      local w <close> = cairn.world {
        gravity = { 1, 2 }, substeps = 8, threads = 2, sleep = false, continuous = false,
        max_dt = 0.1, max_speed = 50, slop = 0.0002, hit_speed = 3, restitution_speed = 0.5,
        friction_mix = "min", restitution_mix = "average", layers = { "hero", "wall" },
        bounds = { -1, -2, 3, 4 }, outside = "disable", strict = true,
      }
      assert.same({ 1, 2 }, { w:gravity() })
      assert.equal(8, w:substeps())
      assert.equal(2, w:threads())
      assert.is_false(w:is_sleep())
      assert.is_false(w:is_continuous())
      assert.equal(0.1, w:max_dt())
      assert.equal(50, w:max_speed())
      assert.equal(0.0002, w:slop())
      assert.equal(3, w:hit_speed())
      assert.equal(0.5, w:restitution_speed())
      assert.equal("min", w:friction_mix())
      assert.equal("average", w:restitution_mix())
      assert.same({ "default", "hero", "wall" }, w:layers())
      assert.same({ "default", "hero", "wall" }, w:layers { "a", "b", "c", "d", "e" })
      assert.same({ -1, -2, 3, 4 }, { w:bounds() })
      assert.equal("disable", w:outside())
      assert.is_true(w:is_strict())
    end)

    it("is strict under busted", function() assert.is_true(world:is_strict()) end)
  end)

  describe("setters", function()
    it("round trip", function()
      local pairs_of = {
        substeps = 2, threads = 2, max_dt = 0.02, max_speed = 10, slop = 0.0001, hit_speed = 2,
        restitution_speed = 0.25, friction_mix = "max", restitution_mix = "min",
        outside = "destroy",
      }
      for name, value in cairn.pairs(pairs_of) do
        world["set_" .. name](world, value)
        assert.equal(value, world[name](world), name)
      end
      for _, name in ipairs { "sleep", "continuous", "strict", "paused" } do
        for _, value in ipairs { true, false } do
          world["set_" .. name](world, value)
          assert.equal(value, world["is_" .. name](world), name)
        end
      end
      world:set_gravity(3, 4)
      assert.same({ 3, 4 }, { world:gravity() })
      world:set_bounds(-1, -1, 1, 1)
      assert.same({ -1, -1, 1, 1 }, { world:bounds() })
      world:set_bounds(nil)
      assert.is_nil((world:bounds()))
    end)
  end)

  describe(":step", function()
    it("advances time by dt, 1/60 s by default", function()
      world:step()
      world:step(0.01)
      assert.equal(2, world:steps())
      assert.near(1 / 60 + 0.01, world:time(), 1e-12)
    end)

    it("clamps a larger dt", function()
      world:step(10)
      assert.near(0.05, world:time(), 1e-12)
    end)

    it("only collides when dt is 0", function()
      local body = world:box { y = 5, w = 1, h = 1 }
      world:step(0)
      assert.position(body, 0, 5, 0)
    end)

    it("does nothing while paused", function()
      local body = world:box { y = 5, w = 1, h = 1 }
      world:set_paused(true)
      assert.equal(0, world:step())
      assert.equal(0, world:steps())
      assert.position(body, 0, 5, 0)
    end)

    it("counts delivered events", function()
      world:box { type = "static", y = -0.5, w = 10, h = 1 }
      world:box { y = 0.6, w = 1, h = 1 }
      local calls = 0
      world:set_listener { begin_contact = function() calls = calls + 1 end }
      local delivered = 0
      for _ = 1, 60 do delivered = delivered + world:step() end
      assert.equal(calls, delivered)
      assert.equal(1, calls)
    end)
  end)

  describe("counts", function()
    it("are integers", function()
      world:box { type = "static", y = -0.5, w = 10, h = 1 }
      world:box { y = 0.5, w = 1, h = 1 }
      world:step()
      local expected = {
        body_count = 2, shape_count = 2, joint_count = 0, manifold_count = 1, awake_count = 1,
        pair_count = 1,
      }
      for name, n in cairn.pairs(expected) do
        assert.equal(n, world[name](world), name)
        assert.equal("integer", math.type(world[name](world)), name)
      end
      assert.is_true(world:bytes() > 0)
    end)
  end)

  describe("measures", function()
    it("know energy and momentum", function()
      world:circle { x = 2, y = 3, radius = 0.5, mass = 2, vx = 3, vy = 4 }
      assert.near(25, world:kinetic_energy(), 1e-4)
      assert.near(2 * 10 * 3, world:potential_energy(), 1e-4)
      local px, py, l = world:momentum()
      assert.near(6, px, 1e-5)
      assert.near(8, py, 1e-5)
      assert.near(2 * (2 * 4 - 3 * 3), l, 1e-4)
      assert.equal(0, world:max_penetration())
    end)

    it("hash equal worlds equally", function()
      local function run()
        local w = cairn.world {}
        w:box { type = "static", y = -0.5, w = 10, h = 1 }
        for i = 1, 5 do w:box { x = 0.01 * i, y = i, w = 0.5, h = 0.5 } end
        for _ = 1, 50 do w:step() end
        return w
      end
      local a <close> = run()
      local other <close> = run()
      assert.equal("integer", math.type(a:hash()))
      assert.equal(a:hash(), other:hash())
      assert.same_state(a, other)
      other:step()
      assert.is_not.same_state(a, other)
    end)

    it("profile the step into a table", function()
      world:step()
      local t = world:profile()
      assert.is_number(t.step)
      assert.is_number(t.solve)
      assert.equal(t, world:profile(t))
    end)
  end)

  describe(":poses", function()
    it("fills the caller's table flat", function()
      world:body { x = 1, y = 2, angle = 0.5 }
      world:body { x = 3, y = 4 }
      local buffer = { 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9 }
      assert.equal(2, world:poses(buffer))
      assert.near(0.5, buffer[4], 1e-6)
      buffer[4] = 0.5
      assert.same({ 1, 1, 2, 0.5, 2, 3, 4, 0 }, buffer)
      assert.equal("integer", math.type(buffer[1]))
    end)

    it("gives what the bodies themselves say, whatever way they lie", function()
      local bodies = {}
      for i = 0, 99 do
        bodies[#bodies + 1] = world:body { x = i / 7, y = -i, angle = math.pi * i / 48 - math.pi }
      end
      for i = 100, 3, -3 do table.remove(bodies, i):destroy() end
      local buffer = {}
      assert.equal(#bodies, world:poses(buffer))
      assert.equal(4 * #bodies, #buffer)
      for i, body in ipairs(bodies) do
        local x, y, angle = body:state()
        assert.same({ body:id(), x, y, angle }, table.move(buffer, 4 * i - 3, 4 * i, 1, {}))
        local set = math.pi * (body:id() - 1) / 48 - math.pi
        assert.near(0, math.sin((angle - set) / 2), 1e-7)
        assert.is_true(angle > -math.pi and angle <= math.pi)
      end
    end)

    it("leaves metamethods of the table alone", function()
      world:body { x = 1, y = 2 }
      local buffer = setmetatable({}, { __newindex = error, __index = error })
      assert.equal(1, world:poses(buffer))
      assert.equal(4, rawlen(buffer))
    end)

    it("can leave out who sleeps", function()
      world:body { x = 1, type = "static" }
      world:body { x = 3 }
      local buffer = {}
      assert.equal(1, world:poses(buffer, "awake"))
      assert.equal(2, buffer[1])
    end)
  end)

  describe(":find", function()
    it("finds a body by name", function()
      local body = world:body { name = "top" }
      assert.equal(body, world:find("top"))
      assert.is_nil(world:find("bottom"))
      body:set_name("bottom")
      assert.is_nil(world:find("top"))
      assert.equal(body, world:find("bottom"))
      body:destroy()
      assert.is_nil(world:find("bottom"))
    end)

    it("finds the lowest id of one name", function()
      local a, b = world:body { name = "twin" }, world:body { name = "twin" }
      assert.equal(a, world:find("twin"))
      a:destroy()
      assert.equal(b, world:find("twin"))
    end)
  end)

  describe(":ground", function()
    it("is a static body that is not counted", function()
      local ground = world:ground()
      assert.equal(0, ground:id())
      assert.equal("static", ground:type())
      assert.equal(ground, world:ground())
      assert.equal(0, world:body_count())
      assert.is_nil(world:bodies()(world, nil))
    end)
  end)

  describe("layers", function()
    it("are one bit each", function()
      assert.equal(1, world:layer("default"))
      assert.equal(2, world:layer("hero"))
      assert.equal(4, world:layer("wall"))
      assert.equal(2, world:layer("hero"))
    end)

    it("collide until told not to", function()
      world:layer("ghost")
      assert.is_true(world:collides("ghost", "default"))
      world:set_collides("ghost", "default", false)
      assert.is_false(world:collides("default", "ghost"))
      world:box { type = "static", y = -0.5, w = 10, h = 1 }
      local body = world:box { y = 0.5, w = 1, h = 1, layer = "ghost" }
      for _ = 1, 60 do world:step() end
      assert.is_true(body:y() < -1)
    end)

    it("end at 64", function()
      for i = 1, 63 do world:layer("layer " .. i) end
      assert.error_matches(function() world:layer("one more") end,
        "bad argument #1 to 'layer' (at most 64 layers)", 1, true)
    end)
  end)

  describe("queries", function()
    --      circle (0,3)       box (4,3)
    --                  sensor (2,0)
    local circle, box, sensor
    before_each(function()
      world:layer("hero")
      circle = world:circle { type = "static", x = 0, y = 3, radius = 0.5 }:shape()
      box = world:box { type = "static", x = 4, y = 3, w = 1, h = 1, layer = "hero" }:shape()
      sensor = world:box { type = "static", x = 2, w = 1, h = 1, sensor = true }:shape()
    end)

    it(":raycast gives the nearest hit", function()
      local shape, x, y, nx, ny, fraction = world:raycast(-2, 3, 8, 3)
      assert.equal(circle, shape)
      assert.near(-0.5, x, 1e-4)
      assert.near(3, y, 1e-4)
      assert.near(-1, nx, 1e-4)
      assert.near(0, ny, 1e-4)
      assert.near(0.15, fraction, 1e-4)
    end)

    it(":raycast gives nil for a miss", function()
      assert.is_nil((world:raycast(-2, 9, 8, 9)))
    end)

    it(":raycast reports 0 from inside", function()
      assert.equal(0, select(6, world:raycast(0, 3, 8, 3)))
    end)

    it("take filters", function()
      assert.equal(box, (world:raycast(-2, 3, 8, 3, "hero")))
      assert.equal(box, (world:raycast(-2, 3, 8, 3, { "hero" })))
      assert.equal(box, (world:raycast(-2, 3, 8, 3, world:layer("hero"))))
      assert.equal(box, (world:raycast(-2, 3, 8, 3, { layers = "hero" })))
      assert.equal(box, (world:raycast(-2, 3, 8, 3, { ignore = circle:body() })))
      assert.is_nil((world:raycast(2, 2, 2, -2)))
      assert.equal(sensor, (world:raycast(2, 2, 2, -2, { sensors = true })))
    end)

    it(":raycast_all walks near to far", function()
      local seen = {}
      for shape, x in world:raycast_all(8, 3, -2, 3) do seen[#seen + 1] = { shape, x } end
      assert.equal(2, #seen)
      assert.equal(box, seen[1][1])
      assert.near(4.5, seen[1][2], 1e-4)
      assert.equal(circle, seen[2][1])
      local flat = {}
      assert.equal(2, world:raycast_all_into(flat, 8, 3, -2, 3))
      assert.equal(12, #flat)
      assert.equal(circle, flat[7])
    end)

    it(":query_box, :query_circle and :query_point are exact", function()
      local function list(...)
        local found = {}
        for shape in ... do found[#found + 1] = shape end
        return found
      end
      assert.same({ circle, box }, list(world:query_box(-9, -9, 9, 9)))
      assert.same({ circle, box }, list(world:query_box(9, 9, -9, -9)))
      assert.same({}, list(world:query_box(0.45, 3.45, 0.6, 3.6)))
      assert.same({ circle }, list(world:query_circle(0, 4, 0.6)))
      assert.same({ box }, list(world:query_point(4.4, 3.4)))
      assert.same({ circle, box, sensor }, list(world:query_box(-9, -9, 9, 9, { sensors = true })))
    end)

    it("fill a table with _into", function()
      local t = { 1, 2, 3, 4 }
      assert.equal(2, world:query_box_into(t, -9, -9, 9, 9))
      assert.same({ circle, box }, t)
      assert.equal(1, world:query_circle_into(t, 0, 3, 0.1))
      assert.same({ circle }, t)
      assert.equal(0, world:query_point_into(t, 50, 50))
      assert.same({}, t)
    end)

    it(":pick gives a body or nil", function()
      assert.equal(box:body(), world:pick(4, 3))
      assert.is_nil(world:pick(50, 50))
    end)
  end)

  describe("bounds", function()
    for _, outside in ipairs { "keep", "disable", "destroy" } do
      it("tell who leaves them: " .. outside, function()
        world:set_bounds(-5, -5, 5, 5)
        world:set_outside(outside)
        local left
        world:set_listener { left_bounds = function(body) left = { body, body:name() } end }
        local body, shape = world:circle { x = 4, radius = 0.2, vx = 100, name = "runner" }
        for _ = 1, 10 do world:step() end
        assert.same({ body, "runner" }, left)
        assert.equal(outside ~= "destroy", body:is_valid())
        assert.equal(outside ~= "destroy", shape:is_valid())
        if outside ~= "destroy" then assert.equal(outside == "keep", body:is_enabled()) end
        assert.is_true(world:validate())
      end)
    end
  end)

  describe(":defer", function()
    it("runs at once when no step runs", function()
      local got
      world:defer(function(...) got = { ... } end, 1, nil, 3)
      assert.same({ 1, nil, 3 }, got)
    end)
  end)

  describe("lifetime", function()
    it("ends with destroy, once", function()
      assert.is_true(world:destroy())
      assert.is_false(world:destroy())
      assert.equal("cairn.World (destroyed)", tostring(world))
      assert.is_false(world:is_valid())
    end)

    it("ends at the end of its block with <close>", function()
      local kept
      do
        local w <close> = cairn.world {}
        kept = w:body {}
        assert.is_true(kept:is_valid())
      end
      assert.is_false(kept:is_valid())
    end)

    it("lasts as long as one of its bodies is held", function()
      local body = cairn.world({}):box { y = 5, w = 1, h = 1 }
      collectgarbage()
      collectgarbage()
      assert.is_true(body:is_valid())
      assert.equal(5, body:y())
      assert.equal(1, body:world():body_count())
    end)

    it("survives a thousand worlds", function()
      for _ = 1, 1000 do cairn.world({}):box { w = 1, h = 1 } end
      collectgarbage()
      assert.is_true(world:is_valid())
    end)
  end)
end)
