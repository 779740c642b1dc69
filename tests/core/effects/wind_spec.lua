-- Wind: drag along the flow and lift across it, edge by edge. What is expected is computed here.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run
local DT <const> = 1 / 60

describe("cairn.World:wind", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
  end

  before_each(function() renew { gravity = { 0, 0 }, sleep = false } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  -- what one step does to a body, as force and torque
  local function force_on(body)
    local vx, vy = body:velocity()
    local w = body:angular_velocity()
    world:step(DT)
    local wx, wy = body:velocity()
    local m = body:mass() / DT
    return (wx - vx) * m, (wy - vy) * m, (body:angular_velocity() - w) * body:inertia() / DT
  end

  describe("drags", function()
    it("each shape by the width that it shows", function()
      world:wind { x = 6, y = 8, drag = 0.5 } -- 10 m/s
      local cases = {
        { world:circle { radius = 0.4, density = 50 }, 0.8 },
        { world:box { x = 5, w = 1, h = 2, density = 50, angle = math.atan(8, 6) }, 2 },
        { world:box { x = 10, w = 1, h = 2, density = 50 }, 2 * 0.6 + 1 * 0.8 },
        { world:capsule { x = 15, x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.3, density = 50 },
          2 * 0.8 + 0.6 },
        { world:box { x = 20, w = 1, h = 2, radius = 0.25, density = 50 }, 2 * 0.6 + 0.8 + 0.5 },
        -- its upright side and its foot; the slope looks away
        { world:polygon { x = 25, points = { 0, 0, 3, 0, 0, 4 }, density = 50 },
          4 * 0.6 + 3 * 0.8 },
      }
      world:step(DT)
      for i, case in ipairs(cases) do
        local vx, vy = case[1]:velocity()
        local force = 0.5 * 100 * case[2]
        near(force * 0.6, vx * case[1]:mass() / DT, 1e-4 * force, "fx on shape " .. i)
        near(force * 0.8, vy * case[1]:mass() / DT, 1e-4 * force, "fy on shape " .. i)
      end
    end)

    it("of a body of several pieces what is outside alone", function()
      world:wind { x = 6, y = 8, drag = 0.5 }
      local halves, u, disc, plus
      halves = world:body {}
      halves:add_box { x = -0.25, w = 0.5, h = 2, density = 50 }
      halves:add_box { x = 0.25, w = 0.5, h = 1.2, y = 0.4, density = 50 }
      halves:add_box { x = 0.25, w = 0.5, h = 0.8, y = -0.6, density = 50 }
      -- both arms of a U, and its inner side, face the wind
      u = world:polygon { x = 5, density = 50,
        points = { 0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2 } }
      disc = world:circle { x = 10, radius = 0.5, density = 50 }
      disc:add_circle { radius = 0.3, density = 50 }
      plus = world:box { x = 15, w = 3, h = 1, density = 50 }
      plus:add_box { w = 1, h = 3, density = 50 }
      local cases = {
        { halves, 2 * 0.6 + 1 * 0.8 },
        { u, 2 * 0.6 + 1 * 0.6 + 3 * 0.8 },
        { disc, 1 },
        { plus, 3 * 0.6 + 3 * 0.8 },
      }
      world:step(DT)
      for i, case in ipairs(cases) do
        local vx, vy = case[1]:velocity()
        local force = 0.5 * 100 * case[2]
        near(force * 0.6, vx * case[1]:mass() / DT, 2e-4 * force, "fx on body " .. i)
        near(force * 0.8, vy * case[1]:mass() / DT, 2e-4 * force, "fy on body " .. i)
      end
    end)

    it("what stands in it as v = U k U t / (1 + k U t)", function()
      -- m u' = -drag w u^2, u = U - v
      world:wind { x = 8, drag = 0.2 }
      local ball = world:circle { radius = 0.5, density = 2 }
      local k, speed = 0.2 * 1 / ball:mass(), 8
      run(world, 3)
      near(speed * k * speed * 3 / (1 + k * speed * 3), ball:velocity(), 0.02, "vx")
    end)

    it("what falls in still air to sqrt(m g / (drag w))", function()
      renew { gravity = { 0, -10 } }
      world:wind { drag = 2 }
      local flat = world:box { w = 2, h = 0.1, density = 3 }
      local edge = world:box { x = 9, w = 0.1, h = 2, density = 3, fixed_rotation = true }
      run(world, 20)
      local _, vy = flat:velocity()
      near(-math.sqrt(0.6 * 10 / (2 * 2)), vy, 1e-4, "vy, flat")
      _, vy = edge:velocity()
      near(-math.sqrt(0.6 * 10 / (2 * 0.1)), vy, 1e-3, "vy, on edge")
    end)

    it("what spins until it stands", function()
      world:wind { drag = 1 }
      local plate = world:box { w = 3, h = 0.1, angular_velocity = 4, density = 2 }
      local last = 4
      for _ = 1, 10 do
        run(world, 1)
        assert.is_true(plate:angular_velocity() < last and plate:angular_velocity() > 0)
        last = plate:angular_velocity()
      end
      at_most(2, last, "spin")
    end)

    it("never beyond its own speed, however light", function()
      world:wind { x = 50, drag = 1e4, lift = 1e4 }
      local leaf = world:box { w = 1, h = 0.02, angle = 0.4, density = 0.001 }
      local mote = world:circle { x = 5, radius = 0.01, density = 0.001 }
      local last = 0
      for _ = 1, 120 do
        world:step(DT)
        local vx, vy = leaf:velocity()
        at_most(150, math.abs(vx) + math.abs(vy), "speed of a leaf")
        vx = mote:velocity()
        assert.is_true(vx >= last and vx <= 50.001)
        last = vx
      end
      near(50, last, 0.01, "speed of a mote")
    end)
  end)

  describe("lifts", function()
    it("a plate that is turned, by the sine of its angle", function()
      world:wind { x = 10, drag = 1, lift = 1 }
      local a = math.rad(30)
      local plate = world:box { w = 2, h = 0.002, angle = a, density = 2000 }
      local fx, fy = force_on(plate)
      -- its long side has the normal (-sin a, cos a), of which the upper one faces left
      local side = 100 * 2 * math.sin(a)
      local edge = 100 * 0.002 * math.cos(a)
      near(side + edge, fx, 0.02, "fx")
      near(-side * math.cos(a) + edge * math.sin(a), fy, 0.02, "fy")
    end)

    it("a kite that leans back upwards", function()
      world:wind { x = 10, drag = 0, lift = 0.5 }
      local kite = world:box { w = 2, h = 0.001, angle = math.rad(-45), density = 5000 }
      local fx, fy = force_on(kite)
      near(0, fx, 1e-2, "fx")
      near(0.5 * 100 * 2 * 0.5, fy, 0.03, "fy")
    end)

    it("no circle, nor a capsule that lies along or across", function()
      world:wind { x = 10, lift = 3 }
      for i, body in ipairs {
        world:circle { radius = 0.5, density = 90 },
        world:capsule { x = 4, x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.3, density = 90 },
        (world:capsule { x = 8, x1 = 0, y1 = -1, x2 = 0, y2 = 1, radius = 0.3, density = 90 }),
      } do
        local _, fy = force_on(body)
        near(0, fy, 0.01, "fy on shape " .. i)
      end
    end)
  end)

  it("acts on dynamic bodies that are awake alone, sensors aside", function()
    world:wind { x = 10 }
    local still = world:box { type = "static", w = 1, h = 1 }
    local lift = world:box { type = "kinematic", x = 3, w = 1, h = 1 }
    local ghost = world:circle { x = 6, radius = 1, sensor = true }
    local off = world:circle { x = 9, radius = 1, enabled = false }
    world:step(DT)
    for _, body in ipairs { still, lift, ghost, off } do
      near(0, body:velocity(), 0, "vx")
    end
  end)

  it("blows on the layers that are asked for", function()
    world:layer "leaves"
    local leaf = world:circle { radius = 0.5, layer = "leaves" }
    local stone = world:circle { x = 3, radius = 0.5 }
    local both = world:body { x = 6 }
    both:add_circle { radius = 0.5, layer = "leaves" }
    both:add_circle { y = 2, radius = 0.5 }
    world:wind { x = 10, drag = 0.1, layers = { "leaves" } }
    world:step(DT)
    near(10 * DT, leaf:velocity() * leaf:mass(), 1e-4, "impulse on the leaf")
    near(0, stone:velocity(), 0, "vx of the stone")
    near(10 * DT, both:velocity() * both:mass(), 1e-4, "impulse on what is half of each")
    assert.has_error(function() world:wind { layers = "stones" } end,
      "bad argument #1 to 'wind' (field 'layers': unknown layer 'stones'; declare it with "
        .. "world:layer(name))")
  end)

  it("wakes all when it changes, and lets them sleep in it", function()
    renew { gravity = { 0, -10 } }
    world:halfspace { friction = 1 }
    local box = world:box { y = 0.5, w = 1, h = 1, friction = 1 }
    world:wind { x = 1 }
    run(world, 2)
    assert.is_false(box:is_awake())
    world:wind { x = 1 }
    assert.is_false(box:is_awake())
    world:wind { x = 5 }
    assert.is_true(box:is_awake())
    run(world, 2)
    assert.is_true(box:is_awake()) -- 25 N against 10 of friction
    local x = box:position()
    assert.is_true(x > 1)
    world:wind(nil)
    run(world, 3)
    assert.is_false(box:is_awake())
  end)

  it("is the same on two threads and whatever stands elsewhere", function()
    local function poses_of(threads, others)
      local w = cairn.world { threads = threads }
      w:halfspace {}
      w:wind { x = 7, y = 1, drag = 0.1, lift = 0.1 }
      local list = {}
      for i = 1, 1200 do
        list[i] = w:box { x = i % 60, y = 0.5 + i // 60, w = 0.7, h = 0.5, angle = i }
      end
      for i = 1, others do w:circle { x = 1500 + i, y = 7, radius = 0.4 } end
      for _ = 1, 60 do w:step(DT) end
      assert.is_true(w:validate())
      local text = measure.states(list)
      w:destroy()
      return text
    end
    local one = poses_of(1, 0)
    assert.equal(one, poses_of(2, 0))
    assert.equal(one, poses_of(1, 33))
  end)

  it("reads back, and stands in the hash", function()
    local calm = world:hash()
    assert.is_nil(world:wind())
    world:wind { x = 3, y = -2, drag = 0.5, lift = 0.25 }
    assert.same({ 3, -2, 0.5, 0.25, -1 }, { world:wind() })
    assert.not_equal(calm, world:hash())
    world:set_wind {}
    assert.same({ 0, 0, 1, 0, -1 }, { world:wind() })
    world:wind { layers = "default" }
    assert.same({ 0, 0, 1, 0, 1 }, { world:wind() })
    world:set_wind(nil)
    assert.is_nil(world:wind())
    assert.equal(calm, world:hash())
    world:wind { x = 3, drag = 0 }
    assert.is_nil(world:wind())
  end)

  it("refuses what is no wind", function()
    local function raises(expected, f)
      local hash = world:hash()
      local ok, message = pcall(f)
      assert.is_false(ok)
      assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
      assert.equal(hash, world:hash())
    end
    local place = "bad argument #1 to 'wind' "
    raises(place .. "(table expected, got number)", function() world:wind(3) end)
    raises(place .. "(field 'x': finite number expected, got nan)",
      function() world:wind { x = 0 / 0 } end)
    raises(place .. "(field 'x': must be in -10000..10000, got 20000)",
      function() world:wind { x = 2e4 } end)
    raises(place .. "(field 'drag': must be in 0..1e+06, got -1)",
      function() world:wind { drag = -1 } end)
    raises(place .. "(field 'lift': number expected, got boolean)",
      function() world:wind { lift = true } end)
    raises(place .. "(unknown field 'darg', did you mean 'drag'?)",
      function() world:wind { darg = 1 } end)
    local message
    world:circle { radius = 0.5, pre_solve = true }
    world:circle { x = 0.5, radius = 0.5 }
    world:set_listener {
      pre_solve = function() message = select(2, pcall(world.wind, world, {})) end,
    }
    world:step(DT)
    assert.matches("world is read-only inside pre_solve; use world:defer(fn)", message, 1, true)
    local gone = cairn.world()
    gone:destroy()
    assert.error_matches(function() gone:wind() end,
      "calling 'wind' on bad self (world has been destroyed at ", 1, true)
  end)
end)
