-- Who is first at the foot of the ramp? A box that slides without friction, a full disc, a ring:
-- all of one mass. A ring has its mass far out, and turning it takes the most energy.
local cairn = require "cairn"

scene.params {
  slope = { 15, 3, 30, rebuild = true },              -- degrees
}

local LENGTH, RADIUS, GAP = 16, 0.4, 2.6              -- m
local NAMES = { "box without friction", "disc", "ring" }
local SHARES = { 1, 2 / 3, 1 / 2 }                    -- of g sin(slope), by theory

local racers                                          -- { body, x, y, time }

local function add_lane(world, i, slope)
  local y = (2 - i) * GAP
  local c, s = cairn.cos(slope), cairn.sin(slope)
  world:box { type = "static", y = y, w = LENGTH + 2, h = 0.2, angle = -slope, friction = 1 }
  local x0 = -LENGTH / 2 * c + (RADIUS + 0.1) * s
  local y0 = y + LENGTH / 2 * s + (RADIUS + 0.1) * c
  local body
  if i == 1 then
    body = world:box { x = x0, y = y0, w = 2 * RADIUS, h = 2 * RADIUS, angle = -slope,
      friction = 0, mass = 1, color = { 0.85, 0.75, 0.4 } }
  else
    body = world:circle { x = x0, y = y0, radius = RADIUS, mass = 1, friction = 1,
      inertia = (i == 2 and 0.5 or 1) * RADIUS ^ 2,
      color = i == 2 and { 0.5, 0.7, 0.9 } or { 0.9, 0.5, 0.5 } }
  end
  racers[i] = { body = body, x = x0, y = y0 }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -8, w = 60, h = 1 }
  world:box { type = "static", x = 20, y = -2, w = 1, h = 12 }
  racers = {}
  for i = 1, 3 do add_lane(world, i, math.rad(p.slope)) end
  return world
end

local function way(racer)
  local x, y = racer.body:position()
  return math.sqrt((x - racer.x) ^ 2 + (y - racer.y) ^ 2)
end

function scene.update()
  for _, racer in ipairs(racers) do
    if not racer.time and way(racer) >= LENGTH then racer.time = scene.world:time() end
  end
end

function scene.keypressed(key)
  if key == "space" then scene.restart() end
end

function scene.draw()
  for i, racer in ipairs(racers) do
    local a = SHARES[i] * 10 * math.sin(math.rad(scene.p.slope))
    pen.text(-8, (2 - i) * GAP - 1.2, "%s: %.2f s, theory %.2f s", NAMES[i],
      racer.time or scene.world:time(), math.sqrt(2 * LENGTH / a))
  end
end
