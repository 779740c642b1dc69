-- F2: a box that nothing touches turns at 20 rad/s: 200 rad after 10 s, no more and no less.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local function spin()
  local world <close> = build.world(0)
  local box = world:box { w = 1, h = 0.2, angular_velocity = 20 }
  local angle = 0
  -- 1/3 rad in a step: less than half a turn, so that turns can be counted
  measure.run(world, 10, function() angle = measure.unwrap(angle, box:angle()) end)
  return { angle = angle - 200 }
end

return {
  name = "F2", title = "torque-free spin", parts = { spin = spin },
  figures = {
    -- 200 rad as a float of 24 bits: 1.2e-5
    { key = "angle", name = "angle error", unit = "rad", goal = 5e-4, resolution = 2e-5,
      peers = peers(0.461, 0.116, 7e-04, 0.00284, 1e-12, 1e-12, 5e-12, 0.00296, 5e-12) },
  },
}
