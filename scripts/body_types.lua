-- The three types of bodies, changed while all runs: the platform is kinematic, then dynamic, then
-- static, every two seconds. What lies on it notices. Space: change it now.
local cairn = require "cairn"

scene.params {
  boxes = { 12, 0, 40, step = 1, rebuild = true },
  every = { 2, 0.5, 6 },                              -- s
  speed = { 1.5, 0, 4 },                              -- m/s, while it is kinematic
}

local TYPES = { "kinematic", "dynamic", "static" }
local COLORS = { { 0.3, 0.7, 0.6 }, { 0.9, 0.65, 0.3 }, { 0.5, 0.55, 0.65 } }

local platform, post, kind, clock

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -10, 6, -10, 0, 10, 0, 10, 6 }, radius = 0.1 }
  platform = world:box { type = "kinematic", y = 3, w = 6, h = 0.3, friction = 0.8 }
  post = world:box { y = 1.4, w = 0.5, h = 2.4, density = 2 }
  world:revolute { a = platform, b = post, at = { 0, 2.7 } }
  for i = 0, p.boxes - 1 do
    world:box { x = i % 6 * 0.9 - 2.2, y = 3.6 + i // 6 * 0.8, w = 0.6, h = 0.6 }
  end
  kind, clock = 1, 0
  return world
end

local function next_type()
  kind, clock = kind % #TYPES + 1, 0
  platform:set_type(TYPES[kind])
  platform:shape():set_color(table.unpack(COLORS[kind]))
end

function scene.update(dt)
  clock = clock + dt
  if clock > scene.p.every then next_type() end
  if platform:type() == "kinematic" then
    local x = platform:position()
    local way = x > 3 and -1 or x < -3 and 1 or (platform:velocity() < 0 and -1 or 1)
    platform:set_velocity(way * scene.p.speed, 0)
    platform:set_angular_velocity(-2 * platform:angle())
  end
end

function scene.keypressed(key)
  if key == "space" then next_type() end
end

function scene.draw()
  local x, y = platform:drawn()
  pen.text(x - 1, y + 0.5, "%s", platform:type())
  ui.label("mass %.1f kg", platform:mass())
end
