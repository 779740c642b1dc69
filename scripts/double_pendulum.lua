-- Double pendulums that start a thousandth of a degree apart. For a while they swing as one; then
-- each goes its own way: chaos. Energy stays all the same.
local cairn = require "cairn"

scene.params {
  count = { 5, 1, 20, step = 1, rebuild = true },
  apart = { 0.001, 0, 0.1, rebuild = true },          -- degrees from one to the next
  angle = { 150, 10, 179, rebuild = true },           -- degrees from hanging
}

local LENGTH, RADIUS = 2, 0.15

local ends, energy, trail

local function add_pendulum(world, i, p)
  local angle = math.rad(p.angle + (i - 1) * p.apart)
  local last, x, y = world:ground(), 0, 0
  for _ = 1, 2 do
    local from = { x, y }
    x, y = x + LENGTH * cairn.sin(angle), y - LENGTH * cairn.cos(angle)
    local bob = world:circle {
      x = x, y = y, radius = RADIUS, group = -1, color = { 1, 1 - i / p.count, 0.3 },
    }
    world:distance { a = last, b = bob, from = from }
    last = bob
  end
  return last
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  ends, trail = {}, {}
  for i = 1, p.count do ends[i] = add_pendulum(world, i, p) end
  energy = world:potential_energy()
  return world
end

function scene.update()
  trail[#trail + 1] = { ends[1]:position() }
  if #trail > 240 then table.remove(trail, 1) end
end

local function spread()
  local x, y = ends[1]:position()
  local most = 0
  for _, body in ipairs(ends) do
    local bx, by = body:position()
    most = math.max(most, math.sqrt((bx - x) ^ 2 + (by - y) ^ 2))
  end
  return most
end

function scene.draw()
  for i = 2, #trail do
    pen.color(1, 1, 1, 0.5 * i / #trail)
    pen.line(trail[i - 1][1], trail[i - 1][2], trail[i][1], trail[i][2])
  end
  local now = scene.world:kinetic_energy() + scene.world:potential_energy()
  ui.label("energy %.4f of %.4f J", now, energy)
  ui.label("apart by %.6f m", spread())
end
