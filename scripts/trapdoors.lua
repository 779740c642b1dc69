-- Trapdoors: plates that let through what lies on them and hold it again, in turns. An open one is
-- a sensor (`set_sensor`) and counts what falls through. Bodies caught half way are pushed out.
local cairn = require "cairn"

scene.params {
  floors = { 4, 1, 8, step = 1, rebuild = true },
  balls  = { 24, 1, 80, step = 1, rebuild = true },
  open   = { 0.9, 0.2, 3 },                           -- s that each floor stays open
}
scene.steps = 900

local GAP, WIDTH = 2.2, 9
local SOLID, OPEN = 0x8899aa, 0x334455
local plates, through, turn, left

local function set_open(plate, open)
  plate:set_sensor(open)
  plate:set_color(open and OPEN or SOLID)
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  plates, through = {}, 0
  local top = p.floors * GAP
  world:box { type = "static", y = -0.25, w = WIDTH + 1, h = 0.5 }
  for side = -1, 1, 2 do
    world:box { type = "static", x = side * (WIDTH / 2 + 0.25), y = top / 2 + 2, w = 0.5,
      h = top + 6 }
  end
  for i = 1, p.floors do
    local _, plate = world:box { type = "static", y = i * GAP, w = WIDTH, h = 0.2, color = SOLID }
    plates[i] = plate
  end
  for i = 1, p.balls do
    local x, y = (i - 1) % 8 - 3.5, top + 0.6 + (i - 1) // 8
    world:circle { x = x + 0.01 * (i % 3), y = y, radius = 0.35, restitution = 0.2 }
  end
  turn, left = 0, 1
  return world
end

-- From the lowest floor up: each empties into one that is already empty.
function scene.update(dt)
  left = left - dt
  if left > 0 then return end
  if plates[turn] then set_open(plates[turn], false) end
  turn = turn % (#plates + 1) + 1                     -- one turn in which all are shut
  if plates[turn] then set_open(plates[turn], true) end
  left = scene.p.open
end

function scene.sensor(_, _, entered)
  if not entered then through = through + 1 end
end

function scene.draw()
  pen.color(1, 1, 1)
  pen.text(-WIDTH / 2, #plates * GAP + 4, "%d have passed a floor", through)
end
