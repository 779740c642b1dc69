-- Hits: where two met, how fast and how hard. A star for each blow, as large as its impulse, fades
-- away; the last ones are listed. Space throws everything up again.
local cairn = require "cairn"

scene.params {
  things    = { 14, 1, 40, step = 1, rebuild = true },
  hit_speed = { 1, 0.2, 10 },                         -- m/s from which on a blow is told
  size      = { 0.09, 0.01, 0.3 },                    -- m of star for the root of each N s
}

local FADES, LAST = 0.7, 6                            -- s; lines
local stars, lines

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, hit_speed = p.hit_speed }
  world:chain { points = { -9, 9, -8, 0, -3, 0, 0, 0.8, 3, 0, 8, 0, 9, 9 } }
  for i = 1, p.things do
    local keys = { x = (i % 7 - 3) * 2, y = 3 + i * 0.6, angle = i, restitution = 0.4 }
    if i % 3 == 0 then
      keys.radius = 0.45
      world:circle(keys)
    elseif i % 3 == 1 then
      keys.w, keys.h = 0.9, 0.7
      world:box(keys)
    else
      keys.points = { -0.6, -0.4, 0.6, -0.4, 0, 0.7 }
      world:polygon(keys)
    end
  end
  stars, lines = {}, {}
  return world
end

function scene.changed(name, value)
  if name == "hit_speed" then scene.world:set_hit_speed(value) end
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for body in scene.world:bodies "dynamic" do body:apply_impulse(0, 9 * body:mass()) end
end

function scene.hit(a, b, x, y, nx, ny, speed, impulse)
  stars[#stars + 1] = { x = x, y = y, nx = nx, ny = ny, long = math.sqrt(impulse), left = FADES }
  local text = "%s on %s: %.1f m/s, %.1f N s"
  table.insert(lines, 1, text:format(b:kind(), a:kind(), speed, impulse))
  lines[LAST + 1] = nil
end

function scene.update(dt)
  local kept = {}
  for _, star in ipairs(stars) do
    star.left = star.left - dt
    if star.left > 0 then kept[#kept + 1] = star end
  end
  stars = kept
end

function scene.draw()
  for _, star in ipairs(stars) do
    local long = star.long * scene.p.size
    pen.color(1, 0.85, 0.3, star.left / FADES)
    for i = 0, 7 do
      local c, s = cairn.cos(i * math.pi / 4), cairn.sin(i * math.pi / 4)
      local way = i % 2 == 0 and 2 * long or long     -- longest along and across the normal
      local dx, dy = c * star.nx - s * star.ny, s * star.nx + c * star.ny
      pen.line(star.x, star.y, star.x + way * dx, star.y + way * dy)
    end
  end
  for _, line in ipairs(lines) do ui.label("%s", line) end
end
