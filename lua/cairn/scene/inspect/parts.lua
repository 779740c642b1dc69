-- cairn.scene.inspect.parts: what is to be said of a body, a shape, a joint, a contact and a world:
-- which getters there are, with their units and setters, and what leads on to what.

local rows = require "cairn.scene.inspect.rows"

local parts = {}

-- ---- bodies ---------------------------------------------------------------------------------

local BODY <const> = {
  { "position", "m", "set_position" }, { "angle", "rad", "set_angle" },
  { "velocity", "m/s", "set_velocity" }, { "angular_velocity", "rad/s", "set_angular_velocity" },
  { "mass", "kg", "set_mass" }, { "inertia", "kg m2", "set_inertia" }, { "center", "m" },
  { "mass_center", "m", "set_mass_center" }, { "bounds", "m" },
  { "acceleration", "m/s2" }, { "force", "N" }, { "kinetic_energy", "J" },
}
local BODY_SETTINGS <const> = {
  { "name", "", "set_name" }, { "type", "", "set_type" }, { "is_awake", "", "set_awake" },
  { "is_enabled", "", "set_enabled" }, { "damping", "1/s", "set_damping" },
  { "angular_damping", "1/s", "set_angular_damping" }, { "gravity_scale", "", "set_gravity_scale" },
  { "constant_force", "N", "set_constant_force" }, { "relative_force", "N", "set_relative_force" },
  { "constant_torque", "N m", "set_constant_torque" }, { "max_speed", "m/s", "set_max_speed" },
  { "locks", "", "set_locks" }, { "is_fixed_rotation", "", "set_fixed_rotation" },
  { "is_bullet", "", "set_bullet" }, { "is_fast_rotation", "", "set_fast_rotation" },
  { "is_steered", "", "set_steered" }, { "dominance", "", "set_dominance" },
  { "safety", "", "set_safety" }, { "can_sleep", "", "set_can_sleep" },
  { "sleep_speed", "m/s", "set_sleep_speed" },
}

local function named(thing) return thing:name() and (' "%s"'):format(thing:name()) or "" end

local function impulse_of(m)
  local normal, along = 0, 0
  for i = 1, m:count() do
    local n, t = m:impulse(i)
    normal, along = normal + n, along + t
  end
  return normal, along
end

local function add_contacts(out, thing)
  local count = 0
  for m in rows.first(thing:manifolds()) do
    count = count + 1
    if count == 1 and not out:head "contacts" then return end
    local a, b = m:bodies()
    out:link("with", "body", a ~= thing and a or b)
    local normal, along = impulse_of(m)
    out:add(("  %d point%s"):format(m:count(), m:count() == 1 and "" or "s"),
      ("%.3g mm deep, %.4g and %.4g N s"):format(1e3 * m:penetration(), normal, along),
      { link = ("contact %d"):format((m:id())) })
  end
end

-- Of a body, which is given again, or of a world.
local function add_joints(out, owner, body)
  local count = 0
  for joint in rows.first(owner:joints()) do
    count = count + 1
    if count == 1 and not out:head "joints" then return end
    out:link(joint:type(), "joint", joint)
    local found, a, b = pcall(joint.bodies, joint)
    local other = found and body and (a ~= body and a or b)
    if other and other:id() > 0 then out:link("  to", "body", other) end
    local ok, fx, fy, torque = pcall(joint.force, joint)
    if ok then out:add("  force", ("%.4g, %.4g N, %.4g N m"):format(fx, fy, torque)) end
  end
end

local add_shape -- below

function parts.body(out, body)
  out:head(("body #%d%s, %s%s"):format(body:id(), named(body), body:type(),
    body:type() == "dynamic" and (body:is_awake() and ", awake" or ", asleep") or ""))
  out:values(body, BODY, "sel")
  out:add("in", "World", { link = "world 0" })
  add_contacts(out, body)
  if out:head "settings" then out:values(body, BODY_SETTINGS, "sel") end
  for shape in rows.first(body:shapes()) do
    if out:head(("shape #%d, %s"):format(shape:id(), shape:kind())) then
      out:link("alone", "shape", shape)
      add_shape(out, shape)
    end
  end
  add_joints(out, body, body)
  out:data(body:data(), "sel:data()")
