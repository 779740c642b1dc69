-- An assault from outside: see support/assault.lua. What it has found stands below.
-- CAIRN_ASSAULT="from to calls" plays more games.
local assault = require "tests.support.assault"
local build = require "cairn.build"
local cairn = require "cairn"

local from, to, calls = (os.getenv "CAIRN_ASSAULT" or "1 4 500"):match "(%d+) (%d+) (%d+)"
from, to, calls = math.tointeger(from), math.tointeger(to), math.tointeger(calls)

describe("An assault", function()
  local mode
  before_each(function() mode = collectgarbage "incremental" end)
  after_each(function()
    collectgarbage("incremental", 200, 100, 13)
    collectgarbage(mode)
  end)

  for seed = from, to do
    it("leaves every world sound, twice alike: " .. seed, function()
      local first, counts = assault.play(seed, { calls = calls })
      assert.equal("", table.concat(counts.wrong, "\n"))
      assert.is_true(counts.refused > calls / 8, counts.refused)
      assert.same(first, (assault.play(seed, { calls = calls, threads = 2 })))
    end)
  end

  it("leaves every world sound with finalizers that meddle", function()
    local _, counts = assault.play(from, { calls = calls, gc = true })
    assert.equal("", table.concat(counts.wrong, "\n"))
  end)

  it("is the same on each instruction set", function()
    local module = package.searchpath("cairn", package.cpath)
    if not module then return pending("no cairn module outside of this program") end
    local first
    for _, simd in ipairs { "scalar", "sse2", "avx2", "avx512" } do
      local pipe <close> = assert(io.popen(("CAIRN_SIMD=%s LUA_CPATH='%s' "
        .. "LUA_PATH='./?.lua;./lua/?.lua' lua5.4 tests/support/assault.lua 1 600 2>&1"):format(
        simd, module)))
      local hash, used = pipe:read("a"):match "^(%x+)\n(%w+)\n$"
      assert.is_truthy(hash)
      first = first or hash
      if used == simd then assert.equal(first, hash) end -- not all machines have all of them
    end
  end)
end)

