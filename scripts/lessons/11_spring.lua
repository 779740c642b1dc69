-- Lesson 11, springs: a spring of frequency f has the stiffness m (2 pi f)^2: whatever hangs on it
-- swings with the period 1 / f.
local cairn = require "cairn"

scene.params {
  hertz = { 0.8, 0.3, 2, rebuild = true },
  mass  = { 2, 0.5, 20, rebuild = true },             -- kg
}

local LENGTH = 5                                      -- m, of the spring at rest
local weight, before, crossed

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 }, sleep = false }
  weight = world:box { y = -LENGTH - 1, w = 1, h = 1 }
  weight:set_mass(p.mass)
  world:distance { b = weight, from = { 0, 0 }, length = LENGTH, spring = { hertz = p.hertz } }
  before, crossed = 1, nil
  scene.lesson = { measured = 0, formula = 1 / p.hertz, unit = "s" }
  return world
end

-- Upwards through the place of rest: once in a period.
function scene.update(dt)
  local below = -weight:y() - LENGTH
  if before > 0 and below <= 0 then
    local now = scene.world:time() - dt * below / (below - before) -- within the step
    if crossed then scene.lesson.measured = now - crossed end
    crossed = now
  end
  before = below
end

function scene.draw()
  local l = scene.lesson
  ui.label("period %.3f s, 1 / f = %.3f s", l.measured, l.formula)
end
