-- Pulleys and ratchets against mechanics, and what they have in common with gears (gear_spec.lua):
-- determinism, errors.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local wheels = require "tests.support.wheels"

local near, energy = measure.near, measure.energy
local steps, wheel = wheels.steps, wheels.wheel
local G <const> = 9.81

describe("a pulley", function()
  local world
  before_each(function() world = cairn.world {} end)
  after_each(function() world:destroy() end)

  local function atwood(m1, m2, ratio)
    local a = world:box { x = -1, w = 0.4, h = 0.4, mass = m1 }
    local b = world:box { x = 1, w = 0.4, h = 0.4, mass = m2 }
    local pulley = world:pulley {
      a = a, b = b, ground_from = { -1, 10 }, ground_to = { 1, 10 }, ratio = ratio,
    }
    return pulley, a, b
  end

  it("accelerates Atwood's machine by (m1 - m2) / (m1 + m2) g", function()
    local pulley, a, b = atwood(2, 1)
    local before = energy(world)
    steps(world, 60)
    near(-G / 3, select(2, a:velocity()), 1e-4, "a")
    near(G / 3, select(2, b:velocity()), 1e-4, "b")
    near(-G / 6, select(2, a:position()), 1e-4, "way of a")
    near(before, energy(world), 1e-3, "energy")
    near(0, (pulley:error()), 1e-6, "error")
    local fx, fy, torque = pulley:force()
    near(0, fx, 1e-6)
    near(4 * G / 3, fy, 1e-3, "tension 2 m1 m2 g / (m1 + m2)")
    assert.equal(0, torque)
    local la, lb = pulley:lengths()
    near(20, la + lb, 1e-6, "rope")
    near(20, pulley:length(), 1e-6, "rope")
  end)

  it("pulls by its ratio: a1 + r a2 = 0", function()
    local pulley, a, b = atwood(2, 3, 2)
    steps(world, 60)
    local tension = G * 3 / (1 / 2 + 4 / 3)
    near(-G + tension / 2, select(2, a:velocity()), 1e-3, "a")
    near(-G + 2 * tension / 3, select(2, b:velocity()), 1e-3, "b")
    near(2 * tension, select(2, pulley:force()), 2e-3, "on b")
    near(30, pulley:rest_length(), 1e-9, "rope")
  end)

  it("hangs when there is slack, and never pushes", function()
    local pulley, a, b = atwood(1, 1)
    world:box { type = "static", x = -1, y = -1, w = 1, h = 1 }
    a:set_position(-1, -0.3)
    b:set_position(1, 4)
    steps(world, 30)
    assert.is_true(select(2, b:velocity()) < -4.8, "b falls freely")
    near(0, (pulley:error()), 0, "slack is no error")
    local _, fy = pulley:force()
    assert.equal(0, fy)
    steps(world, 200)
    near(0, (pulley:error()), 1e-3, "caught")
  end)

  it("lets a weight swing without gaining energy", function()
    local a = world:box { x = -1, y = 5, w = 0.4, h = 0.4, mass = 2 }
    local b = world:circle { x = 3, y = 9, radius = 0.2, mass = 1 }
    local pulley = world:pulley { a = a, b = b, ground_from = { -1, 10 }, ground_to = { 1, 10 } }
    local before, most, worst = energy(world), -math.huge, 0
    for _ = 1, 600 do
      world:step(1 / 60)
      most = math.max(most, energy(world))
      worst = math.max(worst, (pulley:error()))
    end
    -- for a moment it whirls 13 cm from where the rope turns, by 10 degrees in a sub-step
    assert.is_true(most < before + 0.02 * math.abs(before), "gained " .. most - before)
    assert.is_true(energy(world) < before + 1e-4 * math.abs(before), "gained in the end")
    assert.is_true(worst < 1e-3, "stretched by " .. worst)
  end)

  it("holds what a guide holds meanwhile: a lift between rails", function()
    local cabin = world:box { x = -1, w = 1, h = 1, mass = 10 }
    local weight = world:box { x = 2, w = 0.4, h = 0.4, mass = 20 }
    local rail = world:prismatic { b = cabin, axis = { 0, 1 } }
    -- the rope leaves the cabin at an angle: half of its pull goes across the rail
    world:pulley { a = cabin, b = weight, ground_from = { 100, 101 }, ground_to = { 2, 10 } }
    steps(world, 6)
    -- the way along the rail shortens the rope by 1 / sqrt(2)
    local k = 1 / math.sqrt(2)
    local a = (20 * G * k - 10 * G) / (10 + 20 * k * k)
    near(a * 0.1, rail:speed(), 5e-3, "speed of the cabin")
    near(0, (rail:error()), 1e-4, "rail")
  end)

  it("is wound up by its length, gently", function()
    local pulley, a = atwood(1, 1)
    pulley:set_length(19)
    near(1, (pulley:error()), 1e-5, "too long")
    local fastest = 0
    for _ = 1, 300 do
      world:step(1 / 60)
      fastest = math.max(fastest, math.abs(select(2, a:velocity())))
    end
    near(19, pulley:length(), 1e-3, "wound up")
    assert.is_true(fastest < 3.5, "at " .. fastest .. " m/s")
  end)

  it("is switched off and on, and changes its ratio, without a kick", function()
    local pulley, a, b = atwood(1, 1)
    steps(world, 10)
    pulley:set_ratio(2)
    near(0, (pulley:error()), 1e-6, "as much slack as before")
    assert.equal(2, pulley:ratio())
    pulley:set_ratio(1)
    pulley:set_enabled(false)
    steps(world, 5)
    near(-G / 12, select(2, a:velocity()), 0.025, "falls")
    pulley:set_enabled(true)
    steps(world, 1)
    assert.is_true(math.abs(select(2, a:velocity())) < 3.5)
    assert.is_true(math.abs(select(2, b:velocity())) < 3.5)
  end)

  -- Near its dead centre the rope asked for more with each iteration, up to infinity.
  it("lets go of a lever that it cannot turn", function()
    local function within(lo, hi) return lo + (hi - lo) * math.random() end
    local function point(x, y, far) return { x + within(-far, far), y + within(-far, far) } end
    for _, seed in ipairs { 819, 2819, 2945, 3468, 3731 } do
      math.randomseed(seed)
      local game <close> = cairn.world { gravity = { 0, -10 }, substeps = math.random(1, 6) }
      local lever = game:box { x = within(-1, 1), y = within(-1, 1), w = within(0.2, 2),
        h = within(0.2, 2), angle = within(-3, 3), density = within(0.1, 50) }
      local x, y = lever:position()
      game:revolute { b = lever, at = point(x, y, 0.6) }
      local ratio = within(0.2, 3)
      game:pulley { a = game:ground(), b = lever, from = point(0, 0, 1), to = point(x, y, 1),
        ground_from = point(0, 0, 4), ground_to = point(0, 0, 4), ratio = ratio }
      for _ = 1, 20 do
        if math.random() < 0.2 then
          lever:set_transform(x + within(-5, 5), y + within(-5, 5), within(-3, 3))
        end
        if math.random() < 0.2 then lever:set_mass(within(0.1, 500)) end
        game:step(within(0.005, 0.05))
        local vx, vy = lever:velocity()
        assert(lever:is_enabled() and vx == vx and vy == vy, "seed " .. seed)
      end
    end
  end)

  it("tells where its rope goes", function()
    local pulley = atwood(1, 1)
    assert.same({ -1, 10 }, { pulley:ground_from() })
    assert.same({ 1, 10 }, { pulley:ground_to() })
    assert.same({ -1, 0, 1, 0 }, { pulley:anchors() })
    assert.same({ 10, 10 }, { pulley:lengths() })
  end)
end)

