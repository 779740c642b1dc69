-- S5: a heavy box on a light one, and a tower in which each box is ten times as heavy as the one
-- below. Rigid is rigid: nothing sinks, whatever lies on it. 10 s.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local overlap = require "fidelity.shared.overlap"
local peers = require "fidelity.shared.peers"

-- Deepest overlap of boxes with these densities, upwards, mm; infinite when one has fallen.
local function press(...)
  local world <close> = build.world(-10)
  build.floor(world, 0.6)
  local boxes = {}
  for i, density in ipairs { ... } do
    boxes[i] = world:box { y = i - 0.5, w = 1, h = 1, density = density, friction = 0.6 }
  end
  measure.run(world, 10)
  for i, box in ipairs(boxes) do
    local x, y = box:position()
    if not (math.abs(x) < 0.5 and math.abs(y - (i - 0.5)) < 0.5) then return math.huge end
  end
  return 1000 * overlap.deepest(boxes, 1, 1)
end

local function pairs_of()
  return { r10 = press(1, 10), r100 = press(1, 100), r1000 = press(1, 1000),
    r10000 = press(1, 10000) }
end

local function tower() return { tower = press(1, 10, 100, 1000, 10000) } end

return {
  name = "S5", title = "heavy on light", parts = { pairs = pairs_of, tower = tower },
  figures = {
    { key = "r10", name = "ratio 10: deepest overlap", unit = "mm", goal = 0.5,
      resolution = 1e-3,
      peers = peers(3.87, 3.87, -15, -15, 4.97, 4.73, 0.508, 0.501, peers.NONE) },
    { key = "r100", name = "ratio 100", unit = "mm", goal = 0.5, resolution = 1e-3,
      peers = peers(35.5, 35.5, -7.93, -14.8, "fails", 5, 5.01, 0.531, peers.NONE) },
    { key = "r1000", name = "ratio 1000", unit = "mm", goal = 1, resolution = 1e-3,
      peers = peers("fails", "fails", "fails", -6.25, "fails", "fails", "fails", 3.75,
        peers.NONE) },
    { key = "r10000", name = "ratio 10000", unit = "mm", goal = 5, resolution = 1e-3,
      peers = peers("fails", "fails", "fails", "fails", "fails", "fails", "fails", 38,
        peers.NONE) },
    { key = "tower", name = "tower, each 10 times as heavy", unit = "mm", goal = 5,
      resolution = 1e-3,
      peers = peers("fails", "fails", "fails", "fails", "fails", "fails", "fails", 61.7,
        peers.NONE) },
  },
}
