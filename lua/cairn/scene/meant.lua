-- cairn.scene.meant: which name a script meant where it calls or indexes one that holds nothing:
-- pen.txt, math.sine, prnt.
--
-- It runs in handlers of errors, so it may never fail and runs nothing of the script's: tables are
-- looked at raw. What the binding makes suggests names itself.

local nearest = require "cairn.words.nearest"

local meant = {}

local MOST_NAMES = 500 -- in a table; of one with more no name is suggested
local MOST_TABLES = 4  -- of a chain of __index that are looked at
local MOST_CHARS = 500 -- of a line

local function next_of(t)
  local meta = debug.getmetatable(t)
  local behind = type(meta) == "table" and rawget(meta, "__index")
  return type(behind) == "table" and behind or nil
end

-- A table, what stands behind it, and so on.
local function chain(t)
  local list = {}
  while type(t) == "table" and #list < MOST_TABLES do
    list[#list + 1] = t
    t = next_of(t)
  end
  return list
end

local function value_in(t, name)
  for _, part in ipairs(chain(t)) do
    local value = rawget(part, name)
    if value ~= nil then return value end
  end
end

-- The names in it of what can be called, or of all tables and functions; none of one with very
-- many, of which the first would be others in each run.
local function names_in(t, only_functions)
  local list = {}
  for _, part in ipairs(chain(t)) do
    for name, value in next, part do
      local kind = type(value)
      local fits = kind == "function" or not only_functions and kind == "table"
      if type(name) == "string" and fits then list[#list + 1] = name end
      if #list > MOST_NAMES then return {} end
    end
  end
  table.sort(list)
  return list
end

-- What the name stands for, by the innermost variable that holds something.
local function value_of(variables, name)
  for i = #variables, 1, -1 do
    local variable = variables[i]
    if variable.name == name and variable.value ~= nil then return variable.value end
  end
end

-- The name that stands before ".name" or ":name" in a line, unless something stands before it.
local function owner_in(line, name)
  local form = "(.?)%f[%w_]([%a_][%w_]*)%s*[.:]%s*" .. name .. "%f[^%w_]"
  local before, owner = line:sub(1, MOST_CHARS):match(form)
  return before and not before:find "[.:%]%)]" and owner or nil
end

--- The end of a message about a value that is nil where something was meant, ", did you mean
--- '...'?", or "". variables: of the function that failed, from around.variables; line: the text of
--- the line.
function meant.hint(variables, message, line)
  local act, kind, name = message:match "attempt to (%a+) a nil value %((%a+) '([%a_][%w_]*)'%)"
  if not act then return "" end
  local globals = value_of(variables, "_ENV")
  if kind == "global" then return nearest.hint(name, names_in(globals, act == "call")) end
  if act ~= "call" or kind ~= "field" and kind ~= "method" then return "" end
  local owner = line and owner_in(line, name)
  if not owner then return "" end
  local thing = value_of(variables, owner)
  if thing == nil then thing = value_in(globals, owner) end
  return nearest.hint(name, names_in(thing, true))
end

return meant
