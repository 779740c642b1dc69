-- cairn.scene.signature: one string that changes when the code that builds the scene changes.
--
-- It holds the text of scene.load, of every function of the scene's files that it reaches, and
-- the constants they use. Equal strings mean an edit can be patched in; different ones mean the
-- world on screen is no longer what the script would build. Lines may move freely: only the text
-- of functions counts, not where they stand.
--
-- What a function reaches is read from its upvalues and from what it requires; for tables of
-- functions and for globals, from whether its text mentions the name. Data in tables is compared by
-- what is written (cairn.scene.written), as it may have changed while running; `<const>` locals are
-- no upvalues. A module without functions counts as a whole.

local source = require "cairn.scene.source"
local sorted_keys = require "cairn.words.sorted"
local written = require "cairn.scene.written"

local signature = {}

local Walk = {}
Walk.__index = Walk

local SIMPLE = { number = true, string = true, boolean = true }

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    lines[#lines + 1] = line:match "^.*%S" or ""
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

function Walk:written(path)
  local found = self.assigned[path]
  if not found then
    found = written.of(table.concat(self:lines(path), "\n"))
    self.assigned[path] = found
  end
  return found
end

-- Functions in a table whose field the text mentions; listed: those that are called by number, too.
function Walk:functions(t, words, listed)
  local names = {}
  for key, value in next, t do
    if type(value) == "function" and type(key) == "string" and words[key] then
      names[#names + 1] = key
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do self:visit(rawget(t, name)) end
  for i = 1, listed and rawlen(t) or 0 do
    if type(rawget(t, i)) == "function" then self:visit(rawget(t, i)) end
  end
end

-- Data in it, as the file gives it to the fields that the text mentions; owner: what it is called
-- there, "": anything.
function Walk:data(t, words, path, owner)
  for _, name in ipairs(sorted_keys(words)) do
    local value = rawget(t, name)
    if value ~= nil and type(value) ~= "function" then
      self:add("field", name, self:written(path):field(owner, name))
    end
  end
end

-- A file that was required, as it gave a table.
function Walk:module(record, words)
  local file, value = self:written(record.path), record.value
  if not file.has_functions then return self:add("module", file.text) end
  self:functions(value, words, true)
  self:data(value, words, record.path, "")
end

-- A table by that name in the file.
function Walk:table(t, words, path, name)
  local record = self.modules[t]
  if record then return self:module(record, words) end
  self:functions(t, words)
  if holds_functions(t) then return self:data(t, words, path, name) end
  self:add("table", name, self:written(path):whole(name))
end

-- Globals, and fields of the scene.
function Walk:globals_named(words, path)
  for _, name in ipairs(sorted_keys(words)) do
    local first = self.globals[name] and self.globals[name].value
    if SIMPLE[type(first)] then self:add("global", name, first) end
    if type(first) == "table" and not self.skip[first] then self:table(first, words, path, name) end
    if words.scene then self:add("scene", name, self:written(path):field("scene", name)) end
  end
  self:functions(self.env, words)
end

function Walk:upvalue(fn, index, path, words)
  local name, value = debug.getupvalue(fn, index)
  if not name then return false end
  local first = self.initials[debug.upvalueid(fn, index)]
  if first then value = first.value end
  if rawequal(value, self.env) then
    self:globals_named(words, path)
  elseif SIMPLE[type(value)] then
    self:add("local", name, value)
  elseif type(value) == "function" then
    self:visit(value)
  elseif type(value) == "table" and not self.skip[value] then
    self:table(value, words, path, name)
  end
  return true
end

-- Files that it requires when it is called. They may not have run yet.
function Walk:required(text, words)
  for name in source.required(text) do
    local all = self.late[name] or {}
    self.late[name] = all
    for word in pairs(words) do all[word] = true end
  end
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
  self:required(text, words)
  self:constants(path, words)
  local index = 1
  while self:upvalue(fn, index, path, words) do index = index + 1 end
end

local function new(options)
  return setmetatable({
    parts = {}, seen = {}, split = {}, assigned = {}, late = {},
    text_of = options.text_of, env = options.env, globals = options.globals or {},
    initials = options.initials or {}, skip = options.skip or {}, modules = options.modules or {},
  }, Walk)
end

--- of(load, { text_of = fn(path) -> text or nil, env =, initials =, globals = initial values by
--- name, skip = set of tables, modules = table -> record of the module that is it }); and what it
--- requires when it runs, for signature.late.
function signature.of(load_function, options)
  local walk = new(options)
  if type(load_function) == "function" then walk:visit(load_function) end
  return table.concat(walk.parts, "\0"), walk.late
end

--- The same of the files that scene.load has required, when they have run. records: by name.
function signature.late(required, records, options)
  local walk = new(options)
  for _, name in ipairs(sorted_keys(required)) do
    local record = records[name]
    local value = record and record.value
    if type(value) == "table" and not walk.skip[value] then
      walk:module(record, required[name])
    elseif type(value) == "function" then
      walk:visit(value)
    elseif record then
      walk:add(value)
    end
  end
  return table.concat(walk.parts, "\0")
end

return signature
