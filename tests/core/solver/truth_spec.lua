-- What the step promises about the truth of its answers, beyond the scenes of `cairn fidelity` in
-- tests/cli/fidelity_spec.lua: other sizes, speeds and shapes, in the defaults. What is asserted is
-- what was reached, with a little room: it may only get better.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near, run = measure.near, measure.run

describe("In a world,", function()
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

  local function elastic_room()
    for _, wall in ipairs { { -5.5, 0, 1, 12 }, { 5.5, 0, 1, 12 }, { 0, -5.5, 12, 1 },
      { 0, 5.5, 12, 1 } } do
      world:box { type = "static", x = wall[1], y = wall[2], w = wall[3], h = wall[4],
        friction = 0, restitution = 1 }
    end
  end

  describe("a gas of 100 elastic discs", function()
    -- other starts: one disc in ten thousand blows flew on so fast that rows stopped it
    for start = 12347, 12349, 2 do
      it("keeps its energy for a minute and lets nobody out, start " .. start, function()
        renew { gravity = { 0, 0 } }
        elastic_room()
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

  describe("a crowd of 25 elastic bodies", function()
    local function regular(n)
      local points = {}
      for i = 1, n do
        local angle = 2 * math.pi * i / n + 0.1
        points[2 * i - 1], points[2 * i] = 0.35 * cairn.cos(angle), 0.35 * cairn.sin(angle)
      end
      return points
    end
    -- What is left of their energy after five seconds at up to 60 m/s: in every crowd, and in the
    -- mean over six where corners meet and chance decides.
    local crowds = {
      { "circle", { radius = 0.3 }, 0.999, 0.999 },
      { "ellipse", { rx = 0.4, ry = 0.2 }, 0.999, 0.999 },
      { "capsule", { x1 = -0.3, y1 = 0, x2 = 0.3, y2 = 0, radius = 0.12 }, 0.999, 0.999 },
      { "polygon", { points = regular(6) }, 0.9, 0.97 },
      { "polygon", { points = regular(5) }, 0.88, 0.95 },
      { "box", { w = 0.5, h = 0.5 }, 0.8, 0.94 }, { "polygon", { points = regular(3) }, 0.7, 0.8 },
    }

    local function fill(kind, keys, speed, seed)
      for i = 0, 24 do
        seed = (seed * 1664525 + 1013904223) & 0xffffffff
        local angle = 2 * math.pi * seed / 2 ^ 32
        local all = { x = (i % 5 - 2) * 1.7, y = (i // 5 - 2) * 1.7, angle = 3 * angle,
          vx = speed * cairn.cos(angle), vy = speed * cairn.sin(angle), restitution = 1,
          friction = 0 }
        for key, value in pairs(keys) do all[key] = value end
        world[kind](world, all)
      end
    end

    -- What is left of 1.
    local function left_of(kind, keys, speed, seed)
      renew { gravity = { 0, 0 } }
      elastic_room()
      fill(kind, keys, speed, seed)
      local energy = world:kinetic_energy()
      for _ = 1, 300 do world:step() end
      return world:kinetic_energy() / energy
    end

    for i, crowd in ipairs(crowds) do
      local kind, keys, least, mean = table.unpack(crowd)
      local seeds = (kind == "polygon" or kind == "box") and 6 or 1
      it(("keeps its energy, and makes none: %d, %s"):format(i, kind), function()
        for _, speed in ipairs { 5, 20, 60 } do
          local sum = 0
          for seed = 1, seeds do
            local left = left_of(kind, keys, speed, 12270 + 77 * seed)
            assert(left > least and left < 1.001, ("%g left at %g m/s"):format(left, speed))
            sum = sum + left
          end
          assert(sum > mean * seeds, ("%g left at %g m/s"):format(sum / seeds, speed))
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
          measure.at_most(lowest + 0.046 * start, now, "energy")
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

  describe("a sliding block", function()
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

  -- Floors of pieces, their top at y = 0 from x = 0 on.
  local function pieces(kind)
    local points = {}
    for i = 0, 80 do
      points[2 * i + 1], points[2 * i + 2] = i, 0
      if kind == "tiles" then
        world:box { type = "static", x = i + 0.5, y = -0.5, w = 1, h = 1, friction = 0 }
      elseif kind == "segments" then
        world:segment { x1 = i, y1 = 0, x2 = i + 1, y2 = 0, friction = 0 }
      end
    end
    if kind == "chain" then world:chain { points = points, friction = 0 } end
    if kind ~= "tiles of all widths" then return end
    local x, seed = 0, 5
    while x < 80 do
      seed = (seed * 1664525 + 1013904223) & 0xffffffff
      local w = 0.3 + 1.4 * seed / 2 ^ 32
      world:box { type = "static", x = x + w / 2, y = -0.5, w = w, h = 1, friction = 0 }
      x = x + w
    end
  end

  for _, kind in ipairs { "tiles", "tiles of all widths", "segments", "chain" } do
    describe("a floor of " .. kind, function()
      it("lets pass what slides over several of them in a step", function()
        for start = 0, 3 do
          for _, size in ipairs { 0.3, 1 } do
            renew { gravity = { 0, -10 } }
            pieces(kind)
            local block = world:box { x = 2.37 + start / 7, y = size / 2, w = size, h = size,
              vx = 25, friction = 0 }
            run(world, 2)
            near(25, (block:velocity()), 0.01, "speed")
            near(size / 2, select(2, block:position()), 1e-3, "height")
          end
        end
      end)

      it("is solid for a plank that lands on one end", function()
        for start = 0, 23 do
          renew { gravity = { 0, -10 } }
          pieces(kind)
          local plank = world:box { x = 10 + start / 24, y = 2.2, w = 2, h = 0.4, vx = 5,
            angle = 0.15 + 0.05 * (start % 5) }
          run(world, 3, function()
            local _, y, angle = plank:state()
            local low = y - math.abs(math.sin(angle)) - 0.2 * math.cos(angle)
            measure.at_most(3e-3, -low, "depth")
          end)
        end
      end)
    end)
  end

  describe("a chain", function()
    it("stops a triangle at a vertex where it goes straight on", function()
      renew { gravity = { 0, 0 } }
      world:chain { points = { 0, -10, 0, -0.01, 0, 10 } }
      local body = world:polygon { x = -8, vx = 15, points = { -0.1, -0.1, 0.1, -0.1, 0, 0.1 } }
      run(world, 1, function() assert((body:position()) < 0) end)
    end)
  end)

  describe("a stack", function()
    local function stack(count)
      renew { gravity = { 0, -10 } }
      floor(0.6)
      local top
      for i = 1, count do top = world:box { y = i - 0.5, w = 1, h = 1 } end
      return top
    end

    for _, count in ipairs { 2, 3, 100, 200 } do
      it(("of %d boxes stands as high as they are"):format(count), function()
        local top = stack(count)
        run(world, 10)
        local x, y = top:position()
        near(count - 0.5, y, 1e-4, "height")
        near(0, x, 1e-4, "drift")
        assert(world:max_penetration() <= world:slop())
      end)
    end

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
  end)
end)
