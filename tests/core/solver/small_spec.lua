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

-- Four boxes of a size that have come to rest on each other.
local function stack(size)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  for i = 0, 3 do world:box { y = size * (i + 0.5), w = size, h = size } end
  for _ = 1, 150 do world:step(1 / 60) end
  return world
end

-- mm, the deepest overlap in the next steps
local function deepest(world)
  local most = 0
  for _ = 1, 12 do
    world:step(1 / 60)
    most = math.max(most, 1000 * world:max_penetration())
  end
  return most
end

-- it was solved by nobody for a step, when rows of what is further off than it is thick were left
-- out wherever nothing touched: boxes came to lie inside of stacks
describe("What comes at a stack at rest, from further than its boxes are thick,", function()
  for _, case in ipairs { { 0.02, 2, 7 }, { 0.05, 5, 15 }, { 0.1, 10, 25 }, { 0.2, 10, 25 } } do
    local size, speed, most = table.unpack(case)
    it(("is stopped by it: a box of %g cm at %g m/s"):format(100 * size, speed), function()
      for k = 0, 7 do
        local world <close> = stack(size)
        local gap = speed / 60 * (1.1 + k / 8) + 0.001
        local box = world:box { x = 0.2 * size, y = 4.5 * size + gap, w = size, h = size,
          vy = -speed }
        local deep = deepest(world)
        assert.is_true(deep < most, deep .. " mm")
        assert.is_true(box:y() > 3.8 * size)
      end
    end)
  end

  for _, case in ipairs { { 0.02, 3, 4 }, { 0.05, 6, 5 }, { 0.1, 6, 5 } } do
    local size, speed, most = table.unpack(case)
    it(("pushes it: a wall at %g m/s, boxes of %g cm"):format(speed, 100 * size), function()
      for k = 0, 7 do
        local world <close> = stack(size)
        local gap = speed / 60 * (0.2 + k / 8) + 0.001
        world:box { type = "kinematic", x = -size - gap, y = 2 * size, w = size, h = 8 * size,
          vx = speed }
        local deep = deepest(world)
        assert.is_true(deep < most, deep .. " mm")
      end
    end)
  end
end)
