-- cairn.cli: the command line: what may be typed, who does it, which exit code comes of it.
--
-- Not here: how a command ends and what it prints (cairn.cli.command), and the work itself
-- (cairn.cli.run, cairn.bench, cairn.fidelity, ...), which is loaded when it is asked for.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local limits = require "cairn.cli.limits"

local cli = {}

-- ---- values of options ----------------------------------------------------------------------

local function integer(option, low, high)
  return function(text)
    local value = math.tointeger(tonumber(text))
    if value and value >= low and value <= high then return value end
    local range = low > math.mininteger and (" from %d to %d"):format(low, high) or ""
    return nil, ("%s: whole number%s expected, got '%s'"):format(option, range, text)
  end
end

local steps = integer("--steps", 1, 1000000000)

local function number(option, low, high)
  return function(text)
    local value = tonumber(text)
    if value and value >= low and value <= high then return value end
    return nil, ("%s: a number in %g..%g expected, got '%s'"):format(option, low, high, text)
  end
end

-- A time in seconds, up to an hour.
local function seconds(text)
  local value = tonumber(text)
  if value and value >= 0 and value <= 3600 then return value end
  return nil, ("--from: a number of seconds in 0..3600 expected, got '%s'"):format(text)
end
local threads = integer("--threads", 1, 64)
local starts = integer("--starts", 1, 1000)
local seed = integer("--seed", math.mininteger, math.maxinteger)

local function assignment(text)
  if text:find("^[%a_][%w_]*=") then return text end
  return nil, ("--set: name=value expected, got '%s'"):format(text)
end

