-- Seventeen scenes whose answers are known, with 1, 4 and 8 sub-steps to the step of 1/60 s. Each
-- has a tolerance of its own for each count, about three times what was measured when this was
-- written, and never below 1e-5 (1e-6 where nothing may move at all).
--
-- A scene returns by how much it is off: relative where it says so, in metres otherwise.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local run, worst_error = measure.run, measure.worst_error

local G = 10
local SUBSTEPS = { 1, 4, 8 }

local function new(substeps, gravity)
  return cairn.world { gravity = { 0, gravity or -G }, substeps = substeps, sleep = false }
end

-- The complete elliptic integral of the first kind: period of a pendulum = 4 sqrt(l/g) K.
local function elliptic_k(k)
  local a, b = 1, math.sqrt(1 - k * k)
  for _ = 1, 8 do a, b = (a + b) / 2, math.sqrt(a * b) end
  return math.pi / (2 * a)
end

-- The mean period of what `value` gives over n crossings of 0 upwards.
local function period_of(world, value, n)
  local first, count, before = nil, 0, value()
  for _ = 1, 60 * 60 do
    world:step()
    local now = value()
    if before < 0 and now >= 0 then
      local at = world:time() - now / (now - before) / 60
      first = first or at
      count = count + 1
      if count == n + 1 then return (at - first) / n end
    end
    before = now
  end
  error "does not swing"
end

-- An incline through the origin and a place on it `up` metres along and `above` it.
local function incline(world, angle, friction)
  world:box { type = "static", angle = -angle, w = 60, h = 2, friction = friction, rolling = 0 }
  return function(along, above)
    local c, s = math.cos(angle), math.sin(angle)
    return c * along + s * (1 + above), -s * along + c * (1 + above)
  end
end

local scenes = {}

-- relative: g t^2 / 2
scenes["free fall"] = function(substeps)
  local world <close> = new(substeps)
  local ball = world:circle { radius = 0.1 }
  run(world, 2)
  return math.abs(ball:y() + G * 2) / (G * 2)
end

-- relative: the range of a throw at 45 degrees is v^2 / g
scenes["projectile"] = function(substeps)
  local world <close> = new(substeps)
  local ball = world:circle { radius = 0.1, vx = 10, vy = 10 }
  local px, py, range = 0, 0, nil
  run(world, 2.5, function()
    local x, y = ball:position()
    if not range and y < 0 then range = px + (x - px) * py / (py - y) end
    px, py = x, y
  end)
  return math.abs(range - 20) / 20
end

-- relative: restitution e comes back to e^2 of the height
scenes["bounce"] = function(substeps)
  local world <close> = new(substeps)
  world:halfspace {}
  local ball = world:circle { y = 4.5, radius = 0.5, restitution = 0.8 }
  local highest = 0
  run(world, 1.8, function()
    local _, vy = ball:velocity()
    if world:time() > 1 and vy <= 2 then highest = math.max(highest, ball:y() - 0.5) end
  end)
  return math.abs(highest - 4 * 0.64) / (4 * 0.64)
end

-- relative: a = g (sin - mu cos)
scenes["incline"] = function(substeps)
  local world <close> = new(substeps)
  local angle, mu = math.rad(30), 0.3
  local place = incline(world, angle, mu)
  local x, y = place(-10, 0.25)
  local box = world:box { x = x, y = y, w = 0.5, h = 0.5, angle = -angle, friction = mu }
  run(world, 2)
  local way = math.sqrt((box:x() - x) ^ 2 + (box:y() - y) ^ 2)
  local expected = G * (math.sin(angle) - mu * math.cos(angle)) * 2
  return math.abs(way - expected) / expected
end

-- relative: v^2 / (2 mu g)
scenes["stopping distance"] = function(substeps)
  local world <close> = new(substeps)
  world:box { type = "static", y = -0.5, w = 60, h = 1, friction = 0.5 }
  local box = world:box { y = 0.25, w = 0.5, h = 0.5, vx = 6, friction = 0.5 }
  run(world, 3)
  return math.abs(box:x() - 3.6) / 3.6
end

