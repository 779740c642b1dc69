-- The random numbers of a scene: the same as Lua's own, with a state that can be kept.

local random = require "cairn.scene.random"

describe("cairn.scene.random", function()
  it("draws the numbers of Lua 5.4's own generator", function()
    local own = random.new(42)
    math.randomseed(42)
    for _ = 1, 200 do
      assert.equal(math.random(), own.random())
      assert.equal(math.random(6), own.random(6))
      assert.equal(math.random(-500, 1000), own.random(-500, 1000))
      assert.equal(math.random(0), own.random(0))
    end
  end)

  it("goes on from a kept state", function()
    local own = random.new(1)
    own.random()
    local state, expected = own.state(), own.random()
    own.random()
    own.set_state(state)
    assert.equal(expected, own.random())
  end)

  it("refuses what math.random refuses", function()
    local own = random.new(1)
    assert.error_matches(function() own.random(0.5) end, "number has no integer representation")
    assert.error_matches(function() own.random(2, 1) end, "interval is empty")
    assert.error_matches(function() own.random(1, 2, 3) end, "wrong number of arguments")
    assert.error_matches(function() own.random("x") end, "number expected, got string")
  end)
end)
