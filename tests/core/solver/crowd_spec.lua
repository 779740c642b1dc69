-- Contacts in a crowd: bodies in a moving heap sag little into each other.
local cairn = require "cairn"

local function bin(world, half, height)
  world:box { type = "static", y = -0.5, w = 2 * half + 2, h = 1 }
  for k = -1, 1, 2 do
    world:box { type = "static", x = k * (half + 0.5), y = height / 2, w = 1, h = height }
  end
end

-- m: how deep discs that touch are in each other, on average; positions alone are asked
local function mean_overlap(discs, radius)
  local sum, count = 0, 0
  for i, a in ipairs(discs) do
    local ax, ay = a:position()
    for j = i + 1, #discs do
      local x, y = discs[j]:position()
      local gap = math.sqrt((x - ax) ^ 2 + (y - ay) ^ 2) - 2 * radius
      if gap < 0.005 then sum, count = sum + math.max(-gap, 0), count + 1 end
    end
  end
  return sum / count
end

describe("Contacts in a crowd", function()
  it("let a heap of discs that is stirred sag little", function()
    local world <close> = cairn.world { gravity = { 0, -10 }, sleep = false }
    local discs, radius = {}, 0.25
    bin(world, 3, 30)
    local stirrer = world:box { type = "kinematic", y = 2, w = 3, h = 0.3 }
    stirrer:set_angular_velocity(2)
    for i = 0, 299 do
      discs[#discs + 1] = world:circle {
        x = -2.6 + i % 10 * 0.56 + 0.01 * (i % 3), y = 4.2 + i // 10 * 0.55, radius = radius,
      }
    end
    for _ = 1, 240 do world:step(1 / 60) end
    local sum = 0
    for _ = 1, 8 do
      for _ = 1, 15 do world:step(1 / 60) end
      sum = sum + mean_overlap(discs, radius)
    end
    assert.is_true(sum / 8 < 0.003, ("%g m in each other"):format(sum / 8)) -- was 0.0059
  end)
end)
