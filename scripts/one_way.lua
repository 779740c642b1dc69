-- Platforms that are solid from above only, decided in pre_solve: balls jump up through them and
-- land on top. Space makes all balls jump again.
local cairn = require "cairn"

scene.params {
  balls = { 7, 1, 15, step = 1, rebuild = true },
  jump  = { 9, 4, 14 },                               -- m/s upwards
}

local RADIUS = 0.3
local SLACK = 0.02                                    -- m a resting ball may sink into a platform

local balls

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, layers = { "platform" } }
  world:box { type = "static", y = -0.5, w = 24, h = 1 }
  for i = 1, 3 do
    world:box {
      type = "static", y = 2.5 * i, w = 20, h = 0.2, layer = "platform", pre_solve = true,
    }
  end
  balls = {}
  for i = 1, p.balls do
    balls[i] = world:circle {
      x = (i - (p.balls + 1) / 2) * 1.2, y = RADIUS, radius = RADIUS,
      vy = p.jump * (0.5 + 0.5 * i / p.balls),        -- the weaker ones stay below
    }
  end
  return world
end

-- Asked each step for each ball near a platform, before the contact is solved.
function scene.pre_solve(m)
  local platform, ball = m:between("platform", "default")
  if not platform then return end
  local _, underside = ball:bounds()
  local _, _, _, top = platform:bounds()
  if underside < top - SLACK then m:ignore() end      -- from below: until they part
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