end

-- ---- shapes ---------------------------------------------------------------------------------

local SHAPE <const> = {
  { "x", "m", "set_x" }, { "y", "m", "set_y" }, { "angle", "rad", "set_angle" },
  { "w", "m", "set_w" }, { "h", "m", "set_h" }, { "radius", "m", "set_radius" },
  { "rx", "m", "set_rx" }, { "ry", "m", "set_ry" },
  { "x1", "m", "set_x1" }, { "y1", "m", "set_y1" },
  { "x2", "m", "set_x2" }, { "y2", "m", "set_y2" },
  { "nx", "", "set_nx" }, { "ny", "", "set_ny" },
  { "is_hull", "", "set_hull" }, { "is_loop", "", "set_loop" }, { "piece_count", "" },
  { "density", "kg/m2", "set_density" }, { "mass", "kg" }, { "inertia", "kg m2" },
  { "area", "m2" }, { "friction", "", "set_friction" },
  { "restitution", "", "set_restitution" }, { "friction_mix", "", "set_friction_mix" },
  { "restitution_mix", "", "set_restitution_mix" },
  { "rolling", "", "set_rolling" }, { "surface_speed", "m/s", "set_surface_speed" },
  { "layer", "", "set_layer" }, { "layer_mask", "" }, { "group", "", "set_group" },
  { "one_way", "", "set_one_way" }, { "is_sensor", "", "set_sensor" },
  { "is_seen", "", "set_seen" }, { "is_enabled", "", "set_enabled" },
  { "has_events", "", "set_events" }, { "has_hits", "", "set_hits" },
  { "has_pre_solve", "", "set_pre_solve" }, { "load", "N" }, { "is_pressed", "" },
  { "bounds", "m" },
}

-- Of a number that people write by its hexadecimal digits.
local function add_color(out, shape, object)
  local color, alpha = shape:color()
  local text = color and ("0x%06x, %.3g"):format(color, alpha)
  out:add("color", text or "none", { edit = ("%s:set_color(%s)"):format(object, text or "nil") })
end

-- One setter has all three: "press" is the force, how far it has to fall, how long either lasts.
local function add_press(out, shape, object)
  local press, release, time = shape:press_force(), shape:release_force(), shape:press_time()
  local code = ("%s, %s, %s"):format(rows.code_of(press), rows.code_of(release), rows.code_of(time))
  out:add("press", press == math.huge and "never"
      or ("%.5g N, release %s N, %.5g s"):format(press, rows.text_of(release), time),
    { edit = ("%s:set_press(%s)"):format(object, code) })
end

local MOST_POINTS <const> = 8 -- that anybody edits as numbers

local function add_points(out, shape, object)
  local points, count = shape:points()
  if count < 2 then return end
  local texts, codes = {}, {}
  for i = 1, math.min(count, MOST_POINTS) do
    texts[i] = ("%.4g, %.4g"):format(points[2 * i - 1], points[2 * i])
    codes[i] = rows.code_of(points[2 * i - 1]) .. ", " .. rows.code_of(points[2 * i])
  end
  local kind = shape:kind()
  local free = (kind == "polygon" or kind == "chain") and count <= MOST_POINTS
  out:add("points", ("%d: %s%s m"):format(count, table.concat(texts, "; "),
      count > MOST_POINTS and "; ..." or ""),
    { edit = free and ("%s:set_points{ %s }"):format(object, table.concat(codes, ", ")) or nil })
end

function add_shape(out, shape)
  local object = ("scene.world:shape(%d)"):format(shape:id())
  out:values(shape, SHAPE, object)
  add_press(out, shape, object)
  add_points(out, shape, object)
  add_color(out, shape, object)
end

function parts.shape(out, shape)
  out:head(("shape #%d, %s"):format(shape:id(), shape:kind()))
  out:link("of", "body", shape:body())
  add_shape(out, shape)
  local count = 0
  for m in rows.first(shape:manifolds()) do
    count = count + 1
    if count == 1 and not out:head "contacts" then break end
    out:link("with", "shape", m:other(shape))
    out:add("  ", ("%.3g mm deep"):format(1e3 * m:penetration()),
      { link = ("contact %d"):format((m:id())) })
  end
  out:data(shape:data(), ("scene.world:shape(%d):data()"):format(shape:id()))
