-- cairn.scene.sandbox: a scene that is not trusted: what its script may call, require and read.
--
-- The globals are a list of what is allowed; there is nothing behind it. Each scene has copies of
-- its own of all tables in the list, so that nothing it writes is seen by anybody else. What is not
-- as Lua has it comes from the program (src/host/host_box.c); a stock lua5.4 has no sandbox.
--
-- It narrows what a script can do, and is no wall: see SECURITY.md.

local source = require "cairn.scene.source"

local Sandbox = {}
Sandbox.__index = Sandbox

local sandbox = {
  HOOK = 0.1, LOAD = 2.0,             -- s of the processor for a hook, and for load
  MEMORY = 64 << 20, WORLDS = 256 << 20, -- bytes of the script, and of all its worlds
}

local MOST_TEXT, MOST_TEXTS = 1 << 20, 8 << 20 -- bytes of a file, and of all of them

local FUNCTIONS = {
  "assert", "error", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget", "rawlen", "rawset",
  "select", "tonumber", "type", "_VERSION",
}
local FROM_PROGRAM = {
  "collectgarbage", "getmetatable", "setmetatable", "tostring", "string", "table", "utf8",
}
-- What Lua has and a sandbox has not; the rest of a script's nil values are its own.
local MISSING = { io = true, debug = true, package = true, dofile = true, loadfile = true }
local MISSING_FIELDS = {
  os = { "date", "difftime", "execute", "exit", "getenv", "remove", "rename", "setlocale", "time",
    "tmpname" },
  string = { "dump" },
}
local MODULES = { cairn = true, ["cairn.build"] = true, ["cairn.geometry"] = true }

-- Tables in it are copied, too; what a table looks like from outside stays.
local function copy_of(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for k, v in next, value do copy[k] = copy_of(v) end
  return debug.setmetatable(copy, debug.getmetatable(value))
end

--- For the scene in the file at path; clock: fn() -> seconds of the simulation.
function sandbox.new(path, clock)
  local host = package.preload["cairn.host"] and require "cairn.host"
  if not host then error("a sandbox needs the program cairn; a stock lua5.4 has none", 0) end
  local folder = source.folder(path)
  return setmetatable({
    path = path, folder = folder, clock = clock, modules = {},
    given = host.close_box(), texts = {}, bytes = 0,
  }, Sandbox)
end

--- Make a table of globals, which has what a scene has of its own, the whole environment. safe: see
--- cairn.scene.env.
function Sandbox:close(environment, own, safe)
  own.loadfile, own.dofile = nil, nil
  for _, name in ipairs(FUNCTIONS) do own[name] = _G[name] end
  own.coroutine = copy_of(coroutine)
  own.xpcall = safe.xpcall
  for _, name in ipairs(FROM_PROGRAM) do own[name] = self.given[name] end
  own.load = self.given.loader(environment)
  own.os = { clock = self.clock }
  self.libraries = {
    coroutine = own.coroutine, math = own.math, os = own.os, string = own.string,
    table = own.table, utf8 = own.utf8, _G = environment,
  }
end

--- What require gives that is no file of the scene; nil for a name that may be one.
function Sandbox:module(name)
  if self.libraries[name] then return self.libraries[name] end
  if MODULES[name] then
    self.modules[name] = self.modules[name] or copy_of(require(name))
    return self.modules[name]
  end
  if type(_G[name]) == "table" or name:find "^cairn%." then
    error(("module '%s' is not for a sandboxed scene"):format(name), 0)
  end
  if not ("." .. name):gsub("%.[%w_-]+", ""):find "^$" then
    local shown = name:sub(1, 100):gsub("%c", "?")
    error(("module '%s': a sandboxed scene names files of its own folder"):format(shown), 0)
  end
end

-- The library's function that is missing where the line has it.
local function missing_field(name, line)
  for library, fields in pairs(MISSING_FIELDS) do
    for _, field in ipairs(fields) do
      local form = ("%%f[%%w_.:]%s%%s*%%.%%s*%s%%f[^%%w_]"):format(library, field)
      if field == name and line:find(form) then return library .. "." .. field end
    end
  end
end

--- An error because of what a sandbox lacks says so, where it did say that a value is nil.
function sandbox.explain(problem)
  local place, kind, name =
    problem.message:match "^(.-)attempt to %a+ a nil value %((%a+) '([%w_]+)'%)$"
  local missing
  if kind == "global" and MISSING[name] then missing = name end
  if kind == "field" then missing = missing_field(name, problem.source or "") end
  if missing then
    problem.message = ("%s%s is not there in a sandbox (see SECURITY.md)"):format(place, missing)
  end
end

-- fn(path) -> whether it is in the folder of the scene, wherever a link of the file system leads.
local function owner_of(scene_path)
  local resolve = require("cairn.host").resolve
  local folder = source.folder(scene_path)
  local home = resolve(folder ~= "" and folder or ".")
  return function(path)
    local place = resolve(path)
    if path == scene_path or not place then return true end -- what is not there is not read
    return home ~= nil and place:sub(1, #home) == home
      and (home:sub(-1) == "/" or place:sub(#home + 1, #home + 1) == "/")
  end
end

--- Whether a picture is the scene's to show.
function Sandbox:may_show(path)
  self.is_own = self.is_own or owner_of(self.path)
  return self.is_own(path)
end

--- A reader for files in the folder of the scene alone.
function sandbox.reader_of(scene_path, read)
  local is_own = owner_of(scene_path)
  return function(path)
    if not is_own(path) then return nil, "is outside of the scene's folder" end
    return read(path)
  end
end

--- A reader for the scene's own files, as many as there may be.
function Sandbox:reader(read)
  local read_own = sandbox.reader_of(self.path, read)
  return function(path)
    local text, why = read_own(path)
    if not text then return nil, why end
    self.bytes = self.bytes - (self.texts[path] or 0) + #text
    self.texts[path] = #text
    if self.bytes > MOST_TEXTS then return nil, "makes the files of the scene larger than 8 MiB" end
    return text
  end
end

sandbox.MOST_TEXT = MOST_TEXT

return sandbox
