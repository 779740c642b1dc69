-- A plate opens the gate while enough lies on it: a hook tells when the load has lasted. The lamp's
-- rope gives an alarm, the red crate passes the gate, and a rotary keeps the sign within an angle.
local cairn = require "cairn"

scene.params {
  press = { 60, 10, 200 },                            -- N
  alarm = { 35, 5, 100 },                             -- N
  weight = { 3, 0.5, 10, rebuild = true },            -- kg, of a crate
}

local DROP = 1.5                                      -- s from crate to crate
local plate, gate, rope, lamp, crates, clock

local function crate(world, color)
  local box = world:box { x = -3 + 0.3 * (#crates % 3), y = 4, w = 0.6, h = 0.6,
    mass = scene.p.weight, color = color }
  crates[#crates + 1] = box
  return box
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  local _, top = world:box { type = "static", x = -3, y = 0.1, w = 2.4, h = 0.2, color = 0x808890,
    press_force = p.press }
  plate = top
  local door = world:box { x = 1, y = 1.25, w = 0.3, h = 2.4, mass = 4, color = 0x70a060 }
  gate = world:prismatic { b = door, axis = { 0, 1 }, limits = { 0, 2.6 },
    motor = { speed = -2, max = 400 } }
  lamp = world:circle { x = 6, y = 3, radius = 0.35, mass = 2, color = 0xffd070 }
  rope = world:distance { from = { 6, 6 }, b = lamp, max = 3, alarm_force = p.alarm }
  local post = world:box { type = "static", x = 3.5, y = 1, w = 0.2, h = 2 }
  local sign = world:box { x = 3.5, y = 2.6, w = 1.6, h = 0.5, angular_velocity = 3,
    color = 0x6080b0 }
  world:rotary { a = post, b = sign, limits = { -0.3, 0.3 } }
  world:revolute { a = post, b = sign, at = { 3.5, 2.6 } }
  crates, clock = {}, 0
  local ghost = world:circle { x = -1, y = 0.4, radius = 0.4, vx = 2, rolling = 0.002,
    color = 0xd05040 }
  ghost:shape():set_ignores(door:shape(), true)
  return world
end

function scene.update(dt)
  clock = clock + dt
  if clock > DROP and #crates < 8 then
    clock = 0
    crate(scene.world, 0xa08050)
  end
end

function scene.pressed(_, on) gate:set_motor(on and 2 or -2, 400) end

function scene.joint_alarm(_, on) lamp:shape():set_color(on and 0xff4030 or 0xffd070) end

function scene.changed(name, value)
  if name == "press" then plate:set_press(value) end
  if name == "alarm" then rope:set_alarm_force(value) end
end

function scene.keypressed(key)                        -- space knocks the lamp and clears the plate
  if key ~= "space" then return end
  lamp:apply_impulse(6, 0)
  for _, box in ipairs(crates) do box:destroy() end
  crates = {}
end

function scene.draw()
  pen.text(-4, 2.6, "%.0f of %.0f N", (plate:load()), scene.p.press)
  local fx, fy = rope:force()
  pen.text(6.3, 4.5, "%.0f N", math.sqrt(fx * fx + fy * fy))
end
