-- S3: pyramids of 210 and 1275 boxes, half an alley apart in each row. They stand as they were
-- built.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local overlap = require "fidelity.shared.overlap"
local peers = require "fidelity.shared.peers"

local function pyramid(world, base)
  build.floor(world, 0.6)
  local boxes = {}
  for j = 0, base - 1 do
    local n = base - j
    for i = 0, n - 1 do
      boxes[#boxes + 1] = world:box { x = (i - 0.5 * (n - 1)) * 1.05, y = 0.5 + j, w = 1, h = 1,
        friction = 0.6 }
    end
  end
  return boxes
end

-- Height error of the top and largest drift, mm, after some seconds; and the boxes.
local function rest(world, base, seconds)
  local boxes = pyramid(world, base)
  local places = measure.places(boxes)
  measure.run(world, seconds)
  local _, y = boxes[#boxes]:position()
  return 1000 * (y - (base - 0.5)), 1000 * measure.drift(boxes, places), boxes
end

local function base_20()
  local world <close> = build.world(-10)
  local height, drift, boxes = rest(world, 20, 20)
  return { height_20 = height, drift_20 = drift, overlap = 1000 * overlap.deepest(boxes, 1, 1) }
end

local function base_50()
  local world <close> = build.world(-10)
  local height, drift, boxes = rest(world, 50, 10)
  return { height_50 = height, drift_50 = drift,
    speed = 1000 * measure.largest(boxes, measure.speed) }
end

return {
  name = "S3", title = "pyramid", parts = { base_20 = base_20, base_50 = base_50 },
  figures = {
    { key = "height_20", name = "base 20: height error", unit = "mm", goal = 2,
      resolution = 1e-3,
      peers = peers(-31.3, -28.1, -5.35, -0.207, -45.9, -20.5, -2.85, -14.5, peers.NONE) },
    { key = "drift_20", name = "base 20: largest drift", unit = "mm", goal = 2,
      resolution = 1e-3,
      peers = peers(11.4, 12.8, 40.6, 2.87, 31.8, 37.8, 1.97, 19.8, peers.NONE) },
    { key = "overlap", name = "base 20: deepest overlap", unit = "mm", goal = 0.5,
      resolution = 1e-3,
      peers = peers(3.62, 4.81, -14.5, -15, 4.99, 4.76, 0.507, 1.49, peers.NONE) },
    { key = "height_50", name = "base 50: height error", unit = "mm", goal = 7,
      resolution = 1e-3,
      peers = peers(-197, -172, -84.5, -7.28, -492, -104, -30.3, -121, peers.NONE) },
    { key = "drift_50", name = "base 50: largest drift", unit = "mm", goal = 10,
      resolution = 1e-3,
      peers = peers(106, 95, 254, 78.1, 579, 171, 256, 49.2, peers.NONE) },
    { key = "speed", name = "base 50: largest speed at the end", unit = "mm/s", goal = 0.05,
      resolution = 1e-3,
      peers = peers(0.0348, 0.138, 218, 148, 58.2, 223, 177, 37.2, peers.NONE) },
  },
}
