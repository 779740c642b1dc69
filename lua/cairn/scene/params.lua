-- cairn.scene.params: the parameters of a scene: what sliders, --set, recordings and specs can
-- move.
--
-- A declaration is { default, min, max, step =, rebuild = } for a number, true or { true } for a
-- switch, a list of strings for a choice. Values are checked where they come in and never leave
-- their range, so a script can use them without looking. Misuse raises and names the parameter.

local natural = require "cairn.words.natural"
local nearest = require "cairn.words.nearest"

local Params = {}
Params.__index = Params

local params = {}

local KEYS = { "step", "rebuild" }
local MOST_LISTED = 40 -- names in a sentence

local function fail(name, form, ...)
  error(("parameter '%s': " .. form):format(name, ...), 0)
end

local function is_finite(x)
  return type(x) == "number" and x == x and x ~= math.huge and x ~= -math.huge
end

-- Text that keeps integers whole and floats short.
local function show(value)
  if math.type(value) == "float" then return ("%.14g"):format(value) end
  if type(value) == "string" then return ("'%s'"):format(value) end
  return tostring(value)
end

-- ---- declarations -------------------------------------------------------------------------

-- Of several unknown ones the first of the alphabet is named, at each start the same one.
local function check_keys(name, spec)
  local first
  for key in pairs(spec) do
    local known = math.type(key) == "integer" or key == "step" or key == "rebuild"
    if not known and (not first or tostring(key) < first) then first = tostring(key) end
  end
  if first then fail(name, "unknown field '%s'%s", first, nearest.hint(first, KEYS)) end
end

local function declare_number(name, spec)
  local default, low, high = spec[1], spec[2], spec[3]
  if not (is_finite(default) and is_finite(low) and is_finite(high)) then
    fail(name, "three numbers expected: { default, min, max }")
  end
  if low > high then fail(name, "min %s is above max %s", show(low), show(high)) end
  if default < low or default > high then
    fail(name, "default %s lies outside %s to %s", show(default), show(low), show(high))
  end
  local step = spec.step
  if step ~= nil and not (is_finite(step) and step > 0) then
    fail(name, "step must be a number above 0")
  end
  return { kind = "number", default = default, min = low, max = high, step = step }
end

