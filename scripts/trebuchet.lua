-- A trebuchet: a heavy counterweight on the short arm, a sling on the long one. A stop on the sling
-- decides when the stone leaves. Space fires, or sets it up again.
local cairn = require "cairn"

scene.params {
  counterweight = { 240, 50, 2000, rebuild = true },        -- kg
  sling         = { 3.2, 1, 4, rebuild = true },            -- m
  release       = { 40, 5, 80 },                            -- degrees of flight
}

local AXLE, LONG, SHORT = 4.2, 5.6, 1.5                     -- m

local arm, stone, sling, catch, best

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", x = 60, y = -0.5, w = 160, h = 1, friction = 0.9 }
  world:polygon { type = "static", points = { -1.4, 0, 1.4, 0, 0.15, AXLE, -0.15, AXLE },
    sensor = true }
  for i = 0, 5 do world:box { x = 62, y = 0.75 + 1.5 * i, w = 1.5, h = 1.5, density = 0.6 } end
  -- it lies with the long arm's end near the ground, to the left
  local lean = cairn.atan2(AXLE - 0.4, math.sqrt(LONG ^ 2 - (AXLE - 0.4) ^ 2))
  local c, s = cairn.cos(lean), cairn.sin(lean)
  arm = world:body { y = AXLE, angle = lean }
  arm:add_box { x = (SHORT - LONG) / 2, w = LONG + SHORT, h = 0.25, density = 12, group = -1,
    color = { 0.6, 0.45, 0.3 } }
  world:revolute { b = arm, at = { 0, AXLE } }
  local weight = world:box { x = SHORT * c, y = AXLE + SHORT * s - 0.8, w = 1.3, h = 1.3,
    mass = p.counterweight, group = -1, color = { 0.4, 0.4, 0.45 } }
  world:revolute { a = arm, b = weight, at = { SHORT * c, AXLE + SHORT * s } }
  local x, y = -LONG * c, AXLE - LONG * s
  stone = world:circle { x = x + p.sling, y = 0.3, radius = 0.3, density = 30, group = -1,
    friction = 0.2, rolling = 0.05, angular_damping = 0.5, color = { 0.75, 0.75, 0.7 } }
  sling = world:distance { a = arm, b = stone, from = { x, y }, max = p.sling }
  catch = world:weld { b = arm, at = { x, y } }
  best = 0
  scene.view { x = 3, y = 5, w = 28 }
  return world
end

local function fire() catch:set_enabled(false) arm:wake() stone:wake() end

function scene.update()
  if scene.world:steps() == 40 then fire() end
  if not sling:is_valid() then best = math.max(best, (stone:position())) return end
  local vx, vy = stone:velocity()
  local fast = vx * vx + vy * vy > 100 and vx > 0
  if fast and cairn.atan2(vy, vx) < math.rad(scene.p.release) then
    sling:destroy()
    scene.view { x = 32, y = 9, w = 78, lag = 0.4 } -- the whole flight
  end
end

function scene.keypressed(key)
  if key ~= "space" then return end
  if sling:is_valid() and catch:is_enabled() then fire() else scene.restart() end
end

function scene.draw()
  local vx, vy = stone:velocity()
  pen.text(-4, 8, "%.1f m/s, %.1f m", math.sqrt(vx * vx + vy * vy), best)
  ui.plot("height, m", stone:y())
end
