-- Restitution above 1: what leaves faster than it came.
local cairn = require "cairn"

local WALLS <const> = { { 0, -5, 12, 1 }, { 0, 5, 12, 1 }, { -5, 0, 1, 12 }, { 5, 0, 1, 12 } }

describe("Restitution above 1", function()
  local world
  after_each(function() world:destroy() end)

  -- From h a ball rises to e^2 h, then to e^4 h.
  for _, e in ipairs { 1.2, 1.5, 2 } do
    for _, kind in ipairs { "circle", "box" } do
      it(("of %g throws a %s to e^2 of its height each time"):format(e, kind), function()
        world = cairn.world { gravity = { 0, -10 }, max_speed = 1000 }
        world:box { type = "static", y = -0.5, w = 50, h = 1 }
        local body = world[kind](world, { y = 2.5, radius = kind == "circle" and 0.5 or nil,
          w = kind == "box" and 1 or nil, h = kind == "box" and 1 or nil, restitution = e })
        local peaks, peak, rising = {}, 0, false
        for _ = 1, 1000 do
          world:step()
          if body:vy() > 0 then rising = true end
          if rising then peak = math.max(peak, body:y() - 0.5) end
          if rising and body:vy() <= 0 then
            peaks[#peaks + 1] = peak
            peak, rising = 0, false
          end
          if #peaks == 2 then break end
        end
        assert.near(2 * e ^ 2, peaks[1], 1e-3 * peaks[1])
        assert.near(2 * e ^ 4, peaks[2], 1e-3 * peaks[2])
      end)
    end
  end

  it("keeps momentum: two discs part with e times the speed at which they met", function()
    world = cairn.world { gravity = { 0, 0 } }
    local a = world:circle { x = -2, radius = 0.5, vx = 2, mass = 1, restitution = 1.5 }
    local b = world:circle { x = 2, radius = 0.5, vx = -1, mass = 3 }
    for _ = 1, 120 do world:step() end
    assert.near(1.5 * 3, b:vx() - a:vx(), 1e-4)
    assert.near(2 - 3, a:vx() + 3 * b:vx(), 1e-4)
  end)

  it("ends at max_speed, and the world stays sound", function()
    world = cairn.world { gravity = { 0, 0 }, max_speed = 50 }
    for _, wall in ipairs(WALLS) do
      world:box { type = "static", x = wall[1], y = wall[2], w = wall[3], h = wall[4],
        restitution = 2 }
    end
    for i = 1, 9 do
      world:circle { x = i % 3 * 2 - 2, y = i // 3 * 2 - 3, radius = 0.3, vx = i - 4, vy = 1 }
    end
    for _ = 1, 600 do world:step() end
    assert.is_true(world:validate())
    for body in world:bodies "dynamic" do
      local x, y = body:position()
      local vx, vy = body:velocity()
      assert.is_true(math.abs(x) < 5 and math.abs(y) < 5)
      assert.is_true(math.sqrt(vx * vx + vy * vy) <= 50.01)
    end
  end)

  it("of 1 still makes no energy", function()
    world = cairn.world { gravity = { 0, 0 } }
    for _, wall in ipairs(WALLS) do
      world:box { type = "static", x = wall[1], y = wall[2], w = wall[3], h = wall[4],
        restitution = 1 }
    end
    for i = 1, 9 do
      world:box { x = i % 3 * 2 - 2, y = i // 3 * 2 - 3, w = 0.6, h = 0.4, vx = i - 4, vy = 1,
        angular_velocity = i, restitution = 1 }
    end
    local before = world:kinetic_energy()
    for _ = 1, 300 do world:step() end
    assert.is_true(world:kinetic_energy() <= before * 1.001)
  end)
end)
