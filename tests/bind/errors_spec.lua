-- Every sentence a misuse gets, word for word, and that nothing else has happened.
local cairn = require "cairn"
local member = require "tests.support.member"

local NAN, INF = 0 / 0, math.huge

describe("cairn errors", function()
  local world, body, shape
  before_each(function()
    world = cairn.world { layers = { "hero" } }
    body, shape = world:box { w = 1, h = 1, name = "top" }
  end)
  after_each(function() world:destroy() end)

  -- f raises `expected`, with a place before it, and the world is as it was.
  local function raises(expected, f)
    local hash, count = world:hash(), world:body_count()
    local ok, message = pcall(f)
    assert.is_false(ok, "no error, but expected: " .. expected)
    assert.equal(expected, (message:gsub("^[^:]*:%d+: ", "")))
    assert.matches("^tests/bind/errors_spec.lua:%d+: ", message)
    assert.equal(hash, world:hash())
    assert.equal(count, world:body_count())
    assert.is_true(world:validate())
  end

  describe("of types", function()
    it("name the argument", function()
      raises("bad argument #1 to 'set_position' (number expected, got string)",
        function() body:set_position("x", 1) end)
      raises("bad argument #2 to 'set_position' (number expected, got no value)",
        function() body:set_position(1) end)
      raises("bad argument #1 to 'set_position' (number expected, got string)",
        function() body:set_position("1", 1) end)
      raises("bad argument #1 to 'set_bullet' (boolean expected, got number)",
        function() body:set_bullet(1) end)
      raises("bad argument #1 to 'set_name' (string expected, got number)",
        function() body:set_name(1) end)
      raises("bad argument #1 to 'touching' (cairn.Body expected, got cairn.Shape)",
        function() body:touching(shape) end)
      raises("bad argument #1 to 'poses' (table expected, got nil)",
        function() world:poses(nil) end)
      raises("bad argument #1 to 'set_substeps' (integer expected, got 2.5)",
        function() world:set_substeps(2.5) end)
      raises("bad argument #1 to 'box' (table expected, got number)",
        function() world:box(3) end)
    end)

    it("name the method under pcall, in tail calls and through locals", function()
      local _, message = pcall(body.set_position, body, "x")
      assert.equal("bad argument #1 to 'set_position' (number expected, got string)", message)
      _, message = pcall(function() return body:set_position("x") end)
      assert.matches("bad argument #1 to 'set_position' (number expected, got string)", message,
        1, true)
      local set = body.set_position
      _, message = pcall(function() set(body, "x") end)
      assert.matches("bad argument #1 to 'set_position' (number expected, got string)", message,
        1, true)
      _, message = pcall(cairn.world, 3)
      assert.equal("bad argument #1 to 'world' (table expected, got number)", message)
    end)

    it("of self ask for the colon", function()
      raises("calling 'position' on bad self (cairn.Body expected, got no value; "
        .. "did you forget ':'?)", function() body.position() end)
      raises("calling 'set_position' on bad self (cairn.Body expected, got number; "
        .. "did you forget ':'?)", function() body.set_position(1, 2) end)
      raises("calling 'box' on bad self (cairn.World expected, got table; did you forget ':'?)",
        function() world.box { w = 1, h = 1 } end)
      raises("calling 'position' on bad self (cairn.Body expected, got cairn.Shape; "
        .. "did you forget ':'?)", function() body.position(shape) end)
    end)

    it("hold for foreign userdata", function()
      raises("calling 'position' on bad self (cairn.Body expected, got FILE*; "
        .. "did you forget ':'?)", function() body.position(io.stdout) end)
    end)
  end)

  describe("of the dead", function()
    it("name the object, and the line where it went", function()
      local line = debug.getinfo(1, "l").currentline + 1
      body:destroy()
      local dead = ('body #1 "top" has been destroyed at tests/bind/errors_spec.lua:%d')
        :format(line)
      raises(("calling 'position' on bad self (%s)"):format(dead), function() body:position() end)
      world:step()
      raises(("calling 'position' on bad self (%s)"):format(dead), function() body:position() end)
      raises(("calling 'name' on bad self (%s)"):format(dead), function() body:name() end)
      raises(("calling 'friction' on bad self (shape #1 has been destroyed at "
        .. "tests/bind/errors_spec.lua:%d)"):format(line), function() shape:friction() end)
      local other = world:body {}
      raises(("bad argument #1 to 'touching' (%s)"):format(dead),
        function() other:touching(body) end)
      raises(("bad argument #5 to 'raycast' (field 'ignore': %s)"):format(dead),
        function() world:raycast(0, 0, 1, 1, { ignore = body }) end)
    end)

    it("name the world", function()
      local w = cairn.world {}
      local b, s = w:box { w = 1, h = 1 }
      local m = w:mover { radius = 0.3, height = 1 }
      w:destroy()
      local line = debug.getinfo(1, "l").currentline - 1
      for name, object in pairs { step = w, position = b, kind = s, id = b, y = m } do
        raises(("calling '%s' on bad self (world has been destroyed at "
          .. "tests/bind/errors_spec.lua:%d)"):format(name, line),
          function() object[name](object) end)
      end
      assert.is_false(w:destroy())
      raises(("calling 'step' on bad self (world has been destroyed at "
        .. "tests/bind/errors_spec.lua:%d)"):format(line), function() w:step() end)
    end)

    it("name the world that a hook has destroyed", function()
      local w = cairn.world {}
      w:box { w = 1, h = 1, steered = true }
      local line = debug.getinfo(1, "l").currentline + 1
      w:set_listener { steer = function() w:destroy() end }
      w:step()
      raises(("calling 'step' on bad self (world has been destroyed at "
        .. "tests/bind/errors_spec.lua:%d)"):format(line), function() w:step() end)
    end)

    it("are not made by giving a world what is to be destroyed", function()
      raises("bad argument #1 to 'destroy' (no value expected, got cairn.Body; a body is destroyed "
        .. "by body:destroy())", function() world:destroy(body) end)
      raises("bad argument #1 to 'destroy' (no value expected, got nil; a body is destroyed "
        .. "by body:destroy())", function() world:destroy(nil) end)
      assert.is_true(world:is_valid())
      assert.is_true(body:is_valid())
    end)
  end)

  describe("of other worlds", function()
    it("say so", function()
      local other <close> = cairn.world {}
      local stranger, strange = other:box { w = 1, h = 1 }
      raises("bad argument #1 to 'touching' (body belongs to another world)",
        function() body:touching(stranger) end)
      raises("bad argument #1 to 'distance' (shape belongs to another world)",
        function() shape:distance(strange) end)
      raises("bad argument #5 to 'raycast' (field 'ignore': body belongs to another world)",
        function() world:raycast(0, 0, 1, 1, { ignore = stranger }) end)
    end)
  end)

  describe("of constructor fields", function()
    local cases = {
      { "circle", { radius = "1" }, "field 'radius': number expected, got string" },
      { "circle", {}, "field 'radius': number expected, got nil" },
      { "circle", { raduis = 1 }, "unknown field 'raduis', did you mean 'radius'?" },
      { "box", { width = 1, w = 1, height = 1 }, "unknown field 'height', did you mean 'h'?" },
      { "circle", { radius = 1, linear_damping = 1 },
        "unknown field 'linear_damping', did you mean 'damping'?" },
      { "circle", { radius = 1, userData = 1 }, "unknown field 'userData', did you mean 'data'?" },
      { "circle", { radius = 1, frction = 1 },
        "unknown field 'frction', did you mean 'friction'?" },
      { "circle", { radius = 1, zzzzzzzz = 1 }, "unknown field 'zzzzzzzz'" },
      { "circle", { radius = 1, w = 1 }, "unknown field 'w'" },
      { "circle", { 1 }, "unknown field [1]" },
      { "body", { friction = 1 }, "unknown field 'friction'" },
      { "box", { w = -1, h = 1 }, "field 'w': must be > 0, got -1" },
      { "box", { w = 0, h = 1 }, "field 'w': must be > 0, got 0" },
      { "box", { w = 1 }, "field 'h': number expected, got nil" },
      { "box", { w = NAN, h = 1 }, "field 'w': finite number expected, got nan" },
      { "box", { w = INF, h = 1 }, "field 'w': finite number expected, got inf" },
      { "box", { w = 1e30, h = 1 }, "field 'w': must be <= 10000, got 1e+30" },
      { "box", { w = 1e-20, h = 1 }, "field 'w': must be >= 0.001, got 1e-20" },
      { "box", { w = 1, h = 1, x = NAN }, "field 'x': finite number expected, got nan" },
      { "box", { w = 1, h = 1, x = 1e30 },
        "field 'x': 1e+30 is outside the world limit of +-1000000 m" },
      { "box", { w = 1, h = 1, density = -1 }, "field 'density': must be >= 0, got -1" },
      { "box", { w = 1, h = 1, friction = NAN },
        "field 'friction': finite number expected, got nan" },
      { "box", { w = 1, h = 1, restitution = 1e9 },
        "field 'restitution': must be in 0..2, got 1e+09" },
      { "box", { w = 1, h = 1, mass = -1 }, "field 'mass': must be >= 0, got -1" },
      { "box", { w = 1, h = 1, mass = NAN }, "field 'mass': finite number expected, got nan" },
      { "box", { w = 1, h = 1, inertia = 0 }, "field 'inertia': must be > 0, got 0" },
      { "box", { w = 1, h = 1, max_speed = -2 }, "field 'max_speed': must be > 0, got -2" },
      { "box", { w = 1, h = 1, group = 1.5 }, "field 'group': integer expected, got 1.5" },
      { "box", { w = 1, h = 1, sensor = 1 }, "field 'sensor': boolean expected, got number" },
      { "box", { w = 1, h = 1, name = 3 }, "field 'name': string expected, got number" },
      { "box", { w = 1, h = 1, one_way = { 1 } }, "field 'one_way': 2 numbers expected, got 1" },
      { "box", { w = 1, h = 1, one_way = { 1, "x" } },
        "field 'one_way': number expected, got string" },
      { "box", { w = 1, h = 1, one_way = { 0, 0 } }, "field 'one_way': must not be {0, 0}" },
      { "box", { w = 1, h = 1, layer = "heor" },
        "field 'layer': unknown layer 'heor', did you mean 'hero'?" },
      { "box", { w = 1, h = 1, layer = "nothing" },
        "field 'layer': unknown layer 'nothing'; declare it with world:layer(name)" },
      { "box", { w = 1, h = 1, locks = { z = true } },
        "field 'locks': unknown field 'z'" },
      { "box", { w = 1, h = 1, locks = { x = 1 } },
        "field 'locks.x': boolean expected, got number" },
      { "box", { w = 1, h = 1, color = { 1, 2, 3 } }, "field 'color': must be in 0..1, got 2" },
      { "box", { w = 1, h = 1, color = -1 },
        "field 'color': must be 0xRRGGBB or {r, g, b[, a]}, got -1" },
      { "body", { type = "dynamik" },
        "field 'type': invalid type 'dynamik', expected static, kinematic or dynamic" },
      { "body", { type = 3 }, "field 'type': string expected, got number" },
      { "polygon", {}, "field 'points': table of numbers expected, got nil" },
      { "polygon", { points = { 0, 0, 1 } }, "field 'points': x, y pairs expected, got 3 numbers" },
      { "polygon", { points = { { 0, 0 }, { 1, 0 }, { 1, 1 } } },
        "field 'points': number 1: number expected, got table; points are flat: "
          .. "{x1, y1, x2, y2, ...}" },
      { "polygon", { points = { 0, 0, 1, "x", 2, 2 } },
        "field 'points': number 4: number expected, got string" },
      { "polygon", { points = { 0, 0, 1, NAN, 2, 2 } },
        "field 'points': number 4: finite number expected, got nan" },
      { "polygon", { points = { 0, 0, 1, 1 } }, "at least 3 points needed, got 2" },
      { "polygon", { points = { 0, 0, 1, 0, 2, 0, 3, 0 } },
        "points: all 4 points lie on one line" },
      { "polygon", { points = { 0, 0, 0, 0, 1, 0, 1, 1 } }, "points 1 and 2 are the same point" },
      { "chain", { points = { 0, 0, 1, 0, 1, 0 } }, "points 2 and 3 are the same point" },
      { "chain", { points = { 0, 0, 1, 0, 1, 0.0009 } },
        "points 2 and 3 must be 0.001 m apart or more" },
      { "segment", { x1 = 0, y1 = 0, x2 = 0, y2 = 0.0009 },
        "field 'x2': the two ends must be 0.001 m apart or more" },
      { "chain", { points = { 0, 0, 1, 0 }, materials = { { fiction = 1 } } },
        "field 'materials[1]': unknown field 'fiction', did you mean 'friction'?" },
      { "chain", { points = { 0, 0, 1, 0 }, materials = { { friction = "x" } } },
        "field 'materials[1].friction': number expected, got string" },
      { "chain", { points = { 0, 0, 1, 0 }, materials = { {}, {} } },
        "field 'materials': 1 segments need 1 materials, got 2" },
      { "halfspace", { nx = 0, ny = 0 }, "field 'nx': the normal must not be {0, 0}" },
      { "halfspace", { nx = 0, ny = 1, type = "dynamic" }, "a halfspace needs a static body" },
    }
    for _, case in ipairs(cases) do
      local kind, t, sentence = table.unpack(case)
      it(kind .. ": " .. sentence, function()
        raises(("bad argument #1 to '%s' (%s)"):format(kind, sentence),
          function() world[kind](world, t) end)
      end)
    end

    it("name the two edges that cross", function()
      local ok, message = pcall(world.polygon, world, { points = { 0, 0, 2, 2, 2, 0, 0, 2 } })
      assert.is_false(ok)
      assert.matches("points cross between #%d+ and #%d+", message)
    end)

    it("allow at most 256 points", function()
      local points = {}
      for i = 1, 300 do
        points[2 * i - 1] = 10 * math.cos(i * math.pi / 150)
        points[2 * i] = 10 * math.sin(i * math.pi / 150)
      end
      raises("bad argument #1 to 'polygon' (at most 256 points, got 300)",
        function() world:polygon { points = points } end)
    end)

    it("are the same for body:add_...", function()
      raises("bad argument #1 to 'add_circle' (field 'radius': must be > 0, got -1)",
        function() body:add_circle { radius = -1 } end)
      raises("bad argument #1 to 'add_circle' (unknown field 'vx')",
        function() body:add_circle { radius = 1, vx = 1 } end)
      assert.equal(1, world:shape_count())
    end)
  end)

  describe("of cairn.world", function()
    local cases = {
      { { substeps = 0 }, "field 'substeps': must be an integer in 1..64, got 0" },
      { { substeps = -5 }, "field 'substeps': must be an integer in 1..64, got -5" },
      { { substeps = 1000000 }, "field 'substeps': must be an integer in 1..64, got 1000000" },
      { { substeps = "4" }, "field 'substeps': number expected, got string" },
      { { gravity = { NAN, 0 } }, "field 'gravity': finite number expected, got nan" },
      { { gravity = 9.81 }, "field 'gravity': table of 2 numbers expected, got number" },
      { { gravity = { 0, 1e30 } }, "field 'gravity': must be in -10000..10000, got 1e+30" },
      { { gravty = { 0, 1 } }, "unknown field 'gravty', did you mean 'gravity'?" },
      { { slop = 1 }, "field 'slop': must be in 0..0.1, got 1" },
      { { restitution_speed = -1 }, "field 'restitution_speed': must be >= 0, got -1" },
      { { friction_mix = "mean" }, "field 'friction_mix': invalid friction_mix 'mean', "
        .. "expected min, max, average, multiply or geometric" },
      { { outside = "explode" }, "field 'outside': invalid outside 'explode', "
        .. "expected keep, disable or destroy" },
      { { bounds = { 1, 2, 3 } }, "field 'bounds': 4 numbers expected, got 3" },
      { { bounds = { 5, 0, 1, 1 } },
        "field 'bounds': must be {x1, y1, x2, y2} with x1 < x2, y1 < y2" },
      { { layers = { 3 } }, "field 'layers': name expected, got number" },
    }
    for _, case in ipairs(cases) do
      local t, sentence = table.unpack(case)
      it(sentence, function()
        raises(("bad argument #1 to 'world' (%s)"):format(sentence),
          function() cairn.world(t) end)
      end)
    end
  end)

  describe("of numbers that are not finite", function()
    local cases = {
      set_angle = 1, set_position = 2, set_velocity = 2, set_angular_velocity = 1,
      set_transform = 3, apply_force = 2, apply_impulse = 2, apply_torque = 1,
      apply_angular_impulse = 1, set_damping = 1, set_mass = 1, to_world = 2, velocity_at = 2,
    }
    for name, count in cairn.pairs(cases) do
      it("say so: " .. name, function()
        for i = 1, count do
          for _, v in ipairs { NAN, INF, -INF } do
            local arguments = {}
            for k = 1, count do arguments[k] = k == i and v or 1 end
            local got = v ~= v and "nan" or v > 0 and "inf" or "-inf"
            raises(("bad argument #%d to '%s' (finite number expected, got %s)"):format(i, name,
              got), function() body[name](body, table.unpack(arguments)) end)
          end
        end
      end)
    end

    it("say so for worlds and shapes", function()
      raises("bad argument #1 to 'set_gravity' (finite number expected, got nan)",
        function() world:set_gravity(NAN, 0) end)
      raises("bad argument #3 to 'raycast' (finite number expected, got nan)",
        function() world:raycast(0, 0, NAN, 0) end)
      raises("bad argument #1 to 'query_circle' (finite number expected, got inf)",
        function() world:query_circle(INF, 0, 1) end)
      raises("bad argument #1 to 'set_friction' (finite number expected, got nan)",
        function() shape:set_friction(NAN) end)
    end)
  end)

  describe("of ranges in setters", function()
    it("name the argument and the value", function()
      raises("bad argument #1 to 'set_friction' (must be >= 0, got -1)",
        function() shape:set_friction(-1) end)
      raises("bad argument #1 to 'set_restitution' (must be in 0..2, got 3)",
        function() shape:set_restitution(3) end)
      raises("bad argument #1 to 'set_density' (must be >= 0, got -1)",
        function() shape:set_density(-1) end)
      raises("bad argument #1 to 'set_mass' (must be > 0, got 0)",
        function() body:set_mass(0) end)
      raises("bad argument #1 to 'set_substeps' (must be an integer in 1..64, got 0)",
        function() world:set_substeps(0) end)
      raises("bad argument #2 to 'set_position' (1e+30 is outside the world limit of "
        .. "+-1000000 m)", function() body:set_position(0, 1e30) end)
      raises("bad argument #3 to 'apply_force' (1e+30 is outside the world limit of "
        .. "+-1000000 m)", function() body:apply_force(1, 1, 1e30, 0) end)
      raises("bad argument #4 to 'apply_impulse' (1e+30 is outside the world limit of "
        .. "+-1000000 m)", function() body:apply_impulse(1, 1, 0, 1e30) end)
      raises("bad argument #2 to 'set_gravity' (must be in -10000..10000, got 1e+30)",
        function() world:set_gravity(0, 1e30) end)
      raises("bad argument #1 to 'set_type' (invalid type 'dynamo', expected static, kinematic "
        .. "or dynamic)", function() body:set_type("dynamo") end)
      raises("bad argument #3 to 'query_circle' (must be >= 0, got -1)",
        function() world:query_circle(0, 0, -1) end)
      local lift = world:box { type = "kinematic", w = 1, h = 1 }
      raises("bad argument #4 to 'move_to' (must be > 0, got 0)",
        function() lift:move_to(0, 0, 0, 0) end)
    end)
  end)

  describe("of what there is too much of, or may not go", function()
    it("name how much there may be", function()
      local points, materials = {}, {}
      for i = 1, 2000002 do points[i] = i end
      raises("bad argument #1 to 'chain' (field 'points': at most 1000000 points, got 1000001)",
        function() world:chain { points = points } end)
      for i = 1, 1000001 do materials[i] = points end
      raises("bad argument #1 to 'chain' (field 'materials': at most 1000000 materials)",
        function() world:chain { points = { 0, 0, 1, 0, 2, 0 }, materials = materials } end)
    end)

    it("name the list that has more than two numbers", function()
      local box = world:box { w = 1, h = 1 }
      raises("bad argument #1 to 'revolute' (field 'limits': 2 numbers expected, got 1)",
        function()
          world:revolute { b = box, at = { 0, 0 }, limits = { lower = 0, upper = 1, 5 } }
        end)
    end)

    -- What tests/mutants.lua found that no spec looked at: the ends of ranges, and states.
    it("name the range, or why not", function()
      local box = world:box { w = 1, h = 1 }
      local plane = world:halfspace { y = -50 }
      for _, case in ipairs {
        { box, "set_angle", 1e300, "must be in -1e+09..1e+09, got 1e+300" },
        { box, "set_angular_velocity", 1e300, "must be in -1e+30..1e+30, got 1e+300" },
        { box, "apply_torque", 1e300, "must be in -1e+18..1e+18, got 1e+300" },
        { box, "set_mass", 1e300, "must be <= 1e+12, got 1e+300" },
        { box, "set_inertia", 1e300, "must be <= 1e+24, got 1e+300" },
        { box, "set_damping", 1e300, "must be <= 1e+09, got 1e+300" },
        { plane, "set_type", "dynamic", "a body with a halfspace is static" },
        { world:ground(), "set_type", "dynamic", "the ground is static" },
        { shape, "set_group", 1 << 40, "must be in 32 bits, got 1099511627776" },
        { shape, "set_color", -1, "must be in 0..0xffffff, got -1" },
        { shape, "set_color", 0x1000000, "must be in 0..0xffffff, got 16777216" },
        { world, "defer", nil, "function expected, got nil" },
      } do
        local object, name, value, why = case[1], case[2], case[3], case[4]
        local hash = world:hash()
        raises(("bad argument #1 to '%s' (%s)"):format(name, why),
          function() object[name](object, value) end)
        assert.equal(hash, world:hash())
      end
      raises("bad argument #1 to 'set_ignores' (must be another shape)",
        function() shape:set_ignores(shape, true) end)
      for _, size in ipairs { "w", "radius" } do
        raises(("bad argument #1 to 'mover' (field '%s': must be > 0, got 0)"):format(size),
          function() world:mover { [size] = 0, [size == "w" and "h" or "height"] = 1 } end)
      end
    end)

    it("say that the ground stays", function()
      local ground = world:ground()
      raises("calling 'destroy' on bad self (the ground cannot be destroyed)",
        function() ground:destroy() end)
      assert.is_true(ground:is_valid())
      assert.equal(ground, world:ground())
    end)
  end)

  describe("of step", function()
    it("name dt", function()
      raises("bad argument #1 to 'step' (must be >= 0, got -1)", function() world:step(-1) end)
      raises("bad argument #1 to 'step' (must be <= 1e+09, got 1e+30)", function()
        world:step(1e30)
      end)
      raises("bad argument #1 to 'step' (finite number expected, got nan)",
        function() world:step(NAN) end)
      raises("bad argument #1 to 'step' (finite number expected, got inf)",
        function() world:step(INF) end)
    end)
  end)

  describe("of layers and filters", function()
    it("name what is not declared", function()
      raises("bad argument #2 to 'set_collides' (unknown layer 'heroo', did you mean 'hero'?)",
        function() world:set_collides("default", "heroo", true) end)
      raises("bad argument #5 to 'raycast' (unknown layer 'wall'; declare it with "
        .. "world:layer(name))", function() world:raycast(0, 0, 1, 1, "wall") end)
      raises("bad argument #5 to 'raycast' (unknown field 'layer', did you mean 'layers'?)",
        function() world:raycast(0, 0, 1, 1, { layer = "hero" }) end)
      raises("bad argument #5 to 'raycast' (field 'sensors': boolean expected, got number)",
        function() world:raycast(0, 0, 1, 1, { sensors = 1 }) end)
      raises("bad argument #1 to 'set_layer' (unknown layer 'wall'; declare it with "
        .. "world:layer(name))", function() shape:set_layer("wall") end)
    end)
  end)

  describe("of velocities", function()
    it("do not come: 5e29 is clamped, direction kept", function()
      body:set_velocity(3e29, 4e29)
      local vx, vy = body:velocity()
      assert.near(240, vx, 0.1)
      assert.near(320, vy, 0.1)
    end)
  end)

  describe("under hostile calls", function()
    local metas = { "is_valid", "destroy", "position", "step", "box", "kind", "count" }
    it("never crash", function()
      local values = { nil, true, 3, NAN, "x", {}, print, io.stdout, world, body, shape }
      for _, object in ipairs { world, body, shape } do
        for _, name in ipairs(metas) do
          local f = member(object, name)
          for i = 1, 11 do
            if f and values[i] ~= object then pcall(f, values[i], values[i], values[i]) end
          end
        end
      end
      assert.is_true(world:is_valid())
    end)
  end)
end)
