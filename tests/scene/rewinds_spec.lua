-- A world goes on with the same bits however far and however often it is wound back: every scene of
-- scripts/ goes to and fro between snapshots of any moments. What is restored into is then a world
-- that has more or less of anything than the snapshot.

local scene = require "cairn.scene"

local SCENES <const> = {}
do
  local pipe <close> = assert(io.popen "ls scripts")
  for line in pipe:lines() do SCENES[#SCENES + 1] = line:match "^([%w_]+)%.lua$" end
end

local REWINDS <const>, LONGEST <const> = 100, 120
local WORK <const> = 60000 -- steps of one body: small worlds go farther

-- The first step, of those that come again, whose hash is not what it was, else nil.
local function first_wrong(world)
  local hashes, kept, moments, at, steps = { [0] = world:hash() }, {}, {}, 0, 0
  local most = WORK // (world:body_count() + 1)
  for _ = 1, REWINDS do
    if not kept[at] then
      kept[at] = world:snapshot()
      moments[#moments + 1] = at
    end
    for _ = 1, steps < most and math.random(LONGEST) or 0 do
      world:step()
      at, steps = at + 1, steps + 1
      hashes[at] = hashes[at] or world:hash()
      if hashes[at] ~= world:hash() then return at end
    end
    at = moments[math.random(#moments)]
    world:restore(kept[at])
    if world:hash() ~= hashes[at] then return at end
  end
end

describe("a world that is wound back to any moment, and forward", function()
  for i, name in ipairs(SCENES) do
    it("has the bits of the first time: " .. name, function()
      local s <close> = assert(scene.load(("scripts/%s.lua"):format(name)))
      local world = s:world()
      if not world or world:body_count() > 400 then return end
      world:set_listener(nil)
      math.randomseed(i)
      assert.is_nil(first_wrong(world))
      assert.is_true(world:validate())
    end)
  end
end)
