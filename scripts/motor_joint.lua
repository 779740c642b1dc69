-- Motor joints: arms without bones. A tray is carried along a figure of eight and kept level, with
-- no more than so much force and torque; balls fall on it. Below, a crab is driven by speed alone.
local cairn = require "cairn"

scene.params {
  max_force  = { 900, 50, 3000 },                     -- N that carry the tray
  max_torque = { 600, 10, 3000 },                     -- N m that keep it level
  hertz      = { 4, 0.5, 15 },                        -- of the spring to the pose
}

local WIDE, HIGH = 5, 1.8                             -- m, of the path
local PERIOD = 8                                      -- s

local tray, crab, clock

local function place(t)
  local a = 2 * math.pi * t / PERIOD
  return WIDE * cairn.sin(a), 6 + HIGH * cairn.sin(2 * a)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 24, h = 1 }
  for side = -1, 1, 2 do world:box { type = "static", x = side * 12, y = 4, w = 0.5, h = 10 } end
  local plate = world:body { y = 6, angular_damping = 0.2 }
  plate:add_box { w = 3.2, h = 0.2, density = 4, color = 0x80a0c0 }
  for side = -1, 1, 2 do
    plate:add_box { x = side * 1.5, y = 0.3, w = 0.2, h = 0.5, density = 4, color = 0x80a0c0 }
  end
  tray = world:motor {                                -- from the origin: places are absolute
    b = plate, from = { 0, 0 }, to = { 0, 6 },
    linear = { x = 0, y = 6, hertz = p.hertz, damping = 1, max = p.max_force },
    angular = { hertz = p.hertz, damping = 1, max = p.max_torque },
  }
  local body = world:box { x = -6, y = 0.3, w = 1.6, h = 0.6, friction = 0.2, color = 0xc07050 }
  crab = world:motor { b = body, linear = { vx = 2, max = 12 } }
  for i = 1, 8 do
    world:circle { x = 0.3 * (i % 4) - 0.5, y = 7 + 0.5 * i, radius = 0.2 + 0.02 * i }
  end
  clock = 0
  return world
end

function scene.update(dt)
  clock = clock + dt
  local x, y = place(clock)
  local next_x, next_y = place(clock + dt)
  tray:set_target(x, y)
  tray:set_velocity((next_x - x) / dt, (next_y - y) / dt)
  local _, body = crab:bodies()
  local at = body:position()
  if math.abs(at) > 9 then crab:set_velocity(at > 0 and -2 or 2, 0) end
end

function scene.changed()
  local p = scene.p
  tray:set_linear(p.hertz, 1, p.max_force)
  tray:set_angular(p.hertz, 1, p.max_torque)
end

function scene.keypressed(key)
  if key == "space" then tray:set_enabled(not tray:is_enabled()) end
end

function scene.draw()
  pen.color(0.5, 0.6, 0.7, 0.5)
  local x, y = place(0)
  for i = 1, 60 do
    local x2, y2 = place(i * PERIOD / 60)
    pen.line(x, y, x2, y2)
    x, y = x2, y2
  end
  ui.plot("m from the path", (tray:error()))
end