describe("A world that goes in the middle of a call", function()
  local w, body, shape, hinge, mover
  local function make()
    w = cairn.world { layers = { "hero" } }
    body, shape = w:box { w = 1, h = 1, y = 2 }
    hinge = w:revolute { b = body, at = { 0, 0 } }
    mover = w:mover { radius = 0.3, height = 1, x = 5 }
    w:box { type = "static", y = 0, w = 9, h = 1 }
    w:box { w = 1, h = 1, y = 1 }
    w:step()
  end
  before_each(make)
  after_each(function() w:destroy() end)

  local function ends() if w:is_valid() then w:destroy() end end
  local function trap(t)
    return setmetatable(t, { __index = ends, __newindex = ends, __len = ends, __pairs = ends })
  end

  -- Tables are read and written as they are.
  it("does not: metamethods of what is given are not asked", function()
    local sensor = select(2, w:circle { type = "static", radius = 1, y = 9, sensor = true })
    local chain = select(2, w:chain { points = { 20, 0, 21, 1, 22, 2 } })
    w:box(trap { w = 1, h = 1, x = 9 })
    w:chain(trap { points = trap { 30, 0, 31, 1, 32, 2 } })
    w:revolute(trap { b = body, at = trap { 0, 0 } })
    w:mover(trap { radius = 0.3, height = 1, x = 20 })
    w:explode(trap { radius = 1, impulse = 1, x = 99 })
    w:wind(trap { x = 1 })
    w:raycast(0, 9, 0, 0, trap {})
    for _ in w:raycast_all(0, 9, 0, 0, trap { "hero" }) do assert.is_true(w:is_valid()) end
    w:shapecast(trap { radius = 1, dx = 0, dy = 1, filter = trap {} })
    w:query_box_into(trap {}, -9, -9, 9, 9)
    w:poses(trap {})
    w:profile(trap {})
    w:layers(trap {})
    shape:points(trap {})
    shape:reshape(trap { w = 1, h = 2 })
    chain:set_material(1, trap { friction = 0.5 })
    sensor:set_area(trap { drag = 1 })
    mover:set_filter(trap { layers = trap { "hero" } })
    local copies = 0
    for m in w:manifolds() do copies = copies + (m:copy(trap {}).count and 1 or 0) end
    assert.is_true(copies > 0)
    assert.is_true(w:is_valid())
    assert.is_true((w:validate()))
  end)

  it("with the __index of its listener, says so", function()
    w:set_listener(trap {})
    assert.error_matches(function() w:step() end,
      "calling 'step' on bad self (world has been destroyed at ", 1, true)
  end)

  -- Each call comes many times while the collector is nearly always at work; what a finalizer
  -- destroys in the middle of one of ours goes with the next step.
  local heard
  for name, act in pairs {
    refused = function()
      for call, arg in pairs { clear = false, step = 0, snapshot = false, restore = "x" } do
        local ok, message = pcall(w[call], w, arg or nil)
        assert(not ok)
        heard[call] = message
      end
    end,
    world = function() w:destroy() end,
    parts = function()
      hinge:destroy()
      mover:destroy()
      shape:destroy()
      body:destroy()
    end,
  } do
    it("by a finalizer waits, or is refused: " .. name, function()
      heard = {}
      local mode, wait, left, done = collectgarbage "incremental", math.huge, 0, 0
      collectgarbage("incremental", 100, 400, 1)
      local meta = { __gc = function()
        left, wait = left - 1, wait - 1
        if wait ~= 0 then return end
        done = done + 1
        pcall(act)
      end }
      local points, box = {}, { w = 1, h = 1.5 }
      for i = 0, 39 do points[2 * i + 1], points[2 * i + 2] = 50 + i, i % 2 end
      local chain = { points = points, name = "chain" }
      local walker = { radius = 0.2, height = 1, x = 30, filter = { "hero" } }
      local function work() -- what allocates here does so in methods
        w:chain(chain)
        shape:reshape(box)
        w:mover(walker)
        w:raycast(0, 9, 0, 0, walker.filter)
        w:query_box(-9, -9, 9, 9)
        w:revolute(hinge:is_valid() and { b = body, at = { 0, 0 } } or {})
      end
      for i = 1, 12 do
        if left < 1000 then
          for _ = 1, 20000 do setmetatable({}, meta) end
          local all = left + 20000
          left = all
          repeat collectgarbage("step", 0) until left < all -- and most are still to come
        end
        wait = 4 * i
        pcall(work)
        wait = math.huge
        if w:is_valid() then
          w:step()
          if w:is_valid() then assert.is_true((w:validate())) end
          w:destroy()
        end
        make()
      end
      collectgarbage("incremental", 200, 100, 13)
      collectgarbage(mode)
      assert.is_true(done > 0, done)
      for call, message in pairs(heard) do
        assert.matches(call .. ".*finalizer", message)
      end
      assert.equal(name == "refused", heard.clear ~= nil)
    end)
  end
end)

describe("A builder or a pen", function()
  local world
  before_each(function() world = cairn.world {} end)
  after_each(function() world:destroy() end)

  it("says at once that a very long key is unknown", function()
    local before = cairn.now()
    assert.error_matches(function() build.rope(world, { [("long"):rep(5000)] = 1 }) end,
      "unknown field 'longlong", 1, true)
    assert.is_true(cairn.now() - before < 1)
  end)

  it("reads tables as they are", function()
    local odd = { __len = function() end, __index = error }
    build.rope(world, { from = setmetatable({ 0, 5 }, odd), to = { 3, 5 }, links = 2 })
    local pen = require("cairn.scene.stubs").pen()
    assert.error_matches(function() pen.polygon(setmetatable({}, odd)) end,
      "2 to 256 points expected, got 0", 1, true)
  end)

  it("refuses a cloth of more discs than any thing has parts", function()
    assert.error_matches(function() build.cloth(world, { columns = 1000, rows = 101 }) end,
      "bad argument #2 to 'cloth' (field 'rows': at most 100000 discs, got 101000)", 1, true)
    assert.equal(0, world:body_count())
  end)
end)

describe("A body of hardly any density", function()
  it("has an inertia that is a number", function()
    local w <close> = cairn.world {}
    for _, density in ipairs { 5e-324, 1e-320, 1e-308, 1e-46 } do
      local inertia = w:box { w = 1, h = 1, density = density }:inertia()
      assert.is_true(inertia > 0 and inertia < 1, inertia)
      w:step()
      local l = select(3, w:momentum())
      assert.is_true(l - l == 0)
    end
  end)
end)
