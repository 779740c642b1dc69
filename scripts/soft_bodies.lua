-- Soft bodies: blobs with a springy core, and hollow donuts; stiff capsules welded by soft joints.
-- The number in each is its area, in percent of what it was. Space throws them up.
local cairn = require "cairn"
local build = require "cairn.build"

scene.params {
  count = { 6, 1, 16, step = 1, rebuild = true },
  parts = { 16, 6, 40, step = 1, rebuild = true },
  soft  = { 1, 0.3, 2, rebuild = true },              -- of the usual stiffness
  boxes = { 5, 0, 20, step = 1, rebuild = true },
}

local softies                                         -- { thing, area, outline }

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -7, 8, -6, 0, 6, 0, 7, 8 }, radius = 0.1 }
  softies = {}
  for i = 1, p.count do
    local kind = i % 2 == 1 and "blob" or "donut"
    local base = kind == "blob" and 14 or 45 * p.parts / 16 * math.sqrt(p.parts / 16)
    local soft = build.soft(world, {
      x = (i - 1) % 4 * 2.8 - 4.2, y = 2 + (i - 1) // 4 * 2.6, radius = 1.1, parts = p.parts,
      kind = kind, hertz = base * p.soft,
      color = { 0.9 - 0.1 * (i % 4), 0.5, 0.3 + 0.15 * (i % 5) },
    })
    softies[i] = { thing = soft, area = soft:area(), outline = {} }
  end
  for i = 1, p.boxes do
    world:box { x = i * 1.9 % 9 - 4.5, y = 7 + i, w = 0.7, h = 0.7, angle = i, density = 0.5 }
  end
  return world
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, soft in ipairs(softies) do
    soft.thing:apply_impulse(2 * (math.random() - 0.5) * soft.thing:mass(), 8 * soft.thing:mass())
  end
end

function scene.draw()
  for _, soft in ipairs(softies) do
    local x, y = soft.thing:center()
    pen.color(1, 1, 1, 0.4)
    pen.polygon(soft.thing:outline(soft.outline))
    pen.color(1, 1, 1)
    pen.text(x - 0.2, y, "%.0f", 100 * soft.thing:area() / soft.area)
  end
end
