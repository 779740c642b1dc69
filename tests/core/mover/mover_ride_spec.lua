-- What carries a mover: platforms and conveyors.

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
  local wall, floor, person, foot = tools.wall, tools.floor, tools.person, tools.foot

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
end)
