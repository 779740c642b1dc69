-- Extreme input stays finite, and stays where it is put: who stands 20 m away learns nothing.

local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local measure = require "tests.support.measure"

local run = measure.run

describe("In a world,", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
  end

  before_each(function() renew { gravity = { 0, -10 } } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  -- How far its anchors are is asked for once: when a lane was given anew it was, too, and that
  -- happens when other joints come, and at other times with other numbers of threads.
  it("joints that come elsewhere change no bit of one whose anchor is far away", function()
    local function play(busy)
      renew { gravity = { 0, -10 }, sleep = false }
      world:box { type = "static", y = -0.5, w = 400, h = 1 }
      local body = world:box { y = 3, w = 0.5, h = 0.45, density = 0.05 }
      world:motor {
        b = body, at = { 1e6, 0 }, linear = { vx = 0.5, max = 50 },
        angular = { speed = 0.3, max = 20 },
      }
      local others = {}
      for i = 1, 12 do others[i] = world:box { x = 50 + 2 * i, y = 0.25, w = 0.5, h = 0.5 } end
      for _ = 1, 60 do
        for i = 1, busy and 11 or 0 do
          world:motor { a = others[i], b = others[i + 1], linear = { max = 1 } }
        end
        world:step(1 / 60)
      end
      return { body:state() }
    end
    assert.same(play(false), play(true))
  end)

  describe("a crowd at one point", function()
    it("of 500 is pushed apart and stays finite", function()
      renew { gravity = { 0, 0 } }
      for i = 1, 500 do
        if i % 2 == 0 then
          world:circle { radius = 0.25 }
        else
          world:box { w = 0.5, h = 0.5, angle = i }
        end
      end
      run(world, 0.5, function() assert.is.finite(world) end)
      assert.equal(500, world:body_count())
      local far = 0
      for body in world:bodies() do
        local x, y = body:position()
        far = math.max(far, math.abs(x), math.abs(y))
        local vx, vy = body:velocity()
        assert(vx * vx + vy * vy <= 400.1 ^ 2)
      end
      assert(far > 0.1 and far < 400)
      assert.is_true((world:validate()))
    end)

    it("of 6,000 reaches the limit of pairs in a sentence, and the world goes on", function()
      -- every pair of them overlaps: 18 million, and 16 million may wait
      renew { gravity = { 0, 0 } }
      for i = 1, 6000 do world:circle { radius = 0.05, name = "c" .. i } end
      assert.error_matches(function() world:step(1 / 60) end, "contact limit 2000000 reached", 1,
        true)
      assert.is.finite(world)
      assert.equal(6000, world:body_count())
      for i = 101, 6000 do world:find("c" .. i):destroy() end
      world:step(1 / 60)
      assert.equal(100, world:body_count())
      assert.is.finite(world)
    end)
  end)

  describe("extreme input", function()
    local EXTREMES <const> = {
      ["a huge force"] = function(body) body:apply_force(1e18, -1e18) end,
      ["a huge impulse"] = function(body) body:apply_impulse(1e18, 1e18, 0.1, 40) end,
      ["a huge torque"] = function(body) body:apply_torque(-1e18) end,
      ["a huge spin"] = function(body) body:set_angular_velocity(1e30) end,
      ["a huge velocity"] = function(body) body:set_velocity(-1e30, 1e30) end,
      ["a tiny mass"] = function(body) body:set_mass(1e-12) end,
      ["a huge mass"] = function(body) body:set_mass(1e12) end,
      ["a tiny inertia"] = function(body) body:set_inertia(1e-18) end,
      ["a huge density"] = function(body) body:shape():set_density(1e6) end,
      ["a huge gravity scale"] = function(body) body:set_gravity_scale(1e6) end,
      ["huge damping"] = function(body) body:set_damping(1e9) end,
      ["opposite forces beyond what one may be"] = function(body)
        for _ = 1, 100 do body:apply_force(1e18, 0) end
        body:apply_force(-1e18, 0)
      end,
    }

    -- A small heap at x = 0 and a bystander heap at 20 m; poses of the bystanders at the end.
    local function play(act)
      renew { gravity = { 0, -10 } }
      local r = geometry.random(61)
      world:segment { x1 = -8, y1 = 0, x2 = 8, y2 = 0 }
      world:segment { x1 = 20, y1 = 0, x2 = 40, y2 = 0 }
      world:box { type = "static", x = 14, w = 0.5, h = 100 } -- a wall between them
      local victim
      local bystanders = {}
      for i = 1, 10 do
        local keys = { x = 30 + r.between(-2, 2), y = i, w = r.between(0.3, 1), h = 0.5 }
        bystanders[i] = world:box(keys)
      end
      for i = 1, 10 do
        local keys = { x = r.between(-2, 2), y = i, w = r.between(0.3, 1), h = 0.5 }
        victim = world:box(keys)
      end
      run(world, 0.3)
      if act then act(victim) end
      run(world, 1.5, function() assert.is.finite(world) end)
      assert.is_true((world:validate()))
      local poses = {}
      for i, body in ipairs(bystanders) do
        poses[i] = ("%a %a %a %a %a %a"):format(body:state())
      end
      return poses, victim
    end

    local undisturbed

    for name, act in pairs(EXTREMES) do
      it("(" .. name .. ") leaves the world finite and bystanders' bits untouched", function()
        undisturbed = undisturbed or play(nil)
        local poses = play(act)
        assert.same(undisturbed, poses)
      end)
    end

    it("that is not finite is refused by name and changes nothing", function()
      local body, shape = world:box { y = 5, w = 1, h = 1 }
      local nan, inf = 0 / 0, math.huge
      local hash = world:hash()
      for _, bad in ipairs { nan, inf, -inf } do
        for _, call in ipairs {
          function() body:set_position(bad, 0) end,
          function() body:set_transform(0, 0, bad) end,
          function() body:set_angle(bad) end,
          function() body:set_velocity(0, bad) end,
          function() body:set_angular_velocity(bad) end,
          function() body:apply_force(bad, 0) end,
          function() body:apply_force(1, 1, 0, bad) end,
          function() body:apply_impulse(0, bad) end,
          function() body:apply_torque(bad) end,
          function() body:apply_angular_impulse(bad) end,
          function() body:set_mass(bad) end,
          function() body:set_inertia(bad) end,
          function() body:set_damping(bad) end,
          function() body:set_gravity_scale(bad) end,
          function() body:move_to(0, bad, 0, 1) end,
          function() shape:set_friction(bad) end,
          function() shape:set_density(bad) end,
          function() shape:set_surface_speed(bad) end,
          function() world:set_gravity(bad, 0) end,
          function() world:box { w = bad, h = 1 } end,
          function() world:circle { x = bad, radius = 1 } end,
        } do
          assert.error_matches(call, "finite number expected, got", 1, true)
        end
      end
      assert.equal(hash, world:hash())
      assert.equal(1, world:body_count())
    end)
  end)

  describe("extreme proportions", function()
    it("of mass 1 : 1e6 in a stack stay finite and on the floor's side", function()
      world:box { type = "static", y = -1, w = 40, h = 2 }
      local low = world:box { y = 0.5, w = 1, h = 1, density = 1 }
      local high = world:box { y = 1.5, w = 1, h = 1, density = 1e6 }
      run(world, 5, function() assert.is.finite(world) end)
      assert(low:is_valid() and high:is_valid())
      assert((select(2, high:position())) > -1)
    end)

    it("of size: 5 mm and 500 m bodies meet and stay finite", function()
      world:box { type = "static", y = -250, w = 500, h = 500 }
      local small = world:circle { y = 0.1, radius = 0.005 }
      local plate = world:box { x = 20, y = 60, w = 1, h = 100 }
      run(world, 3, function() assert.is.finite(world) end)
      local _, y = small:position()
      measure.near(0.005, y, 5e-4, "the small one lies on the floor")
      assert((select(2, plate:position())) > -1)
    end)

    it("of sliver polygons do not break the step", function()
      world:segment { x1 = -20, y1 = 0, x2 = 20, y2 = 0 }
      for i = 1, 20 do
        world:polygon { x = 0.3 * i - 3, y = 1 + 0.2 * i, points = { -1, 0, 1, 0, 0, 0.004 },
          angle = i }
      end
      run(world, 3, function() assert.is.finite(world) end)
    end)

    it("of dt from 1e-9 to max_dt stay finite", function()
      world:box { type = "static", y = -1, w = 40, h = 2 }
      for i = 1, 10 do world:box { y = i, w = 1, h = 0.9 } end
      for i = 1, 300 do
        world:step(({ 1e-9, 1 / 60, 0.05, 1e-4, 1e-6 })[i % 5 + 1])
        assert.is.finite(world)
      end
    end)
  end)
end)
