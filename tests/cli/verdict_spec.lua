-- How `cairn fidelity` judges: no worse than Box2D v3, won, goal met.

local verdict = require "cairn.fidelity.verdict"

local ORDER = {
  { key = "box2d_v3", name = "Box2D v3", default = true },
  { key = "box2d_v3_8", name = "Box2D v3, 8 sub-steps" },
  { key = "chipmunk10", name = "Chipmunk", default = true },
}

describe("A verdict on a figure", function()
  -- The verdict of one figure: an ideal of 0, a goal of 1 unless keys say otherwise.
  local function judge(value, keys)
    local figure = { key = "it", goal = 1, peers = { box2d_v3 = 10, chipmunk10 = -4 } }
    for key, entry in pairs(keys or {}) do figure[key] = entry end
    return verdict.figure(figure, { it = value }, ORDER)
  end

  it("is no worse up to 5 % or the resolution", function()
    assert.is_true(judge(10.5).no_worse)
    assert.is_true(judge(-10.5).no_worse)
    assert.is_false(judge(10.51).no_worse)
    assert.is_true(judge(12, { resolution = 2 }).no_worse)
    assert.is_false(judge(12.1, { resolution = 2 }).no_worse)
  end)

  it("has won at half the error of the best peer that runs as shipped", function()
    local peers = { box2d_v3 = 10, box2d_v3_8 = 1, chipmunk10 = -4 }
    assert.is_true(judge(2, { peers = peers }).won)
    assert.is_false(judge(2.1, { peers = peers }).won)
    assert.equal("Chipmunk", judge(2, { peers = peers }).best.name)
    assert.equal(-4, judge(2, { peers = peers }).best_value)
  end)

  it("has won at the ideal, whoever is there too", function()
    local peers = { box2d_v3 = 10, chipmunk10 = 0 }
    assert.is_true(judge(0, { peers = peers }).won)
    assert.is_false(judge(1e-3, { peers = peers }).won)
    assert.is_true(judge(1e-3, { peers = peers, resolution = 1e-3 }).won)
  end)

  it("takes what ends in no number for the worst", function()
    for _, value in ipairs { math.huge, 0 / 0, false } do
      local result = judge(value)
      assert.is_false(result.no_worse)
      assert.is_false(result.won)
      assert.is_false(result.goal_met)
    end
    local broken = { box2d_v3 = "breaks", chipmunk10 = "breaks" }
    assert.is_true(judge(math.huge, { peers = broken }).no_worse)
    assert.is_false(judge(math.huge, { peers = broken }).won)
    assert.is_true(judge(1e9, { peers = broken }).won)
  end)

  it("counts from the ideal", function()
    assert.is_true(judge(101, { ideal = 100 }).goal_met)
    assert.is_false(judge(98, { ideal = 100 }).goal_met)
    assert.is_true(judge(30, { ideal = 30, at_most = true, goal = 0 }).goal_met)
    assert.is_true(judge(3, { ideal = 30, at_most = true, goal = 0 }).won)
    assert.is_false(judge(30.1, { ideal = 30, at_most = true, goal = 0 }).goal_met)
  end)

  it("compares ratios where more is better", function()
    local keys = { more = true, ideal = 200, goal = 150, peers = { box2d_v3 = 80 } }
    assert.is_true(judge(160, keys).won)
    assert.is_true(judge(160, keys).goal_met)
    assert.is_false(judge(159, keys).won)
    assert.is_true(judge(77, keys).no_worse)
    assert.is_false(judge(76, keys).no_worse)
    assert.is_false(judge(0, keys).no_worse)
    keys.peers.box2d_v3 = 190
    assert.is_true(judge(200, keys).won)
  end)

  it("judges a scene by its worst figure", function()
    local scene = { figures = {
      { key = "a", goal = 1, peers = { box2d_v3 = 10 } },
      { key = "b", goal = 1, peers = { box2d_v3 = 10 } },
    } }
    local result = verdict.scene(scene, { a = 0, b = 6 }, ORDER)
    assert.is_true(result.no_worse)
    assert.is_false(result.won)
    assert.is_false(result.goals_met)
    assert.is_true(verdict.scene(scene, { a = 0, b = 1 }, ORDER).won)
    assert.is_false(verdict.scene(scene, {}, ORDER).no_worse)
  end)
end)
