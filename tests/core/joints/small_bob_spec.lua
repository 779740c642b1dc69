-- Bobs that are small beside the arms they hang from: what they move besides turning resists, too.
local cairn = require "cairn"
local measure = require "tests.support.measure"

describe("A small bob on a long arm", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -10 }, sleep = false } end)
  after_each(function() world:destroy() end)

  -- each hinged to the middle of the one before, or to a place
  local function hang(on, x, count, radius, arm, angle)
    local bobs, y, joint = {}, 0, nil
    for i = 1, count do
      local to_x, to_y = x + arm * math.sin(angle), y - arm * math.cos(angle)
      bobs[i] = world:circle { x = to_x, y = to_y, radius = radius, mass = 1 }
      joint = world:revolute { a = on, b = bobs[i], at = { x, y } }
      on, x, y = bobs[i], to_x, to_y
    end
    return joint, bobs
  end

  -- ratio of what could be lost that is kept; deepest: J below where they hang from, at rest
  local function kept(seconds, deepest)
    local function energy() return world:kinetic_energy() + world:potential_energy() + deepest end
    local before = energy()
    for _ = 1, 60 * seconds do world:step() end
    return energy() / before
  end

  for _, radius in ipairs { 0.05, 0.02, 0.005 } do
    it(("keeps its energy with a radius of %g of the arm"):format(radius), function()
      hang(nil, 0, 1, radius, 1, 1.5)
      measure.near(1, kept(20, 10), 1e-4)
    end)
  end

  -- two of them go chaotic ways: from some angles they lose a few times as much as on average
  it("keeps it on another one", function()
    local sum, count = 0, 0
    for angle = 1.3, 1.6, 0.02 do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 }, sleep = false }
      hang(nil, 0, 2, 0.02, 1, angle)
      local energy = kept(20, 30)
      measure.near(1, energy, 2e-4)
      sum, count = sum + energy, count + 1
    end
    measure.near(1, sum / count, 5e-5)
  end)

  it("keeps it in a string of them", function()
    hang(nil, 0, 20, 0.02, 0.2, 0.5)
    measure.near(1, kept(10, 420), 1e-4)
  end)

  it("keeps it on a slider that is lighter", function()
    local slider = world:circle { radius = 0.3, mass = 0.1 }
    world:prismatic { b = slider, axis = { 1, 0 } }
    hang(slider, 0, 1, 0.01, 1, 1)
    measure.near(1, kept(20, 10), 3e-4)
  end)

  it("keeps it where a gear turns it together with another", function()
    local left = hang(nil, -2, 1, 0.02, 1, 1)
    local right = hang(nil, 2, 1, 0.02, 1, 1)
    world:gear { a = left, b = right, ratio = -1 }
    measure.near(1, kept(20, 20), 1e-4)
  end)
end)
