-- C6: a box strikes another off its centre, with friction and without bouncing. Whatever happens,
-- momentum stays: 5 kg m/s, and 2 kg m^2/s about the centre of the second.
--    [A]-->   [B]  0.4 higher
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local MASS <const>, INERTIA <const> = 1, 1 / 6 -- of a box of 1 m, density 1
local PIVOT <const> = 0.4                      -- y of the point that momentum is taken about

local function collide()
  local world <close> = build.world(0)
  local a = world:box { x = -3, w = 1, h = 1, vx = 5, friction = 0.5 }
  local b = world:box { y = PIVOT, w = 1, h = 1, friction = 0.5 }
  measure.run(world, 2)
  local px, py, l = 0, 0, 0
  for _, body in ipairs { a, b } do
    local x, y, _, vx, vy, w = body:state()
    px, py = px + MASS * vx, py + MASS * vy
    l = l + INERTIA * w + MASS * (x * vy - (y - PIVOT) * vx)
  end
  return { angular = 100 * (l / 2 - 1), linear = 100 * math.sqrt((px - 5) ^ 2 + py ^ 2) / 5 }
end

return {
  name = "C6", title = "off-centre blow", parts = { collide = collide },
  figures = {
    { key = "angular", name = "angular momentum error", unit = "%", goal = 1e-3,
      resolution = 1e-4,
      peers = peers(0.1, 0.0496, 0.256, 0.31, 1e-13, 2e-13, 5e-13, 2.9, peers.NONE) },
    { key = "linear", name = "linear momentum error", unit = "%", goal = 1e-4, resolution = 1e-4,
      peers = peers(0, 0, 5e-06, 5e-06, 0, 0, 0, 5.95, peers.NONE) },
  },
}
