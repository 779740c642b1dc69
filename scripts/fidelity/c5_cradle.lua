-- C5: a disc strikes a touching row of four. The blow passes through: the last leaves with the
-- speed of the first, the others stay. Two equal discs exchange their speeds, one pair after
-- another.
--    (o)-->        (o)(o)(o)(o)
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local SPEED <const> = 5

local function strike()
  local world <close> = build.world(0)
  local discs = {}
  for i = 0, 4 do
    discs[i + 1] = world:circle { x = i == 0 and -3 or i - 1, radius = 0.5, friction = 0,
      restitution = 1, vx = i == 0 and SPEED or 0 }
  end
  measure.run(world, 2)
  local square, energy = 0, 0
  for i, disc in ipairs(discs) do
    local vx, vy = disc:velocity()
    square = square + (vx - (i == 5 and SPEED or 0)) ^ 2 + vy * vy
    energy = energy + vx * vx + vy * vy
  end
  return {
    rms = 100 * math.sqrt(square / 5) / SPEED, last = discs[5]:velocity() / SPEED,
    energy = 100 * (energy / SPEED ^ 2 - 1),
  }
end

return {
  name = "C5", title = "touching row of 5", parts = { strike = strike },
  figures = {
    { key = "rms", name = "rms velocity error", unit = "% of v0", goal = 0.1, resolution = 1e-4,
      peers = peers(39.1, 38.3, 47.9, 47.9, 7e-16, 7e-16, 7e-16, peers.NONE, peers.NONE) },
    { key = "last", name = "speed of the last disc / v0", ideal = 1, goal = 5e-4,
      resolution = 1e-6,
      peers = peers(0.459, 0.465, 0.399, 0.399, 1, 1, 1, peers.NONE, peers.NONE) },
    { key = "energy", name = "energy error", unit = "%", goal = 0.1, resolution = 1e-4,
      peers = peers(-31.7, -33.5, -5.29, -5.29, 0, 0, 0, peers.NONE, peers.NONE) },
  },
}
