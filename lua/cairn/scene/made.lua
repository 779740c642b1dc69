-- cairn.scene.made: what was made by hand in a scene, as lines of Lua for the end of scene.load.
--
-- Bodies and joints are told as they are now, by the keys of their constructors (world:describe),
-- so the lines make again what is seen. What the script made is called by its name, or its id.

local sorted_keys = require "cairn.words.sorted"

local made = {}

local WIDTH <const> = 100 -- of a line

-- A value that is written as it stands.
local Code = {}
local function code(text) return setmetatable({ text = text }, Code) end

local value_of

local function entries_of(t)
  local parts = {}
  for i = 1, #t do parts[i] = value_of(t[i]) end
  for _, key in ipairs(sorted_keys(t)) do
    if math.type(key) ~= "integer" then
      parts[#parts + 1] = ("%s = %s"):format(key, value_of(t[key]))
    end
  end
  return parts
end

function value_of(value)
  if getmetatable(value) == Code then return value.text end
  if type(value) == "table" then return "{ " .. table.concat(entries_of(value), ", ") .. " }" end
  if type(value) == "string" then return ("%q"):format(value) end
  if value == math.huge then return "math.huge" end
  if math.type(value) ~= "float" then return tostring(value) end
  for digits = 6, 17 do -- the shortest that reads back
    local text = ("%%.%dg"):format(digits):format(value)
    if tonumber(text) == value then return text end
  end
end

-- A list of numbers may be longer than a line.
local function wrapped(part)
  if #part < WIDTH or part:find '"' then return part end
  local out, length = {}, 0
  for piece in (part .. " "):gmatch "(%S*) " do
    if length + #piece + 5 > WIDTH then
      out[#out], length = out[#out] .. "\n     ", 0
    end
    out[#out + 1], length = piece, length + #piece + 1
  end
  return table.concat(out, " ")
end

-- A call with a table, on as many lines as it needs.
local function call(lines, head, keys)
  local whole = ("  %s %s"):format(head, value_of(keys))
  if #whole <= WIDTH then
    lines[#lines + 1] = whole
    return
  end
  lines[#lines + 1] = ("  %s {"):format(head)
  local line = "   "
  for _, part in ipairs(entries_of(keys)) do
    if #line + #part + 2 > WIDTH and #line > 3 then
      lines[#lines + 1], line = line, "   "
    end
    line = line .. " " .. wrapped(part) .. ","
  end
  lines[#lines + 1] = line
  lines[#lines + 1] = "  }"
end

local function without(t, ...)
  local rest = {}
  for key, value in pairs(t) do rest[key] = value end
  for _, key in ipairs { ... } do rest[key] = nil end
  return rest
end

-- One shape that lies where the body is goes into the body's constructor.
local function is_one(body)
  local shape = body.shapes and #body.shapes == 1 and body.shapes[1]
  return shape and not (shape.x or shape.y or shape.angle or shape.data)
end

local function add_body(lines, name, body)
  local keys = without(body, "shapes")
  if is_one(body) then
    local shape = body.shapes[1]
    for key, value in pairs(without(shape, "kind", "id")) do keys[key] = value end
    return call(lines, ("local %s = world:%s"):format(name, shape.kind), keys)
  end
  call(lines, ("local %s = world:body"):format(name), keys)
  for _, shape in ipairs(body.shapes or {}) do
    call(lines, ("%s:add_%s"):format(name, shape.kind), without(shape, "kind", "id"))
  end
end

--- How a line of the script calls a body: by its name (nil: none, or one that others have), or id.
function made.call_of(id, name)
  return name and ("world:find(%q)"):format(name) or ("world:body(%d)"):format(id)
end

-- All bodies in the order of their ids, and by handle: { keys =, made =, name = its expression }.
local function bodies_of(world, description, is_made)
  local order, by_handle, shared, count = {}, {}, {}, 0
  for body in world:bodies() do
    local name = body:name()
    if name then shared[name] = (shared[name] or 0) + 1 end
  end
  for body in world:bodies() do
    local id, name = body:id(), body:name()
    local entry = { keys = description.bodies[#order + 1], made = is_made[id] }
    if entry.made then
      count = count + 1
      entry.name = ("made_%d"):format(count)
    else
      entry.name = made.call_of(id, shared[name] == 1 and name or nil)
    end
    order[#order + 1], by_handle[body] = entry, entry
  end
  return order, by_handle
end

local function add_joint(lines, joint, keys, by_handle)
  local a, b = joint:bodies()
  local own = without(keys, "type")
  own.a = by_handle[a] and code(by_handle[a].name) or nil -- the ground is said by nothing
  own.b = by_handle[b] and code(by_handle[b].name) or nil
  call(lines, ("world:%s"):format(keys.type), own)
end

local function set_of(ids)
  local set = {}
  for _, id in ipairs(ids) do set[id] = true end
  return set
end

--- The lines; world: the scene's; ids: { bodies =, joints = } made by hand; removed: expressions of
--- what the script had made and a hand has taken away. Nil when there is nothing.
function made.lines(world, ids, removed)
  local description, lines = world:describe(), {}
  local order, by_handle = bodies_of(world, description, set_of(ids.bodies))
  for i, expression in ipairs(removed) do lines[i] = ("  %s:destroy()"):format(expression) end
  for _, entry in ipairs(order) do
    if entry.made then add_body(lines, entry.name, entry.keys) end
  end
  local is_made, i = set_of(ids.joints), 0
  for joint in world:joints() do
    i = i + 1
    if is_made[joint:id()] then add_joint(lines, joint, description.joints[i], by_handle) end
  end
  return lines[1] and table.concat(lines, "\n") .. "\n" or nil
end

return made