-- relative
scenes["pendulum"] = function(substeps)
  local world <close> = new(substeps)
  local angle = math.rad(60)
  local bob = world:circle { x = 2 * math.sin(angle), y = -2 * math.cos(angle), radius = 0.1,
    locks = { rotation = true } }
  world:distance { b = bob, from = { 0, 0 } }
  local expected = 4 * math.sqrt(2 / G) * elliptic_k(math.sin(angle / 2))
  return math.abs(period_of(world, function() return bob:x() end, 5) - expected) / expected
end

-- relative: hertz of the joint
scenes["spring"] = function(substeps)
  local world <close> = new(substeps, 0)
  local bob = world:box { x = 1, w = 0.5, h = 0.5 }
  world:prismatic { b = bob, at = { 0, 0 }, axis = { 1, 0 }, spring = { hertz = 1.5, damping = 0,
    target = -1 } }
  return math.abs(period_of(world, function() return bob:x() end, 8) - 1 / 1.5) * 1.5
end

-- m by which the top of ten is not where it belongs
scenes["stack"] = function(substeps)
  local world <close> = new(substeps)
  world:halfspace {}
  local top
  for i = 1, 10 do top = world:box { y = i - 0.5, w = 1, h = 1 } end
  run(world, 5)
  return math.sqrt(top:x() ^ 2 + (top:y() - 9.5) ^ 2)
end

