-- The listener's hooks: when they run, and what they may do.
local cairn = require "cairn"

describe("In a world with hooks,", function()
  local world, floor
  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    floor = world:box { type = "static", y = -0.5, w = 20, h = 1, name = "floor" }
  end)
  after_each(function() world:destroy() end)

  local function run(steps)
    local delivered = 0
    for _ = 1, steps do delivered = delivered + world:step() end
    return delivered
  end

  describe("the listener", function()
    it("is a table or nil", function()
      local t = {}
      assert.is_nil(world:listener())
      world:set_listener(t)
      assert.equal(t, world:listener())
      world:set_listener(nil)
      assert.is_nil(world:listener())
      assert.error_matches(function() world:set_listener(3) end,
        "bad argument #1 to 'set_listener' (table or nil expected, got number)", 1, true)
    end)

    it("says which hook is meant by a misspelt one", function()
      local function refused(word, hook)
        assert.error_matches(function() world:set_listener { [word] = function() end } end,
          ("bad argument #1 to 'set_listener' (listener.%s is never called; did you mean "
            .. "listener.%s?)"):format(word, hook), 1, true)
        assert.is_nil(world:listener())
      end
      refused("begn_contact", "begin_contact")
      refused("beginContact", "begin_contact")
      refused("endcontacts", "end_contact")
      refused("PreSolve", "pre_solve")
      refused("sensors", "sensor")
      local both = { psot_solve = spy.new(function() end), left_bound = print }
      assert.error_matches(function() world:set_listener(both) end, "listener.left_bound is", 1,
        true)
    end)

    it("may have other functions", function()
      local t = { begin_contact = print, wake = print, hits = print, fit = print, finder = print,
        contact = print, sleep = print, [1] = print, begn_contact = 3, on_hit = print }
      world:set_listener(t)
      assert.equal(t, world:listener())
      world:set_listener(setmetatable({}, { __index = { begn_contact = print } }))
    end)

    it("is asked by name once each step", function()
      local calls = 0
      local listener = {}
      world:set_listener(listener)
      local box = world:box { y = 0.5, w = 1, h = 1 }
      world:step()
      listener.end_contact = function() calls = calls + 1 end
      box:destroy()
      world:step()
      assert.equal(1, calls)
    end)

    it("may hold callable tables", function()
      local s = spy.new(function() end)
      world:set_listener { begin_contact = s }
      world:box { y = 0.5, w = 1, h = 1 }
      world:step()
      assert.spy(s).was.called(1)
    end)

    it("may inherit hooks", function()
      local calls = 0
      local class = { begin_contact = function() calls = calls + 1 end }
      world:set_listener(setmetatable({}, { __index = class }))
      world:box { y = 0.5, w = 1, h = 1 }
      world:step()
      assert.equal(1, calls)
    end)

    it("refuses what cannot be called", function()
      world:set_listener { hit = 3 }
      assert.error_matches(function() world:step() end,
        "listener field 'hit': function expected, got number", 1, true)
      assert.is_false(world:is_stepping())
    end)

    it("set in a hook counts from the next step", function()
      local log = {}
      local second = { end_contact = function() log[#log + 1] = "second" end }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function() world:set_listener(second) end,
        end_contact = function() log[#log + 1] = "first" end,
      }
      world:step()
      box:destroy()
      world:step()
      assert.same({ "second" }, log)
    end)
  end)

  describe("events", function()
    it("begin and end once per pair of shapes, the lower id first", function()
      local log = {}
      local box, shape = world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function(a, b, m) log[#log + 1] = { "begin", a, b, m:count() } end,
        end_contact = function(a, b) log[#log + 1] = { "end", a, b } end,
      }
      run(5)
      box:set_position(0, 5)
      run(1)
      local ground = floor:shape()
      assert.same({ { "begin", ground, shape, 2 }, { "end", ground, shape } }, log)
    end)

    it("end for a destroyed shape, which still tells who it was", function()
      local got
      local box, shape = world:box { y = 0.5, w = 1, h = 1, name = "box", data = 7 }
      world:step()
      world:set_listener {
        end_contact = function(a, b)
          got = { a, b, b:id(), b:kind(), b:layer(), b:body(), b:body():name(), b:body():data() }
        end,
      }
      box:destroy()
      world:step()
      assert.same({ floor:shape(), shape, 2, "box", "default", box, "box", 7 }, got)
    end)

    it("end before they begin anew, where a pair was parted between two steps", function()
      local box = world:box { y = 0.5, w = 1, h = 1 }
      local other = world:box { x = 3, y = 0.5, w = 1, h = 1 }
      local way = {
        refilter = function() box:shape():refilter() end,
        disable = function() box:set_enabled(false) box:set_enabled(true) end,
        reshape = function() box:shape():set_w(1.2) end,
        layers = function()
          world:set_collides("default", "default", false)
          world:set_collides("default", "default", true)
        end,
      }
      world:step()
      for name, part in cairn.pairs(way) do
        local touching, log = { [box:shape()] = true }, {}
        world:set_listener {
          begin_contact = function(_, b) touching[b] = true log[#log + 1] = "begin" end,
          end_contact = function(_, b) touching[b] = nil log[#log + 1] = "end" end,
        }
        part()
        if name == "refilter" then other:set_position(3, 5) end  -- ends for good, in its turn
        world:step()
        assert.is_true(touching[box:shape()], name)
        local expected = name == "refilter" and "end begin end"
          or name == "layers" and "end end begin begin" or "end begin"
        other:set_position(3, 0.5)
        assert.equal(expected, table.concat(log, " "), name)
        world:set_listener()
        world:step()
      end
    end)

    it("tell hits above hit_speed", function()
      local hits = {}
      world:set_listener { hit = function(...) hits[#hits + 1] = { ... } end }
      local _, shape = world:box { y = 2.5, w = 1, h = 1 }
      run(60)
      assert.equal(1, #hits)
      local a, b, x, y, nx, ny, speed, impulse = table.unpack(hits[1])
      assert.equal(floor:shape(), a)
      assert.equal(shape, b)
      assert.near(0, y, 0.1)
      assert.is_true(math.abs(x) <= 0.51)
      assert.near(0, nx, 1e-3)
      assert.near(1, ny, 1e-3)
      assert.near(math.sqrt(2 * 10 * 2), speed, 0.3)
      assert.is_true(impulse > 0)
    end)

    it("tell who enters and leaves a sensor", function()
      local log = {}
      local _, sensor = world:box { type = "static", y = 5, w = 2, h = 0.5, sensor = true }
      world:set_listener {
        sensor = function(s, visitor, entered) log[#log + 1] = { s, visitor, entered } end,
      }
      local _, ball = world:circle { y = 6, radius = 0.1 }
      run(60)
      assert.same({ { sensor, ball, true }, { sensor, ball, false } }, log)
    end)

    it("tell who slept and woke", function()
      local log = {}
      local box = world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        slept = function(body) log[#log + 1] = { "slept", body } end,
        woke = function(body) log[#log + 1] = { "woke", body } end,
      }
      run(120)
      assert.asleep(box)
      box:apply_impulse(0, 1)
      run(1)
      assert.same({ { "slept", box }, { "woke", box } }, log)
    end)

    it("come in the order of the reference", function()
      local order = {}
      local function note(name) return function() order[#order + 1] = name end end
      world:set_listener {
        hit = note "hit", post_solve = note "post_solve", begin_contact = note "begin_contact",
        sensor = note "sensor", pre_solve = note "pre_solve", filter = note "filter",
      }
      world:box { y = 0.5, w = 1, h = 1, vy = -5, pre_solve = true }
      world:box { type = "static", y = 0.5, w = 0.5, h = 0.5, sensor = true }
      run(2)
      local first, seen = {}, {}
      for _, name in ipairs(order) do
        if not seen[name] then first[#first + 1] = name end
        seen[name] = true
      end
      assert.same({ "filter", "pre_solve", "begin_contact", "post_solve", "hit", "sensor" }, first)
    end)
  end)

  describe("filter", function()
    it("is asked once for a pair, false lets it through", function()
      local asked = 0
      local _, shape = world:box { y = 0.6, w = 1, h = 1 }
      world:set_listener {
        filter = function(a, b)
          asked = asked + 1
          assert.same({ floor:shape(), shape }, { a, b })
          return false
        end,
      }
      run(60)
      assert.equal(1, asked)
      assert.is_true(shape:body():y() < -0.5)
    end)

    it("collides for nil and true", function()
      for _, answer in ipairs { "nil", true } do
        local box = world:box { x = answer == true and 3 or 0, y = 0.5, w = 1, h = 1 }
        world:set_listener { filter = function() if answer == true then return true end end }
        run(30)
        assert.is_true(box:y() > 0.4)
      end
    end)

    it("is asked again after refilter", function()
      local asked = 0
      local _, shape = world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener { filter = function() asked = asked + 1 end }
      run(3)
      assert.equal(1, asked)
      shape:refilter()
      run(3)
      assert.equal(2, asked)
    end)
  end)

  describe("pre_solve", function()
    it("skips a manifold for one step with false", function()
      local box = world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener { pre_solve = function() return false end }
      run(30)
      assert.is_true(box:y() < 0)
      box:set_transform(0, 0.5, 0)
      box:set_velocity(0, 0)
      world:set_listener(nil)
      run(30)
      assert.near(0.5, box:y(), 0.05)
    end)

    it("is not asked for shapes that did not ask", function()
      local asked = 0
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener { pre_solve = function() asked = asked + 1 end }
      run(3)
      assert.equal(0, asked)
    end)
  end)

  describe("the world inside filter and pre_solve", function()
    local function inside(f)
      local message
      local _, shape = world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener {
        pre_solve = function()
          local ok, err = pcall(f, shape)
          message = ok and "no error" or err
        end,
      }
      world:step()
      return message
    end

    it("is read-only", function()
      local cases = {
        function() world:box { w = 1, h = 1 } end,
        function() world:body {} end,
        function(shape) shape:body():destroy() end,
        function(shape) shape:destroy() end,
        function(shape) shape:body():set_position(0, 0) end,
        function(shape) shape:body():apply_impulse(1, 0) end,
        function(shape) shape:set_friction(1) end,
        function(shape) shape:body():add_circle { radius = 1 } end,
        function() world:set_gravity(0, 0) end,
        function() world:set_collides("default", "default", false) end,
      }
      for i, f in ipairs(cases) do
        assert.matches("world is read-only inside pre_solve; use world:defer(fn)", inside(f), 1,
          true, "case " .. i)
      end
      assert.is_true(world:validate())
    end)

    it("can be read", function()
      assert.equal("no error", inside(function(shape)
        shape:body():position()
        world:raycast(0, 5, 0, -5)
        for m in world:manifolds() do m:count() end
        assert(world:is_stepping())
      end))
    end)

    it("can be changed with defer", function()
      local made
      assert.equal("no error", inside(function()
        world:defer(function(x) made = world:circle { x = x, y = 5, radius = 1 } end, 3)
        assert(made == nil)
      end))
      assert.equal(3, made:x())
    end)

    it("cannot step", function()
      assert.matches("world:step may not be called inside a callback of the same world",
        inside(function() world:step() end), 1, true)
    end)

    it("names the filter in its sentence", function()
      local message
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        filter = function() message = select(2, pcall(world.body, world, {})) end,
      }
      world:step()
      assert.equal("world is read-only inside filter; use world:defer(fn)", message)
    end)
  end)

  describe("the world after the step", function()
    it("is open: hooks create and destroy", function()
      local made = {}
      world:set_listener {
        begin_contact = function(_, b)
          if #made < 3 then made[#made + 1] = world:box { x = 3 * #made, y = 3, w = 1, h = 1 } end
          b:body():destroy()
        end,
      }
      world:box { y = 0.5, w = 1, h = 1 }
      world:box { x = 5, y = 0.5, w = 1, h = 1 }
      run(2)
      assert.equal(2, #made)
      assert.equal(3, world:body_count())
      assert.is_true(world:validate())
    end)

    it("does not step itself, but others", function()
      local other <close> = cairn.world {}
      local message
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function()
          other:step()
          message = select(2, pcall(world.step, world))
        end,
      }
      world:step()
      assert.equal(1, other:steps())
      assert.equal("world:step may not be called inside a callback of the same world", message)
    end)

    it("may run hooks of other worlds inside a hook", function()
      local other <close> = cairn.world { gravity = { 0, -10 } }
      other:box { type = "static", y = -0.5, w = 20, h = 1 }
      other:box { y = 0.5, w = 1, h = 1 }
      local log = {}
      other:set_listener { begin_contact = function() log[#log + 1] = "other" end }
      world:box { y = 0.5, w = 1, h = 1, pre_solve = true }
      world:set_listener {
        pre_solve = function(m)
          other:step()
          log[#log + 1] = "this " .. m:count()
        end,
      }
      world:step()
      assert.same({ "other", "this 2" }, log)
    end)

    it("is destroyed by a hook after the flush", function()
      local log = {}
      world:box { y = 0.5, w = 1, h = 1 }
      world:box { x = 3, y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function(a)
          log[#log + 1] = tostring(world:destroy())
          log[#log + 1] = a:kind()
        end,
      }
      assert.equal(2, world:step())
      assert.same({ "true", "box", "false", "box" }, log)
      assert.is_false(world:is_valid())
      assert.error_matches(function() floor:position() end, "(world has been destroyed at ", 1,
        true)
    end)
  end)

  describe(":defer", function()
    it("runs after the hooks, in order, with its arguments", function()
      local log = {}
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function()
          world:defer(function(...) log[#log + 1] = { select("#", ...), ... } end, 1, nil)
          world:defer(function() log[#log + 1] = { "stepping", world:is_stepping() } end)
          log[#log + 1] = { "hook" }
        end,
      }
      world:step()
      assert.same({ { "hook" }, { 2, 1 }, { "stepping", false } }, log)
    end)

    it("may step the world", function()
      local once
      world:box { y = 0.5, w = 1, h = 1 }
      world:set_listener {
        begin_contact = function()
          if not once then world:defer(world.step, world) end
          once = true
        end,
      }
      world:step()
      assert.equal(2, world:steps())
    end)

    it("wants something to call", function()
      assert.error_matches(function() world:defer(3) end,
        "bad argument #1 to 'defer' (function expected, got number)", 1, true)
    end)
  end)

  describe("the debug log", function()
    it("names each collision", function()
      local lines = {}
      world:set_debug_log(function(line) lines[#lines + 1] = line end)
      assert.is_function(world:debug_log())
      local box = world:box { y = 0.55, w = 1, h = 1, name = "top" }
      run(30)
      box:set_position(0, 5)
      run(1)
      assert.equal(2, #lines)
      assert.matches('^step %d+: body #2 "top" %(box%) hits body #1 "floor" %(box%) at '
        .. "%-?0%.50, %-?0%.%d%d, normal 0%.00 1%.00, speed %-?%d%.%d%d, overlap 0%.%d%d%d%d$",
        lines[1])
      assert.matches('^step 31: body #2 "top" %(box%) leaves body #1 "floor" %(box%)$', lines[2])
      world:set_debug_log(nil)
      assert.is_nil(world:debug_log())
    end)
  end)

  describe("garbage", function()
    it("is none in a busy step of a world that is not strict", function()
      world:set_strict(false)
      local count = 0
      for i = 1, 8 do
        world:box { x = i, y = 0.5, w = 0.9, h = 0.9, pre_solve = true, can_sleep = false }
      end
      world:set_listener {
        pre_solve = function(m) count = count + m:count() end,
        post_solve = function(m) count = count + m:impulse(1) end,
        begin_contact = function() end, hit = function() end, woke = function() end,
      }
      collectgarbage()
      collectgarbage("stop")
      run(20) -- what grows once has grown
      local before = collectgarbage("count")
      run(1000)
      local after = collectgarbage("count")
      collectgarbage("restart")
      assert.equal(before, after)
      assert.is_true(count > 0)
    end)
  end)
end)
