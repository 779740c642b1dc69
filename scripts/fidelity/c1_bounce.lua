-- C1: a ball that loses nothing must come up as high as it was, ten times over.
local bounce = require "fidelity.shared.bounce"
local peers = require "fidelity.shared.peers"

local function drop() return bounce.run(1, 10) end

return {
  name = "C1", title = "bouncing ball, e = 1", parts = { drop = drop },
  figures = {
    { key = "worst", name = "worst apex error", unit = "%", goal = 0.1, resolution = 1e-3,
      peers = peers(5.32, 1.53, 34, 8.61, 1.89, 1.89, 0.121, peers.NONE, peers.NONE) },
    { key = "mean", name = "apex error, mean of 8", unit = "%", goal = 0.05, resolution = 1e-3,
      peers = peers(4.36, 0.85, 4.27, 3.11, 1.11, 1.11, 0.0568, peers.NONE, peers.NONE) },
  },
}
