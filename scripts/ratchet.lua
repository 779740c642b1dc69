-- A hand that swings to and fro lifts a weight: one ratchet takes the wheel along when the hand
-- goes up, another keeps it when the hand goes down. Space lets the weight fall.
local cairn = require "cairn"

scene.params {
  step = { 0.2, 0.05, 1, rebuild = true },            -- rad from tooth to tooth
  load = { 30, 1, 100, rebuild = true },              -- kg
  rate = { 1, 0.2, 3 },                               -- swings a second
}

local hand, wheel, grip, pawl, rail, time

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -4, w = 16, h = 1 }
  local disc = world:circle { radius = 1, density = 2, group = -1, color = { 0.5, 0.45, 0.3 } }
  wheel = world:revolute { b = disc, at = { 0, 0 } }
  local arm = world:box { x = -1.5, w = 3, h = 0.25, density = 1, group = -1,
    color = { 0.45, 0.55, 0.6 } }
  hand = world:revolute { b = arm, at = { 0, 0 }, motor = { max = 2000 } }
  grip = world:ratchet { a = arm, b = disc, step = -p.step } -- taken along when the hand goes up
  pawl = world:ratchet { b = disc, step = -p.step } -- and not let back
  local weight = world:box { x = 1, y = -2.8, w = 1, h = 1, mass = p.load,
    color = { 0.6, 0.4, 0.35 } }
  rail = world:prismatic { b = weight, axis = { 0, 1 }, limits = { -0.2, 5 } }
  world:gear { a = wheel, b = rail, ratio = 1 }       -- a rope around the wheel of 1 m
  time = 0
  return world
end

local function hold(on)
  grip:set_enabled(on)
  pawl:set_enabled(on)
end

-- The hand follows a sine of 0.5 rad.
function scene.update(dt)
  time = time + dt
  local omega = 2 * math.pi * scene.p.rate
  local wanted, speed = -0.5 * math.sin(omega * time), -0.5 * omega * math.cos(omega * time)
  if rail:translation() > 4.5 then hold(false) end
  if rail:translation() < 0 then hold(true) end
  hand:set_motor(speed + 10 * (wanted - hand:angle()))
end

function scene.keypressed(key)
  if key == "space" then hold(not pawl:is_enabled()) end
end

function scene.draw()
  local angle, step = wheel:angle(), scene.p.step
  pen.color(0.9, 0.85, 0.6)
  for i = 1, math.floor(2 * math.pi / step) do
    local from = angle + i * step
    local tip = from + 0.9 * step
    pen.line(math.cos(from), math.sin(from), 1.15 * math.cos(tip), 1.15 * math.sin(tip))
    pen.line(1.15 * math.cos(tip), 1.15 * math.sin(tip), math.cos(tip + 0.1 * step),
      math.sin(tip + 0.1 * step))
  end
  local _, _, x, y = rail:anchors()
  pen.line(1, 0, x, y)
  ui.label("weight at %.2f m, wheel at %.2f teeth", rail:translation(), -angle / step)
  ui.plot("N m on the pawl", (select(3, pawl:force())))
end
