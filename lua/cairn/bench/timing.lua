-- cairn.bench.timing: one run of a scene with its steps timed, ours or a peer's, and what is kept
-- of several runs.
--
-- What is timed is a whole tick: the script's update, the step, the events. The first step is not
-- counted: it builds what the others reuse. A target is what is run: name in the table, file, name
-- for the peers, values of parameters.

local bench_peers = require "cairn.bench.peers"
local bench_table = require "cairn.bench.table"
local command = require "cairn.cli.command"
local host = require "cairn.host"
local run = require "cairn.cli.run"
local stats = require "cairn.cli.stats"

local timing = {}

local DEFAULT_STEPS = 300

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
  if steps < 2 then command.stop(command.USAGE, "--steps: at least 2, the first is not counted") end
  return steps
end

local function joined(a, b)
  local all = table.move(a or {}, 1, #(a or {}), 1, {})
  return table.move(b, 1, #b, #all + 1, all)
end

--- One run: a result as cairn.bench.table has it, and the times of its steps.
function timing.run(target, threads, args, jobs)
  jobs:start(("%s, %d thread%s"):format(target.name, threads, threads == 1 and "" or "s"))
  local opts = { threads = threads, set = joined(args.set, target.sets) }
  collectgarbage() -- what the run before left is not this one's
  local s <close> = run.open(target.path, opts, { watch = false })
  if not s:world() then command.stop(command.SCRIPT, "%s: has no world to time", target.path) end
  local times, sums = time_steps(s, step_count(s, args), args.cpu and os.clock or host.now, jobs)
  local result = run.measure(s:world())
  result.scene, result.threads = target.name, threads
  result.bytes = host.counts(s:world()).bytes
  result.stages = sums
  return result, times
end

--- One run of a peer, or nil when it does not know the scene.
function timing.run_peer(peer, target, steps, args, jobs)
  jobs:start(("%s, %s"):format(target.name, peer.name))
  return bench_peers.run(peer, target, steps, args)
end

-- ---- several runs ---------------------------------------------------------------------------

--- Add a run to the best of its kind: best[key] = { result =, times = }; no result adds nothing.
--- A scene is the same in each run, so what one step took longer than in another run was the
--- machine's doing: the least of each step counts.
function timing.keep_least(best, key, result, times)
  if not result then return end
  if best[key] then best[key].times:keep_least(times)
  else best[key] = { result = result, times = times } end
end

return timing
