-- Ten thousand tiles that can be dug: drag through the ground with the left button, or fill it with
-- the right one. The plot is the time of an edit in ms; each makes anew what chunks it touches.
local cairn = require "cairn"
local geometry = require "cairn.geometry"

scene.params {
  radius = { 1.5, 0.5, 5 },                     -- m, of the spade
  crates = { 60, 0, 200, step = 10, rebuild = true },
}
scene.steps = 300

local COLUMNS, ROWS, SIZE = 200, 50, 0.5
local DIG_AT = 60                               -- steps, when the scene digs for itself
local map, button, slowest

local function is_solid(column, row)
  local cave = cairn.sin(column * 0.13) * cairn.cos(row * 0.31 + column * 0.05)
  return cave < 0.75 and row < ROWS - 4 + 3 * cairn.sin(column * 0.08)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  map = geometry.tiles(world, { columns = COLUMNS, rows = ROWS, size = SIZE,
    x = -COLUMNS * SIZE / 2, y = -ROWS * SIZE, solid = is_solid, friction = 0.7 })
  for i = 1, p.crates do
    local x = (i % 20 - 10) * 1.1
    if i % 2 == 0 then
      world:box { x = x, y = 2 + i // 20 * 1.2, w = 0.8, h = 0.8 }
    else
      world:circle { x = x, y = 2 + i // 20 * 1.2, radius = 0.4 }
    end
  end
  button, slowest = nil, 0
  return world
end

local function edit(x, y)
  local began = cairn.now()
  if button == 2 then map:fill(x, y, scene.p.radius) else map:dig(x, y, scene.p.radius) end
  slowest = math.max(slowest, 1000 * (cairn.now() - began))
end

function scene.update()
  local step = scene.world:steps()
  if step >= DIG_AT and step < DIG_AT + 60 and step % 4 == 0 then -- a tunnel of its own, at first
    edit(-6 + (step - DIG_AT) * 0.2, -3 - (step - DIG_AT) * 0.08)
  end
  if button then edit(input.mouse()) end
  slowest = slowest * 0.98
end

function scene.mousepressed(x, y, which)
  button = which
  edit(x, y)
end

function scene.mousereleased() button = nil end

function scene.draw()
  local cx, cy = input.mouse()
  pen.color(1, 0.8, 0.3)
  pen.circle(cx, cy, scene.p.radius)
  pen.text(-COLUMNS * SIZE / 2, 4, "%d segments", map:segment_count())
  ui.plot("edit (ms)", slowest)
end
