-- cairn.build.cloth: a sheet of small discs, tied to their neighbours: it hangs, folds and tears.
--
-- x, y is the upper left corner; columns run along x, rows downwards. Ties are rods, or springs
-- where `hertz` is given. `pin` says which discs are nailed to the ground.

local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"

local Cloth = thing.class()

local FIELDS = {
  { "x", keys.number, 0 },
  { "y", keys.number, 0 },
  { "w", keys.positive, 4 },
  { "h", keys.positive, 3 },
  { "columns", keys.count(2), 12 },
  { "rows", keys.count(2), 9 },
  { "pin", keys.one_of { "top", "corners", "left", "none" }, "top" },
  { "radius", keys.positive },
  { "hertz", keys.positive },
  { "damping", keys.not_negative, 0.5 },
  { "drag", keys.not_negative, 0.3 },
  { "collide", keys.boolean, false },
  { "break_force", keys.limit },
}

local function tie(self, a, b)
  local values = self.values
  self:join("distance", {
    a = a, b = b, break_force = values.break_force,
    spring = values.hertz and { hertz = values.hertz, damping = values.damping } or nil,
  })
end

local function is_pinned(pin, column, row, columns)
  if pin == "top" then return row == 1 end
  if pin == "left" then return column == 1 end
  return pin == "corners" and row == 1 and (column == 1 or column == columns)
end

-- The disc in this column and row, counted from the upper left from 1; nil beyond the edge.
local function node(self, column, row)
  if column < 1 or column > self.columns then return nil end
  return self.bodies[(row - 1) * self.columns + column]
end

thing.method(Cloth, "node", { keys.integer, keys.integer }, node)

local function add_node(self, values, column, row)
  local x = values.x + values.w * (column - 1) / (values.columns - 1)
  local y = values.y - values.h * (row - 1) / (values.rows - 1)
  local body = self:add_body { x = x, y = y, damping = values.drag, fixed_rotation = true }
  self:add_circle(body, { radius = values.radius })
  if is_pinned(values.pin, column, row, values.columns) then
    self:join("revolute", { b = body, at = { x, y } })
  end
  if column > 1 then tie(self, node(self, column - 1, row), body) end
  if row > 1 then tie(self, node(self, column, row - 1), body) end
end

return thing.builder("cloth", FIELDS, Cloth, function(self, values)
  local count = values.columns * values.rows
  if count > keys.LARGEST then
    return ("field 'rows': at most %d discs, got %d"):format(keys.LARGEST, count)
  end
  self.columns, self.rows = values.columns, values.rows
  local gap = math.min(values.w / (values.columns - 1), values.h / (values.rows - 1))
  values.radius = values.radius or 0.3 * gap
  for row = 1, values.rows do
    for column = 1, values.columns do add_node(self, values, column, row) end
  end
end)
