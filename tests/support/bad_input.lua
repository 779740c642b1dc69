-- The machine behind bad_input_spec: from what an argument is, all that it must not be.
--
-- A kind says what a good value is and lists bad ones: { value, sentence, field it is about }.
-- Kinds of tables ("keys") hold kinds of fields and make of each bad value a table with that one.
-- An environment is one world with everything in it, another world, and things that are dead.
-- `number_line` are kinds by range; what is bad for all numbers comes by itself.
local cairn = require "cairn"

local bad = {}

local NAN, INF = 0 / 0, math.huge
local NIL = setmetatable({}, { __tostring = function() return "nil" end })
bad.NIL = NIL

-- ---- environments -----------------------------------------------------------------------------

local function dead_words(name, object)
  local _, message = pcall(object[name], object)
  return (message:match "bad self %((.*)%)$")
end

local function add_shapes(e)
  local w = e.world
  e.body, e.shape = w:box { x = 0, y = 1, w = 1, h = 1, name = "top", layer = "hero" }
  e.mate, e.circle = w:circle { x = 5, y = 3, radius = 0.5 }
  e.capsule = select(2, w:capsule { x = 10, y = 3, x1 = 0, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 })
  e.polygon = select(2, w:polygon { x = 15, y = 3, points = { 0, 0, 1, 0, 0, 1 } })
  e.ellipse = select(2, w:ellipse { x = 20, y = 3, rx = 1, ry = 0.5 })
  e.segment = select(2, w:segment { x = 25, y = 3, x1 = 0, y1 = 0, x2 = 1, y2 = 0 })
  e.floor, e.chain = w:chain { points = { -50, 0, 0, 0, 50, 0, 60, 0 }, name = "floor" }
  e.halfspace = select(2, w:halfspace { y = -90, nx = 0, ny = 1 })
  e.sensor = select(2, w:circle { type = "static", x = 30, y = 3, radius = 1, sensor = true,
    area = { drag = 1 } })
  e.kinematic = w:box { type = "kinematic", x = 40, y = 9, w = 1, h = 1 }
  e.loose = w:body { type = "static", x = 70 }
end

local function add_joints(e)
  local w, a, b = e.world, e.body, e.mate
  e.revolute = w:revolute { a = a, b = b, at = { 2, 2 }, name = "hinge" }
  e.prismatic = w:prismatic { a = a, b = b, axis = { 1, 0 } }
  e.distance = w:distance { a = a, b = b }
  e.weld = w:weld { a = a, b = b }
  e.mouse = w:mouse { body = b, x = 5, y = 3 }
  e.wheel = w:wheel { a = a, b = b, axis = { 0, 1 } }
  e.motor = w:motor { a = a, b = b, linear = {}, angular = {} }
  e.friction = w:friction { a = a, b = b, max_force = 1 }
  e.filter = w:filter { a = a, b = b }
  e.pulley = w:pulley { a = a, b = b, ground_from = { 0, 9 }, ground_to = { 5, 9 } }
  e.ratchet = w:ratchet { a = a, b = b, step = 1 }
  e.rotary = w:rotary { a = a, b = b }
  e.gear = w:gear { a = e.revolute, b = e.prismatic }
end

local function add_dead(e)
  local w = e.world
  e.dead_body = w:box { x = -20, y = 5, w = 1, h = 1, name = "gone" }
  e.dead_shape = e.dead_body:shape()
  e.dead_joint = w:weld { b = e.dead_body, name = "torn" }
  e.dead_mover = w:mover { radius = 0.3, height = 1 }
  e.dead_body:destroy()
  e.dead_mover:destroy()
  w:step(0) -- nobody answers for the dead any more
  e.words = {
    Body = dead_words("position", e.dead_body), Shape = dead_words("friction", e.dead_shape),
    Joint = dead_words("force", e.dead_joint), Mover = dead_words("position", e.dead_mover),
  }
end

function bad.environment()
  local e = { world = cairn.world { layers = { "hero", "wall" }, strict = true } }
  add_shapes(e)
  add_joints(e)
  e.mover = e.world:mover { x = -5, y = 4, radius = 0.3, height = 1.8 }
  e.box_mover = e.world:mover { x = -9, y = 4, w = 0.6, h = 1.8 }
  add_dead(e)
  e.rays, e.thread = cairn.rays(3), coroutine.create(print)
  e.alien = cairn.world {}
  e.alien_body, e.alien_shape = e.alien:box { w = 1, h = 1 }
  e.alien_joint = e.alien:weld { b = e.alien_body }
  return e
end

function bad.close(e)
  e.world:destroy()
  e.alien:destroy()
end

