-- J4: the chain of J3, let go level. The hardest of the joint scenes: the slack chain whips while
-- the heavy box falls. Chaotic.
local chain = require "fidelity.shared.chain"
local peers = require "fidelity.shared.peers"

local function hundred(shift)
  local last, peak = chain.run(100, 1, 0, shift)
  return { end_100 = last, peak_100 = peak }
end

local function thousand(shift)
  local last, peak = chain.run(1000, 1, 0, shift)
  return { end_1000 = last, peak_1000 = peak }
end

return {
  name = "J4", title = "swinging chain, heavy end", fails = "breaks", chaotic = true,
  parts = { hundred = hundred, thousand = thousand },
  figures = {
    { key = "end_100", name = "ratio 100: gaps after 10 s", unit = "%", goal = 0.01,
      resolution = 1e-4,
      peers = peers(9.38, 9.18, "breaks", 1.65, "breaks", "breaks", 1.1, 0.914, 1e-13) },
    { key = "peak_100", name = "ratio 100: largest", unit = "%", goal = 0.1, resolution = 1e-4,
      peers = peers(10.7, 10.6, "breaks", 3.93, "breaks", "breaks", 4.56, 4.2, 0.00499) },
    { key = "end_1000", name = "ratio 1000: gaps after 10 s", unit = "%", goal = 0.01,
      resolution = 1e-4,
      peers = peers("breaks", 9.17, "breaks", 12.7, "breaks", "breaks", "breaks", 9.54, 4e-07) },
    { key = "peak_1000", name = "ratio 1000: largest", unit = "%", goal = 0.5,
      resolution = 1e-4,
      peers = peers("breaks", 83.4, "breaks", 13.4, "breaks", "breaks", "breaks", 14.5, 0.323) },
  },
}
