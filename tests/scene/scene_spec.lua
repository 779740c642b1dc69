-- Running a scene script without a window: hooks, ticks, environment, errors, and what specs use.

local project = require "tests.support.project"
local scene = require "cairn.scene"
local source = require "cairn.scene.source"

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

  describe(".load", function()
    it("gives nil and a message for a file that is missing", function()
      assert.same({ nil, "cannot read nowhere.lua: No such file" },
        { scene.load("nowhere.lua") })
    end)

    it("gives nil and a message for a folder", function()
      local loaded, message = scene.load("tests")
      assert.is_nil(loaded)
      assert.equal("cannot read tests: is a folder", message)
    end)

    it("says the same with plain Lua's files as with the program's", function()
      local plain = { reader = source.read }
      assert.equal("cannot read nowhere.lua: No such file",
        select(2, scene.load("nowhere.lua", nil, plain)))
      assert.equal("cannot read tests: is a folder", select(2, scene.load("tests", nil, plain)))
    end)

    it("refuses files that are too large to be scenes, without end or not", function()
      assert.same({ nil, "cannot read /dev/zero: larger than 4 MiB" },
        { scene.load("/dev/zero", nil, { reader = source.read }) })
    end)

    for what, case in pairs {
      ["a syntax error"] = { "\nx = = 1", "scene.lua:2: unexpected symbol near '='" },
      ["an error in the chunk"] = { "\n\nerror 'no'", "scene.lua:3: no\nstack traceback:" },
      ["an error in load"] = { "function scene.load() error 'no' end", "scene.lua:1: no\nstack" },
      ["a module that is not there"] = { "\nrequire 'no_such_module'",
        "scene.lua:2: module 'no_such_module' not found:" },
      ["no world"] = { "function scene.load() end",
        "scene.load must return a world, got nothing" },
      ["another thing than a world"] = { "function scene.load() return 5 end",
        "scene.load must return a world, got number" },
      ["a destroyed world"] = {
        "function scene.load() local w = require('cairn').world() w:destroy() return w end",
        "scene.load must return a world, got one that has been destroyed" },
      ["a load that is no function"] = { "scene.load = 5",
        "scene.load: function expected, got number" },
      ["a hook that is no function"] = { "function scene.load() end scene.update = 'x'",
        "scene.update: function expected, got string" },
      ["no number of steps"] = { "function scene.load() end scene.steps = 2.5",
        "scene.steps: integer above 0 expected, got 2.5" },
      ["bytecode"] = { "\27Lua", "scene.lua: compiled Lua is refused, a scene must be text" },
    } do
      it("raises for " .. what, function()
        p = project { ["scene.lua"] = case[1] }
        local ok, message = pcall(p.open, p)
        assert.is_false(ok)
        assert.is_string(message)
        assert.equal(case[2], message:sub(1, #case[2]))
      end)
    end

    it("names a file with a long name in whole", function()
      local path = ("folder/"):rep(20) .. "scene.lua"
      local function reader() return "error 'no'" end
      local _, message = pcall(scene.load, path, nil, { reader = reader })
      assert.equal(path .. ":1: no", message:match("^[^\n]*"))
    end)

    it("passes the parameters to load", function()
      open([[
local fake = require "fake_world"
scene.params { rows = { 3, 1, 9 } }
function scene.load(p) scene.seen = p.rows; return fake.world() end]], { rows = 5 })
      assert.equal(5, seen())
    end)

    it("makes the scene table the world's listener, unless the script has set one", function()
      open(HEAD)
      assert.equal(s:scene(), s:world():listener())
      s:close()
      open [[
local fake = require "fake_world"
local mine = {}
function scene.load()
  local w = fake.world()
  w:set_listener(mine)
  scene.seen = mine
  return w
end]]
      assert.equal(seen(), s:world():listener())
    end)

    it("applies threads when the script sets none", function()
      open(HEAD, nil, { threads = 3 })
      assert.equal(3, s:world():threads())
    end)
  end)

  it(".load says which option is none", function()
    for _, case in ipairs {
      { { thread = 2 }, "unknown field 'thread', did you mean 'threads'?" },
      { { threads = 300 }, "field 'threads': must be an integer in 1..256, got 300" },
      { { threads = "2" }, "field 'threads': must be an integer in 1..256, got 2" },
      { { seed = 1.5 }, "field 'seed': integer expected, got 1.5" },
      { { budget = "1" }, "field 'budget': seconds from 0 expected, got 1" },
      { { budget = -1 }, "field 'budget': seconds from 0 expected, got -1" },
      { { budget = math.huge }, "field 'budget': seconds from 0 expected, got inf" },
    } do
      assert.error_matches(function() scene.load("nowhere.lua", nil, case[1]) end,
        ("bad argument #3 to 'load' (%s)"):format(case[2]), 1, true)
    end
    assert.error_matches(function() scene.load("nowhere.lua", nil, 3) end,
      "bad argument #3 to 'load' (table expected, got number)", 1, true)
  end)

  it(".load takes a budget where something can end a script", function()
    local ok, problem = pcall(scene.load, "nowhere.lua", nil, { budget = 1 })
    assert.equal(pcall(require, "cairn.host"), ok)
    if not ok then assert.matches("only the program cairn can stop a script", problem, 1, true) end
    assert.is_nil((scene.load("nowhere.lua", nil, { budget = 0 })))
  end)

  describe("a program", function()
    it("is a script without load: its chunk runs once", function()
      open "print 'ran'"
      assert.is_true(s.program)
      assert.is_nil(s:world())
      assert.is_true(s:tick())
      assert.same({ "ran" }, s:output())
    end)

    it("runs again when it is edited", function()
      open "print 'one'"
      assert.equal("rebuilt", p:edit("scene.lua", "print 'two'"))
      assert.same({ "one", "two" }, s:output())
    end)
  end)

  describe("a tick", function()
    it("calls update and steps the world by 1/60 s", function()
      open(HEAD .. "function scene.update(dt) scene.seen = dt end")
      s:step(3)
      assert.equal(1 / 60, seen())
      assert.equal(1 / 60, s:world().dt)
      assert.equal(3, s:world():steps())
      assert.equal(3, s.steps_run)
    end)

    it("runs 60 times in a second, none while paused", function()
      open(HEAD)
      s:run(1)
      assert.equal(60, s.steps_run)
      s:set_paused(true)
      s:run(1)
      assert.equal(60, s.steps_run)
      s:step(1)
      assert.equal(61, s.steps_run)
    end)

    it("takes hooks that are callable tables, such as spies", function()
      open(HEAD)
      s:scene().update = spy.new(function() end)
      s:scene().hit = spy.new(function() end)
      s:world():emit("hit", 1, 2)
      s:step(1)
      assert.spy(s:scene().update).was.called_with(1 / 60)
      assert.spy(s:scene().hit).was.called_with(1, 2)
    end)

    it("raises errors to a spec and keeps them in fault", function()
      open(HEAD .. "function scene.update() error 'boom' end")
      assert.error_matches(function() s:step(1) end, "boom\nstack traceback:", 1, true)
      assert.equal("scene.lua:5: boom", s.fault.message)
    end)

    it("is over with its fault when the next one goes well", function()
      open(HEAD .. "function scene.update() if not scene.mended then error 'boom' end end")
      s:tick()
      s:scene().mended = true
      assert.is_true(s:tick())
      assert.is_nil(s.fault)
      assert.is_false(s.paused)
    end)
  end)

  describe("an error value", function()
    for what, case in pairs {
      ["nil"] = { "error(nil)", "(error object is a nil value)" },
      ["a table"] = { "error({})", "(error object is a table value)" },
      ["a function"] = { "error(print)", "(error object is a function value)" },
      ["a number"] = { "error(12)", "12" },
      ["an object with text"] = {
        "error(setmetatable({}, { __tostring = function() return 'text' end }))", "text" },
      ["an object whose tostring raises"] = {
        "error(setmetatable({}, { __tostring = function() error 'again' end }))",
        "(error object is a table value)" },
      ["an object whose tostring gives no text"] = {
        "error(setmetatable({}, { __tostring = function() return {} end }))",
        "(error object is a table value)" },
      ["an object whose tostring never ends"] = {
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "(error object is a table value)" },
      ["an object with a locked metatable"] = {
        "error(setmetatable({}, { __metatable = false }))", "(error object is a table value)" },
    } do
      it("may be " .. what, function()
        open(HEAD .. "function scene.update() " .. case[1] .. " end")
        assert.is_false(s:tick())
        assert.equal(case[2], s.fault.message)
        assert.equal("scene.lua:5", s.fault.where)
      end)
    end

    it("is cut when it is very long, and so is its traceback", function()
      open(HEAD .. [[
local function deep(n) if n == 0 then error(("x"):rep(1e7)) end; return (deep(n - 1)) end
function scene.update() deep(150) end]])
      s:tick()
      assert.equal(4096 + 3, #s.fault.message)
      local _, levels = s.fault.traceback:gsub("\n", "")
      assert.is_true(levels <= 25)
    end)

    it("may be a stack overflow", function()
      open(HEAD .. "local function f() return 1 + f() end\nfunction scene.update() f() end")
      assert.is_false(s:tick())
      assert.matches("stack overflow", s.fault.message)
    end)
  end)

  describe("parameters", function()
    local PARAMS = [[
local fake = require "fake_world"
scene.params { rows = { 3, 1, 9, step = 1, rebuild = true }, push = { 0.5, 0, 1 } }
function scene.load(p) local w = fake.world(); w.rows = p.rows; return w end
function scene.changed(name, value) print(name, value) end]]

    it("that move are told to the script", function()
      open(PARAMS)
      s:set("push", 0.7)
      s:set("push", 0.7)
      assert.same({ "push\t0.7" }, s:output())
      assert.equal(0.7, s:scene().p.push)
    end)

    it("with rebuild restart the scene", function()
      open(PARAMS)
      local old = s:world()
      s:step(4)
      s:set("rows", 5)
      assert.equal(5, s:world().rows)
      assert.is_true(old.destroyed)
      assert.equal(0, s.steps_run)
    end)

    it("with rebuild go back when load fails", function()
      open((PARAMS:gsub("w.rows = p.rows", "assert(p.rows < 8, 'too many'); %0")))
      local old = s:world()
      assert.error_matches(function() s:set("rows", 9) end, "too many")
      assert.equal(old, s:world())
      assert.equal(3, s:scene().p.rows)
    end)

    it("survive a restart", function()
      open(PARAMS)
      s:set("push", 0.9)
      s:restart()
      assert.equal(0.9, s:scene().p.push)
    end)

    it("that do not fit are said at the line that sets them", function()
      open(PARAMS)
      for name, value in pairs { rowz = 1, push = 2 } do
        local _, message = pcall(function() s:set(name, value) end)
        assert.matches("^[^\n]*scene_spec%.lua:%d+: [^\n]*parameter", message)
      end
    end)

    it("are checked when a script reads or writes them", function()
      open(PARAMS)
      local view = s:scene().p
      assert.error_matches(function() return view.rowz end,
        "unknown parameter 'rowz', did you mean 'rows'?", 1, true)
      assert.has_error(function() view.push = 2 end,
        "parameter 'push': must be between 0 and 1, got 2")
      local names = {}
      for name in pairs(view) do names[#names + 1] = name end
      assert.same({ "rows", "push" }, names) -- as they are declared
    end)

    it("that are declared or written wrongly name the line", function()
      p = project { ["scene.lua"] = "\nscene.params { n = { 1 } }" }
      local _, message = pcall(p.open, p)
      assert.equal("scene.lua:2: parameter 'n': three numbers expected: { default, min, max }",
        message:match("^[^\n]*"))
      open(PARAMS .. "\nfunction scene.update()\nscene.p.push = 2 end")
      s:tick()
      assert.equal("scene.lua:6: parameter 'push': must be between 0 and 1, got 2",
        s.fault.message)
    end)

    it("from the command line raise with the argument named", function()
      p = project { ["scene.lua"] = PARAMS }
      local _, message = pcall(p.open, p, nil, { sets = { "rows=99" } })
      assert.matches("^%-%-set rows=99: parameter 'rows': must be between 1 and 9, got 99", message)
      _, message = pcall(p.open, p, nil, { sets = { "nope=1" } })
      assert.matches("^%-%-set nope=1: unknown parameter 'nope'", message)
    end)
  end)

  describe("scene.pause and scene.restart", function()
    it("act after the tick", function()
      open(HEAD .. [[
function scene.update()
  scene.count = (scene.count or 0) + 1
  if scene.count == 3 then scene.pause(true) end
end]])
      s:run(1)
      assert.is_true(s.paused)
      assert.equal(3, s.steps_run)
    end)

    it("begin everything anew", function()
      open(HEAD .. [[
local n = 0
function scene.update()
  n = n + 1
  print(n, scene.keep("best", 10))
  if n == 2 then scene.restart() end
end]])
      local old = s:world()
      s:step(2)
      assert.is_true(old.destroyed)
      assert.equal(0, s.steps_run)
      s:step(1)
      assert.same({ "1\t10", "2\t10", "1\t10" }, s:output())
    end)

    it("in the chunk and in load do not restart for ever", function()
      open("scene.restart()\n" .. HEAD:gsub("return", "scene.restart(); %0"))
      local world = s:world()
      s:step(3)
      s:restart()
      s:step(3)
      assert.equal(3, s:world():steps())
      assert.is_true(world.destroyed)
    end)

    it("work in input hooks while paused", function()
      open(HEAD .. "function scene.keypressed() scene.restart() end")
      s:set_paused(true)
      local old = s:world()
      s:press("r")
      assert.is_true(old.destroyed)
      assert.is_true(s.paused)
    end)

    it("keep the old world when load fails", function()
      open(HEAD)
      p:replace("scene.lua", "return fake.world()",
        "if scene.keep('fail', false) then error 'no' end; return fake.world()")
      s.kept.fail = true
      local old = s:world()
      assert.error_matches(function() s:restart() end, "no")
      assert.equal(old, s:world())
      assert.is_nil(old.destroyed)
      assert.equal("load", s.fault.hook)
    end)
  end)

  describe("a mistyped hook", function()
    it("is pointed out once", function()
      open(HEAD .. "function scene.begincontact() end\nfunction scene.my_helper() end")
      assert.same({ "scene.begincontact is never called; did you mean scene.begin_contact?" },
        s.warnings)
    end)
  end)

  describe("a mistyped hook of a real world", function()
    it("is pointed out in the same words, and is no error", function()
      open [[
function scene.load() return require("cairn").world() end
function scene.begincontact() end]]
      assert.same({ "scene.begincontact is never called; did you mean scene.begin_contact?" },
        s.warnings)
      assert.equal(s:scene(), s:world():listener())
    end)

    it("in a listener of the script's own is an error of load", function()
      assert.error_matches(function()
        open [[
function scene.load()
  local world = require("cairn").world()
  world:set_listener { begincontact = print }
  return world
end]]
      end, "listener.begincontact is never called; did you mean listener.begin_contact?", 1, true)
    end)
  end)

  describe("a script with hooks and no load", function()
    it("is told that they are not called", function()
      open("function scene.laod() end")
      assert.same({
        "scene.laod is never called; did you mean scene.load?",
        "there is no scene.load, so the script ran once as a program; scene.laod is not called",
      }, s.warnings)
    end)

    it("is left alone when it is a program", function()
      open("print 'once'\nfunction scene.quit() end")
      assert.same({}, s.warnings)
    end)
  end)

  describe(":close", function()
    it("raises an error of quit when all is over, unless another one ends the block", function()
      open(HEAD .. "function scene.quit() error 'no room' end")
      local world = s:world()
      assert.error_matches(function() s:close() end, "^no room")
      assert.is_true(world.destroyed)
      s:close()
      local ended, message = pcall(function()
        local again <close> = p:open()
        again:step(1)
        error "first"
      end)
      assert.is_false(ended)
      assert.matches("first", message)
      assert.error_matches(function()
        local again <close> = p:open()
        again:step(1)
      end, "^no room")
    end)

    it("calls quit once and destroys the world", function()
      open(HEAD .. "function scene.quit() print 'bye' end")
      local world = s:world()
      s:finish()
      s:close()
      assert.is_true(world.destroyed)
      assert.same({ "bye" }, s:output())
      assert.is_nil(s:world())
      assert.error_matches(function() s:step(1) end, "the scene is closed", 1, true)
    end)

    it("happens by itself at the end of a block", function()
      local world
      do
        local q = project { ["scene.lua"] = HEAD }
        local inner <close> = q:open()
        world = inner:world()
      end
      assert.is_true(world.destroyed)
    end)
  end)
end)
