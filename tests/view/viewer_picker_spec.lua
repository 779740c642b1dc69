-- `cairn run` without a scene: a window with pictures to choose from. Needs Xvfb and xdotool.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

local SCENE <const> = [[
-- A ball.
local cairn = require "cairn"
function scene.load()
  io.stderr:write "opened\n"
  local world = cairn.world {}
  world:circle { radius = 1 }
  return world
end
]]

describe("the picker of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  -- In the folder of the scene, with a cache of its own.
  local function environment(folder)
    process.write(folder .. "/helper.lua", "return {}")
    process.write(folder .. "/ball.lua", SCENE)
    return ("env -C '%s' XDG_CACHE_HOME='%s/cache'"):format(folder, folder)
  end

  before_each(function()
    v = open(SCENE, "", "run", environment)
    v:hand "search --sync --name 'scene.lua - cairn' mousemove 640 700 sleep 0.3"
  end)

  local function shows(name)
    return (os.execute(("DISPLAY=:%s xdotool search --name '%s - cairn' >/dev/null 2>&1")
      :format(v.display, name)))
  end

  it("finds a scene of this folder by its name and opens it, and its end leads back", function()
    local function choose()
      v:hand "search --sync --name 'scene.lua - cairn' mousemove 640 700 sleep 0.3"
      v:hand "key --repeat 16 BackSpace" -- what came too early, at another try
      v:hand "type --delay 20 ball"
      v:hand "key Return"
    end
    v:hear("opened", choose, true)
    v:wait_for("the scene's window", function() return shows "ball.lua" end)
    v:wait_for("its end", function()
      if shows "ball.lua" then v:hand "mousemove 641 700 sleep 0.3 key Escape sleep 2" end
      return not shows "ball.lua"
    end)
    v:hear("opened", choose, true)
  end)

  it("ends with Esc, and has kept a picture of the first scene", function()
    local folder = v.folder .. "/cache/cairn/pictures"
    v:wait_for("a picture", function()
      local pipe = io.popen(("ls '%s' 2>/dev/null"):format(folder))
      local names = pipe:read "a"
      pipe:close()
      for name in names:gmatch "[^\n]+" do
        if name:find "^%x+%.png$" then return process.read(folder .. "/" .. name) ~= "" end
      end
    end)
    v:hand "key Escape"
    assert.equal(0, v:code())
  end)
end)
