-- Random worlds made of numbers at the ends of their ranges, in all keys at once.
--
-- The ranges are those that the reference tells of ("m/s, default 400; 1e-6..1e6"), so that it
-- cannot promise what does not hold. What the core refuses (two ends that are one point, a lower
-- limit above the upper) is left out; what it takes is stepped, and all getters are read.
local cairn = require "cairn"
local entries = require "tests.support.bad_input_table"
local geometry = require "tests.support.geometry"
local member = require "tests.support.member"
local reference = require "docs.reference"

local extremes = {}

local SHAPES <const> = { "box", "circle", "capsule", "polygon", "ellipse", "segment", "chain",
  "halfspace" }
local JOINTS <const> = { "revolute", "distance", "prismatic", "weld", "mouse", "wheel", "motor",
  "friction", "filter", "pulley", "ratchet", "rotary", "gear" }
-- What reads as without limit.
local UNLIMITED <const> = { max_force = true, max_torque = true, break_force = true,
  break_torque = true, motor = true, limits = true, max = true, linear = true, angular = true,
  spring_max = true, press_force = true, release_force = true, alarm_force = true,
  alarm_torque = true }
local PUSH <const> = 1e18

local types = reference.types()

-- "0.001..1e4", the last of a text: both ends.
local RANGE <const> = "(%-?%d[%d.e%-]-)%.%.(%-?%d[%de%-]*%.?%d*)"

--- Of a field of the type files: lo, hi, and what is right besides: { zero, unlimited, signed }.
function extremes.range_of(field)
  local lo, hi
  for a, b in (field.doc or ""):gmatch(RANGE) do lo, hi = tonumber(a), tonumber(b) end
  if not lo then return end
  return lo, hi, { zero = field.doc:find("0 or 0", 1, true) ~= nil,
    unlimited = field.doc:find("math.huge", 1, true) ~= nil,
    signed = field.doc:find("either sign", 1, true) ~= nil }
end

--- The fields of a class and of its parents, by name.
function extremes.fields_of(name, into)
  into = into or {}
  local class = assert(types.classes[name], name)
  for _, parent in ipairs(class.parents) do extremes.fields_of(parent, into) end
  for _, field in ipairs(class.fields) do into[field.name] = field end
  return into
end

-- ---- numbers ------------------------------------------------------------------------------------

