-- Forces and torques that act in every step until they are changed.
local cairn = require "cairn"

local function run(world, steps)
  for _ = 1, steps do world:step() end
end

describe("a constant force", function()
  local world, disc

  before_each(function()
    world = cairn.world { gravity = { 0, 0 } }
    disc = world:circle { radius = 0.5, mass = 2, can_sleep = false, name = "disc" }
  end)

  it("accelerates by force and mass until it is changed", function()
    disc:set_constant_force(6, -2)
    local ax, ay = disc:acceleration()
    assert.same({ 3, -1 }, { ax, ay })
    run(world, 60)
    assert.near(3, disc:vx(), 1e-4)
    assert.near(1.5, disc:x(), 1e-4)
    assert.near(-0.5, disc:y(), 1e-4)
    disc:set_constant_force(0, 0)
    run(world, 60)
    assert.near(3, disc:vx(), 1e-4)
  end)

  it("adds to what is given for one step, and stays when that is taken back", function()
    disc:set_constant_force(6, 0)
    disc:apply_force(6, 0)
    world:step()
    assert.near(6 / 60, disc:vx(), 1e-6)
    disc:clear_forces()
    world:step()
    assert.near(9 / 60, disc:vx(), 1e-6)
  end)

  it("holds a weight exactly, and lets what it presses fall asleep", function()
    world:set_gravity(0, -10)
    disc:set_constant_force(0, 20)
    run(world, 120)
    assert.near(0, disc:y(), 1e-5)
    local wall = world:box { type = "static", x = 3, w = 1, h = 4 }
    local box = world:box { x = 1.98, w = 1, h = 1, mass = 1, gravity_scale = 0,
      constant_force = { 50, 0 } }
    run(world, 240)
    assert.is_false(box:is_awake())
    wall:destroy()
    run(world, 60)
    assert.is_true(box:x() > 10)
  end)

  it("along the axes of the body turns with it: in a circle it flies a circle", function()
    -- a = F / m across the path at speed v makes a circle of radius m v^2 / F = 2 * 16 / 8 = 4
    disc:set_velocity(4, 0)
    disc:set_angular_velocity(1)
    disc:set_relative_force(0, 8)
    run(world, 120)
    assert.near(4 * math.sin(2), disc:x(), 0.01)
    assert.near(4 * (1 - math.cos(2)), disc:y(), 0.01)
    assert.near(16, disc:kinetic_energy() - 0.5 * disc:inertia(), 0.02)
  end)

  it("may be a torque", function()
    disc:set_inertia(0.5)
    disc:set_constant_torque(1)
    run(world, 30)
    assert.near(1, disc:angular_velocity(), 1e-4)
    assert.near(2, select(3, disc:acceleration()), 1e-6)
  end)

  it("wakes who gets it, and does nothing to static, kinematic and disabled ones", function()
    disc:sleep()
    disc:set_constant_force(6, 0)
    assert.is_true(disc:is_awake())
    local fixed = world:box { type = "static", y = 5, w = 1, h = 1, constant_force = { 9, 0 } }
    local lift = world:box { type = "kinematic", y = 9, w = 1, h = 1, constant_force = { 9, 0 } }
    disc:set_enabled(false)
    run(world, 10)
    assert.same({ 0, 0, 0 }, { disc:x(), fixed:x(), lift:x() })
    lift:set_type "dynamic"
    disc:set_enabled(true)
    run(world, 10)
    assert.is_true(lift:x() > 0)
    assert.near(0.5, disc:vx(), 1e-4)
  end)

  it("of many bodies goes with each of them alone", function()
    local list = {}
    for i = 1, 40 do
      list[i] = world:circle { y = 3 * i, radius = 0.5, mass = 1, constant_force = { i, 0 } }
    end
    for i = 2, 40, 3 do list[i]:destroy() end
    for i = 3, 40, 3 do list[i]:set_constant_force(0, 0) end
    run(world, 60)
    for i = 1, 40, 3 do assert.near(i, list[i]:vx(), 1e-3) end
    for i = 3, 40, 3 do assert.equal(0, list[i]:vx()) end
    assert.is_true(world:validate())
  end)

  it("is in snapshots, descriptions and the hash", function()
    local before = world:hash()
    disc:set_constant_force(6, -2)
    disc:set_relative_force(1, 2)
    disc:set_constant_torque(0.25)
    assert.not_equal(before, world:hash())
    local plain = world:snapshot()
    local worlds = { world:clone(), cairn.world(world:describe()), cairn.world {} }
    assert(worlds[3]:restore(plain))
    run(world, 30)
    for _, other in ipairs(worlds) do
      local copy = other:find "disc"
      assert.same({ 6, -2 }, { copy:constant_force() })
      assert.same({ 1, 2 }, { copy:relative_force() })
      assert.equal(0.25, copy:constant_torque())
      run(other, 30)
      assert.equal(world:hash(), other:hash())
    end
    local after = world:hash()
    disc:set_constant_force(0, 0)
    disc:set_relative_force(0, 0)
    disc:set_constant_torque(0)
    assert(world:restore(plain))
    assert.same({ 6, -2 }, { disc:constant_force() })
    run(world, 30)
    assert.equal(after, world:hash())
  end)

  it("costs no bit of a world that had one and has none", function()
    local before = world:hash()
    disc:set_constant_force(6, 0)
    disc:set_constant_force(0, 0)
    assert.equal(before, world:hash())
  end)

  it("names what is out of range", function()
    assert.has_error(function() disc:set_constant_force(1e19, 0) end,
      "bad argument #1 to 'set_constant_force' (must be in -1e+18..1e+18, got 1e+19)")
    assert.has_error(function() disc:set_relative_force(0, 0 / 0) end,
      "bad argument #2 to 'set_relative_force' (finite number expected, got nan)")
    assert.has_error(function() world:circle { radius = 1, constant_force = { 1 } } end,
      "bad argument #1 to 'circle' (field 'constant_force': 2 numbers expected, got 1)")
    assert.has_error(function() world:circle { radius = 1, constant_torque = "x" } end,
      "bad argument #1 to 'circle' (field 'constant_torque': number expected, got string)")
  end)
end)
