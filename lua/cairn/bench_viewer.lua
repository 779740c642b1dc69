-- cairn.bench_viewer: `cairn bench viewer`: times whole frames of the window's renderer, in
-- software and off screen.

local cli = require "cairn.cli"
local host = require "cairn.host"
local run = require "cairn.run"
local stats = require "cairn.stats"

local viewer = {}

local BODIES, WIDTH, HEIGHT, FRAMES, SETTLE = 2000, 1280, 720, 300, 30

local KEYS = {
  "scene", "width", "height", "frames", "bodies", "ms_per_frame", "min", "median", "p95",
}

local function print_result(r, as_json)
  if as_json then return print(require("dkjson").encode(r, { keyorder = KEYS })) end
  local ms = r.ms_per_frame
  print(("viewer  %d x %d  software  %d bodies  %d frames"):format(r.width, r.height, r.bodies,
    r.frames))
  print(("ms per frame: min %.2f  median %.2f  p95 %.2f"):format(ms.min, ms.median, ms.p95))
end

function viewer.main(args)
  local path = host.home .. "/scripts/bench/heap.lua"
  local s <close> = run.open(path, { set = { "n=" .. BODIES } }, { watch = false })
  run.steps(s, SETTLE, function() end)
  local ms, message = host.frames(s, WIDTH, HEIGHT, args.steps or FRAMES)
  if not ms then cli.stop(cli.DISPLAY, "bench viewer: %s", message) end
  local times = stats.new()
  for i = 2, #ms do times:add(ms[i]) end
  print_result({
    scene = "viewer", width = WIDTH, height = HEIGHT, frames = times.count,
    bodies = s:world():body_count(), ms_per_frame = times:summary(),
  }, args.json)
  return cli.OK
end

return viewer
