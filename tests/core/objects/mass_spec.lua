-- Area, mass, centre of mass and inertia of every kind of shape, alone and together.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local measure = require "tests.support.measure"

local near = measure.near
local PI <const> = math.pi
-- Vertices are floats: relative errors of 1e-7 each.
local EXACT <const> = 1e-5

-- The parts of a rounded convex shape: the hull, a strip along its perimeter, a disc in all.
local function rounded_box(w, h, r)
  local area = w * h + 2 * (w + h) * r + PI * r * r
  -- hull; two strips w x r at h/2 + r/2 and two r x h at w/2 + r/2 (Steiner); four quarter discs
  -- of radius r at the corners, whose centroid lies 4 r / 3 pi from them on both axes
  local function bar(a, b, d) return a * b * ((a * a + b * b) / 12 + d * d) end
  local inertia = bar(w, h, 0) + 2 * bar(w, r, (h + r) / 2) + 2 * bar(r, h, (w + r) / 2)
  local quarter, c = PI * r * r / 4, 4 * r / (3 * PI)
  local own = quarter * r * r / 2 - quarter * 2 * c * c -- about its own centroid
  inertia = inertia + 4 * (own + quarter * ((w / 2 + c) ^ 2 + (h / 2 + c) ^ 2))
  return area, inertia
end

-- Two half discs and a rectangle between them.
local function capsule(length, r)
  local half, c = PI * r * r / 2, 4 * r / (3 * PI)
  local own = half * r * r / 2 - half * c * c
  local area = 2 * r * length + 2 * half
  local inertia = 2 * r * length * (length ^ 2 + 4 * r * r) / 12
  return area, inertia + 2 * (own + half * (length / 2 + c) ^ 2)
end

