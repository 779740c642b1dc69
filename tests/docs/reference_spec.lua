-- The reference says the unit of each number and the default of each key, and says them rightly.
--
-- Every constructor is called with as little as it needs. What its keys' words state as default is
-- then what the getters give; and the same call with a default spelled out makes the same world.

local member = require "tests.support.member"
local reference = require "docs.reference"
local units = require "tests.support.units"
local has_module, cairn = pcall(require, "cairn")

-- ---- what words state -------------------------------------------------------------------------

local NONE = {}      -- there is nothing, and the getter gives nil

-- A value where the words after "default" are one, else the words themselves.
local function stated(words)
  local text = words:match "%f[%w]default%f[%W]%s*(.*)"
  if not text then return nil end
  local word = text:match "^(%-?%d[%w.]*)%f[^%w.]" or text:match "^%d+"
  local rest = text:sub(#(word or "") + 1)
  local ended = rest == "" or rest:find "^[;,:)]"
  if word and ended then return tonumber(word) end
  if text:find "^none%f[%W]" or text == "none" then return NONE end
  if text:find "^without limit" then return math.huge end
  if text:find "^true%f[%W]" or text == "true" then return true end
  if text:find "^false%f[%W]" or text == "false" then return false end
  if text:find '^"' then return text:match '^"(.-)"' end
  local x, y = text:match "^{(%-?[%d.]+), (%-?[%d.]+)}"
  if x then return { tonumber(x), tonumber(y) } end
  return text, true
end

local CENTER = { polygon = 1 / 3, capsule = 0.5 } -- x of what NEEDS makes

-- What stands in words only, and what the getter gives then. A function gets the object.
local IN_WORDS = {
  max_speed = function(body) return body:world():max_speed() end,
  mass = function(body)
    local shape = body:shape()
    return body:type() == "static" and 0 or shape and shape:mass() or 1
  end,
  inertia = function(body)
    local shape = body:shape()
    return body:type() == "static" and 0 or shape and { near = shape:inertia() } or body:inertia()
  end,
  mass_center = function(body) return CENTER[body:shape() and body:shape():kind() or ""] or 0 end,
  color = NONE, area = NONE, linear = NONE, angular = NONE,
  a = function(joint) return joint:world():ground() end,
  restitution_speed = function(world) return cairn.world():restitution_speed(), world end,
  snap = function(mover) return mover:step() end,
  max_slope = math.pi / 4,
  reference = 0, origin = 0, length = function(joint) return (joint:length()) end,
  at = 1, from = 1, to = 1, nx = 0, ny = 1,
}

-- Of what is not there most getters give nil.
local IN_WORDS_OF_NONE = { locks = false, w = 0, h = 0, apart = { {} }, ignored = { {} } }

-- Bodies keep all but places in 32 bits.
local function in_32_bits(value)
  return type(value) == "number" and string.unpack("f", string.pack("f", value)) or value
end

-- ---- constructors -----------------------------------------------------------------------------

local function pulley() return { from = { 0, 0 }, ground_from = { 0, 3 }, ground_to = { 2, 3 } } end

-- What each needs. b of a joint, and a of what couples, is made for it.
local NEEDS = {
  body = {}, box = { w = 1, h = 1 }, circle = { radius = 0.5 }, ellipse = { rx = 1, ry = 0.5 },
  capsule = { x1 = 0, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 },
  segment = { x1 = 0, y1 = 0, x2 = 1, y2 = 0 }, chain = { points = { 0, 0, 1, 0, 2, 1 } },
  polygon = { points = { 0, 0, 1, 0, 0, 1 } }, halfspace = {},
  revolute = { at = { 1, 0 } }, distance = { from = { 0, 0 } }, prismatic = { axis = { 1, 0 } },
  wheel = { axis = { 0, 1 } }, weld = {}, mouse = { x = 1, y = 0.2 }, motor = {}, friction = {},
  filter = {}, gear = {}, pulley = pulley(), ratchet = { step = 0.5 },
  rotary = {},
  mover = { radius = 0.3, height = 1 },
}

-- Of keys that are tables: what those need.
local NEEDS_WITHIN = {
  ["cairn.SpringKeys"] = { hertz = 2 }, ["cairn.TargetSpringKeys"] = { hertz = 2 },
  ["cairn.BoundSpringKeys"] = { hertz = 2 },
  ["cairn.Legs"] = { length = 0.3, hertz = 4 }, ["cairn.AreaKeys"] = {}, ["cairn.Locks"] = {},
  ["cairn.MotorKeys"] = {}, ["cairn.DriveLinearKeys"] = {}, ["cairn.DriveAngularKeys"] = {},
}

local JOINTS = {}
for name in ([[revolute distance prismatic wheel weld mouse motor friction filter gear pulley
  ratchet rotary]]):gmatch "%S+" do JOINTS[name] = true end

local function merged(...)
  local t = {}
  for _, part in ipairs { ... } do for k, v in cairn.pairs(part) do t[k] = v end end
  return t
end

-- The object that a constructor makes in a world of its own, which the ends of a joint are in.
local function make(name, keys)
  local world = cairn.world()
  local b = JOINTS[name] and world:box { x = 1, y = 0.2, w = 1, h = 1 }
  local more = { b = b }
  if name == "mouse" then more = { body = b } end
  if name == "gear" then
    more.a = world:revolute { b = world:circle { x = 5, radius = 1 }, at = { 5, 0 } }
    more.b = world:revolute { b = b, at = { 1, 0.2 } }
  end
  local body, shape = world[name](world, merged(NEEDS[name], more, keys))
  return world, body, shape
end

-- What can be told of a world that a constructor was called in.
local function outcome(name, keys)
  local world = make(name, keys)
  local fresh = world:hash()
  world:box { x = 0.3, y = 1.5, w = 0.5, h = 0.5, vx = 1 }
  for _ = 1, 5 do world:step() end
  return { fresh, world:hash() }
end

-- What a constructor has to be given here is not left out.
local function is_left_out(constructor, field)
  return field.optional and NEEDS[constructor.name][field.name] == nil
    and not (JOINTS[constructor.name] and field.name == "b")
end

local function fields_of(types, class, list)
  list = list or {}
  for _, parent in ipairs(types.classes[class].parents) do fields_of(types, parent, list) end
  for _, field in ipairs(types.classes[class].fields) do
    list[#list + 1] = { class = class, name = field.name, type = field.type, doc = field.doc,
      optional = field.optional }
  end
  return list
end

-- Each call of World that takes a table of keys and makes something.
local function constructors(types)
  local list = {}
  for _, method in ipairs(types.classes["cairn.World"].methods) do
    local param = method.params.keys
    if param and NEEDS[method.name] then
      list[#list + 1] = { name = method.name, class = param.type:match "cairn%.%a+" }
    end
  end
  return list
end

local function reads(object, key)
  return object and (member(object, key) or member(object, "is_" .. key)
    or member(object, "has_" .. key))
end

-- The getter's values, or nothing: of those that a kind of joint or shape does not have.
local function got(object, key)
  local getter = reads(object, key)
  if not getter then return nil end
  local values = table.pack(pcall(getter, object))
  if not values[1] then
    assert.is_truthy(tostring(values[2]):find "is not available on", values[2])
    return nil
  end
  if type(values[2]) == "function" then values = { true, (values[2](values[3])), n = 2 } end
  -- a shape's area is its size first
  return table.move(values, key == "area" and 3 or 2, values.n, 1, {})
end

local STATIC = { segment = true, chain = true, halfspace = true }

-- What a getter of the field should give on a new object of that constructor.
local function expected(constructor, field, object)
  local value, in_words = stated(field.doc)
  if STATIC[constructor.name] then
    if field.name == "type" then return "static" end
    if field.name == "awake" then return false end
  end
  if value == NONE then return IN_WORDS_OF_NONE[field.name] end
  if not in_words then return value end
  value = IN_WORDS[field.name]
  assert(value ~= nil, ("%s %s: default %s: say what the getter gives"):format(field.class,
    field.name, stated(field.doc)))
  if type(value) == "function" then value = value(object) end
  if value == NONE then return nil end
  return value
end

-- Whether the owner has a getter of that key; what it gives is what the key's words say.
local function gives(constructor, field, owner)
  local values = got(owner, field.name)
  if not values then return false end
  local want = expected(constructor, field, owner)
  local says = ("%s %s: default %s"):format(field.class, field.name, (stated(field.doc)))
  if type(want) ~= "table" then
    if values[1] ~= in_32_bits(want) then assert.equal(want, values[1], says) end
  elseif want.near then
    assert.near(want.near, values[1], 1e-12, says)
  else
    assert.same(want, { values[1], values[2] }, says)
  end
  return true
end

-- ---- other tables of keys ---------------------------------------------------------------------

-- A crowd that a call acts on, or asks about.
local function crowd()
  local world = cairn.world { layers = { "even" } }
  for i = 1, 9 do
    world:box { x = i % 3 - 1, y = i // 3 - 1.5, w = 0.6, h = 0.4,
      layer = i % 2 == 0 and "even" or nil }
  end
  world:circle { x = 0.1, radius = 0.4, sensor = true }
  return world
end

local function in_crowd(f)
  return function(keys)
    local world = crowd()
    local result = { f(world, keys) }
    for _ = 1, 3 do world:step() end
    result[#result + 1] = world:hash()
    for i, value in ipairs(result) do result[i] = tostring(value) end
    return result
  end
end

local function ids(...)
  local list = {}
  for shape in ... do list[#list + 1] = shape:id() end
  return table.concat(list, " ")
end

-- What is done with a table of each class, and what that needs.
local CALLS = {
  ["cairn.ExplosionKeys"] = { { radius = 1, impulse = 2 }, "explode" },
  ["cairn.WindKeys"] = { { x = 3 }, "wind" },
  ["cairn.CastKeys"] = { { x = -3, dx = 5, dy = 0.5, radius = 0.1 }, "shapecast" },
  ["cairn.ProbeKeys"] = { { w = 2, h = 1 }, function(world, keys)
    return ids(world:query_shape(keys))
  end },
  ["cairn.Filter"] = { {}, function(world, keys)
    return ids(world:query_box(-1, -1, 1, 1, keys))
  end },
}

-- What a builder needs besides its world.
local BUILDERS = {
  rope = { from = { 0, 5 }, to = { 4, 5 } }, chain = { from = { 0, 5 }, to = { 4, 5 } },
  bridge = { from = { 0, 5 }, to = { 4, 5 } }, soft = {}, ragdoll = {}, car = {}, cloth = {},
  pid = function(world) return { body = world:box { w = 1, h = 1 } } end,
}

-- What some are made of, as the words say after the default.
local OWN = { chain = { density = 8 }, bridge = { density = 4, friction = 0.8 } }

local function built(name, keys)
  local world = cairn.world()
  local needs = BUILDERS[name]
  if type(needs) == "function" then needs = needs(world) end
  require("cairn.build")[name](world, merged(needs, keys))
  for _ = 1, 3 do world:step() end
  return { world:hash() }
end

-- ---- what calls return ------------------------------------------------------------------------

-- "World:save" = what the type files say after ---@return, line by line.
local function told_returns()
  local told = {}
  for _, file in ipairs(reference.FILES) do
    local lines = {}
    for line in reference.read(("lua/cairn/meta/%s.lua"):format(file)):gmatch "[^\n]+" do
      local owner, name = line:match "^function ([%w_]+)[.:]([%w_]+)"
      if owner and #lines > 0 then told[owner .. ":" .. name] = table.concat(lines, ", ") end
      if not line:find "^%-%-%-" then lines = {} end
      lines[#lines + 1] = line:match "^%-%-%-@return (.*)$"
    end
  end
  return told
end

local function values_text(returns)
  local list = {}
  for i, value in ipairs(returns or {}) do
    list[i] = value.type .. (value.name ~= "" and " " .. value.name or "")
  end
  return table.concat(list, ", ")
end

local PLAIN = { number = true, integer = true, string = true, boolean = true, table = true,
  any = true, T = true, ["true"] = true, ["nil"] = true }

-- Whether a type is made of what Lua and Cairn have: "number?", "true|nil", "cairn.Shape[]".
local function is_type(text)
  if text:find "^fun%(" then return true end
  for part in text:gmatch "[^|]+" do
    local word = part:match "^(.-)[%[%]?]*$"
    if not (PLAIN[word] or word:find "^cairn%.%u%l") then return false end
  end
  return true
end

-- ---- the specs --------------------------------------------------------------------------------

describe("docs/reference.md", function()
  if not has_module then
    pending("need the cairn module: " .. tostring(cairn):match("[^\n]*"))
    return
  end
  local types = reference.types()

  describe("of units", function()
    it("says what kind of number each is, and the default of all that may be left out", function()
      assert.same({}, units.missing(types))
    end)

    it("would miss them", function()
      assert.same({
        "cairn.AKeys a: no unit", "cairn.AKeys b: no default", "cairn.B:f(x): no unit",
        "cairn.B:f(y): no default", "cairn.B:f: result without unit",
        "cairn.B:g: result without unit", "cairn.B:h(z): no type",
      }, units.missing(reference.parse [[
---@class cairn.AKeys
---@field a number how far it is
---@field b? number m
---@field c? integer how many, default 3
---@class cairn.B
---@param x number how far
---@param y? number m
---@return number
function B:f(x, y) end
---Where it is.
---@return fun(): cairn.Shape, number, number
function B:g() end
---m, by 0..1
---@return number
function B:h(z) end
]]))
    end)
  end)

  describe("of what calls return", function()
    it("has each value, whether it has a line of its own or not", function()
      local told, known = told_returns(), 0
      for _, class in ipairs(types.classes) do
        for _, method in ipairs(class.methods) do
          local call = class.name:match "[%w_]+$" .. ":" .. method.name
          assert.equal(told[call] or "", values_text(method.returns), call)
          known = known + (told[call] and 1 or 0)
        end
      end
      assert.is_true(known > 300)
    end)

    it("takes no word for a type", function()
      for _, class in ipairs(types.classes) do
        for _, method in ipairs(class.methods) do
          for _, value in ipairs(method.returns or {}) do
            assert(is_type(value.type), ("%s:%s: '%s' is no type"):format(class.name,
              method.name, value.type))
          end
        end
      end
    end)

    it("shows them in the row of the call", function()
      local text = reference.render(reference.parse [[
---@class cairn.World
---@return true|nil ok
---@return string? message, integer? line
function World:save(path) end
]])
      assert.matches("| `world:save(path)` | `true\\|nil` ok, `string?` message, `integer?` line |",
        text, 1, true)
    end)
  end)

  describe("of defaults", function()
    it("has all constructors of World", function()
      local names = {}
      for _, constructor in ipairs(constructors(types)) do names[constructor.name] = true end
      for name in cairn.pairs(NEEDS) do assert.is_true(names[name], name) end
    end)

    for _, constructor in ipairs(constructors(types)) do
      local name = constructor.name
      describe("world:" .. name, function()
        it("is what getters give", function()
          local _, object, shape = make(name)
          local count = 0
          for _, field in ipairs(fields_of(types, constructor.class)) do
            local owner = reads(object, field.name) and object or shape
            if is_left_out(constructor, field) and gives(constructor, field, owner) then
              count = count + 1
            end
          end
          assert.is_true(count >= 2)
        end)

        it("makes the same world spelled out", function()
          local plain, count = outcome(name), 0
          for _, field in ipairs(fields_of(types, constructor.class)) do
            local value, in_words = stated(field.doc)
            local says = not in_words and value ~= NONE and is_left_out(constructor, field)
            if says and not (field.name == "type" and STATIC[name]) then
              assert.same(plain, outcome(name, { [field.name] = value }),
                ("%s %s = %s"):format(field.class, field.name, tostring(value)))
              count = count + 1
            end
          end
          assert.is_true(count >= 2 or name == "gear")
        end)

        it("is so of the tables within", function()
          for _, field in ipairs(fields_of(types, constructor.class)) do
            local least = NEEDS_WITHIN[field.type]
            local more = field.name == "area" and { sensor = true } or {}
            if least and not (field.name == "area" and STATIC[name] and name ~= "halfspace") then
              local function with(keys)
                return outcome(name, merged(more, { [field.name] = merged(least, keys) }))
              end
              local plain = with {}
              for _, inner in ipairs(fields_of(types, field.type)) do
                local value, in_words = stated(inner.doc)
                if inner.optional and not in_words and value ~= NONE then
                  assert.same(plain, with { [inner.name] = value },
                    ("%s: %s.%s = %s"):format(name, field.name, inner.name, tostring(value)))
                end
              end
            end
          end
        end)
      end)
    end

    -- Calls f twice for each key with a value as default: without it, and with it.
    local function spelled_out(class, needs, plain, f)
      local count = 0
      for _, field in ipairs(fields_of(types, class)) do
        local value, in_words = stated(field.doc)
        if field.optional and needs[field.name] == nil and not in_words and value ~= NONE then
          assert.same(plain, f { [field.name] = value },
            ("%s %s = %s"):format(class, field.name, tostring(value)))
          count = count + 1
        end
      end
      return count
    end

    describe("cairn.world", function()
      it("is what getters give", function()
        local world, count = cairn.world(), 0
        for _, field in ipairs(fields_of(types, "cairn.WorldKeys")) do
          if field.name == "layers" then
            assert.same({ "default" }, world:layers())
          elseif field.name == "ground" then
            assert.is_nil(world:describe().ground)
          elseif field.name ~= "strict" and gives({}, field, world) then count = count + 1 end
        end
        assert.equal(26, count)
        assert.is_true(world:is_strict()) -- under busted
      end)

      it("makes the same world spelled out", function()
        local function hash(keys) return { cairn.world(keys):hash() } end
        assert.is_true(spelled_out("cairn.WorldKeys", {}, hash(), hash) >= 14)
      end)
    end)

    for name, needs in cairn.pairs(NEEDS) do
      local add = "add_" .. name
      if reads(cairn.world():ground(), add) then
        it("is what getters of shapes give: body:" .. add, function()
          local class = "cairn.Add" .. name:gsub("^%l", string.upper) .. "Keys"
          local body, count = cairn.world():body { type = "static" }, 0
          local shape = body[add](body, needs)
          for _, field in ipairs(fields_of(types, class)) do
            if field.optional and needs[field.name] == nil and gives({}, field, shape) then
              count = count + 1
            end
          end
          assert.is_true(count >= 16)
        end)
      end
    end

    for class, call in cairn.pairs(CALLS) do
      it("does the same spelled out: " .. class, function()
        local f = call[2]
        if type(f) == "string" then
          f = function(world, keys) return world[call[2]](world, keys) end
        end
        local act = in_crowd(f)
        local function with(keys) return act(merged(call[1], keys)) end
        assert.is_true(spelled_out(class, call[1], with {}, with) >= 1)
      end)
    end

    for name, needs in cairn.pairs(BUILDERS) do
      it("makes the same spelled out: build." .. name, function()
        local class
        for _, method in ipairs(types.classes["cairn.build"].methods) do
          if method.name == name then class = method.params.keys.type end
        end
        local own = type(needs) == "table" and needs or {}
        local function with(keys) return built(name, merged(own, keys)) end
        assert.same(with {}, with(OWN[name] or {}))
        assert.is_true(spelled_out(class, OWN[name] or {}, with {}, with) >= 4)
      end)
    end
  end)
end)
