-- A character: arrow keys to walk, up or space to jump, down to drop through a thin platform.
-- Stairs, slopes of 40 and 55 degrees, a lift, a ferry, a seesaw, one-way platforms, crates.
local cairn = require "cairn"

scene.params {
  speed = { 5, 1, 12 },                               -- m/s
  jump  = { 7, 2, 12 },                               -- m/s upwards
  step  = { 0.35, 0, 1 },                             -- m that are climbed
  legs  = false,                                      -- spring legs
}

local GRAVITY = 12

local hero, lift, ferry, vy, bump

function scene.load(p)
  local world = cairn.world { gravity = { 0, -GRAVITY } }
  world:chain { points = { -15, 8, -15, 0, 23, 0, 23, 8 } }
  for i = 1, 6 do                                     -- stairs
    world:box { type = "static", x = 4 + i * 0.6, y = 0.15 * i, w = 0.6, h = 0.3 * i }
  end
  world:box { type = "static", x = 8.9, y = 0.9, w = 2, h = 1.8 }
  world:polygon { type = "static", x = 14, points = { 0, 0, 7, 0, 5.4, 2.2, 2.7, 2.2 } }
  for i = 1, 3 do                                     -- solid from above
    world:box { type = "static", x = -6.5, y = 1.6 * i, w = 3, h = 0.15, one_way = { 0, 1 } }
  end
  for i = 1, 4 do                                     -- crates
    local x, y = -11.5 + 0.9 * (i % 3), i < 4 and 0.4 or 1.2
    world:box { x = x, y = y, w = 0.8, h = 0.8, density = 20 }
  end
  local plank = world:box { x = 1, y = 0.5, w = 3.6, h = 0.15, angle = 0.2, density = 30 }
  world:revolute { a = world:ground(), b = plank, at = { 1, 0.5 } }
  lift = world:box { type = "kinematic", x = 11.5, y = 0.1, w = 2.4, h = 0.2 }
  ferry = world:box { type = "kinematic", x = -1, y = 3.2, w = 3, h = 0.2 }
  hero = world:mover {
    radius = 0.35, height = 1.6, x = -3, y = 1.5, step = p.step, push = 400, mass = 80,
    legs = p.legs and { length = 0.4, hertz = 3, damping = 0.8 } or nil,
  }
  vy, bump = 0, nil
  scene.view { follow = hero, x = 1, y = 2, w = 24, lag = 0.3 }
  return world
end

local function steer(dt)
  local t = scene.world:time() + dt
  lift:move_to(11.5, 2 - 1.9 * cairn.cos(0.8 * t), 0, dt)
  ferry:move_to(-1 + 3 * cairn.sin(0.6 * t), 3.2, 0.1 * cairn.sin(t), dt)
end

function scene.update(dt)
  local across = (input.down "right" and 1 or 0) - (input.down "left" and 1 or 0)
  local up = input.down "up" or input.down "space"
  steer(dt)
  if hero:is_grounded() then vy = up and scene.p.jump or 0 else vy = vy - GRAVITY * dt end
  hero:set_one_way(not input.down "down")
  local _, my = hero:move(across * scene.p.speed * dt, vy * dt)
  if vy > 0 and my < 0.5 * vy * dt then vy = 0 end    -- a ceiling
end

-- What it runs into, or what runs into it: a line each, as long as it was fast.
function scene.mover_hit(_, _, x, y, nx, ny, speed)
  bump = { x, y, x + 0.15 * speed * nx, y + 0.15 * speed * ny, till = scene.world:time() + 0.3 }
end

function scene.changed(name, value)
  if name == "step" then hero:set_step(value) end
  if name ~= "legs" then return end
  if value then hero:set_legs(0.4, 3, 0.8) else hero:set_legs() end
end

function scene.draw()
  local x, y = hero:drawn()
  local vx, speed_up = hero:velocity()
  pen.text(x - 0.3, y + 1.1, hero:is_grounded() and "" or "in the air")
  if bump and scene.world:time() < bump.till then pen.arrow(bump[1], bump[2], bump[3], bump[4]) end
  local ground = hero:ground()
  ui.label("%.1f, %.1f m/s on %s", vx, speed_up, ground and ground:kind() or "nothing")
end
