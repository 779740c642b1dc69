-- Every public function and what it takes, for bad_input_spec: the kinds are in bad_input.lua.
--
-- Lists hold the arguments in order. `writes`: not inside filter and pre_solve. `on`: the object of
-- the environment that has it, where it is not the first of its class. A function without an entry
-- fails the spec; so does a key that the type files have and an entry has not.
local bad = require "tests.support.bad_input"
local function silent() end

local opt, keys, enum = bad.opt, bad.keys, bad.enum
local num, coord, positive, nonneg = bad.num, bad.coord, bad.positive, bad.nonneg
local limit, hertz, unit, bool, text = bad.limit, bad.hertz, bad.unit, bad.bool, bad.text
local any, layer, query_filter, list = bad.any, bad.layer, bad.query_filter, bad.list
local body, shape, joint, points = bad.body, bad.shape, bad.joint, bad.points

local function writes(t)
  t.writes = true
  return t
end
local function on(name, t)
  t.on = name
  return t
end

-- Not left out when others are given.
local function either(k) return { good = k.good, bad = k.bad, together = true } end

-- As k, where a table is read as {r, g, b}.
local function red(k)
  return { good = k.good, together = true, bad = function(...)
    local cases = k.bad(...)
    for _, pair in ipairs(cases) do
      if pair[2]:find "got table" then pair[2] = "{r, g, b[, a]} expected" end
    end
    return cases
  end }
end

local function merge(...)
  local t = {}
  for _, source in ipairs { ... } do
    for name, k in pairs(source) do t[name] = k end
  end
  return t
end

-- ---- numbers by range ---------------------------------------------------------------------------

local function between(lo, hi, good)
  local sentence = ("must be in %g..%g, got %%s"):format(lo, hi)
  return bad.number(good or lo, { { lo - 1, sentence }, { hi * 2, sentence } })
end
local size = bad.number(1, { { 0, "must be > 0, got %s" }, { -1, "must be > 0, got %s" },
  { 1e-9, "must be >= 0.001, got %s" }, { 1e30, "must be <= 10000, got %s" } })
local rounding = bad.number(0.1, { { -1, "must be >= 0, got %s" },
  { 1e-9, "must be >= 0.001, got %s" }, { 1e30, "must be <= 10000, got %s" } })
local gravity = between(-1e4, 1e4, 3)
local acceleration = bad.tuple({ 1, 2 },
  { { { 0, 1e30 }, "must be in -10000..10000, got 1e+30" } })
local substeps = bad.integer(3, { { 0, "must be an integer in 1..64, got %s" },
  { 65, "must be an integer in 1..64, got %s" } })
local dominance = bad.integer(3, { { -128, "must be an integer in -127..127, got %s" },
  { 128, "must be an integer in -127..127, got %s" } })
local threads = bad.integer(1, { { 0, "must be an integer in 1..256, got %s" },
  { 257, "must be an integer in 1..256, got %s" } })
local turn = between(-1e9, 1e9, 1)
local speed = turn
local body_type = enum("type", { "static", "kinematic", "dynamic" })
local function mix(what)
  return enum(what, { "min", "max", "average", "multiply", "geometric" })
end
local function shape_mix(what)
  return enum(what, { "min", "max", "average", "multiply", "geometric", "world" })
end
local outside = enum("outside", { "keep", "disable", "destroy" })
local point = bad.tuple({ 1, 2 }, { { { 0, 1e30 },
  "1e+30 is outside the world limit of +-1000000 m" } })
local direction = bad.tuple({ 0, 1 }, { { { 0, 0 }, "must not be {0, 0}" } })

-- ---- keys ---------------------------------------------------------------------------------------

local world_keys = {
  gravity = acceleration, substeps = substeps, threads = threads, sleep = bool, continuous = bool,
  max_dt = between(1e-6, 0.25, 0.1), max_speed = positive,
  slop = between(0, 0.1, 0.01), push_share = between(0.01, 1, 0.5),
  hit_speed = nonneg, restitution_speed = nonneg, push_speed = positive, contact_hertz = positive,
  contact_damping = between(0, 1e6), friction_mix = mix "friction_mix",
  restitution_mix = mix "restitution_mix", outside = outside, strict = bool, data = any,
  layers = { good = function() return { "a", "b" } end, bad = function()
    return {
      { true, "list of names expected, got boolean" }, { { 3 }, "name expected, got number" },
    }
  end },
  bounds = bad.tuple({ -9, -9, 9, 9 }, { { { 5, 0, 1, 1 },
    "must be {x1, y1, x2, y2} with x1 < x2, y1 < y2" } }),
}

