-- cairn.page: the scene of a page in a browser: opened from a file and a few settings, then asked
-- and told by commands whose answers are JSON. Every scene is in a sandbox: anybody may have made
-- the link that it came by.
--
-- Not here: frames and drawing (src/page.c, view), and who asks (web/).

local host = require "cairn.host"
local json = require "dkjson"
local sandbox = require "cairn.scene.sandbox"
local scene = require "cairn.scene"

local page = {}

-- s, by the clock of the wall: a tab seems frozen at two. Longer for a hook than elsewhere in a
-- sandbox, as the browser has more to do than this page.
local HOOK, LOAD = 1, 1.5

-- The clock of the page's files counts seconds: of two saves within one the second would be missed.
-- Each save that the page tells of counts as a nanosecond more.
local saves = 0

local function stat(path)
  local size, time, kind = host.stat(path)
  return size, size and time + saves or time, kind
end

-- "seed 3", "threads 4" and "set name=value", a line each.
local function options_of(settings)
  local options = {
    sets = {}, stay = true, echo = true, live = true, pen = host.pen(),
    reader = host.read, stat = stat, clock = host.now, sandbox = true,
  }
  for line in settings:gmatch "[^\n]+" do
    local word, rest = line:match "^(%a+) (.*)$"
    if word == "seed" or word == "threads" then options[word] = math.tointeger(tonumber(rest)) end
    if word == "set" then options.sets[#options.sets + 1] = rest end
  end
  return options
end

--- The scene of the file; one that cannot start waits for its next save.
function page.open(path, settings)
  host.budget, host.load_budget = HOOK, LOAD
  host.option_hints = false
  host.limit_memory(sandbox.MEMORY, sandbox.WORLDS)
  local s, message = scene.load(path, nil, options_of(settings))
  if not s then error(message, 0) end
  return s
end

-- ---- commands -----------------------------------------------------------------------------

local function problem_of(fault)
  return fault and {
    message = fault.message, traceback = fault.traceback, path = fault.path, line = fault.line,
    hook = fault.hook,
  }
end

local function banner_of(banner)
  if not banner then return nil end
  local path, line = (banner.where or ""):match "^(.*):(%d+)$"
  return {
    kind = banner.kind, message = banner.text, traceback = banner.traceback, path = path,
    line = math.tointeger(tonumber(line)),
  }
end

local function params_of(s)
  local list = s:params()
  for _, item in ipairs(list) do
    if item.choices then setmetatable(item.choices, { __jsontype = "array" }) end
  end
  return setmetatable(list, { __jsontype = "array" })
end

local function status(s)
  local world = s:world()
  return json.encode {
    outcome = s.line, steps = s.steps_run, paused = s.paused, started = s:has_started(),
    bodies = world and world:body_count() or 0, awake = world and world:awake_count() or 0,
    threads = world and world:threads() or 1,
    -- the state between two ticks, the same on every machine after the same number of them
    hash = world and ("%016x"):format(world:hash()) or nil,
    fault = problem_of(s.fault), banner = banner_of(s.banner), params = params_of(s),
  }
end

-- Each answers with a text; raises when the script does.
local COMMANDS = {
  status = status,
  saved = function() saves = saves + 1 return "" end,
  pause = function(s, on) s:set_paused(on == "true") return "" end,
  step = function(s, count)
    s:set_paused(true)
    for _ = 1, math.tointeger(tonumber(count)) or 1 do
      if not s:tick() then break end
    end
    return ""
  end,
  restart = function(s) s:restart() return "" end,
  set = function(s, assignment)
    local name, text = assignment:match "^([^=]+)=(.*)$"
    local decl
    for _, item in ipairs(s:params()) do
      if item.name == name then decl = item end
    end
    if not decl then error("no parameter '" .. assignment .. "'", 0) end
    local value = text
    if decl.kind == "number" then value = tonumber(text) end
    if decl.kind == "boolean" then value = text == "true" end
    s:set(name, value)
    return ""
  end,
  spec = function(_, text) return json.encode(require("cairn.page.spec").run(text)) end,
  close = function(s) s:finish() return "" end,
}

--- The answer to a command, or the message of what went wrong.
function page.call(s, name, argument)
  local ok, answer = pcall(COMMANDS[name], s, argument)
  return ok and answer or tostring(answer)
end

return page
