-- A blast among crates: so much impulse for each metre of the width that a crate shows, weaker
-- beyond the radius. With occlusion the wall shields what stands behind it. Click, or press space.
local cairn = require "cairn"

scene.params {
  radius    = { 3, 0.5, 8 },                    -- m, at its full
  falloff   = { 5, 0, 12 },                     -- m, to nothing
  impulse   = { 6, -10, 30 },                   -- N s for each metre of width
  occlusion = true,
}
scene.steps = 300

local SIZE = 0.5
local FUSE = 60                                 -- steps, until the first blast
local world, last

local function heap(x, columns, rows)
  for i = 1, columns do
    for k = 1, rows do
      world:box { x = x + i * SIZE, y = (k - 0.5) * SIZE, w = SIZE, h = SIZE, friction = 0.5 }
    end
  end
end

local function explode(x, y)
  local p = scene.p
  world:explode { x = x, y = y, radius = p.radius, falloff = p.falloff, impulse = p.impulse,
    occlusion = p.occlusion }
  last = { x = x, y = y, age = 0 }
end

function scene.load()
  world = cairn.world {}
  world:halfspace {}
  world:box { type = "static", x = 2.5, y = 1.5, w = 0.3, h = 3 }
  world:box { type = "static", x = -12, y = 2, w = 0.5, h = 4 }
  world:box { type = "static", x = 12, y = 2, w = 0.5, h = 4 }
  heap(-7, 6, 6)
  heap(3, 6, 6)
  last = nil
  scene.view { y = 4, w = 26 }
  return world
end

function scene.update()
  if last then last.age = last.age + 1 end
  if world:steps() == FUSE then explode(0, 0.5) end
end

function scene.mousepressed(x, y) explode(x, y) end

function scene.keypressed(key)
  if key == "space" then explode(0, 0.5) end
end

function scene.draw()
  if not last or last.age > 20 then return end
  local p = scene.p
  pen.color(1, 0.8, 0.3, 1 - last.age / 20)
  pen.circle(last.x, last.y, p.radius)
  pen.circle(last.x, last.y, p.radius + p.falloff)
end
