-- A world that is being saved when its process is killed: the file is the old world or the new one.

local cairn = require "cairn"
local process = require "tests.support.process"

local SCENE <const> = [[
local cairn = require "cairn"
local steps = 0
function scene.load()
  local world = cairn.world {}
  for i = 1, 200 do world:box { x = i % 20, y = i // 20, w = 0.5, h = 0.5 } end
  return world
end
function scene.update()
  steps = steps + 1
  assert(scene.world:save("kept.world"))
  if steps == 3 then io.open("started", "w"):close() end
end
]]

describe("A world that is saved over and over by a process", function()
  local folder

  before_each(function() folder = process.folder "save" end)
  after_each(function() process.remove(folder) end)

  it("is whole whenever that is killed", function()
    process.write(folder .. "/scene.lua", SCENE)
    local path = folder .. "/kept.world"
    for round = 1, 20 do
      process.run(folder, ("%s run scene.lua --headless --steps 100000 >out 2>&1 & p=$!; "
        .. "until [ -f started ]; do sleep 0.01; done; sleep %.3f; kill -KILL $p; wait $p")
        :format(process.headless, 0.005 * round))
      local world <close> = assert(cairn.load(path))
      assert.equal(200, world:body_count())
      assert.is_true((world:validate()))
      os.remove(folder .. "/started")
    end
  end)
end)
