-- A puzzle: hold space and time runs back for all but the green ball. The bridge falls before the
-- ball is there: have it whole again when the ball comes, and let go in time. Each step begins with
-- a snapshot of the world; to go back is to restore older and older ones.
local cairn = require "cairn"

scene.params {
  speed = { 3, 1, 6, rebuild = true },   -- m/s of the ball
  holds = { 1.5, 0.5, 3 },               -- s until the bridge falls
}
scene.steps = 420

local RADIUS, EDGE, DEPTH = 0.4, 2, 4
local BACK = 3                           -- snapshots taken away for each step while time runs back
local MOST = 600                         -- that are kept: 10 s
local ball, welds, past, solved

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  past, welds, solved = {}, {}, false
  world:box { type = "static", y = -DEPTH - 0.5, w = 2 * EDGE, h = 1 }
  local ledges = {}
  for side = -1, 1, 2 do
    ledges[side] = world:box { type = "static", x = side * (EDGE + 5), y = -DEPTH / 2 - 0.5, w = 10,
      h = DEPTH + 1 }
    world:box { type = "static", x = side * (EDGE + 10.2), y = 0.5, w = 0.4, h = 2 }
  end
  local before, w = ledges[-1], 2 * EDGE / 3
  for i = 1, 3 do
    local plank = world:box { x = (i - 2) * w, y = -0.1, w = w, h = 0.2, density = 3,
      color = 0xb08050 }
    welds[i] = world:weld { a = before, b = plank, at = { (i - 2.5) * w, -0.1 } }
    before = plank
  end
  welds[4] = world:weld { a = before, b = ledges[1], at = { EDGE, -0.1 } }
  ball = world:circle { x = -10, y = RADIUS, radius = RADIUS, vx = p.speed, density = 0.3,
    angular_velocity = -p.speed / RADIUS, color = 0x40c060, name = "ball" }
  return world
end

-- The world as it was some steps ago, and the ball where and how it is.
local function go_back(world)
  local x, y, angle, vx, vy, w = ball:state()
  for _ = 1, math.min(BACK, #past - 1) do past[#past] = nil end
  world:restore(past[#past])
  ball:set_transform(x, y, angle)
  ball:set_velocity(vx, vy)
  ball:set_angular_velocity(w)
end

function scene.update()
  local world = scene.world
  if input.down "space" and #past > 0 then
    go_back(world)
  else
    past[#past + 1] = world:snapshot()
    if #past > MOST then table.remove(past, 1) end
  end
  local whole = world:time() < scene.p.holds
  for _, weld in ipairs(welds) do
    if weld:is_enabled() ~= whole then weld:set_enabled(whole) end
  end
  local x, y = ball:position()
  solved = solved or x > EDGE + 1 and y > 0
  if y < 1 - DEPTH then scene.restart() end
end

function scene.draw()
  pen.color(1, 1, 1)
  pen.text(-11, 3.2, solved and "solved" or "hold space: time runs back for all but the ball")
  pen.text(-11, 2.6, "%.1f s", scene.world:time())
end
