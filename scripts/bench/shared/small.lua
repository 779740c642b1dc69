-- The game-sized worlds of small_20, small_100 and small_500: one recipe, `count` bodies.
local cairn = require "cairn"

local function add_body(world, i)
  local x, y = -8 + 1.7 * (i % 10), 1 + 1.1 * (i // 10)
  local kind = i % 3
  if kind == 0 then
    world:box { x = x, y = y, w = 0.8, h = 0.8, restitution = 0.2 }
  elseif kind == 1 then
    world:circle { x = x, y = y, radius = 0.4, restitution = 0.2 }
  else
    world:capsule {
      x = x, y = y, x1 = -0.25, y1 = 0, x2 = 0.25, y2 = 0, radius = 0.3, restitution = 0.2,
    }
  end
end

return function(count)
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  local ground = world:body { type = "static" }
  ground:add_box { y = -0.5, w = 40, h = 1 }
  ground:add_box { x = -20, w = 1, h = 40 }
  ground:add_box { x = 20, w = 1, h = 40 }
  for i = 0, count - 1 do add_body(world, i) end
  return world
end
