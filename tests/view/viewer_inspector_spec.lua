-- The inspector of the real viewer: a click on a value, a changed line. Needs Xvfb and xdotool.

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
function scene.mousepressed() io.stderr:write "pressed\n" end
]]

  it("opens the console with the line of the value that was clicked", function()
    v = open(BALL, "at 0.0 0.0")
    v:hand "mousemove 900 500 key Tab sleep 0.4" -- selects the only body
    local said = #v:said()
    v:hand "mousemove 200 68 sleep 0.2 click 1 sleep 0.3" -- its first row: the position
    v:hand "key ctrl+u"
    v:hear("at 3.0 4.0", function()
      v:hand "type --delay 15 'sel:set_position(3, 4'"
      v:hand "key Return"
    end)
    assert.is_nil(v:said():sub(said + 1):find("pressed", 1, true))
  end)
end)
