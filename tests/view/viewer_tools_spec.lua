-- Tools in the hand of somebody at the real viewer. Needs Xvfb and xdotool.

local viewer = require "tests.support.viewer"

describe("the tools of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local BLUE <const> = { 120, 200, 255 } -- of a sketch

  -- Says each change: how many there are, and how large the last body and what joints there are.
  local EMPTY = [[
local cairn = require "cairn"
local said
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  world:box { x = -4, w = 1, h = 1, name = "left" }
  world:box { x = 4, w = 1, h = 1, name = "right" }
  scene.view { x = 0, y = 0, w = 16 }
  return world
end
local function tell()
  local world, text = scene.world, { scene.world:body_count() .. " bodies" }
  local last
  for body in world:bodies() do last = body end
  local x1, y1, x2, y2 = last:bounds()
  text[2] = ("last %.2f x %.2f"):format(x2 - x1, y2 - y1)
  for joint in world:joints() do text[#text + 1] = joint:type() end
  return table.concat(text, ", ")
end
function scene.draw()
  local text = tell()
  if text ~= said then io.stderr:write(text, "\n") end
  said = text
end
function scene.restored() io.stderr:write("restored ", tell(), "\n") end -- 'said', too, is of then
function scene.mousepressed() io.stderr:write "pressed\n" end
]]
  local METRE <const> = viewer.width // 16 -- px
  local MIDDLE <const> = viewer.width // 2

  local function drag(x1, y1, x2, y2)
    v:hand("mousemove %d %d sleep 0.1 mousedown 1 sleep 0.1 mousemove %d %d sleep 0.1 "
      .. "mousemove %d %d sleep 0.1 mouseup 1", x1, y1, (x1 + x2) // 2, (y1 + y2) // 2, x2, y2)
  end

  before_each(function()
    v = open(EMPTY, "2 bodies", nil, viewer.in_folder)
    v:hand "mousemove 640 500 sleep 0.2 key t sleep 0.2"
  end)

  it("draw what the mouse draws, and take it back by keys", function()
    v:hear("3 bodies, last 2.00 x 1.00", function()
      v:hand "key b"
      drag(MIDDLE, 200, MIDDLE + 2 * METRE, 200 + METRE)
    end)
    v:hear("4 bodies, last 3.00 x 3.00", function()
      v:hand "key c"
      drag(MIDDLE, 500, MIDDLE + METRE * 3 // 2, 500)
    end)
    v:hear("5 bodies, last 2.00 x 1.00", function()
      v:hand "key g"
      for _, p in ipairs { { 0, 0 }, { 2, 0 }, { 1, 1 } } do
        local x, y = 150 + p[1] * METRE, 250 - p[2] * METRE
        v:hand("mousemove %d %d sleep 0.1 click 1 sleep 0.4", x, y)
      end
      v:hand "key Return"
    end)
    v:hear("restored 4 bodies", function() v:hand "key ctrl+z" end)
    v:hear("restored 3 bodies", function() v:hand "key ctrl+z" end)
    v:hear("restored 4 bodies", function() v:hand "key ctrl+y" end)
    assert.is_nil(v:said():find("pressed", 1, true)) -- the tool's, not the script's
    v:hear("pressed", function() v:hand "key Escape sleep 0.2 mousemove 300 600 click 1" end)
  end)

  it("show what is being drawn", function()
    v:hand "key c mousemove 400 500 sleep 0.1 mousedown 1 sleep 0.1 mousemove 500 500 sleep 0.3"
    local seen = v:picture()
    assert.is_true(seen:count(BLUE, 499, 490, 502, 510) > 5) -- the rim
    assert.is_true(seen:count(BLUE, 298, 490, 302, 510) > 5)
    assert.equal(0, seen:count(BLUE, 395, 495, 405, 505))
    v:hand "key Escape sleep 0.2 mouseup 1 sleep 0.2"
    assert.equal(0, v:picture():count(BLUE, 290, 390, 510, 610))
    assert.is_nil(v:said():find("3 bodies", 1, true))
  end)

  it("join, copy, cut and delete", function()
    local y = 350 -- of the boxes, px: the middle of what the bars leave
    v:hear("weld", function()
      v:hand("key f mousemove %d %d sleep 0.1 click 1", MIDDLE - 4 * METRE, y)
    end)
    v:hear("weld, distance", function()
      v:hand "key s"
      drag(MIDDLE - 4 * METRE, y + 5, MIDDLE + 4 * METRE, y + 5)
    end)
    v:hear("last 1.00 x 1.00, weld", function()
      v:hand "key x"
      drag(MIDDLE, y - 100, MIDDLE, y + 100) -- the spring
    end)
    v:hear("3 bodies", function()
      v:hand "key d"
      drag(MIDDLE - 4 * METRE, y + 5, MIDDLE - METRE, y + 5)
    end)
    v:hear("4 bodies, last", function()
      v:hand "key x"
      drag(MIDDLE - METRE, y - 100, MIDDLE - METRE, y + 100)
    end)
    v:hear("3 bodies", function()
      v:hand("key e mousemove %d %d sleep 0.1 click 1", MIDDLE + 4 * METRE, y + 5)
    end)
  end)

  it("are chosen on the bar, too, and gone with it", function()
    v:hear("3 bodies", function()
      v:hand "mousemove 100 49 sleep 0.2 click 1 sleep 0.2" -- circle
      drag(MIDDLE, 500, MIDDLE + METRE, 500)
    end)
    v:hear("pressed", function() v:hand "key t sleep 0.2 mousemove 300 600 click 1" end)
  end)
end)
