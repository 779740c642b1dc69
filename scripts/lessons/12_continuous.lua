-- Lesson 12, continuous collision: a fast ball is before a thin wall at one step and behind it at
-- the next. Its way is looked at, not its places alone, so none gets through.
local cairn = require "cairn"

scene.params {
  speed = { 200, 10, 400, rebuild = true },           -- m/s of the fastest
  wall  = { 0.05, 0.01, 1, rebuild = true },          -- m thick
}

local BALLS, DISTANCE = 10, 20
local balls

function scene.load(p)
  scene.view { x = DISTANCE / 2, y = 0, w = DISTANCE + 8, h = 2 * BALLS }
  local world = cairn.world { gravity = { 0, 0 } }
  world:box { type = "static", x = DISTANCE, w = p.wall, h = 2 * BALLS }
  balls = {}
  for i = 1, BALLS do
    balls[i] = world:circle { y = 1.5 * i - 8, radius = 0.2, vx = p.speed * i / BALLS }
  end
  scene.lesson = { measured = 0, formula = 0, unit = "balls" }
  return world
end

function scene.update()
  local through = 0
  for _, ball in ipairs(balls) do
    if ball:x() > DISTANCE then through = through + 1 end
  end
  scene.lesson.measured = through
end

function scene.draw()
  ui.label("%d balls are behind the wall", scene.lesson.measured)
  ui.label("the fastest moves %.2f m in a step", scene.p.speed / 60)
  pen.color(1, 0.6, 0.4)
  pen.line(DISTANCE, -BALLS, DISTANCE, BALLS)
  ui.label("the wall is %.2f m thick", scene.p.wall)
end
