-- cairn.build.keys: what a builder's table may hold, with the sentences of the constructors in C.
--
-- A builder names its keys in a list of { name, read, default }. `read` gives the value back, or
-- nil and what is wrong with it. Keys are checked in the order of the list, unknown ones first, so
-- which mistake is reported does not depend on the order in which Lua walks a table.
-- Keys of SHAPE are handed on to the shapes as they are: C says what is wrong with those.

local kind_of = require "cairn.words.kind"
local nearest = require "cairn.words.nearest"
local portable = require "cairn.words.portable"

local keys = {}

local LARGEST = 100000 -- parts of one thing; more is a slip
keys.LARGEST = LARGEST

--- Handed on to every shape that a builder makes.
keys.SHAPE = { "density", "friction", "restitution", "rolling", "layer", "group", "color" }

local function digits(value)
  if value ~= value then return "nan" end
  if value == math.huge then return "inf" end
  if value == -math.huge then return "-inf" end
  return ("%.14g"):format(value)
end

-- ---- values -----------------------------------------------------------------------------------

function keys.number(value)
  if type(value) ~= "number" then return nil, "number expected, got " .. kind_of(value) end
  if value ~= value or value == math.huge or value == -math.huge then
    return nil, "finite number expected, got " .. digits(value)
  end
  return value
end

function keys.integer(value)
  local number, message = keys.number(value)
  if number and not portable.integer(number) then
    return nil, "integer expected, got " .. digits(number)
  end
  return number and portable.integer(number), message
end

function keys.positive(value)
  local number, message = keys.number(value)
  if number and number <= 0 then return nil, "must be > 0, got " .. digits(number) end
  return number, message
end

function keys.not_negative(value)
  local number, message = keys.number(value)
  if number and number < 0 then return nil, "must be >= 0, got " .. digits(number) end
  return number, message
end

--- For what may be unlimited: math.huge is allowed.
function keys.limit(value)
  if value == math.huge then return value end
  return keys.not_negative(value)
end

function keys.fraction(value)
  local number, message = keys.number(value)
  if number and (number < 0 or number > 1) then
    return nil, "must be in 0..1, got " .. digits(number)
  end
  return number, message
end

--- A whole number from `least` on.
function keys.count(least)
  return function(value)
    local number, message = keys.number(value)
    if not number then return nil, message end
    if number ~= math.floor(number) or number < least or number > LARGEST then
      return nil, ("must be an integer in %d..%d, got %s"):format(least, LARGEST, digits(number))
    end
    return portable.integer(number)
  end
end

function keys.boolean(value)
  if type(value) ~= "boolean" then return nil, "boolean expected, got " .. kind_of(value) end
  return value
end

function keys.pair(value)
  if type(value) ~= "table" then
    return nil, "table of 2 numbers expected, got " .. kind_of(value)
  end
  local count = portable.length(value)
  if count ~= 2 then return nil, ("2 numbers expected, got %d"):format(count) end
  for i = 1, 2 do
    local number, message = keys.number(rawget(value, i))
    if not number then return nil, message end
  end
  return { rawget(value, 1), rawget(value, 2) }
end

--- One of the words of a list.
function keys.one_of(words)
  local last = #words
  local listed = table.concat(words, ", ", 1, last - 1) .. " or " .. words[last]
  return function(value, name)
    if type(value) ~= "string" then return nil, "string expected, got " .. kind_of(value) end
    for _, word in ipairs(words) do
      if word == value then return value end
    end
    return nil, ("invalid %s '%s', expected %s"):format(name, value, listed)
  end
end

-- What a method says of self that is dead, or nil.
local function death_of(method, self)
  local _, message = pcall(method, self)
  return tostring(message):match "bad self %((.*)%)$"
end

local function read_body(value, world)
  if kind_of(value) ~= "cairn.Body" then
    return nil, "cairn.Body expected, got " .. kind_of(value)
  end
  if not value:is_valid() then
    return nil, death_of(value.position, value) or "body has been destroyed"
  end
  if value:world() ~= world then return nil, "body belongs to another world" end
  return value
end

--- A body of this world; false says that there is none.
function keys.body(value, _, world)
  if value == false then return false end
  return read_body(value, world)
end

-- ---- tables -----------------------------------------------------------------------------------

local function names_of(fields)
  local names = {}
  for i, field in ipairs(fields) do names[i] = field[1] end
  return portable.move(keys.SHAPE, 1, #keys.SHAPE, #names + 1, names)
end

--- What is wrong with the keys of t, or nil.
function keys.unknown(names, t)
  local known, unknown = {}, nil
  for _, name in ipairs(names) do known[name] = true end
  for key in next, t do
    if not known[key] and (not unknown or tostring(key) < tostring(unknown)) then unknown = key end
  end
  if unknown == nil then return nil end
  if type(unknown) ~= "string" then return ("unknown field [%s]"):format(tostring(unknown)) end
  return ("unknown field '%s'%s"):format(unknown, nearest.hint(unknown, names))
end

--- The values of t with the defaults of `fields`, or nil and a sentence.
function keys.read(fields, world, t)
  if type(t) ~= "table" then return nil, "table expected, got " .. kind_of(t) end
  local unknown = keys.unknown(names_of(fields), t)
  if unknown then return nil, unknown end
  local values = {}
  for _, field in ipairs(fields) do
    local name, read, default = portable.unpack(field, 1, 3)
    local given, value, message = rawget(t, name), default, nil
    if given ~= nil or default == keys.REQUIRED then value, message = read(given, name, world) end
    if message then return nil, ("field '%s': %s"):format(name, message) end
    values[name] = value
  end
  for _, name in ipairs(keys.SHAPE) do values[name] = rawget(t, name) end
  return values
end

--- As a default: the key must be given.
keys.REQUIRED = {}

--- nil for a living world, else what is wrong with this argument.
function keys.world_fault(world)
  if kind_of(world) ~= "cairn.World" then return "cairn.World expected, got " .. kind_of(world) end
  if not world:is_valid() then return death_of(world.steps, world) or "world has been destroyed" end
  return nil
end

return keys
