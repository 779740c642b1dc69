-- Shapes that are switched off: nothing finds them, and their body keeps its mass.
local cairn = require "cairn"

local function run(world, steps)
  for _ = 1, steps do world:step() end
end

describe("a disabled shape", function()
  local world, floor, ball

  before_each(function()
    world = cairn.world {}
    floor = world:box { type = "static", y = -0.5, w = 20, h = 1, name = "floor" }:shape()
    ball = world:circle { y = 1, radius = 0.5 }
  end)

  it("lets everything through, and holds again once it is enabled", function()
    floor:set_enabled(false)
    assert.is_false(floor:is_enabled())
    run(world, 60)
    assert.near(1 - 9.81 / 2, ball:y(), 1e-3)
    ball:set_position(0, 1)
    ball:set_velocity(0, 0)
    floor:set_enabled(true)
    run(world, 240)
    assert.near(0.5, ball:y(), 1e-3)
  end)

  it("ends its contacts, and wakes what slept on it", function()
    run(world, 240)
    assert.is_false(ball:is_awake())
    local ended = 0
    world:set_listener { end_contact = function() ended = ended + 1 end }
    floor:set_enabled(false)
    world:step()
    assert.equal(1, ended)
    assert.is_true(ball:is_awake())
    run(world, 30)
    assert.is_true(ball:y() < 0)
  end)

  it("is met by no ray, cast or overlap of the world, but answers by itself", function()
    floor:set_enabled(false)
    assert.is_nil(world:raycast(5, 5, 5, -5))
    assert.is_nil(world:shapecast { kind = "circle", radius = 0.2, x = 5, y = 5, dx = 0, dy = -9 })
    assert.is_nil(world:pick(5, -0.5))
    assert.equal(ball:shape(), (world:closest(5, -0.4, 100)))
    for shape in world:query_box(-9, -1, 9, 0) do assert.not_equal(floor, shape) end
    assert.is_nil((ball:cast(0, -9)))
    assert.is_true(floor:contains(5, -0.5))
    local _, y = floor:raycast(5, 5, 5, -5)
    assert.near(0, y, 1e-6)
    assert.near(0.5, (floor:distance(ball:shape())), 1e-6)
    floor:set_enabled(true)
    assert.equal(floor, (world:raycast(5, 5, 5, -5)))
  end)

  it("counts in the mass of its body, and not in the extent of the world", function()
    local fin = ball:add_box { x = 30, w = 2, h = 1, density = 3, enabled = false }
    assert.near(math.pi * 0.25 + 6, ball:mass(), 1e-5)
    local _, _, right = world:extent()
    assert.near(10, right, 1e-4)
    fin:set_enabled(true)
    _, _, right = world:extent()
    assert.near(31, right, 1e-4)
    assert.near(math.pi * 0.25 + 6, ball:mass(), 1e-5)
  end)

  it("of a moving body meets nothing, while its other shapes do", function()
    local lift = world:box { type = "kinematic", x = 10, y = 3, w = 2, h = 1, vx = -1 }
    local wing = lift:add_box { x = -3, w = 4, h = 1 }
    wing:set_enabled(false)
    ball:set_gravity_scale(0)
    ball:set_position(5, 3)
    run(world, 240)
    assert.near(10 - 240 / 60 - 1.5, ball:x(), 0.02)
  end)

  it("feels no wind, and is seen by no sensor", function()
    ball:set_gravity_scale(0)
    local sensor = world:box { type = "static", y = 2, w = 3, h = 3, sensor = true }:shape()
    world:step()
    local count = 0
    for _ in sensor:visitors() do count = count + 1 end
    assert.equal(1, count)
    ball:shape():set_enabled(false)
    world:wind { x = 10, y = 0 }
    run(world, 2)
    for _ in sensor:visitors() do error "has a visitor" end
    assert.equal(0, ball:vx())
    ball:shape():set_enabled(true)
    run(world, 2)
    assert.is_true(ball:vx() > 0)
  end)

  it("as a sensor sees nobody, and its area does nothing", function()
    local area = world:box { type = "static", y = 1, w = 3, h = 3, sensor = true,
      area = { gravity = { 0, 9.81 } } }:shape()
    area:set_enabled(false)
    run(world, 10)
    assert.near(-9.81 * 10 / 60, ball:vy(), 1e-4)
    ball:set_velocity(0, 0)
    area:set_enabled(true)
    run(world, 10)
    assert.near(0, ball:vy(), 1e-2)
  end)

  it("of the kind halfspace is switched as well", function()
    floor:body():destroy()
    local ground = world:halfspace {}:shape()
    ground:set_enabled(false)
    run(world, 60)
    assert.is_true(ball:y() < -3)
    assert.is_nil(world:raycast(5, 5, 5, -5))
    ball:set_position(0, 1)
    ground:set_enabled(true)
    run(world, 240)
    assert.near(0.5, ball:y(), 1e-3)
  end)

  it("is no wall for what is fast", function()
    local wall = world:box { type = "static", x = 10, y = 1, w = 0.1, h = 4 }:shape()
    local shot = world:circle { y = 2, radius = 0.05, vx = 300, gravity_scale = 0 }
    wall:set_enabled(false)
    run(world, 10)
    assert.near(50, shot:x(), 0.01)
  end)

  it("stays disabled over geometry, material, sensor, type and body that change", function()
    floor:set_enabled(false)
    floor:set_w(30)
    floor:set_friction(0.2)
    floor:set_sensor(true)
    floor:set_sensor(false)
    floor:refilter()
    floor:body():set_enabled(false)
    floor:body():set_enabled(true)
    floor:body():set_type "kinematic"
    floor:body():set_position(0, -0.5)
    run(world, 5)
    assert.is_nil(world:raycast(5, 5, 5, -5))
    assert.is_false(floor:is_enabled())
    floor:set_enabled(true)
    assert.equal(floor, (world:raycast(5, 5, 5, -5)))
  end)

  it("is disabled in snapshots, descriptions and the hash", function()
    local before = world:hash()
    floor:set_enabled(false)
    assert.not_equal(before, world:hash())
    local other = world:clone()
    assert.equal(world:hash(), other:hash())
    local again = cairn.world(world:describe())
    for _, w in ipairs { other, again } do
      assert.is_false(w:find "floor" :shape():is_enabled())
      run(w, 60)
      assert.near(1 - 9.81 / 2, w:body(2):y(), 1e-3)
    end
    floor:set_enabled(true)
    assert.equal(before, world:hash())
  end)

  it("is said by a boolean", function()
    assert.has_error(function() floor:set_enabled(1) end,
      "bad argument #1 to 'set_enabled' (boolean expected, got number)")
    assert.has_error(function() ball:add_box { w = 1, h = 1, enabled = "no" } end,
      "bad argument #1 to 'add_box' (field 'enabled': boolean expected, got string)")
  end)
end)
