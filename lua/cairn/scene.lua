-- cairn.scene: starts a scene script, with a window or without, and what it may ask for.
--
-- scene.load(path, params, opts) gives the object that the host drives (tick, draw, dispatch,
-- frame_poll) and that specs drive (run, step, press, set, reload). Here is what that is made of,
-- how it starts, ends and starts again, and the functions that the script itself sees; what it does
-- in between is cairn.scene.play, what it prints cairn.scene.prints.
--
-- An error in load is raised. The code is changed by cairn.scene.reload, saved files are taken over
-- by cairn.scene.edits, what comes from outside is told to listeners by cairn.scene.journal; there
-- is no window and no C in here, and the world is known by its methods only.

local account = require "cairn.scene.account"
local advice = require "cairn.scene.advice"
local budget = require "cairn.scene.budget"
local console = require "cairn.scene.console"
local drive = require "cairn.scene.drive"
local edits = require "cairn.scene.edits"
local env = require "cairn.scene.env"
local guard = require "cairn.scene.guard"
local hand = require "cairn.scene.hand"
local inspect = require "cairn.scene.inspect"
local journal = require "cairn.scene.journal"
local modules = require "cairn.scene.modules"
local nearest = require "cairn.words.nearest"
local order = require "cairn.scene.order"
local params = require "cairn.scene.params"
local play = require "cairn.scene.play"
local prints = require "cairn.scene.prints"
local reload = require "cairn.scene.reload"
local sandboxes = require "cairn.scene.sandbox"
local source = require "cairn.scene.source"
local states = require "cairn.scene.state"
local stubs = require "cairn.scene.stubs"
local timelines = require "cairn.scene.timeline"
local ui = require "cairn.scene.ui"
local view = require "cairn.scene.view"
local watch = require "cairn.scene.watch"
local window = require "cairn.scene.window"

local Scene = {}
Scene.__index = Scene

local scene = { dt = play.dt }

local DEFAULT_SEED = 1

