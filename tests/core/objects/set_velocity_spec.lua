-- A velocity that is set from outside in each step, to what it is or nearly: contacts, joints and
-- springs go on as if nothing had been done.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near = measure.near

local DT <const> = 1 / 60

local acts <const> = {
  ["an impulse of 0"] = function(body) body:apply_impulse(0, 0) end,
  ["its own velocity"] = function(body) body:set_velocity(body:velocity()) end,
}

-- Two bodies, of which act(the first one) is called in each step; made by make(world).
local function play(make, act)
  local world <close> = cairn.world { gravity = { 0, 0 }, sleep = false }
  local a, b = make(world)
  for _ = 1, 600 do
    if act then act(a) end
    a:apply_force(50, 0)
    b:apply_force(-50, 0)
    world:step(DT)
  end
  return measure.states { a, b }, { world:momentum() }
end

local pairs_of <const> = {
  ["discs that are pressed together"] = function(world)
    return world:circle { x = -0.5, radius = 0.5, mass = 1 },
      world:circle { x = 0.5, radius = 0.5, mass = 1 }
  end,
  ["discs on a rod"] = function(world)
    local a = world:circle { x = -1, radius = 0.2, mass = 1, vy = -2 }
    local b = world:circle { x = 1, radius = 0.2, mass = 1, vy = 2 }
    world:distance { a = a, b = b }
    return a, b
  end,
  ["discs on a spring"] = function(world)
    local a = world:circle { x = 0, radius = 0.1, mass = 1 }
    local b = world:circle { x = 3, radius = 0.1, mass = 2 }
    world:distance { a = a, b = b, length = 6, spring = { stiffness = 100, damping = 0 } }
    return a, b
  end,
}

describe("A velocity that is said again in each step", function()
  -- the body lost half of what the other gave it in the last sub-step, and that one did not
  for pair, make in pairs(pairs_of) do
    for name, act in pairs(acts) do
      it(("changes nothing of two %s: %s"):format(pair, name), function()
        local states, momentum = play(make, act)
        assert.equal((play(make)), states)
        near(0, momentum[1], 1e-3, "px")
        near(0, momentum[2], 1e-3, "py")
      end)
    end
  end

  local world

  before_each(function() world = cairn.world { gravity = { 0, -10 }, sleep = false } end)
  after_each(function() world:destroy() end)

  it("lets a body that walks stand on a spring with all its weight", function()
    local ground = world:body { type = "static" }
    local plate = world:box { y = 1, w = 3, h = 0.2, mass = 5, fixed_rotation = true }
    world:prismatic { a = ground, b = plate, axis = { 0, 1 }, origin = 0,
      spring = { stiffness = 4000, damping = 1 } }
    local player = world:box { y = 1.6, w = 0.6, h = 1, mass = 60, fixed_rotation = true }
    for _ = 1, 900 do
      player:set_velocity(0, player:vy())
      world:step(DT)
    end
    near(1 - 650 / 4000, plate:y(), 1e-3, "plate")
  end)

  -- which has none of what its spring gives, and took half of it from what hangs there
  it("of a kinematic body leaves what hangs on it alone", function()
    local hook = world:body { type = "kinematic", y = 5 }
    local weight = world:circle { y = 4, radius = 0.1, mass = 2 }
    world:distance { a = hook, b = weight, length = 1, spring = { stiffness = 100, damping = 1 } }
    for _ = 1, 900 do
      hook:set_velocity(0, 0)
      world:step(DT)
    end
    near(5 - 1 - 20 / 100, weight:y(), 1e-3, "weight")
  end)
end)

-- Of one body, in each step, to what it has not: what is at the other end has all it was given.
describe("A velocity that is set in each step to another one", function()
  local world, shaken, wheel

  before_each(function()
    world = cairn.world { gravity = { 0, 0 }, sleep = false }
    shaken = world:circle { radius = 0.1, mass = 3, fixed_rotation = true }
    wheel = world:circle { x = 1, radius = 0.5, mass = 8 }
  end)
  after_each(function() world:destroy() end)

  local function shake(seconds)
    for i = 1, seconds * 60 do
      shaken:set_velocity(0, i % 2 * 2 - 1)
      world:step(DT)
    end
  end

  -- sagged by an eighth more
  it("lets a weight hang on a spring as deep as on a hook", function()
    wheel:destroy()
    local weight, sag = world:circle { y = -1, radius = 0.1, mass = 2 }, 0
    world:distance { a = shaken, b = weight, length = 1,
      spring = { stiffness = 100, damping = 0.2 } }
    for i = 1, 900 do
      shaken:set_velocity(0, i % 2 * 2 - 1)
      weight:apply_force(0, -20)
      world:step(DT)
      if i > 898 then sag = sag + (shaken:y() - 1 - weight:y()) / 2 end
    end
    near(20 / 100, sag, 1e-3, "sag")
  end)

  it("leaves a wheel what a motor gives", function()
    world:rotary { a = shaken, b = wheel, motor = { speed = 100, max = 2 } }
    shake(2)
    near(2 * 2 / wheel:inertia(), wheel:angular_velocity(), 1e-3, "speed")
  end)

  it("leaves a wheel what friction takes", function()
    wheel:set_angular_velocity(20)
    world:friction { a = shaken, b = wheel, max_force = 0, max_torque = 2 }
    shake(2)
    near(20 - 2 * 2 / wheel:inertia(), wheel:angular_velocity(), 1e-3, "speed")
  end)
end)