-- What must be the same after a call that failed.
function bad.state(e)
  local w = e.world
  return table.concat({
    w:hash(), e.alien:hash(), w:body_count(), w:shape_count(), w:joint_count(), w:steps(),
    #w:layers(), tostring(w:listener()), tostring(w:debug_log()), tostring(w:is_paused()),
    tostring(w:is_strict()), tostring(w:find "top" == e.body), tostring(e.body:name()),
    tostring(e.body:data()), tostring(e.shape:data()), tostring(e.shape:layer()),
    tostring(e.revolute:name()), tostring(e.revolute:data()), tostring(e.mover:data()),
    tostring(e.mover:layer()),
  }, " ")
end

-- What all getters say: slower than the hashes, and knows what they do not.
function bad.dump(e, entries, objects)
  local lines = {}
  for class, object in cairn.pairs(objects) do
    for name, entry in cairn.pairs(entries[class]) do
      if #entry == 0 and not entry.writes and not entry.special and name ~= "bytes" then
        local self = e[entry.on or object]
        local values = table.pack(self[name](self))
        for i = 1, values.n do
          local v = values[i]
          local text = tostring(v)
          values[i] = text:find "0x" and type(v) or text -- no addresses
        end
        lines[#lines + 1] = class .. ":" .. name .. " " .. table.concat(values, " ")
      end
    end
  end
  return table.concat(lines, "\n")
end

-- ---- kinds ------------------------------------------------------------------------------------

-- The word for a value in a sentence.
local function word(v)
  if v == NIL then return "nil" end
  local meta = debug.getmetatable(v)
  return type(v) == "userdata" and meta and meta.__name or type(v)
end

local function digits(v) return v ~= v and "nan" or ("%g"):format(v) end

-- Wrong values of every type but those in `right`, a set of names of types.
local function wrong_types(e, list, expected, right)
  local values = { NIL, true, 3, "3", "", {}, print, e.thread, e.body, e.shape, e.revolute,
    e.mover, e.world, io.stdout }
  for _, v in ipairs(values) do
    if not right[word(v)] then
      list[#list + 1] = { v, ("%s expected, got %s"):format(expected, word(v)) }
    end
  end
end

local function kind(good, make)
  return { good = type(good) == "function" and good or function() return good end, bad = make }
end

-- May be left out, or nil.
function bad.opt(k)
  return { good = k.good, fields = k.fields, optional = true,
    bad = function(e)
      local list = {}
      for _, case in ipairs(k.bad(e)) do
        if case[1] ~= NIL then list[#list + 1] = case end
      end
      return list
    end }
end

-- Numbers: ranges is a list of { value, sentence }, "%s" in it is the value.
local function number(good, ranges, unlimited)
  return kind(good, function(e)
    local list = {}
    wrong_types(e, list, "number", { number = true })
    for _, v in ipairs { NAN, INF, -INF } do
      if not (unlimited and v == INF) then
        list[#list + 1] = { v, "finite number expected, got " .. digits(v) }
      end
    end
    for _, range in ipairs(ranges or {}) do
      list[#list + 1] = { range[1], (range[2]:gsub("%%s", digits(range[1]))) }
    end
    return list
  end)
end
bad.number = number

local FAR = "%s is outside the world limit of +-1000000 m"
bad.num = number(1)
bad.coord = number(2, { { 1e30, FAR }, { -1e7, FAR } })
bad.positive = number(1, { { 0, "must be > 0, got %s" }, { -1, "must be > 0, got %s" } })
bad.nonneg = number(1, { { -1, "must be >= 0, got %s" } })
bad.limit = number(1, { { -1, "must be >= 0, got %s" } }, true)
bad.hertz = number(1, { { -1, "must be in 0..1e+06, got %s" },
  { 1e30, "must be in 0..1e+06, got %s" } })
bad.unit = number(0.5, { { -1, "must be in 0..1, got %s" }, { 2, "must be in 0..1, got %s" } })

-- Whole numbers.
function bad.integer(good, ranges)
  local plain = number(good, ranges)
  return kind(good, function(e)
    local list = plain.bad(e)
    list[#list + 1] = { 2.5, "integer expected, got 2.5" }
    return list
  end)
end

bad.bool = kind(true, function(e)
  local list = {}
  wrong_types(e, list, "boolean", { boolean = true })
  return list
end)

bad.text = kind("word", function(e)
  local list = {}
  wrong_types(e, list, "string", { string = true })
  return list
end)

-- Values of one type, called `expected` in sentences; `also` is right, too.
function bad.type(name, expected, good, also)
  return kind(function() return good end, function(e)
    local list = {}
    wrong_types(e, list, expected, { [name] = true, [also or name] = true })
    return list
  end)
end

bad.func = kind(function() return function() end end, function(e)
  local list = {}
  wrong_types(e, list, "function", { ["function"] = true })
  return list
end)

bad.any = kind(7, function() return {} end)

bad.list = kind(function() return {} end, function(e)
  local list = {}
  wrong_types(e, list, "table", { table = true })
  return list
end)

-- One of some words; what: how the sentence calls them.
function bad.enum(what, words)
  local all = table.concat(words, ", "):gsub(", (%w+)$", " or %1")
  return kind(words[1], function(e)
    local list = bad.text.bad(e)
    for _, wrong in ipairs { "dynamo", "" } do
      list[#list + 1] = { wrong, ("invalid %s '%s', expected %s"):format(what, wrong, all) }
    end
    return list
  end)
end

bad.layer = kind("hero", function(e)
  local list = bad.text.bad(e)
  list[#list + 1] = { "heor", "unknown layer 'heor', did you mean 'hero'?" }
  list[#list + 1] = { "sky", "unknown layer 'sky'; declare it with world:layer(name)" }
  return list
end)

local function handle(class, good, alien)
  return kind(function(e) return e[good] end, function(e)
    local list, name = {}, "cairn." .. class
    wrong_types(e, list, name, { [name] = true })
    list[#list + 1] = { e["dead_" .. class:lower()], e.words[class] }
    list[#list + 1] = { e[alien], class:lower() .. " belongs to another world" }
    return list
  end)
end
bad.body = handle("Body", "mate", "alien_body")
bad.shape = handle("Shape", "circle", "alien_shape")
bad.joint = handle("Joint", "prismatic", "alien_joint")

-- The layers of wind and explosions, and what they share with filters.
local function mask_cases(e)
  local list = {}
  for _, v in ipairs { true, print, e.body } do
    list[#list + 1] = { v, "layer name, bit mask or list of names expected, got " .. word(v) }
  end
  for _, v in ipairs { 1.5, NAN, INF } do
    list[#list + 1] = { v, "bit mask expected, got " .. digits(v) }
  end
  list[#list + 1] = { "heor", "unknown layer 'heor', did you mean 'hero'?" }
  list[#list + 1] = { { "hero", "sky" },
    "unknown layer 'sky'; declare it with world:layer(name)" }
  list[#list + 1] = { { "hero", 3 }, "layer 2: string expected, got number" }
  return list
end
bad.mask = kind("hero", mask_cases)

bad.query_filter = kind("hero", function(e)
  local list = mask_cases(e)
  for _, case in ipairs(mask_cases(e)) do
    list[#list + 1] = { { layers = case[1] }, case[2], "layers" }
  end
  for _, case in ipairs(bad.body.bad(e)) do
    if case[1] ~= NIL then
      local listed = type(case[1]) == "table"
      if not listed then list[#list + 1] = { { ignore = case[1] }, case[2], "ignore" } end
      list[#list + 1] = { { ignore = { e.mate, case[1] } },
        (case[2]:gsub("^cairn.Body", "body 2: %0")), "ignore" }
    end
  end
  list[#list + 1] = { { types = 3 }, "name or list of names expected, got number", "types" }
  list[#list + 1] = { { types = { "dynamo" } },
    "invalid type 'dynamo', expected static, kinematic or dynamic", "types" }
  list[#list + 1] = { { test = 3 }, "function expected, got number", "test" }
  list[#list + 1] = { { sensors = 1 }, "boolean expected, got number", "sensors" }
  list[#list + 1] = { { layer = "hero" }, "unknown field 'layer', did you mean 'layers'?" }
  list[#list + 1] = { { zzzzzz = 1 }, "unknown field 'zzzzzz'" }
  return list
end)

-- ---- values of keys ---------------------------------------------------------------------------

-- {x, y} or {x1, y1, x2, y2}.
function bad.tuple(good, ranges)
  local n = #good
  return kind(function() return table.move(good, 1, n, 1, {}) end, function(e)
    local list = {}
    wrong_types(e, list, ("table of %d numbers"):format(n), { table = true })
    list[#list + 1] = { {}, n .. " numbers expected, got 0" }
    list[#list + 1] = { { 1, 2, 3, 4, 5 }, n .. " numbers expected, got 5" }
    for i = 1, n do
      for _, v in ipairs { NAN, INF, -INF, "1", true, e.body } do
        local t = table.move(good, 1, n, 1, {})
        t[i] = v
        list[#list + 1] = { t, type(v) == "number" and "finite number expected, got " .. digits(v)
          or "number expected, got " .. word(v) }
      end
    end
    for _, range in ipairs(ranges or {}) do list[#list + 1] = range end
    return list
  end)
end

bad.points = kind(function() return { 0, 0, 1, 0, 0, 1 } end, function(e)
  local list = {}
  wrong_types(e, list, "table of numbers", { table = true })
  list[#list + 1] = { { 0, 0, 1, 0, 1 }, "x, y pairs expected, got 5 numbers" }
  for _, v in ipairs { NAN, INF, -INF } do
    list[#list + 1] = { { 0, 0, 1, v, 0, 1 },
      "number 4: finite number expected, got " .. digits(v) }
  end
  for _, v in ipairs { "1", true, e.body } do
    list[#list + 1] = { { 0, 0, 1, v, 0, 1 }, "number 4: number expected, got " .. word(v) }
  end
  return list
end)

-- Two letters in the middle change places: "raduis".
local function misspelt(name)
  for i = #name - 1, 2, -1 do
    local a, b = name:sub(i, i), name:sub(i + 1, i + 1)
    if a ~= b then return name:sub(1, i - 1) .. b .. a .. name:sub(i + 2) end
  end
end

-- The good table of some fields: the needed ones, and `with` one more.
local function good_table(e, fields, needs, with)
  local t = {}
  for name, k in pairs(fields) do
    if needs[name] or name == with then t[name] = k.good(e) end
  end
  return t
end

local function inside(name, field)
  if not field then return name end
  return field:find "^%[" and name .. field or name .. "." .. field
end

-- The good table with one key changed in every bad way.
local function wrong_values(e, fields, needs, list)
  for name, k in cairn.pairs(fields) do
    for _, case in ipairs(k.bad(e)) do
      if case[1] ~= NIL or needs[name] and not k.optional then
        local t = good_table(e, fields, needs, name)
        t[name] = nil
        if case[1] ~= NIL then t[name] = case[1] end
        list[#list + 1] = { t, case[2], inside(name, case[3]) }
      end
    end
  end
end

-- A table with keys. needs: a list of the names that must be there.
function bad.keys(fields, needs_list)
  local needs = {}
  for _, name in ipairs(needs_list or {}) do needs[name] = true end
  return {
    fields = fields,
    good = function(e) return good_table(e, fields, needs) end,
    bad = function(e)
      local list = {}
      wrong_types(e, list, "table", { table = true })
      wrong_values(e, fields, needs, list)
      local t = good_table(e, fields, needs)
      t[1] = 1
      list[#list + 1] = { t, "unknown field [1]" }
      for name in cairn.pairs(fields) do
        local wrong = #name > 3 and misspelt(name)
        if wrong and not fields[wrong] then
          t = good_table(e, fields, needs)
          t[wrong] = 1
          list[#list + 1] = { t, ("unknown field '%s', did you mean '%s'?"):format(wrong, name) }
        end
      end
      return list
    end,
  }
end

-- ---- trying -----------------------------------------------------------------------------------

local function plain(message)
  return type(message) == "string" and message:gsub("^[^:%s]*:%d+: ", "") or tostring(message)
end
bad.plain = plain

-- The good arguments of an entry; those from `first` on left out when nothing needs them.
function bad.arguments(e, entry)
  local list = { n = #entry }
  for i, k in ipairs(entry) do list[i] = k.good(e) end
  return list
end

-- f(self, good arguments with one changed): every way, one sentence each. report(text) for each
-- that gets another; returns how many were tried. self is nil for functions of a module.
function bad.try(e, name, f, self, entry, report)
  local count = 0
  local function call(list, n)
    if self == nil then return pcall(f, table.unpack(list, 1, n)) end
    return pcall(f, self, table.unpack(list, 1, n))
  end
  local before = bad.state(e)
  local function one(list, n, expected, what)
    count = count + 1
    local ok, message = call(list, n)
    if ok then
      report(("%s: taken without a word: %s"):format(name, what))
    elseif plain(message) ~= expected then
      report(("%s: %s\n    wanted: %s\n       got: %s"):format(name, what, expected,
        plain(message)))
    end
    local after = bad.state(e)
    if after ~= before then
      report(("%s: not as it was after %s"):format(name, what))
      before = after
    end
  end
  for i, k in ipairs(entry) do
    for _, case in ipairs(k.bad(e)) do
      local list = bad.arguments(e, entry)
      list[i] = case[1]
      if case[1] == NIL then list[i] = nil end
      local sentence = case[3] and ("field '%s': %s"):format(case[3], case[2]) or case[2]
      one(list, #entry, ("bad argument #%d to '%s' (%s)"):format(i, name, sentence),
        ("argument %d = %s (%s)"):format(i, tostring(case[1]), sentence))
    end
    if not k.optional and not k.together and k ~= bad.any then
      local expected
      for _, case in ipairs(k.bad(e)) do
        if case[1] == NIL then expected = case[2]:gsub("got nil$", "got no value") end
      end
      one(bad.arguments(e, entry), i - 1,
        ("bad argument #%d to '%s' (%s)"):format(i, name, expected),
        ("no argument %d"):format(i))
    end
  end
  return count
end

return bad
