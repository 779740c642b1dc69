-- What is told of an edit: which functions, locals and globals became what.

local scene = require "cairn.scene"

local SCRIPT <const> = [[
local cairn = require "cairn"
local SIZE, speed = 0.5, 3
local crates, hits
local function helper() return 1 end
score, lives = 0, 3
scene.params { n = { 3, 1, 9 } }
scene.title = "first"
function scene.load()
  local world = cairn.world {}
  crates = {}
  for i = 1, 3 do crates[i] = world:box { y = i - 0.5, w = SIZE, h = 1 } end
  hits = 0
  return world
end
function scene.update()
  hits, speed, score = hits + 1, speed + 1, score + 1
  best = score
  helper()
end
function scene.keypressed() print(#crates) end
function scene.mousepressed() end
]]

describe("the account of an edit", function()
  local s

  before_each(function()
    local options = { watch = false, reader = function() return SCRIPT end }
    s = scene.load("told.lua", nil, options)
    s:step(5)
  end)
  after_each(function() s:close() end)

  local function edit(...)
    local text = SCRIPT
    local swaps = { ... }
    for i = 1, #swaps, 2 do
      local count
      text, count = text:gsub(swaps[i], swaps[i + 1])
      assert.is_true(count > 0, swaps[i])
    end
    s:reload(text)
    local lines = {}
    for line in s:account_text():gmatch "[^\n]+" do lines[#lines + 1] = line end
    return lines
  end

  it("is none before the first", function() assert.is_nil(s:account_text()) end)

  it("tells what a patch replaced, kept, read again, and what is new or gone", function()
    local lines = edit("return 1", "return 2", "print%(#crates%)", "print(1)",
      "function scene.mousepressed%(%) end", "function scene.wheelmoved() end",
      'title = "first"', 'title = "second"')
    assert.matches("^patched at %d%d:%d%d:%d%d$", lines[1])
    assert.same({
      "replaced\tscene.keypressed\tfunction", "gone\tscene.mousepressed\t",
      'read again\tscene.title\t"second", was "first"',
      "new\tscene.wheelmoved\tfunction",
      "kept\tlocal crates\ta list of 3", "replaced\tlocal helper\tfunction", "kept\tlocal hits\t5",
      "read again\tlocal speed\t3, was 8", "kept\tglobal best\t5",
      "read again\tglobal score\t0, was 5",
    }, table.move(lines, 2, #lines, 1, {}))
    assert.equal(5, s.env.best)
  end)

  it("tells what was kept alone where nothing else has changed", function()
    s:restart()
    assert.same({ "kept\tlocal crates\ta list of 3", "kept\tlocal hits\t0" },
      table.move(edit("speed = 0.5, 3", "speed = 0.5,  3"), 2, 9, 1, {}))
  end)

  it("tells what outlives a new start", function()
    s:set("n", 5)
    s:scene().keep("seed", 42)
    local lines = edit("i %- 0.5", "i - 0.6")
    assert.matches("^rebuilt", lines[1])
    assert.same({
      "built anew\tthe world\tscene.load, or what it reaches, is another",
      "kept\tparameter n\t5", 'kept\tscene.keep "seed"\t42',
    }, table.move(lines, 2, #lines, 1, {}))
  end)

  it("is that of the last edit that was taken over", function()
    edit("return 1", "return 2")
    local before = s:account_text()
    s:reload "function ("
    assert.equal(before, s:account_text())
  end)
end)
