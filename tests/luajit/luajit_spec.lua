-- What is otherwise where a number is a double and `for` closes nothing: the module for LuaJIT.
-- By tests/luajit/run.lua.
-- luacheck: ignore 512 (loops that break in their first turn)
local cairn = require "cairn"

if not jit then return end -- luacheck: ignore 113

describe("In LuaJIT", function()
  local world

  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    for i = 1, 5 do world:box { x = i, y = 0.5, w = 0.5, h = 1 } end
    for _ = 1, 3 do world:step() end
  end)
  after_each(function() world:destroy() end)

  describe("64 bits", function()
    local names = {}
    for i = 1, 63 do names[i] = "layer " .. i end

    it("are no number: hashes are texts, and the other way says so", function()
      local hash = debug.getmetatable(world).__index
      assert.matches("^%x+$", world:hash_text())
      assert.equal(16, #world:hash_text("poses"))
      -- the specs' stand-in is gone for a moment: see run.lua
      local text_of = hash.hash
      rawset(hash, "hash", hash_itself) -- luacheck: ignore 113
      assert.error_matches(function() world:hash() end,
        "a hash has 64 bits, more than a number of this Lua holds; use world:hash_text()", 1, true)
      rawset(hash, "hash", text_of)
      assert.error_matches(function() cairn.checksum "text" end, "a checksum has 64 bits", 1, true)
    end)

    it("are no mask beyond 53 layers, and names go on", function()
      local layered = cairn.world { layers = names }
      assert.equal(2 ^ 52, layered:layer "layer 52")
      local sentence = "a number of this Lua is a mask of at most 53 layers; use their names"
      assert.error_matches(function() layered:layer "layer 53" end, sentence, 1, true)
      local ball = layered:circle { radius = 1, layer = "layer 60", layer_mask = { "layer 61" } }
      assert.equal("layer 60", ball:shape():layer())
      assert.error_matches(function() ball:shape():layer_mask() end, sentence, 1, true)
      ball:shape():set_layer_mask { "layer 3", "layer 52" }
      assert.equal(8 + 2 ^ 52, ball:shape():layer_mask())
      ball:shape():set_layer_mask(-1)
      assert.equal(-1, ball:shape():layer_mask())
      for _, mask in ipairs { 2 ^ 60 + 2 ^ 20, 2 ^ 53 + 2, -2 ^ 60 } do
        assert.error_matches(function() ball:shape():set_layer_mask(mask) end, sentence, 1, true)
      end
      assert.equal(-1, ball:shape():layer_mask())
      layered:destroy()
    end)

    it("are no mask: a layer is not declared where its mask is refused", function()
      local layered = cairn.world {}
      for i = 1, 52 do layered:layer("layer " .. i) end
      assert.has_error(function() layered:layer "layer 53" end)
      assert.equal(53, #layered:layers())
      layered:destroy()
    end)
  end)

  describe("a whole number", function()
    it("has no fraction, and is not cut", function()
      assert.error_matches(function() world:set_substeps(2.5) end, "integer expected, got 2.5", 1,
        true)
      world:set_substeps(4.0)
      assert.equal(4, world:substeps())
    end)

    it("is written without one", function()
      local text = cairn.to_lua { 1, -0.0, 1.5, 2 ^ 53 - 1 }
      assert.matches("  1, -0, 1.5, 9007199254740991,", text, 1, true)
    end)
  end)

  describe("an error", function()
    local function refused(f)
      local ok, message = pcall(f)
      assert.is_false(ok)
      return message
    end

    it("keeps file and line, in tail calls too", function()
      local line = debug.getinfo(1, "l").currentline
      local message = refused(function()
        return world:box { w = "wide", h = 1 }
      end)
      assert.matches("^tests/luajit/luajit_spec.lua:%d+: bad argument #1 to 'box' ", message)
      message = refused(function()
        world:box { w = "wide", h = 1 }
      end)
      assert.matches(("^tests/luajit/luajit_spec.lua:%d: "):format(line + 6), message)
    end)

    it("of a hook has its traceback", function()
      world:set_listener { begin_contact = function() error "no contact" end }
      world:box { x = -3, y = 0.5, w = 1, h = 1 }
      local message = refused(function() for _ = 1, 3 do world:step() end end)
      assert.matches("luajit_spec.lua:%d+: no contact\nstack traceback:\n", message)
      assert.matches("in function 'step'", message, 1, true)
    end)

    it("of a hook that yields names it, also in a coroutine", function()
      world:set_listener { begin_contact = function() coroutine.yield() end }
      world:box { x = -3, y = 0.5, w = 1, h = 1 }
      local run = coroutine.wrap(function() for _ = 1, 3 do world:step() end end)
      assert.matches("begin_contact may not yield", refused(run), 1, true)
    end)
  end)

  describe("a loop", function()
    -- Bytes that a thousand calls leave, once the first ones have been made.
    local function garbage_of(f)
      for _ = 1, 10 do f() end
      collectgarbage()
      collectgarbage "stop"
      local before = collectgarbage "count"
      for _ = 1, 1000 do f() end
      local after = collectgarbage "count"
      collectgarbage "restart"
      return (after - before) * 1024
    end

    it("that is left by break, return or an error makes no garbage", function()
      assert.equal(0, garbage_of(function()
        for _ in world:manifolds() do break end
        for _ in world:query_box(-5, -5, 5, 5) do break end
        for _ in world:moved() do break end
      end))
      assert.equal(0, garbage_of(function()
        for m in world:manifolds() do return m:count() end
      end))
      local function raise() for _ in world:manifolds() do error(raise, 0) end end
      assert.equal(0, garbage_of(function() pcall(raise) end))
    end)

    it("goes on while others beside it break, at any depth", function()
      local function broken(depth)
        for _ in world:manifolds() do
          if depth > 0 then broken(depth - 1) end
          break
        end
      end
      local seen = {}
      for m in world:manifolds() do
        broken(10)
        local a, b = m:bodies()
        seen[#seen + 1] = a:id() .. " " .. b:id()
      end
      local again = {}
      for m in world:manifolds() do
        local a, b = m:bodies()
        again[#again + 1] = a:id() .. " " .. b:id()
      end
      assert.is_true(#seen >= 5)
      assert.same(again, seen)
    end)

    it("that is not driven by for is nobody else's, however many break", function()
      local function walk() -- an iterator of a script's own around one of the world's
        local turn, state, control = world:query_box(-10, -5, 10, 5)
        return function()
          control = turn(state, control)
          return control
        end
      end
      local pairs_seen = 0
      for a in walk() do
        for _ in world:query_box(-10, -5, 10, 5) do break end
        for b in walk() do
          if a ~= b then pairs_seen = pairs_seen + 1 end
        end
      end
      assert.equal(6 * 5, pairs_seen)
    end)

    it("in a coroutine that waits goes on when it is resumed", function()
      local count = 0
      local run = coroutine.wrap(function()
        for _ in world:query_box(-10, -5, 10, 5) do
          count = count + 1
          coroutine.yield(true)
        end
      end)
      while run() do
        for _ in world:query_box(-10, -5, 10, 5) do break end
        for _ in world:query_box(0.9, 0, 1.1, 1) do break end
      end
      assert.equal(6, count)
    end)
  end)

  it("warnings go to the function `warn`, where there is one", function()
    local told = {}
    rawset(_G, "warn", function(text) told[#told + 1] = text end)
    local tiny = cairn.world { gravity = { 0, -10 } }
    for _ = 1, 1500 do tiny:box { w = 1, h = 1 } end
    for _ = 1, 3 do tiny:step() end
    rawset(_G, "warn", nil)
    tiny:destroy()
    for _, text in ipairs(told) do assert.matches("^cairn: body #%d+ at %(", text) end
    assert.is_true(#told > 0)
  end)
end)
