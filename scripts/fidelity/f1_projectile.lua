-- F1: a box thrown at (10, 20) m/s must be at (20, 20) after 2 s, where the parabola v t + g t^2/2
-- ends. Moving by the velocity that gravity has already changed is wrong by g h t / 2.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local function fly()
  local world <close> = build.world(-10)
  local box = world:box { w = 1, h = 1, vx = 10, vy = 20 }
  measure.run(world, 2)
  local x, y = box:position()
  return { position = math.sqrt((x - 20) ^ 2 + (y - 20) ^ 2) }
end

return {
  name = "F1", title = "projectile", parts = { fly = fly },
  figures = {
    { key = "position", name = "position error", unit = "m", goal = 1e-4, resolution = 1e-6,
      peers = peers(0.0416, 0.0209, 0.167, 0.0416, 0.167, 0.167, 0.0417, 0.166, 2e-13) },
  },
}
