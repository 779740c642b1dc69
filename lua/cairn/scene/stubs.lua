-- cairn.scene.stubs: pen and input for a scene without a window.
--
-- The pen draws nothing but refuses what the one of the program refuses (module/pen.c), in the same
-- words, so that a scene that runs headless does not fail in the viewer. The input is moved by
-- specs.

local keynames = require "cairn.scene.keynames"
local kind_of = require "cairn.words.kind"
local nearest = require "cairn.words.nearest"

local stubs = {}

local MOST_POINTS = 256
local SCREEN_WIDTH, SCREEN_HEIGHT = 1280.0, 720.0

-- name -> what its arguments are: n number, s size, x number that may be left out, - anything; then
-- the keys of the table that may follow
local LINE = { "color", "width" }
local AREA = { "color", "width", "fill" }
local TEXT = { "color", "size", "align", "valign", "font", "screen" }
local IMAGE = { "color", "w", "h", "angle" }
local ARGUMENTS = {
  color = { "nnnx" }, width = { "s" }, line = { "nnnn", LINE }, arrow = { "nnnn", LINE },
  circle = { "nns", AREA }, disc = { "nns", LINE }, box = { "nnssx", AREA },
}
local CHOICES = {
  align = { "left", "center", "right" }, valign = { "line", "top", "middle", "bottom" },
  font = { "sans", "mono" },
}
local PLACES = {
  "topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright",
}
local LEAST_TEXT, MOST_TEXT = 4, 200 -- px

-- Without a place: that is the script's line, which the environment knows.
local function refuse(name, place, sentence, ...)
  error(("bad argument #%d to '%s' (%s)"):format(place, name, sentence:format(...)), 0)
end

local function digits(value)
  if value ~= value then return "nan" end
  return ("%g"):format(value)
end

local function fault_of(value)
  if type(value) ~= "number" then return "number expected, got " .. kind_of(value) end
  if value ~= value or value == math.huge or value == -math.huge then
    return "finite number expected, got " .. digits(value)
  end
  return nil
end

local function check_numbers(name, kinds, ...)
  local given = select("#", ...)
  for i = 1, #kinds do
    local kind, value = kinds:sub(i, i), (select(i, ...))
    if kind == "-" then goto next end
    if i > given and kind ~= "x" then refuse(name, i, "number expected, got no value") end
    local fault = (value ~= nil or kind ~= "x") and fault_of(value)
    if fault then refuse(name, i, "%s", fault) end
    if kind == "s" and value < 0 then refuse(name, i, "must be >= 0, got %s", digits(value)) end
    ::next::
  end
end

