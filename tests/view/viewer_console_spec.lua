-- Typing at the console of the real viewer. Needs Xvfb and xdotool.

local viewer = require "tests.support.viewer"

describe("the console of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local GAME = [[
local cairn = require "cairn"
local shown
lives = 3
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  return world
end
function tell(...) io.stderr:write(string.format(...), "\n") end
function scene.keypressed(key) tell("key %s", key) end
function scene.draw()
  if not shown then tell "shown" end
  shown = true
end
]]

  local function type_line(text) v:hand("type --delay 15 '%s'", text) v:hand "key Return" end

  before_each(function()
    v = open(GAME, "shown", nil, viewer.in_folder)
    v:hear("key space", function() v:hand "mousemove 640 200 key space" end)
    v:hear("key `", function() v:hand "key grave" end)
  end)

  it("runs a line, and keeps its keys from the script", function()
    local from = #v:said()
    assert.equal("3", v:hear("3", function() type_line 'tell("%d", lives)' end))
    assert.is_nil(v:said():sub(from + 1):find("key ", 1, true))
  end)

  it("completes words, and goes through the lines before", function()
    v:hear("got 3", function()
      v:hand [[type --delay 15 'tell("got " .. liv']]
      v:hand "key Tab"
      type_line ")"
    end)
    v:hand "key Up"
    v:hear("got 33", function()
      v:hand "key BackSpace"
      type_line " .. lives)"
    end)
  end)

  it("shows lines of a level, and those with a text in them", function()
    local RED <const>, DIM <const> = { 255, 118, 104 }, { 150, 159, 172 }
    type_line 'for i = 1, 30 do print("plain " .. i) end print "warning: low"'
    type_line "lives = nothing.here"
    v:hand "key ctrl+l key ctrl+l sleep 0.3" -- errors
    local errors = v:picture()
    assert.is_true(errors:count(RED, 0, 400, 900, 700) > 40)
    assert.is_true(errors:count(DIM, 0, 520, 500, 640) < 10)
    v:hand "key ctrl+l key ctrl+l key ctrl+f"
    v:hand "type --delay 15 'PLAIN 30'"
    v:hand "key Return sleep 0.3"
    local found = v:picture()
    assert.equal(0, found:count(RED, 0, 400, 500, 680))
    local dim = found:count(DIM, 0, 520, 500, 660)
    assert.is_true(dim > 20 and dim < 400, dim)
    assert.equal("still", v:hear("still", function() type_line 'tell "still"' end))
  end)

  it("says what is wrong and goes on, and closes with Esc", function()
    type_line "lives = nothing.here"
    assert.equal("still", v:hear("still", function() type_line 'tell "still"' end))
    v:hand "key Escape"
    v:hear("key space", function() v:hand "key space" end)
  end)
end)
