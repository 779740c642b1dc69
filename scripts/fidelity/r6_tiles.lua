-- R6: a floor of 40 boxes side by side, without friction. What slides over it must not notice the
-- seams: no loss of speed, no hop. 16 starts, each 1/16 of a tile further.
--    [o]-->
--   [ ][ ][ ][ ][ ][ ]
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local SPEED <const> = 10
local RISE <const> = 0.02 -- m: higher is a trip
local LOSS <const> = 0.01 -- of the speed: more is a trip

-- Whether it trips, and the speed lost, per cent.
local function cross(add, x)
  local world <close> = build.world(-10)
  for i = 0, 39 do
    world:box { type = "static", x = i + 0.5, y = -0.5, w = 1, h = 1, friction = 0 }
  end
  local body, trips = add(world, { x = x, y = 0.25, vx = SPEED, friction = 0 }), false
  measure.run(world, 3, function()
    local _, y, _, vx = body:state()
    trips = trips or y > 0.25 + RISE or vx < SPEED * (1 - LOSS)
  end)
  return trips, 100 * (1 - body:velocity() / SPEED)
end

local function all(add)
  local trips, losses = 0, {}
  for k = 0, 15 do
    local tripped, loss = cross(add, 1.37 + k / 16)
    if tripped then trips = trips + 1 end
    losses[#losses + 1] = loss
  end
  return trips, measure.mean(losses)
end

local function box()
  local trips, loss = all(function(world, keys)
    keys.w, keys.h = 0.5, 0.5
    return (world:box(keys))
  end)
  return { box_trips = trips, box_loss = loss }
end

local function disc()
  local trips, loss = all(function(world, keys)
    keys.radius = 0.25
    return (world:circle(keys))
  end)
  return { disc_trips = trips, disc_loss = loss }
end

return {
  name = "R6", title = "tiled floor", parts = { box = box, disc = disc },
  figures = {
    { key = "box_trips", name = "box: trips of 16", goal = 0,
      peers = peers(16, 16, 0, 0, 0, 0, 0, 0, peers.NONE) },
    { key = "box_loss", name = "box: mean speed loss", unit = "%", goal = 0, resolution = 1e-4,
      peers = peers(91.7, 97.8, 0, 0, 0.00102, 0, 4e-04, -2e-04, peers.NONE) },
    { key = "disc_trips", name = "disc: trips of 16", goal = 0,
      peers = peers(10, 10, 7, 16, 0, 0, 0, peers.NONE, peers.NONE) },
    { key = "disc_loss", name = "disc: mean speed loss", unit = "%", goal = 0, resolution = 1e-4,
      peers = peers(20.4, 18.3, 4.85, 6.64, 0, 0, 0, peers.NONE, peers.NONE) },
  },
}
