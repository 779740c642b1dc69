-- cairn.cli.limits: what scripts may take, from the command line: --budget, --mem and --sandbox.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local sandbox = require "cairn.scene.sandbox"

local limits = {}

local MEMORY = 1 << 30 -- bytes: more than any scene here needs, less than a small machine has

local UNITS = { [""] = 1, K = 1 << 10, M = 1 << 20, G = 1 << 30 }

-- Seconds of the processor; 0: no end.
local function seconds(text)
  local value = tonumber(text)
  if value and value >= 0 and value <= 1e6 then return value end
  return nil, ("--budget: seconds from 0 to 1000000 expected, got '%s'"):format(text)
end

-- Bytes, as in 512M; 0: no end.
local function bytes(text)
  local digits, unit = text:upper():match("^([%d.]+)([KMG]?)I?B?$")
  local value = tonumber(digits)
  if value and value * UNITS[unit] <= 1e15 then return math.floor(value * UNITS[unit]) end
  return nil, ("--mem: bytes expected, as in 512M, got '%s'"):format(text)
end

local CONVERTERS = { budget = seconds, mem = bytes }

--- Give a command of argparse the options.
function limits.add_to(parser)
  parser:option("--budget", "Seconds of the processor for a hook, five times as many for load; "
    .. "0: no end (2; in a sandbox 0.1, and 2 for load)."):argname("<seconds>"):convert(seconds)
  parser:option("--mem", "Memory of the script, and of the worlds beside it; 0: no end (1G; in a "
    .. "sandbox 64M and 256M)."):argname("<bytes>"):convert(bytes)
  parser:flag("--sandbox", "The script is a stranger's: no files, programs or native code.")
end

--- Take the options out of a list of words: the rest, and { budget =, mem = }.
function limits.take_from(words)
  local rest, found, i = {}, {}, 1
  while i <= #words do
    local name, value = words[i]:match("^%-%-(%a+)=?(.*)$")
    if CONVERTERS[name] then
      if value == "" then
        i = i + 1
        value = words[i] or ""
      end
      local message
      found[name], message = CONVERTERS[name](value)
      if not found[name] then command.stop(command.USAGE, "%s", message) end
    else
      rest[#rest + 1] = words[i]
    end
    i = i + 1
  end
  return rest, found
end

--- From now on they hold. args: { budget =, mem =, sandbox = }.
function limits.apply(args)
  host.budget, host.load_budget = args.budget, nil -- cairn.scene.budget asks for them
  if args.sandbox and not args.budget then
    host.budget, host.load_budget = sandbox.HOOK, sandbox.LOAD
  end
  local of_script, of_worlds = MEMORY, MEMORY
  if args.sandbox then of_script, of_worlds = sandbox.MEMORY, sandbox.WORLDS end
  host.limit_memory(args.mem or of_script, args.mem or of_worlds)
end

return limits
