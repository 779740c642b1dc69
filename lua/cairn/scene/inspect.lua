-- cairn.scene.inspect: what is to be said of a body: itself, its shapes, joints and contacts, as
-- rows of text with units.
--
-- A row that can be changed has the line for the console that would set its value as it is now; one
-- that leads to another body has its id. Not here: what is shown of them, and where
-- (src/view/inspector.c).

local inspect, Inspect = {}, {}

local MOST_EACH <const> = 40 -- shapes, joints, contacts
local MOST_DATA <const> = 20 -- entries of data

-- name of the getter, unit, name of the setter if there is one
local BODY <const> = {
  { "position", "m", "set_position" }, { "angle", "rad", "set_angle" },
  { "velocity", "m/s", "set_velocity" }, { "angular_velocity", "rad/s", "set_angular_velocity" },
  { "mass", "kg", "set_mass" }, { "inertia", "kg m2", "set_inertia" }, { "center", "m" },
  { "acceleration", "m/s2" }, { "force", "N" }, { "kinetic_energy", "J" },
}
local SETTINGS <const> = {
  { "name", "", "set_name" }, { "damping", "1/s", "set_damping" },
  { "angular_damping", "1/s", "set_angular_damping" }, { "gravity_scale", "", "set_gravity_scale" },
  { "constant_force", "N", "set_constant_force" }, { "relative_force", "N", "set_relative_force" },
  { "constant_torque", "N m", "set_constant_torque" }, { "max_speed", "m/s", "set_max_speed" },
  { "is_bullet", "", "set_bullet" }, { "safety", "", "set_safety" },
  { "is_fixed_rotation", "", "set_fixed_rotation" },
  { "is_fast_rotation", "", "set_fast_rotation" }, { "can_sleep", "", "set_can_sleep" },
  { "sleep_speed", "m/s", "set_sleep_speed" }, { "is_enabled", "", "set_enabled" },
}
local SHAPE <const> = {
  { "x", "m", "set_x" }, { "y", "m", "set_y" }, { "angle", "rad", "set_angle" },
  { "w", "m", "set_w" }, { "h", "m", "set_h" }, { "radius", "m", "set_radius" },
  { "rx", "m", "set_rx" }, { "ry", "m", "set_ry" },
  { "x1", "m", "set_x1" }, { "y1", "m", "set_y1" },
  { "x2", "m", "set_x2" }, { "y2", "m", "set_y2" },
  { "density", "kg/m2", "set_density" }, { "mass", "kg" }, { "area", "m2" },
  { "friction", "", "set_friction" }, { "restitution", "", "set_restitution" },
  { "rolling", "", "set_rolling" }, { "surface_speed", "m/s", "set_surface_speed" },
  { "layer", "", "set_layer" }, { "group", "", "set_group" }, { "is_sensor", "", "set_sensor" },
  { "is_enabled", "", "set_enabled" }, { "has_events", "", "set_events" },
}
local JOINT <const> = {
  { "force", "N" }, { "error", "m" }, { "angle", "rad" }, { "speed", "" }, { "translation", "m" },
  { "length", "m" }, { "rest_length", "m", "set_length" }, { "min", "m", "set_min" },
  { "max", "m", "set_max" }, { "limits", "", "set_limits" }, { "motor", "", "set_motor" },
  { "spring", "Hz", "set_spring" }, { "target", "", "set_target" }, { "ratio", "", "set_ratio" },
  { "hertz", "Hz", "set_hertz" }, { "damping", "", "set_damping" },
  { "max_force", "N", "set_max_force" }, { "max_torque", "N m", "set_max_torque" },
  { "break_force", "N", "set_break_force" }, { "break_torque", "N m", "set_break_torque" },
  { "is_collide", "", "set_collide" }, { "is_enabled", "", "set_enabled" },
}

-- ---- values as text -------------------------------------------------------------------------

local function text_of(value)
  if math.type(value) == "float" then return ("%.5g"):format(value) end
  if type(value) == "string" then return ("%q"):format(value) end
  return tostring(value)
end

-- Most of what the core keeps is in single precision.
local function single(value) return (("f"):unpack(("f"):pack(value))) end

-- As it is written in a script: with all digits that it has.
local function code_of(value)
  if math.type(value) == "float" then
    local short = ("%.7g"):format(value)
    local number = tonumber(short) -- nil: infinite, or none
    if not number then return short:sub(1, 1) == "-" and "-1 / 0" or "1 / 0" end
    local same = single(value) == value and single(number) == value
    return same and short or ("%.17g"):format(value)
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

local function list_of(values, n, form)
  local texts = {}
  for i = 1, n do texts[i] = form(values[i]) end
  return table.concat(texts, ", ")
end

