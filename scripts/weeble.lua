-- Weebles: round dolls that stand up again. The one thing that makes them is where their mass is:
-- low, by a heavy disc in their feet, or because they are told so (`mass_center`, green). Twins of
-- even mass stay where they roll to. Space knocks them all over.
local cairn = require "cairn"

scene.params {
  count = { 5, 1, 9, step = 1, rebuild = true },
  heavy = { 20, 1, 60, rebuild = true },              -- density of what lies in their feet
  push  = { 4, 0.5, 10 },                             -- rad/s
}

local RADIUS = 0.6

local dolls

local COLORS = { even = { 0.45, 0.5, 0.6 }, weight = { 0.9, 0.5, 0.3 }, told = { 0.4, 0.7, 0.45 } }

local function add_doll(world, x, y, kind, p)
  local doll = world:body { x = x, y = y, angular_damping = 0.3 }
  local color = COLORS[kind]
  doll:add_circle { radius = RADIUS, color = color, rolling = 0.01 }
  doll:add_circle { y = 0.8, radius = 0.35, color = color }
  if kind == "told" then
    doll:set_mass_center(0, -0.15)
  elseif kind == "weight" then
    doll:add_circle { y = -0.35, radius = 0.2, density = p.heavy, color = { 0.2, 0.2, 0.22 } }
  end
  return doll
end

local function knock(push)
  for i, doll in ipairs(dolls) do
    doll:wake()
    doll:set_angular_velocity((i % 2 == 0 and 1 or -1) * push)
  end
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  dolls = {}
  for row = 0, 1 do
    world:box { type = "static", y = 3 * row - 0.2, w = 3 * p.count + 3, h = 0.4 }
    for side = -1, 1, 2 do
      world:box { type = "static", x = side * (1.5 * p.count + 1.4), y = 3 * row + 0.4, w = 0.2,
        h = 0.8 }
    end
    for i = 1, p.count do
      local x = 3 * (i - (p.count + 1) / 2)
      local kind = row == 0 and "even" or i % 2 == 0 and "told" or "weight"
      dolls[#dolls + 1] = add_doll(world, x, 3 * row + RADIUS, kind, p)
    end
  end
  knock(p.push)
  return world
end

function scene.keypressed(key)
  if key == "space" then knock(scene.p.push) end
end

function scene.draw()
  for _, doll in ipairs(dolls) do
    local x, y = doll:center()
    pen.color(1, 1, 0.4)
    pen.disc(x, y, 0.06)                              -- the centre of mass
  end
end
