-- Sizes: small boxes fall through many times their size in a step and end up in each other; they
-- are to come out again, and not to sleep before.
local cairn = require "cairn"

local PILES = 8

-- ratio to the size of the largest, of the deepest overlap once forty boxes have come to rest in it
local function overlap(size, seed)
  local world <close> = cairn.world { gravity = { 0, -10 } }
  math.randomseed(seed)
  world:box { type = "static", y = -size / 2, w = 12 * size, h = size }
  for k = -1, 1, 2 do
    world:box { type = "static", x = 3 * k * size, y = 10 * size, w = size, h = 24 * size }
  end
  for i = 0, 39 do
    world:box {
      x = (i % 4 * 1.27 - 1.9) * size, y = (1 + i // 4 * 1.3) * size, angle = 6 * math.random(),
      w = (0.5 + 0.5 * math.random()) * size, h = (0.4 + 0.4 * math.random()) * size,
    }
  end
  local step = 0
  repeat
    world:step(1 / 60)
    step = step + 1
  until world:awake_count() == 0 or step == 600
  return world:max_penetration() / size
end

describe("Piles of small boxes", function()
  -- { m, size of the largest boxes, ratio to it that the deepest overlap may have on average }
  local cases <const> = {
    { 0.2, 0.01 }, { 0.1, 0.015 }, { 0.07, 0.01 }, { 0.05, 0.01 }, { 0.03, 0.015 },
    { 0.02, 0.02 }, { 0.01, 0.03 }, { 0.007, 0.05 },
  }
  for _, case in ipairs(cases) do
    local size, most = table.unpack(case)
    it(("come out of each other before they sleep, at %g cm"):format(100 * size), function()
      local sum = 0
      for seed = 1, PILES do sum = sum + overlap(size, seed) end
      assert.is_true(sum / PILES < most, ("%.1f %% of the size"):format(100 * sum / PILES))
    end)
  end
end)
