-- cairn.scene.reload: starting a scene and changing its code, each as a transaction.
--
-- The new code runs into the very tables that the old code uses (scene, globals, modules), whose
-- contents were copied before: on success the copy is what live values are carried from, on
-- failure it is put back, and nothing is left of the attempt but what it printed. Prints of a patch
-- are held until it is known whether the attempt counts, so that none comes twice.
--
--   start    everything anew: globals, modules, random numbers, then scene.load
--   patch    the chunk again, but not scene.load: the world and what lives in locals, globals and
--            objects stays
--
-- An edit is tried as a patch first; when the signature of the building code differs the attempt
-- is undone and the scene starts anew. Only scene.keep and moved parameters survive a start.
-- This module works on the fields of a scene object (cairn.scene) and is called by it alone.

local account = require "cairn.scene.account"
local classes = require "cairn.scene.classes"
local contents = require "cairn.scene.contents"
local globals = require "cairn.scene.globals"
local guard = require "cairn.scene.guard"
local locals = require "cairn.scene.locals"
local params = require "cairn.scene.params"
local signature = require "cairn.scene.signature"

local reload = {}

-- ---- the transaction ----------------------------------------------------------------------

local KEPT_FIELDS = { "parameters", "main", "live_world", "program", "steps_run", "camera" }

-- shown: how many lines a second are shown before it is known how this ends.
local function begin(s, changed, shown)
  local before = {
    script = contents.copy(s.script), env = contents.copy(s.env), kept = contents.copy(s.kept),
    random = s.generator.state(), env_meta = debug.getmetatable(s.env), fields = {},
    guard = guard.open(s),
  }
  for _, name in ipairs(KEPT_FIELDS) do before.fields[name] = s[name] end
  s.modules:begin(changed)
  s.log:hold(shown)
  return before
end

local function undo(s, before)
  contents.refill(s.script, before.script)
  contents.refill(s.env, before.env)
  debug.setmetatable(s.env, before.env_meta)
  contents.refill(s.kept, before.kept)
  s.generator.set_state(before.random)
  for _, name in ipairs(KEPT_FIELDS) do s[name] = before.fields[name] end
  if before.classes then before.classes:undo() end
  s.modules:undo()
  if before.guard then before.guard:undo() end
end

-- The attempt does not count: another one follows, which prints the same.
local function give_up(s, before)
  undo(s, before)
  s.log:release(false)
end

-- The attempt has failed; what it printed tells how it came there. False and the fault.
local function fail(s, before, problem)
  undo(s, before)
  s.log:release_failed(problem.limit ~= nil)
  return false, problem
end

local function commit(s, before)
  if before.guard then before.guard:close() end
  s.parameters:settle()
  s.modules:commit()
  s:limit_prints()
  s.log:release(true)
end

-- ---- running the chunk --------------------------------------------------------------------

local function what_is_built_from(s)
  local skip, by_value = { [s.script] = true }, {}
  for _, value in pairs(s.kept) do
    if type(value) == "table" then skip[value] = true end
  end
  for _, record in pairs(s.modules.records) do
    if type(record.value) == "table" then by_value[record.value] = record end
  end
  return {
    text_of = function(path) return s.modules.texts[path] end,
    env = s.env, skip = skip, globals = s.main.globals, modules = by_value,
    initials = s.modules:initials(locals.initials(s.main.slots)),
  }
end

-- Of what scene.load has required. Before it has run for the first time there may be none of it.
local function sign_late(s)
  s.main.late = signature.late(s.main.required, s.modules.records, what_is_built_from(s))
end

