-- cairn.words.portable: what Lua 5.4 and LuaJIT call by other names, for the modules that run in
-- both: `build`, `geometry` and `busted`. Those write no integer division, no <const>, no bits.

local portable = {}

-- Functions around those of the libraries, not those themselves: Lua names a function in an error
-- after the module in which it is found first, and a script that calls table.move must read that.
local unpack_list = table.unpack or unpack -- luacheck: ignore 113
local move_list, to_integer, raw_length = table.move, math.tointeger, rawlen

--- The elements from place `first` to place `last` of a list (all without), as values.
function portable.unpack(list, first, last)
  return unpack_list(list, first or 1, last or #list)
end

--- How many elements a table has, past its metatable (which `#` asks in Lua 5.4 alone).
function portable.length(list)
  return raw_length and raw_length(list) or #list
end

--- The number as an integer; nil when it has a fraction, or is none.
function portable.integer(value)
  if to_integer then return to_integer(value) end
  return type(value) == "number" and value == math.floor(value) and value - value == 0 and value
    or nil
end

--- The elements from place `first` to place `last` of one list to place `at` of another, which is
--- given back.
function portable.move(from, first, last, at, to)
  if move_list then return move_list(from, first, last, at, to) end
  for i = 0, last - first do to[at + i] = from[first + i] end
  return to
end

return portable
