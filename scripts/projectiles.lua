-- Projectiles from one gun at many angles: each flies the parabola that theory draws, so 45 degrees
-- goes furthest, and pairs like 30 and 60 meet the ground at one place. With drag they do not.
local cairn = require "cairn"

scene.params {
  speed = { 14, 4, 20, rebuild = true },              -- m/s
  shots = { 7, 1, 15, step = 1, rebuild = true },
  drag  = { 0, 0, 1, rebuild = true },                -- 1/s
}

local GRAVITY = 10

local shots                                           -- { body, angle, trail, range }

function scene.load(p)
  local world = cairn.world { gravity = { 0, -GRAVITY }, layers = { "shot" } }
  world:set_collides("shot", "shot", false)
  world:box { type = "static", x = 12, y = -0.5, w = 60, h = 1, friction = 2 }
  shots = {}
  for i = 1, p.shots do
    local angle = math.pi / 2 * i / (p.shots + 1)
    local body = world:circle {
      y = 0.1, radius = 0.1, layer = "shot", damping = p.drag, rolling = 0.3, bullet = true,
      vx = p.speed * cairn.cos(angle), vy = p.speed * cairn.sin(angle),
      color = { 1, i / p.shots, 0.3 },
    }
    shots[i] = { body = body, angle = angle, trail = {} }
  end
  return world
end

function scene.update()
  for _, shot in ipairs(shots) do
    local x, y = shot.body:position()
    if not shot.range then
      shot.trail[#shot.trail + 1], shot.trail[#shot.trail + 2] = x, y
    end
    local _, vy = shot.body:velocity()
    if not shot.range and y < 0.2 and vy < 0 then shot.range = x end
  end
end

function scene.keypressed(key)
  if key == "space" then scene.restart() end
end

local function draw_theory(shot, speed)
  local vx, vy = speed * math.cos(shot.angle), speed * math.sin(shot.angle)
  local flight = 2 * vy / GRAVITY
  for i = 0, 23 do
    local a, b = flight * i / 24, flight * (i + 0.5) / 24
    pen.line(vx * a, 0.1 + vy * a - GRAVITY / 2 * a * a, vx * b, 0.1 + vy * b - GRAVITY / 2 * b * b)
  end
end

function scene.draw()
  for _, shot in ipairs(shots) do
    pen.color(1, 1, 1, 0.3)
    draw_theory(shot, scene.p.speed)
    pen.color(1, 0.7, 0.3)
    for i = 3, #shot.trail, 2 do
      pen.line(shot.trail[i - 2], shot.trail[i - 1], shot.trail[i], shot.trail[i + 1])
    end
    local range = scene.p.speed ^ 2 * math.sin(2 * shot.angle) / GRAVITY
    ui.label("%.0f degrees: %.2f m, theory %.2f m", math.deg(shot.angle), shot.range or 0, range)
  end
end
