-- Wheels: a suspension along an axis of a, free or driven rotation about it, against what is known
-- on paper. Sentences of misuse are in joint_errors_spec.lua.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most = measure.near, measure.at_most
local G = 10

describe("a wheel", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -G } } end)
  after_each(function() world:destroy() end)

  local function run(seconds, f) measure.run(world, seconds, f) end

  local function disc(keys)
    keys.radius = keys.radius or 0.5
    keys.can_sleep = false
    return (world:circle(keys))
  end

  local function hang(keys)
    keys.b = disc { x = keys.x, y = keys.y }
    keys.x, keys.y, keys.axis = nil, nil, keys.axis or { 0, 1 }
    return world:wheel(keys), keys.b
  end

  local function period(seconds, read)
    local times, last = {}, read()
    run(seconds, function()
      local now = read()
      if last < 0 and now >= 0 then times[#times + 1] = world:time() - now / (now - last) / 60 end
      last = now
    end)
    return (times[#times] - times[1]) / (#times - 1)
  end

  it("keeps b to its axis, and lets it turn and slide", function()
    local joint, b = hang { axis = { 3, 4 } }
    b:set_angular_velocity(5)
    run(1)
    local way = -0.5 * G * 0.8 -- gravity along the axis: G * 4 / 5
    near(way, joint:translation(), 0.06, "m")
    near(0.6 * joint:translation(), b:x(), 1e-3)
    near(0.8 * joint:translation(), b:y(), 1e-3)
    near(5, joint:angle(), 1e-3, "rad")
    near(5, joint:speed(), 1e-5, "rad/s")
    at_most(1e-3, (joint:error()), "error")
    local fx, fy, torque = joint:force() -- the rail carries what is across it
    near(-b:mass() * G * 0.6 * 0.8, fx, 0.05)
    near(b:mass() * G * 0.6 * 0.6, fy, 0.05)
    near(0, torque, 1e-4)
  end)

  it("sinks by m g / k under its weight, k = (2 pi hertz)^2 m", function()
    local joint, b = hang { spring = { hertz = 2, damping = 0.7 } }
    run(4)
    near(-G / (2 * math.pi * 2) ^ 2, joint:translation(), 1e-4, "m")
    local _, fy = joint:force()
    near(b:mass() * G, fy, 0.01, "N")
  end)

  it("rests at the target of its spring", function()
    local joint = hang { spring = { hertz = 2, damping = 1, target = 0.25 } }
    world:set_gravity(0, 0)
    run(3)
    near(0.25, joint:translation(), 1e-4)
    joint:set_target(-0.5)
    run(3)
    near(-0.5, joint:translation(), 1e-4)
  end)

  it("swings with its frequency, and keeps its amplitude", function()
    world:set_gravity(0, 0)
    local joint, b = hang { spring = { hertz = 1.5 } }
    b:set_velocity(0, 2)
    local omega, most = 2 * math.pi * 1.5, 0
    near(1 / 1.5, period(8, function() return joint:translation() end), 1e-4, "s")
    run(2, function() most = math.max(most, joint:translation()) end)
    near(2 / omega, most, 2e-3 * 2 / omega, "m")
  end)

  --   [ chassis ]      each spring moves 1 / m_eff = 1/M + 1/m + r^2/I, r the lever of its wheel,
  --    o       o       less what keeping to the axis takes away: (r s / I)^2 / (1/M + 1/m + s^2/I),
  --                    s the height between the centres
  local function cart(hertz, damping)
    world:box { type = "static", y = -0.5, w = 100, h = 1 }
    local chassis = world:box { y = 1, w = 3, h = 0.4, density = 2, can_sleep = false }
    local joints, wheels = {}, {}
    for i, x in ipairs { -1, 1 } do
      wheels[i] = disc { x = x, y = 0.5, radius = 0.5, friction = 1 }
      joints[i] = world:wheel { a = chassis, b = wheels[i], at = { x, 0.5 }, axis = { 0, 1 },
        spring = { hertz = hertz, damping = damping } }
    end
    return chassis, wheels, joints
  end

  it("of a cart sinks by half its weight over k", function()
    local chassis, wheels, joints = cart(4, 0.7)
    run(4)
    local free, turn = 1 / chassis:mass() + 1 / wheels[1]:mass(), 1 / chassis:inertia()
    local s = chassis:y() - wheels[1]:y()
    local inverse = free + turn - (s * turn) ^ 2 / (free + s * s * turn)
    local k = (2 * math.pi * 4) ^ 2 / inverse
    local expected = 0.5 * chassis:mass() * G / k
    for i = 1, 2 do near(expected, joints[i]:translation(), 1e-3 * expected, "m") end
    near(0, chassis:angle(), 1e-3)
    local _, fy = joints[1]:force() -- on the wheel
    near(-0.5 * chassis:mass() * G, fy, 0.2, "N")
  end)

  it("of a cart drives it by the torque of its motor over the radius", function()
    local chassis, wheels, joints = cart(4, 0.7)
    run(2)
    for i = 1, 2 do joints[i]:set_motor(-1000, 3) end
    local v0 = chassis:velocity()
    run(1)
    -- both wheels roll: F = 2 torque / r on all masses, and what spins counts as I / r^2
    local m = chassis:mass() + 2 * wheels[1]:mass() + 2 * wheels[1]:inertia() / 0.25
    local expected = 2 * 3 / 0.5 / m
    near(expected, chassis:velocity() - v0, 0.03 * expected, "m/s in a second")
    local _, _, torque = joints[1]:force()
    near(-3, torque, 0.01, "N m")
    near(joints[1]:speed(), -chassis:velocity() / 0.5, 0.05, "rolls")
  end)

  it("turns as fast as its motor says, and brakes at 0", function()
    local joint, b = hang { motor = { speed = 4 }, limits = { 0, 0 } }
    run(1)
    near(4, joint:speed(), 1e-4)
    near(4, joint:angle(), 0.05)
    joint:set_motor(0, 0.5)
    run(0.25)
    near(4 - 0.25 * 0.5 / b:inertia(), joint:speed(), 0.02)
  end)

  it("counts turns", function()
    local joint = hang { motor = { speed = 20 }, limits = { 0, 0 } }
    run(5)
    near(100, joint:angle(), 0.2, "rad")
  end)

  it("stops at its limits", function()
    local joint, b = hang { limits = { -0.3, 0.2 } }
    run(1)
    near(-0.3, joint:translation(), 1e-3)
    b:set_velocity(0, 30)
    local most = 0
    run(0.5, function() most = math.max(most, joint:translation()) end)
    near(0.2, most, 2e-3, "upper")
    joint:set_limits(nil)
    run(1)
    at_most(-2, joint:translation(), "free")
  end)

  it("turns with a", function()
    world:set_gravity(0, 0)
    local a = world:box { w = 1, h = 1, angular_velocity = 1, can_sleep = false }
    local joint = world:wheel { a = a, b = disc { x = 2 }, axis = { 1, 0 }, limits = { 0, 0 } }
    local longest = 0
    run(2, function() longest = math.max(longest, (joint:error())) end)
    at_most(2e-3, longest, "error")
    local x, y = joint:axis()
    near(cairn.cos(a:angle()), x, 1e-6)
    near(cairn.sin(a:angle()), y, 1e-6)
  end)

  it("keeps momentum and angular momentum", function()
    world:set_gravity(0, 0)
    local a = world:box { w = 2, h = 0.5, vx = 1, angular_velocity = 3, can_sleep = false }
    local b = disc { x = 0.7, y = 0.4, angular_velocity = -20, vy = 2, radius = 0.3 }
    world:wheel { a = a, b = b, axis = { 1, 3 }, spring = { hertz = 3, damping = 0.1 },
      motor = { speed = 30, max = 2 }, limits = { -0.2, 0.2 } }
    local px, py, l = world:momentum()
    run(5)
    local qx, qy, k = world:momentum()
    near(px, qx, 1e-4)
    near(py, qy, 1e-4)
    near(l, k, 2e-3 * math.abs(l) + 1e-3, "angular momentum")
  end)

  -- What else hangs on its bodies counts: a hub of 20 g that carries 25 kg by links, and swings.
  --   ==o==##-O
  for _, substeps in ipairs { 1, 2, 4, 8 } do
    it("holds a rail with all that hangs on its hub, sub-steps " .. substeps, function()
      world:set_substeps(substeps)
      local hub = world:box { w = 0.2, h = 0.1, can_sleep = false }
      local arm = world:box { x = 0.6, w = 1, h = 0.5, density = 10 }
      local ball = world:circle { x = 1.6, radius = 0.4, density = 40, damping = 0.2 }
      local rail = world:wheel { b = hub, axis = { 1, 0 } }
      world:weld { a = hub, b = arm, at = { 0.1, 0 } }
      world:revolute { a = arm, b = ball, at = { 1.1, 0 } }
      local start, height, error = world:potential_energy(), 0, 0
      run(10, function()
        error = math.max(error, (rail:error()))
        height = math.max(height, world:kinetic_energy() + world:potential_energy() - start)
      end)
      at_most(1e-6, error, "m")
      at_most(1, height, "J more than it began with")
      arm:set_damping(2)
      arm:set_angular_damping(2)
      ball:set_damping(2)
      run(20)
      local _, fy = rail:force()
      near((hub:mass() + arm:mass() + ball:mass()) * G, fy, 5, "N, still swinging a little")
    end)
  end

  it("reads as it was given, and changes", function()
    local joint = hang { limits = { -1, 2 }, motor = { speed = 3, max = 4 },
      spring = { hertz = 5, damping = 0.5, target = 0.25 }, enabled = false }
    assert.equal("wheel", joint:type())
    assert.same({ -1, 2 }, { joint:limits() })
    assert.same({ 3, 4 }, { joint:motor() })
    assert.same({ 5, 0.5 }, { joint:spring() })
    assert.equal(0.25, joint:target())
    assert.same({ 0, 1 }, { joint:axis() })
    for _, name in ipairs { "limits", "motor", "spring" } do
      joint["set_" .. name](joint, 1, 2)
      assert.same({ 1, 2 }, { joint[name](joint) })
      joint["set_" .. name](joint, nil)
      assert.is_nil(joint[name](joint))
    end
  end)
end)
