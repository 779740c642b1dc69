-- Lesson 7, stacks: each contact is solved by itself, again and again in each sub-step, until all
-- of a pile agree. The top of n boxes of 1 m stays at n - 1/2.
local cairn = require "cairn"

scene.params {
  boxes    = { 10, 1, 20, step = 1, rebuild = true },
  substeps = { 4, 1, 16, step = 1, rebuild = true },
  heavy    = { 1, 1, 50, rebuild = true },            -- times as dense is the top box
}

local top

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, substeps = p.substeps, sleep = false }
  world:halfspace {}
  for i = 1, p.boxes do
    top = world:box { y = i - 0.5, w = 1, h = 1, density = i == p.boxes and p.heavy or 1 }
  end
  scene.lesson = { measured = p.boxes - 0.5, formula = p.boxes - 0.5, unit = "m" }
  return world
end

function scene.update() scene.lesson.measured = top:y() end

function scene.draw()
  local l = scene.lesson
  ui.label("the top is at %.4f m, n - 1/2 = %.1f m", l.measured, l.formula)
end
