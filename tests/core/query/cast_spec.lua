-- What a shape would meet on its way: all of it, or one other; and hulls of points.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"

describe("In a world,", function()
  local world

  before_each(function() world = cairn.world() end)
  after_each(function() world:destroy() end)

  local function hits_of(keys)
    local list = {}
    for shape, x, y, nx, ny, fraction in world:shapecast_all(keys) do
      list[#list + 1] = { shape = shape, x = x, y = y, nx = nx, ny = ny, fraction = fraction }
    end
    return list
  end

  describe("world:shapecast_all", function()
    it("walks near to far over all in the way", function()
      local shapes = {}
      for _, x in ipairs { 9, 3, 12, 6 } do
        local _, shape = world:box { x = x, w = 1, h = 1 }
        shapes[x] = shape
      end
      local hits = hits_of { radius = 0.5, dx = 20, dy = 0 }
      assert.equal(4, #hits)
      for i, hit in ipairs(hits) do
        assert.equal(shapes[3 * i], hit.shape)
        assert.near((3 * i - 1) / 20, hit.fraction, 1e-6)
        assert.near(3 * i - 0.5, hit.x, 1e-6)
        assert.near(-1, hit.nx, 1e-6)
      end
    end)

    it("begins with what world:shapecast tells", function()
      world:circle { x = 5, radius = 1 }
      world:polygon { x = 8, points = { 0, -1, 1, 1, -1, 1 } }
      local keys = { w = 0.4, h = 2, angle = 0.3, x = -2, dx = 30, dy = 1 }
      local first, x, y, nx, ny, fraction = world:shapecast(keys)
      local hits = hits_of(keys)
      assert.equal(2, #hits)
      assert.same({ shape = first, x = x, y = y, nx = nx, ny = ny, fraction = fraction }, hits[1])
    end)

    it("tells a shape of several pieces once, where it is met first", function()
      local _, u = world:polygon { type = "static",
        points = { 0, 0, 4, 0, 4, 3, 3, 3, 3, 1, 1, 1, 1, 3, 0, 3 } }
      local hits = hits_of { x = -3, y = 2, radius = 0.2, dx = 20, dy = 0 }
      assert.equal(1, #hits)
      assert.equal(u, hits[1].shape)
      assert.near(2.8 / 20, hits[1].fraction, 1e-6)
    end)

    it("takes a concave polygon that moves for one", function()
      world:box { x = 10, w = 1, h = 10 }
      local hits = hits_of { points = { 0, 0, 4, 0, 4, 3, 3, 3, 3, 1, 1, 1, 1, 3, 0, 3 },
        dx = 10, dy = 0 }
      assert.equal(1, #hits)
      assert.near(0.55, hits[1].fraction, 1e-6)
    end)

    it("heeds the filter, and skips sensors unless told", function()
      world:layer "ghost"
      local near = world:box { x = 3, w = 1, h = 1, layer = "ghost" }
      world:box { x = 6, w = 1, h = 1, sensor = true }
      world:box { x = 9, w = 1, h = 1 }
      local keys = { radius = 0.1, dx = 20, dy = 0 }
      assert.equal(2, #hits_of(keys))
      keys.filter = "ghost"
      assert.equal(1, #hits_of(keys))
      keys.filter = { ignore = near, sensors = true }
      assert.equal(2, #hits_of(keys))
    end)

    it("tells what overlaps from the beginning at fraction 0", function()
      world:box { w = 1, h = 1 }
      local hits = hits_of { radius = 0.5, dx = 3, dy = 0 }
      assert.equal(0, hits[1].fraction)
      -- the middles fall together: all ways out are as short, and one of them is told
      assert.equal(1, hits[1].nx ^ 2 + hits[1].ny ^ 2)
    end)

    it("fills a table, cut to what was found", function()
      local _, shape = world:box { x = 3, w = 1, h = 1 }
      local list = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 }
      assert.equal(1, world:shapecast_all_into(list, { radius = 0.5, dx = 9, dy = 0 }))
      assert.equal(6, #list)
      assert.equal(shape, list[1])
      assert.near(2.5, list[2], 1e-6)
      assert.equal(0, world:shapecast_all_into(list, { radius = 0.5, dx = -9, dy = 0 }))
      assert.same({}, list)
    end)

    it("finds more than one asks for at first, in loops that nest and break", function()
      for i = 1, 300 do world:circle { x = i, radius = 0.3 } end
      local keys, count = { radius = 0.1, dx = 400, dy = 0 }, 0
      for _ in world:shapecast_all(keys) do
        count = count + 1
        for _, x in world:shapecast_all(keys) do
          if x > 0 then break end
        end
      end
      assert.equal(300, count)
    end)

    it("makes no garbage when it is used again", function()
      for i = 1, 20 do world:circle { x = i, radius = 0.3 } end
      local keys, list = { radius = 0.1, dx = 40, dy = 0 }, {}
      local function use()
        for _ in world:shapecast_all(keys) do keys.dx = 40 end
        world:shapecast_all_into(list, keys)
      end
      for _ = 1, 10 do use() end
      collectgarbage()
      collectgarbage "stop"
      local before = collectgarbage "count"
      for _ = 1, 100 do use() end
      local after = collectgarbage "count"
      collectgarbage "restart"
      assert.near(before, after, 0.1)
    end)

    it("refuses as world:shapecast does", function()
      for message, keys in cairn.pairs {
        ["field 'dx': number expected, got nil"] = { radius = 1, dy = 0 },
        ["field 'dy': finite number expected, got inf"] = { radius = 1, dx = 1, dy = math.huge },
        ["field 'radius': must be > 0, got -1"] = { radius = -1, dx = 1, dy = 0 },
        ["unknown field 'raduis', did you mean 'radius'?"] = { raduis = 1, dx = 1, dy = 0 },
      } do
        assert.error_matches(function() world:shapecast_all(keys) end,
          ("bad argument #1 to 'shapecast_all' (%s"):format(message), 1, true)
        assert.error_matches(function() world:shapecast_all_into({}, keys) end,
          ("bad argument #2 to 'shapecast_all_into' (%s"):format(message), 1, true)
      end
      assert.error_matches(function() world:shapecast_all(5) end, "table expected, got number")
      assert.error_matches(function() world:shapecast_all_into(5, {}) end,
        "bad argument #1 to 'shapecast_all_into' (table expected, got number)", 1, true)
    end)
  end)

  describe("shape:cast", function()
    it("tells where it meets the other, whatever is in between", function()
      local _, ball = world:circle { radius = 0.5 }
      world:box { x = 2, w = 0.1, h = 5 }
      local _, wall = world:box { x = 5, w = 1, h = 1 }
      local x, y, nx, ny, fraction = ball:cast(10, 0, wall)
      assert.near(4.5, x, 1e-6)
      assert.near(0, y, 1e-6)
      assert.near(-1, nx, 1e-6)
      assert.near(0, ny, 1e-6)
      assert.near(0.4, fraction, 1e-6)
      assert.is_nil(ball:cast(-10, 0, wall))
      assert.is_nil(ball:cast(3.9, 0, wall))
      assert.is_nil(ball:cast(10, 3, wall))
    end)

    it("of a line stops at a parallel line, and nowhere else", function()
      local random = geometry.random(7)
      local function any(most) return random.between(-most, most) end
      local hits = 0
      for _ = 1, 2000 do
        local angle, x2, y2, x, y = any(4), random.between(0.1, 2), any(1.3), any(4), any(4)
        local line = { x1 = -x2, y1 = 0, x2 = x2, y2 = y2 }
        local mover = world:body { type = "kinematic", x = x, y = y, angle = angle }
        local wall = world:body { type = "kinematic", x = any(4), y = any(4), angle = angle }
        local moving, other = mover:add_segment(line), wall:add_segment(line)
        local dx, dy = any(4), any(4)
        local fraction = select(5, moving:cast(dx, dy, other))
        if fraction then
          hits = hits + 1
          mover:set_position(x + dx * fraction, y + dy * fraction)
          assert.is_true(moving:distance(other) < 1e-5)
        end
        mover:destroy()
        wall:destroy()
      end
      assert.is_true(hits > 100, hits)
    end)

    it("agrees with distance: there they touch", function()
      local solids = {
        { "box", { w = 1, h = 0.6, angle = 0.4 } }, { "circle", { radius = 0.4 } },
        { "capsule", { x1 = -0.5, y1 = 0, x2 = 0.5, y2 = 0.3, radius = 0.2 } },
        { "polygon", { points = { 0, 0, 1, 0, 1, 1, 0.5, 0.3, 0, 1 } } },
        { "ellipse", { rx = 0.6, ry = 0.3 } },
      }
      for _, a in ipairs(solids) do
        for _, b in ipairs(solids) do
          a[2].x, a[2].y = 0, 0
          local mover, one = world[a[1]](world, a[2])
          b[2].x, b[2].y = 4, 0.2
          local still, other = world[b[1]](world, b[2])
          local _, _, _, _, fraction = one:cast(6, 0.3, other)
          mover:set_position(6 * fraction, 0.3 * fraction)
          assert.near(0, (one:distance(other)), 1e-4)
          mover:set_position(6 * fraction - 0.01, 0.3 * fraction)
          assert.is_true(one:distance(other) > 0.001)
          mover:destroy()
          still:destroy()
        end
      end
    end)

    it("meets halfspaces, chains and sensors, and begins in what it overlaps", function()
      local _, ball = world:circle { y = 3, radius = 0.5 }
      local _, floor = world:halfspace {}
      local _, chain = world:chain { points = { -5, 1, 0, 1, 5, 1 } }
      local _, sensor = world:box { y = 3, w = 1, h = 1, sensor = true }
      assert.near(0.25, (select(5, ball:cast(0, -10, floor))), 1e-6)
      assert.near(0.15, (select(5, ball:cast(0, -10, chain))), 1e-6)
      assert.equal(0, (select(5, ball:cast(0, -10, sensor))))
    end)

    it("refuses what cannot be cast", function()
      local _, ball = world:circle { y = 3, radius = 0.5 }
      local _, floor = world:halfspace {}
      local elsewhere <close> = cairn.world()
      local _, stranger = elsewhere:circle { radius = 1 }
      assert.error_matches(function() floor:cast(0, 10, ball) end, "a halfspace does not move")
      assert.error_matches(function() ball:cast("x", 0, floor) end,
        "bad argument #1 to 'cast' (number expected, got string)", 1, true)
      assert.error_matches(function() ball:cast(0, 0 / 0, floor) end,
        "bad argument #2 to 'cast' (finite number expected, got", 1, true)
      assert.error_matches(function() ball:cast(0, 1, stranger) end,
        "bad argument #3 to 'cast' (shape belongs to another world)", 1, true)
      assert.error_matches(function() ball:cast(0, 1) end, "bad argument #3 to 'cast'", 1, true)
      assert.error_matches(function() ball:cast(0, 1, world) end, "bad argument #3 to 'cast'", 1,
        true)
      ball:destroy()
      assert.error_matches(function() floor:cast(0, 1, ball) end, "has been destroyed")
      assert.error_matches(function() ball:cast(0, 1, floor) end, "has been destroyed")
    end)
  end)
end)

describe("cairn.hull", function()
  it("gives the corners counter-clockwise, with the digits that were given", function()
    local hull, n = cairn.hull { 0, 0, 0.05, 0.05, 0, 0.1, 0.1, 0.1, 0.05, 0, 0.1, 0 }
    assert.equal(4, n)
    assert.same({ 0, 0, 0.1, 0, 0.1, 0.1, 0, 0.1 }, hull)
  end)

  it("contains all points of a cloud, and is convex", function()
    for seed = 1, 20 do
      local points, random = {}, seed
      for i = 1, 160 do
        random = random * 16807 % 2147483647
        points[i] = random / 2147483647 * 8 - 4
      end
      local hull, n = cairn.hull(points)
      for i = 0, n - 1 do
        local ax, ay = hull[2 * i + 1], hull[2 * i + 2]
        local j = (i + 1) % n
        local ex, ey = hull[2 * j + 1] - ax, hull[2 * j + 2] - ay
        for k = 1, #points, 2 do
          assert.is_true(ex * (points[k + 1] - ay) - ey * (points[k] - ax) >= -1e-4)
        end
      end
    end
  end)

  it("fills a table again, cut to size", function()
    local out = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }
    local hull, n = cairn.hull({ 0, 0, 1, 0, 0, 1 }, out)
    assert.equal(out, hull)
    assert.equal(3, n)
    assert.equal(6, #out)
    cairn.hull(out, out)
    assert.same({ 0, 0, 1, 0, 0, 1 }, out)
  end)

  it("refuses what has no hull", function()
    local call = "bad argument #1 to 'hull' (%s"
    for message, points in cairn.pairs {
      ["table of numbers expected, got number"] = 5,
      ["at least 3 points needed, got 2"] = { 0, 0, 1, 1 },
      ["all 3 points lie on one line"] = { 0, 0, 1, 1, 2, 2 },
      ["x, y pairs expected, got 5 numbers"] = { 0, 0, 1, 1, 2 },
      ["number 5: number expected, got string"] = { 0, 0, 1, 1, "x", 3 },
      ["number 2: finite number expected, got inf"] = { 0, math.huge, 1, 1, 2, 3 },
    } do
      assert.error_matches(function() cairn.hull(points) end, call:format(message), 1, true)
    end
    local many = {}
    for i = 1, 600 do many[i] = i * i % 97 end
    assert.error_matches(function() cairn.hull(many) end, "at most 256 points, got 300")
    assert.error_matches(function() cairn.hull({ 0, 0, 1, 0, 0, 1 }, 5) end,
      "bad argument #2 to 'hull' (table expected, got number)", 1, true)
    assert.error_matches(function() cairn.hull() end, "bad argument #1 to 'hull'", 1, true)
  end)
end)
