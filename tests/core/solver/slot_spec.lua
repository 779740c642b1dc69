-- Discs without friction, packed as closely as they lie, are solved at once when they are made, and
-- what that has cost is not held against them: in a wider slot they sink no more than in a narrow
-- one.
local cairn = require "cairn"

describe("a pile of discs in a slot", function()
  -- m: how far its top sinks; the deepest overlap at the end
  local function sink(columns, rows, radius)
    local world <close> = cairn.world { gravity = { 0, -10 } }
    local r, d, top = radius, 2 * radius, nil
    world:box { type = "static", y = -d, w = 40 * d, h = 2 * d, friction = 0 }
    for _, x in ipairs { -d, (columns + 0.5) * d + d } do
      world:box { type = "static", x = x, y = 20 * d, w = 2 * d, h = 60 * d, friction = 0 }
    end
    for j = 0, rows - 1 do
      for i = 0, columns - 1 do
        top = world:circle { x = r + i * d + j % 2 * r, y = r + j * math.sqrt(3) * r, radius = r,
          friction = 0 }
      end
    end
    for _ = 1, 180 do world:step(1 / 60) end
    return r + (rows - 1) * math.sqrt(3) * r - top:y(), world:max_penetration()
  end

  for _, case in ipairs { { 4, 30, 0.25 }, { 6, 25, 0.1 }, { 8, 30, 0.25 }, { 10, 35, 0.25 },
    { 10, 35, 0.1 }, { 12, 40, 0.25 }, { 20, 30, 0.2 } } do
    it(("of %d x %d of a radius of %g m does not sink"):format(table.unpack(case)), function()
      local sunk, deep = sink(table.unpack(case))
      assert.is_true(math.abs(sunk) < 0.002, ("sunk by %g m"):format(sunk))
      assert.is_true(deep < 0.0005, ("%g m in each other"):format(deep))
    end)
  end
end)
