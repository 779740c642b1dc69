-- bad_values.lua CAIRN_H CAIRN_TYPES_H: writes what test_bad_values.c calls, from the headers:
-- every function of the core with its parameters, every definition with its fields. A function or a
-- type that it does not know is an error, so that nothing new is left out.

-- Not called, and why:
local skipped = {
  cn_set_allocator = "of the process, not of a world: test_shortage.c",
  cn_set_memory_limit = "the same",
  cn_world_destroy = "nothing to give but a world",
  cn_snapshot_free = "nothing to give but a snapshot",
}

local function text_of(path)
  local file <close> = assert(io.open(path))
  local text = file:read("a"):gsub("/%*.-%*/", " ")
  return (text:gsub("#[^\n]*\\\n[^\n]*", " "):gsub("#[^\n]*", " "))
end

-- ---- definitions ------------------------------------------------------------------------------

-- What a value is filled with: the kinds of test_bad_values.c.
local kinds = {
  double = "NUMBER", float = "SINGLE", int = "WHOLE", bool = "FLAG", size_t = "SIZE",
  uint64_t = "BITS", uint32_t = "WORD", uint8_t = "BYTE",
  cn_BodyId = "BODY", cn_ShapeId = "SHAPE", cn_JointId = "JOINT", cn_MoverId = "MOVER",
  cn_ContactId = "CONTACT", cn_BodyType = "ENUM", cn_ShapeKind = "ENUM", cn_JointKind = "ENUM",
  cn_Mix = "ENUM", cn_Outside = "ENUM", cn_WarningKind = "ENUM",
}
-- How many of what a pointer leads to: more would be a lie that nobody can see through.
local counts = {
  point_count = true, material_count = true, other_count = true, capacity = true, count = true,
}
-- Nested: their fields count as fields of what they are in.
local nested = { cn_Material = true, cn_AreaDef = true, cn_QueryFilter = true }
local structs = {}
local defs = { "cn_WorldDef", "cn_BodyDef", "cn_Material", "cn_AreaDef", "cn_ShapeDef",
  "cn_JointDef", "cn_WindDef", "cn_ExplosionDef", "cn_QueryFilter", "cn_MoverDef", "cn_Manifold",
  "cn_Pos" }

local function kind_of(type, name)
  if type == "int" and counts[name] then return "COUNT" end
  return kinds[type]
end

