-- S2: a stack at rest is as high as its boxes are. Nothing sinks, nothing wanders.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local overlap = require "fidelity.shared.overlap"
local peers = require "fidelity.shared.peers"

-- The boxes after 10 s, and where they were.
local function rest(count, on)
  local world <close> = build.world(-10)
  local boxes = build.stack(world, count)
  local places = measure.places(boxes)
  measure.run(world, 10)
  local _, y = boxes[count]:position()
  return on(1000 * (y - (count - 0.5)), boxes, places)
end

local function ten()
  return rest(10, function(height) return { height_10 = height } end)
end

local function twenty()
  return rest(20, function(height, boxes, places)
    return {
      height_20 = height, overlap = 1000 * overlap.deepest(boxes, 1, 1),
      drift = 1000 * measure.drift(boxes, places),
    }
  end)
end

return {
  name = "S2", title = "stack at rest", parts = { ten = ten, twenty = twenty },
  figures = {
    { key = "height_10", name = "10 boxes: height error", unit = "mm", goal = 0.5,
      resolution = 1e-3,
      peers = peers(-31.8, -31.8, "fails", -0.0376, -18.5, -7.58, -1.15, -7.62, peers.NONE) },
    { key = "height_20", name = "20 boxes: height error", unit = "mm", goal = 2,
      resolution = 1e-3,
      peers = peers(-132, -132, "fails", -5.68, "fails", "fails", -6.14, -18.7, peers.NONE) },
    { key = "overlap", name = "20 boxes: deepest overlap", unit = "mm", goal = 0.5,
      resolution = 1e-3,
      peers = peers(13.1, 13.1, -1.42, -14.5, 7.14, 5.51, 0.87, 1.44, peers.NONE) },
    { key = "drift", name = "20 boxes: largest drift", unit = "mm", goal = 1, resolution = 1e-3,
      peers = peers(5.87, 1.65, 945, 14.8, 609, 540, 44.4, 97, peers.NONE) },
  },
}
