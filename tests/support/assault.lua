-- An assault from outside: every function of the module and of the metatables of its objects, of
-- cairn.build and of the pen, with arguments that fit, nearly fit or do not at all, from wherever
-- a script can call: hooks, loops, coroutines, __index, __close, finalizers. What must hold after
-- each call is checked: the world is sound, what can be read is finite, what was refused changed
-- nothing and said why in a sentence of ours, and nothing takes long.
-- assault.play(seed, options) -> hashes, counts; see assault_spec.lua.
local cairn = require "cairn"
local bad = require "tests.support.bad_input"
local build = require "cairn.build"
local entries = require "tests.support.bad_input_table"
local geometry = require "tests.support.geometry"
local stubs = require "cairn.scene.stubs"

local assault = {}
local pens <const> = stubs.pen()

local CLASSES <const> = { "World", "World", "Body", "Shape", "Joint", "Mover", "Rays" }
local OBJECTS <const> = {
  World = { "world", "world", "world", "alien" },
  Body = { "body", "mate", "floor", "kinematic", "loose", "dead_body", "alien_body" },
  Shape = { "shape", "circle", "capsule", "polygon", "ellipse", "segment", "chain", "halfspace",
    "sensor", "dead_shape", "alien_shape" },
  Joint = { "revolute", "prismatic", "distance", "weld", "mouse", "wheel", "motor", "friction",
    "filter", "pulley", "ratchet", "rotary", "gear", "dead_joint", "alien_joint" },
  Mover = { "mover", "dead_mover" }, Rays = { "rays" },
}
local BUILDS <const> = { "rope", "chain", "bridge", "soft", "ragdoll", "car", "cloth" }
local HOOKS <const> = { "steer", "filter", "pre_solve", "begin_contact", "end_contact",
  "post_solve", "hit", "mover_hit", "sensor", "pressed", "joint_alarm", "joint_broken",
  "left_bounds", "slept", "woke" }
local LOOPS <const> = { "bodies", "shapes", "joints", "manifolds", "movers", "begins", "ends",
  "hits", "sensors", "moved", "broken", "pressed", "alarms",
  "mover_hits" }
local UNLIMITED <const> = { max_force = true, max_torque = true, break_force = true,
  break_torque = true, motor = true, limits = true, max = true, linear = true, angular = true,
  spring_max = true, press_force = true, release_force = true, alarm_force = true,
  alarm_torque = true }
-- Of these the clock of the machine has a say.
local TIMED <const> = { profile = true, now = true, bytes = true, set_threads = true }
local NUMBERS <const> = { 0, -0.0, 1, -1, 2, 0.5, 1e-3, 1e-9, 1e-30, 5e-324, 1e3, -1e3, 1e6, -1e6,
  1e9, 1e18, 1e30, -1e30, 1e308, -1e308, 1 / 0, -1 / 0, 0 / 0, 64, 65, 255, 2147483647,
  -2147483648, 4294967296, 2.0 ^ 53, 2.0 ^ 63, math.maxinteger, math.mininteger }
local TEXTS <const> = { "", "x", "\0", "hero\0", "dynamic", "hero", "%s%n%d", "1", "0x10",
  ("long"):rep(5000), "\xff\xfe", "top", "box" }
local LONGEST <const> = 2 -- s

