-- What flies to and fro within a sub-step: after so many blows that a hundredth of its speed is
-- left at most its rows take it.
--
--    | -->( )<-- |
local cairn = require "cairn"

describe("a disc in a narrow gap", function()
  -- m/s after a step, and what Newton's rule leaves of it
  local function left(speed, restitution, gap)
    local world <close> = cairn.world { gravity = { 0, 0 }, sleep = false }
    for _, side in ipairs { -1, 1 } do
      world:box { type = "static", x = side * (1.25 + gap / 2), w = 2, h = 4,
        restitution = restitution }
    end
    local disc = world:circle { x = -gap / 2, radius = 0.25, vx = speed, restitution = restitution }
    world:step(1 / 60)
    local time, exact = gap / speed, speed
    while time < 1 / 60 do
      exact = exact * restitution
      time = time + gap / exact
    end
    return math.abs((disc:velocity())), exact, math.abs((disc:position()))
  end

  it("keeps what Newton leaves of its speed, to a hundredth", function()
    for _, restitution in ipairs { 0.3, 0.4, 0.5, 0.6, 0.7 } do
      for gap = 0.001, 0.02, 0.0037 do
        for _, speed in ipairs { 1, 5, 20 } do
          local now, exact, x = left(speed, restitution, gap)
          local share = math.abs(now - exact) / speed
          assert.is_true(share < 0.01, ("e = %g, %g m/s, gap %g m: %g m/s instead of %g"):format(
            restitution, speed, gap, now, exact))
          local where = ("%g m off the middle of a gap of %g m"):format(x, gap)
          assert.is_true(x < gap / 2 + 0.001, where)
        end
      end
    end
  end)
end)
