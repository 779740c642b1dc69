-- The table `sound` without a window: what is refused, which file is meant, and when it is heard.

local process = require "tests.support.process"
local scene = require "cairn.scene"

describe("sound.play", function()
  local folder, s

  setup(function()
    folder = process.folder "cairn sounds"
    process.write(folder .. "/a.wav", "RIFF")
  end)
  teardown(function() process.remove(folder) end)
  after_each(function()
    if s then s:close() end
    s = nil
  end)

  -- A scene that runs the code in each update, and the list of what is played.
  local function open(code, options)
    local played = {}
    options = options or {}
    function options.sound(...) played[#played + 1] = { ... } end
    process.write(folder .. "/scene.lua", ([[
function scene.load() return require("cairn").world {} end
function scene.update() %s end]]):format(code))
    s = assert(scene.load(folder .. "/scene.lua", nil, options))
    return played
  end

  it("plays a file beside the script as loud, high and far to a side as it is told", function()
    local played = open [[sound.play "a.wav" sound.play("a.wav", { pitch = 2, pan = -1 })]]
    s:step(1)
    local file = folder .. "/a.wav"
    assert.same({ { file, 1, 1, 0 }, { file, 1, 2, -1 } }, played)
  end)

  it("is silent without a window", function()
    open [[sound.play "a.wav"]]
    s:close()
    s = assert(scene.load(folder .. "/scene.lua"))
    s:step(1)
  end)

  it("is heard once, however often that moment comes again", function()
    local played = open [[sound.play "a.wav"]]
    local t = assert(s:keep_timeline())
    s:step(30)
    t:seek(10)
    t:seek(20)
    t:to_present()
    assert.equal(30, #played)
    s:step(1)
    assert.equal(31, #played)
  end)

  for code, wanted in pairs {
    ["sound.play()"] = "bad argument #1 to 'play' (string expected, got no value)",
    ["sound.play(3)"] = "bad argument #1 to 'play' (string expected, got number)",
    ["sound.play 'b.wav'"] = "sound.play: cannot read %s/b.wav: No such file or directory",
    ["sound.play('a.wav', 1)"] = "bad argument #2 to 'play' (table of keys expected, got number)",
    ["sound.play('a.wav', { volum = 1 })"] =
      "bad argument #2 to 'play' (unknown field 'volum', did you mean 'volume'?)",
    ["sound.play('a.wav', { volume = 2 })"] =
      "bad argument #2 to 'play' (field 'volume': must be in 0..1, got 2)",
    ["sound.play('a.wav', { pitch = 'x' })"] =
      "bad argument #2 to 'play' (field 'pitch': number expected, got string)",
    ["sound.play('a.wav', { pan = 0/0 })"] =
      "bad argument #2 to 'play' (field 'pan': must be in -1..1, got ",
  } do
    it(("refuses %s at the script's line"):format(code), function()
      open(code)
      local ok, problem = pcall(s.step, s, 1)
      assert.is_false(ok)
      assert.matches("scene.lua:2: " .. wanted:gsub("%%s", folder), problem, 1, true)
    end)
  end
end)
