-- Areas with a gravity of their own: a lift that throws upwards, a room without weight, one where
-- everything falls sideways, and a planet that pulls everything to its middle.
local cairn = require "cairn"

scene.params {
  lift   = { 16, 0, 30 },                       -- m/s^2, besides the world's
  aside  = { 6, -20, 20 },                      -- m/s^2, instead of it
  center = { 5, 0, 20 },
}
scene.steps = 900

local areas, world

local function zone(x, y, w, h, color, area)
  local _, shape = world:box { type = "static", x = x, y = y, w = w, h = h, sensor = true,
    color = color }
  areas[#areas + 1] = { shape = shape, area = area }
end

local function set_areas()
  for _, zone_of in ipairs(areas) do zone_of.shape:set_area(zone_of.area(scene.p)) end
end

local function walls(x, y, w, h)
  local t = 0.2
  for side = -1, 1, 2 do
    world:box { type = "static", x = x + side * (w + t) / 2, y = y, w = t, h = h + 2 * t }
    world:box { type = "static", x = x, y = y + side * (h + t) / 2, w = w, h = t }
  end
end

local function crowd(x, y, n)
  for i = 1, n do
    local at, row = x + (i - 1) % 4 * 0.8 - 1.2, y + (i - 1) // 4 * 0.8
    if i % 2 == 0 then
      world:circle { x = at, y = row, radius = 0.3, restitution = 0.4 }
    else
      world:box { x = at, y = row, w = 0.5, h = 0.5, angle = i, restitution = 0.2 }
    end
  end
end

function scene.load()
  world, areas = cairn.world {}, {}
  for i = 0, 3 do
    walls(-12 + 8 * i, 0, 7, 8)
    crowd(-12 + 8 * i, -2, 12)
  end
  zone(-13.5, -1, 3, 6, 0x306030, function(p) return { gravity = { 0, p.lift } } end)
  zone(-4, 0, 7, 8, 0x303060, function() return { replace = true, drag = 0.05 } end)
  zone(4, 0, 7, 8, 0x603030, function(p)
    return { gravity = { p.aside, 0 }, replace = true }
  end)
  world:circle { type = "static", x = 12, radius = 1 }
  zone(12, 0, 7, 8, 0x504020, function(p)
    return { pull = p.center, replace = true, drag = 0.1 }
  end)
  set_areas()
  return world
end

function scene.changed() set_areas() end
