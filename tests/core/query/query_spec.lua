-- What a world answers about rays, moving shapes, overlaps and distances: known cases, and random
-- worlds of all kinds of shapes compared with asking every shape by itself and with the slow
-- reference of tests/support/geometry.lua; at the origin and 90 km away.

local cairn = require "cairn"
local collect = require "tests.support.collect"
local geometry = require "tests.support.geometry"

-- Corners are floats within 2 m of their body, rotations are floats: 2e-7 each.
local EXACT <const> = 2e-6

-- ---- random worlds ----------------------------------------------------------------------------

-- Each makes a body at x, y and returns its shape and the cores of its pieces (nil: not known).
local KINDS <const> = {
  function(w, r, keys)
    keys.radius = r.between(0.1, 0.9)
    return w:circle(keys), { { 0, 0 } }
  end,
  function(w, r, keys)
    keys.w, keys.h = r.between(0.1, 2), r.between(0.1, 2)
    return w:box(keys), { geometry.box_points(keys.w, keys.h) }
  end,
  function(w, r, keys)
    keys.w, keys.h, keys.radius = r.between(0.1, 1), r.between(0.1, 1), r.between(0.01, 0.4)
    return w:box(keys), { geometry.box_points(keys.w, keys.h) }
  end,
  function(w, r, keys)
    keys.x1, keys.y1, keys.x2, keys.y2 = r.between(-1, -0.1), r.between(-1, 1), 0.7, 0.2
    keys.radius = r.between(0.05, 0.4)
    return w:capsule(keys), { { keys.x1, keys.y1, keys.x2, keys.y2 } }
  end,
  function(w, r, keys)
    keys.points = geometry.random_polygon(r)
    return w:polygon(keys), { keys.points }
  end,
  function(w, r, keys)
    keys.x1, keys.y1, keys.x2, keys.y2 = r.between(-1, 0), r.between(-1, 1), 1, r.between(-1, 1)
    keys.radius = r.next() < 0.5 and 0 or r.between(0.05, 0.3)
    return w:segment(keys), { { keys.x1, keys.y1, keys.x2, keys.y2 } }
  end,
  function(w, r, keys)
    local points, cores = {}, {}
    for i = 0, 5 do
      points[#points + 1], points[#points + 2] = i - 2.5, r.between(-1, 1)
      if i > 0 then cores[i] = { table.unpack(points, 2 * i - 1, 2 * i + 2) } end
    end
    keys.points, keys.radius = points, r.next() < 0.5 and 0 or 0.1
    return w:chain(keys), cores
  end,
  function(w, r, keys)
    keys.rx, keys.ry = r.between(0.2, 1), r.between(0.2, 1)
    return w:ellipse(keys)
  end,
}

local SIZE <const> = 12 -- m, half the side of a random world

-- A world about (ox, 0), its shapes in id order, and each shape's cores relative to (ox, 0).
local function random_world(seed, ox, count)
  local r = geometry.random(seed)
  local world = cairn.world { gravity = { 0, 0 }, layers = { "red" } }
  local shapes, cores = {}, {}
  for i = 1, count do
    local x, y, angle = r.between(-SIZE, SIZE), r.between(-SIZE, SIZE), r.between(-3, 3)
    local keys = { x = ox + x, y = y, angle = angle, type = r.next() < 0.5 and "static" or nil,
      layer = r.next() < 0.3 and "red" or nil, sensor = r.next() < 0.1 or nil }
    local body, points = KINDS[r.integer(1, #KINDS)](world, r, keys)
    shapes[i] = body:shape()
    for k, p in ipairs(points or {}) do
      cores[shapes[i]] = cores[shapes[i]] or {}
      cores[shapes[i]][k] = geometry.core(p, keys.radius, x, y, angle)
    end
  end
  local _, floor = world:halfspace { x = ox, y = -SIZE - 2, angle = 0.1 }
  shapes[#shapes + 1] = floor
  cores[floor] = { geometry.plane(0, 1, 0, -SIZE - 2, 0.1) }
  return world, shapes, cores, r
end

-- Signed distance of a core from the nearest of a list of cores.
local function distance_of(list, core)
  local best = math.huge
  for _, piece in ipairs(list) do best = math.min(best, (geometry.distance(piece, core))) end
  return best
end

local function moved(core, dx, dy)
  local out = { xs = {}, ys = {}, radius = core.radius }
  for i = 1, #core.xs do out.xs[i], out.ys[i] = core.xs[i] + dx, core.ys[i] + dy end
  return out
end

-- Keys of a random probe, and its core at 0, 0.
local function random_probe(r)
  local kind, keys = r.integer(1, 5), { angle = r.between(-3, 3) }
  local points = { 0, 0 }
  if kind == 1 then
    keys.radius = r.between(0.1, 1)
  elseif kind == 2 then
    keys.w, keys.h, keys.radius = r.between(0.2, 2), r.between(0.2, 2), r.integer(0, 1) * 0.2
    points = geometry.box_points(keys.w, keys.h)
  elseif kind == 3 then
    keys.x1, keys.y1, keys.x2, keys.y2 = 0, r.between(-1, -0.2), 0, 0.5
    keys.radius = r.between(0.1, 0.5)
    points = { keys.x1, keys.y1, keys.x2, keys.y2 }
  elseif kind == 4 then
    keys.points = geometry.random_polygon(r)
    points = keys.points
  else
    keys.x1, keys.y1, keys.x2, keys.y2 = -0.5, 0, r.between(0, 1), r.between(-1, 1)
    points = { keys.x1, keys.y1, keys.x2, keys.y2 }
  end
  return keys, geometry.core(points, keys.radius, 0, 0, keys.angle)
end

describe("queries of a random world", function()
  for _, case in ipairs { { "at the origin", 0 }, { "90 km from it", 90000 } } do
    describe(case[1], function()
      local ox = case[2]
      local world, shapes, cores, r
      local function renew(seed)
        if world then world:destroy() end
        world, shapes, cores, r = random_world(seed, ox, 40)
      end
      after_each(function()
        world:destroy()
        world = nil
      end)

      local function place()
        return ox + r.between(-SIZE - 3, SIZE + 3), r.between(-SIZE - 3, SIZE + 3)
      end

      local function check_rays(filter, wants)
        local x1, y1 = place()
        local x2, y2 = place()
        if r.next() < 0.3 then y2 = y1 end
        local hits = {}
        for i, shape in ipairs(shapes) do
          local x, y, nx, ny, fraction = shape:raycast(x1, y1, x2, y2)
          if x and wants(shape) then hits[#hits + 1] = { shape, x, y, nx, ny, fraction, i } end
        end
        table.sort(hits, function(a, b)
          if a[6] ~= b[6] then return a[6] < b[6] end
          return a[7] < b[7]
        end)
        local first = hits[1] or {}
        assert.same({ table.unpack(first, 1, 6) },
          table.move({ world:raycast(x1, y1, x2, y2, filter) }, 1, 6, 1, {}))
        local n = 0
        for shape, x, y, nx, ny, fraction in world:raycast_all(x1, y1, x2, y2, filter) do
          n = n + 1
          assert.same({ table.unpack(hits[n], 1, 6) }, { shape, x, y, nx, ny, fraction })
        end
        assert.equal(#hits, n)
      end

      local function solid(shape) return not shape:is_sensor() end

      it("find what rays against each shape find", function()
        for seed = 1, 8 do
          renew(seed)
          for _ = 1, 30 do check_rays(nil, solid) end
          for _ = 1, 10 do
            check_rays("red", function(s) return solid(s) and s:layer() == "red" end)
            check_rays({ sensors = true }, function() return true end)
            local body = shapes[r.integer(1, #shapes)]:body()
            check_rays({ ignore = body }, function(s) return solid(s) and s:body() ~= body end)
          end
        end
      end)

      it("find it among what moves, too", function()
        renew(77)
        for body in world:bodies("dynamic") do
          body:set_velocity(r.between(-9, 9), r.between(-9, 9))
          body:set_angular_velocity(r.between(-9, 9))
        end
        for _ = 1, 120 do
          world:step()
          for _ = 1, 4 do check_rays(nil, solid) end
        end
      end)

      it("meet the surface of what they hit", function()
        for seed = 1, 6 do
          renew(seed)
          for _ = 1, 60 do
            local x1, y1 = place()
            local x2, y2 = place()
            local shape, x, y, nx, ny, fraction = world:raycast(x1, y1, x2, y2)
            if shape and cores[shape] then
              local point = { xs = { x - ox }, ys = { y }, radius = 0 }
              local gap = distance_of(cores[shape], point)
              if fraction == 0 then
                assert.is_true(gap <= EXACT)
              else
                assert.near(0, gap, EXACT)
                assert.near(x1 + fraction * (x2 - x1), x, 1e-9)
                assert.near(y1 + fraction * (y2 - y1), y, 1e-9)
                assert.is_true(nx * (x2 - x1) + ny * (y2 - y1) < 0)
                assert.near(1, nx * nx + ny * ny, 1e-6)
              end
            end
          end
        end
      end)

      it("find every shape that overlaps, and no other", function()
        for seed = 1, 6 do
          renew(seed)
          for _ = 1, 20 do
            local keys, core = random_probe(r)
            keys.x, keys.y = place()
            local at = moved(core, keys.x - ox, keys.y)
            local w, h, radius = r.between(0, 5), r.between(0, 5), r.between(0, 3)
            local box = geometry.core(geometry.box_points(w, h), 0, keys.x - ox, keys.y)
            local disc = { xs = { keys.x - ox }, ys = { keys.y }, radius = radius }
            local found = {
              { at, collect(world:query_shape(keys)) },
              { box, collect(world:query_box(keys.x - w / 2, keys.y - h / 2, keys.x + w / 2,
                keys.y + h / 2)) },
              { disc, collect(world:query_circle(keys.x, keys.y, radius)) },
              { { xs = disc.xs, ys = disc.ys, radius = 0 },
                collect(world:query_point(keys.x, keys.y)) },
            }
            for i, query in ipairs(found) do
              local has, last = {}, 0
              for _, shape in ipairs(query[2]) do
                assert.is_true(shape:id() > last)
                has[shape], last = true, shape:id()
              end
              for _, shape in ipairs(shapes) do
                local gap = cores[shape] and distance_of(cores[shape], query[1]) or 0
                if not solid(shape) then
                  assert.is_nil(has[shape])
                elseif math.abs(gap) > EXACT then
                  assert.equal(gap < 0, has[shape] or false, "query " .. i)
                end
              end
            end
          end
        end
      end)

      it("cast shapes to where they touch, and not beyond", function()
        for seed = 1, 6 do
          renew(seed)
          for _ = 1, 20 do
            local keys, core = random_probe(r)
            keys.x, keys.y = place()
            local x2, y2 = place()
            keys.dx, keys.dy = x2 - keys.x, y2 - keys.y
            local shape, x, y, nx, ny, fraction = world:shapecast(keys)
            local way = fraction or 1
            -- nobody is met before
            for k = 0, 12 do
              local t = way * k / 12
              local at = moved(core, keys.x + t * keys.dx - ox, keys.y + t * keys.dy)
              for other, list in pairs(cores) do
                if solid(other) and (fraction ~= 0 or other == shape) then
                  local gap = distance_of(list, at)
                  assert.is_true(fraction == 0 and gap <= EXACT or fraction ~= 0 and gap > -EXACT)
                end
              end
            end
            if shape and cores[shape] and fraction > 0 then
              local at = moved(core, keys.x + way * keys.dx - ox, keys.y + way * keys.dy)
              assert.near(0, distance_of(cores[shape], at), EXACT)
              local point = { xs = { x - ox }, ys = { y }, radius = 0 }
              assert.near(0, distance_of(cores[shape], point), EXACT)
              assert.near(0, geometry.height(at, x - ox, y), EXACT)
              assert.is_true(nx * keys.dx + ny * keys.dy < 0)
            end
          end
        end
      end)

      it("know the nearest shape", function()
        for seed = 1, 6 do
          renew(seed)
          for _ = 1, 20 do
            local px, py = place()
            local best, nearest = math.huge, nil
            for _, shape in ipairs(shapes) do
              local x, y = shape:closest(px, py)
              local d = math.sqrt((x - px) ^ 2 + (y - py) ^ 2)
              if solid(shape) and d < best - 1e-12 then best, nearest = d, shape end
            end
            local shape, x, y, d = world:closest(px, py, math.huge)
            assert.equal(nearest, shape)
            assert.near(best, d, 1e-9)
            assert.near(best, math.sqrt((x - px) ^ 2 + (y - py) ^ 2), 1e-9)
            assert.equal(nearest, (world:closest(px, py, best + 1e-6)))
            if best > 1e-6 then assert.is_nil((world:closest(px, py, best - 1e-6))) end
          end
        end
      end)

      it("know how far two shapes are apart", function()
        for seed = 1, 2 do
          renew(seed)
          for _, a in ipairs(shapes) do
            for _, b in ipairs(shapes) do
              local d, x1, y1, x2, y2 = a:distance(b)
              if a ~= b and cores[a] and cores[b] then
                local gap = math.huge
                for _, core in ipairs(cores[b]) do
                  local one = distance_of(cores[a], core)
                  if core.plane then -- the reference wants the plane first
                    one = math.huge
                    for _, other in ipairs(cores[a]) do
                      one = math.min(one, (geometry.distance(core, other)))
                    end
                  end
                  gap = math.min(gap, one)
                end
                assert.near(math.max(gap, 0), d, EXACT)
                assert.near(d, math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2), EXACT)
                local on_a = { xs = { x1 - ox }, ys = { y1 }, radius = 0 }
                local on_b = { xs = { x2 - ox }, ys = { y2 }, radius = 0 }
                assert.is_true(distance_of(cores[a], on_a) < EXACT)
                assert.is_true(distance_of(cores[b], on_b) < EXACT)
              end
            end
          end
        end
      end)
    end)
  end
end)

describe("cairn.World", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 }, layers = { "hero" } } end)
  after_each(function() world:destroy() end)

  describe(":shapecast", function()
    local function cast(keys) return table.move({ world:shapecast(keys) }, 1, 6, 1, {}) end
    local function near(expected, hit)
      assert.equal(#expected, #hit)
      for i, v in ipairs(expected) do
        if type(v) == "number" then assert.near(v, hit[i], 1e-6) else assert.equal(v, hit[i]) end
      end
    end

    it("stops a disc, a box and a capsule at a wall", function()
      local _, wall = world:box { type = "static", x = 10, w = 2, h = 2 }
      near({ wall, 9, 0, -1, 0, 0.8 }, cast { radius = 1, dx = 10, dy = 0 })
      local box = cast { w = 1, h = 1, y = 1, dx = 10, dy = 0 }
      assert.is_true(box[3] > 0.5 and box[3] < 1) -- somewhere where the faces lie together
      near({ wall, 9, box[3], -1, 0, 0.85 }, box)
      near({ wall, 9, 0.5, -1, 0, 0.8 },
        cast { x1 = -1, y1 = 0, x2 = 0.5, y2 = 0, radius = 0.5, y = 0.5, dx = 10, dy = 0 })
      near({ wall, 9, 0, -1, 0, 0.9 - 0.05 * math.sqrt(2) },
        cast { w = 1, h = 1, angle = math.pi / 4, dx = 10, dy = 0 })
    end)

    it("rounds a corner as exactly as a face", function()
      local _, wall = world:box { type = "static", x = 10, w = 2, h = 2 }
      -- a disc of radius 1 whose centre passes 0.6 above the corner touches it at dx = -0.8
      near({ wall, 9, 1, -0.8, 0.6, 0.82 }, cast { radius = 1, y = 1.6, dx = 10, dy = 0 })
      assert.same({}, cast { radius = 1, y = 2.001, dx = 20, dy = 0 })
    end)

    it("gives 0 for what overlaps from the beginning", function()
      local _, wall = world:box { type = "static", w = 2, h = 2 }
      assert.same({ wall, 1.5, 0, 1, 0, 0 }, cast { radius = 1, x = 1.5, dx = 5, dy = 0 })
      assert.same({ wall, 1.5, 0, 1, 0, 0 }, cast { radius = 1, x = 1.5, dx = 0, dy = 0 })
      assert.same({}, cast { radius = 1, x = 3, dx = 0, dy = 0 })
    end)

    it("takes filters and tells the kind from the keys", function()
      local body, wall = world:box { type = "static", x = 10, w = 2, h = 2, layer = "hero" }
      local disc = { radius = 1, dx = 10, dy = 0 }
      assert.same({}, cast { radius = 1, dx = 10, dy = 0, filter = "default" })
      assert.equal(wall, cast { radius = 1, dx = 10, dy = 0, filter = { "hero" } }[1])
      disc.filter = { ignore = body }
      assert.same({}, cast(disc))
      assert.near(0.7, cast { rx = 2, ry = 1, dx = 10, dy = 0 }[6], 1e-4)
      assert.equal(wall, cast { rx = 2, ry = 1, dx = 10, dy = 0, kind = "ellipse" }[1])
      near({ wall, 9, 0, -1, 0, 0.85 },
        cast { points = { 0, -1, 0.5, 0, 0, 1 }, dx = 10, dy = 0 })
      near({ wall, 9, 0, -1, 0, 0.85 }, cast { x1 = 0, y1 = 0, x2 = 0.5, y2 = 0, dx = 10, dy = 0 })
    end)

    it("takes concave polygons", function()
      local _, post = world:box { type = "static", x = 5, w = 0.5, h = 0.5 }
      local u = { 0, -1, 2, -1, 2, -0.5, 0.5, -0.5, 0.5, 0.5, 2, 0.5, 2, 1, 0, 1 }
      -- an U open to the right takes the post in until its back is there
      near({ post, 4.75, 0, -1, 0, 0.425 }, cast { points = u, dx = 10, dy = 0 })
      assert.equal(0, world:query_shape_into({}, { points = u, x = 3.5 }))
      assert.equal(1, world:query_shape_into({}, { points = u, x = 4.5 }))
      assert.equal(1, world:query_shape_into({}, { points = u, x = 5, y = -0.75 }))
    end)

    it("is not stopped by planes that it leaves", function()
      local _, floor = world:halfspace {}
      near({ floor, 3, 0, 0, 1, 0.5 }, cast { radius = 1, x = 2, y = 2, dx = 2, dy = -2 })
      assert.same({}, cast { radius = 1, y = 2, dx = 2, dy = 0 })
      assert.same({}, cast { radius = 1, y = 2, dx = 2, dy = 5 })
    end)
  end)

  describe("bad input", function()
    local function raises(message, keys, method)
      assert.error_matches(function() world[method or "shapecast"](world, keys) end, message, 1,
        true)
    end

    it("is named", function()
      raises("bad argument #1 to 'shapecast' (table expected, got nil)", nil)
      raises("bad argument #1 to 'shapecast' (field 'radius': number expected, got nil)",
        { dx = 1, dy = 1 })
      raises("bad argument #1 to 'shapecast' (field 'dy': number expected, got nil)",
        { radius = 1, dx = 1 })
      raises("bad argument #1 to 'shapecast' (field 'dx': finite number expected, got nan)",
        { radius = 1, dx = 0 / 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (field 'x': finite number expected, got inf)",
        { radius = 1, x = math.huge, dx = 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (field 'radius': must be > 0, got -1)",
        { radius = -1, dx = 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (field 'h': number expected, got nil)",
        { w = 1, dx = 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (unknown field 'raduis', did you mean 'radius'?)",
        { raduis = 1, dx = 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (field 'kind': invalid kind 'chain', expected circle, "
        .. "box, capsule, polygon, ellipse or segment)", { kind = "chain", dx = 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (at least 3 points needed, got 2)",
        { points = { 0, 0, 1, 1 }, dx = 0, dy = 0 })
      raises("bad argument #1 to 'shapecast' (field 'filter': unknown layer 'wall'; "
        .. "declare it with world:layer(name))", { radius = 1, dx = 0, dy = 0, filter = "wall" })
      raises("bad argument #1 to 'query_shape' (unknown field 'dx'", { radius = 1, dx = 0 },
        "query_shape")
      raises("bad argument #1 to 'query_shape_into' (table expected, got number)", 1,
        "query_shape_into")
      assert.error_matches(function() world:query_shape_into({}, { radius = 0 }) end,
        "bad argument #2 to 'query_shape_into' (field 'radius': must be > 0, got 0)", 1, true)
      assert.error_matches(function() world:closest(0, 0, -1) end,
        "bad argument #3 to 'closest' (must be >= 0, got -1)", 1, true)
      assert.error_matches(function() world:closest(0, 0, 0 / 0) end,
        "bad argument #3 to 'closest' (finite number expected, got nan)", 1, true)
      local other = cairn.world {}
      raises("(field 'filter.ignore': body belongs to another world)",
        { radius = 1, dx = 0, dy = 0, filter = { ignore = other:body() } })
      other:destroy()
      assert.error_matches(function() other:shapecast {} end,
        "calling 'shapecast' on bad self (world has been destroyed at ", 1, true)
    end)
  end)

  describe("garbage", function()
    it("is not made by any query after the first", function()
      for i = 1, 300 do world:box { type = "static", x = i % 20, y = i // 20, w = 0.6, h = 0.6 } end
      local found, rays = {}, {}
      local disc = { radius = 0.5, x = -5, y = 3, dx = 40, dy = 1, filter = { layers = "default" } }
      local hull = { points = { 0, 0, 1, 0, 0, 1 }, x = -5, y = 3, dx = 40, dy = 1 }
      local area = { w = 8, h = 8, x = 8, y = 8, angle = 1 }
      local filter = { layers = { "default", "hero" } }
      local function ask()
        for _ = 1, 20 do
          world:raycast(-5, 3, 40, 5, filter)
          for _ in world:raycast_all(-5, 3, 40, 5) do found[1] = nil end
          world:raycast_all_into(rays, -5, 3, 40, 5)
          for _ in world:query_box(0, 0, 9, 9) do found[1] = nil end
          for _ in world:query_circle(5, 5, 4, "default") do found[1] = nil end
          for _ in world:query_point(5, 5) do found[1] = nil end
          for _ in world:query_shape(area) do found[1] = nil end
          world:query_box_into(found, 0, 0, 9, 9)
          world:query_circle_into(found, 5, 5, 4)
          world:query_point_into(found, 5, 5)
          world:query_shape_into(found, area)
          world:shapecast(disc)
          world:shapecast(hull)
          world:closest(-3, -3, math.huge)
          world:pick(5, 5)
        end
      end
      ask()
      collectgarbage()
      collectgarbage "stop"
      ask() -- a collection may have made the stack smaller, which grows again
      local before = collectgarbage "count"
      ask()
      local after = collectgarbage "count"
      collectgarbage "restart"
      assert.equal(before, after)
    end)
  end)

  it("is not led astray by the length of a list with holes", function()
    local w <close> = cairn.world {}
    local points = {}
    for i = 0, 45 do points[1 << i] = 1 end -- of which Lua may say any length
    assert.has_error(function() w:overlap { kind = "polygon", points = points } end)
    local _, message = pcall(w.chain, w, { points = { 0, 0, 1, 0 }, materials = points })
    assert.is_truthy(tostring(message):find("materials", 1, true), message)
  end)

  it("find what a joint has led away from where it was going", function()
    local w <close> = cairn.world { gravity = { 0, 0 } }
    local ball = w:circle { radius = 0.1, x = 1 }
    w:distance { b = ball, from = { 0, 0 }, to = { 1, 0 } }
    ball:set_velocity(0, 100) -- which is 1.6 m in a step, on a circle of 1 m
    for i = 1, 20 do
      w:step()
      local x, y = ball:position()
      assert.equal(ball, w:pick(x, y), i)
      assert.is_truthy(w:raycast(2 * x, 2 * y, 0, 0), i)
    end
  end)
end)
