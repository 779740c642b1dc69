-- cairn.scene.random: math.random with a state of its own, so that scenes repeat.
--
-- The generator is Lua 5.4's own: xoshiro256** by Blackman and Vigna (2018), seeded and mapped
-- to ranges as math.random does. Written in Lua so that its state can be kept and put back, and
-- so that two scenes, or a scene and its spec, do not draw from one stream.

local random = {}

local TO_UNIT = 2.0 ^ -53

local function rotate_left(x, n) return (x << n) | (x >> (64 - n)) end

local function next_bits(s)
  local s0, s1, s2, s3 = s[1], s[2], s[3] ~ s[1], s[4] ~ s[2]
  local result = rotate_left(s1 * 5, 7) * 9
  s[1], s[2] = s0 ~ s3, s1 ~ s2
  s[3], s[4] = s2 ~ (s1 << 17), rotate_left(s3, 45)
  return result
end

local function seed(s, n)
  s[1], s[2], s[3], s[4] = n, 0xff, 0, 0
  -- close seeds start alike; sixteen rounds spread their bits
  for _ = 1, 16 do next_bits(s) end
end

-- A number in [0, limit] from random bits, without bias: bits above are cut, misses drawn again.
local function project(s, bits, limit)
  if limit & (limit + 1) == 0 then return bits & limit end
  local mask = limit
  for _, shift in ipairs { 1, 2, 4, 8, 16, 32 } do mask = mask | (mask >> shift) end
  bits = bits & mask
  while math.ult(limit, bits) do bits = next_bits(s) & mask end
  return bits
end

local function integer(value, n)
  local result = math.tointeger(value)
  if result then return result end
  local problem = type(value) == "number" and "number has no integer representation"
    or "number expected, got " .. (value == nil and "no value" or type(value))
  error(("bad argument #%d to 'random' (%s)"):format(n, problem), 4)
end

local function draw(s, count, low, high)
  local bits = next_bits(s)
  if count == 0 then return (bits >> 11) * TO_UNIT end
  if count == 1 then
    low, high = 1, integer(low, 1)
    if high == 0 then return bits end
  elseif count == 2 then
    low, high = integer(low, 1), integer(high, 2)
  else
    error("wrong number of arguments", 3)
  end
  if low > high then
    error(("bad argument #%d to 'random' (interval is empty)"):format(count), 3)
  end
  return project(s, bits, high - low) + low
end

--- A generator: random(...) and randomseed(n) as in math; state() and set_state(t) for snapshots.
function random.new(first_seed)
  local s = {}
  local generator = {}
  function generator.random(...) return draw(s, select("#", ...), ...) end
  function generator.randomseed(n)
    n = n or first_seed
    if type(n) ~= "number" then
      error("bad argument #1 to 'randomseed' (number expected, got " .. type(n) .. ")", 2)
    end
    seed(s, math.tointeger(n) or string.unpack("<i8", string.pack("<d", n)))
  end
  function generator.state() return { s[1], s[2], s[3], s[4] } end
  function generator.set_state(state) s[1], s[2], s[3], s[4] = table.unpack(state, 1, 4) end
  generator.randomseed(first_seed)
  return generator
end

return random
