-- How the real viewer looks, and the pointer by keys. Needs Xvfb and xdotool.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

describe("the looks of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local DARK <const>, LIGHT <const> = { 30, 34, 41 }, { 214, 218, 225 }
  local ORANGE <const> = { 232, 164, 84 }

  -- A box, with those parameters, and what else is drawn.
  local SCENE <const> = [[
local cairn = require "cairn"
scene.params { %s }
local drawn
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  world:box { w = 4, h = 4, color = 0xe8a454 }
  scene.view { w = 16 }
  return world
end
function scene.draw()
  if not drawn then io.stderr:write "drawn\n" end
  drawn = true
  %s
end
function scene.changed(...) io.stderr:write(("changed %%s %%s"):format(...), "\n") end
]]
  local BALL <const> = SCENE:format("value = { 1, 0, 10 }", "")

  it("are dark at first, and light by a key; colours stay", function()
    v = open(BALL, "drawn", nil, viewer.in_folder)
    v:hand "key F6 sleep 0.3" -- no grid
    local before = v:picture()
    assert.is_true(before:is(60, 400, DARK) and before:is(500, 350, ORANGE))
    v:hand "key ctrl+t sleep 0.3"
    local after = v:picture()
    assert.is_true(after:is(60, 400, LIGHT) and after:is(500, 350, ORANGE))
  end)

  it("have texts of the size that is set", function()
    v = open(BALL, "drawn", nil, function(folder)
      return viewer.in_folder(folder) .. " CAIRN_TEXT=14 CAIRN_THEME=light"
    end)
    v:hand "sleep 0.3"
    local panel = { 228, 231, 236 }
    local small = v:picture():count(panel, 700, 0, viewer.width, 200)
    v:hand "key --repeat 7 --delay 40 ctrl+equal sleep 0.4"
    local large = v:picture():count(panel, 700, 0, viewer.width, 200)
    assert.is_true(large > 1.5 * small, large .. " " .. small)
  end)

  -- Two runs that share a folder for what the user has set; nonsense in its file is passed over.
  it("are those of the run before, whatever else is in their file", function()
    local data = os.tmpname()
    os.remove(data)
    assert(os.execute(("mkdir -p '%s/cairn'"):format(data)))
    local path = data .. "/cairn/looks"
    local function run()
      v = open(BALL, "drawn", nil, function(folder)
        return viewer.in_folder(folder) .. (" XDG_DATA_HOME='%s'"):format(data)
      end)
      v:hand "key F6 sleep 0.3"
      return v
    end
    process.write(path, "text\ntheme blue\ntext -7\n\0\xff\n" .. ("x"):rep(500) .. " y\n")
    assert.is_true(run():picture():is(60, 400, DARK))
    v:hand "key ctrl+equal key ctrl+equal key ctrl+t sleep 0.3"
    assert.equal("text 16\ntheme light\n", process.read(path))
    v:close()
    assert.is_true(run():picture():is(60, 400, LIGHT))
    v:hand "key ctrl+equal sleep 0.2"
    assert.equal("text 17\ntheme light\n", process.read(path))
    v:close()
    os.execute(("rm -r '%s'; touch '%s'"):format(data, data)) -- a file where the folder was
    assert.is_true(run():picture():is(60, 400, DARK))
    v:hand "key ctrl+t sleep 0.3"
    assert.is_true(v:picture():is(60, 400, LIGHT)) -- it goes on, though nothing is kept
    os.remove(data)
  end)

  it("can be reached by keys alone", function()
    v = open(BALL, "drawn")
    v:hand("mousemove %d 62 sleep 0.3", viewer.width - 130)
    v:hand "key ctrl+Up ctrl+Up sleep 0.2" -- onto the slider
    v:hear("changed value", function() v:hand "key ctrl+Return" end)
    v:hand "key ctrl+shift+Return sleep 0.1"
    local line = v:hear("changed value", function()
      v:hand "key ctrl+Right ctrl+Right ctrl+Right ctrl+Right sleep 0.2"
    end)
    assert.is_true(tonumber(line:match "[%d.]+") > 4)
    v:hand "key ctrl+shift+Return"
  end)

  local CONTROLS <const> = SCENE:format(
    'value = { 1, 0, 10 }, on = true, kind = { "one", "two" }',
    [[for i = 1, 40 do
    if ui.button("number " .. i) then io.stderr:write("pressed ", i, "\n") end
  end]])

  -- The scene gets no keys of the interface, and a control out of sight is scrolled to.
  it("goes from control to control by Ctrl+Tab", function()
    v = open(CONTROLS, "drawn", nil, viewer.in_folder)
    local before = v:picture():count(ORANGE, viewer.width - 340, 0, viewer.width, viewer.height)
    local seen = {}
    local function next_one(times, key)
      v:hand("key --repeat %d --delay 60 %s sleep 0.2", times, key or "ctrl+Tab")
      return v:hear("ed ", function() v:hand "key ctrl+Return" end)
    end
    -- the timeline and the title of the group come first
    for i = 1, 3 do seen[i] = next_one(i == 1 and 3 or 1):match "changed (%w+)" end
    assert.same({ "value", "on", "kind" }, seen)
    assert.is_truthy(next_one(1):find "pressed 1")
    assert.is_truthy(next_one(1):find "pressed 2")
    assert.is_truthy(next_one(1, "ctrl+shift+Tab"):find "pressed 1")
    local ring = v:picture():count(ORANGE, viewer.width - 340, 0, viewer.width, viewer.height)
    assert.is_true(ring > before + 300, ring .. " " .. before)
    assert.is_truthy(next_one(39):find "pressed 40") -- below the edge of the panel at first
    v:hand "mousemove 300 300 sleep 0.2"
    local after = v:picture():count(ORANGE, viewer.width - 340, 0, viewer.width, viewer.height)
    assert.is_true(after < ring - 300, after .. " " .. ring)
  end)
end)
