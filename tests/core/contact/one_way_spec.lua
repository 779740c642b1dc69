-- One-way shapes, and m:ignore(): through from one side at any speed, solid from the other, and
-- what has begun to pass goes on passing until the two have parted.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near, at_most = measure.near, measure.at_most

--   =====^=====    =====v=====
--        []             []
local PLATFORMS = {
  segment = { top = 0, make = function(world, keys)
    keys.x1, keys.y1, keys.x2, keys.y2 = -5, 0, 5, 0
    return world:segment(keys)
  end },
  box = { top = 0.1, make = function(world, keys)
    keys.w, keys.h = 10, 0.2
    return world:box(keys)
  end },
  ["thick box"] = { top = 0.5, make = function(world, keys)
    keys.w, keys.h = 10, 1
    return world:box(keys)
  end },
  chain = { top = 0, make = function(world, keys)
    keys.points = {}
    for i = -5, 5 do keys.points[2 * i + 11], keys.points[2 * i + 12] = i, 0 end
    return world:chain(keys)
  end },
}

-- Each gives how far it reaches below its place.
local BODIES = {
  box = function(keys) keys.w, keys.h = 0.5, 0.5 return 0.25 end,
  circle = function(keys) keys.radius = 0.25 return 0.25 end,
  capsule = function(keys)
    keys.x1, keys.y1, keys.x2, keys.y2, keys.radius = -0.2, 0, 0.2, 0, 0.1
    return 0.1
  end,
  polygon = function(keys) keys.points = { -0.3, -0.25, 0.3, -0.25, 0, 0.4 } return 0.25 end,
}

local SPEEDS = { 0.1, 1, 3, 10, 30, 100 }

describe("a one-way shape", function()
  local world

  local function renew(keys)
    if world then world:destroy() end
    world = cairn.world(keys)
  end

  local function run(seconds)
    for _ = 1, math.ceil(seconds * 60) do world:step(1 / 60) end
  end

  local function each(fn)
    for name, platform in cairn.pairs(PLATFORMS) do
      for kind, shape in cairn.pairs(BODIES) do
        for _, substeps in ipairs { 1, 4, 8 } do
          fn(platform, kind, shape, substeps, ("%s, %s, %d"):format(name, kind, substeps))
        end
      end
    end
  end

  teardown(function() world:destroy() end)

  it("lets pass from below at any speed, and takes nothing of it", function()
    each(function(platform, kind, shape, substeps, what)
      for _, speed in ipairs(SPEEDS) do
        renew { gravity = { 0, 0 }, substeps = substeps }
        platform.make(world, { type = "static", one_way = { 0, 1 } })
        local keys, before = { x = 0.13, vy = speed }, math.min(3, speed)
        keys.y = -shape(keys) - 0.02 - before - platform.top
        local body = world[kind](world, keys)
        run((2 * before + 3) / speed)
        local x, y, _, vx, vy, w = body:state()
        assert(y > platform.top, what)
        near(speed, vy, 1e-3 * speed, what .. ", speed")
        near(0.13, x, 1e-3, what .. ", x")
        at_most(1e-2, math.abs(vx) + math.abs(w), what)
      end
    end)
  end)

  it("holds what falls upon it at any speed, also on a joint of its segments", function()
    each(function(platform, kind, shape, substeps, what)
      for _, speed in ipairs(SPEEDS) do
        renew { gravity = { 0, -10 }, substeps = substeps }
        platform.make(world, { type = "static", one_way = { 0, 1 } })
        local keys = { x = 0.13, vy = -speed }
        local height = platform.top + shape(keys)
        keys.y = height + 0.3 + 0.013 * speed
        local body = world[kind](world, keys)
        run(2)
        local _, y = body:position()
        near(height, y, substeps == 1 and 0.01 or 1e-3, what .. ", height")
      end
    end)
  end)

  it("lets pass what comes from the side", function()
    each(function(platform, kind, shape, substeps, what)
      for _, speed in ipairs { 0.5, 5, 50 } do
        renew { gravity = { 0, 0 }, substeps = substeps }
        platform.make(world, { type = "static", one_way = { 0, 1 } })
        local keys = { x = -6.5, vx = speed }
        shape(keys)
        local body = world[kind](world, keys)
        run(13 / speed)
        local x, _, _, vx, vy = body:state()
        assert(x > 6, what)
        near(speed, vx, 1e-3 * speed, what)
        near(0, vy, 1e-3 * speed, what)
      end
    end)
  end)

  it("lets fall what turns back within it", function()
    each(function(platform, kind, shape, substeps, what)
      for _, part in ipairs { 0.1, 0.5, 0.9 } do
        renew { gravity = { 0, -10 }, substeps = substeps }
        platform.make(world, { type = "static", one_way = { 0, 1 } })
        local keys = { x = 0.13 }
        local reach = shape(keys)
        keys.y = -0.3 - reach - platform.top
        keys.vy = math.sqrt(2 * 10 * (0.3 + platform.top + 2 * reach * part))
        local body = world[kind](world, keys)
        run(3)
        assert((select(2, body:position())) < -3, what)
      end
    end)
  end)

  it("carries what stands on it where it goes, and passes what it comes down upon", function()
    each(function(platform, kind, shape, substeps, what)
      for _, speed in ipairs { 0.5, 5 } do
        renew { gravity = { 0, -10 }, substeps = substeps }
        local lift = platform.make(world, { type = "kinematic", one_way = { 0, 1 }, vy = speed })
        local keys = { x = 0.13 }
        local height = platform.top + shape(keys)
        keys.y = height + 0.1
        local body = world[kind](world, keys)
        run(1)
        lift:set_velocity(0.2, -speed / 4) -- and flies on for up to 1.3 s
        run(3)
        near(height, select(2, body:position()) - select(2, lift:position()), 0.01, what)

        renew { gravity = { 0, -10 }, substeps = substeps }
        world:box { type = "static", y = -0.5, w = 50, h = 1 }
        platform.make(world, { type = "kinematic", one_way = { 0, 1 }, y = 2, vy = -speed })
        keys = { x = 0.13 }
        keys.y = shape(keys)
        height, body = keys.y, world[kind](world, keys)
        run(4 / speed)
        near(height, select(2, body:position()), 0.01, what)
        near(0.13, (body:position()), 0.01, what)
      end
    end)
  end)

  it("turns with its body, and is a normal in its frame", function()
    for i = 0, 7 do
      local a = i * math.pi / 4
      local c, s = math.cos(a), math.sin(a)
      for _, speed in ipairs { 2, 60 } do
        renew { gravity = { 0, 0 } }
        world:box { type = "static", angle = a, w = 4, h = 0.2, one_way = { 0, 1 } }
        local through = world:circle { x = s * 3 - c, y = -c * 3 - s, vx = -s * speed,
          vy = c * speed, radius = 0.2 }
        local stopped = world:circle { x = -s * 3 + c, y = c * 3 + s, vx = s * speed,
          vy = -c * speed, radius = 0.2 }
        run(5 / speed + 0.5)
        local x, y = through:position()
        assert(-s * x + c * y > 1, "passes")
        x, y = stopped:position()
        near(0.3, -s * x + c * y, 5e-3, "held")
      end
    end
  end)

  it("is one way for what comes back later", function()
    renew { gravity = { 0, -10 } }
    PLATFORMS.segment.make(world, { type = "static", one_way = { 0, 1 } })
    local ball = world:circle { y = -1, vy = 10, radius = 0.25, restitution = 0 }
    run(4)
    near(0.25, select(2, ball:position()), 1e-3, "stands on it")
    ball:set_velocity(0, 5)
    run(2)
    near(0.25, select(2, ball:position()), 1e-3, "and again")
  end)
end)

