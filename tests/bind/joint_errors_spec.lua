-- Every sentence that a misuse of joints gets, word for word, and that nothing else has happened.
local cairn = require "cairn"

local NAN, INF = 0 / 0, math.huge

describe("cairn joint errors", function()
  local world, a, b, wall, joints
  before_each(function()
    world = cairn.world { gravity = { 0, 0 } }
    a = world:box { x = -1, w = 1, h = 1, name = "a" }
    b = world:box { x = 1, w = 1, h = 1, name = "b" }
    wall = world:box { type = "static", x = 10, w = 1, h = 1 }
    joints = {
      revolute = world:revolute { a = a, b = b, at = { 0, 0 }, name = "hinge" },
      distance = world:distance { a = a, b = b },
      prismatic = world:prismatic { a = a, b = b, axis = { 1, 0 } },
      weld = world:weld { a = a, b = b },
      mouse = world:mouse { body = b, x = 1, y = 0 },
      wheel = world:wheel { a = a, b = b, axis = { 0, 1 } },
      motor = world:motor { a = a, b = b, linear = {}, angular = {} },
      friction = world:friction { a = a, b = b, max_force = 1 },
      filter = world:filter { a = a, b = b },
      pulley = world:pulley { a = a, b = b, ground_from = { -1, 9 }, ground_to = { 1, 9 } },
      ratchet = world:ratchet { a = a, b = b, step = 1 },
      rotary = world:rotary { a = a, b = b },
    }
    joints.gear = world:gear { a = joints.revolute, b = joints.prismatic }
  end)
  after_each(function() world:destroy() end)

  -- f raises `expected`, with a place before it, and the world is as it was.
  local function raises(expected, f)
    local hash, count = world:hash(), world:joint_count()
    local ok, message = pcall(f)
    assert.is_false(ok, "no error, but expected: " .. expected)
    assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
    assert.matches("^tests/bind/joint_errors_spec.lua:%d+: ", message)
    assert.equal(hash, world:hash())
    assert.equal(count, world:joint_count())
    assert.is_true(world:validate())
  end

  -- ---- constructors ----------------------------------------------------------------------------

  -- Keys that are right for each kind; B stands for the body b.
  local B, HINGE, RAIL = {}, {}, {}
  local right = {
    gear = { a = HINGE, b = RAIL },
    pulley = { b = B, from = { 0, 0 }, ground_from = { 0, 9 }, ground_to = { 1, 9 } },
    ratchet = { b = B, step = 1 },
    rotary = { b = B },
    revolute = { b = B, at = { 0, 0 } },
    distance = { b = B, from = { 0, 3 } },
    prismatic = { b = B, axis = { 0, 1 } },
    weld = { b = B },
    mouse = { body = B, x = 0, y = 0 },
    wheel = { b = B, axis = { 0, 1 } },
    motor = { b = B },
    friction = { b = B },
    filter = { b = B },
  }
  local NONE = {}

  -- The right keys, with those of `change` over them; NONE takes one away.
  local function keys_of(kind, change)
    local t = {}
    for _, source in ipairs { right[kind], change } do
      for k, v in pairs(source) do
        if v == B then v = b end
        if v == HINGE then v = joints.revolute end
        if v == RAIL then v = joints.prismatic end
        if v == NONE then v = nil end
        t[k] = v
      end
    end
    return t
  end

  local function constructor_cases(cases)
    for _, case in ipairs(cases) do
      local kind, change, sentence = table.unpack(case)
      it(kind .. ": " .. sentence, function()
        raises(("bad argument #1 to '%s' (%s)"):format(kind, sentence),
          function() world[kind](world, keys_of(kind, change)) end)
      end)
    end
  end

  it("are none with the right keys", function()
    for kind in pairs(right) do
      assert.equal(kind, world[kind](world, keys_of(kind, {})):type())
    end
  end)

  describe("of bodies", function()
    constructor_cases {
      { "revolute", { b = 3 }, "field 'b': cairn.Body expected, got number" },
      { "revolute", { a = "x" }, "field 'a': cairn.Body expected, got string" },
      { "mouse", { body = NONE }, "field 'body': cairn.Body expected, got nil" },
      { "revolute", { b = NONE }, "field 'b': a joint needs a body besides the ground" },
      { "revolute", { a = B }, "field 'b': must be another body than a" },
    }

    it("name a shape for what it is", function()
      raises("bad argument #1 to 'weld' (field 'a': cairn.Body expected, got cairn.Shape)",
        function() world:weld { a = a:shape(), b = b } end)
    end)

    it("say when none can move", function()
      raises("bad argument #1 to 'weld' (field 'b': one of the two bodies must be dynamic)",
        function() world:weld { b = wall } end)
      raises("bad argument #1 to 'mouse' (field 'body': must be dynamic)",
        function() world:mouse { body = wall, x = 10, y = 0 } end)
    end)

    it("leave two that stand still alone: the joint waits until one can move", function()
      local other = world:box { type = "static", x = 20, w = 1, h = 1 }
      local joint = world:weld { a = wall, b = other, at = { 15, 0 } }
      world:step(1 / 60)
      assert.is_true(joint:is_valid())
      other:set_type "dynamic"
      world:step(1 / 60)
      assert.is_true(other:is_awake())
    end)

    it("name the dead, with the line where it went", function()
      local line = debug.getinfo(1, "l").currentline + 1
      a:destroy()
      raises(("bad argument #1 to 'revolute' (field 'a': body #1 \"a\" has been destroyed at "
        .. "tests/bind/joint_errors_spec.lua:%d)"):format(line),
        function() world:revolute { a = a, b = b, at = { 0, 0 } } end)
    end)

    it("name another world", function()
      local other <close> = cairn.world {}
      local stranger = other:box { w = 1, h = 1 }
      raises("bad argument #1 to 'revolute' (field 'b': body belongs to another world)",
        function() world:revolute { a = a, b = stranger, at = { 0, 0 } } end)
      raises("bad argument #1 to 'mouse' (field 'body': body belongs to another world)",
        function() world:mouse { body = stranger, x = 0, y = 0 } end)
      raises("bad argument #1 to 'weld' (field 'a': body belongs to another world)",
        function() world:weld { a = other:ground(), b = b } end)
    end)
  end)

  describe("of keys", function()
    constructor_cases {
      { "revolute", { lmits = { 0, 1 } }, "unknown field 'lmits', did you mean 'limits'?" },
      { "revolute", { motor = { max_torque = 1 } },
        "field 'motor': unknown field 'max_torque', did you mean 'max'?" },
      { "revolute", { length = 1 }, "unknown field 'length'" },
      { "distance", { at = { 0, 0 } }, "unknown field 'at', did you mean 'from'?" },
      { "rotary", { at = { 0, 0 } }, "unknown field 'at'" },
      { "friction", { max = 1 }, "unknown field 'max', did you mean 'max_force'?" },
      { "mouse", { b = B }, "unknown field 'b', did you mean 'body'?" },
      { "revolute", { body = B }, "unknown field 'body', did you mean 'b'?" },
      { "revolute", { motor = { torque = 1 } },
        "field 'motor': unknown field 'torque', did you mean 'max'?" },
      { "distance", { lenght = 1 }, "unknown field 'lenght', did you mean 'length'?" },
      { "prismatic", { axes = { 1, 0 } }, "unknown field 'axes', did you mean 'axis'?" },
      { "weld", { liner = {} }, "unknown field 'liner', did you mean 'linear'?" },
      { "mouse", { a = B }, "unknown field 'a'" },
      { "mouse", { maxforce = 1 }, "unknown field 'maxforce', did you mean 'max_force'?" },
      { "distance", { reference = 1 }, "unknown field 'reference'" },
      { "weld", { origin = 1 }, "unknown field 'origin'" },
      { "wheel", { axes = { 1, 0 } }, "unknown field 'axes', did you mean 'axis'?" },
      { "motor", { linar = {} }, "unknown field 'linar', did you mean 'linear'?" },
      { "motor", { linear = { hetz = 1 } },
        "field 'linear': unknown field 'hetz', did you mean 'hertz'?" },
      { "motor", { angular = { x = 1 } }, "field 'angular': unknown field 'x'" },
      { "friction", { maxforce = 1 }, "unknown field 'maxforce', did you mean 'max_force'?" },
      { "filter", { at = { 0, 0 } }, "unknown field 'at'" },
      { "weld", { [1] = 1 }, "unknown field [1]" },
      { "weld", { breakforce = 1 }, "unknown field 'breakforce', did you mean 'break_force'?" },
      { "revolute", { motor = { sped = 1 } },
        "field 'motor': unknown field 'sped', did you mean 'speed'?" },
      { "distance", { spring = { hertz = 1, target = 1 } },
        "field 'spring': unknown field 'target'" },
      { "weld", { linear = { hertz = 1, dampng = 1 } },
        "field 'linear': unknown field 'dampng', did you mean 'damping'?" },
    }
  end)

  describe("of types", function()
    constructor_cases {
      { "revolute", { at = NONE }, "field 'at': table of 2 numbers expected, got nil" },
      { "revolute", { at = 3 }, "field 'at': table of 2 numbers expected, got number" },
      { "revolute", { at = { 1 } }, "field 'at': 2 numbers expected, got 1" },
      { "revolute", { at = { 1, "x" } }, "field 'at': number expected, got string" },
      { "revolute", { limits = 3 }, "field 'limits': table of 2 numbers expected, got number" },
      { "revolute", { limits = {} }, "field 'limits': 2 numbers expected, got 0" },
      { "revolute", { limits = { max = 1 } },
        "field 'limits': unknown field 'max', expected lower or upper" },
      { "revolute", { reference = true }, "field 'reference': number expected, got boolean" },
      { "revolute", { motor = 5 }, "field 'motor': table expected, got number" },
      { "revolute", { motor = { speed = "fast" } },
        "field 'motor.speed': number expected, got string" },
      { "revolute", { spring = {} }, "field 'spring.hertz': number expected, got nil" },
      { "revolute", { spring = { damping = 1 } },
        "field 'spring.hertz': number expected, got nil" },
      { "prismatic", { axis = NONE }, "field 'axis': table of 2 numbers expected, got nil" },
      { "prismatic", { spring = { hertz = 1, target = "x" } },
        "field 'spring.target': number expected, got string" },
      { "wheel", { axis = NONE }, "field 'axis': table of 2 numbers expected, got nil" },
      { "wheel", { motor = { max = "x" } }, "field 'motor.max': number expected, got string" },
      { "wheel", { spring = { damping = 1 } }, "field 'spring.hertz': number expected, got nil" },
      { "motor", { linear = 5 }, "field 'linear': table expected, got number" },
      { "motor", { linear = { vx = "x" } }, "field 'linear.vx': number expected, got string" },
      { "motor", { angular = { speed = {} } },
        "field 'angular.speed': number expected, got table" },
      { "friction", { max_torque = "x" }, "field 'max_torque': number expected, got string" },
      { "filter", { a = 5 }, "field 'a': cairn.Body expected, got number" },
      { "distance", { from = NONE }, "field 'from': table of 2 numbers expected, got nil" },
      { "distance", { length = {} }, "field 'length': number expected, got table" },
      { "weld", { linear = true }, "field 'linear': table expected, got boolean" },
      { "weld", { angular = {} }, "field 'angular.hertz': number expected, got nil" },
      { "weld", { collide = 1 }, "field 'collide': boolean expected, got number" },
      { "weld", { enabled = "no" }, "field 'enabled': boolean expected, got string" },
      { "weld", { name = 3 }, "field 'name': string expected, got number" },
      { "mouse", { x = NONE }, "field 'x': number expected, got nil" },
      { "mouse", { y = "1" }, "field 'y': number expected, got string" },
    }

    it("of the table", function()
      for kind in cairn.pairs(right) do
        raises(("bad argument #1 to '%s' (table expected, got number)"):format(kind),
          function() world[kind](world, 3) end)
        raises(("bad argument #1 to '%s' (table expected, got no value)"):format(kind),
          function() world[kind](world) end)
      end
    end)
  end)

  describe("of ranges", function()
    constructor_cases {
      { "revolute", { limits = { 1, -1 } },
        "field 'limits': must be {lo, hi} with lo <= hi, got {1, -1}" },
      { "revolute", { motor = { max = -1 } }, "field 'motor.max': must be >= 0, got -1" },
      { "revolute", { spring = { hertz = -1 } },
        "field 'spring.hertz': must be in 0..1e+06, got -1" },
      { "revolute", { spring = { hertz = 1, damping = -2 } },
        "field 'spring.damping': must be in 0..1e+06, got -2" },
      { "revolute", { at = { 1e30, 0 } },
        "field 'at': 1e+30 is outside the world limit of +-1000000 m" },
      { "revolute", { to = { 0, 1e30 } },
        "field 'to': 1e+30 is outside the world limit of +-1000000 m" },
      { "revolute", { at = { 0, 1e9 }, to = { 0, 0 } },
        "field 'at': 1e+09 is outside the world limit of +-1000000 m" },
      { "revolute", { at = NONE, from = { 1e9, 0 } },
        "field 'from': 1e+09 is outside the world limit of +-1000000 m" },
      { "prismatic", { axis = { 0, 0 } }, "field 'axis': must not be {0, 0}" },
      { "distance", { length = -1 }, "field 'length': must be >= 0, got -1" },
      { "distance", { min = -1 }, "field 'min': must be >= 0, got -1" },
      { "distance", { max = -1 }, "field 'max': must be in 0..10000, got -1" },
      { "distance", { min = 3, max = 2 }, "field 'min': must be <= max, got 3 with max 2" },
      { "distance", { length = 0 }, "field 'length': must be >= 0.001 for a rod, got 0" },
      { "distance", { from = { 1, 0 } }, "field 'length': must be >= 0.001 for a rod, got 0" },
      { "weld", { linear = { hertz = -1 } },
        "field 'linear.hertz': must be in 0..1e+06, got -1" },
      { "weld", { angular = { hertz = 1, damping = -1 } },
        "field 'angular.damping': must be in 0..1e+06, got -1" },
      { "wheel", { axis = { 0, 0 } }, "field 'axis': must not be {0, 0}" },
      { "wheel", { limits = { 1, -1 } },
        "field 'limits': must be {lo, hi} with lo <= hi, got {1, -1}" },
      { "wheel", { motor = { max = -1 } }, "field 'motor.max': must be >= 0, got -1" },
      { "motor", { linear = { hertz = -1 } },
        "field 'linear.hertz': must be in 0..1e+06, got -1" },
      { "motor", { linear = { x = 1e9 } },
        "field 'linear.x': 1e+09 is outside the world limit of +-1000000 m" },
      { "motor", { linear = { max = -1 } }, "field 'linear.max': must be >= 0, got -1" },
      { "motor", { angular = { max = -1 } }, "field 'angular.max': must be >= 0, got -1" },
      { "motor", { angular = { damping = -1 } },
        "field 'angular.damping': must be in 0..1e+06, got -1" },
      { "friction", { max_force = -1 }, "field 'max_force': must be >= 0, got -1" },
      { "friction", { max_torque = -1 }, "field 'max_torque': must be >= 0, got -1" },
      { "weld", { break_force = -1 }, "field 'break_force': must be >= 0, got -1" },
      { "weld", { break_torque = -INF }, "field 'break_torque': finite number expected, got -inf" },
      { "mouse", { hertz = -1 }, "field 'hertz': must be in 0..1e+06, got -1" },
      { "mouse", { max_force = -1 }, "field 'max_force': must be >= 0, got -1" },
      { "mouse", { x = 1e9 }, "field 'x': 1e+09 is outside the world limit of +-1000000 m" },
    }
  end)

  describe("of numbers that are not finite", function()
    -- The keys with a number in them: how the key is filled, and what the sentence calls it.
    local function plain(key) return key, function(v) return { [key] = v } end end
    local function pair(key) return key, function(v) return { [key] = { 0, v } } end end
    local function nested(key, inner)
      return key .. "." .. inner, function(v) return { [key] = { hertz = 1, [inner] = v } } end
    end
    local function motor(inner)
      return "motor." .. inner, function(v) return { motor = { [inner] = v } } end
    end
    local unlimited = {
      ["motor.max"] = true, max = true, max_force = true, break_force = true, break_torque = true,
      max_torque = true, ["linear.max"] = true, ["angular.max"] = true,
    }
    -- kind, name and filler
    local cases = {
      { "revolute", pair "at" }, { "revolute", pair "from" }, { "revolute", pair "to" },
      { "revolute", pair "limits" }, { "revolute", plain "reference" },
      { "revolute", motor "speed" }, { "revolute", nested("spring", "hertz") },
      { "revolute", nested("spring", "damping") }, { "revolute", nested("spring", "target") },
      { "prismatic", pair "axis" }, { "distance", plain "length" }, { "distance", plain "min" },
      { "weld", nested("linear", "hertz") }, { "weld", nested("angular", "damping") },
      { "mouse", plain "x" }, { "mouse", plain "y" }, { "mouse", plain "hertz" },
      { "mouse", plain "damping" }, { "wheel", pair "at" }, { "wheel", pair "axis" },
      { "wheel", pair "limits" }, { "wheel", motor "speed" }, { "wheel", motor "max" },
      { "wheel", nested("spring", "target") }, { "motor", pair "at" },
      { "motor", nested("linear", "x") }, { "motor", nested("linear", "vy") },
      { "motor", nested("linear", "damping") }, { "motor", nested("linear", "max") },
      { "motor", nested("angular", "angle") }, { "motor", nested("angular", "speed") },
      { "motor", nested("angular", "max") }, { "friction", pair "at" },
      { "friction", plain "max_force" }, { "friction", plain "max_torque" },
      { "filter", plain "break_force" },
      { "revolute", motor "max" }, { "distance", plain "max" }, { "mouse", plain "max_force" },
      { "weld", plain "break_force" }, { "weld", plain "break_torque" },
    }
    for _, case in ipairs(cases) do
      local kind, name, fill = case[1], case[2], case[3]
      it(kind .. ": " .. name, function()
        for _, v in ipairs { NAN, INF, -INF } do
          local word = v ~= v and "nan" or v > 0 and "inf" or "-inf"
          local function make() return world[kind](world, keys_of(kind, fill(v))) end
          if v == INF and (unlimited[name] or name == "limits") then
            assert.is_true(make():destroy())
          else
            raises(("bad argument #1 to '%s' (field '%s': finite number expected, got %s)")
              :format(kind, name, word), make)
          end
        end
      end)
    end
  end)

  -- ---- methods ---------------------------------------------------------------------------------

  describe("of kinds", function()
    -- Which kinds have a method; the others raise by name.
    local has = {
      angle = "revolute rotary prismatic weld wheel motor friction ratchet",
      speed = "revolute rotary prismatic distance wheel ratchet",
      translation = "prismatic wheel", length = "distance pulley", rest_length = "distance pulley",
      limits = "revolute rotary prismatic distance wheel",
      motor = "revolute rotary prismatic distance wheel",
      spring = "revolute rotary prismatic distance mouse wheel",
      target = "revolute rotary prismatic mouse wheel motor", velocity = "motor",
      linear = "weld motor", angular = "weld motor", min = "distance", max = "distance",
      x = "mouse", y = "mouse", hertz = "mouse", damping = "mouse", max_force = "mouse friction",
      max_torque = "friction",
      reference = "revolute rotary prismatic wheel weld motor friction ratchet",
      set_reference = "revolute rotary prismatic wheel weld motor friction ratchet",
      set_origin = "prismatic wheel", set_axis = "prismatic wheel",
      spring_max = "revolute rotary prismatic distance wheel",
      set_spring_max = "revolute rotary prismatic distance wheel",
      stiffness = "revolute rotary prismatic distance wheel",
      set_stiffness = "revolute rotary prismatic distance wheel",
      motor_force = "revolute rotary prismatic distance wheel",
      spring_force = "revolute rotary prismatic distance wheel",
      limit_force = "revolute rotary prismatic distance wheel",
      set_at = "revolute prismatic wheel weld motor friction mouse",
      set_from = "revolute distance prismatic wheel weld motor friction pulley",
      set_to = "revolute distance prismatic wheel weld motor friction pulley",
      set_local_anchors = "revolute distance prismatic wheel weld motor friction pulley",
      origin = "prismatic wheel", axis = "prismatic wheel",
      set_limits = "revolute rotary prismatic distance wheel",
      set_motor = "revolute rotary prismatic distance wheel",
      set_spring = "revolute rotary prismatic distance mouse wheel",
      set_target = "revolute rotary prismatic mouse wheel motor", set_velocity = "motor",
      set_linear = "weld motor", set_angular = "weld motor", set_length = "distance pulley",
      set_min = "distance", set_max = "distance", set_hertz = "mouse", set_damping = "mouse",
      set_max_force = "mouse friction", set_max_torque = "friction",
      ratio = "gear pulley", set_ratio = "gear pulley", joints = "gear", lengths = "pulley",
      ground_from = "pulley", ground_to = "pulley", step = "ratchet", set_step = "ratchet",
      phase = "ratchet", set_phase = "ratchet",
      type = "all", id = "all", name = "all", set_name = "all", data = "all", set_data = "all",
      world = "all", is_valid = "all", destroy = "all", bodies = "all", anchors = "all",
      a = "all", b = "all", body = "mouse", local_anchors = "all",
      at = "revolute prismatic wheel weld motor friction mouse",
      from = "revolute distance prismatic wheel weld motor friction pulley",
      to = "revolute distance prismatic wheel weld motor friction pulley",
      alarm_force = "all", set_alarm_force = "all", alarm_torque = "all",
      set_alarm_torque = "all", is_alarmed = "all",
      force = "all", error = "all", break_force = "all", set_break_force = "all",
      break_torque = "all", set_break_torque = "all", is_collide = "all", set_collide = "all",
      is_hidden = "all", set_hidden = "all",
      is_enabled = "all", set_enabled = "all",
    }

    it("cover every method", function()
      for name in pairs(debug.getmetatable(joints.weld).__index) do
        assert.is_truthy(has[name], name)
      end
    end)

    for name, kinds in cairn.pairs(has) do
      it(name, function()
        for kind, joint in cairn.pairs(joints) do
          if kinds ~= "all" and not kinds:find(kind, 1, true) then
            raises(("'%s' is not available on a %s joint"):format(name, kind),
              function() joint[name](joint, 1, 1) end)
          elseif not name:find "^set_" and name ~= "destroy" then
            joint[name](joint)
          end
        end
      end)
    end

    it("are not hidden by a local or pcall", function()
      local _, message = pcall(joints.revolute.length, joints.revolute)
      assert.equal("'length' is not available on a revolute joint", message)
    end)
  end)

  describe("of setters", function()
    -- kind, method, arguments, sentence; an argument NONE is nil
    local cases = {
      { "revolute", "set_limits", { 1 }, 2, "number expected, got no value" },
      { "revolute", "set_limits", { "0", 1 }, 1, "number expected, got string" },
      { "revolute", "set_limits", { 1, 0 }, 1, "must be {lo, hi} with lo <= hi, got {1, 0}" },
      { "revolute", "set_limits", { INF, 1 }, 1, "finite number expected, got inf" },
      { "prismatic", "set_limits", { NAN, 1 }, 1, "finite number expected, got nan" },
      { "distance", "set_limits", { -1, 1 }, 1, "must be >= 0, got -1" },
      { "distance", "set_limits", { 2, 1 }, 1, "must be <= max, got 2 with max 1" },
      { "revolute", "set_motor", { "x" }, 1, "number expected, got string" },
      { "revolute", "set_motor", { NAN }, 1, "finite number expected, got nan" },
      { "revolute", "set_motor", { 1, -1 }, 2, "must be >= 0, got -1" },
      { "revolute", "set_motor", { 1, NAN }, 2, "finite number expected, got nan" },
      { "revolute", "set_motor", { 1, true }, 2, "number expected, got boolean" },
      { "revolute", "set_spring", { -1 }, 1, "must be in 0..1e+06, got -1" },
      { "revolute", "set_spring", { 1, -1 }, 2, "must be in 0..1e+06, got -1" },
      { "revolute", "set_spring", { INF }, 1, "finite number expected, got inf" },
      { "mouse", "set_spring", {}, 1, "number expected, got no value" },
      { "mouse", "set_spring", { 1, -1 }, 2, "must be in 0..1e+06, got -1" },
      { "revolute", "set_target", {}, 1, "number expected, got no value" },
      { "revolute", "set_target", { NAN }, 1, "finite number expected, got nan" },
      { "mouse", "set_target", { 1 }, 2, "number expected, got no value" },
      { "mouse", "set_target", { 0, 1e9 }, 2, "1e+09 is outside the world limit of +-1000000 m" },
      { "wheel", "set_limits", { 1, 0 }, 1, "must be {lo, hi} with lo <= hi, got {1, 0}" },
      { "wheel", "set_motor", { NAN }, 1, "finite number expected, got nan" },
      { "wheel", "set_motor", { 1, -1 }, 2, "must be >= 0, got -1" },
      { "wheel", "set_spring", { 1, -1 }, 2, "must be in 0..1e+06, got -1" },
      { "wheel", "set_target", { INF }, 1, "finite number expected, got inf" },
      { "motor", "set_target", { 1 }, 2, "number expected, got no value" },
      { "motor", "set_target", { 1e9, 0 }, 1, "1e+09 is outside the world limit of +-1000000 m" },
      { "motor", "set_target", { 0, 1e9 }, 2, "1e+09 is outside the world limit of +-1000000 m" },
      { "motor", "set_target", { 0, 0, NAN }, 3, "finite number expected, got nan" },
      { "motor", "set_target", { 0, 0, 1e10 }, 3, "must be in -1e+09..1e+09, got 1e+10" },
      { "motor", "set_velocity", { NAN, 0 }, 1, "finite number expected, got nan" },
      { "motor", "set_velocity", { 0 }, 2, "number expected, got no value" },
      { "motor", "set_velocity", { 0, 1e10 }, 2, "must be in -1e+09..1e+09, got 1e+10" },
      { "motor", "set_velocity", { 0, 0, INF }, 3, "finite number expected, got inf" },
      { "motor", "set_linear", { -1 }, 1, "must be in 0..1e+06, got -1" },
      { "motor", "set_linear", { 1, -1 }, 2, "must be in 0..1e+06, got -1" },
      { "motor", "set_linear", { 1, 1, -1 }, 3, "must be >= 0, got -1" },
      { "motor", "set_angular", { 1, 1, NAN }, 3, "finite number expected, got nan" },
      { "motor", "set_angular", { 1, 1, -2 }, 3, "must be >= 0, got -2" },
      { "friction", "set_max_force", { -1 }, 1, "must be >= 0, got -1" },
      { "friction", "set_max_torque", { NAN }, 1, "finite number expected, got nan" },
      { "weld", "set_linear", { -1 }, 1, "must be in 0..1e+06, got -1" },
      { "weld", "set_linear", { 1, -1 }, 2, "must be in 0..1e+06, got -1" },
      { "weld", "set_angular", { "x" }, 1, "number expected, got string" },
      { "weld", "set_angular", { 1, INF }, 2, "finite number expected, got inf" },
      { "distance", "set_length", {}, 1, "number expected, got no value" },
      { "distance", "set_length", { -1 }, 1, "must be >= 0, got -1" },
      { "distance", "set_length", { 0 }, 1, "must be >= 0.001 for a rod, got 0" },
      { "distance", "set_min", { -1 }, 1, "must be >= 0, got -1" },
      { "distance", "set_min", { INF }, 1, "finite number expected, got inf" },
      { "distance", "set_max", { -1 }, 1, "must be in 0..10000, got -1" },
      { "distance", "set_max", { NAN }, 1, "finite number expected, got nan" },
      { "mouse", "set_hertz", { -1 }, 1, "must be in 0..1e+06, got -1" },
      { "mouse", "set_damping", { "x" }, 1, "number expected, got string" },
      { "mouse", "set_max_force", { -1 }, 1, "must be >= 0, got -1" },
      { "weld", "set_break_force", { -1 }, 1, "must be >= 0, got -1" },
      { "weld", "set_break_force", { NAN }, 1, "finite number expected, got nan" },
      { "weld", "set_break_torque", { "x" }, 1, "number expected, got string" },
      { "weld", "set_collide", { 1 }, 1, "boolean expected, got number" },
      { "weld", "set_hidden", { 0 }, 1, "boolean expected, got number" },
      { "weld", "set_enabled", {}, 1, "boolean expected, got no value" },
      { "weld", "set_name", { 3 }, 1, "string expected, got number" },
    }
    for _, case in ipairs(cases) do
      local kind, name, arguments, place, sentence = table.unpack(case)
      it(("%s: %s: %s"):format(kind, name, sentence), function()
        local joint = joints[kind]
        raises(("bad argument #%d to '%s' (%s)"):format(place, name, sentence),
          function() joint[name](joint, table.unpack(arguments)) end)
      end)
    end
  end)

  describe("of self", function()
    it("ask for the colon", function()
      raises("calling 'force' on bad self (cairn.Joint expected, got no value; "
        .. "did you forget ':'?)", function() joints.weld.force() end)
      raises("calling 'set_motor' on bad self (cairn.Joint expected, got number; "
        .. "did you forget ':'?)", function() joints.revolute.set_motor(1) end)
      raises("calling 'angle' on bad self (cairn.Joint expected, got cairn.Body; "
        .. "did you forget ':'?)", function() joints.revolute.angle(b) end)
    end)

    it("name a dead joint, and the line where it went", function()
      local joint = joints.revolute
      local line = debug.getinfo(1, "l").currentline + 1
      assert.is_true(joint:destroy())
      local dead = ('joint #1 "hinge" has been destroyed at tests/bind/joint_errors_spec.lua:%d')
        :format(line)
      for name in cairn.pairs(debug.getmetatable(joint).__index) do
        if not ("is_valid destroy id name data type"):find(name, 1, true) then
          raises(("calling '%s' on bad self (%s)"):format(name, dead),
            function() joint[name](joint, 1, 1) end)
        end
      end
      world:step()
      raises(("calling 'name' on bad self (%s)"):format(dead), function() joint:name() end)
      raises(("calling 'id' on bad self (%s)"):format(dead), function() joint:id() end)
      assert.is_false(joint:destroy())
      assert.is_false(joint:is_valid())
    end)

    it("name a joint that went with its body", function()
      local line = debug.getinfo(1, "l").currentline + 1
      b:destroy()
      assert.equal(0, world:joint_count())
      raises(("calling 'force' on bad self (joint #4 has been destroyed at "
        .. "tests/bind/joint_errors_spec.lua:%d)"):format(line), function() joints.weld:force() end)
    end)

    it("name a dead world", function()
      local w = cairn.world {}
      local joint = w:weld { b = w:box { w = 1, h = 1 } }
      w:destroy()
      local dead = ("world has been destroyed at tests/bind/joint_errors_spec.lua:%d")
        :format(debug.getinfo(1, "l").currentline - 2)
      raises(("calling 'force' on bad self (%s)"):format(dead), function() joint:force() end)
      raises(("calling 'revolute' on bad self (%s)"):format(dead), function() w:revolute {} end)
      assert.is_false(joint:is_valid())
      assert.is_false(joint:destroy())
    end)
  end)

  describe("of the wrong moment", function()
    local RIGHT = {
      set_limits = { 0, 1 }, set_motor = { 1 }, set_spring = { 1 }, set_target = { 0, 0 },
      set_linear = { 1 }, set_angular = { 1 }, set_length = { 1 }, set_min = { 1 },
      set_max = { 1 }, set_hertz = { 1 }, set_damping = { 1 }, set_max_force = { 1 },
      set_break_force = { 1 }, set_break_torque = { 1 }, set_alarm_force = { 1 },
      set_alarm_torque = { 1 }, set_collide = { true }, set_hidden = { true },
      set_enabled = { false }, destroy = {}, set_velocity = { 0, 0 }, set_max_torque = { 1 },
      set_ratio = { 2 }, set_step = { 1 }, set_phase = { 1 }, set_spring_max = { 1 },
      set_stiffness = { 1 },
      set_at = { 0, 0 }, set_from = { 0, 0 }, set_to = { 0, 0 }, set_axis = { 0, 1 },
      set_local_anchors = { 0, 0, 0, 0 }, set_reference = { 1 }, set_origin = { 1 },
    }
    -- The kind whose joint has the method.
    local OF = {
      set_linear = "weld", set_angular = "weld", set_length = "distance", set_min = "distance",
      set_max = "distance", set_hertz = "mouse", set_damping = "mouse", set_max_force = "mouse",
      set_velocity = "motor", set_max_torque = "friction",
      set_ratio = "gear", set_step = "ratchet", set_phase = "ratchet",
      set_axis = "prismatic", set_origin = "prismatic",
    }

    for _, hook in ipairs { "pre_solve", "filter" } do
      it("say so inside " .. hook, function()
        local floor = world:box { type = "static", x = 20, w = 2, h = 1 }
        local calls, messages = 0, {}
        local function try(f)
          local ok, message = pcall(f)
          messages[#messages + 1] = not ok and message:gsub("^[^:]*:%d+: ", "") or "no error"
        end
        world:box { x = 20, y = 0.9, w = 1, h = 1, pre_solve = true }
        world:set_listener { [hook] = function()
          calls = calls + 1
          if calls > 1 then return end
          for name, arguments in cairn.pairs(RIGHT) do
            local joint = joints[OF[name] or "revolute"]
            try(function() joint[name](joint, table.unpack(arguments)) end)
          end
          for kind in cairn.pairs(right) do
            try(function() world[kind](world, keys_of(kind, {})) end)
          end
          joints.revolute:angle()
          joints.revolute:bodies()
          assert(joints.revolute:is_enabled())
        end }
        local count = world:joint_count()
        world:step()
        assert.is_true(calls > 0)
        assert.equal(47, #messages)
        for _, message in ipairs(messages) do
          assert.equal(("world is read-only inside %s; use world:defer(fn)"):format(hook), message)
        end
        assert.equal(count, world:joint_count())
        assert.is_true(floor:is_valid())
      end)
    end
  end)
end)
