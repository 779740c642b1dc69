-- Two players whose inputs reach each other late: wrong guesses are rolled back and played again.
-- Each takes the other's keys to be what they were. When they turn out to have been others, the
-- world goes back to that step. Here both play by a plan.
local cairn = require "cairn"

scene.params { delay = { 6, 0, 8, step = 1, rebuild = true } } -- steps until an input arrives

local PUSH <const> = 12 -- N for each kg
local step, pucks, inputs, snapshots, rolled

-- What a player presses in a step: -1, 0 or 1. As by hand, it holds for a while.
local function plan(player, at) return (at // (17 + 6 * player) + player) % 3 - 1 end

-- The other's keys are known up to delay steps ago.
local function known(at)
  local last = math.max(step - scene.p.delay, 0)
  return plan(2, at <= last and at or last)
end

local function play(at)
  local used = { plan(1, at), known(at) }
  snapshots[at], inputs[at] = scene.world:snapshot(), used
  for i, puck in ipairs(pucks) do puck:apply_force(PUSH * used[i] * puck:mass(), 0) end
end

function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 24, h = 1 }
  for side = -1, 1, 2 do world:box { type = "static", x = 12 * side, y = 3, w = 1, h = 8 } end
  pucks = {}
  for i = 1, 2 do
    pucks[i] = world:box { x = 6 * (2 * i - 3), y = 0.5, w = 1.5, h = 1, friction = 0.1,
      name = "player " .. i }
  end
  for i = 0, 8 do world:circle { x = i % 3 - 1, y = 0.5 + i // 3, radius = 0.4 } end
  step, inputs, snapshots, rolled = 0, {}, {}, 0
  return world
end

-- The first step that was played with keys that are known to have been others.
local function mistaken()
  local at = step - scene.p.delay
  return inputs[at] and inputs[at][2] ~= plan(2, at) and at or nil
end

function scene.update(dt)
  step = step + 1
  local from = mistaken()
  if from then
    rolled = rolled + 1
    scene.world:restore(snapshots[from])
    for at = from, step - 1 do
      play(at)
      scene.world:step(dt)
    end
  end
  local known_for_good <const> = step - scene.p.delay - 1
  snapshots[known_for_good], inputs[known_for_good] = nil, nil
  play(step)
end

function scene.draw()
  pen.text(-11, 8, "step %d, %d times rolled back by %d steps", step, rolled, scene.p.delay)
end
