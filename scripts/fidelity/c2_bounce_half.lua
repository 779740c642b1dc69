-- C2: with e = 0.5 each apex is a quarter of the one before. The third impact is at 2.5 m/s, above
-- any speed below which an engine may stop to bounce.
local bounce = require "fidelity.shared.bounce"
local peers = require "fidelity.shared.peers"

local function drop() return bounce.run(0.5, 3) end

return {
  name = "C2", title = "bouncing ball, e = 0.5", parts = { drop = drop },
  figures = {
    { key = "worst", name = "worst apex error", unit = "%", goal = 1, resolution = 1e-3,
      peers = peers(29, 21.1, 36.6, 19.5, 29.4, 29.4, 12.4, peers.NONE, peers.NONE) },
    { key = "mean", name = "apex error, mean of 8", unit = "%", goal = 0.5, resolution = 1e-3,
      peers = peers(18.6, 14.6, 17, 13.3, 18.8, 18.8, 6.63, peers.NONE, peers.NONE) },
  },
}
