-- R1: a block on a slope, friction 0.5. Below tan = 0.5 it must not move at all; at 0.6 it slides
-- with g (sin - 0.5 cos); and in between lies the angle at which it starts to.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local FRICTION <const> = 0.5
local SETTLE <const> = 1   -- s
local SLIPS <const> = 0.05 -- m in 5 s: slower counts as standing

-- Calls on(way) with a function that tells how far the block has come down the slope.
local function slope(tangent, on)
  local world <close> = build.world(-10)
  local angle = math.atan(tangent)
  local c, s = math.cos(angle), math.sin(angle)
  world:box { type = "static", w = 100, h = 1, angle = angle, friction = FRICTION }
  local x0, y0 = c * 20 - s * 0.75, s * 20 + c * 0.75
  local block = world:box { x = x0, y = y0, w = 1, h = 0.5, angle = angle, friction = FRICTION }
  return on(world, function()
    local x, y = block:position()
    return (x0 - x) * c + (y0 - y) * s
  end, 10 * (s - FRICTION * c))
end

-- How far it comes within `seconds`, after it has settled.
local function slip(tangent, seconds)
  return slope(tangent, function(world, way)
    measure.run(world, SETTLE)
    local start = way()
    measure.run(world, seconds)
    return way() - start
  end)
end

local function creep() return { creep = 1000 * slip(0.49, 10) } end

local function slide()
  return slope(0.6, function(world, way, acceleration)
    measure.run(world, 2)
    return { distance = 100 * (way() / (0.5 * acceleration * 2 ^ 2) - 1) }
  end)
end

local function onset()
  local low, high = 0.3, 0.7
  for _ = 1, 14 do
    local middle = 0.5 * (low + high)
    if slip(middle, 5) > SLIPS then high = middle else low = middle end
  end
  return { onset = math.deg(math.abs(math.atan(0.5 * (low + high)) - math.atan(FRICTION))) }
end

return {
  name = "R1", title = "block on an incline",
  parts = { creep = creep, slide = slide, onset = onset },
  figures = {
    { key = "creep", name = "creep at tan = 0.49", unit = "mm", goal = 0, resolution = 1e-3,
      peers = peers(0, 0, 0, 0, 0, 0, 0, 0, peers.NONE) },
    { key = "distance", name = "distance error at tan = 0.6", unit = "%", goal = 0.05,
      resolution = 1e-4,
      peers = peers(0.538, 0.253, 0.833, 0.208, -0.714, -0.714, -0.201, 1.23, peers.NONE) },
    -- what slips less than SLIPS is not seen to slip, which is 0.016 degrees
    { key = "onset", name = "error of the angle where it starts", unit = "deg", goal = 0.02,
      resolution = 0.016,
      peers = peers(0.00783, 0.0112, 0.0157, 0.0157, 0.0157, 0.0157, 0.0157, 0.0101, peers.NONE) },
  },
}
