-- Sizes: what holds for boxes of a metre holds for boxes of a centimetre, under the same gravity;
-- and a pile that is solved at once in a narrow slot is, too, in a wide one.
local cairn = require "cairn"

describe("a pile", function()
  -- ratio to the size of a bin, of the deepest overlap once forty boxes have come to rest in it
  local function overlap(size, turn)
    local world <close> = cairn.world { gravity = { 0, -10 } }
    local s = size
    world:box { type = "static", y = -s / 2, w = 12 * s, h = s }
    for k = -1, 1, 2 do
      world:box { type = "static", x = 3 * k * s, y = 10 * s, w = s, h = 24 * s }
    end
    for i = 0, 39 do
      world:box { x = (i % 4 * 1.27 - 1.9) * s, y = (1 + i // 4 * 1.3) * s, angle = i * turn,
        w = 0.8 * s, h = 0.6 * s }
    end
    for _ = 1, 480 do world:step(1 / 60) end
    return world:max_penetration() / s
  end

  for _, size in ipairs { 0.007, 0.01, 0.02, 0.05, 0.3 } do
    it(("of boxes of %g cm lies without being pressed in"):format(size * 100), function()
      local most = overlap(size, 0.7)
      assert.is_true(most < 0.05, ("%.1f %% of the size"):format(most * 100))
    end)
  end

  it("of boxes of a centimetre lies so however they were turned", function()
    local sum = 0
    for i = 1, 5 do sum = sum + overlap(0.01, 0.3 + 0.4 * i) end
    assert.is_true(sum / 5 < 0.06, ("%.1f %% of the size"):format(sum * 20))
  end)

  -- m: how far the top of discs without friction sinks; the deepest overlap at the end
  local function sink(columns, rows)
    local world <close> = cairn.world { gravity = { 0, -10 } }
    local r, top = 0.25, nil
    world:box { type = "static", y = -0.5, w = 20, h = 1, friction = 0 }
    for _, x in ipairs { -0.5, (columns + 0.5) / 2 + 0.5 } do
      world:box { type = "static", x = x, y = 10, w = 1, h = 24, friction = 0 }
    end
    for j = 0, rows - 1 do
      for i = 0, columns - 1 do
        top = world:circle { x = r + i / 2 + j % 2 / 4, y = r + j * math.sqrt(3) / 4, radius = r,
          friction = 0 }
      end
    end
    for _ = 1, 180 do world:step(1 / 60) end
    return r + (rows - 1) * math.sqrt(3) / 4 - top:y(), world:max_penetration()
  end

  for _, slot in ipairs { { 6, 25 }, { 8, 30 }, { 10, 35 } } do
    it(("of %d x %d discs in a slot does not sink"):format(slot[1], slot[2]), function()
      local sunk, deep = sink(slot[1], slot[2])
      assert.is_true(math.abs(sunk) < 0.002, ("sunk by %g m"):format(sunk))
      assert.is_true(deep < 0.0005, ("%g m in each other"):format(deep))
    end)
  end
end)
