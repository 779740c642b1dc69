-- The module table, and how handles print and compare.
local cairn = require "cairn"
local reference = require "docs.reference"

describe("cairn", function()
  it("names its version", function()
    local major, minor, patch = cairn.version()
    assert.equal("integer", math.type(major))
    assert.equal(("cairn %d.%d.%d"):format(major, minor, patch), cairn._VERSION)
  end)

  it("tells how it was built", function()
    assert.is_string(cairn.build.simd)
    assert.is_string(cairn.build.compiler)
  end)

  it("opens again without harm", function()
    local world = cairn.world {}
    local body = world:body {}
    package.loaded.cairn = nil
    local again = require "cairn"
    assert.equal("function", type(again.world))
    assert.equal(1, body:id())
    assert.equal(2, again.world({}):body_count() + 2)
    world:destroy()
  end)

  describe(".checksum", function()
    it("is that of XXH3 with 64 bits and no seed", function()
      -- the value that xxHash documents for no bytes at all
      assert.equal(0x2D06800538D394C2, cairn.checksum "")
      assert.not_equal(cairn.checksum "a\0b", cairn.checksum "a\0c")
    end)

    it("refuses what is no string", function()
      assert.error_matches(function() cairn.checksum(1) end,
        "bad argument #1 to 'checksum' (string expected, got number)", 1, true)
    end)
  end)

  describe(".set_threads", function()
    local before = tonumber(os.getenv "CAIRN_SPEC_THREADS") or 1
    after_each(function() cairn.set_threads(before) end)

    it("is the default of worlds made afterwards, and of no other", function()
      local old <close> = cairn.world()
      cairn.set_threads(3)
      local new <close> = cairn.world()
      local said <close> = cairn.world { threads = 1 }
      assert.equal(before, old:threads())
      assert.equal(3, new:threads())
      assert.equal(1, said:threads())
      new:box { w = 1, h = 1 }
      new:step()
    end)

    it("wants 1 to 256", function()
      for given, message in pairs {
        [0] = "must be an integer in 1..256, got 0",
        [257] = "must be an integer in 1..256, got 257",
        [1.5] = "integer expected, got 1.5", x = "number expected, got string",
        [math.huge] = "finite number expected, got inf",
      } do
        assert.error_matches(function() cairn.set_threads(given) end,
          ("bad argument #1 to 'set_threads' (%s)"):format(message), 1, true)
      end
      assert.error_matches(function() cairn.set_threads() end,
        "bad argument #1 to 'set_threads' (number expected, got no value)", 1, true)
      assert.error_matches(function() cairn.set_threads(0 / 0) end, "got nan", 1, true)
    end)
  end)

  it("has a clock that never goes back", function()
    local a = cairn.now()
    local b = cairn.now()
    assert.is_true(b >= a)
    assert.equal("float", math.type(a))
  end)

  describe(".sin, .cos and .atan2", function()
    it("are near the library's", function()
      for a = -10, 10, 0.37 do
        assert.near(math.sin(a), cairn.sin(a), 1e-6)
        assert.near(math.cos(a), cairn.cos(a), 1e-6)
        assert.near(math.atan(a, 2), cairn.atan2(a, 2), 1e-6)
      end
    end)

    it("want finite numbers", function()
      assert.error_matches(function() cairn.sin(0 / 0) end,
        "bad argument #1 to 'sin' (finite number expected, got nan)", 1, true)
      assert.error_matches(function() cairn.atan2(1, "x") end,
        "bad argument #2 to 'atan2' (number expected, got string)", 1, true)
    end)
  end)

  describe(".pairs", function()
    local function keys(t)
      local list = {}
      for k in cairn.pairs(t) do list[#list + 1] = k end
      return list
    end

    it("walks numbers, strings, then booleans", function()
      local t = { b = 1, a = 2, [3] = 3, [1] = 4, [2.5] = 5, [-1] = 6, [true] = 7, [false] = 8 }
      assert.same({ -1, 1, 2.5, 3, "a", "b", false, true }, keys(t))
    end)

    it("gives the values", function()
      local seen = {}
      for k, v in cairn.pairs { x = 1, y = 2 } do seen[#seen + 1] = k .. v end
      assert.same({ "x1", "y2" }, seen)
    end)

    it("walks objects by id, bodies before shapes", function()
      local world = cairn.world {}
      local bodies, t = {}, {}
      for i = 1, 20 do bodies[i] = world:box { w = 1, h = 1, x = 3 * i } end
      for i = 20, 1, -1 do t[bodies[i]], t[bodies[i]:shape()] = i, i end
      local list = keys(t)
      for i = 1, 20 do
        assert.equal(bodies[i], list[i])
        assert.equal(bodies[i]:shape(), list[20 + i])
      end
      world:destroy()
    end)

    it("walks joints by id, after bodies and shapes", function()
      local world <close> = cairn.world {}
      local body, shape = world:box { w = 1, h = 1 }
      local first, second = world:weld { b = body }, world:weld { b = body }
      assert.same({ body, shape, first, second },
        keys { [second] = 1, [shape] = 2, [first] = 3, [body] = 4 })
    end)

    it("passes over what is removed on the way", function()
      local t, seen = { 1, 2, 3 }, {}
      for k in cairn.pairs(t) do
        t[2] = nil
        seen[#seen + 1] = k
      end
      assert.same({ 1, 3 }, seen)
    end)

    it("refuses keys without an order", function()
      assert.error_matches(function() cairn.pairs { [{}] = 1 } end,
        "bad argument #1 to 'pairs' (a table as key has no fixed order)", 1, true)
    end)
  end)

  describe("the type files", function()
    -- Names declared in lua/cairn/meta, by class.
    local function declared()
      local classes = {}
      for _, file in ipairs(reference.FILES) do
        for line in io.lines(("lua/cairn/meta/%s.lua"):format(file)) do
          local class, name = line:match("^function (%w+)[.:]([%w_]+)%(")
          if class then
            classes[class] = classes[class] or {}
            classes[class][name] = true
          end
        end
      end
      return classes
    end

    it("are all read, and one of them is the module", function()
      local pipe <close> = assert(io.popen "ls lua/cairn/meta")
      local listed, names = {}, {}
      for _, files in ipairs { reference.FILES, reference.GIVEN } do
        for _, file in ipairs(files) do listed[file .. ".lua"] = true end
      end
      for name in pipe:lines() do
        assert.is_true(listed[name], name .. " is not in FILES or GIVEN of docs/reference.lua")
        local first = reference.read("lua/cairn/meta/" .. name):match "^[^\n]*"
        assert.equal(name == "cairn.lua" and "---@meta cairn" or "---@meta _", first)
        names[#names + 1] = name
      end
      assert.equal(#reference.FILES + #reference.GIVEN, #names)
    end)

    it("declares every method and no other", function()
      local world <close> = cairn.world {}
      local body, shape = world:box { w = 1, h = 1 }
      local manifold
      world:set_listener { begin_contact = function(_, _, m) manifold = m end }
      world:box { w = 1, h = 1, y = 0.9 }
      world:step()
      local real = { cairn = {} }
      for name, f in pairs(cairn) do
        if type(f) == "function" then real.cairn[name] = true end
      end
      for class, object in pairs { World = world, Body = body, Shape = shape,
                                   Joint = world:weld { b = body }, Manifold = manifold,
                                   Mover = world:mover { radius = 0.3, height = 1 },
                                   Rays = cairn.rays(1) } do
        real[class] = {}
        for name in pairs(debug.getmetatable(object).__index) do real[class][name] = true end
      end
      real.vec = {}
      for name in pairs(cairn.vec) do real.vec[name] = true end
      real.build = {}
      for name in pairs(require "cairn.build") do real.build[name] = true end
      real.geometry = {}
      for name in pairs(require "cairn.geometry") do real.geometry[name] = true end
      real.Map = {}
      local map = require("cairn.geometry").tiles(world, { columns = 1, rows = 1 })
      for name, f in pairs(getmetatable(map)) do
        if type(f) == "function" then real.Map[name] = true end
      end
      real.Thing = declared().Thing                   -- see the next
      -- a recording's: tests/bind/world_recording_spec.lua and tests/scene/recording_spec.lua
      real.Player, real.Recorder = declared().Player, declared().Recorder
      -- a spec's, see below
      for _, class in ipairs { "scene", "Scene", "Timeline" } do real[class] = declared()[class] end
      assert.same(real, declared())
    end)

    it("declares methods that a spec's scene and its timeline have", function()
      local scene = require "cairn.scene"
      local s <close> = scene.load("scene.lua", nil, { reader = function()
        return "function scene.load() return require('cairn').world {} end"
      end })
      local things = { scene = scene, Scene = s, Timeline = s:keep_timeline() }
      for class, thing in pairs(things) do
        for name in pairs(declared()[class]) do
          assert.equal("function", type(thing[name]), class .. " " .. name)
        end
      end
    end)

    it("declares methods that some builder's thing has", function()
      local build = require "cairn.build"
      local world <close> = cairn.world {}
      local things = {
        build.rope(world, { from = { 0, 0 }, to = { 1, 0 } }), build.soft(world, {}),
        build.ragdoll(world, {}), build.car(world, {}), build.cloth(world, {}),
        build.pid(world, { body = world:body {} }),
      }
      for name in pairs(declared().Thing) do
        local found = false
        for _, thing in ipairs(things) do found = found or type(thing[name]) == "function" end
        assert.is_true(found, name)
      end
    end)
  end)

  describe("handles", function()
    local world
    before_each(function() world = cairn.world {} end)
    after_each(function() world:destroy() end)

    it("print what they are", function()
      local body, shape = world:box { w = 1, h = 1, name = "top" }
      assert.equal('cairn.Body #1 "top" (dynamic)', tostring(body))
      assert.equal("cairn.Body #2 (static)", tostring(world:body { type = "static" }))
      assert.equal("cairn.Shape #1 (box)", tostring(shape))
      assert.equal("cairn.World (2 bodies)", tostring(world))
      body:destroy()
      assert.equal("cairn.Body #1 (destroyed)", tostring(body))
      assert.equal("cairn.Shape #1 (destroyed)", tostring(shape))
    end)

    it("close their metatables", function()
      assert.is_false(getmetatable(world))
      assert.is_false(getmetatable(world:body {}))
      assert.has_error(function() setmetatable(world, {}) end)
    end)

    it("have no fields to set", function()
      local body = world:body {}
      assert.has_error(function() body.x = 3 end)
      assert.has_error(function() return body.nope end)
    end)
  end)
end)
