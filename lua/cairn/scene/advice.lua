-- cairn.scene.advice: what a scene's writer is told once a good script has run, as warnings:
-- functions nearly named as a hook, hooks of a script without load, worlds that each reload makes
-- anew.
--
-- Nothing here changes the scene. It works on the fields of a scene object and is called by
-- cairn.scene alone.

local nearest = require "cairn.words.nearest"

local advice = {}

--- Whether a hook may be this value.
function advice.is_callable(value)
  if type(value) == "function" then return true end
  local meta = debug.getmetatable(value)
  return type(meta) == "table" and meta.__call ~= nil
end

--- Whether it has what is stepped.
function advice.is_world(value)
  local ok, step = pcall(function() return value.step end)
  return ok and step ~= nil
end

local function mistyped_hooks(s, hooks)
  local names = {}
  for name, value in pairs(s.script) do
    local own = s.builtins[name] ~= nil or s.is_hook(name)
    if type(name) == "string" and not own and advice.is_callable(value) then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local near = nearest.word(name, hooks)
    if near then
      s:warn_once(name, ("scene.%s is never called; did you mean scene.%s?"):format(name, near))
    end
  end
end

-- Without scene.load the chunk is all that runs; whoever wrote hooks meant something else.
local function missing_load(s)
  if not s.program then return end
  local first
  for name, value in pairs(s.script) do
    local hook = type(name) == "string" and s.builtins[name] == nil and name ~= "quit"
    if hook and advice.is_callable(value) and (not first or name < first) then first = name end
  end
  if not first then return end
  s:warn_once("load", ("there is no scene.load, so the script ran once as a program; "
    .. "scene.%s is not called"):format(first))
end

-- The chunk runs at each reload, and only declares; a world made there would be made again.
local function stray_worlds(s)
  if s.program then return end
  for name, slots in pairs(s.main.slots) do
    local first = slots[1].initial.value
    if type(first) == "userdata" and advice.is_world(first) then
      s:warn_once(name, ("local '%s' holds a world made outside scene.load; each reload makes "
        .. "another one"):format(name))
    end
  end
end

--- Warn of what the script's text leads one to expect and does not do. hooks: their names.
function advice.give(s, hooks)
  mistyped_hooks(s, hooks)
  missing_load(s)
  stray_worlds(s)
end

return advice
