-- cairn.scene.signature: one string that changes when the code that builds the scene changes.
--
-- It holds the text of scene.load, of every function of the scene's files that it reaches, and
-- the constants they use. Equal strings mean an edit can be patched in; different ones mean the
-- world on screen is no longer what the script would build. Lines may move freely: only the text
-- of functions counts, not where they stand.
--
-- What a function reaches is read from its upvalues; for tables of functions and for globals,
-- from whether its text mentions the name. Tables written out as `local t = { ... }` and
-- `<const>` locals are compared by their text: the first may have changed while running, the
-- second are no upvalues.

local signature = {}

local Walk = {}
Walk.__index = Walk

local SIMPLE = { number = true, string = true, boolean = true }

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    lines[#lines + 1] = line:match("^(.-)%s*$")
  end
  return lines
end

function Walk:lines(path)
  local lines = self.split[path]
  if not lines then
    lines = lines_of(self.text_of(path))
    self.split[path] = lines
  end
  return lines
end

function Walk:add(...)
  local parts = self.parts
  for i = 1, select("#", ...) do parts[#parts + 1] = tostring((select(i, ...))) end
end

-- `local A <const> = ...` lines of the file whose name the text mentions.
function Walk:constants(path, words)
  for _, line in ipairs(self:lines(path)) do
    if line:find("<%s*const%s*>") then
      for name in line:gmatch("([%a_][%w_]*)%s*<%s*const%s*>") do
        if words[name] then self:add("const", line) end
      end
    end
  end
end

local function holds_functions(t)
  for _, value in next, t do
    if type(value) == "function" then return true end
  end
  return false
end

function Walk:table_text(path, name)
  local text = table.concat(self:lines(path), "\n")
  local pattern = "%f[%w_]local%s+" .. name .. "%s*=%s*(%b{})"
  self:add("table", name, text:match(pattern) or "")
end

-- Functions in a table, as far as the text mentions their field.
function Walk:fields(t, words)
  local names = {}
  for name, value in next, t do
    if type(name) == "string" and words[name] and type(value) == "function" then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do self:visit(rawget(t, name)) end
end

function Walk:global_values(words)
  local names, globals = {}, self.globals
  for name in pairs(words) do
    if globals[name] and SIMPLE[type(globals[name].value)] then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do self:add("global", name, globals[name].value) end
end

function Walk:upvalue(fn, index, path, words)
  local name, value = debug.getupvalue(fn, index)
  if not name then return false end
  local first = self.initials[debug.upvalueid(fn, index)]
  if first then value = first.value end
  if rawequal(value, self.env) then
    self:global_values(words)
    self:fields(value, words)
  elseif SIMPLE[type(value)] then
    self:add("local", name, value)
  elseif type(value) == "function" then
    self:visit(value)
  elseif type(value) == "table" and not self.skip[value] then
    if not holds_functions(value) then self:table_text(path, name) end
    self:fields(value, words)
  end
  return true
end

local function words_of(text)
  local words = {}
  for word in text:gmatch("[%a_][%w_]*") do words[word] = true end
  return words
end

function Walk:visit(fn)
  if self.seen[fn] then return end
  self.seen[fn] = true
  local info = debug.getinfo(fn, "S")
  local path = info.source:match("^@(.*)")
  if not path or not self.text_of(path) then return end
  local text = table.concat(self:lines(path), "\n", info.linedefined, info.lastlinedefined)
  local words = words_of(text)
  self:add("function", text)
  self:constants(path, words)
  local index = 1
  while self:upvalue(fn, index, path, words) do index = index + 1 end
end

--- of(load, { text_of = fn(path) -> text or nil, env =, initials =, globals = initial values by
--- name, skip = set of tables })
function signature.of(load_function, options)
  local walk = setmetatable({
    parts = {}, seen = {}, split = {},
    text_of = options.text_of, env = options.env, globals = options.globals or {},
    initials = options.initials or {}, skip = options.skip or {},
  }, Walk)
  if type(load_function) == "function" then walk:visit(load_function) end
  return table.concat(walk.parts, "\0")
end

return signature
