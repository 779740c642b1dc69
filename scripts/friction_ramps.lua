-- Crates on ramps of one slope and growing friction. On a slope of angle a a crate stays when its
-- friction is above tan(a), and slides when it is below.
local cairn = require "cairn"

scene.params {
  slope = { 20, 0, 45, rebuild = true },              -- degrees
  ramps = { 8, 2, 12, step = 1, rebuild = true },
  most  = { 0.7, 0.1, 1, rebuild = true },            -- friction of the top ramp
}

local LENGTH, THICKNESS = 12, 0.2
local DROP = 1.6                                      -- m between two ramps
local SIZE = 0.5

local crates                                          -- { body, friction, x, y }

local function add_ramp(world, i, p)
  local angle = math.rad(p.slope)
  local friction = p.most * i / p.ramps
  local y = i * DROP
  -- two equal frictions mix to the same one
  world:box {
    type = "static", y = y, angle = -angle, w = LENGTH, h = THICKNESS, friction = friction,
  }
  local along, above = -LENGTH / 2 + 1, (SIZE + THICKNESS) / 2
  local x = cairn.cos(angle) * along + cairn.sin(angle) * above
  y = y - cairn.sin(angle) * along + cairn.cos(angle) * above
  local body = world:box {
    x = x, y = y, angle = -angle, w = SIZE, h = SIZE, friction = friction,
    name = ("friction %.2f"):format(friction),
  }
  crates[i] = { body = body, friction = friction, x = x, y = y }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -3, w = 30, h = 1 }
  crates = {}
  for i = 1, p.ramps do add_ramp(world, i, p) end
  return world
end

local function moved(crate)
  local x, y = crate.body:position()
  return math.sqrt((x - crate.x) ^ 2 + (y - crate.y) ^ 2)
end

function scene.draw()
  local needed = math.tan(math.rad(scene.p.slope))
  for _, crate in ipairs(crates) do
    local expected = crate.friction > needed and "stays" or "slides"
    if expected == "stays" then pen.color(0.5, 1, 0.5) else pen.color(1, 0.6, 0.4) end
    pen.text(crate.x - 7, crate.y, "%.2f %s: %.2f m", crate.friction, expected, moved(crate))
  end
end
