-- cairn.scene.around: what stands around a line of a script that failed, as texts: the lines beside
-- it, and what its locals hold.
--
-- It runs in handlers of errors, so it may never fail: values are described without calling what
-- belongs to the script. Not here: where an error was (cairn.scene.fault).

local params = require "cairn.scene.params"

local around = {}

local BEFORE, AFTER = 3, 2 -- lines
local MOST_VALUES = 12
local MOST_CHARS = 60      -- of a value
local MOST_ENTRIES = 1000  -- that are counted

--- The lines of a text around the one of that number, which begins with ">", each with its number.
function around.lines(text, number)
  local list, i = {}, 0
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do
    i = i + 1
    if i >= number - BEFORE and i <= number + AFTER then
      local mark = i == number and ">" or " "
      list[#list + 1] = ("%s %4d  %s"):format(mark, i, (line:gsub("\t", "  ")))
    end
    if i > number + AFTER then break end
  end
  return table.concat(list, "\n")
end

local function entries_of(t)
  local n = 0
  for _ in next, t do
    n = n + 1
    if n == MOST_ENTRIES then return "a table of many" end
  end
  return n == 1 and "a table of 1 entry" or ("a table of %d entries"):format(n)
end

-- Ours alone may say what they are: anything may stand behind a script's own __tostring.
local function userdata_text(value)
  local meta = debug.getmetatable(value)
  local name = type(meta) == "table" and rawget(meta, "__name")
  if type(name) == "string" and name:find "^cairn%." then
    local ok, text = pcall(tostring, value)
    if ok then return text end
  end
  return type(name) == "string" and name or "userdata"
end

local function text_of(value)
  local kind = type(value)
  local text
  if kind == "table" then
    text = params.text_of_view(value)
    if not text then return entries_of(value) end
  elseif kind == "string" then
    text = '"' .. value:sub(1, MOST_CHARS):gsub("%c", " ") .. '"'
  elseif kind == "userdata" then
    text = userdata_text(value)
  else
    return kind == "thread" and "a coroutine" or tostring(value)
  end
  return #text > MOST_CHARS and text:sub(1, MOST_CHARS) .. "..." or text
end

-- Functions tell nothing, names in brackets are Lua's own.
local function put(list, name, value)
  if name:sub(1, 1) == "(" or name == "_ENV" or type(value) == "function" then return end
  for i = #list, 1, -1 do -- an inner one hides the others
    if list[i].name == name then table.remove(list, i) end
  end
  list[#list + 1] = { name = name, text = text_of(value) }
end

--- The variables of the function at that level: those of its file that it uses, then its own, inner
--- ones behind outer ones; a list of { name =, value = }. level: as for debug.getinfo, of the
--- caller.
function around.variables(level)
  level = level + 1
  local list, i = {}, 1
  local fn = debug.getinfo(level, "f").func
  while true do
    local name, value = debug.getupvalue(fn, i)
    if not name then break end
    list[#list + 1] = { name = name, value = value }
    i = i + 1
  end
  i = 1
  while true do
    local name, value = debug.getlocal(level, i)
    if not name then break end
    list[#list + 1] = { name = name, value = value }
    i = i + 1
  end
  return list
end

--- What the variables hold: a line for each, or nil.
function around.values(variables)
  local list, lines = {}, {}
  for _, variable in ipairs(variables) do put(list, variable.name, variable.value) end
  for k = #list, math.max(1, #list - MOST_VALUES + 1), -1 do -- the innermost first
    lines[#lines + 1] = ("%s = %s"):format(list[k].name, list[k].text)
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

return around
