-- A wrecking ball on a rope swings into a house. Space lets it swing again.
local cairn = require "cairn"
local build = require "cairn.build"

scene.params {
  storeys = { 5, 1, 10, step = 1, rebuild = true },
  density = { 15, 1, 100, rebuild = true },           -- of the ball, kg/m^2
  rope    = { 9, 5, 12, rebuild = true },             -- m
}

local TOP = 12.5                                      -- m, where the crane holds the rope
local RADIUS = 0.8                                    -- m, of the ball

local ball, rope

local function add_house(world, x, storeys)
  for storey = 0, storeys - 1 do
    local y = storey * 1.7
    for i = 0, 2 do
      world:box { x = x + 1.5 * (i - 1), y = y + 0.75, w = 0.25, h = 1.5, density = 0.8,
        friction = 0.8, color = { 0.75, 0.72, 0.65 } }
    end
    world:box { x = x, y = y + 1.6, w = 3.6, h = 0.2, density = 0.8, friction = 0.8,
      color = { 0.7, 0.4, 0.3 } }
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 50, h = 1, friction = 0.9 }
  world:box { type = "static", x = -5.5, y = 6.2, w = 0.5, h = 12.4, sensor = true }
  world:box { type = "static", x = -2.7, y = TOP, w = 6, h = 0.4, sensor = true }
  add_house(world, 4.6, p.storeys)
  add_house(world, 9.4, p.storeys - 1)
  ball = world:circle { x = -p.rope, y = TOP, radius = RADIUS, density = p.density,
    color = { 0.3, 0.3, 0.34 } }
  rope = build.rope(world, {
    from = { 0, TOP }, to = { RADIUS - p.rope, TOP }, b = ball, radius = 0.06,
  })
  return world
end

function scene.keypressed(key)
  if key == "space" then ball:apply_impulse(-6 * ball:mass(), 0) end
end

function scene.draw()
  local vx, vy = ball:velocity()
  ui.plot("ball, m/s", math.sqrt(vx * vx + vy * vy))
  ui.label("rope %.3f m, pulls %.0f N", rope:length(), (rope.joints[1]:force()))
end
