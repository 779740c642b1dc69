-- cairn.geometry: outlines of grids, tile maps that can be dug, polygons and shapes cut by a line.
local cairn = require "cairn"
local geometry = require "cairn.geometry"

local function area(points)
  local sum, n = 0, #points
  for i = 1, n, 2 do
    local j = i + 2 <= n and i + 2 or 1
    sum = sum + points[i] * points[j + 1] - points[j] * points[i + 1]
  end
  return sum / 2
end

local function areas(parts)
  local sum = 0
  for _, points in ipairs(parts) do sum = sum + area(points) end
  return sum
end

describe("cairn.geometry.simplify", function()
  it("drops what is within the tolerance, and keeps both ends", function()
    assert.same({ 0, 0, 4, 0 }, geometry.simplify({ 0, 0, 1, 0.05, 2, -0.05, 3, 0, 4, 0 }, 0.1))
    assert.same({ 0, 0, 2, 0.2, 4, 0 }, geometry.simplify({ 0, 0, 1, 0.1, 2, 0.2, 4, 0 }, 0.15))
  end)

  it("of a loop keeps its corners", function()
    local square = { 0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 1, 2, 0, 2, 0, 1 }
    assert.same({ 0, 0, 2, 0, 2, 2, 0, 2 }, geometry.simplify(square, 1e-9, true))
  end)
end)

