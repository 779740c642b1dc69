-- cairn.scene.console: Lua that a person types at a running scene: a line is run, its values are
-- shown, and what a word may become is listed.
--
-- A line sees what the script sees, and the locals of its file, by name: to read and to set. `sel`
-- is the selected body, `world` the world, `_` the last value. An error is shown and stops nothing.
-- The lines are entries of the journal, so recordings and the timeline hold them.
--
-- Not here: the line that is edited, and its history (src/view/console.c).

local drive = require "cairn.scene.drive"
local sorted_keys = require "cairn.words.sorted"
local undo = require "cairn.scene.undo"

local Console = {}

local MOST_ENTRIES <const> = 12 -- of a table that is shown
local MOST_SORTED <const> = 1000 -- entries of a table that are looked at
local MOST_CHARS <const> = 400  -- of a value
local MOST_WORDS <const> = 60   -- that a word may become

-- ---- what a line sees -----------------------------------------------------------------------

-- The upvalue that is the one local of that name in the script's file: function and index, or nil.
local function slot_of(self, name)
  local list = self.main and self.main.slots[name]
  if list and #list == 1 then return list[1] end
end

local function own(self, name)
  local body, live = self.console_body or 0, self.live_world
  if name == "sel" then return live and body > 0 and live:body(body) or nil end
  if name == "world" then return live end
  if name == "_" then return self.console_last end
end

local function environment(self)
  return setmetatable({}, {
    __index = function(_, name)
      local slot = slot_of(self, name)
      if slot then
        local _, value = debug.getupvalue(slot.fn, slot.index)
        return value
      end
      local value = self.env[name]
      if value == nil then value = own(self, name) end
      return value
    end,
    __newindex = function(_, name, value)
      local slot = slot_of(self, name)
      if slot then
        debug.setupvalue(slot.fn, slot.index, value)
      else
        self.env[name] = value
      end
    end,
  })
end

-- ---- values as text -------------------------------------------------------------------------

local function short(text)
  return #text > MOST_CHARS and text:sub(1, MOST_CHARS) .. "..." or text
end

local show

local function key_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" then return key end
  return ("[%s]"):format(show(key, 1))
end

