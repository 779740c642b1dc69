-- A gun fires bullets of 2 cm at 500 m/s, 8 m a step, through a wall of paper: sheets 4 mm thin.
-- Each sheet that is hit takes some of the speed; none passes the wall behind them.
-- Space fires a salvo. A red mark is a bullet, its line the way of the last step.
local cairn = require "cairn"

scene.params {
  speed  = { 500, 50, 1000 },                       -- m/s
  every  = { 12, 1, 60, step = 1 },                 -- steps between two shots
  sheets = { 14, 1, 30, step = 1, rebuild = true },
}

local GUN_X, WALL_X = -14, 8    -- m
local ROWS, HEIGHT = 6, 0.8     -- of sheets above each other, m
local PAPER = 0.004             -- m
local KEPT = 40                 -- bullets

local bullets, shots, passed

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, max_speed = 2000 }
  world:chain { points = { GUN_X - 1, 0, WALL_X, 0, WALL_X, 8, GUN_X - 1, 8 }, loop = true }
  for column = 1, p.sheets do
    for row = 1, ROWS do
      world:box { x = -3 + 8 * column / p.sheets, y = (row - 0.5) * HEIGHT, w = PAPER, h = HEIGHT,
        density = 800, friction = 0.8 }
    end
  end
  bullets, shots, passed = {}, 0, 0
  return world
end

local function fire(world, angle)
  local speed = scene.p.speed
  shots = shots + 1
  bullets[#bullets + 1] = world:circle {
    x = GUN_X, y = 2.4, radius = 0.01, density = 8000, bullet = true, restitution = 0.1,
    vx = speed * cairn.cos(angle), vy = speed * cairn.sin(angle), color = 0xe04030,
  }
  if #bullets > KEPT then table.remove(bullets, 1):destroy() end
end

function scene.update()
  local world = scene.world
  if world:steps() % scene.p.every == 0 then fire(world, 0.1 * cairn.sin(0.7 * shots)) end
  passed = 0
  for _, bullet in ipairs(bullets) do
    if bullet:position() > WALL_X then passed = passed + 1 end
  end
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for i = -5, 5 do fire(scene.world, 0.02 * i) end
end

function scene.draw()
  for _, bullet in ipairs(bullets) do
    local x, y = bullet:drawn()
    local vx, vy = bullet:velocity()
    pen.color(1, 0.5, 0.3, 0.6)
    pen.line(x - vx / 60, y - vy / 60, x, y)
    pen.color(0.9, 0.25, 0.2)
    pen.disc(x, y, 0.06)
  end
  pen.color(1, 1, 1)
  pen.text(GUN_X, 7, "%d shots at %.0f m/s, %d behind the wall", shots, scene.p.speed, passed)
end
