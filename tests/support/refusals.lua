-- Random calls with numbers that nobody should give: what a refused call leaves behind.
--
-- Every function and what it takes is known to bad_input_table; here good arguments get a few
-- numbers from HOSTILE, at random, in lists and in tables of keys as well. A call that raises must
-- have left every world's hash, the number of bodies awake and all that getters tell as they were,
-- and its sentence names one of the numbers that were put in.
local cairn = require "cairn"
local bad = require "tests.support.bad_input"
local entries = require "tests.support.bad_input_table"
local geometry = require "tests.support.geometry"

local refusals = {}

local OBJECTS <const> = {
  World = "world", Body = "body", Shape = "shape", Joint = "revolute", Mover = "mover",
}
-- What is asked instead, where any object of its class will do.
local OTHERS <const> = {
  Body = { "body", "mate", "floor", "kinematic", "loose" },
  Shape = { "shape", "circle", "capsule", "polygon", "ellipse", "segment", "chain", "halfspace",
    "sensor" },
  Joint = { "revolute", "prismatic", "distance", "weld", "mouse", "wheel", "motor", "friction",
    "filter", "pulley", "ratchet", "rotary", "gear" },
  World = { "world" }, Mover = { "mover" },
}
local HOSTILE <const> = {
  0, -1, 0.5, 1e-3, 1e-9, -1e-9, 1e-38, 1e-46, 5e-324, -5e-324, 2.2e-308, 1e-300, 1e3, -1e3, 1e6,
  -1e6, 1e9, -1e9, 1e12, 1e18, -1e18, 1e30, -1e30, 3.4e38, 3.5e38, -3.5e38, 1e100, -1e100, 1e300,
  1e308, -1e308, 1.7976931348623157e308, -1.7976931348623157e308, 1 / 0, -1 / 0, 0 / 0, 2147483647,
  -2147483648, 2147483648, 4294967295, 4294967296, 2.0 ^ 53, -2.0 ^ 53, 2.0 ^ 53 + 2, 2.0 ^ 63,
  -2.0 ^ 63, math.maxinteger, math.mininteger, 65, 256, -0.0,
}

-- Sentences about several numbers that do not go together, or about what is no number.
local TOGETHER <const> = { "<=", " or ", "same point", "needs drag", "for a rod", "x1 < x2",
  "must not be {0, 0}", "long, got {", "materials, got", "only a sensor", "has no inside",
  "expected, got n" }

