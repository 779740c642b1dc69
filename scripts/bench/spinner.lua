-- A blade 40 m long turns among 6,076 mixed bodies in a ring: one body meets hundreds of others.
local cairn = require "cairn"

scene.steps = 500

scene.params {
  n = { 6076, 1, 20000, step = 1, rebuild = true },
}

local POINTS = 360
local RADIUS, CENTER_Y = 40, 32 -- m, of the ring
local LEFT, RIGHT, BOTTOM, STEP = -23, 23, 2, 0.5 -- m, where the bodies start

local function ring()
  local points = {}
  for i = 0, POINTS - 1 do
    local angle = -2 * math.pi * i / POINTS
    points[#points + 1] = RADIUS * cairn.cos(angle)
    points[#points + 1] = RADIUS * cairn.sin(angle) + CENTER_Y
  end
  return points
end

local function add_spinner(world, ground)
  local blade = world:box { y = 12, w = 0.8, h = 40, radius = 0.2, friction = 0, can_sleep = false }
  world:revolute { a = ground, b = blade, at = { 0, 12 }, motor = { speed = 5 } }
end

local KINDS = {
  [0] = { "capsule", x1 = -0.25, y1 = 0, x2 = 0.25, y2 = 0, radius = 0.25 },
  [1] = { "circle", radius = 0.35 },
  [2] = { "box", w = 0.7, h = 0.7 },
}

local function add_body(world, i, x, y)
  local def = { x = x, y = y, friction = 0.1, restitution = 0.1, density = 0.25 }
  local kind = KINDS[i % 3]
  for key, value in pairs(kind) do
    if key ~= 1 then def[key] = value end
  end
  world[kind[1]](world, def)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local ground = world:body { type = "static" }
  ground:add_chain { points = ring(), loop = true, friction = 0.1 }
  add_spinner(world, ground)
  local columns = (RIGHT - LEFT) // STEP
  for i = 0, p.n - 1 do
    add_body(world, i, LEFT + STEP * (i % columns), BOTTOM + STEP * (i // columns))
  end
  return world
end
