-- An error on the screen of the real viewer: a click opens the editor at its line. Needs Xvfb and
-- xdotool.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

describe("an error in the viewer", function()
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local SCENE = [[
local cairn = require "cairn"
function scene.load() return cairn.world {} end
function scene.%s
  error "broken"
end
function scene.mousepressed() io.stderr:write "pressed\n" end
function scene.mousereleased() io.stderr:write "released\n" end
]]

  -- Whose editor writes down what it is asked to open.
  local function with_editor(folder)
    process.write(folder .. "/edit.sh",
      ("cd '%s' && echo \"$@\" >asked.new && mv asked.new asked"):format(folder))
    return ("VISUAL='sh %s/edit.sh -w'"):format(folder)
  end

  local function asked(v)
    return v:wait_for("the editor", function()
      local text = process.read(v.folder .. "/asked")
      return text ~= "" and text
    end)
  end

  it("opens the editor where it points by a click, of which the script hears nothing", function()
    local v = open(SCENE:format "update()", "broken", nil, with_editor)
    v:hand "sleep 0.5 mousemove 500 220 click 1"
    assert.equal(("-w +4 %s/scene.lua\n"):format(v.folder), asked(v))
    assert.is_nil(v:said():find "pressed")
    assert.is_nil(v:said():find "released")
  end)

  it("does so from the band of an error that stops a hook alone", function()
    local v = open(SCENE:format "draw()", "broken", nil, with_editor)
    v:hand "sleep 0.5 mousemove 300 60 click 1"
    assert.equal(("-w +4 %s/scene.lua\n"):format(v.folder), asked(v))
    v:hear("pressed", function() v:hand "mousemove 640 600 click 1" end)
  end)
end)
