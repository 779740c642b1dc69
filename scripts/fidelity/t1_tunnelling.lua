-- T1: a disc of 0.2 m is shot at walls and at another disc, with 12 speeds and from 16 phases of a
-- step each. The figure is the highest speed up to which all 16 are stopped.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local SPEEDS <const> = { 5, 10, 20, 50, 100, 120, 200, 400, 1000, 2000, 5000, 10000 }
local PHASES <const> = 16
local RADIUS <const> = 0.1

local function shoot(world, side, speed, phase, bullet)
  return (world:circle { x = side * (5 + speed * measure.DT * phase / PHASES), vx = -side * speed,
    radius = RADIUS, friction = 0.6, bullet = bullet })
end

-- Whether a disc from the left is still left of what `obstacle` makes, all along and twice as long
-- as the way takes.
local function is_stopped(obstacle, speed, phase, bullet)
  local world <close> = build.world(0, { max_speed = 1e5 })
  local target = obstacle(world, speed, phase, bullet)
  local disc = shoot(world, -1, speed, phase, bullet)
  for _ = 1, math.ceil(2 * 5 / speed / measure.DT) + 4 do
    world:step(measure.DT)
    if disc:position() >= target:position() then return false end
  end
  return true
end

local function highest(obstacle, bullet)
  local last = 0
  for _, speed in ipairs(SPEEDS) do
    for phase = 0, PHASES - 1 do
      if not is_stopped(obstacle, speed, phase, bullet) then return last end
    end
    last = speed
  end
  return last
end

local function static_wall(world)
  return (world:box { type = "static", w = 0.1, h = 2, friction = 0.6 })
end

local function segment(world)
  return (world:segment { x1 = 0, y1 = -1, x2 = 0, y2 = 1, friction = 0.6 })
end

local function dynamic_wall(world)
  return (world:box { w = 0.1, h = 2, density = 100, friction = 0.6 })
end

local function other_disc(world, speed, phase, bullet)
  return shoot(world, 1, speed, phase, bullet)
end

local function static() return { wall = highest(static_wall), segment = highest(segment) } end
local function dynamic()
  return { dynamic = highest(dynamic_wall), dynamic_bullet = highest(dynamic_wall, true) }
end
local function head_on()
  return { head_on = highest(other_disc), head_on_bullets = highest(other_disc, true) }
end

return {
  name = "T1", title = "tunnelling",
  parts = { static = static, dynamic = dynamic, head_on = head_on },
  figures = {
    { key = "wall", name = "static wall of 0.1 m", unit = "m/s", more = true, ideal = 10000,
      goal = 10000,
      peers = peers(10000, 10000, 10000, 10000, 5, 5, 20, 5, peers.NONE) },
    { key = "segment", name = "static segment", unit = "m/s", more = true, ideal = 10000,
      goal = 10000,
      peers = peers(10000, 10000, 10000, 10000, 5, 5, 20, peers.NONE, peers.NONE) },
    { key = "dynamic", name = "dynamic wall, no flag", unit = "m/s", more = true, ideal = 10000,
      goal = 10000,
      peers = peers(10, 10, 10, 20, 5, 5, 20, 5, peers.NONE) },
    { key = "dynamic_bullet", name = "dynamic wall, bullet flag", unit = "m/s", more = true,
      ideal = 10000, goal = 10000,
      peers = peers(10000, 10000, 10000, 10000, peers.NONE, peers.NONE, peers.NONE, peers.NONE,
        peers.NONE) },
    { key = "head_on", name = "head-on, no flag", unit = "m/s", more = true, ideal = 10000,
      goal = 10000,
      peers = peers(10, 10, 5, 20, 5, 5, 20, 5, peers.NONE) },
    { key = "head_on_bullets", name = "head-on, both bullets", unit = "m/s", more = true,
      ideal = 10000, goal = 10000,
      peers = peers(10, 10, 10000, 10000, peers.NONE, peers.NONE, peers.NONE, peers.NONE,
        peers.NONE) },
  },
}
