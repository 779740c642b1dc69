-- Three pulleys: Atwood's machine with the acceleration that it should have, a block and tackle
-- that lifts four times the weight that pulls, and a lift on a winch. Ropes only pull.
local cairn = require "cairn"

scene.params {
  left  = { 3, 0.5, 10, rebuild = true },             -- kg
  right = { 2, 0.5, 10, rebuild = true },
  ratio = { 4, 1, 6, step = 1, rebuild = true },      -- ropes of the block
  winch = { 1, -2, 2 },                               -- m/s
}

local G = 10
local atwood, tackle, lift, time

-- A cube of that mass, all of one density.
local function cube(world, x, y, mass)
  local side = (mass / 10) ^ (1 / 3)
  return world:box { x = x, y = y, w = side, h = side, mass = mass }
end

local function two(world, x, y, m1, m2, ratio)
  return world:pulley {
    a = cube(world, x - 1, y, m1), b = cube(world, x + 1, y, m2), ratio = ratio,
    ground_from = { x - 1, 8 }, ground_to = { x + 1, 8 }, collide = true,
  }
end

local function add_lift(world)
  local shaft = world:box { x = 6, y = 2, w = 2, h = 2, mass = 40, color = { 0.5, 0.6, 0.8 } }
  world:prismatic { b = shaft, axis = { 0, 1 }, limits = { -2, 4 } }
  local counter = world:box { x = 8.5, y = 5, w = 0.6, h = 1.4, mass = 40 }
  world:prismatic { b = counter, axis = { 0, 1 } }
  world:circle { x = 6, y = 3.4, radius = 0.4, density = 20, color = { 0.8, 0.5, 0.4 } }
  return world:pulley {
    a = shaft, b = counter, from = { 6, 3 }, to = { 8.5, 5.7 },
    ground_from = { 6, 8 }, ground_to = { 8.5, 8 },
  }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -G } }
  world:box { type = "static", y = -1, w = 24, h = 1 }
  atwood = two(world, -6, 3, p.left, p.right, 1)
  tackle = two(world, 0, 2, 30, 30 / p.ratio + 1, 1 / p.ratio)
  lift = add_lift(world)
  time = 0
  return world
end

-- What the rope loses the winch has taken in.
function scene.update(dt)
  time = time + dt
  local length = lift:rest_length() - scene.p.winch * dt
  local of_a, of_b = lift:lengths()
  if of_a > 1 and of_b > 1 or scene.p.winch < 0 then lift:set_length(length) end
end

function scene.draw()
  local a, b = atwood:bodies()
  local m1, m2 = a:mass(), b:mass()
  local _, vy = b:velocity()
  pen.color(1, 1, 1)
  pen.text(-7, 8.4, "%.2f m/s^2", (m1 - m2) / (m1 + m2) * G)
  pen.text(-1, 8.4, "1 : %d", scene.p.ratio)
  ui.label("speed %.3f, (m1 - m2) / (m1 + m2) g t = %.3f m/s", vy, (m1 - m2) / (m1 + m2) * G * time)
  ui.label("pull on the load %.1f N", select(2, tackle:force()) / -tackle:ratio())
  ui.plot("N on the lift's rope", (select(2, lift:force())))
end
