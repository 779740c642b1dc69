-- cairn.geometry.check: arguments of cairn.geometry, and the sentences when they are wrong, at the
-- line of the caller.

local keys = require "cairn.build.keys"
local kind_of = require "cairn.words.kind"
local portable = require "cairn.words.portable"

local check = {}

-- The function that a script called: the first one of this folder from the outside.
local function called()
  local name, level
  for i = 2, 12 do
    local info = debug.getinfo(i, "Sn")
    if not info then break end
    if info.source:find "cairn/geometry" then name, level = info.name, i end
  end
  return name or "?", (level or 2) + 1
end

--- Raises about an argument, at the caller's line.
function check.fail(arg, message, ...)
  local name, level = called()
  error(("bad argument #%d to '%s' (%s)"):format(arg, name, message:format(...)), level - 1)
end

--- Raises when a map has been destroyed, or its world, at the caller's line.
function check.map(map)
  local fault = not map.bodies and "map has been destroyed" or keys.world_fault(map.world)
  if not fault then return end
  local name, level = called()
  error(("calling '%s' on bad self (%s)"):format(name, fault), level - 1)
end

-- What is wrong with a number; nil: nothing.
local function number_fault(v) return (select(2, keys.number(v))) end

function check.number(arg, v)
  local fault = number_fault(v)
  if fault then check.fail(arg, "%s", fault) end
  return v
end

--- A flat list of points.
function check.points(arg, list)
  if type(list) ~= "table" then
    check.fail(arg, "table of numbers expected, got %s", kind_of(list))
  end
  if #list % 2 ~= 0 then check.fail(arg, "x, y pairs expected, got %d numbers", #list) end
  for i = 1, #list do
    local fault = number_fault(list[i])
    if fault then check.fail(arg, "number %d: %s", i, fault) end
  end
end

--- A living world.
function check.world(arg, world)
  local fault = keys.world_fault(world)
  if fault then check.fail(arg, "%s", fault) end
end

--- Raises for a key that is not in the list of names.
function check.keys(arg, t, names)
  if type(t) ~= "table" then check.fail(arg, "table expected, got %s", kind_of(t)) end
  local unknown = keys.unknown(names, t)
  if unknown then check.fail(arg, "%s", unknown) end
end

--- A number of a table, or what it is without; above: it must be more than that.
function check.field(arg, t, name, default, above)
  local v = rawget(t, name)
  if v == nil and default ~= nil then return default end
  local fault = number_fault(v)
  if not fault and above and v <= above then
    fault = ("must be > %g, got %.14g"):format(above, v)
  end
  if fault then check.fail(arg, "field '%s': %s", name, fault) end
  return v
end

local MOST = 4000 -- columns, rows: more is a slip

--- A whole number of columns or rows.
function check.count(arg, t, name)
  local v = check.field(arg, t, name)
  if portable.integer(v) == nil or v < 1 or v > MOST then
    check.fail(arg, "field '%s': must be an integer in 1..%d, got %.14g", name, MOST, v)
  end
  return portable.integer(v)
end

local GRID = { "columns", "rows", "size", "x", "y", "level", "tolerance", "value" }

local function at_of_list(grid, c, r) return grid.list[(r - 1) * grid.columns + c] end

--- The keys of geometry.outline; numbers are read once.
function check.grid(arg, t)
  check.keys(arg, t, GRID)
  local grid = {
    columns = check.count(arg, t, "columns"), rows = check.count(arg, t, "rows"),
    size = check.field(arg, t, "size", 1, 0), x = check.field(arg, t, "x", 0),
    y = check.field(arg, t, "y", 0), level = check.field(arg, t, "level", 0.5),
    tolerance = check.field(arg, t, "tolerance", 0, -1e-300), list = {}, at = at_of_list,
  }
  local value = rawget(t, "value")
  local listed = type(value) == "table"
  if not listed and type(value) ~= "function" then
    check.fail(arg, "field 'value': function or table of numbers expected, got %s", kind_of(value))
  end
  for r = 1, grid.rows do
    for c = 1, grid.columns do
      local v
      if listed then v = value[(r - 1) * grid.columns + c] else v = value(c, r) end
      if v == true then v = 1 elseif v == false then v = 0 end
      local fault = number_fault(v)
      if fault then check.fail(arg, "field 'value': at column %d, row %d: %s", c, r, fault) end
      grid.list[#grid.list + 1] = v
    end
  end
  return grid
end

return check
