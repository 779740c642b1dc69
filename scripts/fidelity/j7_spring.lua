-- J7: 1 kg on a spring of 2 Hz without damping, stretched by half a metre: after 20 cycles it must
-- swing as far as at the start, and 20 cycles must take 10 s.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local HERTZ <const>, REST <const>, STRETCH <const> = 2, 2, 0.5
local TURN <const> = 2 * math.pi * HERTZ * measure.DT -- rad, phase of one step

-- Amplitude of the harmonic motion through three values one step apart: exact for A cos(wt + p).
-- With the sign of the side on which it is.
local function amplitude(a, b, c)
  local size = math.sqrt(b * b + ((c - a) / (2 * math.sin(TURN))) ^ 2)
  return b < 0 and -size or size
end

local function swing()
  local world <close> = build.world(0)
  local box = world:box { x = REST + STRETCH, w = 0.5, h = 0.5, density = 4 }
  world:distance { b = box, from = { 0, 0 }, to = { REST + STRETCH, 0 }, length = REST,
    spring = { hertz = HERTZ, damping = 0 } }
  local crossings, cross = measure.crossings()
  local a, b, high, low = 0, 0, -math.huge, math.huge
  measure.run(world, 10, function(step)
    local c = box:position() - REST
    cross(step, c)
    if step > 9 * 60 + 2 then
      local reach = amplitude(a, b, c)
      high, low = math.max(high, reach), math.min(low, reach)
    end
    a, b = b, c
  end)
  return {
    kept = 100 * (high - low) / (2 * STRETCH),
    period = 100 * (measure.period(crossings) * HERTZ - 1),
  }
end

return {
  name = "J7", title = "undamped spring", parts = { swing = swing },
  figures = {
    -- the peers' figures have three digits
    { key = "kept", name = "amplitude kept after 20 cycles", unit = "%", ideal = 100, goal = 0.1,
      resolution = 0.05,
      peers = peers(0.267, 5.09, 7e-04, 5.14, 100, 100, 100, 0.0011, 100) },
    { key = "period", name = "period error", unit = "%", goal = 0.02, resolution = 1e-3,
      peers = peers(0.126, 0.0313, 1.41, 0.0911, -0.183, -0.183, -0.0114, 2.35, -0.0114) },
  },
}
