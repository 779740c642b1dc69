-- Random pairs of shapes against the slow reference of tests/support/geometry.lua: who touches,
-- how deep, along which normal, at which points; and what must not matter: order and place.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local measure = require "tests.support.measure"

local manifolds, near = measure.manifolds, measure.near

-- Vertices and normals are floats and lie within a metre: 1e-7 each, some ten operations.
local EXACT <const> = 5e-6
-- 1 - cos of what rounding may turn a normal by: two corners 0.1 mm apart: 1e-3 rad.
local TURNED <const> = 1e-6
-- Pairs nearer than this have a manifold before they touch (the speculative margin of the core).
local MARGIN <const> = 0.02

describe("In a world,", function()
  local world

  local function renew()
    if world then world:destroy() end
    world = cairn.world { gravity = { 0, 0 } }
  end

  before_each(renew)
  after_each(function()
    world:destroy()
    world = nil
  end)

  local function only_manifold() return measure.only_manifold(world) end

  -- Random shapes that know their own core. Sizes are 0.2 to 2 m.
  local SHAPES <const> = {
    circle = function(r)
      local keys = { radius = r.between(0.1, 0.8) }
      return "circle", keys, { 0, 0 }, keys.radius
    end,
    box = function(r)
      local keys = { w = r.between(0.2, 2), h = r.between(0.2, 2) }
      return "box", keys, geometry.box_points(keys.w, keys.h), 0
    end,
    rounded_box = function(r)
      local keys = { w = r.between(0.2, 1), h = r.between(0.2, 1), radius = r.between(0.01, 0.3) }
      return "box", keys, geometry.box_points(keys.w, keys.h), keys.radius
    end,
    capsule = function(r)
      local keys = { x1 = r.between(-0.8, -0.1), y1 = r.between(-0.5, 0.5),
        x2 = r.between(0.1, 0.8), y2 = r.between(-0.5, 0.5), radius = r.between(0.05, 0.4) }
      return "capsule", keys, { keys.x1, keys.y1, keys.x2, keys.y2 }, keys.radius
    end,
    polygon = function(r)
      local keys = { points = geometry.random_polygon(r) }
      return "polygon", keys, keys.points, 0
    end,
    rounded_polygon = function(r)
      local keys = { points = geometry.random_polygon(r), radius = r.between(0.01, 0.3) }
      return "polygon", keys, keys.points, keys.radius
    end,
    segment = function(r)
      local keys = { x1 = r.between(-1, -0.1), y1 = r.between(-1, 1), x2 = r.between(0.1, 1),
        y2 = r.between(-1, 1), type = "dynamic" }
      return "segment", keys, { keys.x1, keys.y1, keys.x2, keys.y2 }, 0
    end,
    rounded_segment = function(r)
      local keys = { x1 = r.between(-1, -0.1), y1 = r.between(-1, 1), x2 = r.between(0.1, 1),
        y2 = r.between(-1, 1), radius = r.between(0.02, 0.2), type = "dynamic" }
      return "segment", keys, { keys.x1, keys.y1, keys.x2, keys.y2 }, keys.radius
    end,
  }
  local SHAPE_NAMES <const> = { "circle", "box", "rounded_box", "capsule", "polygon",
    "rounded_polygon", "segment", "rounded_segment" }

  local function random_shape(r)
    local name = SHAPE_NAMES[r.integer(1, #SHAPE_NAMES)]
    local make, keys, points, radius = SHAPES[name](r)
    return { make = make, keys = keys, points = points, radius = radius,
      thin = name == "segment", angle = r.between(-3, 3) }
  end

  local function core_of(shape, x, y, turn)
    return geometry.core(shape.points, shape.radius, x, y, shape.angle + (turn or 0))
  end

  -- Two shapes with the signed distance gap: b comes from outside along the reference's own
  -- normal, which never takes it further than wanted.
  local function random_pair(r, gap)
    local a, b = random_shape(r), random_shape(r)
    while a.thin and b.thin do b = random_shape(r) end
    local direction = r.between(-math.pi, math.pi)
    local x, y = 4 * math.cos(direction), 4 * math.sin(direction)
    local core_a = core_of(a, 0, 0)
    for _ = 1, 40 do
      local d, nx, ny = geometry.distance(core_a, core_of(b, x, y))
      if d - gap < 1e-9 then break end
      x, y = x - (d - gap) * nx, y - (d - gap) * ny
    end
    return { a = a, b = b, x = x, y = y }
  end

  -- Where pair number i stands in its world: 30 m from the next.
  local function place_of(i) return 30 * (i % 20), 30 * (i // 20) end

  local function add_shape(shape, x, y, turn)
    local keys = {}
    for k, v in pairs(shape.keys) do keys[k] = v end
    keys.x, keys.y, keys.angle = x, y, shape.angle + turn
    return (world[shape.make](world, keys))
  end

  -- Adds the pair to the world, the whole of it turned and moved, and either of them first.
  local function add_pair(pair, i, options)
    local px, py = place_of(i)
    local turn = options.turn or 0
    local c, s = math.cos(turn), math.sin(turn)
    px, py = px + (options.x or 0), py + (options.y or 0)
    local bx, by = px + c * pair.x - s * pair.y, py + s * pair.x + c * pair.y
    if options.b_first then
      local body = add_shape(pair.b, bx, by, turn)
      return add_shape(pair.a, px, py, turn), body
    end
    return add_shape(pair.a, px, py, turn), add_shape(pair.b, bx, by, turn)
  end

  -- Manifolds by the bodies of their pairs.
  local function manifolds_of(pairs_, options)
    renew()
    local owner, found = {}, {}
    for i, pair in ipairs(pairs_) do
      local body_a, body_b = add_pair(pair, i, options or {})
      owner[body_a], owner[body_b] = i, i
      pair.body_a = body_a
    end
    world:step(0)
    for _, m in ipairs(manifolds(world)) do
      assert.equal(owner[m.body_a], owner[m.body_b])
      assert.is_nil(found[owner[m.body_a]])
      found[owner[m.body_a]] = m
    end
    return found
  end

  local function check_against_reference(i, pair, m)
    local px, py = place_of(i)
    local a, b = core_of(pair.a, px, py), core_of(pair.b, px + pair.x, py + pair.y)
    local gap = geometry.distance(a, b)
    local what = ("pair %d, %s and %s"):format(i, pair.a.make, pair.b.make)
    assert(m, what .. ": no manifold")
    assert.equal(pair.body_a, m.body_a)
    near(1, m.nx ^ 2 + m.ny ^ 2, EXACT, what .. ": length of the normal")
    -- the normal need not be the reference's (two may be equally good), only as good
    near(gap, geometry.gap(a, b, m.nx, m.ny), 4 * EXACT, what .. ": gap along the normal")
    near(gap, math.min(m.separation1, m.separation2 or 1), 4 * EXACT, what .. ": separation")
    for k = 1, m.count do
      local half = m["separation" .. k] / 2
      local x, y = m["x" .. k], m["y" .. k]
      local on_a = geometry.height(a, x - half * m.nx, y - half * m.ny)
      local on_b = geometry.height(b, x + half * m.nx, y + half * m.ny)
      assert(on_a < 4 * EXACT, what .. (": point %d is %g m outside of a"):format(k, on_a))
      assert(on_b < 4 * EXACT, what .. (": point %d is %g m outside of b"):format(k, on_b))
    end
  end

  describe("random pairs", function()
    local COUNT <const> = 400

    local function pairs_with_gaps(seed, lo, hi)
      local r, list = geometry.random(seed), {}
      for i = 1, COUNT do list[i] = random_pair(r, r.between(lo, hi)) end
      return list
    end

    for seed = 1, 3 do
      it("that nearly touch agree with the reference, seed " .. seed, function()
        local list = pairs_with_gaps(seed, -0.05, MARGIN - 1e-4)
        local found = manifolds_of(list)
        for i, pair in ipairs(list) do check_against_reference(i, pair, found[i]) end
      end)
    end

    it("that overlap deeply agree with the reference", function()
      local r, list = geometry.random(4), {}
      while #list < COUNT do
        local pair = random_pair(r, 0)
        local deep = r.between(0, 1) -- b's origin on its way to a's
        pair.x, pair.y = deep * pair.x, deep * pair.y
        local gap = geometry.distance(core_of(pair.a, 0, 0), core_of(pair.b, pair.x, pair.y))
        if gap < -0.02 then list[#list + 1] = pair end
      end
      local found = manifolds_of(list)
      for i, pair in ipairs(list) do check_against_reference(i, pair, found[i]) end
    end)

    it("that are further apart than the margin have no manifold", function()
      local list = pairs_with_gaps(5, MARGIN + 1e-4, 0.3)
      assert.equal(nil, next(manifolds_of(list)))
    end)

    it("touch exactly when the reference says so", function()
      local list = pairs_with_gaps(6, -0.004, 0.004)
      manifolds_of(list)
      local touching = {}
      for _, a, b in world:begins() do touching[math.min(a:id(), b:id())] = true end
      for i, pair in ipairs(list) do
        local px, py = place_of(i)
        local gap = geometry.distance(core_of(pair.a, px, py),
          core_of(pair.b, px + pair.x, py + pair.y))
        if math.abs(gap - world:slop()) > 2 * EXACT then
          assert.equal(gap < world:slop(), touching[2 * i - 1] or false)
        end
      end
    end)

    it("are mirrored by the order of creation and by nothing else", function()
      local list = pairs_with_gaps(7, -0.05, MARGIN - 1e-4)
      local there, back = manifolds_of(list), manifolds_of(list, { b_first = true })
      for i in ipairs(list) do
        local m, w = there[i], back[i]
        near(-1, m.nx * w.nx + m.ny * w.ny, TURNED, "cosine between the normals")
        assert.equal(m.count, w.count)
        -- the two points may come in either order
        local swapped = m.count == 2 and math.abs(m.x1 - w.x1) + math.abs(m.y1 - w.y1) > EXACT
        for k = 1, m.count do
          local j = swapped and 3 - k or k
          near(m["separation" .. k], w["separation" .. j], EXACT, "separation")
          near(m["x" .. k], w["x" .. j], 2 * EXACT, "x")
          near(m["y" .. k], w["y" .. j], 2 * EXACT, "y")
        end
      end
    end)

    -- Eight pairs are taken at a time, with as many vertices as the one of them with the most.
    it("are the same whatever pairs stand beside them", function()
      local list = pairs_with_gaps(11, -0.05, MARGIN - 1e-4)
      local together = manifolds_of(list)
      local x1, y1 = place_of(1)
      for i = 1, COUNT, 3 do
        local m, alone = together[i], manifolds_of({ list[i] })[1]
        local x, y = place_of(i)
        assert.equal(alone.count, m.count)
        near(alone.nx, m.nx, EXACT, "nx")
        near(alone.ny, m.ny, EXACT, "ny")
        for k = 1, m.count do
          near(alone["separation" .. k], m["separation" .. k], EXACT, "separation")
          near(alone["x" .. k] - x1, m["x" .. k] - x, EXACT, "x")
          near(alone["y" .. k] - y1, m["y" .. k] - y, EXACT, "y")
        end
      end
    end)

    it("do not notice where they are and how the scene is turned", function()
      local list = pairs_with_gaps(8, -0.05, MARGIN - 1e-4)
      local here = manifolds_of(list)
      local there = manifolds_of(list, { turn = 1.25, x = 5e4, y = -3e4 })
      local c, s = math.cos(1.25), math.sin(1.25)
      local same = 0
      for i, pair in ipairs(list) do
        local m, w = here[i], there[i]
        local nx, ny = c * w.nx + s * w.ny, -s * w.nx + c * w.ny
        near(math.min(m.separation1, m.separation2 or 1),
          math.min(w.separation1, w.separation2 or 1), 4 * EXACT, "separation")
        if m.nx * nx + m.ny * ny > 1 - TURNED then
          same = same + 1
        else -- two ways out of the same length: either will do
          local a, b = core_of(pair.a, 0, 0), core_of(pair.b, pair.x, pair.y)
          near(geometry.distance(a, b), geometry.gap(a, b, nx, ny), 4 * EXACT, "way out")
        end
      end
      assert(same > 0.98 * COUNT, "normals that turn with the scene: " .. same)
    end)

    it("with a halfspace agree with the reference", function()
      local r = geometry.random(9)
      for _ = 1, 100 do
        renew()
        local shape = random_shape(r)
        while shape.thin do shape = random_shape(r) end
        local turn, gap = r.between(-3, 3), r.between(-0.5, MARGIN - 1e-4)
        local plane = geometry.plane(1, 2, 3, -4, turn)
        world:halfspace { nx = 1, ny = 2, x = 3, y = -4, angle = turn }
        local d = geometry.distance(plane, core_of(shape, 3, -4))
        local x, y = 3 + (gap - d) * plane.nx, -4 + (gap - d) * plane.ny
        add_shape(shape, x, y, 0)
        local m = only_manifold()
        near(plane.nx, m.nx, EXACT, "nx")
        near(plane.ny, m.ny, EXACT, "ny")
        near(gap, math.min(m.separation1, m.separation2 or 1), 4 * EXACT, "separation")
      end
    end)

    it("with an ellipse agree with the ellipse to a hundredth of its size", function()
      local r = geometry.random(10)
      for _ = 1, 50 do
        renew()
        local rx, ry, angle = r.between(0.1, 1), r.between(0.1, 1), r.between(-3, 3)
        local points = {}
        for k = 1, 180 do
          local a = 2 * math.pi * k / 180
          points[2 * k - 1], points[2 * k] = rx * math.cos(a), ry * math.sin(a)
        end
        local ellipse = geometry.core(points, 0, 0, 0, angle)
        local direction = r.between(-3, 3)
        local x, y = 3 * math.cos(direction), 3 * math.sin(direction)
        local d, nx, ny = geometry.distance(ellipse, geometry.core({ x, y }, 0.3))
        local gap = r.between(-0.05, 0)
        world:ellipse { rx = rx, ry = ry, angle = angle }
        world:circle { x = x + (gap - d) * nx, y = y + (gap - d) * ny, radius = 0.3 }
        gap = geometry.distance(ellipse,
          geometry.core({ x + (gap - d) * nx, y + (gap - d) * ny }, 0.3))
        local m = only_manifold()
        near(gap, m.separation1, 0.01 * math.max(rx, ry), "separation")
      end
    end)
  end)
end)
