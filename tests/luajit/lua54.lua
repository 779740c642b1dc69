-- Files of specs are written in Lua 5.4; required first, this lets LuaJIT read them.
--
-- What its grammar lacks is put otherwise before a file is compiled: <const> and <close> go, and
-- `a // b` becomes `a %IDIV% b`, which binds as tightly from the same side, IDIV being an object
-- that divides; likewise bits, up to 52 of them. What specs take for granted of the library stands
-- below. world:hash() is world:hash_text() here; hash_itself is the other one.

-- ---- the grammar ------------------------------------------------------------------------------

-- An operator between two others of the same precedence, bound from the left or from the right.
local function between(f)
  local half = { __mod = function(left, b) return f(left[1], b) end }
  half.__concat = function(a, right) return f(a, right[1]) end
  return setmetatable({}, {
    __mod = function(a) return setmetatable({ a }, half) end,
    __concat = function(_, b) return setmetatable({ b }, half) end,
  })
end

-- By halves: those of the library `bit` have 32 bits, and a sign.
local function bits(f)
  local HALF = 2 ^ 26
  return between(function(a, b)
    return f(math.floor(a / HALF), math.floor(b / HALF)) * HALF + f(a % HALF, b % HALF)
  end)
end

local bit = require "bit"
local OPERATORS = {
  { "//", "%%IDIV%%", "IDIV", between(function(a, b) return math.floor(a / b) end) },
  { "<<", "..SHL..", "SHL", between(function(a, b) return a * 2 ^ b end) },
  { ">>", "..SHR..", "SHR", between(function(a, b) return math.floor(a / 2 ^ b) end) },
  { " & ", " ..AND.. ", "AND", bits(bit.band) },
  { " | ", " ..OR.. ", "OR", bits(bit.bor) },
  { " ~ ", " ..XOR.. ", "XOR", bits(bit.bxor) },
}
for _, operator in ipairs(OPERATORS) do rawset(_G, operator[3], operator[4]) end

-- Where what begins at `at` ends that is no code: a comment, a string; else nil.
local function end_of_text(source, at)
  local equals = source:match("^%-%-%[(=*)%[", at) or source:match("^%[(=*)%[", at)
  if equals then return select(2, source:find("]" .. equals .. "]", at, true)) end
  if source:find("^%-%-", at) then return (source:find("\n", at, true) or #source + 1) - 1 end
  local quote = source:match("^[\"']", at)
  if not quote then return nil end
  local last = at + 1
  while source:sub(last, last) ~= quote do
    last = last + (source:sub(last, last) == "\\" and 2 or 1)
  end
  return last
end

local function translate(source)
  local out, at = {}, 1
  while at <= #source do
    local last = end_of_text(source, at)
    if last then
      out[#out + 1] = source:sub(at, last)
    else
      last = (source:find("[%-%[\"']", at + 1) or #source + 1) - 1
      local code = source:sub(at, last):gsub(" <%a+>", "")
      for _, operator in ipairs(OPERATORS) do code = code:gsub(operator[1], operator[2]) end
      out[#out + 1] = code
    end
    at = last + 1
  end
  return table.concat(out)
end

local function compile(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local source = file:read "*a"
  file:close()
  return loadstring(translate(source), "@" .. path) -- luacheck: ignore 113
end

loadfile = compile -- luacheck: ignore 121
table.insert(package.loaders, 2, function(name) -- luacheck: ignore 143
  local path = (name:find "^tests%." or name:find "^docs%.") and name:gsub("%.", "/") .. ".lua"
  return path and assert(compile(path)) or nil
end)

-- ---- what Lua 5.4 has besides ------------------------------------------------------------------

local function whole(value) return type(value) == "number" and value % 1 == 0 end

-- luacheck: push ignore 122 142 143 113
table.unpack = unpack
table.pack = function(...) return { n = select("#", ...), ... } end
math.tointeger = function(value)
  value = tonumber(value)
  return whole(value) and value or nil
end
math.atan = function(y, x) return math.atan2(y, x or 1) end
local execute = os.execute
os.execute = function(command) return execute(command) == 0 end
math.type = function(value)
  return type(value) == "number" and (whole(value) and "integer" or "float") or nil
end
math.maxinteger, math.mininteger = 2 ^ 53 - 1, 1 - 2 ^ 53
local load_text = load
function load(text, ...) -- luacheck: ignore 121
  return load_text(type(text) == "string" and translate(text) or text, ...)
end
-- luacheck: pop

local cairn = require "cairn"
local world = cairn.world {}
local methods = debug.getmetatable(world).__index
local hash_text = methods.hash_text
hash_itself = methods.hash -- luacheck: ignore 111
rawset(methods, "hash", function(...)
  local ok, text = pcall(hash_text, ...)
  if ok then return text end
  error((text:gsub("'hash_text'", "'hash'")), 0)
end)
world:destroy()
