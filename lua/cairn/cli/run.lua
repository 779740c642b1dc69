-- cairn.cli.run: open a scene from the command line: in a window, headless, or for one picture.
--
-- A script error ends a headless run with its traceback and exit code 1; in a window the scene
-- shows it and waits for the next save, also at the start. Results go to stdout, everything about
-- the run itself to stderr.

local archive = require "cairn.cli.archive"
local command = require "cairn.cli.command"
local host = require "cairn.host"
local limits = require "cairn.cli.limits"
local library = require "cairn.cli.library"
local link = require "cairn.cli.link"
local progress_bar = require("cairn.cli.progress").bar
local scene = require "cairn.scene"
local stats = require "cairn.cli.stats"

local run = {}

local DEFAULT_STEPS = 600 -- 10 s, for a headless run of a scene that names none

-- ---- opening --------------------------------------------------------------------------------

-- The scene of a folder; the folder itself when it has none.
local function scene_in(folder)
  for _, name in ipairs(library.MAIN) do
    local path = folder:gsub("/*$", "", 1) .. "/" .. name
    if (select(3, host.stat(path))) == "file" then return (path:gsub("^%./", "")) end
  end
  return folder
end

--- The file that is meant: a path, a folder with a scene, or the name of a scene here or of Cairn's
--- own.
function run.find(scene_name)
  local _, _, kind = host.stat(scene_name)
  if kind == "file" then return scene_name end
  if scene_name:find("[/.]") then
    return kind == "folder" and scene_in(scene_name) or scene_name
  end
  local folders = { ".", library.SCENES, library.BENCH }
  local path = library.find(scene_name, folders)
  if path then return (path:gsub("^%./", "")) end
  if kind == "folder" then return scene_in(scene_name) end
  if kind then return scene_name end
  command.stop(command.FILE, "%s: No such file%s", scene_name, library.hint(scene_name, folders))
end

-- A sentence and exit code 3 for what is no readable file; Lua itself would open a folder.
function run.check_file(path)
  local _, message, kind = host.stat(path)
  if kind == "folder" then message = "is a folder without scene.lua or main.lua"
  elseif kind == "other" then message = "is not a regular file"
  elseif kind then
    local file, why = io.open(path, "rb")
    if file then return file:close() end
    message = why:gsub("^.-: ", "", 1)
  end
  command.stop(command.FILE, "%s: %s", path, message)
end

--- A fault of a script as text: message, line, traceback.
function run.report(fault)
  local text = fault.message
  if fault.source then text = text .. "\n  > " .. fault.source end
  if fault.traceback and fault.traceback ~= "" then text = text .. "\n" .. fault.traceback end
  return text
end

local function is_usage(message) return message:find("^%-%-set ") ~= nil end

local function open_recorder(path)
  local recorder, message = require("cairn.recording").record(path, host.now)
  if not recorder then command.stop(command.OUTPUT, "--record %s: %s", path, message) end
  return recorder
end

--- Load the scene at path; args: of the command line; opts: for cairn.scene. Stops on errors,
--- unless waits: then a script that cannot start waits for its next save.
function run.open(path, args, opts, waits)
  if not args.reader then run.check_file(path) end -- it has been read before
  opts.sets, opts.seed, opts.threads, opts.stay = args.set, args.seed, args.threads, true
  limits.apply(args)
  host.catch_signals()
  opts.pen, opts.reader, opts.stat, opts.clock = host.pen(), host.read, host.stat, host.now
  opts.sandbox = args.sandbox
  if args.reader then opts.reader, opts.stat = args.reader, nil end
  opts.record, opts.steps = args.record and open_recorder(args.record), args.steps
  local s, message, what = scene.load(path, nil, opts)
  if not s and what == "record" then command.stop(command.USAGE, "--record: %s", message) end
  if not s then command.stop(command.FILE, "%s: %s", path, message) end
  if s.fault and is_usage(s.fault.message) then
    command.stop(command.USAGE, "%s", s.fault.message)
  end
  if not waits then run.stop_on_fault(s) end
  return s
end

-- The exit code of a fault.
local function code_of(fault)
  if fault.limit == "interrupt" then return command.SIGNAL + host.interrupted() end
  return fault.limit and command.LIMIT or command.SCRIPT
end

