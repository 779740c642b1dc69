-- A world that was restored goes on with the same bits: scenes of scripts/, each interrupted at
-- some moment and restored into the same world or into a clone. Here a share of the scenes goes
-- through it; `lua5.4 tests/verify_snapshots.lua` takes all of them through all of it.

local scene = require "cairn.scene"

-- Whatever keeps something from step to step: piles at rest, joints, articulations, gears, movers,
-- areas, wind, sensors, bullets, hooks that decide, crowds, sleep, breaking joints.
local SCENES <const> = { "stack", "bridge", "gears", "character", "buoyancy", "wind", "one_way",
  "bullets", "trapdoors", "sleeping", "breakable", "ragdolls", "newtons_cradle", "soft_bodies" }
local MOMENT <const>, STEPS <const> = 90, 60

local function open(name)
  local s = assert(scene.load(("scripts/%s.lua"):format(name)))
  s:step(MOMENT)
  return s
end

local function hashes(step)
  local list = {}
  for i = 1, STEPS do list[i] = step() end
  return list
end

describe("a snapshot of a scene", function()
  for _, name in ipairs(SCENES) do
    it("lets " .. name .. " go on with the same bits in the same world", function()
      local whole, cut = open(name), open(name)
      local expected = hashes(function() whole:step(1) return whole:world():hash() end)
      local world = cut:world()
      local now, taken = world:hash(), world:snapshot()
      assert.equal(now, world:hash())
      assert.is_true(world:restore(taken))
      assert.equal(now, world:hash())
      assert.is_true(world:validate())
      assert.same(expected, hashes(function() cut:step(1) return world:hash() end))
    end)

    it("lets a clone of " .. name .. " go on with the same bits as the world it was made of",
      function()
        local s = open(name)
        local world = s:world()
        world:set_listener(nil)
        local clone = world:clone()
        assert.equal(world:hash(), clone:hash())
        assert.is_true(clone:validate())
        assert.same(hashes(function() world:step() return world:hash() end),
          hashes(function() clone:step() return clone:hash() end))
      end)
  end

  it("rolls back as often as it is restored", function()
    local s = open "stack"
    local world = s:world()
    world:body(3):apply_impulse(4, 2)
    local taken = world:snapshot()
    local first = hashes(function() world:step() return world:hash() end)
    for _ = 1, 3 do
      assert.is_true(world:restore(taken))
      assert.same(first, hashes(function() world:step() return world:hash() end))
    end
  end)

  it("is the same string when it is taken twice, and after a restore", function()
    local s = open "bridge"
    local world = s:world()
    local taken = world:snapshot()
    assert.equal(taken, world:snapshot())
    assert.is_true(world:restore(taken))
    assert.equal(#taken, #world:snapshot())
  end)
end)

describe("a step of a restored world", function()
  it("gives the same bits with other threads", function()
    local s = open "heap"
    local world = s:world()
    world:set_listener(nil)
    local clone = world:clone()
    clone:set_threads(2)
    assert.same(hashes(function() world:step() return world:hash() end),
      hashes(function() clone:step() return clone:hash() end))
  end)
end)
