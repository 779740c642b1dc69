-- A rope bridge of planks, and boxes that fall on it. What pulls too hard on a link breaks it.
local cairn = require "cairn"

scene.params {
  planks  = { 30, 4, 100, step = 1, rebuild = true },
  boxes   = { 20, 0, 100, step = 1, rebuild = true },
  density = { 2, 0.2, 40, rebuild = true },           -- of the boxes, kg/m^2
  strong  = { 6000, 100, 20000 },                     -- N that a link bears
}

local HALF, SAG, THICK = 9, 2, 0.15                   -- m

local links, broken

-- Where the i-th link is: on a parabola from cliff to cliff.
local function place(i, planks)
  local t = 2 * i / planks - 1
  return HALF * t, SAG * (t * t - 1)
end

local function add_plank(world, i, planks)
  local x1, y1 = place(i - 1, planks)
  local x2, y2 = place(i, planks)
  return (world:box {
    x = (x1 + x2) / 2, y = (y1 + y2) / 2, angle = cairn.atan2(y2 - y1, x2 - x1),
    w = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2), h = THICK, density = 4, friction = 0.8,
  })
end

local function add_cliff(world, side)
  return (world:box { type = "static", x = side * (HALF + 4), y = -5, w = 8, h = 10 })
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -10.5, w = 2 * HALF + 20, h = 1 }
  links, broken = {}, 0
  local last, right = add_cliff(world, -1), add_cliff(world, 1)
  for i = 0, p.planks do
    local next = i < p.planks and add_plank(world, i + 1, p.planks) or right
    links[i + 1] = world:revolute {
      a = last, b = next, at = { place(i, p.planks) }, break_force = p.strong,
    }
    last = next
  end
  for i = 1, p.boxes do
    local size = 0.3 + 0.5 * math.random()
    world:box {
      x = (math.random() - 0.5) * HALF, y = 1 + 0.7 * i, angle = 6 * math.random(),
      w = size, h = size, density = p.density,
    }
  end
  return world
end

function scene.changed(_, value)
  for _, link in ipairs(links) do link:set_break_force(value) end
end

function scene.joint_broken(link)
  broken = broken + 1
  print(("%s breaks at %.1f, %.1f"):format(link, link:anchors()))
end

function scene.draw()
  local most = 0
  for _, link in ipairs(links) do
    local fx, fy = link:force()
    if link:is_enabled() then most = math.max(most, math.sqrt(fx * fx + fy * fy)) end
  end
  ui.label("%d of %d links broken, most loaded %.0f N", broken, #links, most)
  ui.plot("N", most)
end
