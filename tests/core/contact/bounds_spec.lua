-- The world's bounds, and what becomes of who leaves them.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local run = measure.run

describe("In a world,", function()
  local world, left

  local function renew(outside)
    if world then world:destroy() end
    world = cairn.world { gravity = { 0, 0 }, bounds = { -10, -5, 10, 5 }, outside = outside }
    left = {}
    world:set_listener { left_bounds = function(body) left[#left + 1] = body end }
  end

  before_each(function() renew(nil) end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  describe("bounds", function()
    it("are left when the whole box is outside, on each side", function()
      --      +-----------+
      --      |           | ()->    the circle touches x = 10 still at 10.4, not at 10.6
      --      +-----------+
      for _, way in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
        renew(nil)
        local x, y = way[1] * 10, way[2] * 5
        local body = world:circle { x = x, y = y, radius = 0.5, vx = way[1], vy = way[2] }
        run(world, 0.45)
        assert.same({}, left)
        run(world, 0.15)
        assert.same({ body }, left)
      end
    end)

    it("tell of each leaving once, and again after a return", function()
      local body = world:circle { x = 10, radius = 0.5, vx = 2 }
      run(world, 2)
      assert.same({ body }, left)
      body:set_velocity(-4, 0)
      run(world, 1.5)
      body:set_velocity(4, 0)
      run(world, 1.5)
      assert.same({ body, body }, left)
    end)

    it("keep what is outside by default", function()
      assert.equal("keep", world:outside())
      local body = world:circle { x = 20, radius = 0.5, vx = 1 }
      run(world, 1)
      assert.is_true(body:is_enabled())
      assert(math.abs(body:position() - 21) < 1e-4)
    end)

    it("disable what leaves when told so", function()
      renew("disable")
      local body = world:circle { x = 10, radius = 0.5, vx = 2 }
      run(world, 1)
      assert.same({ body }, left)
      assert.is_false(body:is_enabled())
      local x = body:position()
      run(world, 1)
      assert.equal(x, (body:position()))
      body:set_transform(0, 0, 0)
      body:set_enabled(true)
      run(world, 0.5)
      assert(body:position() > 0.9)
    end)

    it("destroy what leaves when told so; the hook still learns its name", function()
      renew("destroy")
      local name, valid
      world:set_listener {
        left_bounds = function(body) name, valid = body:name(), body:is_valid() end,
      }
      local body = world:circle { x = 10, radius = 0.5, vx = 2, name = "lost" }
      world:circle { radius = 0.5 }
      run(world, 1)
      assert.equal("lost", name)
      assert.is_false(valid)
      assert.is_false(body:is_valid())
      assert.equal(1, world:body_count())
    end)

    it("destroy what touches something: the end of it names who it was", function()
      renew("destroy")
      world:box { type = "static", y = -0.5, w = 100, h = 1, friction = 0 }
      local body, shape = world:box { x = 9, y = 0.5, w = 1, h = 1, vx = 30, friction = 0,
        name = "gone", data = "its data" }
      local ended
      world:set_listener { end_contact = function(_, b)
        ended = { b, b:body(), b:body():name(), b:body():data() }
      end }
      for _ = 1, 10 do world:step() end
      assert.is_false(body:is_valid())
      assert.same({ shape, body, "gone", "its data" }, ended)
      assert.has_error(function() body:name() end)
    end)

    it("destroy a heap of thousands as it falls out, and nothing else", function()
      renew("destroy")
      world:set_gravity(0, -10)
      local stays = world:circle { radius = 0.5, gravity_scale = 0 }
      for i = 0, 999 do
        world:circle { x = 1 + (i % 9), y = -4 + 0.008 * i, radius = 0.2, group = -1 }
      end
      run(world, 2.5)
      assert.equal(1, world:body_count())
      assert.is_true(stays:is_valid())
      assert.equal(1000, #left)
    end)

    it("do not concern static bodies", function()
      renew("destroy")
      local wall = world:box { type = "static", x = 50, w = 1, h = 1 }
      run(world, 0.2)
      assert.is_true(wall:is_valid())
      assert.same({}, left)
    end)

    it("can be set, read and removed", function()
      assert.same({ -10, -5, 10, 5 }, { world:bounds() })
      local body = world:circle { x = 8, radius = 0.5 }
      world:set_bounds(-1, -1, 1, 1)
      assert.same({ -1, -1, 1, 1 }, { world:bounds() })
      world:step()
      assert.same({ body }, left)
    end)

    it("that are none are never left", function()
      local open = cairn.world { gravity = { 0, 0 } }
      local body = open:circle { x = 9e4, radius = 0.5, vx = 100 }
      local told
      open:set_listener { left_bounds = function() told = true end }
      run(open, 1)
      assert.is_nil(told)
      assert.is_true(body:is_enabled())
      open:destroy()
    end)
  end)
end)
