-- A clockwork: a pinion on a motor turns a wheel, whose own pinion turns another, which lifts a
-- rack with a weight; a planet on its carrier turns on top. A gear joins two joints, not bodies.
local cairn = require "cairn"

scene.params {
  speed  = { 6, -10, 10 },                            -- rad/s, of the motor
  torque = { 60, 0, 300 },                            -- N m, that it has at most
  load   = { 20, 1, 100, rebuild = true },            -- kg on the rack
}

local motor, rail, teeth, last

-- A wheel of the pitch radius r; its teeth are only drawn.
local function wheel(world, x, y, r, body)
  body = body or world:body { x = x, y = y }
  body:add_circle { radius = r, density = 2, group = -1, color = { 0.5, 0.45, 0.3 } }
  teeth[#teeth + 1] = { body, r }
  return body
end

local function hinge(world, body, x, y, a)
  return world:revolute { a = a, b = body, at = { x, y } }
end

local function clockwork(world, p)
  motor = hinge(world, wheel(world, -3, 0, 0.5), -3, 0)
  motor:set_motor(p.speed, p.torque)
  local big = wheel(world, -1, 0, 1.5)
  wheel(world, -1, 0, 0.6, big)
  local middle = hinge(world, big, -1, 0)
  world:gear { a = motor, b = middle, ratio = 3 }     -- 1.5 / 0.5
  last = hinge(world, wheel(world, 0.8, 0, 1.2), 0.8, 0)
  world:gear { a = middle, b = last, ratio = 2 }      -- 1.2 / 0.6
  local rack = world:box { x = 2.15, w = 0.3, h = 5, mass = 2, group = -1,
    color = { 0.6, 0.6, 0.65 } }
  rack:add_box { y = -2.8, w = 1, h = 0.8, density = p.load / 0.8, group = -1 }
  rail = world:prismatic { b = rack, axis = { 0, 1 }, limits = { -2, 2 } }
  world:gear { a = last, b = rail, ratio = -1 / 1.2 } -- a tooth goes up where the wheel does
end

local function planets(world)
  local sun, planet = wheel(world, -1, 4, 0.8), wheel(world, 0.2, 4, 0.4)
  local carrier = world:box { x = -0.4, y = 4, w = 1.6, h = 0.2, group = -1 }
  local arm = world:revolute { b = carrier, at = { -1, 4 } }
  world:weld { b = sun, at = { -1, 4 } }
  world:gear { a = hinge(world, sun, -1, 4, carrier), b = hinge(world, planet, 0.2, 4, carrier),
    ratio = 0.5 }
  world:gear { a = motor, b = arm, ratio = 6 }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  teeth = {}
  clockwork(world, p)
  planets(world)
  return world
end

function scene.update()
  local way = rail:translation()
  if math.abs(way) > 1.9 then motor:set_motor(way > 0 and -scene.p.speed or scene.p.speed) end
end

function scene.draw()
  pen.color(0.9, 0.85, 0.6)
  for _, t in ipairs(teeth) do
    local x, y = t[1]:position()
    for i = 1, math.floor(20 * t[2]) do
      local angle = t[1]:angle() + i * 2 * math.pi / math.floor(20 * t[2])
      local c, s = math.cos(angle), math.sin(angle)
      pen.line(x + (t[2] - 0.08) * c, y + (t[2] - 0.08) * s, x + (t[2] + 0.08) * c,
        y + (t[2] + 0.08) * s)
    end
  end
  ui.label("motor %.3f = -3 x %.3f rad/s", motor:speed(), -motor:speed() / 3)
  ui.label("wheel %.3f rad/s, rack %.3f m/s", last:speed(), rail:speed())
  ui.plot("N m of the motor", (select(3, motor:force())))
end
