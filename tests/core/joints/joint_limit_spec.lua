-- Joints with a limit on one side: lower or upper alone, or math.huge for an end.
local cairn = require "cairn"

describe("A joint with one limit", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  --  o----[ ]   an arm that falls from level: with lower = -0.5 it stops there, and turns up freely
  it("stops at it, and goes on without end the other way", function()
    for _, given in ipairs { { lower = -0.5 }, { -0.5, math.huge } } do
      local arm = world:box { x = 1, w = 2, h = 0.2 }
      local hinge = world:revolute { b = arm, at = { 0, 0 }, limits = given }
      assert.same({ -0.5, math.huge }, { hinge:limits() })
      for _ = 1, 180 do world:step() end
      assert.near(-0.5, hinge:angle(), 1e-3)
      local x, y = arm:position()
      arm:set_velocity(-15 * y, 15 * x)
      arm:set_angular_velocity(15)
      local most = 0
      for _ = 1, 60 do
        world:step()
        most = math.max(most, hinge:angle())
      end
      assert.is_true(most > 6, most)
      world:clear()
    end
  end)

  it("of a slider holds from above alone", function()
    local block = world:box { w = 1, h = 1, vy = 9 }
    local slider = world:prismatic { b = block, axis = { 0, 1 }, limits = { upper = 1 } }
    assert.same({ -math.huge, 1 }, { slider:limits() })
    local highest = 0
    for _ = 1, 120 do
      world:step()
      highest = math.max(highest, block:y())
    end
    assert.near(1, highest, 2e-3)
    assert.is_true(block:y() < -5, block:y())
  end)

  it("is set and taken away, and is not felt on the side where there is none", function()
    local arm = world:box { x = 1, w = 2, h = 0.2 }
    local hinge = world:revolute { b = arm, at = { 0, 0 } }
    hinge:set_limits(-math.huge, 0.25)
    assert.same({ -math.huge, 0.25 }, { hinge:limits() })
    for _ = 1, 60 do world:step() end
    local x, y = arm:position()
    local free <close> = cairn.world { gravity = { 0, -10 } }
    local other = free:box { x = 1, w = 2, h = 0.2 }
    free:revolute { b = other, at = { 0, 0 } }
    for _ = 1, 60 do free:step() end
    local ox, oy = other:position()
    assert.near(ox, x, 1e-3)
    assert.near(oy, y, 1e-3)
    hinge:set_limits(nil)
    assert.is_nil(hinge:limits())
    hinge:set_limits(-math.huge, math.huge)
    for _ = 1, 10 do world:step() end
    assert.is_true(world:validate())
  end)

  it("is drawn, and comes back from a description", function()
    local arm = world:box { x = 1, w = 2, h = 0.2 }
    world:revolute { b = arm, at = { 0, 0 }, limits = { lower = -1 }, name = "hinge" }
    world:prismatic { b = arm, axis = { 1, 0 }, limits = { upper = 3 }, name = "slider" }
    local again <close> = cairn.world(world:describe())
    assert.same({ -1, math.huge }, { again:find "hinge":limits() })
    assert.same({ -math.huge, 3 }, { again:find "slider":limits() })
  end)
end)
