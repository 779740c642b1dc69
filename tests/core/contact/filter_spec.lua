-- Who may touch whom, and what a surface does besides: layers, groups, one_way, surface_speed,
-- rolling.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, run = measure.near, measure.run

describe("In a world,", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
  end

  before_each(function() renew { gravity = { 0, 0 }, layers = { "hero", "ghost", "wall" } } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  -- Two overlapping circles: do they touch after a step that only collides?
  local function meet(a, b)
    a.radius, b.radius, b.x = 0.5, 0.5, 0.5
    local body_a, body_b = world:circle(a), world:circle(b)
    world:step(0)
    local touching = body_a:touching(body_b)
    body_a:destroy()
    body_b:destroy()
    return touching
  end

  describe("layers", function()
    it("all collide until told not to", function()
      assert.is_true(meet({}, {}))
      assert.is_true(meet({ layer = "hero" }, { layer = "ghost" }))
      assert.is_true(meet({ layer = "hero" }, { layer = "hero" }))
      assert.is_true(meet({ layer = "hero" }, {}))
    end)

    it("do not collide once set_collides says so, in either order, and do again", function()
      world:set_collides("hero", "ghost", false)
      assert.is_false(meet({ layer = "hero" }, { layer = "ghost" }))
      assert.is_false(meet({ layer = "ghost" }, { layer = "hero" }))
      assert.is_true(meet({ layer = "hero" }, { layer = "wall" }))
      world:set_collides("ghost", "hero", true)
      assert.is_true(meet({ layer = "hero" }, { layer = "ghost" }))
    end)

    it("can forbid a layer to itself and to the default one", function()
      world:set_collides("ghost", "ghost", false)
      world:set_collides("ghost", "default", false)
      assert.is_false(meet({ layer = "ghost" }, { layer = "ghost" }))
      assert.is_false(meet({ layer = "ghost" }, {}))
      assert.is_true(meet({}, {}))
    end)

    it("are re-evaluated for pairs that touch already", function()
      local hero = world:circle { radius = 0.5, layer = "hero" }
      local wall = world:circle { x = 0.5, radius = 0.5, layer = "wall", type = "static" }
      world:step(0)
      assert.is_true(hero:touching(wall))
      world:set_collides("hero", "wall", false)
      world:step(0)
      assert.is_false(hero:touching(wall))
      assert.equal(0, world:pair_count())
      world:set_collides("hero", "wall", true)
      world:step(0)
      assert.is_true(hero:touching(wall))
      hero:shape():set_layer("default")
      world:set_collides("hero", "wall", false)
      world:step(0)
      assert.is_true(hero:touching(wall))
    end)

    it("let sleepers fall when their floor is taken out of reach", function()
      renew { gravity = { 0, -10 }, layers = { "floor" } }
      world:box { type = "static", y = -1, w = 10, h = 2, layer = "floor" }
      local body = world:box { y = 0.5, w = 1, h = 1 }
      run(world, 2)
      assert.is.asleep(body)
      world:set_collides("floor", "default", false)
      run(world, 0.5)
      assert((select(2, body:velocity())) < -4)
    end)

    it("that differ push nothing: the body passes through", function()
      world:set_collides("ghost", "wall", false)
      world:box { type = "static", x = 3, w = 1, h = 5, layer = "wall" }
      local ghost = world:circle { radius = 0.5, vx = 6, layer = "ghost" }
      local hero = world:circle { y = 1.5, radius = 0.5, vx = 6, layer = "hero" }
      run(world, 1)
      near(6, (ghost:position()), 1e-4, "ghost")
      near(2, (hero:position()), 0.01, "hero")
    end)
  end)

  describe("groups", function()
    it("of the same negative number never collide", function()
      assert.is_false(meet({ group = -3 }, { group = -3 }))
    end)

    it("of the same positive number collide, whatever the layers", function()
      world:set_collides("hero", "ghost", false)
      assert.is_true(meet({ group = 2, layer = "hero" }, { group = 2, layer = "ghost" }))
    end)

    it("of different numbers leave it to the layers", function()
      assert.is_true(meet({ group = -1 }, { group = -2 }))
      assert.is_true(meet({ group = 1 }, { group = -1 }))
      assert.is_true(meet({ group = 0 }, { group = 0 }))
      world:set_collides("hero", "ghost", false)
      assert.is_false(meet({ group = 1, layer = "hero" }, { group = 2, layer = "ghost" }))
    end)

    it("are re-evaluated when they change", function()
      local a = world:circle { radius = 0.5, group = -1 }
      local b = world:circle { x = 0.5, radius = 0.5, group = -1 }
      world:step(0)
      assert.is_false(a:touching(b))
      a:shape():set_group(0)
      world:step(0)
      assert.is_true(a:touching(b))
      a:shape():set_group(-1)
      world:step(0)
      assert.is_false(a:touching(b))
    end)
  end)

  describe("the filter hook", function()
    it("is asked once a pair, and again after refilter", function()
      local asked, answer = 0, false
      world:set_listener { filter = function()
        asked = asked + 1
        return answer
      end }
      local a = world:circle { radius = 0.5 }
      local b = world:circle { x = 0.5, radius = 0.5 }
      for _ = 1, 5 do world:step(0) end
      assert.equal(1, asked)
      assert.is_false(a:touching(b))
      answer = nil -- nothing is a yes
      world:step(0)
      assert.equal(1, asked)
      a:shape():refilter()
      world:step(0)
      assert.equal(2, asked)
      assert.is_true(a:touching(b))
    end)

    it("is not asked of pairs that layers forbid", function()
      local asked = 0
      world:set_listener { filter = function() asked = asked + 1 end }
      world:set_collides("hero", "ghost", false)
      meet({ layer = "hero" }, { layer = "ghost" })
      meet({ group = -1 }, { group = -1 })
      assert.equal(0, asked)
    end)
  end)

  describe("one_way", function()
    -- A platform that is solid from above: through it upwards, onto it downwards.
    --        ()           ()
    --   =====^=====  =====v=====
    before_each(function()
      renew { gravity = { 0, -10 } }
      world:segment { x1 = -5, y1 = 2, x2 = 5, y2 = 2, one_way = { 0, 1 } }
    end)

    it("lets up what comes from below, and holds what comes down again", function()
      local body = world:box { w = 0.5, h = 0.5, vy = 8 }
      local top = 0
      run(world, 3, function()
        local _, y = body:position()
        top = math.max(top, y)
      end)
      near(8 * 8 / 20, top, 0.05, "top of its way, as without a platform")
      near(2.25, (select(2, body:position())), 1e-3, "lies on it")
    end)

    it("holds what falls from above at any speed", function()
      local slow = world:circle { x = -2, y = 3, radius = 0.25 }
      local fast = world:circle { x = 2, y = 4, radius = 0.25, vy = -60 }
      run(world, 2)
      near(2.25, (select(2, slow:position())), 1e-3, "slow")
      near(2.25, (select(2, fast:position())), 1e-3, "fast")
    end)

    it("lets fall what turns back half way through", function()
      -- 0.25 below the platform at most 0.1 through it, then down: it came from below
      local body = world:box { y = 1, w = 0.5, h = 0.5, vy = 4.3 }
      run(world, 2)
      assert((select(2, body:position())) < 0)
    end)

    it("turns with its body", function()
      world:box { type = "static", x = 20, angle = math.pi / 2, w = 4, h = 0.2,
        one_way = { 0, 1 } } -- now solid from -x
      local from_left = world:circle { x = 18, radius = 0.25, vx = 5, gravity_scale = 0 }
      local from_right = world:circle { x = 22, y = 1, radius = 0.25, vx = -5, gravity_scale = 0 }
      run(world, 1)
      near(19.65, (from_left:position()), 0.01, "stopped")
      near(17, (from_right:position()), 0.01, "passed")
    end)
  end)

  describe("surface_speed", function()
    before_each(function() renew { gravity = { 0, -10 } } end)

    for _, speed in ipairs { 3, -3 } do
      it(("of %d carries what lies on top that way"):format(speed), function()
        --     []-->          mu g t until it has the belt's speed: 0.5 s
        --  ->->->->->->
        world:box { type = "static", y = -1, w = 100, h = 2, surface_speed = speed }
        local box = world:box { y = 0.5, w = 1, h = 1 }
        run(world, 0.25)
        near(6 * 0.25 * (speed / 3), (box:velocity()), 0.15, "while it slips")
        run(world, 2)
        near(speed, (box:velocity()), 1e-3, "carried")
        near(0, box:angle(), 1e-3, "angle")
      end)
    end

    it("carries that way whichever shape was made first", function()
      local box = world:box { y = 0.5, w = 1, h = 1 }
      world:segment { x1 = -50, y1 = 0, x2 = 50, y2 = 0, surface_speed = 2 }
      run(world, 2)
      near(2, (box:velocity()), 1e-3, "carried")
    end)

    it("climbs up to its friction", function()
      -- tan 20 degrees = 0.36 < 0.6
      local angle = math.rad(20)
      world:box { type = "static", w = 100, h = 1, angle = angle, surface_speed = 1 }
      local box = world:box { x = -0.75 * math.sin(angle), y = 0.75 * math.cos(angle), w = 1,
        h = 0.5, angle = angle }
      run(world, 2)
      local vx, vy = box:velocity()
      near(1, vx * math.cos(angle) + vy * math.sin(angle), 1e-2, "up the slope")
    end)

    it("of a chain may differ from segment to segment", function()
      world:chain { points = { -10, 0, 0, 0, 10, 0 },
        materials = { { surface_speed = 1 }, { surface_speed = -1 } } }
      local left = world:box { x = -5, y = 0.25, w = 0.5, h = 0.5 }
      local right = world:box { x = 5, y = 0.25, w = 0.5, h = 0.5 }
      run(world, 1)
      near(1, (left:velocity()), 1e-3, "left")
      near(-1, (right:velocity()), 1e-3, "right")
    end)
  end)

  describe("rolling resistance", function()
    it("stops a disc that would roll for ever", function()
      -- torque rolling * r * m g against I = m r^2 / 2 about the line of contact, 3 m r^2 / 2:
      -- deceleration 2 rolling g / 3, from 4 m/s in 6 s at rolling = 0.1
      renew { gravity = { 0, -10 } }
      world:box { type = "static", y = -1, w = 200, h = 2 }
      local stopped = world:circle { x = -50, y = 0.5, radius = 0.5, vx = 4, angular_velocity = -8,
        rolling = 0.1 }
      local free = world:circle { y = 0.5, radius = 0.5, vx = 4, angular_velocity = -8 }
      run(world, 3)
      near(4 - 2 * 0.1 * 10 / 3 * 3, (stopped:velocity()), 0.1, "half way")
      run(world, 4)
      near(0, (stopped:velocity()), 1e-3, "stopped")
      near(4, (free:velocity()), 0.05, "free")
    end)

    it("holds a disc on a slope gentler than itself", function()
      renew { gravity = { 0, -10 } }
      local angle = math.atan(0.05)
      world:box { type = "static", w = 100, h = 1, angle = angle }
      local function disc(at, rolling)
        return (world:circle { x = at * math.cos(angle) - math.sin(angle),
          y = at * math.sin(angle) + math.cos(angle), radius = 0.5, rolling = rolling })
      end
      local held, rolls = disc(-5, 0.1), disc(5, 0)
      local x0, x1 = held:position(), rolls:position()
      run(world, 2)
      near(x0, (held:position()), 1e-3, "held")
      assert(rolls:position() < x1 - 0.4)
    end)
  end)
end)
