-- Graphs and plots of the real viewer: what they write to files. Needs Xvfb and xdotool.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

describe("a graph of the viewer", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local FALL = [[
local cairn = require "cairn"
local drawn
local frames = 0
function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:circle { y = 2, radius = 0.5 }
  return world
end
function scene.draw()
  frames = frames + 1
  ui.plot("two curves", { up = frames, ["down, too"] = -2 * frames })
  if not drawn then io.stderr:write "drawn\n" end
  drawn = true
end
function scene.mousepressed() io.stderr:write "pressed\n" end
]]

  local function csv_of(folder)
    local pipe = io.popen(("ls '%s' | grep '[.]csv$'"):format(folder))
    local name = pipe:read "l"
    pipe:close()
    return name and { name = name, text = process.read(folder .. "/" .. name) }
  end

  before_each(function() v = open(FALL, "drawn", nil, viewer.in_folder) end)

  it("of energy writes the three curves that it shows", function()
    v:hand "mousemove 640 300 key F7 key F7 sleep 1"
    v:hand "mousemove 478 683 sleep 0.2 click 1 sleep 0.2" -- "csv" in its corner
    local csv = v:wait_for("a file", function() return csv_of(v.folder) end)
    assert.matches("^scene%-%d+%-energy%.csv$", csv.name)
    assert.matches('^frame,"kinetic, J","potential, J","both, J"\n', csv.text)
    local rows, row = 0, "(%-?%d+),([^,\n]+),([^,\n]+),([^,\n]+)\n"
    for frame, kinetic, potential, both in csv.text:gmatch(row) do
      rows = rows + 1
      assert.is_true(tonumber(frame) <= 0)
      assert.near(tonumber(both), tonumber(kinetic) + tonumber(potential), 1e-3)
    end
    assert.is_true(rows > 20, rows)
    assert.is_nil(v:said():find("pressed", 1, true))
  end)

  it("of the script's own writes its curves by their names", function()
    local right = viewer.width - 30
    v:hand("mousemove %d 110 sleep 0.5", right)
    v:hand("mousemove %d 110 sleep 0.2 click 1 sleep 0.2", right)
    local csv = v:wait_for("a file", function() return csv_of(v.folder) end)
    assert.matches("^scene%-%d+%-twocurves%.csv$", csv.name)
    assert.matches('^frame,"down, too","up"\n', csv.text)
    local down, up = csv.text:match "0,(%-?%d+),(%d+)\n$"
    assert.equal(-2 * tonumber(up), tonumber(down))
  end)
end)
