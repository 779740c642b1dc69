-- cairn.recording.values: plain Lua values as bytes, for the records of a recording.
--
-- A value is a letter and what belongs to it, little-endian: nil, booleans, integers, floats,
-- strings, and tables of these with keys in one order, so that equal values are equal bytes. A
-- handle of an object is its kind and id. What is none of these is written as its type alone, and
-- read as another value of that type. Reading trusts nothing: it raises at bytes that are no value.

local values = {}

local DEEPEST = 64 -- tables in tables; a table that holds itself ends here

local pack, unpack = string.pack, string.unpack

-- Numbers before strings before the rest, each in their own order.
local RANK = { number = 1, string = 2, boolean = 3 }

local function before(a, b)
  local rank_a, rank_b = RANK[type(a)], RANK[type(b)]
  if rank_a ~= rank_b then return rank_a < rank_b end
  if rank_a == 3 then return not a and b end
  return a < b
end

local function sorted_keys(t)
  local keys = {}
  for key in next, t do
    if RANK[type(key)] then keys[#keys + 1] = key end
  end
  table.sort(keys, before)
  return keys
end

local write

local function write_table(out, t, depth, handle_of)
  if depth >= DEEPEST then error("a table inside itself cannot be recorded", 0) end
  local keys = sorted_keys(t)
  out[#out + 1] = pack("<c1I4", "T", #keys)
  for _, key in ipairs(keys) do
    write(out, key, depth + 1, handle_of)
    write(out, rawget(t, key), depth + 1, handle_of)
  end
end

function write(out, value, depth, handle_of)
  local kind = type(value)
  if value == nil then out[#out + 1] = "n"
  elseif kind == "boolean" then out[#out + 1] = value and "y" or "f"
  elseif math.type(value) == "integer" then out[#out + 1] = pack("<c1i8", "i", value)
  elseif kind == "number" then out[#out + 1] = pack("<c1d", "d", value)
  elseif kind == "string" then out[#out + 1] = pack("<c1s4", "s", value)
  elseif kind == "table" then write_table(out, value, depth, handle_of)
  else
    local name, id
    if handle_of then name, id = handle_of(value) end
    out[#out + 1] = name and pack("<c1s1I4", "h", name, id) or pack("<c1s1", "o", kind)
  end
end

--- The values as bytes. handle_of(value) -> kind, id of a handle, or nil (optional).
function values.pack(handle_of, ...)
  local out, list = {}, table.pack(...)
  out[1] = pack("<I1", list.n)
  for i = 1, list.n do write(out, list[i], 0, handle_of) end
  return table.concat(out)
end

-- In the place of values that cannot be written: of the same type, and no more.
local STAND_INS = {
  ["function"] = function() end, thread = coroutine.create(function() end), userdata = io.stdout,
}

local read

local function read_table(bytes, at, depth, object_of)
  if depth >= DEEPEST then error("tables nested too deeply", 0) end
  local t = {}
  local count, from = unpack("<I4", bytes, at)
  at = from
  for _ = 1, count do
    local key, value
    key, at = read(bytes, at, depth + 1, object_of)
    value, at = read(bytes, at, depth + 1, object_of)
    if key == nil or key ~= key then error("a table without a key", 0) end
    t[key] = value
  end
  return t, at
end

function read(bytes, at, depth, object_of)
  local letter
  letter, at = unpack("c1", bytes, at)
  if letter == "n" then return nil, at end
  if letter == "y" then return true, at end
  if letter == "f" then return false, at end
  if letter == "i" then return unpack("<i8", bytes, at) end
  if letter == "d" then return unpack("<d", bytes, at) end
  if letter == "s" then return unpack("<s4", bytes, at) end
  if letter == "T" then return read_table(bytes, at, depth, object_of) end
  if letter == "h" then
    local kind, id
    kind, id, at = unpack("<s1I4", bytes, at)
    return object_of and object_of(kind, id) or nil, at
  end
  if letter == "o" then
    local kind
    kind, at = unpack("<s1", bytes, at)
    return STAND_INS[kind], at
  end
  error("no such value", 0)
end

--- The values of such bytes. object_of(kind, id) -> the object of a handle (optional). Raises when
--- the bytes are none.
function values.unpack(bytes, object_of)
  local count, at = unpack("<I1", bytes)
  local list = {}
  for i = 1, count do list[i], at = read(bytes, at, 0, object_of) end
  return table.unpack(list, 1, count)
end

return values
