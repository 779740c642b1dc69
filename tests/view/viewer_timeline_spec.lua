-- Looking back in the real viewer: the strip, the keys, another future. Needs Xvfb and xdotool.

local process = require "tests.support.process"
local scene = require "cairn.scene"
local viewer = require "tests.support.viewer"

describe("the viewer's timeline", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  -- Draws tell what is shown: tick and hash.
  local DROP = [[
local cairn = require "cairn"
local function say(...) io.stderr:write(string.format(...), "\n") end
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  for i = 1, 5 do
    world:box { x = 0.1 * i, y = 2 * i, w = 1, h = 1, angle = 0.3 * i, restitution = 0.4 }
  end
  return world
end
local shown
function scene.draw()
  local steps = scene.world:steps()
  if steps ~= shown then
    shown = steps
    io.stderr:write(string.format("at %d %016x\n", steps, scene.world:hash()))
  end
end
function scene.keypressed(key)
  say("key %s %d %016x", key, scene.world:steps(), scene.world:hash())
  if key == "space" then scene.world:body(3):apply_impulse(0, 20) end
end
]]

  -- Line `at tick hash` that was said last.
  local function last_shown()
    local tick, hash
    for a, b in v:said():gmatch "at (%d+) (%x+)\n" do tick, hash = a, b end
    return tonumber(tick), hash
  end

  local function ran_to(tick)
    v:wait_for("tick " .. tick, function() return last_shown() >= tick end)
  end

  -- What is said on the way, when ticks come again, is not what is shown at last.
  local function shown_after(key)
    v:hand("key %s sleep 0.4", key)
    return last_shown()
  end

  it("shows by keys what was, to the last bit, and goes on from the present", function()
    v = open(DROP, "at 0")
    ran_to(60)
    v:hand("key p sleep 0.3")
    local tick, hash = last_shown()
    assert.equal(tick - 1, (shown_after "comma"))
    local second, second_hash = shown_after "comma"
    assert.equal(tick - 2, second)
    assert.equal(tick - 1, (shown_after "period"))
    assert.same({ second, second_hash }, { shown_after "comma" })
    v:hand("key End sleep 0.3")
    local line = v:hear("key space", function() v:hand("key space") end)
    assert.equal(("key space %d %s"):format(tick, hash), line)
  end)

  it("shows any moment where the strip is dragged to, and a key there is another future", function()
    v = open(DROP, "at 0")
    ran_to(100)
    v:hand("key p sleep 0.3")
    local tick = last_shown()
    -- the strip is 60 s long, from margin to margin
    v:hand("mousemove %d %d mousedown 1 sleep 0.2", viewer.width - 30, viewer.height - 12)
    local there = v:wait_for("the past", function()
      local now = last_shown()
      return now < tick and now
    end)
    v:hand("mousemove %d %d sleep 0.2 mousemove %d %d sleep 0.2 mouseup 1", viewer.width - 22,
      viewer.height - 12, viewer.width - 26, viewer.height - 40)
    v:wait_for("another moment", function() return last_shown() ~= there end)
    there = last_shown()
    local line = v:hear("key space", function() v:hand("key space") end)
    assert.equal(there, tonumber(line:match "key space (%d+)"))
    v:wait_for("it goes on", function() return last_shown() > there + 5 end)
  end)

  it("goes a second back before an error, and lets it come again", function()
    v = open((DROP:gsub("function scene.keypressed",
      "function scene.update() if scene.world:steps() == 90 then error 'broken' end end\n%0")),
      "at 0")
    v:wait_for("the error", function() return v:said():find "broken" end)
    assert.is_true(shown_after "BackSpace" <= 60)
    v:wait_for("it comes again", function() return last_shown() >= 90 end)
  end)

  it("opens a recording at a moment, and plays its input under the script of today", function()
    local pushes = (DROP:gsub("function scene.keypressed", [[
      function scene.update()
        if scene.world:steps() == 60 then scene.world:body(3):apply_impulse(0, 20) end
      end
      %0]]))
    local edited = pushes:gsub("0, 20", "0, 40", 1)
    v = open(pushes, "at 30", "replay '%s/run.rec' --from 0.5", function(folder)
      assert.equal(0, select(3, process.run(folder,
        ("%s run '%s/scene.lua' --headless --steps 90 --record run.rec"):format(
          process.quote(process.program), folder))))
    end)
    v:hand "sleep 0.3"
    assert.equal(30, (last_shown()))
    process.write(v.folder .. "/scene.lua", edited)
    v:wait_for("the edit", function() return v:said():find "patched" end)
    ran_to(70)
    -- what is shown is what a run of the new script comes to
    local tick, shown = last_shown() -- not each tick has a frame of its own
    local s = assert(scene.load(v.folder .. "/scene.lua"))
    s:step(tick)
    assert.equal(("%016x"):format(s:world():hash()), shown)
    s:close()
  end)

  it("plays the old input under an edit that is saved while it looks back", function()
    v = open(DROP, "at 0")
    ran_to(40)
    v:hand("key space sleep 0.4")
    v:hand("key p sleep 0.3")
    local tick = last_shown()
    for _ = 1, 20 do v:hand("key comma") end
    v:hand("sleep 0.3")
    assert.is_true(last_shown() < tick)
    process.write(v.folder .. "/scene.lua", (DROP:gsub("0, 20", "0, 40")))
    v:wait_for("the edit", function() return v:said():find "patched" end)
    v:wait_for("it goes on", function() return last_shown() > tick + 10 end)
  end)
end)
