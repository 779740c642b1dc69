-- Rules of shapes for how two frictions, or two restitutions, become one.
local cairn = require "cairn"

-- What a disc of friction and restitution 0.9 and a floor of 0.4 make of it.
local function mixed(disc, floor, world_mix)
  local world = cairn.world { friction_mix = world_mix, restitution_mix = world_mix }
  world:box { type = "static", y = -0.5, w = 9, h = 1, friction = 0.4, restitution = 0.4,
    friction_mix = floor, restitution_mix = floor }
  world:circle { y = 0.5, radius = 0.5, friction = 0.9, restitution = 0.9, friction_mix = disc,
    restitution_mix = disc }
  world:step()
  local friction, restitution
  for m in world:manifolds() do friction, restitution = m:friction(), m:restitution() end
  return friction, restitution
end

local function near(expected, ...)
  assert.near(expected, (...), 1e-6)
  assert.near(expected, (select(2, ...)), 1e-6)
end

describe("the rule of a shape for friction and restitution", function()
  it("goes before that of the world", function()
    near(0.4, mixed("min", nil, "max"))
    near(0.9, mixed(nil, "max", "min"))
    near(0.65, mixed("average", nil, "min"))
    near(0.36, mixed("multiply", nil, "min"))
    near(0.6, mixed("geometric", nil, "min"))
    near(0.9, mixed("world", "world", "max"))
  end)

  it("of two with rules is max before multiply, min, geometric and average", function()
    local order = { "average", "geometric", "min", "multiply", "max" }
    local gives = { 0.65, 0.6, 0.4, 0.36, 0.9 }
    for i = 1, 5 do
      for j = 1, 5 do near(gives[math.max(i, j)], mixed(order[i], order[j], "min")) end
    end
  end)

  it("can be changed while they touch, and is read back", function()
    local world = cairn.world {}
    local floor = world:box { type = "static", y = -0.5, w = 9, h = 1, friction = 0.4 }:shape()
    world:box { y = 0.5, w = 1, h = 1, friction = 0.9 }
    world:step()
    assert.equal("world", floor:friction_mix())
    assert.equal("world", floor:restitution_mix())
    local before = world:hash()
    floor:set_friction_mix "min"
    floor:set_restitution_mix "average"
    assert.equal("min", floor:friction_mix())
    assert.equal("average", floor:restitution_mix())
    assert.not_equal(before, world:hash())
    for m in world:manifolds() do assert.near(0.4, m:friction(), 1e-6) end
    local copy = cairn.world(world:describe()):shape(1)
    assert.equal("min", copy:friction_mix())
    assert.equal("average", world:clone():shape(1):restitution_mix())
  end)

  it("is one of six words", function()
    local world = cairn.world {}
    assert.has_error(function() world:circle { radius = 1, friction_mix = "most" } end,
      "bad argument #1 to 'circle' (field 'friction_mix': invalid friction_mix 'most', expected "
        .. "min, max, average, multiply, geometric or world)")
    assert.has_error(function() world:set_friction_mix "world" end,
      "bad argument #1 to 'set_friction_mix' (invalid friction_mix 'world', expected min, max, "
        .. "average, multiply or geometric)")
  end)
end)
