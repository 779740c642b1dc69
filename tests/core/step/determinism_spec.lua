-- The same scene gives the same bits: again, in another process, on another instruction set, and
-- whatever other worlds do meanwhile.

local cairn = require "cairn"
local scenes = require "tests.support.hash_scenes"
local step_scenes = require "tests.support.step_scenes"

-- What a process of its own prints: its lines, and in the last of them the instruction set; nil
-- where the module is built into the program and a stock lua5.4 has none to load.
local function lines_of(environment, script)
  local module = package.searchpath("cairn", package.cpath)
  if not module then return nil end
  local command = ("%s LUA_CPATH='%s' LUA_PATH='./?.lua;./lua/?.lua' lua5.4 %s 2>&1"):format(
    environment or "", module, script)
  local pipe <close> = assert(io.popen(command))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  return lines, table.remove(lines)
end

-- The same for all small scenes, as one text.
local function other_process(environment)
  local lines, simd = lines_of(environment, "tests/support/hash_scenes.lua")
  return lines and table.concat(lines, "\n"), simd
end

-- How many threads this process has, where the system says so.
local function thread_count()
  local file <close> = io.open "/proc/self/status"
  return file and tonumber(file:read("a"):match "Threads:%s*(%d+)")
end

-- The same as soon as it is what is expected, or after two seconds of this process: a thread that
-- has been joined is still counted until the system has cleared it away.
local function thread_count_when(expected)
  local till = os.clock() + 2
  local count = thread_count()
  while count ~= expected and os.clock() < till do count = thread_count() end
  return count
end

-- The same once worlds of earlier specs are gone, with their threads.
local function settled_thread_count()
  collectgarbage()
  collectgarbage()
  local count = thread_count()
  local till = os.clock() + 0.05
  while count and os.clock() < till do count = math.min(count, thread_count()) end
  return count
end

describe("In a world,", function()
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
      assert.equal(20, n)
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

    it("is the same one float at a time as on the best instruction set", function()
      local there, simd = other_process("CAIRN_SIMD=scalar")
      if not there then return pending("no cairn module outside of this program") end
      if simd ~= "scalar" then return pending("this build has only " .. simd) end
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

  -- a contact that takes the place of another is found by when it was made, or by what it is
  it("does not depend on whether the world was restored after contacts changed in a step of no "
    .. "time", function()
      local function run(restores)
        local world <close> = cairn.world { sleep = false }
        world:box { type = "static", y = -0.5, w = 40, h = 1 }
        local boxes = {}
        for i = 0, 59 do
          boxes[i] = world:box { x = i % 10 * 0.6 - 3, y = 0.3 + i // 10 * 0.6, w = 0.5, h = 0.5 }
        end
        for i = 0, 29 do
          for _ = 1, 4 do world:step(1 / 60) end
          boxes[i]:destroy()
          world:circle { x = i % 10 * 0.6 - 3, y = 0.3, radius = 0.24 }
          world:circle { x = i % 10 * 0.6 - 2.8, y = 4, radius = 0.24 }
          world:step(0)
          if restores then world:restore(world:snapshot()) end
        end
        for _ = 1, 30 do world:step(1 / 60) end
        return world:hash()
      end
      assert.equal(run(false), run(true))
    end)

  describe("threads", function()
    local alone = {}

    setup(function()
      for _, name in ipairs(step_scenes.names) do
        alone[name] = step_scenes.run(name, 1)
      end
    end)

    for _, name in ipairs(step_scenes.names) do
      for _, threads in ipairs { 2, 3, 8 } do
        it(("are %d: hashes and what hooks hear are those of one in %s"):format(threads, name),
          function()
            assert.same(alone[name], step_scenes.run(name, threads))
          end)
      end

      for _, simd in ipairs { "scalar", "sse2", "avx2", "avx512" } do
        it(("and %s change no bit of %s"):format(simd, name), function()
          local few = simd == cairn.build.simd or simd == "scalar" -- the latter is slow
          for _, threads in ipairs(few and { 1 } or { 1, 3 }) do -- 2 and 8: as above
            local there, used = lines_of("CAIRN_SIMD=" .. simd,
              ("tests/support/step_scenes.lua %s %d"):format(name, threads))
            if not there then return pending("no cairn module outside of this program") end
            if simd ~= used then return pending("this machine or build has no " .. simd) end
            assert.same(alone[name], there)
          end
        end)
      end
    end

    it("may be others from step to step", function()
      assert.same(alone.strings, step_scenes.run("strings", 2, true))
    end)

    it("are two or one for an island that is cut into parts", function()
      local function run(threads)
        local world <close> = cairn.world { threads = threads, sleep = false }
        world:box { type = "static", y = -0.5, w = 200, h = 1 }
        for i = 0, 1399 do
          world:box { x = (i % 70 - 35) * 0.501, y = 0.25 + i // 70 * 0.5, w = 0.5, h = 0.5,
                      vx = i % 7 - 3 }
        end
        local hashes = {}
        for _ = 1, 40 do
          world:step(1 / 60)
          hashes[#hashes + 1] = world:hash()
        end
        hashes[#hashes + 1] = world:color_count()
        return hashes
      end
      assert.same(run(1), run(2))
    end)

    it("start when a step is worth it, and end with the world", function()
      local before = settled_thread_count()
      if not before then return pending("the system does not say how many threads there are") end
      local world = cairn.world { threads = 3 }
      -- steps many times as long as those for which threads are not woken (0.3 ms)
      for i = 0, 7999 do world:circle { x = i % 100, y = i // 100, radius = 0.6 } end
      assert.equal(before, thread_count())
      for _ = 1, 2 do world:step(1 / 60) end
      assert.equal(before + 2, thread_count())
      world:set_threads(2)
      for _ = 1, 2 do world:step(1 / 60) end
      assert.equal(before + 1, thread_count_when(before + 1))
      world:destroy()
      assert.equal(before, thread_count_when(before))
    end)

    it("do not start for a few bodies", function()
      local before = settled_thread_count()
      if not before then return pending("the system does not say how many threads there are") end
      local world <close> = cairn.world { threads = 8 }
      world:box { type = "static", y = -0.5, w = 20, h = 1 }
      for i = 0, 99 do world:circle { x = i % 10 - 5, y = 1 + i // 10, radius = 0.3 } end
      for _ = 1, 60 do world:step(1 / 60) end
      assert.equal(before, thread_count())
    end)
  end)
end)
