-- cairn.bench: `cairn bench`: milliseconds per step of scenes run headless.
--
-- What is timed is a whole tick: the script's update, the step, the events. The first step is not
-- counted: it builds what the others reuse. Thread counts, peers and runs of a scene alternate, so
-- that a slow minute of the machine is everybody's; of several runs each step's fastest counts.
-- Elsewhere: how results are printed (bench_table), other engines (bench_peers), time against
-- bodies (bench_plot), frames of the window (bench_viewer).

local bench_peers = require "cairn.bench_peers"
local bench_table = require "cairn.bench_table"
local cli = require "cairn.cli"
local host = require "cairn.host"
local library = require "cairn.library"
local progress = require "cairn.progress"
local run = require "cairn.run"
local stats = require "cairn.stats"

local bench = {}

local DEFAULT_STEPS = 300
local SIZES = { heap = { 1000, 8000 } } -- scenes that are run more than once, by their n

-- ---- which scenes ---------------------------------------------------------------------------

local FOLDERS = { library.BENCH, library.SCENES }

-- What is run: name in the table, file, name for the peers, values of parameters.
local function target_of(path, name, sets)
  local base = path:match("([^/]*)$"):gsub("%.lua$", "")
  return { name = name or base, base = base, path = path, sets = sets or {} }
end

-- heap_8000 is heap with n = 8000.
local function sized(name)
  local base, n = name:match("^(.-)_(%d+)$")
  local path = base and SIZES[base] and library.find(base, { library.BENCH })
  return path and target_of(path, name, { "n=" .. n })
end

local function unknown(name)
  cli.stop(cli.FILE, "%s: No such file%s", name, library.hint(name, FOLDERS))
end

-- A name means scripts/bench/<name>.lua, then scripts/<name>.lua; anything else is a file.
local function find(name)
  if host.stat(name) then return target_of(name) end
  if name:find("[/.]") then run.check_file(name) end
  local path = library.find(name, FOLDERS)
  return path and target_of(path) or sized(name) or unknown(name)
end

local function all_targets()
  local targets = {}
  for _, name in ipairs(library.names(library.BENCH)) do
    for _, n in ipairs(SIZES[name] or { false }) do
      targets[#targets + 1] = find(n and ("%s_%d"):format(name, n) or name)
    end
  end
  if #targets == 0 then cli.stop(cli.FILE, "%s: no scenes there", library.BENCH) end
  return targets
end

local function targets_of(names)
  if #names == 0 then return all_targets() end
  local targets = {}
  for i, name in ipairs(names) do
    targets[i] = find(name)
    run.check_file(targets[i].path)
  end
  return targets
end

-- ---- one measurement ------------------------------------------------------------------------

local function add_stages(sums, world, profile)
  world:profile(profile)
  for _, stage in ipairs(bench_table.STAGES) do
    sums[stage] = (sums[stage] or 0) + (profile[stage] or 0)
  end
end

-- Times of the counted steps, and the total ms of each stage over them.
local function time_steps(s, steps, now, jobs)
  local times, sums, profile = stats.new(), {}, {}
  for i = 1, steps do
    local start = now()
    s:tick()
    local ms = (now() - start) * 1000
    run.stop_on_fault(s)
    if i > 1 then
      times:add(ms)
      add_stages(sums, s:world(), profile)
    end
    jobs:step(i, steps)
  end
  return times, sums
end

local function step_count(s, args)
  local steps = args.steps or math.tointeger(s:scene().steps) or DEFAULT_STEPS
  if steps < 2 then cli.stop(cli.USAGE, "--steps: at least 2, the first is not counted") end
  return steps
end

local function joined(a, b)
  local all = table.move(a or {}, 1, #(a or {}), 1, {})
  return table.move(b, 1, #b, #all + 1, all)
end

--- One run: a result as bench_table has it, and the times of its steps.
function bench.measure(target, threads, args, jobs)
  jobs:start(("%s, %d thread%s"):format(target.name, threads, threads == 1 and "" or "s"))
  local opts = { threads = threads, set = joined(args.set, target.sets) }
  collectgarbage() -- what the run before left is not this one's
  local s <close> = run.open(target.path, opts, { watch = false })
  if not s:world() then cli.stop(cli.SCRIPT, "%s: has no world to time", target.path) end
  local times, sums = time_steps(s, step_count(s, args), args.cpu and os.clock or host.now, jobs)
  local result = run.measure(s:world())
  result.scene, result.threads = target.name, threads
  result.bytes = host.counts(s:world()).bytes
  result.stages = sums
  return result, times
end

--- One run of a peer, or nil when it does not know the scene.
function bench.measure_peer(peer, target, steps, args, jobs)
  jobs:start(("%s, %s"):format(target.name, peer.name))
  return bench_peers.run(peer, target, steps, args)
end

-- ---- a scene, all who run it in turn ---------------------------------------------------------

-- A scene is the same in each run, so what one step took longer than in another run was the
-- machine's doing: the least of each step counts.
local function keep_least(best, key, result, times)
  if not result then return end
  if best[key] then best[key].times:keep_least(times)
  else best[key] = { result = result, times = times } end
end

local function finish(ours, peers, best)
  local result, times = ours.result, ours.times
  result.steps, result.ms_per_step, result.total_ms = times.count, times:summary(), times.total
  for _, peer in ipairs(peers) do
    local kept = best[peer.key]
    if kept then
      local theirs = kept.result
      result.peers = result.peers or {}
      result.peers[peer.key] = {
        name = peer.name, total_ms = kept.times.total, steps = kept.times.count,
        ratio = kept.times.total / times:sum_first(kept.times.count),
        bodies = theirs.bodies, contacts = theirs.contacts, joints = theirs.joints,
      }
    end
  end
  return result
end

-- A result for each thread count, with the peers beside it.
local function bench_scene(target, thread_counts, peers, args, jobs)
  local best, results = {}, {}
  for _ = 1, args.runs do
    local steps
    for _, threads in ipairs(thread_counts) do
      local result, times = bench.measure(target, threads, args, jobs)
      steps = times.count + 1
      keep_least(best, threads, result, times)
    end
    for _, peer in ipairs(peers) do
      keep_least(best, peer.key, bench.measure_peer(peer, target, steps, args, jobs))
    end
  end
  for i, threads in ipairs(thread_counts) do results[i] = finish(best[threads], peers, best) end
  return results
end

local function bench_scenes(args, targets, thread_counts, peers)
  local jobs = progress.jobs(#targets * args.runs * (#thread_counts + #peers))
  local printed = bench_table.new(bench_table.form(args), peers, args.stages)
  printed:head()
  for _, target in ipairs(targets) do
    local results = bench_scene(target, thread_counts, peers, args, jobs)
    jobs:clear()
    for _, result in ipairs(results) do printed:row(result) end
  end
  printed:summary(thread_counts)
end

--- cairn bench
function bench.main(args)
  if #args.scenes == 1 and args.scenes[1] == "viewer" then
    return require("cairn.bench_viewer").main(args)
  end
  local thread_counts = args.threads or { 1 }
  if args.cpu and not (#thread_counts == 1 and thread_counts[1] == 1) then
    cli.stop(cli.USAGE, "--cpu: adds up all threads, so that it says nothing about more than one")
  end
  local wants_table = #args.scenes > 0 or not args.plot
  local targets = wants_table and targets_of(args.scenes)
  local peers = args.peers and bench_peers.open() or {}
  if wants_table then bench_scenes(args, targets, thread_counts, peers) end
  if args.plot then require("cairn.bench_plot").main(args, thread_counts, peers) end
  return cli.OK
end

return bench
