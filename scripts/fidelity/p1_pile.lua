-- P1: 500 boxes fall into a bin. How soon is all of it at rest (every speed below 0.05 m/s for half
-- a second), how quiet is it then, and how soon does all of it sleep? Chaotic.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local overlap = require "fidelity.shared.overlap"
local peers = require "fidelity.shared.peers"

local QUIET <const> = 0.05     -- m/s
local QUIET_STEPS <const> = 30 -- half a second

local function square_speeds(boxes)
  local sum, most = 0, 0
  for _, box in ipairs(boxes) do
    local vx, vy = box:velocity()
    local square = vx * vx + vy * vy
    sum = sum + square
    most = math.max(most, square)
  end
  return sum, most
end

local function awake(shift)
  local world <close> = build.world(-10)
  local boxes = build.pile(world, shift)
  local quiet, rest, sum, deepest = 0, math.huge, 0, nil
  measure.run(world, 30, function(step)
    local squares, most = square_speeds(boxes)
    quiet = most < QUIET ^ 2 and quiet + 1 or 0
    if quiet == QUIET_STEPS then rest = math.min(rest, step * measure.DT) end
    if step > 19 * 60 and step <= 20 * 60 then sum = sum + squares end
    if step == 20 * 60 then deepest = overlap.deepest(boxes, 0.5, 0.5, 12) end
  end)
  return { rest = rest, rms = 1000 * math.sqrt(sum / (60 * #boxes)), overlap = 1000 * deepest }
end

local function sleeping(shift)
  local world <close> = build.world(-10, { sleep = true })
  build.pile(world, shift)
  for step = 1, 60 * 60 do
    world:step(measure.DT)
    if world:awake_count() == 0 then return { sleep = step * measure.DT } end
  end
  return { sleep = math.huge }
end

return {
  name = "P1", title = "settling pile of 500", chaotic = true, fails = "never",
  parts = { awake = awake, sleeping = sleeping },
  figures = {
    { key = "rest", name = "time to rest", unit = "s", goal = 5, resolution = 0.02,
      peers = peers(17.3, 7.97, 8.57, 5.47, 17.1, 10.2, "never", "never", peers.NONE) },
    { key = "rms", name = "rms speed from 19 to 20 s", unit = "mm/s", goal = 0.05,
      resolution = 1e-3,
      peers = peers(28.1, 10.6, 27.2, 5.74, 10.2, 3.99, 30.6, 91.3, peers.NONE) },
    { key = "overlap", name = "deepest overlap at 20 s", unit = "mm", goal = 2,
      resolution = 1e-3,
      peers = peers(19.1, 17.9, 2.38, -14.4, 10.1, 5.04, 5.31, 5.44, peers.NONE) },
    { key = "sleep", name = "time until all sleep", unit = "s", goal = 5.5, resolution = 0.02,
      peers = peers(17.4, 8.05, 58.4, 51.4, 17.1, 10.2, 13.5, peers.NONE, peers.NONE) },
  },
}
