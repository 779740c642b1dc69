-- A beast that walks on sticks: Theo Jansen's linkage. One crank turns; rods of eleven lengths, all
-- hinged, make a foot that goes flat over the ground and lifts on the way back.
local cairn = require "cairn"

scene.params {
  speed  = { 5, -10, 10 },                            -- rad/s of the crank
  legs   = { 6, 4, 8, step = 2, rebuild = true },
  torque = { 400, 10, 2000, rebuild = true },         -- N m
}

local CRANK, HUB_X, HUB_Y = 0.15, 0.38, 0.078         -- his numbers, in metres

local motor, chassis

-- Where the two circles meet on the side given: 1 is to the left of the way from the first centre.
local function meet(x1, y1, r1, x2, y2, r2, side)
  local dx, dy = x2 - x1, y2 - y1
  local d = math.sqrt(dx * dx + dy * dy)
  local along = (r1 * r1 - r2 * r2 + d * d) / (2 * d)
  local across = side * math.sqrt(r1 * r1 - along * along)
  return x1 + (along * dx - across * dy) / d, y1 + (along * dy + across * dx) / d
end

local function bar(world, x1, y1, x2, y2)
  return (world:capsule { x = x1, y = y1, x1 = 0, y1 = 0, x2 = x2 - x1, y2 = y2 - y1,
    radius = 0.015, group = -1, density = 8 })
end

local function triangle(world, points)
  local body = world:body {}
  body:add_polygon { points = points, hull = true, radius = 0.012, group = -1, density = 4,
    friction = 1.2, color = { 0.85, 0.75, 0.5 } }
  return body
end

local function add_leg(world, crank, angle, side)
  local function pin(a, b, x, y) world:revolute { a = a, b = b, at = { side * x, y } } end
  local function rod(x1, y1, x2, y2) return bar(world, side * x1, y1, side * x2, y2) end
  -- worked out for the right side, mirrored for the left
  local cx, cy = side * CRANK * cairn.cos(angle), CRANK * cairn.sin(angle)
  local hx, hy = HUB_X, -HUB_Y
  local ax, ay = meet(cx, cy, 0.50, hx, hy, 0.415, 1)
  local bx, by = meet(cx, cy, 0.619, hx, hy, 0.393, -1)
  local ex, ey = meet(ax, ay, 0.558, hx, hy, 0.401, 1)
  local fx, fy = meet(ex, ey, 0.394, bx, by, 0.367, 1)
  local gx, gy = meet(fx, fy, 0.657, bx, by, 0.49, 1)
  local upper = triangle(world, { side * ax, ay, side * hx, hy, side * ex, ey })
  local lower = triangle(world, { side * fx, fy, side * bx, by, side * gx, gy })
  local j, k, f = rod(cx, cy, ax, ay), rod(cx, cy, bx, by), rod(ex, ey, fx, fy)
  local c = rod(hx, hy, bx, by)
  pin(crank, j, cx, cy) pin(crank, k, cx, cy) pin(j, upper, ax, ay) pin(chassis, upper, hx, hy)
  pin(chassis, c, hx, hy) pin(k, c, bx, by) pin(k, lower, bx, by) pin(upper, f, ex, ey)
  pin(f, lower, fx, fy)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:halfspace { y = -0.9, friction = 1.2 }
  for i = 1, 12 do world:box { x = 3 + i * 0.5, y = -0.85, w = 0.08, h = 0.1, density = 0.5 } end
  chassis = world:box { y = -0.04, w = 2 * HUB_X, h = 0.08, density = 40, group = -1 }
  local crank = world:circle { radius = CRANK, density = 5, group = -1 }
  motor = world:revolute { a = chassis, b = crank, at = { 0, 0 },
    motor = { speed = -p.speed, max = p.torque } }
  for i = 0, p.legs // 2 - 1 do
    for side = -1, 1, 2 do add_leg(world, crank, 4 * math.pi * i / p.legs, side) end
  end
  return world
end

function scene.changed(name, value) if name == "speed" then motor:set_motor(-value) end end
function scene.draw() ui.plot("m walked", chassis:x()) end
