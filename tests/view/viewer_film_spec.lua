-- The window films itself: V begins and ends a film in the current folder. Needs Xvfb, xdotool and
-- ffmpeg.

local viewer = require "tests.support.viewer"

describe("the key V of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end
  if os.execute "command -v ffmpeg >/dev/null 2>&1" ~= true then
    return pending "ffmpeg is not installed"
  end

  local BALL = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  world:circle { radius = 1, vy = 5 }
  return world
end
local shown
function scene.draw()
  if not shown then io.stderr:write "shown\n" end
  shown = true
end
function scene.keypressed(key) io.stderr:write("key ", key, "\n") end
]]

  local function in_folder(folder) return ("env -C '%s'"):format(folder) end

  local function film_of(folder)
    local pipe = io.popen(("ls '%s'"):format(folder))
    local names = pipe:read "a"
    pipe:close()
    return names:match "scene%-%d+%.mp4\n" and names:match "(scene%-%d+%.mp4)\n"
  end

  local function seconds_of(path)
    local pipe = io.popen(("ffmpeg -i '%s' 2>&1"):format(path))
    local text = pipe:read "a"
    pipe:close()
    local minutes, seconds = text:match "Duration: 00:(%d%d):([%d.]+)"
    return minutes and minutes * 60 + seconds, text:match ", (%d+x%d+)"
  end

  it("films the window until it is pressed again", function()
    v = open(BALL, "shown", nil, in_folder)
    v:hear("key v", function() v:hand "mousemove 640 360 key v" end)
    os.execute "sleep 2"
    v:hear("key v", function() v:hand "mousemove 640 360 key v" end)
    local name = v:wait_for("the film", function() return film_of(v.folder) end)
    local seconds, size = seconds_of(v.folder .. "/" .. name)
    assert.is_true(seconds > 0.5 and seconds < 30)
    assert.equal(("%dx%d"):format(viewer.width, viewer.height), size)
  end)

  it("keeps what was filmed when the window closes", function()
    v = open(BALL, "shown", nil, in_folder)
    v:hear("key v", function() v:hand "mousemove 640 360 key v" end)
    os.execute "sleep 0.5"
    v:hand "key Escape"
    assert.equal(0, v:code())
    local seconds = seconds_of(v.folder .. "/" .. film_of(v.folder))
    assert.is_true(seconds > 0)
  end)
end)
