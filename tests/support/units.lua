-- What the type files leave unsaid: numbers without a unit, keys that may be left out without their
-- default.
--
-- A number has a unit where the words beside it, or those of its method, say one of UNITS; of what
-- has none, they say what kind of number it is. Integers count, and need none.

local units = {}

local UNITS = {}
for unit in ([[
  m m/s m/s^2 m^2 rad rad/s rad/s^2 1/s 1/m 1/kg s ms ns Hz kg kg/m^2 N J bytes bits 0xRRGGBB
  ratio share factor fraction coefficient direction normal count
]]):gmatch "%S+" do UNITS[unit] = true end

--- Whether words say what kind of number it is.
function units.said_in(words)
  for word in words:gmatch "%S+" do
    word = word:match "^[%(]*(.-)[,;:%.%)]*$"
    if UNITS[word] or UNITS[word:gsub("^%u%l+$", string.lower)] then return true end
  end
  return words:find("%d%.%.%d") ~= nil
end

local function is_number(type) return type:find "^number" ~= nil end

-- What has to be said, and may be nil, tells what nil does.
local function says_default(words, may_be_nil)
  return words:find "%f[%w]default%f[%W]" ~= nil
    or may_be_nil and words:find "%f[%w]nil%f[%W]" ~= nil
end

local function missing_of_fields(class, list)
  local whole = table.concat(class.doc, " ")
  for _, field in ipairs(class.fields) do
    local name = class.name .. " " .. field.name
    if is_number(field.type) and not units.said_in(field.doc) then
      list[#list + 1] = name .. ": no unit"
    end
    if field.optional and not says_default(field.doc) and not says_default(whole) then
      list[#list + 1] = name .. ": no default"
    end
  end
end

-- A type like `fun(): Shape, number, number` gives numbers, too.
local function gives_numbers(returns)
  for _, r in ipairs(returns or {}) do
    if is_number(r.type) or r.type:find "^fun%(%):.*number" then return true end
  end
  return false
end

local function missing_of_method(class, method, list)
  local name, doc = class.name .. ":" .. method.name, table.concat(method.doc, " ")
  for _, argument in ipairs(method.arguments) do
    local param = method.params[argument]
    if not param then
      list[#list + 1] = ("%s(%s): no type"):format(name, argument)
    elseif is_number(param.type) and not units.said_in(param.doc) then
      list[#list + 1] = ("%s(%s): no unit"):format(name, argument)
    end
    if param and param.optional and not says_default(param.doc, param.type:sub(-1) == "?") then
      list[#list + 1] = ("%s(%s): no default"):format(name, argument)
    end
  end
  if gives_numbers(method.returns) and not units.said_in(doc) then
    list[#list + 1] = name .. ": result without unit"
  end
end

--- What is unsaid in types as docs/reference.lua gives them, a line for each, in their order.
function units.missing(types)
  local list = {}
  for _, class in ipairs(types.classes) do
    missing_of_fields(class, list)
    for _, method in ipairs(class.methods) do missing_of_method(class, method, list) end
  end
  return list
end

return units