-- What is in a world, and what is said against entries of such a list.
local function entries(good, ...)
  local cases = { { 3, "list expected, got number" } }
  for _, case in ipairs { ... } do cases[#cases + 1] = case end
  return { good = function() return good end, together = true, bad = function() return cases end }
end
local contents = {
  shapes = entries { { kind = "box", w = 1, h = 1 } }, bodies = entries { { x = 1 } },
  movers = entries {}, joints = entries {}, apart = entries { { "default", "default" } },
  ignored = entries {},
  wind = { good = function() return { x = 1 } end, bad = function()
    return { { 3, "table expected, got number" } }
  end },
}

local locks = keys { x = bool, y = bool, rotation = bool }
local body_keys = {
  type = body_type, x = coord, y = coord, angle = num, vx = num, vy = num,
  angular_velocity = num, damping = nonneg, angular_damping = nonneg,
  gravity_scale = between(-1e6, 1e6), fixed_rotation = bool, locks = locks, bullet = bool,
  safety = between(0.01, 0.5), fast_rotation = bool, max_speed = positive, can_sleep = bool,
  sleep_speed = nonneg, awake = bool, enabled = bool, name = text, data = any,
  mass = bad.number(1, { { -1, "must be >= 0, got %s" } }), inertia = positive,
  mass_center = bad.tuple({ 0, 0 }, { { { 0, 1e30 }, "must be in -10000..10000, got 1e+30" } }),
  constant_force = bad.tuple({ 0, 1 }, { { { 0, 1e30 },
    "must be in -1e+18..1e+18, got 1e+30" } }), constant_torque = num,
  steered = bool, relative_force = bad.tuple({ 0, 1 }, { { { 0, 1e30 },
    "must be in -1e+18..1e+18, got 1e+30" } }), dominance = dominance,
}

local area = keys {
  gravity = acceleration, pull = gravity, pull_distance = between(0, 1e4), replace = bool,
  drag = between(0, 1e6), angular_drag = between(0, 1e6), density = between(0, 1e9),
  surface = coord, flow = bad.tuple({ 0, 0 }, { { { 1, 0 },
    "needs drag > 0: that is what carries" } }),
}
local material = {
  friction = nonneg, restitution = between(0, 2, 0.5),
  rolling = nonneg, surface_speed = between(-1e6, 1e6),
}
local color = {
  good = function() return 0x123456 end,
  bad = function(e)
    return {
      { -1, "must be 0xRRGGBB or {r, g, b[, a]}, got -1" },
      { "red", "number expected, got string" },
      { 0x1000000, "must be 0xRRGGBB or {r, g, b[, a]}, got 1.67772e+07" },
      { 0 / 0, "finite number expected, got nan" }, { { 1, 1 }, "{r, g, b[, a]} expected" },
      { { 1, 1, 2 }, "must be in 0..1, got 2" }, { { 1, 1, "1" }, "number expected, got string" },
      { { 1, 0 / 0, 1 }, "finite number expected, got nan" },
      { e.body, "number expected, got cairn.Body" },
    }
  end,
}
local shape_keys = merge(material, {
  density = nonneg, sensor = bool, seen = bool, layer = layer, group = bad.integer(2),
  layer_mask = bad.mask,
  friction_mix = shape_mix "friction_mix", restitution_mix = shape_mix "restitution_mix",
  one_way = direction,
  pre_solve = bool, events = bool, hits = bool, press_force = limit, press_time = nonneg,
  release_force = limit, color = color, data = any,
  area = { good = area.good, bad = function() -- more of it: those of sensors, below
    return { { 3, "table expected, got number" }, { {}, "only a sensor has one" },
      { { 1 }, "unknown field [1]" }, { { drag = "x" }, "number expected, got string", "drag" } }
  end },
})
local on_body = { x = coord, y = coord, angle = num }
local added = merge(on_body, { enabled = bool })

local materials = { good = function() return { {}, {} } end, bad = function()
  return {
    { true, "table expected, got boolean" }, { {}, "2 segments need 2 materials, got 0" },
    { { {} }, "2 segments need 2 materials, got 1" },
    { { {}, 3 }, "table expected, got number", "[2]" },
    { { {}, { friction = "x" } }, "number expected, got string", "[2].friction" },
    { { {}, { friction = -1 } }, "segment 2: friction must be >= 0, got -1" },
  }
end }

local ends = { x1 = between(-1e4, 1e4, 0), y1 = between(-1e4, 1e4, 0),
  x2 = between(-1e4, 1e4, 1), y2 = between(-1e4, 1e4, 1) }
local sizes = {
  box = { { w = size, h = size, radius = rounding }, { "w", "h" } },
  circle = { { radius = size }, { "radius" } },
  capsule = { merge(ends, { radius = size }), { "x1", "y1", "x2", "y2", "radius" } },
  polygon = { { points = points, radius = rounding, hull = bool }, { "points" } },
  ellipse = { { rx = size, ry = size }, { "rx", "ry" } },
  segment = { merge(ends, { radius = rounding }), { "x1", "y1", "x2", "y2" } },
  chain = { { points = points, radius = rounding, loop = bool, materials = materials },
    { "points" } },
  halfspace = { { nx = between(-1e6, 1e6, 1), ny = between(-1e6, 1e6, 1) } },
}

local joint_keys = {
  collide = bool, break_force = limit, break_torque = limit, alarm_force = limit,
  alarm_torque = limit, enabled = bool, hidden = bool, name = text,
  data = any,
}
local first = { good = function(e) return e.body end, bad = body.bad }
-- The one body that is given: without it both are the ground.
local only = { good = body.good, bad = function(e)
  local cases = {}
  for i, case in ipairs(body.bad(e)) do
    cases[i] = case[1] ~= bad.NIL and case
      or { bad.NIL, "a joint needs a body besides the ground" }
  end
  return cases
end }
local two = { a = opt(first), b = only }
local apart = { a = opt(first), b = opt(body) }
local held = merge(joint_keys, two, { at = point, from = point, to = point })
-- k without the case of a value that is right here.
local function but(k, is_right)
  return { good = k.good, bad = function(...)
    local cases = {}
    for _, case in ipairs(k.bad(...)) do
      if not is_right(case[1]) then cases[#cases + 1] = case end
    end
    return cases
  end }
end
-- Either end may be without limit on its own side.
local limits = but(bad.tuple({ -1, 1 }, {
  { { 1, -1 }, "must be {lo, hi} with lo <= hi, got {1, -1}" },
  { { lower = "x" }, "number expected, got string", "lower" },
  { { lower = 0, upper = -math.huge }, "finite number expected, got -inf", "upper" },
  { { lower = 0, uper = 1 }, "unknown field 'uper', expected lower or upper" },
}), function(v) return type(v) == "table" and (v[1] == -math.huge or v[2] == math.huge) end)
local motor = keys { speed = speed, max = limit }
local spring = keys({ hertz = hertz, damping = hertz }, { "hertz" })
local bound_spring = keys({ hertz = hertz, damping = hertz, max = limit }, { "hertz" })
local target_spring = keys({ hertz = hertz, damping = hertz, target = turn, max = limit },
  { "hertz" })
local drive_linear = keys { x = coord, y = coord, vx = speed, vy = speed, hertz = hertz,
  damping = hertz, max = limit }
local drive_angular = keys { angle = turn, speed = speed, hertz = hertz, damping = hertz,
  max = limit }
local ratio = bad.number(2, { { 0, "must be in 1e-06..1e+06, got %s" },
  { 1e7, "must be in 1e-06..1e+06, got %s" } })
local signed_ratio = bad.number(2, { { 0, "must not be 0" },
  { 1e7, "must be in -1e+06..1e+06, got %s" } })
local reach = bad.number(3, { { -1, "must be >= 0, got %s" } })
local most = bad.number(3, { { -1, "must be in 0..10000, got %s" },
  { 1e5, "must be in 0..10000, got %s" } }, true)

local joints = {
  revolute = { merge(held, { reference = turn, limits = limits, motor = motor,
    spring = target_spring }), { "b", "at" } },
  distance = { merge(joint_keys, apart, { from = point, to = point, length = reach, min = nonneg,
    max = most, spring = bound_spring, motor = motor }), { "a", "b" } },
  prismatic = { merge(held, { axis = direction, reference = turn, origin = coord, limits = limits,
    motor = motor,
    spring = target_spring }), { "b", "axis" } },
  wheel = { merge(held, { axis = direction, reference = turn, origin = coord, limits = limits,
    motor = motor,
    spring = target_spring }), { "b", "axis" } },
  weld = { merge(held, { reference = turn, linear = spring, angular = spring }), { "b" } },
  mouse = { merge(joint_keys, { body = body, x = coord, y = coord, at = point, hertz = hertz,
    damping = hertz, max_force = limit }), { "body", "x", "y" } },
  motor = { merge(held, { reference = turn, linear = drive_linear, angular = drive_angular }),
    { "b" } },
  friction = { merge(held, { reference = turn, max_force = limit, max_torque = limit }), { "b" } },
  filter = { merge(joint_keys, two), { "b" } },
  gear = { merge(joint_keys, { ratio = signed_ratio, b = joint,
    a = { good = function(e) return e.revolute end, bad = joint.bad } }), { "a", "b" } },
  pulley = { merge(joint_keys, apart, { from = point, to = point, ground_from = point,
    ground_to = point, ratio = ratio, length = reach }), { "a", "b", "ground_from", "ground_to" } },
  ratchet = { merge(joint_keys, two, { step = num, phase = turn, reference = turn }),
    { "b", "step" } },
  rotary = { merge(joint_keys, two, { reference = turn, limits = limits, motor = motor,
    spring = target_spring }), { "b" } },
}

-- What a query takes besides its table: the table in each of its forms, as alternatives.
local function probes(list_first, more, needs)
  local common = merge({
    kind = enum("kind", { "circle", "box", "capsule", "polygon", "ellipse", "segment" }),
    x = coord, y = coord, angle = num, filter = query_filter,
  }, more)
  local known, forms = merge(common), {}
  for _, t in pairs(sizes) do known = merge(known, t[1]) end
  for _, key in ipairs { "nx", "ny", "loop", "materials" } do known[key] = nil end
  for key in pairs(shape_keys) do known[key] = nil end
  for _, kind in ipairs { "circle", "box", "capsule", "polygon", "ellipse", "segment" } do
    local needed = table.move(needs, 1, #needs, 1, {})
    table.move(sizes[kind][2], 1, #sizes[kind][2], #needed + 1, needed)
    local form = merge(common, sizes[kind][1])
    for key in pairs(shape_keys) do form[key] = nil end
    form.kind = opt { good = function() return kind end, bad = common.kind.bad }
    needed[#needed + 1] = "kind"
    local k = keys(form, needed)
    k.known = known
    forms[#forms + 1] = list_first and { list, k } or { k }
  end
  forms[1].also = forms
  return forms[1]
end
local leg = bad.number(1, { { 0, "must be > 0, got 0" }, { -1, "must be >= 0, got %s" },
  { 1e-9, "must be >= 0.001, got %s" }, { 1e30, "must be <= 10000, got %s" } })
local legs = keys({ length = leg, hertz = positive, damping = between(0, 1000) },
  { "length", "hertz" })
local mover_height = bad.number(2, { { 0, "must be > 0, got %s" },
  { 0.5, "must be >= 2 radius, got %s" } })
local mover_common = {
  x = coord, y = coord, up = direction, step = between(0, 1e4, 0.3), snap = nonneg,
  max_slope = num, push = nonneg, mass = positive, layer = layer,
  filter = query_filter, one_way = bool, legs = legs, data = any,
}
local capsule_mover = keys(merge(mover_common, {
  radius = size, height = mover_height,
}), { "radius", "height" })
local box_mover = keys(merge(mover_common, { w = size, h = size, radius = rounding }), { "w", "h" })
capsule_mover.known = merge(capsule_mover.fields, box_mover.fields)
box_mover.known = capsule_mover.known

-- ---- functions ----------------------------------------------------------------------------------

local table_ = { Body = {}, Joint = {}, Mover = {}, Manifold = {}, Rays = {} }
local angle = num

table_.cairn = {
  world = { opt(keys(merge(world_keys, contents))) }, sin = { num },
  cos = { num }, atan2 = { num, num }, hull = { points, opt(list) }, to_lua = { list },
  rays = { bad.integer(2, { { 0, "must be an integer in 1..1000000, got %s" },
    { 1000001, "must be an integer in 1..1000000, got 1000001" } }) },
  load = { special = true }, -- snapshot_spec
  checksum = { special = true }, replay = { special = true }, -- module_spec, recording_spec
  now = {}, version = {}, set_strict = { bool }, set_threads = { threads }, pairs = { list },
}

table_.vec = {
  length = { num, num }, distance = { num, num, num, num }, normalize = { num, num },
  dot = { num, num, num, num }, cross = { num, num, num, num }, rotate = { num, num, num },
  perpendicular = { num, num }, lerp = { num, num, num, num, num },
  from_angle = { num, opt(num) }, angle = { num, num },
}

-- Keys, or an id.
local new_or_id = opt(keys(body_keys))
local function no_number(e)
  local cases = {}
  for _, case in ipairs(keys(body_keys).bad(e)) do
    if type(case[1]) ~= "number" and case[1] ~= bad.NIL then cases[#cases + 1] = case end
  end
  return cases
end
new_or_id.bad = no_number

local world = {
  step = { opt(nonneg), special = true }, set_paused = writes { bool }, defer = { bad.func },
  body = writes { new_or_id }, shape = { bad.integer(1) }, joint = { bad.integer(1) },
  set_data = { any }, bodies = { opt(body_type) }, find = { text },
  set_listener = { opt(bad.type("table", "table or nil", {})) },
  set_debug_log = { opt(bad.type("function", "function or nil", silent)) },
  layer = { text }, layers = { opt(list) },
  set_collides = writes { layer, layer, bool }, collides = { layer, layer }, apart = {},
  describe = {},
  set_gravity = writes { gravity, gravity }, set_substeps = writes { substeps },
  set_threads = writes { threads }, set_sleep = writes { bool }, set_continuous = writes { bool },
  set_max_dt = writes { between(1e-6, 0.25, 0.1) }, set_max_speed = writes { positive },
  set_slop = writes { between(0, 0.1, 0.01) },
  set_push_share = writes { opt(between(0.01, 1, 0.5)) }, set_hit_speed = writes { nonneg },
  set_restitution_speed = writes { opt(nonneg) }, set_push_speed = writes { positive },
  set_contact_hertz = writes { positive }, set_contact_damping = writes { between(0, 1e6) },
  set_friction_mix = writes { mix "friction_mix" },
  set_restitution_mix = writes { mix "restitution_mix" },
  set_bounds = writes { opt(bad.number(-9)), num, bad.number(9), bad.number(9) },
  set_outside = writes { outside }, set_strict = { bool },
  alpha = {}, set_alpha = { between(0, 1, 0.5) },
  hash = { opt(enum("choice", { "poses" })) },
  hash_text = { opt(enum("choice", { "poses" })) },
  poses = { list, opt(enum("choice", { "awake" })) }, profile = { opt(list) },
  explode = writes { keys({ x = coord, y = coord, radius = between(0, 1e6, 2),
    falloff = between(0, 1e6), impulse = between(-1e12, 1e12, 1), occlusion = bool,
    layers = bad.mask }, { "radius", "impulse" }) },
  wind = writes { opt(keys { x = between(-1e4, 1e4), y = between(-1e4, 1e4),
    drag = between(0, 1e6), lift = between(0, 1e6), layers = bad.mask }) },
  mover = writes { capsule_mover, also = { { box_mover } } },
  begins = { opt(bad.mask), opt(bad.mask) }, ends = { opt(bad.mask), opt(bad.mask) },
  hits = { opt(bad.mask), opt(bad.mask) }, sensors = { opt(bad.mask), opt(bad.mask) },
  raycast = { num, num, num, num, opt(query_filter) },
  raycast_all = { num, num, num, num, opt(query_filter) },
  raycast_all_into = { list, num, num, num, num, opt(query_filter) },
  raycasts = { { good = function() return { 0, 0, 1, 1 } end, bad = function(e)
    local cases = list.bad(e)
    for _, case in ipairs(cases) do case[2] = case[2]:gsub("^table", "table or cairn.Rays") end
    for _, case in ipairs {
      { { 1, 2, 3 }, "x1, y1, x2, y2 of each ray expected, got 3 numbers" },
      { { 1, 2, 3, "4" }, "number 4: number expected, got string" },
      { { 1, 0 / 0, 3, 4 }, "number 2: finite number expected, got nan" },
    } do cases[#cases + 1] = case end
    return cases
  end }, list, opt(query_filter) },
  test_move = { body, coord, coord, opt(query_filter) },
  overlaps = probes(false, {}, {}),
  pick = { num, num },
  shapecast = probes(false, { dx = num, dy = num }, { "dx", "dy" }),
  shapecast_all = probes(false, { dx = num, dy = num }, { "dx", "dy" }),
  shapecast_all_into = probes(true, { dx = num, dy = num }, { "dx", "dy" }),
  closest = { num, num, limit, opt(query_filter) },
  query_shape = probes(false, {}, {}), query_shape_into = probes(true, {}, {}),
  query_box = { num, num, num, num, opt(query_filter) },
  query_box_into = { list, num, num, num, num, opt(query_filter) },
  query_circle = { num, num, nonneg, opt(query_filter) },
  query_circle_into = { list, num, num, nonneg, opt(query_filter) },
  query_point = { num, num, opt(query_filter) },
  query_point_into = { list, num, num, opt(query_filter) },
  clear = writes { special = true },
  snapshot = { special = true }, restore = { special = true }, -- snapshot_spec
  clone = { special = true }, save = { special = true },
  record = { special = true }, -- world_recording_spec
  destroy = { special = true }, is_valid = { special = true },
}
world.set_wind = world.wind
for kind, t in pairs(sizes) do
  world[kind] = writes { keys(merge(shape_keys, body_keys, t[1]), t[2]) }
  table_.Body["add_" .. kind] = writes { keys(merge(shape_keys, added, t[1]), t[2]) }
end
table_.Body.add_halfspace.on = "loose"
for kind, t in pairs(joints) do world[kind] = writes { keys(t[1], t[2]) } end
for _, name in ipairs {
  "alarms", "pressed", "ignored", "awake_count", "body_count", "bounds", "broken", "bytes",
  "color_count", "contact_damping",
  "contact_hertz", "data", "debug_log", "extent", "friction_mix", "gravity", "ground", "has_sleep",
  "hit_speed", "is_continuous", "is_paused", "is_sleep", "is_stepping", "is_strict",
  "island_count", "joint_count", "joints", "kinetic_energy", "listener", "manifold_count",
  "manifolds", "max_dt", "mover_hits", "pairs",
  "push_share", "max_penetration", "max_speed", "momentum", "moved", "movers", "outside",
  "pair_count", "potential_energy", "push_speed", "restitution_mix", "restitution_speed",
  "shape_count", "shapes", "slop", "steps", "substeps", "threads", "time", "touching_count",
  "validate",
} do
  world[name] = {}
end
table_.World = world

local body_table = table_.Body
for name, entry in pairs {
  set_position = writes { coord, coord }, set_angle = writes { angle },
  set_transform = writes { coord, coord, angle },
  move_to = writes { coord, coord, angle, positive }, set_velocity = writes { num, num },
  set_angular_velocity = writes { num }, velocity_at = { num, num }, to_world = { num, num },
  to_local = { num, num }, dir_to_world = { num, num }, dir_to_local = { num, num },
  apply_force = writes { num, num, either(num), num },
  apply_impulse = writes { num, num, either(num), num },
  apply_torque = writes { num }, apply_angular_impulse = writes { num },
  clear_forces = writes {}, set_name = { opt(text) }, set_data = { any },
  set_type = writes { body_type }, set_mass = writes { opt(positive) },
  set_inertia = writes { opt(positive) }, set_mass_center = writes { opt(ends.x1), ends.x1 },
  set_constant_force = writes { num, num }, set_relative_force = writes { num, num },
  set_dominance = writes { dominance }, set_steered = writes { bool },
  set_constant_torque = writes { num }, set_damping = writes { nonneg },
  set_angular_damping = writes { nonneg }, set_gravity_scale = writes { between(-1e6, 1e6) },
  set_sleep_speed = writes { nonneg }, set_max_speed = writes { opt(positive) },
  set_safety = writes { between(0.01, 0.5) }, set_bullet = writes { bool },
  set_fast_rotation = writes { bool }, set_can_sleep = writes { bool },
  set_fixed_rotation = writes { bool },
  set_locks = writes { opt(bad.type("boolean", "boolean", true, "table")), opt(bool), opt(bool) },
  set_awake = writes { bool }, wake = writes {}, sleep = writes {},
  set_enabled = writes { bool }, touching = { body }, cast = { coord, coord, opt(query_filter) },
  destroy = writes { special = true }, is_valid = { special = true },
} do
  body_table[name] = entry
end
body_table.move_to.on = "kinematic"
for _, name in ipairs {
  "angle", "angular_damping", "angular_velocity", "bounds", "can_sleep", "center", "damping",
  "data", "drawn", "force", "gravity_scale", "has_fast_rotation", "has_fixed_rotation", "id",
  "acceleration", "inverse_inertia", "inverse_mass", "kinetic_energy",
  "inertia", "is_awake", "is_bullet", "is_enabled", "is_fast_rotation", "is_fixed_rotation",
  "constant_force", "constant_torque", "dominance", "is_steered", "relative_force",
  "joints", "locks", "manifolds", "mass", "mass_center", "max_speed", "name", "position",
  "safety", "shape", "shapes", "sleep_speed", "state", "type", "velocity", "vx", "vy", "world", "x",
  "y",
} do
  body_table[name] = {}
end

local reshaped = keys(merge(on_body, sizes.box[1]))
reshaped.known = merge(on_body)
for _, t in pairs(sizes) do reshaped.known = merge(reshaped.known, t[1]) end

table_.Shape = {
  support = { num, num }, time_of_impact = { shape, opt(nonneg) },
  closest = { num, num }, contains = { num, num }, raycast = { num, num, num, num },
  distance = { shape }, touching = { shape }, cast = { num, num, shape },
  load = {}, press_force = {}, release_force = {}, press_time = {}, is_pressed = {},
  has_hits = {},
  set_press = writes { opt(limit), opt(limit), opt(nonneg) }, set_hits = writes { bool },
  ignores = { shape },
  set_ignores = writes { shape, bool },
  reshape = writes { reshaped }, set_sensor = writes { bool },
  set_seen = writes { bool },
  set_data = { any }, set_density = writes { nonneg },
  set_friction = writes { nonneg }, set_restitution = writes { between(0, 2, 0.5) },
  set_rolling = writes { nonneg }, set_surface_speed = writes { between(-1e6, 1e6) },
  set_pre_solve = writes { bool }, set_events = writes { bool }, set_layer = writes { layer },
  set_friction_mix = writes { shape_mix "friction_mix" },
  set_restitution_mix = writes { shape_mix "restitution_mix" },
  set_enabled = writes { bool }, set_layer_mask = writes { opt(bad.mask) },
  set_group = writes { bad.integer(2) }, set_one_way = writes { opt(bad.number(0)), num },
  set_color = writes { red(unit), either(unit), unit, opt(unit) }, refilter = writes {},
  set_area = on("sensor", writes { opt(area) }), points = { opt(list) },
  piece = { bad.integer(1, { { 0, "must be in 1..1, got %s" },
    { 2, "must be in 1..1, got %s" } }) },
  material = on("chain", { bad.integer(2, { { 0, "must be in 1..3, got %s" },
    { 4, "must be in 1..3, got %s" } }) }),
  set_material = on("chain", writes { bad.integer(2, { { 0, "must be in 1..3, got %s" },
    { 4, "must be in 1..3, got %s" } }), keys(material) }),
  set_x = writes { coord }, set_y = writes { coord }, set_angle = writes { angle },
  set_w = writes { size }, set_h = writes { size }, set_radius = writes { rounding },
  set_rx = on("ellipse", writes { size }), set_ry = on("ellipse", writes { size }),
  set_x1 = on("capsule", writes { ends.x1 }), set_y1 = on("capsule", writes { ends.x1 }),
  set_x2 = on("capsule", writes { ends.x2 }), set_y2 = on("capsule", writes { ends.x2 }),
  set_nx = on("halfspace", writes { between(-1e6, 1e6, 1) }),
  set_ny = on("halfspace", writes { between(-1e6, 1e6, 1) }),
  set_points = on("polygon", writes { points }), set_hull = on("polygon", writes { bool }),
  set_loop = on("chain", writes { bool }),
  w = {}, h = {}, radius = {}, rx = on("ellipse", {}), ry = on("ellipse", {}),
  x1 = on("capsule", {}), y1 = on("capsule", {}), x2 = on("capsule", {}), y2 = on("capsule", {}),
  nx = on("halfspace", {}), ny = on("halfspace", {}), is_hull = on("polygon", {}),
  is_loop = on("chain", {}), materials = on("chain", {}),
  destroy = writes { special = true }, is_valid = { special = true },
}
for _, name in ipairs {
  "angle", "area", "body", "bounds", "color", "data", "density", "friction", "group",
  "has_events", "has_pre_solve", "id", "inertia", "is_enabled", "is_events", "is_pre_solve",
  "is_seen", "is_sensor", "kind", "layer", "layer_mask", "manifolds", "mass", "one_way",
  "piece_count", "restitution", "rolling", "surface_speed", "friction_mix", "restitution_mix",
  "visitors", "world", "x", "y",
} do
  table_.Shape[name] = {}
end

table_.Shape.cut = { num, num, num, num, special = true } -- geometry_spec

local joint_table = table_.Joint
for name, entry in pairs {
  set_name = { opt(text) }, set_data = { any }, set_limits = writes { opt(but(bad.number(-1),
    function(v) return v == -math.huge end)), bad.number(1, nil, true) },
  set_motor = writes { opt(speed), opt(limit) }, set_spring = writes { opt(hertz), opt(hertz) },
  set_target = writes { turn }, set_velocity = on("motor",
    writes { opt(speed), opt(speed), opt(speed) }),
  set_linear = on("motor", writes { opt(hertz), opt(hertz), opt(limit) }),
  set_angular = on("motor", writes { opt(hertz), opt(hertz), opt(limit) }),
  set_spring_max = writes { opt(limit) }, spring_max = {}, motor_force = {}, spring_force = {},
  limit_force = {}, stiffness = {},
  set_stiffness = writes { bad.number(9, { { -1, "must be in 0..1e+18, got %s" } }), opt(hertz) },
  set_at = writes { coord, coord }, set_from = writes { coord, coord },
  set_to = writes { coord, coord }, set_reference = writes { turn },
  set_local_anchors = writes { coord, coord, coord, coord },
  set_axis = on("prismatic", writes { num, num }),
  set_origin = on("prismatic", writes { coord }),
  set_length = on("distance", writes { bad.number(2, { { -1, "must be >= 0, got %s" } }) }),
  set_min = on("distance", writes { opt(bad.number(1, { { -1, "must be >= 0, got %s" } })) }),
  set_max = on("distance", writes { opt(bad.number(9, { { -1, "must be in 0..10000, got %s" } },
    true)) }),
  set_hertz = on("mouse", writes { hertz }), set_damping = on("mouse", writes { hertz }),
  set_max_force = on("friction", writes { opt(limit) }),
  set_max_torque = on("friction", writes { opt(limit) }),
  set_alarm_force = writes { opt(limit) }, set_alarm_torque = writes { opt(limit) },
  alarm_force = {}, alarm_torque = {}, is_alarmed = {},
  set_break_force = writes { opt(limit) }, set_break_torque = writes { opt(limit) },
  set_collide = writes { bool }, set_enabled = writes { bool }, set_hidden = writes { bool },
  set_ratio = on("gear", writes { signed_ratio }),
  set_step = on("ratchet", writes { bad.number(1) }), set_phase = on("ratchet", writes { turn }),
  angle = {}, speed = {}, translation = on("prismatic", {}), length = on("distance", {}),
  rest_length = on("distance", {}), limits = {}, motor = {}, spring = {}, target = {},
  velocity = on("motor", {}), linear = on("weld", {}), angular = on("weld", {}),
  min = on("distance", {}), max = on("distance", {}), x = on("mouse", {}), y = on("mouse", {}),
  hertz = on("mouse", {}), damping = on("mouse", {}), max_force = on("friction", {}),
  max_torque = on("friction", {}), reference = {}, origin = on("prismatic", {}),
  axis = on("prismatic", {}),
  ratio = on("gear", {}), joints = on("gear", {}), lengths = on("pulley", {}),
  ground_from = on("pulley", {}), ground_to = on("pulley", {}), step = on("ratchet", {}),
  phase = on("ratchet", {}), type = {}, id = {}, name = {}, data = {}, world = {}, bodies = {},
  a = {}, b = {}, body = on("mouse", {}), at = {}, from = {}, to = {}, local_anchors = {},
  anchors = {}, force = {}, error = {}, break_force = {}, break_torque = {}, is_collide = {},
  is_hidden = {}, is_enabled = {}, destroy = writes { special = true },
  is_valid = { special = true },
} do
  joint_table[name] = entry
end

for name, entry in pairs {
  move = writes { num, num }, set_position = writes { coord, coord },
  set_up = writes { num, num }, set_step = writes { nonneg }, set_snap = writes { nonneg },
  set_radius = on("box_mover", writes { rounding }), can_fit = { mover_height },
  set_height = writes { mover_height },
  set_w = on("box_mover", writes { size }), set_h = on("box_mover", writes { size }),
  set_max_slope = writes { bad.number(1, { { -1, "must be >= 0, got %s" } }) },
  set_push = writes { nonneg }, set_mass = writes { opt(positive) }, set_layer = writes { layer },
  set_filter = writes { opt(query_filter) }, set_one_way = writes { bool },
  set_legs = writes { opt(leg), positive, opt(between(0, 1000)) },
  set_data = { any }, destroy = writes { special = true }, is_valid = { special = true },
} do
  table_.Mover[name] = entry
end
for _, name in ipairs {
  "position", "x", "y", "drawn", "velocity", "is_grounded", "ground_normal", "ground",
  "radius", "height", "w", "h", "up", "step", "snap", "max_slope", "push", "mass", "body", "layer",
  "filter", "one_way", "legs", "data", "id", "world", "contacts",
} do
  table_.Mover[name] = {}
end

local ray = bad.integer(2, { { 0, "must be an integer in 1..3, got %s" },
  { 4, "must be an integer in 1..3, got %s" } })
table_.Rays = { set = { ray, num, num, num, num }, get = { ray }, hit = { ray },
  fraction = { ray }, point = { ray }, fan = { num, num, nonneg, opt(num), opt(num) } }

-- Layers that must be given; and a shape which may be dead, but not of another world.
local mask = { good = bad.mask.good, bad = function(e)
  local cases = bad.mask.bad(e)
  cases[#cases + 1] = { bad.NIL, "layer name, bit mask or list of names expected, got nil" }
  return cases
end, together = true }
local seen = { good = function(e) return e.rider:shape() end, bad = function(e)
  local cases = {}
  for _, case in ipairs(shape.bad(e)) do
    if case[1] ~= e.dead_shape then cases[#cases + 1] = case end
  end
  return cases
end }

-- Inside pre_solve, where all of it works; special: has a spec of its own.
for name, entry in pairs {
  between = { mask, mask }, other = { seen }, normal = { opt(seen) },
  point = { bad.integer(1) }, speed = { bad.integer(1) }, impulse = { bad.integer(1) },
  feature = { bad.integer(1) }, id = {}, force = {},
  set_friction = { nonneg }, set_restitution = { between(0, 2, 0.5) },
  set_surface_speed = { between(-1e6, 1e6) },
  copy = { opt(list) }, shapes = {}, bodies = {}, pieces = {}, count = {}, penetration = {},
  friction = {}, restitution = {}, surface_speed = {}, ignore = { special = true },
  is_valid = { special = true },
} do
  table_.Manifold[name] = entry
end

return table_
