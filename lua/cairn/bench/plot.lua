-- cairn.bench.plot: `cairn bench --plot f.png`: time per step and body of the heap against its
-- number of bodies. The figure is the mean of the last 100 steps, when all have landed.

local bench_table = require "cairn.bench.table"
local chart = require "cairn.bench.chart"
local command = require "cairn.cli.command"
local host = require "cairn.host"
local progress = require "cairn.cli.progress"
local timing = require "cairn.bench.timing"

local plot = {}

local SIZES = { 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000 }
local LAST = 100 -- steps
local KEYS = { "scene", "name", "threads", "n", "us_per_body", "last_mean_ms", "bytes_per_body" }

local function heap(n)
  return { name = "heap_" .. n, base = "heap", path = host.home .. "/scripts/bench/heap.lua",
    sets = { ("n=%d"):format(n) } }
end

-- ---- lines ----------------------------------------------------------------------------------

local function print_point(args, point)
  if bench_table.form(args) == "json" then
    command.print_json(point, KEYS)
  else
    print(("%-16s %3s %8d %12.4f %12.4f %8s"):format(point.name, point.threads or "-", point.n,
      point.last_mean_ms, point.us_per_body, point.bytes_per_body or "-"))
  end
  io.stdout:flush()
end

local function add_point(line, args, point)
  point.scene, point.name = "heap", line.engine
  point.us_per_body = 1e3 * point.last_mean_ms / point.n
  line.points[#line.points + 1] = { point.n, point.us_per_body }
  print_point(args, point)
end

-- Ours for each thread count, then the peers; measure(n) gives a point and the times of its steps,
-- or nothing when it was cut short: what was timed is the fall, not the pile.
local function lines_of(args, thread_counts, peers, jobs)
  local lines = {}
  for i, threads in ipairs(thread_counts) do
    local name = ("cairn, %d thread%s"):format(threads, threads == 1 and "" or "s")
    lines[i] = { name = name, engine = "cairn", points = {}, measure = function(n)
      local result, times = timing.run(heap(n), threads, args, jobs)
      return { n = n, threads = threads, bytes_per_body = result.bytes // result.bodies }, times
    end }
  end
  for _, peer in ipairs(peers) do
    lines[#lines + 1] = { name = peer.name, engine = peer.name, points = {}, measure = function(n)
      local steps = args.steps or 300
      local _, times = timing.run_peer(peer, heap(n), steps, args, jobs)
      if times and times.count == steps - 1 then return { n = n }, times end
    end }
  end
  return lines
end

-- One run of all lines in turn; best[line] has its point, and the least of each step so far.
local function run_all(lines, n, best)
  for _, line in ipairs(lines) do
    local point, times
    if not line.ended then point, times = line.measure(n) end
    if not point then line.ended, best[line] = true, nil end -- more bodies take it longer still
    timing.keep_least(best, line, point, times)
  end
end

local function measure_all(args, lines, sizes, jobs)
  for _, n in ipairs(sizes) do
    local best = {}
    for _ = 1, args.runs do run_all(lines, n, best) end
    jobs:clear()
    for _, line in ipairs(lines) do
      local kept = best[line]
      if kept then
        kept.result.last_mean_ms = kept.times:mean_last(LAST)
        add_point(line, args, kept.result)
      end
    end
  end
end

-- How flat a line is: its last point to the one at 1,000 bodies, or to its first.
local function print_growth(line)
  local from, to = line.points[1], line.points[#line.points]
  for _, point in ipairs(line.points) do
    if point[1] == 1000 then from = point end
  end
  if not from or from == to then return end
  print(("%s: a body among %d costs %.2f times as much as one among %d"):format(line.name, to[1],
    to[2] / from[2], from[1]))
end

--- args: of the command line; peers: of cairn.bench.peers.open.
function plot.main(args, thread_counts, peers)
  if not host.has_viewer() then
    command.stop(command.OUTPUT, "%s: this build has no viewer, and so no pictures", args.plot)
  end
  local sizes = args.bodies or SIZES
  local jobs = progress.jobs(#sizes * args.runs * (#thread_counts + #peers))
  local lines = lines_of(args, thread_counts, peers, jobs)
  if bench_table.form(args) ~= "json" then
    print(("%-16s %3s %8s %12s %12s %8s"):format("heap", "thr", "bodies", "ms per step",
      "us per body", "B/body"))
  end
  measure_all(args, lines, sizes, jobs)
  local ok, message = chart.write(args.plot, {
    title = "heap: " .. bench_table.machine(), x = "bodies", y = "us per step and body",
    series = lines,
  })
  if not ok then command.stop(command.OUTPUT, "%s: %s", args.plot, message) end
  if bench_table.form(args) == "json" then return end
  for _, line in ipairs(lines) do print_growth(line) end
  print(args.plot)
end

return plot
