-- What one body and one shape are asked about themselves: energy, acceleration, inverse mass,
-- support points; and what the energy of a body in free fall may do.
local cairn = require "cairn"

describe("cairn.Body", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  it("has the kinetic energy of its motion and its spin: m v^2 / 2 + I w^2 / 2", function()
    local body = world:box { w = 2, h = 1, vx = 3, vy = 4, angular_velocity = 2 }
    local m, i = 2, 2 * (4 + 1) / 12
    assert.near(m * 25 / 2 + i * 4 / 2, body:kinetic_energy(), 1e-6)
    local other = world:circle { x = 5, radius = 1, vx = 1 }
    assert.near(world:kinetic_energy(), body:kinetic_energy() + other:kinetic_energy(), 1e-9)
    assert.equal(0, world:box { type = "kinematic", w = 1, h = 1, vx = 9 }:kinetic_energy())
  end)

  it("has inverse masses, which are 0 where nothing moves it", function()
    local body = world:box { w = 2, h = 1, mass = 4 }
    assert.equal(0.25, body:inverse_mass())
    assert.near(1 / body:inertia(), body:inverse_inertia(), 1e-12)
    body:set_fixed_rotation(true)
    assert.equal(0, body:inverse_inertia())
    assert.equal(0.25, body:inverse_mass())
    body:set_type "static"
    assert.same({ 0, 0 }, { body:inverse_mass(), body:inverse_inertia() })
  end)

  it("is accelerated by gravity and by the forces of the next step", function()
    local body = world:box { w = 1, h = 1, mass = 2, inertia = 0.5, gravity_scale = 0.5 }
    assert.same({ 0, -5, 0 }, { body:acceleration() })
    body:apply_force(6, 4)
    body:apply_torque(3)
    assert.same({ 3, -3, 6 }, { body:acceleration() })
    local vx, vy = body:velocity()
    world:step(0.01)
    assert.near(vx + 0.03, body:vx(), 1e-6)
    assert.near(vy - 0.03, body:vy(), 1e-6)
    assert.near(0.06, body:angular_velocity(), 1e-6)
    assert.same({ 0, -5, 0 }, { body:acceleration() })
    body:set_locks(false, true, true)
    body:apply_torque(3)
    assert.same({ 0, 0, 0 }, { body:acceleration() })
    body:set_enabled(false)
    assert.same({ 0, 0, 0 }, { body:acceleration() })
  end)

  -- Velocities are floats: each sub-step rounds by 2^-24 of them at most, which is 2^-23 of the
  -- kinetic energy. 240 sub-steps are a second.
  it("keeps the sum of its energies in free fall within what the reference says", function()
    for _, mass in ipairs { 0.01, 1, 300 } do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 } }
      world:circle { radius = 0.5, mass = mass, vx = 3, vy = 30 }
      local whole, worst = world:kinetic_energy() + world:potential_energy(), 0
      local most = world:kinetic_energy()
      for _ = 1, 2100 do
        world:step()
        local kinetic = world:kinetic_energy()
        local off = math.abs(kinetic + world:potential_energy() - whole)
        most = math.max(most, kinetic)
        worst = math.max(worst, off / most / world:time())
      end
      assert.is_true(worst < 3e-5, worst)
      assert.is_true(worst > 0)
    end
  end)
end)

describe("cairn.Shape:support", function()
  local world
  before_each(function() world = cairn.world {} end)
  after_each(function() world:destroy() end)

  local function near(x, y, gx, gy)
    assert.near(x, gx, 1e-6)
    assert.near(y, gy, 1e-6)
  end

  it("is the farthest point of a box, a circle, a capsule, in the world", function()
    local body, box = world:box { x = 10, y = 5, w = 2, h = 1, angle = math.pi / 2 }
    near(10.5, 6, box:support(1, 1))
    near(9.5, 4, box:support(-3, -0.1))
    near(9.5, 4, box:support(-1e-7, -2e-7))
    near(10.5, 6, box:support(1e300, 1e300)) -- whose squares are no numbers
    near(9.5, 4, box:support(-3e-320, -1e-320))
    local _, ball = world:circle { x = -3, radius = 2 }
    near(-3 + 2 * 0.6, 2 * 0.8, ball:support(3, 4))
    local _, capsule = world:capsule { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.5 }
    near(1, 0.5, capsule:support(1e-9, 1))
    near(1 + 0.5 * 0.6, -0.4, capsule:support(3, -4))
    body:destroy()
  end)

  it("adds the rounding of a polygon, and looks at all pieces of a chain", function()
    local _, polygon = world:polygon { points = { 0, 0, 2, 0, 0, 2 }, radius = 0.1 }
    near(2.1, 0, polygon:support(1, 0))
    local _, chain = world:chain { points = { 0, 0, 3, 0, 3, 4, -1, 7 } }
    near(-1, 7, chain:support(0, 1))
    near(3, 4, chain:support(1, 0.1))
  end)

  -- x cos t / rx ... : the support of an ellipse along (c, s) is (rx^2 c, ry^2 s) / norm
  it("is that of the ellipse itself within a thousandth of its size", function()
    local _, ellipse = world:ellipse { rx = 3, ry = 1 }
    for k = 0, 15 do
      local c, s = math.cos(k), math.sin(k)
      local norm = math.sqrt(9 * c * c + s * s)
      local x, y = ellipse:support(c, s)
      assert.near(norm, x * c + y * s, 3e-3)
    end
  end)

  it("is not to be had of a halfspace, nor along no direction", function()
    local _, plane = world:halfspace {}
    assert.error_matches(function() plane:support(1, 0) end,
      "'support' is not available on a halfspace", 1, true)
    local _, ball = world:circle { radius = 1 }
    assert.error_matches(function() ball:support(0, 0) end,
      "bad argument #1 to 'support' (must not be {0, 0})", 1, true)
  end)
end)