local function declare_choice(name, spec)
  for i, choice in ipairs(spec) do
    if type(choice) ~= "string" then fail(name, "choice #%d is no string", i) end
  end
  return { kind = "choice", default = spec[1], choices = table.move(spec, 1, #spec, 1, {}) }
end

local function declaration(name, spec)
  if type(spec) == "boolean" then return { kind = "boolean", default = spec } end
  if type(spec) ~= "table" then
    fail(name, "a table expected, as { default, min, max }, got %s", type(spec))
  end
  check_keys(name, spec)
  local kind = type(spec[1])
  if kind == "number" then return declare_number(name, spec) end
  if kind == "boolean" then return { kind = "boolean", default = spec[1] } end
  if kind == "string" then return declare_choice(name, spec) end
  fail(name, "the default must be a number, a boolean or the first of a list of strings")
end

-- ---- values -------------------------------------------------------------------------------

local function snap(decl, value)
  if not decl.step then return value end
  local n = math.floor((value - decl.min) / decl.step + 0.5)
  local snapped = math.min(decl.min + n * decl.step, decl.max)
  if math.type(decl.min) == "integer" and math.type(decl.step) == "integer" then
    return math.tointeger(snapped) or snapped
  end
  return tonumber(("%.12g"):format(snapped)) + 0.0 -- 0.3, not 0.30000000000000004
end

local function checked_number(name, decl, value)
  if type(value) ~= "number" then
    fail(name, "number expected, got %s", type(value) == "string" and show(value) or type(value))
  end
  if value ~= value then fail(name, "number expected, got nan") end
  if value < decl.min or value > decl.max then
    fail(name, "must be between %s and %s, got %s", show(decl.min), show(decl.max), show(value))
  end
  return snap(decl, value)
end

local function checked_choice(name, decl, value)
  for _, choice in ipairs(decl.choices) do
    if choice == value then return value end
  end
  local hint = type(value) == "string" and nearest.hint(value, decl.choices) or ""
  fail(name, "expected one of %s, got %s%s", table.concat(decl.choices, ", "), show(value), hint)
end

local function checked(name, decl, value)
  if decl.kind == "number" then return checked_number(name, decl, value) end
  if decl.kind == "choice" then return checked_choice(name, decl, value) end
  if type(value) ~= "boolean" then
    fail(name, "true or false expected, got %s", show(value))
  end
  return value
end

local SWITCH = {
  ["true"] = true, on = true, yes = true, ["1"] = true,
  ["false"] = false, off = false, no = false, ["0"] = false,
}

-- A value typed on the command line, in the type its parameter has.
local function from_text(decl, text)
  if decl.kind == "number" then return tonumber(text) or text end
  if decl.kind == "boolean" and SWITCH[text] ~= nil then return SWITCH[text] end
  return text
end

-- A live value goes on as long as the source still says the same default.
local function inherited(name, decl, old)
  local before = old and old.declared[name]
  if not before or before.kind ~= decl.kind or before.default ~= decl.default then return nil end
  local value = old.values[name]
  if decl.kind == "number" then
    return snap(decl, math.max(decl.min, math.min(decl.max, value)))
  end
  local ok, kept = pcall(checked, name, decl, value)
  if ok then return kept end
  return nil
end

-- ---- the set ------------------------------------------------------------------------------

--- old: the parameters before a reload, or nil; overrides: see params.overrides, or nil.
function params.new(old, overrides)
  return setmetatable({
    declared = {}, values = {}, names = {}, old = old, overrides = overrides or {},
  }, Params)
end

--- Values given from outside, by name, from a table and from "name=value" texts.
function params.overrides(values, sets)
  local given = {}
  for name, value in pairs(values or {}) do given[name] = { value = value } end
  for _, set in ipairs(sets or {}) do
    local name, text = set:match("^%s*([^=]-)%s*=%s*(.-)%s*$")
    if not name or name == "" then
      error(("--set %s: expected name=value"):format(set), 0)
    end
    given[name] = { text = text, set = set }
  end
  return given
end

local function overridden(name, decl, given)
  if given.value ~= nil then return checked(name, decl, given.value) end
  local ok, value = pcall(checked, name, decl, from_text(decl, given.text))
  if not ok then error(("--set %s: %s"):format(given.set, value), 0) end
  return value
end

local function declare_one(self, name, spec)
  if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") then
    error(("scene.params: '%s' is no name for a parameter"):format(tostring(name)), 0)
  end
  local decl = declaration(name, spec)
  decl.rebuild = type(spec) == "table" and spec.rebuild == true
  local given = self.overrides[name]
  local value = inherited(name, decl, self.old)
  if given then value = overridden(name, decl, given) end
  if value == nil then value = decl.default end
  if not self.declared[name] then self.names[#self.names + 1] = name end
  self.declared[name], self.values[name] = decl, value
end

-- As people count; but by their places where both have one, and those before all others.
local function in_order(names, places)
  table.sort(names, function(a, b)
    local x, y = places[a], places[b]
    if x and y then return x < y end
    if x or y then return x ~= nil end
    return natural.less(tostring(a), tostring(b))
  end)
end

--- scene.params{...} or scene.params(group, {...}). places(names), if given, tells the place of
--- each name in the source.
function Params:declare(group, specs, places)
  local arg = 2
  if specs == nil then group, specs, arg = nil, group, 1 end
  if type(specs) ~= "table" then
    error(("bad argument #%d to 'params' (table expected, got %s)"):format(arg, type(specs)), 0)
  end
  if group ~= nil and type(group) ~= "string" then
    error(("bad argument #1 to 'params' (string expected, got %s)"):format(type(group)), 0)
  end
  local names, strings = {}, {}
  for name in pairs(specs) do
    names[#names + 1] = name
    if type(name) == "string" then strings[#strings + 1] = name end
  end
  in_order(names, places and places(strings) or {})
  for _, name in ipairs(names) do
    declare_one(self, name, specs[name])
    self.declared[name].group = group
  end
end

local function unknown(self, name)
  local hint = nearest.hint(tostring(name), self.names)
  if #self.names == 0 then hint = " (the scene declares none)" end
  return ("unknown parameter '%s'%s"):format(tostring(name), hint)
end

-- For those who have not read the script.
local function listing(names)
  if #names == 0 then return "" end
  local shown = table.concat(names, ", ", 1, math.min(#names, MOST_LISTED))
  local more = #names - MOST_LISTED
  return (" (the scene has %s%s)"):format(shown, more > 0 and (" and %d more"):format(more) or "")
end

--- After the chunk: every value given from outside must have met its parameter.
function Params:check_overrides()
  local names = {}
  for name in pairs(self.overrides) do names[#names + 1] = tostring(name) end
  table.sort(names)
  for _, name in ipairs(names) do
    if not self.declared[name] then
      local set = self.overrides[name] and self.overrides[name].set
      error((set and ("--set %s: "):format(set) or "") .. unknown(self, name)
        .. listing(self.names), 0)
    end
  end
end

function Params:get(name)
  if not self.declared[name] then error(unknown(self, name), 0) end
  return self.values[name]
end

--- The value as it would be stored; raises when it does not fit.
function Params:check(name, value)
  local decl = self.declared[name]
  if not decl then error(unknown(self, name), 0) end
  return checked(name, decl, value), decl
end

--- Set a value; returns whether it moved, and its declaration.
function Params:set(name, value)
  local new, decl = self:check(name, value)
  local moved = self.values[name] ~= new
  self.values[name] = new
  return moved, decl
end

--- Names whose value differs from that in `old`, in order.
function Params:changed_since(old)
  local changed = {}
  for _, name in ipairs(self.names) do
    if old.declared[name] and old.values[name] ~= self.values[name] then
      changed[#changed + 1] = name
    end
  end
  return changed
end

--- The i-th of the list, or nil past its end.
function Params:item(i)
  local name = self.names[i]
  if not name then return nil end
  local decl = self.declared[name]
  return {
    name = name, kind = decl.kind, value = self.values[name], default = decl.default,
    min = decl.min, max = decl.max, step = decl.step, choices = decl.choices,
    rebuild = decl.rebuild, group = decl.group,
  }
end

--- For sliders: a list in the order of their declarations.
function Params:list()
  local list = {}
  for i = 1, #self.names do list[i] = self:item(i) end
  return list
end

--- The reload is over: what was there before can go.
function Params:settle()
  self.old, self.overrides = nil, {}
end

local sets = setmetatable({}, { __mode = "k" }) -- by view: what gives its set of the moment

--- What scripts hold as scene.p: reads go to the parameters of the moment, writes
--- to write(view, name, value).
function params.view(current, write)
  local function iterate(view)
    local names, i = current().names, 0
    return function()
      i = i + 1
      if names[i] then return names[i], current().values[names[i]] end
    end, view
  end
  local view = setmetatable({}, {
    __index = function(_, name)
      local set = current()
      if not set.declared[name] then error(unknown(set, name), 2) end
      return set.values[name]
    end,
    __newindex = write,
    __pairs = iterate,
  })
  sets[view] = current
  return view
end

--- What a view says of itself, as "{ rows = 12, friction = 0.6 }"; nil of any other table. Calls
--- nothing that is the script's own.
function params.text_of_view(view)
  local current, list = sets[view], {}
  if not current then return nil end
  for i, name in ipairs(current().names) do
    list[i] = ("%s = %s"):format(name, show(current().values[name]))
  end
  return #list > 0 and ("{ %s }"):format(table.concat(list, ", ")) or "{}"
end

return params
