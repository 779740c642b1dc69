-- Shapes that become sensors and solid again, several sizes at once, and what touches one shape.

local cairn = require "cairn"

describe("cairn.Shape", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  local function run(steps)
    for _ = 1, steps do world:step() end
  end

  local function visitors(sensor)
    local list = {}
    for shape in sensor:visitors() do list[#list + 1] = shape end
    return list
  end

  describe("set_sensor", function()
    it("lets fall what stood on it, and holds it again", function()
      local _, floor = world:box { type = "static", y = -0.5, w = 10, h = 1 }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      run(200)
      assert.is_false(box:is_awake())
      floor:set_sensor(true)
      assert.is_true(floor:is_sensor())
      assert.is_true(box:is_awake())
      run(60)
      assert.near(0.5 - 5, box:y(), 0.1)
      box:set_position(0, 0.5)
      box:set_velocity(0, 0)
      floor:set_sensor(false)
      assert.is_false(floor:is_sensor())
      run(200)
      assert.near(0.5, box:y(), 1e-3)
      assert.is_true(world:validate())
    end)

    it("ends what there was, and begins what there is, both told", function()
      local _, floor = world:box { type = "static", y = -0.5, w = 10, h = 1 }
      local _, shape = world:box { y = 0.5, w = 1, h = 1 }
      local log = {}
      local function note(text) log[#log + 1] = text end
      world:set_listener {
        begin_contact = function() note "begin" end,
        end_contact = function() note "end" end,
        sensor = function(s, visitor, entered)
          assert.equal(floor, s)
          assert.equal(shape, visitor)
          note(entered and "enters" or "leaves")
        end,
      }
      run(3)
      floor:set_sensor(true)
      run(1)
      floor:set_sensor(false)
      run(2)
      assert.equal("begin end enters begin leaves", table.concat(log, " ")) -- as hooks are ordered
    end)

    it("makes a sensor see at once who overlaps it, of every type", function()
      local _, sensor = world:box { type = "static", w = 2, h = 2, layer = "default" }
      world:box { type = "static", w = 1, h = 1 }
      world:box { type = "kinematic", w = 1, h = 1 }
      world:box { w = 1, h = 1, awake = false, gravity_scale = 0 }
      sensor:set_sensor(true)
      run(1)
      assert.equal(3, #visitors(sensor))
      sensor:set_sensor(false)
      assert.equal(0, #visitors(sensor))
      assert.is_true(world:validate())
    end)

    it("works on halfspaces too, static bodies in them included", function()
      local _, sea = world:halfspace {}
      world:box { type = "static", y = -3, w = 1, h = 1 }
      world:box { y = -1, w = 1, h = 1 }
      run(1)
      sea:set_sensor(true)
      run(1)
      assert.equal(2, #visitors(sea))
    end)

    it("changes nothing that it is already, nor the mass", function()
      local body, shape = world:box { w = 1, h = 1 }
      local hash, mass = world:hash(), body:mass()
      shape:set_sensor(false)
      assert.equal(hash, world:hash())
      shape:set_sensor(true)
      assert.equal(mass, body:mass())
      assert.not_equal(hash, world:hash())
    end)

    it("gives the same world as one that was made so", function()
      local function play(switch)
        local w <close> = cairn.world { gravity = { 0, -10 } }
        w:box { type = "static", y = -3, w = 20, h = 1 }
        local _, plate = w:box { type = "static", w = 10, h = 0.2, sensor = not switch }
        if switch then plate:set_sensor(true) end
        local box = w:box { y = 2, w = 1, h = 1 }
        for _ = 1, 100 do w:step() end
        return box:y()
      end
      assert.equal(play(false), play(true))
    end)

    it("refuses what has an area, and what is no boolean", function()
      local _, pool = world:box { type = "static", w = 1, h = 1, sensor = true,
        area = { drag = 1 } }
      assert.error_matches(function() pool:set_sensor(false) end,
        "bad argument #1 to 'set_sensor' (what has an area stays a sensor)", 1, true)
      assert.error_matches(function() pool:set_sensor(1) end,
        "bad argument #1 to 'set_sensor' (boolean expected, got number)", 1, true)
      assert.error_matches(function() pool:set_sensor() end, "boolean expected")
      pool:set_area(nil)
      pool:set_sensor(false)
      assert.is_false(pool:is_sensor())
      pool:destroy()
      assert.error_matches(function() pool:set_sensor(true) end, "has been destroyed")
    end)

    it("is refused inside pre_solve", function()
      world:halfspace {}
      local _, shape = world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener { pre_solve = function() shape:set_sensor(true) end }
      assert.error_matches(function() run(3) end, "world is read-only inside pre_solve", 1, true)
      assert.is_false(shape:is_sensor())
    end)
  end)

  describe("seen", function()
    -- What the hook tells of two sensors, 1 and 2, that meet; and who is in whom then.
    local function meet(keys_1, keys_2, threads)
      local w <close> = cairn.world { gravity = { 0, 0 }, threads = threads }
      local log, number = {}, {}
      keys_1.sensor, keys_1.radius = true, 1
      keys_2.sensor, keys_2.radius, keys_2.x = true, 1, keys_2.x or 1
      local _, one = w:circle(keys_1)
      local _, two = w:circle(keys_2)
      number[one], number[two] = "1", "2"
      w:set_listener {
        sensor = function(s, visitor, entered)
          log[#log + 1] = number[s] .. (entered and "+" or "-") .. number[visitor]
        end,
      }
      for _ = 1, 3 do w:step() end
      local inside = ("%d %d"):format(#visitors(one), #visitors(two))
      two:body():set_position(10, 0)
      for _ = 1, 3 do w:step() end
      assert.is_true(w:validate())
      return table.concat(log, " "), inside, two, w
    end

    it("lets other sensors see one, each as it is set", function()
      for _, threads in ipairs { 1, 2 } do
        for _, types in ipairs { { "dynamic", "dynamic" }, { "static", "kinematic" },
          { "static", "static" }, { "kinematic", "dynamic" } } do
          local function both(a, b)
            return meet({ type = types[1], seen = a }, { type = types[2], seen = b }, threads)
          end
          assert.same({ "", "0 0" }, { (both(false, false)), (select(2, both(false, false))) })
          assert.same({ "2+1 2-1", "0 1" }, { (both(true, false)), (select(2, both(true, false))) })
          assert.same({ "1+2 1-2", "1 0" }, { (both(false, true)), (select(2, both(false, true))) })
          assert.same({ "1+2 2+1 1-2 2-1", "1 1" },
            { (both(true, true)), (select(2, both(true, true))) })
        end
      end
    end)

    it("is told of what crosses within a step, too", function()
      local w <close> = cairn.world { gravity = { 0, 0 } }
      local _, gate = w:box { type = "static", w = 0.02, h = 4, sensor = true }
      w:circle { x = -3, radius = 0.1, vx = 390, sensor = true, seen = true, bullet = true }
      local log = {}
      w:set_listener {
        sensor = function(s, _, entered)
          assert.equal(gate, s)
          log[#log + 1] = entered
        end,
      }
      for _ = 1, 3 do w:step() end
      assert.same({ true, false }, log)
    end)

    it("may change: what is seen leaves, and enters again", function()
      local w <close> = cairn.world { gravity = { 0, 0 } }
      local _, one = w:circle { radius = 1, sensor = true }
      local _, two = w:circle { radius = 1, sensor = true, type = "static" }
      local log = {}
      w:set_listener { sensor = function(_, _, entered) log[#log + 1] = entered end }
      w:step()
      assert.is_false(two:is_seen())
      two:set_seen(true)
      assert.is_true(two:is_seen())
      w:step()
      assert.same({ two }, visitors(one))
      two:set_seen(false)
      w:step()
      assert.same({}, visitors(one))
      assert.same({ true, false }, log)
      assert.is_true(w:validate())
    end)

    it("changes no solid shape; layers still decide, and areas leave sensors alone", function()
      local w <close> = cairn.world { gravity = { 0, 0 }, layers = { "a", "b" } }
      w:set_collides("a", "b", false)
      local _, one = w:circle { radius = 1, sensor = true, layer = "a",
        area = { gravity = { 9, 0 } } }
      w:circle { radius = 1, sensor = true, seen = true, layer = "b" }
      local ghost = w:circle { x = 0.5, radius = 1, sensor = true, seen = true }
      local box = w:box { x = 0.5, w = 0.2, h = 0.2, seen = true }
      for _ = 1, 10 do w:step() end
      assert.equal(2, #visitors(one))
      assert.equal(0, ghost:vx())
      assert.is_true(box:vx() > 0)
    end)

    it("refuses what is no boolean", function()
      local _, shape = world:circle { radius = 1, sensor = true }
      assert.error_matches(function() shape:set_seen(1) end,
        "bad argument #1 to 'set_seen' (boolean expected, got number)", 1, true)
      assert.error_matches(function() world:circle { radius = 1, seen = 1 } end,
        "field 'seen': boolean expected, got number", 1, true)
      shape:destroy()
      assert.error_matches(function() shape:set_seen(true) end, "has been destroyed")
      assert.error_matches(function() shape:is_seen() end, "has been destroyed")
    end)
  end)

  describe("reshape", function()
    it("sets several sizes at once, and leaves the others", function()
      local body, shape = world:capsule { x1 = 0, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 }
      shape:reshape { x1 = 5, x2 = 5, y2 = 1 }
      assert.same({ 5, 0, 5, 1, 0.2 },
        { shape:x1(), shape:y1(), shape:x2(), shape:y2(), shape:radius() })
      assert.near(0.4 + math.pi * 0.04, body:mass(), 1e-6)
      local _, box = world:box { w = 1, h = 1 }
      box:reshape { w = 2, h = 3, radius = 0.1, x = 1, angle = 0.5 }
      assert.same({ 2, 3, 0.1, 1, 0, 0.5 },
        { box:w(), box:h(), box:radius(), box:x(), box:y(), box:angle() })
    end)

    it("gives a chain other points, with a material for each segment", function()
      local _, chain = world:chain { points = { 0, 0, 1, 0, 2, 0 },
        materials = { { friction = 1 }, { friction = 2 } } }
      chain:reshape { points = { 0, 0, 1, 0, 2, 0, 3, 0 },
        materials = { {}, {}, { friction = 0.1 } } }
      assert.equal(3, chain:piece_count())
      assert.equal(0.1, (chain:material(3)))
      assert.error_matches(function() chain:reshape { points = { 0, 0, 1, 0 } } end,
        "bad argument #1 to 'reshape' (field 'materials': 1 segments need 1 materials, got 3)", 1,
        true)
      assert.equal(3, chain:piece_count())
    end)

    it("keeps what stands on it on it", function()
      local _, floor = world:box { type = "static", y = -0.5, w = 10, h = 1 }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      run(100)
      floor:reshape { w = 4, h = 2, y = -0.5 }
      run(200)
      assert.near(0.5, box:y(), 2e-3)
      assert.is_true(world:validate())
    end)

    it("refuses keys and sizes as the constructor does, and changes nothing then", function()
      local _, disc = world:circle { radius = 1 }
      for message, keys in cairn.pairs {
        ["unknown field 'w'"] = { w = 1 },
        ["unknown field 'density'"] = { density = 1 },
        ["unknown field 'raduis', did you mean 'radius'?"] = { raduis = 1 },
        ["field 'radius': must be > 0, got -1"] = { x = 3, radius = -1 },
        ["field 'radius': number expected, got string"] = { x = 3, radius = "x" },
        ["table expected, got number"] = 5,
      } do
        assert.error_matches(function() disc:reshape(keys) end,
          ("bad argument #1 to 'reshape' (%s"):format(message), 1, true)
      end
      assert.same({ 0, 1 }, { disc:x(), disc:radius() })
      disc:destroy()
      assert.error_matches(function() disc:reshape { radius = 2 } end, "has been destroyed")
    end)
  end)

  describe("manifolds and touching", function()
    it("are those of one shape of a body", function()
      local _, floor = world:box { type = "static", y = -0.5, w = 20, h = 1 }
      local body, foot = world:box { y = 0.5, w = 1, h = 1 }
      local wheel = body:add_circle { x = 3, y = -0.1, radius = 0.4 }
      local head = body:add_circle { y = 2, radius = 0.2 }
      run(10)
      local counts = {}
      for _, shape in ipairs { floor, foot, wheel, head } do
        local n = 0
        for m in shape:manifolds() do
          n = n + 1
          assert.is_truthy(m:other(shape))
        end
        counts[#counts + 1] = n
      end
      assert.same({ 2, 1, 1, 0 }, counts)
      assert.is_true(foot:touching(floor))
      assert.is_true(floor:touching(wheel))
      assert.is_false(head:touching(floor))
      assert.is_false(foot:touching(wheel))
      assert.is_false(foot:touching(foot))
    end)

    it("leave out sensors", function()
      local _, pool = world:box { type = "static", w = 4, h = 4, sensor = true }
      local _, shape = world:box { w = 1, h = 1 }
      run(2)
      assert.equal(1, #visitors(pool))
      for _ in shape:manifolds() do error "none" end
      assert.is_false(shape:touching(pool))
    end)

    it("raise for dead ones and those of another world", function()
      local _, shape = world:box { w = 1, h = 1 }
      local elsewhere <close> = cairn.world()
      local _, stranger = elsewhere:circle { radius = 1 }
      assert.error_matches(function() shape:touching(stranger) end,
        "bad argument #1 to 'touching' (shape belongs to another world)", 1, true)
      assert.error_matches(function() shape:touching(shape:body()) end,
        "bad argument #1 to 'touching'", 1, true)
      shape:destroy()
      assert.error_matches(function() shape:manifolds() end, "has been destroyed")
      assert.error_matches(function() shape:touching(shape) end, "has been destroyed")
    end)
  end)
end)