end

-- ---- joints ---------------------------------------------------------------------------------

-- Units by the kind of joint: what is said of angles, and of ways.
local TURNS <const> = { revolute = true, rotary = true, wheel = true, ratchet = true }

local function joint_entries(kind)
  local about = kind == "revolute" or kind == "rotary"
  local speed = TURNS[kind] and "rad/s, N m" or "m/s, N"
  local way = about and "rad" or kind == "motor" and "m, m, rad" or "m"
  local effort = about and "N m" or "N"
  return {
    { "force", "N, N m" }, { "error", "m, rad" }, { "angle", "rad" }, { "translation", "m" },
    { "length", "m" }, { "lengths", "m" }, { "speed", TURNS[kind] and "rad/s" or "m/s" },
    { "motor_force", kind == "wheel" and "N m" or effort }, { "spring_force", effort },
    { "limit_force", effort }, { "is_alarmed", "" },
  }, {
    { "name", "", "set_name" }, { "is_enabled", "", "set_enabled" },
    { "is_collide", "", "set_collide" }, { "is_hidden", "", "set_hidden" },
    { "limits", way, "set_limits" }, { "motor", speed, "set_motor" },
    { "spring", "Hz, ratio", "set_spring" }, { "spring_max", effort, "set_spring_max" },
    { "stiffness", about and "N m/rad" or "N/m", "set_stiffness", given = true },
    { "target", way, "set_target" }, { "velocity", "m/s, m/s, rad/s", "set_velocity" },
    { "linear", "Hz, ratio, N", "set_linear" }, { "angular", "Hz, ratio, N m", "set_angular" },
    { "rest_length", "m", "set_length" }, { "min", "m", "set_min" }, { "max", "m", "set_max" },
    { "hertz", "Hz", "set_hertz" }, { "damping", "ratio", "set_damping" },
    { "max_force", "N", "set_max_force" }, { "max_torque", "N m", "set_max_torque" },
    { "ratio", "", "set_ratio" }, { "step", "rad", "set_step" }, { "phase", "rad", "set_phase" },
    { "break_force", "N", "set_break_force" }, { "break_torque", "N m", "set_break_torque" },
    { "alarm_force", "N", "set_alarm_force" }, { "alarm_torque", "N m", "set_alarm_torque" },
  }, {
    { "from", "m", "set_from" }, { "to", "m", "set_to" },
    { "local_anchors", "m", "set_local_anchors" }, { "axis", "", "set_axis" },
    { "reference", "rad", "set_reference" }, { "origin", "m", "set_origin" },
    { "ground_from", "m" }, { "ground_to", "m" },
  }
end

function parts.joint(out, joint)
  local object = ("scene.world:joint(%d)"):format(joint:id())
  local state, settings, anchors = joint_entries(joint:type())
  out:head(("joint #%d%s, %s"):format(joint:id(), named(joint), joint:type()))
  if joint:type() == "gear" then
    local a, b = joint:joints()
    out:link("a", "joint", a)
    out:link("b", "joint", b)
  else
    local found, a, b = pcall(joint.bodies, joint)
    for i, body in ipairs(found and { a or false, b or false } or {}) do
      if body and body:id() > 0 then
        out:link(i == 1 and "a" or "b", "body", body)
      else
        out:add(i == 1 and "a" or "b", "the ground")
      end
    end
  end
  out:values(joint, state, object)
  out:add("in", "World", { link = "world 0" })
  out:head "joint settings"
  out:values(joint, settings, object)
  if out:head "anchors" then out:values(joint, anchors, object) end
  out:data(joint:data(), object .. ":data()")
end

-- ---- contacts -------------------------------------------------------------------------------

