-- Concave polygons: letters, gears and stars fall into a pile. Each is one shape, cut
-- into convex pieces by the engine; it has the mass of the polygon, and no edges inside.
local cairn = require "cairn"

scene.params {
  bodies = { 40, 5, 120, step = 1, rebuild = true },
  pieces = false,                                     -- draw how they are cut
}

local SHAPES = {
  { 0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3 },                                            -- L
  { 0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3 },                                -- U
  { 1, 0, 2, 0, 2, 2, 3, 2, 3, 3, 0, 3, 0, 2, 1, 2 },                                -- T
  { 1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1 },        -- +
  { 0, 0, 3, 0, 1, 1.5, 3, 3, 0, 3 },                                                -- fish
}

-- A ring of teeth about the origin, 2 points each.
local function wheel(teeth, inner, outer)
  local points = {}
  for i = 0, 2 * teeth - 1 do
    local angle, radius = math.pi * (i + 0.5) / teeth, i % 4 < 2 and outer or inner
    points[#points + 1] = radius * cairn.cos(angle)
    points[#points + 1] = radius * cairn.sin(angle)
  end
  return points
end

local function scaled(points, size)
  local list = {}
  for i, v in ipairs(points) do list[i] = size * (v - 1.5) end
  return list
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:polygon { type = "static", points = {         -- a bowl in one piece of ground
    -12, -2, 12, -2, 12, 8, 11, 8, 8, 1, 4, 0, -4, 0, -8, 1, -11, 8, -12, 8,
  } }
  for i = 0, p.bodies - 1 do
    local kind = i % 7
    local points = SHAPES[kind + 1] and scaled(SHAPES[kind + 1], 0.4)
      or kind == 5 and wheel(16, 0.5, 0.7) or wheel(10, 0.3, 0.8)
    world:polygon {
      x = (i % 6 - 2.5) * 2.2 + 0.1 * (i % 5), y = 2 + 1.8 * (i // 6), angle = i,
      points = points, friction = 0.4,
    }
  end
  return world
end

function scene.draw()
  if not scene.p.pieces then return end
  pen.color(0, 0, 0, 0.6)
  for shape in scene.world:shapes() do
    for i = 1, shape:piece_count() do
      local piece = shape:piece(i)
      for k = 1, #piece, 2 do
        local n = k + 2 < #piece and k + 2 or 1
        pen.line(piece[k], piece[k + 1], piece[n], piece[n + 1])
      end
    end
  end
end
