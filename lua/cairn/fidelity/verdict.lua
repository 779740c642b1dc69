-- cairn.fidelity.verdict: how good a figure of the fidelity battery is: against its goal, against
-- Box2D v3, against the best of the peers.
--
-- A figure has an ideal (0 unless said) and a resolution: what is closer than that is the same.
-- Most figures are better the closer they are to the ideal; with `at_most` what stays below is
-- perfect too; with `more` larger is better and the ideal is the most that is tried.
-- A scene counts by its worst figure.

local verdict = {}

local REFERENCE = "box2d_v3"
local ALLOWANCE = 1.05 -- no worse: 5 % or the resolution
local WON = 0.5        -- of the best peer's error

local function error_of(figure, value)
  local off = value - (figure.ideal or 0)
  return figure.at_most and math.max(off, 0) or math.abs(off)
end

-- 0 is perfect (1 with `more`); infinite for what ends in no number.
local function badness(figure, value)
  if type(value) ~= "number" or value ~= value then return math.huge end
  if figure.more then return value > 0 and math.max(figure.ideal / value, 1) or math.huge end
  return error_of(figure, value)
end

local function is_ideal(figure, value)
  local bad = badness(figure, value)
  return bad <= (figure.more and 1 or figure.resolution or 0)
end

local function meets_goal(figure, value, values)
  if figure.more then return type(value) == "number" and value >= figure.goal end
  local goal = type(figure.goal) == "function" and figure.goal(values) or figure.goal
  return badness(figure, value) <= math.max(goal, figure.resolution or 0)
end

local function is_no_worse(figure, value)
  local theirs = figure.peers[REFERENCE]
  if theirs == nil then return true end
  local bad, limit = badness(figure, value), badness(figure, theirs)
  if limit == math.huge then return true end
  return bad <= math.max(limit * ALLOWANCE, limit + (figure.resolution or 0))
end

-- The best of those peers that run as shipped: its entry in the order, its value.
local function best_peer(figure, order)
  local best, least, value
  for _, peer in ipairs(order) do
    local theirs = peer.default and figure.peers[peer.key]
    if theirs and (not best or badness(figure, theirs) < least) then
      best, least, value = peer, badness(figure, theirs), theirs
    end
  end
  return best, value
end

local function is_won(figure, value, best_value)
  if is_ideal(figure, value) then return true end
  local bad = badness(figure, value)
  return bad < math.huge and bad <= WON * badness(figure, best_value)
end

--- One figure of a scene whose values are known; order: the list of peers.
function verdict.figure(figure, values, order)
  local value = values[figure.key]
  local best, best_value = best_peer(figure, order)
  return {
    value = value, goal_met = meets_goal(figure, value, values),
    no_worse = is_no_worse(figure, value), won = is_won(figure, value, best_value),
    best = best, best_value = best_value, reference = figure.peers[REFERENCE],
  }
end

--- All figures of a scene, and what they come to.
function verdict.scene(scene, values, order)
  local result = { figures = {}, goals_met = true, no_worse = true, won = true }
  for i, figure in ipairs(scene.figures) do
    local one = verdict.figure(figure, values, order)
    result.figures[i] = one
    for _, what in ipairs { "goals_met", "no_worse", "won" } do
      result[what] = result[what] and one[what == "goals_met" and "goal_met" or what]
    end
  end
  return result
end

--- The goal in words.
function verdict.goal(figure)
  if figure.goal_text then return figure.goal_text end
  local ideal = figure.ideal or 0
  if figure.more then return (">= %g"):format(figure.goal) end
  if figure.at_most then return ("<= %g"):format(ideal + figure.goal) end
  if figure.goal == 0 then return ("%g"):format(ideal) end
  if ideal ~= 0 then return ("%g +- %g"):format(ideal, figure.goal) end
  return ("<= %g"):format(figure.goal)
end

--- A value in words; fails: the word for what ends in no number.
function verdict.text(value, fails)
  if type(value) == "string" then return value end
  if value == nil then return "n/a" end
  if value ~= value or math.abs(value) == math.huge then return fails or "fails" end
  if value == math.floor(value) and math.abs(value) < 1e6 then return ("%d"):format(value) end
  return ("%.3g"):format(value)
end

return verdict
