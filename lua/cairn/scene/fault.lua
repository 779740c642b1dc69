-- cairn.scene.fault: what is kept of an error in a script: message, traceback, the line it points
-- at with those around it, and what the locals there hold.
--
-- fault.call is the one protected call of the scene side. Its handler must itself never fail:
-- an error value may be nil, a table, or an object whose tostring raises or never ends.
-- `texts` (path -> text) are the files of the scene: a fault is said to be where its message says,
-- or at the innermost stack level that belongs to one of them.

local around = require "cairn.scene.around"
local meant = require "cairn.scene.meant"
local source = require "cairn.scene.source"
local trace = require "cairn.scene.trace"

local Fault = {}
Fault.__index = Fault

local MAX_MESSAGE = 4096        -- bytes; a longer message helps nobody and fills the overlay
local MOST_LEVELS = 200         -- of a stack that are looked at
local TOSTRING_BUDGET = 1000000 -- VM instructions a __tostring may take, some 10 ms

local fault = {}

-- A coroutine of its own carries the instruction limit, so the script's hooks stay untouched.
local function tostring_within_budget(value)
  local thread = coroutine.create(function() return tostring(value) end)
  debug.sethook(thread, function() error("tostring takes too long") end, "", TOSTRING_BUDGET)
  local ok, text = coroutine.resume(thread)
  return ok and type(text) == "string" and text or nil
end

--- Any error value as a sentence.
function fault.describe(value)
  local kind = type(value)
  local text
  if kind == "string" then
    text = value
  elseif kind == "number" then
    text = tostring(value)
  else
    local meta = debug.getmetatable(value)
    local has_text = type(meta) == "table" and rawget(meta, "__tostring") ~= nil
    text = has_text and tostring_within_budget(value)
      or ("(error object is a %s value)"):format(kind)
  end
  if #text > MAX_MESSAGE then text = text:sub(1, MAX_MESSAGE) .. "..." end
  return text
end

local function nth_line(text, n)
  local i = 0
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    i = i + 1
    if i == n then return line:match("^%s*(.-)%s*$") end
  end
end

--- A fault at a known place; `path` and `line` may be nil, and so may values: what the locals hold.
function fault.new(message, traceback, path, line, text, values)
  return setmetatable({
    message = message,
    traceback = traceback or "",
    path = path,
    line = line,
    where = path and line and ("%s:%d"):format(path, line) or path,
    source = text and line and nth_line(text, line) or nil,
    lines = text and line and around.lines(text, line) or nil,
    values = values,
    count = 1,
  }, Fault)
end

function Fault:__tostring()
  if self.traceback == "" then return self.message end
  return self.message .. "\n" .. self.traceback
end

local function innermost(texts, level)
  while true do
    local info = debug.getinfo(level, "Sl")
    if not info then return nil end
    local path = info.source:match("^@(.*)")
    if path and info.currentline > 0 and texts[path] then return path, info.currentline end
    level = level + 1
  end
end

-- The place a message starts with. Lua shortens long file names there; the message is given the
-- whole one, which editors can jump to.
local function named_place(texts, message)
  for path in pairs(texts) do
    for _, name in ipairs { path, source.short_name(path) } do
      local line = message:sub(1, #name) == name and message:match("^:(%d+):", #name + 1)
      if line then return path, tonumber(line), path .. message:sub(#name + 1) end
    end
  end
end

-- What the stack tells where it is at that line, or nil: what the locals hold, and which name was
-- meant, as the message's end.
local function seen_at(path, line, message, text)
  for level = 2, MOST_LEVELS do
    local info = debug.getinfo(level, "Sl")
    if not info then return nil end
    if info.currentline == line and info.source == "@" .. path then
      local variables = around.variables(level)
      return { values = around.values(variables),
        hint = meant.hint(variables, message, nth_line(text, line)) }
    end
  end
end

-- A hook of the world's step has no stack any more when the step raises its error: the binding
-- calls this while it has, and what it finds waits for the handler.
local witnessed, watched

debug.getregistry()["cairn.witness"] = function(message)
  witnessed = nil
  if not watched or type(message) ~= "string" then return end
  local path, line = named_place(watched, message)
  if not path then path, line = innermost(watched, 2) end
  witnessed = path and line and seen_at(path, line, message, watched[path]) or nil
end

local function from_stack(value, texts)
  local message = fault.describe(value)
  -- world:step raises with the traceback of the hook already in the message
  local head, inner = message:match("^(.-)\n(stack traceback:\n.*)$")
  message = head or message
  local traceback = trace.trim(inner or trace.of(3))
  local path, line, whole = named_place(texts, message)
  if not path then path, line = innermost(texts, 4) end
  local seen = witnessed
  witnessed = nil
  if not inner then seen = path and line and seen_at(path, line, message, texts[path]) or nil end
  message = (whole or message) .. (seen and seen.hint or "")
  return fault.new(message, traceback, path, line, texts[path], seen and seen.values)
end

-- After a stack overflow Lua has 200 slots left for the handler, and its collector takes those away
-- (seen in 5.4.4, in luaD_shrinkstack): then each call in the handler is an overflow again, handled
-- by one more handler, some 200 deep and for seconds. So there is no collecting meanwhile.
local collecting

local function pause_collector()
  collecting = collecting or collectgarbage "isrunning"
  collectgarbage "stop"
end

local function resume_collector()
  if collecting then collectgarbage "restart" end
  collecting = nil
end

-- One handler for each set of files: a tick makes no garbage.
local handlers = setmetatable({}, { __mode = "k" })

local function handler_for(texts)
  local handler = handlers[texts]
  if not handler then
    handler = function(value)
      if getmetatable(value) == Fault then return value end
      pause_collector()
      local caught = from_stack(value, texts) -- no tail call: the levels below are counted
      resume_collector()
      return caught
    end
    handlers[texts] = handler
  end
  return handler
end

local function finish(ok, first, ...)
  if ok or getmetatable(first) == Fault then return ok, first, ... end
  -- the handler had no room left (stack overflow, out of memory)
  resume_collector()
  return false, fault.new(fault.describe(first))
end

--- Call f(...): true and its results, or false and a fault.
function fault.call(texts, f, ...)
  watched = texts
  return finish(xpcall(f, handler_for(texts), ...))
end

--- What the window shows of a fault while the scene goes on, below this sentence.
function fault.banner(problem, text)
  local banner = { kind = "error" }
  for name, value in pairs(problem) do banner[name] = value end
  banner.text = text
  return banner
end

--- A fault whose message begins with its place.
function fault.at(message, texts, traceback)
  local path, line, whole = named_place(texts, message)
  return fault.new(whole or message, traceback, path, line, texts[path])
end

--- Whether two faults are the same message at the same place.
function fault.same(a, b)
  return a ~= nil and b ~= nil and a.message == b.message and a.where == b.where
end

return fault
