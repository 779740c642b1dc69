-- Aim with the mouse and throw with a click: the line shows where the ball will go.
-- Bounces and crates included: a clone of the world has been there already.
local cairn = require "cairn"

scene.params {
  ahead = { 90, 10, 240, step = 1 }, -- steps that the line shows
  power = { 2, 0.5, 4 },
}

local START_X <const>, START_Y <const> = -8, 2
local ball, path

local function aim()
  local x, y = input.mouse()
  return scene.p.power * (x - START_X), scene.p.power * (y - START_Y)
end

-- Where a throw at that velocity leads: points of the way, flat.
local function look_ahead(vx, vy)
  local points = {}
  local twin_world <close> = scene.world:clone()
  local twin = twin_world:body(ball:id())
  twin:set_velocity(vx, vy)
  for i = 1, scene.p.ahead do
    twin_world:step()
    points[2 * i - 1], points[2 * i] = twin:position()
  end
  return points
end

local function put_back()
  ball:set_position(START_X, START_Y)
  ball:set_velocity(0, 0)
  ball:set_angular_velocity(0)
end

function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 30, h = 1 }
  world:box { type = "static", x = 10, y = 4, w = 1, h = 10 }
  world:box { type = "static", x = START_X, y = START_Y - 0.5, w = 1, h = 0.4 }
  for i = 0, 11 do world:box { x = 4 + i % 3 * 1.05, y = 0.5 + i // 3, w = 1, h = 1 } end
  ball = world:circle { x = START_X, y = START_Y, radius = 0.3, restitution = 0.6, density = 4,
    name = "ball" }
  return world
end

function scene.update()
  local vx, vy = ball:velocity()
  local resting = vx * vx + vy * vy < 0.01
  path = resting and look_ahead(aim()) or nil
end

function scene.mousepressed()
  put_back()
  ball:set_velocity(aim())
end

function scene.keypressed(key)
  if key == "space" then put_back() end
end

function scene.draw()
  if not path then return end
  pen.color(1, 0.8, 0.2)
  for i = 3, #path, 2 do pen.line(path[i - 2], path[i - 1], path[i], path[i + 1]) end
end
