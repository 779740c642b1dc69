-- The bouncing ball of C1 and C2: dropped from eight heights, so that it lands at eight different
-- moments within a step. Each apex must be e^2 times as high as the one before.

local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"

local bounce = {}

local RADIUS <const> = 0.5
local LONGEST <const> = 60 -- s; a ball that lies still has no apex

-- Heights of the first `count` apexes, from y and v at the last step before v turns downwards.
local function apexes(restitution, height, count)
  local world <close> = build.world(-10)
  build.floor(world, 0, restitution)
  local ball = world:circle { y = RADIUS + height, radius = RADIUS, friction = 0,
    restitution = restitution }
  local list, before, top = {}, 0, 0
  measure.run(world, LONGEST, function()
    if #list == count then return end
    local _, y, _, _, v = ball:state()
    if before > 0 and v <= 0 then list[#list + 1] = top end
    before, top = v, y - RADIUS + v * v / 20
  end)
  return list
end

-- The largest error of a run, per cent.
local function worst(restitution, height, count)
  local list, most = apexes(restitution, height, count), 0
  if #list < count then return math.huge end
  for n, apex in ipairs(list) do
    most = math.max(most, 100 * math.abs(apex / (height * restitution ^ (2 * n)) - 1))
  end
  return most
end

--- Worst error over eight drops, and the mean of their worst ones.
function bounce.run(restitution, count)
  local errors = {}
  for k = 0, 7 do errors[#errors + 1] = worst(restitution, 5 + k / 10, count) end
  return { worst = measure.max(errors), mean = measure.mean(errors) }
end

return bounce
