-- Planets: no gravity of the world, but a pull to the sun in every update. Kepler: the square of a
-- year grows as the cube of the distance; the last column is the same for all.
local cairn = require "cairn"

scene.params {
  planets = { 6, 1, 12, step = 1, rebuild = true },
  oval    = { 0.2, 0, 0.6, rebuild = true },          -- eccentricity
}

local MU = 60                                         -- m^3/s^2: strength of the sun

local planets                                         -- { body, a, trail, turned, year }

function scene.load(p)
  local world = cairn.world { gravity = { 0, 0 }, sleep = false }
  world:circle { type = "static", radius = 0.6, color = { 1, 0.85, 0.3 }, sensor = true }
  planets = {}
  for i = 1, p.planets do
    local a = 1.5 + 0.9 * i                           -- half the long axis
    local x, angle = a * (1 - p.oval), 2.4 * i
    local speed = math.sqrt(MU * (2 / x - 1 / a))     -- at the point nearest to the sun
    local c, s = cairn.cos(angle), cairn.sin(angle)
    local body = world:circle {
      x = x * c, y = x * s, vx = -speed * s, vy = speed * c, radius = 0.1 + 0.03 * i, group = -1,
      color = { 0.4 + 0.1 * (i % 5), 0.5, 0.9 - 0.1 * (i % 4) },
    }
    planets[i] = { body = body, a = a, trail = {}, turned = 0, last = cairn.atan2(x * s, x * c) }
  end
  return world
end

local function watch(planet, x, y)
  local angle = cairn.atan2(y, x)
  planet.turned = planet.turned + (angle - planet.last + math.pi) % (2 * math.pi) - math.pi
  planet.last = angle
  if planet.turned >= 2 * math.pi and not planet.year then planet.year = scene.world:time() end
  if not planet.year and scene.world:steps() % 4 == 0 then
    table.insert(planet.trail, { x, y })
  end
end

function scene.update()
  for _, planet in ipairs(planets) do
    local x, y = planet.body:position()
    local square = x * x + y * y
    local pull = MU * planet.body:mass() / (square * math.sqrt(square))
    planet.body:apply_force(-pull * x, -pull * y)
    watch(planet, x, y)
  end
end

function scene.draw()
  for _, planet in ipairs(planets) do
    pen.color(1, 1, 1, 0.35)
    for i = 2, #planet.trail do
      local from, to = planet.trail[i - 1], planet.trail[i]
      pen.line(from[1], from[2], to[1], to[2])
    end
    if planet.year then
      ui.label("a = %.1f m: a year of %.2f s, T^2 / a^3 = %.4f", planet.a, planet.year,
        planet.year ^ 2 / planet.a ^ 3)
    end
  end
  ui.label("theory: %.4f", 4 * math.pi ^ 2 / MU)
end
