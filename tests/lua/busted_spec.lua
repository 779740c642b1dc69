-- The busted helper's assertions: each way round, and what a failure shows.
local cairn = require "cairn"

describe("cairn.busted", function()
  local world, floor, box
  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    floor = world:box { type = "static", y = -0.5, w = 10, h = 1 }
    box = world:box { y = 0.5, w = 1, h = 1, name = "top" }
  end)
  after_each(function() world:destroy() end)

  local function failure(f)
    local ok, problem = pcall(f)
    assert.is_false(ok)
    return type(problem) == "table" and problem.message or tostring(problem)
  end

  it("asserts at_rest", function()
    assert.at_rest(box)
    box:set_velocity(0.04, 0.04)
    assert.is_not.at_rest(box)
    assert.at_rest(box, 0.1)
    box:set_velocity(0, 0)
    box:set_angular_velocity(0.1)
    assert.is_not.at_rest(box)
    assert.at_rest(box, 0.1, 0.2)
  end)

  it("asserts asleep", function()
    assert.is_not.asleep(box)
    box:sleep()
    assert.asleep(box)
    assert.matches('cairn.Body #2 "top" at (0.000, 0.500) v (0.000, 0.000) asleep',
      failure(function() assert.is_not.asleep(box) end), 1, true)
  end)

  it("asserts position", function()
    assert.position(box, 0, 0.5)
    assert.position(box, 0.1, 0.5, 0.2)
    assert.is_not.position(box, 0.1, 0.5, 0.01)
    assert.matches("0.1000 m from (0.100, 0.500)",
      failure(function() assert.position(box, 0.1, 0.5, 0.01) end), 1, true)
  end)

  it("asserts touching", function()
    assert.is_not.touching(box, floor)
    world:step()
    assert.touching(box, floor)
    assert.is_nil(failure(function() assert.is_not.touching(box, floor) end):find "overlap")
  end)

  it("shows the gap between the nearest shapes where touching fails", function()
    local far = world:body { type = "static", x = 2, y = 0.5 }
    far:add_circle { radius = 0.25, x = 5 }
    far:add_circle { radius = 0.25 }
    world:step()
    assert.matches("1.25 m apart, from (0.500, 0.500) to (1.750, 0.500)",
      failure(function() assert.touching(box, far) end), 1, true)
    local bare = world:body {}
    assert.matches("a body without shapes touches nothing",
      failure(function() assert.touching(box, bare) end), 1, true)
    local ghost = world:circle { radius = 1, y = 0.5, sensor = true }
    assert.matches("they overlap, but did not collide in the last step",
      failure(function() assert.touching(box, ghost) end), 1, true)
  end)

  it("asserts penetration_below", function()
    world:step()
    assert.penetration_below(world, 0.01)
    box:set_position(0, 0.4)
    world:step(0)
    assert.is_not.penetration_below(world, 0.05)
  end)

  it("asserts finite", function() assert.finite(world) end)

  it("asserts same_state", function()
    local other <close> = cairn.world { gravity = { 0, -10 } }
    other:box { type = "static", y = -0.5, w = 10, h = 1 }
    local twin = other:box { y = 0.5, w = 1, h = 1 }
    assert.same_state(world, other)
    twin:set_position(0, 0.6)
    assert.is_not.same_state(world, other)
    assert.matches("cairn.Body #2 at (0.000, 0.600)",
      failure(function() assert.same_state(world, other) end), 1, true)
  end)

  it("asserts deterministic", function() assert.deterministic("scripts/stack.lua", 30) end)

  it("names an argument that is none of its kind", function()
    local cases = {
      { "at_rest", { 3 }, "#1", "cairn.Body expected, got number" },
      { "at_rest", { "BODY", "x" }, "#2", "number expected, got string" },
      { "asleep", {}, "#1", "cairn.Body expected, got no value" },
      { "position", { "BODY", 0 }, "#3", "number expected, got no value" },
      { "touching", { "BODY", "WORLD" }, "#2", "cairn.Body expected, got cairn.World" },
      { "penetration_below", { "WORLD" }, "#2", "number expected, got no value" },
      { "finite", { "BODY" }, "#1", "cairn.World expected, got cairn.Body" },
      { "same_state", { "WORLD", {} }, "#2", "cairn.World expected, got table" },
      { "deterministic", { "scripts/stack.lua", "3" }, "#2", "number expected, got string" },
      { "replays", { "WORLD" }, "#1", "string expected, got cairn.World" },
    }
    for _, case in ipairs(cases) do
      local name, arguments, place, sentence = table.unpack(case)
      for i, v in ipairs(arguments) do
        arguments[i] = v == "BODY" and box or v == "WORLD" and world or v
      end
      assert.matches(("bad argument %s to 'assert.%s' (%s)"):format(place, name, sentence),
        failure(function() assert[name](table.unpack(arguments)) end), 1, true)
    end
  end)
end)
