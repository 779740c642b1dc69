-- A flag, leaves and grass in the wind: each edge takes drag and lift by how it faces the air as it
-- comes by.
local cairn = require "cairn"

scene.params {
  wind = { 6, -20, 20 },                        -- m/s
  gust = { 5, 0, 10 },                          -- m/s to and fro
  drag = { 0.25, 0, 2 },                        -- kg/m^2
  lift = { 0.2, 0, 2 },
}
scene.steps = 600

local LINK, LINKS, LEAVES = 0.25, 14, 24
local world, leaves

-- A row of thin plates, hinged to each other, that begins at x, y; bend keeps it up.
local function strip(x, y, dx, dy, links, bend)
  local before, angle = world:ground(), cairn.atan2(dy, dx)
  for i = 1, links do
    local link = world:box { x = x + (i - 0.5) * dx, y = y + (i - 0.5) * dy, angle = angle,
      w = LINK, h = 0.03, density = 3, layer = "cloth", angular_damping = 0.5 }
    local stiff = bend and bend * (links - i + 1) / links
    world:revolute { a = before, b = link, at = { x + (i - 1) * dx, y + (i - 1) * dy },
      spring = stiff and { hertz = stiff, damping = 0.3 } or nil }
    before = link
  end
end

function scene.load()
  world = cairn.world { layers = { "cloth" } }
  world:set_collides("cloth", "cloth", false)
  world:halfspace { friction = 1 }
  world:box { type = "static", x = -4, y = 2.5, w = 0.15, h = 5, layer = "cloth" }
  strip(-3.9, 4.8, LINK, 0, LINKS)
  for i = 1, 6 do strip(i * 0.7, 0, 0, LINK, 4, 30) end
  leaves = {}
  for i = 1, LEAVES do
    leaves[i] = world:box { x = -8 + (i * 37 % LEAVES) * 0.7, y = 1 + i * 0.2, angle = i, w = 0.2,
      h = 0.03, density = 1, friction = 0.2, layer = "cloth" }
  end
  return world
end

function scene.update()
  local p, t = scene.p, world:time()
  world:wind { x = p.wind + p.gust * cairn.sin(2.1 * t) * cairn.sin(0.7 * t),
    y = 0.4 * p.gust * cairn.sin(5.3 * t), drag = p.drag, lift = p.lift }
  for _, leaf in ipairs(leaves) do              -- what has blown away comes again
    local x, y = leaf:position()
    if x > 14 then leaf:set_transform(-10, y + 1, leaf:angle()) end
    if x < -14 then leaf:set_transform(10, y + 1, leaf:angle()) end
  end
end

function scene.draw()
  local x, y = world:wind()
  if x then pen.arrow(-7, 6, -7 + x / 5, 6 + y / 5) end
end
