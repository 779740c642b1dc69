-- A blow moves what it strikes at once, and with it apart what is jointed: that is closed again
-- within the sub-step, also of many that are struck at the same time.
local cairn = require "cairn"
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

  -- a body with limbs between limits, that moves by vx, vy
  local function puppet(x, y, vx, vy)
    local function part(px, py, w, h)
      return world:box { x = px, y = py, w = w, h = h, vx = vx, vy = vy, group = -1 }
    end
    local trunk = part(x, y, 0.3, 1)
    for side = -1, 1, 2 do
      local upper = part(x + 0.4 * side, y + 0.3, 0.5, 0.1)
      local lower = part(x + 0.9 * side, y + 0.3, 0.5, 0.1)
      world:revolute { a = trunk, b = upper, at = { x + 0.15 * side, y + 0.3 },
        limits = { -0.5, 0.7 } }
      world:revolute { a = upper, b = lower, at = { x + 0.65 * side, y + 0.3 },
        limits = { -0.1, 1.5 } }
    end
    return trunk
  end

  for _, count in ipairs { 1, 8, 20 } do
    it(("stay closed where %d puppets are struck"):format(count), function()
      local trunks, worst = {}, 0
      math.randomseed(count)
      for k = 1, count do
        trunks[k] = puppet(3 * k, 1, 6 * math.random() - 3, -4 - 8 * math.random())
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
