-- cairn.scene.state: the state of a scene at one moment, and going back to it.
--
-- A state holds the world's snapshot, the script's own state, its parameters, math.random, what
-- keys and mouse are, the number of steps, and the code that ran. The script's own state is what
-- scene.save() returns. Where a script has none it is all that its functions and tables reach: of
-- each table what is in it, of each function of the scene's files what its upvalues hold, of each
-- body, shape and joint its data. Nothing is copied but that, so tables, functions and handles are
-- the same ones afterwards. A state lives as long as the scene: it refers to its tables.
--
-- What cannot be held is named once: coroutines, and userdata of others (files, say). They stay as
-- they are when the rest goes back. Not here: edits of the code, which hot reload takes over from
-- whatever state there is (cairn.scene.reload).

local binding = require "cairn.scene.binding"
local contents = require "cairn.scene.contents"
local drive = require "cairn.scene.drive"
local finders = require "cairn.scene.finders"
local pile = require "cairn.scene.pile"
local reach = require "cairn.scene.reach"

local state = {}

local MOST_TABLES = 100000 -- as many as hot reload walks
local ENTRY_BYTES = 40     -- of a table's key and value, roughly
local OURS = {
  ["cairn.World"] = true, ["cairn.Body"] = true, ["cairn.Shape"] = true, ["cairn.Joint"] = true,
  ["cairn.Mover"] = true, ["cairn.Manifold"] = true, ["cairn.Iterator"] = true,
}

-- ---- what cannot be held --------------------------------------------------------------------

local function declared_at(text, name)
  local line = 0
  for row in (text .. "\n"):gmatch "(.-)\n" do
    line = line + 1
    local list = row:match "^%s*local%s+([%w_%s,]+)"
    if list and list:find("%f[%w_]" .. name .. "%f[^%w_]") then return line end
  end
end

-- Where a coroutine stands, as "scene.lua:12", or nil.
local function line_of_thread(thread, texts)
  for level = 0, 20 do
    local info = debug.getinfo(thread, level, "Sl")
    if not info then return nil end
    local path = info.source:match "^@(.*)"
    if path and texts[path] then return ("%s:%d"):format(path, info.currentline) end
  end
end

-- What a script calls it: "local 'brain'", "global 'x'", "scene.x", with the keys that lead on from
-- there; and the place where it is declared, or nil.
local function name_of(self, value)
  local keys = {}
  while true do
    local from = self.from[value]
    if not from then return "a value", nil end
    if from.name then
      local place = from.path
      local line = place and declared_at(self.texts[place], from.name)
      local tail = table.concat(keys)
      if line then place = ("%s:%d"):format(place, line) end
      return ("local '%s%s'"):format(from.name, tail), place
    end
    table.insert(keys, 1, "." .. tostring(from.key))
    value = from.holder
    local root = self.roots[value]
    if root then return root .. table.concat(keys), nil end
  end
end

local function cannot_hold(self, value, what)
  self.found.lacks = true
  local name, place = name_of(self, value)
  if type(value) == "thread" then place = line_of_thread(value, self.texts) or place end
  self.warn(name, ("%s%s holds %s, which no snapshot can hold: it stays as it is when the scene "
    .. "goes back"):format(place and place .. ": " or "", name, what))
end

-- ---- the walk -------------------------------------------------------------------------------

local function is_dead(handle) return not handle:is_valid() end

-- How to find the object of a handle again in its world, by the name of its type.
local FINDERS = {}
for kind, find in pairs(finders) do FINDERS["cairn." .. kind] = find end

