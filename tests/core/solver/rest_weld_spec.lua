-- An island at rest is solved exactly though some of it is welded, or hinged: what stands does not
-- sag because of what lies on top of it.
local cairn = require "cairn"

describe("a stack with welded bodies on top", function()
  -- m: how far its uppermost box sinks, and the last of the bodies on it rises
  local function sink(count, size, pieces, density, joint)
    local world <close> = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", y = -size / 2, w = 40 * size, h = size }
    local top
    for i = 1, count do top = world:box { y = (i - 0.5) * size, w = size, h = size } end
    local part, before = size / pieces, nil
    local y = (count + 0.5 / pieces) * size
    for i = 1, pieces do
      local x = (i - (pieces + 1) / 2) * part
      local crumb = world:box { x = x, y = y, w = part, h = part, density = density }
      if before then
        world[joint or "weld"](world, { a = before, b = crumb, at = { x - part / 2, y } })
      end
      before = crumb
    end
    for _ = 1, 600 do world:step(1 / 60) end
    return (count - 0.5) * size - top:y(), before:y() - y
  end

  for _, case in ipairs {
    { 20, 1, 2, 1 }, { 12, 0.5, 2, 1 }, { 15, 0.8, 4, 1 }, { 8, 1, 3, 50 },
  } do
    it(("of %d boxes of %g m and %d pieces of density %g does not sag")
      :format(table.unpack(case)), function()
      local sunk, up = sink(table.unpack(case))
      assert.is_true(math.abs(sunk) < 0.001, ("sunk by %g m"):format(sunk))
      assert.is_true(math.abs(up) < 0.001, ("the pieces are off by %g m"):format(up))
    end)
  end

  for _, case in ipairs { { 20, 1, 2, 1 }, { 12, 0.5, 2, 1 }, { 10, 1, 3, 5 } } do
    it(("of %d boxes of %g m and %d hinged pieces of density %g does not sag")
      :format(table.unpack(case)), function()
      case[5] = "revolute"
      local sunk, up = sink(table.unpack(case))
      assert.is_true(math.abs(sunk) < 0.001, ("sunk by %g m"):format(sunk))
      assert.is_true(math.abs(up) < 0.001, ("the pieces are off by %g m"):format(up))
    end)
  end

  it("falls when what is welded on one side is heavy", function()
    local world <close> = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", y = -0.5, w = 40, h = 1 }
    local top
    for i = 1, 5 do top = world:box { y = i - 0.5, w = 1, h = 1 } end
    local arm = world:box { x = 0.75, y = 5.1, w = 2.5, h = 0.2, density = 0.1 }
    local weight = world:box { x = 2.1, y = 5.5, w = 0.6, h = 0.6, density = 30 }
    world:weld { a = arm, b = weight, at = { 1.9, 5.2 } }
    for _ = 1, 300 do world:step(1 / 60) end
    assert.is_true(weight:y() < 4 and top ~= nil)
  end)

  it("gives the same after it was saved", function()
    local world <close> = cairn.world { gravity = { 0, -10 }, sleep = false }
    world:box { type = "static", y = -0.5, w = 40, h = 1 }
    for i = 1, 6 do world:box { y = i - 0.5, w = 1, h = 1 } end
    local a = world:box { x = -0.2, y = 6.1, w = 0.2, h = 0.2 }
    local b = world:box { x = 0.2, y = 6.1, w = 0.2, h = 0.2 }
    world:weld { a = a, b = b, at = { 0, 6.1 } }
    for _ = 1, 7 do world:step(1 / 60) end
    local copy <close> = world:clone()
    for _ = 1, 60 do
      world:step(1 / 60)
      copy:step(1 / 60)
      assert.are.equal(world:hash(), copy:hash())
    end
  end)
end)
