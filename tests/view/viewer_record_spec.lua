-- The real viewer records: a hand's keys, mouse and drags, and what becomes of the file when the
-- display goes away. Needs Xvfb and xdotool.

local process = require "tests.support.process"
local records = require "tests.support.records"
local recording = require "cairn.recording"
local viewer = require "tests.support.viewer"

describe("a recording by the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local PILE = [[
local cairn = require "cairn"
local said
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  for i = 1, 4 do world:box { y = i - 0.5, w = 1, h = 1 } end
  return world
end
local function say(...) io.stderr:write(string.format(...), "\n") end
function scene.update()
  if not said then say "ready" said = true end
end
function scene.keypressed(key) say("pressed %s", key) end
function scene.mousemoved(x, y) say("at %.9f %.9f", x, y) end
function scene.mousereleased() say("released %016x", scene.world:hash()) end
function scene.draw() pen.circle(0, math.random(), 0.1) end
]]

  local function letters_of(path)
    local counts = {}
    for letter in records.each(path) do counts[letter] = (counts[letter] or 0) + 1 end
    return counts
  end

  it("holds keys, the mouse, drags and draws, and replays headless without a difference", function()
    v = open(PILE, "ready", "run '%s/scene.lua' --record '%s/run.rec'")
    v:hear("at ", function() v:hand "mousemove 300 300" end)
    assert.is_nil(v:said():find "at %S*inf") -- not even the first, which comes before any picture
    v:hear("pressed k", function() v:hand "key k" end)
    v:hear("at ", function() v:hand "mousemove 640 430" end)
    v:hand "mousedown 1"
    for x = 640, 760, 20 do v:hear("at ", function() v:hand("mousemove %d 330", x) end) end
    v:hear("released", function() v:hand "mouseup 1" end)
    v:hand "key --delay 100 Escape Escape Escape" -- lets go, selects nothing, ends
    assert.equal(0, v:code())
    local path = v.folder .. "/run.rec"
    local counts = letters_of(path)
    assert.is_true(counts.E >= 10)
    assert.is_true((counts.D or 0) > 10)
    assert.is_true((counts.G or 0) > 0)
    assert.equal(1, counts.Z)
    local player = assert(recording.open(path))
    while player:step() do end
    assert.is_nil(player:diverged())
    assert.is_nil(player:early_end())
    player:close()
  end)

  it("is whole when the display goes away, which ends the program with 6", function()
    v = open(PILE, "ready", "run '%s/scene.lua' --record '%s/run.rec'")
    process.run(v.folder, "sleep 0.5")
    v:lose_display()
    assert.equal(6, v:code())
    assert.matches("the display is gone", v:said(), 1, true)
    local player = assert(recording.open(v.folder .. "/run.rec"))
    while player:step() do end
    assert.is_nil(player:early_end())
    assert.is_nil(player:diverged())
    player:close()
  end)
end)
