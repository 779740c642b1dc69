-- J3: a chain of 20 links hangs at rest with a box at its end that is up to 10000 times as heavy
-- as a link. Nothing may give way: the hinges are rigid.
local chain = require "fidelity.shared.chain"
local peers = require "fidelity.shared.peers"

local function hang(ratio) return chain.run(ratio, 0, -1) end

local function one() return { end_1 = (hang(1)) } end
local function hundred() return { end_100 = (hang(100)) } end
local function thousand()
  local last, peak = hang(1000)
  return { end_1000 = last, peak_1000 = peak }
end
local function ten_thousand() return { end_10000 = (hang(10000)) } end

return {
  name = "J3", title = "hanging chain, heavy end", fails = "breaks",
  parts = { one = one, hundred = hundred, thousand = thousand, ten_thousand = ten_thousand },
  figures = {
    { key = "end_1", name = "ratio 1: gaps after 10 s", unit = "%", goal = 1e-3,
      resolution = 1e-4,
      peers = peers(0.31, 0.31, 0.0135, 2e-04, "breaks", 2e-10, 1e-13, 0.165, 7e-14) },
    { key = "end_100", name = "ratio 100", unit = "%", goal = 1e-3, resolution = 1e-4,
      peers = peers(2.99, 3.08, 1.87, 0.124, "breaks", "breaks", "breaks", 0.995, 0) },
    { key = "end_1000", name = "ratio 1000", unit = "%", goal = 0.01, resolution = 1e-4,
      peers = peers(41.5, 10.7, "breaks", 5.12, "breaks", "breaks", "breaks", 5.06, 2e-14) },
    { key = "end_10000", name = "ratio 10000", unit = "%", goal = 0.01, resolution = 1e-4,
      peers = peers("breaks", 42.2, "breaks", "breaks", "breaks", "breaks", "breaks", 13.9,
        1e-13) },
    { key = "peak_1000", name = "ratio 1000: largest", unit = "%", goal = 0.05,
      resolution = 1e-4,
      peers = peers(63.6, 54.7, "breaks", 8.53, "breaks", "breaks", "breaks", 11.3, 6e-14) },
  },
}
