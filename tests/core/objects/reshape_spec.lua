-- A shape's geometry changed in place: contacts, mass, boxes and getters follow, or nothing does.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near = measure.near

describe("cairn.Shape", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  local function raises(text, fn)
    local ok, message = pcall(fn)
    assert(not ok and message:find(text, 1, true), message)
  end

  it("takes every size of its kind again", function()
    local _, ball = world:circle { radius = 1 }
    ball:set_radius(2)
    near(math.pi * 4, ball:area(), 1e-5, "disc")
    assert.equal(2, ball:radius())
    local body, box = world:box { x = 5, w = 1, h = 1 }
    box:set_w(3)
    box:set_h(2)
    box:set_radius(0.5)
    near(6 + 5 + math.pi / 4, box:area(), 1e-5, "rounded box")
    near(6 + 5 + math.pi / 4, body:mass(), 1e-5, "mass")
    box:set_x(0.25)
    near(5.25, (body:center()), 1e-6, "centre")
    box:set_angle(math.pi / 2)
    local x1, _, x2 = box:bounds()
    near(3, x2 - x1, 1e-5, "turned")
    local _, egg = world:ellipse { rx = 1, ry = 2 }
    egg:set_rx(3)
    egg:set_ry(0.5)
    near(math.pi * 1.5, egg:area(), 1e-5, "ellipse")
    local _, pill = world:capsule { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.5 }
    pill:set_x1(-2)
    pill:set_y2(0.5)
    assert.same({ -2, 0, 1, 0.5 }, { pill:x1(), pill:y1(), pill:x2(), pill:y2() })
    local _, poly = world:polygon { points = { 0, 0, 1, 0, 0, 1 } }
    poly:set_points { 0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2 }
    assert.equal(2, poly:piece_count())
    near(3, poly:area(), 1e-6, "concave")
    poly:set_hull(true)
    near(3.5, poly:area(), 1e-6, "its hull")
    poly:set_points { 0, 0, 1, 0, 0, 1 }
    near(0.5, poly:area(), 1e-6, "convex again")
    local _, chain = world:chain { points = { 0, 0, 1, 0, 2, 1 } }
    chain:set_points { 0, 0, 1, 0, 2, 1, 3, 1 }
    assert.equal(3, chain:piece_count())
    chain:set_loop(true)
    assert.equal(4, chain:piece_count())
    local _, plane = world:halfspace { y = -50 }
    plane:set_nx(1)
    near(math.sqrt(0.5), select(2, plane:body():world():raycast(0, 0, -200, -200))
      and math.sqrt(0.5), 1e-9)
    assert.same({ 1, 1 }, { plane:nx(), plane:ny() })
  end)

  it("wakes what rests on it, and lets it rest anew", function()
    local _, floor = world:box { type = "static", w = 10, h = 2 }
    local crate = world:box { y = 1.5, w = 1, h = 1 }
    for _ = 1, 120 do world:step(1 / 60) end
    assert(not crate:is_awake())
    floor:set_h(1)
    assert(crate:is_awake())
    local ends, begins = 0, 0
    world:set_listener {
      end_contact = function() ends = ends + 1 end,
      begin_contact = function() begins = begins + 1 end,
    }
    for _ = 1, 240 do world:step(1 / 60) end
    near(1, select(2, crate:position()), 1e-3, "height")
    assert.same({ 1, 1 }, { ends, begins })
  end)

  it("lifts what it grows under, as a wheel that is blown up", function()
    world:box { type = "static", y = -0.5, w = 50, h = 1 }
    local wheel, shape = world:circle { y = 0.2, radius = 0.2 }
    for i = 1, 60 do
      shape:set_radius(0.2 + 0.01 * i)
      world:step(1 / 60)
    end
    for _ = 1, 60 do world:step(1 / 60) end
    near(0.8, select(2, wheel:position()), 2e-3, "height")
  end)

  it("says what is wrong, and stays as it was", function()
    local _, box = world:box { w = 1, h = 1 }
    local _, poly = world:polygon { points = { 0, 0, 1, 0, 0, 1 } }
    local _, chain = world:chain { points = { 0, 0, 1, 0 }, materials = { { friction = 1 } } }
    local hash = world:hash()
    raises("bad argument #1 to 'set_w' (must be > 0, got -1)", function() box:set_w(-1) end)
    raises("bad argument #1 to 'set_w' (finite number expected, got nan)",
      function() box:set_w(0 / 0) end)
    raises("bad argument #1 to 'set_w' (number expected, got string)",
      function() box:set_w("x") end)
    raises("'set_rx' is not available on a box", function() box:set_rx(1) end)
    raises("points cross between #1 and #3",
      function() poly:set_points { 0, 0, 1, 1, 1, 0, 0, 1 } end)
    raises("table of numbers expected, got number", function() poly:set_points(1) end)
    raises("2 segments need 2 materials, got 1",
      function() chain:set_points { 0, 0, 1, 0, 2, 0 } end)
    assert.equal(hash, world:hash())
    box:body():destroy()
    raises("has been destroyed", function() box:set_w(1) end)
    world:circle { radius = 1, pre_solve = true, x = 20 }
    world:box { type = "static", x = 20, y = -1, w = 4, h = 1 }
    world:set_listener { pre_solve = function() poly:set_radius(1) end }
    raises("world is read-only inside pre_solve", function() world:step(1 / 60) end)
  end)

  it("may change in every step of a heap", function()
    world:chain { points = { -3, 8, -3, 0, 3, 0, 3, 8 } }
    local shapes = {}
    for i = 0, 39 do
      local _, shape = world:polygon { x = (i % 5 - 2) * 1.1, y = 0.6 + i // 5,
        points = { -0.4, -0.4, 0.4, -0.4, 0.4, 0.4, 0, 0.1, -0.4, 0.4 } }
      shapes[#shapes + 1] = shape
    end
    for i = 1, 300 do
      local k, dent = i % #shapes + 1, 0.5 * (i % 7) / 7 - 0.2
      shapes[k]:set_points { -0.4, -0.4, 0.4, -0.4, 0.4, 0.4, 0, dent, -0.4, 0.4 }
      world:step(1 / 60)
    end
    for body in world:bodies "dynamic" do
      local x, y = body:position()
      assert(math.abs(x) < 3 and y > 0, "out of the box")
    end
  end)
end)
