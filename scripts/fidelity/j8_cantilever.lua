-- J8: 20 boxes of 1 m welded end to end, the first to the world. Welds are rigid: nothing sags.
--    |[ ][ ][ ] ... [ ]
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local COUNT <const> = 20
local GONE <const> = 100 -- m: further down than the rod is long

local function hold()
  local world <close> = build.world(-10)
  local before
  for i = 0, COUNT - 1 do
    local box = world:box { x = 0.5 + i, w = 1, h = 0.5 }
    world:weld { a = before, b = box, at = { i, 0 } }
    before = box
  end
  local sag, peak = 0, 0
  measure.run(world, 10, function()
    local _, y = before:position()
    sag = math.abs(y) < GONE and -y or math.huge
    peak = math.max(peak, math.abs(sag))
  end)
  return { sag = 1000 * sag, peak = 1000 * peak }
end

return {
  name = "J8", title = "welded cantilever", parts = { hold = hold }, fails = "explodes",
  figures = {
    { key = "sag", name = "tip sag after 10 s", unit = "mm", goal = 1, resolution = 1e-3,
      peers = peers(15735, 15608, 14518, 1403, "explodes", 3712, "explodes", 215, 2e-15) },
    { key = "peak", name = "largest sag", unit = "mm", goal = 5, resolution = 1e-3,
      peers = peers(17252, 17244, 18625, 7507, "explodes", 19943, "explodes", 544, 2e-15) },
  },
}
