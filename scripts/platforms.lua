-- Kinematic platforms move as they are told, whatever is in their way; friction takes along what
-- stands on them. One goes by its speed, one is sent to a place for each step, one turns.
local cairn = require "cairn"

scene.params {
  speed    = { 1, 0, 3 },                             -- of all three
  friction = { 0.8, 0, 1.5, rebuild = true },
}

local shuttle, circler, wheel, phase

local function add_riders(world, x, y, n, p)
  for i = 1, n do
    world:box { x = x + (i - (n + 1) / 2) * 0.8, y = y + 0.3, w = 0.5, h = 0.6,
      friction = p.friction }
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:chain { points = { -15, 1, -15, -3, 15, -3, 15, 1 }, radius = 0.1 }
  local common = { type = "kinematic", w = 3.5, h = 0.3, friction = p.friction }
  local function platform(x, y)
    common.x, common.y = x, y
    return (world:box(common))
  end
  shuttle = platform(-6, 0)
  circler = platform(0, 2)
  wheel = world:body { type = "kinematic", x = 7, y = 2, angular_velocity = 0.4 }
  for i = 0, 3 do
    wheel:add_box { x = 2 * cairn.cos(i * math.pi / 2), y = 2 * cairn.sin(i * math.pi / 2),
      w = 1.6, h = 0.2, angle = i * math.pi / 2, friction = p.friction }
  end
  add_riders(world, -6, 0.15, 3, p)
  add_riders(world, 0, 2.15, 3, p)
  for i = 1, 12 do world:circle { x = 6.2 + 0.15 * i, y = 5 + 0.5 * i, radius = 0.2 } end
  phase = 0
  return world
end

function scene.update(dt)
  phase = phase + scene.p.speed * dt
  shuttle:set_velocity(2 * scene.p.speed * cairn.cos(phase), 0)
  -- where it is to be at the end of this step
  circler:move_to(1.5 * cairn.sin(phase), 2 + 0.8 - 0.8 * cairn.cos(phase), 0, dt)
  wheel:set_angular_velocity(0.4 * scene.p.speed)
end

function scene.draw()
  local x, y = shuttle:drawn()
  local vx = shuttle:velocity()
  pen.arrow(x, y, x + vx, y)
  x, y = circler:drawn()
  local cx, cy = circler:velocity()
  pen.arrow(x, y, x + cx, y + cy)
end
