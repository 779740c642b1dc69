-- cairn.recording.methods: the methods of worlds and their objects by name, and back; and what the
-- binding keeps for recordings alone.

local cairn = require "cairn"

local methods = {}

local registry = debug.getregistry()
local CLASSES = { "World", "Body", "Shape", "Joint", "Mover", "Manifold" }

-- A recording must do nothing but change its world: no files, no other functions.
local REFUSED = {
  record = true, save = true, step = true, defer = true, destroy = { World = true },
  set_listener = true, set_debug_log = true, snapshot = true, clone = true,
}

-- metatables are there from the first `require "cairn"` on
assert(cairn.world)
local ours = registry["cairn.recording"]

--- attach(world, fn(kind, ...)) -> boolean; detach(world, fn); replay_step(world, dt, asked,
--- decisions).
methods.attach, methods.detach, methods.replay_step = ours.attach, ours.detach, ours.replay_step

local names -- function -> { class, name }

local function all_names()
  local all = {}
  for _, class in ipairs(CLASSES) do
    local list = {}
    local index = registry["cairn." .. class].__index
    for name in next, index do list[#list + 1] = name end
    table.sort(list) -- one of two names of a function, always the same
    for _, name in ipairs(list) do
      local fn = rawget(index, name)
      all[fn] = all[fn] or { class, name }
    end
  end
  return all
end

--- Class and name of a method, or nil.
function methods.name_of(fn)
  names = names or all_names()
  if names[fn] then return table.unpack(names[fn]) end
  return nil
end

--- The method of that name; raises when there is none, or none that a recording may call.
function methods.find(class, name)
  local meta = registry["cairn." .. tostring(class)]
  local refused = REFUSED[name]
  local list = type(meta) == "table" and rawget(meta, "__index")
  local fn = type(list) == "table" and rawget(list, name)
  if not fn or refused == true or refused and refused[class] then
    error(("no method '%s' of a %s"):format(tostring(name), tostring(class)), 0)
  end
  return fn
end

return methods
