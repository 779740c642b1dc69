-- A funnel lets balls through one by one. Thin sensors count them: what is in the bowl, what falls
-- through the neck, what the two halves of the tray have. Balls start anew from the tray.
local cairn = require "cairn"

scene.params {
  balls    = { 160, 10, 400, step = 1, rebuild = true },
  neck     = { 0.75, 0.3, 2, rebuild = true },          -- m, half its width
  friction = { 0.1, 0, 1, rebuild = true },
}

local RADIUS = 0.2

local counts, inside, tray

local function wall(world, x1, y1, x2, y2)
  world:segment { x1 = x1, y1 = y1, x2 = x2, y2 = y2, radius = 0.05, friction = scene.p.friction }
end

local function count(world, name, x, y, w, h)
  local _, sensor = world:box { type = "static", x = x, y = y, w = w, h = h, sensor = true }
  counts[sensor], inside[sensor] = { name = name, x = x, y = y, n = 0 }, 0
  return sensor
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  counts, inside = {}, {}
  for side = -1, 1, 2 do
    wall(world, side * 7, 14, side * 7, 9)
    wall(world, side * 7, 9, side * p.neck, 4)
    wall(world, side * p.neck, 4, side * p.neck, 3)
    wall(world, 0, 1.6, side * 5, 0)                    -- a roof parts them
    wall(world, side * 7, 3, side * 7, -1)
  end
  count(world, "bowl", 0, 9.5, 14, 9)
  count(world, "neck", 0, 3.5, 2 * p.neck, 0.01)        -- 1 cm: nothing falls past it unseen
  tray = { [count(world, "left", -6, -0.6, 1.9, 0.02)] = true,
    [count(world, "right", 6, -0.6, 1.9, 0.02)] = true }
  for i = 0, p.balls - 1 do
    world:circle {
      x = -6 + 0.6 * (i % 20) + 0.03 * (i // 20 % 5), y = 9.5 + 0.5 * (i // 20), radius = RADIUS,
      friction = p.friction, restitution = 0.3,
    }
  end
  return world
end

function scene.sensor(sensor, visitor, entered)
  inside[sensor] = inside[sensor] + (entered and 1 or -1)
  if not entered then return end
  counts[sensor].n = counts[sensor].n + 1
  if not tray[sensor] then return end
  local side = counts[sensor].x < 0 and -1 or 1         -- back to the top, where nobody else is
  visitor:body():set_transform(side * (0.4 + 0.43 * (counts[sensor].n % 7)), 15, 0)
  visitor:body():set_velocity(0, 0)
end

function scene.draw()
  pen.color(1, 1, 1)
  for sensor, count_of in cairn.pairs(counts) do
    pen.text(count_of.x + 1.2, count_of.y, "%s: %d in, %d so far", count_of.name, inside[sensor],
      count_of.n)
  end
end
