-- What the spring legs of a mover with a mass do to what they stand on: they press it as much as
-- they hold the mover up.
local cairn = require "cairn"

local DT = 1 / 60

describe("The legs of a mover with a mass", function()
  -- A mover falls with 3 m/s on a platform that nothing holds, and stays on it.
  local function fall_on(mass, w, place)
    local world = cairn.world { gravity = { 0, 0 } }
    local platform = world:box { y = -0.1, w = w, h = 0.2, mass = mass }
    local m = world:mover { x = place, y = 2, radius = 0.3, height = 1.6, mass = 80,
      legs = { length = 0.5, hertz = 3, damping = 0.7 } }
    local fastest = 0
    for _ = 1, 240 do
      m:move(0, m:is_grounded() and 0 or -3 * DT)
      world:step(DT)
      local _, vy = platform:velocity()
      fastest = math.max(fastest, -vy)
    end
    local _, vy = platform:velocity()
    local _, vm = m:velocity()
    local spin = platform:angular_velocity()
    world:destroy()
    return -vy, -vm, fastest, spin
  end

  it("hand its momentum to the ground: both end at m v / (m + M)", function()
    for _, mass in ipairs { 2000, 400, 160, 20, 5 } do
      local platform, mover, fastest = fall_on(mass, 4, 0)
      local both = 80 * 3 / (80 + mass)
      assert.near(both, platform, 0.01 * both)
      assert.near(both, mover, 0.01 * both)
      assert.is_true(fastest < 2 * both, fastest) -- as much as in an elastic blow
    end
  end)

  it("tip over what they meet off its middle", function()
    local _, _, _, spin = fall_on(400, 4, 1)
    assert.is_true(spin < -0.1, spin) -- clockwise
  end)

  it("press a scale with more than the weight when they land, and with the weight then", function()
    local world = cairn.world { gravity = { 0, -10 } }
    local plate = world:box { y = 2, w = 3, h = 0.2, mass = 30, fixed_rotation = true }
    local joint = world:prismatic { b = plate, at = { 0, 2 }, axis = { 0, 1 },
      spring = { stiffness = 60000, damping = 1 } }
    local m = world:mover { y = 4.5, radius = 0.3, height = 1.6, mass = 80,
      legs = { length = 0.5, hertz = 2, damping = 0.7 } }
    local v, most = 0, 0
    for _ = 1, 600 do
      v = m:is_grounded() and 0 or v - 10 * DT
      m:move(0, v * DT)
      world:step(DT)
      local _, fy = joint:force()
      most = math.max(most, math.abs(fy))
    end
    local _, fy = joint:force()
    assert.near((30 + 80) * 10, math.abs(fy), 0.02 * 1100)
    assert.is_true(most > 1.5 * 1100, most)
    world:destroy()
  end)
end)
