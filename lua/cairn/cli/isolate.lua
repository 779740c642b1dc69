-- cairn.cli.isolate: `cairn run --isolate`: the scene in a process of its own that can do nothing
-- but compute and print (src/host/host_isolate.c).
--
-- The process opens no file once the script runs, so all that it may need is read before: the
-- scene's folder, and our own modules. What it prints goes through this one, which shows a terminal
-- nothing that steers it.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local sandbox = require "cairn.scene.sandbox"
local source = require "cairn.scene.source"
local visible = require "cairn.words.visible"

local isolate = {}

local MOST_FILES = 2000   -- entries of folders that are looked at
local MOST_TEXT = 8 << 20 -- bytes of all texts
local MOST_DEEP = 6       -- folders in each other
local OF_PROGRAM = 1 << 30 -- bytes of address space beside what the script may have
local MOST_LINE = 1 << 16 -- bytes that wait for their end of line
local KILLED_BY_FILTER = 31 -- SIGSYS

local OURS = { "scene", "words", "build", "geometry" }

-- ---- before -----------------------------------------------------------------------------------

-- Every Lua file below the folder, path -> text, as far as there may be so many.
local function read_folder(folder, texts, found, deep)
  local names = host.list(folder == "" and "." or folder) or {}
  table.sort(names)
  for _, name in ipairs(names) do
    local path = folder .. name
    found.files = found.files + 1
    if found.files > MOST_FILES or found.bytes > MOST_TEXT then
      found.cut = true
      return
    end
    local size, _, kind = host.stat(path)
    if kind == "folder" and deep < MOST_DEEP and name:sub(1, 1) ~= "." then
      read_folder(path .. "/", texts, found, deep + 1)
    elseif kind == "file" and name:find "%.lua$" and size <= sandbox.MOST_TEXT then
      texts[path] = host.read(path)
      found.bytes = found.bytes + size
    end
  end
end

-- A reader of what has been read: the scene's own files, none that a link leads out to.
local function reader_of(path)
  local texts, found = {}, { files = 0, bytes = 0 }
  read_folder(source.folder(path), texts, found, 0)
  local read = sandbox.reader_of(path, function(name) return texts[name] end)
  for name in pairs(texts) do texts[name] = read(name) end
  texts[path] = texts[path] or host.read(path)
  if found.cut then
    command.say("--isolate: the folder of %s has too much in it: not all can be required", path)
  end
  return function(name)
    if texts[name] then return texts[name] end
    return nil, "No such file"
  end
end

-- No module of ours can be read later.
local function load_ours()
  for _, folder in ipairs(OURS) do
    for _, name in ipairs(host.list(("%s/lua/cairn/%s"):format(host.home, folder)) or {}) do
      local module = name:match "^(.*)%.lua$"
      if module then require(("cairn.%s.%s"):format(folder, module)) end
    end
  end
  require "cairn.build"
  require "cairn.geometry"
  require "dkjson"
end

-- ---- what it prints ---------------------------------------------------------------------------

local function new_relay()
  local streams, waiting = { io.stdout, io.stderr }, { "", "" }
  return function(number, text)
    local all = waiting[number] .. text
    local whole, rest = all:match "^(.*\n)(.*)$"
    whole, rest = whole or "", rest or all
    if text == "" or #rest > MOST_LINE then whole, rest = whole .. rest, "" end
    waiting[number] = rest
    if whole == "" then return end
    streams[number]:write(visible(whole))
    streams[number]:flush()
  end
end

local function exit_code(code, signal)
  if signal == KILLED_BY_FILTER then
    command.say "the isolated process asked the system for what it may not have, and was ended"
    return command.LIMIT
  end
  if signal then command.say("the isolated process was ended by signal %d", signal) end
  return code
end

local function check(args)
  for _, name in ipairs { "window", "record" } do
    if args[name] then
      command.stop(command.USAGE, "--isolate and --%s exclude each other", name)
    end
  end
end

--- Run go(args) where it can do no harm; args: of a headless `cairn run`. The exit code.
function isolate.run(args, go)
  check(args)
  local is_child, code, signal = host.isolate(new_relay())
  if is_child == nil then command.stop(command.USAGE, "--isolate: %s", code) end
  if not is_child then return exit_code(code, signal) end
  args.sandbox, args.headless, args.reader = true, true, reader_of(args.scene)
  load_ours()
  local memory = args.mem or sandbox.MEMORY + sandbox.WORLDS
  local sanitized = host.facts().build:find "sanitized" -- they map terabytes
  local ok, why = host.confine(not sanitized and memory > 0 and 2 * memory + OF_PROGRAM or 0)
  if not ok then command.stop(command.USAGE, "--isolate: %s; not run", why) end
  return go(args)
end

return isolate
