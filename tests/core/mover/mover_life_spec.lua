-- A mover as an object: identity, keys, bad input.

local cairn = require "cairn"
local movers = require "tests.support.movers"

local DT <const> = movers.DT

describe("cairn.Mover", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 }, layers = { "ghost" } } end)
  after_each(function() world:destroy() end)

  local tools = movers.tools(function() return world end)
  local floor, person = tools.floor, tools.person

  describe("identity", function()
    it("is one userdata for its whole life", function()
      local a, b = person(0, 0, { data = "a" }), person(2, 0)
      local list = {}
      for m in world:movers() do list[#list + 1] = m end
      assert.same({ a, b }, list)
      assert.equal("a", a:data())
      b:set_data(7)
      assert.equal(7, b:data())
      assert.same({ 1, 2 }, { a:id(), b:id() })
      assert.equal(world, a:world())
      assert.equal("cairn.Mover #1", tostring(a))
      assert.is_true(a:destroy())
      assert.is_false(a:destroy())
      assert.is_false(a:is_valid())
      assert.equal("cairn.Mover #1 (destroyed)", tostring(a))
      list = {}
      for m in world:movers() do list[#list + 1] = m end
      assert.same({ b }, list)
      local c = person(0, 0)
      assert.equal(1, c:id())
      assert.is_false(a:is_valid())
    end)

    it("has a place in cairn.pairs", function()
      local b, a, body = person(0, 0), person(1, 0), world:body()
      local keys = {}
      for key in cairn.pairs { [a] = 1, [b] = 2, [body] = 3 } do keys[#keys + 1] = key end
      assert.same({ body, b, a }, keys)
    end)

    it("has a getter for every key, and setters", function()
      local m = world:mover { x = 1, y = 2, radius = 0.25, height = 1, step = 0.2, snap = 0.1,
        max_slope = 1, push = 5, layer = "ghost", filter = "ghost", one_way = false, up = { 2, 0 },
        legs = { length = 0.5, hertz = 4 } }
      assert.same({ 1, 2 }, { m:position() })
      assert.same({ 1, 2 }, { m:x(), m:y() })
      assert.same({ 0.25, 1, 0, 0 }, { m:radius(), m:height(), m:w(), m:h() })
      assert.same({ 0.2, 0.1, 1, 5 }, { m:step(), m:snap(), m:max_slope(), m:push() })
      assert.same({ "ghost", "ghost", false }, { m:layer(), m:filter(), m:one_way() })
      assert.same({ 1, 0 }, { m:up() })
      assert.same({ 0.5, 4, 0.7 }, { m:legs() })
      m:set_step(0.3)
      m:set_snap(0.4)
      m:set_max_slope(0.5)
      m:set_push(6)
      m:set_layer("default")
      m:set_one_way(true)
      m:set_up(0, 3)
      m:set_legs(0.6, 5, 1)
      assert.same({ 0.3, 0.4, 0.5, 6 }, { m:step(), m:snap(), m:max_slope(), m:push() })
      assert.same({ "default", true, 0, 1 }, { m:layer(), m:one_way(), m:up() })
      assert.same({ 0.6, 5, 1 }, { m:legs() })
      m:set_legs()
      assert.is_nil(m:legs())
      assert.equal(0.3, person(0, 0):step())
    end)

    it("and its body are drawn in one place, whatever the share of the step", function()
      floor()
      local m = world:mover { x = 0, y = 0.55, radius = 0.35, height = 1.1, mass = 40 }
      for i = 1, 60 do
        m:move(i < 40 and 0.1 or -0.05, i % 20 == 0 and 0.4 or -0.02)
        world:step()
        world:set_alpha(i % 5 / 4)
        local x, y = m:drawn()
        local bx, by = m:body():drawn()
        assert.near(x, bx, 1e-6)
        assert.near(y, by, 0.006) -- as deep as it is pressed into its ground
      end
    end)

    it("has a body at the largest size, too", function()
      local m = world:mover { y = 3e4, w = 10, h = 10, radius = 1e4, mass = 40 }
      assert.equal(40, m:body():mass())
      assert.equal(1e4, m:radius())
    end)

    it("makes no garbage", function()
      floor()
      local m = person(0, 0.1)
      local function turn()
        for i = 1, 50 do
          m:move(i % 2 == 0 and 0.1 or -0.1, -0.01)
          m:position()
          m:velocity()
          m:ground_normal()
          m:ground()
          m:drawn()
          for _ in world:movers() do m:is_grounded() end
        end
      end
      turn()
      collectgarbage()
      collectgarbage "stop"
      local before = collectgarbage "count"
      turn()
      local after = collectgarbage "count"
      collectgarbage "restart"
      assert.equal(before, after)
    end)
  end)

  describe("bad input", function()
    local function raises(message, fn) assert.error_matches(fn, message, 1, true) end
    local function refused(message, keys)
      raises("bad argument #1 to 'mover' (" .. message, function() world:mover(keys) end)
    end

    it("is named by the constructor", function()
      refused("table expected, got nil)", nil)
      refused("field 'radius': number expected, got nil)", { height = 1 })
      refused("field 'height': number expected, got nil)", { radius = 1 })
      refused("field 'radius': must be > 0, got -1)", { radius = -1, height = 1 })
      refused("field 'height': must be >= 2 radius, got 1)", { radius = 1, height = 1 })
      refused("field 'h': number expected, got nil)", { w = 1 })
      refused("field 'height': give radius and height, or w and h)", { w = 1, h = 1, height = 2 })
      refused("field 'radius': finite number expected, got nan)", { radius = 0 / 0, height = 1 })
      refused("field 'x': finite number expected, got inf)",
        { radius = 0.5, height = 1, x = math.huge })
      refused("unknown field 'raduis', did you mean 'radius'?)", { raduis = 1 })
      refused("field 'max_slope': must be in 0..1.5, got 2)",
        { radius = 0.5, height = 1, max_slope = 2 })
      refused("field 'step': must be in 0..10000, got -1)", { radius = 0.5, height = 1, step = -1 })
      refused("field 'snap': must be >= 0, got -1)", { radius = 0.5, height = 1, snap = -1 })
      refused("field 'push': must be >= 0, got -1)", { radius = 0.5, height = 1, push = -1 })
      refused("field 'mass': must be > 0, got 0)", { radius = 0.5, height = 1, mass = 0 })
      refused("field 'mass': number expected, got string)",
        { radius = 0.5, height = 1, mass = "1" })
      refused("field 'mass': finite number expected, got nan)",
        { radius = 0.5, height = 1, mass = 0 / 0 })
      refused("field 'up': must not be {0, 0})", { radius = 0.5, height = 1, up = { 0, 0 } })
      refused("field 'layer': unknown layer 'gohst', did you mean 'ghost'?)",
        { radius = 0.5, height = 1, layer = "gohst" })
      refused("field 'legs.hertz': number expected, got nil)",
        { radius = 0.5, height = 1, legs = { length = 1 } })
      refused("field 'legs.hertz': must be > 0, got 0)",
        { radius = 0.5, height = 1, legs = { length = 1, hertz = 0 } })
      assert.is_nil((world:movers()(world)))
    end)

    it("is named by methods, and changes nothing", function()
      local m = person(0, 0)
      local hash = world:hash()
      for _, v in ipairs { 0 / 0, math.huge, -math.huge } do
        local text = v ~= v and "nan" or v > 0 and "inf" or "-inf"
        raises(("bad argument #1 to 'move' (finite number expected, got %s)"):format(text),
          function() m:move(v, 0) end)
        raises(("bad argument #2 to 'move' (finite number expected, got %s)"):format(text),
          function() m:move(0, v) end)
        raises("to 'set_position' (finite number expected", function() m:set_position(v, 0) end)
        raises("to 'set_step' (finite number expected", function() m:set_step(v) end)
        raises("to 'set_legs' (finite number expected", function() m:set_legs(v, 1) end)
        raises("to 'set_mass' (finite number expected", function() m:set_mass(v) end)
      end
      raises("bad argument #1 to 'move' (number expected, got string)",
        function() m:move("1", 0) end)
      raises("is outside the world limit", function() m:move(1e9, 0) end)
      raises("argument #2 to 'move' (1e+09 is", function() m:move(0, 1e9) end)
      raises("is outside the world limit", function() m:set_position(1e9, 0) end)
      raises("bad argument #1 to 'set_step' (must be >= 0, got -1)", function() m:set_step(-1) end)
      raises("bad argument #1 to 'set_mass' (must be > 0, got 0)", function() m:set_mass(0) end)
      raises("unknown layer", function() m:set_layer("nobody") end)
      raises("cairn.Mover expected, got cairn.World", function() m.move(world, 1, 1) end)
      assert.equal(hash, world:hash())
    end)

    it("is a dead mover, a dead world, a hook", function()
      local m = person(0, 0)
      m:destroy()
      raises("calling 'move' on bad self (mover #1 has been destroyed at ",
        function() m:move(1, 1) end)
      raises("calling 'position' on bad self (mover #1 has been destroyed at ",
        function() m:position() end)
      local other = cairn.world {}
      local far = other:mover { radius = 0.3, height = 1 }
      other:destroy()
      assert.is_false(far:is_valid())
      assert.is_false(far:destroy())
      raises("calling 'move' on bad self (world has been destroyed at ",
        function() far:move(1, 1) end)
      m = person(0, 0)
      floor()
      world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      local asked = 0
      world:set_listener { pre_solve = function()
        asked = asked + 1
        raises("world is read-only inside pre_solve; use world:defer(fn)",
          function() m:move(1, 0) end)
        raises("world is read-only inside pre_solve", function() m:destroy() end)
        raises("world is read-only inside pre_solve",
          function() world:mover { radius = 1, height = 2 } end)
        m:position()
      end }
      world:step(DT)
      assert.is_true(asked > 0)
    end)
  end)
end)
