-- J2: two rods of 1 m, hinged to the world and to each other, let go level: chaotic, but energy is
-- kept. Counted in 2 m g, what the fall to hanging at rest would give.
local build = require "fidelity.shared.build"
local hinge = require "fidelity.shared.hinge"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local MASS <const> = 0.1 -- kg, 1.0 by 0.1 m
local INERTIA <const> = MASS * (1 + 0.01) / 12
local DROP <const> = 2 * MASS * 10 -- J

local function energy(rods)
  local sum = 0
  for _, rod in ipairs(rods) do
    local _, y, _, vx, vy, w = rod:state()
    sum = sum + MASS * (10 * y + 0.5 * (vx * vx + vy * vy)) + 0.5 * INERTIA * w * w
  end
  return sum
end

local function swing(shift)
  local world <close> = build.world(-10)
  local rods = {}
  for i = 0, 1 do
    rods[i + 1] = world:box { x = 0.5 + i + i * shift, w = 1, h = 0.1, group = -1 }
  end
  local hinges = { hinge.new(world, nil, rods[1], 0, 0), hinge.new(world, rods[1], rods[2], 1, 0) }
  local most, gap, last = -math.huge, 0, {}
  measure.run(world, 60, function(step)
    local now = energy(rods)
    if step > 58 * 60 then last[#last + 1] = now end
    most = math.max(most, now)
    gap = math.max(gap, select(2, hinge.gaps(hinges)))
  end)
  return { drift = 100 * measure.mean(last) / DROP, gain = 100 * most / DROP, gap = 1000 * gap }
end

return {
  name = "J2", title = "double pendulum", parts = { swing = swing }, chaotic = true,
  figures = {
    { key = "drift", name = "energy drift in 60 s", unit = "% of 2 m g", goal = 1,
      resolution = 1e-3,
      peers = peers(-19.5, -26.7, -87.3, -73.4, -80.5, -80.5, -91, -100, -0.904) },
    { key = "gain", name = "largest gain", unit = "% of 2 m g", goal = 0.5, resolution = 1e-3,
      peers = peers(0.446, 0.179, -0.119, -0.0297, 1.49, 1.49, 0.369, -0.119, 2e-04) },
    { key = "gap", name = "largest hinge gap", unit = "mm", goal = 0.05, resolution = 1e-3,
      peers = peers(3.16, 1.94, 3.7, 0.755, 51.7, 51.7, 14, 0.0992, 2e-12) },
  },
}
