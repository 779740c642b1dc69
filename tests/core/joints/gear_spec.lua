-- Gears against mechanics: accelerations, momentum, forces, lives. Pulleys and ratchets are in
-- coupling_spec.lua.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local wheels = require "tests.support.wheels"

local near, energy = measure.near, measure.energy
local steps, wheel = wheels.steps, wheels.wheel
local G <const> = 9.81

describe("a gear", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  it("turns two wheels in ratio, for any number of turns", function()
    local a = wheel(world, 0, 0.5, { motor = { speed = 20, max = 50 } })
    local b = wheel(world, 2, 1)
    local gear = world:gear { a = a, b = b, ratio = 2 }
    steps(world, 600)
    near(20, a:speed(), 1e-4, "speed of a")
    near(-10, b:speed(), 1e-4, "speed of b")
    assert.is_true(a:angle() > 20 * 9)
    near(0, a:angle() + 2 * b:angle(), 1e-6, "sum of angles")
    local linear, angular = gear:error()
    assert.equal(0, linear)
    near(0, angular, 1e-6, "error")
  end)

  it("adds inertia by the square of its ratio", function()
    local a, wheel_a = wheel(world, 0, 0.5, { motor = { speed = 1000, max = 1 } })
    local b, wheel_b = wheel(world, 2, 1)
    local gear = world:gear { a = a, b = b, ratio = -3 }
    steps(world, 120)
    -- w_a - 3 w_b = 0: kinetic energy is that of I_a + I_b / 9 at w_a
    local inertia = wheel_a:inertia() + wheel_b:inertia() / 9
    near(2 / inertia, a:speed(), 2e-3 * 2 / inertia, "speed after 2 s at 1 N m")
    near(a:speed() / 3, b:speed(), 1e-5, "speed of b")
    local fx, fy, torque = gear:force()
    near(0, fx, 1e-9)
    near(0, fy, 1e-9)
    near(wheel_b:inertia() / inertia / 3, torque, 1e-3, "torque on b")
  end)

  it("keeps angular momentum on a frame that floats", function()
    local frame = world:box { w = 4, h = 0.2 }
    local w1 = world:circle { x = -1, radius = 0.5, density = 2 }
    local w2 = world:circle { x = 1, radius = 1 }
    local h1 = world:revolute { a = frame, b = w1, at = { -1, 0 }, motor = { speed = 5, max = 1 } }
    local h2 = world:revolute { a = frame, b = w2, at = { 1, 0 } }
    world:gear { a = h1, b = h2, ratio = 2 }
    steps(world, 300)
    local sum = 0
    for _, body in ipairs { frame, w1, w2 } do
      local x, y = body:center()
      local vx, vy = body:velocity()
      sum = sum + body:inertia() * body:angular_velocity() + body:mass() * (x * vy - y * vx)
    end
    near(5, h1:speed(), 1e-3, "the motor reached its speed")
    near(-2.5, h2:speed(), 1e-3, "speed of b")
    near(0, sum, 1e-3, "angular momentum")
  end)

  it("lets a weight on a rack turn a wheel: a = M g / (M + I / r^2)", function()
    world:set_gravity(0, -G)
    local hub, disc = wheel(world, 0, 0.5)
    local weight = world:box { x = 2, w = 0.4, h = 0.4, density = 5 }
    local rail = world:prismatic { b = weight, axis = { 0, 1 } }
    local gear = world:gear { a = hub, b = rail, ratio = 1 / 0.3 }
    local inertia, mass = disc:inertia() / 0.09, weight:mass()
    local a = -mass * G / (mass + inertia)
    local before = energy(world)
    steps(world, 120)
    near(2 * a, select(2, weight:velocity()), 1e-4 * math.abs(a), "speed")
    near(2 * a, rail:translation(), 1e-4 * math.abs(a), "way")
    near(before, energy(world), 1e-4 * math.abs(mass * G * rail:translation()), "energy")
    local _, fy = gear:force()
    near(mass * (G + a), fy, 1e-3, "force on the rack")
    near(-inertia * a, fy, 1e-3, "force by the wheel")
  end)

  it("couples a lever whose weight is off its hinge, and the hinge bears the rest", function()
    world:set_gravity(0, -G)
    local hub, disc = wheel(world, 0, 0.5)
    local lever = world:box { x = 4, w = 2, h = 0.2 }
    local hinge = world:revolute { b = lever, at = { 3, 0 } }
    world:gear { a = hub, b = hinge, ratio = 2 }
    steps(world, 1)
    steps(world, 1)
    -- about the hinge: I + m + 4 I_disc, which is about half a degree further down by now
    local inertia = lever:inertia() + lever:mass() + 4 * disc:inertia()
    local a = -lever:mass() * G / inertia
    near(a / 30, hinge:speed(), 2e-3 * math.abs(a / 30), "speed after two steps")
    local _, fy = hinge:force()
    near(lever:mass() * (G + a), fy, 0.02 * lever:mass() * G, "hinge")
    local before = energy(world)
    steps(world, 600)
    near(before, energy(world), 1e-3 * lever:mass() * G, "energy after many swings")
  end)

  it("couples what shares a body: a sun, a planet and their carrier", function()
    local carrier = world:box { w = 2, h = 0.1 }
    local sun = world:circle { radius = 0.5 }
    local planet = world:circle { x = 1, radius = 0.5 }
    world:revolute { b = carrier, at = { 0, 0 }, motor = { speed = 1, max = 100 } }
    local on_sun = world:revolute { a = carrier, b = sun, at = { 0, 0 } }
    local on_planet = world:revolute { a = carrier, b = planet, at = { 1, 0 } }
    world:weld { b = sun }
    world:gear { a = on_sun, b = on_planet, ratio = 1 }
    steps(world, 300)
    near(0, sun:angular_velocity(), 1e-3, "the sun is held")
    near(1, carrier:angular_velocity(), 1e-3, "carrier")
    near(2, planet:angular_velocity(), 5e-3, "a planet as large as its sun turns twice")
  end)

  for _, substeps in ipairs { 1, 4, 8 } do
    it("drives the second axle of a car, with sub-steps: " .. substeps, function()
      local road <close> = cairn.world { substeps = substeps }
      road:box { type = "static", y = -0.5, w = 100, h = 1, friction = 1 }
      local chassis = road:box { y = 1, w = 3, h = 0.5, density = 2 }
      local axles = {}
      for i = 1, 2 do
        local x = 2 * i - 3
        axles[i] = road:wheel {
          a = chassis, b = road:circle { x = x, y = 0.4, radius = 0.4, friction = 1 },
          axis = { 0, 1 }, spring = { hertz = 4, damping = 0.7 },
          motor = i == 1 and { speed = -5, max = 20 } or nil,
        }
      end
      local gear, worst = road:gear { a = axles[1], b = axles[2], ratio = -1 }, 0
      for _ = 1, 300 do
        road:step(1 / 60)
        worst = math.max(worst, (select(2, gear:error())))
      end
      near(0, worst, 1e-5, "error")
      near(-5, axles[1]:speed(), 1e-3, "first axle")
      near(-5, axles[2]:speed(), 1e-3, "second axle")
      near(2, (chassis:velocity()), 0.02, "speed of the car")
    end)
  end

  it("knows what hangs on the bodies that it moves", function()
    world:set_gravity(0, -G)
    local motor = wheel(world, -3, 0.5, { motor = { speed = 6, max = 60 } })
    local arm = world:box { x = 0.6, w = 1.6, h = 0.2 }
    local weight = world:circle { x = 1.2, radius = 0.4, density = 4 }
    local last = world:circle { x = 1.6, radius = 0.2, density = 4 }
    local hinge = world:revolute { b = arm, at = { 0, 0 } }
    local second = world:revolute { a = arm, b = weight, at = { 1.2, 0 } }
    local third = world:revolute { a = weight, b = last, at = { 1.6, 0 } }
    local gear = world:gear { a = motor, b = hinge, ratio = 6 }
    local worst = 0
    for i = 1, 300 do
      world:step(1 / 60)
      worst = math.max(worst, (select(2, gear:error())), (second:error()), (third:error()))
      if i % 60 == 0 then motor:set_motor(-motor:motor()) end
    end
    near(0, worst, 1e-5, "error while the motor turns around and weights swing")
  end)

  it("moves a train of 30 wheels as one", function()
    world:set_sleep(false)
    local hubs, inertia = {}, 0
    for i = 1, 30 do
      local disc
      hubs[i], disc = wheel(world, i, 0.5, i == 1 and { motor = { speed = 1000, max = 1 } } or nil)
      inertia = inertia + disc:inertia()
      if i > 1 then world:gear { a = hubs[i - 1], b = hubs[i] } end
    end
    steps(world, 120)
    near(2 / inertia, hubs[1]:speed(), 2e-3 * 2 / inertia, "first")
    near(-hubs[1]:speed(), hubs[30]:speed(), 1e-4, "last")
  end)

  it("moves trains whose wheels were made in turns", function()
    local hubs, inertia = { {}, {} }, { 0, 0 }
    for i = 1, 8 do
      for k = 1, 2 do
        local motor = i == 1 and { speed = 1000, max = k } or nil
        local disc
        hubs[k][i], disc = wheel(world, 20 * k + i, 0.4 + 0.1 * k, { motor = motor })
        inertia[k] = inertia[k] + disc:inertia()
      end
      for k = 2, 1, -1 do
        if i > 1 then world:gear { a = hubs[k][i - 1], b = hubs[k][i] } end
      end
    end
    steps(world, 60)
    for k = 1, 2 do
      near(k / inertia[k], hubs[k][1]:speed(), 1e-3 * k / inertia[k], "first of train " .. k)
      near(-hubs[k][1]:speed(), hubs[k][8]:speed(), 1e-5, "last of train " .. k)
    end
  end)

  it("counts all that hangs on what it turns: 20 boxes in a row", function()
    local hub, disc = wheel(world, -3, 0.5, { motor = { speed = 1000, max = 2 } })
    local inertia, previous, hinge, last = 0, nil, nil, nil
    for i = 1, 20 do
      local x = (i - 0.5) * 0.3
      local box = world:box { x = x, w = 0.3, h = 0.1 }
      inertia = inertia + box:inertia() + box:mass() * x * x
      if previous then
        world:weld { a = previous, b = box, at = { x - 0.15, 0 } }
      else
        hinge = world:revolute { b = box, at = { 0, 0 } }
      end
      previous, last = box, box
    end
    local gear = world:gear { a = hub, b = hinge, ratio = -4 }
    local rate = 2 / (disc:inertia() + inertia / 16)
    for i = 1, 60 do
      world:step(1 / 60)
      near(rate * i / 60, hub:speed(), 1e-4 * rate * i / 60 + 1e-5, "wheel in step " .. i)
      near(rate * i / 240, last:angular_velocity(), 1e-4 * rate * i / 240 + 1e-5, "last box")
    end
    near(0, select(2, gear:error()), 1e-6, "error")
  end)

  for _, count in ipairs { 2, 4, 8 } do
    it("drives an arm that whips: links: " .. count, function()
      world:set_gravity(0, -G)
      local motor = wheel(world, -3, 0.5, { motor = { speed = 6, max = 60 } })
      local previous, hinge
      for i = 1, count do
        local link = world:box { x = (i - 0.5) * 0.3, w = 0.3, h = 0.1, density = 2 }
        local joint = world:revolute { a = previous, b = link, at = { (i - 1) * 0.3, 0 } }
        hinge, previous = hinge or joint, link
      end
      local gear, worst = world:gear { a = motor, b = hinge, ratio = 6 }, 0
      for i = 1, 300 do
        world:step(1 / 60)
        worst = math.max(worst, (select(2, gear:error())))
        if i % 60 == 0 then motor:set_motor(-motor:motor()) end
      end
      near(0, worst, 1e-5, "error while the motor turns around and the arm whips")
    end)
  end

  -- A motor without limit on one wheel, a lever on the other; returns both hinges, gear and lever.
  local function unlimited(speed, limits)
    local hub = wheel(world, -3, 0.5, { motor = { speed = speed } })
    local lever = world:box { x = 1, w = 2, h = 0.2 }
    local hinge = world:revolute { b = lever, at = { 0, 0 }, limits = limits }
    return hub, hinge, world:gear { a = hub, b = hinge, ratio = 2 }, lever
  end

  it("gets to the speed of a motor without limit, and holds with it what hangs on it", function()
    world:set_gravity(0, -G)
    local hub, hinge, gear, lever = unlimited(0)
    steps(world, 30)
    near(0, hinge:angle(), 2e-3, "gave while it took the load")
    near(0, hinge:speed(), 1e-5, "stands")
    -- the work of both torques is the same
    local weight = lever:mass() * G * math.cos(hinge:angle())
    near(-weight / 2, select(3, hub:force()), 1e-3 * weight, "torque of the motor")
    near(weight, select(3, gear:force()), 1e-3 * weight, "torque on the lever")
    hub:set_motor(-4)
    steps(world, 20)
    near(-4, hub:speed(), 1e-4, "speed of the motor")
    near(2, hinge:speed(), 1e-4, "speed of the lever")
  end)

  it("stops with its motor where the other joint ends", function()
    local hub, hinge, gear = unlimited(6, { -0.5, 0.5 })
    for i = 1, 300 do
      world:step(1 / 60)
      near(0, select(2, gear:error()), 1e-6, "error")
      if i > 60 then near(-0.5, hinge:angle(), 1e-4, "at its end") end
    end
    near(0, hub:speed(), 1e-4, "motor")
    hub:set_motor(-6)
    steps(world, 120)
    near(0.5, hinge:angle(), 1e-4, "at its other end")
  end)

  it("is not torn by its motor when something is in the way, nor thrown when it goes", function()
    local hub, hinge, gear, lever = unlimited(6)
    local block = world:box { type = "static", x = 1.5, y = -0.6, w = 0.4, h = 0.4 }
    local touching
    for i = 1, 600 do
      world:step(1 / 60)
      near(0, select(2, gear:error()), 1e-6, "error")
      if i == 60 then touching = hinge:angle() end
      if i > 60 then near(touching, hinge:angle(), 1e-3, "stands against it") end
    end
    assert.is_true(touching > -0.3, "went into it to " .. touching)
    block:destroy()
    for _ = 1, 120 do
      world:step(1 / 60)
      assert.is_true(math.abs(hub:speed()) < 6.001, "thrown at " .. hub:speed())
      near(0, select(2, gear:error()), 1e-6, "error")
    end
    near(6, hub:speed(), 1e-4, "turns again")
    world:weld { b = lever, at = { 1, 0 } }
    for _ = 1, 300 do
      world:step(1 / 60)
      near(0, select(2, gear:error()), 1e-5, "error when all is held")
    end
  end)

  it("that holds what others hold already gives and takes nothing", function()
    local a, b, c = wheel(world, 0, 0.5), wheel(world, 2, 0.5), wheel(world, 4, 0.5)
    world:gear { a = a, b = b }
    world:gear { a = b, b = c }
    world:gear { a = a, b = c, ratio = -1 }
    select(2, a:bodies()):set_angular_velocity(3)
    steps(world, 120)
    near(1, a:speed(), 1e-4, "a third of it each")
    near(-1, b:speed(), 1e-4)
    near(1, c:speed(), 1e-4)
  end)

  it("is switched off and on without a kick, and catches where it is", function()
    local a, b = wheel(world, 0, 0.5), wheel(world, 2, 0.5)
    local gear = world:gear { a = a, b = b }
    gear:set_enabled(false)
    select(2, a:bodies()):set_angular_velocity(2)
    steps(world, 60)
    near(2, a:angle(), 1e-5, "a turns alone")
    assert.equal(0, b:angle())
    select(2, a:bodies()):set_angular_velocity(0)
    gear:set_enabled(true)
    steps(world, 60)
    near(2, a:angle(), 1e-4, "stays")
    near(0, b:angle(), 1e-4, "stays")
    gear:set_ratio(5)
    assert.equal(5, gear:ratio())
    steps(world, 60)
    near(0, a:speed(), 1e-5, "another ratio kicks nobody")
    select(2, a:bodies()):set_angular_velocity(1)
    steps(world, 2)
    near(a:speed(), -5 * b:speed(), 1e-5, "but holds")
  end)

  it("waits while one of its joints is off", function()
    local a, b = wheel(world, 0, 0.5), wheel(world, 2, 0.5)
    local gear = world:gear { a = a, b = b }
    b:set_enabled(false)
    select(2, a:bodies()):set_angular_velocity(2)
    steps(world, 30)
    near(2, a:speed(), 1e-6, "free")
    b:set_enabled(true)
    steps(world, 30)
    near(1, a:speed(), 1e-3, "shared again")
    near(0, select(2, gear:error()), 1e-6, "error")
  end)

  it("brings together gently what was put apart", function()
    local a, b = wheel(world, 0, 0.5), wheel(world, 2, 0.5)
    local gear = world:gear { a = a, b = b }
    select(2, a:bodies()):set_angle(1)
    near(1, select(2, gear:error()), 1e-6, "apart")
    local fastest = 0
    for _ = 1, 300 do
      world:step(1 / 60)
      fastest = math.max(fastest, math.abs(a:speed()), math.abs(b:speed()))
    end
    assert.is_true(fastest <= 3.1, "at " .. fastest .. " rad/s")
    near(0, select(2, gear:error()), 1e-3, "together")
  end)

  it("goes with the first of its joints, by name", function()
    local a, b, c = wheel(world, 0, 0.5), wheel(world, 2, 0.5), wheel(world, 4, 0.5)
    local first = world:gear { a = a, b = b, name = "first" }
    local second = world:gear { a = b, b = c }
    local third = world:gear { a = a, b = c }
    local line = debug.getinfo(1, "l").currentline + 1
    a:destroy()
    assert.is_false(first:is_valid())
    assert.is_false(third:is_valid())
    assert.is_true(second:is_valid())
    assert.is_false(first:destroy())
    local _, message = pcall(first.ratio, first)
    assert.equal(('calling \'ratio\' on bad self (joint #4 "first" has been destroyed at '
      .. "tests/core/joints/gear_spec.lua:%d)"):format(line), message)
    assert.is_nil(world:find "first")
    assert.is_true(world:validate())
    select(2, c:bodies()):destroy()
    assert.is_false(second:is_valid())
    assert.equal(1, world:joint_count())
    assert.is_true(world:validate())
    steps(world, 2)
  end)

  it("goes when the body that its joint hangs on goes", function()
    local frame = world:box { type = "static", w = 1, h = 1 }
    local disc = world:circle { x = 3, radius = 0.5 }
    local a = world:revolute { a = frame, b = disc, at = { 3, 0 } }
    local gear = world:gear { a = a, b = wheel(world, 6, 0.5), name = "g" }
    local line = debug.getinfo(1, "l").currentline + 1
    frame:destroy()
    assert.is_false(a:is_valid())
    assert.is_false(gear:is_valid())
    local _, message = pcall(gear.joints, gear)
    assert.equal(('calling \'joints\' on bad self (joint #3 "g" has been destroyed at '
      .. "tests/core/joints/gear_spec.lua:%d)"):format(line), message)
    local other = world:gear { a = wheel(world, 9, 0.5), b = wheel(world, 12, 0.5), name = "g" }
    select(2, select(2, other:joints()):bodies()):destroy()
    assert.is_false(other:is_valid())
    assert.is_nil(world:find "g")
    assert.is_true(world:validate())
  end)

  it("wakes and sleeps with all that it moves, and follows a change of type", function()
    local a, b = wheel(world, 0, 0.5), wheel(world, 5, 0.5)
    world:gear { a = a, b = b }
    steps(world, 120)
    local disc_a, disc_b = select(2, a:bodies()), select(2, b:bodies())
    assert.is_false(disc_a:is_awake())
    assert.is_false(disc_b:is_awake())
    disc_a:apply_angular_impulse(0.1)
    assert.is_true(disc_b:is_awake())
    steps(world, 1)
    near(-disc_a:angular_velocity(), disc_b:angular_velocity(), 1e-5, "both turn")
    assert.is_true(math.abs(disc_b:angular_velocity()) > 0.01)
    disc_b:set_type "static"
    steps(world, 2)
    near(0, disc_a:angular_velocity(), 1e-5, "held by what stands")
    assert.is_true(world:validate())
    disc_b:set_type "dynamic"
    disc_a:set_angular_velocity(1)
    steps(world, 2)
    assert.is_true(math.abs(disc_b:angular_velocity()) > 0.1)
    assert.is_true(world:validate())
  end)

  it("breaks, and lets go", function()
    local a = wheel(world, 0, 0.5, { motor = { speed = 100, max = 5 } })
    local gear = world:gear { a = a, b = wheel(world, 2, 1), break_torque = 1 }
    local broken
    world:set_listener { joint_broken = function(j) broken = j end }
    steps(world, 10)
    assert.equal(gear, broken)
    assert.is_false(gear:is_enabled())
  end)

  it("tells its joints, bodies and ends", function()
    local a, b = wheel(world, 0, 0.5), wheel(world, 2, 0.5)
    local gear = world:gear { a = a, b = b, name = "g", data = 7 }
    assert.equal("gear", gear:type())
    assert.same({ a, b }, { gear:joints() })
    assert.same({ a, b }, { gear:a(), gear:b() })
    assert.same({ select(2, a:bodies()), select(2, b:bodies()) }, { gear:bodies() })
    assert.same({ 0, 0, 2, 0 }, { gear:anchors() })
    assert.equal(1, gear:ratio())
    assert.equal(7, gear:data())
    assert.equal(gear, world:find "g")
  end)

  it("keeps the two bodies that it stands at from meeting, unless it collides", function()
    local a, b = wheel(world, 0, 0.6), wheel(world, 1, 0.6)
    local gear = world:gear { a = a, b = b }
    steps(world, 1)
    assert.equal(0, world:manifold_count())
    gear:set_collide(true)
    steps(world, 1)
    assert.equal(1, world:manifold_count())
  end)
end)
