-- How two shapes meet: every kind on every kind against manifolds worked out by hand, at corners
-- and in deep overlaps. Random pairs: collision_random_spec.lua.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local manifolds, near = measure.manifolds, measure.near

-- Vertices and normals are floats and lie within a metre: 1e-7 each, some ten operations.
local EXACT <const> = 5e-6
local FLAT <const>, POINT <const> = "flat", "point"

-- Each kind lies symmetrical about its origin: its top is `half` above it and `flat` wide (0 =
-- a point, so that the manifold has one).
--
--        circle        box        capsule     polygon     ellipse     segment    halfspace
--         .--.       +-----+     .-------.     +---+      .-""-.
--        (    )      |     |    (         )   <     >    (      )     -------    ---------
--         '--'       +-----+     '-------'     +---+      '-..-'                 /////////
local HEXAGON <const> = { -0.7, 0, -0.3, -0.4, 0.3, -0.4, 0.7, 0, 0.3, 0.4, -0.3, 0.4 }
local KINDS <const> = {
  { name = "circle", make = "circle", keys = { radius = 0.5 }, half = 0.5, flat = 0 },
  { name = "box", make = "box", keys = { w = 1, h = 0.6 }, half = 0.3, flat = 1 },
  { name = "rounded box", make = "box", keys = { w = 0.8, h = 0.4, radius = 0.1 }, half = 0.3,
    flat = 0.8 },
  { name = "capsule", make = "capsule", keys = { x1 = -0.4, y1 = 0, x2 = 0.4, y2 = 0,
    radius = 0.25 }, half = 0.25, flat = 0.8 },
  { name = "polygon", make = "polygon", keys = { points = HEXAGON }, half = 0.4, flat = 0.6 },
  { name = "rounded polygon", make = "polygon", keys = { points = HEXAGON, radius = 0.05 },
    half = 0.45, flat = 0.6 },
  -- an ellipse has many short sides: a hundredth of its size is as near as it comes
  { name = "ellipse", make = "ellipse", keys = { rx = 0.6, ry = 0.4 }, half = 0.4, flat = 0,
    rough = 0.004 },
  { name = "segment", make = "segment", keys = { x1 = -1, y1 = 0, x2 = 1, y2 = 0 }, half = 0,
    flat = 2, thin = true },
  { name = "rounded segment", make = "segment", keys = { x1 = -0.45, y1 = 0, x2 = 0.45, y2 = 0,
    radius = 0.1 }, half = 0.1, flat = 0.9 },
  { name = "chain", make = "chain", keys = { points = { -1.5, 0, 1.5, 0 } }, half = 0, flat = 3,
    thin = true },
  { name = "rounded chain", make = "chain", keys = { points = { -0.55, 0, 0.55, 0 },
    radius = 0.15 }, half = 0.15, flat = 1.1 },
  { name = "halfspace", make = "halfspace", keys = { nx = 0, ny = 1 }, half = 0,
    flat = math.huge },
}

local function create(world, kind, more)
  local keys = {}
  for k, v in pairs(kind.keys) do keys[k] = v end
  for k, v in pairs(more) do keys[k] = v end
  return world[kind.make](world, keys)
end

