-- What joints of all kinds have in common: their bodies, identity, names, breaking, and the hash.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local near = measure.near

describe("cairn.Joint", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  local function run(seconds, f) measure.run(world, seconds, f) end

  describe("bodies", function()
    it("of a joint do not meet unless they may", function()
      for _, collide in ipairs { false, true } do
        local w <close> = cairn.world { gravity = { 0, 0 } }
        local a, b = w:box { w = 1, h = 1 }, w:box { x = 0.9, w = 1, h = 1 }
        local joint = w:distance { a = a, b = b, max = 5, collide = collide }
        for _ = 1, 30 do w:step() end
        assert.equal(collide, b:x() - a:x() > 0.95)
        joint:set_collide(not collide)
        for _ = 1, 30 do w:step() end
        assert.is_true(w:validate())
        if not collide then assert.is_true(b:x() - a:x() > 0.95) end
      end
    end)

    it("are the ground where none is given", function()
      local body = world:box { w = 1, h = 1 }
      local first, second = world:weld { b = body }, world:weld { a = body }
      assert.same({ world:ground(), body }, { first:bodies() })
      assert.same({ body, world:ground() }, { second:bodies() })
      run(0.5)
      near(0, body:y(), 1e-3)
    end)

    it("take their joints along", function()
      local a, b = world:box { w = 1, h = 1 }, world:box { x = 3, w = 1, h = 1 }
      local joint, other = world:distance { a = a, b = b }, world:weld { b = b }
      a:destroy()
      assert.is_false(joint:is_valid())
      assert.is_true(other:is_valid())
      assert.equal(1, world:joint_count())
      assert.is_true(world:validate())
      world:step()
    end)

    it("that leave the world take them along, too", function()
      world:set_bounds(-5, -5, 5, 5)
      world:set_outside "destroy"
      local a = world:circle { radius = 0.1, vy = -20 }
      local joint = world:distance { a = a, b = world:circle { y = 1, radius = 0.1 }, max = 50,
        name = "rope" }
      run(1)
      assert.is_false(a:is_valid())
      assert.is_false(joint:is_valid())
      assert.is_nil(world:find "rope")
      assert.equal(0, world:joint_count())
    end)
  end)

  -- ---- where it is -----------------------------------------------------------------------------

  describe("anchors", function()
    --   a at (0, 0)      b at (3, 1), turned by a quarter
    local a, b
    before_each(function()
      world:set_gravity(0, 0)
      a = world:box { w = 1, h = 1 }
      b = world:box { x = 3, y = 1, w = 1, h = 1, angle = math.pi / 2 }
    end)

    local function same(expected, ...)
      local got = { ... }
      assert.equal(#expected, #got)
      for i, v in ipairs(expected) do near(v, got[i], 1e-6, "value " .. i) end
    end

    it("are what the keys were, and go with the bodies", function()
      local joint = world:prismatic { a = a, b = b, from = { 1, 0 }, to = { 3, 2 },
        axis = { 0, 2 } }
      assert.equal(a, joint:a())
      assert.equal(b, joint:b())
      same({ 1, 0 }, joint:from())
      same({ 1, 0 }, joint:at())
      same({ 3, 2 }, joint:to())
      same({ 1, 0, 1, 0 }, joint:local_anchors())
      a:set_transform(0, 5, math.pi / 2)
      b:set_transform(3, 5, 0)
      same({ 0, 6 }, joint:from())
      same({ 4, 5 }, joint:to())
      same({ 0, 6, 4, 5 }, joint:anchors())
      same({ 1, 0, 1, 0 }, joint:local_anchors())
      same({ -1, 0 }, joint:axis())
    end)

    it("make the same joint anew", function()
      local joint = world:revolute { a = a, b = b, from = { 1, 0.1 }, to = { 3, 1.5 } }
      b:set_angular_velocity(1)
      run(0.1)
      local again = world:revolute { a = joint:a(), b = joint:b(), from = { joint:from() },
        to = { joint:to() }, reference = joint:reference() }
      assert.is_true(joint:error() > 0.1)
      same({ joint:error() }, again:error())
      same({ joint:local_anchors() }, again:local_anchors())
      same({ joint:angle() }, again:angle())
    end)

    it("of a motor: from is the one on a, anchors tells where b belongs", function()
      local joint = world:motor { a = a, b = b, linear = { x = 1, y = 0.5, hertz = 2 } }
      same({ 3, 1 }, joint:at())
      same({ 3, 1 }, joint:to())
      same({ 3, 1, 0, 0 }, joint:local_anchors())
      same({ 4, 1.5, 3, 1 }, joint:anchors())
    end)

    it("of a mouse: the body, and where it pulls", function()
      local joint = world:mouse { body = b, x = 3.5, y = 1 }
      assert.equal(b, joint:body())
      assert.equal(b, joint:b())
      assert.equal(world:ground(), joint:a())
      joint:set_target(7, 8)
      same({ 7, 8, 0, -0.5 }, joint:local_anchors())
    end)

    it("of a pulley are where its ropes are tied", function()
      local joint = world:pulley { a = a, b = b, from = { 0, 0.5 }, to = { 3, 1.5 },
        ground_from = { 0, 9 }, ground_to = { 3, 9 } }
      same({ 0, 0.5, 0.5, 0 }, joint:local_anchors())
      same({ 0, 0.5 }, joint:from())
      same({ 3, 1.5 }, joint:to())
    end)

    it("are as exact far away", function()
      local far = world:box { x = 1e5 + 0.1, w = 1, h = 1 }
      local joint = world:revolute { b = far, at = { 1e5 + 0.3, 0.1 } }
      local x, y = joint:at()
      near(1e5 + 0.3, x, 1e-9)
      near(0.1, y, 1e-9)
    end)
  end)

  -- ---- identity --------------------------------------------------------------------------------

  describe("identity", function()
    local body, joint
    before_each(function()
      body = world:box { w = 1, h = 1 }
      joint = world:weld { b = body, name = "glue" }
    end)

    it("is one userdata for life", function()
      assert.equal(joint, world:find "glue")
      for j in world:joints() do assert.equal(joint, j) end
      for j in body:joints() do assert.equal(joint, j) end
      for j in world:ground():joints() do assert.equal(joint, j) end
      local t = { [joint] = 1 }
      assert.equal(1, t[world:find "glue"])
    end)

    it("is not taken over by a later joint", function()
      joint:destroy()
      local later = world:weld { b = body }
      assert.are_not.equal(joint, later)
      assert.is_false(joint:is_valid())
      assert.is_true(later:is_valid())
    end)

    it("prints", function()
      assert.equal('cairn.Joint #1 "glue" (weld)', tostring(joint))
      joint:set_name(nil)
      assert.equal("cairn.Joint #1 (weld)", tostring(joint))
      joint:destroy()
      assert.equal("cairn.Joint #1 (destroyed)", tostring(joint))
    end)

    it("keeps the world alive", function()
      local held
      do
        local w = cairn.world {}
        held = w:weld { b = w:box { w = 1, h = 1 } }
      end
      collectgarbage()
      collectgarbage()
      assert.is_true(held:is_valid())
      assert.equal(1, held:world():joint_count())
      held:world():step()
    end)

    it("answers destroy as bodies do", function()
      assert.is_true(joint:destroy())
      assert.is_false(joint:destroy())
      assert.is_false(joint:is_valid())
      assert.is_nil(world:find "glue")
    end)
  end)

  describe("names", function()
    it("are found after bodies' names", function()
      local body = world:box { w = 1, h = 1 }
      local joint = world:weld { b = body, name = "same" }
      assert.equal(joint, world:find "same")
      local second = world:weld { b = body, name = "same" }
      assert.equal(joint, world:find "same")
      body:set_name "same"
      assert.equal(body, world:find "same")
      body:set_name(nil)
      assert.equal(joint, world:find "same")
      joint:destroy()
      assert.equal(second, world:find "same")
      second:set_name "new"
      assert.is_nil(world:find "same")
      assert.equal(second, world:find "new")
    end)
  end)

  -- ---- breaking --------------------------------------------------------------------------------

  describe("breaking", function()
    local heavy, weak
    before_each(function()
      heavy = world:box { y = -1, w = 1, h = 1, density = 10 }
      weak = world:distance { b = heavy, from = { 0, 0 }, break_force = 50, name = "weak" }
    end)

    it("switches the joint off and tells of it once", function()
      local told = {}
      world:set_listener { joint_broken = function(j) told[#told + 1] = j end }
      run(0.5)
      assert.same({ weak }, told)
      assert.is_true(weak:is_valid())
      assert.is_false(weak:is_enabled())
      assert.is_true(heavy:y() < -1.5)
    end)

    it("is walked by broken", function()
      local turns = 0
      run(0.5, function()
        for i, j in world:broken() do
          turns = turns + 1
          assert.equal(1, i)
          assert.equal(weak, j)
        end
      end)
      assert.equal(1, turns)
    end)

    it("comes in its place among the hooks, and is found late", function()
      local order = {}
      local function note(name) return function() order[#order + 1] = name end end
      local listener = {}
      world:set_listener(listener)
      world:circle { x = 5, y = 0.4, radius = 0.5, vy = -3 }
      world:box { type = "static", x = 5, y = -0.6, w = 2, h = 1 }
      world:set_bounds(-20, -20, 20, 20)
      world:circle { x = 19.99, radius = 0.1, vx = 100 }
      for _, name in ipairs { "begin_contact", "hit", "joint_broken", "left_bounds" } do
        listener[name] = note(name)
      end
      world:step()
      local place = {}
      for i, name in ipairs(order) do place[name] = i end
      assert.is_truthy(place.joint_broken)
      assert.is_true(place.begin_contact < place.joint_broken)
      assert.is_true(place.hit < place.joint_broken)
      assert.is_true(place.joint_broken < place.left_bounds)
    end)

    it("may be answered by anything", function()
      world:set_listener { joint_broken = function(j)
        assert(j:destroy())
        assert(j:name() == "weak" and j:id() == 1 and j:type() == "distance" and not j:data())
        world:weld { b = heavy, name = "new" }
      end }
      run(0.5)
      assert.is_false(weak:is_valid())
      assert.equal("weld", world:find("new"):type())
      assert.is_false(pcall(weak.name, weak))
    end)

    it("tells of a joint that another hook has destroyed meanwhile", function()
      local name
      world:box { type = "static", x = 5, y = -0.6, w = 2, h = 1 }
      world:circle { x = 5, y = 0.3, radius = 0.5 }
      world:set_listener {
        begin_contact = function() weak:destroy() end,
        joint_broken = function(j) name = j:name() end,
      }
      run(0.1)
      assert.equal("weak", name)
    end)

    it("raises what the hook raises, when the step is complete", function()
      world:set_listener { joint_broken = function() error "snap" end }
      assert.error_matches(function() run(0.5) end, "snap")
      assert.is_false(weak:is_enabled())
      world:set_listener(nil)
      run(0.5)
    end)

    it("does not happen below the limit", function()
      weak:set_break_force(150)
      run(0.5)
      assert.is_true(weak:is_enabled())
      local _, fy = weak:force()
      near(100, fy, 0.5, "N")
    end)

    it("can be mended", function()
      run(0.1)
      weak:set_break_force(1000)
      weak:set_enabled(true)
      run(3)
      assert.is_true(weak:is_enabled())
      near(1, weak:length(), 5e-3)
    end)

    --   ===#===     each link bears all that hangs below it: the upper three are overloaded,
    --      1        but once the first has let go the others bear nothing
    --      :
    --      6
    for _, lanes in ipairs { false, true } do
      it("happens to one joint of a chain alone" .. (lanes and ", springs too" or ""), function()
        local links, last = {}, world:body { type = "static", x = -5, y = 5 }
        for i = 1, 6 do
          local box = world:box { x = -5, y = 5 - i, w = 0.2, h = 0.8 }
          links[i] = world:distance {
            a = last, b = box, from = { -5, 5.5 - i }, to = { -5, 5.4 - i },
            spring = lanes and { hertz = 8, damping = 1 } or nil,
            break_force = 3.5 * 10 * box:mass(),
          }
          last = box
        end
        local broken = {}
        run(1, function()
          for _, j in world:broken() do
            if j ~= weak then broken[#broken + 1] = j end
          end
        end)
        assert.same({ links[1] }, broken)
        for i = 2, 6 do assert.is_true(links[i]:is_enabled()) end
      end)
    end

    it("happens to each of two chains in the same step", function()
      local broken = {}
      for _, x in ipairs { -5, -8 } do
        local last = world:body { type = "static", x = x, y = 5 }
        for i = 1, 4 do
          local box = world:box { x = x, y = 5.5 - i, w = 0.2, h = 0.8 }
          world:revolute { a = last, b = box, at = { x, 6 - i }, break_force = 5 * box:mass() }
          last = box
        end
      end
      world:step()
      for _, j in world:broken() do if j ~= weak then broken[#broken + 1] = j end end
      assert.equal(2, #broken)
    end)

    it("happens by torque", function()
      local arm = world:box { x = 5.5, y = 5, w = 1, h = 0.2 }
      local glue = world:weld { b = arm, at = { 5, 5 }, break_torque = 0.5 }
      run(0.5)
      assert.is_false(glue:is_enabled())
    end)
  end)

  -- ---- the same run twice ----------------------------------------------------------------------

  describe("hash", function()
    -- A little of every kind.
    local function build(keys)
      local w = cairn.world(keys)
      local last = w:box { type = "static", y = 5, w = 1, h = 0.2 }
      for i = 1, 12 do
        local body = w:box { x = 0.5 * i, y = 5, w = 0.5, h = 0.1 }
        w:revolute { a = last, b = body, at = { 0.5 * i - 0.25, 5 }, limits = { -1, 1 } }
        last = body
      end
      w:distance { a = last, b = w:circle { x = 8, y = 5, radius = 0.3 }, spring = { hertz = 2 } }
      w:weld { a = last, b = w:circle { x = 6, y = 5.5, radius = 0.2 }, angular = { hertz = 4 } }
      w:prismatic { b = w:box { x = 2, y = 2, w = 1, h = 0.3 }, axis = { 1, 0 },
        motor = { speed = 1, max = 50 }, limits = { -2, 2 } }
      w:mouse { body = last, x = 6, y = 5, hertz = 2 }
      w:box { type = "static", y = -0.5, w = 40, h = 1 }
      return w
    end

    it("is the same twice, and with another number of threads", function()
      local one <close> = build {}
      local two <close> = build {}
      local three <close> = build { threads = 3 }
      for _ = 1, 240 do
        one:step()
        two:step()
        three:step()
        assert.equal(one:hash(), two:hash())
        assert.equal(one:hash(), three:hash())
      end
      assert.is_true(one:validate())
    end)

    it("sees joints and what is set on them", function()
      local w <close> = build {}
      local hash = w:hash()
      local function changes(f)
        f()
        assert.are_not.equal(hash, w:hash())
        hash = w:hash()
      end
      local joint
      changes(function() joint = w:weld { b = w:box { w = 1, h = 1 } } end)
      changes(function() joint:set_break_force(3) end)
      changes(function() joint:set_enabled(false) end)
      changes(function() joint:destroy() end)
    end)
  end)
end)
