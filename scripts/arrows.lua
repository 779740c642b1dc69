-- Arrows that stick: an arrow that hits wood faster than the slider says is welded to it, after the
-- step, in the hook. A tail with drag keeps the point ahead. Space shoots.
local cairn = require "cairn"

scene.params {
  speed = { 22, 5, 60 },                              -- m/s
  stick = { 8, 0, 30 },                               -- m/s that it takes
  strong = { 3000, 100, 10000 },                      -- N that hold an arrow
}

local MOST = 40

local arrows, ticks, stuck

local function shoot(angle)
  local world, v = scene.world, scene.p.speed
  if #arrows == MOST then table.remove(arrows, 1):destroy() end
  local arrow = world:body { x = -9, y = 2, angle = angle, vx = v * cairn.cos(angle),
    vy = v * cairn.sin(angle), bullet = true, angular_damping = 1 }
  arrow:add_box { w = 1.1, h = 0.05, layer = "arrow", color = { 0.8, 0.7, 0.5 } }
  arrow:add_polygon { points = { 0.5, -0.07, 0.75, 0, 0.5, 0.07 }, density = 12, layer = "arrow",
    color = { 0.5, 0.5, 0.55 } }
  arrows[#arrows + 1] = arrow
end

function scene.load()
  local world = cairn.world { gravity = { 0, -10 }, layers = { "arrow", "wood" }, hit_speed = 2 }
  world:set_collides("arrow", "arrow", false)
  world:box { type = "static", x = 2, y = -0.5, w = 32, h = 1, layer = "wood" }
  world:box { type = "static", x = 17, y = 6, w = 0.6, h = 14, layer = "wood" }
  local board = world:box { x = 6, y = 4, w = 0.5, h = 3, density = 3, layer = "wood",
    color = { 0.6, 0.42, 0.28 } }
  for side = -1, 1, 2 do
    world:distance { b = board, from = { 6 + side * 0.2, 9 }, to = { 6 + side * 0.2, 5.5 } }
  end
  for i = 0, 5 do
    world:box { x = 10, y = 0.5 + i, w = 1, h = 1, density = 0.6, layer = "wood",
      color = { 0.65, 0.5, 0.35 } }
  end
  arrows, ticks, stuck = {}, 0, 0
  return world
end

function scene.update()
  if ticks % 25 == 0 then shoot(0.12 + 0.3 * math.random()) end
  ticks = ticks + 1
  for _, arrow in ipairs(arrows) do                   -- air turns the tail behind the point
    local tx, ty = arrow:to_world(-0.5, 0)
    local vx, vy = arrow:velocity_at(tx, ty)
    local nx, ny = arrow:dir_to_world(0, 1)
    local across = 0.02 * (vx * nx + vy * ny) * math.sqrt(vx * vx + vy * vy)
    if arrow:is_awake() then arrow:apply_force(-across * nx, -across * ny, tx, ty) end
  end
end

function scene.hit(a, b, x, y, _, _, speed)
  local arrow = a:layer() == "arrow" and a or b
  local wood = arrow == a and b or a
  if wood:layer() ~= "wood" or arrow:layer() ~= "arrow" or speed < scene.p.stick then return end
  local body = arrow:body()
  if body:is_valid() and not body:joints()() then
    scene.world:weld { a = wood:body(), b = body, at = { x, y }, break_force = scene.p.strong }
    stuck = stuck + 1
  end
end

function scene.keypressed(key) if key == "space" then shoot(0.25) end end
function scene.draw() ui.label("%d stuck", stuck) end
