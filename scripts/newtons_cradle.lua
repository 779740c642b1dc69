-- Newton's cradle: as many balls leave as have come, as fast. Space lifts the others' side.
local cairn = require "cairn"

scene.params {
  balls       = { 5, 2, 12, step = 1, rebuild = true },
  lifted      = { 1, 1, 11, step = 1, rebuild = true },
  angle       = { 45, 5, 80, rebuild = true },        -- degrees
  restitution = { 1, 0, 1, rebuild = true },
}

local RADIUS, LENGTH = 0.5, 4

local balls

-- Turn a hanging ball about the point it hangs from, and hold it still there.
local function lift(i, angle)
  local x = (i - (#balls + 1) / 2) * 2 * RADIUS
  balls[i]:set_transform(x + LENGTH * cairn.sin(angle), -LENGTH * cairn.cos(angle), angle)
  balls[i]:set_velocity(0, 0)
  balls[i]:set_angular_velocity(0)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  balls = {}
  for i = 1, p.balls do
    local x = (i - (p.balls + 1) / 2) * 2 * RADIUS
    balls[i] = world:circle {
      x = x, y = -LENGTH, radius = RADIUS, restitution = p.restitution, friction = 0,
      name = "ball " .. i,
    }
    world:revolute { b = balls[i], at = { x, 0 } }
  end
  for i = 1, math.min(p.lifted, p.balls - 1) do lift(i, -math.rad(p.angle)) end
  return world
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for i = 1, #balls do lift(i, 0) end
  for i = #balls, #balls - math.min(scene.p.lifted, #balls - 1) + 1, -1 do
    lift(i, math.rad(scene.p.angle))
  end
end

function scene.draw()
  local energy = scene.world:kinetic_energy() + scene.world:potential_energy()
  ui.label("energy %.2f J", energy)
  ui.plot("energy", energy)
end
