-- Overlaps with depth, casts of bodies that are there, times of impact, and filters that know
-- bodies, types and functions.
local cairn = require "cairn"

describe("cairn.World: queries", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 }, layers = { "hero" } } end)
  after_each(function() world:destroy() end)

  local function collect(...)
    local list = {}
    for shape, nx, ny, depth, piece in ... do
      list[#list + 1] = { shape, nx, ny, depth, piece }
    end
    return list
  end

  local function near(wanted, got)
    assert.equal(wanted[1], got[1])
    for i = 2, #wanted do assert.near(wanted[i], got[i], 1e-6) end
  end

  describe("overlaps", function()
    --   [ wall ]( probe )[ box ]      the probe is 0.3 m deep in the box, 0.1 m in the wall
    it("tells how deep and which way out, deepest first", function()
      local _, wall = world:box { type = "static", x = -1.9, w = 2, h = 4 }
      local _, box = world:box { x = 1.2, w = 1, h = 4 }
      local list = collect(world:overlaps { radius = 1 })
      assert.equal(2, #list)
      near({ box, -1, 0, 0.3, 1 }, list[1])
      near({ wall, 1, 0, 0.1, 1 }, list[2])
    end)

    it("of two discs is the sum of their radii less the distance of their middles", function()
      for k = 1, 38 do
        local x, y = 0.07 * k, 0.03 * k
        local _, disc = world:circle { radius = 2 }
        local list = collect(world:overlaps { radius = 1, x = x, y = y })
        local d = math.sqrt(x * x + y * y)
        near({ disc, x / d, y / d, 3 - d, 1 }, list[1])
        world:clear()
      end
    end)

    it("names the piece of a chain that is deepest, and each shape once", function()
      local _, chain = world:chain { points = { 0, 0, 2, 0, 4, 0, 6, 0 } }
      local list = collect(world:overlaps { radius = 0.5, x = 3.9, y = 0.3 })
      assert.equal(1, #list)
      near({ chain, 0, 1, 0.2, 2 }, list[1])
    end)

    it("of a concave probe tells the deepest of its parts", function()
      local _, box = world:box { x = 2.9, y = 0.5, w = 1, h = 0.5 }
      local u = { 0, 0, 3, 0, 3, 1, 2, 1, 2, 0.4, 1, 0.4, 1, 1, 0, 1 }
      local list = collect(world:overlaps { points = u })
      assert.equal(1, #list)
      assert.equal(box, list[1][1])
      assert.is_true(list[1][4] > 0.2)
    end)
  end)

  describe("body:cast", function()
    --   [box] --->        |wall      0.5 m to the wall from its face
    it("gives what is in its way, where, and which of its shapes meets it", function()
      local body = world:body { x = 1 }
      body:add_box { w = 1, h = 1 }
      local arm = body:add_box { x = 0.7, y = 2, w = 1, h = 0.2 }
      local _, wall = world:segment { x1 = 2.7, y1 = -5, x2 = 2.7, y2 = 5 }
      local shape, x, y, nx, ny, fraction, piece, own = body:cast(1, 0)
      assert.equal(wall, shape)
      assert.equal(arm, own)
      near({ 1, 2.7, -1, 0, 0.5 }, { piece, x, nx, ny, fraction })
      assert.is_true(y >= 1.9 - 1e-6 and y <= 2.1 + 1e-6)
      assert.is_nil(body:cast(0.49, 0))
      assert.is_nil(body:cast(-1, 0))
    end)

    it("meets what it would collide with: layers, joints and groups count", function()
      local body = world:box { w = 1, h = 1, layer = "hero" }
      local wall, shape = world:box { type = "static", x = 3, w = 1, h = 1 }
      assert.equal(shape, body:cast(5, 0))
      world:set_collides("hero", "default", false)
      assert.is_nil(body:cast(5, 0))
      world:set_collides("hero", "default", true)
      shape:set_sensor(true)
      assert.is_nil(body:cast(5, 0))
      shape:set_sensor(false)
      world:filter { a = body, b = wall }
      assert.is_nil(body:cast(5, 0))
    end)

    it("and test_move say how far it gets", function()
      local body = world:circle { radius = 0.5 }
      local _, wall = world:box { type = "static", x = 3, w = 1, h = 1 }
      near({ wall, 2, 0 }, { select(3, world:test_move(body, 4, 0)),
        (world:test_move(body, 4, 0)), select(2, world:test_move(body, 4, 0)) })
      assert.same({ 0, 4, nil }, { world:test_move(body, 0, 4) })
    end)

    it("lets what rests slide and rise, but not sink or enter what is beside it", function()
      world:set_gravity(0, -10)
      local _, floor = world:box { type = "static", y = -0.5, w = 30, h = 1 }
      local _, wall = world:box { type = "static", x = -1, y = 2, w = 1, h = 4 }
      for _, radius in ipairs { 0, 0.2 } do
        local keys = { x = 10 * radius, y = 0.5 + radius, w = 1, h = 1, radius = radius }
        local crate = world:box(keys)
        for _ = 1, 120 do world:step() end
        near({ 0, 3 }, { world:test_move(crate, 0, 3) })
        near({ 0.1, 3 }, { world:test_move(crate, 0.1, 3) })
        near({ 2, 0 }, { world:test_move(crate, 2, 0) })
        assert.same({ 0, 0, floor }, { world:test_move(crate, 0, -1) })
        assert.same({ 0, 0, floor }, { world:test_move(crate, 1, -1) })
        assert.equal(floor, (crate:cast(0, -1)))
      end
      local crate = world:circle { x = -0.05, y = 3, radius = 0.5 } -- 50 mm in the wall
      assert.same({ 0, 0, wall }, { world:test_move(crate, -1, 0) })
      near({ 1, 0 }, { world:test_move(crate, 1, 0) })
      assert.equal(wall, (crate:cast(0, 0)))
    end)

    it("of a halfspace is refused", function()
      local plane = world:halfspace {}
      assert.error_matches(function() plane:cast(1, 0) end,
        "calling 'cast' on bad self (a halfspace does not move)", 1, true)
    end)
  end)

  describe("time_of_impact", function()
    it("of two discs is the way between them over their speed", function()
      local _, a = world:circle { radius = 0.5, vx = 3 }
      local _, b = world:circle { x = 4, radius = 0.5, vx = -1 }
      assert.near(3 / 4, a:time_of_impact(b, 1), 1e-6)
      assert.near(3 / 4, b:time_of_impact(a, 1), 1e-6)
      assert.is_nil(a:time_of_impact(b, 0.7))
    end)

    -- A rod of half length 2 turns about its middle; the point (0, 1.9) lies on its course at
    -- a quarter turn, less the angle that its half thickness takes: asin(0.05 / 1.9)
    it("of a rod that turns is when it has turned that far", function()
      local _, rod = world:box { w = 4, h = 0.1, angular_velocity = 2 }
      local _, point = world:circle { type = "static", y = 1.9, radius = 0.01 }
      local wanted = (math.pi / 2 - math.asin(0.06 / 1.9)) / 2
      assert.near(wanted, rod:time_of_impact(point, 2), 1e-5)
    end)

    it("is 0 where they touch, nil where they part, and knows planes", function()
      local _, a = world:circle { y = 2, radius = 0.5, vy = -1 }
      local _, plane = world:halfspace {}
      local _, b = world:circle { y = 2.9, radius = 0.5, vy = 1 }
      assert.equal(0, a:time_of_impact(b, 1))
      assert.near(1.5, plane:time_of_impact(a, 2), 1e-6)
      assert.near(1.5, a:time_of_impact(plane, 2), 1e-6)
      assert.is_nil(b:time_of_impact(plane, 100))
    end)
  end)

  describe("filters", function()
    local bodies
    before_each(function()
      bodies = {}
      for i, type in ipairs { "static", "kinematic", "dynamic", "dynamic" } do
        bodies[i] = world:circle { type = type, x = 2 * i, radius = 0.5 }
      end
    end)

    local function ids(filter)
      local list = {}
      for shape in world:raycast_all(0, 0, 20, 0, filter) do list[#list + 1] = shape:body():id() end
      return list
    end

    it("leave out several bodies", function()
      assert.same({ 1, 4 }, ids { ignore = { bodies[2], bodies[3] } })
      assert.same({ 1, 2, 3, 4 }, ids { ignore = {} })
      assert.same({ 2, 3, 4 }, ids { ignore = bodies[1] })
    end)

    it("look at bodies of some types", function()
      assert.same({ 3, 4 }, ids { types = "dynamic" })
      assert.same({ 1, 2 }, ids { types = { "static", "kinematic" } })
    end)

    it("ask a function about what is found, of near ones only until one is wanted", function()
      local asked = {}
      local filter = { test = function(shape)
        asked[#asked + 1] = shape:body():id()
        return shape:body():id() ~= 1 and shape:body():id() ~= 3
      end }
      assert.same({ 2, 4 }, ids(filter))
      asked = {}
      assert.equal(bodies[2]:shape(), world:raycast(0, 0, 20, 0, filter))
      for _, id in ipairs(asked) do assert.is_true(id <= 4) end
      for shape in world:query_box(0, -1, 20, 1, filter) do
        assert.is_true(shape:body():id() % 2 == 0)
      end
      assert.equal(bodies[2]:shape(), world:closest(2, 0, 100, filter))
      assert.equal(bodies[2]:shape(), world:shapecast { radius = 0.1, dx = 20, dy = 0,
        filter = filter })
    end)

    it("raise what their function raises, and the world is not changed by it", function()
      local bad = { test = function() error("oh no", 0) end }
      local disc = { x = 2, radius = 1, filter = bad }
      local way = { radius = 0.1, dx = 20, dy = 0, filter = bad }
      local rays = cairn.rays(1)
      rays:set(1, 0, 0, 20, 0)
      local queries = {
        { "raycast", 0, 0, 20, 0, bad }, { "raycast_all", 0, 0, 20, 0, bad },
        { "raycast_all_into", {}, 0, 0, 20, 0, bad }, { "raycasts", rays, bad },
        { "raycasts", { 0, 0, 20, 0 }, {}, bad }, { "closest", 2, 0, 100, bad },
        { "query_point", 2, 0, bad }, { "query_point_into", {}, 2, 0, bad },
        { "query_box", 0, -1, 20, 1, bad }, { "query_box_into", {}, 0, -1, 20, 1, bad },
        { "query_circle", 2, 0, 1, bad }, { "query_circle_into", {}, 2, 0, 1, bad },
        { "query_shape", disc }, { "query_shape_into", {}, disc }, { "overlaps", disc },
        { "shapecast", way }, { "shapecast_all", way }, { "shapecast_all_into", {}, way },
      }
      for _, query in ipairs(queries) do
        local ok, message = pcall(world[query[1]], world, table.unpack(query, 2))
        assert.same({ query[1], false, "oh no" }, { query[1], ok, message })
        assert.is_not_nil(world:raycast(0, 0, 20, 0), query[1]) -- and it is over
      end
      assert.error_matches(function() bodies[1]:cast(20, 0, bad) end, "oh no", 1, true)
      assert.error_matches(function()
        world:query_point(2, 0, { test = function(shape) shape:body():destroy() end })
      end, "world is read-only inside test", 1, true)
      for _, f in ipairs { world.step, world.destroy, world.clear } do
        assert.error_matches(function()
          world:query_point(2, 0, { test = function() f(world) end })
        end, "world is read-only inside test", 1, true)
      end
      assert.equal(4, world:body_count())
      assert.equal(bodies[1]:shape(), world:raycast(0, 0, 20, 0))
    end)

    it("of more points than a polygon has are refused", function()
      local points = {}
      for i = 1, 600 do points[i] = math.cos(i) end
      for _, name in ipairs { "query_shape", "overlaps", "shapecast", "shapecast_all" } do
        local way = name:find "cast" and 1 or nil
        assert.error_matches(function()
          world[name](world, { points = points, dx = way, dy = way })
        end, "field 'points': at most 256 points, got 300", 1, true)
      end
    end)

    it("may ask the world inside their function, but with no other function", function()
      local inner
      local shape = world:raycast(0, 0, 20, 0, { ignore = { bodies[1] }, test = function()
        inner = {}
        for s in world:query_box(0, -1, 20, 1, { ignore = { bodies[2], bodies[4] } }) do
          inner[#inner + 1] = s:body():id()
        end
      end })
      assert.equal(bodies[2]:shape(), shape)
      assert.same({ 1, 3 }, inner)
      assert.error_matches(function()
        world:query_point(2, 0, { test = function()
          world:query_point(2, 0, { test = print })
        end })
      end, "a test may not ask with a test of its own", 1, true)
    end)

    it("of movers keep layers and one body alone", function()
      assert.error_matches(function()
        world:mover { radius = 0.3, height = 1, filter = { types = "static" } }
      end, "(field 'filter': only layers and one body to ignore are kept)", 1, true)
    end)

    it("name what is wrong in them", function()
      for _, case in ipairs {
        { { ignore = { bodies[1], 3 } },
          "field 'ignore': body 2: cairn.Body expected, got number" },
        { { types = "dynamo" },
          "field 'types': invalid type 'dynamo', expected static, kinematic or dynamic" },
        { { types = 3 }, "field 'types': name or list of names expected, got number" },
        { { types = {} }, "field 'types': at least one type expected" },
        { { test = 3 }, "field 'test': function expected, got number" },
      } do
        assert.error_matches(function() world:query_point(2, 0, case[1]) end, case[2], 1, true)
      end
    end)
  end)

  describe("pieces", function()
    it("are named by rays and casts: the segment of a chain, from 1", function()
      local _, chain = world:chain { points = { 0, 0, 2, 0, 4, 0, 6, 0 },
        materials = { {}, { friction = 0.1 }, {} } }
      for x, wanted in pairs { [1] = 1, [3] = 2, [5] = 3 } do
        assert.equal(wanted, (select(7, world:raycast(x, 1, x, -1))))
        assert.equal(wanted, (select(7, world:shapecast { radius = 0.1, x = x, y = 1, dx = 0,
          dy = -2 })))
        for _, _, _, _, _, _, piece in world:raycast_all(x, 1, x, -1) do
          assert.equal(wanted, piece)
        end
      end
      assert.near(0.1, (chain:material(2)), 1e-7)
    end)
  end)
end)
