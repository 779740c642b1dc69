-- Play mode in the real viewer, and events that a script takes. Needs Xvfb and xdotool.

local viewer = require "tests.support.viewer"

describe("the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local GAME = [[
local cairn = require "cairn"
local box, shown, taken, at
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  box = world:box { w = 4, h = 4 }
  scene.view { w = 16 }
  return world
end
local function say(...) io.stderr:write(string.format(...), "\n") end
function scene.update()
  local now = ("%.0f"):format(10 * box:x())
  if now ~= at then say("moved %s", now) end
  at = now
end
function scene.keypressed(key)
  say("key %s in step %d", key, scene.world:steps())
  if key == "t" then taken = not taken end
  return taken
end
function scene.mousepressed(x, y) say("press %.1f %.1f", x, y) return taken end
function scene.mousereleased() say "release" end
function scene.wheelmoved() say "wheel" return taken end
function scene.mousemoved(x) say("at %.2f", x) end
function scene.quit() say "quit" end
function scene.draw()
  pen.screen(function(w, h)
    local size = ("size %.0f %.0f"):format(w, h)
    if size ~= shown then say(size) end
    shown = size
  end)
end
]]

  -- On a screen that is larger than the window.
  local function open_game(text, first, command)
    viewer.width, viewer.height = 1600, 900
    local ok, opened = pcall(open, text, first, command)
    viewer.width, viewer.height = 1280, 720
    assert(ok, opened)
    v = opened
  end

  local function step_of(line) return tonumber(line:match "in step (%d+)") end

  it("gives a game the whole screen and all input, until Alt+Enter and again from there", function()
    open_game("scene.play = true\n" .. GAME, "size 1600 900")
    v:hear("key p", function() v:hand("mousemove 800 450 key p") end)
    local first = step_of(v:hear("key tab", function() v:hand("key Tab") end))
    v:hand("sleep 0.2")
    assert.is_true(step_of(v:hear("key f1", function() v:hand("key F1") end)) > first) -- no pause
    v:hear("release", function()
      v:hand("mousedown 1 sleep 0.1 mousemove 1000 450 sleep 0.1 mousemove 1200 450 mouseup 1")
    end)
    v:hear("wheel", function() v:hand("click 4") end)
    local line = v:hear("press 4.0 0.0", function() v:hand("mousemove 1200 450 click 1") end)
    assert.equal("press 4.0 0.0", line) -- the view has not been moved, nor zoomed
    assert.is_nil(v:said():find("moved [1-9]"))
    v:hear("size 1280 720", function() v:hand("key alt+Return") end)
    v:hear("size 1600 900", function() v:hand("key alt+Return") end)
    v:hear("size 1280 720", function() v:hand("key Escape") end)
    v:hear("moved", function()
      v:hand("mousemove 800 450 mousedown 1 sleep 0.1 mousemove 900 450")
      v:hand("mousemove 1000 450")
    end)
  end)

  it("plays with --play, and ends by Esc", function()
    open_game(GAME, "size 1600 900", "run '%s/scene.lua' --play")
    v:hear("quit", function() v:hand("mousemove 800 450 key Escape") end)
    assert.equal(0, v:code())
  end)

  it("leaves alone what a hook has taken, in any mode", function()
    v = open(GAME, "size 1280 720")
    v:hear("key t", function() v:hand("mousemove 640 360 key t") end)
    local first = step_of(v:hear("key p", function() v:hand("key p") end))
    v:hand("sleep 0.2")
    local later = step_of(v:hear("key p", function() v:hand("key p") end))
    assert.is_true(later > first, later) -- it was not paused
    v:hear("release", function()
      v:hand("mousedown 1 sleep 0.1 mousemove 740 360 sleep 0.1 mousemove 840 360")
      v:hand("sleep 0.1 mouseup 1")
    end)
    assert.is_nil(v:said():find("moved [1-9]"))
    local at = v:hear("at ", function() v:hand("mousemove 1000 360") end)
    v:hear("wheel", function() v:hand("click 4") end)
    v:hear("at ", function() v:hand("mousemove 900 360") end)
    assert.equal(at, v:hear("at ", function() v:hand("mousemove 1000 360") end))
    v:hear("key t", function() v:hand("key t") end) -- and what it does not take is the viewer's
    first = step_of(v:hear("key p", function() v:hand("key p") end))
    v:hand("sleep 0.2")
    assert.is_true(step_of(v:hear("key u", function() v:hand("key u") end)) <= first + 1)
  end)

  it("tells of a key that came up while it looked back", function()
    v = open(GAME:gsub("function scene.quit", [[
function scene.keyreleased(key) say("up %%s", key) end
%0]]), "size 1280 720")
    v:hear("key d", function() v:hand("mousemove 640 360 sleep 0.5 keydown d") end)
    v:hand("key comma sleep 0.3 keyup d sleep 0.2")
    assert.is_nil(v:said():find("up d", 1, true))
    v:hear("up d", function() v:hand("key End") end)
  end)
end)