-- One, or one for each element of an array.
local function add_field(list, full, length, kind)
  for i = 0, (tonumber(length) or 1) - 1 do
    list[#list + 1] = { name = length == "" and full or ("%s[%d]"):format(full, i), kind = kind }
  end
end

-- Type and names of a declaration; nothing of pointers: what they lead to is made by the test.
local function each_declaration(struct)
  local next_declaration = structs[struct]:gmatch("[^;]+")
  return function()
    for declaration in next_declaration do
      local type, names = declaration:match("^%s*([%w_]+)%s+(.-)%s*$")
      local plain = type and type ~= "const" and type ~= "cn_ManifoldPoint"
      if plain and not declaration:find("[%*%(]") then return type, names end
    end
  end
end

local function add_fields(list, struct, prefix)
  for type, names in each_declaration(struct) do
    for name in names:gmatch("[^,]+") do
      local plain, length = name:match("^%s*([%w_]+)%s*%[?([%w_]*)%]?%s*$")
      assert(plain, "a field of " .. struct .. " that is not understood: " .. name)
      if nested[type] then
        add_fields(list, type, prefix .. plain .. ".")
      else
        local kind = assert(kind_of(type, plain), "a field of an unknown type: " .. type)
        add_field(list, prefix .. plain, length, kind)
      end
    end
  end
  return list
end

local function write_definitions(types)
  for body, name in types:gmatch("typedef struct [%w_]+ (%b{}) ([%w_]+);") do
    structs[name] = body:sub(2, -2)
  end
  structs.cn_Pos = "double x, y;"
  for _, struct in ipairs(defs) do
    print(("static const Field fields_of_%s[] = {"):format(struct))
    for _, field in ipairs(add_fields({}, struct, "")) do
      print(('    {"%s", %s, offsetof(%s, %s)},')
        :format(field.name, field.kind, struct, field.name))
    end
    print("    {NULL, FLAG, 0}};")
  end
end

-- ---- functions --------------------------------------------------------------------------------

local is_def = {}
for _, name in ipairs(defs) do is_def[name] = true end

-- Its kind, its fields where it is a definition, and the expression that gives it.
local function parameter(declaration, at, of)
  local plain, found = declaration:gsub("^const ", "")
  local constant = found > 0
  local type, star, name = plain:match("^([%w_]+)%s+(%**)([%w_]+)$")
  if declaration:find("%[") then
    star, type, name = "*", "double", declaration:match("([%w_]+)%[")
  end
  assert(name, of .. " has a parameter that is not understood: " .. declaration)
  local fields = "NULL"
  local kind
  local value = ("v[%d]"):format(at)
  if star == "" then
    if is_def[type] then
      kind, fields = "DEFINITION", "fields_of_" .. type
      value = ("*(%s *)%s.memory"):format(type, value)
    else
      kind = assert(kind_of(type, name), of .. ": of an unknown type: " .. declaration)
      local member = { NUMBER = "number", WHOLE = "whole", COUNT = "whole", ENUM = "whole",
        FLAG = "flag", BITS = "bits", SIZE = "size", BODY = "body", SHAPE = "shape",
        JOINT = "joint", MOVER = "mover", CONTACT = "contact" }
      value = value .. "." .. assert(member[kind], of .. ": " .. declaration)
      if kind == "ENUM" then value = ("(%s)%s"):format(type, value) end
    end
  elseif type == "cn_World" and star == "*" then
    kind, value = "WORLD", value .. ".memory"
  elseif type == "cn_Hooks" then
    kind, value = "NOTHING", "NULL"
  elseif constant and is_def[type] then
    kind, fields, value = "DEFINITION", "fields_of_" .. type, value .. ".memory"
  else
    local written = { cn_World = "NEW_WORLD", cn_Snapshot = "SNAPSHOT", cn_Error = "ERROR" }
    kind = written[type] or constant and (type == "void" and "BYTES" or "NUMBERS") or "ROOM"
    value = value .. ".memory"
  end
  return { name = name, kind = kind, fields = fields, value = value }
end

local answers = {
  cn_Result = "o->result = %s;", double = "o->number = %s;", float = "o->number = (double)%s;",
  cn_Pos = "cn_Pos p = %s; o->number = p.x + p.y;",
  cn_Vec = "cn_Vec p = %s; o->number = (double)(p.x + p.y);",
}

local function write_functions(header)
  local rows = {}
  for statement in header:gmatch("[^;]+") do
    local returned, name, list = statement:gsub("%s+", " "):match("^ ?(.-)([%w_]+) ?%((.*)%)$")
    if name and name:find("^cn_") and not skipped[name] and not returned:find("typedef") then
      local parameters, values = {}, {}
      if list ~= "void" then
        for declaration in list:gmatch("[^,]+") do
          local p = parameter(declaration:match("^ ?(.-) ?$"), #parameters, name)
          parameters[#parameters + 1] = p
          values[#values + 1] = p.value
        end
      end
      local call = ("%s(%s)"):format(name, table.concat(values, ", "))
      local answer = (answers[returned:match("^(.-) ?$")] or "(void)%s;"):format(call)
      print(("static void call_%s(const Value *v, Outcome *o) {"):format(name))
      print(("    (void)v, (void)o;\n    %s\n}"):format(answer))
      local described = {}
      for i, p in ipairs(parameters) do
        described[i] = ('{"%s", %s, %s}'):format(p.name, p.kind, p.fields)
      end
      rows[#rows + 1] = ('    {"%s", call_%s, %s, %s, %d, {%s}},'):format(name, name,
        returned:find("cn_Result") and "true" or "false",
        statement:find("const cn_World %*") and "true" or "false", #parameters,
        #described > 0 and table.concat(described, ",\n      ") or "{NULL, NOTHING, NULL}")
    end
  end
  print("static const Function functions[] = {")
  print(table.concat(rows, "\n"))
  print("};")
end

print("/* Made by bad_values.lua of cairn.h and cairn_types.h. */")
write_definitions(text_of(arg[2]))
write_functions(text_of(arg[1]))