--- End the command when the scene has stopped with an error.
function run.stop_on_fault(s)
  if s.fault then command.stop(code_of(s.fault), "%s", run.report(s.fault)) end
end

--- A picture without what the script draws is no picture of it: its error is the run's, after all.
function run.stop_on_draw(s)
  local problem = s.off.draw
  if problem then command.stop(code_of(problem), "scene.draw is off: %s", run.report(problem)) end
end

--- What the scene could not do at its end, as to save, is the run's error, too.
function run.stop_on_quit(s)
  local problem = s.off.quit
  if problem then command.stop(code_of(problem), "scene.quit failed: %s", run.report(problem)) end
end

-- ---- stepping -------------------------------------------------------------------------------

local function no_progress() end

--- Run steps ticks; returns their times and the warnings of the world, in order.
function run.steps(s, steps, progress)
  local times, warnings = stats.new(), {}
  for i = 1, steps do
    if host.interrupted() then break end
    if s.paused then
      command.say("the scene paused itself after %d of %d steps", i - 1, steps)
      break
    end
    local start = host.now()
    s:tick()
    times:add((host.now() - start) * 1000)
    run.stop_on_fault(s)
    local world = s:world()
    if world then host.warnings(world, warnings) end
    progress(i)
  end
  return times, warnings
end

local function step_count(s, args)
  local named = s:scene().steps
  return args.steps or math.tointeger(named) or DEFAULT_STEPS
end

-- ---- the result -----------------------------------------------------------------------------

local KEYS = {
  "steps", "bodies", "contacts", "joints", "ms_per_step", "min", "median", "p95", "total_ms",
  "hash", "energy", "max_penetration", "warnings",
}

--- Counts and hash of a world, or zeros for a script without one.
function run.measure(world)
  if not world then return { bodies = 0, contacts = 0, joints = 0, hash = ("0"):rep(16) } end
  return {
    bodies = world:body_count(),
    contacts = world:manifold_count(),
    joints = world.joint_count and world:joint_count() or 0,
    hash = ("%016x"):format(world:hash()),
  }
end