local function roots_of(s)
  local roots = { s.script, s.env }
  for _, record in pairs(s.modules.records) do roots[#roots + 1] = record.value end
  return roots
end

-- Run the chunk and what it requires; while it runs, `stages` lets it see what lives.
local function run_files(s, text, stages)
  local ok, problem = s:protect_load(function()
    s.modules:run("", s.path, text, s.path)
    s.modules:finish_lazy()
  end)
  for _, stage in pairs(stages) do globals.close(stage) end
  if not ok then error(problem, 0) end
end

-- Raises a fault. Leaves s.main: the text, its locals and globals, and the signature of its
-- building code. live: whether the chunk sees the live globals of `before`.
local function run_chunk(s, text, before, live)
  s.renew_env()
  contents.refill(s.script, s.builtins)
  s.script.world = s.live_world
  s.parameters = params.new(before.fields.parameters, s.overrides)
  local stages = {}
  if live then
    stages.env = globals.open(s.env, before.env)
    stages.script = globals.open(s.script, before.script, s.is_hook)
    before.stages = stages
  end
  run_files(s, text, stages)
  s.parameters:check_overrides()
  s:check_script()
  local old = before.fields.main or {}
  s.main = {
    text = text, slots = locals.collect(roots_of(s), s.path),
    globals = globals.initials(s.env, stages.env, old.globals),
    fields = globals.initials(s.script, stages.script, old.fields),
  }
  s.main.signature, s.main.required = signature.of(s.script.load, what_is_built_from(s))
  sign_late(s)
  s.program = s.script.load == nil
end

-- Old objects get the methods of the new code.
local function adopt_classes(s, before, warn)
  local replaced, initials = {}, { s.main.globals, s.main.fields }
  for _, entry in ipairs(s.modules:adopted()) do replaced[entry.new] = entry.t end
  before.classes = classes.new(replaced)
  local found = before.classes
  found:scan_locals(before.fields.main.slots, s.main.slots, warn)
  found:scan(before.env, s.env)
  found:scan(before.script, s.script)
  for _, entry in ipairs(s.modules:adopted()) do found:scan(entry.contents, entry.t) end
  for former, record in s.modules:renewed() do
    found:scan_locals(former.slots, record.slots, warn)
    for _, first in pairs(locals.initials(record.slots)) do initials[#initials + 1] = { first } end
  end
  for _, first in pairs(locals.initials(s.main.slots)) do initials[#initials + 1] = { first } end
  found:adopt(roots_of(s), s.modules.texts, initials)
end

local function build(s, text, before)
  s.live_world, s.steps_run, s.camera = nil, 0, nil
  run_chunk(s, text, before, false)
  -- what scene.keep holds are the only objects that come from before
  if before.fields.main and next(before.kept) then adopt_classes(s, before, function() end) end
  if s.program then return end
  local world = s.script.load(s.view)
  s:check_script()
  s:adopt_world(world)
  sign_late(s)
end

local function destroy(world)
  if world ~= nil then pcall(guard.dismiss, world) end
end

-- ---- starting -----------------------------------------------------------------------------

--- Start the scene from a text, everything anew. True, or false and a fault with all as before.
function reload.start(s, text)
  local before = begin(s, nil, s:prints_at_start())
  local ok, problem = s:protect_load(build, s, text, before)
  if not ok then return fail(s, before, problem) end
  s.overrides = nil -- from now on the live value counts
  s.builds = (s.builds or 0) + 1 -- what belonged to the world before is told by this
  local old = before.fields.live_world
  if old ~= s.live_world and not s.keeps_worlds then destroy(old) end
  s.edit_waits = false
  commit(s, before)
  s:clear_problems()
  return true
end

-- ---- patching -----------------------------------------------------------------------------

local function carry(s, before)
  local function warn(name, sentence) s:warn_once(name, sentence) end
  local old, stages = before.fields.main, before.stages
  adopt_classes(s, before, warn)
  locals.carry(old.slots, s.main.slots, warn)
  s.modules:carry(warn)
  globals.carry(stages.env, old.globals, "global '%s'", nil, warn)
  globals.carry(stages.script, old.fields, "scene.%s", s.is_hook, warn)
  s.generator.set_state(before.random)
end

local function must_rebuild(s, before)
  local old = before.fields
  if s.program or old.program then return true end
  if s.main.signature ~= old.main.signature or s.main.late ~= old.main.late then return true end
  for _, name in ipairs(s.parameters:changed_since(old.parameters)) do
    if s.parameters.declared[name].rebuild then return true end
  end
  return false
end

-- True when patched, nil when a start is needed, false and a fault when the new code fails.
local function try_patch(s, text, changed)
  local texts = contents.copy(s.modules.texts)
  local before = begin(s, changed)
  local ok, problem = s:protect_load(run_chunk, s, text, before, true)
  if not ok then return fail(s, before, problem) end
  local differs = must_rebuild(s, before)
  if differs and (not s.hold or s.program or before.fields.program) then
    give_up(s, before)
    return nil
  end
  s.edit_waits = differs
  -- a held world still is the one of the old building code
  if differs then
    s.main.signature, s.main.late = before.fields.main.signature, before.fields.main.late
  end
  carry(s, before)
  commit(s, before)
  s.account = { outcome = "patched", at = os.date "%H:%M:%S",
    list = account.patched(s, before, texts) }
  return true, s.parameters:changed_since(before.fields.parameters)
end

--- New texts (path -> text, the whole difference to what runs) in. Returns "patched" and the
--- names of parameters that moved, "rebuilt", or nil and a fault with everything as before.
function reload.change(s, texts)
  local text = texts[s.path] or s.main.text
  if s.main and not s.program then
    local patched, result = try_patch(s, text, texts)
    if patched then return "patched", result end
    if patched == false then return nil, result end
  end
  local ok, problem = reload.start(s, text)
  if not ok then return nil, problem end
  s.account = { outcome = "rebuilt", at = os.date "%H:%M:%S", list = account.rebuilt(s) }
  return "rebuilt"
end

return reload
