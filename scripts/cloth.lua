-- Cloth: discs on rods, nailed along the top. Press the mouse to pull at it, space throws a ball
-- through it; where a rod is pulled too hard it tears.
local cairn = require "cairn"
local build = require "cairn.build"

scene.params {
  columns = { 20, 4, 40, step = 1, rebuild = true },
  rows    = { 14, 4, 30, step = 1, rebuild = true },
  strong  = { 250, 20, 2000, rebuild = true },        -- N that a rod bears
  pin     = { "top", "corners", "left", rebuild = true },
}

local cloth, torn

local function throw(vx)
  scene.world:circle { x = -12, y = 4, radius = 0.5, density = 5, vx = vx, vy = 6 }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  cloth = build.cloth(world, {
    x = -4, y = 9, w = 8, h = 6, columns = p.columns, rows = p.rows, pin = p.pin,
    break_force = p.strong, color = { 0.85, 0.8, 0.7 },
  })
  torn = 0
  return world
end

function scene.update()
  if scene.world:steps() == 150 then throw(16) end
end

function scene.keypressed(key)
  if key == "space" then throw(20) end
end

function scene.joint_broken() torn = torn + 1 end

function scene.draw()
  pen.color(0.9, 0.75, 0.55, 0.8)
  for _, rod in ipairs(cloth.joints) do
    if rod:is_valid() and rod:is_enabled() then
      local x1, y1, x2, y2 = rod:anchors()
      pen.line(x1, y1, x2, y2)
    end
  end
  ui.label("%d of %d rods torn", torn, #cloth.joints)
end