describe("a ratchet", function()
  local world, disc
  local STEP = math.pi / 6
  before_each(function()
    world = cairn.world { gravity = { 0, 0 } }
    disc = world:circle { radius = 1, density = 1 }
    world:revolute { b = disc, at = { 0, 0 } }
  end)
  after_each(function() world:destroy() end)

  it("does not turn back at the catch where it was made", function()
    local ratchet = world:ratchet { b = disc, step = STEP }
    disc:set_angular_velocity(-3)
    for _ = 1, 60 do
      world:step(1 / 60)
      assert.is_true(ratchet:angle() > -1e-6)
    end
    near(0, disc:angular_velocity(), 1e-6, "stopped")
  end)

  for _, sign in ipairs { 1, -1 } do
    it("lets go in the direction of its step and catches: " .. sign, function()
      local ratchet = world:ratchet { b = disc, step = sign * STEP, phase = 0.1 }
      disc:set_angular_velocity(sign * 2)
      local before = energy(world)
      steps(world, 60)
      near(sign * 2, ratchet:angle(), 1e-5, "free")
      near(sign * 2, ratchet:speed(), 1e-6, "free")
      near(before, energy(world), 1e-5 * before, "energy")
      disc:set_angular_velocity(0)
      for _ = 1, 120 do
        disc:apply_torque(sign * -5)
        world:step(1 / 60)
        assert.is_true(energy(world) < 5 * STEP)
      end
      -- the last catch that 2 rad have passed: 0.1 and 30 degrees three times; back: four times
      local catch = sign > 0 and 0.1 + 3 * STEP or 0.1 - 4 * STEP
      near(catch, ratchet:angle(), 1e-4, "caught")
      near(sign * 5, select(3, ratchet:force()), 1e-3, "holds the torque")
    end)
  end

  it("counts many turns", function()
    local ratchet = world:ratchet { b = disc, step = 1 }
    disc:set_angular_velocity(50)
    steps(world, 120)
    disc:set_angular_velocity(-1)
    steps(world, 120)
    near(math.floor(100 + 1e-3), ratchet:angle(), 1.01, "no more than a step back")
    near(math.floor(ratchet:angle() + 0.5), ratchet:angle(), 1e-4, "at a catch")
  end)

  it("holds a lever by its hinge", function()
    world:set_gravity(0, -G)
    local lever = world:box { x = 6, w = 2, h = 0.2 }
    local hinge = world:revolute { b = lever, at = { 5, 0 } }
    local ratchet = world:ratchet { b = lever, step = 0.2 }
    local least = 0
    for _ = 1, 60 do
      world:step(1 / 60)
      least = math.min(least, ratchet:angle())
    end
    near(0, least, 1e-5, "does not sag")
    near(lever:mass() * G, select(3, ratchet:force()), 1e-4, "torque")
    near(lever:mass() * G, select(2, hinge:force()), 1e-4, "the hinge bears the weight")
  end)

  it("is switched off and on without a kick, and catches where it is", function()
    local ratchet = world:ratchet { b = disc, step = 1 }
    ratchet:set_enabled(false)
    disc:set_angular_velocity(-1)
    steps(world, 90)
    near(-1.5, ratchet:angle(), 1e-4, "free")
    ratchet:set_enabled(true)
    steps(world, 90)
    near(-2, ratchet:angle(), 1e-4, "at the next catch")
    ratchet:set_enabled(false)
    ratchet:set_enabled(true)
    disc:apply_angular_impulse(-0.1)
    steps(world, 10)
    near(-2, ratchet:angle(), 1e-4, "at a catch it holds at once")
    ratchet:set_step(0.3)
    ratchet:set_phase(-0.05)
    assert.equal(0.3, ratchet:step())
    assert.equal(-0.05, ratchet:phase())
    disc:set_angular_velocity(-1)
    steps(world, 60)
    near(-0.05 - 7 * 0.3, ratchet:angle(), 1e-4, "the new catches")
  end)

  it("turns two bodies against each other", function()
    local other = world:circle { x = 3, radius = 0.5 }
    world:revolute { b = other, at = { 3, 0 } }
    world:ratchet { a = disc, b = other, step = 0.1 }
    disc:set_angular_velocity(1)
    steps(world, 60)
    local l = disc:inertia() + other:inertia()
    near(disc:inertia() / l, other:angular_velocity(), 1e-4, "taken along")
    near(disc:inertia() / l, disc:angular_velocity(), 1e-4, "by what turned back")
  end)
end)

