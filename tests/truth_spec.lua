-- What the step promises about the truth of its answers: scenes with a known end, in the world's
-- defaults. The figures asserted are those reached, with a little room: they may only get better.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near, run = measure.near, measure.run

describe("cairn.World", function()
  local world

  local function renew(keys)
    if world then world:destroy() end
    keys.sleep = false
    world = cairn.world(keys)
  end

  after_each(function()
    world:destroy()
    world = nil
  end)

  local function floor(friction)
    return world:box { type = "static", y = -0.5, w = 200, h = 1, friction = friction }
  end

  describe("free motion", function()
    it("lands where the parabola ends", function()
      renew { gravity = { 0, -10 } }
      local body = world:box { w = 1, h = 1, vx = 10, vy = 20 }
      for _ = 1, 120 do world:step(1 / 60) end
      local x, y = body:position()
      near(20, x, 1e-4, "x")
      near(20, y, 1e-4, "y")
    end)

    it("turns by w t", function()
      renew { gravity = { 0, 0 } }
      local body = world:box { w = 1, h = 0.2, angular_velocity = 20 }
      local turned, before = 0, 0
      for _ = 1, 600 do
        world:step(1 / 60)
        local now = body:angle()
        turned = turned + (now - before) % (2 * math.pi)
        before = now
      end
      near(200, turned, 5e-4, "angle")
    end)
  end)

  describe("a bouncing ball", function()
    -- the heights between which it turns, from v^2 / 2g at the last step before each top
    local function tops(restitution, height, count)
      renew { gravity = { 0, -10 } }
      floor(0)
      local ball = world:circle { y = 0.5 + height, radius = 0.5, friction = 0,
        restitution = restitution }
      local list, before = {}, 0
      while #list < count do
        world:step(1 / 60)
        local _, y, _, _, vy = ball:state()
        if before > 0 and vy <= 0 then list[#list + 1] = y - 0.5 + vy * vy / 20 end
        before = vy
      end
      return list
    end

    it("keeps its height at e = 1, wherever in a step it lands", function()
      for k = 0, 7 do
        local height = 5 + k / 10
        for _, top in ipairs(tops(1, height, 10)) do near(height, top, 1e-3 * height, "top") end
      end
    end)

    it("reaches e^2 of its height at e = 0.5", function()
      for k = 0, 7 do
        local height = 5 + k / 10
        local list = tops(0.5, height, 3)
        for n = 1, 3 do near(height * 0.25 ^ n, list[n], 0.01 * height * 0.25 ^ n, "top") end
      end
    end)
  end)

  describe("a row of touching balls", function()
    it("passes the blow on to the last one, and nothing else moves", function()
      --  (o)-->        (o)(o)(o)(o)
      renew { gravity = { 0, 0 } }
      local balls = {}
      for i = 0, 4 do
        balls[i] = world:circle { x = i == 0 and -3 or i - 1, radius = 0.5, restitution = 1,
          friction = 0, vx = i == 0 and 5 or 0 }
      end
      for _ = 1, 120 do world:step(1 / 60) end
      for i = 0, 4 do near(i == 4 and 5 or 0, (balls[i]:velocity()), 0.005, "ball " .. i) end
    end)
  end)

  describe("a gas of 100 elastic discs", function()
    -- other starts: one disc in ten thousand blows flew on so fast that rows stopped it
    for start = 12345, 12349, 2 do
      it("keeps its energy for a minute and lets nobody out, start " .. start, function()
        renew { gravity = { 0, 0 } }
        for _, wall in ipairs { { -5.5, 0, 1, 12 }, { 5.5, 0, 1, 12 }, { 0, -5.5, 12, 1 },
          { 0, 5.5, 12, 1 } } do
          world:box { type = "static", x = wall[1], y = wall[2], w = wall[3], h = wall[4],
            friction = 0, restitution = 1 }
        end
        local seed = start
        for j = 0, 9 do
          for i = 0, 9 do
            seed = (seed * 1664525 + 1013904223) & 0xffffffff
            local angle = 2 * math.pi * seed / 2 ^ 32
            world:circle { x = -4.05 + 0.9 * i, y = -4.05 + 0.9 * j, radius = 0.2, friction = 0,
              restitution = 1, vx = 5 * cairn.cos(angle), vy = 5 * cairn.sin(angle) }
          end
        end
        local energy = world:kinetic_energy()
        for _ = 1, 3600 do world:step(1 / 60) end
        near(energy, world:kinetic_energy(), 2e-4 * energy, "energy")
        for body in world:bodies("dynamic") do
          local x, y = body:position()
          assert(math.abs(x) < 5.2 and math.abs(y) < 5.2, tostring(body))
        end
      end)
    end
  end)

  describe("a pour of bouncing discs", function()
    it("makes no energy and does not press discs into each other", function()
      --  |ooooo|
      --  |ooooo|  falling
      for _, restitution in ipairs { 0.5, 0.9 } do
        renew { gravity = { 0, -10 } }
        floor(0.6)
        for side = -1, 1, 2 do
          world:box { type = "static", x = side * 5.5, y = 20, w = 1, h = 60 }
        end
        for i = 0, 599 do
          world:circle { x = i % 20 * 0.5 - 4.75, y = 0.3 + i // 20 * 0.6, radius = 0.2,
            restitution = restitution }
        end
        local start = measure.energy(world)
        local lowest = start
        for _ = 1, 240 do
          world:step(1 / 60)
          local now = measure.energy(world)
          -- the landing presses the lower ones together by a few centimetres; pushing them out of
          -- that lifts all that lies above
          measure.at_most(lowest + 0.04 * start, now, "energy")
          lowest = math.min(lowest, now)
          assert(world:max_penetration() < 0.1)
        end
      end
    end)
  end)

  describe("a ball that bounces to and fro", function()
    it("begins and ends each touch in turn", function()
      renew { gravity = { 0, 0 } }
      local touching, turns = {}, 0
      world:set_listener {
        begin_contact = function(a, b)
          local pair = a:id() .. " " .. b:id()
          assert.is_nil(touching[pair])
          touching[pair] = true
          turns = turns + 1
        end,
        end_contact = function(a, b)
          local pair = a:id() .. " " .. b:id()
          assert.is_true(touching[pair])
          touching[pair] = nil
        end,
      }
      for side = -1, 1, 2 do
        world:box { type = "static", x = side, w = 1, h = 4, restitution = 1 }
      end
      world:circle { radius = 0.2, vx = 40, restitution = 1 }
      run(world, 2)
      assert(turns > 10)
    end)
  end)

  describe("an off-centre blow", function()
    it("keeps linear and angular momentum", function()
      renew { gravity = { 0, 0 } }
      world:box { x = -3, w = 1, h = 1, vx = 5, friction = 0.5 }
      world:box { y = 0.4, w = 1, h = 1, friction = 0.5 }
      run(world, 2)
      local px, py, l = world:momentum()
      near(5, px, 1e-5, "px")
      near(0, py, 1e-5, "py")
      near(2, l + 0.4 * px, 2e-5, "about the centre of the second")
    end)
  end)

  describe("a sliding block", function()
    it("stops after v^2 / 2 mu g", function()
      renew { gravity = { 0, -10 } }
      floor(0.5)
      local block = world:box { y = 0.25, w = 1, h = 0.5, vx = 10, friction = 0.5 }
      run(world, 4)
      near(10, (block:position()), 1e-3, "distance")
    end)

    --   [b]-->        (o)-->
    --  [ ][ ][ ][ ]  [ ][ ][ ][ ]
    for _, kind in ipairs { "box", "rounded box", "disc" } do
      it("does not feel the seams of tiles, as a " .. kind, function()
        for _, speed in ipairs { 1, 2, 5, 10, 15, 30 } do
          renew { gravity = { 0, -10 } }
          for i = 0, 100 do
            world:box { type = "static", x = i, y = -0.5, w = 1, h = 1, friction = 0 }
          end
          local keys = { x = 1.43, y = 0.25, vx = speed, friction = 0 }
          if kind == "disc" then keys.radius = 0.25 else keys.w, keys.h = 0.5, 0.5 end
          if kind == "rounded box" then keys.w, keys.h, keys.radius = 0.4, 0.4, 0.05 end
          local body = kind == "disc" and world:circle(keys) or world:box(keys)
          for _ = 1, 180 do
            world:step(1 / 60)
            local _, vy = body:velocity()
            assert(vy < 0.03, ("rises with %g at %g m/s"):format(vy, speed))
          end
          near(speed, (body:velocity()), 5e-3 * speed, "speed")
        end
      end)
    end
  end)

  describe("a stack", function()
    local function stack(count, density)
      renew { gravity = { 0, -10 } }
      floor(0.6)
      local top
      for i = 1, count do
        top = world:box { y = i - 0.5, w = 1, h = 1, density = density and density(i) or 1 }
      end
      return top
    end

    for _, count in ipairs { 2, 3, 10, 20, 100, 200 } do
      it(("of %d boxes stands as high as they are"):format(count), function()
        local top = stack(count)
        run(world, 10)
        local x, y = top:position()
        near(count - 0.5, y, 1e-4, "height")
        near(0, x, 1e-4, "drift")
        assert(world:max_penetration() <= world:slop())
      end)
    end

    it("of a heavy box on a light one does not sink", function()
      for _, ratio in ipairs { 10, 100, 1000, 10000 } do
        local top = stack(2, function(i) return i == 1 and 1 or ratio end)
        run(world, 10)
        local _, y = top:position()
        near(1.5, y, 5e-4, "height, ratio " .. ratio)
      end
    end)

    it("of five, each ten times as heavy as the one below, stands", function()
      local top = stack(5, function(i) return 10 ^ (i - 1) end)
      run(world, 10)
      local _, y = top:position()
      near(4.5, y, 5e-4, "height")
    end)

    -- Two blocks on a ramp: what rests there is solved another way than what slides.
    local function slide(tangent, seconds)
      renew { gravity = { 0, -10 } }
      local angle = math.atan(tangent)
      local c, s = math.cos(angle), math.sin(angle)
      world:box { type = "static", w = 100, h = 1, angle = -angle, friction = 0.5 }
      local first
      for i = 0, 1 do
        local u, v = -20, 0.75 + 0.5 * i
        local block = world:box { x = c * u + s * v, y = -s * u + c * v, w = 1, h = 0.5,
          angle = -angle, friction = 0.5 }
        first = first or block
      end
      local x0, y0 = first:position()
      run(world, seconds)
      local x, y = first:position()
      return (x - x0) * c - (y - y0) * s, 0.5 * 10 * (s - 0.5 * c) * seconds ^ 2
    end

    it("of two holds on a ramp below the angle of friction", function()
      near(0, slide(0.48, 5), 1e-3, "slid")
    end)

    it("of two slides on a steeper one, as far as one would", function()
      for _, tangent in ipairs { 0.6, 0.7, 0.8 } do
        local slid, expected = slide(tangent, 2)
        near(expected, slid, 0.02 * expected, "tangent " .. tangent)
      end
    end)

    it("stands 50 km from the origin as it does there", function()
      renew { gravity = { 0, -10 } }
      world:box { type = "static", x = 50000, y = -0.5, w = 40, h = 1 }
      local top
      for i = 1, 10 do top = world:box { x = 50000, y = i - 0.5, w = 1, h = 1 } end
      run(world, 10)
      local x, y = top:position()
      near(9.5, y, 1e-4, "height")
      near(50000, x, 1e-3, "drift")
    end)
  end)

  describe("a fast disc", function()
    local SPEEDS <const> = { 5, 10, 20, 50, 100, 200, 400, 1000, 2000, 5000, 10000 }

    local function stopped(make)
      for _, speed in ipairs(SPEEDS) do
        for phase = 0, 15 do
          renew { gravity = { 0, 0 }, max_speed = 1e5 }
          local wall = make()
          local disc = world:circle { x = -5 - speed / 60 * phase / 16, radius = 0.1, vx = speed }
          run(world, 1)
          assert((disc:position()) < (wall:position()), ("passed at %g m/s"):format(speed))
        end
      end
    end

    it("is stopped by a thin static wall", function()
      stopped(function() return world:box { type = "static", w = 0.1, h = 2 } end)
    end)
    it("is stopped by a segment", function()
      stopped(function() return world:segment { x1 = 0, y1 = -1, x2 = 0, y2 = 1 } end)
    end)
    it("is stopped by a wall that can move, without any flag", function()
      stopped(function() return world:box { w = 0.1, h = 2, density = 100 } end)
    end)
    it("does not pass another one that comes head on", function()
      for _, speed in ipairs(SPEEDS) do
        renew { gravity = { 0, 0 }, max_speed = 1e5 }
        local a = world:circle { x = -5 - speed / 60 * 0.3, radius = 0.1, vx = speed }
        local b = world:circle { x = 5 + speed / 60 * 0.3, radius = 0.1, vx = -speed }
        run(world, 1)
        assert((a:position()) < (b:position()), ("passed at %g m/s"):format(speed))
      end
    end)
  end)
end)
