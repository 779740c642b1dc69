-- What contacts weigh: force read-outs, `pressed`, who ignores whom, ids across steps, hits apart.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near = measure.near

describe("cairn.Shape", function()
  local world, floor
  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    floor = world:box { type = "static", y = -0.5, w = 40, h = 1 }:shape()
  end)
  after_each(function()
    assert.is_true(world:validate())
    world:destroy()
  end)

  local function run(seconds, f) measure.run(world, seconds, f) end

  -- ---- loads -----------------------------------------------------------------------------------

  describe(":load", function()
    it("is the weight of what lies on it, asleep too", function()
      local low = world:box { y = 0.5, w = 1, h = 1 }
      local high = world:box { y = 1.5, w = 1, h = 1, density = 3 }
      for _ = 1, 2 do
        run(1)
        local load, fx, fy = floor:load()
        near(40, load, 0.05)
        near(0, fx, 1e-3)
        near(-40, fy, 0.05)
        near(70, (low:shape():load()), 0.1) -- 30 from above, 40 from below
        near(10, select(3, low:shape():load()), 0.05) -- what bears its own weight
        near(30, select(3, high:shape():load()), 0.05)
      end
    end)

    it("has the friction in it: on a slope it bears the weight", function()
      local angle = 0.3
      world:set_gravity(-10 * math.sin(angle), -10 * math.cos(angle))
      local box = world:box { y = 0.5, w = 1, h = 1 }
      run(1)
      local load, fx, fy = box:shape():load()
      near(10 * math.cos(angle), load, 0.02)
      near(10 * math.sin(angle), fx, 0.02)
      near(10 * math.cos(angle), fy, 0.02)
      for m in box:manifolds() do
        local normal, tangent = m:force()
        local nx, ny = m:normal()
        near(10 * math.cos(angle), normal, 0.02)
        -- on b along (ny, -nx): the box is b, the floor a
        assert.equal(box:shape(), (select(2, m:shapes())))
        near(fx, normal * nx + tangent * ny, 0.02)
        near(fy, normal * ny - tangent * nx, 0.02)
      end
    end)

    it("is 0 of a sensor, and of what nothing touches", function()
      local _, sensor = world:box { type = "static", y = 1, w = 2, h = 2, sensor = true }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      run(0.5)
      assert.equal(0, (sensor:load()))
      box:set_position(0, 5)
      world:step(1e-3)
      assert.equal(0, (box:shape():load()))
    end)
  end)

  -- ---- pressed ---------------------------------------------------------------------------------

  describe("pressed", function()
    local told
    local function listen()
      told = {}
      world:set_listener { pressed = function(shape, on, force)
        told[#told + 1] = { shape, on, force, world:time() }
      end }
    end

    it("is told once when enough has lain on it for a while, and once when it is off", function()
      floor:set_press(25)
      listen()
      local first = world:box { y = 0.5, w = 1, h = 1, density = 2 }
      run(1)
      assert.same({}, told)
      assert.is_false(floor:is_pressed())
      local second = world:box { x = 3, y = 0.5, w = 1, h = 1 }
      local t = world:time()
      run(1)
      assert.equal(1, #told)
      assert.equal(floor, told[1][1])
      assert.is_true(told[1][2])
      near(30, told[1][3], 0.1)
      near(t + 0.1, told[1][4], 2.5 / 60) -- press_time
      assert.is_true(floor:is_pressed())
      -- 22 N lie between 20 and 25: it stays as it is
      second:set_mass(0.2)
      run(1)
      assert.equal(1, #told)
      first:destroy()
      run(1)
      assert.equal(2, #told)
      assert.is_false(told[2][2])
      assert.is_false(floor:is_pressed())
    end)

    it("is not told of a blow", function()
      floor:set_press(50, 10, 0.1)
      listen()
      world:box { y = 4, w = 1, h = 1 } -- lands with 90 kg m/s within two steps: 270 N and more
      local most = 0
      run(3, function() most = math.max(most, (floor:load())) end)
      assert.is_true(most > 200, most)
      assert.same({}, told)
    end)

    it("is told at once with a time of 0, and by a loop", function()
      local plate = world:box { type = "static", y = 0.5, w = 2, h = 1, press_force = 5,
        press_time = 0 }:shape()
      world:box { y = 1.5, w = 1, h = 1 }
      local steps, found = 0, nil
      while not found and steps < 10 do
        world:step()
        steps = steps + 1
        for i, shape, on, force in world:pressed() do found = { i, shape, on, force } end
      end
      assert.equal(plate, found[2])
      assert.is_true(found[3])
      assert.is_true(found[4] >= 5)
      assert.is_true(steps <= 3)
    end)

    it("goes into snapshots, clones, descriptions and the hash", function()
      floor:set_press(5, 1, 0.25)
      world:box { y = 0.5, w = 1, h = 1 }
      run(0.2)
      local copy <close> = world:clone()
      local bytes, hash = world:snapshot(), world:hash()
      assert.equal(hash, copy:hash())
      run(0.5)
      assert.is_true(floor:is_pressed())
      for _ = 1, 30 do copy:step() end
      assert.equal(world:hash(), copy:hash())
      assert(world:restore(bytes))
      assert.equal(hash, world:hash())
      assert.is_false(floor:is_pressed())
      local again <close> = cairn.world(world:describe())
      for shape in again:shapes() do
        if shape:body():type() == "static" then
          assert.same({ 5, 1, 0.25 }, { shape:press_force(), shape:release_force(),
            shape:press_time() })
        end
      end
      floor:set_press(nil)
      assert.equal(math.huge, floor:press_force())
    end)

    it("refuses what makes no sense", function()
      assert.has_error(function() floor:set_press(-1) end)
      assert.has_error(function() floor:set_press(1, 2) end)
      assert.has_error(function() floor:set_press(1, -1) end)
      assert.has_error(function() floor:set_press(1, 0.5, -1) end)
      assert.has_error(function() floor:set_press(0 / 0) end)
    end)
  end)

  -- ---- who ignores whom ------------------------------------------------------------------------

  describe(":set_ignores", function()
    it("lets two pass, and nobody else", function()
      local low = world:box { y = 0.5, w = 1, h = 1 }
      local high, other = world:box { y = 2, w = 1, h = 1 }, world:box { y = 3.5, w = 1, h = 1 }
      high:shape():set_ignores(low:shape(), true)
      assert.is_true(low:shape():ignores(high:shape()))
      assert.is_true(high:shape():ignores(low:shape()))
      run(2)
      near(0.5, high:y(), 0.01)
      near(0.5, low:y(), 0.01)
      near(1.5, other:y(), 0.01)
    end)

    it("ends a contact and begins one anew, and wakes", function()
      local low, high = world:box { y = 0.5, w = 1, h = 1 }, world:box { y = 1.5, w = 1, h = 1 }
      local ends, begins = 0, 0
      run(2)
      assert.is_false(high:is_awake())
      world:set_listener {
        begin_contact = function() begins = begins + 1 end,
        end_contact = function() ends = ends + 1 end,
      }
      low:shape():set_ignores(high:shape(), true)
      assert.is_true(high:is_awake())
      run(0.1)
      assert.equal(1, ends)
      assert.is_true(high:y() < 1.49)
      high:set_transform(0, 2.5, 0)
      low:shape():set_ignores(high:shape(), false)
      run(2)
      assert.equal(1, begins)
      near(1.5, high:y(), 0.01)
    end)

    it("holds for chains and concave shapes, piece by piece", function()
      local ground = world:chain { points = { -5, 3, 0, 2.5, 5, 3 }, type = "static" }:shape()
      local star = world:polygon { y = 5,
        points = { 0, 1, 0.2, 0.2, 1, 0, 0.2, -0.2, 0, -1, -0.2, -0.2, -1, 0, -0.2, 0.2 } }
      star:shape():set_ignores(ground, true)
      run(2)
      assert.is_true(star:y() < 1.1)
    end)

    it("ends with one of the two, and another shape in its place is met", function()
      local low, high = world:box { y = 0.5, w = 1, h = 1 }, world:box { y = 2, w = 1, h = 1 }
      local shape = low:shape()
      shape:set_ignores(high:shape(), true)
      shape:destroy()
      low:add_box { w = 1, h = 1 }
      run(2)
      near(1.5, high:y(), 0.01)
    end)

    it("goes into snapshots, clones, descriptions and the hash", function()
      local low, high = world:box { y = 0.5, w = 1, h = 1 }, world:box { y = 2, w = 1, h = 1 }
      local before, bytes = world:hash(), world:snapshot()
      low:shape():set_ignores(high:shape(), true)
      assert.are_not.equal(before, world:hash())
      local with = world:snapshot()
      local copy <close> = world:clone()
      local made <close> = cairn.world(world:describe())
      assert.equal(world:hash(), copy:hash())
      assert.same({ { 2, 3 } }, world:describe().ignored)
      assert(world:restore(bytes))
      assert.is_false(low:shape():ignores(high:shape()))
      assert.equal(before, world:hash())
      assert(world:restore(with))
      assert.is_true(low:shape():ignores(high:shape()))
      for _ = 1, 60 do
        world:step()
        copy:step()
        made:step()
      end
      assert.equal(world:hash(), copy:hash())
      for body in made:bodies "dynamic" do assert.is_true(body:y() < 1) end
      low:shape():set_ignores(high:shape(), false)
      local empty <close> = world:clone() -- the trait stays, and the list is empty
      assert.equal(world:hash(), empty:hash())
    end)

    it("refuses itself, the dead and the foreign", function()
      local box = world:box { y = 0.5, w = 1, h = 1 }
      local shape = box:shape()
      assert.has_error(function() shape:set_ignores(shape, true) end)
      local other <close> = cairn.world {}
      local alien = other:box { w = 1, h = 1 }:shape()
      assert.has_error(function() shape:set_ignores(alien, true) end)
      box:destroy()
      assert.has_error(function() floor:set_ignores(shape, true) end)
      assert.has_error(function() cairn.world { ignored = { { 1, 2 } } } end)
      assert.has_error(function() cairn.world { ignored = { { 1 } } } end)
    end)
  end)

  -- ---- ids and hits ----------------------------------------------------------------------------

  describe("contact ids", function()
    it("stay from step to step, and are others when the two have been apart", function()
      local box = world:box { y = 0.5, w = 1, h = 1, can_sleep = false }
      world:box { x = 3, y = 0.5, w = 1, h = 1, can_sleep = false }
      local function ids()
        local list = {}
        for m in world:manifolds() do
          local id, birth = m:id()
          assert.equal("integer", math.type(id))
          assert.equal("integer", math.type(m:feature(1)))
          assert.is_nil(m:feature(3))
          list[#list + 1] = ("%d/%d/%d/%d"):format(id, birth, m:feature(1), m:feature(2))
        end
        return list
      end
      run(0.5)
      local before = ids()
      assert.equal(2, #before)
      assert.are_not.equal(before[1], before[2])
      run(1)
      assert.same(before, ids())
      box:set_position(0, 8)
      run(0.1)
      box:set_position(0, 0.5)
      run(0.1)
      local after = ids()
      assert.equal(2, #after)
      local same = 0
      for _, id in ipairs(after) do
        if id == before[1] or id == before[2] then same = same + 1 end
      end
      assert.equal(1, same)
    end)
  end)

  describe("hits", function()
    it("are switched off apart from begin_contact, and the other way round", function()
      local counts = { hit = 0, begin = 0 }
      world:set_listener {
        hit = function() counts.hit = counts.hit + 1 end,
        begin_contact = function() counts.begin = counts.begin + 1 end,
      }
      local box = world:box { y = 3, w = 1, h = 1, hits = false }
      assert.is_false(box:shape():has_hits())
      run(2)
      assert.same({ hit = 0, begin = 1 }, counts)
      box:shape():set_hits(true)
      box:set_position(0, 3)
      run(2)
      assert.same({ hit = 1, begin = 2 }, counts)
    end)
  end)

  -- ---- alarms of joints ------------------------------------------------------------------------

  describe("joint alarms", function()
    it("tell of a load and of its end, and nothing breaks", function()
      local box = world:box { y = 5, w = 1, h = 1 }
      local rope = world:distance { from = { 0, 10 }, b = box, max = 5, alarm_force = 15 }
      local told = {}
      world:set_listener { joint_alarm = function(joint, on) told[#told + 1] = { joint, on } end }
      run(1)
      assert.same({}, told)
      box:set_mass(2)
      run(1)
      assert.same({ { rope, true } }, told)
      assert.is_true(rope:is_alarmed())
      assert.is_true(rope:is_enabled())
      box:set_mass(1.3) -- 13 N: between 12 and 15
      run(1)
      assert.equal(1, #told)
      box:set_mass(1)
      run(1)
      assert.same({ { rope, true }, { rope, false } }, told)
      local loops = 0
      box:set_mass(3)
      for _ = 1, 60 do
        world:step()
        for _, joint, on in world:alarms() do
          loops = loops + 1
          assert.equal(rope, joint)
          assert.is_true(on)
        end
      end
      assert.equal(1, loops)
    end)

    it("tell of torques, and go into snapshots, clones and descriptions", function()
      local arm = world:box { x = 1, y = 5, w = 2, h = 0.2, mass = 1 }
      local weld = world:weld { b = arm, at = { 0, 5 }, alarm_torque = 5 }
      run(0.5)
      assert.is_true(weld:is_alarmed())
      near(10, select(3, weld:force()), 0.1)
      local copy <close> = world:clone()
      assert.equal(world:hash(), copy:hash())
      local again <close> = cairn.world(world:describe())
      for joint in again:joints() do
        assert.equal(5, joint:alarm_torque())
        assert.equal(math.huge, joint:alarm_force())
      end
      local bytes = world:snapshot()
      weld:set_alarm_torque(nil)
      assert.is_false(weld:is_alarmed())
      assert(world:restore(bytes))
      assert.is_true(weld:is_alarmed())
      assert.equal(5, weld:alarm_torque())
    end)
  end)
end)
