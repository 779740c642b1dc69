-- cairn.vec: vectors as two numbers.
local cairn = require "cairn"
local vec = cairn.vec

describe("cairn.vec", function()
  it("measures lengths and distances, from the least number to the largest", function()
    assert.equal(5, vec.length(3, -4))
    assert.equal(0, vec.length(0, 0))
    assert.equal(5e300, vec.length(3e300, 4e300))
    assert.near(5e-300, vec.length(3e-300, 4e-300), 1e-314)
    assert.equal(13, vec.distance(1, 2, 6, 14))
  end)

  it("normalizes, gives the length that was, and leaves 0, 0 as it is", function()
    assert.same({ 0.6, -0.8, 5 }, { vec.normalize(3, -4) })
    assert.same({ 0, 0, 0 }, { vec.normalize(0, 0) })
    local x, y = vec.normalize(1e-320, 0)
    assert.same({ 1, 0 }, { x, y })
  end)

  it("has the products of two vectors", function()
    assert.equal(11, vec.dot(1, 2, 3, 4))
    assert.equal(-2, vec.cross(1, 2, 3, 4))
  end)

  it("turns by the sine and cosine of the step, a quarter turn exactly", function()
    local x, y = vec.rotate(2, 1, 0.3)
    assert.equal(2 * cairn.cos(0.3) - cairn.sin(0.3), x)
    assert.equal(2 * cairn.sin(0.3) + cairn.cos(0.3), y)
    assert.same({ -1, 2 }, { vec.perpendicular(2, 1) })
    assert.same({ 3 * cairn.cos(2), 3 * cairn.sin(2) }, { vec.from_angle(2, 3) })
    assert.near(2, vec.angle(vec.from_angle(2)), 1e-12)
    assert.equal(0, vec.angle(0, 0))
  end)

  it("goes from one point to the other, and reaches both exactly", function()
    assert.same({ 0.1, 7 }, { vec.lerp(0.1, 7, 1e9, -3, 0) })
    assert.same({ 1e9, -3 }, { vec.lerp(0.1, 7, 1e9, -3, 1) })
    assert.same({ 2, 3 }, { vec.lerp(1, 1, 3, 5, 0.5) })
  end)

  it("makes no garbage", function()
    local function turn()
      local x, y = 1.0, 0.5
      for i = 1, 1000 do
        x, y = vec.rotate(x, y, 0.01)
        local px, py = vec.perpendicular(x, y)
        x, y = vec.lerp(x, y, px, py, 0.25)
        local nx, ny = vec.normalize(x, i)
        x = x + 0 * (vec.dot(x, y, nx, ny) + vec.length(x, y))
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
