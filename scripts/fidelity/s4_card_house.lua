-- S4: a house of 40 cards, 2 mm thick, leaning 25 degrees. Built with gaps of 5 mm that it falls
-- through first, and tight, where next to nothing may move. A card stands when it is within 0.1 m
-- of its start after 30 s.
--       /\
--      ----
--     /\  /\
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local STOREYS <const> = 5
local LEAN <const> = math.rad(25)

-- drop: how far a flat card lies below the tops of those that carry it; sink: by how much a storey
-- is lower than a card is high, m.
local function house(world, drop, sink)
  local cards = {}
  local function card(x, y, angle)
    cards[#cards + 1] = world:box { x = x, y = y, angle = angle, w = 0.002, h = 0.4,
      friction = 0.7 }
  end
  local y, left = 0.18, 0
  for count = STOREYS, 1, -1 do
    local x = left
    for i = 1, count do
      if i < count then card(x + 0.25, y + 0.2 - drop, 0.5 * math.pi) end
      card(x, y, -LEAN)
      card(x + 0.175, y, LEAN)
      x = x + 0.35
    end
    y, left = y + 0.4 - sink, left + 0.175
  end
  return cards
end

-- Cards that stand, and the largest way any card has come, mm.
local function stand(drop, sink)
  local world <close> = build.world(-10)
  build.floor(world, 0.7)
  local cards = house(world, drop, sink)
  local places = measure.places(cards)
  measure.run(world, 30)
  local standing = 0
  local shift = measure.largest(cards, function(card, i)
    local x, y = card:position()
    local way = math.sqrt((x - places[i][1]) ^ 2 + (y - places[i][2]) ^ 2)
    if way < 0.1 then standing = standing + 1 end
    return way
  end)
  return standing, 1000 * shift
end

local function gaps()
  local standing, shift = stand(0.015, 0.03)
  return { gaps_standing = standing, gaps_shift = shift }
end

local function tight()
  local standing, shift = stand(0.02, 0.04)
  return { tight_standing = standing, tight_shift = shift }
end

return {
  name = "S4", title = "card house", parts = { gaps = gaps, tight = tight },
  figures = {
    { key = "gaps_standing", name = "with gaps: standing of 40", ideal = 40, goal = 0,
      peers = peers(40, 40, 19, 16, 35, 33, 40, 0, peers.NONE) },
    -- what the gaps allow is no error
    { key = "gaps_shift", name = "with gaps: largest shift", unit = "mm", ideal = 30, goal = 0,
      at_most = true, resolution = 1,
      peers = peers(35, 31.6, 1161, 1278, 1552, 1592, 30.1, 7205, peers.NONE) },
    { key = "tight_standing", name = "tight: standing of 40", ideal = 40, goal = 0,
      peers = peers(40, 40, 7, 8, 40, 40, 40, 38, peers.NONE) },
    { key = "tight_shift", name = "tight: largest shift", unit = "mm", goal = 3,
      resolution = 1e-3,
      peers = peers(4.02, 5.59, 1410, 1566, 16.3, 5.89, 3.74, 2015, peers.NONE) },
  },
}
