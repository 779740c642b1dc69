-- Lesson 3, friction: on a slope of angle a a crate stays while tan(a) is at most mu; above, it
-- slides with g (sin(a) - mu cos(a)).
local cairn = require "cairn"

scene.params {
  slope = { 30, 0, 60, rebuild = true },              -- degrees
  mu    = { 0.3, 0, 1.2, rebuild = true },
}

local GRAVITY, LENGTH, THICKNESS = 10, 60, 1
local W, H = 2, 0.6                                   -- m, so low that it slides before it tips
local crate

function scene.load(p)
  scene.view { x = 0, y = 0, w = LENGTH + 4, h = LENGTH / 2 }
  local world = cairn.world { gravity = { 0, -GRAVITY }, sleep = false }
  local a = math.rad(p.slope)
  local along, above = -LENGTH / 2 + 2, (THICKNESS + H) / 2
  world:box { type = "static", w = LENGTH, h = THICKNESS, angle = -a, friction = p.mu }
  crate = world:box {
    x = cairn.cos(a) * along + cairn.sin(a) * above,
    y = -cairn.sin(a) * along + cairn.cos(a) * above, angle = -a, w = W, h = H,
    friction = p.mu,
  }
  local slides = GRAVITY * (cairn.sin(a) - p.mu * cairn.cos(a))
  scene.lesson = { measured = 0, formula = math.max(0, slides), unit = "m/s^2" }
  return world
end

function scene.update()
  local t = scene.world:time()
  if t < 0.5 or t > 2 then return end                 -- from when it lies to before it leaves
  local vx, vy = crate:velocity()
  scene.lesson.measured = math.sqrt(vx * vx + vy * vy) / t
end

function scene.draw()
  local l = scene.lesson
  ui.label("accelerates by %.3f m/s^2, formula %.3f m/s^2", l.measured, l.formula)
end
