-- What breaks: crates are laid on a pier of welded planks until it gives way at the wall, and balls
-- drop into a bucket until its rope tears. Welds go from green to red. Space mends, gently.
local cairn = require "cairn"

scene.params {
  tough  = { 220, 20, 1000 },                         -- N m that a weld of the pier bears
  strong = { 90, 20, 500 },                           -- N that the rope bears
  every  = { 0.6, 0.4, 4 },                           -- s between two loads
}

local PLANKS, LENGTH = 8, 0.8                         -- m
local welds, rope, broken, clock, loads

local function add_pier(world, p)
  local last = world:box { type = "static", x = -9, y = 2, w = 2, h = 5 }
  for i = 1, PLANKS do
    local x = -8 + (i - 1) * LENGTH
    local plank = world:box { x = x + LENGTH / 2, y = 4, w = LENGTH, h = 0.2, friction = 0.9,
      color = 0xb08858 }
    welds[i] = world:weld { a = last, b = plank, at = { x, 4 }, break_torque = p.tough,
      break_force = 20 * p.strong }
    last = plank
  end
end

local function add_bucket(world, p)
  local bucket = world:body { x = 5, y = 3, angular_damping = 1 }
  bucket:add_box { y = -0.6, w = 1.6, h = 0.15, color = 0x7088a8 }
  for side = -1, 1, 2 do
    bucket:add_box { x = 0.85 * side, w = 0.15, h = 1.3, angle = -0.15 * side, color = 0x7088a8 }
  end
  local hook = world:circle { x = 5, y = 4.6, radius = 0.12, color = 0x909090 }
  for side = -1, 1, 2 do
    world:distance { a = bucket, b = hook, from = { 5 + 0.9 * side, 3.6 } }
  end
  rope = world:distance { b = hook, from = { 5, 8 }, break_force = p.strong }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 24, h = 1 }
  for side = -1, 1, 2 do world:box { type = "static", x = 12 * side, y = 0.5, w = 0.4, h = 3 } end
  welds, broken, clock, loads = {}, 0, 0, 0
  add_pier(world, p)
  add_bucket(world, p)
  return world
end

function scene.update(dt)
  clock = clock + dt
  if clock < scene.p.every or loads >= 24 then return end
  clock, loads = 0, loads + 1
  local x = -7.5 + (loads * 3 % 7) * LENGTH
  scene.world:box { x = x, y = 4.4 + 0.52 * (loads // 7), w = 0.5, h = 0.5, friction = 0.9 }
  scene.world:circle { x = 4.9 + 0.2 * (loads % 2), y = 3.9, radius = 0.2, density = 2 }
end

function scene.joint_broken() broken = broken + 1 end

function scene.changed()
  for _, weld in ipairs(welds) do weld:set_break_torque(scene.p.tough) end
  rope:set_break_force(scene.p.strong)
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for _, weld in ipairs(welds) do weld:set_enabled(true) end
  rope:set_enabled(true)
end

function scene.draw()
  for _, weld in ipairs(welds) do
    local x, y = weld:anchors()
    local load = math.min(1, math.abs(select(3, weld:force())) / scene.p.tough)
    pen.color(0.2 + 0.8 * load, 0.8 - 0.6 * load, 0.2, weld:is_enabled() and 1 or 0.2)
    pen.disc(x, y, 0.08)
  end
  ui.label("%d broken", broken)
end
