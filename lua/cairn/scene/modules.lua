-- cairn.scene.modules: require for one scene: which files it loaded, what needs what, loading anew.
--
-- Files the script requires run in the script's environment and belong to the scene alone, so
-- two scenes in one Lua state do not share them. The script's folder is searched first. What is
-- no Lua file (cairn itself, the standard library, C modules) goes to the real require and is
-- never reloaded.
--
-- A reload is a transaction: begin, run the main chunk (which requires again what is dirty),
-- finish_lazy, then commit or undo. A module's table keeps its identity: it is cleared and filled
-- with what the new run returned, and a journal takes that back. Nested tables are replaced.

local contents = require "cairn.scene.contents"
local fault = require "cairn.scene.fault"
local locals = require "cairn.scene.locals"
local source = require "cairn.scene.source"

local Modules = {}
Modules.__index = Modules

local modules = {}

local OURS = {
  _G = true, coroutine = true, debug = true, io = true, math = true, os = true, package = true,
  string = true, table = true, utf8 = true, cairn = true,
}

--- options: env, path (of the main script), read = fn(path) -> text or nil and why, builtin = table
--- of modules that the environment replaces (math, os), sandbox (see cairn.scene.sandbox).
function modules.new(options)
  return setmetatable({
    env = options.env, read = options.read, builtin = options.builtin or {},
    sandbox = options.sandbox,
    path = options.path, folder = source.folder(options.path),
    records = {},  -- name -> { name, path, text, value, slots, lazy, requires }
    order = {},    -- names in load order
    texts = {},    -- path -> text of the code that runs, the main script included
    tried = {},    -- path -> text, or false when missing: what the last attempt looked for
    starting = {}, -- like records, with those whose chunk has not ended
    loading = {},  -- names whose chunk runs now, outermost first
    main_requires = {},
  }, Modules)
end

-- ---- finding ------------------------------------------------------------------------------

local function is_foreign(name)
  return OURS[name] or name:find("^cairn%.") ~= nil
end

local function try(self, path)
  local text, why = self.read(path)
  if text then self.tried[path] = text end
  return text, why
end

-- What is there and cannot be read is an error: Lua itself would wait for one to write into a pipe.
local function try_beside(self, path)
  local text, why = try(self, path)
  if text or not why or why:lower():find "^no such file" then return text end
  if not why:find "^%l+s " then why = "cannot be read: " .. why end
  error(("module at '%s' %s"):format(path, why), 0)
end

local function find_beside(self, name)
  local base = self.folder .. name:gsub("%.", "/")
  for _, path in ipairs { base .. ".lua", base .. "/init.lua" } do
    local text = try_beside(self, path)
    if text then return path, text end
  end
  self.tried[base .. ".lua"] = false -- so that creating it is seen
end

local function find_on_path(self, name)
  local file = name:gsub("%.", "/")
  for template in package.path:gmatch("[^;]+") do
    local path = template:gsub("%?", (file:gsub("%%", "%%%%")))
    local text = try(self, path)
    if text then return path, text end
  end
end

local function find(self, name)
  if is_foreign(name) then return nil end
  local path, text = find_beside(self, name)
  if path or self.sandbox then return path, text end
  if package.loaded[name] ~= nil or package.preload[name] then return nil end
  return find_on_path(self, name)
end

local function require_foreign(self, name)
  if self.sandbox then
    error(("module '%s' not found: no file '%s%s.lua', and a sandbox looks nowhere else")
      :format(name, self.folder, (name:gsub("%.", "/"))), 0)
  end
  if self.builtin[name] then return self.builtin[name] end
  local ok, value, extra = pcall(require, name)
  if ok then return value, extra end
  if type(value) == "string" and value:find("^module '") then
    local base = self.folder .. name:gsub("%.", "/")
    value = value:gsub("not found:", ("not found:\n\tno file '%s.lua'"):format(base), 1)
  end
  error(value, 0)
end

-- ---- running ------------------------------------------------------------------------------

local function check_loop(self, name)
  for i, waiting in ipairs(self.loading) do
    if waiting == name then
      local chain = table.concat(self.loading, " -> ", i) .. " -> " .. name
      error("modules require each other in a loop: " .. chain, 0)
    end
  end
end

--- Run the text of a file in the scene's environment; raises a fault with its place.
function Modules:run(name, path, text, ...)
  self.texts[path] = text
  local chunk, message, line = source.compile(path, text, self.env)
  if not chunk then error(fault.new(message, nil, path, line, text), 0) end
  table.insert(self.loading, name)
  local ok, result = fault.call(self.texts, chunk, ...)
  table.remove(self.loading)
  if not ok then error(result, 0) end
  return result
end

-- The old table with the new contents, so that whoever holds it holds the new module.
local function adopt(self, old, record)
  local new = record.value
  if type(old) ~= "table" or type(new) ~= "table" or rawequal(old, new) then return end
  contents.become(old, new, self.journal)
  for k, v in next, old do
    if rawequal(v, new) then rawset(old, k, old) end -- M.__index = M
  end
  locals.replace(record.slots, new, old)
  record.value = old
end

