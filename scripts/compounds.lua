-- Many shapes, one body: rings, crosses, dumb-bells, letters. Mass, centre and inertia are those of
-- the whole, so a hammer turns about a place near its head: the dots.
local cairn = require "cairn"

scene.params {
  count = { 36, 3, 120, step = 1, rebuild = true },
  round = { 0.03, 0, 0.08, rebuild = true },
}

-- Boxes x, y, w, h that make a thing up.
local THINGS = {
  { { 0, 0.35, 0.8, 0.2 }, { 0, -0.1, 0.2, 0.7 } },                           -- T
  { { -0.25, 0, 0.2, 0.9 }, { 0.05, -0.35, 0.4, 0.2 } },                      -- L
  { { 0, 0, 0.9, 0.2 }, { 0, 0, 0.2, 0.9 } },                                 -- a cross
  { { -0.3, 0, 0.2, 0.9 }, { 0.3, 0, 0.2, 0.9 }, { 0, 0, 0.4, 0.2 } },        -- H
  { { -0.35, 0.1, 0.2, 0.7 }, { 0.35, 0.1, 0.2, 0.7 }, { 0, -0.35, 0.9, 0.2 } }, -- U
}

local function add_ring(world, place)
  local body = world:body(place)
  for i = 0, 7 do
    local angle = i * math.pi / 4
    body:add_box { x = 0.4 * cairn.cos(angle), y = 0.4 * cairn.sin(angle), angle = angle,
      w = 0.14, h = 0.36, color = { 0.8, 0.5, 0.6 } }
  end
end

local function add_hammer(world, place)
  local body = world:body(place)
  body:add_capsule { x1 = 0, y1 = -0.5, x2 = 0, y2 = 0.4, radius = 0.06 }
  body:add_box { y = 0.45, w = 0.5, h = 0.25, density = 8, color = { 0.4, 0.42, 0.5 } }
end

local function add_thing(world, place, boxes, round)
  local body = world:body(place)
  for _, box in ipairs(boxes) do
    body:add_box { x = box[1], y = box[2], w = box[3] - 2 * round, h = box[4] - 2 * round,
      radius = round, color = { 0.5, 0.65, 0.8 } }
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -5, 9, -4, 0, 4, 0, 5, 9 }, radius = 0.1 }
  for i = 0, p.count - 1 do
    local place = { x = (i % 6 - 2.5) * 1.2, y = 1.5 + 1.2 * (i // 6), angle = 0.7 * i }
    local kind = i % (#THINGS + 2) + 1
    if kind <= #THINGS then
      add_thing(world, place, THINGS[kind], p.round)
    elseif kind == #THINGS + 1 then
      add_ring(world, place)
    else
      add_hammer(world, place)
    end
  end
  return world
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for body in scene.world:bodies "dynamic" do body:apply_impulse(0, 8 * body:mass()) end
end

function scene.draw()
  pen.color(1, 1, 0.5)
  for body in scene.world:bodies "dynamic" do
    local x, y = body:center()
    pen.disc(x, y, 0.05)
  end
end