describe("cairn.geometry.outline", function()
  -- The level lies where the line between two nodes has it: the area of a disc of radius r drawn by
  -- r - distance is that of the disc, less what its chords cut off.
  it("of a disc has its area and lies on its circle", function()
    local function value(c, r) return 8 - math.sqrt((c - 11) ^ 2 + (r - 11) ^ 2) end
    local loops = geometry.outline { columns = 21, rows = 21, value = value, level = 0 }
    assert.equal(1, #loops)
    assert.near(math.pi * 64, area(loops[1]), 1.5)
    for i = 1, #loops[1], 2 do
      local d = math.sqrt((loops[1][i] - 10) ^ 2 + (loops[1][i + 1] - 10) ^ 2)
      assert.near(8, d, 0.02)
    end
  end)

  it("runs counter-clockwise around what is solid and clockwise around holes", function()
    local grid = {}
    for r = 1, 7 do
      for c = 1, 7 do grid[#grid + 1] = (c == 4 and r == 4) and 0 or 1 end
    end
    local loops = geometry.outline { columns = 7, rows = 7, value = grid, size = 2, x = 10, y = -3 }
    assert.equal(2, #loops)
    table.sort(loops, function(a, b) return area(a) > area(b) end)
    assert.near(12 * 12, area(loops[1]), 1e-9)
    assert.near(-2, area(loops[2]), 1e-9)           -- a diamond of half diagonal 1
    for i = 1, #loops[1], 2 do
      assert.is_true(loops[1][i] >= 10 and loops[1][i] <= 22)
    end
  end)

  it("closes at the edge of the grid, joins saddles by their middle, and is simplified", function()
    local loops = geometry.outline { columns = 2, rows = 2, value = { 1, 0, 0, 1 }, level = 0.4 }
    assert.equal(1, #loops)
    loops = geometry.outline { columns = 2, rows = 2, value = { 1, 0, 0, 1 }, level = 0.6 }
    assert.equal(2, #loops)
    local function value(_, r) return r <= 10 end
    loops = geometry.outline { columns = 50, rows = 20, value = value, tolerance = 1e-9 }
    assert.equal(1, #loops)
    assert.equal(8, #loops[1])
  end)

  it("makes chains that hold what falls on them", function()
    local world <close> = cairn.world { gravity = { 0, -10 } }
    local function value(c, r) return 5 + 2 * math.sin(c / 3) - r end
    for _, points in ipairs(geometry.outline { columns = 40, rows = 10, value = value, level = 0,
      tolerance = 0.05 }) do
      world:chain { points = points, loop = true }
    end
    local ball = world:circle { x = 20, y = 12, radius = 0.4 }
    for _ = 1, 300 do world:step() end
    assert.is_true(ball:y() > 2)
  end)
end)

describe("cairn.geometry.tiles", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  it("follows the faces between solid and air with few segments", function()
    local map = geometry.tiles(world, { columns = 30, rows = 10, chunk = 10 })
    assert.equal(8, map:segment_count())       -- three of each long side, one of each short one
    local one = geometry.tiles(world, { columns = 5, rows = 5, x = 100, chunk = 50 })
    assert.equal(4, one:segment_count())
    assert.equal(1, one:dig(102.5, 2.5, 0.1))
    assert.equal(8, one:segment_count())
    assert.is_false(one:get(3, 3))
    assert.same({ 3, 3 }, { one:at(102.5, 2.5) })
  end)

  it("keeps tiles that meet at a corner alone apart", function()
    local map = geometry.tiles(world, { columns = 2, rows = 2,
      solid = function(c, r) return c == r end })
    assert.equal(8, map:segment_count())
    local chains = 0
    for shape in world:shapes() do
      chains = chains + 1
      assert.equal(4, shape:piece_count())
    end
    assert.equal(2, chains)
  end)

  it("carries what lies on it, and lets it fall where it is dug", function()
    local map = geometry.tiles(world, { columns = 40, rows = 20, x = -20, y = -20 })
    local box = world:box { y = 0.5, w = 1, h = 1 }
    for _ = 1, 60 do world:step() end
    assert.near(0.5, box:y(), 1e-3)
    assert.is_true(map:dig(0, 0, 4) > 20)
    for _ = 1, 240 do world:step() end
    assert.is_true(box:y() < -2 and box:y() > -4, box:y())
    map:fill(0, -15, 3)
    for _ = 1, 60 do world:step() end
    assert.is_true(world:validate())
  end)

  it("is after any edits what a map made so from the start is", function()
    math.randomseed(7)
    local function between(a, b) return a + (b - a) * math.random() end
    for _, size in ipairs { { 40, 10 }, { 40, 40 }, { 80, 30 }, { 17, 61, 4 } } do
      local columns, rows = size[1], size[2]
      local map = geometry.tiles(world, { columns = columns, rows = rows, chunk = size[3] })
      for edit = 1, 12 do
        local x, y = between(0, columns), between(0, rows)
        map[edit % 3 == 0 and "fill" or "dig"](map, x, y, between(0.2, 5))
        local other <close> = cairn.world {}
        local wanted = geometry.tiles(other, { columns = columns, rows = rows, chunk = size[3],
          solid = function(c, r) return map:get(c, r) end })
        assert.equal(wanted:segment_count(), map:segment_count())
      end
      map:destroy()
    end
  end)

  it("does not let what slides over it feel where chunks meet", function()
    geometry.tiles(world, { columns = 60, rows = 2, x = -30, y = -2, chunk = 5, friction = 0 })
    local box = world:box { x = -28, y = 0.5, w = 1, h = 1, vx = 8, friction = 0 }
    local highest = 0
    for _ = 1, 300 do
      world:step()
      highest = math.max(highest, math.abs(box:y() - 0.5))
    end
    assert.is_true(box:x() > 8)
    assert.is_true(highest < 1e-3, highest)
    assert.near(8, box:vx(), 1e-3)
  end)

  -- 10,000 tiles in play; each edit makes anew the chunks that it touches alone.
  it("takes less than a millisecond for an edit of 10,000 tiles, at the median", function()
    local map = geometry.tiles(world, { columns = 100, rows = 100, x = -50, y = -100 })
    for i = 1, 40 do world:circle { x = i - 20, y = 2, radius = 0.4 } end
    for _ = 1, 60 do world:step() end
    local times = {}
    for i = 1, 60 do
      local began = cairn.now()
      map:dig(-40 + 1.3 * i, -20 - 10 * math.sin(i / 5), 1.5)
      times[i] = cairn.now() - began
      if i % 10 == 0 then world:step() end
    end
    table.sort(times)
    assert.is_true(times[30] < 1e-3, times[30])
    assert.is_true(world:validate())
  end)

  it("is gone when it is destroyed, and names what is wrong", function()
    local map = geometry.tiles(world, { columns = 5, rows = 5 })
    assert.is_true(map:destroy())
    assert.is_false(map:destroy())
    assert.equal(0, world:body_count())
    local gone, other = map, cairn.world()
    local of_other = geometry.tiles(other, { columns = 2, rows = 2 })
    other:destroy()
    map = geometry.tiles(world, { columns = 5, rows = 5 })
    for _, case in ipairs {
      { function() geometry.tiles(world, { columns = 0, rows = 5 }) end,
        "bad argument #2 to 'tiles' (field 'columns': must be an integer in 1..4000, got 0)" },
      { function() geometry.tiles(world, { columns = 5, rows = 5, szie = 2 }) end,
        "unknown field 'szie', did you mean 'size'?" },
      { function() geometry.tiles(3, {}) end, "cairn.World expected, got number" },
      { function() gone:dig(2, 2, 1) end, "calling 'dig' on bad self (map has been destroyed)" },
      { function() gone:fill(2, 2, 1) end, "calling 'fill' on bad self (map has been destroyed)" },
      { function() gone:set(1, 1, true) end, "calling 'set' on bad self (map has been" },
      { function() gone:get(1, 1) end, "calling 'get' on bad self (map has been" },
      { function() gone:at(0, 0) end, "calling 'at' on bad self (map has been" },
      { function() gone:segment_count() end, "calling 'segment_count' on bad self (map has been" },
      { function() of_other:dig(0, 0, 1) end, "calling 'dig' on bad self (world has been" },
      { function() map:dig(0, 0 / 0, 1) end, "#2 to 'dig' (finite number expected, got nan)" },
      { function() map:dig(0, 0, -1) end, "#3 to 'dig' (must be >= 0, got -1)" },
      { function() map:set(9, 1, true) end, "no tile at column 9, row 1" },
      { function() geometry.outline { columns = 2, rows = 2 } end,
        "field 'value': function or table of numbers expected, got nil" },
    } do
      assert.error_matches(case[1], case[2], 1, true)
    end
  end)
end)

describe("cairn.geometry.cut_points", function()
  it("gives both halves of a square", function()
    local parts = geometry.cut_points({ 0, 0, 2, 0, 2, 2, 0, 2 }, -1, 0.5, 5, 0.5)
    assert.equal(2, #parts)
    table.sort(parts, function(a, b) return area(a) < area(b) end)
    assert.near(1, area(parts[1]), 1e-12)
    assert.near(3, area(parts[2]), 1e-12)
  end)

  it("gives all parts of a comb, and keeps the area whatever the line", function()
    local comb = { 0, 0, 7, 0, 7, 3, 6, 3, 6, 1, 5, 1, 5, 3, 4, 3, 4, 1, 3, 1, 3, 3, 2, 3, 2, 1,
      1, 1, 1, 3, 0, 3 }
    assert.equal(5, #geometry.cut_points(comb, 0, 2, 1, 2))
    assert.equal(1, #geometry.cut_points(comb, 0, 4, 1, 4))
    for k = 1, 60 do
      local a = 0.11 * k
      local parts = geometry.cut_points(comb, 3.5, 1.1, 3.5 + math.cos(a), 1.1 + math.sin(a))
      assert.near(area(comb), areas(parts), 1e-9)
      assert.is_true(#parts >= 2)
      for _, points in ipairs(parts) do assert.is_true(area(points) > 0) end
    end
  end)

  it("takes corners on the line and clockwise polygons", function()
    local parts = geometry.cut_points({ 0, 0, 0, 2, 2, 2, 2, 0 }, 0, 0, 2, 2)
    assert.equal(2, #parts)
    assert.near(2, area(parts[1]), 1e-12)
    assert.near(2, area(parts[2]), 1e-12)
  end)
end)

describe("cairn.geometry.cut", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  it("keeps mass, momentum, spin and material of a body that flies", function()
    local body = world:box { x = 3, y = 1, angle = 0.4, w = 2, h = 1, vx = 2, vy = -1,
      angular_velocity = 1.5, density = 3, friction = 0.3, restitution = 0.2 }
    local mass, px, py, l = body:mass(), world:momentum()
    local energy = world:kinetic_energy()
    local parts = geometry.cut(body:shape(), 3, -5, 3.3, 5)
    assert.equal(2, #parts)
    assert.is_false(body:is_valid())
    assert.near(mass, parts[1]:mass() + parts[2]:mass(), 1e-5)
    local qx, qy, k = world:momentum()
    assert.near(px, qx, 1e-5)
    assert.near(py, qy, 1e-5)
    assert.near(l, k, 1e-4)
    assert.near(energy, world:kinetic_energy(), 1e-4)
    assert.near(0.3, parts[1]:shape():friction(), 1e-6)
    assert.near(1.5, parts[2]:angular_velocity(), 1e-6)
    for _ = 1, 60 do world:step() end
    assert.is_true(world:validate())
  end)

  it("keeps a mass that was given, and cuts circles and concave polygons", function()
    local ball = world:circle { radius = 1, mass = 7 }
    local parts = geometry.cut(ball:shape(), -2, 0.2, 2, 0.2)
    assert.near(7, parts[1]:mass() + parts[2]:mass(), 1e-5)
    local u = world:polygon { x = 9, points = { 0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2 } }
    assert.is_nil(geometry.cut(u:shape(), 0, 5, 1, 5))
    assert.equal(3, #geometry.cut(u:shape(), 0, 1.5, 1, 1.5))
  end)

  -- What a list of bodies takes up, and the masses and densities of it.
  local function extent(bodies)
    local x1, y1, x2, y2, mass, dense = math.huge, math.huge, -math.huge, -math.huge, 0, 0
    for _, body in ipairs(bodies) do
      local a, b, c, d = body:shape():bounds()
      x1, y1, x2, y2 = math.min(x1, a), math.min(y1, b), math.max(x2, c), math.max(y2, d)
      mass, dense = mass + body:mass(), math.max(dense, body:shape():density())
    end
    return { x1, y1, x2, y2 }, mass, dense
  end

  it("cuts what is rounded where it ends, and keeps its density", function()
    local square = { -0.5, -1, 0.5, -1, 0.5, 1, -0.5, 1 }
    local turned = { -0.5, 1, 0.5, 1, 0.5, -1, -0.5, -1 }
    local hollow = { -0.5, -1, 0.5, -1, 0.5, -0.2, 0, 0.3, 0.5, 1, -0.5, 1 }
    local fan = {}
    for i = 0, 99 do
      local a, r = 2 * math.pi * i / 100, i % 2 == 0 and 1 or 0.9
      fan[2 * i + 1], fan[2 * i + 2] = r * cairn.cos(a), r * cairn.sin(a)
    end
    for _, case in ipairs {
      { "box", { w = 1, h = 2, radius = 0.1 } }, { "box", { w = 1, h = 2, radius = 0.4 } },
      { "box", { w = 0.01, h = 2, radius = 0.4, angle = 0.7 } },
      { "box", { w = 900, h = 500, radius = 0.01 } },
      { "polygon", { points = square, radius = 0.2 } },
      { "polygon", { points = turned, radius = 0.2 } },
      { "polygon", { points = { 0, 0, 3, 0, 0.2, 1 }, radius = 0.3 } },
      { "polygon", { points = fan, hull = true, radius = 0.3 } },
      { "polygon", { points = fan, hull = true, radius = 0 } },
      { "polygon", { points = hollow, radius = 0.2 } },
      { "polygon", { points = fan, radius = 0.01 }, 0.12 }, -- too many corners for fine ones
    } do
      local kind, keys = case[1], case[2]
      keys.density, keys.vx, keys.vy, keys.angular_velocity = 3, 1, -2, 0.7
      local body, shape = world[kind](world, keys)
      local whole, mass = extent { body }
      local px, py, l = world:momentum()
      local cx, cy = body:center()
      local parts = assert(shape:cut(cx - 1, cy - 0.1, cx + 1, cy + 0.1))
      local bounds, sum, dense = extent(parts)
      for i = 1, 4 do
        local least = 5e-5 * math.abs(whole[i])
        assert.near(whole[i], bounds[i], math.max((case[3] or 0.01) * keys.radius, least))
      end
      assert.near(mass, sum, 1e-5 * mass)
      assert.near(3, dense, 0.03)
      local qx, qy, k = world:momentum()
      assert.near(px, qx, 1e-4 * mass)
      assert.near(py, qy, 1e-4 * mass)
      assert.near(l, k, 5e-3 * math.abs(l))
      -- each ends at the line, as far as it went
      for _, part in ipairs(parts) do
        assert.equal(0, part:shape():radius())
        local least, most = math.huge, -math.huge
        local points = part:shape():points()
        for i = 1, #points, 2 do
          local x, y = part:to_world(points[i], points[i + 1])
          local d = (y - cy - 0.1 * (x - cx)) / math.sqrt(1.01)
          least, most = math.min(least, d), math.max(most, d)
        end
        assert.near(0, math.min(math.abs(least), math.abs(most)), 1e-5)
      end
      assert.is_true(world:validate())
      world:clear()
    end
  end)

  it("leaves what is rounded on a body its mass", function()
    local body = world:body { vx = 1, angular_velocity = 1 }
    body:add_box { x = -3, w = 1, h = 1 }
    local disc = body:add_circle { x = 0, radius = 1 }
    local mass = body:mass()
    local _, px, py = mass, world:momentum()
    local parts = disc:cut(0.3, -5, 0.3, 5)
    assert.near(mass, parts[1]:mass() + parts[2]:mass(), 1e-5)
    local qx, qy = world:momentum()
    assert.near(px, qx, 1e-5)
    assert.near(py, qy, 1e-5)
  end)

  it("does not cut what its rounding fills", function()
    local slit = { 0, 0, 3, 0, 3, 2, 1.6, 2, 1.6, 1, 1.4, 1, 1.4, 2, 0, 2 }
    local body, shape = world:polygon { points = slit, radius = 0.2 }
    local parts, message = shape:cut(-1, 0.5, 4, 0.5)
    assert.is_nil(parts)
    assert.equal("its rounding fills a hollow of it", message)
    assert.is_true(body:is_valid())
    shape:set_radius(0.05)
    assert.equal(3, #shape:cut(-1, 1.5, 4, 1.5))
  end)

  it("changes nothing where a part would be too small, and says what cannot be cut", function()
    local body = world:box { w = 2, h = 1 }
    local parts, message = geometry.cut(body:shape(), -5, 0.4999999, 5, 0.4999999)
    assert.is_nil(parts)
    assert.is_string(message)
    assert.is_true(body:is_valid())
    assert.equal(1, world:body_count())
    local _, plane = world:halfspace {}
    assert.error_matches(function() geometry.cut(plane, 0, 0, 1, 1) end,
      "bad argument #1 to 'cut' (a halfspace cannot be cut)", 1, true)
    assert.error_matches(function() geometry.cut(body:shape(), 1, 1, 1, 1) end,
      "two different points expected", 1, true)
  end)
end)

describe("shape:cut", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  it("is geometry.cut of a body with one shape", function()
    local body = world:box { w = 2, h = 1, vx = 1 }
    assert.is_nil(body:shape():cut(5, 0, 5, 1))
    local parts = body:shape():cut(0.5, -1, 0.5, 1)
    assert.equal(2, #parts)
    assert.is_false(body:is_valid())
    assert.near(1.5, math.max(parts[1]:mass(), parts[2]:mass()), 1e-6)
  end)

  -- A bar of two boxes that turns: the right one is cut, and its outer half flies off.
  --    [ left ][ ri | ght ]
  local function bar(mass)
    local body = world:body { x = 1, y = 2, vx = 0.5, vy = -1, angular_velocity = 2, mass = mass }
    body:add_box { x = -1, w = 2, h = 0.5, density = 2 }
    local right = body:add_box { x = 1, w = 2, h = 0.5, density = 4, friction = 0.9 }
    body:set_velocity(0.5, -1)
    body:set_angular_velocity(2)
    return body, right
  end

  it("leaves on a body what lies on the side of its other shapes, and moves as it did", function()
    for _, mass in ipairs { false, 21 } do
      local body, right = bar(mass or nil)
      local whole, px, py, l = body:mass(), world:momentum()
      local energy = world:kinetic_energy()
      local cx, cy = body:to_world(1, -5)
      local dx, dy = body:to_world(1, 5)
      local parts = right:cut(cx, cy, dx, dy)
      assert.equal(2, #parts)
      assert.equal(body, parts[1])
      assert.is_false(right:is_valid())
      -- 2 kg and 2 kg stay, 2 kg go, or as much of the mass that was given
      assert.near(whole, parts[1]:mass() + parts[2]:mass(), 1e-5 * whole)
      assert.near(whole / 3, parts[2]:mass(), 1e-5 * whole)
      local qx, qy, k = world:momentum()
      assert.near(px, qx, 1e-4)
      assert.near(py, qy, 1e-4)
      if not mass then
        assert.near(l, k, 1e-3)
        assert.near(energy, world:kinetic_energy(), 1e-3)
      end
      assert.near(2, parts[1]:angular_velocity(), 1e-6)
      assert.near(2, parts[2]:angular_velocity(), 1e-6)
      assert.near(0.9, parts[2]:shape():friction(), 1e-6)
      local shapes = 0
      for _ in body:shapes() do shapes = shapes + 1 end
      assert.equal(2, shapes)
      for _ = 1, 60 do world:step() end
      assert.is_true(world:validate())
      world:clear()
    end
  end)

  it("changes nothing where a part would be too small", function()
    local body, right = bar()
    local before = world:hash_text()
    local cx, cy = body:to_world(1.9999999, -5)
    local dx, dy = body:to_world(1.9999999, 5)
    local parts, message = right:cut(cx, cy, dx, dy)
    assert.is_nil(parts)
    assert.is_string(message)
    assert.is_true(right:is_valid())
    assert.equal(1, world:body_count())
    assert.equal("string", type(before))
    assert.near(6, body:mass(), 1e-5)
  end)

  it("refuses what cannot be cut, and no line", function()
    local _, plane = world:halfspace {}
    assert.error_matches(function() plane:cut(0, 0, 1, 1) end,
      "calling 'cut' on bad self (a halfspace cannot be cut)", 1, true)
    local shape = world:box { w = 1, h = 1 }:shape()
    assert.error_matches(function() shape:cut(1, 1, 1, 1) end,
      "bad argument #1 to 'cut' (two different points expected)", 1, true)
    assert.error_matches(function() shape:cut(1, 1, "x", 1) end,
      "bad argument #3 to 'cut' (number expected, got string)", 1, true)
  end)
end)

describe("cairn.geometry.difference", function()
  local SQUARE <const> = { 0, 0, 2, 0, 2, 2, 0, 2 }

  -- Whether a point is in a polygon: how often a ray to the right meets its edges.
  local function is_in(points, x, y)
    local inside, n = false, #points
    for i = 1, n, 2 do
      local j = i + 2 <= n and i + 2 or 1
      local ax, ay, bx, by = points[i], points[i + 1], points[j], points[j + 1]
      if (ay > y) ~= (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax) then
        inside = not inside
      end
    end
    return inside
  end

  local function count_of(parts, x, y)
    local n = 0
    for _, points in ipairs(parts) do if is_in(points, x, y) then n = n + 1 end end
    return n
  end

  -- A star about x, y: most are concave. random() is in 0..1.
  local function star(random, x, y)
    local points, n = {}, 3 + math.floor(9 * random())
    for i = 1, n do
      local a, r = 2 * math.pi * (i + 0.8 * random()) / n, 0.3 + 1.2 * random()
      points[2 * i - 1], points[2 * i] = x + r * math.cos(a), y + r * math.sin(a)
    end
    return points
  end

  it("is what the other one leaves of a square", function()
    local parts = geometry.difference(SQUARE, { 1, 1, 3, 1, 3, 3, 1, 3 })
    assert.near(3, areas(parts), 1e-12)
    assert.near(1, areas(geometry.intersection(SQUARE, { 1, 1, 3, 1, 3, 3, 1, 3 })), 1e-12)
    assert.near(3, areas(geometry.difference(SQUARE, { 1, 1, 1, 3, 3, 3, 3, 1 })), 1e-12)
  end)

  it("of a hole in the middle is a ring in parts", function()
    local parts = geometry.difference(SQUARE, { 0.5, 0.5, 1.5, 0.5, 1.5, 1.5, 0.5, 1.5 })
    assert.near(3, areas(parts), 1e-12)
    assert.equal(0, count_of(parts, 1, 1.01))
    assert.equal(1, count_of(parts, 0.25, 1.01))
  end)

  it("is all of it where the two do not meet, and nothing where it is covered", function()
    assert.same({ SQUARE }, geometry.difference(SQUARE, { 5, 0, 6, 0, 6, 1 }))
    assert.same({}, geometry.intersection(SQUARE, { 5, 0, 6, 0, 6, 1 }))
    assert.same({}, geometry.difference(SQUARE, { -1, -1, 3, -1, 3, 3, -1, 3 }))
    -- a line of an edge that runs through it cuts nothing
    assert.equal(1, #geometry.difference(SQUARE, { 3, 1, 4, 1, 4, 2 }))
  end)

  it("holds of stars, by areas and point by point", function()
    local state = 12345
    local function random()
      state = (state * 1103515245 + 12345) % 2147483648
      return state / 2147483648
    end
    local met = 0
    for _ = 1, 150 do
      local a, b = star(random, 0, 0), star(random, 2 * random() - 1, 2 * random() - 1)
      local outside, inside = geometry.difference(a, b), geometry.intersection(a, b)
      assert.near(math.abs(area(a)), areas(outside) + areas(inside), 1e-6)
      if #inside > 0 then met = met + 1 end
      for _, points in ipairs(outside) do assert.is_true(area(points) > 0) end
      for _ = 1, 40 do
        local x, y = 3 * random() - 1.5, 3 * random() - 1.5
        local of_a, of_b = is_in(a, x, y), is_in(b, x, y)
        assert.equal(of_a and not of_b and 1 or 0, count_of(outside, x, y))
        assert.equal(of_a and of_b and 1 or 0, count_of(inside, x, y))
      end
    end
    assert.is_true(met > 100, met)
  end)

  -- b has a dent whose corner lies on an edge of a; a corner that stands twice; both
  it("holds where a corner lies on an edge of the other, and where one stands twice", function()
    for _, pair in ipairs {
      { { -1, -1, 1, 0, -0.5, 1 },
        { 0, -0.5, 1.5, 0, 0, 1, -1, 1, -2, 0.5, -2.5, -1.5, -1, -2.5 }, 1.75 },
      { { -0.5, 2, -2, 0.5, -1, -1, 0.5, -1.5, 1.5, -0.5, 1.5, 1 },
        { -1, -1, -1, -2.5, 0, -1.5, 0, -1, 0.5, 0.5, -0.5, -0.5, -1.5, -0.5 }, 1.125 },
      { { 0, 0, 2, 0, 2, 0, 2, 2, 0, 2 }, { 1, -1, 1, -1, 3, 1, 1, 1, 1, 3, 1, 3, -1, 1 }, 3 },
    } do
      local a, b = pair[1], pair[2]
      assert.near(pair[3], areas(geometry.intersection(a, b)), 1e-9)
      assert.near(pair[3], areas(geometry.intersection(b, a)), 1e-9)
      assert.near(math.abs(area(a)) - pair[3], areas(geometry.difference(a, b)), 1e-9)
      assert.near(math.abs(area(b)) - pair[3], areas(geometry.difference(b, a)), 1e-9)
    end
  end)

  it("names what is no polygon", function()
    assert.error_matches(function() geometry.difference({ 0, 0, 1, 0 }, SQUARE) end,
      "bad argument #1 to 'difference' (at least 3 points expected, got 2)", 1, true)
    assert.error_matches(function() geometry.difference(SQUARE, { 0, 0, 1, 0, 2, 0 }) end,
      "bad argument #2 to 'difference' (the points lie on one line)", 1, true)
    assert.error_matches(function() geometry.intersection(SQUARE, 5) end,
      "bad argument #2 to 'intersection' (table of numbers expected, got number)", 1, true)
    assert.error_matches(function() geometry.difference(SQUARE, { 0, 0, 2, 2, 3, 0, 0, 2 }) end,
      "bad argument #2 to 'difference' (points cross between #1 and #3)", 1, true)
  end)
end)
