-- Ids as plain integers, and what belongs to a world.

local cairn = require "cairn"

describe("cairn.World", function()
  local world

  before_each(function() world = cairn.world() end)
  after_each(function() world:destroy() end)

  it(":body, :shape and :joint find the living by id", function()
    local a, shape = world:box { w = 1, h = 1 }
    local b = world:circle { x = 3, radius = 1 }
    local joint = world:distance { a = a, b = b }
    assert.equal(a, world:body(a:id()))
    assert.equal(b, world:body(b:id()))
    assert.equal(shape, world:shape(shape:id()))
    assert.equal(joint, world:joint(joint:id()))
    assert.equal(world:ground(), world:body(0))
    for _, method in ipairs { "body", "shape", "joint" } do
      assert.is_nil(world[method](world, 99))
      assert.is_nil(world[method](world, math.maxinteger))
    end
    assert.is_nil(world:shape(0))
    assert.is_nil(world:joint(0))
    local id = a:id()
    a:destroy()
    assert.is_nil(world:body(id))
    assert.is_nil(world:joint(joint:id()))
    assert.equal(2, (world:body { x = 1 }):id() + 1) -- a table still makes one
  end)

  it(":body finds who stands in poses", function()
    for i = 1, 5 do world:circle { x = 3 * i, radius = 1, name = "b" .. i } end
    world:find("b2"):destroy()
    local rows = {}
    for i = 1, world:poses(rows) do
      local body = world:body(rows[4 * i - 3])
      assert.equal(rows[4 * i - 2], body:x())
    end
  end)

  it(":body and its like answer inside the step, and refuse what is no id", function()
    world:halfspace {}
    local body, shape = world:circle { y = 0.5, radius = 0.5, pre_solve = true }
    local found
    world:set_listener {
      pre_solve = function() found = { world:body(body:id()), world:shape(shape:id()) } end,
    }
    for _ = 1, 3 do world:step() end
    assert.same({ body, shape }, found)
    for _, method in ipairs { "body", "shape", "joint" } do
      local function call(id) return function() world[method](world, id) end end
      local text = ("bad argument #1 to '%s' (%%s)"):format(method)
      assert.error_matches(call(-1), text:format "must be >= 0, got -1", 1, true)
      assert.error_matches(call(1.5), text:format "integer expected, got 1.5", 1, true)
      assert.error_matches(call(0 / 0), "finite number expected, got")
      assert.error_matches(call "1", "expected, got string")
      assert.error_matches(call(true), "expected, got boolean")
    end
    local gone = cairn.world()
    gone:destroy()
    assert.error_matches(function() gone:body(1) end, "world has been destroyed")
    assert.error_matches(function() gone:joint(1) end, "world has been destroyed")
  end)

  it("carries data", function()
    local mine = {}
    local other <close> = cairn.world { data = mine }
    assert.equal(mine, other:data())
    assert.is_nil(world:data())
    world:set_data(7)
    assert.equal(7, world:data())
    other:set_data(nil)
    assert.is_nil(other:data())
    other:destroy()
    assert.error_matches(function() other:data() end, "world has been destroyed")
    assert.error_matches(function() other:set_data(1) end, "world has been destroyed")
  end)

  it("lets go of data with the world", function()
    local seen = setmetatable({}, { __mode = "v" })
    do
      local w = cairn.world { data = {} }
      seen[1] = w:data()
      seen[1].world = w
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(seen[1])
  end)
end)
