-- A heavy ball on a steel chain. Each hinge is rigid: the chain does not stretch however heavy the
-- ball is. Space gives it a push.
local cairn = require "cairn"
local build = require "cairn.build"

scene.params {
  links   = { 24, 4, 80, step = 1, rebuild = true },
  density = { 20, 0.1, 200, rebuild = true },         -- of the ball, kg/m^2
  push    = { 8, 1, 30 },                             -- m/s
}

local LENGTH, RADIUS = 8, 0.9

local chain, ball, length

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = 0.4, w = 3, h = 0.4 }
  ball = world:circle {
    x = LENGTH + RADIUS, radius = RADIUS, density = p.density, color = { 0.35, 0.36, 0.4 },
  }
  chain = build.chain(world, {
    from = { 0, 0 }, to = { LENGTH, 0 }, links = p.links, b = ball, color = { 0.7, 0.72, 0.78 },
  })
  length = chain:length()
  return world
end

function scene.keypressed(key)
  if key == "space" then ball:apply_impulse(scene.p.push * ball:mass(), 0) end
end

function scene.draw()
  local x1, y1, x2, y2 = chain:ends()
  local reach = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  local fx, fy = chain.joints[1]:force()
  ui.label("the ball weighs %.0f times the chain", ball:mass() / chain:mass())
  ui.label("reach %.3f m of %.3f", reach, length)
  ui.plot("N in the first hinge", math.sqrt(fx * fx + fy * fy))
end
