-- What a person types at a running scene: what it sees, what it gives, and what it leaves alone.

local scene = require "cairn.scene"

local SCRIPT <const> = [[
local cairn = require "cairn"
local speed = 3
local ball, twice
score = 7
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  ball = world:circle { radius = 1, name = "ball" }
  twice = function(x) return 2 * x end
  return world
end
function scene.update() ball:set_velocity(speed, 0) end
function scene.keypressed() return twice(1) end
]]

describe("the console of a scene", function()
  local s

  local function open(text, opts)
    opts = opts or {}
    opts.reader = function() return text end
    s = scene.load("game.lua", nil, opts)
    return s
  end

  -- What is printed under the line.
  local function typed(text, body)
    local from = #s:output()
    s:console(text, body or 0)
    return table.concat(s:output(), "\n", from + 2)
  end

  before_each(function() open(SCRIPT) end)
  after_each(function() s:close() end)

  it("shows the line, and under it what it gives", function()
    assert.is_true(s:console("1 + 1", 0))
    local output = s:output()
    assert.same({ "> 1 + 1", "2" }, { output[#output - 1], output[#output] })
  end)

  for _, case in ipairs {
    { "1 / 4, 'a', nil", '0.25, "a", nil' },
    { "score", "7" },
    { "speed", "3" },
    { "ball", 'cairn.Body #1 "ball" (dynamic)' },
    { "{ 1, 2, x = { 3 }, y = {}, [0] = true }", "{ 1, 2, [0] = true, x = { 3 }, y = {} }" },
    { "{ { { 4 } } }", "{ { {...} } }" },
    { "'a\\nb'", '"a\\nb"' },
    { "twice", "the function at game.lua:8" },
    { "math.pi", "3.141592654" },
    { "local x = 4", "" },
    { "for i = 1, 2 do print(i) end", "1\n2" },
    { "world:body_count()", "1" },
    { "nil", "nil" },
    { "   ", "" },
  } do
    it("answers " .. case[1], function() assert.equal(case[2], typed(case[1])) end)
  end

  it("sets the locals of the file, globals, and what the script does next", function()
    typed "speed = 5"
    typed "score = score + 1"
    s:step()
    assert.equal("5.0", typed "ball:velocity()":match "^5" and "5.0")
    assert.equal("8", typed "score")
    assert.is_nil(rawget(_G, "score"))
  end)

  it("knows the selected body as sel, and the last value as _", function()
    assert.equal('cairn.Body #1 "ball" (dynamic)', typed("sel", 1))
    assert.equal('"ball"', typed("_:name()"))
    assert.equal("nil", typed("sel", 0))
    assert.equal("nil", typed("sel", 99))
  end)

  for _, case in ipairs {
    { "1 +", "! console:1: unexpected symbol near <eof>" },
    { "error 'no'", "! console:1: no" },
    { "ball:setVelocity(1, 2)", "set_velocity" },
    { "error({})", "! (error object is a table value)" },
  } do
    it("says what is wrong with " .. case[1] .. ", and stops nothing", function()
      local said = typed(case[1])
      assert.is_truthy(said:find(case[2], 1, true), said)
      assert.is_nil(s.fault)
      assert.is_false(s.paused)
      assert.is_true(s:tick())
    end)
  end

  it("ends a line that runs for ever", function()
    if not package.loaded["cairn.host"] then return end
    s:close()
    open(SCRIPT, { budget = 0.2 })
    assert.is_truthy(typed("while true do end"):find("!", 1, true))
    assert.is_true(s:tick())
  end)

  it("does what the script itself could: restart, pause, parameters", function()
    local world = s:world()
    typed "ball:set_position(5, 5)"
    typed "scene.restart()"
    assert.is_false(world == s:world())
    assert.equal("0, 0", typed "ball:position()")
  end)

  it("runs in a script that could not start", function()
    s:close()
    open("error 'at once'", { stay = true })
    assert.equal("2", typed "1 + 1")
  end)

  it("is part of what the timeline comes back to", function()
    local timeline = s:keep_timeline()
    s:step(10)
    typed "speed = -2"
    s:step(50)
    local hash = s:world():hash()
    timeline:seek(5)
    timeline:seek(60)
    assert.equal(hash, s:world():hash())
  end)

  it("refuses what is no line", function()
    assert.has_error(function() s:console(3) end,
      "bad argument #1 to 'console' (string expected, got number)")
    assert.has_error(function() s:console("1", "ball") end,
      "bad argument #2 to 'console' (number expected, got string)")
    assert.has_error(function() s:complete() end,
      "bad argument #1 to 'complete' (string expected, got nil)")
  end)

  describe("completion", function()
    local function words(text) return table.concat((s:complete(text)), " ") end

    it("lists what a word may become: locals, globals, Lua's own", function()
      assert.equal("score", words "sco")
      assert.equal("speed", words "x = spe")
      assert.is_truthy(words "s":find("scene score sel select setmetatable", 1, true))
      assert.equal("", words "")
      assert.equal("", words "nothing_like_it")
    end)

    it("lists methods behind a colon, fields behind a dot", function()
      assert.is_truthy(words "ball:set_v":find("set_velocity", 1, true))
      assert.equal("floor", words "math.flo")
      assert.is_truthy(words "scene.upd":find("update", 1, true))
      assert.equal("", words "speed:")
      assert.equal("", words "nothing.here")
    end)

    it("says how much of the word is there", function()
      assert.equal(3, (select(2, s:complete "ball:set")))
    end)
  end)
end)
