-- Billiards, seen from above: no gravity, the cloth brakes each ball. Space breaks, a right click
-- strikes the white ball towards the mouse.
local cairn = require "cairn"

scene.params {
  power       = { 9, 1, 15 },                         -- m/s
  cloth       = { 0.35, 0.05, 2 },                    -- 1/s of damping
  restitution = { 0.95, 0.3, 1, rebuild = true },
}

local W, H, RADIUS = 5.08, 2.54, 0.085                -- m, twice a real table's size
local COLORS = {
  { 0.95, 0.8, 0.2 }, { 0.2, 0.35, 0.8 }, { 0.85, 0.2, 0.2 }, { 0.45, 0.2, 0.6 },
  { 0.95, 0.5, 0.15 }, { 0.15, 0.5, 0.3 }, { 0.5, 0.15, 0.15 }, { 0.1, 0.1, 0.1 },
}

local white, potted

local function add_ball(world, x, y, color, p)
  return (world:circle {
    x = x, y = y, radius = RADIUS, color = color, restitution = p.restitution, friction = 0.05,
    damping = p.cloth, angular_damping = 1, bullet = true,
  })
end

local function add_cushions(world, p)
  local x, y, gap = W / 2, H / 2, 0.17
  for side = -1, 1, 2 do
    for half = -1, 1, 2 do
      world:box { type = "static", x = half * x / 2, y = side * (y + 0.1), w = x - 2 * gap, h = 0.2,
        restitution = p.restitution * 0.8, color = { 0.1, 0.4, 0.25 } }
    end
    world:box { type = "static", x = side * (x + 0.1), w = 0.2, h = 2 * (y - gap),
      restitution = p.restitution * 0.8, color = { 0.1, 0.4, 0.25 } }
    for i = -1, 1 do
      world:circle { type = "static", x = i * (x + 0.1), y = side * (y + 0.13), radius = 0.13,
        sensor = true, color = { 0, 0, 0 } }
    end
  end
end

local function strike(tx, ty)
  local x, y = white:position()
  local length = math.max(math.sqrt((tx - x) ^ 2 + (ty - y) ^ 2), 0.01)
  white:set_velocity(scene.p.power * (tx - x) / length, scene.p.power * (ty - y) / length)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 }, restitution_speed = 0.02 }
  add_cushions(world, p)
  white, potted = add_ball(world, -1.4, 0.02, { 1, 1, 1 }, p), 0
  for row = 0, 4 do
    for i = 0, row do
      add_ball(world, 1 + row * 1.74 * RADIUS, (i - row / 2) * 2.01 * RADIUS,
        COLORS[(row * (row + 1) // 2 + i) % #COLORS + 1], p)
    end
  end
  return world
end

function scene.update()
  if scene.world:steps() == 30 then strike(1, 0) end
end

function scene.sensor(_, visitor, entered)
  local ball = visitor:body()
  if not entered or not ball:is_valid() then return end
  if ball ~= white then potted = potted + 1 return ball:destroy() end
  white:set_position(-1.4, 0)
  white:set_velocity(0, 0)
end

function scene.keypressed(key) if key == "space" then strike(1, 0) end end
function scene.mousepressed(x, y, button) if button == 2 then strike(x, y) end end
function scene.draw() pen.text(-W / 2, H / 2 + 0.4, "%d potted", potted) end
