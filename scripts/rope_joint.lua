-- Ropes: distance joints with `max` alone, slack until they are straight. Balls dropped with slack,
-- a block that goes round a post, and a sledge that is towed. Space throws the balls up.
local cairn = require "cairn"

scene.params {
  length = { 3, 1, 4, rebuild = true },               -- m
  weight = { 4, 0.5, 40, rebuild = true },            -- density of the last ball
}

local COUNT = 7

local ropes, balls

local function tie(world, from, ball, length)
  ropes[#ropes + 1] = world:distance { b = ball, from = from, max = length }
  balls[#balls + 1] = ball
  return ropes[#ropes]
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 30, h = 1 }
  world:box { type = "static", y = 8, w = 20, h = 0.3 }
  ropes, balls = {}, {}
  for i = 1, COUNT do                                 -- each with more slack than the one before
    local x = 1.6 * i - 10
    local ball = world:circle { x = x + 0.35 * i, y = 7, radius = 0.35, restitution = 0.3,
      density = i == COUNT and p.weight or 1 }
    tie(world, { x, 7.85 }, ball, p.length)
  end
  local hub = world:circle { type = "static", x = 7, y = 4, radius = 0.6 }
  local moon = world:box { x = 7, y = 6.5, w = 0.7, h = 0.4, vx = 9, gravity_scale = 0,
    color = 0xc0a050 }
  balls[#balls + 1] = moon
  ropes[#ropes + 1] = world:distance { a = hub, b = moon, from = { 7, 4 }, to = { 6.65, 6.5 },
    max = 2.6, collide = true }
  local dog = world:box { x = 4, y = 0.3, w = 0.8, h = 0.6, vx = 4, friction = 0, color = 0xa07060 }
  local sledge = world:box { x = 2, y = 0.2, w = 0.8, h = 0.4, friction = 0.1 }
  ropes[#ropes + 1] = world:distance { a = dog, b = sledge, max = 3 }
  return world
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, ball in ipairs(balls) do
    ball:apply_impulse(0, 7 * ball:mass())
  end
end

-- Straight ropes are bright, slack ones sag.
function scene.draw()
  for _, rope in ipairs(ropes) do
    local x1, y1, x2, y2 = rope:anchors()
    local slack = math.max(0, rope:max() - rope:length())
    local taut = slack < 0.01 and 1 or 0.5
    pen.color(taut, taut, 0.4 * taut)
    local sag = 0.6 * math.sqrt(slack * rope:max())   -- a parabola of about that length
    local x, y = x1, y1
    for i = 1, 12 do
      local t = i / 12
      local nx, ny = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t - 4 * sag * t * (1 - t)
      pen.line(x, y, nx, ny)
      x, y = nx, ny
    end
  end
end
