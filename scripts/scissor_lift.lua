-- A scissor lift: crossed bars, hinged in the middle and at the ends. One short way of the foot is
-- multiplied by as many crossings as there are; so is the force. Space reverses it.
local cairn = require "cairn"

scene.params {
  storeys = { 5, 1, 8, step = 1, rebuild = true },
  load    = { 4, 0, 20, step = 1, rebuild = true },   -- crates
  force   = { 30000, 1000, 100000, rebuild = true },  -- N
}

local BAR, OPEN = 3, 0.5                              -- m; rad of the bars at the start

local motor, top

local function add_bar(world, x, y, angle)
  return (world:box { x = x, y = y, w = BAR, h = 0.12, angle = angle, group = -1, density = 2,
    color = angle > 0 and { 0.85, 0.6, 0.3 } or { 0.7, 0.5, 0.3 } })
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local ground = world:halfspace { group = -1 }
  local half, rise = BAR / 2 * cairn.cos(OPEN), BAR * cairn.sin(OPEN)
  local left, right = ground, nil
  for i = 1, p.storeys do
    local y = 0.1 + (i - 1) * rise
    local up = add_bar(world, 0, y + rise / 2, OPEN)   -- from lower left to upper right
    local down = add_bar(world, 0, y + rise / 2, -OPEN)
    world:revolute { a = up, b = down, at = { 0, y + rise / 2 } }
    world:revolute { a = left, b = up, at = { -half, y } }
    if right then
      world:revolute { a = right, b = down, at = { half, y } }
    else
      local foot = world:box { x = half, y = y, w = 0.4, h = 0.2, group = -1, density = 20 }
      world:revolute { a = foot, b = down, at = { half, y } }
      motor = world:prismatic { a = ground, b = foot, axis = { 1, 0 },
        limits = { -1.25, 0.05 }, motor = { speed = -0.25, max = p.force } }
    end
    left, right = down, up
  end
  local y = 0.1 + p.storeys * rise
  top = world:box { y = y + 0.1, w = 2 * half + 0.6, h = 0.2, density = 2, friction = 0.9,
    group = -1 }
  world:revolute { a = left, b = top, at = { -half, y } }
  -- the other end runs in a slot
  local shoe = world:box { x = half, y = y, w = 0.2, h = 0.1, group = -1, density = 20 }
  world:revolute { a = right, b = shoe, at = { half, y } }
  world:prismatic { a = top, b = shoe, axis = { 1, 0 } }
  for i = 1, p.load do
    world:box { x = (i - 1) % 3 * 0.8 - 0.8, y = y + 0.6 + (i - 1) // 3 * 0.75, w = 0.7, h = 0.7 }
  end
  return world
end

local function reverse() motor:set_motor(-motor:motor(), scene.p.force) end

function scene.update()
  local way = motor:translation()
  if (way < -1.22 and motor:motor() < 0) or (way > 0.03 and motor:motor() > 0) then reverse() end
end

function scene.keypressed(key)
  if key == "space" then reverse() end
end

function scene.draw()
  pen.text(4, 2, "foot at %.2f m, top at %.2f m", motor:translation(), top:y())
  ui.plot("kN in the foot", motor:force() / 1000)
end