local function pick(r, list) return list[r.integer(1, #list)] end

local function number(g, field)
  local lo, hi, besides = extremes.range_of(field)
  if not lo then return end
  local r, middle = g.r, math.max(lo, math.min(hi, pick(g.r, { 1, 0.5, 2, 0 })))
  if r.next() > g.wild then return middle end
  local list = { lo, hi, hi }
  if lo < 0 then list[#list + 1] = 0 end
  if besides.zero then list[#list + 1] = 0 end
  if besides.unlimited then list[#list + 1] = math.huge end
  if besides.signed then list[#list + 1], list[#list + 2] = -lo, -hi end
  return pick(r, list)
end

local LENGTHS <const> = { bounds = 4 }
local OUTLINES <const> = {
  { -1e4, -1e4, 1e4, -1e4, 1e4, 1e4 }, { 0, 0, 1, 0, 0, 1 }, { -1, 0, 1, 0, 1, 1, -1, 1 },
  { -1e4, 0, 1e4, 0, 1e4, 0.002, 0, 0.002 }, { 0, 0, 0.002, 0, 0.002, 0.002 },
  { -5, 0, 5, 0, 5, 3, 0, 1, -5, 3 }, { 1e4, 1e4, 1e4 - 1, 1e4, 1e4, 1e4 - 1 },
}

local function list(g, field)
  if field.name == "points" then return pick(g.r, OUTLINES) end
  local t = {}
  for i = 1, LENGTHS[field.name] or 2 do t[i] = number(g, field) end
  return #t > 0 and t or nil
end

local make

local function value(g, field)
  local kind = field.type
  if kind == "number" then return number(g, field) end
  if kind == "number[]" then return list(g, field) end
  if kind == "boolean" then return g.r.next() < 0.3 end
  local class = kind:match "^cairn%.%w+$"
  if class and types.classes[class] and #types.classes[class].methods == 0 then
    return make(g, class)
  end
end

-- A table of keys: those that must be there, and of the others some.
function make(g, class)
  local t = {}
  for name, field in cairn.pairs(extremes.fields_of(class)) do
    if not field.optional or g.r.next() < g.full then t[name] = value(g, field) end
  end
  return t
end

-- ---- worlds -------------------------------------------------------------------------------------

local function try(g, f, ...)
  local ok, a, b = pcall(f, ...)
  if not ok then
    g.refused = g.refused + 1
    a = tostring(a)
    assert(a:find "bad argument" or a:find "not available" or a:find "calling '", a)
    return
  end
  g.taken = g.taken + 1
  return a, b
end

local function class_of(kind, tail) return ("cairn.%s%sKeys"):format(kind:sub(1, 1):upper()
  .. kind:sub(2), tail or "") end

local function add_body(g)
  local kind = pick(g.r, SHAPES)
  local keys = make(g, class_of(kind))
  keys.sensor = g.r.next() < 0.1
  if not keys.sensor then keys.area = nil end
  keys.type = kind == "halfspace" and "static"
    or pick(g.r, { "dynamic", "dynamic", "dynamic", "static", "kinematic" })
  if g.r.next() < 0.7 then keys.x, keys.y = g.r.between(-3, 3), g.r.between(0, 6) end
  if g.r.next() < 0.8 then keys.enabled, keys.awake = nil, nil end
  if g.r.next() < 0.7 then keys.locks, keys.fixed_rotation = nil, nil end
  local body, shape = try(g, g.world[kind], g.world, keys)
  if body then
    g.bodies[#g.bodies + 1], g.shapes[#g.shapes + 1] = body, shape
  end
end

local function add_joint(g)
  local kind = pick(g.r, JOINTS)
  local keys = make(g, class_of(kind))
  local a, b = pick(g.r, g.bodies), pick(g.r, g.bodies)
  if kind == "gear" then a, b = pick(g.r, g.joints), pick(g.r, g.joints) end
  keys.a, keys.b = a, b
  if kind == "mouse" then keys.a, keys.b, keys.body = nil, nil, b end
  if kind == "motor" then
    keys.linear = keys.linear and make(g, "cairn.DriveLinearKeys")
    keys.angular = keys.angular and make(g, "cairn.DriveAngularKeys")
  end
  if g.r.next() < 0.9 then keys.enabled = nil end
  for _, key in ipairs { "at", "from", "to", "axis" } do
    if keys[key] and g.r.next() < 0.5 and key ~= "axis" then
      keys[key] = { g.r.between(-3, 3), g.r.between(0, 6) }
    end
  end
  if keys.from or keys.to then keys.at = nil end
  local joint = try(g, g.world[kind], g.world, keys)
  if joint then g.joints[#g.joints + 1] = joint end
end

local function add_mover(g)
  local keys = make(g, "cairn.MoverKeys")
  if g.r.next() < 0.5 then keys.w, keys.h = nil, nil else keys.height = nil end
  keys.radius = keys.height and (keys.radius or 0.3)
  keys.x, keys.y = g.r.between(-3, 3), g.r.between(0, 6)
  local mover = try(g, g.world.mover, g.world, keys)
  if mover then g.movers[#g.movers + 1] = mover end
end

local function start(seed)
  local r = geometry.random(seed)
  local g = { r = r, wild = pick(r, { 0.1, 0.3, 0.6, 1 }), full = pick(r, { 0.2, 0.5, 1 }),
    taken = 0, refused = 0, bodies = {}, shapes = {}, joints = {}, movers = {} }
  for _ = 1, 20 do
    local keys = make(g, "cairn.WorldKeys")
    keys.strict, keys.layers, keys.outside, keys.threads = nil, nil, nil, 1
    keys.substeps = pick(r, { 1, 4, 4, 64 })
    if r.next() < 0.8 then keys.bounds = nil end
    g.world = try(g, cairn.world, keys)
    if g.world then break end
  end
  if r.next() < 0.5 then g.world:segment { x1 = -50, y1 = 0, x2 = 50, y2 = 0 } end
  for _ = 1, 14 do add_body(g) end
  for _ = 1, 8 do if #g.bodies > 1 then add_joint(g) end end
  for _ = 1, 2 do add_mover(g) end
  return g
end

-- ---- what happens -------------------------------------------------------------------------------

-- A key of one object set to an end of its range.
local function set(g, object, class)
  if not object or not object:is_valid() then return end
  local names = {}
  for name, field in cairn.pairs(extremes.fields_of(class)) do
    if extremes.range_of(field) and field.type == "number" then names[#names + 1] = name end
  end
  local name = pick(g.r, names)
  local f = member(object, "set_" .. name)
  if f then try(g, f, object, number(g, extremes.fields_of(class)[name])) end
end

local ACTS <const> = {
  function(g) set(g, pick(g.r, g.bodies), "cairn.BodyKeys") end,
  function(g)
    local shape = pick(g.r, g.shapes)
    set(g, shape, g.r.next() < 0.5 and "cairn.ShapeKeys" or class_of(shape:kind()))
  end,
  function(g) set(g, g.world, "cairn.WorldKeys") end,
  function(g)
    local joint = pick(g.r, g.joints)
    if joint and joint:is_valid() then set(g, joint, class_of(joint:type())) end
  end,
  function(g) set(g, pick(g.r, g.movers), "cairn.MoverKeys") end,
  function(g) try(g, g.world.wind, g.world, make(g, "cairn.WindKeys")) end,
  function(g) try(g, g.world.explode, g.world, make(g, "cairn.ExplosionKeys")) end,
  function(g)
    local push = function() return pick(g.r, { PUSH, -PUSH, 1, 0 }) end
    local body = pick(g.r, g.bodies)
    if not body:is_valid() then return end
    try(g, body.apply_force, body, push(), push(), g.r.between(-9, 9), 1e6)
    try(g, body.apply_torque, body, push())
  end,
  function(g)
    local body = pick(g.r, g.bodies)
    if not body:is_valid() then return end
    try(g, body.apply_impulse, body, PUSH, -PUSH, -1e6, 1e6)
    try(g, body.apply_angular_impulse, body, PUSH)
  end,
  function(g)
    local body = pick(g.r, g.bodies)
    if not body:is_valid() then return end
    try(g, body.set_velocity, body, 1e30, -1e30)
    try(g, body.set_angular_velocity, body, -1e30)
  end,
  function(g)
    local body = pick(g.r, g.bodies)
    if not body:is_valid() then return end
    try(g, body.move_to, body, 1e6, -1e6, 1e9, 1e-9)
  end,
  function(g)
    local mover = pick(g.r, g.movers)
    if mover then try(g, mover.move, mover, pick(g.r, { 1e6, -1, 0.1 }), pick(g.r, { -1e6, 0 })) end
  end,
}

-- ---- what is read -------------------------------------------------------------------------------

local function finite(g, what, v, unlimited)
  if math.type(v) == "float" and (v ~= v or v == -math.huge or (v == math.huge and not unlimited))
  then
    g.wrong[#g.wrong + 1] = ("%s = %s"):format(what, v)
  elseif type(v) == "table" then
    for key, inner in pairs(v) do finite(g, what .. "." .. tostring(key), inner, unlimited) end
  end
end

local function read(g, class, object)
  for name, entry in cairn.pairs(entries[class]) do
    if #entry == 0 and not entry.writes and not entry.special then
      local values = table.pack(pcall(object[name], object))
      for i = 2, values[1] and values.n or 0 do
        finite(g, ("%s:%s %d"):format(tostring(object), name, i - 1), values[i], UNLIMITED[name])
      end
    end
  end
end

local FAR <const> = 1.7976931348623157e308

local function read_places(g, body)
  for _, name in ipairs { "velocity_at", "to_world", "to_local", "dir_to_world", "dir_to_local" } do
    for _, far in ipairs { 1e6, FAR } do
      local x, y = body[name](body, far, -far)
      local what = ("%s:%s(%g, %g)"):format(tostring(body), name, far, -far)
      finite(g, what, x)
      finite(g, what, y)
    end
  end
end

local function read_all(g)
  read(g, "World", g.world)
  finite(g, "profile", g.world:profile())
  for body in g.world:bodies() do
    read(g, "Body", body)
    read_places(g, body)
  end
  for shape in g.world:shapes() do read(g, "Shape", shape) end
  for joint in g.world:joints() do read(g, "Joint", joint) end
  for mover in g.world:movers() do read(g, "Mover", mover) end
  for m in g.world:manifolds() do
    for _, name in ipairs { "penetration", "friction", "restitution", "surface_speed", "normal" } do
      finite(g, "manifold:" .. name, (m[name](m)))
    end
    for i = 1, m:count() do
      for _, name in ipairs { "point", "speed", "impulse" } do
        local a, b, c = m[name](m, i)
        for _, v in ipairs { a or 0, b or 0, c or 0 } do finite(g, "manifold:" .. name, v) end
      end
    end
  end
  for _, a, x, y, nx, ny, speed, impulse in g.world:hits() do
    for _, v in ipairs { x, y, nx, ny, speed, impulse } do finite(g, "hit", v) end
    assert(a)
  end
end

--- A world of a seed, so many steps. Returns what was wrong (a list), the counts of calls taken and
--- refused, and how many bodies were lost on the way.
function extremes.play(seed, steps)
  local g = start(seed)
  g.wrong = {}
  read_all(g)
  for i = 1, steps do
    if i % 4 == 0 then pick(g.r, ACTS)(g) end
    g.world:step(i % 50 == 0 and pick(g.r, { 1e-9, 1e9, 1e-300, 0, 1e-6 }) or nil)
    if i % 10 == 0 or i < 4 then read_all(g) end
    if #g.wrong > 0 then break end
  end
  local sound, why = g.world:validate()
  if not sound then g.wrong[#g.wrong + 1] = why end
  g.world:destroy()
  return g.wrong, g.taken, g.refused
end

return extremes
