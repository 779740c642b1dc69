-- The order of the modules in lua/cairn: see support/requires.lua.
local requires = require "tests.support.requires"

describe("A module of lua/cairn", function()
  local graph = requires.graph()

  it("requires no module that requires it", function()
    local order, cycle = requires.order(graph)
    assert.is_nil(cycle)
    assert.is_true(#order > 50)
  end)

  it("requires only modules of its own room and of those before it", function()
    for name, others in pairs(graph) do
      local rank = assert(requires.rank(name), name .. " stands in no room")
      for _, other in ipairs(others) do
        assert.is_true(requires.rank(other) <= rank, ("%s requires %s"):format(name, other))
      end
    end
  end)
end)

describe("The reader of requires", function()
  it("finds them at the head of a file and inside functions, and nowhere else", function()
    assert.same({ "cairn.a", "cairn.b.c" }, requires.of [==[
local a = require "cairn.a"
-- local x = require "cairn.comment"
local TEXT = [[
local y = require "cairn.string"
]]
local function late() return require("cairn.b.c").main() end
]==])
  end)

  it("names a cycle", function()
    local order, cycle = requires.order { a = { "b" }, b = { "c" }, c = { "b" } }
    assert.is_nil(order)
    assert.equal("b -> c -> b", cycle)
  end)
end)
