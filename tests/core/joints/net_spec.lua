-- Nets: components with loops that are too wide to be solved exactly go through the lanes, where
-- what one joint does reaches others slowly.
local cairn = require "cairn"

local GAP <const> = 0.4

-- a net that hangs from a beam by every fourth of its upper ends; tie(world, a, b, x, y) joins two
-- neighbours with x, y halfway between them
local function hang(world, columns, rows, tie)
  local beam = world:body { type = "static" }
  local grid, joints = {}, {}
  for j = 0, rows - 1 do
    for i = 0, columns - 1 do
      local x, y = i * GAP, -j * GAP
      local body = world:box { x = x, y = y, w = GAP / 2, h = GAP / 2 }
      grid[j * columns + i] = body
      local left, above = grid[j * columns + i - 1], grid[(j - 1) * columns + i]
      if i > 0 then joints[#joints + 1] = tie(world, left, body, x - GAP / 2, y) end
      if j > 0 then joints[#joints + 1] = tie(world, above, body, x, y + GAP / 2) end
      if j == 0 and i % 4 == 0 then world:revolute { a = beam, b = body, at = { x, y } } end
    end
  end
  return joints, grid
end

local function hinge(world, a, b, x, y)
  return world:revolute { a = a, b = b, at = { x, y } }
end

local function rod(world, a, b)
  return world:distance { a = a, b = b, length = GAP }
end

-- m, by how far a hinge's anchors are apart, or a rod is too long, on average
local function error_of(joints)
  local sum = 0
  for _, joint in ipairs(joints) do
    local ax, ay, bx, by = joint:anchors()
    local apart = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
    sum = sum + math.abs(apart - (joint:type() == "distance" and GAP or 0))
  end
  return sum / #joints
end

-- m, mean of the error over four seconds of swinging after one
local function swing(columns, rows, tie)
  local world <close> = cairn.world { gravity = { 0, -10 } }
  local joints, grid = hang(world, columns, rows, tie)
  for _, body in pairs(grid) do body:set_velocity(3, 0) end
  local sum, count = 0, 0
  for step = 1, 300 do
    world:step(1 / 60)
    if step > 60 then sum, count = sum + error_of(joints), count + 1 end
  end
  return sum / count, world
end

describe("A net", function()
  -- { m, mean error at most }: a third of what soft rows of one pass leave
  for _, case in ipairs {
    { "of hinges", 24, 16, hinge, 0.002 }, { "of rods", 24, 16, rod, 0.0006 },
    { "of many hinges", 40, 30, hinge, 0.0035 },
  } do
    local what, columns, rows, tie, most = table.unpack(case)
    it(what .. " hardly stretches while it swings", function()
      local mean = swing(columns, rows, tie)
      assert.is_true(mean < most, ("%.2f mm"):format(1000 * mean))
    end)
  end

  it("bears its weight, as its joints tell", function()
    local world <close> = cairn.world { gravity = { 0, -10 }, sleep = false }
    local _, grid = hang(world, 24, 16, hinge)
    local weight, borne = 0, 0
    for _, body in pairs(grid) do
      body:set_damping(1, 1)
      weight = weight + 10 * body:mass()
    end
    for _ = 1, 900 do world:step(1 / 60) end
    -- those between the first row and the second carry all that hangs below
    for joint in world:joints() do
      local _, y1, _, y2 = joint:anchors()
      local _, force = joint:force()
      local y = (y1 + y2) / 2 / GAP
      if y < -0.2 and y > -0.8 then borne = borne + math.abs(force) end
    end
    assert.is_near(1, borne / (weight * 15 / 16), 0.1)
  end)
end)
