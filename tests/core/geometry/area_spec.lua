-- Areas: sensors that carry gravity, drag, buoyancy and flow. What is expected is computed here.
-- Areas that move, and those who sleep in one, are in area_body_spec.lua.

local cairn = require "cairn"
local areas = require "tests.support.areas"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run
local DT <const> = 1 / 60
local G <const> = 10

describe("an area", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    options.gravity = options.gravity or { 0, -G }
    world = cairn.world(options)
  end

  before_each(function() renew { sleep = false } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  local function pool(area) return areas.pool(world, area) end

  -- vy / dt after one step from rest, m/s^2
  local function lift_of(body)
    body:set_velocity(0, 0)
    world:step(DT)
    local _, vy = body:velocity()
    return vy / DT
  end

  -- area of a circle of radius r below a line at height h over its centre
  local function segment(r, h)
    if h >= r then return math.pi * r * r end
    if h <= -r then return 0 end
    return r * r * math.acos(-h / r) + h * math.sqrt(r * r - h * h)
  end

  describe("with density", function()
    it("lifts what is all in it by the weight of the fluid in its place", function()
      pool { density = 3 }
      local bodies = {
        world:box { y = -5, w = 1, h = 0.5, angle = 0.3 },
        world:box { x = 3, y = -5, w = 0.6, h = 0.4, radius = 0.1, angle = 1 },
        world:circle { x = 6, y = -5, radius = 0.5 },
        world:capsule { x = -3, y = -5, x1 = -0.5, y1 = 0.1, x2 = 0.5, y2 = 0, radius = 0.2 },
        world:ellipse { x = -6, y = -5, rx = 0.8, ry = 0.4 },
        (world:polygon { x = -9, y = -5, points = { 0, 0, 2, 0, 0.3, 1.5 }, density = 7 }),
      }
      world:step(DT)
      for i, body in ipairs(bodies) do
        local _, vy = body:velocity()
        local lift = 3 * body:shape():area() / body:mass()
        local tolerance = body:shape():kind() == "ellipse" and 2e-3 or 2e-4 -- it is a rounded hull
        near((lift - 1) * G, vy / DT, tolerance, "lift of shape " .. i)
        near(0, body:angular_velocity(), 2e-5, "spin of shape " .. i)
      end
    end)

    it("cuts circles, boxes and capsules at the surface", function()
      --   ~~~~.-"-.~~~~ surface
      --       '-_-'
      pool { density = 2, surface = -1 }
      local circle = world:circle { radius = 0.5 }
      local box = world:box { x = 4, w = 0.7, h = 0.7 }
      local capsule = world:capsule { x = 8, x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.3 }
      local upright = world:capsule { x = -4, x1 = 0, y1 = -0.5, x2 = 0, y2 = 0.5, radius = 0.2 }
      local rounded = world:box { x = -8, w = 1, h = 0.2, radius = 0.25 }
      for i = -12, 12 do
        local h = i / 16 -- of the surface over their middle
        local function lift(body, area, what)
          body:set_transform(body:position(), -1 - h, 0)
          body:set_angular_velocity(0)
          near((2 * area / body:mass() - 1) * G, lift_of(body), 3e-4, what .. " at " .. h)
        end
        lift(circle, segment(0.5, h), "circle")
        lift(box, 0.7 * math.min(0.7, math.max(0, 0.35 + h)), "box")
        local depth = math.min(0.3, math.max(-0.3, h))
        lift(capsule, 2 * (depth + 0.3) + segment(0.3, h), "capsule")
        local caps = segment(0.2, math.min(0, h + 0.5)) + segment(0.2, math.max(0, h - 0.5))
          - segment(0.2, 0)
        lift(upright, 0.4 * math.min(1, math.max(0, h + 0.5)) + caps, "upright capsule")
        local r, flat = 0.25, math.min(0.35, math.max(-0.35, h))
        local hull = 1 * (flat + 0.35)
        local mid = 2 * r * math.min(0.2, math.max(0, h + 0.1))
        caps = segment(r, math.min(0, h + 0.1)) + segment(r, math.max(0, h - 0.1)) - segment(r, 0)
        lift(rounded, hull + mid + caps, "rounded box")
      end
    end)

    it("lets a box of half its density float half submerged, level", function()
      pool { density = 2, drag = 3, angular_drag = 3, surface = 0 }
      local box = world:box { y = 0.4, w = 2, h = 1, density = 1, angle = 0.2 }
      run(world, 30)
      local _, y = box:position()
      near(0, y, 1e-5, "y")
      near(0, box:angle(), 1e-4, "angle")
    end)

    it("lets a circle of a quarter of its density float by the analytic depth", function()
      pool { density = 4, drag = 3, surface = 0 }
      local ball = world:circle { y = 0.2, radius = 0.5, density = 1 }
      run(world, 20)
      local _, y = ball:position()
      near(0.25 * math.pi * 0.25, segment(0.5, -y), 1e-5, "submerged area")
    end)

    it("turns a square log of half its density on its edge", function()
      -- flat it is unstable for w / h < sqrt(1.5); at 45 degrees stable
      pool { density = 2, drag = 1, angular_drag = 1, surface = 0 }
      local log = world:box { y = 0, w = 1, h = 1, density = 1, angle = 0.02 }
      local plank = world:box { x = 8, y = 0, w = 1.4, h = 1, density = 1, angle = 0.1 }
      run(world, 40)
      near(45, math.deg(log:angle()), 0.05, "angle of the log")
      near(0, math.deg(plank:angle()), 0.05, "angle of the plank")
    end)

    it("swings a floating box at its analytic period without losing or gaining height", function()
      -- m y'' = -density w g y
      pool { density = 2, surface = 0 }
      local box = world:box { y = 0.1, w = 2, h = 1, density = 1 }
      local last, first, turns, period, most = 0.1, nil, 0, nil, 0
      run(world, 60, function(i)
        local _, y = box:position()
        if last < 0 and y >= 0 then
          local t = (i - 1 + -last / (y - last)) * DT
          first, turns = first or t, first and turns + 1 or 0
          period = (t - first) / turns
        end
        last = y
        if i > 59 * 60 then most = math.max(most, y) end
      end)
      near(2 * math.pi * math.sqrt(1 / (2 * G)), period, 5e-4, "period")
      near(0.1, most, 1e-3, "height after a minute")
    end)

    it("lets a ball of twice its density sink with g / 2", function()
      pool { density = 1 }
      local ball = world:circle { y = -2, radius = 0.3, density = 2 }
      run(world, 1)
      local _, y = ball:position()
      near(-2 - G / 2 / 2, y, 1e-3, "y")
    end)

    it("needs gravity", function()
      renew { gravity = { 0, 0 } }
      pool { density = 9 }
      local ball = world:circle { y = -2, radius = 0.3 }
      run(world, 1)
      local _, y = ball:position()
      near(-2, y, 0, "y")
    end)

    it("lifts against a gravity that other areas have turned", function()
      pool { density = 2 }
      world:box { type = "static", y = -10, w = 8, h = 8, sensor = true,
        area = { gravity = { 3, 0 }, replace = true } }
      local ball = world:circle { y = -10, radius = 0.3 }
      world:step(DT)
      local vx, vy = ball:velocity()
      near(3 - 2 * 3, vx / DT, 1e-4, "ax")
      near(0, vy / DT, 1e-4, "ay")
    end)

    it("ends where the sensor does, whatever its shape", function()
      world:circle { type = "static", radius = 1, sensor = true, area = { density = 1 } }
      world:polygon { type = "static", x = 10, points = { 0, -1, 1, 0, 0, 1, -1, 0 },
        sensor = true, area = { density = 1 } }
      world:box { type = "static", x = 20, w = 2, h = 2, angle = math.pi / 4, sensor = true,
        area = { density = 1 } }
      local ball = world:circle { x = 1, radius = 0.5 }
      -- the part that two discs share
      local a = (1 + 1 - 0.25) / 2
      local lens = segment(1, -a) + segment(0.5, -(1 - a))
      near((lens / ball:mass() - 1) * G, lift_of(ball), 5e-3, "lift in a disc")
      local box = world:box { x = 10.5, y = 0.5, w = 1, h = 1 }
      near((0.5 - 1) * G, lift_of(box), 1e-4, "lift in a diamond")
      local inside = world:box { x = 20, w = 0.5, h = 0.5 }
      near(0, lift_of(inside), 1e-4, "lift in a turned box")
    end)

    it("fills a halfspace: an ocean", function()
      world:halfspace { sensor = true, area = { density = 2, drag = 2, angular_drag = 2 } }
      local raft = world:box { x = 5000, y = 3, w = 3, h = 0.5, density = 1 }
      run(world, 30)
      local _, y = raft:position()
      near(0, y, 1e-5, "y")
    end)

    it("carries what stands on a raft, by Archimedes", function()
      pool { density = 2, drag = 4, angular_drag = 4, surface = 0 }
      local raft = world:box { w = 4, h = 1, density = 0.5 }
      local crate = world:box { y = 1, w = 1, h = 1 }
      run(world, 30)
      local _, y = raft:position()
      local _, above = crate:position()
      near((2 + 1) / (2 * 4) - 0.5, -y, 2e-4, "depth of its middle")
      near(1, above - y, 1e-3, "height of the crate over it")
    end)
  end)

  describe("with gravity", function()
    it("adds to the world's, or replaces it", function()
      world:box { type = "static", w = 4, h = 4, sensor = true, area = { gravity = { 2, 3 } } }
      world:box { type = "static", x = 10, w = 4, h = 4, sensor = true,
        area = { gravity = { 2, 3 }, replace = true } }
      world:box { type = "static", x = 20, w = 4, h = 4, sensor = true, area = { replace = true } }
      local a = world:box { w = 1, h = 1, density = 3 }
      local b = world:circle { x = 10, radius = 0.3, gravity_scale = 2 }
      local c = world:circle { x = 20, radius = 0.3 }
      world:step(DT)
      local vx, vy = a:velocity()
      near(2, vx / DT, 1e-5, "ax")
      near(3 - G, vy / DT, 1e-5, "ay")
      vx, vy = b:velocity()
      near(4, vx / DT, 1e-5, "ax of twice the scale")
      near(6, vy / DT, 1e-5, "ay of twice the scale")
      vx, vy = c:velocity()
      near(0, vx, 1e-8, "vx without gravity")
      near(0, vy, 1e-8, "vy without gravity")
    end)

    it("acts by the share that is inside, at its middle", function()
      world:box { type = "static", x = 10, w = 20, h = 20, sensor = true,
        area = { replace = true } }
      local box = world:box { w = 2, h = 1 }
      world:step(DT)
      local _, vy = box:velocity()
      near(-G / 2, vy / DT, 1e-4, "ay")
      -- the left half weighs, at -0.5
      near(box:mass() / 2 * G * 0.5 / box:inertia(), box:angular_velocity() / DT, 1e-3, "spin")
    end)

    it("replaces no more than there is where two overlap", function()
      for _ = 1, 2 do
        world:box { type = "static", w = 4, h = 4, sensor = true,
          area = { gravity = { 1, 0 }, replace = true } }
      end
      local ball = world:circle { radius = 0.3 }
      world:step(DT)
      local vx, vy = ball:velocity()
      near(2, vx / DT, 1e-5, "ax")
      near(0, vy / DT, 1e-5, "ay")
    end)

    it("counts what shapes weigh, sensors and areas of none aside", function()
      world:box { type = "static", x = 5, w = 10, h = 10, sensor = true,
        area = { gravity = { 0, G } } }
      local body = world:body {}
      body:add_circle { x = 1, radius = 0.3, density = 3 }
      body:add_circle { x = -1, radius = 0.3, density = 1 }
      body:add_circle { x = -1, y = 3, radius = 2, sensor = true, density = 0 }
      local bare = world:segment { type = "dynamic", x = 5, x1 = -1, y1 = 0, x2 = 1, y2 = 0 }
      world:step(DT)
      local _, vy = body:velocity()
      near(-G + 0.75 * G, vy / DT, 1e-3, "ay")
      _, vy = bare:velocity()
      near(0, vy / DT, 1e-5, "ay of a segment")
    end)
  end)

  describe("with pull", function()
    before_each(function() renew { gravity = { 0, 0 }, sleep = false } end)

    it("gives the same towards the middle wherever that is", function()
      world:circle { type = "static", x = 3, y = 4, radius = 20, sensor = true,
        area = { pull = 5 } }
      local balls = {}
      for i = 1, 6 do
        balls[i] = world:circle { x = 3 + 2 * i * math.cos(i), y = 4 + 2 * i * math.sin(i),
          radius = 0.2 }
      end
      world:step(DT)
      for i, ball in ipairs(balls) do
        local vx, vy = ball:velocity()
        near(-5 * math.cos(i), vx / DT, 1e-3, "ax of ball " .. i)
        near(-5 * math.sin(i), vy / DT, 1e-3, "ay of ball " .. i)
      end
    end)

    it("falls off with the square of the distance beyond pull_distance, evenly within", function()
      world:box { type = "static", w = 40, h = 40, angle = 1, sensor = true,
        area = { pull = 8, pull_distance = 2 } }
      for i = 1, 12 do
        local d = i / 2
        local ball = world:circle { x = d, y = 0, radius = 0.2 }
        world:step(DT)
        near(-(d > 2 and 8 * 4 / (d * d) or 8 * d / 2), ball:velocity() / DT, 2e-3,
          "acceleration at " .. d)
        ball:destroy()
      end
    end)

    it("holds a moon on its orbit for ten turns", function()
      -- a = 8 (2 / r)^2 = 0.5 at r = 8, and v^2 / r = a
      world:circle { type = "static", radius = 15, sensor = true,
        area = { pull = 8, pull_distance = 2 } }
      local moon = world:circle { x = 8, radius = 0.3, vy = 2 }
      local period = 2 * math.pi * 8 / 2
      local last, turns, least, most = 0, 0, 8, 8
      local tenth
      run(world, 10.2 * period, function(i)
        local x, y = moon:position()
        local r = math.sqrt(x * x + y * y)
        least, most = math.min(least, r), math.max(most, r)
        if last < 0 and y >= 0 then
          turns = turns + 1
          if turns == 10 then tenth = (i - y / (y - last)) * DT end
        end
        last = y
      end)
      near(10 * period, tenth, 1e-3 * 10 * period, "time of ten turns")
      near(8, least, 5e-3, "least distance")
      near(8, most, 5e-3, "most distance")
    end)

    it("and density makes a planet with an ocean", function()
      world:circle { type = "static", radius = 6, sensor = true,
        area = { density = 2, drag = 2, angular_drag = 2 } }
      world:circle { type = "static", radius = 30, sensor = true, area = { pull = 10 } }
      local ball = world:circle { x = 5 * math.cos(2), y = 5 * math.sin(2), radius = 0.3 }
      world:step(DT)
      local vx, vy = ball:velocity()
      near(10 * math.cos(2), vx / DT, 0.02, "ax upwards")
      near(10 * math.sin(2), vy / DT, 0.02, "ay upwards")
      run(world, 20)
      local x, y = ball:position()
      near(2, math.atan(y, x), 1e-3, "direction")
      near(6, math.sqrt(x * x + y * y), 0.01, "distance")
    end)
  end)

  describe("with drag", function()
    it("lets things fall at g / drag in the end", function()
      local drag <const> = 4
      world:box { type = "static", y = -50, w = 10, h = 100, sensor = true, area = { drag = drag } }
      local ball, box = world:circle { y = -1, radius = 0.3 },
        world:box { x = 2, y = -1, w = 1, h = 0.3, density = 9 }
      run(world, 6)
      for _, body in ipairs { ball, box } do
        local _, vy = body:velocity()
        near(-G / drag, vy, 1e-4, "vy")
      end
    end)

    it("slows down as exp(-drag t), turning too", function()
      renew { gravity = { 0, 0 } }
      world:halfspace { y = 50, sensor = true, area = { drag = 0.5, angular_drag = 0.25 } }
      local ball = world:circle { vx = 3, vy = -4, angular_velocity = 2, radius = 0.3 }
      run(world, 2)
      local vx, vy = ball:velocity()
      near(3 * math.exp(-1), vx, 3 * 0.005, "vx")
      near(-4 * math.exp(-1), vy, 4 * 0.005, "vy")
      near(2 * math.exp(-0.5), ball:angular_velocity(), 0.01, "spin")
    end)

    it("and flow carries to the speed of the flow", function()
      renew { gravity = { 0, 0 } }
      world:halfspace { y = 50, sensor = true, area = { drag = 2, flow = { 3, -1 } } }
      local ball = world:circle { radius = 0.3 }
      local box = world:box { x = 2, w = 0.5, h = 2, density = 5 }
      run(world, 8)
      for _, body in ipairs { ball, box } do
        local vx, vy = body:velocity()
        -- what is left is lost in the rounding of each sub-step
        near(3, vx, 5e-5, "vx")
        near(-1, vy, 5e-5, "vy")
        near(0, body:angular_velocity(), 1e-5, "spin")
      end
    end)

    it("and flow carries what floats half out as fast, a barrel, too, without rolling", function()
      renew { sleep = false }
      world:halfspace { sensor = true, area = { density = 2, drag = 2, flow = { 1.5, 0 } } }
      local barrel = world:circle { radius = 0.5 }
      local crate = world:box { x = 3, w = 1, h = 0.6 }
      run(world, 20)
      for _, body in ipairs { barrel, crate } do
        near(1.5, body:vx(), 1e-3, "vx")
        near(0, body:y(), 2e-3, "y")
      end
      near(0, barrel:angular_velocity(), 1e-2, "spin")
    end)

    it("never turns a velocity around, however large it is", function()
      renew { gravity = { 0, 0 } }
      for _, drag in ipairs { 10, 40, 100, 1e3, 1e6 } do
        local shape = world:halfspace { y = 50, sensor = true,
          area = { drag = drag, angular_drag = drag } }
        local ball = world:circle { vx = 10, angular_velocity = 10, radius = 0.3 }
        local last, spin = 10, 10
        for _ = 1, 30 do
          world:step(DT)
          local vx, now = ball:velocity(), ball:angular_velocity()
          assert.is_true(vx >= -1e-6 and vx <= last, "vx with drag " .. drag)
          assert.is_true(now >= -1e-6 and now <= spin, "spin with drag " .. drag)
          last, spin = vx, now
        end
        at_most(0.3, last, "speed left with drag " .. drag)
        ball:destroy()
        shape:destroy()
      end
    end)

    it("does not make what rests on the ground lighter", function()
      world:halfspace {}
      pool { drag = 5 }
      world:box { type = "static", y = 5, w = 9, h = 10.5, sensor = true, area = { drag = 5 } }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      run(world, 2)
      local sum = 0
      for m in box:manifolds() do
        for i = 1, m:count() do sum = sum + m:impulse(i) end
      end
      near(G * DT, sum, 1e-4, "impulse of a step")
    end)
  end)

  describe("as a key", function()
    it("reads back", function()
      local given = { gravity = { 1, -2 }, pull = 3, pull_distance = 2, replace = true,
        drag = 0.5, angular_drag = 0.25, density = 3, surface = -1.5, flow = { 2, 0.125 } }
      local _, shape = world:box { type = "static", w = 2, h = 3, sensor = true, area = given }
      local size, area = shape:area()
      near(6, size, 1e-6, "m^2")
      assert.same(given, area)
      shape:set_area { drag = 1 }
      assert.same({ pull = 0, pull_distance = 0, replace = false, drag = 1, angular_drag = 0,
        density = 0 },
        select(2, shape:area()))
      shape:set_area(nil)
      assert.equal(1, select("#", shape:area()))
    end)

    it("is part of the hash while it is there", function()
      local shape = pool { drag = 1 }
      local with = world:hash()
      shape:set_area { drag = 2 }
      assert.not_equal(with, world:hash())
      shape:set_area { drag = 1 }
      assert.equal(with, world:hash())
    end)

    local function raises(expected, f)
      local hash, count = world:hash(), world:shape_count()
      local ok, message = pcall(f)
      assert.is_false(ok, "no error, but expected: " .. expected)
      assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
      assert.equal(hash, world:hash())
      assert.equal(count, world:shape_count())
      assert.is_true(world:validate())
    end

    it("refuses what it cannot be", function()
      local function box(area, sensor)
        return function()
          world:box { type = "static", w = 1, h = 1, sensor = sensor ~= false, area = area }
        end
      end
      local place = "bad argument #1 to 'box' "
      raises(place .. "(field 'area': only a sensor has one)", box({ drag = 1 }, false))
      raises(place .. "(field 'area': table expected, got number)", box(3))
      raises(place .. "(field 'area': unknown field 'drug', did you mean 'drag'?)",
        box { drug = 1 })
      raises(place .. "(field 'area.drag': must be in 0..1e+06, got -1)", box { drag = -1 })
      raises(place .. "(field 'area.drag': finite number expected, got nan)",
        box { drag = 0 / 0 })
      raises(place .. "(field 'area.density': number expected, got string)",
        box { density = "2" })
      raises(place .. "(field 'area.gravity': finite number expected, got inf)",
        box { gravity = { 0, math.huge } })
      raises(place .. "(field 'area.flow': needs drag > 0: that is what carries)",
        box { flow = { 1, 0 } })
      raises(place .. "(field 'area.pull': must be in -10000..10000, got 20000)",
        box { pull = 2e4 })
      raises("bad argument #1 to 'halfspace' (field 'area.pull': a halfspace has no middle)",
        function() world:halfspace { sensor = true, area = { pull = 1 } } end)
      raises("bad argument #1 to 'chain' (field 'area': a chain has no inside)", function()
        world:chain { points = { 0, 0, 1, 0, 1, 1 }, loop = true, sensor = true, area = {} }
      end)
    end)

    it("refuses in set_area, too", function()
      local solid = world:box { w = 1, h = 1 }:shape()
      local sensor = pool { drag = 1 }
      local place = "bad argument #1 to 'set_area' "
      raises(place .. "(only a sensor has one)", function() solid:set_area { drag = 1 } end)
      raises(place .. "(table expected, got boolean)", function() sensor:set_area(true) end)
      raises(place .. "(field 'density': must be in 0..1e+09, got -2)",
        function() sensor:set_area { density = -2 } end)
      raises(place .. "(field 'surface': finite number expected, got nan)",
        function() sensor:set_area { surface = 0 / 0 } end)
      raises(place .. "(unknown field 'densty', did you mean 'density'?)",
        function() sensor:set_area { densty = 1 } end)
      local dead = world:circle { type = "static", radius = 1, sensor = true }:shape()
      dead:destroy()
      assert.has_error(function() dead:set_area {} end)
      local message
      world:box { w = 1, h = 1, x = 0.5, pre_solve = true }
      world:set_listener {
        pre_solve = function() message = select(2, pcall(sensor.set_area, sensor, nil)) end,
      }
      world:step(DT)
      assert.matches("world is read-only inside pre_solve; use world:defer(fn)", message, 1, true)
    end)
  end)
end)
