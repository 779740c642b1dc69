-- Writes the reference of the module `cairn` from its type files, lua/cairn/meta/*.lua:
--
--   lua5.4 docs/reference.lua > docs/reference.md
--
-- Understood is what they use of LuaCATS: ---@class, ---@field, ---@alias, ---@param,
-- ---@return and plain --- lines above `function Class:name(...) end`. Anything else is skipped.
-- As a module (require or dofile with arguments) it offers types, parse and render, for the specs.

local reference = {}

-- In the order in which the reference tells of them.
reference.FILES = {
  "cairn", "world", "query", "body", "shape", "joint", "mover", "manifold", "rays", "vec",
  "recording", "scene", "build", "geometry",
}
-- What a scene's script is given: the guide tells of it, and tests/docs/types_spec.lua reads it.
reference.GIVEN = { "script", "pen", "ui", "input", "sound" }

local RECEIVERS = {
  World = "world", Body = "body", Shape = "shape", Joint = "joint", Manifold = "m", Thing = "thing",
  Mover = "mover", Rays = "rays", Map = "map", Player = "player", Recorder = "recorder",
  Scene = "s", Timeline = "t",
}
local MODULES = {
  cairn = "cairn.", build = "build.", geometry = "geometry.", vec = "cairn.vec.", scene = "scene.",
}
local TITLES = {
  cairn = "The module", ["cairn.vec"] = "The table `cairn.vec`",
  ["cairn.build"] = 'The module `require "cairn.build"`',
  ["cairn.scene"] = 'The module `require "cairn.scene"`',
  ["cairn.geometry"] = 'The module `require "cairn.geometry"`',
}

local HEAD = [[
# Reference of the module `cairn`

<!-- Generated: lua5.4 docs/reference.lua > docs/reference.md. Edit lua/cairn/meta/ instead. -->

Metres, kilograms, seconds, radians. y points up, counter-clockwise is positive. A point is two
numbers, given and returned one by one. An argument in brackets may be left out; a type that ends in
`?` may be nil; "iterator" means `for ... in call do`, in the order of ids. What is made in a loop
over bodies, shapes, joints or movers comes in it, too: one that makes another in each turn has no
end. Wrong arguments raise an error that names the argument or the field. Values beyond the last
argument are dropped, as Lua's own functions do, but raise where their meaning would be lost: a
second table of keys, sub-steps after dt.

Each number has its unit beside it: `m`, `m/s`, `rad`, `kg`, `N`, `N s` and so on. What has none is
called a ratio, a share (0..1), a factor, a coefficient or a direction (whose length does not matter
where it is given); integers count, or are ids and bits. "default none" is nil to the getter.
"Without limit" is `math.huge`, which is taken only where the words say so.

What holds everywhere, where nothing else is said:

- Places are up to 1e6 m from the origin, sizes from 0.001 m to 1e4 m, all numbers finite.
  Places are kept in 64 bits, most of the rest in 32: a `sleep_speed` of 0.05 reads back as
  0.050000000745.
- A setter wakes the body, or the two of a joint, with its island, unless it sets names or `data`.
  Setters of a world wake where it says so.
- Static bodies have no velocity and ignore what would give them one; forces, torques and impulses
  act on dynamic bodies alone. A disabled body keeps what it is told and takes part in nothing.
- What has been destroyed raises by its name, but for `is_valid()` (false) and `destroy()` (false).
- Inside `filter` and `pre_solve` a world may be asked and not changed: that raises, and
  `world:defer(f)` does it later.
- Tables of keys are read raw: what a metatable's `__index` would add does not count. A finalizer
  (`__gc`) that runs in the middle of a call may destroy things of that world: they go after the
  next step.

Where a line ends in two numbers with dots between, like 0..1e6, a number has to lie between them,
both included; in a list each has to. Whoever gives another is told which end was passed, and
nothing has happened. What only asks (rays, points, distances) takes any finite number. Within these
ranges nothing that can be read is ever infinite or not a number, but what says that it is without
limit (`math.huge`).

A getter that says nothing of itself gives what the key of its name sets, in the unit that stands
under [Keys of tables](#keys-of-tables); its setter takes the same.

The tables of a scene script (`scene`, `pen`, `ui`, `input`, `sound`) are in the [guide](guide.md).
]]

-- ---- reading ----------------------------------------------------------------------------------

-- A type ends at the first blank outside brackets that does not follow ":", "," or "|".
local function split_type(text)
  local depth = 0
  for i = 1, #text do
    local c = text:sub(i, i)
    if c:find("[%(<{%[]") then depth = depth + 1 end
    if c:find("[%)>}%]]") then depth = depth - 1 end
    if c == " " and depth == 0 and not text:sub(1, i - 1):find("[:,|]$") then
      return text:sub(1, i - 1), text:sub(i + 1)
    end
  end
  return text, ""
end

-- "number x, number? y" -> { {type=, name=}, ... }; commas within brackets belong to a type.
local function split_returns(text)
  local list, depth, from = {}, 0, 1
  for i = 1, #text + 1 do
    local c = text:sub(i, i)
    if c:find("[%(<{%[]") then depth = depth + 1 end
    if c:find("[%)>}%]]") then depth = depth - 1 end
    local in_function = text:sub(from, i):find("%):[^,]*$") and i <= #text
    if c == "" or (c == "," and depth == 0 and not in_function) then
      local type, name = split_type(text:sub(from, i - 1):match("^%s*(.-)%s*$"))
      list[#list + 1] = { type = type, name = name }
      from = i + 1
    end
  end
  return list
end

-- fun(): A, B is one type with several values: commas after it go on with the same return.
local function read_returns(text)
  if text:find("^fun%(") then return { { type = text, name = "" } } end
  return split_returns(text)
end

local readers = {}

function readers.class(state, text)
  local name, parents = text:match("^([%w_.]+)%s*:?%s*(.*)$")
  if state.classes[name] then -- opened again by another file
    state.current, state.doc = state.classes[name], {}
    return
  end
  local class = { name = name, fields = {}, methods = {}, parents = {}, doc = state.doc }
  for parent in parents:gmatch("[%w_.]+") do class.parents[#class.parents + 1] = parent end
  state.classes[#state.classes + 1], state.classes[name] = class, class
  state.current, state.doc = class, {}
end

function readers.field(state, text)
  local name, rest = text:match("^(%S+)%s+(.*)$")
  local type, doc = split_type(rest)
  table.insert(state.current.fields, {
    name = name:gsub("%?$", ""), optional = name:sub(-1) == "?", type = type, doc = doc,
  })
end

function readers.alias(state, text)
  local name, rest = text:match("^(%S+)%s+(.*)$")
  local type, doc = split_type(rest)
  table.insert(state.aliases, { name = name, type = type, doc = doc })
end

function readers.param(state, text)
  local name, rest = text:match("^(%S+)%s+(.*)$")
  local type, doc = split_type(rest)
  state.params[name:gsub("%?$", "")] = {
    type = type, doc = doc, optional = name:sub(-1) == "?" or type:sub(-1) == "?",
  }
end

-- Each line tells of one value or more: the next goes on where the last has ended.
readers["return"] = function(state, text)
  state.returns = state.returns or {}
  for _, value in ipairs(read_returns(text)) do table.insert(state.returns, value) end
end

local function read_function(state, owner, name, list)
  local class = state.classes["cairn." .. owner] or state.classes[owner]
  local method = {
    name = name, arguments = {}, params = state.params, returns = state.returns, doc = state.doc,
  }
  for argument in list:gmatch("[%w_.]+") do table.insert(method.arguments, argument) end
  table.insert(class.methods, method)
end

local function clear(state) state.params, state.returns, state.doc = {}, nil, {} end

local function read_line(state, line)
  local tag, rest = line:match("^%-%-%-@(%a+)%s*(.*)$")
  if tag then
    if readers[tag] then readers[tag](state, rest) end
    return
  end
  local doc = line:match("^%-%-%-%s*(.*)$")
  if doc then return table.insert(state.doc, doc) end
  local owner, name, list = line:match("^function ([%w_]+)[.:]([%w_]+)%((.-)%)")
  if owner then read_function(state, owner, name, list) end
  clear(state)
end

--- The classes (a list, and by name) and aliases of the text of type files.
function reference.parse(text)
  local state = { classes = {}, aliases = {} }
  clear(state)
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do read_line(state, line) end
  return state
end

-- ---- writing ----------------------------------------------------------------------------------

local function code(text) return "`" .. text:gsub("|", "\\|") .. "`" end

local function short(type) return (type:gsub("cairn%.(%u)", "%1")) end

-- "fun(): A, B" says in words what it is to a reader.
local function type_text(type)
  local values = type:match("^fun%(%):%s*(.+)$")
  if values == "nil" then return "iterator (over nothing)" end
  if values then return "iterator: " .. code(short(values)) end
  return code(short(type))
end

local function returns_text(returns)
  if not returns then return "" end
  local parts = {}
  for i, r in ipairs(returns) do
    parts[i] = type_text(r.type) .. (r.name ~= "" and " " .. r.name or "")
  end
  return table.concat(parts, ", ")
end

-- Everything from the first optional argument on stands in brackets.
local function arguments_text(method)
  local out, open = "", false
  for i, name in ipairs(method.arguments) do
    local param = method.params[name]
    local comma = i > 1 and ", " or ""
    if param and param.optional and not open then
      out, open = out .. "[" .. comma .. name, true
    else
      out = out .. comma .. name
    end
  end
  return out .. (open and "]" or "")
end

local function takes_keys(method)
  local param = method.params[method.arguments[1]]
  return #method.arguments == 1 and param and param.type:find("Keys%??$") and param
end

local function call_text(class, method)
  local owner = class.name:match("[%w_]+$")
  local left = MODULES[owner] or RECEIVERS[owner] .. ":"
  local keys = takes_keys(method)
  if keys then return ("%s%s{%s}"):format(left, method.name, short(keys.type):gsub("%?$", "")) end
  return ("%s%s(%s)"):format(left, method.name, arguments_text(method))
end

-- What the arguments are, where their names alone do not say it.
local function notes(method)
  local parts = {}
  if #method.doc > 0 then parts[1] = table.concat(method.doc, " ") end
  for _, name in ipairs(method.arguments) do
    local param = method.params[name]
    if param and not takes_keys(method) then
      local says = param.type ~= "number" and param.type ~= "any"
      local text = says and type_text(param.type) or ""
      if param.doc ~= "" then text = text .. (says and " " or "") .. param.doc end
      if text ~= "" then parts[#parts + 1] = name .. ": " .. text end
    end
  end
  return (table.concat(parts, "; "):gsub("|", "\\|"):gsub("\\\\|", "\\|"):gsub("%.;", ";"))
end

local function write_methods(out, class)
  out("| call | returns | |")
  out("| --- | --- | --- |")
  for _, method in ipairs(class.methods) do
    out(("| %s | %s | %s |"):format(code(call_text(class, method)), returns_text(method.returns),
      notes(method)))
  end
  out("")
end

local function write_fields(out, class)
  out("| key | type | |")
  out("| --- | --- | --- |")
  for _, field in ipairs(class.fields) do
    out(("| `%s`%s | %s | %s |"):format(field.name, field.optional and "" or " *", code(
      short(field.type)), (field.doc:gsub("|", "\\|"))))
  end
  out("")
end

local function write_parents(out, class)
  if #class.parents == 0 then return end
  local names = {}
  for i, parent in ipairs(class.parents) do names[i] = code(short(parent)) end
  out(("The keys of %s, and:\n"):format(table.concat(names, ", ")))
end

-- Classes that only put others together: a table of sums.
local function write_sums(out, classes)
  out("### Keys put together\n")
  out("| table | has the keys of |\n| --- | --- |")
  for _, class in ipairs(classes) do
    local names = {}
    for i, parent in ipairs(class.parents) do names[i] = code(short(parent)) end
    out(("| %s | %s |"):format(code(short(class.name)), table.concat(names, ", ")))
  end
  out("")
end

local function write_class(out, class)
  out("### " .. short(class.name) .. "\n")
  if #class.doc > 0 then out(table.concat(class.doc, " ") .. "\n") end
  write_parents(out, class)
  write_fields(out, class)
end

local function write_keys(out, classes)
  local sums = {}
  out("## Keys of tables\n\nA key with * must be given.\n")
  for _, class in ipairs(classes) do
    if #class.methods == 0 and #class.fields > 0 then write_class(out, class) end
    if #class.methods == 0 and #class.fields == 0 then sums[#sums + 1] = class end
  end
  write_sums(out, sums)
end

--- The reference as Markdown.
function reference.render(types)
  local lines = {}
  local function out(line) lines[#lines + 1] = line:gsub("|  |", "| |"):gsub("|  |", "| |") end
  out(HEAD)
  for _, class in ipairs(types.classes) do
    if #class.methods > 0 then
      out("## " .. (TITLES[class.name] or short(class.name)) .. "\n")
      if class.name == "cairn.Thing" then out(table.concat(class.doc, " ") .. "\n") end
      if #class.fields > 0 then write_fields(out, class) end
      write_methods(out, class)
    end
  end
  write_keys(out, types.classes)
  out("## Names of types\n\n| name | is | |\n| --- | --- | --- |")
  for _, alias in ipairs(types.aliases) do
    out(("| %s | %s | %s |"):format(code(short(alias.name)), code(short(alias.type)), alias.doc))
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The whole text of a file; raises when it cannot be read.
function reference.read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- What the type files say, as parse gives it. root: the folder of the project, default this one.
function reference.types(root)
  local texts = {}
  for i, name in ipairs(reference.FILES) do
    texts[i] = reference.read(("%slua/cairn/meta/%s.lua"):format(root or "", name))
  end
  return reference.parse(table.concat(texts, "\n"))
end

if arg and arg[0] and arg[0]:find("reference%.lua$") then
  io.write(reference.render(reference.types(arg[0]:match("^(.*)docs/reference%.lua$") or "../")))
end

return reference