--- What is printed about a scene that has run: times of its steps and warnings of its world.
function run.result(s, times, warnings)
  local world = s:world()
  local result = run.measure(world)
  result.steps = times.count
  result.ms_per_step = times:summary()
  result.total_ms = times.total
  result.energy = world and world:kinetic_energy() + world:potential_energy() or 0.0
  result.max_penetration = world and world:max_penetration() or 0.0
  table.move(s.warnings, 1, #s.warnings, #warnings + 1, warnings) -- already said by the scene
  result.warnings = setmetatable(warnings, { __jsontype = "array" })
  return result
end

--- Print it, as a line of text or of JSON.
function run.print_result(result, as_json)
  if as_json then
    command.print_json(result, KEYS)
    return
  end
  local ms = result.ms_per_step
  print(("%d steps  %d bodies  %d contacts  %.3f ms per step (min %.3f, p95 %.3f)  hash %s")
    :format(result.steps, result.bodies, result.contacts, ms.median, ms.min, ms.p95, result.hash))
end

-- ---- ways to run ----------------------------------------------------------------------------

-- The scene ends, and with it its recording. The exit code, which only a recording or a signal
-- changes.
local function finish(s)
  s:finish()
  run.stop_on_fault(s)
  run.stop_on_quit(s)
  local problem = s.recording and s.recording.problem
  if problem then
    command.say("%s", problem)
    return command.OUTPUT
  end
  local signal = host.interrupted()
  return signal and command.SIGNAL + signal or command.OK
end

local function run_headless(s, args, progress)
  if s.program then -- its chunk has run, and there is nothing to step
    local code = finish(s)
    if args.json then run.print_result(run.result(s, stats.new(), {}), true) end
    return code
  end
  local times, warnings = run.steps(s, step_count(s, args), progress or no_progress)
  for _, warning in ipairs(warnings) do command.say("warning: %s", warning) end
  return command.OK, run.result(s, times, warnings)
end

local function write_picture(s, path, width, height)
  local ok, message = host.shot(s, path, width, height)
  if not ok then command.stop(command.OUTPUT, "%s: %s", path, message) end
end

local function picture_name(path)
  return (path:match("([^/]*)$"):gsub("%.lua$", "")) .. ".png"
end

-- After each step, so that two builds can be compared where they part.
local function print_hashes(s)
  return function(step) print(("step %d  hash %s"):format(step, run.measure(s:world()).hash)) end
end

local function headless(args)
  local s <close> = run.open(args.scene, args, { watch = false, echo = true })
  local code, result = run_headless(s, args, args.hashes and print_hashes(s))
  if result then
    code = finish(s)
    run.print_result(result, args.json)
  end
  return code
end

-- No display here: the run happens all the same, and a picture shows how it ended.
local function without_display(args, why)
  command.say("%s: running headless", why)
  local s <close> = run.open(args.scene, args, { watch = false, echo = true })
  local progress = not s.program and progress_bar(step_count(s, args)) or nil
  local code, result = run_headless(s, args, progress)
  if not result then return code end
  if host.has_viewer() then
    local path = picture_name(args.scene)
    write_picture(s, path)
    print("picture of the end: " .. path)
  else
    command.say("no picture: this build has no viewer")
  end
  code = finish(s)
  run.print_result(result, args.json)
  run.stop_on_draw(s)
  return code
end

-- The window drives the scene; each of its ticks is timed all the same.
local function timed(s)
  local times, tick = stats.new(), s.tick
  function s:tick()
    local start = host.now()
    local ok = tick(self)
    times:add((host.now() - start) * 1000)
    return ok
  end
  return times
end

local function windowed(args)
  local waits = not args.no_watch and not args.steps
  local opts = { watch = not args.no_watch, echo = true, sound = host.sound }
  local s <close> = run.open(args.scene, args, opts, waits)
  if s.program then return finish(s) end
  s:go_live()
  local times = args.json and timed(s)
  local code = host.window(s, {
    steps = args.steps or 0, software = args.software, play = args.play,
  })
  local result = times and run.result(s, times, {})
  s:finish()
  if result then run.print_result(result, true) end
  run.stop_on_quit(s)
  if s.next_path then return code, s.next_path end
  if code == command.OK and not s:has_started() then run.stop_on_fault(s) end
  local problem = s.recording and s.recording.problem
  if problem then command.say("%s", problem) end
  return code == command.OK and problem and command.OUTPUT or code
end

-- Windows, one after the other, while another scene is asked for: by dropping it onto the window.
local function windows(args)
  local code, path = windowed(args)
  while path do
    code, path = windowed {
      scene = run.find(path), software = args.software, no_watch = args.no_watch,
    }
  end
  return code
end

-- The scene is chosen in a window, again and again until that is closed.
local function pick(args)
  local has, why = host.has_display()
  if args.headless or not has then
    command.stop(command.USAGE, "which scene? %s (`cairn run heap`, `cairn run scene.lua`)",
      args.headless and "--headless takes one" or why)
  end
  local picker = require "cairn.cli.picker"
  while true do
    local path, code = picker.choose(args)
    if not path then return code end
    windows { scene = run.find(path), software = args.software, play = args.play }
    if host.interrupted() then return command.SIGNAL + host.interrupted() end
  end
end

--- cairn run
function run.run(args)
  if args.headless and args.window then
    command.stop(command.USAGE, "--headless and --window exclude each other")
  end
  if args.hashes and not args.headless then
    command.stop(command.USAGE, "--hashes goes with --headless")
  end
  if not args.scene then return pick(args) end
  if link.is_link(args.scene) then link.take(args) end
  if archive.is_archive(args.scene) then archive.take(args) end
  args.scene = run.find(args.scene)
  if args.isolate then
    run.check_file(args.scene)
    return require("cairn.cli.isolate").run(args, headless)
  end
  if args.headless then return headless(args) end
  run.check_file(args.scene)
  local has, why = host.has_display()
  if has then return windows(args) end
  if args.window then command.stop(command.DISPLAY, "--window: %s", why) end
  return without_display(args, why)
end

--- cairn shot
function run.shot(args)
  args.scene = run.find(args.scene)
  local path = args.output or picture_name(args.scene)
  local s <close> = run.open(args.scene, args, { watch = false, echo = true })
  run.steps(s, args.step, no_progress)
  write_picture(s, path, args.width, args.height)
  print(path)
  run.stop_on_draw(s)
  return command.OK
end

return run
