-- cairn.words.portable: what Lua 5.4 and LuaJIT call by other names, for the modules that run in
-- both: `build`, `geometry` and `busted`. Those write no integer division, no <const>, no bits.

local portable = {}

portable.unpack = table.unpack or unpack -- luacheck: ignore 113

--- How many elements a table has, past its metatable (which `#` asks in Lua 5.4 alone).
portable.length = rawlen or function(list) return #list end

--- The number as an integer; nil when it has a fraction, or is none.
portable.integer = math.tointeger or function(value)
  return type(value) == "number" and value == math.floor(value) and value - value == 0 and value
    or nil
end

--- n elements from place `first` of one list to place `at` of another, which is given back.
portable.move = table.move or function(from, first, last, at, to)
  for i = 0, last - first do to[at + i] = from[first + i] end
  return to
end

return portable
