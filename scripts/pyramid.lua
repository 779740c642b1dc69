-- A pyramid of crates, and a ball to throw at it: press space, or right-click where it should fly.
local cairn = require "cairn"

scene.params {
  rows     = { 15, 1, 40, step = 1, rebuild = true },
  friction = { 0.6, 0, 1, rebuild = true },
  throw    = { 25, 5, 60 },             -- m/s
}

local SIZE = 0.5                        -- m, edge of a crate
local GAP = 0.02                        -- m, between neighbours
local THROWER_X, THROWER_Y = -12, 3

local ball

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 60, h = 1, friction = p.friction }
  for row = 1, p.rows do
    local crates = p.rows - row + 1
    local left = -(crates - 1) / 2 * (SIZE + GAP)
    for i = 0, crates - 1 do
      world:box {
        x = left + i * (SIZE + GAP), y = (row - 0.5) * SIZE,
        w = SIZE, h = SIZE, friction = p.friction,
      }
    end
  end
  return world
end

local function throw_at(x, y)
  if ball and ball:is_valid() then ball:destroy() end
  ball = scene.world:circle { x = THROWER_X, y = THROWER_Y, radius = 0.4, density = 4 }
  local dx, dy = x - THROWER_X, y - THROWER_Y
  local length = math.max(math.sqrt(dx * dx + dy * dy), 0.001)
  ball:set_velocity(dx / length * scene.p.throw, dy / length * scene.p.throw)
end

function scene.keypressed(key)
  if key == "space" then throw_at(0, scene.p.rows * SIZE / 2) end
end

function scene.mousepressed(x, y, button)
  if button == 2 then throw_at(x, y) end
end

function scene.draw()
  pen.color(1, 1, 1, 0.5)
  pen.circle(THROWER_X, THROWER_Y, 0.4)
end
