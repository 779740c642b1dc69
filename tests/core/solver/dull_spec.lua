-- Dull rebounds: below e = 0.3 one that takes a body less than a quarter of a percent of half its
-- thickness in a step is left out, every other is Newton's.
local cairn = require "cairn"

describe("a dull rebound without gravity", function()
  -- m/s, with which a disc of radius 0.5 that came with speed leaves a wall, or the two of a pair
  local function leaves(speed, restitution, kind)
    local world <close> = cairn.world { gravity = { 0, 0 }, sleep = false }
    local disc = world:circle { x = -1, radius = 0.5, vx = speed, restitution = restitution }
    local other = kind == "wall" and world:box { type = "static", x = 1, w = 2, h = 4 } or
      world:circle { x = 0.6, radius = 0.5, restitution = restitution }
    for _ = 1, math.ceil(60 / speed) do world:step(1 / 60) end
    return (disc:velocity()), (other:velocity())
  end

  it("is e times the approach where it is seen", function()
    for _, restitution in ipairs { 0.05, 0.1, 0.2, 0.29 } do
      local speed = 0.1 / restitution
      assert.is_near(-0.1, (leaves(speed, restitution, "wall")), 1e-4)
      local a, b = leaves(speed, restitution, "pair")
      assert.is_near(0.1, b - a, 1e-4)
      assert.is_near(speed, a + b, 1e-4)
    end
  end)

  it("is none where it is not, and keeps momentum", function()
    for _, restitution in ipairs { 0.05, 0.1, 0.2, 0.29 } do
      local speed = 0.03 / restitution
      assert.is_near(0, (leaves(speed, restitution, "wall")), 1e-4)
      local a, b = leaves(speed, restitution, "pair")
      assert.is_near(0, b - a, 1e-4)
      assert.is_near(speed, a + b, 1e-4)
    end
  end)

  it("is e times the approach from e = 0.3 on, however slow", function()
    assert.is_near(-0.03, (leaves(0.1, 0.3, "wall")), 1e-4)
    assert.is_near(-0.01, (leaves(0.02, 0.5, "wall")), 1e-4)
  end)
end)
