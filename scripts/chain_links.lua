-- Real links: rings of segments that hang in one another by contact alone; no joint at all. The
-- last one carries a weight. Space makes it heavier.
local cairn = require "cairn"

scene.params {
  links   = { 7, 2, 12, step = 1, rebuild = true },
  weight  = { 4, 0.5, 40, rebuild = true },           -- kg/m^2 of the weight
  rounded = { 0.09, 0.05, 0.12, rebuild = true },     -- m, half the wire
}

local W, H = 0.6, 1                                   -- m, the middle line of a link

local weight

-- Every other link is seen from the side: a bar with a hook at each end.
local function add_ring(world, y, r, fixed)
  local ring = world:body { y = y, type = fixed and "static" or "dynamic" }
  for side = -1, 1, 2 do
    ring:add_capsule { x1 = side * W / 2, x2 = side * W / 2, y1 = -H / 2, y2 = H / 2, radius = r }
    ring:add_capsule { x1 = -W / 2, x2 = W / 2, y1 = side * H / 2, y2 = side * H / 2, radius = r }
  end
  return ring
end

local function add_bar(world, y, r)
  local bar = world:body { y = y }
  bar:add_capsule { x1 = 0, x2 = 0, y1 = -H / 2, y2 = H / 2, radius = r, layer = "bar" }
  for side = -1, 1, 2 do bar:add_circle { y = side * H / 2, radius = 2 * r } end
  return bar
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, layers = { "bar" } }
  world:set_collides("bar", "default", false)         -- the bar passes behind the ring's wire
  local r, y, last = p.rounded, 0, nil
  for i = 1, p.links do
    last = i % 2 == 1 and add_ring(world, y, r, i == 1) or add_bar(world, y, r)
    y = y - (H - 3 * r)
  end
  weight = last
  weight:add_box { y = -1.1, w = 1.4, h = 1, density = p.weight, color = { 0.4, 0.42, 0.48 } }
  return world
end

function scene.keypressed(key)
  if key == "space" then weight:shape():set_density(weight:shape():density() + 5) end
end

function scene.draw()
  local x, y = weight:drawn()
  pen.text(x + 1, y - 1, "%.1f kg, overlap %.3f mm", weight:mass(),
    1000 * scene.world:max_penetration())
end
