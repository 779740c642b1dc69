-- The real viewer (tests.support.viewer): a scene is edited while it plays, and what the viewer
-- says is read.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

local SCENE = [[
local cairn = require "cairn"
local SIZE = 0.5
local ticks
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  world:box { y = 3, w = SIZE, h = SIZE }
  return world
end
function scene.update()
  ticks = (ticks or 0) + 1
  if ticks % 10 == 0 then io.stderr:write(("tick %d one\n"):format(ticks)) end
end
]]

describe("the viewer", function()
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end

  local v, text

  -- As editors do: a new file, renamed over the old one.
  local function save(new)
    local path = v.folder .. "/scene.lua"
    process.write(path .. ".new", new)
    assert(os.rename(path .. ".new", path))
    text = new
  end

  local function edited(old, from, to)
    local first, last = old:find(from, 1, true)
    assert(first, "not in the text: " .. from)
    return old:sub(1, first - 1) .. to .. old:sub(last + 1)
  end

  local function replace(from, to) save(edited(text, from, to)) end

  -- The first line with `piece` after that.
  local function hear_after_replacing(from, to, piece)
    return v:hear(piece, function() replace(from, to) end)
  end

  local function hear(piece) return v:hear(piece, function() end) end

  local function play()
    v, text = open(SCENE, "tick 10 one"), SCENE
  end

  local function ticks_of(line) return tonumber(line:match("tick (%d+)")) end

  it("has what was printed on stdout before it shows an error of load, at the start and later",
    function()
      local function out() return process.read(v.folder .. "/out") end
      text = SCENE:gsub("return world", "print 'made' error 'bad'")
      v = open(text, "scene.lua:8: bad")
      assert.equal("made\n", out())
      hear_after_replacing("error 'bad'", "return world", "tick 10 one")
      assert.equal("made\nmade\n", out())
      hear_after_replacing("return world", "print 'more' error 'worse'", "scene.lua:8: worse")
      assert.equal("made\nmade\nmade\nmore\n", out())
    end)

  it("patches an edited hook: the clock and the locals go on", function()
    play()
    hear_after_replacing('one\\n"', 'two\\n"', "reload: patched")
    assert.is_true(ticks_of(hear("two")) > 10)
  end)

  it("passes on what a script prints while it plays, and thins out a storm", function()
    play()
    replace("if ticks", "for i = 1, 1000 do print(i) end if ticks")
    local said = v:wait_for("what is left out", function()
      local out = process.read(v.folder .. "/out")
      return out:find("more lines", 1, true) and out
    end)
    assert.matches("^1\n2\n3\n", said)
  end)

  it("rebuilds when a constant of load is edited: the clock starts again", function()
    play()
    hear_after_replacing("SIZE = 0.5", "SIZE = 0.8", "reload: rebuilt")
    v:wait_for("the clock to start again", function()
      return v:said():match("reload: rebuilt.*"):find("tick 10 one", 1, true)
    end)
  end)

  it("keeps the old code at a syntax error, plays on, and recovers", function()
    play()
    local before = #v:said()
    hear_after_replacing("local ticks", "local = ticks", "reload: kept old (error)")
    local banner = v:wait_for("the error", function()
      return v:said():sub(before + 1):match("error: [^\n]*\n")
    end)
    assert.matches("scene.lua:3: ", banner, 1, true)
    hear("one") -- still ticking with the old code
    hear_after_replacing("local = ticks", "local ticks", "reload: patched")
  end)

  it("stops at an error in update with its place, stays open, and resumes", function()
    play()
    local banner = hear_after_replacing("ticks = (ticks or 0) + 1",
      "ticks = (ticks or 0) + 1; error 'boom'", "error: ")
    assert.matches("scene.lua:11: boom", banner, 1, true)
    process.sleep(0.3)
    assert.is_true(v:runs())
    local _, errors = v:said():gsub("boom", "")
    assert.equal(1, errors) -- said once, not at 60 Hz
    hear_after_replacing("; error 'boom'", "", "reload: patched")
    hear("one")
  end)

  for what, case in pairs {
    ["a syntax error"] = { "local ticks", "local = ticks", "scene.lua:3: " },
    ["an error in load"] = { "return world", "return nil + world", "scene.lua:8: " },
  } do
    it("opens at " .. what .. " at the start, and starts with the next good save", function()
      v = open(edited(SCENE, case[1], case[2]), "error: ")
      assert.matches(case[3], v:said(), 1, true)
      process.sleep(0.3)
      assert.is_true(v:runs())
      v:hear("reload: rebuilt", function() save(SCENE) end)
      hear("one")
    end)
  end

  for _, option in ipairs { "--no-watch", "--steps 5" } do
    it("ends at an error at the start when no save can help, with traceback: " .. option, function()
      v = open("\nerror 'no'", "stack traceback:", "run '%s/scene.lua' " .. option)
      assert.not_equal(0, v:code())
      assert.matches("scene.lua:2: no\n  > error 'no'\nstack traceback:\n\t[^\n]*scene.lua:2: ",
        v:said())
    end)
  end

  it("ignores a touched, emptied and deleted file", function()
    play()
    local size, path = #v:said(), v.folder .. "/scene.lua"
    process.write(path, SCENE)
    process.sleep(0.2)
    process.write(path, "")
    process.sleep(0.2)
    os.remove(path)
    process.sleep(0.4)
    assert.is_nil(v:said():sub(size + 1):find("reload"))
    v:hear("reload: patched", function() save((SCENE:gsub('one\\n"', 'back\\n"'))) end)
    hear("back")
  end)
end)
