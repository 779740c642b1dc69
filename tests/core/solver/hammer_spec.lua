-- Something heavy that falls flat on something light which stands on the ground: the light one is
-- neither pressed into the ground nor thrown out from under it.
local cairn = require "cairn"
local geometry = require "tests.support.geometry"

describe("a box that falls flat on one standing on the ground", function()
  local function drop(mass, height, crates)
    local world <close> = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", y = -0.5, w = 40, h = 1 }
    local lower = {}
    for i = 1, crates do lower[i] = world:box { y = i - 0.5, w = 1, h = 1 } end
    for _ = 1, 60 do world:step(1 / 60) end
    local upper = world:box { y = crates + 0.5 + height, w = 1, h = 1, mass = mass }
    local deepest = 0
    for _ = 1, 300 do
      world:step(1 / 60)
      deepest = math.max(deepest, crates + 0.5 - upper:y())
    end
    local turned = 0
    for _, body in ipairs(lower) do turned = math.max(turned, math.abs(body:angle())) end
    return turned, deepest, math.abs(upper:x()), crates + 0.5 - upper:y()
  end

  local function expect(mass, height, crates)
    local turned, deepest, x, left = drop(mass, height, crates)
    local what = ("%.1f kg from %.2f m on %d"):format(mass, height, crates)
    assert.is_true(turned < 0.02, ("%s: turned by %g rad"):format(what, turned))
    assert.is_true(deepest < 0.02, ("%s: %g m deep"):format(what, deepest))
    assert.is_true(x < 0.02, ("%s: %g m aside"):format(what, x))
    assert.is_true(left < 0.005, ("%s: rests %g m too low"):format(what, left))
  end

  it("stays there", function()
    expect(10, 2, 1)
    expect(20, 1, 1)
  end)

  it("stays there from any height with up to twenty times the mass", function()
    local random = geometry.random(3)
    for _ = 1, 20 do expect(random.between(4, 20), random.between(0.3, 3), 1) end
  end)

  it("stays there on two and on three", function()
    for crates = 2, 3 do
      for _, mass in ipairs { 4, 6, 10 } do expect(mass, 2, crates) end
    end
  end)

  -- As a ghost that overlaps it, or what it stands before.
  for _, how in ipairs { "sensor", "filter", "skipped", "ignored" } do
    it("gives nothing on to what it has no response with: " .. how, function()
      local world <close> = cairn.world { gravity = { 0, -10 } }
      world:box { type = "static", y = -0.5, w = 20, h = 1 }
      world:box { y = 0.25, w = 0.5, h = 0.5, mass = 0.1 }
      local ghost = world:box { x = 0.1, y = 0.35, w = 0.5, h = 0.5, mass = 0.1, gravity_scale = 0,
        sensor = how == "sensor", pre_solve = true }
      world:circle { y = 3, radius = 0.5, mass = 1000, vy = -30 }
      world:set_listener {
        filter = function(a, b)
          return how ~= "filter" or a:body() ~= ghost and b:body() ~= ghost
        end,
        pre_solve = function(m)
          if how == "ignored" then m:ignore() end
          return how ~= "skipped"
        end,
      }
      local x, y, angle = ghost:state()
      for _ = 1, 60 do
        world:step(1 / 60)
        assert.same({ x, y, angle, 0, 0, 0 }, { ghost:state() })
      end
    end)
  end
end)
