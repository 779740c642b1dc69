-- Lesson 10, determinism: the same world steps to the same bits. Another one begins a nudge aside:
-- a thousand millionth of a metre is enough for another end of the same tumble.
local cairn = require "cairn"

scene.params {
  nudge = { 0, 0, 1e-6, step = 1e-9, rebuild = true }, -- m
}

local other, pairs_of

local function build(nudge)
  local world = cairn.world { gravity = { 0, -10 } }
  world:halfspace {}
  local list = {}
  for i = 1, 12 do
    local x = i % 3 * 0.4 + (i == 1 and nudge or 0)
    list[i] = world:box { x = x, y = 1 + 1.3 * i, angle = i, w = 1, h = 0.7 }
  end
  return world, list
end

function scene.load(p)
  local world, list = build(0)
  local others
  other, others = build(p.nudge)
  pairs_of = {}
  for i, body in ipairs(list) do pairs_of[i] = { body, others[i] } end
  scene.lesson = { measured = 0, formula = 0, unit = "m" }
  return world
end

function scene.update(dt)
  local most = 0
  for _, pair in ipairs(pairs_of) do
    local x1, y1 = pair[1]:position()
    local x2, y2 = pair[2]:position()
    most = math.max(most, math.abs(x1 - x2), math.abs(y1 - y2))
  end
  scene.lesson.measured = most
  scene.lesson.same = scene.world:hash() == other:hash()
  other:step(dt)
end

function scene.draw()
  local l = scene.lesson
  ui.label("the worlds are %s", l.same and "equal in each bit" or "different")
  ui.label("%.2g m apart", l.measured)
  for _, pair in ipairs(pairs_of) do
    local x, y = pair[2]:position()
    pen.circle(x, y, 0.2)
  end
end