local function pick(r, list) return list[r.integer(1, #list)] end

-- ---- what is given ------------------------------------------------------------------------------

-- Something small that a metamethod, a finalizer or a hook does to the world.
local function meddle(g)
  g.meddled = true
  if g.depth > 3 then return end
  local what, e = g.r.integer(1, 12), g.e
  if what == 1 then error("an error of the script", 0) end
  if what == 2 then error(setmetatable({}, { __tostring = function() return 3 end })) end
  if what == 3 then coroutine.yield() end
  if what == 4 and g.r.integer(1, 8) == 1 then return e.world:destroy() end
  if what == 5 then return e.world:step() end
  if what == 6 then return e.body:destroy() end
  if what == 7 then return e.shape:destroy() end
  if what == 8 then return e.world:circle { radius = 0.3, x = g.r.between(-9, 9), y = 5 } end
  if what > 8 then assault.call(g) end
end

local META <const> = { "__index", "__newindex", "__len", "__pairs", "__tostring", "__call", "__eq",
  "__lt", "__close", "__name" }

-- A table whose metamethods meddle.
local function trap(g, t)
  local meta = {}
  for _ = 1, 3 do
    meta[pick(g.r, META)] = function()
      meddle(g)
      return g.r.integer(1, 3) == 1 and 3 or nil
    end
  end
  if type(rawget(meta, "__name")) == "function" then meta.__name = "cairn.Body" end
  if g.gc and g.r.integer(1, 3) == 1 then
    meta.__gc = function() if g.calling then meddle(g) end end
  end
  return setmetatable(t or {}, meta)
end

local function anything(g)
  local r, what = g.r, g.r.integer(1, 14)
  if what < 5 then return pick(r, NUMBERS) end
  if what == 5 then return pick(r, TEXTS) end
  if what == 6 then return r.integer(1, 2) == 1 end
  if what == 7 then return {} end
  if what == 8 then
    local t = { 1, 2, 3 }
    t[4], t.self, t.points = t, t, t
    return t
  end
  if what == 9 then return trap(g, { pick(r, NUMBERS), x = 1, radius = 1, w = 1, h = 1 }) end
  if what == 10 then return pick(r, { print, io.stdout, coroutine.create(print), math.sin }) end
  if what == 11 then return function() return meddle(g) end end
  if what == 12 then return nil end
  return g.e[pick(r, OBJECTS[pick(r, CLASSES)])]
end

-- A value that fits, with things in it exchanged.
local function spoil(g, value, chance)
  if g.r.next() < chance then return anything(g) end
  if type(value) ~= "table" or getmetatable(value) then return value end
  local copy = {}
  for key, v in cairn.pairs(value) do copy[key] = spoil(g, v, chance) end
  if g.r.next() < chance then copy[pick(g.r, TEXTS)] = anything(g) end
  if g.r.next() < chance * 2 then return trap(g, copy) end
  return copy
end

local function good(g, k)
  local value = k.good(g.e)
  if not k.fields or type(value) ~= "table" then return value end
  for name, field in cairn.pairs(k.fields) do
    if value[name] == nil and g.r.next() < 0.15 then value[name] = field.good(g.e) end
  end
  return value
end

local function arguments(g, entry)
  local list, chance = { n = #entry }, pick(g.r, { 0, 0.05, 0.2, 0.6 })
  if entry.also and g.r.integer(1, 2) == 1 then entry = pick(g.r, entry.also) end
  for i, k in ipairs(entry) do list[i] = spoil(g, good(g, k), chance) end
  if g.r.next() < 0.1 then list.n = g.r.integer(0, 5) end
  if g.r.next() < 0.03 then list[1], list.n = anything(g), math.max(1, list.n) end
  return list
end

-- ---- calls --------------------------------------------------------------------------------------

local methods = {} -- class -> names in order
for _, class in ipairs(CLASSES) do
  methods[class] = {}
  for name in cairn.pairs(entries[class]) do table.insert(methods[class], name) end
end

-- A function to call, its name, and all it is given (self first).
local function target(g)
  local r, what = g.r, g.r.integer(1, 40)
  if what == 1 then
    local name = pick(r, BUILDS)
    local keys = { x = r.between(-9, 9), y = 5, from = { 0, 5 }, to = { 3, 5 }, links = 3,
      columns = 3, rows = 3 }
    if name == "rope" or name == "chain" or name == "bridge" then
      keys.x, keys.y, keys.columns, keys.rows = nil, nil, nil, nil
    else
      keys.from, keys.to, keys.links = nil, nil, nil
      if name ~= "cloth" then keys.columns, keys.rows = nil, nil end
    end
    local chance = pick(r, { 0, 0.1, 0.4 })
    return build[name], "build." .. name,
      { r.next() < 0.1 and anything(g) or g.e.world, spoil(g, keys, chance), n = 2 }
  end
  if what == 2 then
    local names = {}
    for name in cairn.pairs(pens) do names[#names + 1] = name end
    local name, list = pick(r, names), { n = r.integer(0, 6) }
    for i = 1, list.n do list[i] = r.next() < 0.5 and r.between(-5, 5) or anything(g) end
    return pens[name], "pen." .. name, list
  end
  if what == 3 then
    local names = {}
    for name in cairn.pairs(entries.cairn) do names[#names + 1] = name end
    local name = pick(r, names)
    if name == "set_strict" or name == "set_threads" then name = "hull" end -- of all worlds
    return cairn[name], "cairn." .. name, arguments(g, entries.cairn[name])
  end
  local class = pick(r, CLASSES)
  local name = pick(r, methods[class])
  if name == "destroy" and class == "World" and r.integer(1, 8) > 1 then name = "hash" end
  if name == "record" then name = "hash" end -- no files
  local entry = entries[class][name]
  local self = g.e[r.next() < 0.6 and entry.on or pick(r, OBJECTS[class])]
  local list = arguments(g, entry)
  table.insert(list, 1, self)
  list.n = list.n + 1
  if r.next() < 0.02 then list[1] = anything(g) end
  return debug.getmetatable(g.e.world and self).__index[name], class .. ":" .. name, list
end

local function complain(g, name, why)
  g.wrong[#g.wrong + 1] = ("seed %d, call %d, %s: %s"):format(g.seed, g.calls, name, why)
end

-- Sentences of ours, or what the script itself has raised.
local function check_message(g, name, message)
  if type(message) ~= "string" then
    if not g.meddled then complain(g, name, "raises a " .. type(message)) end
    return
  end
  if message:find "C stack overflow" and g.meddled then return end
  if message:find "attempt to yield" and g.meddled then return end
  for _, words in ipairs { "attempt to [^y]", "memory", "stack overflow", "got no value, got" } do
    if message:find(words) then complain(g, name, message) end
  end
  if #message < 12 or #message > 3e5 then complain(g, name, "says only: " .. message:sub(1, 99)) end
end

local function hashes(g)
  local function of(w) return w:is_valid() and w:hash() or 0 end
  return of(g.e.world), of(g.e.alien)
end

-- Iterators are walked a little, with something else in between.
local function walk(g, f, s, v)
  if type(f) ~= "function" then return end
  for i = 1, 4 do
    local ok, a = pcall(f, s, v)
    if not ok then return check_message(g, "a turn", a) end
    if a == nil then return end
    v = a
    if i == 2 and g.r.integer(1, 4) == 1 then assault.call(g) end
  end
end

--- One call; nested ones are not compared.
function assault.call(g)
  local f, name, list = target(g)
  local outer, a, b = g.depth == 0
  if not f then return complain(g, name, "is not there") end
  g.calls, g.depth = g.calls + 1, g.depth + 1
  g.last = name
  if outer then
    g.meddled, g.calling = false, true
    a, b = hashes(g)
  end
  local before = cairn.now()
  local ok, message, s, v = pcall(f, table.unpack(list, 1, list.n))
  local took = cairn.now() - before
  g.slowest = math.max(g.slowest, took)
  if took > LONGEST * (g.depth == 1 and 1 or 4) then
    complain(g, name, ("took %.1f s"):format(took))
  end
  g.depth = g.depth - 1
  if ok then
    walk(g, message, s, v)
  else
    g.refused = g.refused + 1
    check_message(g, name, message)
  end
  if outer then
    g.calling = false
    local a2, b2 = hashes(g)
    if not ok and not g.meddled and (a ~= a2 or b ~= b2) then
      complain(g, name, "was refused and left a trace: " .. tostring(message))
    end
  end
end

-- From somewhere else than the main chunk.
local PLACES <const> = {
  function(g)
    local thread = coroutine.create(function()
      assault.call(g)
      coroutine.yield()
      assault.call(g)
    end)
    coroutine.resume(thread)
    if g.r.integer(1, 2) == 1 then coroutine.resume(thread) else coroutine.close(thread) end
  end,
  function(g)
    local _ <close> = setmetatable({}, { __close = function() pcall(assault.call, g) end })
    pcall(assault.call, g)
  end,
  function(g)
    local name = pick(g.r, LOOPS)
    local ok, f, s, v = pcall(g.e.world[name], g.e.world)
    for _ = 1, ok and 5 or 0 do
      v = f(s, v)
      if v == nil then break end
      g.depth = 1
      assault.call(g)
      g.depth = 0
    end
  end,
  function(g) pcall(g.e.world.defer, g.e.world, function() return meddle(g) end) end,
  function(g) -- somebody's own table as a listener
    local t = {}
    for _, name in ipairs(HOOKS) do
      if g.r.integer(1, 3) == 1 then
        t[name] = function()
          if g.r.integer(1, 20) == 1 then meddle(g) end
          return g.r.integer(1, 5) > 1
        end
      end
    end
    if g.r.integer(1, 8) == 1 then trap(g, t) end
    pcall(g.e.world.set_listener, g.e.world, t)
  end,
}

local function step(g)
  g.depth = 1 -- hooks call: nothing is compared
  local before = cairn.now()
  local thread = coroutine.create(pcall)
  local ok, fine, message = coroutine.resume(thread, g.e.world.step, g.e.world)
  g.depth, g.steps = 0, g.steps + 1
  if not ok or coroutine.status(thread) ~= "dead" then
    complain(g, "step", "was left by a yield")
  end
  if cairn.now() - before > 4 * LONGEST then complain(g, "step", "took too long") end
  g.meddled = true
  if ok and not fine then check_message(g, "step", message) end
end

-- ---- what must hold -----------------------------------------------------------------------------

-- What a script has put into `data` may be any number.
local function read(g, class, object)
  for name, entry in cairn.pairs(entries[class]) do
    if #entry == 0 and not entry.writes and not entry.special and not TIMED[name] then
      local values = table.pack(pcall(object[name], object))
      for i = 2, values[1] and values.n or 0 do
        local v = values[i]
        if math.type(v) == "float" and name ~= "data"
            and (v ~= v or math.abs(v) == math.huge and not UNLIMITED[name])
        then
          complain(g, g.last, ("%s:%s() = %s"):format(tostring(object), name, v))
        end
      end
    end
  end
end

local function sound(g)
  for _, w in ipairs { g.e.world, g.e.alien } do
    if w:is_valid() then
      local ok, why = w:validate()
      if not ok then complain(g, g.last, why) end
      if w:is_stepping() then complain(g, g.last, "the world is left stepping") end
      read(g, "World", w)
      for body in w:bodies() do read(g, "Body", body) end
      for shape in w:shapes() do read(g, "Shape", shape) end
      for joint in w:joints() do read(g, "Joint", joint) end
      for mover in w:movers() do read(g, "Mover", mover) end
    end
  end
end

local function begin(g)
  if g.e then bad.close(g.e) end
  g.e = bad.environment()
  if g.threads then g.e.world:set_threads(g.threads) end
  for _ = 1, g.r.integer(0, 20) do g.e.world:step() end
  g.worlds = g.worlds + 2
end

--- options: calls; gc (finalizers meddle too, so that no two games are alike); threads. Returns the
--- list of hashes, and the counts: calls, refused, steps, worlds, slowest, wrong (a list of texts).
function assault.play(seed, options)
  local g = { seed = seed, r = geometry.random(seed * 31 + 5), gc = options.gc, calls = 0,
    refused = 0, steps = 0, worlds = 0, depth = 0, slowest = 0, wrong = {},
    threads = options.threads }
  local list = {}
  begin(g)
  while g.calls < options.calls and #g.wrong < 10 do
    for _ = 1, g.r.integer(1, 12) do
      if g.r.integer(1, 10) == 1 then
        pick(g.r, PLACES)(g)
        g.depth = 0
      else
        assault.call(g)
      end
      if options.gc and g.r.integer(1, 4) == 1 then collectgarbage "step" end
    end
    if g.e.world:is_valid() then step(g) end
    local valid = g.e.world:is_valid()
    list[#list + 1] = valid and g.e.world:hash() or 0
    sound(g)
    if not valid or g.r.integer(1, 12) == 1 or g.e.world:body_count() > 150 then begin(g) end
  end
  bad.close(g.e)
  return list, g
end

-- lua5.4 tests/support/assault.lua SEED CALLS [THREADS] prints the last hash, then what was wrong.
if arg and arg[0] and arg[0]:find "assault%.lua$" then
  local list, g = assault.play(math.tointeger(arg[1]), { calls = math.tointeger(arg[2]),
    threads = math.tointeger(arg[3]), gc = arg[4] == "gc" })
  local sum = 0
  for _, hash in ipairs(list) do sum = sum * 31 ~ hash end
  print(("%016x"):format(sum))
  print(cairn.build.simd)
  for _, text in ipairs(g.wrong) do io.stderr:write(text, "\n") end
  if os.getenv "CAIRN_ASSAULT_COUNTS" then
    io.stderr:write(("calls %d refused %d steps %d worlds %d slowest %.3f\n"):format(g.calls,
      g.refused, g.steps, g.worlds, g.slowest))
  end
end

return assault
