-- cairn.scene.stubs: pen and input for a scene without a window.
--
-- The pen draws nothing but refuses what the one of the program refuses (module/pen.c), in the same
-- words, so that a scene that runs headless does not fail in the viewer. The input is moved by
-- specs.

local keynames = require "cairn.scene.keynames"
local kind_of = require "cairn.words.kind"

local stubs = {}

local MOST_POINTS = 256

-- name -> what its arguments are: n number, s size, x number that may be left out
local ARGUMENTS = {
  color = "nnnx", line = "nnnn", circle = "nns", disc = "nns", box = "nnssx", arrow = "nnnn",
}

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
    if i > given and kind ~= "x" then refuse(name, i, "number expected, got no value") end
    local fault = (value ~= nil or kind ~= "x") and fault_of(value)
    if fault then refuse(name, i, "%s", fault) end
    if kind == "s" and value < 0 then refuse(name, i, "must be >= 0, got %s", digits(value)) end
  end
end

local function check_points(...)
  local points = ...
  if type(points) ~= "table" then
    refuse("polygon", 1, "table of numbers expected, got %s",
      select("#", ...) == 0 and "no value" or kind_of(points))
  end
  local count = rawlen(points)
  if count % 2 ~= 0 then refuse("polygon", 1, "x, y pairs expected, got %d numbers", count) end
  if count < 4 or count > 2 * MOST_POINTS then
    refuse("polygon", 1, "2 to %d points expected, got %d", MOST_POINTS, count // 2)
  end
  for i = 1, count do
    local fault = fault_of(rawget(points, i))
    if fault then refuse("polygon", 1, "number %d: %s", i, fault) end
  end
end

local function check_text(...)
  local given, form = select("#", ...), (select(3, ...))
  if type(form) ~= "string" then
    refuse("text", 3, "string expected, got %s", given < 3 and "no value" or kind_of(form))
  end
  local ok, message = pcall(string.format, select(3, ...))
  if not ok then error(message, 0) end
end

--- A pen that checks its arguments and draws nothing.
function stubs.pen()
  local pen = {}
  for name, kinds in pairs(ARGUMENTS) do
    pen[name] = function(...) check_numbers(name, kinds, ...) end
  end
  function pen.text(...)
    check_numbers("text", "nn", ...)
    check_text(...)
  end
  function pen.polygon(...) check_points(...) end
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
