-- Lesson 5, energy: without friction a crate has, at each place of a slope, the energy m g d that
-- it lost in height d, however steep the way there was.
local cairn = require "cairn"

scene.params {
  slope = { 30, 5, 70, rebuild = true },              -- degrees
  mass  = { 2, 0.5, 20, rebuild = true },             -- kg
}

local GRAVITY, LENGTH, SIZE, DROP = 10, 60, 1, 8      -- measured down to DROP
local crate, top

function scene.load(p)
  scene.view { x = 0, y = 0, w = LENGTH + 4, h = LENGTH / 2 }
  local world = cairn.world { gravity = { 0, -GRAVITY }, sleep = false }
  local a = math.rad(p.slope)
  local along, above = -LENGTH / 2 + 2, SIZE
  world:box { type = "static", w = LENGTH, h = SIZE, angle = -a, friction = 0 }
  crate = world:box {
    x = cairn.cos(a) * along + cairn.sin(a) * above,
    y = -cairn.sin(a) * along + cairn.cos(a) * above, angle = -a, w = SIZE, h = SIZE, friction = 0,
  }
  crate:set_mass(p.mass)
  top = crate:y()
  scene.lesson = { measured = 0, formula = 0, unit = "J" }
  return world
end

function scene.update()
  local drop = top - crate:y()
  if drop > math.min(DROP, 0.9 * LENGTH * cairn.sin(math.rad(scene.p.slope))) then return end
  scene.lesson.measured = crate:kinetic_energy()
  scene.lesson.formula = crate:mass() * GRAVITY * drop
end

function scene.draw()
  local l = scene.lesson
  ui.label("moves with %.2f J, lost m g d = %.2f J", l.measured, l.formula)
end
