-- Bodies that the ground holds in more ways than they can move in: what their joints carry is what
-- the body weighs, whatever its anchors were rounded to.
local cairn = require "cairn"

describe("a plank that is held twice", function()
  local COUNT, G = 20, 9.81

  -- Of planks that are turned each in its own way: the greatest force of a joint, the greatest
  -- across, and the widest gap, in the steps after the first two.
  local function carried(kinds, option)
    local most, across, open, broken = 0, 0, 0, 0
    for n = 1, COUNT do
      local world = cairn.world { sleep = option.sleep or false }
      local x, y = (option.at or 0) + 0.013 * n, (option.at or 0) + 1
      local plank = world:box { x = x, y = y, w = option.w or 2, h = 0.2, angle = 0.31 * n }
      local joints = {}
      for i, kind in ipairs(kinds) do
        local part = 2 * (i - 1) / (#kinds - 1) - 1
        local ax, ay = plank:to_world((option.w or 2) * 0.45 * part, 0)
        local hold = option.hold and world:box {
          type = option.hold, x = ax, y = ay, w = 0.1, h = 0.1, angle = i, group = -1,
        } or nil
        joints[i] = world[kind](world,
          { a = hold, b = plank, at = { ax, ay }, break_force = 100 })
      end
      for step = 1, 120 do
        if option.ball and step == 2 then
          world:circle { x = x, y = y + 2, radius = 0.1, vy = -10 }
        end
        world:step()
        for _, joint in ipairs(joints) do
          local fx, fy = joint:force()
          if step > 2 then
            most = math.max(most, math.sqrt(fx * fx + fy * fy) / (plank:mass() * G))
            across = math.max(across, math.abs(fx) / (plank:mass() * G))
          end
          open = math.max(open, (joint:error()))
          if not joint:is_enabled() then broken = broken + 1 end
        end
      end
    end
    return most, across, open, broken
  end

  local hinge, weld = "revolute", "weld"
  for name, case in pairs {
    ["two hinges"] = { { hinge, hinge }, {} },
    ["two hinges, that may sleep"] = { { hinge, hinge }, { sleep = true } },
    ["two hinges, far away"] = { { hinge, hinge }, { at = 1e4 } },
    ["two hinges, of 20 m"] = { { hinge, hinge }, { w = 20 } },
    ["two hinges of things that stand"] = { { hinge, hinge }, { hold = "static" } },
    ["two hinges of things that are moved"] = { { hinge, hinge }, { hold = "kinematic" } },
    ["three hinges"] = { { hinge, hinge, hinge }, {} },
    ["four hinges"] = { { hinge, hinge, hinge, hinge }, {} },
    ["two welds"] = { { weld, weld }, {} },
    ["a weld and a hinge"] = { { weld, hinge }, {} },
  } do
    it("carries its weight: " .. name, function()
      local most, across, open, broken = carried(case[1], case[2])
      assert.is_true(most < 0.7, ("a joint carries %.3f of its weight"):format(most))
      assert.is_true(across < 0.1, ("a joint pulls across by %.3f of its weight"):format(across))
      assert.is_true(open < 3e-6, ("a joint is open by %g m"):format(open))
      assert.equal(0, broken)
    end)
  end

  it("carries no more than a blow asks for", function()
    local most, _, _, broken = carried({ hinge, hinge }, { ball = true })
    assert.is_true(most < 15, ("a joint carries %.3f of its weight"):format(most))
    assert.equal(0, broken)
  end)

  it("carries a part of its weight on four rods", function()
    local world = cairn.world { sleep = false }
    local plank = world:box { y = 1, w = 2, h = 0.2, angle = 0.4 }
    local rods = {}
    for i = 1, 4 do
      local x, y = plank:to_world(0.6 * i - 1.5, 0)
      rods[i] = world:distance { b = plank, from = { x + (i % 2 - 0.5), y + 1 }, to = { x, y } }
    end
    for _ = 1, 120 do
      world:step()
    end
    local up = 0
    for _, rod in ipairs(rods) do
      local fx, fy = rod:force()
      up = up + fy
      assert.is_true(math.sqrt(fx * fx + fy * fy) < plank:mass() * G)
    end
    assert.is_true(math.abs(math.abs(up) - plank:mass() * G) < 0.01, up .. " N")
  end)
end)
