-- Explosions: so much impulse for each metre of the width that a shape shows, and whom they reach.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run

describe("cairn.World:explode", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  local function speed_of(body)
    local vx, vy = body:velocity()
    return math.sqrt(vx * vx + vy * vy)
  end

  describe("on one shape", function()
    it("gives impulse times the width that it shows, away from the centre", function()
      --                 __
      --   *            |  |  h = 0.5: J = 3 * 0.5
      --                |__|
      local body = world:box { x = 2, w = 0.8, h = 0.5, density = 2 }
      world:explode { radius = 4, impulse = 3 }
      local vx, vy = body:velocity()
      near(3 * 0.5 / body:mass(), vx, 1e-6, "vx")
      near(0, vy, 1e-7, "vy")
      near(0, body:angular_velocity(), 1e-6, "spin")
    end)

    it("sees circles, capsules and rounded boxes as wide as they are", function()
      local cases = {
        { world:circle { x = 3, radius = 0.4 }, 0.8 },
        { world:capsule { y = 3, x1 = -0.5, y1 = 0, x2 = 0.5, y2 = 0, radius = 0.2 }, 1.4 },
        { world:box { x = -3, w = 0.6, h = 0.2, radius = 0.1 }, 0.4 },
        { world:box { y = -3, w = math.sqrt(0.5), h = math.sqrt(0.5), angle = math.pi / 4 }, 1 },
      }
      world:explode { radius = 5, impulse = 2 }
      for i, case in ipairs(cases) do
        near(2 * case[2], case[1]:mass() * speed_of(case[1]), 1e-5, "impulse on shape " .. i)
      end
    end)

    it("turns what is hit beside its centre of mass", function()
      -- the nearest point of a plank above is straight over the centre, 0.5 m left of its middle
      local body = world:box { x = 0.5, y = 1.1, w = 2, h = 0.2 }
      world:explode { radius = 3, impulse = 1 }
      -- it shows 2 m
      near(2 / body:mass(), speed_of(body), 1e-5, "speed")
      near(2 * -0.5 / body:inertia(), body:angular_velocity(), 1e-4, "spin")
    end)

    it("weakens beyond the radius, evenly to nothing", function()
      local bodies = {}
      for i = 0, 6 do bodies[i] = world:circle { x = 1.5 + i, y = 0, radius = 0.5 } end
      world:explode { radius = 2, falloff = 4, impulse = 1 }
      for i = 0, 6 do
        local distance = 1 + i
        local share = math.max(0, math.min(1, 1 - (distance - 2) / 4))
        -- nobody shows more than what lies within reach
        near(share, bodies[i]:mass() * speed_of(bodies[i]), 1e-5, "impulse at " .. distance)
      end
    end)

    it("pulls with a negative impulse", function()
      local body = world:circle { x = 3, y = 4, radius = 0.5 }
      world:explode { radius = 6, impulse = -2 }
      local vx, vy = body:velocity()
      near(-2 * 0.6 / body:mass(), vx, 1e-5, "vx")
      near(-2 * 0.8 / body:mass(), vy, 1e-5, "vy")
    end)

    it("pushes what it happens inside of by its middle, and nobody who has none to be pushed from",
      function()
        local off, on = world:box { x = 0.3, w = 1, h = 1 }, world:circle { x = 10, radius = 1 }
        world:explode { radius = 2, impulse = 1 }
        local vx, vy = off:velocity()
        near(1 / off:mass(), vx, 1e-5, "vx")
        near(0, vy, 1e-6, "vy")
        world:explode { x = 10, radius = 2, impulse = 1 }
        near(0, speed_of(on), 0, "speed of what it is the middle of")
      end)

    it("counts of a long plank only what lies within reach", function()
      local body = world:box { y = 0.6, w = 100, h = 0.2 }
      world:explode { radius = 1.3, impulse = 1 }
      near(2 * 1.2, body:mass() * speed_of(body), 1e-4, "impulse") -- sqrt(1.3^2 - 0.5^2) = 1.2
    end)
  end)

  describe("among others", function()
    it("moves dynamic bodies alone, and wakes them", function()
      local still = world:box { x = 2, type = "static", w = 1, h = 1 }
      local lift = world:box { x = -2, type = "kinematic", w = 1, h = 1 }
      local sensor = world:box { y = 2, w = 1, h = 1, sensor = true }
      local off = world:box { y = -2, w = 1, h = 1, enabled = false }
      local asleep = world:box { x = 3, y = 3, w = 1, h = 1, awake = false }
      world:explode { radius = 9, impulse = 5 }
      for _, body in ipairs { still, lift, sensor, off } do near(0, speed_of(body), 0, "speed") end
      assert.is_true(asleep:is_awake())
      assert.is_true(speed_of(asleep) > 1)
    end)

    it("throws the layers that are asked for", function()
      world:layer "crates"
      world:layer "birds"
      local crate = world:circle { x = 1, radius = 0.2, layer = "crates" }
      local bird = world:circle { x = -1, radius = 0.2, layer = "birds" }
      local other = world:circle { y = 1, radius = 0.2 }
      world:explode { radius = 3, impulse = 1, layers = { "crates", "default" } }
      assert.is_true(speed_of(crate) > 0 and speed_of(other) > 0)
      near(0, speed_of(bird), 0, "speed of the bird")
    end)

    it("gives each shape of a body its own share", function()
      local body = world:body { x = 3 }
      body:add_circle { y = 0.5, radius = 0.25 }
      body:add_circle { y = -0.5, radius = 0.25 }
      world:explode { radius = 5, impulse = 1 }
      local each = 0.5 * 3 / math.sqrt(9.25)
      near(2 * each, body:mass() * speed_of(body), 1e-5, "impulse")
      near(0, body:angular_velocity(), 1e-5, "spin")
    end)

    it("keeps momentum about its centre at zero for what stands around it", function()
      for i = 0, 11 do
        local a = i * math.pi / 6
        world:circle { x = 2 * math.cos(a), y = 2 * math.sin(a), radius = 0.3 }
      end
      world:explode { radius = 4, impulse = 7 }
      local px, py, l = world:momentum()
      near(0, px, 1e-4, "px")
      near(0, py, 1e-4, "py")
      near(0, l, 1e-4, "L")
    end)
  end)

  describe("with occlusion", function()
    local function wall(y1, y2)
      return world:box { type = "static", x = 1, y = (y1 + y2) / 2, w = 0.1, h = y2 - y1 }
    end

    it("spares what stands behind a static wall, and no one else", function()
      wall(-1, 1)
      local behind = world:circle { x = 2, radius = 0.25 }
      local free = world:circle { x = -2, radius = 0.25 }
      local screen = world:box { x = 0, y = 1, w = 2, h = 0.1 } -- dynamic: shields nobody
      local above = world:circle { y = 2, radius = 0.25 }
      world:explode { radius = 5, impulse = 1, occlusion = true }
      near(0, speed_of(behind), 0, "speed behind the wall")
      near(0.5, free:mass() * speed_of(free), 1e-6, "impulse in the open")
      near(0.5, above:mass() * speed_of(above), 1e-6, "impulse behind a plank")
      assert.is_true(speed_of(screen) > 0)
      world:explode { radius = 5, impulse = 1 }
      near(0.5, behind:mass() * speed_of(behind), 1e-6, "impulse without occlusion")
    end)

    it("pushes what is half hidden at the half that is seen", function()
      -- the wall ends on the line from the centre to the middle of the box
      wall(-3, 0)
      local box = world:box { x = 3, w = 1, h = 1 }
      world:explode { radius = 5, impulse = 1, occlusion = true }
      local vx, vy = box:velocity()
      local j = box:mass() * speed_of(box)
      near(0.5, j, 0.5 / 16 + 1e-6, "impulse")
      near(0.25 / 2.5, vy / vx, 0.02, "direction")
      assert.is_true(box:angular_velocity() < -0.1)
    end)

    it("does not take the floor that things stand on for a shield", function()
      world:halfspace { y = -0.5 }
      world:box { type = "static", y = -1, x = 3, w = 4, h = 1 } -- the same height
      local box = world:box { x = 3, w = 1, h = 1 }
      world:explode { y = 0.5, radius = 5, impulse = 1, occlusion = true }
      local seen = box:mass() * speed_of(box)
      box:set_velocity(0, 0)
      world:explode { y = 0.5, radius = 5, impulse = 1 }
      near(box:mass() * speed_of(box), seen, 1e-6, "impulse")
    end)

    it("is the same 900 km away, and behind a chain of a thousand segments", function()
      local far, points = 900000, {}
      for i = 0, 1000 do
        points[#points + 1], points[#points + 2] = 1 + 0.001 * i, 1 - 0.002 * i
      end
      world:chain { x = far, points = points }
      local hidden = world:circle { x = far + 3, y = -1.2, radius = 0.25 }
      local free = world:circle { x = far - 3, radius = 0.25 }
      world:explode { x = far, radius = 5, impulse = 1, occlusion = true }
      near(0, speed_of(hidden), 0, "speed behind the chain")
      near(0.5, free:mass() * speed_of(free), 1e-6, "impulse in the open")
    end)

    it("of a blast inside a wall reaches nobody", function()
      world:box { type = "static", w = 1, h = 1 }
      local box = world:circle { x = 2, radius = 0.5 }
      world:explode { radius = 5, impulse = 1, occlusion = true }
      near(0, speed_of(box), 0, "speed")
    end)
  end)

  it("is the same in any order of creation of others", function()
    local function hash_of(n)
      local w = cairn.world { gravity = { 0, -10 } }
      w:halfspace {}
      local pile = {}
      for i = 1, 30 do pile[i] = w:box { x = i % 6, y = 0.5 + i // 6, w = 0.9, h = 0.9 } end
      for i = 1, n do w:circle { x = 500 + 2 * i, y = 0.5, radius = 0.5 } end
      for _ = 1, 20 do w:step(1 / 60) end
      w:explode { x = 2, y = 1, radius = 2, falloff = 2, impulse = 20, occlusion = true }
      for _ = 1, 60 do w:step(1 / 60) end
      local text = {}
      for i, body in ipairs(pile) do text[i] = ("%a %a"):format(body:position()) end
      w:destroy()
      return table.concat(text, " ")
    end
    assert.equal(hash_of(0), hash_of(40))
  end)

  it("does not throw faster than max_speed", function()
    local body = world:circle { x = 1, radius = 0.1 }
    world:explode { radius = 3, impulse = 1e9 }
    near(400, speed_of(body), 1e-2, "speed")
    run(world, 0.1)
    at_most(400.01, speed_of(body), "speed")
  end)

  describe("asked wrongly", function()
    local function raises(expected, ...)
      local hash, arguments = world:hash(), table.pack(...)
      local ok, message = pcall(function()
        world:explode(table.unpack(arguments, 1, arguments.n))
      end)
      assert.is_false(ok)
      assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
      assert.equal(hash, world:hash())
    end

    it("says what is wrong and throws nobody", function()
      world:circle { x = 1, radius = 0.5 }
      local place = "bad argument #1 to 'explode' "
      raises(place .. "(table expected, got no value)")
      raises(place .. "(field 'radius': number expected, got nil)", { impulse = 1 })
      raises(place .. "(field 'impulse': number expected, got nil)", { radius = 1 })
      raises(place .. "(field 'radius': number expected, got string)",
        { radius = "1", impulse = 1 })
      raises(place .. "(field 'impulse': finite number expected, got nan)",
        { radius = 1, impulse = 0 / 0 })
      raises(place .. "(field 'x': finite number expected, got inf)",
        { x = math.huge, radius = 1, impulse = 1 })
      raises(place .. "(field 'radius': must be in 0..1e+06, got -1)",
        { radius = -1, impulse = 1 })
      raises(place .. "(field 'radius': radius and falloff must not both be 0)",
        { radius = 0, impulse = 1 })
      raises(place .. "(field 'falloff': must be in 0..1e+06, got -1)",
        { radius = 1, falloff = -1, impulse = 1 })
      raises(place .. "(unknown field 'raduis', did you mean 'radius'?)",
        { raduis = 1, impulse = 1 })
      raises(place .. "(field 'occlusion': boolean expected, got number)",
        { radius = 1, impulse = 1, occlusion = 1 })
      raises(place .. "(field 'layers': unknown layer 'birds'; declare it with world:layer(name))",
        { radius = 1, impulse = 1, layers = "birds" })
    end)

    it("cannot happen inside a hook of the step, nor in a world that is gone", function()
      local message
      world:circle { x = 1, radius = 0.5, pre_solve = true }
      world:circle { x = 1.5, radius = 0.5 }
      world:set_listener {
        pre_solve = function()
          local _, m = pcall(function() world:explode { radius = 1, impulse = 1 } end)
          message = m
        end,
      }
      world:step()
      assert.matches("world is read-only inside pre_solve; use world:defer(fn)", message, 1, true)
      local gone = cairn.world()
      gone:destroy()
      assert.error_matches(function() gone:explode { radius = 1, impulse = 1 } end,
        "calling 'explode' on bad self (world has been destroyed at ", 1, true)
    end)
  end)
end)
