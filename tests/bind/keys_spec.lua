-- "Every constructor key has its getter": asked of the type files, and of what constructors make.
local cairn = require "cairn"
local member = require "tests.support.member"
local bad = require "tests.support.bad_input"
local reference = require "docs.reference"

-- What makes an object, under which name the environment of bad_input.lua holds it.
local MADE <const> = {
  WorldKeys = "world", BodyKeys = "body", ShapeKeys = "shape", AddKeys = "shape",
  BoxSize = "shape", CircleSize = "circle", CapsuleSize = "capsule", PolygonSize = "polygon",
  EllipseSize = "ellipse", SegmentSize = "segment", ChainSize = "chain",
  HalfspaceSize = "halfspace", RevoluteKeys = "revolute", DistanceKeys = "distance",
  PrismaticKeys = "prismatic", WeldKeys = "weld", WheelKeys = "wheel", DriveKeys = "motor",
  FrictionKeys = "friction", FilterKeys = "filter", MouseKeys = "mouse", GearKeys = "gear",
  PulleyKeys = "pulley", RatchetKeys = "ratchet",
  RotaryKeys = "rotary", MoverKeys = "mover",
}
-- Getters that cannot have the key's own name.
local OTHERWISE <const> = {
  DistanceKeys = { length = "rest_length" }, -- length() is what it is now
  PulleyKeys = { length = "rest_length" },
}

describe("every constructor key", function()
  local types = reference.types()
  local e
  setup(function() e = bad.environment() end)
  teardown(function() bad.close(e) end)

  local function each_key(class, f)
    for _, parent in ipairs(types.classes[class].parents) do each_key(parent, f) end
    for _, field in ipairs(types.classes[class].fields) do f(field.name) end
  end

  local function getter(object, class, key)
    local other = OTHERWISE[class] and OTHERWISE[class][key]
    if other then return object[other] end
    for _, prefix in ipairs { "", "is_", "has_" } do
      local name = prefix .. key
      if member(object, name) then return member(object, name) end
    end
  end

  for class, name in cairn.pairs(MADE) do
    it("of " .. class .. " has its getter", function()
      local count = 0
      each_key("cairn." .. class, function(key)
        local get = getter(e[name], class, key)
        assert.is_function(get, ("%s has no getter"):format(key))
        get(e[name])
        count = count + 1
      end)
      assert.is_true(count > 0)
    end)
  end

  -- A table of keys that this spec does not know would go unseen.
  it("is that of a constructor listed here", function()
    local known = {}
    for class in pairs(MADE) do known["cairn." .. class] = true end
    for _, name in ipairs { "World", "Body" } do
      for _, method in ipairs(types.classes["cairn." .. name].methods) do
        local first = method.params[method.arguments[1]]
        local class = first and first.type:match "cairn%.%w+Keys"
        local made = method.returns and method.returns[1].type:match "^cairn%.%u%l+$"
        if class and made then
          local seen = known[class]
          for _, parent in ipairs(types.classes[class].parents) do seen = seen or known[parent] end
          assert.is_true(seen, class)
        end
      end
    end
  end)
end)
