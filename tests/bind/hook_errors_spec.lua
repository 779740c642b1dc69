-- What a step does with hooks that raise or yield.
local cairn = require "cairn"

describe("In a world with hooks,", function()
  local world
  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", y = -0.5, w = 20, h = 1, name = "floor" }
  end)
  after_each(function() world:destroy() end)

  local function run(steps)
    local delivered = 0
    for _ = 1, steps do delivered = delivered + world:step() end
    return delivered
  end

  describe("a hook that raises", function()
    it("lets the step complete, then step raises with its traceback", function()
      local box = world:box { y = 0.5, w = 1, h = 1 }
      local function deep() error("boom") end
      world:set_listener { begin_contact = function() deep() end }
      local ok, message = pcall(world.step, world)
      assert.is_false(ok)
      assert.matches("hook_errors_spec.lua:%d+: boom\nstack traceback:", message)
      assert.matches("deep", message)
      assert.equal(1, world:steps())
      assert.is_false(world:is_stepping())
      world:set_listener(nil)
      run(3)
      assert.near(0.5, box:y(), 0.01)
      assert.is_true(world:validate())
    end)

    it("stops its batch only", function()
      local calls = { begin = 0, hit = 0 }
      world:box { y = 0.51, vy = -5, w = 1, h = 1 }
      world:box { x = 3, y = 0.51, vy = -5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function()
          calls.begin = calls.begin + 1
          error("boom")
        end,
        hit = function() calls.hit = calls.hit + 1 end,
      }
      for _ = 1, 3 do pcall(world.step, world) end
      assert.same({ begin = 1, hit = 2 }, calls)
    end)

    it("inside pre_solve leaves defaults", function()
      local box = world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener { pre_solve = function() error("boom") end }
      for _ = 1, 20 do
        assert.error_matches(function() world:step() end, "boom")
      end
      assert.equal(20, world:steps())
      assert.near(0.5, box:y(), 0.01)
      assert.is_true(world:validate())
    end)

    it("keeps error objects as they are", function()
      local object = {}
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener { begin_contact = function() error(object) end }
      local _, got = pcall(world.step, world)
      assert.equal(object, got)
    end)

    it("is the first of several", function()
      world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener {
        pre_solve = function() error("first") end,
        begin_contact = function() error("second") end,
      }
      assert.error_matches(function() world:step() end, "first")
    end)

    it("in a deferred function raises, too", function()
      world:box { y = 0.5, w = 1, h = 1 }
      local later = 0
      world:set_listener {
        begin_contact = function()
          world:defer(function() error("boom") end)
          world:defer(function() later = later + 1 end)
        end,
      }
      assert.error_matches(function() world:step() end, "boom")
      assert.equal(1, later)
    end)

    it("costs no memory at 60 Hz", function()
      world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener { pre_solve = function() error("boom") end }
      for _ = 1, 10 do pcall(world.step, world) end
      collectgarbage()
      local before = collectgarbage("count")
      for _ = 1, 600 do pcall(world.step, world) end
      collectgarbage()
      assert.is_true(collectgarbage("count") - before < 20)
    end)
  end)

  describe("a hook that yields", function()
    it("is refused by name", function()
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener { begin_contact = function() coroutine.yield() end }
      local co = coroutine.wrap(function() return pcall(world.step, world) end)
      local ok, message = co()
      assert.is_false(ok)
      assert.matches("hook_errors_spec.lua:%d+: begin_contact may not yield", message)
      assert.equal(1, world:steps())
      world:step()
    end)

    it("is refused inside pre_solve and on the main thread", function()
      world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener { pre_solve = function() coroutine.yield() end }
      local co = coroutine.wrap(function() return pcall(world.step, world) end)
      assert.matches("pre_solve may not yield", select(2, co()))
    end)

    it("may use coroutines of its own", function()
      local got
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function() got = coroutine.wrap(function() coroutine.yield(5) end)() end,
      }
      world:step()
      assert.equal(5, got)
    end)
  end)
end)
