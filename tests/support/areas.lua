-- What the specs of areas have in common.
local areas = {}

--- A sensor 40 m wide and 20 m deep with the area, its top at y = 0: shape, body.
function areas.pool(world, area)
  local body, shape = world:box { type = "static", y = -10, w = 40, h = 20, sensor = true,
    area = area }
  return shape, body
end

return areas