describe("couplings", function()
  -- Three of each kind, in several components, with contacts, and a heap so that threads work.
  local function scene(threads)
    local world = cairn.world { threads = threads }
    world:box { type = "static", y = -1, w = 200, h = 2 }
    for i = 0, 5 do
      local x = 10 * i - 30
      local disc = world:circle { x = x, y = 6, radius = 0.5 }
      local hub = world:revolute { b = disc, at = { x, 6 }, motor = { speed = 3 + i, max = 20 } }
      local second = world:circle { x = x + 2, y = 6, radius = 1 }
      local last = world:revolute { b = second, at = { x + 2, 6 } }
      local rack = world:box { x = x + 4, y = 6, w = 0.4, h = 2 }
      local rail = world:prismatic { b = rack, axis = { 0.3, 1 }, limits = { -2, 2 } }
      world:gear { a = hub, b = last, ratio = 2 }
      world:gear { a = last, b = rail, ratio = 1 + i }
      world:ratchet { b = second, step = 0.4 }
      local a = world:box { x = x - 2, y = 3, w = 0.5, h = 0.5, density = 3 }
      local b = world:box { x = x - 1, y = 3, w = 0.5, h = 0.5 }
      world:pulley { a = a, b = b, ground_from = { x - 2, 9 }, ground_to = { x, 9 }, ratio = 1.5 }
    end
    for i = 0, 899 do world:box { x = i % 60 - 30, y = 0.5 + i // 60, w = 0.8, h = 0.8 } end
    return world
  end

  it("give the same bits with any number of threads", function()
    local expected
    for _, threads in ipairs { 1, 2, 3, 8 } do
      local world <close> = scene(threads)
      local hashes = {}
      for i = 1, 6 do
        steps(world, 20)
        hashes[i] = world:hash()
      end
      assert.is_true(world:validate())
      expected = expected or hashes
      assert.same(expected, hashes)
    end
  end)

  it("in one corner change no bit in another", function()
    local function play(more)
      local world <close> = cairn.world {}
      local a, b = wheel(world, 0, 0.5, { motor = { speed = 3, max = 2 } }), wheel(world, 2, 1)
      world:gear { a = a, b = b, ratio = 2 }
      if more then
        for i = 1, 10 do
          world:gear { a = wheel(world, 50 + i, 0.5, { motor = { speed = i } }),
            b = wheel(world, 70 + i, 0.5) }
        end
      end
      steps(world, 100)
      return { a:angle(), b:angle(), a:speed(), b:speed() }
    end
    assert.same(play(false), play(true))
  end)
end)

describe("errors of couplings", function()
  local world, hinge, rail, weld, a, b
  before_each(function()
    world = cairn.world {}
    a = world:box { x = -1, w = 1, h = 1 }
    b = world:box { x = 1, w = 1, h = 1 }
    hinge = world:revolute { b = a, at = { -1, 0 } }
    rail = world:prismatic { b = b, axis = { 1, 0 } }
    weld = world:weld { a = a, b = b }
  end)
  after_each(function() world:destroy() end)

  local function raises(expected, f)
    local hash, count = world:hash(), world:joint_count()
    local ok, message = pcall(f)
    assert.is_false(ok, "no error, but expected: " .. expected)
    assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
    assert.equal(hash, world:hash())
    assert.equal(count, world:joint_count())
    assert.is_true(world:validate())
  end

  local function refuses(kind, keys, sentence)
    raises(("bad argument #1 to '%s' (%s)"):format(kind, sentence),
      function() world[kind](world, keys) end)
  end

  it("of gears", function()
    refuses("gear", { b = rail }, "field 'a': cairn.Joint expected, got nil")
    refuses("gear", { a = hinge }, "field 'b': cairn.Joint expected, got nil")
    refuses("gear", { a = a, b = rail }, "field 'a': cairn.Joint expected, got cairn.Body")
    refuses("gear", { a = 1, b = rail }, "field 'a': cairn.Joint expected, got number")
    refuses("gear", { a = hinge, b = weld },
      "field 'b': must be a revolute, prismatic or wheel joint")
    refuses("gear", { a = hinge, b = hinge }, "field 'b': must be another joint than a")
    refuses("gear", { a = hinge, b = rail, ratio = 0 }, "field 'ratio': must not be 0")
    refuses("gear", { a = hinge, b = rail, ratio = 0 / 0 },
      "field 'ratio': finite number expected, got nan")
    refuses("gear", { a = hinge, b = rail, ratio = math.huge },
      "field 'ratio': finite number expected, got inf")
    refuses("gear", { a = hinge, b = rail, ratio = 1e-7 },
      "field 'ratio': must be at least 1e-06 in size, got 1e-07")
    refuses("gear", { a = hinge, b = rail, at = { 0, 0 } },
      "unknown field 'at'")
    local gear = world:gear { a = hinge, b = rail }
    raises("bad argument #1 to 'set_ratio' (must not be 0)", function() gear:set_ratio(0) end)
    raises("bad argument #1 to 'set_ratio' (number expected, got string)",
      function() gear:set_ratio "x" end)
    refuses("gear", { a = gear, b = rail },
      "field 'a': must be a revolute, prismatic or wheel joint")
    local other <close> = cairn.world {}
    local disc = other:circle { radius = 1 }
    refuses("gear", { a = other:revolute { b = disc, at = { 0, 0 } }, b = rail },
      "field 'a': joint belongs to another world")
    local line = debug.getinfo(1, "l").currentline + 1
    hinge:destroy()
    refuses("gear", { a = hinge, b = rail },
      ("field 'a': joint #1 has been destroyed at tests/core/joints/coupling_spec.lua:%d")
        :format(line))
  end)

  it("of pulleys", function()
    local function keys(change)
      local t = { a = a, b = b, ground_from = { -1, 9 }, ground_to = { 1, 9 } }
      for k, v in pairs(change) do t[k] = v end
      return t
    end
    refuses("pulley", { a = a, b = b, ground_to = { 1, 1 } },
      "field 'ground_from': table of 2 numbers expected, got nil")
    refuses("pulley", { a = a, b = b, ground_from = { 1, 1 } },
      "field 'ground_to': table of 2 numbers expected, got nil")
    refuses("pulley", keys { ratio = 0 }, "field 'ratio': must be in 1e-06..1e+06, got 0")
    refuses("pulley", keys { ratio = -1 }, "field 'ratio': must be in 1e-06..1e+06, got -1")
    refuses("pulley", keys { length = -1 }, "field 'length': must be >= 0, got -1")
    refuses("pulley", keys { length = 0 / 0 }, "field 'length': finite number expected, got nan")
    refuses("pulley", keys { ground_to = { 0 / 0, 1 } },
      "field 'ground_to': finite number expected, got nan")
    refuses("pulley", keys { b = a }, "field 'b': must be another body than a")
  end)

  it("of ratchets", function()
    refuses("ratchet", { a = a, b = b }, "field 'step': number expected, got nil")
    refuses("ratchet", { a = a, b = b, step = 0 }, "field 'step': must not be 0")
    refuses("ratchet", { a = a, b = b, step = 1e-6 },
      "field 'step': must be at least 0.0001 in size, got 1e-06")
    refuses("ratchet", { a = a, b = b, step = 1, phase = 0 / 0 },
      "field 'phase': finite number expected, got nan")
    refuses("ratchet", { step = 1 }, "field 'b': a joint needs a body besides the ground")
    local ratchet = world:ratchet { a = a, b = b, step = 1 }
    raises("bad argument #1 to 'set_step' (must not be 0)", function() ratchet:set_step(0) end)
  end)
end)
