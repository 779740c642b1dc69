-- The character mover: where it gets to and what it stands on. What carries it is in
-- mover_ride_spec.lua, whom it meets in mover_meet_spec.lua, its keys and its life in
-- mover_life_spec.lua.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local movers = require "tests.support.movers"

local SKIN <const>, DT <const> = movers.SKIN, movers.DT
local rad <const> = math.rad

describe("cairn.Mover", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 }, layers = { "ghost" } } end)
  after_each(function() world:destroy() end)

  local tools = movers.tools(function() return world end)
  local wall, floor, person = tools.wall, tools.floor, tools.person
  local foot, walk = tools.foot, tools.walk

  describe(":move", function()
    it("goes where nothing is, by just that much", function()
      local m = person(0, 10)
      local dx, dy = m:move(3, -2)
      assert.near(3, dx, 1e-12)
      assert.near(-2, dy, 1e-12)
      local x, y = m:position()
      assert.near(3, x, 1e-12)
      assert.near(8.9, y, 1e-12)
      assert.is_false(m:is_grounded())
    end)

    it("slides along a wall", function()
      -- a wall that leans by 30 degrees: of a way straight down its cosine is left along it
      local body = world:segment { x1 = 0, y1 = -50, x2 = 0, y2 = 50, angle = rad(-30) }
      local nx, ny = body:dir_to_world(-1, 0)
      local gap = 0.3 + SKIN
      local m = world:mover { radius = 0.3, height = 0.6, x = gap * nx, y = gap * ny }
      local dx, dy = m:move(0, -4)
      assert.near(-4 * math.cos(rad(30)) * math.sin(rad(30)), dx, 1e-5)
      assert.near(-4 * math.cos(rad(30)) ^ 2, dy, 1e-5)
      assert.is_false(m:is_grounded())
    end)

    it("stops at walls and ceilings, a skin away", function()
      floor()
      wall(5, 5, 1, 10)
      wall(0, 3.5, 4, 1)
      local m = person(0, 1e-3)
      m:move(0, -0.01)
      assert.is_true(m:is_grounded())
      m:move(0, 100)
      assert.near(3 - 1.8 - SKIN, select(2, foot(m)), 1e-9)
      m:move(0, -100)
      assert.near(SKIN, select(2, foot(m)), 1e-9)
      m:move(100, 0)
      assert.near(4.5 - 0.3 - SKIN, (m:position()), 1e-9)
    end)

    it("passes no wall, however thin or far", function()
      local r = geometry.random(5)
      local points = {}
      for i = 0, 40 do
        local a = 2 * math.pi * i / 40
        points[2 * i + 1], points[2 * i + 2] = 20 * math.cos(a), 20 * math.sin(a)
      end
      world:chain { points = points }
      for i = 1, 30 do
        wall(r.between(-12, 12), r.between(-12, 12), r.between(0.1, 3), 0.01,
          { angle = r.between(-3, 3), layer = i % 10 == 0 and "ghost" or nil })
      end
      local found = {}
      for _, keys in ipairs { { radius = 0.3, height = 1.8 }, { w = 0.5, h = 1.5 },
        { radius = 0.4, height = 0.8, step = 0 } } do
        local m = world:mover(keys)
        local probe = { w = keys.w, h = keys.h, radius = keys.radius }
        if keys.height then
          probe.kind = keys.height > 2 * keys.radius and "capsule" or "circle"
          if probe.kind == "capsule" then
            probe.x1, probe.y1, probe.x2, probe.y2 = 0, -0.6, 0, 0.6
          end
        end
        m:set_position(0, 18)
        for i = 1, 3000 do
          local size = i % 3 == 0 and 100 or i % 3 == 1 and 1 or 0.05
          m:move(r.between(-size, size), r.between(-size, size))
          local x, y = m:position()
          assert.is_true(x * x + y * y < 400)
          probe.x, probe.y = x, y
          assert.equal(0, world:query_shape_into(found, probe))
        end
        m:destroy()
      end
    end)

    it("gets out of every corner", function()
      local r = geometry.random(9)
      floor()
      for _ = 1, 40 do
        local a, b = r.between(0.2, 2.9), r.between(0.2, 2.9)
        local left = world:segment { x1 = -3, y1 = 0, x2 = 0, y2 = 0, y = 5, angle = -a / 2 }
        local right = world:segment { x1 = 0, y1 = 0, x2 = 3, y2 = 0, y = 5, angle = b / 2 }
        local m = person(0, 8)
        for _ = 1, 60 do m:move(r.between(-0.3, 0.3), -0.3) end
        local _, y = m:position()
        for _ = 1, 100 do m:move(0, 0.1) end
        assert.near(y + 10, select(2, m:position()), 1e-3)
        m:destroy()
        left:destroy()
        right:destroy()
      end
    end)

    it("passes a gap that is a little wider than it", function()
      floor()
      wall(4, 2.802, 2, 2)                -- 1.802 m over the floor
      local m = person(0, 0.01)
      walk(m, 3, 180)
      assert.is_true(m:position() > 6)
      wall(-10, 2.6, 2, 1.6)              -- 1.8 m and no skin
      m:set_position(0, 0.91)
      walk(m, -6, 180)
      assert.near(-9 + 0.3, (m:position()), 0.31) -- its round top goes some way below the edge
      m:destroy()
      -- straight down a shaft
      wall(19, -3, 1, 10)
      wall(20.602, -3, 1, 10)
      m = world:mover { w = 0.6, h = 1, x = 19.801, y = 4 }
      m:move(0, -3.5)
      assert.near(0.5 + SKIN, select(2, m:position()), 1e-9)
    end)
  end)

  describe("stairs", function()
    local function climb(rise, more)
      floor()
      for i = 1, 5 do wall(5 + i, rise * i / 2, 1, rise * i) end
      wall(30, rise * 2.5, 39, rise * 5)
      local m = person(0, 0.01, more)
      walk(m, 3, 300)
      return m
    end

    it("of 0.3 m are climbed with a step of 0.35 m", function()
      local m = climb(0.3, { step = 0.35 })
      assert.near(1.5 + SKIN, select(2, foot(m)), 1e-6)
      assert.is_true(m:position() > 13)
      assert.is_true(m:is_grounded())
      walk(m, -3, 300)                    -- and down again, never in the air
      assert.near(SKIN, select(2, foot(m)), 1e-6)
    end)

    it("of 0.4 m are not", function()
      local m = climb(0.4, { step = 0.35 })
      assert.near(SKIN, select(2, foot(m)), 1e-6)
      assert.near(5.5 - 0.3 - SKIN, (m:position()), 1e-6)
    end)

    it("are climbed by boxes, too", function()
      local m = climb(0.3, { step = 0.35, w = 0.6, h = 1.8 })
      assert.near(1.5 + SKIN, select(2, foot(m)), 1e-6)
    end)
    it("... as high as they may be", function()
      local m = climb(0.4, { step = 0.35, w = 0.6, h = 1.8 })
      assert.near(SKIN, select(2, foot(m)), 1e-6)
    end)
    it("are run up and down at any speed", function()
      floor()
      for i = 1, 10 do wall(5 + i * 0.4, 0.1 * i, 0.4, 0.2 * i) end
      wall(59.2, 1, 100, 2)
      for _, keys in ipairs { {}, { w = 0.6, h = 1.8 } } do
        for _, v in ipairs { 10, 50, 200 } do
          local m = person(0, 0.01, keys)
          m:move(0, -0.1)
          local ticks = math.ceil(30 / v * 30)
          for _ = 1, ticks do m:move(v / 30, 0) end
          assert.near(ticks * v / 30, (m:position()), 1e-6)
          assert.near(2 + SKIN, select(2, foot(m)), 1e-6)
          for _ = 1, ticks do
            m:move(-v / 30, 0)
            assert.is_true(m:is_grounded())
          end
          assert.near(0, (m:position()), 1e-6)
          assert.near(SKIN, select(2, foot(m)), 1e-6)
          m:destroy()
        end
      end
    end)
    it("are walls to who climbs none, and still stands", function()
      floor()
      wall(3, 0.001, 1, 0.002)
      local m = person(0, 0.01, { step = 0, w = 0.6, h = 1.8 })
      walk(m, 0, 10)
      assert.is_true(m:is_grounded())
      walk(m, 3, 120)
      assert.near(2.5 - 0.3 - SKIN, (m:position()), 1e-6)
      assert.is_true(m:is_grounded())
    end)
    it("are not climbed in one bound, either", function()
      floor()
      wall(6, 0.2, 2, 0.4)
      local m = person(0, 0.01, { step = 0.35 })
      m:move(0, -0.1)
      m:move(100, 0)
      assert.near(5 - 0.3 - SKIN, (m:position()), 1e-6)
    end)
  end)

  describe("slopes", function()
    -- A slope through 0, 0 that rises to the right.
    local function slope(degrees)
      world:segment { x1 = -60, y1 = 0, x2 = 60, y2 = 0, angle = rad(degrees) }
    end

    it("of 40 degrees are stood on", function()
      slope(40)
      local m = person(0, 3)
      walk(m, 0, 120)
      assert.is_true(m:is_grounded())
      local nx, ny = m:ground_normal()
      assert.near(-math.sin(rad(40)), nx, 1e-6)
      assert.near(math.cos(rad(40)), ny, 1e-6)
      local x, y = m:position()
      walk(m, 0, 600)
      assert.near(x, (m:position()), 1e-9)
      assert.near(y, select(2, m:position()), 1e-6)
    end)

    it("of 40 degrees are walked at full width, up and down", function()
      slope(40)
      local m = person(0, 3)
      walk(m, 0, 120)
      local x, y = m:position()
      walk(m, 3, 60)
      assert.near(x + 3, (m:position()), 1e-6)
      assert.near(y + 3 * math.tan(rad(40)), select(2, m:position()), 1e-5)
      walk(m, -3, 120)
      assert.near(x - 3, (m:position()), 1e-6)
      assert.near(y - 3 * math.tan(rad(40)), select(2, m:position()), 1e-5)
      assert.is_true(m:is_grounded())
    end)

    it("of 55 degrees are slid down, and lift nobody", function()
      slope(55)
      local m = person(0, 3)
      walk(m, 0, 60)
      local x, y = m:position()
      walk(m, 0, 60)
      assert.is_false(m:is_grounded())
      assert.is_true(m:position() < x - 1 and select(2, m:position()) < y - 1)
      y = select(2, m:position())
      m:move(5, 0)
      assert.is_true(select(2, m:position()) <= y + 1e-6)
    end)

    it("two too steep ones hold who falls between them", function()
      world:segment { x1 = 0, y1 = 0, x2 = 9, y2 = 0, angle = rad(55) }
      world:segment { x1 = -9, y1 = 0, x2 = 0, y2 = 0, angle = rad(-55) }
      local m = person(0.1, 3)
      walk(m, 0, 300)
      assert.is_true(m:is_grounded())
      assert.near(0, (m:position()), 1e-3)
    end)

    it("rows of tiles are a floor", function()
      for i = 0, 60 do wall(i * 0.5, -0.25, 0.5, 0.5) end
      for _, keys in ipairs { {}, { w = 0.6, h = 1.8 } } do
        local m = person(1, 0.01, keys)
        m:move(0, -0.1)
        for _ = 1, 500 do
          m:move(0.05, -0.003)
          assert.is_true(m:is_grounded())
          assert.near(SKIN, select(2, foot(m)), 1e-6)
        end
        assert.near(26, (m:position()), 1e-6)
        m:destroy()
      end
    end)
  end)

  describe("one-way platforms", function()
    local m
    before_each(function()
      floor()
      wall(0, 2.5, 4, 0.2, { one_way = { 0, 1 } })
      m = person(0, SKIN)
      m:move(0, -0.01)
    end)

    it("let it pass from below and hold it from above", function()
      local vy, top = 10, 0
      for _ = 1, 150 do
        m:move(0, vy * DT)
        world:step(DT)
        vy = m:is_grounded() and 0 or vy - 10 * DT
        top = math.max(top, select(2, foot(m)))
      end
      assert.near(10 * 10 / 20, top, 0.2)      -- nothing held it on the way up
      assert.is_true(m:is_grounded())
      assert.near(2.6 + SKIN, select(2, foot(m)), 1e-6)
    end)

    it("are walked through from the side", function()
      m:set_position(-5, 2.5)
      m:move(10, 0)
      assert.near(5, (m:position()), 1e-9)
    end)

    it("let it fall through when it is told to", function()
      m:set_position(0, 2.6 + SKIN + 0.9)
      m:move(0, -0.01)
      assert.is_true(m:is_grounded())
      m:set_one_way(false)
      m:move(0, -0.3)
      assert.near(2.3, select(2, foot(m)), 1e-3)
      m:set_one_way(true)                      -- it is in it: it falls on
      m:move(0, -9)
      assert.near(SKIN, select(2, foot(m)), 1e-6)
    end)
  end)

  describe("legs", function()
    it("hold it at their length, and spring", function()
      floor()
      local m = person(0, 0.5, { legs = { length = 0.5, hertz = 3, damping = 1 } })
      walk(m, 0, 300, true)
      assert.is_true(m:is_grounded())
      assert.near(0.5 + SKIN, select(2, foot(m)), 1e-3)
      m:set_position(0, 3 + 0.9)
      local low, vy = 9, 0
      for _ = 1, 300 do
        vy = m:is_grounded() and 0 or vy - 10 * DT
        m:move(0, vy * DT)
        world:step(DT)
        low = math.min(low, select(2, foot(m)))
      end
      assert.is_true(low < 0.4)                -- compressed by the fall
      assert.near(0.5 + SKIN, select(2, foot(m)), 1e-3)
    end)

    it("go down stairs without leaving them", function()
      floor()
      for i = 1, 10 do wall(5 + i * 0.4, 0.1 * i, 0.4, 0.2 * i) end
      wall(59.2, 1, 100, 2)
      local m = person(0, 0.3, { legs = { length = 0.3, hertz = 4 } })
      walk(m, 5, 240, true)
      assert.near(2.3 + SKIN, select(2, foot(m)), 1e-3)
      for _ = 1, 240 do
        walk(m, -5, 1, true)
        assert.is_true(m:is_grounded())
      end
      assert.near(0.3 + SKIN, select(2, foot(m)), 1e-3)
    end)

    it("carry it over what is lower", function()
      floor()
      wall(3, 0.2, 1, 0.4)
      local m = person(0, 0.5, { legs = { length = 0.5, hertz = 3, damping = 1 } })
      walk(m, 3, 180, true)
      assert.is_true(m:position() > 8.5)
    end)
  end)

  it("stands upside down where up is down", function()
    floor()
    wall(0, 5.5, 20, 1)
    local m = world:mover { radius = 0.3, height = 1.8, y = 3, up = { 0, -1 } }
    m:move(0, 9)
    assert.is_true(m:is_grounded())
    assert.near(5 - 0.9 - SKIN, select(2, m:position()), 1e-9)
    local nx, ny = m:ground_normal()
    assert.near(0, nx, 1e-9)
    assert.near(-1, ny, 1e-9)
  end)

  it("is the same 90 km away", function()
    local function run(ox)
      local w = cairn.world {}
      w:box { type = "static", x = ox, y = -0.5, w = 100, h = 1 }
      w:box { type = "static", x = ox + 3, y = 0.1, w = 2, h = 0.2 }
      local m = w:mover { radius = 0.3, height = 1.8, x = ox, y = 1 }
      for _ = 1, 120 do
        m:move(0.05, -0.05)
        w:step(DT)
      end
      local x, y = m:position()
      w:destroy()
      return x - ox, y
    end
    local x, y = run(0)
    local fx, fy = run(90000)
    assert.near(6, x, 1e-6)
    assert.near(x, fx, 1e-6)
    assert.near(y, fy, 1e-6)
  end)

  it("is part of the world's hash, and deterministic", function()
    local function run(threads)
      local w = cairn.world { threads = threads }
      w:box { type = "static", y = -0.5, w = 50, h = 1 }
      for i = 1, 10 do w:box { x = i, y = 3 + i * 0.7, w = 0.5, h = 0.5 } end
      local before = w:hash()
      local m = w:mover { radius = 0.3, height = 1.8, y = 2, push = 50 }
      assert.is_true(before ~= w:hash())
      for i = 1, 200 do
        m:move(0.05, m:is_grounded() and 0 or -0.05)
        w:step(DT)
        if i == 100 then before = w:hash() end
      end
      local hash = w:hash()
      m:destroy()
      assert.is_true(hash ~= w:hash())
      w:destroy()
      return hash, before
    end
    local a, b = run(1)
    assert.same({ a, b }, { run(1) })
    assert.same({ a, b }, { run(2) })
  end)
end)
