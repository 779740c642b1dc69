-- A steam engine's works: a crank on a motor, a rod, a piston that slides. The dashed curve is what
-- trigonometry says of the piston; it is no sine, for the rod is not infinitely long.
local cairn = require "cairn"

scene.params {
  speed = { 3, 0.5, 10 },                             -- rad/s
  rod   = { 4, 2.2, 8, rebuild = true },              -- m
}

local CRANK = 1.5                                     -- m

local motor, slider, piston, history

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local wheel = world:circle { radius = 2, density = 2, group = -1, color = { 0.45, 0.5, 0.6 } }
  motor = world:revolute { b = wheel, at = { 0, 0 }, motor = { speed = p.speed, max = 500 } }
  local rod = world:box { x = CRANK + p.rod / 2, w = p.rod, h = 0.25, group = -1,
    color = { 0.8, 0.6, 0.35 } }
  world:revolute { a = wheel, b = rod, at = { CRANK, 0 } }
  piston = world:box { x = CRANK + p.rod, w = 1, h = 1.1, density = 3, friction = 0, group = -1,
    color = { 0.7, 0.4, 0.35 } }
  world:revolute { a = rod, b = piston, at = { CRANK + p.rod, 0 } }
  slider = world:prismatic { b = piston, axis = { 1, 0 } }
  for side = -1, 1, 2 do
    world:box { type = "static", x = p.rod, y = side * 0.75, w = 2 * CRANK + 2.4, h = 0.2,
      group = -1 }
  end
  history = {}
  return world
end

-- Where the piston is at that angle of the crank, from where it started.
local function theory(angle, rod)
  return CRANK * math.cos(angle) + math.sqrt(rod ^ 2 - (CRANK * math.sin(angle)) ^ 2) - CRANK - rod
end

function scene.update()
  table.insert(history, { slider:translation(), theory(motor:angle(), scene.p.rod) })
  if #history > 240 then table.remove(history, 1) end
end

function scene.changed(name, value)
  if name == "speed" then motor:set_motor(value, 500) end
end

function scene.draw()
  for i = 2, #history do
    local x = i / 30 - 4
    pen.color(0.95, 0.6, 0.3)
    pen.line(x - 1 / 30, 3.5 + 0.4 * history[i - 1][1], x, 3.5 + 0.4 * history[i][1])
    pen.color(1, 1, 1, i % 8 < 4 and 0.7 or 0)
    pen.line(x - 1 / 30, 3.5 + 0.4 * history[i - 1][2], x, 3.5 + 0.4 * history[i][2])
  end
  ui.label("worst joint error %.3f mm", 1000 * slider:error())
  ui.plot("N on the piston's rod", (slider:force()))
end
