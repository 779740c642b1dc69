-- Platforms that are solid from one side only, declared on the shape (`one_way`, a normal in its
-- body's frame): balls jump up through them and land on top. One is an elevator, one leans, one is
-- a chain. Space makes all balls jump again.
local cairn = require "cairn"

scene.params {
  balls = { 7, 1, 15, step = 1, rebuild = true },
  jump  = { 9, 4, 14 },                               -- m/s upwards
}

local RADIUS = 0.3

local balls, elevator

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 24, h = 1 }
  world:box { type = "static", y = 2.5, w = 20, h = 0.2, one_way = { 0, 1 } }
  world:box { type = "static", y = 5, w = 20, h = 0.2, one_way = { 0, 1 } }
  world:chain { points = { -10, 8, -5, 7.3, 5, 7.3, 10, 8 }, one_way = { 0, 1 } }
  world:box { type = "static", x = -13, y = 4, w = 5, h = 0.2, angle = -0.3, one_way = { 0, 1 } }
  elevator = world:box { type = "kinematic", x = 12.5, y = 1, w = 4, h = 0.2, one_way = { 0, 1 } }
  for i = 0, 2 do world:box { x = 11.5 + i, y = 2, w = 0.5, h = 0.5 } end
  balls = {}
  for i = 1, p.balls do
    balls[i] = world:circle {
      x = (i - (p.balls + 1) / 2) * 1.2, y = RADIUS, radius = RADIUS,
      vy = p.jump * (0.5 + 0.5 * i / p.balls),        -- the weaker ones stay below
    }
  end
  return world
end

function scene.update()
  local _, y = elevator:position()
  local _, vy = elevator:velocity()
  if vy == 0 or y < 1 then vy = 1.5 end
  elevator:set_velocity(0, y > 6 and -1.5 or vy)
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, ball in ipairs(balls) do
    local vx = ball:velocity()
    ball:set_velocity(vx, scene.p.jump)
    ball:wake()
  end
end

function scene.draw()
  for _, ball in ipairs(balls) do
    local x, y = ball:drawn()
    pen.text(x, y + RADIUS, "%.1f m", math.max(y - RADIUS, 0))
  end
end
