-- What goes wrong around the viewer, and what it does then: sizes that make no sense, a machine
-- that sleeps, a script that takes all memory, signals.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

local SCENE <const> = [[
local cairn = require "cairn"
local ticks, hoard = 0, {}
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  world:box { y = 3, w = 1, h = 1 }
  return world
end
function scene.update()
  ticks = ticks + 1
  for _ = 1, TAKEN do hoard[#hoard + 1] = ("x"):rep(1 << 20) .. #hoard end
  if ticks % 5 == 0 then io.stderr:write(("tick %d\n"):format(ticks)) end
end
]]

local function scene_that_takes(megabytes) return (SCENE:gsub("TAKEN", megabytes)) end

describe("The viewer", function()
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  -- The last tick that it has told of.
  local function last_tick(v)
    local last = 0
    for tick in v:said():gmatch("tick (%d+)\n") do last = tonumber(tick) end
    return last
  end

  local function kill(v, signal)
    local id = process.read(v.folder .. "/viewer.pid"):match("%d+")
    assert(os.execute(("kill -%s %s"):format(signal, id)))
  end

  it("goes on at any size, down to one pixel, however often it changes", function()
    local v = open(scene_that_takes(0), "tick", nil, viewer.in_folder)
    local sizes = { "1 1", "1 400", "700 1", "2 2", "5000 30" }
    for i = 1, 25 do sizes[#sizes + 1] = ("%d %d"):format(40 + i * 37 % 900, 30 + i * 53 % 600) end
    local window = "search --onlyvisible --name 'scene'"
    for _, size in ipairs(sizes) do v:hand("%s windowsize %s sleep 0.02", window, size) end
    v:hear("tick", function() v:hand("%s windowsize 640 400 sleep 0.2", window) end)
    local picture = v:picture()
    assert.same({ 640, 400 }, { picture.width, picture.height })
  end)

  it("does not make good for a machine that has slept", function()
    local v = open(scene_that_takes(0), "tick")
    kill(v, "STOP")
    local before = last_tick(v)
    os.execute("sleep 2")
    v:hear("tick", function() kill(v, "CONT") end)
    assert.is_true(last_tick(v) - before < 60, last_tick(v) - before) -- and not 120
  end)

  it("ends a script that takes all memory at its line, and plays on with the next save", function()
    local v = open(scene_that_takes(0), "tick", "run '%s/scene.lua' --mem 48M")
    local said = v:hear("error: ", function()
      process.write(v.folder .. "/scene.lua", scene_that_takes(8))
    end)
    assert.matches("scene.lua:11: not enough memory", said, 1, true)
    v:hear("tick", function() process.write(v.folder .. "/scene.lua", scene_that_takes(0)) end)
  end)

  it("pauses where a step takes a quarter of a second, and goes on when told to", function()
    local v = open([[
      local cairn = require "cairn"
      local steps = 0
      function scene.load()
        local world = cairn.world {}
        world:box { type = "static", y = -0.5, w = 20, h = 1 }
        for i = -1, 1 do world:box { x = 2 * i, y = 0.5, w = 1, h = 1, pre_solve = i == 0 } end
        return world
      end
      function scene.pre_solve()
        local till = os.clock() + 0.27
        while os.clock() < till do end
        steps = steps + 1
        io.stderr:write(("slow %d\n"):format(steps))
      end
    ]], "slow 4")
    os.execute("sleep 1")
    assert.is_nil(v:said():find "slow 5")
    assert.matches("paused: a step takes 0.%d+ s with 4 bodies and 3 contacts", v:said())
    v:hear("slow 7", function() v:hand("key p") end) -- it is not said again
  end)

  it("says in its title that it draws without a GPU", function()
    local v = open(scene_that_takes(0), "tick", "run '%s/scene.lua' --software")
    v:hand("search --onlyvisible --name '(software)' windowsize 640 400")
  end)

  it("ends with 128 and the signal", function()
    for signal, code in pairs { TERM = 143, INT = 130, HUP = 129 } do
      local v = open(scene_that_takes(0), "tick")
      kill(v, signal)
      assert.equal(code, v:code(), signal)
      v:close()
    end
  end)
end)
