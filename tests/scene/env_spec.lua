-- What a scene script has around it: globals, print, pen, ui, input.

local project = require "tests.support.project"
local scene = require "cairn.scene"

local HEAD = project.HEAD

describe("cairn.scene", function()
  local p, s

  local function open(text, values, opts)
    p = project { ["scene.lua"] = text }
    s = p:open(values, opts)
    return s
  end

  after_each(function()
    if s then s:close() end
    p, s = nil, nil
  end)

  local function seen() return s:scene().seen end

  describe("the environment", function()
    it("keeps globals in the scene and falls back to _G", function()
      open(HEAD .. "mine = 1; _G.also_mine = 2; scene.seen = type(string.rep)")
      assert.equal("function", seen())
      assert.is_nil(rawget(_G, "mine"))
      assert.is_nil(rawget(_G, "also_mine"))
    end)

    it("gives two scenes nothing in common", function()
      local text = HEAD .. "counter = (counter or 0) + 1; scene.seen = counter"
      open(text)
      local first = s
      local q = project { ["scene.lua"] = text }
      local second = q:open()
      assert.same({ 1, 1 }, { first:scene().seen, second:scene().seen })
      second:close()
    end)

    it("seeds math.random, so that runs repeat", function()
      local text = HEAD .. "scene.seen = { math.random(), math.random(6), math.random(-5, 5) }"
      open(text, nil, { seed = 7 })
      local first = seen()
      s:close()
      math.random()
      open(text, nil, { seed = 7 })
      assert.same(first, seen())
      s:close()
      open(text, nil, { seed = 8 })
      assert.not_same(first, seen())
    end)

    it("gives the same generator to require 'math'", function()
      open(HEAD .. "scene.seen = require 'math' == math")
      assert.is_true(seen())
    end)

    it("compiles text only", function()
      open(HEAD .. "scene.seen = { load(string.dump(function() end)) }; load('made = 1')()")
      assert.is_nil(seen()[1])
      assert.matches("attempt to load a binary chunk", seen()[2], 1, true)
      assert.equal(1, rawget(s.env, "made"))
    end)

    it("searches the script's folder first", function()
      local files = {
        ["folder/scene.lua"] = "scene.seen = require 'part.wall'",
        ["folder/part/wall.lua"] = "return select('#', ...) .. ...",
      }
      local function reader(path)
        if files[path] then return files[path] end
        return nil, "no such file"
      end
      s = scene.load("folder/scene.lua", nil, { reader = reader })
      assert.equal("2part.wall", seen())
    end)

    it("says where it looked for a module", function()
      local ok, message = pcall(open, "require 'nowhere'")
      assert.is_false(ok)
      assert.matches("module 'nowhere' not found:", message, 1, true)
      assert.matches("no file 'nowhere.lua'", message, 1, true)
    end)

    it("passes other modules on to the real require", function()
      open(HEAD .. "scene.seen = { require 'string' == string, require 'fake_world' == fake }")
      assert.same({ true, true }, seen())
    end)
  end)

  describe("print", function()
    it("is kept, tab separated, line by line", function()
      open "print(1, 'two', nil); print(); print 'a\\nb'"
      assert.same({ "1\ttwo\tnil", "", "a", "b" }, s:output())
    end)

    it("keeps the last 1000 lines", function()
      open "for i = 1, 5000 do print(i) end"
      local lines = s:output()
      assert.same({ 1000, "4001", "5000" }, { #lines, lines[1], lines[1000] })
    end)

    it("counts a repeated line instead of repeating it, for the screen", function()
      open(HEAD .. "function scene.update() print 'tick' end")
      s:run(1)
      s:scene().update = nil
      assert.same({ { text = "tick", count = 60 } }, s:output_runs())
    end)

    it("goes to the echo as well", function()
      local lines = {}
      open("print 'a'; print 'b'", nil, { echo = function(line) lines[#lines + 1] = line end })
      assert.same({ "a", "b" }, lines)
    end)

    it("goes there before an error of the chunk is raised, however much it was", function()
      local lines = {}
      assert.is_false(pcall(open, "for i = 1, 3000 do print(i) end error 'x'", nil,
        { echo = function(line) lines[#lines + 1] = line end }))
      assert.same({ 3000, "1", "3000" }, { #lines, lines[1], lines[3000] })
    end)

    it("is thinned out when it storms in a window", function()
      local lines = {}
      open(HEAD .. "function scene.update() for _ = 1, 1000 do print 'x' end end", nil,
        { live = true, echo = function(line) lines[#lines + 1] = line end })
      s:step(1)
      assert.equal(200, #lines)
      p:wait(1.1)
      s:step(1)
      assert.equal("... 800 more lines", lines[201])
    end)
  end)

  describe("pen and ui", function()
    it("work in draw", function()
      open(HEAD .. [[
function scene.draw(alpha)
  scene.seen = alpha
  pen.color(1, 0, 0)
  pen.line(0, 0, 1, 1)
  pen.text(0, 0, "%d m", 3)
  pen.polygon { 0, 0, 1, 0, 0, 1 }
  ui.label "hello"
end]])
      assert.is_true(s:draw(0.25))
      assert.equal(0.25, seen())
      assert.equal("hello", s:ui_items()[1].text)
    end)

    it("refuse to work elsewhere", function()
      open(HEAD .. "function scene.update() pen.line(0, 0, 1, 1) end")
      assert.error_matches(function() s:step(1) end,
        "pen.line is only available in scene.draw", 1, true)
    end)

    for name, case in pairs {
      line = { "pen.line(0, 0, 1)", "bad argument #4 to 'line' (number expected, got no value)" },
      text = { "pen.text(0, 0, nil)", "bad argument #3 to 'text' (string expected, got nil)" },
      polygon = { "pen.polygon { 0, 0, 1 }",
        "bad argument #1 to 'polygon' (x, y pairs expected, got 3 numbers)" },
    } do
      it("headless check their arguments: " .. name, function()
        open(HEAD .. "function scene.draw() " .. case[1] .. " end")
        assert.is_false(s:draw(1))
        assert.equal("scene.lua:5: " .. case[2], s.off.draw.message)
      end)
    end

    it("bring an edit of a slider to a parameter", function()
      open(HEAD .. [[
scene.params { push = { 1.5, 0, 9 } }
function scene.changed(name, value) scene.seen = name .. value end
function scene.draw() ui.slider("push", scene.p, "push", 0, 9) end]])
      s:draw(1)
      s:ui_edit(1, 4.5)
      s:draw(1)
      assert.equal(4.5, s:scene().p.push)
      assert.equal("push4.5", seen())
    end)
  end)

  describe("input", function()
    local KEYS = HEAD .. [[
function scene.update() scene.seen = { input.down "a", input.mouse() } end
function scene.keypressed(key, isrepeat) print("press", key, isrepeat) end
function scene.keyreleased(key) print("release", key) end
function scene.mousepressed(x, y, button) print("down", x, y, button) end
function scene.mousereleased(x, y, button) print("up", x, y, button) end
function scene.mousemoved(x, y, dx, dy) print("move", x, y, dx, dy) end
function scene.wheelmoved(dx, dy) print("wheel", dx, dy) end]]

    it("reaches hooks and input", function()
      open(KEYS)
      s:press("a")
      s:mouse(2, 3)
      s:step(1)
      assert.same({ true, 2.0, 3.0 }, seen())
      s:release("a")
      s:mouse(4, 5, 1, "press")
      s:mouse(4, 5, 1, "release")
      s:dispatch("wheelmoved", 0, 1)
      s:step(1)
      assert.same({ false, 4.0, 5.0 }, seen())
      assert.same({
        "press\ta\tfalse", "move\t2\t3\t2.0\t3.0", "release\ta", "down\t4\t5\t1", "up\t4\t5\t1",
        "wheel\t0\t1",
      }, s:output())
    end)

    it("is told of fingers and gamepads, and that a hook has taken it", function()
      open(HEAD .. [[
function scene.touchpressed(id, x, y) print("touch", id, x, y) return id == 1 end
function scene.gamepadaxis(pad, axis, value) print(pad, axis, value) return 1 end
function scene.gamepadpressed() error "no" end]])
      assert.is_true(s:send("touchpressed", 1, 2.5, 3.5, 0.0, 0.0, 1.0))
      assert.is_false(s:send("touchpressed", 2, 2.5, 3.5, 0.0, 0.0, 1.0))
      assert.is_false(s:send("gamepadaxis", 1, "leftx", -0.5)) -- true alone takes
      assert.is_false(s:send("keypressed", "a", false))        -- there is no hook
      assert.same({ false, false }, { s:dispatch("gamepadpressed", 1, "a") })
      assert.same({ true, true }, { s:dispatch("touchpressed", 1, 0.0, 0.0) })
      assert.same({ "touch\t1\t2.5\t3.5", "touch\t2\t2.5\t3.5", "1\tleftx\t-0.5" },
        { table.unpack(s:output(), 1, 3) })
      assert.has_error(function() s:send("touchpresed", 1) end, "bad argument #1 to 'send' "
        .. "(no hook of input is called 'touchpresed', did you mean 'touchpressed'?)")
    end)

    it("says whether any of several keys is held", function()
      open(HEAD .. [[
function scene.update()
  scene.seen = { input.down("right", "d"), input.down("a", "kp5", "é", "lshift"), input.down "," }
end]])
      local function held(...)
        for _, key in ipairs { ... } do s:press(key) end
        s:step(1)
        for _, key in ipairs { ... } do s:release(key) end
        return seen()
      end
      assert.same({ true, false, false }, held "d")
      assert.same({ true, false, false }, held "right")
      assert.same({ true, true, false }, held("right", "é"))
      assert.same({ false, true, true }, held("lshift", ","))
      assert.same({ false, false, false }, held())
    end)

    it("raises errors of its hooks to a spec", function()
      open(HEAD .. "function scene.keypressed() error 'no' end")
      assert.error_matches(function() s:press("a") end, "no\nstack", 1, true)
    end)

    it("refuses an unknown mouse action", function()
      open(HEAD)
      assert.error_matches(function() s:mouse(1, 2, 1, "hold") end,
        "invalid action 'hold', expected press or release", 1, true)
    end)
  end)
end)
