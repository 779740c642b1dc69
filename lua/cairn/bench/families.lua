-- cairn.bench.families: `cairn bench --families`: worlds that nobody chose, each written anew from
-- a family, a seed and a size (tests/bench/family), on Cairn and on other engines by the same loop.
--
-- Each engine is a driver: a program that takes a scene file, steps it, and prints one line of JSON
-- with what came of it. Ours and those of Debian's packages are built when they are asked for; more
-- come by --driver NAME=PROGRAM. Here: which scenes are run, on what, how often. Not here: what is
-- printed (cairn.bench.family_table).

local bench_peers = require "cairn.bench.peers"
local command = require "cairn.cli.command"
local family_table = require "cairn.bench.family_table"
local host = require "cairn.host"
local nearest = require "cairn.words.nearest"
local progress = require "cairn.cli.progress"
local shell = require "cairn.cli.shell"
local stats = require "cairn.cli.stats"

local families = {}

local OPTION = "--families"

local BUDGET = 30 -- s of one run; what takes longer is compared over the steps that it did
local ENOUGH = 600 -- ms of all runs of a scene together, below which it is run again
local AGAIN = 3 -- times as often as asked, at most, for scenes that are short

-- ---- what is run -----------------------------------------------------------------------------

local function generator()
  local path = host.home .. "/tests/bench/family/family.lua"
  if not host.stat(path) then
    command.stop(command.FILE, "%s: needs the source tree, and %s is not one", OPTION, host.home)
  end
  return dofile(path)
end

local function check_names(names, known)
  local is_known = {}
  for _, name in ipairs(known) do is_known[name] = true end
  for _, name in ipairs(names) do
    if not is_known[name] then
      command.stop(command.USAGE, "no family '%s'%s", name, nearest.hint(name, known))
    end
  end
  return #names > 0 and names or known
end

local function built_drivers()
  local folder = bench_peers.build(OPTION, "bench_families")
  local drivers, missing = {
    { key = "cairn", name = "cairn", program = folder .. "/family_cairn" },
  }, {}
  for _, peer in ipairs(bench_peers.KNOWN) do
    local program = ("%s/family_%s"):format(folder, peer.key)
    if host.stat(program) then
      drivers[#drivers + 1] = { key = peer.key, name = peer.name, program = program }
    else
      missing[#missing + 1] = peer
    end
  end
  if #missing > 0 then command.say("%s", bench_peers.install_sentence(OPTION, missing)) end
  return drivers
end

-- A driver named cairn takes the place of ours.
local function add_driver(drivers, given)
  if not host.stat(given.program) then
    command.stop(command.FILE, "--driver: %s: No such file", given.program)
  end
  for i, driver in ipairs(drivers) do
    if driver.key == given.key then
      drivers[i] = given
      return
    end
  end
  drivers[#drivers + 1] = given
end

local function drivers_of(args)
  local drivers = built_drivers()
  for _, given in ipairs(args.driver or {}) do add_driver(drivers, given) end
  if #drivers == 1 then
    command.stop(command.FILE, "%s: there is no other engine to compare with", OPTION)
  end
  return drivers
end

-- ---- one run ---------------------------------------------------------------------------------

-- The column of the file of times: the processor's for one thread, the clock's for more.
local function read_times(path, threads)
  local times = stats.new()
  for line in io.lines(path) do
    local cpu, wall = line:match "^(%S+) (%S+)$"
    times:add(tonumber(threads == 1 and cpu or wall))
  end
  return times
end

-- The result and the times, or the reason why there are none.
local function run_driver(driver, scene, threads, args)
  local quote, times_path = shell.quote, scene .. ".times"
  local line = ("%s %s --threads %d --budget %d --times %s"):format(quote(driver.program),
    quote(scene), threads, BUDGET, quote(times_path))
  if args.steps then line = line .. " --steps " .. args.steps end
  local text = shell.output(line .. " 2>&1")
  local result = require("dkjson").decode(text:match "{.*}" or "")
  if not result then return nil, text:match "[^\n]+" or "no answer" end
  if result.refused then return nil, result.refused end
  local times = read_times(times_path, threads)
  os.remove(times_path)
  if times.count == 0 then return nil, "no step was counted" end
  return result, times
end

-- ---- one scene, all engines in turn ----------------------------------------------------------

-- Adds a run of each driver to kept[key] = { result, times } or { error }; returns the ms it took.
local function run_all(drivers, scene, threads, args, kept, backwards)
  local total = 0.0
  for i = 1, #drivers do
    local driver = drivers[backwards and #drivers + 1 - i or i]
    local before = kept[driver.key]
    if not (before and before.error) then
      local result, times = run_driver(driver, scene, threads, args)
      if not result then
        kept[driver.key] = { error = times }
      else
        total = total + result.cpu_ms
        if before then times:keep_least(before.times) end
        kept[driver.key] = { result = result, times = times }
      end
    end
  end
  return total
end

local function write_scene(text)
  local path = os.tmpname()
  local file = io.open(path, "w")
  if not file then command.stop(command.OUTPUT, "%s: cannot be written", path) end
  file:write(text)
  file:close()
  return path
end

local function bench_scene(write, name, seed, threads, drivers, args)
  local scene, kept = write_scene(write(name, seed, args.size)), {}
  local runs, total = 0, 0.0
  while runs < args.runs or (total < ENOUGH and runs < AGAIN * args.runs) do
    total = total + run_all(drivers, scene, threads, args, kept, runs % 2 == 1)
    runs = runs + 1
  end
  os.remove(scene)
  return { family = name, seed = seed, threads = threads, runs = runs, kept = kept }
end

--- cairn bench --families
function families.main(args)
  local generate = generator()
  local names = check_names(args.scenes, generate.names)
  local drivers = drivers_of(args)
  local thread_counts, seeds = args.threads or { 1 }, args.seeds or { 1, 2 }
  local jobs = progress.jobs(#names * #seeds * #thread_counts)
  local printed = family_table.new(args, drivers)
  printed:head()
  for _, threads in ipairs(thread_counts) do
    for _, seed in ipairs(seeds) do
      for _, name in ipairs(names) do
        jobs:start(("%s, seed %d, %d thread%s"):format(name, seed, threads,
          threads == 1 and "" or "s"))
        local row = bench_scene(generate.write, name, seed, threads, drivers, args)
        jobs:clear()
        printed:row(row)
      end
    end
  end
  printed:summary(thread_counts)
  return command.OK
end

return families
