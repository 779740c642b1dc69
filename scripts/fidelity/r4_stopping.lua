-- R4: a block slides with 10 m/s and friction 0.5: it stops after v^2 / (2 mu g) = 10 m.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local function slide()
  local world <close> = build.world(-10)
  build.floor(world, 0.5)
  local block = world:box { y = 0.25, w = 1, h = 0.5, vx = 10, friction = 0.5 }
  measure.run(world, 4)
  return { distance = 1000 * (block:position() - 10) }
end

return {
  name = "R4", title = "stopping distance", parts = { slide = slide },
  figures = {
    { key = "distance", name = "distance error", unit = "mm", goal = 1, resolution = 1e-3,
      peers = peers(-20.8, -10.4, -83.3, -20.8, 85.7, 83.2, 21, 8917, peers.NONE) },
  },
}
