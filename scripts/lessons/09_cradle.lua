-- Lesson 9, Newton's cradle: momentum and energy together say that as many balls leave as came,
-- with their speed.
local cairn = require "cairn"

scene.params {
  balls = { 5, 2, 8, step = 1, rebuild = true },
  swing = { 40, 5, 80, rebuild = true },              -- degrees
}

local GRAVITY, LENGTH, RADIUS = 10, 4, 0.4
local last

function scene.load(p)
  local world = cairn.world { gravity = { 0, -GRAVITY }, sleep = false }
  local a = math.rad(p.swing)
  for i = 1, p.balls do
    local x, out = 2 * RADIUS * (i - 1), i == 1 and a or 0
    last = world:circle {
      x = x - LENGTH * cairn.sin(out), y = -LENGTH * cairn.cos(out), radius = RADIUS,
      restitution = 1, friction = 0,
    }
    world:distance { b = last, from = { x, 0 } }
  end
  local speed = math.sqrt(2 * GRAVITY * LENGTH * (1 - cairn.cos(a)))
  scene.lesson = { measured = 0, formula = speed, unit = "m/s" }
  return world
end

function scene.update() scene.lesson.measured = math.max(scene.lesson.measured, last:vx()) end

function scene.draw()
  local l = scene.lesson
  ui.label("the last leaves with %.3f m/s, the first came with %.3f m/s", l.measured, l.formula)
end
