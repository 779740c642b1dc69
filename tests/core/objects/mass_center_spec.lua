-- Where the mass of a body is: given instead of what its shapes have.

local cairn = require "cairn"

describe("mass_center", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  local function run(steps)
    for _ = 1, steps do world:step() end
  end

  local function near2(x, y, a, b, tolerance)
    assert.near(x, a, tolerance or 1e-6)
    assert.near(y, b, tolerance or 1e-6)
  end

  it("is that of the shapes unless it is given, and again after nil", function()
    local body = world:body { x = 3, angle = math.pi / 2 }
    body:add_box { x = 2, w = 1, h = 1 }
    near2(2, 0, body:mass_center())
    near2(3, 2, body:center())
    local mass, inertia = body:mass(), body:inertia()
    body:set_mass_center(0.5, -0.25)
    near2(0.5, -0.25, body:mass_center())
    near2(3.25, 0.5, body:center())
    assert.equal(mass, body:mass())
    assert.near(inertia, body:inertia(), 1e-9)
    body:set_mass_center(nil)
    near2(2, 0, body:mass_center())
    near2(3, 2, body:center())
  end)

  it("is a key of bodies with and without shape, and stays when shapes come", function()
    near2(0.1, -0.3, (world:box { w = 1, h = 1, mass_center = { 0.1, -0.3 } }):mass_center())
    local body = world:body { mass_center = { 0.1, -0.3 } }
    body:add_circle { x = 5, radius = 1 }
    near2(0.1, -0.3, body:mass_center())
  end)

  it("stays through other settings, and while the body is not dynamic", function()
    local body = world:box { w = 1, h = 1, mass_center = { 0.1, 0.2 } }
    body:set_damping(3)
    body:set_bullet(true)
    body:set_mass(7)
    near2(0.1, 0.2, body:mass_center())
    body:set_type "kinematic"
    near2(0, 0, body:mass_center())
    body:set_type "dynamic"
    near2(0.1, 0.2, body:mass_center())
  end)

  it("is not shared with bodies that are otherwise set alike", function()
    local one = world:box { w = 1, h = 1 }
    local other = world:box { x = 3, w = 1, h = 1, mass_center = { 0.2, 0 } }
    one:set_mass_center(0.4, 0)
    near2(0.4, 0, one:mass_center())
    near2(0.2, 0, other:mass_center())
    one:set_mass_center(nil)
    near2(0, 0, one:mass_center())
    near2(0.2, 0, other:mass_center())
  end)

  it("leaves the velocities of points, and moves that of the centre", function()
    local body = world:box { w = 1, h = 1, vx = 1, angular_velocity = 2 }
    local vx, vy = body:velocity_at(0.3, 0.4)
    body:set_mass_center(0.2, 0.1)
    near2(vx, vy, body:velocity_at(0.3, 0.4))
    near2(1 - 2 * 0.1, 2 * 0.2, body:velocity())
  end)

  it("is the place whose velocity is given, of bodies with and without shape", function()
    local keys = { vx = 1, vy = 2, angular_velocity = 3, mass_center = { 0, 1 } }
    local body = world:body(keys)
    near2(1, 2, body:velocity())
    body:add_box { x = 4, w = 1, h = 1 }
    near2(1, 2, body:velocity())
    keys.w, keys.h = 1, 1
    near2(1, 2, (world:box(keys)):velocity())
    keys.w, keys.h, keys.type = nil, nil, "kinematic"
    body = world:body(keys)
    near2(0, 0, body:mass_center())
    near2(1, 2, body:velocity())
  end)

  it("is what a body turns about in flight", function()
    world:set_gravity(0, 0)
    local body = world:box { w = 1, h = 1, mass_center = { 0.4, 0 }, angular_velocity = 3 }
    run(60)
    near2(0.4, 0, body:center())
    near2(0.4 - 0.4 * math.cos(3), -0.4 * math.sin(3), body:position())
  end)

  it("swings with the period of its place", function()
    -- T = 2 pi sqrt((I + m d^2) / (m g d)) of a disc hung by its middle, mass d below
    local d = 0.3
    local body = world:circle { radius = 1, angle = 0.05, mass_center = { 0, -d } }
    world:revolute { b = body, at = { 0, 0 } }
    local inertia, mass = body:inertia(), body:mass()
    local crossings, last = {}, body:angle()
    for i = 1, 600 do
      world:step()
      local angle = body:angle()
      if last > 0 and angle <= 0 then
        crossings[#crossings + 1] = i - 1 + last / (last - angle)
      end
      last = angle
    end
    local period = (crossings[#crossings] - crossings[1]) / (#crossings - 1) / 60
    local expected = 2 * math.pi * math.sqrt((inertia + mass * d * d) / (mass * 10 * d))
    assert.near(expected, period, 2e-3 * expected)
  end)

  it("makes a weeble of a disc", function()
    world:halfspace {}
    local doll = world:circle { y = 1, radius = 1, angle = 2.5, mass_center = { 0, -0.6 },
      angular_damping = 0.5 }
    run(1500)
    assert.near(0, doll:angle(), 0.03)
    near2(1, 1, 1, doll:y(), 1e-3)
    assert.is_true(world:validate())
  end)

  it("wakes and topples what rests when it is moved over the edge", function()
    world:box { type = "static", y = -0.5, w = 1, h = 1 }
    local box = world:box { y = 0.5, w = 2, h = 1 }
    run(200)
    assert.is_false(box:is_awake())
    box:set_mass_center(0.3, 0)
    assert.is_true(box:is_awake())
    run(200)
    near2(0, 0, box:x(), box:angle(), 2e-3)
    assert.is_false(box:is_awake())
    box:set_mass_center(0.8, 0)
    run(60)
    assert.is_true(box:y() < 0)
    assert.is_true(world:validate())
  end)

  it("belongs to the hash", function()
    local function hash(center)
      local other <close> = cairn.world()
      other:box { type = "static", w = 1, h = 1, mass_center = center }
      return other:hash()
    end
    assert.equal(hash { 0.1, 0 }, hash { 0.1, 0 })
    assert.not_equal(hash { 0.1, 0 }, hash { 0.2, 0 })
    assert.not_equal(hash { 0.1, 0 }, hash(nil))
  end)

  it("refuses what is no place", function()
    local body = world:box { w = 1, h = 1 }
    local function set(...)
      local args = table.pack(...)
      return function() body:set_mass_center(table.unpack(args, 1, args.n)) end
    end
    local method, key = "bad argument #%d to 'set_mass_center' (%s)", "(field 'mass_center': %s)"
    assert.error_matches(set "x", method:format(1, "number expected, got string"), 1, true)
    assert.error_matches(set(1), method:format(2, "number expected, got no value"), 1, true)
    assert.error_matches(set(0 / 0, 1), "finite number expected, got", 1, true)
    assert.error_matches(set(1, math.huge), method:format(2, "finite number expected, got inf"),
      1, true)
    assert.error_matches(set(0, 1e5), method:format(2, "must be in -10000..10000, got 100000"),
      1, true)
    for value, message in cairn.pairs {
      [5] = "table of 2 numbers expected, got number",
      x = "table of 2 numbers expected, got string",
    } do
      assert.error_matches(function() world:box { w = 1, h = 1, mass_center = value } end,
        key:format(message), 1, true)
    end
    assert.error_matches(function() world:box { w = 1, h = 1, mass_center = { 1e9, 0 } } end,
      key:format "must be in -10000..10000, got 1e+09", 1, true)
    assert.equal(1, world:body_count())
    near2(0, 0, body:mass_center())
    body:destroy()
    assert.error_matches(set(0, 0), "body #1 has been destroyed")
    assert.error_matches(function() body:mass_center() end, "body #1 has been destroyed")
  end)

  it("is not set inside pre_solve", function()
    world:halfspace {}
    local box = world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
    world:set_listener { pre_solve = function() box:set_mass_center(0.1, 0) end }
    assert.error_matches(function() run(3) end,
      "world is read-only inside pre_solve; use world:defer(fn)", 1, true)
  end)
end)
