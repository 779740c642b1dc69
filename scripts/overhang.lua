-- How far can bricks reach over an edge? The top one by half its length, the next by a quarter, a
-- sixth, an eighth: 1/2 + 1/4 + 1/6 + ... never ends. With more than all of it, they fall.
local cairn = require "cairn"

scene.params {
  bricks = { 9, 1, 20, step = 1, rebuild = true },
  daring = { 0.98, 0.5, 1.1, rebuild = true },        -- of what the sum allows
}

local LENGTH, THICK = 2, 0.35                         -- m

local bricks, reach

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", x = -3, y = -1.5, w = 6, h = 3, friction = 0.8 }
  world:box { type = "static", y = -3.5, w = 30, h = 1 }
  bricks, reach = {}, 0
  local edge = 0
  for i = 1, p.bricks do
    local from_top = p.bricks - i + 1
    edge = edge + p.daring * LENGTH / (2 * from_top)
    bricks[i] = world:box {
      x = edge - LENGTH / 2, y = (i - 0.5) * THICK, w = LENGTH, h = THICK, friction = 0.8,
      color = { 0.75, 0.4 + 0.02 * i, 0.3 },
    }
  end
  reach = edge
  return world
end

function scene.keypressed(key)
  if key == "space" then bricks[#bricks]:apply_impulse(0, -bricks[1]:mass()) end
end

function scene.draw()
  local top = bricks[#bricks]
  local x, y = top:drawn()
  pen.color(1, 1, 1, 0.4)
  pen.line(0, 0, 0, y + 1)
  pen.color(1, 1, 1)
  if math.abs(x + LENGTH / 2 - reach) < 0.01 then
    pen.arrow(0, y + 0.6, reach, y + 0.6)
    pen.text(reach / 2 - 0.5, y + 0.9, "%.2f lengths", reach / LENGTH)
  else
    pen.text(2, 2, "too daring")
  end
end
