-- Pendulums on rods of growing length, let go from one side. Each swings with a period of its own,
-- so the row falls out of step and comes together again. Space shows what they should do: the
-- period of a pendulum of length l that swings out to angle a is 4 sqrt(l/g) K(sin(a/2)).
local cairn = require "cairn"

scene.params {
  count = { 9, 1, 20, step = 1, rebuild = true },
  swing = { 40, 5, 120, rebuild = true },             -- degrees to one side
  every = { 60, 20, 120, rebuild = true },            -- s until the row is together again
}

local GRAVITY, RADIUS = 10, 0.18

local bobs                                            -- { body, length, x, left, period }

-- The complete elliptic integral of the first kind, by the arithmetic-geometric mean.
local function elliptic_k(k)
  local a, b = 1, math.sqrt(1 - k * k)
  for _ = 1, 8 do a, b = (a + b) / 2, math.sqrt(a * b) end
  return math.pi / (2 * a)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -GRAVITY }, sleep = false }
  local angle = math.rad(p.swing)
  local k = elliptic_k(cairn.sin(angle / 2))
  bobs = {}
  for i = 1, p.count do
    -- the i-th swings 12 + i times until all meet again
    local length = GRAVITY * (p.every / (12 + i) / (4 * k)) ^ 2
    local x, y = length * cairn.sin(angle), -length * cairn.cos(angle)
    local bob = world:circle { x = x, y = y, radius = RADIUS, friction = 0, group = -1 }
    world:distance { b = bob, from = { 0, 0 } }
    bobs[i] = { body = bob, length = length, x = x, expected = p.every / (12 + i) }
  end
  return world
end

-- From the left of the middle to the right and back: a period.
function scene.update()
  for _, bob in ipairs(bobs) do
    local x, time = bob.body:x(), scene.world:time()
    if bob.x < 0 and x >= 0 then
      local crossed = time - x / (x - bob.x) / 60     -- within the step
      if bob.crossed then bob.period = crossed - bob.crossed end
      bob.crossed = crossed
    end
    bob.x = x
  end
end

function scene.draw()
  for i, bob in ipairs(bobs) do
    ui.label("%2d: %.2f m  %.3f s  should be %.3f s", i, bob.length, bob.period or 0, bob.expected)
  end
end
