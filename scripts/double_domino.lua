-- Two rows of dominoes start together. They differ in one thing only: how far apart they stand.
-- Which wave is faster?
local cairn = require "cairn"

scene.params {
  narrow = { 0.35, 0.2, 0.9, rebuild = true },        -- m apart, upper row
  wide   = { 0.7, 0.2, 0.9, rebuild = true },         -- m apart, lower row
}

local LENGTH, HEIGHT, WIDTH = 14, 1, 0.15             -- m

local rows                                            -- { bodies, x, y, apart, fallen, speed }

local function add_row(world, y, apart)
  world:box { type = "static", y = y - 0.15, w = LENGTH + 3, h = 0.3, friction = 0.8 }
  local row = { y = y, apart = apart, fallen = 0 }
  for i = 0, math.floor(LENGTH / apart) do
    row[i + 1] = world:box {
      x = i * apart - LENGTH / 2, y = y + HEIGHT / 2, w = WIDTH, h = HEIGHT, density = 2,
      color = { 0.3 + 0.5 * i * apart / LENGTH, 0.5, 0.8 - 0.4 * i * apart / LENGTH },
    }
  end
  row[1]:set_velocity(1.5, 0)
  row[1]:set_angular_velocity(-3)           -- about its foot
  return row
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  rows = { add_row(world, 2.5, p.narrow), add_row(world, 0, p.wide) }
  return world
end

function scene.update()
  local time = scene.world:time()
  for _, row in ipairs(rows) do
    while row.fallen < #row and row[row.fallen + 1]:angle() < -math.pi / 6 do
      row.fallen = row.fallen + 1
      if row.fallen == 4 then row.start = time end
      if row.start and time > row.start then
        row.speed = (row.fallen - 4) * row.apart / (time - row.start)
      end
    end
  end
end

function scene.keypressed(key)
  if key == "space" then scene.restart() end
end

function scene.draw()
  for _, row in ipairs(rows) do
    pen.text(-LENGTH / 2, row.y + HEIGHT + 0.35, "%.2f m apart: %d of %d down, %.2f m/s", row.apart,
      row.fallen, #row, row.speed or 0)
  end
end
