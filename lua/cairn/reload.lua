-- cairn.reload: starting a scene and changing its code, each as a transaction.
--
-- The new code runs into the very tables that the old code uses (scene, globals, modules), whose
-- contents were copied before: on success the copy is what live values are carried from, on
-- failure it is put back, and nothing is left of the attempt. Prints of an attempt are held.
--
--   start    everything anew: globals, modules, random numbers, then scene.load
--   patch    the chunk again, but not scene.load: the world and what lives in locals stay
--
-- An edit is tried as a patch first; when the signature of the building code differs the attempt
-- is undone and the scene starts anew. Only scene.keep and moved parameters survive a start.
-- This module works on the fields of a scene object (cairn.scene) and is called by it alone.

local contents = require "cairn.contents"
local locals = require "cairn.locals"
local params = require "cairn.params"
local signature = require "cairn.signature"

local reload = {}

-- ---- the transaction ----------------------------------------------------------------------

local KEPT_FIELDS = { "parameters", "main", "live_world", "program", "steps_run" }

local function begin(s, changed)
  local before = {
    script = contents.copy(s.script), env = contents.copy(s.env), kept = contents.copy(s.kept),
    random = s.generator.state(), env_meta = debug.getmetatable(s.env), fields = {},
  }
  for _, name in ipairs(KEPT_FIELDS) do before.fields[name] = s[name] end
  s.modules:begin(changed)
  s.log:hold()
  return before
end

local function undo(s, before)
  contents.refill(s.script, before.script)
  contents.refill(s.env, before.env)
  debug.setmetatable(s.env, before.env_meta)
  contents.refill(s.kept, before.kept)
  s.generator.set_state(before.random)
  for _, name in ipairs(KEPT_FIELDS) do s[name] = before.fields[name] end
  s.modules:undo()
  s.log:release(false)
end

local function commit(s)
  s.parameters:settle()
  s.modules:commit()
  s.log:release(true)
end

-- ---- running the chunk --------------------------------------------------------------------

local function signature_of(s)
  local skip = { [s.script] = true }
  for _, value in pairs(s.kept) do
    if type(value) == "table" then skip[value] = true end
  end
  return signature.of(s.script.load, {
    text_of = function(path) return s.modules.texts[path] end,
    env = s.env, skip = skip,
    initials = s.modules:initials(locals.initials(s.main.slots)),
  })
end

local function roots_of(s)
  local roots = { s.script, s.env }
  for _, record in pairs(s.modules.records) do roots[#roots + 1] = record.value end
  return roots
end

-- Raises a fault. Leaves s.main: the text, its locals and the signature of its building code.
local function run_chunk(s, text, before)
  s.renew_env()
  contents.refill(s.script, s.builtins)
  s.script.world = s.live_world
  s.parameters = params.new(before and before.fields.parameters, s.overrides)
  s.modules:run("", s.path, text, s.path)
  s.parameters:check_overrides()
  s:check_script()
  s.modules:finish_lazy()
  s.main = { text = text, slots = locals.collect(roots_of(s), s.path) }
  s.main.signature = signature_of(s)
  s.program = s.script.load == nil
end

local function build(s, text, before)
  s.live_world, s.steps_run = nil, 0
  run_chunk(s, text, before)
  if s.program then return end
  local world = s.script.load(s.view)
  s:check_script()
  s:adopt_world(world)
end

local function destroy(world)
  if world ~= nil then pcall(function() world:destroy() end) end
end

-- ---- starting -----------------------------------------------------------------------------

--- Start the scene from a text, everything anew. True, or false and a fault with all as before.
function reload.start(s, text)
  local before = begin(s, nil)
  local ok, problem = s:protect(build, s, text, before)
  if not ok then
    undo(s, before)
    return false, problem
  end
  s.overrides = nil -- from now on the live value counts
  local old = before.fields.live_world
  if old ~= s.live_world then destroy(old) end
  commit(s)
  s:clear_problems()
  return true
end

-- ---- patching -----------------------------------------------------------------------------

-- Globals and fields of the scene table follow the rule of file locals without a value.
local function carry_fields(t, old, is_dropped)
  for k, v in next, old do
    local dropped = type(v) == "function" or is_dropped and is_dropped(k)
    if rawget(t, k) == nil and not dropped then rawset(t, k, v) end
  end
end

local function carry(s, before)
  local function warn(name, sentence) s:warn_once(name, sentence) end
  locals.carry(before.fields.main.slots, s.main.slots, warn)
  s.modules:carry(warn)
  carry_fields(s.env, before.env)
  carry_fields(s.script, before.script, s.is_hook)
  s.generator.set_state(before.random)
end

local function must_rebuild(s, before)
  local old = before.fields
  if s.program or old.program then return true end
  if s.main.signature ~= old.main.signature then return true end
  for _, name in ipairs(s.parameters:changed_since(old.parameters)) do
    if s.parameters.declared[name].rebuild then return true end
  end
  return false
end

-- True when patched, nil when a start is needed, false and a fault when the new code fails.
local function try_patch(s, text, changed)
  local before = begin(s, changed)
  local ok, problem = s:protect(run_chunk, s, text, before)
  if not ok then
    undo(s, before)
    return false, problem
  end
  local differs = must_rebuild(s, before)
  if differs and (not s.hold or s.program or before.fields.program) then
    undo(s, before)
    return nil
  end
  -- a held world still is the one of the old building code
  if differs then s.main.signature = before.fields.main.signature end
  carry(s, before)
  commit(s)
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
  if ok then return "rebuilt" end
  return nil, problem
end

return reload
