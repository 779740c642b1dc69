-- A blow moves what it strikes at once, and with it apart what is jointed: that is closed again
-- within the sub-step, also of many that are struck at the same time.
local cairn = require "cairn"
local machines = require "tests.support.machines"
local measure = require "tests.support.measure"

describe("Joints of what is thrown on a floor", function()
  local world

  before_each(function()
    world = cairn.world { gravity = { 0, -10 }, sleep = false }
    world:box { type = "static", y = -0.5, w = 400, h = 1, restitution = 0.3 }
  end)

  after_each(function()
    world:destroy()
    world = nil
  end)

  for _, count in ipairs { 1, 8, 20 } do
    it(("stay closed where %d puppets are struck"):format(count), function()
      local trunks, worst = {}, 0
      math.randomseed(count)
      for k = 1, count do
        trunks[k] = machines.puppet(world, 3 * k, 1, 0,
          { vx = 6 * math.random() - 3, vy = -4 - 8 * math.random() })
      end
      measure.run(world, 2, function() worst = math.max(worst, measure.worst_error(world)) end)
      for _, trunk in ipairs(trunks) do
        local _, vy = trunk:velocity()
        assert.is_true(vy > -4) -- else it was not struck
      end
      measure.at_most(1e-6, worst, "gap, m")
    end)
  end
end)
