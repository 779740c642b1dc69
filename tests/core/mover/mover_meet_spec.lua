-- Whom a mover meets: dynamic bodies, other movers, and what feels its mass.

local cairn = require "cairn"
local movers = require "tests.support.movers"

local SKIN <const>, DT <const> = movers.SKIN, movers.DT

describe("cairn.Mover", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 }, layers = { "ghost" } } end)
  after_each(function() world:destroy() end)

  local tools = movers.tools(function() return world end)
  local wall, floor, person = tools.wall, tools.floor, tools.person
  local foot, walk = tools.foot, tools.walk

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
        -- the body is 1 mm larger than the mover, below and above, and does not sink in
        assert.near(1.8 + 0.5 + 2e-3, select(2, crate:position()), 3e-4)
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

    -- around a planet, with something that it carries
    it("counts the turns of its body as it turns itself, for the joints there", function()
      local m = stand(0, 5)
      local load = world:box { x = 2, y = 5, w = 0.5, h = 0.5, mass = 1 }
      local hinge = world:revolute { a = m:body(), b = load, at = { 0, 5 } }
      for _, sign in ipairs { 1, -1 } do
        for i = 1, 100 do
          local angle = sign * i * 0.1
          m:set_up(-cairn.sin(angle), cairn.cos(angle))
          load:set_angle(angle)
          assert.near(0, hinge:angle(), 1e-6)
        end
        for i = 99, 0, -1 do
          local angle = sign * i * 0.1
          m:set_up(-cairn.sin(angle), cairn.cos(angle))
          load:set_angle(angle)
        end
        assert.near(0, hinge:angle(), 1e-6)
      end
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

    it("keeps its body outside of the bounds, whatever happens to others there", function()
      for _, outside in ipairs { "keep", "disable", "destroy" } do
        local w <close> = cairn.world { gravity = { 0, 0 }, bounds = { -5, -5, 5, 5 },
          outside = outside }
        local m = w:mover { radius = 0.3, height = 1.8, mass = 50 }
        local left, body = 0, m:body()
        w:set_listener { left_bounds = function() left = left + 1 end }
        for _ = 1, 20 do m:move(1, 0) w:step(DT) end
        assert.equal(1, left)
        for _ = 1, 20 do m:move(-1, 0) w:step(DT) end
        assert.equal(body, m:body())
        assert.is_true(body:is_enabled())
        assert.near(m:position(), (body:position()), 0.01)
      end
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
      m:set_mass(70)                         -- asked for again, it is there again
      assert.near(70, m:body():mass(), 1e-3)
      m:body():destroy()
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
end)
