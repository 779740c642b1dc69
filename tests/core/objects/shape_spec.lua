-- cairn.Shape: keys, getters and setters, geometry, questions about its place.
local cairn = require "cairn"

describe("cairn.Shape", function()
  local world, body, box
  before_each(function()
    world = cairn.world { gravity = { 0, 0 }, layers = { "hero" } }
    body, box = world:box { w = 2, h = 1, radius = 0.1 }
  end)
  after_each(function() world:destroy() end)

  describe("construction", function()
    it("has the defaults of the reference", function()
      assert.equal(1, box:density())
      assert.near(0.6, box:friction(), 1e-6) -- float32
      assert.equal(0, box:restitution())
      assert.equal(0, box:rolling())
      assert.equal(0, box:surface_speed())
      assert.is_false(box:is_sensor())
      assert.equal("default", box:layer())
      assert.equal(0, box:group())
      assert.is_nil((box:one_way()))
      assert.is_false(box:has_pre_solve())
      assert.is_true(box:has_events())
      assert.is_nil(box:color())
    end)

    it("takes every key and gives it back", function()
      local shape = body:add_circle {
        radius = 0.5, x = 1, y = 2, angle = 0.5, density = 2, friction = 0.1, restitution = 0.2,
        rolling = 0.3, surface_speed = 4, sensor = true, layer = "hero", group = -3,
        one_way = { 0, 1 }, pre_solve = true, events = false, color = 0xff8000, data = "mine",
      }
      assert.equal(0.5, shape:radius())
      assert.equal(1, shape:x())
      assert.equal(2, shape:y())
      assert.near(0.5, shape:angle(), 1e-6)
      assert.equal(2, shape:density())
      assert.near(0.1, shape:friction(), 1e-6)
      assert.near(0.2, shape:restitution(), 1e-6)
      assert.near(0.3, shape:rolling(), 1e-6)
      assert.equal(4, shape:surface_speed())
      assert.is_true(shape:is_sensor())
      assert.equal("hero", shape:layer())
      assert.equal(-3, shape:group())
      assert.same({ 0, 1 }, { shape:one_way() })
      assert.is_true(shape:has_pre_solve())
      assert.is_false(shape:has_events())
      assert.equal(0xff8000, shape:color())
      assert.equal("mine", shape:data())
    end)

    it("takes colours as {r, g, b}", function()
      local shape = body:add_circle { radius = 0.5, color = { 1, 0.5, 0 } }
      assert.equal(0xff8000, shape:color())
    end)

    it("takes an alpha with the colour, as pen.color does", function()
      local shape = body:add_circle { radius = 0.5, color = { 1, 0.5, 0, 0.2 } }
      assert.same({ 0xff8000, 0.2 }, { shape:color() })
      assert.same({ 0xff8000, 1.0 }, { body:add_circle { radius = 1, color = 0xff8000 }:color() })
      assert.same({ 0x00ff00, 0.0 },
        { body:add_circle { radius = 1, color = { 0, 1, 0, 0 } }:color() })
      assert.error_matches(function() body:add_circle { radius = 1, color = { 1, 0, 0, 2 } } end,
        "field 'color': must be in 0..1, got 2", 1, true)
      assert.error_matches(function() body:add_circle { radius = 1, color = { 1, 0 } } end,
        "field 'color': {r, g, b[, a]} expected", 1, true)
    end)
  end)

  describe("setters", function()
    it("round trip", function()
      local values = {
        density = 3, friction = 0.25, restitution = 0.5, rolling = 0.125, surface_speed = -2,
        layer = "hero", group = 7, color = 0x102030, data = "new",
      }
      for name, value in cairn.pairs(values) do
        box["set_" .. name](box, value)
        assert.equal(value, box[name](box), name)
      end
      for _, name in ipairs { "pre_solve", "events" } do
        for _, value in ipairs { true, false } do
          box["set_" .. name](box, value)
          assert.equal(value, box["has_" .. name](box), name)
        end
      end
      box:set_one_way(0, 1)
      assert.same({ 0, 1 }, { box:one_way() })
      box:set_one_way(nil)
      assert.is_nil((box:one_way()))
      box:set_color(0, 0, 1)
      assert.equal(0x0000ff, box:color())
      box:set_color { 1, 0, 0 }
      assert.equal(0xff0000, box:color())
      assert.error_matches(function() box:set_color { 1, 0 } end,
        "bad argument #1 to 'set_color' ({r, g, b[, a]} expected)", 1, true)
      box:set_color(0, 0, 1, 0.4)
      assert.same({ 0x0000ff, 0.4 }, { box:color() })
      box:set_color { 1, 0, 0, 0.6 }
      assert.same({ 0xff0000, 0.6 }, { box:color() })
      local before = world:hash()
      box:set_color(0x102030, 0.8)
      assert.equal(before, world:hash())
      local other = body:add_circle { radius = 1 }
      other:set_color(box:color())
      assert.same({ 0x102030, 0.8 }, { other:color() })
      other:set_color(1, 1, 1, 0) -- clear white, which is not "no colour"
      assert.equal(0, (select(2, other:color())))
      assert.error_matches(function() box:set_color(1, 0, 0, 2) end,
        "bad argument #4 to 'set_color' (must be in 0..1, got 2)", 1, true)
      assert.same({ 0x102030, 0.8 }, { box:color() })
      box:set_color(nil)
      assert.is_nil(box:color())
    end)

    it("of density change the body's mass", function()
      local mass = body:mass()
      box:set_density(2)
      assert.near(2 * mass, body:mass(), 1e-5)
    end)
  end)

  describe("geometry", function()
    it("is what was given", function()
      assert.same({ 2, 1 }, { box:w(), box:h() })
      assert.near(0.1, box:radius(), 1e-6)
      local capsule = body:add_capsule { x1 = -1, y1 = 0, x2 = 1, y2 = 0.5, radius = 0.25 }
      assert.same({ -1, 0, 1, 0.5, 0.25 },
        { capsule:x1(), capsule:y1(), capsule:x2(), capsule:y2(), capsule:radius() })
      local ellipse = body:add_ellipse { rx = 2, ry = 1 }
      assert.same({ 2, 1 }, { ellipse:rx(), ellipse:ry() })
      local _, halfspace = world:halfspace { nx = 0, ny = 1 }
      assert.same({ 0, 1 }, { halfspace:nx(), halfspace:ny() })
    end)

    it("raises for sizes that the kind does not have", function()
      assert.error_matches(function() box:rx() end, "'rx' is not available on a box", 1, true)
    end)

    it("gives its points into a table", function()
      local t, n = box:points()
      assert.equal(4, n)
      assert.same({ -1, -0.5, 1, -0.5, 1, 0.5, -1, 0.5 }, t)
      local points = { 0, 0, 2, 0, 1, 1 }
      local polygon = body:add_polygon { points = points }
      local again, count = polygon:points(t)
      assert.equal(t, again)
      assert.equal(3, count)
      assert.same(points, t)
      assert.is_false(polygon:is_hull())
    end)

    it("of a chain has materials", function()
      local _, chain = world:chain {
        points = { 0, 0, 1, 0, 2, 0 }, friction = 0.5,
        materials = { { friction = 0 }, { surface_speed = 2 } },
      }
      local list = chain:materials()
      assert.equal(0, list[1].friction)
      assert.equal(0.5, list[2].friction)
      assert.equal(2, list[2].surface_speed)
      assert.is_false(chain:is_loop())
    end)

    it("knows area, mass and inertia", function()
      local _, plain = world:box { w = 2, h = 3, density = 2 }
      assert.near(6, plain:area(), 1e-5)
      assert.near(12, plain:mass(), 1e-5)
      assert.near(12 * (4 + 9) / 12, plain:inertia(), 1e-4)
    end)
  end)

  describe("questions", function()
    --   +----+
    --   |    |  2 x 2 about (10, 0)     circle r 1 about (15, 0)
    --   +----+
    local square, circle
    before_each(function()
      square = world:box { type = "static", x = 10, w = 2, h = 2 }:shape()
      circle = world:circle { type = "static", x = 15, radius = 1 }:shape()
    end)

    it(":contains", function()
      assert.is_true(square:contains(10.9, 0.9))
      assert.is_false(square:contains(11.1, 0))
    end)

    it(":bounds", function()
      local x1, y1, x2, y2 = square:bounds()
      assert.near(9, x1, 1e-3)
      assert.near(-1, y1, 1e-3)
      assert.near(11, x2, 1e-3)
      assert.near(1, y2, 1e-3)
    end)

    it(":raycast", function()
      local x, y, nx, ny, fraction = square:raycast(5, 0, 15, 0)
      assert.near(9, x, 1e-4)
      assert.near(0, y, 1e-4)
      assert.near(-1, nx, 1e-4)
      assert.near(0, ny, 1e-4)
      assert.near(0.4, fraction, 1e-4)
      assert.is_nil((square:raycast(5, 5, 15, 5)))
    end)

    it(":closest", function()
      local x, y = square:closest(15, 0.5)
      assert.near(11, x, 1e-4)
      assert.near(0.5, y, 1e-4)
      x, y = square:closest(10.5, 0.25)
      assert.near(10.5, x, 1e-4)
      assert.near(0.25, y, 1e-4)
    end)

    it(":distance", function()
      local d, x1, y1, x2, y2 = square:distance(circle)
      assert.near(3, d, 1e-3)
      assert.near(11, x1, 1e-3)
      assert.near(0, y1, 1e-2)
      assert.near(14, x2, 1e-3)
      assert.near(0, y2, 1e-2)
    end)

    it(":distance of chains is that of their nearest segments, wherever they are", function()
      local function chain(x, bend)
        local points = {}
        for i = 0, 60 do
          points[2 * i + 1], points[2 * i + 2] = x + 0.1 * i, math.sin(bend * i)
        end
        return points, select(2, world:chain { points = points, type = "dynamic" })
      end
      local function segments(points, y)
        local list = {}
        for i = 1, #points - 2, 2 do
          list[#list + 1] = select(2, world:segment { x1 = points[i], y1 = points[i + 1],
            x2 = points[i + 2], y2 = points[i + 3], y = y, enabled = false })
        end
        return list
      end
      local points_a, a = chain(0, 0.3)
      local points_b, b = chain(3, 0.7)
      for _, y in ipairs { 3, 40, 0.5, -2.5 } do
        b:body():set_position(0, y)
        local best = math.huge
        local list_b = segments(points_b, y)
        for _, p in ipairs(segments(points_a, 0)) do
          for _, q in ipairs(list_b) do best = math.min(best, (p:distance(q))) end
        end
        assert.equal(best, (a:distance(b)))
        a:body():set_enabled(not a:body():is_enabled()) -- no boxes to go by
        assert.equal(best, (a:distance(b)))
      end
    end)
  end)

  describe("sensors", function()
    it("know their visitors", function()
      local _, sensor = world:box { type = "static", x = 20, w = 4, h = 4, sensor = true }
      local _, a = world:circle { x = 20, radius = 0.5 }
      local _, b = world:circle { x = 21, y = 1, radius = 0.5 }
      world:circle { x = 30, radius = 0.5 }
      world:step()
      local list = {}
      for shape in sensor:visitors() do list[#list + 1] = shape end
      assert.same({ a, b }, list)
    end)
  end)

  describe(":destroy", function()
    it("is true once and changes the body's mass", function()
      local extra = body:add_circle { radius = 1, x = 3 }
      local mass = body:mass()
      assert.is_true(extra:destroy())
      assert.is_false(extra:destroy())
      assert.is_true(body:mass() < mass)
      assert.equal("circle", extra:kind())
      assert.equal(body, extra:body())
      world:step()
      assert.error_matches(function() extra:kind() end, "shape #2 has been destroyed at ", 1, true)
    end)
  end)
end)
