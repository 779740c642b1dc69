-- Wheels for gears, pulleys and ratchets, and steps that turn them.
local wheels = {}

function wheels.steps(world, count)
  for _ = 1, count do world:step(1 / 60) end
end

-- A wheel on a hinge of its own.
function wheels.wheel(world, x, radius, keys)
  local body = world:circle { x = x, radius = radius, density = 2 }
  keys = keys or {}
  keys.b, keys.at = body, { x, 0 }
  return world:revolute(keys), body
end

return wheels
