-- Materials: friction, restitution, rolling resistance, moving surfaces, how two become one; and
-- that what rests feels a change at once.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run
local DT <const> = 1 / 60
local G <const> = 10

describe("In a world,", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    options = options or {}
    options.gravity = options.gravity or { 0, -G }
    world = cairn.world(options)
  end

  before_each(function() renew() end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  -- what a body rests on, and a box of 1 m (or a disc) that rests on it; angle of the slope
  local function on_slope(angle, options)
    local c, s = math.cos(angle), math.sin(angle)
    local slope, ground = world:box { type = "static", angle = angle, w = 60, h = 2,
      friction = options.friction or 1, rolling = options.rolling }
    local body, shape
    if options.round then
      body, shape = world:circle { x = -1.5 * s, y = 1.5 * c, radius = 0.5,
        friction = options.friction or 1, rolling = options.rolling }
    else
      body, shape = world:box { x = -1.5 * s, y = 1.5 * c, angle = angle, w = 1, h = 1,
        friction = options.friction or 1 }
    end
    run(world, 2)
    return body, shape, ground, slope
  end

  local function speed_of(body)
    local vx, vy = body:velocity()
    return math.sqrt(vx * vx + vy * vy)
  end

  describe("friction", function()
    it("decelerates what slides by mu g, for each mixing rule", function()
      local expected = { min = 0.2, max = 0.8, average = 0.5, multiply = 0.16, geometric = 0.4 }
      for rule, mu in pairs(expected) do
        renew { friction_mix = rule }
        world:halfspace { friction = 0.2 }
        local box = world:box { y = 0.5, w = 2, h = 1, vx = 6, friction = 0.8 }
        run(world, 0.5)
        near(6 - mu * G * 0.5, box:velocity(), 0.03, "vx with " .. rule)
        for m in box:manifolds() do near(mu, m:friction(), 1e-6, "friction with " .. rule) end
      end
    end)

    it("holds on a slope below its angle, and accelerates by the rest above it", function()
      local a = math.rad(30)
      local box, shape, ground = on_slope(a, { friction = 1 })
      assert.is_false(box:is_awake())
      local changes = {
        { function(mu) shape:set_friction(mu * mu) end, "of the box" },
        { function(mu) shape:set_friction(1) ground:set_friction(mu * mu) end, "of the slope" },
      }
      for _, change in ipairs(changes) do
        box:set_velocity(0, 0)
        ground:set_friction(1)
        shape:set_friction(1)
        run(world, 1.5)
        assert.is_false(box:is_awake())
        change[1](0.2)
        assert.is_true(box:is_awake())
        world:step(DT)
        local pull = G * (math.sin(a) - 0.2 * math.cos(a))
        near(pull * DT, speed_of(box), 0.02 * pull * DT, "speed after a step, " .. change[2])
        run(world, 0.5)
        near(pull * (DT + 0.5), speed_of(box), 0.02 * pull, "speed after a while, " .. change[2])
      end
    end)

    it("is felt at once by what rests in a world without sleep", function()
      renew { sleep = false }
      local a = math.rad(20)
      local _, shape = on_slope(a, { friction = 1 })
      local second = world:box { x = -5 * math.cos(a) - 1.5 * math.sin(a),
        y = -5 * math.sin(a) + 1.5 * math.cos(a), angle = a, w = 1, h = 1, friction = 1 }
      run(world, 3)
      shape:set_friction(0)
      world:step(DT)
      -- what held it is missing from the middle of the first sub-step on: an eighth of a step
      near(G * math.sin(a) * DT, speed_of(shape:body()), G * math.sin(a) * DT / 7,
        "speed after a step")
      at_most(1e-4, speed_of(second), "speed of the other")
    end)

    it("follows the mixing rule of the world, and wakes", function()
      local box, shape = on_slope(math.rad(20), { friction = 1 })
      shape:set_friction(0.04) -- geometric 0.2
      shape:set_friction(0.25) -- geometric 0.5: holds
      box:set_velocity(0, 0)
      run(world, 2)
      assert.is_false(box:is_awake())
      world:set_friction_mix "min"
      assert.is_true(box:is_awake())
      run(world, 0.5)
      local pull = G * (math.sin(math.rad(20)) - 0.25 * math.cos(math.rad(20)))
      near(pull * 0.5, speed_of(box), 0.05 * pull, "speed")
    end)
  end)

  describe("restitution", function()
    it("rebounds to e^2 of the height, for each mixing rule", function()
      local expected = { min = 0.3, max = 0.9, average = 0.6, multiply = 0.27,
        geometric = math.sqrt(0.27) }
      for rule, e in pairs(expected) do
        renew { restitution_mix = rule }
        world:halfspace { restitution = 0.3 }
        local ball = world:circle { y = 3.5, radius = 0.5, restitution = 0.9 }
        local best, up = 0, false
        run(world, 2.2, function()
          local _, vy = ball:velocity()
          local _, y = ball:position()
          up = up or vy > 0
          if up then best = math.max(best, y - 0.5) end
        end)
        near(e * e * 3, best, 0.03, "height with " .. rule)
      end
    end)

    it("that is set counts from the next bounce on, and does not throw what rests", function()
      world:halfspace {}
      local ball, shape = world:circle { y = 0.5, radius = 0.5 }
      run(world, 2)
      shape:set_restitution(1)
      assert.is_true(ball:is_awake())
      run(world, 1)
      local _, y = ball:position()
      near(0.5, y, 1e-3, "y at rest")
      ball:set_position(0, 2.5)
      local best, up = 0, false
      run(world, 1.5, function()
        local _, vy = ball:velocity()
        up = up or vy > 0
        if up then best = math.max(best, select(2, ball:position())) end
      end)
      near(2.5, best, 0.02, "height of the rebound")
      shape:set_restitution(0)
      run(world, 3)
      assert.is_false(ball:is_awake())
    end)
  end)

  describe("rolling resistance", function()
    it("slows a disc down by 2/3 of k g, a hoop of double inertia by 1/2", function()
      --   m a = -f,  I a / r = f r - k r N
      world:halfspace { friction = 1 }
      local disc = world:circle { y = 0.5, radius = 0.5, friction = 1, rolling = 0.1, vx = 5,
        angular_velocity = -10 }
      local hoop = world:circle { x = 20, y = 0.5, radius = 0.5, friction = 1, rolling = 0.1,
        vx = 5, angular_velocity = -10 }
      hoop:set_inertia(hoop:mass() * 0.25)
      run(world, 1)
      near(5 - 2 / 3 * 0.1 * G, disc:velocity(), 0.01, "vx of the disc")
      near(5 - 1 / 2 * 0.1 * G, hoop:velocity(), 0.01, "vx of the hoop")
    end)

    it("is the larger of both, times the radius", function()
      for _, case in ipairs { { 0.1, 0 }, { 0, 0.1 }, { 0.1, 0.05 } } do
        renew()
        world:halfspace { friction = 1, rolling = case[1] }
        local disc = world:circle { y = 0.25, radius = 0.25, friction = 1, rolling = case[2],
          vx = 5, angular_velocity = -20 }
        run(world, 1)
        near(5 - 2 / 3 * 0.1 * G, disc:velocity(), 0.01, "vx")
      end
    end)

    it("holds a disc on a slope below its angle, until it is taken away", function()
      local a = math.rad(5)
      local disc, shape, ground = on_slope(a, { round = true, rolling = 0.2 })
      assert.is_false(disc:is_awake())
      at_most(1e-3, speed_of(disc), "speed")
      shape:set_rolling(0)
      ground:set_rolling(0)
      assert.is_true(disc:is_awake())
      world:step(DT)
      local pull = 2 / 3 * G * math.sin(a)
      near(pull * DT, speed_of(disc), 0.03 * pull * DT, "speed after a step")
      run(world, 1)
      near(pull * (1 + DT), speed_of(disc), 0.02 * pull, "speed after a second")
      shape:set_rolling(0.3)
      run(world, 2)
      at_most(1e-3, speed_of(disc), "speed in the end")
    end)
  end)

  describe("surface speed", function()
    it("carries a box to the speed of the belt with mu g, and a disc to a third", function()
      local _, belt = world:box { type = "static", y = -0.5, w = 200, h = 1, friction = 0.5,
        surface_speed = 3 }
      local box = world:box { y = 0.25, w = 1, h = 0.5, friction = 0.5 }
      local disc = world:circle { x = 20, y = 0.5, radius = 0.5, friction = 0.5 }
      run(world, 0.3)
      near(0.5 * G * 0.3, box:velocity(), 0.05, "vx on the way")
      run(world, 2)
      near(3, box:velocity(), 1e-3, "vx of the box")
      near(1, disc:velocity(), 0.01, "vx of the disc")
      near(-(1 - 3) / 0.5, disc:angular_velocity(), 0.03, "spin of the disc")
      belt:set_surface_speed(-1)
      run(world, 0.3)
      near(3 - 0.5 * G * 0.3, box:velocity(), 0.05, "vx once it is turned")
      run(world, 2)
      near(-1, box:velocity(), 1e-3, "vx on the way back")
    end)

    it("is felt at once by what sleeps on it", function()
      local _, belt = world:box { type = "static", y = -0.5, w = 200, h = 1, friction = 1 }
      local box = world:box { y = 0.5, w = 1, h = 1, friction = 1 }
      run(world, 2)
      assert.is_false(box:is_awake())
      belt:set_surface_speed(2)
      assert.is_true(box:is_awake())
      world:step(DT)
      near(G * DT, box:velocity(), 0.05, "vx after a step")
    end)

    it("of both adds up, whichever is which", function()
      for _, order in ipairs { "belt first", "box first" } do
        renew()
        local box
        if order == "box first" then
          box = world:box { y = 0.5, w = 1, h = 1, surface_speed = 1 }
        end
        world:box { type = "static", y = -0.5, w = 200, h = 1, surface_speed = 2 }
        box = box or world:box { y = 0.5, w = 1, h = 1, surface_speed = 1 }
        run(world, 2)
        -- what lies on top of the box would be carried to +x: the box itself goes with the belt's
        near(3, box:velocity(), 1e-3, "vx, " .. order)
      end
    end)
  end)

  describe("the material of a chain", function()
    -- six segments of 4 m along the x axis
    local function chain(materials)
      local points = {}
      for i = 0, 6 do
        points[2 * i + 1], points[2 * i + 2] = 4 * i - 12, 0
      end
      return select(2, world:chain { points = points, friction = 0.5, materials = materials })
    end

    it("is each segment's own", function()
      chain { { friction = 0 }, { friction = 1 }, { friction = 0 }, { friction = 0.25 },
        { surface_speed = 2, friction = 1 }, { rolling = 0.3, friction = 1 } }
      local mu = { 0, 1, 0, 0.5 } -- with 1
      for i = 1, 4 do
        local box = world:box { x = 4 * i - 14, y = 0.05, w = 0.6, h = 0.1, friction = 1 }
        run(world, 0.2)
        box:set_velocity(1.5, 0)
        run(world, 0.1)
        near(1.5 - mu[i] * G * 0.1, box:velocity(), 0.035, "vx on segment " .. i)
        box:destroy()
      end
      local box = world:box { x = 6, y = 0.1, w = 0.2, h = 0.2, friction = 1 }
      run(world, 0.5)
      near(2, box:velocity(), 1e-3, "vx on the belt")
      local disc = world:circle { x = 9, y = 0.2, radius = 0.2, friction = 1, vx = 1,
        angular_velocity = -5 }
      run(world, 0.3)
      near(1 - 2 / 3 * 0.3 * G * 0.3, disc:velocity(), 0.02, "vx where it rolls badly")
    end)

    it("can be set one by one, which is felt at once", function()
      for _, materials in ipairs { false, { {}, {}, {}, {}, {}, {} } } do
        renew()
        local shape = chain(materials or nil)
        local there = world:box { x = -2, y = 0.25, w = 0.5, h = 0.5, friction = 1 }
        local elsewhere = world:box { x = 2, y = 0.25, w = 0.5, h = 0.5, friction = 1 }
        run(world, 2)
        assert.is_false(there:is_awake())
        shape:set_material(3, { surface_speed = 1, friction = 1 })
        assert.is_true(there:is_awake())
        run(world, 0.5)
        near(1, there:velocity(), 1e-3, "vx on it")
        at_most(1e-4, math.abs((elsewhere:velocity())), "vx beside it")
        assert.same({ 1, 0, 0, 1 }, { shape:material(3) })
        assert.same({ 0.5, 0, 0, 0 }, { shape:material(4) })
        assert.same({ friction = 1, restitution = 0, rolling = 0, surface_speed = 1 },
          shape:materials()[3])
        assert.equal(6, #shape:materials())
        assert.is_true(world:validate())
      end
    end)

    it("follows what is set for all", function()
      local shape = chain { { friction = 0.1 }, { friction = 0.2, rolling = 0.5 }, {}, {}, {}, {} }
      shape:set_friction(0.75)
      for i = 1, 6 do near(0.75, shape:material(i), 0, "friction of segment " .. i) end
      near(0.5, select(3, shape:material(2)), 0, "rolling of segment 2")
      shape:set_restitution(0.5)
      near(0.5, select(2, shape:material(4)), 0, "restitution of segment 4")
    end)

    it("is part of the hash", function()
      local shape = chain { {}, {}, {}, {}, {}, {} }
      local hash = world:hash()
      shape:set_material(5, { rolling = 0.25 })
      assert.not_equal(hash, world:hash())
      shape:set_material(5, { rolling = 0 })
      assert.equal(hash, world:hash())
    end)

    it("bounces where a segment does, once that was set", function()
      local shape = chain()
      local ball = world:circle { x = 2, y = 2.2, radius = 0.2 }
      shape:set_material(4, { restitution = 1 })
      local best, up = 0, false
      run(world, 1.4, function()
        local _, vy = ball:velocity()
        up = up or vy > 0
        if up then best = math.max(best, select(2, ball:position())) end
      end)
      near(2.2, best, 0.02, "height")
    end)

    it("refuses what is none", function()
      local shape, box = chain(), world:box { y = 5, w = 1, h = 1 }:shape()
      local function raises(expected, f)
        local hash = world:hash()
        local ok, message = pcall(f)
        assert.is_false(ok)
        assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
        assert.equal(hash, world:hash())
        assert.is_nil(shape:materials())
      end
      raises("'material' is not available on a box", function() box:material(1) end)
      raises("'set_material' is not available on a box", function() box:set_material(1, {}) end)
      raises("bad argument #1 to 'material' (must be in 1..6, got 7)",
        function() shape:material(7) end)
      raises("bad argument #1 to 'set_material' (must be in 1..6, got 0)",
        function() shape:set_material(0, {}) end)
      raises("bad argument #1 to 'set_material' (integer expected, got 1.5)",
        function() shape:set_material(1.5, {}) end)
      raises("bad argument #1 to 'set_material' (number expected, got string)",
        function() shape:set_material("1", {}) end)
      raises("bad argument #2 to 'set_material' (table expected, got no value)",
        function() shape:set_material(1) end)
      raises("bad argument #2 to 'set_material' (field 'friction': must be >= 0, got -1)",
        function() shape:set_material(1, { friction = -1 }) end)
      raises("bad argument #2 to 'set_material' (field 'restitution': must be in 0..2, got 3)",
        function() shape:set_material(1, { restitution = 3 }) end)
      raises("bad argument #2 to 'set_material' (field 'rolling': finite number expected, got nan)",
        function() shape:set_material(1, { rolling = 0 / 0 }) end)
      raises("bad argument #2 to 'set_material' (unknown field 'fricton', "
        .. "did you mean 'friction'?)", function() shape:set_material(1, { fricton = 1 }) end)
      local message
      box:set_pre_solve(true)
      box:body():set_position(0, 0.5)
      world:set_listener {
        pre_solve = function() message = select(2, pcall(shape.set_material, shape, 1, {})) end,
      }
      world:step(DT)
      assert.matches("world is read-only inside pre_solve; use world:defer(fn)", message, 1, true)
      shape:destroy()
      assert.has_error(function() shape:set_material(1, {}) end)
      assert.has_error(function() shape:material(1) end)
    end)
  end)
end)