-- m by which the furthest of a pyramid of ten rows has moved
scenes["pyramid"] = function(substeps)
  local world <close> = new(substeps)
  world:halfspace {}
  local places = {}
  for row = 1, 10 do
    for i = 1, 11 - row do
      local x, y = (i - (12 - row) / 2) * 0.52, (row - 0.5) * 0.5
      local box = world:box { x = x, y = y, w = 0.5, h = 0.5 }
      places[#places + 1] = { box, x, y }
    end
  end
  run(world, 5)
  local worst = 0
  for _, place in ipairs(places) do
    local x, y = place[1]:position()
    worst = math.max(worst, math.sqrt((x - place[2]) ^ 2 + (y - place[3]) ^ 2))
  end
  return worst
end

-- relative: a disc that rolls has 2/3 of g sin
scenes["rolling"] = function(substeps)
  local world <close> = new(substeps)
  local angle = math.rad(20)
  local x, y = incline(world, angle, 1)(-10, 0.5)
  local disc = world:circle { x = x, y = y, radius = 0.5, friction = 1 }
  run(world, 2)
  local way = math.sqrt((disc:x() - x) ^ 2 + (disc:y() - y) ^ 2)
  local expected = 2 / 3 * G * math.sin(angle) * 2
  return math.abs(way - expected) / expected
end

-- m: the worst joint of a chain of twenty rods that swings
scenes["rod chain"] = function(substeps)
  local world <close> = new(substeps)
  local last, worst = world:ground(), 0
  for i = 1, 20 do
    local rod = world:box { x = i * 0.5 - 0.25, w = 0.5, h = 0.1 }
    world:revolute { a = last, b = rod, at = { i * 0.5 - 0.5, 0 } }
    last = rod
  end
  run(world, 5, function() worst = math.max(worst, worst_error(world)) end)
  return worst
end

-- relative: a motor speeds up by torque / inertia until it has its speed
scenes["motor"] = function(substeps)
  local world <close> = new(substeps, 0)
  local wheel = world:circle { radius = 1, density = 1 }
  local motor = world:revolute { b = wheel, at = { 0, 0 }, motor = { speed = 10, max = 5 } }
  run(world, 1)
  local early = math.abs(motor:speed() * wheel:inertia() / 5 - 1)
  run(world, 4)
  return math.max(early, math.abs(motor:speed() - 10) / 10)
end

-- m by which the tip of a rigid beam of six welded pieces sags
scenes["cantilever"] = function(substeps)
  local world <close> = new(substeps)
  local last = world:ground()
  for i = 1, 6 do
    local piece = world:box { x = i * 0.5 - 0.25, w = 0.5, h = 0.2 }
    world:weld { a = last, b = piece, at = { i * 0.5 - 0.5, 0 } }
    last = piece
  end
  run(world, 3)
  local _, y = last:to_world(0.25, 0)
  return math.abs(y)
end

-- relative: a box on a belt comes to v after v / (mu g), and then goes along with it
scenes["conveyor"] = function(substeps)
  local world <close> = new(substeps)
  world:box { type = "static", y = -0.5, w = 60, h = 1, friction = 0.5, surface_speed = 3 }
  local box = world:box { y = 0.25, w = 0.5, h = 0.5, friction = 0.5 }
  run(world, 4)
  local t = 3 / (0.5 * G)
  local expected = 0.5 * 3 * t + 3 * (4 - t)
  return math.abs(box:x() - expected) / expected
end

-- relative: the last ball leaves as fast as the first one came, the others stay
scenes["newton's cradle"] = function(substeps)
  local world <close> = new(substeps, 0)
  local balls = {}
  for i = 1, 5 do
    balls[i] = world:circle { x = i, radius = 0.5, restitution = 1, friction = 0 }
  end
  balls[1]:set_position(-1, 0)
  balls[1]:set_velocity(3, 0)
  run(world, 2)
  local off = math.abs(balls[5]:velocity() - 3)
  for i = 1, 4 do off = math.max(off, math.abs((balls[i]:velocity()))) end
  return off / 3
end

-- relative: v = v0 exp(-c t)
scenes["damping"] = function(substeps)
  local world <close> = new(substeps, 0)
  local ball = world:circle { radius = 0.5, vx = 10, damping = 0.8 }
  run(world, 3)
  local expected = 10 * math.exp(-0.8 * 3)
  return math.abs(ball:velocity() - expected) / expected
end

-- relative: energy of an undamped pendulum that swings out to 90 degrees, after 10 s
scenes["energy"] = function(substeps)
  local world <close> = new(substeps)
  local bob = world:circle { x = 2, radius = 0.2 }
  world:revolute { b = bob, at = { 0, 0 } }
  run(world, 10)
  local energy = world:kinetic_energy() + world:potential_energy()
  return math.abs(energy) / (bob:mass() * G * 2)
end

-- What is allowed with 1, 4 and 8 sub-steps.
local ALLOWED = {
  { "free fall", 1e-5, 1e-5, 1e-5 },
  { "projectile", 1e-5, 1e-5, 1e-5 },
  { "bounce", 5e-4, 3e-4, 3e-4 },
  { "incline", 5e-4, 5e-5, 1e-5 },
  { "stopping distance", 1.5e-3, 1e-4, 1e-5 },
  { "pendulum", 4e-4, 3e-5, 1e-5 },
  { "spring", 1e-5, 1e-5, 1e-5 },
  { "stack", 1e-5, 1e-5, 1e-5 },
  { "pyramid", 1e-5, 1e-5, 1e-5 },
  { "rolling", 1.5e-3, 1e-4, 1e-4 },
  { "rod chain", 1e-5, 1e-5, 1e-5 },
  { "motor", 1e-5, 1e-5, 1e-5 },
  { "cantilever", 1e-6, 1e-6, 1e-6 },
  { "conveyor", 5e-4, 3e-5, 1e-5 },
  { "newton's cradle", 1e-6, 1e-6, 1e-6 },
  { "damping", 1e-4, 1e-4, 1e-4 },
  { "energy", 1e-5, 1e-5, 1e-5 },
}

describe("with sub-steps", function()
  for _, row in ipairs(ALLOWED) do
    for i, substeps in ipairs(SUBSTEPS) do
      it(("%d: %s is off by less than %.0e"):format(substeps, row[1], row[i + 1]), function()
        local off = scenes[row[1]](substeps)
        assert.is_true(off < row[i + 1], ("off by %.3e"):format(off))
      end)
    end
  end

  it("all scenes of this file are listed, and every one has its own answer", function()
    local listed = {}
    for _, row in ipairs(ALLOWED) do listed[row[1]] = true end
    for name in pairs(scenes) do assert.is_true(listed[name], name) end
    assert.is_true(#ALLOWED >= 15)
  end)
end)
