-- The same scene gives the same bits: again, in another process, on another instruction set, and
-- whatever other worlds do meanwhile.

local cairn = require "cairn"
local scenes = require "tests.support.hash_scenes"

-- What a process of its own prints for all scenes, as one text and the instruction set it used;
-- nil where the module is built into the program and a stock lua5.4 has none to load.
local function other_process(environment)
  local module = package.searchpath("cairn", package.cpath)
  if not module then return nil end
  local command = ("%s LUA_CPATH='%s' LUA_PATH='./?.lua;./lua/?.lua' lua5.4 %s 2>&1"):format(
    environment or "", module, "tests/support/hash_scenes.lua")
  local pipe <close> = assert(io.popen(command))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  local simd = table.remove(lines)
  return table.concat(lines, "\n"), simd
end

describe("cairn.World", function()
  local here

  setup(function()
    local all = {}
    for i, name in ipairs(scenes.names) do all[i] = scenes.hashes(name) end
    here = table.concat(all, "\n")
  end)

  describe("hash", function()
    for _, name in ipairs(scenes.names) do
      it("of the scene " .. name .. " is the same when it is run again", function()
        local again = scenes.hashes(name)
        assert.is_truthy(here:find(again, 1, true), again .. "\nis not in\n" .. here)
      end)
    end

    it("differs from scene to scene and from step to step", function()
      local seen, n = {}, 0
      for hash in here:gmatch "%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x" do
        assert.is_nil(seen[hash])
        seen[hash], n = true, n + 1
      end
      assert.equal(15, n)
    end)

    it("notices a change in the last bit of a position", function()
      local function hash(x)
        local world <close> = cairn.world {}
        world:circle { x = x, radius = 0.5 }
        return world:hash()
      end
      assert.equal(hash(0.1), hash(0.1))
      assert.not_equal(hash(0.1), hash(0.1 + 2 ^ -56))
    end)

    it("is the same in another process, whose strings and tables are seeded anew", function()
      local there = other_process()
      if not there then return pending("no cairn module outside of this program") end
      assert.equal(here, there)
      assert.equal(here, (other_process()))
    end)

    it("is the same on the smallest instruction set as on the best", function()
      local there, simd = other_process("CAIRN_SIMD=sse2")
      if not there then return pending("no cairn module outside of this program") end
      if simd == cairn.build.simd then return pending("this machine has only " .. simd) end
      assert.equal(here, there)
    end)

    it("does not depend on what other worlds do in between", function()
      local function run(disturb)
        local world = scenes.heap()
        local other = cairn.world {}
        for i = 1, 60 do
          if disturb then
            other:box { x = i, w = 1, h = 1 }
            other:step(1 / 60)
          end
          world:step(1 / 60)
        end
        local hash = world:hash()
        world:destroy()
        other:destroy()
        return hash
      end
      assert.equal(run(false), run(true))
    end)

    it("does not depend on handles, garbage and queries", function()
      local function run(curious)
        local world = scenes.heap()
        for _ = 1, 60 do
          world:step(1 / 60)
          if curious then
            for body in world:bodies() do
              body:bounds()
              body:center()
            end
            for m in world:manifolds() do m:copy() end
            world:raycast(-10, 5, 10, 5)
            for _ in world:query_box(-3, 0, 3, 3) do world:kinetic_energy() end
            collectgarbage()
          end
        end
        local hash = world:hash()
        world:destroy()
        return hash
      end
      assert.equal(run(false), run(true))
    end)

    it("does not depend on a listener that only looks", function()
      local function run(listener)
        local world = scenes.pyramid()
        world:set_listener(listener)
        for _ = 1, 90 do world:step(1 / 60) end
        local hash = world:hash()
        world:destroy()
        return hash
      end
      local looked = 0
      local function look(...) looked = looked + select("#", ...) end
      assert.equal(run(nil), run { begin_contact = look, end_contact = look, hit = look,
        slept = look, woke = look, filter = function() looked = looked + 1 end })
      assert(looked > 100)
    end)

    it("does not notice pauses", function()
      local function run(pauses)
        local world = scenes.pyramid()
        for i = 1, 60 do
          world:step(1 / 60)
          if pauses and i % 7 == 0 then
            world:set_paused(true)
            world:step(1 / 60)
            world:set_paused(false)
          end
        end
        local hash = world:hash()
        world:destroy()
        return hash
      end
      assert.equal(run(false), run(true))
    end)
  end)
end)
