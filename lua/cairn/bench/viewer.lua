-- cairn.bench.viewer: `cairn bench viewer`: times whole frames of the window's renderer, in
-- software, off screen, on one core: the step of 5,000 boxes that never sleep, the script, the
-- drawing.
--
-- Of full quality with all of the interface shown and without any, in turn, since the machine may
-- be others' meanwhile: the middle one of the differences is what it costs; and stepped down, where
-- frames that cost too much are drawn coarser. Processor time of the thread that draws, which a
-- busy machine changes less than the clock's.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local run = require "cairn.cli.run"
local stats = require "cairn.cli.stats"

local viewer = {}

local BODIES, WIDTH, HEIGHT, FRAMES, SETTLE = 5000, 1280, 720, 300, 60
local WARM <const> = 40 -- frames, by which a run has found its quality

-- p95 of a frame and what the interface may add, ms
local MUST <const> = { stepped_down = 16.6, full = 33.0, interface = 2.0 }

local KEYS = {
  "scene", "width", "height", "frames", "bodies", "full", "stepped_down", "bare", "interface",
  "min", "median", "p95",
}

local FULL <const> = { full = true, interface = true }
local BARE <const> = { full = true, interface = false }
local STEPPED_DOWN <const> = { full = false, interface = true }
local ROUNDS <const> = 3 -- of full and bare

-- Into a list of times, and on their own: the median.
local function measure(s, frames, one, times)
  local ms, message = host.frames(s, WIDTH, HEIGHT, WARM + frames, one.full, one.interface)
  if not ms then command.stop(command.DISPLAY, "bench viewer: %s", message) end
  local own = stats.new()
  for i = WARM + 1, #ms do
    times:add(ms[i])
    own:add(ms[i])
  end
  return own:summary().median
end

local function measure_all(s, frames, r)
  local full, bare, stepped, added = stats.new(), stats.new(), stats.new(), {}
  local share = math.max(frames // ROUNDS, 1)
  for i = 1, ROUNDS do
    added[i] = measure(s, share, FULL, full) - measure(s, share, BARE, bare)
  end
  measure(s, frames, STEPPED_DOWN, stepped)
  table.sort(added)
  r.full, r.bare, r.stepped_down = full:summary(), bare:summary(), stepped:summary()
  r.interface = added[(ROUNDS + 1) // 2]
end

local function print_one(name, words, must)
  print(("  %-13s min %.2f  median %.2f  p95 %.2f%s"):format(name, words.min, words.median,
    words.p95, must and ("  (must %.1f)"):format(must) or ""))
end

local function print_result(r, as_json)
  if as_json then return command.print_json(r, KEYS) end
  print(("viewer  %d x %d  software, one core  %d bodies  %d frames, ms of processor each")
    :format(r.width, r.height, r.bodies, r.frames))
  print_one("full quality", r.full, MUST.full)
  print_one("stepped down", r.stepped_down, MUST.stepped_down)
  print_one("no interface", r.bare)
  print(("  the interface adds %.2f to the median (must %.1f)"):format(r.interface, MUST.interface))
end

function viewer.main(args)
  local path = host.home .. "/scripts/bench/heap.lua"
  local sets = args.set and args.set[1] and args.set or { "n=" .. BODIES }
  local s <close> = run.open(path, { set = sets }, { watch = false })
  run.steps(s, SETTLE, function() end)
  local frames = args.steps or FRAMES
  local r = {
    scene = "viewer", width = WIDTH, height = HEIGHT, frames = frames,
    bodies = s:world():body_count(),
  }
  measure_all(s, frames, r)
  print_result(r, args.json)
  return command.OK
end

return viewer
