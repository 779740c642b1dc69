-- cairn.scene.locals: the file locals of a script, found through its functions and carried over
-- reloads.
--
-- Lua has no list of a chunk's locals once it has run, but every local that matters is an upvalue
-- of some function that lives on. `collect` walks those functions right after the chunk has run,
-- before closures of later calls can confuse the picture, and remembers one way in (function and
-- index) for each local and the value the chunk left in it.
--
-- The rule, for a file local seen by name in the old and in the new chunk:
--   nil after the new chunk ran -> the live local goes on, unless it holds code: closures of the
--                                  old chunk and the new code share it;
--   has a value                 -> the new value stands; said once if the old one had changed
--                                  (metatables keep their identity: cairn.scene.classes);
--   a name used by several      -> not carried, said once if something is lost.

local reach = require "cairn.scene.reach"
local sorted_keys = require "cairn.words.sorted"

local locals = {}

local MAX_TABLES = 100000 -- tables walked; a reload must not take longer than a frame or two

local function count(t)
  local n = 0
  for _ in next, t do n = n + 1 end
  return n
end

--- What the chunk left in a local. Of a table, its size too: filling one in place is a change.
function locals.initial(value)
  return { value = value, size = type(value) == "table" and count(value) or nil }
end

--- Whether a value is code, which is never carried. What coroutine.wrap gives is a state.
function locals.is_code(value)
  return type(value) == "function" and not reach.thread_behind(value)
end

local Walk = {}
Walk.__index = Walk

function Walk:upvalue(fn, index)
  local name, value = debug.getupvalue(fn, index)
  if not name then return false end
  local id = debug.upvalueid(fn, index)
  local slot = self.known[id]
  if name ~= "_ENV" and not slot then
    local slots = self.slots[name] or {}
    self.slots[name] = slots
    slot = { fn = fn, index = index, id = id, initial = locals.initial(value), ways = {} }
    slots[#slots + 1], self.known[id] = slot, slot
    self.reach:push(value)
  end
  if slot then table.insert(slot.ways, { fn, index }) end
  return true
end

function Walk:visit(value)
  if type(value) == "function" then
    if debug.getinfo(value, "S").source ~= self.source then return end
    local index = 1
    while self:upvalue(value, index) do index = index + 1 end
  else
    self.tables = self.tables + 1
    for k, v in next, value do self.reach:push(k); self.reach:push(v) end
    self.reach:push(debug.getmetatable(value))
  end
end

--- All locals of the file `path` captured by functions reachable from the list `roots`:
--- name -> list of slots.
function locals.collect(roots, path)
  local walk = setmetatable({
    slots = {}, reach = reach.from(roots), known = {}, tables = 0, source = "@" .. path,
  }, Walk)
  for value in walk.reach.pop, walk.reach do
    if walk.tables >= MAX_TABLES then break end
    walk:visit(value)
  end
  return walk.slots
end

local function get(slot)
  local _, value = debug.getupvalue(slot.fn, slot.index)
  return value
end

--- Whether a value is another one, or a table of another size, than it first was.
function locals.is_changed(first, value)
  if not rawequal(value, first.value) then return true end
  return type(value) == "table" and count(value) ~= first.size
end

--- The sentence about a value that is lost.
function locals.read_again(name)
  return ("local '%s' had changed while running; it has an initial value, so it is read again "
    .. "(without one it would keep its value)"):format(name)
end

--- Walk the tables that one local each of this name holds, in the old and in the new chunk, unless
--- the old one was given another table: name, old, new, whether the old one had changed.
function locals.matching(before, after)
  local names, i = sorted_keys(after), 0
  local function step()
    i = i + 1
    local name = names[i]
    if not name then return nil end
    local old, new = before[name], after[name]
    if not old or #old ~= 1 or #new ~= 1 then return step() end
    local live, fresh = get(old[1]), get(new[1])
    local tables = type(live) == "table" and type(fresh) == "table"
    if not tables or not rawequal(live, old[1].initial.value) then return step() end
    return name, live, fresh, locals.is_changed(old[1].initial, live)
  end
  return step
end

--- Walk what the locals hold whose name several have: name, value of each old one.
function locals.ambiguous(before, after)
  local names, i, n = sorted_keys(after), 1, 0
  return function()
    while names[i] do
      local name = names[i]
      local old = before[name]
      if old and (#old > 1 or #after[name] > 1) and n < #old then
        n = n + 1
        return name, get(old[n])
      end
      i, n = i + 1, 0
    end
    return nil
  end
end

-- The functions of the new chunk use the old local. One that was not found gets its value.
local function share(new, old, live)
  debug.setupvalue(new.fn, new.index, live)
  for _, way in ipairs(new.ways) do debug.upvaluejoin(way[1], way[2], old.fn, old.index) end
  new.id = debug.upvalueid(new.fn, new.index)
end

local function carry_one(name, old, new, warn)
  local fresh, live = get(new), get(old)
  if fresh == nil then
    if not locals.is_code(live) then share(new, old, live) end
  elseif type(fresh) == "function" or old.initial.value == nil or rawequal(fresh, live) then
    return -- nothing is lost; the same table is that of a module, or kept
  elseif locals.is_changed(old.initial, live) then
    warn(name, locals.read_again(name))
  end
end

local function holds_any(slots)
  for _, slot in ipairs(slots) do
    local value = get(slot)
    if value ~= nil and type(value) ~= "function" then return true end
  end
  return false
end

local function lacks_any(slots)
  for _, slot in ipairs(slots) do
    if get(slot) == nil then return true end
  end
  return false
end

--- Apply the rule above. warn(name, sentence) is called for what is not carried, in name order.
function locals.carry(old, new, warn)
  for _, name in ipairs(sorted_keys(new)) do
    local before, after = old[name], new[name]
    if before and #before == 1 and #after == 1 then
      carry_one(name, before[1], after[1], warn)
    elseif before and holds_any(before) and lacks_any(after) then
      warn(name, ("more than one local is called '%s', so its value is not kept"):format(name))
    end
  end
end

--- Make every captured local that holds `from` hold `to`.
function locals.replace(slots, from, to)
  for _, list in pairs(slots) do
    for _, slot in ipairs(list) do
      if rawequal(get(slot), from) then debug.setupvalue(slot.fn, slot.index, to) end
    end
  end
end

--- Upvalue id -> value the chunk left there.
function locals.initials(slots)
  local values = {}
  for _, list in pairs(slots) do
    for _, slot in ipairs(list) do values[slot.id] = slot.initial end
  end
  return values
end

return locals
