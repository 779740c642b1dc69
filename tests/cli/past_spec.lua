-- `cairn replay f --from S`: the past of a recording, edited.

local process = require "tests.support.process"

local PROGRAM = process.quote(process.program)
local SCENE = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  world:circle { y = 0.5, radius = 0.5, name = "ball" }
  return world
end
function scene.update()
  if scene.world:steps() % 60 == 30 then scene.world:find "ball":apply_impulse(0.5, 0) end
end
]]

describe("cairn replay --from", function()
  local folder

  local function run(line)
    return process.run(folder, ("export CAIRN_HOME=%s; unset DISPLAY WAYLAND_DISPLAY; %s %s")
      :format(process.quote(process.home), PROGRAM, line))
  end

  before_each(function()
    folder = process.folder "past"
    process.write(folder .. "/scene.lua", SCENE)
    run "run scene.lua --headless --steps 200 --record scene.rec"
  end)
  after_each(function() process.remove(folder) end)

  it("plays the input of then under the script of now, and says where the futures part", function()
    process.write(folder .. "/scene.lua", (SCENE:gsub("%(0.5, 0%)", "(0.8, 0)")))
    local _, err, code = run "replay scene.rec --headless --from 1"
    assert.equal(0, code)
    assert.matches("from step 60: patched", err, 1, true)
    -- the impulse of step 90 is the first that differs
    assert.matches("differs at step 91 (body #2, ", err, 1, true)
  end)

  it("says so when nothing differs", function()
    local _, err, code = run "replay scene.rec --headless --from 1"
    assert.equal(0, code)
    assert.matches("no body is more than 1 mm elsewhere", err, 1, true)
  end)

  it("refuses a script that cannot run, and what is no time", function()
    process.write(folder .. "/scene.lua", SCENE .. "end")
    local _, err, code = run "replay scene.rec --headless --from 1"
    assert.equal(1, code)
    assert.matches("kept old (error)", err, 1, true)
    _, err, code = run "replay scene.rec --from x"
    assert.equal(2, code)
    assert.matches("--from: a number of seconds in 0..3600 expected, got 'x'", err, 1, true)
  end)
end)
