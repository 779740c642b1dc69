-- cairn.scene.classes: metatables keep their identity over a reload, so that old objects get new
-- methods.
--
-- A chunk that runs again makes its classes again: `local Enemy = {}; Enemy.__index = Enemy`.
-- Objects made before have the old table as their metatable, and would go on with the old methods.
-- So the old table is filled with what is in the new one, and takes its place wherever the new code
-- holds it.
--
-- A class here is a table that holds a function, or a key that starts with two underscores, as
-- metamethods do. An old and a new one belong together when they have the same name: as a file
-- local, a global, a field of scene or of a module's table; then as a field of a table or class
-- that has. What the old one gathered while running is read again, as in any table that the file
-- writes out.

local contents = require "cairn.scene.contents"
local locals = require "cairn.scene.locals"
local reach = require "cairn.scene.reach"

local Classes = {}
Classes.__index = Classes

local classes = {}

--- replaced: new table -> old table that stands for it already.
function classes.new(replaced)
  return setmetatable({
    old_of = replaced, pairs = {}, taken = {}, journal = {}, containers = {}, ambiguous = {},
  }, Classes)
end

local function is_meta_name(key) return type(key) == "string" and key:sub(1, 2) == "__" end

local function is_class(t)
  if type(t) ~= "table" then return false end
  for key, value in next, t do
    if is_meta_name(key) or type(value) == "function" then return true end
  end
  return false
end

local function are_tables(a, b)
  return type(a) == "table" and type(b) == "table" and not rawequal(a, b)
end

-- `sure`: what a class names by a metamethod belongs to it, whatever it is.
local function pair(self, old, new, sure)
  if not are_tables(old, new) or self.old_of[new] or self.taken[old] then return false end
  if not sure and not (is_class(old) and is_class(new)) then return false end
  self.old_of[new], self.taken[old] = old, true
  table.insert(self.pairs, { old = old, new = new })
  return true
end

--- Find classes among the fields of two tables that belong together.
function Classes:scan(old, new)
  if not are_tables(old, new) then return end
  for key, value in next, new do
    if type(key) == "string" then pair(self, rawget(old, key), value, false) end
  end
end

--- Find classes among file locals. warn as for locals.carry.
function Classes:scan_locals(before, after, warn)
  for name, live, fresh, changed in locals.matching(before, after) do
    if pair(self, live, fresh, false) then
      if changed then warn(name, locals.read_again(name)) end
    else
      table.insert(self.containers, { old = live, new = fresh })
    end
  end
  for name, live in locals.ambiguous(before, after) do
    if is_class(live) then
      table.insert(self.ambiguous, { name = name, old = live, warn = warn })
    end
  end
end

-- Names first, wherever they are, then what is in what was found: a class that now inherits from
-- another one must not make that the old one.
local function descend(self)
  for _, found in ipairs(self.containers) do self:scan(found.old, found.new) end
  for _, found in ipairs(self.pairs) do -- grows
    for key, value in next, found.new do
      pair(self, rawget(found.old, key), value, is_meta_name(key))
    end
  end
  for _, found in ipairs(self.ambiguous) do
    if not self.taken[found.old] then
      found.warn(found.name, ("more than one local is called '%s', so objects made before the edit "
        .. "keep its old methods"):format(found.name))
    end
  end
end

-- ---- putting the old ones in the place of the new -------------------------------------------

local Walk = {}
Walk.__index = Walk

function Walk:upvalues(fn)
  local path = debug.getinfo(fn, "S").source:match("^@(.*)")
  if not path or not self.texts[path] then return end
  local index = 1
  while true do
    local name, value = debug.getupvalue(fn, index)
    if not name then return end
    local old = type(value) == "table" and self.old_of[value]
    if old then debug.setupvalue(fn, index, old) end
    self.reach:push(value)
    index = index + 1
  end
end

function Walk:fields(t)
  local keys
  for key, value in next, t do
    local old = type(value) == "table" and self.old_of[value]
    if old then rawset(t, key, old) end
    if type(key) == "table" and self.old_of[key] then
      keys = keys or {}
      keys[#keys + 1] = key
    end
    self.reach:push(key)
    self.reach:push(value)
  end
  for _, key in ipairs(keys or {}) do
    local value = rawget(t, key)
    rawset(t, key, nil)
    rawset(t, self.old_of[key], value)
  end
  local meta = debug.getmetatable(t)
  if meta and self.old_of[meta] then debug.setmetatable(t, self.old_of[meta]) end
  self.reach:push(meta)
end

local function replace(self, roots, texts)
  local walk = setmetatable({
    old_of = self.old_of, texts = texts, reach = reach.from(roots),
  }, Walk)
  for _, found in ipairs(self.pairs) do
    walk.reach:leave_out(found.old) -- filled later; through it all that lives could be reached
    walk.reach:push(found.new)
  end
  for value in walk.reach.pop, walk.reach do
    if type(value) == "function" then walk:upvalues(value) else walk:fields(value) end
  end
end

--- Make it so, in all that is reached from the list `roots`; texts: path -> text of the scene's
--- files; initials: lists of initial values (see cairn.scene.locals), which follow.
function Classes:adopt(roots, texts, initials)
  descend(self)
  if next(self.old_of) == nil then return end
  replace(self, roots, texts)
  for _, list in ipairs(initials) do
    for _, first in pairs(list) do first.value = self.old_of[first.value] or first.value end
  end
  for _, found in ipairs(self.pairs) do
    contents.become(found.old, found.new, self.journal)
  end
end

--- The old classes as they were.
function Classes:undo()
  contents.undo(self.journal)
end

return classes
