-- Welds that give: a diving board and blades of grass bend, a tower sways, a jelly of crates that
-- are welded softly in both ways falls on the floor. Space throws a ball.
local cairn = require "cairn"

scene.params {
  hertz   = { 24, 1, 40 },                            -- of the welds, about their anchors
  damping = { 0.15, 0, 2 },                           -- ratio
  jelly   = { 5, 1, 20 },                             -- Hz of the jelly, in both ways
}

local bent, soft

local function bend(world, a, b, x, y)
  bent[#bent + 1] = world:weld { a = a, b = b, at = { x, y },
    angular = { hertz = scene.p.hertz, damping = scene.p.damping } }
end

-- So many pieces in a row from (x, y) on, each dx, dy further, the first on `last`.
local function add_stalk(world, last, count, x, y, dx, dy, thick, color)
  local length, angle = math.sqrt(dx * dx + dy * dy), cairn.atan2(dy, dx)
  for i = 1, count do
    local piece = world:box { x = x + dx / 2, y = y + dy / 2, w = length, h = thick, angle = angle,
      density = 1.5 - i / count, color = color }
    bend(world, last, piece, x, y)
    last, x, y = piece, x + dx, y + dy
  end
end

local function add_jelly(world, x, y)
  local rows = {}
  for i = 1, 4 do
    rows[i] = {}
    for k = 1, 5 do
      local crate = world:box { x = x + 0.5 * k, y = y + 0.5 * i, w = 0.46, h = 0.46, radius = 0.02,
        color = 0xb06090 }
      local function join(other, px, py)
        soft[#soft + 1] = other and world:weld { a = other, b = crate, at = { px, py },
          linear = { hertz = 5, damping = 0.2 }, angular = { hertz = 5, damping = 0.2 } }
      end
      join(rows[i][k - 1], x + 0.5 * k - 0.25, y + 0.5 * i)
      join(rows[i - 1] and rows[i - 1][k], x + 0.5 * k, y + 0.5 * i - 0.25)
      rows[i][k] = crate
    end
  end
end

function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  local floor = world:box { type = "static", y = -0.5, w = 26, h = 1 }
  local cliff = world:box { type = "static", x = -9, y = 2, w = 3, h = 4 }
  bent, soft = {}, {}
  add_stalk(world, cliff, 9, -7.5, 3.85, 0.5, 0, 0.14, 0xc0a060)
  add_stalk(world, floor, 10, 0, 0, 0, 0.5, 0.3, 0x8090a0)
  for i = 0, 5 do add_stalk(world, floor, 5, 8 + 0.5 * i, 0, 0.02, 0.45, 0.07, 0x60a060) end
  add_jelly(world, 2.5, 2)
  world:circle { x = -4, y = 6, radius = 0.35, density = 1, restitution = 0.3 }
  return world
end

function scene.changed()
  local p = scene.p
  for _, joint in ipairs(bent) do joint:set_angular(p.hertz, p.damping) end
  for _, joint in ipairs(soft) do
    joint:set_linear(p.jelly)
    joint:set_angular(p.jelly)
  end
end

function scene.keypressed(key)
  if key ~= "space" then return end
  scene.world:circle { x = -5, y = 7, radius = 0.3, density = 2, vx = 6, vy = 2 }
end
