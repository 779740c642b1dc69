-- A floor of separate tiles: whatever slides or rolls over it feels none of the seams. The plot is
-- the fastest that anybody moves up or down, in mm/s; a ghost collision would throw it up.
local cairn = require "cairn"

scene.params {
  speed = { 6, 0.5, 30, rebuild = true },             -- m/s
  kind  = { "boxes", "chain", "segments", rebuild = true },
  width = { 0.5, 0.2, 2, rebuild = true },            -- m, of a tile
  gap   = { 0, 0, 0.001, rebuild = true },            -- m between them
}

local HALF, ROWS, HIGH = 30, 5, 2.2
local riders

local function lay_row(world, y, p)
  local points, count = {}, math.ceil(2 * HALF / p.width)
  for i = 0, count do
    local x = -HALF + i * p.width
    points[#points + 1], points[#points + 2] = x, y
    if p.kind == "boxes" then
      world:box { type = "static", x = x, y = y - 0.2, w = p.width - p.gap, h = 0.4, friction = 0 }
    elseif p.kind == "segments" then
      world:segment { x1 = x, y1 = y, x2 = x + p.width, y2 = y, friction = 0 }
    end
  end
  if p.kind == "chain" then world:chain { points = points, friction = 0 } end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  for row = 0, ROWS - 1 do lay_row(world, HIGH * row, p) end
  local keys = { vx = p.speed, friction = 0, x = -HALF + 1 }
  local function at(row, above) keys.y = HIGH * row + above return keys end
  keys.w, keys.h, keys.radius = 0.5, 0.5, 0
  riders = { world:box(at(0, 0.25)) }
  keys.w, keys.h = 1.6, 0.8
  riders[2] = world:box(at(1, 0.4))
  keys.w, keys.h, keys.radius = nil, nil, 0.4
  riders[3] = world:circle(at(2, 0.4))
  keys.radius, keys.x1, keys.y1, keys.x2, keys.y2 = 0.3, -0.5, 0, 0.5, 0
  riders[4] = world:capsule(at(3, 0.3))
  keys.x1, keys.y1, keys.x2, keys.y2, keys.radius = nil, nil, nil, nil, 0
  keys.points = { -0.3, 0, 0.3, 0, 0.6, 0.4, 0, 0.9, -0.6, 0.4 }
  riders[5] = world:polygon(at(4, 0))
  return world
end

function scene.update()
  for _, body in ipairs(riders) do                    -- back to the start at the end of its row
    local x, y = body:position()
    if x > HALF - 2 then body:set_position(-HALF + 1, y) end
  end
end

function scene.draw()
  local fastest = 0
  for _, body in ipairs(riders) do
    local _, vy = body:velocity()
    fastest = math.max(fastest, math.abs(vy))
  end
  ui.plot("mm/s", 1000 * fastest)
end
