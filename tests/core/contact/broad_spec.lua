-- Which pairs the world looks at: few where bodies are scattered, all that touch wherever they
-- are, whatever comes, goes, moves and jumps.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local measure = require "tests.support.measure"

local at_most = measure.at_most

describe("In a world,", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, 0 }, sleep = false } end)
  after_each(function() world:destroy() end)

  -- The pairs of circles that touch by their own account, as a set of "id id".
  -- off: m, by how much the gap of a manifold that is kept while bodies move may be wrong.
  local function touching_set(bodies, off)
    local set, n = {}, 0
    off = off or 1e-5
    local slop, xs, ys, rs, ids = world:slop(), {}, {}, {}, {}
    for i, body in ipairs(bodies) do
      xs[i], ys[i] = body:position()
      rs[i], ids[i] = math.sqrt(body:shape():area() / math.pi), body:id()
    end
    for i = 1, #bodies do
      for j = i + 1, #bodies do
        local dx, dy = xs[i] - xs[j], ys[i] - ys[j]
        local reach = rs[i] + rs[j] + 4 * slop + off
        if dx * dx + dy * dy < reach * reach then
          local gap = math.sqrt(dx * dx + dy * dy) - rs[i] - rs[j]
          local pair = math.min(ids[i], ids[j]) .. " " .. math.max(ids[i], ids[j])
          -- a touch ends a little later than it begins: in between both are right
          local sure = gap < slop - off
          set[pair] = sure or "maybe"
          if sure then n = n + 1 end
        end
      end
    end
    return set, n
  end

  local function seen_set()
    local set = {}
    for m in world:manifolds() do
      local a, b = m:bodies()
      if a:touching(b) then
        set[math.min(a:id(), b:id()) .. " " .. math.max(a:id(), b:id())] = true
      end
    end
    return set
  end

  local function check_touching(bodies, off)
    world:step(0)
    local wanted, n = touching_set(bodies, off)
    local seen = seen_set()
    for pair, sure in pairs(wanted) do
      if sure == true then assert(seen[pair], "not found: " .. pair) end
    end
    for pair in pairs(seen) do assert(wanted[pair], "does not touch: " .. pair) end
    return n
  end

  describe("pair_count", function()
    it("stays far under n^2 for scattered bodies", function()
      -- 2,000 discs, each with some 2 others in reach of its fat box: n^2 / 2 is 2,000,000
      local r = geometry.random(41)
      for _ = 1, 2000 do
        world:circle { x = r.between(-100, 100), y = r.between(-100, 100), radius = 0.5 }
      end
      world:step(0)
      at_most(2000, world:pair_count(), "pairs")
      assert(world:pair_count() > 50)
    end)

    it("is none for bodies in a row with gaps", function()
      for i = 1, 500 do world:box { x = 2 * i, w = 1, h = 1 } end
      world:step(0)
      assert.equal(0, world:pair_count())
    end)

    it("is one for each neighbour in a row that touches", function()
      for i = 1, 500 do world:box { x = i, w = 1, h = 1 } end
      world:step(0)
      assert.equal(499, world:pair_count())
      assert.equal(499, world:manifold_count())
    end)

    it("is that of every two boxes that overlap, at least", function()
      local r, bodies = geometry.random(42), {}
      for i = 1, 300 do
        bodies[i] = world:box { x = r.between(-10, 10), y = r.between(-10, 10),
          w = r.between(0.1, 1), h = r.between(0.1, 1), angle = r.between(-3, 3) }
      end
      world:step(0)
      local overlaps, near_by = 0, 0
      for i = 1, #bodies do
        local x1, y1, x2, y2 = bodies[i]:bounds()
        for j = i + 1, #bodies do
          local u1, v1, u2, v2 = bodies[j]:bounds()
          if x1 <= u2 and u1 <= x2 and y1 <= v2 and v1 <= y2 then overlaps = overlaps + 1 end
          -- a fat box is larger by 6 cm at most: 1 cm to see ahead and a margin of 5
          local m = 0.1201
          if x1 - m <= u2 and u1 - m <= x2 and y1 - m <= v2 and v1 - m <= y2 then
            near_by = near_by + 1
          end
        end
      end
      assert(overlaps > 100)
      assert(world:pair_count() >= overlaps)
      at_most(near_by, world:pair_count(), "pairs")
    end)

    it("is none in a crowd that flies together, until two of it can meet", function()
      local flying = {}
      for i = 0, 19 do
        for j = 0, 19 do
          flying[#flying + 1] =
            world:circle { x = 1.1 * i, y = 1.1 * j, radius = 0.5, vx = 60, vy = -40 }
        end
      end
      for _ = 1, 10 do world:step(1 / 60) end
      assert.equal(0, world:pair_count())
      flying[1]:set_velocity(61, -40) -- less than 2 cm in a step, against the others
      for _ = 1, 10 do world:step(1 / 60) end
      assert.is_true(flying[1]:touching(flying[21]))
      at_most(40, world:pair_count(), "pairs")
    end)

    it("has no points for two that part, however near and fast", function()
      local a = world:circle { radius = 0.5, vx = -30 }
      local b = world:circle { x = 0.8, y = 0.8, radius = 0.5, vy = 20 }
      world:step(1 / 60)
      assert.equal(1, world:pair_count())
      assert.equal(0, world:manifold_count())
      a:set_position(0, 0)
      b:set_position(0.8, 0.8)
      a:set_velocity(30, 30)
      world:step(1 / 60)
      assert.equal(1, world:manifold_count())
    end)

    it("of static bodies among themselves is none, however they overlap", function()
      for _ = 1, 300 do world:box { type = "static", w = 1, h = 1 } end
      world:step(0)
      assert.equal(0, world:pair_count())
    end)

    it("follows a body that leaves, comes, is destroyed and is disabled", function()
      local a, b = world:circle { radius = 0.5 }, world:circle { x = 0.9, radius = 0.5 }
      local function count()
        world:step(0)
        return world:pair_count()
      end
      assert.equal(1, count())
      b:set_position(50, 0)
      assert.equal(0, count())
      b:set_position(0, 0.9)
      assert.equal(1, count())
      b:set_enabled(false)
      assert.equal(0, count())
      b:set_enabled(true)
      assert.equal(1, count())
      b:shape():destroy()
      assert.equal(0, count())
      b:add_circle { radius = 0.5 }
      assert.equal(1, count())
      a:destroy()
      assert.equal(0, count())
    end)

    it("follows a halfspace that comes after the bodies", function()
      local body = world:circle { y = 0.4, radius = 0.5 }
      world:circle { y = 8, radius = 0.5 }
      world:step(0)
      local plane = world:halfspace { nx = 0, ny = 1 }
      world:step(0)
      assert.equal(1, world:pair_count())
      assert.is_true(body:touching(plane))
      plane:set_position(0, -5)
      world:step(0)
      assert.equal(0, world:pair_count())
    end)
  end)

  describe("touching pairs", function()
    it("are those of brute force where bodies drift through each other", function()
      local r, bodies = geometry.random(43), {}
      for i = 1, 300 do
        bodies[i] = world:circle { x = r.between(-12, 12), y = r.between(-12, 12),
          radius = r.between(0.1, 0.8), vx = r.between(-5, 5), vy = r.between(-5, 5),
          restitution = 1 }
      end
      local seen = 0
      for _ = 1, 30 do
        for _ = 1, 5 do world:step(1 / 60) end
        seen = seen + check_touching(bodies)
      end
      assert(seen > 200, "touches: " .. seen) -- they bounce where they touch
    end)

    it("are those of brute force in a churn of 1,000 bodies that come, go and jump", function()
      local r, bodies = geometry.random(44), {}
      local function add()
        bodies[#bodies + 1] = world:circle { x = r.between(-25, 25), y = r.between(-25, 25),
          radius = r.between(0.1, 1), vx = r.between(-20, 20), vy = r.between(-20, 20),
          type = r.next() < 0.2 and "static" or "dynamic", group = r.next() < 0.1 and -1 or 0 }
      end
      for _ = 1, 1000 do add() end
      for _ = 1, 8 do
        for _ = 1, 120 do
          local i = r.integer(1, #bodies)
          local body = bodies[i]
          local what = r.next()
          if what < 0.4 then
            body:destroy()
            bodies[i] = bodies[#bodies]
            bodies[#bodies] = nil
            add()
          elseif what < 0.8 then
            body:set_transform(r.between(-25, 25), r.between(-25, 25), r.between(-3, 3))
          elseif what < 0.9 then
            body:set_type(body:type() == "static" and "dynamic" or "static")
          else
            body:set_velocity(r.between(-100, 100), r.between(-100, 100))
          end
        end
        world:step(1 / 60)
        world:step(1 / 60)
        -- brute force over those that may touch at all: all but static and same-group pairs
        world:step(0)
        local wanted, seen = touching_set(bodies), seen_set()
        local by_id, checked = {}, 0
        for _, body in ipairs(bodies) do by_id[body:id()] = body end
        for pair, sure in pairs(wanted) do
          local a, b = pair:match("(%d+) (%d+)")
          a, b = by_id[tonumber(a)], by_id[tonumber(b)]
          local may = (a:type() == "dynamic" or b:type() == "dynamic")
            and not (a:shape():group() == -1 and b:shape():group() == -1)
          if sure == true then
            checked = checked + 1
            assert.equal(may, seen[pair] or false, pair)
          elseif not may then
            assert.is_nil(seen[pair], pair)
          end
        end
        for pair in pairs(seen) do assert(wanted[pair], "does not touch: " .. pair) end
        assert(checked > 100)
        assert.is_true((world:validate()))
      end
    end)

    it("are found 99 km from the origin", function()
      for _, x in ipairs { -9.9e4, 9.9e4 } do
        local a = world:circle { x = x, y = x, radius = 0.5 }
        local b = world:circle { x = x + 0.999, y = x, radius = 0.5 }
        world:step(0)
        assert.is_true(a:touching(b))
      end
    end)

    it("are found in crowds that fly, however bodies come, go and change", function()
      for seed = 1, 4 do
        world:destroy()
        world = cairn.world { gravity = { 0, 0 }, sleep = false, layers = { "one", "two" } }
        local r, bodies, met = geometry.random(60 + seed), {}, 0
        local function add()
          return world:circle { x = r.between(-6, 6), y = r.between(-6, 6),
            radius = r.between(0.1, 0.4),
            vx = r.between(20, 24), vy = r.between(-3, 3), restitution = seed % 2 * 0.5 }
        end
        for i = 1, 120 do bodies[i] = add() end
        for step = 1, 60 do
          world:step(1 / 60)
          met = met + check_touching(bodies, 3e-4)
          assert.is_true((world:validate()))
          local i = step % #bodies + 1
          if step % 5 == 0 then
            local vx, vy = bodies[i]:velocity()
            bodies[i]:destroy()
            bodies[i] = add()
            bodies[i]:set_velocity(vx, vy)
          end
          -- nothing changes by these, but pairs are found anew
          bodies[i]:shape():set_layer("two")
          if step % 3 == 0 then bodies[i]:set_enabled(false) bodies[i]:set_enabled(true) end
          local j = (step + 40) % #bodies + 1
          if i ~= j then world:weld { a = bodies[i], b = bodies[j] }:destroy() end
        end
        assert(met > 100)
      end
    end)

    it("are found for a body that jumps far each step", function()
      local target = world:circle { type = "static", radius = 0.5 }
      local body = world:circle { x = 100, radius = 0.5 }
      for i = 1, 20 do
        body:set_position(i % 2 == 0 and 0.9 or 1000 * i, 0)
        world:step(0)
        assert.equal(i % 2 == 0, body:touching(target))
      end
    end)
  end)
end)
