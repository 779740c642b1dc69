-- A row of dominoes. A ball knocks the first one over; the wave runs at a speed of its own.
local cairn = require "cairn"

scene.params {
  count   = { 30, 2, 100, step = 1, rebuild = true },
  spacing = { 0.5, 0.2, 0.9, rebuild = true },        -- m from one to the next
  push    = { 4, 1, 12 },                             -- m/s of the ball
}

local HEIGHT, WIDTH = 1.0, 0.15

local dominoes, ball
local fallen                                          -- how many lie, from the first on

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local length = p.count * p.spacing
  world:box { type = "static", y = -0.5, w = length + 12, h = 1, friction = 0.8 }
  dominoes, fallen = {}, 0
  for i = 1, p.count do
    dominoes[i] = world:box {
      x = (i - 1) * p.spacing - length / 2, y = HEIGHT / 2, w = WIDTH, h = HEIGHT, density = 2,
    }
  end
  ball = world:circle {
    x = -length / 2 - 2, y = 0.8, radius = 0.25, density = 3, vx = p.push, gravity_scale = 0,
  }
  return world
end

-- Half a right angle is the point of no return.
local function is_down(domino)
  return math.abs(domino:angle()) > math.pi / 4
end

function scene.update()
  while fallen < #dominoes and is_down(dominoes[fallen + 1]) do
    fallen = fallen + 1
    if fallen == 1 then ball:set_gravity_scale(1) end
    if fallen == #dominoes then
      print(("all %d down after %.2f s"):format(fallen, scene.world:time()))
    end
  end
end

function scene.keypressed(key)
  if key == "space" then ball:set_velocity(scene.p.push, 0) end
end

function scene.draw()
  local x, y = dominoes[1]:drawn()
  pen.text(x, y + HEIGHT, "%d of %d down", fallen, #dominoes)
end
