-- scene.view: where a script points the camera, and what is seen when it does not.

local picture = require "tests.support.picture"
local process = require "tests.support.process"
local scene = require "cairn.scene"

local function load(text)
  return assert(scene.load("scene.lua", nil, { reader = function() return text end }))
end

local BALL = [[
local cairn = require "cairn"
local ball
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  ball = world:circle { x = 3, y = 4, radius = 0.5, vx = 60 }
  world:circle { x = -5, radius = 0.5 }
  %s
  return world
end
]]

describe("scene.view", function()
  it("points at a place, with a width or a height in metres", function()
    local s <close> = load(BALL:format "scene.view { x = 2, y = -1, w = 30 }")
    assert.same({ 2.0, -1.0, 30.0, 0.0, 0.0 }, { s:look() })
  end)

  it("follows a body, ahead of it by x and y, and stays where the body went", function()
    local s <close> = load(BALL:format "scene.view { follow = ball, x = 2, h = 9, lag = 0.5 }")
    assert.same({ 5.0, 4.0, 0.0, 9.0, 0.5 }, { s:look() })
    s:step(1)
    assert.near(6.0, (s:look()), 1e-5)
    for body in s:world():bodies() do body:destroy() end
    assert.near(6.0, (s:look()), 1e-5)
  end)

  it("follows a character", function()
    local s <close> = load [[
function scene.load()
  local world = require "cairn".world {}
  scene.view { follow = world:mover { x = 7, y = 1, height = 1, radius = 0.2 } }
  return world
end]]
    assert.same({ 7.0, 1.0 }, { table.unpack({ s:look() }, 1, 2) })
  end)

  it("says nothing until it is called, and nothing again when called without", function()
    local s <close> = load(BALL:format "" .. [[
function scene.keypressed(key)
  if key == "a" then scene.view { w = 5 } else scene.view() end
end]])
    assert.equal(0, select("#", s:look()))
    s:press "a"
    assert.equal(5, (select(3, s:look())))
    s:press "b"
    assert.equal(0, select("#", s:look()))
  end)

  it("is forgotten at a restart, kept by a patch, and goes back with the state", function()
    local text = BALL:format "" .. "function scene.keypressed() scene.view { x = 8 } end\n"
    local s <close> = load(text)
    local early = s:snapshot()
    s:press "a"
    assert.equal(8, (s:look()))
    local late = s:snapshot()
    s:restore(early)
    assert.is_nil((s:look()))
    s:restore(late)
    assert.equal(8, (s:look()))
    s:reload(text .. "-- patched\n")
    assert.equal(8, (s:look()))
    s:restart()
    assert.is_nil((s:look()))
  end)

  local CASES = {
    { "3", "table expected, as { x =, y =, w = }, got number" },
    { "{ folow = 3 }", "unknown field 'folow', did you mean 'follow'?" },
    { "{ x = 'a' }", "field 'x': number expected, got string" },
    { "{ w = 0 }", "field 'w': number from 0.001 to 1e+06 expected, got 0" },
    { "{ lag = -1 }", "field 'lag': number from 0 to 60 expected, got -1" },
    { "{ follow = 3 }", "field 'follow': body or mover expected, got number" },
    { "{ follow = scene.gone }", "field 'follow': cairn.Body #1 (destroyed)" },
  }
  it("names what is wrong at the script's line", function()
    for _, case in ipairs(CASES) do
      local s <close> = load(([[
function scene.load() return require "cairn".world {} end
function scene.keypressed()
  scene.gone = scene.world:body {}
  scene.gone:destroy()
  scene.view(%s)
end]]):format(case[1]))
      local _, message = pcall(s.press, s, "a")
      assert.equal("scene.lua:5: scene.view: " .. case[2], message:match "^[^\n]*")
    end
  end)

  if not process.has_viewer then return end

  local SCENE = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  world:circle { x = 100, y = 50, radius = 2, color = { 1, 0, 0 } }
  world:circle { x = 104, y = 50, radius = 1, color = { 0, 1, 0 } }
  %s
  return world
end
function scene.draw() %s end
]]
  local RED <const>, GREEN <const>, BLUE <const> = { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 }

  it("is where a picture looks, so wide or so high", function()
    -- 200 x 100 px: 10 px for a metre
    local p = picture.shot(SCENE:format("scene.view { x = 104, y = 48, w = 20 }", ""))
    assert.is_true(p:is(60, 30 + 10, RED))
    assert.is_true(p:is(100, 30 + 5, GREEN))
    p = picture.shot(SCENE:format("scene.view { x = 104, y = 50, w = 20, h = 20 }", "")) -- 5 px
    assert.is_true(p:is(80, 50 + 4, RED))
    assert.is_false(p:is(80, 50 + 12, RED))
  end)

  it("is not needed to see what stands about and what the script draws", function()
    local p = picture.shot(SCENE:format(
      "world:box { type = 'static', x = 90, y = 44, w = 6, h = 6, color = { 0, 0, 1 } }",
      "pen.color(0, 1, 1) pen.disc(118, 54, 2)"))
    assert.is_true(p:count(BLUE) > 200)
    assert.is_true(p:count(RED) > 50)
    assert.is_true(p:count { 0, 255, 255 } > 50)
    for x = 0, p.width - 1 do -- and it has a margin
      for _, color in ipairs { RED, GREEN, BLUE } do
        assert.is_false(p:is(x, 1, color) or p:is(x, p.height - 2, color))
      end
    end
  end)

  it("shows a body that sleeps in its colour, and joints unless the script says no", function()
    local JOINT <const> = { 120, 214, 190 }
    local text = [[
local cairn = require "cairn"
%s
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  local a = world:box { w = 2, h = 2, color = { 0, 0, 1 } }
  world:box { x = 5, w = 2, h = 2 }
  world:distance { a = a, b = world:box { y = 3, w = 1, h = 1 } }
  scene.view { w = 20 }
  for body in world:bodies() do body:sleep() end
  return world
end]]
    local p = picture.shot(text:format "")
    assert.is_true(p:is(107, 43, BLUE))
    local r, _, b = p:at(150, 50)
    assert.is_true(r > b + 60) -- the usual orange
    assert.is_true(p:count(JOINT) > 5 or p:count { 107, 190, 171 } > 5)
    p = picture.shot(text:format "scene.joints = false")
    assert.equal(0, p:count(JOINT) + p:count { 107, 190, 171 })
    text = text:gsub("distance { a", "distance { hidden = true, a") -- one by itself
    p = picture.shot(text:format "")
    assert.equal(0, p:count(JOINT) + p:count { 107, 190, 171 })
    assert.is_true(p:is(107, 43, BLUE))
  end)

  it("leaves room for what the script writes beside things", function()
    local function white(text)
      local p = picture.shot(SCENE:format("", ("pen.text(105, 50, %q)"):format(text)),
        "--width 300")
      local at_edge = 0
      for y = 0, p.height - 1 do
        if p:is(p.width - 2, y, { 240, 240, 240 }, 60) then at_edge = at_edge + 1 end
      end
      return p:count { 240, 240, 240 }, at_edge
    end
    local seen, at_edge = white "some ten words"
    assert.is_true(seen > 20)
    assert.equal(0, at_edge)
  end)
end)
