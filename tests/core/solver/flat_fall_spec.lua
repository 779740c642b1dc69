-- What falls flat on level ground bounces without turning: both of its corners are struck at once,
-- and neither the order of contact points nor friction may tell left from right.
local cairn = require "cairn"
local geometry = require "tests.support.geometry"

describe("a box that falls flat", function()
  -- rad, the furthest that it turns in ten seconds
  local function turns(ground, def)
    local world <close> = cairn.world { gravity = { 0, -10 } }
    ground(world)
    local box = world:box(def)
    local most = 0
    for _ = 1, 600 do
      world:step(1 / 60)
      most = math.max(most, math.abs(box:angle()))
    end
    return most
  end

  local function floor(world) world:box { type = "static", y = -0.5, w = 40, h = 1 } end

  local function chain(world)
    world:chain { type = "static", points = { -20, 0, -0.3, 0, 0.2, 0, 20, 0 } }
  end

  for _, restitution in ipairs { 0, 0.3, 0.5, 0.8, 1 } do
    it(("from 5 m with e = %g bounces upright"):format(restitution), function()
      local most = turns(floor, { y = 5, w = 1, h = 1, restitution = restitution })
      assert.is_true(most < 1e-3, ("turned by %g rad"):format(most))
    end)
  end

  it("of any size, friction and restitution bounces upright, on a floor and on a chain", function()
    local random = geometry.random(7)
    for i = 1, 40 do
      local w, h = random.between(0.1, 3), random.between(0.1, 3)
      local def = { y = h / 2 + random.between(0.2, 8), w = w, h = h,
        restitution = random.between(0, 0.95), friction = random.between(0, 1) }
      local most = turns(i % 3 == 0 and chain or floor, def)
      assert.is_true(most < 0.05, ("%.2f x %.2f m, e %.2f, friction %.2f from %.2f m: %g rad")
        :format(w, h, def.restitution, def.friction, def.y, most))
    end
  end)
end)
