-- cairn.cli.film: `cairn film`: a scene as a film, without a display.
--
-- Not here: opening a scene and its faults (cairn.cli.run), pictures and the encoder (src/view).

local command = require "cairn.cli.command"
local host = require "cairn.host"
local progress_bar = require("cairn.cli.progress").bar
local run = require "cairn.cli.run"

local film = {}

local MOST_PICTURES <const> = 1000000

-- In the current folder: one encoder less to have, one file more to look at.
local function film_name(path)
  return (path:match("([^/]*)$"):gsub("%.lua$", "")) .. ".mp4"
end

local function pictures_of(args)
  local count = math.max(1, math.floor(args.seconds * args.fps + 0.5))
  if count > MOST_PICTURES then
    command.stop(command.USAGE, "%g s at %g pictures a second are %d pictures, more than %d",
      args.seconds, args.fps, count, MOST_PICTURES)
  end
  return count
end

function film.main(args)
  args.scene = run.find(args.scene)
  local path, pictures = args.output or film_name(args.scene), pictures_of(args)
  local s <close> = run.open(args.scene, args, { watch = false, echo = true })
  if s.program then
    command.stop(command.USAGE, "%s: is a program without scene.load, and nothing moves in it",
      args.scene)
  end
  run.steps(s, args.step, function() end)
  local shown = progress_bar(pictures, "pictures")
  local ok, message = host.film(s, {
    path = path, width = args.width, height = args.height, pictures = pictures,
    per_second = args.fps, speed = args.speed,
  }, function(done)
    shown(done)
    return not host.interrupted()
  end)
  run.stop_on_fault(s)
  local signal = host.interrupted()
  if signal then command.stop(command.SIGNAL + signal, "interrupted: there is no %s", path) end
  if not ok then command.stop(command.OUTPUT, "%s: %s", path, message) end
  print(path)
  run.stop_on_draw(s)
  return command.OK
end

return film
