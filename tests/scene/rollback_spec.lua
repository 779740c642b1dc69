-- scripts/rollback.lua and scripts/predict.lua: late inputs end where timely ones do, and the line
-- is where the ball goes.
local scene = require "cairn.scene"

local function positions(delay, steps)
  local s = assert(scene.load("scripts/rollback.lua", { delay = delay }))
  s:step(steps)
  local list = {}
  for body in s:world():bodies "dynamic" do list[#list + 1] = { body:position() } end
  return list
end

describe("rollback.lua", function()
  it("has both players where they would be if no input came late", function()
    -- at a step whose inputs, and those of all steps before, are known by prediction or by now
    local steps = 16 * 29 + 27
    assert.same(positions(0, steps), positions(6, steps))
  end)
end)

describe("predict.lua", function()
  it("shows where the ball will be", function()
    local s = assert(scene.load "scripts/predict.lua")
    s:mouse(-3, 6)
    s:step(30)
    local world = s:world()
    local ball = world:find "ball"
    local ahead = world:clone()
    local twin = ahead:body(ball:id())
    twin:set_velocity(10, 8)
    ball:set_velocity(10, 8)
    for _ = 1, 90 do ahead:step() end
    s:step(90)
    assert.same({ twin:position() }, { ball:position() })
  end)
end)
