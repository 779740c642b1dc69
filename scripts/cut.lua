-- Drag a line across crates, discs and hammers: they fall apart along it, each as fast as it was
-- and with a share of the mass. Until then a saw goes round. Space starts again.
local cairn = require "cairn"

scene.params {
  pieces = { 60, 10, 300, step = 1 },                 -- count of bodies at most
  sawing = true,                                      -- a cut each second by itself
}

local EACH = 1                                        -- s from cut to cut of the saw
local from, mouse, clock, cuts

local function crate(world, x, y)
  world:box { x = x, y = y, w = 1.4, h = 1.4, color = 0xc08a4a }
end
local function disc(world, x, y)
  world:circle { x = x, y = y, radius = 0.8, color = 0x6a9fd8 }
end
-- A head on a handle: two shapes of one body.
local function hammer(world, x, y)
  local body = world:body { x = x, y = y, angle = 0.5 }
  body:add_box { w = 2.4, h = 0.3, color = 0xb5a07a }
  body:add_box { x = 1.2, w = 0.6, h = 1.3, color = 0x8a8f98, density = 3 }
end

function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -9, 8, -9, 0, 9, 0, 9, 8 } }
  for i, make in ipairs { crate, disc, hammer, crate, hammer, disc, crate } do
    make(world, 2.3 * i - 9.2, 1.5 + 1.2 * (i % 3))
  end
  from, mouse, clock, cuts = nil, { 0, 0 }, 0, 0
  return world
end

-- Everything that the line from one place to the other goes through, whole.
local function cut(x1, y1, x2, y2)
  local met = {}
  for shape in scene.world:raycast_all(x1, y1, x2, y2) do met[#met + 1] = shape end
  for _, shape in ipairs(met) do
    local body = shape:is_valid() and shape:body()
    local room = scene.world:body_count() < scene.p.pieces
    if room and body and body:type() == "dynamic" and shape:cut(x1, y1, x2, y2) then
      cuts = cuts + 1
    end
  end
end

function scene.update(dt)
  clock = clock + dt
  if not scene.p.sawing or clock < EACH then return end
  clock = 0
  local angle = 0.4 + 1.1 * scene.world:time()
  local dx, dy = 12 * cairn.cos(angle), 12 * cairn.sin(angle)
  cut(-dx, 1.2 - dy, dx, 1.2 + dy)
end

function scene.mousepressed(x, y, button)
  if button ~= 1 then return end
  from, mouse, scene.p.sawing = { x, y }, { x, y }, false
  return true
end

function scene.mousemoved(x, y) mouse = { x, y } end

function scene.mousereleased(x, y, button)
  if button == 1 and from then cut(from[1], from[2], x, y) end
  from = nil
end

function scene.keypressed(key) if key == "space" then scene.restart() end end

function scene.draw()
  if from then pen.line(from[1], from[2], mouse[1], mouse[2]) end
  ui.label("%d cuts, %d bodies", cuts, scene.world:body_count() - 1)
end
