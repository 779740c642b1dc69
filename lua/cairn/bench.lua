-- cairn.bench: `cairn bench`: milliseconds per step of scenes run headless.
--
-- Thread counts, peers and runs of a scene alternate, so that a slow minute of the machine is
-- everybody's; of several runs each step's fastest counts. Elsewhere, in bench/: one run and what
-- is timed (timing), how results are printed (table), other engines (peers), worlds from seeds
-- (families), time against bodies (plot), frames of the window (viewer), snapshots (snapshot).

local bench_peers = require "cairn.bench.peers"
local bench_plot = require "cairn.bench.plot"
local bench_table = require "cairn.bench.table"
local bench_viewer = require "cairn.bench.viewer"
local command = require "cairn.cli.command"
local host = require "cairn.host"
local library = require "cairn.cli.library"
local progress = require "cairn.cli.progress"
local run = require "cairn.cli.run"
local timing = require "cairn.bench.timing"

local bench = {}

local SIZES = { heap = { 1000, 8000 } } -- scenes that are run more than once, by their n

-- ---- which scenes ---------------------------------------------------------------------------

local FOLDERS = { library.BENCH, library.SCENES }

-- See cairn.bench.timing.
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
  command.stop(command.FILE, "%s: No such file%s", name, library.hint(name, FOLDERS))
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
  if #targets == 0 then command.stop(command.FILE, "%s: no scenes there", library.BENCH) end
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

-- ---- a scene, all who run it in turn ---------------------------------------------------------

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
      local result, times = timing.run(target, threads, args, jobs)
      steps = times.count + 1
      timing.keep_least(best, threads, result, times)
    end
    for _, peer in ipairs(peers) do
      timing.keep_least(best, peer.key, timing.run_peer(peer, target, steps, args, jobs))
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

local ONLY_FAMILIES = { "seeds", "size", "driver", "out" }
local NOT_FAMILIES = { "peers", "plot", "bodies", "cpu", "stages", "set" }

local function is_given(value) return value and (type(value) ~= "table" or #value > 0) end

-- What says nothing in the way of the command that is asked for is refused, not passed over.
local function check_options(args)
  for _, option in ipairs(args.families and NOT_FAMILIES or ONLY_FAMILIES) do
    if is_given(args[option]) then
      command.stop(command.USAGE, args.families and "--%s: not for --families"
        or "--%s: only for --families", option)
    end
  end
end

--- cairn bench
function bench.main(args)
  check_options(args)
  if args.families then return require("cairn.bench.families").main(args) end
  if #args.scenes == 1 and args.scenes[1] == "viewer" then
    return bench_viewer.main(args)
  end
  if #args.scenes == 1 and args.scenes[1] == "snapshot" then
    return require("cairn.bench.snapshot").main(args)
  end
  local thread_counts = args.threads or { 1 }
  if args.cpu and not (#thread_counts == 1 and thread_counts[1] == 1) then
    command.stop(command.USAGE,
      "--cpu: adds up all threads, so that it says nothing about more than one")
  end
  local wants_table = #args.scenes > 0 or not args.plot
  local targets = wants_table and targets_of(args.scenes)
  local peers = args.peers and bench_peers.open() or {}
  if wants_table then bench_scenes(args, targets, thread_counts, peers) end
  if args.plot then bench_plot.main(args, thread_counts, peers) end
  return command.OK
end

return bench
