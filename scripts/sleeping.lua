-- What rests sleeps, island by island: all that touch each other fall asleep and wake up together.
-- Every three seconds a ball drops on one tower, and only that wakes. Space: on a random one.
local cairn = require "cairn"

scene.params {
  towers = { 8, 2, 20, step = 1, rebuild = true },
  rows   = { 7, 1, 20, step = 1, rebuild = true },
  sleep  = true,
}

local SIZE = 0.6

local slept, woke, towers

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, sleep = p.sleep }
  world:box { type = "static", y = -0.5, w = 2.5 * p.towers + 4, h = 1 }
  towers, slept, woke = {}, 0, 0
  for i = 1, p.towers do
    local tower = { x = (i - (p.towers + 1) / 2) * 2.5 }
    for row = 1, p.rows do
      tower[row] = world:box { x = tower.x, y = (row - 0.5) * SIZE, w = SIZE, h = SIZE }
    end
    towers[i] = tower
  end
  return world
end

local function drop_on(tower)
  if tower.ball and tower.ball:is_valid() then tower.ball:destroy() end
  tower.ball = scene.world:circle { x = tower.x + 0.1, y = (scene.p.rows + 3) * SIZE, radius = 0.2 }
end

function scene.update()
  local steps = scene.world:steps()
  if steps % 180 == 120 then drop_on(towers[steps // 180 % #towers + 1]) end
end

function scene.slept() slept = slept + 1 end
function scene.woke() woke = woke + 1 end

function scene.changed(name, value)
  if name == "sleep" then scene.world:set_sleep(value) end
end

function scene.keypressed(key)
  if key == "space" then drop_on(towers[math.random(#towers)]) end
end

function scene.draw()
  for _, tower in ipairs(towers) do
    local body = tower[#tower]
    local x, y = body:drawn()
    if not body:is_awake() then pen.text(x - 0.1, y + SIZE, "z") end
  end
  ui.label("%d islands, %d fell asleep, %d woke up", scene.world:island_count(), slept, woke)
  ui.plot("awake", scene.world:awake_count())
end