function parts.contact(out, m)
  local id, birth = m:id()
  local a, b = m:shapes()
  out:head(("contact #%d"):format(id))
  out:link("a", "shape", a)
  out:link("  of", "body", a:body())
  out:link("b", "shape", b)
  out:link("  of", "body", b:body())
  out:add("birth", ("%d"):format(birth))
  out:add("pieces", ("%d, %d"):format(m:pieces()))
  out:add("normal", ("%.4g, %.4g, from a to b"):format(m:normal()))
  out:add("force", ("%.5g N, friction %.5g N"):format(m:force()))
  out:values(m, { { "penetration", "m" }, { "friction", "" }, { "restitution", "" },
    { "surface_speed", "m/s" } }, "")
  for i = 1, m:count() do
    local x, y, separation = m:point(i)
    local normal, along = m:impulse(i)
    out:head(("contact point %d"):format(i))
    out:add("at", ("%.5g, %.5g m"):format(x, y))
    out:add("separation", ("%.4g mm"):format(1e3 * separation))
    out:add("impulse", ("%.5g N s, along %.5g N s"):format(normal, along))
    out:add("speed before", ("%.5g m/s, along %.5g m/s"):format(m:speed(i)))
    out:add("feature", ("%d"):format(m:feature(i)))
  end
end

-- ---- worlds ---------------------------------------------------------------------------------

local WORLD <const> = {
  { "time", "s" }, { "steps", "" }, { "body_count", "" }, { "awake_count", "" },
  { "shape_count", "" }, { "joint_count", "" }, { "touching_count", "" },
  { "manifold_count", "" }, { "pair_count", "" }, { "island_count", "" }, { "color_count", "" },
  { "kinetic_energy", "J" }, { "potential_energy", "J" }, { "momentum", "N s, N m s" },
  { "max_penetration", "m" }, { "extent", "m" },
}
local WORLD_SETTINGS <const> = {
  { "gravity", "m/s2", "set_gravity" }, { "substeps", "", "set_substeps" },
  { "threads", "", "set_threads" }, { "has_sleep", "", "set_sleep" },
  { "is_continuous", "", "set_continuous" }, { "is_strict", "", "set_strict" },
  { "max_dt", "s", "set_max_dt" }, { "max_speed", "m/s", "set_max_speed" },
  { "slop", "m", "set_slop" }, { "hit_speed", "m/s", "set_hit_speed" },
  { "restitution_speed", "m/s", "set_restitution_speed" },
  { "push_speed", "m/s", "set_push_speed" }, { "push_share", "", "set_push_share" },
  { "contact_hertz", "Hz", "set_contact_hertz" },
  { "contact_damping", "ratio", "set_contact_damping" },
  { "friction_mix", "", "set_friction_mix" }, { "restitution_mix", "", "set_restitution_mix" },
  { "bounds", "m", "set_bounds" }, { "outside", "", "set_outside" },
}

local function add_wind(out, world)
  local x, y, drag, lift, layers = world:wind()
  if not x then return out:add("wind", "none", { edit = "scene.world:set_wind(nil)" }) end
  local code = ("{ x = %s, y = %s, drag = %s, lift = %s, layers = %d }"):format(rows.code_of(x),
    rows.code_of(y), rows.code_of(drag), rows.code_of(lift), layers)
  out:add("wind", ("%.5g, %.5g m/s, drag %.5g, lift %.5g kg/m2"):format(x, y, drag, lift),
    { edit = ("scene.world:set_wind(%s)"):format(code) })
end

local function add_times(out, world)
  local profile = world:profile()
  local names = {}
  for name, value in pairs(profile) do
    if type(value) == "number" then names[#names + 1] = name end
  end
  table.sort(names)
  if not out:head "times of the last step" then return end
  for _, name in ipairs(names) do out:add(name, ("%.3g ms"):format(profile[name])) end
end

function parts.world(out, world)
  out:head "world"
  out:values(world, WORLD, "")
  out:add("bytes", ("%.1f kB"):format(world:bytes() / 1024))
  out:add("bytes of Lua", ("%.0f kB"):format(collectgarbage "count"))
  out:head "world settings"
  out:values(world, WORLD_SETTINGS, "scene.world")
  add_wind(out, world)
  add_times(out, world)
  if out:head(("bodies, %d"):format(world:body_count())) then
    for body in rows.first(world:bodies()) do out:link(body:type(), "body", body) end
  end
  add_joints(out, world)
  out:data(world:data(), "scene.world:data()")
end

return parts
