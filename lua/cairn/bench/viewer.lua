-- cairn.bench.viewer: `cairn bench viewer`: times whole frames of the window's renderer, in
-- software and off screen.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local run = require "cairn.cli.run"
local stats = require "cairn.cli.stats"

local viewer = {}

local BODIES, WIDTH, HEIGHT, FRAMES, SETTLE = 2000, 1280, 720, 300, 30

local KEYS = {
  "scene", "width", "height", "frames", "bodies", "ms_per_frame", "min", "median", "p95",
}

local function print_result(r, as_json)
  if as_json then return command.print_json(r, KEYS) end
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
  if not ms then command.stop(command.DISPLAY, "bench viewer: %s", message) end
  local times = stats.new()
  for i = 2, #ms do times:add(ms[i]) end
  print_result({
    scene = "viewer", width = WIDTH, height = HEIGHT, frames = times.count,
    bodies = s:world():body_count(), ms_per_frame = times:summary(),
  }, args.json)
  return command.OK
end

return viewer
