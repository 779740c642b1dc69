-- cairn.scene.view: what scene.view asks for: a place or a body that is followed, and how much of
-- the world is seen.
--
-- Only what is wanted is in here, in metres; how it gets there is the window's.

local kind_of = require "cairn.words.kind"
local nearest = require "cairn.words.nearest"

local view = {}

local KEYS = { "x", "y", "w", "h", "follow", "lag" }

local LARGEST = 1e6 -- m, where worlds end

local function fail(form, ...) error("scene.view: " .. form:format(...), 0) end

local function number(spec, key, low, high)
  local value = rawget(spec, key)
  if value == nil then return nil end
  if type(value) ~= "number" then
    fail("field '%s': number expected, got %s", key, kind_of(value))
  end
  if not (value >= low and value <= high) then
    fail("field '%s': number from %g to %g expected, got %g", key, low, high, value)
  end
  return value
end

-- Bodies and movers can say where they are drawn.
local function has_place(object)
  local ok, drawn = pcall(function() return object.drawn end)
  return ok and type(drawn) == "function"
end

local function check_followed(object)
  if object == nil then return end
  if not has_place(object) then
    fail("field 'follow': body or mover expected, got %s", kind_of(object))
  end
  if not object:is_valid() then fail("field 'follow': %s", tostring(object)) end
end

--- What the script gave, checked; nil when it takes its wish back. Raises without a place.
function view.check(spec)
  if spec == nil then return nil end
  if type(spec) ~= "table" then
    fail("table expected, as { x =, y =, w = }, got %s", kind_of(spec))
  end
  local unknown = nearest.unknown(spec, KEYS)
  if unknown then fail("%s", unknown) end
  check_followed(rawget(spec, "follow"))
  return {
    x = number(spec, "x", -LARGEST, LARGEST) or 0.0,
    y = number(spec, "y", -LARGEST, LARGEST) or 0.0,
    w = number(spec, "w", 0.001, LARGEST), h = number(spec, "h", 0.001, LARGEST),
    lag = number(spec, "lag", 0, 60) or 0.0, follow = rawget(spec, "follow"),
  }
end

--- Where the middle is now: x, y, then w, h (0: not said) and lag. What is followed and has gone
--- leaves the view where it was last.
function view.now(wanted)
  local followed, x, y = wanted.follow, wanted.x, wanted.y
  if followed then
    if followed:is_valid() then wanted.last_x, wanted.last_y = followed:drawn() end
    x, y = x + (wanted.last_x or 0.0), y + (wanted.last_y or 0.0)
  end
  return x, y, wanted.w or 0.0, wanted.h or 0.0, wanted.lag
end

return view
