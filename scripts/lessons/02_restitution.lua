-- Lesson 2, restitution: a ball rebounds with e times its speed, so to e^2 of its height.
local cairn = require "cairn"

scene.params {
  e      = { 0.8, 0, 1, rebuild = true },
  height = { 5, 1, 10, rebuild = true },              -- m
}

local RADIUS = 0.4
local ball, rises

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  world:halfspace {}
  ball = world:circle { y = p.height + RADIUS, radius = RADIUS, restitution = p.e }
  rises = false
  scene.lesson = { measured = 0, formula = p.e ^ 2 * p.height, unit = "m" }
  return world
end

function scene.update()
  rises = rises or ball:vy() > 0
  if rises then scene.lesson.measured = math.max(scene.lesson.measured, ball:y() - RADIUS) end
end

function scene.draw()
  local l = scene.lesson
  ui.label("rebounds to %.3f m, e^2 h = %.3f m", l.measured, l.formula)
  pen.line(-3, l.formula + RADIUS, 3, l.formula + RADIUS)
end
