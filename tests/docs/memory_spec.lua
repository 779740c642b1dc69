-- The table of a world's arrays, docs/memory.md, and its picture say what the sources say.
local memory = assert(loadfile "docs/memory.lua")("docs.memory")

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

describe("docs/memory.md", function()
  local list = memory.read()

  it("is what docs/memory.lua writes (run it again after a change of arrays)", function()
    assert.equal(memory.table(list), read "docs/memory.md")
    assert.equal(memory.picture(list), read "docs/memory.svg")
  end)

  it("finds the owner of nearly every array", function()
    local owned, by_hand = 0, {}
    for name in ("left_bounds asked changed pairs contact_table pair_table"):gmatch "%S+" do
      by_hand[name] = true -- in lists of their own, grown by their own functions
    end
    for _, array in ipairs(list) do
      local owner
      for _, folder in ipairs(memory.FOLDERS) do
        if array.uses[folder] == "grows" then owner = folder end
      end
      assert.is_true(owner ~= nil or by_hand[array.name] ~= nil, array.name .. " has no owner")
      owned = owned + (owner and 1 or 0)
    end
    assert.is_true(owned > 90, owned)
  end)

  it("knows of no array of the step that several folders grow, but for working memory", function()
    local shared = { island = true, stack = true, keyed = true }
    for _, array in ipairs(list) do
      local growers = {}
      for _, folder in ipairs(memory.FOLDERS) do
        if array.uses[folder] == "grows" and folder ~= "step" then
          growers[#growers + 1] = folder
        end
      end
      assert.is_true(#growers <= 1 or shared[array.name], array.name .. " is grown in " ..
        table.concat(growers, ", "))
    end
  end)
end)