local HOOKS = {
  "load", "update", "draw", "changed", "steer", "filter", "pre_solve", "begin_contact",
  "end_contact", "post_solve", "hit", "mover_hit", "sensor", "pressed", "joint_alarm",
  "joint_broken", "left_bounds", "slept", "woke",
  "reloaded", "quit", "save", "restored",
}
table.move(drive.INPUT, 1, #drive.INPUT, #HOOKS + 1, HOOKS)
local IS_HOOK = {}
for _, name in ipairs(HOOKS) do IS_HOOK[name] = true end

function Scene.is_hook(name) return IS_HOOK[name] == true end

-- ---- what the script sees -----------------------------------------------------------------

-- Call f; its error is said to be in the script that called us.
local function blame_caller(f, ...)
  local ok, problem = pcall(f, ...)
  if ok then return end
  -- the command line tells its own mistakes by how they begin
  error(problem, problem:find("^%-%-set ") and 0 or 3)
end

local function own_functions(self)
  local own = { p = self.view }
  function own.params(group, specs)
    local caller = debug.getinfo(2, "Sl")
    local text = caller and self.modules.texts[caller.source:match "^@(.*)" or ""]
    blame_caller(self.parameters.declare, self.parameters, group, specs, text and function(names)
      return order.of(text, caller.currentline, names)
    end)
  end
  function own.restart() self.wanted.restart = true end
  function own.pause(b) self.wanted.pause = b == nil or b == true end
  function own.view(wanted)
    local ok, checked = pcall(view.check, wanted)
    if not ok then error(checked, 2) end
    self.camera = checked
  end
  function own.keep(name, default)
    if name == nil then error("bad argument #1 to 'keep' (a name expected, got nil)", 2) end
    if self.kept[name] == nil then self.kept[name] = default end
    return self.kept[name]
  end
  return own
end

-- scene.p.name = value, from the script: takes effect at once, hooks and rebuilds after the call.
local function write_parameter(self, name, value)
  local moved, decl = self.parameters:set(name, value)
  if not moved then return end
  if decl.rebuild then self.wanted.restart = true end
  if not self.wanted.changed then self.wanted.changed = {} end
  table.insert(self.wanted.changed, name)
end

--- Raises when a hook is no function, or scene.steps no number of steps.
function Scene:check_script()
  for _, name in ipairs(HOOKS) do
    local hook = self.script[name]
    if hook ~= nil and not advice.is_callable(hook) then
      error(("scene.%s: function expected, got %s"):format(name, type(hook)), 0)
    end
  end
  local steps = self.script.steps
  local whole = math.type(steps) and math.tointeger(steps)
  if steps ~= nil and (not whole or whole < 1) then
    error(("scene.steps: integer above 0 expected, got %s"):format(tostring(steps)), 0)
  end
end

local function kind_of(value)
  if value == nil then return "nothing" end
  return advice.is_world(value) and "one that has been destroyed" or type(value)
end

--- Take the world that scene.load returned; raises when it is none.
function Scene:adopt_world(world)
  local alive = advice.is_world(world) and (not world.is_valid or world:is_valid())
  if not alive then
    error(("scene.load must return a world, got %s"):format(kind_of(world)), 0)
  end
  self.live_world, self.script.world = world, world
  if self.new_world then self.new_world(world) end
  if world:listener() == nil then world:set_listener(self.script) end
  -- a script that says nothing has 1
  local threads = self.options.threads
  if threads and world.threads and world:threads() == 1 and threads ~= 1 then
    world:set_threads(threads)
  end
end

-- ---- starting -----------------------------------------------------------------------------

-- Inside the program its file functions and clock are at hand; a stock lua5.4 has io and os.
local function complete(options)
  local host = package.loaded["cairn.host"]
  local full = {
    reader = host and host.read or source.read,
    stat = host and not options.reader and host.stat or nil,
    clock = host and host.now or os.clock,
  }
  for name, value in pairs(options) do full[name] = value end
  return full
end

local function prepare(self)
  local options = self.options
  self.clock, self.budget, self.load_budget = options.clock, budget.default()
  if options.budget then self.budget, self.load_budget = options.budget, options.budget * 5 end
  if options.sandbox then
    self.sandbox = sandboxes.new(self.path, function() return self.steps_run * scene.dt end)
  end
  self.log = prints.new(options)
  if options.live then self:go_live() end
  -- by this name the world knows that its misspelt hooks are told of here, as warnings
  self.script = setmetatable({}, { __name = "cairn.scene" })
  self.kept, self.builtins, self.parameters = {}, {}, params.new()
  self.recorder = options.ui and options.ui.api and options.ui or (options.ui or ui).new()
  local input = options.input
  if not input then input, self.input_state = stubs.input() end
  self.view = params.view(function() return self.parameters end,
    function(_, name, value) blame_caller(write_parameter, self, name, value) end)
  self.env, self.renew_env, self.generator, self.libraries = env.new {
    script = self.script, path = self.path, pen = options.pen or stubs.pen(),
    ui = self.recorder.api,
    input = input, output = self.log, seed = options.seed or DEFAULT_SEED,
    is_drawing = function() return self.drawing end, sound = options.sound,
    is_muted = function() return self.is_muted == true end, safe = budget.safe,
    sandbox = self.sandbox,
    kind_of = options.stat and function(path) return (select(3, options.stat(path))) end,
    require = function(name, caller) return self.modules:require(name, caller) end,
  }
  self.builtins = own_functions(self)
end

local function prepare_files(self)
  local read, box = self.options.reader, self.sandbox
  read = source.limited(box and box:reader(read) or read, self.options.stat,
    box and sandboxes.MOST_TEXT)
  self.read = read
  self.staged = {}
  self.modules = modules.new {
    env = self.env, path = self.path, builtin = self.libraries, sandbox = box,
    read = function(path)
      local text = self.staged[path] or self.modules.texts[path]
      if text then return text end
      return self:read_file(path)
    end,
  }
  self.watch = watch.new { read = read, stat = self.options.stat }
end

--- The text of a file that the script wants, or nil and why not.
function Scene:read_file(path)
  local text, why = self.read(path)
  self:note("read", path, text or false)
  return text, why
end

-- The text of the script that runs, or of the last one that could not start.
local function latest_text(self)
  return self.main and self.main.text or self.watch:text(self.path)
end

local function start(self, text)
  local ok, problem = reload.start(self, text)
  self.wanted.restart = nil -- asked for by the chunk or load: it would never end
  edits.follow_files(self)
  if ok then
    advice.give(self, HOOKS)
    self.loaded_at = os.date("%H:%M:%S")
  end
  return ok, problem
end

-- Record what is to come, if that is wanted.
local function begin_recording(self, values)
  local options = self.options
  local recorder = options.record
  if not recorder then return end
  self.recording = recorder
  self:listen(recorder.listen)
  recorder:begin {
    path = self.path, values = values, sets = options.sets, seed = options.seed or DEFAULT_SEED,
    threads = options.threads, dt = scene.dt, steps = options.steps, sandbox = options.sandbox,
  }
end

-- Record how it has started. False and why not for a script that has nothing to record.
local function attach_recording(self)
  local recorder = self.recording
  if not recorder then return true end
  if not self.program then
    recorder:attach(self)
    return true
  end
  self:unlisten(recorder.listen)
  recorder:drop()
  return false, ("%s: a script without scene.load is a program and has no recording")
    :format(self.path)
end

-- What opts of scene.load may hold.
local OPTIONS <const> = {
  "reader", "clock", "stat", "watch", "seed", "threads", "pen", "ui", "input", "sound", "sets",
  "echo", "live", "stay", "listen", "record", "steps", "budget", "sandbox",
}
local MOST_THREADS <const> = 256 -- as a world may have

local function is_integer(value) return math.type(value) and math.tointeger(value) ~= nil end

local function check_options(opts)
  local fault = nearest.unknown(opts, OPTIONS)
  local threads, seed = opts.threads, opts.seed
  if threads ~= nil and not (is_integer(threads) and threads >= 1 and threads <= MOST_THREADS) then
    fault = ("field 'threads': must be an integer in 1..%d, got %s"):format(MOST_THREADS,
      tostring(threads))
  elseif seed ~= nil and not is_integer(seed) then
    fault = ("field 'seed': integer expected, got %s"):format(tostring(seed))
  end
  fault = fault or opts.budget ~= nil and budget.fault(opts.budget)
  if fault then error(("bad argument #3 to 'load' (%s)"):format(fault), 3) end
end

--- Run the script at path. opts (all optional): reader, clock, stat, watch, seed, threads, pen,
--- ui, input, sound (see cairn.scene.env), sets ({"name=value", ...}), echo (true or fn(line)),
--- live (see Scene:go_live), stay,
--- listen (see Scene:listen), record (a recorder: cairn.recording.record; a script that has nothing
--- to record gives nil, message, "record"), budget (seconds of processor for a hook, 0: no end),
--- sandbox (the script is not trusted, and the whole program closed to it: cairn.scene.sandbox).
--- A file that cannot be read gives nil, message; an error in the script raises its message and
--- traceback. With stay it does not: the error is the scene's fault, and a good save starts it.
function scene.load(path, values, opts)
  drive.need("load", 1, path, "string")
  if values ~= nil then drive.need("load", 2, values, "table") end
  if opts ~= nil then
    drive.need("load", 3, opts, "table")
    check_options(opts)
  end
  local self = setmetatable({
    path = path, options = complete(opts or {}), warnings = {}, warned = {}, off = {}, wanted = {},
    line = "", paused = false, paused_by_fault = false, hold = false, edit_waits = false,
    program = false, drawing = false, draw_ms = 0, steps_run = 0, ticks = 0,
    begin_at = math.maxinteger, visit_at = math.maxinteger, -- ticks that a timeline wants to see
  }, Scene)
  prepare(self)
  prepare_files(self)
  self.overrides = params.overrides(values, self.options.sets)
  if self.options.listen then self:listen(self.options.listen) end
  begin_recording(self, values)
  local text, why = self:read_file(path)
  if not text then return nil, ("cannot read %s: %s"):format(path, why or "no such file") end
  self.text = text
  local ok, fault_of_load = start(self, text)
  if not ok then
    if not self.options.stay then error(tostring(fault_of_load), 0) end
    play.stop_at(self, fault_of_load, "load")
  end
  self:settle()
  local recorded, problem = attach_recording(self)
  if not recorded then return nil, problem, "record" end
  return self
end

-- ---- control ------------------------------------------------------------------------------

--- Do what the script asked for during the call that just ended. False and a fault when a restart
--- failed.
function Scene:settle()
  if (self.depth or 0) > 0 then return true end
  local wanted = self.wanted
  if next(wanted) == nil then return true end
  self.wanted = {}
  if wanted.pause ~= nil then self:set_paused(wanted.pause) end
  if wanted.restart then
    local ok, problem = start(self, latest_text(self))
    if not ok then
      play.stop_at(self, problem, "load")
      return false, problem
    end
  end
  play.tell_changed(self, wanted.changed)
  return true
end

--- Start from the beginning: the chunk again, then load. Moved parameters and scene.keep stay.
--- Raises when load fails; the old world goes on then.
function Scene:restart()
  drive.need_scene(self, "restart")
  self:note "restart"
  self.wanted.restart = true
  local ok, problem = self:settle()
  if not ok then error(tostring(problem), 0) end
end

function Scene:set_paused(paused)
  if self.paused ~= paused then self.paused, self.paused_by_fault = paused, false end
  if not paused and self.banner and self.banner.of_pause then self.banner = nil end -- it said why
end

--- Move a parameter; raises when it is unknown or the value does not fit.
function Scene:set(name, value)
  drive.need_scene(self, "set")
  drive.need("set", 1, name, "string")
  local fits, new, decl = pcall(self.parameters.check, self.parameters, name, value)
  if not fits then error(new, 2) end
  local before = self.parameters:get(name)
  if new == before then return end
  self:note("set", name, new)
  self.parameters:set(name, new)
  if decl.rebuild then
    local ok, problem = start(self, self.main.text)
    if not ok then
      self.parameters:set(name, before)
      play.stop_at(self, problem, "load")
      error(tostring(problem), 0)
    end
  end
  local ok, problem = play.call_hook(self, "changed", name, self.parameters:get(name))
  self:settle()
  if ok == false then error(tostring(problem), 0) end
end

--- Whether the script has ever come as far as the end of scene.load.
function Scene:has_started() return self.main ~= nil end

--- Leave: scene.quit, then the world goes. Harmless when done before. An error in scene.quit ends
--- nothing: it is in off.quit.
function Scene:finish()
  if self.closed then return end
  play.call_hook(self, "quit")
  if self.recording then self.recording:close() end
  self.log:finish()
  self.closed = true
  if self.live_world then pcall(guard.dismiss, self.live_world) end
  self.live_world, self.script.world = nil, nil
end

--- The same for a spec, where an error in scene.quit is raised.
function Scene:close()
  if self.closed then return end
  self:finish()
  if self.off.quit then error(tostring(self.off.quit), 0) end
end

-- What ends a block by an error is not hidden by another one.
function Scene:__close(problem)
  if problem ~= nil then return self:finish() end
  self:close()
end

--- The last seconds of the scene, kept from the first call on (see cairn.scene.timeline); nil and a
--- sentence when its state cannot be taken. options: seconds, 60 unless given; bytes, 256 MiB.
function Scene:keep_timeline(options)
  drive.need_scene(self, "keep_timeline")
  return timelines.of(self, options)
end

-- ---- what there is to see -----------------------------------------------------------------

function Scene:world() return self.live_world end
function Scene:scene() return self.script end
function Scene:params() return self.parameters:list() end
function Scene:param(i) return self.parameters:item(i) end
function Scene:param_count() return #self.parameters.names end
--- What the last edit did with the state, as a text (cairn.scene.account); nil before the first.
function Scene:account_text() return account.text(self) end
function Scene:output() return self.log:list() end
function Scene:output_runs() return self.log:runs() end
function Scene:ui_items() return self.recorder:items() end
function Scene:ui_edit(i, value)
  self:note("ui_edit", i, value)
  self.recorder:edit(i, value)
end
function Scene:random_state() return self.generator.state() end
function Scene:set_random_state(state) self.generator.set_state(state) end

edits.know(start, HOOKS)
for _, methods in ipairs {
  play.methods, prints.methods, journal, states.methods, console, inspect, hand, window,
  edits.methods,
} do
  for name, method in pairs(methods) do Scene[name] = method end
end

return scene
