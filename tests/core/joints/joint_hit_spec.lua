-- A blow goes through the links of what it strikes: that gives way as all that hangs together does.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local G = 10

describe("A blow on what hangs on joints", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -G }, sleep = false } end)
  after_each(function() world:destroy() end)

  -- beside each other, at rest but for the first, which is drawn aside
  local function hang(count, radius, arm, angle)
    for i = 1, count do
      local x, a = 2 * radius * (i - 1), i == 1 and -angle or 0
      local bob = world:circle { x = x + arm * math.sin(a), y = -arm * math.cos(a), mass = 1,
        radius = radius, restitution = 1, friction = 0 }
      world:revolute { b = bob, at = { x, 0 } }
    end
  end

  -- ratio of what could be lost that is kept; deepest: J below where they hang from, at rest
  local function kept(seconds, deepest)
    local before = measure.energy(world) + deepest
    measure.run(world, seconds)
    return (measure.energy(world) + deepest) / before
  end

  for _, radius in ipairs { 0.05, 0.1, 0.2, 0.3 } do
    it(("keeps all energy of two pendulums with bobs of %g of the arm"):format(radius), function()
      hang(2, radius, 1, 0.7)
      measure.near(1, kept(10, 2 * G), 1e-3)
    end)
  end

  for _, radius in ipairs { 0.05, 0.3 } do
    it(("keeps it in a cradle with bobs of %g of the arm"):format(radius), function()
      hang(5, radius, 1, 0.7)
      measure.near(1, kept(10, 5 * G), 3e-3)
    end)
  end

  it("keeps it where forces turn what hangs on short arms", function()
    hang(2, 0.05, 0.2, 0.7)
    measure.near(1, kept(10, 0.4 * G), 3e-3)
  end)

  --   o---------------   hinged at the left, struck at the right
  --                 ^
  --                (v)
  it("turns a bar by its inertia about the hinge", function()
    world:set_gravity(0, 0)
    local bar = world:box { x = 0.5, w = 1, h = 0.05, mass = 3, restitution = 1, friction = 0 }
    local ball = world:circle { x = 0.9, y = -0.5, radius = 0.1, mass = 1, vy = 2, restitution = 1,
      friction = 0 }
    world:revolute { b = bar, at = { 0, 0 } }
    local inertia = 3 * (1 + 0.05 ^ 2) / 12 + 3 * 0.5 ^ 2
    local mass = 1 / (1 + 0.9 ^ 2 / inertia)
    measure.run(world, 0.3)
    local _, vy = ball:velocity()
    measure.near(2 - 2 * mass * 2, vy, 2e-3, "m/s of the ball")
    measure.near(2 * mass * 2 * 0.9 / inertia, bar:angular_velocity(), 2e-3, "rad/s of the bar")
  end)

  it("goes through a joint to the body behind it", function()
    world:set_gravity(0, 0)
    local front = world:box { x = 0, w = 0.2, h = 0.2, mass = 1, restitution = 1, friction = 0 }
    local behind = world:box { x = 1, w = 0.2, h = 0.2, mass = 2 }
    local ball = world:circle { x = -1, radius = 0.1, mass = 3, vx = 2, restitution = 1 }
    world:revolute { a = front, b = behind, at = { 0.5, 0 } }
    measure.run(world, 1)
    measure.near(0, (ball:velocity()), 1e-3, "m/s of the ball")
    measure.near(2, (front:velocity()), 1e-3, "m/s of what it struck")
    measure.near(2, (behind:velocity()), 1e-3, "m/s of what that is held to")
  end)

  it("comes back from what is welded to the ground as from the ground", function()
    world:set_gravity(0, 0)
    local plank = world:box { w = 2, h = 0.1, mass = 1, restitution = 0.5 }
    world:weld { b = plank, at = { -1, 0 } }
    local ball = world:circle { x = 0.5, y = 1, radius = 0.1, mass = 5, vy = -3, restitution = 0.5 }
    measure.run(world, 0.5)
    local _, vy = ball:velocity()
    measure.near(1.5, vy, 1e-3)
  end)

  it("keeps the energy of two links that strike each other", function()
    world:set_gravity(0, 0)
    local middle = world:circle { radius = 0.1, mass = 1 }
    for side = -1, 1, 2 do
      local bob = world:circle { x = 0.5 * side, y = -0.5, radius = 0.2, mass = 1, restitution = 1,
        friction = 0, vx = -side, vy = -1, angular_velocity = -2 * side }
      world:revolute { a = middle, b = bob, at = { 0, 0 } }
    end
    measure.near(1, kept(5, 0), 5e-3)
  end)
end)
