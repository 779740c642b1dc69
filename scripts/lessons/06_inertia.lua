-- Lesson 6, torque and inertia: a disc turns faster by torque / I each second, with I = m r^2 / 2.
local cairn = require "cairn"

scene.params {
  radius = { 1, 0.3, 3, rebuild = true },             -- m
  mass   = { 2, 0.5, 10, rebuild = true },            -- kg
  torque = { 3, 0.5, 10, rebuild = true },            -- N m
}

local SECONDS = 2
local disc

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 }, sleep = false }
  disc = world:circle { radius = p.radius }
  disc:set_mass(p.mass)                               -- its inertia follows
  world:revolute { b = disc, at = { 0, 0 } }
  scene.lesson = { measured = 0, formula = 0, unit = "rad/s" }
  return world
end

function scene.update()
  local p, t = scene.p, scene.world:time()
  if t > SECONDS then return end
  scene.lesson.measured = disc:angular_velocity()
  scene.lesson.formula = p.torque * t / (p.mass * p.radius ^ 2 / 2)
  disc:apply_torque(p.torque)
end

function scene.draw()
  local l = scene.lesson
  ui.label("turns with %.3f rad/s, torque t / I = %.3f rad/s", l.measured, l.formula)
end