local function pick(r, list) return list[r.integer(1, #list)] end

-- Numbers of a good argument, its own and those in its tables, become hostile here and there:
-- `hit` gets the path of each.
local function spoil(r, value, path, hit, chance)
  if math.type(value) then
    if r.next() > chance then return value end
    hit[#hit + 1] = path
    return pick(r, HOSTILE)
  end
  if type(value) ~= "table" or getmetatable(value) then return value end
  local copy = {}
  for key, v in cairn.pairs(value) do
    copy[key] = spoil(r, v, path .. "." .. key, hit, chance)
  end
  return copy
end

-- A table of keys gets more of those it may have.
local function fill(r, e, k)
  local value = k.good(e)
  if not k.fields or type(value) ~= "table" then return value end
  for name, field in cairn.pairs(k.fields) do
    if value[name] == nil and r.next() < 0.15 then value[name] = field.good(e) end
  end
  return value
end

local function arguments(r, e, entry)
  local list, hit = { n = #entry }, {}
  for i, k in ipairs(entry) do
    if not (k.optional and r.next() < 0.2) then
      list[i] = spoil(r, fill(r, e, k), tostring(i), hit, r.next() < 0.5 and 0.15 or 0.6)
    end
  end
  return list, hit
end

-- Whether a sentence is about one of the numbers: "bad argument #2", or one of the fields.
local function names(message, hit)
  local arg, rest = message:match "^bad argument #(%d+) to '%w+[_%w]*' %((.*)%)$"
  if not arg then return true end -- not about an argument: "'length' is not available on a weld"
  local field = rest:match "^field '([^']+)'"
  for _, path in ipairs(hit) do
    local where, inside = path:match "^(%d+)%.?(.*)$"
    if where == arg then
      local first = inside:match "^[^.]*"
      if not field or field == inside or inside:sub(1, #field + 1) == field .. "."
        or rest:find(first, 1, true) then
        return true
      end
    end
  end
  for _, words in ipairs(TOGETHER) do
    if rest:find(words, 1, true) then return true end
  end
  return false
end

local function all_entries()
  local list = {}
  for class in cairn.pairs(OBJECTS) do
    for name, entry in cairn.pairs(entries[class]) do
      local also = { entry, table.unpack(entry.also or {}) }
      for _, one in ipairs(also) do
        if #one > 0 and not entry.special and name ~= "set_threads" then
          list[#list + 1] = { class = class, name = name, on = entry.on, takes = one }
        end
      end
    end
  end
  return list
end

local function environment(r)
  local e = bad.environment()
  for _ = 1, r.integer(0, 3) * 10 do e.world:step() end
  for _, name in ipairs { "body", "mate" } do
    if r.next() < 0.3 then e[name]:sleep() end
  end
  return e
end

local function state(e)
  return bad.state(e) .. " " .. e.world:awake_count() .. "\n" .. bad.dump(e, entries, OBJECTS)
end

local function text_of(list)
  local words = {}
  for i = 1, list.n do
    local v = list[i]
    if type(v) == "table" and not getmetatable(v) then
      local inner = {}
      for key, x in cairn.pairs(v) do
        inner[#inner + 1] = key .. "=" .. (type(x) == "table" and not getmetatable(x)
          and text_of { n = #x, table.unpack(x) } or tostring(x))
      end
      words[i] = "{" .. table.concat(inner, ", ") .. "}"
    else
      words[i] = tostring(v)
    end
  end
  return table.concat(words, ", ")
end

-- What differs between two states, in a line.
local function difference(a, b)
  local lines = {}
  for line in a:gmatch "[^\n]+" do lines[#lines + 1] = line end
  local i, words = 0, {}
  for line in b:gmatch "[^\n]+" do
    i = i + 1
    if line ~= lines[i] then words[#words + 1] = ("%s -> %s"):format(lines[i], line) end
  end
  return table.concat(words, "; ", 1, math.min(#words, 3))
end

--- So many random calls from a seed; report(text) for each that was refused and left a trace, or
--- named what was not wrong. Returns how many were tried and how many refused.
function refusals.play(seed, calls, report)
  local r, list = geometry.random(seed), all_entries()
  local e, refused = environment(r), 0
  local before = state(e)
  for i = 1, calls do
    local case = pick(r, list)
    local name = r.next() < 0.7 and OBJECTS[case.class] or pick(r, OTHERS[case.class])
    local self = e[case.on or name]
    local f = debug.getmetatable(self).__index[case.name]
    local given, hit = arguments(r, e, case.takes)
    local ok, message, why = pcall(f, self, table.unpack(given, 1, given.n))
    if not ok or (message == nil and type(why) == "string") then
      refused = refused + 1
      message = bad.plain(ok and why or message)
      local after = state(e)
      local function tell(what)
        report(("%d: %s:%s(%s): %s\n    %s"):format(i, tostring(self), case.name, text_of(given),
          message, what))
      end
      if after ~= before then tell("left a trace: " .. difference(before, after)) end
      local own = case.on or name == OBJECTS[case.class] -- for others "good" may be bad as well
      if own and #hit > 0 and not names(message, hit) then
        tell("names another number than " .. table.concat(hit, " or "))
      end
      before = after
    else
      if r.next() < 0.3 then
        bad.close(e)
        e = environment(r)
      end
      before = state(e)
    end
  end
  bad.close(e)
  return calls, refused
end

return refusals
