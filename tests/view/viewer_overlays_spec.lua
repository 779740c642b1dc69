-- Overlays of the real viewer, and their legend, in what it shows. Needs Xvfb and xdotool.

local viewer = require "tests.support.viewer"

describe("the overlays of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local RED <const>, PANEL <const> = { 255, 92, 92 }, { 19, 22, 27 }
  -- thin lines are mixed with what is under them
  local function is_red(r, g, b) return r > 220 and g < 120 and b < 120 end
  local function is_blue(r, _, b) return b > r + 30 end
  local function is_yellow(r, g, b) return g > 195 and r > g and b < g - 40 end
  local function is_green(r, g) return g > r + 40 end

  -- Two towers that stand apart, and a ball that flies.
  local SCENE = [[
local cairn = require "cairn"
local drawn
function scene.load()
  local world = cairn.world { gravity = { 0, -10 }, sleep = false }
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  for i = 0, 1 do
    for k = 0, 2 do world:box { x = 4 * i - 4, y = k + 0.5, w = 1, h = 1 } end
  end
  world:circle { x = 4, y = 1.5, radius = 0.5, vx = 2, gravity_scale = 0 }
  scene.view { x = 0, y = 2, w = 16 }
  return world
end
function scene.draw()
  if not drawn then io.stderr:write "drawn\n" end
  drawn = true
end
]]

  -- The part of the window without bars, panel and legend.
  local function count(picture, test)
    local n = 0
    for y = 290, viewer.height - 61 do
      for x = 0, viewer.width - 1 do
        if test(picture:at(x, y)) then n = n + 1 end
      end
    end
    return n
  end

  before_each(function()
    v = open(SCENE, "drawn", nil, viewer.in_folder)
    v:hand "mousemove 640 120 sleep 0.5 key p sleep 0.2"
  end)

  it("mark contacts, normals, impulses and velocities, each with its legend", function()
    local before = v:picture()
    assert.equal(0, count(before, is_red) + count(before, is_blue) + count(before, is_yellow))
    v:hand "key F2 sleep 0.2"
    local points = v:picture()
    assert.is_true(count(points, is_red) > 30 and count(points, is_blue) > 30)
    assert.equal(0, count(points, is_yellow))
    assert.is_true(points:count(RED, 900, 30, viewer.width, 100) > 40) -- in the legend
    v:hand "key F2 sleep 0.2"
    assert.is_true(count(v:picture(), is_yellow) > 60)
    v:hand "key F2 key o sleep 0.2"
    local list = v:picture()
    assert.equal(0, count(list, is_red))
    assert.is_true(list:count(PANEL, 900, 42, viewer.width, 270) > 20000)
    v:hand "mousemove 940 106 sleep 0.2 click 1 sleep 0.3" -- velocities
    assert.is_true(count(v:picture(), is_green) > 20)
  end)

  it("give each island a colour of its own", function()
    v:hand "key o sleep 0.2 mousemove 940 242 click 1 sleep 0.2 key o sleep 0.2"
    local seen = v:picture()
    local function color_at(x, y) return table.concat({ seen:at(x, y) }, " ") end
    local y = 440 -- of the boxes in the middle of both towers
    local left, right = color_at(320, y), color_at(640, y)
    assert.not_equal(left, right)
    assert.equal(left, color_at(320, y + 60))
    assert.equal(right, color_at(640, y + 60))
  end)
end)
