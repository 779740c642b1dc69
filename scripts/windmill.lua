-- A windmill without wind: what falls on its sails turns it. Its shaft is braked by a motor of
-- speed 0 and little torque: friction in the bearing.
local cairn = require "cairn"

scene.params {
  sails  = { 4, 2, 8, step = 1, rebuild = true },
  brake  = { 4, 0, 40 },                              -- N m
  stream = { 8, 6, 30, step = 1 },                    -- steps from one ball to the next
}

local MOST = 160                                      -- balls at one time

local shaft, balls, ticks, work

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -7, 1.5, -6, -0.5, 6, -0.5, 7, 1.5 } }
  world:polygon { type = "static", points = { -0.5, -0.5, 0.5, -0.5, 0.2, 5, -0.2, 5 }, group = -1,
    color = { 0.6, 0.5, 0.4 } }
  local mill = world:body { y = 5 }
  for i = 0, p.sails - 1 do
    local angle = 2 * math.pi * i / p.sails
    mill:add_box { x = 1.6 * cairn.cos(angle), y = 1.6 * cairn.sin(angle), angle = angle,
      w = 3.2, h = 0.18, group = -1, density = 0.6, friction = 0.2, color = { 0.85, 0.8, 0.7 } }
  end
  shaft = world:revolute { b = mill, at = { 0, 5 }, motor = { speed = 0, max = p.brake } }
  balls, ticks, work = {}, 0, 0
  return world
end

function scene.update()
  if ticks % scene.p.stream == 0 then
    if #balls == MOST then table.remove(balls, 1):destroy() end
    balls[#balls + 1] = scene.world:circle {
      x = 1.8 + 0.4 * math.random(), y = 10, vy = -3, radius = 0.16, friction = 0.2,
      restitution = 0.1, density = 2, color = { 0.35, 0.6, 0.9 },
    }
  end
  ticks = ticks + 1
  work = scene.p.brake * math.abs(shaft:speed())       -- the brake turns it into heat
end

function scene.changed(name, value)
  if name == "brake" then shaft:set_motor(0, value) end
end

function scene.draw()
  pen.text(-6.5, 9, "%.1f turns a minute", math.abs(shaft:speed()) * 30 / math.pi)
  ui.plot("W at the brake", work)
end