-- A row for each getter that this kind of thing has. object: its expression for the console.
local function add_values(rows, thing, entries, object)
  for _, entry in ipairs(entries) do
    local getter, unit, setter = entry[1], entry[2], entry[3]
    local found, method = pcall(function() return thing[getter] end)
    local values = table.pack(pcall(found and method or error, thing))
    local n = values.n
    -- what a kind has not it refuses to tell, or tells nothing
    if values[1] and n > 1 and not (n == 2 and values[2] == nil and getter ~= "name") then
      values = table.pack(table.unpack(values, 2, n))
      local plain = list_of(values, values.n, text_of)
      rows[#rows + 1] = {
        label = getter:gsub("^is_", ""):gsub("^has_", ""):gsub("_", " "),
        value = unit ~= "" and plain .. " " .. unit or plain,
        edit = setter and ("%s:%s(%s)"):format(object, setter, list_of(values, values.n, code_of)),
      }
    end
  end
end

local function head(rows, text) rows[#rows + 1] = { head = true, label = text } end

-- ---- the parts ------------------------------------------------------------------------------

local function add_body(rows, body)
  head(rows, ("body #%d%s, %s%s"):format(body:id(),
    body:name() and (' "%s"'):format(body:name()) or "", body:type(),
    body:type() == "dynamic" and (body:is_awake() and ", awake" or ", asleep") or ""))
  add_values(rows, body, BODY, "sel")
end

local function add_settings(rows, body)
  head(rows, "settings")
  add_values(rows, body, SETTINGS, "sel")
end

-- The first of those that an iterator gives.
local function first(iterator, state, value)
  local count = 0
  return function()
    count, value = count + 1, iterator(state, value)
    if count <= MOST_EACH then return value end
  end
end

local function add_shapes(rows, body)
  for shape in first(body:shapes()) do
    head(rows, ("shape #%d, %s"):format(shape:id(), shape:kind()))
    add_values(rows, shape, SHAPE, ("scene.world:shape(%d)"):format(shape:id()))
  end
end

local function add_joints(rows, body)
  for joint in first(body:joints()) do
    head(rows, ("joint #%d, %s"):format(joint:id(), joint:type()))
    local found, a, b = pcall(joint.bodies, joint)
    local other = found and (a ~= body and a or b)
    if other then rows[#rows + 1] = { label = "to", value = tostring(other), body = other:id() } end
    add_values(rows, joint, JOINT, ("scene.world:joint(%d)"):format(joint:id()))
  end
end

local function impulse_of(m)
  local normal, along = 0, 0
  for i = 1, m:count() do
    local n, t = m:impulse(i)
    normal, along = normal + n, along + t
  end
  return normal, along
end

local function add_contacts(rows, body)
  local count = 0
  for m in body:manifolds() do
    count = count + 1
    if count == 1 then head(rows, "contacts") end
    if count > MOST_EACH then break end
    local a, b = m:bodies()
    local other = a ~= body and a or b
    local normal, along = impulse_of(m)
    rows[#rows + 1] = { label = "with", value = tostring(other), body = other:id() }
    rows[#rows + 1] = {
      label = ("  %d point%s"):format(m:count(), m:count() == 1 and "" or "s"),
      value = ("%.3g mm deep, %.4g and %.4g N s"):format(1e3 * m:penetration(), normal, along),
    }
  end
end

local function add_data(rows, body)
  local data = body:data()
  if data == nil then return end
  head(rows, "data")
  if type(data) ~= "table" then
    rows[#rows + 1] = { label = "", value = text_of(data) }
    return
  end
  local names = {}
  for key in next, data do
    if #names < MOST_DATA then names[#names + 1] = key end
  end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(names) do
    local value, plain = data[key], type(data[key]) ~= "table"
    local named = type(key) == "string" and key:find "^[%a_][%w_]*$"
    rows[#rows + 1] = {
      label = tostring(key), value = plain and text_of(value) or "{...}",
      edit = plain and named and type(value) ~= "userdata" and type(value) ~= "function"
        and ("sel:data().%s = %s"):format(key, code_of(value)) or nil,
    }
  end
end

local PARTS <const> = { add_body, add_contacts, add_settings, add_shapes, add_joints, add_data }

--- Rows about the body of that id, in order: { head =, label = } begins a group, else { label =,
--- value =, edit = line for the console or nil, body = id or nil }. Nothing of the script's is run.
function Inspect:inspect(id)
  local rows = {}
  local body = self.live_world and id > 0 and self.live_world:body(id)
  if not body then return rows end
  for _, add in ipairs(PARTS) do add(rows, body) end
  return rows
end

--- The body of that id as a scene in Lua, or nil.
function Inspect:body_as_lua(id)
  local world = self.live_world
  local body = world and id > 0 and world:body(id)
  if not body then return nil end
  local nth, i = nil, 0
  for other in world:bodies() do
    i = i + 1
    if other == body then nth = i end
  end
  local all = world:describe()
  all.bodies, all.joints, all.movers, all.apart = { all.bodies[nth] }, nil, nil, nil
  return require("cairn").to_lua(all)
end

--- Give the class its methods.
function inspect.add_to(Scene)
  for name, method in pairs(Inspect) do Scene[name] = method end
end

return inspect
