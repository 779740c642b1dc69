-- Belts: static boxes whose surface moves. A positive speed carries what lies on top towards +x; a
-- chain has a speed for each of its segments.
local cairn = require "cairn"

scene.params {
  speed = { 2, -5, 5 },                         -- m/s
  every = { 40, 10, 120, step = 1 },            -- steps between two crates
}
scene.steps = 900

local belts, chute, world, step

local function belt(x, y, w, factor)
  local _, shape = world:box { type = "static", x = x, y = y, w = w, h = 0.3, radius = 0.1,
    friction = 0.8 }
  belts[#belts + 1] = { shape = shape, factor = factor, x = x, y = y, w = w }
end

local function set_speeds()
  local speed = scene.p.speed
  for _, b in ipairs(belts) do b.shape:set_surface_speed(b.factor * speed) end
  for i = 1, 3 do chute:set_material(i, { surface_speed = speed * i }) end
end

function scene.load()
  world, belts, step = cairn.world { bounds = { -20, -12, 20, 12 }, outside = "destroy" }, {}, 0
  belt(-5, 3, 8, 1)
  belt(3, 1, 8, -1)
  belt(-5, -1, 8, 1)
  chute = select(2, world:chain { points = { -2, -4, 2, -4, 6, -4, 10, -4 }, radius = 0.1,
    friction = 0.8 })
  world:box { type = "static", x = -2.5, y = -3.5, w = 0.3, h = 3 }
  world:box { type = "static", x = 8.2, y = 2, w = 0.3, h = 4 }
  world:box { type = "static", x = -10.2, y = 0, w = 0.3, h = 4 }
  set_speeds()
  return world
end

function scene.update()
  step = step + 1
  if step % scene.p.every ~= 1 then return end
  local n = step // scene.p.every
  if n % 3 == 0 then
    world:circle { x = -8, y = 5, radius = 0.3, rolling = 0.1 }
  else
    world:box { x = -8, y = 5, w = 0.5, h = 0.4 + 0.1 * (n % 3), density = 1 }
  end
end

function scene.changed() set_speeds() end

function scene.draw()
  pen.color(1, 0.9, 0.4)
  for _, b in ipairs(belts) do
    local v = b.shape:surface_speed()
    pen.arrow(b.x - v / 4, b.y, b.x + v / 4, b.y)
    pen.text(b.x - b.w / 2, b.y - 0.6, "%.1f m/s", v)
  end
end
