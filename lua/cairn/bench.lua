-- cairn.bench: `cairn bench`: milliseconds per step of scenes run headless.
--
-- What is timed is a whole tick: the script's update, the step, the events. The first step is not
-- counted: it builds what the others reuse. `cairn bench viewer` times whole frames of the window's
-- renderer instead, in software and off screen.

local cli = require "cairn.cli"
local host = require "cairn.host"
local run = require "cairn.run"
local stats = require "cairn.stats"

local bench = {}

local DEFAULT_STEPS = 300
local STAGES = {
  "step", "pairs", "collide", "hook", "prepare", "solve", "finalize", "sleep", "events",
}
local KEYS = {
  "scene", "threads", "steps", "ms_per_step", "min", "median", "p95", "total_ms", "bodies",
  "contacts", "joints", "hash", "bytes", "stages", table.unpack(STAGES),
}

-- ---- which scenes ---------------------------------------------------------------------------

local function bench_folder()
  return host.home .. "/scripts/bench"
end

local function all_scenes()
  local names = host.list(bench_folder()) or {}
  local paths = {}
  for _, name in ipairs(names) do
    if name:find("%.lua$") then paths[#paths + 1] = bench_folder() .. "/" .. name end
  end
  table.sort(paths)
  return paths
end

-- A name means scripts/bench/<name>.lua, then scripts/<name>.lua; anything else is a file.
local function path_of(name)
  if not host.stat(name) and not name:find("[/.]") then
    for _, folder in ipairs { bench_folder(), host.home .. "/scripts" } do
      local path = ("%s/%s.lua"):format(folder, name)
      if host.stat(path) then return path end
    end
  end
  return name
end

local function paths_of(names)
  if #names == 0 then return all_scenes() end
  local paths = {}
  for i, name in ipairs(names) do paths[i] = path_of(name) end
  return paths
end

-- ---- one measurement ------------------------------------------------------------------------

local function add_stages(sums, world, profile)
  world:profile(profile)
  for _, stage in ipairs(STAGES) do sums[stage] = (sums[stage] or 0) + (profile[stage] or 0) end
end

-- Total ms of each stage over the counted steps.
local function time_steps(s, steps)
  local times, sums, profile = stats.new(), {}, {}
  for i = 1, steps do
    local start = host.now()
    s:tick()
    local ms = (host.now() - start) * 1000
    run.stop_on_fault(s)
    if i > 1 then
      times:add(ms)
      add_stages(sums, s:world(), profile)
    end
  end
  return times, sums
end

local function measure(path, threads, args)
  local s <close> = run.open(path, { threads = threads, set = args.set }, { watch = false })
  if not s:world() then cli.stop(cli.SCRIPT, "%s: has no world to time", path) end
  local steps = args.steps or math.tointeger(s:scene().steps) or DEFAULT_STEPS
  if steps < 2 then cli.stop(cli.USAGE, "--steps: at least 2, the first is not counted") end
  local times, sums = time_steps(s, steps)
  local result = run.measure(s:world())
  result.scene = path:match("([^/]*)$"):gsub("%.lua$", "")
  result.threads, result.steps = threads, times.count
  result.ms_per_step, result.total_ms = times:summary(), times.total
  result.bytes = host.counts(s:world()).bytes
  result.stages = sums
  return result
end

-- ---- output ---------------------------------------------------------------------------------

local HEAD = ("%-16s %3s %6s %9s %9s %9s %10s %7s %9s %7s  %s"):format("scene", "thr", "steps",
  "min ms", "median", "p95", "total ms", "bodies", "contacts", "joints", "hash")

local function print_row(r)
  local ms = r.ms_per_step
  print(("%-16s %3d %6d %9.4f %9.4f %9.4f %10.1f %7d %9d %7d  %s"):format(r.scene, r.threads,
    r.steps, ms.min, ms.median, ms.p95, r.total_ms, r.bodies, r.contacts, r.joints, r.hash))
end

local function print_json(result)
  print(require("dkjson").encode(result, { keyorder = KEYS }))
end

-- ---- the viewer -----------------------------------------------------------------------------

local VIEWER = { bodies = 2000, width = 1280, height = 720, frames = 300, settle = 30 }

local VIEWER_KEYS = {
  "scene", "width", "height", "frames", "bodies", "ms_per_frame", "min", "median", "p95",
}

local function print_viewer(r, as_json)
  if as_json then return print(require("dkjson").encode(r, { keyorder = VIEWER_KEYS })) end
  local ms = r.ms_per_frame
  print(("viewer  %d x %d  software  %d bodies  %d frames"):format(r.width, r.height, r.bodies,
    r.frames))
  print(("ms per frame: min %.2f  median %.2f  p95 %.2f"):format(ms.min, ms.median, ms.p95))
end

local function bench_viewer(args)
  local path = bench_folder() .. "/heap.lua"
  local s <close> = run.open(path, { set = { "n=" .. VIEWER.bodies } }, { watch = false })
  run.steps(s, VIEWER.settle, function() end)
  local ms, message = host.frames(s, VIEWER.width, VIEWER.height, args.steps or VIEWER.frames)
  if not ms then cli.stop(cli.DISPLAY, "bench viewer: %s", message) end
  local times = stats.new()
  for i = 2, #ms do times:add(ms[i]) end
  print_viewer({
    scene = "viewer", width = VIEWER.width, height = VIEWER.height, frames = times.count,
    bodies = s:world():body_count(), ms_per_frame = times:summary(),
  }, args.json)
  return cli.OK
end

--- cairn bench
function bench.main(args)
  if #args.scenes == 1 and args.scenes[1] == "viewer" then return bench_viewer(args) end
  local paths = paths_of(args.scenes)
  if #paths == 0 then cli.stop(cli.FILE, "%s: no scenes there", bench_folder()) end
  for _, path in ipairs(paths) do run.check_file(path) end
  if not args.json then print(HEAD) end
  for _, path in ipairs(paths) do
    for _, threads in ipairs(args.threads or { 1 }) do
      local result = measure(path, threads, args)
      if args.json then print_json(result) else print_row(result) end
      io.stdout:flush()
    end
  end
  return cli.OK
end

return bench
