-- A heap of mixed shapes poured into a box: circles, boxes, capsules, polygons, rounded ones.
local cairn = require "cairn"

scene.params {
  count       = { 250, 10, 2000, step = 1, rebuild = true },
  friction    = { 0.5, 0, 1, rebuild = true },
  restitution = { 0.1, 0, 1, rebuild = true },
}

local COLUMNS = 12
local SPACING = 0.8
local TURN = 2 * math.pi

-- Corners of a regular polygon, flat.
local function corners(n, radius)
  local points = {}
  for i = 0, n - 1 do
    points[2 * i + 1] = radius * cairn.cos(TURN * i / n)
    points[2 * i + 2] = radius * cairn.sin(TURN * i / n)
  end
  return points
end

-- One function for each kind: adds its shape to what all bodies share.
local kinds = {
  function(world, body) body.radius = 0.28; return world:circle(body) end,
  function(world, body) body.w, body.h = 0.5, 0.5; return world:box(body) end,
  function(world, body) body.w, body.h = 0.7, 0.25; return world:box(body) end,
  function(world, body)
    body.x1, body.y1, body.x2, body.y2, body.radius = -0.2, 0, 0.2, 0, 0.15
    return world:capsule(body)
  end,
  function(world, body)
    body.points = corners(math.random(3, 8), 0.3)
    return world:polygon(body)
  end,
  function(world, body) body.w, body.h, body.radius = 0.3, 0.3, 0.1; return world:box(body) end,
  function(world, body)
    body.points, body.radius = corners(3, 0.22), 0.1
    return world:polygon(body)
  end,
}

local function add_walls(world, width, height)
  local ground = world:body { type = "static" }
  ground:add_box { y = -0.5, w = width + 2, h = 1 }
  for side = -1, 1, 2 do
    ground:add_box { x = side * (width + 1) / 2, y = height / 2, w = 1, h = height }
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local rows = math.ceil(p.count / COLUMNS)
  add_walls(world, (COLUMNS + 1) * SPACING, rows * SPACING * 0.7 + 2)
  for i = 0, p.count - 1 do
    kinds[i % #kinds + 1](world, {
      x = (i % COLUMNS - (COLUMNS - 1) / 2) * SPACING + 0.05 * (math.random() - 0.5),
      y = 1 + (i // COLUMNS) * SPACING, angle = TURN * (math.random() - 0.5),
      friction = p.friction, restitution = p.restitution,
    })
  end
  return world
end

function scene.draw()
  local awake, all = scene.world:awake_count(), scene.world:body_count()
  ui.label("%d of %d awake", awake, all)
  ui.plot("awake", awake)
end
