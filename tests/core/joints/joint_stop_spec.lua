-- Limits that bear the weight of what else is joined to a body: of light arms and carriages that
-- carry up to a thousand times their own mass.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most = measure.near, measure.at_most
local G <const> = 10

describe("a limit under what is welded to its body", function()
  local world

  local function renew(substeps)
    if world then world:destroy() end
    world = cairn.world { gravity = { 0, -G }, substeps = substeps, sleep = false }
  end

  after_each(function()
    world:destroy()
    world = nil
  end)

  -- o----#   an arm of 1 kg with a weight at its end
  local function arm(ratio, limits)
    local lever = world:box { x = 0.5, w = 1, h = 0.1, mass = 1, group = -1 }
    local weight = world:box { x = 1.2, w = 0.4, h = 0.4, mass = ratio, group = -1 }
    world:weld { a = lever, b = weight, at = { 1, 0 } }
    return world:revolute { b = lever, at = { 0, 0 }, limits = limits }
  end

  -- A carriage of 1 kg on an upright rail, with a weight below it.
  local function lift(ratio, limits)
    local carriage = world:box { w = 0.4, h = 0.4, mass = 1 }
    local weight = world:box { y = -0.5, w = 0.3, h = 0.3, mass = ratio }
    world:weld { a = carriage, b = weight, at = { 0, -0.3 } }
    return world:prismatic { b = carriage, at = { 0, 0 }, axis = { 0, 1 }, limits = limits }
  end

  for _, substeps in ipairs { 1, 4, 8 } do
    for _, ratio in ipairs { 1, 3, 10, 100, 1000 } do
      it(("stops a hinge, %d : 1, sub-steps %d"):format(ratio, substeps), function()
        renew(substeps)
        local hinge = arm(ratio, { -0.3, 0.3 })
        for i = 1, 300 do
          world:step(1 / 60)
          assert(hinge:angle() > -0.3 - 1e-4, ("%.6f rad in step %d"):format(hinge:angle(), i))
          if i > 60 then near(-0.3, hinge:angle(), 1e-4, "rad") end
        end
        near(0, hinge:speed(), 1e-4, "rad/s")
        local torque = (0.5 + 1.2 * ratio) * G * math.cos(0.3)
        near(torque, select(3, hinge:force()), 1e-3 * torque, "N m")
      end)

      it(("stops a slider, %d : 1, sub-steps %d"):format(ratio, substeps), function()
        renew(substeps)
        local slider = lift(ratio, { -0.5, 0.5 })
        for i = 1, 300 do
          world:step(1 / 60)
          local way = slider:translation()
          assert(way > -0.5 - 1e-4, ("%.6f m in step %d"):format(way, i))
          if i > 60 then near(-0.5, way, 1e-4, "m") end
        end
        local _, force = slider:force()
        near((1 + ratio) * G, force, 1e-3 * (1 + ratio) * G, "N")
      end)
    end
  end

  it("does not hold back what leaves it", function()
    for _, ratio in ipairs { 1, 100 } do
      renew()
      world:set_gravity(0, G)
      local free, hinge = arm(ratio), arm(ratio, { 0, 0.6 })
      for _ = 1, 10 do
        world:step(1 / 60)
        near(free:angle(), hinge:angle(), 1e-5, "rad")
      end
    end
  end)

  it("is left as soon as gravity turns", function()
    renew()
    local hinge = arm(10, { -0.3, 0.3 })
    for _ = 1, 120 do world:step(1 / 60) end
    world:set_gravity(0, G)
    local before = hinge:angle()
    for _ = 1, 12 do world:step(1 / 60) end
    assert(hinge:angle() > before + 0.1, hinge:angle())
    for _ = 1, 120 do
      world:step(1 / 60)
      at_most(0.3 + 1e-4, hinge:angle(), "rad")
    end
    near(0.3, hinge:angle(), 1e-4, "rad")
  end)

  it("stands at both ends at once where they are the same", function()
    renew()
    local hinge = arm(50, { 0.1, 0.1 })
    for _ = 1, 240 do world:step(1 / 60) end
    near(0.1, hinge:angle(), 1e-4, "rad")
    world:set_gravity(0, G)
    for _ = 1, 60 do
      world:step(1 / 60)
      near(0.1, hinge:angle(), 1e-3, "rad")
    end
  end)
end)