-- "invalid align 'midle', expected left, center or right"
local function fault_of_choice(what, value, names)
  if type(value) ~= "string" then return "string expected, got " .. kind_of(value) end
  for _, name in ipairs(names) do if name == value then return nil end end
  return ("invalid %s '%s', expected %s or %s"):format(what, value,
    table.concat(names, ", ", 1, #names - 1), names[#names])
end

local function fault_of_color(value)
  local n = type(value) == "table" and rawlen(value)
  if n ~= 3 and n ~= 4 then return "{r, g, b[, a]} expected" end
  for i = 1, n do
    local fault = fault_of(rawget(value, i))
    if fault then return fault end
  end
end

local function fault_of_size(value)
  return fault_of(value) or value < 0 and "must be >= 0, got " .. digits(value) or nil
end

local function fault_of_boolean(value)
  if type(value) ~= "boolean" then return "boolean expected, got " .. kind_of(value) end
end

local FAULTS = {
  color = fault_of_color, width = fault_of_size, w = fault_of_size, h = fault_of_size,
  angle = fault_of, fill = fault_of_boolean, screen = fault_of_boolean,
}
function FAULTS.size(value)
  local fault = fault_of(value)
  if fault or value >= LEAST_TEXT and value <= MOST_TEXT then return fault end
  return ("must be in %d..%d, got %s"):format(LEAST_TEXT, MOST_TEXT, digits(value))
end
for key, names in pairs(CHOICES) do
  FAULTS[key] = function(value) return fault_of_choice(key, value, names) end
end

-- The table behind the arguments, if there is one.
local function check_look(name, place, look, keys)
  if look == nil then return end
  if type(look) ~= "table" then
    refuse(name, place, "table of keys expected, got %s", kind_of(look))
  end
  for _, key in ipairs(keys) do
    local value = rawget(look, key)
    local fault = value ~= nil and FAULTS[key](value)
    if fault then refuse(name, place, "field '%s': %s", key, fault) end
  end
  local unknown = nearest.unknown(look, keys)
  if unknown then refuse(name, place, "%s", unknown) end
end

local function check_points(...)
  local points = ...
  if type(points) ~= "table" then
    refuse("polygon", 1, "table of numbers expected, got %s",
      select("#", ...) == 0 and "no value" or kind_of(points))
  end
  local count = rawlen(points)
  -- points that are tables are no numbers to be counted
  local first = count > 0 and fault_of(rawget(points, 1))
  if first then refuse("polygon", 1, "number 1: %s", first) end
  if count % 2 ~= 0 then refuse("polygon", 1, "x, y pairs expected, got %d numbers", count) end
  if count < 4 or count > 2 * MOST_POINTS then
    refuse("polygon", 1, "2 to %d points expected, got %d", MOST_POINTS, count // 2)
  end
  for i = 1, count do
    local fault = fault_of(rawget(points, i))
    if fault then refuse("polygon", 1, "number %d: %s", i, fault) end
  end
end

-- How many values the format takes.
local function places_in(form)
  return select(2, form:gsub("%%%%", ""):gsub("%%", ""))
end

local function check_text(...)
  local given, form = select("#", ...), (select(3, ...))
  if type(form) ~= "string" then
    refuse("text", 3, "string expected, got %s", given < 3 and "no value" or kind_of(form))
  end
  local look = select(given, ...)
  if type(look) == "table" and given > 3 + places_in(form) then
    check_look("text", given, look, TEXT)
  end
  local ok, message = pcall(string.format, select(3, ...))
  if ok then return end
  error((message:gsub("^bad argument #(%d+) to '[^']*'", function(n)
    return ("bad argument #%d to 'text'"):format(n + 2)
  end)), 0)
end

--- A pen that checks its arguments and draws nothing.
function stubs.pen()
  local pen = {}
  for name, entry in pairs(ARGUMENTS) do
    local kinds, keys = entry[1], entry[2]
    pen[name] = function(...)
      local place = #kinds + 1
      -- the table may stand where what may be left out is
      if kinds:sub(-1) == "x" and type((select(#kinds, ...))) == "table" then place = #kinds end
      check_numbers(name, kinds:sub(1, place - 1), ...)
      if keys then check_look(name, place, (select(place, ...)), keys) end
    end
  end
  function pen.text(...)
    check_numbers("text", "nn", ...)
    check_text(...)
  end
  function pen.polygon(...)
    check_points(...)
    check_look("polygon", 2, (select(2, ...)), AREA)
  end
  function pen.image(...)
    local path = ...
    if type(path) ~= "string" then
      refuse("image", 1, "string expected, got %s",
        select("#", ...) == 0 and "no value" or kind_of(path))
    end
    check_numbers("image", "-nn", ...)
    check_look("image", 4, (select(4, ...)), IMAGE)
  end
  function pen.space(place)
    local fault = place ~= nil and fault_of_choice("place", place, PLACES)
    if fault then refuse("space", 1, "%s", fault) end
    return SCREEN_WIDTH, SCREEN_HEIGHT
  end
  return pen
end

local function fault_of_key(given, i, key)
  if type(key) == "string" then return keynames.fault(key) end
  return "string expected, got " .. (i > given and "no value" or kind_of(key))
end

--- An input whose keys and mouse are set by hand: input, and the state behind it.
function stubs.input()
  local state = { keys = {}, x = 0.0, y = 0.0 }
  local input = { mouse = function() return state.x, state.y end }
  -- as LÖVE's isDown: several keys, true when any of them is held; all are looked at first, so that
  -- a wrong one is told whatever is held
  function input.down(...)
    local given = select("#", ...)
    for i = 1, math.max(given, 1) do
      local fault = fault_of_key(given, i, (select(i, ...)))
      if fault then error(("bad argument #%d to 'down' (%s)"):format(i, fault), 2) end
    end
    for i = 1, given do
      if state.keys[select(i, ...)] then return true end
    end
    return false
  end
  return input, state
end

return stubs
