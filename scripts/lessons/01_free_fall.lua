-- Lesson 1, free fall: after t seconds a body has fallen g t^2 / 2, whatever its mass.
local cairn = require "cairn"

scene.params {
  gravity = { 10, 1, 25, rebuild = true },            -- m/s^2
  mass    = { 1, 0.1, 100, rebuild = true },          -- kg
}

local HEIGHT, SECONDS = 40, 1.5                       -- m; measured for so long
local ball

function scene.load(p)
  scene.view { x = 0, y = HEIGHT / 2, h = HEIGHT + 6 }
  local world = cairn.world { gravity = { 0, -p.gravity } }
  world:halfspace {}
  ball = world:circle { y = HEIGHT, radius = 0.5 }
  ball:set_mass(p.mass)
  scene.lesson = { measured = 0, formula = 0, unit = "m" }
  return world
end

function scene.update()
  local t = scene.world:time()
  if t > SECONDS or ball:y() < 1 then return end
  scene.lesson.measured = HEIGHT - ball:y()
  scene.lesson.formula = scene.p.gravity * t * t / 2
end

function scene.draw()
  local l = scene.lesson
  ui.label("fallen %.3f m, g t^2 / 2 = %.3f m", l.measured, l.formula)
end
