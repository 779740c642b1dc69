-- cairn.scene.inspect.rows: rows of text with units, and the lines that would set what they say.
--
-- { head = true, label = } begins a group; { label =, value =, edit = line for the console or nil,
-- link = what it leads to or nil } is a row. A link is a word and a number: "body 3".

local Rows = {}
Rows.__index = Rows

local rows = {}

local MOST_EACH <const> = 40 -- things of a list

--- closed: first words of the groups whose rows nobody sees, each between spaces; default none.
function rows.new(closed) return setmetatable({ list = {}, closed = closed or "" }, Rows) end

-- ---- values as text -------------------------------------------------------------------------

local function text_of(value)
  if value == math.huge then return "no limit" end
  if math.type(value) == "float" then return ("%.5g"):format(value) end
  if type(value) == "string" then return ("%q"):format(value) end
  if value == nil then return "none" end
  return tostring(value)
end

-- Most of what the core keeps is in single precision.
local function single(value) return (("f"):unpack(("f"):pack(value))) end

-- As it is written in a script: with all digits that it has.
local function code_of(value)
  if math.type(value) == "float" then
    local short = ("%.7g"):format(value)
    local number = tonumber(short) -- nil: infinite, or none
    if not number then return short:sub(1, 1) == "-" and "-math.huge" or "math.huge" end
    local same = single(value) == value and single(number) == value
    return (same or number == value) and short or ("%.17g"):format(value)
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

rows.text_of, rows.code_of = text_of, code_of

local function list_of(values, n, form)
  local texts = {}
  for i = 1, n do texts[i] = form(values[i]) end
  return table.concat(texts, ", ")
end

-- ---- rows -----------------------------------------------------------------------------------

--- True when its rows are wanted.
function Rows:head(text)
  self.list[#self.list + 1] = { head = true, label = text }
  return not self.closed:find((" %s "):format(text:match "^%S+"), 1, true)
end

--- more: { edit =, link = } or nil.
function Rows:add(label, value, more)
  local row = more or {}
  row.label, row.value = label, value
  self.list[#self.list + 1] = row
end

--- A row that leads to a thing of the world.
function Rows:link(label, kind, thing)
  self:add(label, tostring(thing):gsub("^cairn%.", "") .. "",
    { link = ("%s %d"):format(kind, thing:id()) })
end

local function all_nil(values, n)
  for i = 1, n do
    if values[i] ~= nil then return false end
  end
  return true
end

--- A row for each getter that this kind of thing has. entries: lists of a getter, its unit, its
--- setter or nil, given = true where the setter takes no nil; object: the thing's expression for
--- the console.
function Rows:values(thing, entries, object)
  for _, entry in ipairs(entries) do
    local getter, unit, setter = entry[1], entry[2], entry[3]
    local found, method = pcall(function() return thing[getter] end)
    local values = table.pack(pcall(found and method or error, thing))
    local n = values.n
    -- what a kind has not it refuses to tell; what is not there can be set where there is a setter
    local told = values[1] and n > 1
    if told then
      values = table.pack(table.unpack(values, 2, n))
      local none = all_nil(values, values.n)
      if not none or setter and not entry.given then
        local plain = none and "none" or list_of(values, values.n, text_of)
        local args = none and "nil" or list_of(values, values.n, code_of)
        self:add(getter:gsub("^is_", ""):gsub("^has_", ""):gsub("_", " "),
          unit ~= "" and not none and plain .. " " .. unit or plain,
          { edit = setter and ("%s:%s(%s)"):format(object, setter, args) })
      end
    end
  end
end

--- The first of those that an iterator gives; then more() tells whether there were others.
function rows.first(iterator, state, value)
  local count = 0
  return function()
    count, value = count + 1, iterator(state, value)
    if count <= MOST_EACH then return value end
  end
end

-- ---- data -----------------------------------------------------------------------------------

local MOST_DATA <const> = 40    -- entries of a table
local DEEPEST <const> = 4       -- tables in tables

local function sorted_names(t)
  local names = {}
  for key in next, t do
    if #names < MOST_DATA then names[#names + 1] = key end
  end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  return names
end

local function index_of(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" then return "." .. key end
  if type(key) == "string" or math.type(key) == "integer" then
    return ("[%s]"):format(code_of(key))
  end
end

local function add_tree(self, t, object, depth, seen)
  for _, key in ipairs(sorted_names(t)) do
    local value, index = rawget(t, key), index_of(key)
    local label = ("  "):rep(depth) .. tostring(key)
    local inner = object and index and object .. index
    if type(value) == "table" then
      local again = seen[value] and "{...}, as above" or next(value) == nil and "{}" or ""
      self:add(label, again ~= "" and again or depth >= DEEPEST and "{...}" or "{")
      if again == "" and depth < DEEPEST then
        seen[value] = true
        add_tree(self, value, inner, depth + 1, seen)
      end
    else
      local plain = type(value) ~= "userdata" and type(value) ~= "function"
        and type(value) ~= "thread"
      self:add(label, text_of(value),
        { edit = plain and inner and ("%s = %s"):format(inner, code_of(value)) or nil })
    end
  end
end

--- What belongs to a thing, as a tree. object: an expression for it.
function Rows:data(data, object)
  if data == nil then return end
  if not self:head "data" then return end
  if type(data) ~= "table" then return self:add("", text_of(data)) end
  add_tree(self, data, object, 0, { [data] = true })
end

return rows