describe("In a world,", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  local function check(body, area, inertia, density, tolerance)
    local shape = body:shape()
    near(area, shape:area(), tolerance * area, "area")
    near(density * area, shape:mass(), tolerance * density * area, "mass of the shape")
    near(density * area, body:mass(), tolerance * density * area, "mass of the body")
    near(density * inertia, shape:inertia(), tolerance * density * inertia, "shape's inertia")
    near(density * inertia, body:inertia(), tolerance * density * inertia, "body's inertia")
  end

  describe("mass of one shape", function()
    it("of a circle is pi r^2, its inertia m r^2 / 2", function()
      check(world:circle { radius = 0.7, density = 3 }, PI * 0.49, PI * 0.49 * 0.49 / 2, 3, EXACT)
    end)

    it("of a box is w h, its inertia m (w^2 + h^2) / 12", function()
      check(world:box { w = 2, h = 0.5, density = 0.25 }, 1, (4 + 0.25) / 12, 0.25, EXACT)
    end)

    it("of a rounded box adds strips and a disc", function()
      --   .--w--.     spans w + 2 r
      --   |     h
      --   '-----'
      local area, inertia = rounded_box(1.5, 0.6, 0.2)
      check(world:box { w = 1.5, h = 0.6, radius = 0.2 }, area, inertia, 1, EXACT)
    end)

    it("of a capsule is that of a rectangle and two half discs", function()
      local area, inertia = capsule(2, 0.4)
      local body = world:capsule { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.4, density = 7 }
      check(body, area, inertia, 7, EXACT)
    end)

    it("of a rounded segment that moves is that of a capsule", function()
      local area, inertia = capsule(3, 0.1)
      check(world:segment { type = "dynamic", x1 = 0, y1 = -1.5, x2 = 0, y2 = 1.5, radius = 0.1 },
        area, inertia, 1, EXACT)
    end)

    it("of a right triangle is half its box, inertia m (a^2 + b^2) / 18", function()
      --  |\        legs a = 3 and b = 1.2
      --  b \
      --  |__a\
      local body = world:polygon { points = { 0, 0, 3, 0, 0, 1.2 } }
      check(body, 1.8, 1.8 * (9 + 1.44) / 18, 1, EXACT)
      local cx, cy = body:center()
      near(1, cx, EXACT, "centre x")
      near(0.4, cy, EXACT, "centre y")
    end)

    it("of a polygon does not depend on the sense of its points", function()
      local there = world:polygon { points = { 0, 0, 3, 0, 2, 2, 0, 1 } }
      local back = world:polygon { points = { 0, 1, 2, 2, 3, 0, 0, 0 } }
      near(there:mass(), back:mass(), EXACT, "mass")
      near(there:inertia(), back:inertia(), EXACT, "inertia")
    end)

    it("of a hull ignores the points inside", function()
      local body = world:polygon { points = { -1, -1, 0, 0, 1, -1, 1, 1, 0.2, 0.3, -1, 1 },
        hull = true }
      check(body, 4, 4 * 8 / 12, 1, EXACT)
    end)

    it("of an ellipse is pi a b, its inertia m (a^2 + b^2) / 4, to a hundredth", function()
      -- the ellipse is a polygon of many sides
      local area = PI * 1.2 * 0.5
      local body = world:ellipse { rx = 1.2, ry = 0.5 }
      near(area, body:mass(), 0.01 * area, "mass")
      near(area * (1.44 + 0.25) / 4, body:inertia(), 0.02 * area * (1.44 + 0.25) / 4, "inertia")
    end)

    it("of random rounded polygons is that of their outlines", function()
      local r = geometry.random(21)
      for _ = 1, 60 do
        local points, radius = geometry.random_polygon(r), r.between(0, 0.4)
        local area, cx, cy, inertia =
          geometry.moments(geometry.outline(geometry.core(points, radius), 2000))
        local body = world:polygon { points = points, radius = radius }
        -- 2,000 points a turn: the outline lacks 2e-6 of its discs
        check(body, area, inertia, 1, 2e-5)
        local x, y = body:center()
        near(cx, x, EXACT, "centre x")
        near(cy, y, EXACT, "centre y")
      end
    end)

    it("of a static or kinematic body is zero, though its shapes have areas", function()
      for _, type in ipairs { "static", "kinematic" } do
        local body = world:box { type = type, w = 1, h = 2 }
        assert.equal(0, body:mass())
        assert.equal(0, body:inertia())
        assert.equal(2, body:shape():area())
      end
    end)

    it("of thin shapes is zero", function()
      assert.equal(0, world:segment { x1 = 0, y1 = 0, x2 = 1, y2 = 0 }:shape():area())
      assert.equal(0, world:chain { points = { 0, 0, 1, 0, 1, 1 } }:shape():area())
      assert.equal(0, world:halfspace { nx = 0, ny = 1 }:shape():area())
    end)
  end)

  describe("mass of many shapes", function()
    it("has its centre at the mean, its inertia by Steiner's theorem", function()
      --   (o)----------[  ]     a disc of 2 kg/m^2 at x = -1 and a box at x = 2
      local body = world:body { x = 10, y = 5 }
      body:add_circle { x = -1, radius = 0.5, density = 2 }
      body:add_box { x = 2, y = 1, w = 1, h = 2, angle = 0.3 }
      local m1, m2 = 2 * PI * 0.25, 2
      local x, y = (m2 * 2 - m1) / (m1 + m2), m2 / (m1 + m2)
      local inertia = m1 * 0.125 + m1 * ((-1 - x) ^ 2 + y * y)
        + m2 * (1 + 4) / 12 + m2 * ((2 - x) ^ 2 + (1 - y) ^ 2)
      near(m1 + m2, body:mass(), EXACT, "mass")
      near(inertia, body:inertia(), EXACT * inertia, "inertia")
      local cx, cy = body:center()
      near(10 + x, cx, EXACT, "centre x")
      near(5 + y, cy, EXACT, "centre y")
    end)

    it("of four quarters is that of the whole box", function()
      local whole = world:box { w = 2, h = 2 }
      local quarters = world:body {}
      for _, x in ipairs { -0.5, 0.5 } do
        for _, y in ipairs { -0.5, 0.5 } do quarters:add_box { x = x, y = y, w = 1, h = 1 } end
      end
      near(whole:mass(), quarters:mass(), EXACT, "mass")
      near(whole:inertia(), quarters:inertia(), EXACT, "inertia")
    end)

    it("follows when a shape comes and goes", function()
      local body = world:box { w = 1, h = 1 }
      local before = body:inertia()
      local shape = body:add_circle { x = 3, radius = 1 }
      near(1 + PI, body:mass(), EXACT, "mass with the disc")
      shape:destroy()
      near(1, body:mass(), EXACT, "mass without it")
      near(before, body:inertia(), EXACT, "inertia without it")
      local cx = body:center()
      near(0, cx, EXACT, "centre without it")
    end)

    it("follows density", function()
      local body, shape = world:box { w = 1, h = 2 }
      shape:set_density(5)
      near(10, body:mass(), EXACT, "mass")
      near(10 * 5 / 12, body:inertia(), EXACT, "inertia")
    end)

    it("counts a sensor's area like any other", function()
      local body = world:box { w = 1, h = 1, sensor = true, density = 4 }
      near(4, body:mass(), EXACT, "mass")
    end)

    it("keeps the velocity of its material when the centre moves", function()
      -- turning at 2 rad/s about its centre; a disc at x = 1 takes the centre out to x = d,
      -- where the material moves at 2 d along y
      local body = world:box { w = 1, h = 1, angular_velocity = 2 }
      body:add_circle { x = 1, radius = 0.5 }
      local d = body:center()
      local vx, vy = body:velocity()
      near(0, vx, EXACT, "vx")
      near(2 * d, vy, EXACT, "vy")
    end)
  end)

  it("a body that gets its first shape later keeps its spin", function()
    local body = world:body { angular_velocity = 2 }
    assert.equal(2, body:angular_velocity())
    body:add_box { w = 1, h = 1 }
    assert.equal(2, body:angular_velocity())
  end)

  describe("mass that is given", function()
    it("rescales the inertia of the shapes", function()
      local body = world:box { w = 1, h = 1, mass = 12 }
      near(12, body:mass(), EXACT, "mass")
      near(2, body:inertia(), EXACT, "inertia")
      body:set_mass(6)
      near(1, body:inertia(), EXACT, "inertia after set_mass")
    end)

    it("goes with an inertia that is given", function()
      local body = world:box { w = 1, h = 1, mass = 12, inertia = 0.5 }
      near(0.5, body:inertia(), EXACT, "inertia")
      body:set_mass(3)
      near(0.5, body:inertia(), EXACT, "inertia after set_mass")
      body:set_inertia(7)
      near(7, body:inertia(), EXACT, "inertia after set_inertia")
    end)

    it("outlives a change of type", function()
      local body = world:box { w = 1, h = 1, mass = 12 }
      body:set_type("kinematic")
      assert.equal(0, body:mass())
      body:set_type("dynamic")
      near(12, body:mass(), EXACT, "mass")
    end)
  end)

  describe("a dynamic body without mass", function()
    local warnings

    before_each(function() warnings = {} end)

    -- Lua's own warnings cannot be caught from Lua, so they are read from a process of its own.
    local function warnings_of(script)
      local path = package.searchpath("cairn", package.cpath)
      if not path then return nil end
      local command = ("lua5.4 -e %q -e %q 2>&1"):format(
        ("package.cpath = '%s'"):format(path:gsub("'", "\\'")), "warn '@on' " .. script)
      local pipe <close> = assert(io.popen(command))
      for line in pipe:lines() do warnings[#warnings + 1] = line end
      return warnings
    end

    it("counts as 1 kg", function()
      local body = world:body {}
      assert.equal(1, body:mass())
      body:apply_impulse(3, 0)
      assert.equal(3, (body:velocity()))
    end)

    it("counts as 1 kg when its density is zero", function()
      assert.equal(1, world:box { w = 1, h = 1, density = 0 }:mass())
    end)

    it("is warned of once, by name", function()
      local lines = warnings_of([[
        local world = require 'cairn'.world {}
        world:body { name = 'ghost' }
        world:step() world:step() world:step()]])
      if not lines then return pending("no cairn module outside of this program") end
      assert.equal(1, #lines)
      assert.matches('body #1 "ghost"', lines[1], 1, true)
      assert.matches("has no mass and counts as 1 kg", lines[1], 1, true)
    end)

    it("is not warned of when its mass is given", function()
      local lines = warnings_of([[
        local world = require 'cairn'.world {}
        world:body { mass = 2 }
        world:step()
        print 'stepped']])
      if not lines then return pending("no cairn module outside of this program") end
      assert.same({ "stepped" }, lines)
    end)
  end)
end)
