-- What the games of chaos.lua pass to constructors, setters and getters: plain values, and with the
-- probability g.wild what nobody should pass.
local keys = {}

local BAD <const> = { 0, -1, 1e-6, 1e6, -1e6, 1e30, -1e30, 1e-30, 0 / 0, 1 / 0, -1 / 0, 999999.9,
  1e-3, 1e4, -999999.9 }

local function wild(g) return g.wild > 0 and g.r.next() < g.wild end

local function number(g, lo, hi)
  if wild(g) then return BAD[g.r.integer(1, #BAD)] end
  return g.r.between(lo, hi)
end
keys.number = number

-- Mostly of a game's usual size, sometimes tiny or huge.
local function size(g)
  if wild(g) then return BAD[g.r.integer(1, #BAD)] end
  local what = g.r.integer(1, 30)
  if what == 1 then return g.r.between(0.001, 0.02) end
  if what == 2 then return g.r.between(2, 8) end
  return g.r.between(0.1, 0.8)
end

local function place(g)
  if wild(g) then return BAD[g.r.integer(1, #BAD)] end
  return g.r.between(-14, 14)
end

function keys.speed(g)
  if wild(g) then return BAD[g.r.integer(1, #BAD)] end
  if g.r.integer(1, 25) == 1 then return g.r.between(-1000, 1000) end
  return g.r.between(-10, 10)
end
local speed = keys.speed

-- 1e-6 to 1e6, evenly by its logarithm.
local function mass(g)
  if wild(g) then return BAD[g.r.integer(1, #BAD)] end
  return 10 ^ g.r.between(-6, 6)
end

local function one_in(g, n) return g.r.integer(1, n) == 1 end
local function flag(g) return one_in(g, 2) end
local function maybe(g, n, v) if one_in(g, n) then return v end end
local function choice(g, list) return list[g.r.integer(1, #list)] end

local TYPES <const> = { "dynamic", "dynamic", "dynamic", "kinematic", "static" }
local LAYERS <const> = { "default", "one", "two", "nowhere" }
local MIXES <const> = { "min", "max", "average", "multiply", "geometric" }
local SHAPE_MIXES <const> = { "min", "max", "average", "multiply", "geometric", "world" }

local function layer(g) return LAYERS[g.r.integer(1, g.wild > 0 and 4 or 3)] end

function keys.dt(g)
  if wild(g) then return number(g, 0, 1) end
  if one_in(g, 15) then return choice(g, { 0, 1 / 30, 1 / 240, 1e-5, 0.05, 1 }) end
  return 1 / 60
end

function keys.world(g)
  return { gravity = { 0, -10 }, sleep = not one_in(g, 4), layers = { "one", "two" },
    substeps = choice(g, { 4, 4, 4, 1, 2, 8 }), continuous = not one_in(g, 5),
    bounds = maybe(g, 2, { -60, -40, 60, 80 }), outside = choice(g, { "keep", "disable",
      "destroy" }), max_speed = maybe(g, 3, 2000), strict = one_in(g, 5) }
end

-- ---- bodies and shapes ------------------------------------------------------------------------

function keys.body(g)
  return { type = choice(g, TYPES), x = place(g), y = number(g, 0, 14), angle = number(g, -4, 4),
    vx = speed(g), vy = speed(g), angular_velocity = speed(g),
    damping = maybe(g, 5, number(g, 0, 5)),
    angular_damping = maybe(g, 5, number(g, 0, 5)), gravity_scale = maybe(g, 8, number(g, -1, 2)),
    fixed_rotation = maybe(g, 8, true), locks = maybe(g, 12, { x = flag(g), y = flag(g) }),
    bullet = maybe(g, 6, true), safety = maybe(g, 8, number(g, 0.01, 0.5)),
    fast_rotation = maybe(g, 8, true), max_speed = maybe(g, 8, number(g, 1, 500)),
    can_sleep = not one_in(g, 8), sleep_speed = maybe(g, 8, number(g, 0, 1)),
    awake = not one_in(g, 8), enabled = not one_in(g, 12), name = maybe(g, 10, "somebody"),
    mass = maybe(g, 6, mass(g)), inertia = maybe(g, 12, mass(g)),
    steered = maybe(g, 6, true), dominance = maybe(g, 12, math.floor(number(g, -3, 4))) }
end

local function area(g)
  return { gravity = maybe(g, 2, { speed(g), speed(g) }), pull = maybe(g, 3, number(g, -9, 9)),
    pull_distance = maybe(g, 4, number(g, 0, 3)), replace = maybe(g, 3, true),
    drag = maybe(g, 2, number(g, 0.1, 50)), angular_drag = maybe(g, 3, number(g, 0, 20)),
    density = maybe(g, 2, number(g, 0, 5)), surface = maybe(g, 3, number(g, -1, 5)),
    flow = maybe(g, 4, { speed(g), speed(g) }) }
end

local function material(g)
  return { friction = maybe(g, 2, number(g, 0, 1)), restitution = maybe(g, 3, number(g, 0, 1)),
    rolling = maybe(g, 5, number(g, 0, 0.1)), surface_speed = maybe(g, 5, number(g, -3, 3)) }
end

local function shape(g)
  local k = material(g)
  k.density = maybe(g, 3, number(g, 0, 5))
  k.layer, k.group = maybe(g, 3, layer(g)), maybe(g, 8, g.r.integer(-2, 2))
  k.one_way, k.pre_solve = maybe(g, 12, { number(g, -1, 1), 1 }), maybe(g, 4, true)
  k.layer_mask, k.events = maybe(g, 12, layer(g)), not one_in(g, 8)
  if one_in(g, 8) then k.sensor, k.area = true, maybe(g, 2, area(g)) end
  return k
end

-- A star is mostly concave, a walk mostly crosses itself.
local function points(g)
  local list, n = {}, g.r.integer(3, one_in(g, 10) and 60 or 12)
  local crooked, big = g.wild > 0 and one_in(g, 6), size(g)
  for i = 1, n do
    local a, far = 2 * math.pi * i / n, big * g.r.between(0.3, 1.2)
    list[2 * i - 1], list[2 * i] = far * math.cos(a), far * math.sin(a)
    if crooked then list[2 * i] = number(g, -1, 1) end
  end
  return list
end

local function line(g)
  local list, x, y = {}, -g.r.between(0, 5), 0
  for i = 1, g.r.integer(2, 12) do
    list[2 * i - 1], list[2 * i] = x, wild(g) and number(g, -1, 1) or y
    x, y = x + g.r.between(0.05, 1), y + g.r.between(-0.5, 0.5)
  end
  return list
end

local sizes = {}
function sizes.box(g, k) k.w, k.h, k.radius = size(g), size(g), maybe(g, 4, size(g) / 4) end
function sizes.circle(g, k) k.radius = size(g) end
function sizes.capsule(g, k)
  k.x1, k.y1, k.x2, k.y2, k.radius = -size(g), number(g, -0.3, 0.3), size(g), 0, size(g) / 2
end
function sizes.polygon(g, k)
  k.points, k.hull, k.radius = points(g), maybe(g, 3, true), maybe(g, 4, size(g) / 4)
end
function sizes.ellipse(g, k) k.rx, k.ry = size(g), size(g) end
function sizes.segment(g, k)
  k.x1, k.y1, k.x2, k.y2 = -size(g), number(g, -0.3, 0.3), size(g), 0
  k.radius = maybe(g, 2, size(g) / 5)
end
function sizes.chain(g, k)
  k.points, k.radius, k.loop = line(g), maybe(g, 4, size(g) / 5), maybe(g, 4, true)
  if one_in(g, 2) then
    k.materials = {}
    for i = 1, #k.points // 2 - (k.loop and 0 or 1) do k.materials[i] = material(g) end
  end
end
function sizes.halfspace(g, k) k.nx, k.ny = number(g, -0.2, 0.2), 1 end

--- Body and shape together.
function keys.body_of(g, kind)
  local k = keys.body(g)
  for name, value in pairs(shape(g)) do k[name] = value end
  sizes[kind](g, k)
  if kind == "halfspace" then k.y, k.type = -number(g, 2, 9), nil end
  if kind == "segment" or kind == "chain" then k.type = one_in(g, 3) and k.type or nil end
  return k
end

--- On a body that there is.
function keys.added(g, kind)
  local k = shape(g)
  k.x, k.y, k.angle = number(g, -0.5, 0.5), number(g, -0.5, 0.5), number(g, -3, 3)
  sizes[kind](g, k)
  return k
end

--- The size of a probe, for queries.
local function probe(g)
  local kind = choice(g, { "circle", "box", "capsule", "polygon", "ellipse", "segment" })
  local k = { kind = kind, x = place(g), y = number(g, 0, 10), angle = number(g, -3, 3) }
  sizes[kind](g, k)
  if kind == "polygon" then k.hull = true end
  return k
end

-- ---- joints and others ------------------------------------------------------------------------

local function spring(g)
  return { hertz = number(g, 0.5, 30), damping = maybe(g, 2, number(g, 0, 2)) }
end
local function motor(g)
  return { speed = number(g, -5, 5), max = maybe(g, 2, number(g, 0, 1000)) }
end
local function limits(g) return { number(g, -1, 0), number(g, 0, 1) } end

local kinds = {}
function kinds.revolute(g, k, at)
  k.at, k.limits, k.motor = at, maybe(g, 3, limits(g)), maybe(g, 3, motor(g))
  k.reference = maybe(g, 4, number(g, -3, 3))
  if one_in(g, 4) then
    k.spring = spring(g)
    k.spring.target = maybe(g, 2, number(g, -2, 2))
  end
end
function kinds.distance(g, k)
  k.length, k.min, k.max = maybe(g, 3, number(g, 0, 3)), maybe(g, 4, number(g, 0, 1)),
    maybe(g, 4, number(g, 1, 4))
  k.spring, k.motor = maybe(g, 3, spring(g)), maybe(g, 5, motor(g))
end
function kinds.prismatic(g, k, at)
  kinds.revolute(g, k, at)
  k.reference, k.axis = nil, { number(g, -1, 1), 1 }
end
kinds.wheel = kinds.prismatic
function kinds.weld(g, k, at)
  k.at, k.linear, k.angular = maybe(g, 2, at), maybe(g, 2, spring(g)), maybe(g, 2, spring(g))
end
function kinds.motor(g, k, at)
  k.at = maybe(g, 2, at)
  k.linear = maybe(g, 2, { x = number(g, -1, 1), vy = number(g, -1, 1), hertz = maybe(g, 2,
    number(g, 1, 10)), max = maybe(g, 2, number(g, 0, 500)) })
  k.angular = maybe(g, 2, { angle = number(g, -1, 1), speed = number(g, -3, 3), hertz = maybe(g, 2,
    number(g, 1, 10)), max = maybe(g, 2, number(g, 0, 500)) })
end
function kinds.friction(g, k)
  k.max_force, k.max_torque = maybe(g, 2, number(g, 0, 100)), maybe(g, 2, number(g, 0, 100))
end
function kinds.filter() end
function kinds.pulley(g, k, at)
  k.ground_from, k.ground_to = { at[1], at[2] + number(g, 1, 4) }, { at[1] + 2, at[2] + 3 }
  k.length, k.ratio = maybe(g, 3, number(g, 0, 9)), maybe(g, 2, number(g, 0.2, 3))
end
function kinds.rotary(g, k)
  k.limits = maybe(g, 2, { number(g, -1, 0), number(g, 0, 1) })
  k.spring, k.motor = maybe(g, 2, spring(g)), maybe(g, 3, motor(g))
end
function kinds.ratchet(g, k) k.step, k.phase = number(g, -1, 1), maybe(g, 2, number(g, -1, 1)) end

--- any(g, list) gives an object of the game.
function keys.joint(g, kind, a, b, any)
  local k = { hidden = maybe(g, 5, flag(g)),
    collide = maybe(g, 3, flag(g)), break_force = maybe(g, 5, number(g, 1, 2000)),
    break_torque = maybe(g, 8, number(g, 1, 500)), enabled = maybe(g, 8, false) }
  local at = { place(g), number(g, 0, 10) }
  if b:is_valid() then at = { b:x() + number(g, -0.5, 0.5), b:y() + number(g, -0.5, 0.5) } end
  if kind == "mouse" then
    k.collide, k.body, k.x, k.y = nil, b, at[1], at[2]
    k.hertz, k.max_force = maybe(g, 2, number(g, 1, 20)), maybe(g, 2, number(g, 0, 1e4))
    return k
  end
  if kind == "gear" then
    k.collide, k.a, k.b, k.ratio = nil, any(g, "joints"), any(g, "joints"), number(g, -3, 3)
    return k
  end
  k.a, k.b = not one_in(g, 4) and a or nil, b
  kinds[kind](g, k, at)
  return k
end

--- For the builders of cairn.build.
function keys.thing(g, kind)
  local x, y = place(g), number(g, 2, 10)
  if kind == "rope" or kind == "chain" or kind == "bridge" then
    return { from = { x, y }, to = { x + number(g, 1, 4), y }, links = g.r.integer(2, 9),
      break_force = maybe(g, 3, number(g, 50, 5000)), stiff = maybe(g, 3, number(g, 1, 10)) }
  end
  return { x = x, y = y, break_force = maybe(g, 3, number(g, 50, 5000)),
    columns = kind == "cloth" and 5 or nil, rows = kind == "cloth" and 4 or nil }
end

function keys.mover(g)
  local k = { x = place(g), y = number(g, 1, 8), step = maybe(g, 3, number(g, 0, 0.5)),
    snap = maybe(g, 4, number(g, 0, 0.5)), max_slope = maybe(g, 4, number(g, 0, 1.5)),
    push = maybe(g, 2, number(g, 0, 2000)), layer = maybe(g, 4, layer(g)),
    one_way = maybe(g, 4, flag(g)), up = maybe(g, 6, { number(g, -1, 1), 1 }),
    legs = maybe(g, 4, { length = number(g, 0.1, 0.5), hertz = number(g, 1, 8) }) }
  if flag(g) then k.radius, k.height = number(g, 0.1, 0.4), number(g, 0.8, 2)
  else k.w, k.h, k.radius = number(g, 0.3, 1), number(g, 0.5, 2), maybe(g, 2, number(g, 0, 0.2)) end
  return k
end

function keys.explosion(g)
  return { x = place(g), y = number(g, 0, 9), radius = number(g, 0.1, 4), falloff = maybe(g, 2,
    number(g, 0, 5)), impulse = number(g, -10, 30), occlusion = maybe(g, 2, flag(g)),
    layers = maybe(g, 4, layer(g)) }
end

function keys.wind(g)
  if one_in(g, 3) then return nil end
  return { x = number(g, -30, 30), y = number(g, -5, 5), drag = maybe(g, 2, number(g, 0, 2)),
    lift = maybe(g, 2, number(g, 0, 2)), layers = maybe(g, 3, layer(g)) }
end

function keys.pushed(g, method)
  local at = flag(g)
  if method == "apply_torque" or method == "apply_angular_impulse" then
    return number(g, -50, 50)
  end
  if method == "move_to" then
    return place(g), number(g, 0, 9), number(g, -3, 3), number(g, 1 / 60, 1)
  end
  if method == "apply_force" or method == "apply_impulse" then
    local f = method == "apply_force" and 500 or 20
    if not at then return number(g, -f, f), number(g, -f, f) end
    return number(g, -f, f), number(g, -f, f), place(g), number(g, 0, 9)
  end
end

-- ---- setters ----------------------------------------------------------------------------------

local function of(lo, hi) return function(g) return number(g, lo, hi) end end
local function limit(lo, hi)
  return function(g) if not one_in(g, 4) then return number(g, lo, hi) end end
end
local function pair(lo, hi) return function(g) return number(g, lo, hi), number(g, lo, hi) end end
local function text(list) return function(g) return choice(g, list) end end
local function anything() return {} end

local BOX_SIDES <const> = { box = true }
keys.setters = {
  Body = {
    set_angle = of(-4, 4), set_angular_damping = of(0, 5), set_angular_velocity = speed,
    set_constant_force = pair(-50, 50), set_relative_force = pair(-50, 50),
    set_constant_torque = of(-5, 5),
    set_awake = flag, set_bullet = flag, set_can_sleep = flag, set_damping = of(0, 5),
    set_steered = flag,
    set_dominance = function(g) return math.floor(number(g, -2, 3)) end,
    set_data = anything, set_enabled = flag, set_fast_rotation = flag, set_fixed_rotation = flag,
    set_gravity_scale = of(-1, 2),
    set_inertia = function(g) return maybe(g, 2, mass(g)) end,
    set_locks = function(g) return flag(g), one_in(g, 3), flag(g) end,
    set_mass = function(g) return maybe(g, 2, mass(g)) end,
    set_mass_center = function(g)
      if not one_in(g, 3) then return number(g, -0.3, 0.3), number(g, -0.3, 0.3) end
    end,
    set_max_speed = limit(0.5, 500), set_name = text { "one", "two", "three" },
    set_position = function(g) return place(g), number(g, 0, 14) end,
    set_safety = of(0.01, 0.5), set_sleep_speed = of(0, 1),
    set_transform = function(g) return place(g), number(g, 0, 14), number(g, -4, 4) end,
    set_type = text(TYPES), set_velocity = function(g) return speed(g), speed(g) end,
  },
  Shape = {
    set_angle = of(-3, 3), set_area = function(g) if not one_in(g, 3) then return area(g) end end,
    set_color = function(g) return g.r.integer(0, 0xffffff) end, set_data = anything,
    set_density = of(0, 5), set_enabled = flag, set_events = flag, set_hits = flag,
    set_ignores = function(g, _, any) return any(g, "shapes"), flag(g) end,
    set_press = function(g) return number(g, 0, 200), nil, number(g, 0, 0.3) end,
    set_friction = of(0, 1.5),
    set_group = function(g) return g.r.integer(-2, 2) end, set_h = size, set_hull = flag,
    set_layer = layer, set_loop = flag,
    set_friction_mix = text(SHAPE_MIXES), set_restitution_mix = text(SHAPE_MIXES),
    set_layer_mask = function(g) if flag(g) then return layer(g) end end,
    set_material = function(g, s)
      return g.r.integer(1, s:is_valid() and s:piece_count() or 1), material(g)
    end,
    set_nx = of(-1, 1), set_ny = of(0.1, 1),
    set_one_way = function(g) if flag(g) then return number(g, -1, 1), number(g, -1, 1) end end,
    set_points = function(g, s)
      return s:is_valid() and s:kind() == "chain" and line(g) or points(g)
    end,
    set_pre_solve = flag,
    set_radius = function(g, s)
      return size(g) / (s:is_valid() and BOX_SIDES[s:kind()] and 4 or 1)
    end,
    set_restitution = of(0, 1), set_seen = flag, set_sensor = flag, set_rolling = of(0, 0.2),
    set_rx = size, set_ry = size,
    set_surface_speed = of(-3, 3), set_w = size, set_x = of(-0.5, 0.5), set_x1 = of(-1, 0),
    set_x2 = of(0, 1), set_y = of(-0.5, 0.5), set_y1 = of(-0.5, 0.5), set_y2 = of(-0.5, 0.5),
  },
  Joint = {
    set_angular = function(g) if flag(g) then return number(g, 1, 20), number(g, 0, 2) end end,
    set_alarm_force = limit(10, 900), set_alarm_torque = limit(1, 90),
    set_at = function(g) return place(g), number(g, 0, 9) end,
    set_from = function(g) return place(g), number(g, 0, 9) end,
    set_to = function(g) return place(g), number(g, 0, 9) end,
    set_local_anchors = function(g)
      return number(g, -1, 1), number(g, -1, 1), number(g, -1, 1), number(g, -1, 1)
    end,
    set_axis = function(g) return number(g, -1, 1), number(g, -1, 1) end,
    set_reference = of(-3, 3), set_origin = of(-1, 1), set_spring_max = limit(0, 1e3),
    set_break_force = limit(10, 5000), set_break_torque = limit(1, 500), set_collide = flag,
    set_hidden = flag,
    set_damping = of(0, 2), set_data = anything, set_enabled = flag, set_hertz = of(1, 20),
    set_length = of(0.1, 4),
    set_limits = function(g) if not one_in(g, 3) then return table.unpack(limits(g)) end end,
    set_linear = function(g) if flag(g) then return number(g, 1, 20), number(g, 0, 2) end end,
    set_max = limit(1, 4), set_max_force = limit(0, 1e4), set_max_torque = limit(0, 1e3),
    set_min = limit(0, 1),
    set_motor = function(g)
      if not one_in(g, 3) then return number(g, -5, 5), number(g, 0, 900) end
    end,
    set_name = text { "one", "two" }, set_phase = of(-1, 1), set_ratio = of(-3, 3),
    set_spring = function(g)
      if not one_in(g, 3) then return number(g, 0.5, 30), number(g, 0, 2) end
    end,
    set_step = of(-1, 1),
    set_stiffness = function(g) return number(g, 0, 1e4), maybe(g, 2, number(g, 0, 2)) end,
    set_target = function(g, j)
      local kind = j:is_valid() and j:type()
      if kind == "mouse" then return place(g), number(g, 0, 9) end
      if kind == "motor" then return number(g, -1, 1), number(g, -1, 1), number(g, -1, 1) end
      return number(g, -2, 2)
    end,
    set_velocity = function(g) return number(g, -3, 3), number(g, -3, 3), number(g, -3, 3) end,
  },
  Mover = {
    set_data = anything, set_filter = function(g) if flag(g) then return layer(g) end end,
    set_layer = layer, set_mass = function(g) return maybe(g, 2, mass(g)) end,
    set_legs = function(g) if flag(g) then return number(g, 0.1, 0.5), number(g, 1, 9) end end,
    set_radius = of(0.1, 0.5), set_height = of(0.8, 2), set_w = of(0.2, 1), set_h = of(0.5, 2),
    set_max_slope = of(0, 1.5), set_one_way = flag,
    set_position = function(g) return place(g), number(g, 0, 9) end, set_push = of(0, 2000),
    set_snap = of(0, 0.5), set_step = of(0, 0.5),
    set_up = function(g) return number(g, -1, 1), number(g, 0.1, 1) end,
  },
  World = {
    set_bounds = function(g) if flag(g) then return -50, -30, number(g, 20, 60), 70 end end,
    set_alpha = of(0, 1), set_data = anything,
    set_collides = function(g) return layer(g), layer(g), not one_in(g, 4) end,
    set_contact_damping = of(0, 20), set_contact_hertz = of(5, 120),
    set_push_share = limit(0.1, 1),
    set_continuous = function(g) return not one_in(g, 4) end, set_debug_log = function(g)
      if not one_in(g, 3) then return nil end
      return function(said) g.heard = g.heard * 31 + (g.forgets and 1 or #said) end
    end,
    set_friction_mix = text(MIXES),
    set_gravity = function(g)
      if one_in(g, 3) then return number(g, -10, 10), number(g, -20, 10) end
      return 0, -10
    end,
    set_hit_speed = of(0, 3), set_listener = function(g) return g.listener end,
    set_max_dt = of(0.01, 0.1), set_max_speed = of(50, 2000),
    set_outside = text { "keep", "disable", "destroy" }, set_paused = function() return false end,
    set_push_speed = of(0.5, 10), set_restitution_mix = text(MIXES),
    set_restitution_speed = limit(0, 2), set_sleep = function(g) return not one_in(g, 4) end,
    set_slop = of(0.0001, 0.0005), set_strict = flag,
    set_substeps = function(g) return choice(g, { 4, 4, 4, 1, 2, 8, 16 }) end,
    set_threads = function(_, w) return w:threads() end, -- the games change that themselves
    set_wind = keys.wind,
  },
}

-- ---- getters ----------------------------------------------------------------------------------

local function none() end
local point = function(g) return place(g), number(g, 0, 10) end
local function segment(g) return place(g), number(g, 0, 12), place(g), number(g, 0, 12) end
local function into(f) return function(g) return {}, f(g) end end
local function box(g) return -number(g, 0, 5), 0, number(g, 0, 5), number(g, 0, 9) end
local function ball(g) return place(g), number(g, 0, 9), number(g, 0, 3) end

local function probe_way(g)
  local k = probe(g)
  k.dx, k.dy = number(g, -20, 20), number(g, -20, 20)
  return k
end
local function id(g) return g.r.integer(0, 40) end

-- What is not in the list of a kind takes nothing.
local TAKE <const> = {
  Body = { velocity_at = point, to_world = pair(-1, 1), to_local = pair(-9, 9),
    dir_to_world = pair(-1, 1), dir_to_local = pair(-1, 1),
    cast = pair(-9, 9), touching = function(g, _, any) return any(g, "bodies") end },
  Shape = { contains = point, support = pair(-1, 1),
    time_of_impact = function(g, _, any) return any(g, "shapes"), number(g, 0, 2) end,
    raycast = segment, closest = point,
    distance = function(g, _, any) return any(g, "shapes") end,
    touching = function(g, _, any) return any(g, "shapes") end,
    cast = function(g, _, any) return number(g, -9, 9), number(g, -9, 9), any(g, "shapes") end,
    piece = function() return 1 end,
    material = function() return 1 end },
  Joint = {},
  Mover = { can_fit = function(g) return number(g, 0.5, 3) end },
  World = { raycast = segment, raycast_all = segment, raycast_all_into = into(segment),
    pick = point, query_box = box, query_box_into = into(box), query_circle = ball,
    query_circle_into = into(ball), query_point = point, query_point_into = into(point),
    query_shape = probe, query_shape_into = into(probe), overlaps = probe,
    raycasts = function(g)
      local x1, y1, x2, y2 = segment(g)
      if x1 > 0 then return { x1, y1, x2, y2 }, {} end -- chance is asked no more than it was
      local rays = require("cairn").rays(4)
      pcall(rays.fan, rays, x1, y1, x2)
      pcall(rays.set, rays, 3, x1, y1, x2, y2)
      return rays
    end,
    test_move = function(g, _, any)
      return any(g, "bodies"), number(g, -9, 9), number(g, -9, 9)
    end,
    shapecast = probe_way, shapecast_all = probe_way, shapecast_all_into = into(probe_way),
    body = id, shape = id, joint = id,
    closest = function(g)
      return place(g), number(g, 0, 9), flag(g) and 1 / 0 or number(g, 0, 5)
    end,
    poses = function() return {} end, profile = none,
    collides = function(g) return layer(g), layer(g) end,
    find = function() return "one" end },
}
local NOT_ASKED <const> = { Body = "^add_ ^apply_ destroy sleep wake move_to clear_forces",
  Shape = "destroy refilter reshape", Joint = "destroy", Mover = "destroy move",
  World = "record destroy clear step box circle capsule polygon ellipse segment chain halfspace "
    .. "revolute distance prismatic weld mouse wheel motor friction filter gear pulley ratchet "
    .. "rotary "
    .. "mover defer explode validate profile bytes wind layer color_count island_count threads" }

local function left_out(kind, name)
  if name:find "^set_" then return true end
  for word in NOT_ASKED[kind]:gmatch "%S+" do
    if name == word or word:sub(1, 1) == "^" and name:find(word) then return true end
  end
end

--- The methods of all that a script can hold, by kind.
function keys.methods()
  local cairn = require "cairn"
  local world <close> = cairn.world {}
  local body, disc = world:circle { radius = 1 }
  local objects = { World = world, Body = body, Shape = disc, Joint = world:weld { b = body },
    Mover = world:mover { radius = 0.3, height = 1 } }
  local methods = {}
  for kind, object in pairs(objects) do
    methods[kind] = {}
    for name in pairs(debug.getmetatable(object).__index) do table.insert(methods[kind], name) end
    table.sort(methods[kind])
  end
  return methods
end

keys.getters = {}
for kind, names in pairs(keys.methods()) do
  local getters = { names = {} }
  for _, name in ipairs(names) do
    if not left_out(kind, name) then
      table.insert(getters.names, name)
      getters[name] = TAKE[kind][name] or none
    end
  end
  keys.getters[kind] = getters
end
for _, setters in pairs(keys.setters) do
  local names = {}
  for name in pairs(setters) do names[#names + 1] = name end
  table.sort(names)
  setters.names = names
end

return keys