-- Numbers with commas between them.
local function list_of(convert)
  return function(text)
    local list = {}
    for item in (text .. ","):gmatch("([^,]*),") do
      local n, message = convert(item)
      if not n then return nil, message end
      list[#list + 1] = n
    end
    return list
  end
end

-- Whole numbers and ranges with commas between them, as in 3,10-14.
local function seed_list(text)
  local list = {}
  for item in (text .. ","):gmatch("([^,]*),") do
    local low, high = item:match("^(%d+)%-(%d+)$")
    low, high = math.tointeger(tonumber(low or item)), math.tointeger(tonumber(high or item))
    if not low or not high or low < 0 or high < low or high - low >= 1000 then
      return nil, ("--seeds: whole numbers as in 1,2 or 10-14 expected, got '%s'"):format(item)
    end
    for value = low, high do list[#list + 1] = value end
  end
  return list
end

local function driver(text)
  local key, program = text:match("^([%w_.-]+)=(.+)$")
  if key then return { key = key, name = key, program = program } end
  return nil, ("--driver: NAME=PROGRAM expected, got '%s'"):format(text)
end

-- ---- commands -------------------------------------------------------------------------------

local function add_run(parser)
  local run = parser:command("run", "Open a scene in a window, or run it headless.")
  run:argument("scene", "A script in Lua or a folder with one, a scene of scripts/ by its name, "
    .. "or a link; without, pictures to choose from, or with --replay what it holds."):args("?")
  run:flag("--headless", "No window: run as fast as it goes.")
  run:option("--steps", "Stop after so many steps."):argname("<n>"):convert(steps)
  run:option("--seed", "Seed of math.random."):argname("<s>"):convert(seed)
  run:option("--set", "Set a parameter of the scene."):argname("<name=value>"):count("*")
    :convert(assignment)
  run:option("--threads", "Worker threads, where the script sets none."):argname("<n>")
    :convert(threads)
  run:flag("--json", "The last line on stdout is the result as JSON.")
  run:flag("--hashes", "With --headless: print the hash of the world after each step.")
  run:flag("--no-watch", "Do not reload edited files.")
  run:flag("--window", "Insist on a window: without a display, stop.")
  run:flag("--software", "Draw without the GPU.")
  run:flag("--play", "Play it: full screen, nothing but what the script draws.")
  run:flag("--isolate", "As --sandbox, headless, in a process that can do nothing but compute.")
  run:flag("--trust", "Run the script of a link, in its sandbox, without asking.")
  run:mutex(
    run:option("--record", "Record the run into a file."):argname("<file>"),
    run:option("--replay", "Play a recording, of this scene if one is given."):argname("<file>"))
  run:flag("--salvage", "With --replay: of a damaged file, play what stands before the damage.")
  run:flag("--force", "With --replay: play what was recorded on the scene as it is now.")
  limits.add_to(run)
  return run
end

local function add_share(parser)
  local share = parser:command("share", "Print an address that holds a scene; the page opens it.")
  share:argument("scene", "A script in Lua, or a scene of scripts/ by its name.")
  share:option("--seed", "Seed of math.random."):argname("<s>"):convert(seed)
  share:option("--set", "Set a parameter of the scene."):argname("<name=value>"):count("*")
    :convert(assignment)
  share:option("--with", "A module beside the scene that comes along; once for each.")
    :argname("<file>"):count("*")
  share:option("--page", "Where the page is; without, that of `./cairn web`."):argname("<address>")
  return share
end

local function add_bench(parser)
  local bench = parser:command("bench", "Time scenes headless; `bench viewer` times the window, "
    .. "`bench snapshot` snapshots.")
  bench:argument("scenes", "Scenes by name or file; all of scripts/bench without."):args("*")
  bench:option("--threads", "Thread counts, as in 1,2."):argname("<list>"):convert(list_of(threads))
  bench:option("--steps", "Instead of the scene's own count."):argname("<n>"):convert(steps)
  bench:option("--set", "Set a parameter of the scenes."):argname("<name=value>"):count("*")
    :convert(assignment)
  bench:option("--runs", "Run all so often in turn; each step's fastest counts."):argname("<n>")
    :default("1"):convert(integer("--runs", 1, 1000))
  bench:flag("--cpu", "Time of the processor instead of the clock's, for a busy machine.")
  bench:flag("--stages", "Where the time of a step goes.")
  bench:flag("--peers", "Box2D 2.4.1 and Chipmunk 7.0.3 beside it.")
  bench:option("--plot", "A PNG of time against bodies, for the heap."):argname("<file>")
  bench:option("--bodies", "The plot's numbers of bodies, as in 100,1000."):argname("<list>")
    :convert(list_of(integer("--bodies", 100, 200000)))
  bench:flag("--families", "Worlds from seeds, beside other engines; scenes are families then.")
  bench:option("--seeds", "Seeds of the families, as in 1,2 or 10-14."):argname("<list>")
    :convert(seed_list)
  bench:option("--size", "Bodies of a family's world; 0: the seed chooses."):argname("<n>")
    :convert(integer("--size", 0, 200000))
  bench:option("--driver", "Another engine for the families, as tests/bench/family has them.")
    :argname("<name=program>"):count("*"):convert(driver)
  bench:option("--out", "The families' lines of JSON, written there as well."):argname("<file>")
  bench:mutex(
    bench:flag("--json", "A line of JSON for each scene and thread count."),
    bench:flag("--markdown", "The table in Markdown, with the machine and the day."))
  return bench
end

local function add_fidelity(parser)
  local fidelity = parser:command("fidelity",
    "Run scenes with known answers and compare with other engines.")
  fidelity:argument("scenes", "Scenes by name, as in F1; all of them without."):args("*")
  fidelity:option("--starts", "Starts of each chaotic scene; the median counts (8).")
    :argname("<n>"):convert(starts)
  fidelity:mutex(
    fidelity:flag("--json", "A line of JSON for each scene."),
    fidelity:flag("--markdown", "A table with all peers, as in docs/fidelity.md."))
  return fidelity
end

-- Of what is drawn without a window.
local function add_picture_options(parser)
  parser:argument("scene", "A script in Lua, or a scene of scripts/ by its name.")
  parser:option("--step", "After so many steps."):argname("<n>"):default("0")
    :convert(integer("--step", 0, 1000000000))
  parser:option("--width", "Pixels."):default("1280"):convert(integer("--width", 16, 16384))
  parser:option("--height", "Pixels."):default("720"):convert(integer("--height", 16, 16384))
  parser:option("--seed", "Seed of math.random."):argname("<s>"):convert(seed)
  parser:option("--set", "Set a parameter of the scene."):argname("<name=value>"):count("*")
    :convert(assignment)
  parser:option("--threads", "Worker threads, where the script sets none."):argname("<n>")
    :convert(threads)
  limits.add_to(parser)
  return parser
end

local function add_shot(parser)
  local shot = parser:command("shot", "Write a picture of a scene; needs no display.")
  shot:option("-o --output", "The PNG."):argname("<file>")
  return add_picture_options(shot)
end

local function add_film(parser)
  local film = parser:command("film", "Write a film of a scene; needs no display.")
  film:option("-o --output", "A file that ends in .mp4, .webm or .gif, for which ffmpeg is wanted, "
    .. "or a folder for PNGs."):argname("<file>")
  film:option("--seconds", "How long the film is."):argname("<s>"):default("10")
    :convert(number("--seconds", 0.001, 3600))
  film:option("--fps", "Pictures a second."):argname("<n>"):default("30")
    :convert(number("--fps", 0.1, 240))
  film:option("--speed", "Of the scene in the film; 0.25 is slow motion."):argname("<x>")
    :default("1"):convert(number("--speed", 0.001, 1000))
  return add_picture_options(film)
end

local function add_replay(parser)
  local replay = parser:command("replay", "Play a recording, and say where it differs.")
  replay:argument("replay", "A file that `cairn run --record` has made."):argname("<file>")
  replay:flag("--headless", "No window: play as fast as it goes.")
  replay:option("--steps", "Stop after so many steps."):argname("<n>"):convert(steps)
  replay:option("--from", "Edit the past: from this second on the script as it is now gets the "
    .. "input of then."):argname("<s>"):convert(seconds)
  replay:option("--threads", "Worker threads, where the script sets none."):argname("<n>")
    :convert(threads)
  replay:flag("--json", "The last line on stdout is the result as JSON.")
  replay:flag("--window", "Insist on a window: without a display, stop.")
  replay:flag("--software", "Draw without the GPU.")
  replay:flag("--salvage", "Of a damaged file, play what stands before the damage.")
  replay:flag("--force", "Play what was recorded on the scene's files as they are now.")
  limits.add_to(replay)
  return replay
end

local function new_parser()
  local argparse = require "argparse"
  local parser = argparse("cairn", "A 2D rigid-body physics engine for scenes written in Lua.")
  parser:command_target("command")
  parser:flag("-v --version", "Print the version.")
  parser:require_command(false)
  local commands = {}
  commands.run = add_run(parser)
  commands.share = add_share(parser)
  parser:command("test", "Run busted specs; all arguments go to busted.")
  commands.bench = add_bench(parser)
  commands.fidelity = add_fidelity(parser)
  commands.shot = add_shot(parser)
  commands.film = add_film(parser)
  commands.replay = add_replay(parser)
  commands.new = parser:command("new", "Make a folder with a scene and its spec.")
  commands.new:argument("folder")
  commands.doctor = parser:command("doctor", "Print versions and known problems.")
  return parser, commands
end

local HANDLERS = {
  run = function(args)
    if args.replay then return require("cairn.cli.replay").main(args) end
    return require("cairn.cli.run").run(args)
  end,
  replay = function(args) return require("cairn.cli.replay").main(args) end,
  share = function(args)
    local path = require("cairn.cli.run").find(args.scene)
    return require("cairn.cli.link").share(args, path)
  end,
  shot = function(args) return require("cairn.cli.run").shot(args) end,
  film = function(args) return require("cairn.cli.film").main(args) end,
  bench = function(args) return require("cairn.bench").main(args) end,
  fidelity = function(args) return require("cairn.fidelity").main(args) end,
  new = function(args) return require("cairn.cli.starter").main(args.folder) end,
  doctor = function() return require("cairn.cli.doctor").main() end,
}

local function parse(argv)
  local parser, commands = new_parser()
  local ok, args = parser:pparse(argv)
  if not ok then
    io.stderr:write((commands[argv[1]] or parser):get_usage(), "\n")
    command.stop(command.USAGE, "%s", args)
  end
  if not args.command and not args.version then
    io.stderr:write(parser:get_help(), "\n")
    command.stop(command.USAGE)
  end
  return args
end

-- Whether what is asked for can run here: `require "cairn"` says the first, too, but as a bug. The
-- core takes the best set for a name it does not know; here it is more likely a slip.
local function check_machine(first)
  local forced, facts = os.getenv "CAIRN_SIMD" or "", host.facts()
  if facts.processor and first ~= "doctor" and first ~= "--version" then
    command.stop(command.USAGE, "%s", facts.processor)
  end
  if forced ~= "" and forced ~= facts.simd then
    command.stop(command.USAGE, "CAIRN_SIMD=%s: this machine and build have %s", forced,
      facts.simd_sets)
  end
end

local function dispatch(argv)
  local first = argv[1]
  check_machine(first)
  -- busted has a command line of its own
  if first == "test" then
    return require("cairn.cli.testing").main(table.move(argv, 2, #argv, 1, {}))
  end
  local args = parse(argv)
  if args.version then
    print("cairn " .. host.facts().cairn)
    return command.OK
  end
  return HANDLERS[args.command](args)
end

--- argv: as `arg`. Returns the exit code.
function cli.main(argv)
  local code = command.call(dispatch, table.move(argv, 1, #argv, 1, {}))
  if not host.flush() then
    command.say("standard output could not be written")
    return command.OUTPUT
  end
  return code
end

return cli
