-- Masks of shapes: which layers each of them meets, beside what the world says of layers.
local cairn = require "cairn"

-- Two discs that fly at each other, and whether they met.
local function meets(a, b, apart)
  local world = cairn.world { gravity = { 0, 0 }, layers = { "ghost", "wall" } }
  if apart then world:set_collides("ghost", "wall", false) end
  local function disc(x, keys)
    return world:circle { x = x, radius = 0.5, vx = -2 * x, layer = keys.layer,
      layer_mask = keys.mask, group = keys.group }
  end
  local left, right = disc(-1, a), disc(1, b)
  for _ = 1, 60 do world:step() end
  return left:x() < right:x()
end

describe("the mask of a shape", function()
  it("lets two meet only where each has the layer of the other", function()
    assert.is_true(meets({}, {}))
    assert.is_true(meets({ layer = "ghost", mask = "wall" }, { layer = "wall" }))
    assert.is_false(meets({ layer = "ghost", mask = "default" }, { layer = "wall" }))
    assert.is_false(meets({ layer = "wall" }, { layer = "ghost", mask = "default" }))
    assert.is_false(meets({ layer = "ghost", mask = "wall" }, { layer = "wall", mask = "wall" }))
    assert.is_true(meets({ layer = "ghost", mask = { "wall", "default" } }, { layer = "wall" }))
    assert.is_false(meets({ mask = 0 }, {}))
  end)

  it("takes nothing back that the world forbids, and yields to groups", function()
    assert.is_false(meets({ layer = "ghost", mask = "wall" }, { layer = "wall" }, true))
    assert.is_true(meets({ mask = 0, group = 1 }, { group = 1 }))
    assert.is_false(meets({ group = -1 }, { group = -1 }))
  end)

  it("is read as bits and set as a name, bits or a list; what touches is judged anew", function()
    local world = cairn.world { layers = { "ghost" } }
    local floor = world:box { type = "static", y = -0.5, w = 20, h = 1 }:shape()
    local ball = world:circle { y = 0.5, radius = 0.5 }
    for _ = 1, 60 do world:step() end
    assert.near(0.5, ball:y(), 1e-3)
    assert.equal(-1, floor:layer_mask())
    local before = world:hash()
    floor:set_layer_mask "ghost"
    assert.equal(world:layer "ghost", floor:layer_mask())
    assert.not_equal(before, world:hash())
    for _ = 1, 30 do world:step() end
    assert.near(0.5 - 9.81 / 8, ball:y(), 0.03)
    floor:set_layer_mask { "ghost", "default" }
    assert.equal(3, floor:layer_mask())
    floor:set_layer_mask(1)
    assert.equal(1, floor:layer_mask())
    floor:set_layer_mask()
    assert.equal(-1, floor:layer_mask())
  end)

  it("is in snapshots and descriptions", function()
    local world = cairn.world { layers = { "ghost" } }
    world:box { type = "static", w = 2, h = 1, layer_mask = "ghost", name = "floor" }
    assert.equal(2, world:clone():find "floor" :shape():layer_mask())
    assert.equal(2, cairn.world(world:describe()):find "floor" :shape():layer_mask())
  end)

  it("names what is no mask", function()
    local world = cairn.world {}
    local shape = world:circle { radius = 1 }:shape()
    assert.has_error(function() shape:set_layer_mask "gost" end, "bad argument #1 to "
      .. "'set_layer_mask' (unknown layer 'gost'; declare it with world:layer(name))")
    assert.has_error(function() shape:set_layer_mask(1.5) end,
      "bad argument #1 to 'set_layer_mask' (bit mask expected, got 1.5)")
    assert.has_error(function() world:circle { radius = 1, layer_mask = true } end,
      "bad argument #1 to 'circle' (field 'layer_mask': layer name, bit mask or list of names "
        .. "expected, got boolean)")
  end)
end)
