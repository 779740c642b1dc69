-- An arch of wedges without mortar: it stands by friction alone, each stone held by its neighbours.
-- Space knocks out the keystone.
local cairn = require "cairn"

scene.params {
  stones   = { 15, 5, 41, step = 2, rebuild = true },
  friction = { 0.7, 0.1, 1, rebuild = true },
  load     = { 3, 0, 10, step = 1, rebuild = true },  -- crates on top
}

local INNER, OUTER = 4, 5.2                           -- m
local keystone

local function wedge(from, to)
  local points = {}
  for _, p in ipairs { { INNER, from }, { OUTER, from }, { OUTER, to }, { INNER, to } } do
    points[#points + 1] = p[1] * cairn.cos(p[2])
    points[#points + 1] = p[1] * cairn.sin(p[2])
  end
  return points
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1, friction = 1 }
  for side = -1, 1, 2 do                              -- abutments
    world:box { type = "static", x = side * 6.2, y = 0.5, w = 2, h = 1 }
  end
  for i = 1, p.stones do
    local from, to = math.pi * (i - 1) / p.stones, math.pi * i / p.stones
    local stone = world:polygon { points = wedge(from, to), friction = p.friction, density = 2 }
    if i == (p.stones + 1) // 2 then keystone = stone end
  end
  for i = 1, p.load do world:box { y = OUTER + 0.6 * i - 0.2, w = 0.6, h = 0.6, friction = 0.7 } end
  return world
end

function scene.keypressed(key)
  if key == "space" and keystone:is_valid() then keystone:destroy() end
end
