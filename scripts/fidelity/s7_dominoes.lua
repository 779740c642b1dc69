-- S7: a wave runs along 20 dominoes. No formula, but three engines agree on its speed when their
-- steps are cut by 64: 3.103, 3.136 and 3.115 m/s.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local COUNT <const>, SPACING <const> = 20, 0.5
local FIRST <const>, LAST <const> = 5, 20 -- those that are timed
local LEAN <const> = 0.26                 -- rad: a domino counts as struck

local function wave()
  local world <close> = build.world(-10)
  build.floor(world, 0.6)
  local dominoes, leans, times = {}, {}, {}
  for i = 1, COUNT do
    dominoes[i] = world:box { x = (i - 1) * SPACING, y = 0.5, w = 0.1, h = 1, density = 10,
      friction = 0.6, vx = i == 1 and 1.25 or 0, angular_velocity = i == 1 and -2.5 or 0 }
    leans[i] = 0
  end
  measure.run(world, 10, function(step)
    for _, i in ipairs { FIRST, LAST } do
      local lean = -dominoes[i]:angle()
      if not times[i] and lean >= LEAN then
        times[i] = (step - (lean - LEAN) / (lean - leans[i])) * measure.DT
      end
      leans[i] = lean
    end
  end)
  if not times[LAST] then return { speed = 0 } end
  return { speed = (LAST - FIRST) * SPACING / (times[LAST] - times[FIRST]) }
end

return {
  name = "S7", title = "domino wave", parts = { wave = wave },
  figures = {
    -- the three references lie that far apart
    { key = "speed", name = "speed of the wave", unit = "m/s", ideal = 3.12, goal = 0.03,
      resolution = 0.02,
      peers = peers(3.1, 3.1, 3.1, 3.12, 3.02, 3.04, 3.08, 3.78, peers.NONE) },
  },
}
