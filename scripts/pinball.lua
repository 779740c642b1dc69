-- Pinball: two flippers on motors with limits, and bumpers that kick. Left, right (or space for
-- both) move the flippers; left alone they play by themselves.
local cairn = require "cairn"

scene.params {
  slope   = { 6, 1, 12 },                             -- m/s^2 down the table
  kick    = { 7, 0, 20 },                             -- m/s from a bumper
  flipper = { 25, 5, 60 },                            -- rad/s
}

local BUMPERS = { { -1.7, 8.6 }, { 1.7, 8.6 }, { 0, 10.6 }, { 0, 7 } }
local REST, UP = 0.55, 0.6                            -- rad below and above the level

local ball, flippers, score, sparks

-- Both arms start level and point to the middle; an angle is from there.
local function add_flipper(world, side)
  local x, y = side * 2.3, 1.9
  local arm = world:capsule {
    x = x, y = y, x1 = 0, y1 = 0, x2 = -side * 1.55, y2 = 0, radius = 0.16, density = 4,
    color = { 0.9, 0.6, 0.2 },
  }
  local low, high = -REST, UP
  if side > 0 then low, high = -UP, REST end
  return world:revolute {
    b = arm, at = { x, y }, limits = { low, high }, motor = { speed = 0, max = 400 },
  }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -p.slope }, layers = { "bumper" } }
  world:chain { loop = true, points = {
    -4, 0, -4, 10, -3.6, 11.7, -2.4, 12.8, 0, 13.3, 2.4, 12.8, 3.6, 11.7, 4, 10, 4, 0 },
    radius = 0.1 }
  for side = -1, 1, 2 do
    world:segment { x1 = side * 4, y1 = 3.2, x2 = side * 2.55, y2 = 2.24, radius = 0.1 }
    world:segment { x1 = side * 2.9, y1 = 3.6, x2 = side * 2.9, y2 = 5.2, radius = 0.12,
      restitution = 0.8 }
  end
  for _, place in ipairs(BUMPERS) do
    world:circle { type = "static", x = place[1], y = place[2], radius = 0.55, layer = "bumper",
      restitution = 0.3, color = { 0.3, 0.75, 0.55 } }
  end
  flippers = { add_flipper(world, -1), add_flipper(world, 1) }
  ball = world:circle { x = 0.6, y = 12.3, radius = 0.25, bullet = true, restitution = 0.4 }
  score, sparks = 0, {}
  return world
end

function scene.update(dt)
  local x, y = ball:position()
  if y < 1 then ball:set_position(0.6 * math.random(), 12.3) ball:set_velocity(0, 0) end
  for i, joint in ipairs(flippers) do
    local side = i == 1 and -1 or 1
    local wanted = input.down(i == 1 and "left" or "right") or input.down "space"
    local near = x * side > -0.2 and math.abs(x) < 2.2 and y < 2.6 and y > 1
    joint:set_motor((wanted or near) and -side * scene.p.flipper or side * 8)
  end
  for i = #sparks, 1, -1 do
    sparks[i].age = sparks[i].age + dt
    if sparks[i].age > 0.4 then table.remove(sparks, i) end
  end
end

function scene.begin_contact(_, _, m)
  local bumper, other = m:between("bumper", "default")
  if not bumper then return end
  local nx, ny = m:normal(bumper)
  local x, y = m:point(1)
  score, sparks[#sparks + 1] = score + 100, { x = x, y = y, age = 0 }
  other:body():apply_impulse(nx * scene.p.kick * ball:mass(), ny * scene.p.kick * ball:mass())
end

function scene.changed(name, v) if name == "slope" then scene.world:set_gravity(0, -v) end end

function scene.draw()
  pen.text(-0.6, 14, "%d", score)
  for _, s in ipairs(sparks) do pen.circle(s.x, s.y, 0.2 + 2 * s.age) end
end
