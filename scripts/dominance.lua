-- Dominance: where two bodies meet, the one with more of it pushes and is not pushed, whatever both
-- weigh. The sledge of 2 kg drives on through blocks of 500 kg, the paper tower stands against a
-- ball of lead. Space throws the ball again.
local cairn = require "cairn"

scene.params {
  sledge = { 1, -3, 3, step = 1 },                    -- dominance of the sledge
  tower = { 2, -3, 3, step = 1 },                     -- and of the tower
  speed = { 2, 0.5, 6 },                              -- m/s, of the sledge
}

local SLEDGE <const>, PAPER <const>, LEAD <const> = 0xe0a040, 0xe06050, 0x808890
local TURN <const> = 4                                -- s, until it drives back
local sledge, tower, ball, clock

local function throw()
  ball:set_transform(9, 4, 0)
  ball:set_velocity(-6, 2)
  ball:set_angular_velocity(0)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 26, h = 1 }
  for side = -1, 1, 2 do world:box { type = "static", x = 12.5 * side, y = 2, w = 1, h = 6 } end
  sledge = world:polygon { x = -9, points = { 0, 0, 1.6, 0, 1.6, 0.3, 0, 1 }, mass = 2,
    friction = 0, fixed_rotation = true, dominance = p.sledge, color = SLEDGE, name = "sledge" }
  for i = 1, 8 do
    world:box { x = -6 + 0.9 * (i % 4), y = 0.4 + 0.81 * (i // 5), w = 0.8, h = 0.8, mass = 500,
      color = LEAD }
  end
  tower = {}
  for i = 1, 5 do
    tower[i] = world:box { x = 4, y = 0.6 * i - 0.3, w = 1, h = 0.6, mass = 0.5, color = PAPER,
      dominance = p.tower }
  end
  ball = world:circle { x = 9, y = 4, radius = 0.5, mass = 200, color = LEAD }
  throw()
  clock = 0
  return world
end

function scene.changed()
  sledge:set_dominance(scene.p.sledge)
  for _, box in ipairs(tower) do box:set_dominance(scene.p.tower) end
end

function scene.update(dt)
  clock = clock + dt
  local vx, vy = sledge:velocity()
  local wanted = clock % (2 * TURN) < TURN and scene.p.speed or -scene.p.speed
  sledge:set_velocity(vx + 0.2 * (wanted - vx), vy)
end

function scene.key(key)
  if key == "space" then throw() end
end

function scene.draw()
  pen.text(-11, 7, "sledge: %d, tower: %d, all others: 0", sledge:dominance(), tower[1]:dominance())
end