describe("a manifold that is ignored", function()
  local world
  after_each(function() world:destroy() end)

  -- Through the wall, out, and back: only what was said holds, and only until they part.
  it("stays so until they part, at any speed, and then no longer", function()
    for _, speed in ipairs { 0.5, 5, 50, 200 } do
      for _, thickness in ipairs { 0.02, 1 } do
        if world then world:destroy() end
        world = cairn.world { gravity = { 0, 0 } }
        world:box { type = "static", w = thickness, h = 10 }
        local ball = world:circle { x = -2, vx = speed, radius = 0.25, pre_solve = true }
        local asked, ignore = 0, true
        world:set_listener { pre_solve = function(m)
          asked = asked + 1
          if ignore then m:ignore() end
        end }
        for _ = 1, math.ceil(5 / speed * 60) do world:step(1 / 60) end
        local x = ball:position()
        assert(x > 1, ("stopped at %g, %g m/s"):format(x, speed))
        near(speed, (ball:velocity()), 1e-3 * speed, "speed")
        assert.equal(1, asked)
        ignore = false
        ball:set_position(2, 0)
        ball:set_velocity(-speed, 0)
        for _ = 1, math.ceil(5 / speed * 60) do world:step(1 / 60) end
        near(0.25 + thickness / 2, (ball:position()), 5e-3, "held at the second time")
      end
    end
  end)

  --   \      what flies along tiles comes upon one that was still beside it when the step began,
  --  ==\==   and that hides behind its neighbours: it is asked about as well
  it("is asked about wherever in the step the two meet", function()
    for seed = 0, 199 do
      if world then world:destroy() end
      world = cairn.world { gravity = { 0, 0 }, max_speed = 2000 }
      for i = -120, 120 do
        world:box { type = "static", x = 2.5 * i, w = 2.5, h = 0.02 + seed % 4 * 0.1 }
      end
      local speed, slant = 50 + 4 * seed, 0.2 + 0.7 * (seed * 0.618 % 1)
      local vx, vy = speed * cairn.sin(slant), -speed * cairn.cos(slant)
      local ball = world:circle { x = seed / 80, y = 4, vx = vx, vy = vy, radius = 0.1,
        pre_solve = true }
      world:set_listener { pre_solve = function(m) m:ignore() end }
      for _ = 1, math.ceil(8 / -vy * 60) do world:step(1 / 60) end
      local _, y, _, now_x, now_y = ball:state()
      assert(y < -1, ("stopped at %g, %g m/s"):format(y, speed))
      near(vx, now_x, 1e-3 * speed, "speed along")
      near(vy, now_y, 1e-3 * speed, "speed through")
    end
  end)
end)
