-- Lesson 8, the pendulum: its period is 2 pi sqrt(l / g) for small swings, and longer for wide
-- ones: 4 sqrt(l / g) K(sin(a / 2)), with the complete elliptic integral K.
local cairn = require "cairn"

scene.params {
  length = { 2, 0.5, 8, rebuild = true },             -- m
  swing  = { 40, 2, 150, rebuild = true },            -- degrees to one side
}

local GRAVITY = 10
local bob, before, crossed

-- K(k), by the arithmetic-geometric mean.
local function elliptic_k(k)
  local a, b = 1, math.sqrt(1 - k * k)
  for _ = 1, 8 do a, b = (a + b) / 2, math.sqrt(a * b) end
  return math.pi / (2 * a)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -GRAVITY }, sleep = false }
  local a = math.rad(p.swing)
  bob = world:circle { x = -p.length * cairn.sin(a), y = -p.length * cairn.cos(a), radius = 0.15 }
  world:distance { b = bob, from = { 0, 0 } }
  before, crossed = bob:x(), nil
  local period = 4 * math.sqrt(p.length / GRAVITY) * elliptic_k(cairn.sin(a / 2))
  scene.lesson = { measured = 0, formula = period, unit = "s" }
  return world
end

-- From the left of the middle to the right and back: a period.
function scene.update(dt)
  local x = bob:x()
  if before < 0 and x >= 0 then
    local now = scene.world:time() - dt * x / (x - before) -- within the step
    if crossed then scene.lesson.measured = now - crossed end
    crossed = now
  end
  before = x
end

function scene.draw()
  local p, l = scene.p, scene.lesson
  ui.label("period %.3f s, formula %.3f s", l.measured, l.formula)
  ui.label("of small swings %.3f s", 2 * math.pi * math.sqrt(p.length / GRAVITY))
end
