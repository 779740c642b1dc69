-- cairn.scene.account: what an edit did with the state of a scene, name by name: which functions
-- are others, which values were kept, which were read again.
--
-- Told after a patch from the code and the values of before, which its functions still hold, and
-- those of now. What is as it was is not told of. Not here: doing it (cairn.scene.reload).

local sorted_keys = require "cairn.words.sorted"

local account = {}

local MOST <const> = 200  -- lines
local CHARS <const> = 40  -- of a value

local function get(slot)
  local _, value = debug.getupvalue(slot.fn, slot.index)
  return value
end

local function show(value)
  local kind = type(value)
  if kind == "string" then
    local text = ("%q"):format(value):gsub("\\\n", "\\n")
    return #text > CHARS and text:sub(1, CHARS) .. "...\"" or text
  end
  if math.type(value) == "float" then return ("%.6g"):format(value) end
  if kind == "function" then return kind end
  if kind == "table" and #value > 0 then return ("a list of %d"):format(#value) end
  if kind == "table" then return next(value) == nil and "an empty table" or "a table" end
  return kind == "userdata" and tostring(value):gsub("^cairn%.", "") or tostring(value)
end

-- The lines of the source that a function is of, or nil; texts: path -> text.
local function text_of(f, texts)
  local info = debug.getinfo(f, "S")
  local text = texts[info.source:match "^@(.*)" or ""]
  if not text then return nil end
  local lines, n = {}, 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    n = n + 1
    if n >= info.linedefined and n <= info.lastlinedefined then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

local function add(list, fate, what, more)
  list[#list + 1] = { fate = fate, what = what, more = more or "" }
end

-- A name that was there and is: its values of before and now, and whether the chunk left now's.
local function compare(self, what, old, new, was_given)
  if type(new) == "function" or type(old) == "function" then
    if rawequal(old, new) then return end
    local before = type(old) == "function" and text_of(old, self.old_texts)
    local now = type(new) == "function" and text_of(new, self.new_texts)
    if before ~= now or not now then add(self.list, "replaced", what, "function") end
  elseif not was_given then
    if new ~= nil then add(self.list, "kept", what, show(new)) end
  elseif not rawequal(old, new) then
    local same = type(old) == "table" and type(new) == "table" and #old == #new
    add(self.list, "read again", what, same and show(new)
      or ("%s, was %s"):format(show(new), show(old)))
  end
end

local function add_locals(self, before, after)
  local names = {}
  for name in pairs(before) do names[name] = true end
  for name in pairs(after) do names[name] = true end
  for _, name in ipairs(sorted_keys(names)) do
    local old, new = before[name], after[name]
    local what = ("local %s"):format(name)
    if old and new and #old == 1 and #new == 1 then
      compare(self, what, get(old[1]), get(new[1]), new[1].initial.value ~= nil)
    elseif not old then
      add(self.list, "new", what, show(get(new[1])))
    elseif not new then
      add(self.list, "gone", what)
    end
  end
end

local function strings_of(...)
  local names = {}
  for _, t in ipairs { ... } do
    for name in next, t do
      if type(name) == "string" then names[name] = true end
    end
  end
  return sorted_keys(names)
end

-- Fields of a table: before and now. given: name -> what the chunk left.
local function add_fields(self, form, before, now, given, is_left_out)
  for _, name in ipairs(strings_of(before, now)) do
    local old, new = before[name], rawget(now, name)
    local what = form:format(name)
    if is_left_out[name] then
      goto continue
    elseif old == nil then
      add(self.list, "new", what, show(new))
    elseif new == nil then
      add(self.list, "gone", what)
    else
      compare(self, what, old, new, given[name] ~= nil)
    end
    ::continue::
  end
end

--- After a patch: { outcome =, at =, list of { fate =, what =, more = } }. before: as reload keeps
--- it; texts: path -> text of the code that ran then.
function account.patched(s, before, texts)
  local self = { list = {}, old_texts = texts, new_texts = s.modules.texts }
  local old, new = before.fields.main, s.main
  local left_out = { world = true }
  for name in pairs(s.builtins) do left_out[name] = true end
  add_fields(self, "scene.%s", before.script, s.script, new.fields, left_out)
  add_locals(self, old.slots, new.slots)
  add_fields(self, "global %s", before.env, s.env, new.globals, {})
  for _, path in ipairs(sorted_keys(s.modules.texts)) do
    if path ~= s.path and texts[path] ~= s.modules.texts[path] then
      add(self.list, texts[path] and "run again" or "new", path)
    end
  end
  return self.list
end

--- After a start: what outlives it.
function account.rebuilt(s)
  local list = {}
  add(list, "built anew", "the world", "scene.load, or what it reaches, is another")
  for _, name in ipairs(s.parameters.names) do
    local decl, value = s.parameters.declared[name], s.parameters.values[name]
    if value ~= decl.default then add(list, "kept", "parameter " .. name, show(value)) end
  end
  for _, name in ipairs(strings_of(s.kept)) do
    add(list, "kept", ("scene.keep %q"):format(name), show(s.kept[name]))
  end
  return list
end

--- The last one as a text: a head, then a line for each name: fate, what and more, with tabs
--- between them. Nil before the first edit.
function account.text(s)
  local told = s.account
  if not told then return nil end
  local lines = { ("%s at %s"):format(told.outcome, told.at) }
  for i, entry in ipairs(told.list) do
    if i > MOST then
      lines[#lines + 1] = ("\tand %d more\t"):format(#told.list - MOST)
      break
    end
    lines[#lines + 1] = ("%s\t%s\t%s"):format(entry.fate, entry.what, entry.more)
  end
  if #told.list == 0 then lines[2] = "\tnothing that is seen from outside has changed\t" end
  return table.concat(lines, "\n")
end

return account
