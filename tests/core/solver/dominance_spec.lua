-- Dominance: which of two dynamic bodies pushes the other, in blows, in stacks, against friction.

local cairn = require "cairn"

local RESTITUTIONS <const> = { 0, 0.1, 0.5, 1 }
-- Of a and of b, and who leads: 1 = a, -1 = b, 0 = neither.
local LEVELS <const> = { { 1, 0, 1 }, { 0, 1, -1 }, { -3, -5, 1 }, { -127, 127, -1 }, { 0, 0, 0 },
  { 4, 4, 0 } }

local function near(expected, found, most, what)
  assert(math.abs(expected - found) <= most, ("%s: %g, not %g"):format(what, found, expected))
end

local function floor(world) world:box { type = "static", w = 40, h = 1, y = -0.5 } end

describe("dominance", function()
  -- Two discs along a line: from a wall of infinite mass the other leaves with (1 + e) of the speed
  -- at which they meet; else masses decide, 1 kg and 50 kg.
  it("makes a wall of the body that has more in a blow, whatever both weigh", function()
    for _, e in ipairs(RESTITUTIONS) do
      for _, level in ipairs(LEVELS) do
        local world = cairn.world { gravity = { 0, 0 } }
        local a = world:circle { x = -2, radius = 0.5, vx = 4, restitution = e, mass = 1,
          dominance = level[1] }
        local b = world:circle { x = 2, radius = 0.5, restitution = e, mass = 50,
          dominance = level[2] }
        for _ = 1, 120 do world:step() end
        local share = ({ [1] = 1, [0] = 1 / 51, [-1] = 0 })[level[3]]
        local what <const> = ("e %g, levels %d %d"):format(e, level[1], level[2])
        near(4 * (1 + e) * share, (b:velocity()), 0.002, what)
        local own = level[3] == 0 and 50 / 51 or 1 - share
        near(4 - 4 * (1 + e) * own, (a:velocity()), 0.002, what)
      end
    end
  end)

  it("holds between dynamic bodies alone", function()
    local world = cairn.world { gravity = { 0, -10 } }
    floor(world)
    local lift = world:box { type = "kinematic", x = 5, y = 1, w = 2, h = 0.2, vy = 0.5 }
    local on_floor = world:box { y = 0.5, w = 1, h = 1, dominance = 9 }
    local on_lift = world:box { x = 5, y = 1.6, w = 1, h = 1, dominance = 9 }
    for _ = 1, 120 do world:step() end
    near(0.5, select(2, on_floor:position()), 0.002, "on the floor")
    near(select(2, lift:position()) + 0.6, select(2, on_lift:position()), 0.005, "on the lift")
  end)

  it("lets a light body that has more push a row of heavy ones, and not be pushed", function()
    local world = cairn.world { gravity = { 0, -10 } }
    floor(world)
    local sledge = world:box { x = -3, y = 0.5, w = 1, h = 1, mass = 0.1, friction = 0,
      dominance = 1, vx = 1 }
    local heavy = {}
    for i = 1, 4 do heavy[i] = world:box { x = -2 + i, y = 0.5, w = 1, h = 1, mass = 900 } end
    for _ = 1, 300 do world:step() end
    near(1, (sledge:velocity()), 1e-4, "the sledge")
    near(2, (sledge:position()), 0.01, "its place")
    for i = 1, 4 do near(2 + i, (heavy[i]:position()), 0.02, "heavy " .. i) end
  end)

  it("lets a stack stand in which each leads what stands on it, however light", function()
    local world = cairn.world { gravity = { 0, -10 } }
    floor(world)
    local boxes = {}
    for i = 1, 8 do
      boxes[i] = world:box { y = i - 0.5, w = 1, h = 1, mass = 10 ^ (i % 2 * 3 - 1),
        dominance = -i }
    end
    for _ = 1, 600 do world:step() end
    for i, box in ipairs(boxes) do
      local x, y = box:position()
      near(0, x, 0.01, "x of box " .. i)
      near(i - 0.5, y, 0.01, "y of box " .. i)
      assert.is_false(box:is_awake())
    end
  end)

  it("counts from the next step on, also of bodies that lie, and can be taken back", function()
    local world = cairn.world { gravity = { 0, -10 } }
    floor(world)
    local a = world:box { y = 0.5, w = 1, h = 1, mass = 1, friction = 0 }
    local b = world:box { x = 1, y = 0.5, w = 1, h = 1, mass = 100, friction = 0 }
    for _ = 1, 60 do world:step() end
    assert.equal(0, a:dominance())
    a:set_dominance(2)
    assert.equal(2, a:dominance())
    a:set_velocity(1, 0)
    for _ = 1, 30 do world:step() end
    near(1, (a:velocity()), 0.001, "a leads")
    near(1, (b:velocity()), 0.05, "b is pushed")
    a:set_dominance(0)
    b:set_velocity(-1, 0)
    for _ = 1, 30 do world:step() end
    near(-98 / 101, (b:velocity()), 0.02, "both share")
    assert.is_true(world:validate())
  end)

  it("goes on with the same bits after a restore, in a clone and under threads", function()
    local world = cairn.world { gravity = { 0, -10 } }
    floor(world)
    for i = 1, 40 do
      world:box { x = i % 5 - 2, y = 1 + i // 5, w = 0.9, h = 0.9, angle = i, dominance = i % 4 - 1,
        restitution = i % 3 * 0.3 }
    end
    for _ = 1, 30 do world:step() end
    local taken, clone = world:snapshot(), world:clone()
    clone:set_threads(2)
    local hashes = {}
    for i = 1, 200 do
      world:step()
      clone:step()
      hashes[i] = world:hash()
      assert.equal(hashes[i], clone:hash())
    end
    assert.is_true(world:restore(taken))
    for i = 1, 200 do
      world:step()
      assert.equal(hashes[i], world:hash())
    end
    world:body(5):destroy()
    world:step()
    assert.is_true(world:validate())
  end)

  it("is refused where it is no whole number in its range", function()
    local world = cairn.world {}
    local a = world:circle { radius = 1 }
    local function raises(text, f) assert.error_matches(f, text, 1, true) end
    raises("bad argument #1 to 'set_dominance' (must be an integer in -127..127, got 128)",
      function() a:set_dominance(128) end)
    raises("(must be an integer in -127..127, got -128)", function() a:set_dominance(-128) end)
    raises("got 0.5", function() a:set_dominance(0.5) end)
    raises("got string", function() a:set_dominance("one") end)
    raises("(field 'dominance': must be an integer in -127..127, got 200)",
      function() world:circle { radius = 1, dominance = 200 } end)
    assert.equal(0, a:dominance())
    assert.equal(1, world:body_count())
  end)
end)