describe("In a world,", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  -- Ids are given out again, so that only a fresh world has the first made first.
  local function renew()
    world:destroy()
    world = cairn.world { gravity = { 0, 0 } }
  end

  -- Puts upper over lower with the given gap, the whole scene turned about and moved to x, y.
  local function stack(lower, upper, gap, place, upper_first)
    renew()
    local up = lower.half + gap + upper.half
    local c, s = math.cos(place.angle), math.sin(place.angle)
    local function base()
      return (create(world, lower, { type = "static", x = place.x, y = place.y,
        angle = place.angle }))
    end
    local function top()
      return (create(world, upper, { type = "dynamic", x = place.x - s * up,
        y = place.y + c * up, angle = place.angle }))
    end
    local a, b
    if upper_first then b, a = top(), base() else a, b = base(), top() end
    world:step(0)
    return a, b
  end

  -- Back from the turned and moved scene: x along the surface, y up from the lower shape's top.
  local function seen(lower, place, x, y)
    local c, s = math.cos(place.angle), math.sin(place.angle)
    x, y = x - place.x, y - place.y
    return c * x + s * y, -s * x + c * y - lower.half
  end

  local PLACES <const> = {
    { x = 0, y = 0, angle = 0 },
    { x = 0, y = 0, angle = 2.5 },
    { x = 310.5, y = -4000.25, angle = -0.7 },
  }

  local function check_points(m, lower, upper, gap, place)
    local rough = math.max(lower.rough or 0, upper.rough or 0)
    local width = math.min(lower.flat, upper.flat)
    local xs = {}
    for i = 1, m.count do
      local x, y = seen(lower, place, m["x" .. i], m["y" .. i])
      near(gap, m["separation" .. i], EXACT + 2 * rough, "separation of point " .. i)
      near(gap / 2, y, EXACT + 2 * rough, "height of point " .. i)
      xs[i] = x
    end
    table.sort(xs)
    if rough > 0 then
      for i = 1, #xs do near(0, xs[i], 0.1, "an ellipse touches near its axis") end
    elseif width == 0 then
      assert.equal(POINT, m.count == 1 and POINT or FLAT)
      near(0, xs[1], 2 * EXACT, "x of the point")
    else
      assert.equal(FLAT, m.count == 2 and FLAT or POINT)
      near(-width / 2, xs[1], 2 * EXACT, "left end of the contact")
      near(width / 2, xs[2], 2 * EXACT, "right end of the contact")
    end
  end

  local function check_stack(lower, upper, gap, place, upper_first)
    local a, b = stack(lower, upper, gap, place, upper_first)
    local list = manifolds(world)
    assert.equal(1, #list)
    local m = list[1]
    -- a is the shape with the lower id: the one made first
    assert.equal(upper_first and b or a, m.body_a)
    local sign = upper_first and -1 or 1
    local nx, ny = seen({ half = 0 }, { x = 0, y = 0, angle = place.angle }, m.nx, m.ny)
    local rough = (lower.rough or upper.rough) and 0.1 or 0
    near(0, nx, EXACT + rough, "normal x")
    near(sign, ny, EXACT + rough, "normal y")
    check_points(m, lower, upper, gap, place)
    if math.abs(gap) < 2 * (lower.rough or upper.rough or 0) then return end
    local touches = gap <= 0 -- slop is half a millimetre, the gaps tried are 10
    assert.equal(touches, a:touching(b))
    assert.equal(touches, b:touching(a))
  end

  local function check_far(lower, upper, place, upper_first)
    local a, b = stack(lower, upper, 0.5, place, upper_first)
    assert.equal(0, world:manifold_count())
    assert.is_false(a:touching(b))
  end

  describe("manifolds of one shape on another", function()
    --            upper           gap > 0: apart, gap < 0: overlap
    --          +-------+         normal up from the lower one, or down when the upper one has
    --     -----x-------x-----    the lower id; points half way between the two surfaces
    --            lower
    for _, lower in ipairs(KINDS) do
      for _, upper in ipairs(KINDS) do
        local thin = lower.thin and upper.thin
        if upper.name ~= "halfspace" and not thin then
          it("are exact for a " .. upper.name .. " on a " .. lower.name, function()
            for _, place in ipairs(PLACES) do
              for _, gap in ipairs { -0.01, 0, 0.01 } do
                check_stack(lower, upper, gap, place, false)
                check_stack(lower, upper, gap, place, true)
              end
              check_far(lower, upper, place, false)
              check_far(lower, upper, place, true)
            end
          end)
        elseif upper.name ~= "halfspace" then
          it("do not exist for a " .. upper.name .. " on a " .. lower.name .. ": both are thin",
            function()
              for _, gap in ipairs { -0.01, 0, 0.01 } do
                local a, b = stack(lower, upper, gap, PLACES[1])
                assert.equal(0, world:manifold_count())
                assert.equal(0, world:pair_count())
                assert.is_false(a:touching(b))
              end
            end)
        end
      end
    end
  end)

  local function only_manifold() return measure.only_manifold(world) end

  describe("a manifold at a corner", function()
    it("points from the corner of a box to the centre of a circle", function()
      --         ( + )     centre at the corner plus 0.3 (cos 50, sin 50)
      --  +----+'
      --  |    |
      world:box { w = 2, h = 2 }
      local c, s = math.cos(math.rad(50)), math.sin(math.rad(50))
      world:circle { x = 1 + 0.3 * c, y = 1 + 0.3 * s, radius = 0.31 }
      local m = only_manifold()
      near(c, m.nx, EXACT, "nx")
      near(s, m.ny, EXACT, "ny")
      near(-0.01, m.separation1, EXACT, "separation")
      near(1 - 0.005 * c, m.x1, EXACT, "x")
      near(1 - 0.005 * s, m.y1, EXACT, "y")
    end)

    it("is one deep point for a box that stands on its corner", function()
      --      /\       diagonal sqrt(2), sunk by 0.01; its other corners are far above
      --     /  \
      --  ---\--/---
      --      \/
      world:segment { x1 = -5, y1 = 0, x2 = 5, y2 = 0 }
      world:box { w = 1, h = 1, y = math.sqrt(0.5) - 0.01, angle = math.pi / 4 }
      local m = only_manifold()
      assert.equal(1, m.count)
      near(0, m.nx, EXACT, "nx")
      near(1, m.ny, EXACT, "ny")
      near(-0.01, m.separation1, EXACT, "separation")
      near(0, m.x1, EXACT, "x")
      near(-0.005, m.y1, EXACT, "y")
    end)

    it("joins the nearest corners of two rounded boxes", function()
      --   .----.                 corners at (0.5, 0.5) and (0.5 + d, 0.5 + d), rounding 0.1 each
      --   |  A |   .----.        distance d sqrt(2) - 0.2
      --   '----'   |  B |
      local d = 0.21 / math.sqrt(2)
      world:box { w = 1, h = 1, radius = 0.1 }
      world:box { x = 1 + d, y = 1 + d, w = 1, h = 1, radius = 0.1 }
      local m = only_manifold()
      local r = math.sqrt(0.5)
      assert.equal(1, m.count)
      near(r, m.nx, EXACT, "nx")
      near(r, m.ny, EXACT, "ny")
      near(0.01, m.separation1, EXACT, "separation")
      near(0.5 + d / 2, m.x1, EXACT, "x")
      near(0.5 + d / 2, m.y1, EXACT, "y")
    end)

    it("joins the ends of two capsules in a line", function()
      --  (====)(====)
      world:capsule { x1 = 0, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 }
      world:capsule { x = 1.39, x1 = 0, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 }
      local m = only_manifold()
      assert.equal(1, m.count)
      near(1, m.nx, EXACT, "nx")
      near(0, m.ny, EXACT, "ny")
      near(-0.01, m.separation1, EXACT, "separation")
      near(1.195, m.x1, EXACT, "x")
      near(0, m.y1, EXACT, "y")
    end)

    it("meets the end of a segment from the side", function()
      --  ------- o
      world:segment { x1 = -2, y1 = 0, x2 = 0, y2 = 0 }
      world:circle { x = 0.3, y = 0.4, radius = 0.5 }
      local m = only_manifold()
      near(0.6, m.nx, EXACT, "nx")
      near(0.8, m.ny, EXACT, "ny")
      near(0, m.separation1, EXACT, "separation")
    end)

    it("is one manifold for each piece of a chain, named by its index", function()
      --  \      /     a box sits in the corner of a V of slope 1, turned by 45 degrees
      --   \ /\ /
      --    \\//
      world:chain { points = { -3, 3, 0, 0, 3, 3 } }
      world:box { w = 1, h = 1, y = math.sqrt(0.5), angle = math.pi / 4 }
      world:step(0)
      local list = manifolds(world)
      assert.equal(2, #list)
      for i, m in ipairs(list) do
        assert.equal(i, m.piece_a)
        assert.equal(1, m.piece_b)
        near(i == 1 and math.sqrt(0.5) or -math.sqrt(0.5), m.nx, EXACT, "nx")
        near(math.sqrt(0.5), m.ny, EXACT, "ny")
        near(0, m.separation1, EXACT, "separation")
      end
    end)

    it("closes a chain that is a loop", function()
      -- the closing side of a square loop, from (-2, 2) back to (-2, -2), is piece 4
      world:chain { points = { -2, -2, 2, -2, 2, 2, -2, 2 }, loop = true }
      world:circle { x = -1.5, radius = 0.5 }
      local m = only_manifold()
      assert.equal(4, m.piece_a)
      near(1, m.nx, EXACT, "nx")
    end)
  end)

  describe("a manifold of a deep overlap", function()
    it("leads a circle out of a box by the nearest side", function()
      world:box { w = 2, h = 4 }
      world:circle { x = 0.6, y = 1, radius = 0.25 }
      local m = only_manifold()
      near(1, m.nx, EXACT, "nx")
      near(-0.4 - 0.25, m.separation1, EXACT, "separation")
    end)

    it("leads a box out of a box by the least way", function()
      --  +---------+
      --  |  A    +-|--+      0.3 along x, more along y
      --  |       |B|  |
      --  +---------+  |
      world:box { w = 2, h = 2 }
      world:box { x = 1.2, y = -0.5, w = 1, h = 1 }
      local m = only_manifold()
      near(1, m.nx, EXACT, "nx")
      near(-0.3, m.separation1, EXACT, "separation")
      near(-0.3, m.separation2, EXACT, "separation")
    end)

    it("has a finite normal for two circles at one place", function()
      world:circle { radius = 0.5 }
      world:circle { radius = 0.25 }
      local m = only_manifold()
      near(1, math.sqrt(m.nx ^ 2 + m.ny ^ 2), EXACT, "length of the normal")
      near(-0.75, m.separation1, EXACT, "separation")
    end)

    it("has a finite normal for a circle whose centre lies on a segment", function()
      world:segment { x1 = -1, y1 = 0, x2 = 1, y2 = 0 }
      world:circle { radius = 0.25 }
      local m = only_manifold()
      near(0, m.nx, EXACT, "nx")
      near(1, math.abs(m.ny), EXACT, "ny")
      near(-0.25, m.separation1, EXACT, "separation")
    end)

    it("leads out of a halfspace along its normal, however deep", function()
      world:halfspace { nx = 3, ny = 4 }
      world:box { x = -6, y = -8, w = 1, h = 1 }
      local m = only_manifold()
      near(0.6, m.nx, EXACT, "nx")
      near(0.8, m.ny, EXACT, "ny")
      near(-10 - 0.7, math.min(m.separation1, m.separation2 or 0), 2 * EXACT, "separation")
    end)
  end)

  it("two bodies that cannot move are no pair", function()
    world:box { type = "static", w = 1, h = 1 }
    world:box { type = "static", w = 1, h = 1 }
    world:box { type = "kinematic", w = 1, h = 1 }
    world:step(0)
    assert.equal(0, world:pair_count())
  end)

  it("two shapes of one body are no pair", function()
    local body = world:box { w = 1, h = 1 }
    body:add_circle { radius = 1 }
    world:step(0)
    assert.equal(0, world:pair_count())
  end)
end)
