-- Hands: mouse joints that hold a corner of a box, the end of a chain, and a heavy ball with no
-- more force than they may. They follow the mouse, or go round by themselves. Space lets go.
local cairn = require "cairn"

scene.params {
  hertz     = { 3, 0.5, 15 },
  damping   = { 0.7, 0, 2 },                          -- ratio
  max_force = { 120, 5, 1000 },                       -- N of each hand
}

local hands, clock, mouse_x, mouse_y

local function take(world, body, x, y, p)
  hands[#hands + 1] = { x = x, y = y, joint = world:mouse {
    body = body, x = x, y = y, hertz = p.hertz, damping = p.damping, max_force = p.max_force } }
end

local function add_chain(world, x, y, p)
  local last
  for i = 1, 8 do
    local link = world:capsule { x = x + 0.5 * i, y = y, x1 = -0.2, y1 = 0, x2 = 0.2, y2 = 0,
      radius = 0.1, color = 0x70a0c0 }
    if last then world:revolute { a = last, b = link, at = { x + 0.5 * i - 0.25, y } } end
    if i == 1 then take(world, link, x + 0.3, y, p) end
    last = link
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 26, h = 1 }
  for side = -1, 1, 2 do world:box { type = "static", x = 13 * side, y = 4, w = 0.5, h = 10 } end
  hands, clock, mouse_x = {}, 0, nil
  local crate = world:box { x = -8, y = 4, w = 1.6, h = 1, color = 0xb08050 }
  take(world, crate, -8.7, 4.4, p)
  add_chain(world, -3, 5, p)
  local ball = world:circle { x = 6, y = 3, radius = 0.8, density = 10, color = 0x607080 }
  take(world, ball, 6, 3, p)                          -- too heavy for 120 N: it is dragged
  for i = 1, 12 do world:box { x = i - 6, y = 0.3, w = 0.5, h = 0.6 } end
  return world
end

function scene.mousemoved(x, y) mouse_x, mouse_y = x, y end

function scene.update(dt)
  clock = clock + dt
  for i, hand in ipairs(hands) do
    local a = clock * (0.8 + 0.15 * i) + i
    local x, y = hand.x + 2 * cairn.cos(a), hand.y + 1.2 * cairn.sin(a)
    if mouse_x then x, y = mouse_x + 2 * (i - 2), mouse_y end
    hand.joint:set_target(x, y)
    hand.joint:set_spring(scene.p.hertz, scene.p.damping)
    hand.joint:set_max_force(scene.p.max_force)
  end
end

function scene.keypressed(key)                        -- let go, or take hold again
  if key ~= "space" then return end
  for _, hand in ipairs(hands) do hand.joint:set_enabled(not hand.joint:is_enabled()) end
end

function scene.draw()
  for _, hand in ipairs(hands) do
    local x, y = hand.joint:target()
    pen.color(1, 0.9, 0.4)
    pen.circle(x, y, 0.15)
    local fx, fy = hand.joint:force()
    pen.arrow(x, y, x + fx / 100, y + fy / 100)
  end
end
