-- cairn.cli.testing: `cairn test`: busted inside the program, over the binding that the viewer
-- uses.
--
-- The runner is a guest: it reads the global `arg`, ends through os.exit and would start a stock
-- lua5.4 unless told not to. Its own output stays; one line `N passed, N failed` comes after it.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local limits = require "cairn.cli.limits"

local testing = {}

-- The counts of a run: busted's core is made inside the runner, so its maker is wrapped.
local function watch_core(counts)
  local make = require "busted.core"
  package.loaded["busted.core"] = function(...)
    local busted = make(...)
    busted.subscribe({ "test", "end" }, function(_, _, status)
      counts[status] = (counts[status] or 0) + 1
      return nil, true
    end)
    busted.subscribe({ "error" }, function(element)
      if element.descriptor ~= "it" then counts.outside = counts.outside + 1 end
      return nil, true
    end)
    busted.subscribe({ "failure" }, function(element)
      if element.descriptor ~= "it" then counts.outside = counts.outside + 1 end
      return nil, true
    end)
    busted.subscribe({ "exit" }, function()
      counts.finished = true
      return nil, true
    end)
    return busted
  end
end

-- Where the specs are: this folder when it is set up for busted, has a folder `tests`, or is named
-- in the arguments, else the ones of Cairn itself.
local function with_place(args)
  local list = { "--ignore-lua" }
  if not host.stat(".busted") then
    local named, has_tests = false, host.stat("tests") ~= nil
    for _, value in ipairs(args) do
      if value:sub(1, 1) ~= "-" and host.stat(value) then named = true end
    end
    local ours = named or has_tests
    list[2] = ours and "--config-file=" .. host.home .. "/.busted" or "--directory=" .. host.home
    if has_tests and not named then list[3] = "tests" end
  end
  return table.move(args, 1, #args, #list + 1, list)
end

-- Call the runner from a chunk of its own: it looks for its caller's file two levels up.
local function run_busted()
  local chunk = assert(load('require "busted.runner" { standalone = false }', "@busted", "t"))
  local exit, sentinel = os.exit, {}
  rawset(os, "exit", function(code)
    sentinel.code = code == true and 0 or code == false and 1 or code or 0
    error(sentinel, 0)
  end)
  local ok, err = xpcall(chunk, function(value)
    return value == sentinel and value or debug.traceback(tostring(value), 2)
  end)
  rawset(os, "exit", exit)
  if ok then return 0 end
  if err == sentinel then return sentinel.code end
  command.say("%s", err)
  return 1
end

--- args: for busted, but for --budget and --mem. 1 when a spec failed, or nothing could be run.
function testing.main(args)
  local given
  args, given = limits.take_from(args)
  limits.apply(given)
  local found, message = pcall(require, "busted.runner")
  if not found then
    command.stop(command.USAGE,
      "busted is not installed (Debian, Ubuntu: apt-get install lua-busted)\n%s",
      message)
  end
  local counts = { success = 0, failure = 0, error = 0, pending = 0, outside = 0 }
  watch_core(counts)
  local before = _G.arg
  _G.arg = with_place(args)
  _G.arg[0] = "cairn test"
  local code = run_busted()
  _G.arg = before
  if not counts.finished then return code == 0 and command.OK or command.SCRIPT end
  io.stdout:flush()
  local failed = counts.failure + counts.error + counts.outside
  print(("%d passed, %d failed"):format(counts.success, failed))
  return (failed > 0 or code ~= 0) and command.SCRIPT or command.OK
end

return testing
