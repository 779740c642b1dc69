-- A drum of four boxes, turned by a motor, with 2,025 boxes inside: everything moves.
local cairn = require "cairn"

scene.steps = 750

scene.params {
  n = { 45, 1, 60, step = 1, rebuild = true }, -- boxes along each side of the square inside
}

local SPEED = math.rad(25) -- rad/s of the drum
local TORQUE = 1e8         -- N m
local WALLS = { { 10, 0, 1, 20 }, { -10, 0, 1, 20 }, { 0, 10, 20, 1 }, { 0, -10, 20, 1 } }
local STEP = 0.4           -- m between boxes

local function add_drum(world)
  local ground = world:body { type = "static" }
  local drum = world:body { y = 10 }
  for _, wall in ipairs(WALLS) do
    drum:add_box { x = wall[1], y = wall[2], w = wall[3], h = wall[4], density = 50 }
  end
  world:revolute { a = ground, b = drum, at = { 0, 10 }, motor = { speed = SPEED, max = TORQUE } }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  add_drum(world)
  local half = 0.5 * STEP * p.n
  for i = 0, p.n - 1 do
    for j = 0, p.n - 1 do
      world:box { x = STEP * j - half, y = STEP * i + 10 - half, w = 0.25, h = 0.25 }
    end
  end
  return world
end
