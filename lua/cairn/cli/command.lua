-- cairn.cli.command: what every command does: it ends with an exit code, tells the person at the
-- terminal on stderr, and prints its results on stdout.
--
-- A command raises a Stop (command.stop) to end with a sentence and a code; any other error is a
-- bug and shows its traceback. Not here: which commands there are (cairn.cli).

local visible = require "cairn.words.visible"

local command = {}

command.OK, command.SCRIPT, command.USAGE, command.FILE = 0, 1, 2, 3
command.SNAPSHOT, command.LIMIT, command.DISPLAY = 4, 5, 6
command.DIVERGED, command.OUTPUT = 7, 8
command.SIGNAL = 128 -- and the number of the signal that ended it

local Stop = {}
Stop.__tostring = function(self) return self.message end

local function sentence(form, ...)
  return select("#", ...) > 0 and form:format(...) or form
end

--- End the command: a sentence on stderr (nil: none) and an exit code.
function command.stop(code, form, ...)
  error(setmetatable({ code = code, message = form and sentence(form, ...) }, Stop), 0)
end

--- A line on stderr; stdout belongs to results. What was printed before stands before it, where
--- both go to one place.
function command.say(form, ...)
  io.stdout:flush()
  io.stderr:write("cairn: ", visible(sentence(form, ...)), "\n")
end

--- A result as a line of JSON on stdout; keys: their order.
function command.print_json(result, keys)
  print(require("dkjson").encode(result, { keyorder = keys }))
end

local function handle(value)
  if getmetatable(value) == Stop then return value end
  return debug.traceback(tostring(value), 2)
end

--- Call fn(...), which returns an exit code, and say what it stopped with. Returns the exit code.
function command.call(fn, ...)
  local ok, result = xpcall(fn, handle, ...)
  if ok then return result end
  if getmetatable(result) ~= Stop then
    command.say("%s", result)
    return command.SCRIPT
  end
  if result.message then command.say("%s", result.message) end
  return result.code
end

return command
