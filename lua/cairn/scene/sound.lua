-- cairn.scene.sound: the table `sound` of a script: what may be asked of it.
--
-- Here a sound is checked and looked for; that it is heard is the window's (src/view/sound.c), and
-- without one nothing is. What comes again while a timeline goes back is not heard again.

local kind_of = require "cairn.words.kind"
local nearest = require "cairn.words.nearest"

local sound = {}

-- key -> default, least, most
local KEYS = { volume = { 1, 0, 1 }, pitch = { 1, 0.25, 4 }, pan = { 0, -1, 1 } }
local NAMES = { "volume", "pitch", "pan" }

local function fail(place, form, ...)
  error(("bad argument #%d to 'play' (%s)"):format(place, form:format(...)), 0)
end

local function number_of(look, name)
  local value, limits = rawget(look, name), KEYS[name]
  if value == nil then return limits[1] end
  if type(value) ~= "number" then
    fail(2, "field '%s': number expected, got %s", name, kind_of(value))
  end
  if not (value >= limits[2] and value <= limits[3]) then
    fail(2, "field '%s': must be in %g..%g, got %g", name, limits[2], limits[3], value)
  end
  return value
end

local function numbers_of(look)
  if look == nil then look = {} end
  if type(look) ~= "table" then fail(2, "table of keys expected, got %s", kind_of(look)) end
  local unknown = nearest.unknown(look, NAMES)
  if unknown then fail(2, "%s", unknown) end
  return number_of(look, "volume"), number_of(look, "pitch"), number_of(look, "pan")
end

--- options: find = fn(name, path) -> the whole path, raises when it cannot be read; play =
--- fn(path, volume, pitch, pan), nil when nobody hears; is_muted = fn() -> bool.
function sound.new(options)
  local function play(path, look)
    if type(path) ~= "string" then fail(1, "string expected, got %s", kind_of(path)) end
    local volume, pitch, pan = numbers_of(look)
    local whole = options.find("sound.play", path)
    if options.play and not options.is_muted() then options.play(whole, volume, pitch, pan) end
  end
  return {
    play = function(...)
      if select("#", ...) == 0 then
        error("bad argument #1 to 'play' (string expected, got no value)", 2)
      end
      local ok, problem = pcall(play, ...)
      if not ok then error(problem, 2) end
    end,
  }
end

return sound
