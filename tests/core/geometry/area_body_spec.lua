-- Areas on bodies that move, and who sleeps in an area and is woken by it.

local cairn = require "cairn"
local areas = require "tests.support.areas"
local measure = require "tests.support.measure"

local near, run = measure.near, measure.run
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

  describe("in which bodies may sleep", function()
    before_each(function() renew { sleep = true } end)

    local function floater()
      local shape, body = pool { density = 2, drag = 3, angular_drag = 3, surface = 0 }
      local box = world:box { y = 0, w = 2, h = 1, density = 1 }
      run(world, 3)
      assert.is_false(box:is_awake())
      return box, shape, body
    end

    it("lets what floats sleep, and hold", function()
      local box = floater()
      run(world, 2)
      assert.is_false(box:is_awake())
      local _, y = box:position()
      near(0, y, 2e-3, "y")
    end)

    it("wakes it when the area changes, moves or ends", function()
      local changes = {
        function(shape) shape:set_area { density = 1 } end,
        function(shape) shape:set_area(nil) end,
        function(shape) shape:destroy() end,
        function(_, body) body:destroy() end,
        function(_, body) body:set_enabled(false) end,
        function(_, body) body:set_position(100, 0) end,
        function(_, body) body:set_type "kinematic" body:set_velocity(0, -1) end,
        function() world:set_gravity(0, -5) end,
      }
      for i, change in ipairs(changes) do
        renew { sleep = true }
        local box, shape, body = floater()
        change(shape, body)
        world:step(DT)
        world:step(DT)
        assert.is_true(box:is_awake(), "awake after change " .. i)
        assert.is_true(world:validate())
      end
    end)

    it("wakes who was asleep where an area comes to be", function()
      local box = world:box { w = 1, h = 1, awake = false }
      local far = world:box { x = 50, w = 1, h = 1, awake = false }
      local shape = world:box { type = "static", w = 3, h = 3, sensor = true }:shape()
      run(world, 0.1)
      assert.is_false(box:is_awake())
      shape:set_area { gravity = { 0, 12 } }
      assert.is_true(box:is_awake())
      assert.is_false(far:is_awake())
      run(world, 0.5)
      local _, y = box:position()
      near(0.25, y, 0.02, "y")
      shape:body():set_position(50, 0)
      assert.is_true(far:is_awake())
    end)

    it("is felt by what a moving sensor comes over", function()
      renew { sleep = true, gravity = { 0, 0 } }
      local box = world:box { w = 1, h = 1, awake = false }
      world:box { type = "kinematic", x = -5, vx = 4, w = 2, h = 2, sensor = true,
        area = { gravity = { 0, 1 } } }
      run(world, 3)
      assert.is_true(box:is_awake())
      local _, vy = box:velocity()
      -- in it for (2 + 1) / 4 s, of which by halves while it comes and goes
      near(0.5, vy, 0.02, "vy")
    end)
  end)

  describe("on a dynamic body", function()
    local function momentum(bodies)
      local px, py, turn = 0, 0, 0
      for _, b in ipairs(bodies) do
        local m, x, y = b:mass(), b:center()
        local vx, vy = b:velocity()
        px, py = px + m * vx, py + m * vy
        turn = turn + m * (x * vy - y * vx) + b:inertia() * b:angular_velocity()
      end
      return px, py, turn
    end

    -- walls and a floor of 0.2 m about 3.8 x 1.8 m of what area is
    local function tank(area, keys)
      local body = world:body(keys or {})
      body:add_box { x = -2, y = 1, w = 0.2, h = 2, density = 5 }
      body:add_box { x = 2, y = 1, w = 0.2, h = 2, density = 5 }
      body:add_box { y = 0.1, w = 3.8, h = 0.2, density = 5 }
      body:add_box { y = 1, w = 3.8, h = 1.6, sensor = true, density = 0, area = area }
      return body
    end

    it("pulls and is pulled: two turn about their common centre", function()
      renew { sleep = false, gravity = { 0, 0 } }
      local planet = world:circle { radius = 1, density = 3 }
      planet:add_circle { radius = 30, sensor = true, density = 0,
        area = { pull = 5, pull_distance = 2 } }
      local moon = world:circle { x = 6, radius = 0.5, density = 2 }
      local m, M = moon:mass(), planet:mass()
      -- pull falls off to 5 (2 / 6)^2; v^2 m / (6 M / (m + M)) = m pull
      local v = math.sqrt(5 / 9 * 6 * M / (m + M))
      moon:set_velocity(0, v)
      planet:set_velocity(0, -v * m / M)
      local _, _, turn = momentum { planet, moon }
      for _ = 1, 1200 do
        world:step(DT)
        local x, y = moon:position()
        local px, py = planet:position()
        near(6, math.sqrt((x - px) ^ 2 + (y - py) ^ 2), 1e-3, "distance")
      end
      local px, py, now = momentum { planet, moon }
      near(0, px, 1e-4, "px")
      near(0, py, 1e-4, "py")
      near(turn, now, 1e-4 * turn, "angular momentum")
    end)

    it("floats what weighs on who carries it, and sleeps with it", function()
      renew { sleep = true }
      local floor = world:box { type = "static", y = -0.5, w = 40, h = 1 }
      local body = tank { density = 1, drag = 3, angular_drag = 3 }
      local crate = world:box { y = 2, w = 1, h = 1, density = 0.5 }
      run(world, 1)
      local sum = 0
      for _ = 1, 60 do
        world:step(DT)
        for m in world:manifolds() do
          local a, b = m:bodies()
          for i = 1, (a == floor or b == floor) and m:count() or 0 do sum = sum + m:impulse(i) end
        end
      end
      near((body:mass() + crate:mass()) * G, sum, 0.02 * sum, "N on the floor")
      run(world, 10)
      assert.is_false(crate:is_awake() or body:is_awake())
      crate:apply_impulse(0, -0.1)
      assert.is_true(body:is_awake())
      run(world, 10)
      assert.is_false(crate:is_awake() or body:is_awake())
      body:set_velocity(0.5, 0)
      assert.is_true(crate:is_awake())
    end)

    it("drags until all go alike, however much and however many", function()
      renew { sleep = false, gravity = { 0, 0 } }
      for _, drag in ipairs { 1, 50, 1e5 } do
        local body = tank({ drag = drag, angular_drag = drag }, { vx = 3 })
        local all = { body }
        for i = 1, 12 do
          all[i + 1] = world:box { x = 0.25 * i - 1.5, y = (i % 4) * 0.3 + 0.5, w = 0.2, h = 0.2,
            density = 100 }
        end
        body:set_velocity(3, 0)
        local px, py, turn = momentum(all)
        local fastest = 0
        for _ = 1, 600 do
          world:step(DT)
          for i = 2, #all do fastest = math.max(fastest, math.abs((all[i]:velocity()))) end
        end
        local qx, qy, now = momentum(all)
        near(px, qx, 1e-4 * px, "px at drag " .. drag)
        near(py, qy, 1e-4 * px, "py at drag " .. drag)
        near(turn, now, 1e-3 * px, "angular momentum at drag " .. drag)
        assert.is_true(fastest < 3)
        for _, b in ipairs(all) do b:destroy() end
      end
    end)

    it("and on a kinematic one drags with it", function()
      renew { sleep = false, gravity = { 0, 0 } }
      world:box { type = "kinematic", w = 30, h = 4, vx = 2, vy = 1, sensor = true,
        area = { drag = 5, flow = { 0.5, 0 } } }
      local box = world:box { w = 0.5, h = 0.5 }
      run(world, 4)
      local vx, vy = box:velocity()
      near(2.5, vx, 1e-4, "vx")
      near(1, vy, 1e-4, "vy")
    end)
  end)

  it("lets what stands in it rest, in wind, too, where nothing sleeps", function()
    local floor = world:box { type = "static", y = -0.5, w = 100, h = 1 }
    local _, area = world:box { type = "static", y = 2, w = 10, h = 4, sensor = true,
      area = { gravity = { 1, -2 }, drag = 1 } }
    world:wind { x = 3, drag = 0.1 }
    local top
    for i = 0, 3 do top = world:box { y = 0.5 + i, w = 1, h = 1, density = 500 } end
    local function at_rest()
      local vx, vy = top:velocity()
      return vx == 0 and vy == 0 and top:angular_velocity() == 0
    end
    -- How it moves, and what it rests on: it may be at rest again in the step that solves it anew.
    local function state()
      local list = { top:state() }
      for m in top:manifolds() do
        for i = 1, m:count() do
          local normal, along = m:impulse(i)
          list[#list + 1], list[#list + 2] = normal, along
        end
      end
      return list
    end
    local function wakes(what, change, dt)
      run(world, 5)
      assert.is_true(at_rest(), "before " .. what)
      local before = state()
      change()
      world:step(dt or DT)
      assert.not_same(before, state(), what)
    end
    wakes("an area that changes", function()
      area:set_area { gravity = { 1, 3 }, replace = true }
    end)
    area:set_area { gravity = { 1, -2 } }
    wakes("an area that goes", function() area:destroy() end)
    wakes("another wind", function() world:wind { x = 30, drag = 10 } end)
    world:wind(nil)
    wakes("another gravity", function() world:set_gravity(0, -5) end)
    wakes("another step", function() end, DT / 2)
    wakes("a floor that goes", function() floor:destroy() end)
  end)

  it("is the same on two threads, and whatever happens elsewhere", function()
    local function poses_of(threads, others)
      local w = cairn.world { threads = threads, gravity = { 0, -G } }
      w:halfspace { y = -8 }
      w:box { type = "static", y = -4, w = 60, h = 8, sensor = true,
        area = { density = 2, drag = 1, angular_drag = 1, flow = { 0.5, 0 } } }
      local list = {}
      for i = 1, 400 do
        local x, y = i % 40 - 20, 1 + i // 40
        list[i] = i % 3 == 0 and w:circle { x = x, y = y, radius = 0.4 }
          or i % 3 == 1 and w:box { x = x, y = y, w = 0.8, h = 0.6 }
          or w:capsule { x = x, y = y, x1 = -0.2, y1 = 0, x2 = 0.2, y2 = 0.1, radius = 0.2 }
      end
      for i = 1, others do w:circle { x = 500 + i, y = -7, radius = 0.4 } end
      for _ = 1, 120 do w:step(DT) end
      assert.is_true(w:validate())
      local text = measure.states(list)
      w:destroy()
      return text
    end
    local one = poses_of(1, 0)
    assert.equal(one, poses_of(2, 0))
    assert.equal(one, poses_of(1, 30))
  end)
end)
