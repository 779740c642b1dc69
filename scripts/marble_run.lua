-- A marble run: ramps, bends and a jump of chains. Chains are smooth: a marble does not trip where
-- two of their segments meet.
local cairn = require "cairn"

scene.params {
  marbles = { 16, 1, 40, step = 1, rebuild = true },
  every   = { 20, 12, 120, step = 1 },                -- steps from one marble to the next
}

local RADIUS = 0.16

local marbles, ticks

-- Points of an arc about x, y, appended.
local function arc(points, x, y, r, from, to)
  for i = 0, 16 do
    local angle = math.rad(from + (to - from) * i / 16)
    points[#points + 1], points[#points + 2] = x + r * cairn.cos(angle), y + r * cairn.sin(angle)
  end
  return points
end

local function add_track(world, points)
  world:chain { points = points, radius = 0.04, friction = 0.3, color = { 0.7, 0.55, 0.35 } }
end

function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  add_track(world, { -6.3, 9.2, -5.9, 8.6, 3, 6.9 })
  add_track(world, arc({ 5, 7.4 }, 3.8, 6, 1.2, 30, -90))
  add_track(world, { 3.2, 4.7, -3.8, 3.7 })
  add_track(world, arc({ -5.8, 4.6 }, -4.6, 2.8, 1.2, 170, 270))
  local bend = arc({ -4, 1.55, 0, 0.9 }, 1.1, 3, 2.2, -95, -50)
  add_track(world, bend)                              -- the jump
  add_track(world, { 4.6, 3.2, 5.4, 1.6, 5.4, 0 })
  add_track(world, { 8.6, 3.2, 7.8, 1.6, 7.8, 0 })
  for i = 0, 10 do                                    -- pegs in the funnel's foot
    world:circle { type = "static", x = 5.2 + 0.5 * (i % 6) + 0.25 * (i // 6),
      y = -0.8 - 0.6 * (i // 6), radius = 0.05 }
  end
  world:chain { points = { 4.2, 0, 4.2, -3, 9, -3, 9, 0 }, radius = 0.06 }
  marbles, ticks = {}, 0
  scene.view { x = 1.3, y = 3.3, w = 17, h = 14 }
  return world
end

function scene.update()
  if ticks % scene.p.every == 0 then
    if #marbles >= scene.p.marbles then table.remove(marbles, 1):destroy() end
    marbles[#marbles + 1] = scene.world:circle {
      x = -5.8, y = 9, vx = 1, radius = RADIUS, density = 3, friction = 0.3, restitution = 0.2,
      color = { math.random(), 0.5 + 0.5 * math.random(), math.random() },
    }
  end
  ticks = ticks + 1
end

function scene.draw()
  for _, marble in ipairs(marbles) do
    local x, y = marble:drawn()
    local vx, vy = marble:velocity()
    pen.color(1, 1, 1, 0.6)
    pen.line(x, y, x + 0.1 * vx, y + 0.1 * vy)
  end
end
