-- Every public function and what it takes, for bad_input_spec: the kinds are in bad_input.lua.
--
-- Lists hold the arguments in order. `writes`: not inside filter and pre_solve. `on`: the object of
-- the environment that has it, where it is not the first of its class. A function without an entry
-- fails the spec; so does a key that the type files have and an entry has not.
local bad = require "tests.support.bad_input"
local known = require "tests.support.bad_input_keys"
local function silent() end

local opt, keys, enum, num, coord = bad.opt, bad.keys, bad.enum, bad.num, bad.coord
local positive, nonneg, limit, hertz, unit = bad.positive, bad.nonneg, bad.limit, bad.hertz,
  bad.unit
local bool, text, any, layer, query_filter = bad.bool, bad.text, bad.any, bad.layer,
  bad.query_filter
local list, body, shape, points = bad.list, bad.body, bad.shape, bad.points
local either, red, merge, between = known.either, known.red, known.merge, known.between
local size, rounding, gravity, substeps = known.size, known.rounding, known.gravity,
  known.substeps
local dominance, threads, turn, speed = known.dominance, known.threads, known.turn, known.speed
local body_type, mix, shape_mix, outside = known.body_type, known.mix, known.shape_mix,
  known.outside
local world_keys, contents, body_keys, area = known.world_keys, known.contents, known.body_keys,
  known.area
local material, shape_keys, on_body, added = known.material, known.shape_keys, known.on_body,
  known.added
local ends, sizes, but, signed_ratio = known.ends, known.sizes, known.but, known.signed_ratio
local joints, probes, leg, mover_height = known.joints, known.probes, known.leg,
  known.mover_height
local capsule_mover, box_mover = known.capsule_mover, known.box_mover

local function writes(t)
  t.writes = true
  return t
end
local function on(name, t)
  t.on = name
  return t
end

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