local function meet_userdata(self, value)
  if self.met[value] then return end
  self.met[value] = true
  local meta = debug.getmetatable(value)
  local name = type(meta) == "table" and rawget(meta, "__name") or nil
  if name == "cairn.World" then
    if not rawequal(value, self.world) and not is_dead(value) then
      self.worlds[#self.worlds + 1] = value
    end
  elseif FINDERS[name] then
    if is_dead(value) then return end
    self.found.handles[value] = { world = value:world(), find = FINDERS[name], id = value:id() }
  elseif name == "cairn.Rays" then
    self.found.rays[value] = binding.hold_rays(value)
    self.found.entries = self.found.entries + #self.found.rays[value] // ENTRY_BYTES
  elseif meta ~= nil and not OURS[name] then
    cannot_hold(self, value, name and ("a %s"):format(name) or "a userdata")
  end
end

-- Where a function was written, or false: it is asked of all of them each time, and never changes.
local PATHS <const> = setmetatable({}, { __mode = "k" })

local function path_of(fn)
  local path = PATHS[fn]
  if path == nil then
    path = debug.getinfo(fn, "S").source:match "^@(.*)" or false
    PATHS[fn] = path
  end
  return path
end

-- A value that a table or a function holds: walked later, or named. Others' functions lead nowhere,
-- unless a coroutine stands behind them.
local function meet(self, value, holder, key, name, path)
  if type(value) == "function" and not self.texts[path_of(value)] then
    value = reach.thread_behind(value)
  end
  local kind = type(value)
  if kind == "table" or kind == "function" then
    if self.from[value] or self.roots[value] then return end
    self.from[value] = { holder = holder, key = key, name = name, path = path }
    self.reach:push(value)
  elseif (kind == "userdata" or kind == "thread") and not self.from[value] then
    self.from[value] = { holder = holder, key = key, name = name, path = path }
    if kind == "userdata" then return meet_userdata(self, value) end
    if coroutine.status(value) ~= "dead" then cannot_hold(self, value, "a coroutine") end
  end
end

local function visit_function(self, fn)
  local path = path_of(fn)
  if not self.texts[path] then return end
  local found, index = self.found, 1
  while true do
    local name, value = debug.getupvalue(fn, index)
    if not name then return end
    local id = debug.upvalueid(fn, index)
    if name ~= "_ENV" and not self.known[id] then
      self.known[id] = true
      local n = #found.upvalues
      found.upvalues[n + 1], found.upvalues[n + 2] = fn, index
      found.values[(n + 2) // 2] = { value }
      meet(self, value, fn, nil, name, path)
    end
    index = index + 1
  end
end

local IS_PLAIN <const> = { number = true, string = true, boolean = true }

local function visit_table(self, t)
  local found = self.found
  local copy, size = {}, 0
  for key, value in next, t do
    copy[key], size = value, size + 1
    if not IS_PLAIN[type(key)] then meet(self, key, t, key) end
    if not IS_PLAIN[type(value)] then meet(self, value, t, key) end
  end
  local n = #found.tables + 1
  found.tables[n] = { t = t, copy = copy, meta = debug.getmetatable(t) }
  found.entries = found.entries + size + 4
  meet(self, found.tables[n].meta, t, "metatable")
end

-- What hangs on bodies, shapes and joints and nowhere else.
local function visit_data(self, world)
  local found = self.found
  for _, all in ipairs { world.bodies, world.shapes, world.joints } do
    for object in all(world) do
      local data = object:data()
      if data ~= nil then
        found.data[#found.data + 1] = { object, data }
        meet(self, object, world, "body")
        meet(self, data, object, "data()")
        self.roots[object] = tostring(object)
      end
    end
  end
end

-- All that the script can reach and change; warn(name, sentence) is told of what cannot be held.
local function walk_script(s, warn)
  local self = {
    found = { tables = {}, upvalues = {}, values = {}, data = {}, handles = {}, rays = {},
      entries = 0 },
    texts = s.modules.texts, from = {}, known = {}, met = {}, world = s.live_world, worlds = {},
    roots = { [s.script] = "scene", [s.env] = "global", [s.kept] = "scene.keep" },
    warn = warn,
  }
  local roots = { s.script, s.env, s.kept }
  for _, name in ipairs(s.modules.order) do
    local value = s.modules.records[name].value
    if type(value) == "table" then self.roots[value] = name end
    roots[#roots + 1] = value
  end
  self.reach = reach.from(roots)
  if s.live_world then visit_data(self, s.live_world) end
  for value in self.reach.pop, self.reach do
    if #self.found.tables >= MOST_TABLES then
      self.found.lacks = true
      warn("snapshot", ("the script has more than %d tables: a snapshot does not hold those "
        .. "beyond"):format(MOST_TABLES))
      break
    end
    if type(value) == "function" then visit_function(self, value) else visit_table(self, value) end
  end
  self.found.worlds = self.worlds
  return self.found
end

-- ---- what scene.save returns ----------------------------------------------------------------

-- A copy of plain data; handles of ours are the same ones.
local function copy_of(s, value, name, made)
  local kind = type(value)
  if kind == "table" then
    if made[value] then return made[value] end
    local copy = {}
    made[value] = copy
    for key, inner in next, value do
      local new_key = copy_of(s, key, name, made)
      if new_key ~= nil then
        copy[new_key] = copy_of(s, inner, ("%s.%s"):format(name, tostring(key)), made)
      end
    end
    return copy
  end
  local meta = kind == "userdata" and debug.getmetatable(value)
  local ours = meta and OURS[rawget(meta, "__name")]
  if kind == "thread" or kind == "function" or kind == "userdata" and not ours then
    s:warn_once(name, ("%s: %s is a %s, which no snapshot can hold"):format(s.path, name, kind))
    return nil
  end
  return value
end

-- ---- taking ---------------------------------------------------------------------------------

local CODE_FIELDS = { "parameters", "main", "live_world", "program", "text", "edit_waits" }
local MODULE_FIELDS = { "records", "order", "main_requires", "starting" }

local function code_of(s)
  local code = { modules = {}, texts = contents.copy(s.modules.texts) }
  for _, name in ipairs(CODE_FIELDS) do code[name] = s[name] end
  for _, name in ipairs(MODULE_FIELDS) do code.modules[name] = contents.copy(s.modules[name]) end
  code.script, code.env = contents.copy(s.script), contents.copy(s.env)
  return code
end

local function input_of(s)
  local input = s.input_state
  return input and { keys = contents.copy(input.keys), x = input.x, y = input.y }
end

local function images_of(worlds)
  local images = {}
  for _, world in ipairs(worlds) do
    local image, message = world:snapshot()
    if not image then return nil, message end
    images[#images + 1] = { world = world, image = image }
  end
  return images
end

-- True, and the script's own state in `taken`; or false and why there is none.
local function take_script(s, taken)
  if s.script.save == nil then
    taken.found = walk_script(s, function(name, sentence) s:warn_once(name, sentence) end)
    return true
  end
  local ok, saved = s:ask "save"
  if not ok then return false, "scene.save failed: " .. s.off.save.message end
  if saved ~= nil and type(saved) ~= "table" then
    return false, ("scene.save must return a table, got %s"):format(type(saved))
  end
  taken.saved = saved and copy_of(s, saved, "scene.save()", {})
  return true
end

--- The state of the moment, between two ticks; nil and a sentence when it cannot be taken.
--- { tick, step, bytes } are for the caller: ticks of the scene, steps since its last start, and
--- memory, roughly; is_exact: nothing was left out, and nothing was the script's to say. The rest
--- is for state.put.
function state.take(s)
  if not s.main then return nil, "the script has not started" end
  if (s.depth or 0) > 0 then return nil, "the script is running" end
  local taken = {
    scene = s, tick = s.ticks, step = s.steps_run, code = code_of(s),
    values = contents.copy(s.parameters.values),
    random = s.generator.state(), input = input_of(s), kept = contents.copy(s.kept),
    camera = s.camera and contents.copy(s.camera), by_hand = pile.hold(s),
  }
  local ok, message = take_script(s, taken)
  if not ok then return nil, message end
  taken.is_exact = taken.found ~= nil and not taken.found.lacks
  local worlds = taken.found and taken.found.worlds or {}
  if s.live_world then table.insert(worlds, 1, s.live_world) end
  taken.worlds, message = images_of(worlds)
  if not taken.worlds then return nil, message end
  taken.bytes = ENTRY_BYTES * (taken.found and taken.found.entries or 100)
  for _, held in ipairs(taken.worlds) do taken.bytes = taken.bytes + #held.image end
  s.keeps_worlds = true -- a restart must not destroy what a state may go back to
  return taken
end

-- ---- going back -----------------------------------------------------------------------------

local function put_code(s, code)
  for _, name in ipairs(CODE_FIELDS) do s[name] = code[name] end
  for _, name in ipairs(MODULE_FIELDS) do s.modules[name] = contents.copy(code.modules[name]) end
  contents.refill(s.modules.texts, code.texts)
  contents.refill(s.script, code.script)
  contents.refill(s.env, code.env)
end

-- A handle dies for good where the world goes back behind its object; when the object is there
-- again, it has another handle, which takes the place of the old one in all that was held.
local function renew_handles(found)
  local new, any = {}, false
  for handle, how in pairs(found.handles) do
    if is_dead(handle) and not is_dead(how.world) then
      local object = how.find(how.world, how.id)
      if object then new[handle], any = object, true end
    end
  end
  if not any then return end
  for old, object in pairs(new) do
    found.handles[object], found.handles[old] = found.handles[old], nil
  end
  for _, entry in ipairs(found.tables) do
    local copy, keys = entry.copy, nil
    for key, value in next, copy do
      if new[value] then copy[key] = new[value] end
      if new[key] then
        keys = keys or {}
        keys[#keys + 1] = key
      end
    end
    for _, key in ipairs(keys or {}) do copy[new[key]], copy[key] = copy[key], nil end
  end
  for _, value in ipairs(found.values) do value[1] = new[value[1]] or value[1] end
  for _, entry in ipairs(found.data) do entry[1] = new[entry[1]] or entry[1] end
end

local function put_found(found)
  renew_handles(found)
  for _, entry in ipairs(found.tables) do
    contents.refill(entry.t, entry.copy)
    debug.setmetatable(entry.t, entry.meta)
  end
  local upvalues = found.upvalues
  for i = 1, #upvalues, 2 do
    debug.setupvalue(upvalues[i], upvalues[i + 1], found.values[(i + 1) // 2][1])
  end
  for _, entry in ipairs(found.data) do
    if not is_dead(entry[1]) then entry[1]:set_data(entry[2]) end
  end
  for rays, image in pairs(found.rays) do binding.put_rays(rays, image) end
end

-- All worlds, or none: the first that refuses ends it, and those before get back what they were.
local function put_worlds(worlds)
  local before = {}
  for i, held in ipairs(worlds) do
    local image = #worlds > 1 and held.world:snapshot()
    local ok, message = held.world:restore(held.image)
    if not ok then
      for k = i - 1, 1, -1 do worlds[k].world:restore(before[k]) end
      return nil, message
    end
    before[i] = image
  end
  return true
end

--- Go back (or forth) to a state of this scene. True, or nil and a sentence with all as it was.
function state.put(s, taken)
  if (s.depth or 0) > 0 then return nil, "the script is running" end
  local ok, message = put_worlds(taken.worlds)
  if not ok then return nil, message end
  if not rawequal(s.live_world, taken.code.live_world) then s.builds = (s.builds or 0) + 1 end
  local same_code = rawequal(s.main, taken.code.main)
  if taken.found or not same_code then put_code(s, taken.code) end
  contents.refill(s.kept, taken.kept)
  s.camera = taken.camera and contents.copy(taken.camera)
  if taken.found then put_found(taken.found) end
  pile.put(s, taken.by_hand)
  contents.refill(s.parameters.values, taken.values)
  s.generator.set_state(taken.random)
  if taken.input and s.input_state then
    contents.refill(s.input_state.keys, taken.input.keys)
    s.input_state.x, s.input_state.y = taken.input.x, taken.input.y
  end
  s.ticks, s.steps_run, s.wanted = taken.tick, taken.step, {}
  s:clear_problems()
  s:ask("restored", taken.saved and copy_of(s, taken.saved, "scene.save()", {}))
  s:settle()
  return true
end

--- A world went back: what the script holds of handles that died on the way finds its objects
--- again. handles: handle -> { world =, find =, id = }, of all that there were.
function state.find_again(s, handles)
  local any
  for handle in pairs(handles) do any = any or is_dead(handle) end
  if not any then return end
  local found = walk_script(s, function() end)
  for handle, how in pairs(handles) do found.handles[handle] = how end
  put_found(found)
end

-- ---- the scene's methods --------------------------------------------------------------------

local State = {}

--- The state of the scene between two ticks: world, script, parameters, math.random, keys, mouse;
--- nil and a sentence when it cannot be taken.
function State:snapshot()
  drive.need_scene(self, "snapshot")
  return state.take(self)
end

--- Go back, or forth, to a state of this scene. True, or nil and a sentence with all as it was.
function State:restore(taken)
  drive.need_scene(self, "restore")
  drive.need("restore", 1, taken, "table")
  if taken.scene ~= self then
    error("bad argument #1 to 'restore' (a snapshot of this scene expected)", 2)
  end
  return state.put(self, taken)
end

state.methods = State

return state