local function load_file(self, name, path, text)
  check_loop(self, name)
  local lazy = #self.loading == 0
  local record = { name = name, path = path, text = text, lazy = lazy, requires = {} }
  self.starting[name] = record
  local value = self:run(name, path, text, name, path)
  if value == nil then value = true end
  record.value = value
  record.slots = locals.collect({ value, self.env }, path)
  local former = self.former and self.former[name]
  if former then adopt(self, former.value, record) end
  self.records[name] = record
  table.insert(self.order, name)
  self.grown = true -- there is one more file to watch
  return record
end

local function record_at(self, path)
  for _, record in pairs(self.starting) do
    if record.path == path then return record end
  end
end

local function note_need(self, needed, caller)
  local record = caller and record_at(self, caller)
  if not record and caller ~= self.path then record = self.starting[self.loading[#self.loading]] end
  local requires = record and record.requires or self.main_requires
  requires[needed] = true
end

--- require as the script sees it; caller is the path of the file that asks, if known.
function Modules:require(name, caller)
  if type(name) ~= "string" then
    error(("bad argument #1 to 'require' (string expected, got %s)"):format(type(name)), 3)
  end
  local given = self.sandbox and self.sandbox:module(name)
  if given then return given end
  local record = self.records[name]
  if not record then
    local path, text = find(self, name)
    if not path then return require_foreign(self, name) end
    record = load_file(self, name, path, text)
  end
  note_need(self, name, caller)
  return record.value, record.path
end

-- ---- the transaction ----------------------------------------------------------------------

local function needs_any(record, dirty)
  for name in pairs(record.requires) do
    if dirty[name] then return true end
  end
  return false
end

-- Names of modules whose file changed, and of all that need them.
local function dirty_names(self, changed)
  local dirty, grew = {}, true
  for name, record in pairs(self.records) do
    if changed[record.path] then dirty[name] = true end
  end
  while grew do
    grew = false
    for name, record in pairs(self.records) do
      if not dirty[name] and needs_any(record, dirty) then dirty[name], grew = true, true end
    end
  end
  return dirty
end

--- changed: set of paths, or nil to load everything anew.
function Modules:begin(changed)
  self.before = {
    records = self.records, order = self.order, texts = contents.copy(self.texts),
    main_requires = self.main_requires, starting = self.starting,
  }
  local dirty = changed and dirty_names(self, changed)
  self.former, self.journal, self.loading = self.records, {}, {}
  self.records, self.starting, self.main_requires, self.tried = {}, {}, {}, {}
  local order = {}
  if dirty then
    for _, name in ipairs(self.order) do
      if not dirty[name] then
        self.records[name], self.starting[name] = self.former[name], self.former[name]
        order[#order + 1] = name
      end
    end
  end
  self.order = order
end

--- Modules that the old code required while running are not asked for by the new chunk: load
--- those of them that the edit touched.
function Modules:finish_lazy()
  for _, name in ipairs(self.before.order) do
    local record = self.former[name]
    if record.lazy and not self.records[name] then
      local text = self.read(record.path)
      if text then load_file(self, name, record.path, text) end
    end
  end
end

local function mark(self, name, needed)
  local record = self.records[name]
  if not record or needed[name] then return end
  needed[name] = true
  for other in pairs(record.requires) do mark(self, other, needed) end
end

local function prune(self)
  local needed = {}
  for name in pairs(self.main_requires) do mark(self, name, needed) end
  for name, record in pairs(self.records) do
    if record.lazy then mark(self, name, needed) end
  end
  local order, texts = {}, { [self.path] = self.texts[self.path] }
  for _, name in ipairs(self.order) do
    local record = self.records[name]
    if needed[name] then
      order[#order + 1] = name
      texts[record.path] = record.text
    else
      self.records[name] = nil
    end
  end
  self.order, self.texts = order, texts
end

--- Walk the modules that ran again: what was loaded before, and now.
function Modules:renewed()
  local i = 0
  local function step()
    i = i + 1
    local name = self.order[i]
    if not name then return nil end
    local record, former = self.records[name], self.former[name]
    if former and former ~= record then return former, record end
    return step()
  end
  return step
end

--- Tables of modules that keep their identity: a list of { t =, new =, contents = } with the table,
--- the one that the new run made, and what was in the table before.
function Modules:adopted() return self.journal end

--- Carry the locals of modules that ran again.
function Modules:carry(warn)
  for former, record in self:renewed() do locals.carry(former.slots, record.slots, warn) end
end

function Modules:commit()
  prune(self)
  self.before, self.former, self.journal, self.loading = nil, nil, nil, {}
end

function Modules:undo()
  contents.undo(self.journal)
  local before = self.before
  self.records, self.order, self.texts = before.records, before.order, before.texts
  self.main_requires, self.starting = before.main_requires, before.starting
  self.before, self.former, self.journal, self.loading = nil, nil, nil, {}
end

--- Upvalue id -> first value, of all modules.
function Modules:initials(into)
  for _, record in pairs(self.records) do
    for id, first in pairs(locals.initials(record.slots)) do into[id] = first end
  end
  return into
end

return modules
