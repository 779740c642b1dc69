-- S1: how many boxes can stand upon each other for 30 s, set up 1 cm to the left and right in
-- turn? Sizes are tried upwards until one falls: 200 is the tallest tried.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local SIZES <const> = { 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200 }

local function stands(count, sleep)
  local world <close> = build.world(-10, { sleep = sleep })
  local boxes = build.stack(world, count)
  measure.run(world, 30)
  for i, box in ipairs(boxes) do
    local x, y = box:position()
    if not (math.abs(x) < 0.5 and y > 0.75 * (i - 0.5)) then return false end
  end
  return true
end

local function tallest(sleep)
  local last = 0
  for _, count in ipairs(SIZES) do
    if not stands(count, sleep) then break end
    last = count
  end
  return last
end

local function awake() return { awake = tallest(false) } end
local function sleeping() return { sleeping = tallest(true) } end

return {
  name = "S1", title = "tallest stack", parts = { awake = awake, sleeping = sleeping },
  figures = {
    { key = "awake", name = "boxes, sleep off", more = true, ideal = 200, goal = 200,
      peers = peers(100, 100, 7, 25, 10, 15, 30, 15, peers.NONE) },
    { key = "sleeping", name = "boxes, sleep on", more = true, ideal = 200, goal = 200,
      peers = peers(100, 100, 7, 25, 10, 15, 30, peers.NONE, peers.NONE) },
  },
}
