-- A mover that changes its size, and what it touches.
local cairn = require "cairn"

describe("A mover's size", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  local function feet(mover)
    local h = mover:height()
    return mover:y() - (h > 0 and h or mover:h()) / 2
  end

  --  ======== ceiling at 1.5
  --     ()
  --  ======== floor at 0
  it("shrinks and grows with its feet where they are", function()
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    local mover = world:mover { x = 0, y = 0.92, radius = 0.3, height = 1.8 }
    for _ = 1, 30 do
      mover:move(0, -0.1)
      world:step()
    end
    local before = feet(mover)
    assert.is_true(mover:set_height(1))
    assert.near(before, feet(mover), 1e-9)
    assert.equal(1, mover:height())
    assert.is_true(mover:set_height(1.8))
    assert.near(before, feet(mover), 1e-9)
    mover:move(0, -0.01)
    assert.is_true(mover:is_grounded())
  end)

  it("is refused where there is no room, and nothing has changed", function()
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    world:box { type = "static", y = 2, w = 20, h = 1 }
    local mover = world:mover { x = 0, y = 0.51, radius = 0.3, height = 1 }
    mover:move(0, -0.1)
    local x, y, hash = mover:x(), mover:y(), world:hash()
    assert.is_true(mover:can_fit(1.49))
    assert.is_false(mover:can_fit(1.51))
    assert.is_false(mover:set_height(1.8))
    assert.same({ x, y, 1 }, { mover:x(), mover:y(), mover:height() })
    assert.equal(hash, world:hash())
    assert.is_true(mover:set_height(1.49))
    assert.is_true(mover:set_height(1))
  end)

  it("of a box grows to the walls beside it and no further", function()
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    for _, x in ipairs { -1, 1 } do world:box { type = "static", x = x, y = 2, w = 1, h = 4 } end
    local mover = world:mover { y = 0.61, w = 0.6, h = 1.2 }
    mover:move(0, -0.1)
    assert.is_true(mover:set_w(0.99))
    assert.is_false(mover:set_w(1.01))
    assert.is_true(mover:set_h(2))
    assert.error_matches(function() mover:set_height(1) end,
      "'set_height' is not available on a box", 1, true)
  end)

  it("is that of its body, too", function()
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    local mover = world:mover { x = 0, y = 0.9, radius = 0.3, height = 1.8, mass = 70 }
    for _ = 1, 30 do
      mover:move(0, -0.1)
      world:step()
    end
    assert.is_true(mover:set_height(1))
    local _, y1, _, y2 = mover:body():bounds()
    assert.near(1, y2 - y1, 0.01)
    for _ = 1, 30 do
      mover:move(0, -0.1)
      world:step()
    end
    assert.is_true(mover:is_grounded())
    assert.is_true(world:validate())
  end)

  -- Trees of boxes are put in order when they are asked: these two did not ask.
  it("sees what has been put above it, or beside it, since the step", function()
    world:set_gravity(0, 0)
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    for i = 1, 20 do world:box { x = i, y = 8, w = 0.5, h = 0.5 } end
    local crate = world:box { x = 9, y = 5, w = 2, h = 0.5 }
    local mover = world:mover { x = 0, y = 0.52, radius = 0.3, height = 1 }
    world:step()
    crate:set_position(0, 1.5)
    assert.is_false(mover:set_height(1.8))
    crate:set_position(0, 4)
    assert.is_true(mover:set_height(1.8))
    assert.is_true(mover:set_height(1))
    crate:set_position(1.29, 0.6)
    local met
    for shape in mover:contacts() do
      if shape:body() == crate then met = true end
    end
    assert.is_true(met)
  end)

  it("takes only what a constructor takes", function()
    local mover = world:mover { radius = 0.3, height = 1.8 }
    assert.error_matches(function() mover:set_height(0.5) end,
      "bad argument #1 to 'set_height' (must be >= 2 radius, got 0.5)", 1, true)
    assert.error_matches(function() mover:set_radius(-1) end,
      "bad argument #1 to 'set_radius' (must be > 0, got -1)", 1, true)
  end)
end)

describe("A mover's contacts", function()
  --    |  ()      a wall to the left, the floor, and a platform that comes down on it
  it("are all that it touches: shape, piece, point, normal, speed", function()
    local world <close> = cairn.world { gravity = { 0, -10 } }
    local _, floor = world:chain { points = { -9, 0, -4, 0, 9, 0 } }
    local _, wall = world:box { type = "static", x = -2, y = 2, w = 1, h = 3 }
    local mover = world:mover { x = -1, y = 0.91, radius = 0.3, height = 1.8 }
    for _ = 1, 30 do
      mover:move(-0.1, -0.1)
      world:step()
    end
    local found = {}
    for shape, piece, x, y, nx, ny, speed in mover:contacts() do
      found[shape] = { piece, x, y, nx, ny, speed }
    end
    assert.equal(2, found[floor][1])
    assert.near(0, found[floor][3], 1e-6)
    assert.near(1, found[floor][5], 1e-6)
    assert.near(-1.5, found[wall][2], 1e-6)
    assert.near(1, found[wall][4], 1e-6)
    assert.near(0, found[wall][6], 1e-3)
    local lift = world:box { type = "kinematic", x = -1, y = 4, w = 3, h = 0.2, vy = -1 }
    local fastest = 0
    for _ = 1, 170 do
      world:step()
      for shape, _, _, _, _, _, speed in mover:contacts() do
        if shape:body() == lift then fastest = math.max(fastest, speed) end
      end
    end
    assert.near(1, fastest, 0.05)
  end)

  it("name other movers", function()
    local world <close> = cairn.world { gravity = { 0, 0 } }
    local a = world:mover { x = 0, y = 0, radius = 0.3, height = 1 }
    local b = world:mover { x = 1, y = 0, radius = 0.3, height = 1 }
    a:move(1, 0)
    local met
    for other in a:contacts() do met = other end
    assert.equal(b, met)
  end)
end)
