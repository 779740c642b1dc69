-- A hand at the real viewer: keys, clicks, drags and the panel. Needs Xvfb and xdotool.

local viewer = require "tests.support.viewer"

describe("a hand at the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local PILE = [[
local cairn = require "cairn"
local awake, held
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  for i = 1, 4 do world:box { y = i - 0.5, w = 1, h = 1 } end
  return world
end
local function say(...) io.stderr:write(string.format(...), "\n") end
function scene.update()
  local now = scene.world:awake_count()
  if now ~= awake then say("awake %d", now) awake = now end
  local down = input.down("right", "d")
  if down ~= held then say("held %s", down) held = down end
end
function scene.mousemoved(x, y) say("at %.9f %.9f", x, y) end
function scene.mousereleased()
  say("released %d %016x", scene.world:awake_count(), scene.world:hash())
end
]]

  -- Where a point of the world is in the window, from where two points of the window are in the
  -- world.
  local function pixel_of(x, y)
    local function world_at(px, py)
      -- waits for this line, too: on a busy machine the next would hear it
      v:hear("at ", function() v:hand("mousemove %d %d", px - 9, py) end)
      local line = v:hear("at ", function() v:hand("mousemove %d %d", px, py) end)
      local a, b = line:match("at (%S+) (%S+)")
      return tonumber(a), tonumber(b)
    end
    local x1, y1 = world_at(100, 100)
    local x2, y2 = world_at(500, 400)
    local right, down = (x - x1) / (x2 - x1), (y - y1) / (y2 - y1)
    return math.floor(100 + 400 * right), math.floor(100 + 300 * down)
  end

  local function open_pile()
    v = open(PILE, "awake 0")
    return pixel_of(0.1, 2.4)
  end

  it("changes nothing in the world by a click, and wakes by a drag", function()
    local x, y = open_pile()
    v:hand("mousemove %d %d", x, y)
    local first = v:hear("released", function() v:hand("click 1") end)
    local second = v:hear("released", function()
      v:hand("mousedown 1 sleep 0.2 mousemove %d %d sleep 0.2 mouseup 1", x + 2, y + 1)
    end)
    assert.matches("^released 0 ", first)
    assert.matches("^released 0 ", second)
    assert.equal(1, select(2, v:said():gsub("awake 0", "")))
    v:hear("awake", function()
      v:hand("mousemove %d %d mousedown 1 sleep 0.1 mousemove %d %d sleep 0.1 mousemove %d %d",
        x, y, x + 40, y, x + 90, y)
    end)
    v:hand("mouseup 1")
  end)

  it("sees several keys", function()
    open_pile()
    v:hear("held true", function() v:hand("keydown d") end)
    v:hand("keydown Right")
    v:hand("keyup d")
    v:hear("held false", function() v:hand("keyup Right") end)
  end)

  it("follows scene.view until a hand moves the view, and again from Home on", function()
    v = open([[
local cairn = require "cairn"
local ball, said
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  ball = world:circle { x = 50, radius = 0.5, vx = 1 }
  scene.view { follow = ball, w = 20 }
  return world
end
function scene.draw() if not said then io.stderr:write "drawn\n" said = true end end
function scene.mousemoved(x)
  io.stderr:write(string.format("at %.3f from %.3f\n", x, ball:x()))
end
]], "drawn")
    -- how far the middle of the window is from the ball, m
    local function ahead()
      v:hear("at ", function() v:hand("mousemove %d 300", viewer.width // 2 - 9) end)
      local line = v:hear("at ", function() v:hand("mousemove %d 300", viewer.width // 2) end)
      local at, from = line:match "at (%S+) from (%S+)"
      return tonumber(at) - tonumber(from)
    end
    assert.near(0, ahead(), 0.2)
    v:hand("mousedown 3 mousemove_relative --sync 200 0 mouseup 3 sleep 1")
    local left = ahead()
    assert.is_true(left < -2.5, left) -- 200 px are 3.1 m, and the ball goes on without the view
    v:hand("sleep 0.5")
    assert.is_true(ahead() < left - 0.2)
    v:hand("key Home sleep 0.3")
    assert.near(0, ahead(), 0.2)
  end)

  local PANEL = [[
local cairn = require "cairn"
local specs = {}
for i = 1, 40 do specs["value_" .. i] = { 1, 0, 100 } end
scene.params(specs)
local drawn
function scene.load() return cairn.world {} end
function scene.draw()
  ui.panel "Mine"
  if ui.button "the last" then io.stderr:write "pressed\n" end
  if not drawn then io.stderr:write "drawn\n" drawn = true end
end
function scene.changed(name) io.stderr:write("changed ", name, "\n") end
function scene.wheelmoved() io.stderr:write "wheel\n" end
]]

  it("types values, gives them back, and closes groups", function()
    v = open([[
local cairn = require "cairn"
scene.params { zebra = { 1, 0, 10 }, ape = { 3, 0, 9 } }
scene.params("Late", { flag = true })
local drawn
function scene.load() return cairn.world {} end
function scene.draw()
  if not drawn then io.stderr:write "drawn\n" drawn = true end
end
function scene.changed(...)
  io.stderr:write(("changed %s %s"):format(...), "\n")
end
]], "drawn")
    local x = viewer.width - 130
    v:hear("changed zebra 7.25", function()
      v:hand("mousemove %d 46 sleep 0.3 click --repeat 2 --delay 60 1 sleep 0.2", x)
      v:hand "type --delay 15 7.25"
      v:hand "key Return"
    end)
    v:hand("keydown ctrl mousemove %d 72 click 1 keyup ctrl sleep 0.2", x)
    v:hand "type --delay 15 99"
    v:hand "key Return sleep 0.2" -- beyond its range
    assert.is_nil(v:said():find("changed ape", 1, true))
    v:hear("changed zebra 1.0", function() v:hand("mousemove %d 46 click 3", x) end)
    v:hear("changed flag false", function() v:hand("mousemove %d 124 click 1", x) end)
    v:hear("changed flag true", function() -- under a title that is closed for a while
      v:hand("mousemove %d 98 click 1 sleep 0.2 mousemove %d 124 click 1 sleep 0.2", x, x)
      v:hand("mousemove %d 98 click 1 sleep 0.2 mousemove %d 124 click 1", x, x)
    end)
    v:hear("changed flag false", function() v:hand("sleep 0.2 click 1") end)
    local reset = viewer.width - 30
    v:hear("changed flag true", function() v:hand("mousemove %d 22 click 1", reset) end)
  end)

  it("reaches what is far down in the panel", function()
    v = open(PANEL, "drawn")
    local x, bottom = viewer.width - 130, viewer.height - 25
    v:hand("mousemove %d %d sleep 0.3", x, bottom)
    v:hand("click --repeat 25 --delay 10 5")
    v:hear("pressed", function() v:hand("sleep 0.3 click 1") end)
    v:hear("changed value_40", function() v:hand("mousemove %d %d click 1", x, bottom - 54) end)
    v:hand("mousemove %d %d key Prior key Prior key Prior", x, 46)
    v:hear("changed value_1", function() v:hand("sleep 0.3 click 1") end)
    assert.is_nil(v:said():find("wheel", 1, true)) -- which was the panel's, not the script's
    v:hear("wheel", function() v:hand("mousemove 300 300 click 5") end)
  end)
end)
