-- Joints at work: a wheel stirs balls in a bowl, a sledge runs to and fro, weights hang on springs
-- by hertz and by N/m, a board bends, a ball follows the mouse. Space: motors.
local cairn = require "cairn"

scene.params {
  torque  = { 100, 0, 1000, rebuild = true },         -- N m, of the wheel's motor
  hertz   = { 1.5, 0.5, 8 },                          -- of the springs
  newtons = { 10, 5, 100 },                           -- N/m, of those on the right
  damping = { 0.05, 0, 1 },                           -- ratio: 1 does not overshoot
}

local wheel, sledge, hand, springs, running

local function add_wheel(world, torque)
  local spokes = world:body { x = -8, y = 2 }
  for i = 0, 2 do spokes:add_box { w = 2.8, h = 0.25, angle = i * math.pi / 3, density = 3 } end
  wheel = world:revolute { b = spokes, at = { -8, 2 }, motor = { speed = -3, max = torque } }
  world:chain { points = { -13, 5, -11.5, 1.5, -8, -0.4, -4.5, 1.5, -3, 5 }, radius = 0.05 }
  for i = 1, 12 do world:circle { x = -9 + 0.15 * i, y = 4.5 + i * 0.5, radius = 0.22 } end
end

local function add_sledge(world)
  sledge = world:prismatic { b = world:box { y = 7, w = 1.2, h = 0.6 }, axis = { 1, 0 },
    limits = { -2.5, 2.5 }, motor = { speed = 2, max = 300 } }
end

local function add_springs(world, p)
  springs = {}
  for i = 1, 8 do
    local box = world:box { x = 2.8 + 0.8 * i, y = 5, w = 0.5, h = 0.4 + 0.2 * ((i - 1) % 4) }
    springs[i] = world:distance { from = { box:x(), 8 }, b = box, spring = { damping = p.damping,
      hertz = i <= 4 and p.hertz or nil, stiffness = i > 4 and p.newtons or nil } }
  end
end

local function add_board(world)
  local last = world:box { type = "static", x = 3, y = 0.5, w = 1, h = 1 }
  for i = 1, 6 do
    local x = 2.9 + 0.6 * i
    local plank = world:box { x = x + 0.3, y = 0.9, w = 0.6, h = 0.15, density = 2 }
    world:weld { a = last, b = plank, at = { x, 0.9 }, angular = { hertz = 45, damping = 0.3 } }
    last = plank
  end
  local ball = world:circle { x = 6.5, y = 2.5, radius = 0.35, density = 2 }
  hand = world:mouse { body = ball, x = 6.5, y = 2.5, hertz = 3, max_force = 200 }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -1, w = 40, h = 1 }
  running = true
  add_wheel(world, p.torque)
  add_sledge(world)
  add_springs(world, p)
  add_board(world)
  return world
end

function scene.update()
  local way = sledge:translation()
  if running and math.abs(way) > 2.4 then sledge:set_motor(way > 0 and -2 or 2) end
end

function scene.changed()
  local p = scene.p
  for i = 1, 4 do springs[i]:set_spring(p.hertz, p.damping) end
  for i = 5, 8 do springs[i]:set_stiffness(p.newtons, p.damping) end
end

function scene.mousemoved(x, y) hand:set_target(x, y) end

function scene.keypressed(key)
  if key ~= "space" then return end
  running = not running
  wheel:set_motor(running and -3 or 0)
  sledge:set_motor(running and 2 or 0)
end

function scene.draw() ui.plot("m, length of the first spring", springs[1]:length()) end
