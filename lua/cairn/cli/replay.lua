-- cairn.cli.replay: `cairn replay` and `cairn run --replay`: play a recording headless or in a
-- window, and say the first step that differs; or go back into it and edit what was.
--
-- Exit codes: 7 when a step differs, 1 when the script went wrong as it did then, 4 when the file
-- cannot be played to its end.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local limits = require "cairn.cli.limits"
local recording = require "cairn.recording"
local run = require "cairn.cli.run"
local stats = require "cairn.cli.stats"
local window = require "cairn.recording.window"

local replay = {}

-- ---- opening --------------------------------------------------------------------------------

local function text_of(player, path)
  for i = 2, player.tape.start do
    local ok, name, text = pcall(player.tape.values, player.tape, i)
    if ok and name == path then return text end
  end
end

-- A scene on the command line must be the one that was recorded.
local function check_scene(player, args)
  local path = tostring(player.tape.head.path)
  local recorded, now = text_of(player, path), host.read(args.scene)
  if not now then run.check_file(args.scene) end
  if recorded == now or args.force then return end
  command.stop(command.SNAPSHOT, "%s is not the text of %s that %s recorded; without it as "
    .. "`cairn replay` the recorded text is played, with --force the file", args.scene, path,
    args.replay)
end

local function say_what_changed(player, args)
  local tape = player.tape
  local version = host.facts().cairn
  if tape.version ~= version then
    command.say("%s was made by cairn %s; this is %s", args.replay, tape.version, version)
  end
  if tape.damage then command.say("%s; what stands before is played", tape.damage) end
  if args.scene or args.force or not player:scene() then return end
  local path = tostring(tape.head.path)
  local now = host.read(path)
  if now and now ~= text_of(player, path) then
    command.say("%s has changed since; the recorded text is played (--force: the file)", path)
  end
end

local function open(args)
  local player, message, what = recording.open(args.replay, {
    salvage = args.salvage, force = args.force, threads = args.threads, echo = true,
    sandbox = args.sandbox,
    pen = host.pen(), reader = args.force and host.read or nil,
  })
  if not player then
    command.stop(what == "file" and command.FILE or command.SNAPSHOT, "%s", message)
  end
  if not player:scene() and (args.scene or args.force) then
    command.stop(command.USAGE, "%s holds a world and no scene", args.replay)
  end
  if args.scene then check_scene(player, args) end
  say_what_changed(player, args)
  return player
end

-- ---- the verdict ----------------------------------------------------------------------------

-- What there is to say when it is over, on stderr; the exit code.
local function verdict(player, reached_end)
  local step, sentence = player:diverged()
  if step then
    command.say("%s", sentence)
    return command.DIVERGED
  end
  local early = reached_end and player:early_end()
  if early then command.say("%s", early) end
  local s = player:scene()
  if s and s.fault then
    command.say("%s", run.report(s.fault))
    return command.SCRIPT
  end
  return early and command.SNAPSHOT or command.OK
end

-- A difference has been found, and what it is has been told by the poses that were recorded next.
local function is_settled(player)
  return player:diverged() and player.trail.what ~= nil
end

-- What run.result asks of a scene.
local function world_alone(player)
  return { world = function() return player:world() end, warnings = {} }
end

local function headless(player, args)
  local times, ended = stats.new(), false
  host.catch_signals()
  while not is_settled(player) and not (args.steps and player:steps() >= args.steps) do
    if host.interrupted() then return command.SIGNAL + host.interrupted() end
    local start = host.now()
    ended = not player:step()
    if ended then break end
    times:add((host.now() - start) * 1000)
  end
  local result = run.result(player:scene() or world_alone(player), times, {})
  local code = verdict(player, ended)
  run.print_result(result, args.json)
  return code
end

local function windowed(player, args)
  local view = window.of(player)
  local code = host.window(view, { steps = args.steps or 0, software = args.software })
  if code ~= command.OK then return code end
  return verdict(player, view.ended)
end

-- ---- the past, edited -----------------------------------------------------------------------

local TICKS = 60 -- a second

-- Play all of it and go back to the moment that is wanted: a timeline that looks back, and the
-- times of the steps; or nil and the exit code of an interruption.
local function go_back(player, args)
  local s, times = player:scene(), stats.new()
  local timeline, message = s:keep_timeline { seconds = player:length() / TICKS + 1 }
  if not timeline then command.stop(command.SCRIPT, "--from: %s", message) end
  repeat
    if host.interrupted() then return nil, command.SIGNAL + host.interrupted() end
    local start = host.now()
    local more = player:step()
    if more then times:add((host.now() - start) * 1000) end
  until not more
  local tick, why = timeline:seek(math.floor(args.from * TICKS + 0.5))
  if not tick then command.stop(command.SCRIPT, "--from: %s", why) end
  return timeline, times
end

-- The window shows the moment. Where the script on the disk is another one by now it is taken over
-- at once, else with its next save: the input of then comes again under it.
local function past_in_window(player, args)
  local timeline, code = go_back(player, args)
  if not timeline then return code end
  local s = player:scene()
  s:follow_disk(host.read, host.stat)
  s:go_live()
  return host.window(s, { steps = args.steps or 0, software = args.software })
end

-- The input of then comes again under the script as it is now. What differs is wanted: no exit code
-- tells of it.
local function from_past(player, args)
  local s, path = player:scene(), tostring(player.tape.head.path)
  local text = host.read(path)
  if not text then run.check_file(path) end
  local timeline, times = go_back(player, args)
  if not timeline then return times end
  local tick = timeline:at()
  local outcome, parted = timeline:edit(text)
  command.say("from step %d: %s", tick, outcome)
  if type(parted) == "string" then
    command.say("%s", parted)
    return command.SCRIPT
  end
  if parted then
    local far = parted.distance < math.huge and ("%.1e m"):format(parted.distance)
    command.say("differs at step %d (body #%d, %s)", parted.tick, parted.body,
      far or "in one of the two only")
  else
    command.say "no body is more than 1 mm elsewhere"
  end
  run.print_result(run.result(s, times, {}), args.json)
  return s.fault and command.SCRIPT or command.OK
end

--- args.replay: the file; args.scene: the scene of `cairn run --replay`, or nil.
function replay.main(args)
  if args.isolate then
    command.stop(command.USAGE, "--isolate and --replay exclude each other")
  end
  if args.headless and args.window then
    command.stop(command.USAGE, "--headless and --window exclude each other")
  end
  if args.scene then args.scene = run.find(args.scene) end
  local has, why = host.has_display()
  if not has and args.window then command.stop(command.DISPLAY, "--window: %s", why) end
  limits.apply(args)
  local player <close> = open(args)
  if args.from and not player:scene() then
    command.stop(command.USAGE, "--from: %s holds a world without a scene", args.replay)
  end
  if args.from then
    host.catch_signals()
    local windowed_past = has and not args.headless
    return (windowed_past and past_in_window or from_past)(player, args)
  end
  if args.headless or not player:scene() then return headless(player, args) end
  if has then return windowed(player, args) end
  command.say("%s: playing headless", why)
  return headless(player, args)
end

return replay
