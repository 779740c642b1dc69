-- A Galton board: each peg sends a ball left or right by chance, and the columns fill to the bell
-- curve of n tosses of a coin: drawn over them for as many balls as have fallen.
local cairn = require "cairn"

scene.params {
  rows  = { 10, 3, 14, step = 1, rebuild = true },
  balls = { 90, 10, 160, step = 1, rebuild = true },
}

local GAP, RADIUS, PEG = 0.5, 0.13, 0.08

local DEEP = 4                                         -- m of a column

local counts, inside

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local width, depth = (p.rows + 1) * GAP, DEEP
  for row = 1, p.rows do
    for i = 1, p.rows + 1 + row % 2 do                -- staggered, all across
      local x = (i - 1 - (p.rows + row % 2) / 2) * GAP
      world:circle { type = "static", x = x, y = -row * GAP * 0.9,
        radius = PEG, restitution = 0.2 }
    end
  end
  local top = -(p.rows + 0.7) * GAP * 0.9
  for side = -1, 1, 2 do
    world:segment { x1 = side * width / 2, y1 = 1, x2 = side * width / 2, y2 = top, radius = 0.02 }
  end
  for i = 0, p.rows + 1 do
    world:segment { x1 = i * GAP - width / 2, y1 = top, x2 = i * GAP - width / 2, y2 = top - depth,
      radius = 0.02 }
  end
  world:box { type = "static", y = top - depth - 0.2, w = width + 0.5, h = 0.4 }
  for i = 0, p.rows do                                -- a sensor in each column counts
    world:box { type = "static", x = (i + 0.5) * GAP - width / 2, y = top - 0.1, w = GAP - 0.05,
      h = 0.1, sensor = true, data = i + 1, events = true }
  end
  counts, inside = {}, 0
  for i = 1, p.rows + 1 do counts[i] = 0 end
  return world
end

function scene.update()
  local steps = scene.world:steps()
  if steps % 12 ~= 0 or steps // 12 >= scene.p.balls then return end
  scene.world:circle { x = 0.04 * (math.random() - 0.5), y = 0.6, vy = -1, radius = RADIUS,
    restitution = 0.1, friction = 0.1, density = 3, color = { 0.95, 0.7, 0.3 } }
end

function scene.sensor(sensor, _, entered)
  local column = sensor:body():data()
  if entered and column then counts[column], inside = counts[column] + 1, inside + 1 end
end

function scene.draw()
  local rows, share = scene.p.rows, 0.5 ^ scene.p.rows
  local top = -(rows + 0.7) * GAP * 0.9
  for i = 0, rows do
    local x, tall = (i - rows / 2) * GAP, share * inside * 0.18
    pen.color(1, 1, 1, 0.8)
    pen.line(x - GAP / 2, top - DEEP + tall, x + GAP / 2, top - DEEP + tall)
    pen.text(x - 0.1, top - DEEP - 0.6, "%d", counts[i + 1])
    share = share * (rows - i) / (i + 1)
  end
end
