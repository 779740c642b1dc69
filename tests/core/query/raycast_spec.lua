-- What single rays of a world hit, and what of the ray's ends, of planes, corners and chains.

local cairn = require "cairn"
local collect = require "tests.support.collect"
local geometry = require "tests.support.geometry"

describe("cairn.World", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 }, layers = { "hero" } } end)
  after_each(function() world:destroy() end)

  describe(":raycast", function()
    it("tells no sign of a zero", function()
      world:box { type = "static", w = 2, h = 2 }
      for _, ray in ipairs { { 0, 5, 0, -5 }, { 0, -5, 0, 5 }, { 5, 0, -5, 0 }, { -5, 0, 5, 0 } } do
        local _, _, _, nx, ny = world:raycast(table.unpack(ray))
        if nx == 0 then assert.equal(math.huge, 1 / nx) end
        if ny == 0 then assert.equal(math.huge, 1 / ny) end
      end
      local _, _, _, nx, ny = world:raycast(0.5, 0, 5, 0) -- from inside, where x is nearest
      assert.same({ 1, math.huge }, { nx, 1 / ny })
    end)

    -- All ways to ask for what lies from x1, y1 to x2, y2; each gives a list of hits of six values.
    local function rays(x1, y1, x2, y2)
      local dx, dy = x2 - x1, y2 - y1
      local cast = { kind = "circle", radius = 1e-3, x = x1, y = y1, dx = dx, dy = dy }
      local function walked(...)
        local hits = {}
        for shape, x, y, nx, ny, fraction in ... do
          hits[#hits + 1] = { shape, x, y, nx, ny, fraction }
        end
        return hits
      end
      local function filled(f, ...)
        local t, hits = {}, {}
        for i = 1, f(world, t, ...) do hits[i] = { table.unpack(t, 6 * i - 5, 6 * i) } end
        return hits
      end
      local function one(...) return ... and { { table.unpack({ ... }, 1, 6) } } or {} end
      local each = {}
      for shape in world:shapes() do
        local x, y, nx, ny, fraction = shape:raycast(x1, y1, x2, y2)
        if x then each[#each + 1] = { shape, x, y, nx, ny, fraction } end
      end
      return {
        raycast = one(world:raycast(x1, y1, x2, y2)),
        raycast_all = walked(world:raycast_all(x1, y1, x2, y2)),
        raycast_all_into = filled(world.raycast_all_into, x1, y1, x2, y2),
        ["shape:raycast"] = each,
        shapecast = one(world:shapecast(cast)),
        shapecast_all = walked(world:shapecast_all(cast)),
        shapecast_all_into = filled(world.shapecast_all_into, cast),
      }
    end

    --        +-----+
    --        |  *--|----->  and  *  alone
    --        +-----+
    describe("from inside", function()
      for _, way in ipairs { 5, 0 } do
        local title = "hits where it starts, fraction 0, out of the nearest face, on a way of %g m"
        it(title:format(way), function()
          local _, box = world:box { type = "static", w = 2, h = 2 }
          for name, hits in pairs(rays(0.25, 0.5, 0.25 + way, 0.5)) do
            assert.same({ { box, 0.25, 0.5, 0, 1, 0 } }, hits, name)
          end
        end)
      end

      it("is so of every kind of shape that has an inside", function()
        local kinds = {
          circle = { radius = 1 }, ellipse = { rx = 1, ry = 1 },
          capsule = { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.6 }, halfspace = { y = 1 },
          polygon = { points = { -1, -1, 1, -1, 1, 1, 0.3, 0.8, -1, 1 } },
          segment = { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.6 },
          chain = { points = { -1, 0, 1, 0, 2, 1 }, radius = 0.6 },
        }
        for kind, keys in cairn.pairs(kinds) do
          keys.type = "static"
          local body, shape = world[kind](world, keys)
          for _, way in ipairs { 0, 5 } do
            for name, hits in pairs(rays(0.25, 0.5, 0.25, 0.5 + way)) do
              local hit = hits[1]
              assert.equal(1, #hits)
              assert.same({ shape, 0.25, 0.5, 0 }, { hit[1], hit[2], hit[3], hit[6] },
                kind .. " " .. name)
              assert.near(1, hit[4] ^ 2 + hit[5] ^ 2, 1e-6, kind .. " " .. name)
            end
          end
          body:destroy()
        end
      end)
    end)

    describe("of no length", function()
      it("hits nothing outside", function()
        world:box { type = "static", w = 2, h = 2 }
        for name, hits in pairs(rays(1.5, 0, 1.5, 0)) do assert.same({}, hits, name) end
      end)

      it("hits nothing where no world reaches", function()
        world:box { type = "static", w = 2, h = 2 }
        for _, far in ipairs { 1e9, 1e300, -1e300 } do
          assert.is_nil((world:raycast(far, 0, far, 0)))
          assert.is_nil((world:raycast(0, far, 0, far)))
          for _ in world:raycast_all(far, far, far, far) do error "hit" end
          for shape in world:shapes() do assert.is_nil((shape:raycast(far, 0, far, 0))) end
        end
      end)

      it("asks as query_point does, lowest id first", function()
        for i = 1, 5 do world:circle { type = "static", x = 0.1 * i, radius = 0.5 } end
        world:box { type = "static", x = 0.2, w = 0.2, h = 1, sensor = true }
        for _, x in ipairs { -0.39, -0.2, 0, 0.45, 0.9, 1.01 } do
          local hits = {}
          for shape in world:raycast_all(x, 0.1, x, 0.1) do hits[#hits + 1] = shape end
          assert.same(collect(world:query_point(x, 0.1)), hits)
          assert.equal(hits[1], (world:raycast(x, 0.1, x, 0.1)))
        end
      end)
    end)

    it("does not slip through the corners of a chain", function()
      local r = geometry.random(3)
      local points = {}
      for i = 0, 40 do
        points[#points + 1], points[#points + 2] = 0.37 * i, r.between(-0.3, 0.3)
      end
      local body = world:chain { x = 0.1, y = 0.2, angle = 0.3, points = points }
      for i = 2, 40 do
        local x, y = body:to_world(points[2 * i - 1], points[2 * i])
        for _ = 1, 50 do
          local dx, dy = r.between(-0.2, 0.2), r.between(1, 3)
          assert.is_truthy((world:raycast(x + dx, y + dy, x - dx, y - dy)))
          assert.is_truthy((world:raycast(x - dx, y - dy, x + dx, y + dy)))
        end
      end
    end)

    it("meets a line from its end, and from both sides", function()
      local _, line = world:segment { x1 = -1, y1 = 0, x2 = 1, y2 = 0 }
      assert.same({ line, 1, 0, 1, 0, 0.25, 1 }, { world:raycast(2, 0, -2, 0) })
      assert.same({ line, 0, 0, 0, 1, 0.5, 1 }, { world:raycast(0, 1, 0, -1) })
      assert.same({ line, 0, 0, 0, -1, 0.5, 1 }, { world:raycast(0, -1, 0, 1) })
    end)

    it("takes any finite numbers", function()
      local _, box = world:box { type = "static", x = 10, w = 2, h = 2 }
      local shape, x, _, _, _, fraction = world:raycast(0, 0, 1e300, 0)
      assert.equal(box, shape)
      assert.near(9, x, 1e-9)
      assert.near(9e-300, fraction, 1e-305)
      for _, far in ipairs { 1e9, 1e16, 1e100, 1e308 } do
        world:raycast(-far, -far, far, far)
        world:raycast(far, 0, -far, 0)
        assert.equal(1, #collect(world:query_box(-far, -far, far, far)))
        assert.equal(0, #collect(world:query_circle(far, far, 1)))
        assert.equal(0, #collect(world:query_point(far, -far)))
        assert.is_nil(world:pick(far, far))
        assert.equal(box, (world:closest(far, 0, math.huge)))
        assert.is_nil((world:closest(far, 0, 1)))
        world:shapecast { radius = 1, dx = far, dy = far }
      end
    end)
  end)
end)
