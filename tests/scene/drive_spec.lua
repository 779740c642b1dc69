-- What a spec may ask of a scene, and the sentences when it asks wrongly.

local scene = require "cairn.scene"

local TEXT = [[
scene.params { size = { 1, 0, 2 } }
function scene.load() return require("cairn").world {} end
function scene.update() scene.ticks = (scene.ticks or 0) + 1 end
]]

describe("cairn.scene.drive", function()
  local s
  local function reader() return TEXT end
  local function open(values)
    local opened = scene.load("driven.lua", values, { reader = reader })
    return opened
  end
  before_each(function() s = open(nil) end)
  after_each(function() s:close() end)

  local function raises(sentence, f)
    local ok, message = pcall(f)
    assert.is_false(ok, sentence)
    assert.matches("^tests/scene/drive_spec.lua:%d+: ", message)
    assert.equal(sentence, (message:gsub("^[^:]*:%d+: ", "")))
  end

  it("steps and runs", function()
    s:step()
    s:step(2)
    s:run(0.05)
    s:step(0)
    s:run(0)
    assert.equal(6, s:scene().ticks)
    assert.equal(6, s:world():steps())
  end)

  -- host.is_root() is that for the time of f.
  local function as_root(is, f)
    local host = package.loaded["cairn.host"]
    if not host then return f() end -- of a stock lua5.4
    local before = host.is_root
    host.is_root = function() return is end
    local ok, message = pcall(f)
    host.is_root = before
    assert(ok, message)
  end

  it("pauses where steps are too slow to play, and says why until it goes on", function()
    s:pause_slow(800)
    assert.is_true(s.paused)
    assert.matches("^paused: a step takes 0.8 s with %d+ bodies and %d+ contacts.*; P goes on$",
      s.banner.text)
    s:set_paused(false)
    assert.is_nil(s.banner)
  end)

  it("opens nothing that is dropped for root, who is told so", function()
    if not package.loaded["cairn.host"] then return end
    as_root(true, function() s:drop "evil\27[2J.lua" end)
    assert.is_nil(s.next_path)
    assert.equal("evil\\x1b[2J.lua is not opened: root names what is to run on the command line",
      s.banner.text)
  end)

  it("takes a dropped file for the next scene, unless the script takes it", function()
    as_root(false, function()
      s:drop "other.lua"
      assert.equal("other.lua", s.next_path)
      s:close()
      TEXT = TEXT
        .. "function scene.filedropped(path) scene.got = path return path == 'mine.png' end"
      s = open(nil)
      s:drop "mine.png"
      assert.equal("mine.png", s:scene().got)
      assert.is_nil(s.next_path)
      s:drop "folder"
      assert.equal("folder", s.next_path)
    end)
  end)

  it("knows how a script wants to be played", function()
    for value, expected in pairs { ["true"] = 1, ['"window"'] = 2, ["false"] = 0, ["1"] = 0 } do
      local text = TEXT .. "\nscene.play = " .. value
      local other <close> = scene.load("p.lua", nil, { reader = function() return text end })
      assert.equal(expected, other:wants_play())
    end
  end)

  local CASES = {
    { "step", { "x" }, "bad argument #1 to 'step' (number expected, got string)" },
    { "step", { -1 }, "bad argument #1 to 'step' (must be >= 0, got -1)" },
    { "step", { 1.5 }, "bad argument #1 to 'step' (integer expected, got 1.5)" },
    { "step", { 0 / 0 }, "bad argument #1 to 'step' (finite number expected, got nan)" },
    { "run", {}, "bad argument #1 to 'run' (number expected, got nil)" },
    { "run", { -1 }, "bad argument #1 to 'run' (must be >= 0, got -1)" },
    { "run", { math.huge }, "bad argument #1 to 'run' (finite number expected, got inf)" },
    { "press", {}, "bad argument #1 to 'press' (string expected, got nil)" },
    { "release", { 3 }, "bad argument #1 to 'release' (string expected, got number)" },
    { "press", { "spacebar" },
      "bad argument #1 to 'press' (unknown key 'spacebar', did you mean 'space'?)" },
    { "release", { "A" }, "bad argument #1 to 'release' (unknown key 'A', did you mean 'a'?)" },
    { "mouse", { 1, 1, 0, "press" }, "bad argument #3 to 'mouse' (a button's number expected, "
      .. "1 left, 2 right, 3 middle, got 0)" },
    { "mouse", { 1 }, "bad argument #2 to 'mouse' (number expected, got nil)" },
    { "mouse", { 0 / 0, 1 }, "bad argument #1 to 'mouse' (finite number expected, got nan)" },
    { "mouse", { 1, 1, "left", "press" },
      "bad argument #3 to 'mouse' (number expected, got string)" },
    { "mouse", { 1, 1, 1, "pres" },
      "bad argument #4 to 'mouse' (invalid action 'pres', expected press or release)" },
    { "set", {}, "bad argument #1 to 'set' (string expected, got nil)" },
    { "reload", { 3 }, "bad argument #1 to 'reload' (string expected, got number)" },
  }
  for _, case in ipairs(CASES) do
    it("names what is wrong: " .. case[3], function()
      raises(case[3], function() s[case[1]](s, table.unpack(case[2])) end)
      assert.is_nil(s:scene().ticks)
      assert.equal(0, s:world():steps())
    end)
  end

  it("names what is wrong with load", function()
    raises("bad argument #1 to 'load' (string expected, got nil)", function() scene.load() end)
    raises("bad argument #2 to 'load' (table expected, got number)", function() open(3) end)
  end)

  it("asks for the colon", function()
    raises("calling 'step' on bad self (a scene expected, got number; did you forget ':'?)",
      function() s.step(3) end)
  end)

  it("does nothing with a scene that is closed", function()
    s:close()
    for _, name in ipairs { "step", "run", "press", "release", "mouse", "set", "reload", "restart",
      "tick" } do
      raises("the scene is closed", function() s[name](s, 1, 1) end)
    end
    s:close()
    assert.is_nil(s:world())
  end)
end)
