-- cairn.scene.budget: what a call of the script may take of the processor, where a host watches it.
--
-- Inside the program cairn.host stops a call that computes for too long, or asks for more memory
-- than there may be, with an error at the script's line; the fault then has a `limit`: "budget",
-- "memory" or "interrupt" (Ctrl-C). A stock lua5.4 has no such host: there is no end.

local fault = require "cairn.scene.fault"

local budget = {}

local HOOK = 2         -- s of the processor that a hook may take
local LOAD_TO_HOOK = 5  -- times as long may the chunk and scene.load take
local NO_MEMORY = "not enough memory"

local host = package.loaded["cairn.host"]
if not host and package.preload["cairn.host"] then host = require "cairn.host" end

--- Seconds for a hook, and for load, where a scene names none: those of the command line, else 2
--- and five times as many.
function budget.default()
  local hook = host and host.budget or HOOK
  return hook, host and host.load_budget or hook * LOAD_TO_HOOK
end

--- What is wrong with an option that names the seconds, or nil.
function budget.fault(seconds)
  if type(seconds) ~= "number" or not (seconds >= 0 and seconds < math.huge) then
    return ("field 'budget': seconds from 0 expected, got %s"):format(tostring(seconds))
  elseif seconds > 0 and not host then
    return "field 'budget': only the program cairn can stop a script, a stock lua5.4 cannot"
  end
end

--- What the environment of a script gets instead of Lua's own, or nil.
budget.safe = host and host.safe((debug.getinfo(1, "S").source:gsub("scene/budget%.lua$", "")))

-- Lua raises this without a place, and mostly without asking a handler.
local function name_place(problem, place, texts)
  if problem.message ~= NO_MEMORY then return end
  if place == "" then place = problem.where and problem.where .. ": " or "" end
  local hint = host.option_hints == false and "" or " (--mem)"
  local named = fault.at(place .. NO_MEMORY .. hint, texts, problem.traceback)
  for name, value in pairs(named) do problem[name] = value end
end

local function finish(texts, ok, first, ...)
  local limit, place = host.leave()
  if not ok then
    first.limit = limit ~= "memory" and limit or nil
    if first.message:find(NO_MEMORY .. "$") then -- of Lua or of a world
      first.limit = first.limit or "memory"
      name_place(first, place or "", texts)
    end
  end
  return ok, first, ...
end

--- As fault.call(texts, f, ...), no longer than seconds (0: no end); name: for messages. The time
--- that f spends in the core's step does not count when f is that step itself (aside).
function budget.call(name, seconds, aside, texts, f, ...)
  if not host then return fault.call(texts, f, ...) end
  host.enter(name, seconds, aside)
  return finish(texts, fault.call(texts, f, ...))
end

return budget
