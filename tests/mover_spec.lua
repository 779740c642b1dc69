-- The character mover: where it gets to, what it stands on, what carries and pushes it.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"

local SKIN <const> = 0.0005 -- m that it keeps to everything
local DT <const> = 1 / 60
local rad <const> = math.rad

describe("cairn.Mover", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 }, layers = { "ghost" } } end)
  after_each(function() world:destroy() end)

  local function wall(x, y, w, h, more)
    local keys = { type = "static", x = x, y = y, w = w, h = h }
    for k, v in pairs(more or {}) do keys[k] = v end
    return world:box(keys)
  end
  local function floor() return wall(0, -0.5, 200, 1) end

  -- A capsule 1.8 m high, whose foot is at x, y.
  local function person(x, y, more)
    local keys = { radius = 0.3, height = 1.8, x = x, y = y + 0.9, max_slope = rad(45) }
    for k, v in pairs(more or {}) do keys[k] = v end
    if keys.w then keys.radius, keys.height = nil, nil end
    return world:mover(keys)
  end
  local function foot(mover)
    local x, y = mover:position()
    return x, y - 0.9
  end

  -- Walks at vx for so many ticks, falls when there is nothing below.
  local function walk(mover, vx, ticks, step)
    local vy = 0
    for _ = 1, ticks do
      vy = mover:is_grounded() and 0 or vy - 10 * DT
      mover:move(vx * DT, vy * DT)
      if step then world:step(DT) end
    end
  end

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

  describe("on a platform", function()
    local function ride(move, seconds, x)
      local platform = world:box { type = "kinematic", w = 6, h = 0.4, y = 3 }
      local m = person(x or 0, 3.2 + SKIN)
      m:move(0, -0.01)
      assert.is_true(m:is_grounded())
      assert.equal(platform:shape(), m:ground())
      local lx, ly = platform:to_local((foot(m)), 3.2)
      for i = 1, seconds * 60 do
        move(platform, i * DT)
        world:step(DT)
        local px, py = platform:to_world(lx, ly)
        local fx, fy = foot(m)
        assert.near(px, fx, 1e-3)
        -- its round foot lies on the slope beside the middle
        assert.near(py + (0.3 + SKIN) / math.cos(platform:angle()) - 0.3, fy, 1e-3)
        assert.is_true(m:is_grounded())
      end
    end

    it("is carried across, up and down", function()
      ride(function(p, t)
        p:move_to(2 * math.sin(t * 2), 3 + 2 * math.sin(t * 3), 0, DT)
      end, 5)
    end)

    it("is carried on one that turns", function()
      ride(function(p, t)
        p:move_to(math.sin(t), 3, 0.3 * math.sin(t), DT)
      end, 5, 0)
    end)

    it("is carried off its middle by one that turns", function()
      local platform = world:box { type = "kinematic", w = 6, h = 0.4, y = 3 }
      local m = person(2, 3.2 + SKIN)
      m:move(0, -0.01)
      platform:set_angular_velocity(rad(20))
      for _ = 1, 60 do world:step(DT) end
      assert.is_true(m:is_grounded())
      -- the foot's contact went along a circle of 2 m by 20 degrees
      local x = m:position()
      assert.near(2 * math.cos(rad(20)) - 0.2 * math.sin(rad(20)), x, 0.03)
      local nx, ny = m:ground_normal()
      assert.near(-math.sin(rad(20)), nx, 1e-3)
      assert.near(math.cos(rad(20)), ny, 1e-3)
    end)

    it("tells the platform's velocity as its own, and walks on top of it", function()
      local platform = world:box { type = "kinematic", w = 60, h = 0.4, y = 3, vx = 2 }
      local m = person(0, 3.2 + SKIN)
      m:move(0, -0.01)
      for _ = 1, 60 do
        m:move(1 * DT, 0)
        world:step(DT)
      end
      local vx, vy = m:velocity()
      assert.near(3, vx, 1e-4)
      assert.near(0, vy, 1e-4)
      assert.near(3, (m:position()), 1e-4)
      assert.near(2, (platform:position()), 1e-4)
    end)

    it("is not carried through a wall", function()
      wall(4, 5, 1, 4)
      world:box { type = "kinematic", w = 6, h = 0.4, y = 3, vx = 2 }
      local m = person(0, 3.2 + SKIN)
      m:move(0, -0.01)
      for _ = 1, 240 do world:step(DT) end
      assert.near(3.5 - 0.3 - SKIN, (m:position()), 1e-6)
    end)

    it("falls when it goes away", function()
      local platform = world:box { type = "kinematic", w = 6, h = 0.4, y = 3 }
      local m = person(0, 3.2 + SKIN)
      m:move(0, -0.01)
      platform:destroy()
      assert.is_false(m:is_grounded())
      assert.is_nil(m:ground())
      world:step(DT)
      assert.is_false(m:is_grounded())
    end)
  end)

  it("is pushed aside by what moves into it", function()
    floor()
    world:box { type = "kinematic", x = -3, y = 1, w = 1, h = 2, vx = 3 }
    local m = person(0, SKIN)
    m:move(0, -0.01)
    for _ = 1, 120 do world:step(DT) end
    assert.near(3 + 0.5 + 0.3 + SKIN, (m:position()), 0.05 + 1e-3)
    assert.is_true(m:position() >= 3.8)
    assert.is_true(m:is_grounded())
    assert.near(SKIN, select(2, foot(m)), 1e-6)
    assert.near(3, (m:velocity()), 1e-3)
  end)

  it("is squeezed, not pressed through a wall", function()
    floor()
    wall(4, 1, 0.02, 8)
    wall(-20, 4, 6, 0.02)
    world:box { type = "kinematic", y = 1, w = 1, h = 2, vx = 3 }
    world:box { type = "kinematic", x = -20, y = 0.3, w = 3, h = 0.4, vy = 2 }
    local m, under = person(2, SKIN), person(-20, 0.6)
    under:move(0, -0.1)
    for _ = 1, 200 do
      world:step(DT)
      assert.is_true(m:position() <= 4 - 0.01 - 0.3 + 1e-6)
      assert.is_true(select(2, under:position()) <= 4 - 0.01 - 0.9 + 1e-6)
    end
    m:move(-0.5, 0)                            -- and is free again
    assert.is_true(m:position() < 3.3)
  end)

  it("stays whole among all kinds of shapes, and out of what stands still", function()
    local r = geometry.random(21)
    for seed = 1, 6 do
      local w = cairn.world { gravity = { 0, -10 } }
      w:halfspace { y = -12 }
      w:chain { points = { -12, 12, -12, -11.9, 12, -11.9, 12, 12 }, loop = true }
      local still, makers = {}, { "box", "circle", "capsule", "ellipse", "polygon", "segment" }
      for i = 1, 40 do
        local keys = { x = r.between(-11, 11), y = r.between(-11, 11), angle = r.between(-3, 3),
          type = i % 3 == 0 and "dynamic" or "static" }
        local kind = makers[r.integer(1, #makers)]
        if kind == "box" then keys.w, keys.h = r.between(0.2, 2), r.between(0.2, 2)
        elseif kind == "circle" then keys.radius = r.between(0.2, 1)
        elseif kind == "ellipse" then keys.rx, keys.ry = r.between(0.2, 1), r.between(0.2, 1)
        elseif kind == "polygon" then keys.points = geometry.random_polygon(r)
        else
          keys.x1, keys.y1, keys.x2, keys.y2 = -0.8, 0, 0.8, r.between(-0.5, 0.5)
          if kind == "capsule" then keys.radius = 0.2 end
        end
        local body, shape = w[kind](w, keys)
        if body:type() == "static" then still[#still + 1] = shape end
      end
      local disc = { radius = 0.3, height = 0.6, push = 300, x = 0, y = 11 }
      local m = w:mover(disc)
      local free = false
      for i = 1, 400 do
        local size = i % 50 == 0 and 100 or 0.2
        m:move(r.between(-size, size), r.between(-size, 0.8 * size))
        if i % 2 == 0 then w:step(DT) end
        local x, y = m:position()
        assert.is_true(x == x and math.abs(x) < 12 and math.abs(y) < 12, "seed " .. seed)
        local least = math.huge
        for _, shape in ipairs(still) do
          local cx, cy = shape:closest(x, y)
          least = math.min(least, math.sqrt((cx - x) ^ 2 + (cy - y) ^ 2) - 0.3)
        end
        free = free or least > 0
        assert.is_true(not free or least > -1e-4, ("seed %d: %g"):format(seed, least))
      end
      w:destroy()
    end
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

  describe("dynamic bodies", function()
    it("are stood on", function()
      floor()
      for i = 0, 3 do world:box { y = 0.5 + i, w = 1, h = 1 } end
      for _ = 1, 60 do world:step(DT) end
      local m = person(0, 4.5)
      walk(m, 0, 120, true)
      assert.is_true(m:is_grounded())
      assert.near(4 + SKIN, select(2, foot(m)), 2e-3)
      assert.near(0, (m:position()), 1e-3)
    end)

    it("give way to a force, not to more", function()
      floor()
      local light = world:box { x = 2, y = 0.5, w = 1, h = 1, density = 10, friction = 0 }
      local m = person(0, SKIN, { push = 20 })
      m:move(0, -0.01)
      local x0 = light:position()
      walk(m, 5, 21, true)                     -- reaches it
      local v0, reached = light:velocity(), m:position()
      assert.is_true(reached < 1.2 + 0.01 or v0 > 0)
      walk(m, 5, 20, true)
      local v1 = light:velocity()
      assert.is_true(v1 > v0)
      assert.is_true(v1 - v0 <= 20 / 10 * 20 * DT + 1e-3)
      assert.is_true(light:position() > x0)
      local heavy = world:box { x = -2, y = 0.5, w = 1, h = 1, density = 1000, friction = 0.6 }
      m:set_position(-0.5, 0.9 + SKIN)
      world:step(DT)
      local x = heavy:position()
      walk(m, -5, 60, true)
      assert.near(x, (heavy:position()), 1e-3)
    end)

    it("are walls without push", function()
      floor()
      local box = world:box { x = 2, y = 0.5, w = 1, h = 1, density = 0.1 }
      local m = person(0, SKIN, { step = 0.1 })
      m:move(0, -0.01)
      for _ = 1, 60 do world:step(DT) end
      local x = box:position()
      walk(m, 5, 60, true)
      assert.near(x, (box:position()), 1e-3)
      assert.near(x - 0.5 - 0.3 - SKIN, (m:position()), 2e-3)
    end)
  end)

  describe("and another mover", function()
    local function stand(x, y, more)
      local m = person(x, y or SKIN, more)
      m:move(0, -1)
      return m
    end

    it("are in each other's way", function()
      floor()
      local a, b = stand(0), stand(3)
      a:move(9, 0)
      assert.near(3 - 0.6 - SKIN, (a:position()), 1e-6)
      b:move(-9, 0)
      assert.near(3, (b:position()), 1e-6)
      for _ = 1, 60 do world:step(DT) end
      assert.near(3 - 0.6 - SKIN, (a:position()), 1e-6)
      a:set_position(3, 5)
      a:move(0, -9)                          -- on its head
      assert.is_true(a:is_grounded())
      assert.is_nil(a:ground())
      assert.near(1.8 + 2 * SKIN, select(2, foot(a)), 1e-5)
      b:destroy()
      assert.is_false(a:is_grounded())
      a:move(0, -9)
      assert.near(SKIN, select(2, foot(a)), 1e-6)
    end)

    it("ride on each other", function()
      floor()
      local below, above = stand(0, nil, { w = 1, h = 1 }), person(0, 2)
      above:move(0, -9)
      for _ = 1, 60 do
        below:move(2 * DT, 0)
        above:move(0.3 * DT, 0)
        world:step(DT)
        assert.is_true(above:is_grounded())
      end
      assert.near(2, (below:position()), 1e-6)
      assert.near(2 + 0.3, (above:position()), 1e-6)
    end)

    it("hear layers and filters", function()
      floor()
      local a, b = stand(0), stand(3, nil, { layer = "ghost" })
      world:set_collides("default", "ghost", false)
      a:move(9, 0)
      assert.near(9, (a:position()), 1e-6)
      world:set_collides("default", "ghost", true)
      a:move(-3, 0)
      assert.near(6, (a:position()), 1e-6)
      a:move(-9, 0)
      assert.near(3 + 0.6 + SKIN, (a:position()), 1e-6)
      a:set_filter("default")
      a:move(-9, 0)
      assert.near(-5.4 + SKIN, (a:position()), 1e-6)
      b:move(-20, 0)
      assert.near(-5.4 + 2 * SKIN + 0.6, (b:position()), 1e-6)
    end)

    it("come apart where they begin in one place, and are pushed in rows", function()
      floor()
      local list = {}
      for i = 1, 5 do list[i] = stand(0.05 * i) end
      for _ = 1, 20 do world:step(DT) end
      local function apart(least)
        for i = 1, 5 do
          for j = i + 1, 5 do
            local ax, ay = list[i]:position()
            local bx, by = list[j]:position()
            assert.is_true(math.abs(ax - bx) > least or math.abs(ay - by) > 1.2, i .. " " .. j)
          end
        end
      end
      apart(0.6)
      world:box { type = "kinematic", x = -9, y = 1, w = 1, h = 8, vx = 3 }
      for _ = 1, 400 do
        world:step(DT)
        for i = 1, 5 do
          if list[i]:is_grounded() then list[i]:move(0, 0) else list[i]:move(0, -0.1) end
        end
      end
      apart(0.59)
      for i = 1, 5 do assert.is_true(list[i]:position() > -9 + 400 * DT * 3 + 0.7) end
    end)
  end)

  describe("with a mass", function()
    local function stand(x, y, more)
      local keys = { mass = 80 }
      for k, v in pairs(more or {}) do keys[k] = v end
      local m = person(x, y, keys)
      m:move(0, -0.01)
      return m
    end

    it("holds what falls on it, and sleeps under it", function()
      floor()
      for i, keys in ipairs { { w = 0.6, h = 1.8 }, {} } do
        local m = stand(5 * i, SKIN, keys)
        local crate = world:box { x = 5 * i, y = 3, w = 1, h = 1, density = 200 }
        for _ = 1, 300 do
          world:step(DT)
          assert.is_true(select(2, crate:position()) > 1.8 + 0.5 - 0.05)
        end
        assert.near(1.8 + 0.5, select(2, crate:position()), 2e-3)
        assert.near(5 * i, (m:position()), 1e-6)
        assert.near(SKIN, select(2, foot(m)), 1e-6)
        assert.is_false(crate:is_awake() or m:body():is_awake())
        m:move(0.1, 0)
        assert.is_true(crate:is_awake())
      end
    end)

    it("may be as good as a disc", function()
      local m = world:mover { radius = 0.3, height = 0.6 + 1e-9, mass = 1 }
      assert.equal("circle", m:body():shape():kind())
    end)

    it("walks away from under a pile of crates", function()
      floor()
      local m = stand(0, SKIN, { w = 0.6, h = 1.8 })
      local top
      for i = 0, 3 do top = world:box { y = 2.31 + i, w = 1, h = 1, density = 30 } end
      walk(m, 0, 120, true)
      assert.near(5.3, select(2, top:position()), 0.01)
      walk(m, 2, 120, true)
      assert.near(4, (m:position()), 1e-3)
      assert.near(SKIN, select(2, foot(m)), 1e-6)
    end)

    it("weighs on a scale what a box weighs", function()
      local function sink(make)
        local w = cairn.world { gravity = { 0, -10 } }
        local plate = w:box { y = 2, w = 3, h = 0.2, density = 10, fixed_rotation = true }
        w:prismatic { a = w:ground(), b = plate, at = { 0, 2 }, axis = { 0, 1 },
          spring = { hertz = 2, damping = 1 } }
        for _ = 1, 200 do w:step(DT) end
        local _, before = plate:position()
        local m = make(w)
        for _ = 1, 1200 do
          if m then m:move(0, m:is_grounded() and 0 or -0.05) end
          w:step(DT)
        end
        local _, after = plate:position()
        w:destroy()
        return before - after
      end
      local box = sink(function(w) w:box { y = 3, w = 0.6, h = 1.6, mass = 80 } end)
      local function mover(more)
        return sink(function(w)
          local keys = { y = 3.1, mass = 80, radius = 0.3, height = 1.8 }
          for k, v in pairs(more) do keys[k] = v end
          if keys.w then keys.radius, keys.height = nil, nil end
          return w:mover(keys)
        end)
      end
      assert.near(box, mover {}, 0.01 * box)
      assert.near(box, mover { w = 0.6, h = 1.8 }, 0.01 * box)
      assert.near(2 * box, mover { mass = 160 }, 0.02 * box)
      assert.near(box, mover { legs = { length = 0.3, hertz = 4 } }, 0.02 * box)
      assert.near(0, sink(function(w)
        return w:mover { y = 3.1, radius = 0.3, height = 1.8 }
      end), 1e-6)
    end)

    it("lets a scale that sleeps know when it goes, or weighs more", function()
      for _, legs in ipairs { false, { length = 0.3, hertz = 4 } } do
        local function after(change)
          local w = cairn.world { gravity = { 0, -10 } }
          local plate = w:box { y = 2, w = 3, h = 0.2, density = 10, fixed_rotation = true }
          w:prismatic { a = w:ground(), b = plate, at = { 0, 2 }, axis = { 0, 1 },
            spring = { hertz = 2, damping = 1 } }
          local m = w:mover { y = 3, mass = 80, radius = 0.3, height = 1.8, legs = legs or nil }
          for _ = 1, 1500 do
            m:move(0, m:is_grounded() and 0 or -0.05)
            w:step(DT)
          end
          assert.is_false(plate:is_awake())
          local _, before = plate:position()
          change(m)
          for _ = 1, 600 do w:step(DT) end
          local _, y = plate:position()
          w:destroy()
          return y - before
        end
        for _, change in ipairs { function(m) m:destroy() end, function(m) m:set_mass(nil) end,
          function(m) m:move(0, 5) end, function(m) m:set_position(50, 0) end,
          function(m) m:body():destroy() end } do
          assert.near(0.85, after(change), 0.02)
        end
        assert.near(-0.85, after(function(m) m:set_mass(160) end), 0.1)
      end
    end)

    it("lands and jumps with a blow", function()
      local w = cairn.world { gravity = { 0, 0 } }
      local raft = w:box { w = 4, h = 0.5, mass = 40, inertia = 100 }
      local m = w:mover { radius = 0.3, height = 1.8, x = 1, y = 3, mass = 80 }
      w:step(DT)
      for _ = 1, 20 do                       -- at 6 m/s down
        m:move(0, m:is_grounded() and 0 or -6 * DT)
        w:step(DT)
        if m:is_grounded() then break end
      end
      -- a dull collision at 1 m from the middle: j = v / (1 / m + 1 / M + r^2 / I)
      local j = 6 / (1 / 80 + 1 / 40 + 1 / 100)
      local _, vy = raft:velocity()
      assert.near(-j / 40, vy, 0.03 * j / 40)
      assert.near(-j / 100, raft:angular_velocity(), 0.03 * j / 100)
      raft:set_velocity(0, 0)
      raft:set_angular_velocity(0)
      raft:set_transform(0, 0, 0)
      m:set_position(1, 0.25 + 0.9 + SKIN)
      m:move(0, -0.01)
      m:move(0, 6 * DT)
      _, vy = raft:velocity()
      assert.near(-j / 40, vy, 1e-3 * j / 40)
      assert.near(-j / 100, raft:angular_velocity(), 1e-3 * j / 100)
      w:destroy()
    end)

    it("gives way to what is heavier, and stops what is lighter", function()
      floor()
      local m = stand(0, SKIN)
      world:box { x = -3, y = 0.8, w = 1, h = 1.6, density = 2000, friction = 0, vx = 4 }
      walk(m, 0, 60, true)
      assert.is_true(m:position() > 0.5)
      assert.is_true(m:is_grounded())
      local other = stand(30, SKIN)
      local light = world:box { x = 27, y = 0.8, w = 1, h = 1.6, density = 1, friction = 0, vx = 4 }
      for _ = 1, 120 do world:step(DT) end
      assert.near(30, (other:position()), 0.05)
      assert.is_true(light:velocity() < 0.1)
    end)

    it("is seen by rays and sensors, and walks through its own body", function()
      floor()
      local m = stand(0, SKIN)
      local body = m:body()
      assert.equal("dynamic", body:type())
      assert.near(80, body:mass(), 1e-3)
      assert.equal(body, world:pick(0, 1))
      local entered = 0
      wall(3, 1, 1, 2, { sensor = true })
      world:set_listener { sensor = function(_, visitor, began)
        if visitor == body:shape() and began then entered = entered + 1 end
      end }
      walk(m, 3, 60, true)
      assert.near(3, (m:position()), 1e-6)
      assert.near(3, (body:position()), 2e-3)
      assert.equal(1, entered)
      assert.equal(body, world:pick(3, 1))
      m:set_up(0, -1)
      m:set_position(0, 40)
      assert.near(0, (body:position()), 1e-6)
      assert.near(math.pi, math.abs(body:angle()), 1e-6)
    end)

    it("lets pass what its filter and its layer let pass", function()
      floor()
      local m = stand(0, SKIN, { filter = "default" })
      local ghost = world:box { y = 4, w = 1, h = 1, layer = "ghost" }
      for _ = 1, 120 do world:step(DT) end
      assert.near(0.5, select(2, ghost:position()), 1e-2)
      m:set_filter(nil)
      for _ = 1, 120 do world:step(DT) end
      assert.is_true(math.abs((ghost:position()) - (m:position())) > 0.75)
    end)

    it("has its body as long as it has a mass, and lives without it", function()
      floor()
      local count = world:body_count()
      local m = person(0, SKIN)
      assert.is_nil(m:body())
      assert.is_nil(m:mass())
      m:set_mass(50)
      assert.equal(count + 1, world:body_count())
      assert.equal(50, m:mass())
      local body = m:body()
      m:set_mass(70)
      assert.equal(body, m:body())
      assert.near(70, body:mass(), 1e-3)
      body:destroy()
      assert.is_nil(m:body())
      walk(m, 3, 60, true)
      assert.near(3, (m:position()), 1e-6)
      m:set_mass(nil)
      m:set_mass(30)
      body = m:body()
      assert.near(3, (body:position()), 1e-6)
      body:set_enabled(false)
      walk(m, 3, 60, true)
      body:set_enabled(true)
      body:set_type("kinematic")
      walk(m, 3, 10, true)
      body:set_type("static")
      walk(m, 3, 10, true)
      body:shape():destroy()
      walk(m, 3, 10, true)
      m:set_layer("ghost")
      assert.near(7.5, (m:position()), 1e-6)
      m:destroy()
      assert.is_false(body:is_valid())
      assert.equal(count, world:body_count())
    end)

    it("is part of the hash, and the same on two threads", function()
      local function run(threads, mass)
        local w = cairn.world { threads = threads }
        w:box { type = "static", y = -0.5, w = 50, h = 1 }
        for i = 1, 10 do w:box { x = i, y = 3 + i * 0.7, w = 0.5, h = 0.5 } end
        local a = w:mover { radius = 0.3, height = 1.8, y = 2, push = 50, mass = mass }
        local b = w:mover { radius = 0.3, height = 1.8, x = 9, y = 2, push = 50, mass = mass }
        for _ = 1, 200 do
          a:move(0.05, a:is_grounded() and 0 or -0.05)
          b:move(-0.05, b:is_grounded() and 0 or -0.05)
          w:step(DT)
        end
        local hash = w:hash()
        w:destroy()
        return hash
      end
      local hash = run(1, 80)
      assert.equal(hash, run(1, 80))
      assert.equal(hash, run(2, 80))
      assert.is_true(hash ~= run(1))
    end)
  end)

  describe("a conveyor", function()
    it("carries it, and it walks on top of that", function()
      wall(0, -0.5, 200, 1, { surface_speed = 2 })
      local m, heavy = person(0, SKIN), person(0, SKIN, { mass = 80 })
      heavy:set_position(-5, 0.9 + SKIN)
      m:move(0, -0.01)
      heavy:move(0, -0.01)
      for _ = 1, 60 do
        m:move(1 * DT, 0)
        world:step(DT)
      end
      assert.near(3, (m:position()), 1e-6)
      assert.near(-3, (heavy:position()), 1e-6)
      assert.near(3, (m:velocity()), 1e-6)
    end)

    it("ends where it ends, and at walls", function()
      wall(0, -0.5, 4, 1, { surface_speed = 2 })
      wall(5, -0.5, 6, 1)
      local m = person(0, SKIN)
      m:move(0, -0.01)
      for _ = 1, 180 do world:step(DT) end
      assert.near(2, (m:position()), 0.05)
      wall(-1, 1, 0.2, 2)
      local back = wall(0, 3, 4, 0.2, { surface_speed = -2 })
      assert.is_true(back:is_valid())
      m:set_position(1, 0.9 + SKIN)
      m:move(0, -0.01)
      m:move(-5, 0)
      assert.near(-0.9 + 0.3 + SKIN, (m:position()), 1e-6)
    end)
  end)

  it("meets what its layer and filter let it meet", function()
    floor()
    wall(3, 1, 1, 2, { layer = "ghost" })
    local sensor = wall(1, 1, 1, 2, { sensor = true })
    local m = person(0, SKIN)
    m:move(0, -0.01)
    m:move(9, 0)
    assert.near(2.5 - 0.3 - SKIN, (m:position()), 1e-6)
    m:set_filter("default")
    assert.equal("default", m:filter())
    m:move(9, 0)
    assert.near(11.2 - SKIN, (m:position()), 1e-6)
    m:set_filter(nil)
    m:set_layer("ghost")
    world:set_collides("ghost", "ghost", false)
    m:move(-20, 0)
    assert.near(-8.8 - SKIN, (m:position()), 1e-6)
    assert.is_true(sensor:is_valid())
    local body = wall(-12, 1, 1, 2)
    m:set_filter { ignore = body }
    m:move(-20, 0)
    assert.near(-28.8 - SKIN, (m:position()), 1e-6)
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

  describe("identity", function()
    it("is one userdata for its whole life", function()
      local a, b = person(0, 0, { data = "a" }), person(2, 0)
      local list = {}
      for m in world:movers() do list[#list + 1] = m end
      assert.same({ a, b }, list)
      assert.equal("a", a:data())
      b:set_data(7)
      assert.equal(7, b:data())
      assert.same({ 1, 2 }, { a:id(), b:id() })
      assert.equal(world, a:world())
      assert.equal("cairn.Mover #1", tostring(a))
      assert.is_true(a:destroy())
      assert.is_false(a:destroy())
      assert.is_false(a:is_valid())
      assert.equal("cairn.Mover #1 (destroyed)", tostring(a))
      list = {}
      for m in world:movers() do list[#list + 1] = m end
      assert.same({ b }, list)
      local c = person(0, 0)
      assert.equal(1, c:id())
      assert.is_false(a:is_valid())
    end)

    it("has a place in cairn.pairs", function()
      local b, a, body = person(0, 0), person(1, 0), world:body()
      local keys = {}
      for key in cairn.pairs { [a] = 1, [b] = 2, [body] = 3 } do keys[#keys + 1] = key end
      assert.same({ body, b, a }, keys)
    end)

    it("has a getter for every key, and setters", function()
      local m = world:mover { x = 1, y = 2, radius = 0.25, height = 1, step = 0.2, snap = 0.1,
        max_slope = 1, push = 5, layer = "ghost", filter = "ghost", one_way = false, up = { 2, 0 },
        legs = { length = 0.5, hertz = 4 } }
      assert.same({ 1, 2 }, { m:position() })
      assert.same({ 1, 2 }, { m:x(), m:y() })
      assert.same({ 0.25, 1, 0, 0 }, { m:radius(), m:height(), m:w(), m:h() })
      assert.same({ 0.2, 0.1, 1, 5 }, { m:step(), m:snap(), m:max_slope(), m:push() })
      assert.same({ "ghost", "ghost", false }, { m:layer(), m:filter(), m:one_way() })
      assert.same({ 1, 0 }, { m:up() })
      assert.same({ 0.5, 4, 0.7 }, { m:legs() })
      m:set_step(0.3)
      m:set_snap(0.4)
      m:set_max_slope(0.5)
      m:set_push(6)
      m:set_layer("default")
      m:set_one_way(true)
      m:set_up(0, 3)
      m:set_legs(0.6, 5, 1)
      assert.same({ 0.3, 0.4, 0.5, 6 }, { m:step(), m:snap(), m:max_slope(), m:push() })
      assert.same({ "default", true, 0, 1 }, { m:layer(), m:one_way(), m:up() })
      assert.same({ 0.6, 5, 1 }, { m:legs() })
      m:set_legs()
      assert.is_nil(m:legs())
      assert.equal(0.3, person(0, 0):step())
    end)

    it("makes no garbage", function()
      floor()
      local m = person(0, 0.1)
      local function turn()
        for i = 1, 50 do
          m:move(i % 2 == 0 and 0.1 or -0.1, -0.01)
          m:position()
          m:velocity()
          m:ground_normal()
          m:ground()
          m:drawn()
          for _ in world:movers() do m:is_grounded() end
        end
      end
      turn()
      collectgarbage()
      collectgarbage "stop"
      local before = collectgarbage "count"
      turn()
      local after = collectgarbage "count"
      collectgarbage "restart"
      assert.equal(before, after)
    end)
  end)

  describe("bad input", function()
    local function raises(message, fn) assert.error_matches(fn, message, 1, true) end
    local function refused(message, keys)
      raises("bad argument #1 to 'mover' (" .. message, function() world:mover(keys) end)
    end

    it("is named by the constructor", function()
      refused("table expected, got nil)", nil)
      refused("field 'radius': number expected, got nil)", { height = 1 })
      refused("field 'height': number expected, got nil)", { radius = 1 })
      refused("field 'radius': must be > 0, got -1)", { radius = -1, height = 1 })
      refused("field 'height': must be >= 2 radius, got 1)", { radius = 1, height = 1 })
      refused("field 'h': number expected, got nil)", { w = 1 })
      refused("field 'height': give radius and height, or w and h)", { w = 1, h = 1, height = 2 })
      refused("field 'radius': finite number expected, got nan)", { radius = 0 / 0, height = 1 })
      refused("field 'x': finite number expected, got inf)",
        { radius = 0.5, height = 1, x = math.huge })
      refused("unknown field 'raduis', did you mean 'radius'?)", { raduis = 1 })
      refused("field 'max_slope': must be in 0..1.5, got 2)",
        { radius = 0.5, height = 1, max_slope = 2 })
      refused("field 'step': must be in 0..10000, got -1)", { radius = 0.5, height = 1, step = -1 })
      refused("field 'snap': must be >= 0, got -1)", { radius = 0.5, height = 1, snap = -1 })
      refused("field 'push': must be >= 0, got -1)", { radius = 0.5, height = 1, push = -1 })
      refused("field 'mass': must be > 0, got 0)", { radius = 0.5, height = 1, mass = 0 })
      refused("field 'mass': number expected, got string)",
        { radius = 0.5, height = 1, mass = "1" })
      refused("field 'mass': finite number expected, got nan)",
        { radius = 0.5, height = 1, mass = 0 / 0 })
      refused("field 'up': must not be {0, 0})", { radius = 0.5, height = 1, up = { 0, 0 } })
      refused("field 'layer': unknown layer 'gohst', did you mean 'ghost'?)",
        { radius = 0.5, height = 1, layer = "gohst" })
      refused("field 'legs.hertz': number expected, got nil)",
        { radius = 0.5, height = 1, legs = { length = 1 } })
      refused("field 'legs.hertz': must be > 0, got 0)",
        { radius = 0.5, height = 1, legs = { length = 1, hertz = 0 } })
      assert.is_nil((world:movers()(world)))
    end)

    it("is named by methods, and changes nothing", function()
      local m = person(0, 0)
      local hash = world:hash()
      for _, v in ipairs { 0 / 0, math.huge, -math.huge } do
        local text = v ~= v and "nan" or v > 0 and "inf" or "-inf"
        raises(("bad argument #1 to 'move' (finite number expected, got %s)"):format(text),
          function() m:move(v, 0) end)
        raises(("bad argument #2 to 'move' (finite number expected, got %s)"):format(text),
          function() m:move(0, v) end)
        raises("to 'set_position' (finite number expected", function() m:set_position(v, 0) end)
        raises("to 'set_step' (finite number expected", function() m:set_step(v) end)
        raises("to 'set_legs' (finite number expected", function() m:set_legs(v, 1) end)
        raises("to 'set_mass' (finite number expected", function() m:set_mass(v) end)
      end
      raises("bad argument #1 to 'move' (number expected, got string)",
        function() m:move("1", 0) end)
      raises("is outside the world limit", function() m:move(1e9, 0) end)
      raises("argument #2 to 'move' (1e+09 is", function() m:move(0, 1e9) end)
      raises("is outside the world limit", function() m:set_position(1e9, 0) end)
      raises("bad argument #1 to 'set_step' (must be >= 0, got -1)", function() m:set_step(-1) end)
      raises("bad argument #1 to 'set_mass' (must be > 0, got 0)", function() m:set_mass(0) end)
      raises("unknown layer", function() m:set_layer("nobody") end)
      raises("cairn.Mover expected, got cairn.World", function() m.move(world, 1, 1) end)
      assert.equal(hash, world:hash())
    end)

    it("is a dead mover, a dead world, a hook", function()
      local m = person(0, 0)
      m:destroy()
      raises("calling 'move' on bad self (mover #1 has been destroyed at ",
        function() m:move(1, 1) end)
      raises("calling 'position' on bad self (mover #1 has been destroyed at ",
        function() m:position() end)
      local other = cairn.world {}
      local far = other:mover { radius = 0.3, height = 1 }
      other:destroy()
      assert.is_false(far:is_valid())
      assert.is_false(far:destroy())
      raises("calling 'move' on bad self (world has been destroyed)", function() far:move(1, 1) end)
      m = person(0, 0)
      floor()
      world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      local asked = 0
      world:set_listener { pre_solve = function()
        asked = asked + 1
        raises("world is read-only inside pre_solve; use world:defer(fn)",
          function() m:move(1, 0) end)
        raises("world is read-only inside pre_solve", function() m:destroy() end)
        raises("world is read-only inside pre_solve",
          function() world:mover { radius = 1, height = 2 } end)
        m:position()
      end }
      world:step(DT)
      assert.is_true(asked > 0)
    end)
  end)
end)
