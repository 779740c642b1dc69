-- What collides: each colour is a layer. Shelves hold their own colour and let the others pass;
-- balls of different colours pass each other too, unless the box is ticked.
local cairn = require "cairn"

scene.params {
  balls = { 45, 3, 150, step = 1, rebuild = true },
  meet  = false,                                      -- balls of different colours
}

local NAMES = { "red", "green", "blue" }
local COLORS = { { 0.9, 0.35, 0.3 }, { 0.35, 0.8, 0.4 }, { 0.35, 0.5, 0.95 } }

local function set_meeting(world, meet)
  for i = 1, 3 do
    for j = i + 1, 3 do world:set_collides(NAMES[i], NAMES[j], meet) end
  end
end

function scene.load(p)
  local shelves = {}
  for i, name in ipairs(NAMES) do shelves[i] = name .. " shelf" end
  local world = cairn.world {
    gravity = { 0, -10 },
    layers = { NAMES[1], NAMES[2], NAMES[3], shelves[1], shelves[2], shelves[3] },
  }
  world:chain { points = { -8, 12, -7, -3, 7, -3, 8, 12 }, radius = 0.1 }
  for i = 1, 3 do
    for j = 1, 3 do
      if i ~= j then world:set_collides(NAMES[i], shelves[j], false) end
    end
    world:box { type = "static", y = 7.5 - 3 * i, w = 12, h = 0.2, layer = shelves[i],
      angle = i % 2 == 0 and 0.04 or -0.04, color = COLORS[i] }
  end
  set_meeting(world, p.meet)
  for i = 0, p.balls - 1 do
    local kind = i % 3 + 1
    world:circle {
      x = (i % 11 - 5) * 0.9 + 0.2 * math.random(), y = 7 + 0.8 * (i // 11), radius = 0.33,
      layer = NAMES[kind], color = COLORS[kind], rolling = 0.02,
    }
  end
  return world
end

function scene.changed(name, value)
  if name == "meet" then set_meeting(scene.world, value) end
end

function scene.draw()
  for i, name in ipairs(NAMES) do pen.text(6.6, 7.3 - 3 * i, "%s only", name) end
end
