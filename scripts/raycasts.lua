-- Rays from a lamp that follows the mouse and what it lights, a fan of rays cast in one call; a
-- disc that is cast, all that it would meet, and the nearest shape, among bodies that turn.
local cairn = require "cairn"

scene.params {
  rays    = { 48, 1, 360, step = 1 },
  bounces = { 2, 0, 6, step = 1 },
  reach   = { 14, 2, 40 },                            -- m that a ray goes in all
}

local lamp
local light, outline = cairn.rays(240), {} -- used again: queries make no garbage
local disc = { radius = 0.4, x = 0, y = 0, dx = 0, dy = 0 }

function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  world:chain { points = { -12, -8, 12, -8, 12, 8, -12, 8 }, loop = true }
  for i = 1, 14 do
    local at = { type = "kinematic", x = -10 + 20 * math.random(), y = -6 + 12 * math.random(),
      angle = 6 * math.random(), angular_velocity = math.random() - 0.5 }
    if i % 4 == 0 then
      at.radius = 0.4 + 0.6 * math.random()
      world:circle(at)
    elseif i % 4 == 1 then
      at.w, at.h, at.radius = 1 + math.random(), 0.5, 0.2
      world:box(at)
    elseif i % 4 == 2 then
      at.points = { 0, 1, -1, -0.7, 1, -0.7 }
      world:polygon(at)
    else
      at.x1, at.y1, at.x2, at.y2, at.radius = -0.8, 0, 0.8, 0, 0.3
      world:capsule(at)
    end
  end
  lamp = { x = 0, y = 0 }
  return world
end

function scene.update()
  local x, y = input.mouse()
  if x and (x ~= 0 or y ~= 0) then lamp.x, lamp.y = x, y end
end

local function draw_ray(x, y, dx, dy, left, bounces)
  local shape, hx, hy, nx, ny, fraction = scene.world:raycast(x, y, x + dx * left, y + dy * left)
  if not shape then return pen.line(x, y, x + dx * left, y + dy * left) end
  if fraction == 0 then return end
  pen.line(x, y, hx, hy)
  left = left * (1 - fraction)
  if bounces == 0 then return pen.disc(hx, hy, 0.05) end
  local k = 2 * (dx * nx + dy * ny)
  draw_ray(hx + 1e-6 * nx, hy + 1e-6 * ny, dx - k * nx, dy - k * ny, left, bounces - 1)
end

function scene.draw()
  local p = scene.p
  light:fan(lamp.x, lamp.y, p.reach)
  scene.world:raycasts(light)
  for i = 1, #light do outline[2 * i - 1], outline[2 * i] = light:point(i) end
  pen.color(1, 0.85, 0.4, 0.12)
  pen.polygon(outline, { fill = true })
  pen.color(1, 0.85, 0.4, 0.5)
  for i = 1, p.rays do
    local a = 2 * math.pi * i / p.rays
    draw_ray(lamp.x, lamp.y, cairn.cos(a), cairn.sin(a), p.reach, p.bounces)
  end
  local a = scene.world:time() / 3
  disc.x, disc.y, disc.dx, disc.dy = lamp.x, lamp.y, 20 * cairn.cos(a), 20 * cairn.sin(a)
  pen.color(0.5, 0.9, 1)
  for _, x, y, _, _, fraction in scene.world:shapecast_all(disc) do -- near to far
    pen.circle(lamp.x + fraction * disc.dx, lamp.y + fraction * disc.dy, disc.radius)
    pen.disc(x, y, 0.08)
    pen.color(0.5, 0.9, 1, 0.3)
  end
  local nearest, cx, cy, distance = scene.world:closest(lamp.x, lamp.y, math.huge)
  pen.color(1, 0.5, 0.5)
  if nearest then pen.arrow(lamp.x, lamp.y, cx, cy) end
  ui.label("nearest: %s, %.2f m away", nearest and nearest:kind(), distance or 0)
end
