-- What keys and arguments may be, for bad_input_table: kinds of bad_input.lua with the ranges of
-- each, and the keys of each table that a function takes.
local bad = require "tests.support.bad_input"

local opt, keys, enum = bad.opt, bad.keys, bad.enum
local num, coord, positive, nonneg = bad.num, bad.coord, bad.positive, bad.nonneg
local limit, hertz, bool, text = bad.limit, bad.hertz, bad.bool, bad.text
local any, layer, query_filter, list = bad.any, bad.layer, bad.query_filter, bad.list
local body, joint, points = bad.body, bad.joint, bad.points

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
  ground = { good = function() return { x = 1 } end, bad = function()
    return { { 3, "table expected, got number" } }
  end },
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

return {
  either = either, red = red, merge = merge, between = between, size = size, rounding = rounding,
  gravity = gravity, substeps = substeps, dominance = dominance, threads = threads, turn = turn,
  speed = speed, body_type = body_type, mix = mix, shape_mix = shape_mix, outside = outside,
  world_keys = world_keys, contents = contents, body_keys = body_keys, area = area,
  material = material, shape_keys = shape_keys, on_body = on_body, added = added, ends = ends,
  sizes = sizes, but = but, signed_ratio = signed_ratio, joints = joints, probes = probes,
  leg = leg, mover_height = mover_height, capsule_mover = capsule_mover, box_mover = box_mover,
}
