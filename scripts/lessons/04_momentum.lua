-- Lesson 4, impulse and momentum: the impulse of a head-on hit is (1 + e) v m1 m2 / (m1 + m2);
-- what one ball loses of its momentum the other gains.
local cairn = require "cairn"

scene.params {
  m1 = { 2, 0.5, 10, rebuild = true },                -- kg
  m2 = { 1, 0.5, 10, rebuild = true },
  e  = { 0.5, 0, 1, rebuild = true },
}

local SPEED = 4                                       -- m/s
local first, second

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 }, sleep = false }
  first = world:circle { x = -4, vx = SPEED, radius = 0.5, restitution = p.e }
  second = world:circle { x = 0, radius = 0.5, restitution = p.e }
  first:set_mass(p.m1)
  second:set_mass(p.m2)
  local impulse = (1 + p.e) * SPEED * p.m1 * p.m2 / (p.m1 + p.m2)
  scene.lesson = { measured = 0, formula = impulse, unit = "N s" }
  return world
end

function scene.update()
  scene.lesson.measured = second:mass() * second:vx() -- it lay still before
end

function scene.draw()
  local l = scene.lesson
  ui.label("impulse %.3f N s, formula %.3f N s", l.measured, l.formula)
  ui.label("momentum of both %.3f N s", first:mass() * first:vx() + l.measured)
end
