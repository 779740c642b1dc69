-- What floats, and how: a sensor that is a fluid. What a body weighs against the fluid in its place
-- says how deep it lies; square logs turn on an edge, and a stream carries all of them.
local cairn = require "cairn"

scene.params {
  density = { 2, 0.2, 5 },                      -- kg/m^2 of the fluid
  drag    = { 1, 0, 5 },                        -- 1/s
  flow    = { 0.4, -3, 3 },                     -- m/s
  level   = { 0, -3, 2 },                       -- m
}
scene.steps = 900

local WIDE, DEEP = 24, 6
local pool, level

local function area(p)
  return { density = p.density, drag = p.drag + 0.01, angular_drag = p.drag, surface = level,
    flow = { p.flow, 0 } }
end

function scene.load(p)
  local world = cairn.world {}
  level = p.level
  world:box { type = "static", y = -DEEP - 0.5, w = WIDE + 2, h = 1 }
  for side = -1, 1, 2 do
    world:box { type = "static", x = side * (WIDE + 1) / 2, y = -DEEP / 2 + 1, w = 1,
      h = DEEP + 2 }
  end
  pool = select(2, world:box { type = "static", y = -DEEP / 2 + 1, w = WIDE, h = DEEP + 2,
    sensor = true, color = 0x2060a0, area = area(p) })
  for i = 1, 5 do
    local density = 0.4 * i
    world:circle { x = -11 + 1.2 * i, y = 3, radius = 0.4, density = density }
    world:box { x = -4 + 1.6 * i, y = 3, w = 1, h = 1, angle = 0.02, density = density }
  end
  local raft = world:box { x = 8, y = 2, w = 4, h = 0.5, density = 0.8 }
  for i = -1, 1 do world:box { x = 8 + i, y = 2.6, w = 0.6, h = 0.6, density = 0.8 } end
  local boat = world:body { x = -7, y = 6 }     -- a hull with air in it
  boat:add_polygon { points = { -1.6, 0.5, -1, -0.3, 1, -0.3, 1.6, 0.5 }, density = 0.3 }
  boat:add_box { y = 0.9, w = 0.1, h = 0.8, density = 0.3 }
  boat:add_box { y = -0.4, w = 1, h = 0.2, density = 4 }
  raft:set_name "raft"
  return world
end

function scene.update(dt)
  local p = scene.p
  level = level + math.max(-dt, math.min(dt, p.level - level))
  if level ~= p.level then pool:set_area(area(p)) end
end

function scene.changed() pool:set_area(area(scene.p)) end

function scene.draw()
  pen.color(0.4, 0.7, 1)
  pen.line(-WIDE / 2, level, WIDE / 2, level)
end
