-- The inspector of the real viewer: values typed in their places, and the way from one thing to
-- another. Needs Xvfb and xdotool.

local viewer = require "tests.support.viewer"

describe("the inspector of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local BALL = [[
local cairn = require "cairn"
local ball, at, pressed
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  ball = world:circle { radius = 1 }
  scene.view { w = 16 }
  return world
end
function scene.update()
  local now = ("%.1f %.1f"):format(ball:position())
  if now ~= at then io.stderr:write("at ", now, "\n") end
  at = now
end
function scene.restored()
  io.stderr:write(("back at %.1f %.1f\n"):format(ball:position()))
end
function scene.mousepressed() io.stderr:write "pressed\n" end
]]

  it("takes a value that is typed in its place, and undoes it", function()
    v = open(BALL, "at 0.0 0.0")
    v:hand "mousemove 900 500 key Tab sleep 0.4" -- selects the only body
    local said = #v:said()
    v:hand "mousemove 200 68 sleep 0.2 click 1 sleep 0.3" -- its first row: the position
    v:hear("at 3.0 4.0", function()
      v:hand "type --delay 15 '3, 4'" -- in the place of what was there
      v:hand "key Return"
    end)
    v:hand "sleep 0.2 mousemove 200 68 click 1 sleep 0.3 key End BackSpace"
    v:hear("at 3.0 5.0", function() v:hand "key 5 Return" end)
    v:hear("back at 3.0 4.0", function() v:hand "sleep 0.2 key ctrl+z" end)
    assert.is_nil(v:said():sub(said + 1):find("pressed", 1, true))
  end)

  it("leads on from thing to thing, and back", function()
    v = open(BALL, "at 0.0 0.0")
    v:hand "mousemove 900 500 key Tab sleep 0.4"
    v:hand "mousemove 200 271 sleep 0.2 click 1 sleep 0.3" -- its last row: the world
    v:hear("at 0.0 -0.1", function() -- falls
      v:hand "mousemove 200 390 click 1 sleep 0.3"
      v:hand "type --delay 15 '0, -10'"
      v:hand "key Return"
    end)
    v:hand "mousemove 230 482 sleep 0.2 click 1 sleep 0.2" -- back: the ball's position again
    v:hear("at 7.0", function()
      v:hand "mousemove 200 68 click 1 sleep 0.3"
      v:hand "type --delay 15 '7, 0'"
      v:hand "key Return"
    end)
  end)
end)