local function table_text(t, depth)
  if depth >= 2 then return next(t) == nil and "{}" or "{...}" end
  local parts, length = {}, #t
  for i = 1, math.min(length, MOST_ENTRIES) do parts[i] = show(rawget(t, i), depth + 1) end
  local more = length > MOST_ENTRIES
  local named = {}
  for key, value in next, t do
    local listed = math.type(key) == "integer" and key >= 1 and key <= length
    if not listed and #named < MOST_SORTED then
      named[#named + 1] = { key = key_text(key), value = value }
    end
  end
  table.sort(named, function(a, b) return a.key < b.key end)
  for _, entry in ipairs(named) do
    if #parts >= MOST_ENTRIES then
      more = true
      break
    end
    parts[#parts + 1] = ("%s = %s"):format(entry.key, show(entry.value, depth + 1))
  end
  if more then parts[#parts + 1] = "..." end
  return parts[1] and "{ " .. table.concat(parts, ", ") .. " }" or "{}"
end

local function function_text(f)
  local info = debug.getinfo(f, "S")
  if info.what == "C" then return "a function of C" end
  return ("the function at %s:%d"):format(info.short_src, info.linedefined)
end

function show(value, depth)
  local kind = type(value)
  if kind == "string" then return short(("%q"):format(value):gsub("\\\n", "\\n")) end
  if kind == "table" then
    local meta = debug.getmetatable(value)
    local has_text = type(meta) == "table" and rawget(meta, "__tostring") ~= nil
    return has_text and tostring(value) or table_text(value, depth)
  end
  if kind == "function" then return function_text(value) end
  if math.type(value) == "float" then return ("%.10g"):format(value) end
  return tostring(value)
end

-- ---- running a line -------------------------------------------------------------------------

-- An expression (then true is second), or else statements. Nil and what is wrong with it.
local function compile(self, text)
  local env = environment(self)
  local expression, why = load("return " .. text, "=console", "t", env)
  if expression then return expression, true end
  local statements, wrong = load(text, "=console", "t", env)
  if statements then return statements, false end
  return nil, why:find "<eof>$" and why or wrong -- an expression that is not finished
end

-- Runs under the scene's budget, which ends what its values' own __tostring does, too.
local function run(self, chunk)
  local values = table.pack(chunk())
  local texts = {}
  for i = 1, values.n do texts[i] = short(show(values[i], 0)) end
  if values.n > 0 then self.console_last = values[1] end
  return values.n > 0 and table.concat(texts, ", ") or nil
end

-- Run it as an act that can be undone, unless it was a look at a value, which changed no world.
local function act(self, text, chunk, is_expression)
  local world = self.live_world
  local hash = is_expression and world and world:hash()
  local kept = undo.before(self, "> " .. (#text > 40 and text:sub(1, 40) .. "..." or text))
  local ok, result = self:call_aside("the console", run, self, chunk)
  local same = is_expression and (world and world:is_valid() and world:hash()) == hash
  if kept and same then undo.nothing(self) end
  return ok, result
end

--- Run a line; body: the id of the selected one, 0 for none. What it gives, or what is wrong with
--- it, is printed under it. True unless it has failed.
function Console:console(text, body)
  drive.need_scene(self, "console")
  drive.need("console", 1, text, "string")
  if body ~= nil then drive.need("console", 2, body, "number") end
  self:note("console", text, body)
  self.console_body = body
  self.log:write("> " .. text)
  if not text:find "%S" then return true end
  local chunk, more = compile(self, text)
  if not chunk then
    self.log:write("! " .. more)
    return false
  end
  local ok, result = act(self, text, chunk, more)
  if not ok then
    self.log:write("! " .. result.message)
  elseif result then
    self.log:write(result)
  end
  return ok
end

-- ---- what a word may become -----------------------------------------------------------------

local function add_names(names, t)
  if type(t) ~= "table" then return end
  for name in next, t do
    if type(name) == "string" and name:find "^[%a][%w_]*$" then names[name] = true end
  end
end

-- Of a value: its fields, or its methods. Nothing of the script's is called.
local function members(value, methods_alone)
  local names = {}
  local meta = debug.getmetatable(value)
  local index = type(meta) == "table" and rawget(meta, "__index")
  add_names(names, index)
  if not methods_alone then add_names(names, value) end
  if methods_alone and type(value) == "table" then
    for name, member in next, value do
      if type(name) == "string" and type(member) == "function" then names[name] = true end
    end
  end
  return names
end

local function everything(self)
  local names = { sel = true, world = true, _G = nil }
  add_names(names, self.env)
  if not self.sandbox then add_names(names, _G) end
  for name, list in pairs(self.main and self.main.slots or {}) do
    if #list == 1 then names[name] = true end
  end
  for _, word in ipairs { "and", "for", "function", "local", "nil", "not", "return", "while" } do
    names[word] = true
  end
  return names
end

-- The value that names with dots and colons between them lead to. Only plain tables are gone into.
local function value_at(self, path)
  local env = environment(self)
  local value
  for name in path:gmatch "[%a_][%w_]*" do
    if env then value, env = env[name], nil
    elseif type(value) == "table" then value = rawget(value, name)
    else return nil end
  end
  return value
end

--- What the word at the end of a text may become, in order, and how many bytes of it are there.
function Console:complete(text)
  drive.need_scene(self, "complete")
  drive.need("complete", 1, text, "string")
  local path, mark, word = text:match "([%a_][%w_.:]*)([.:])([%w_]*)$"
  local names
  if path then
    local value = value_at(self, path)
    names = value ~= nil and members(value, mark == ":") or {}
  else
    word = text:match "[%a_][%w_]*$" or ""
    names = word ~= "" and everything(self) or {}
  end
  local list = {}
  for _, name in ipairs(sorted_keys(names)) do
    if name:sub(1, #word) == word and #list < MOST_WORDS then list[#list + 1] = name end
  end
  return list, #word
end

return Console
