-- scripts/rewind.lua: a puzzle that is solved by running time back, and not without.

local scene = require "cairn.scene"

-- Steps, with space held from one to another; the ball's place after each.
local function play(steps, from, to)
  local s = assert(scene.load("scripts/rewind.lua"))
  local places = {}
  for i = 1, steps do
    if i == from then s:press "space" end
    if i == to then s:release "space" end
    s:step(1)
    places[i] = { s:world():find("ball"):position() }
  end
  return s, places
end

describe("scripts/rewind.lua", function()
  it("lets the ball fall where the bridge was, when nobody holds space", function()
    local s, places = play(215)
    local lowest = 0
    for _, place in ipairs(places) do lowest = math.min(lowest, place[2]) end
    assert.is_true(lowest < -2, lowest)
    s:close()
  end)

  it("has the bridge again for who runs time back: the ball gets over", function()
    local s, places = play(300, 90, 150)
    assert.is_true(places[300][1] > 3)
    assert.near(0.4, places[300][2], 0.02)
    s:close()
  end)

  it("runs back all but the ball, which rolls on in its own time", function()
    local held, there = play(150, 90)
    local free, others = play(150)
    assert.near(others[150][1], there[150][1], 0.02)
    assert.is_true(held:world():time() < 0.1)
    assert.near(2.5, free:world():time(), 1e-6)
    held:close()
    free:close()
  end)

  it("is the same to the last bit each time", function()
    local a, b = play(300, 90, 150), play(300, 90, 150)
    assert.equal(a:world():hash(), b:world():hash())
    a:close()
    b:close()
  end)
end)
