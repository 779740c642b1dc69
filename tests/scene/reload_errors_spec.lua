-- Hot reload with errors: at a save, and while running.

local project = require "tests.support.project"
local HEAD = project.HEAD

describe("hot reload", function()
  local p

  local function open(body, opts)
    p = project { ["scene.lua"] = HEAD .. body }
    return p:open(nil, opts)
  end

  after_each(function()
    if p then p:close() end
    p = nil
  end)

  describe("with an error", function()
    local function assert_old_runs(s, world)
      assert.equal(world, s:world())
      assert.is_nil(world.destroyed)
      assert.is_false(s.paused)
      s:step(1)
      assert.equal("old", s:scene().seen)
    end

    local function open_old()
      return open "function scene.update() scene.seen = 'old' end"
    end

    for what, case in pairs {
      ["a syntax error"] = {
        "scene.seen = 'old'", "scene.seen = = 'x'",
        "scene.lua:5: unexpected symbol near '='",
      },
      ["an error in the chunk"] = {
        "function scene.update", "local x = nil + 1\nfunction scene.update",
        "scene.lua:5: attempt to perform arithmetic on a nil value",
      },
      ["an error in the new load"] = {
        "return fake.world()", "error 'no crates'", "scene.lua:3: no crates",
      },
      ["a new load that returns no world"] = {
        "return fake.world()", "return nil", "scene.load must return a world, got nothing",
      },
      ["a module that is missing"] = {
        "function scene.update", "require 'nowhere'\nfunction scene.update",
        "module 'nowhere' not found",
      },
      ["bytecode"] = { HEAD, "\27Lua" .. HEAD, "scene.lua: compiled Lua is refused" },
    } do
      it("keeps the old code for " .. what, function()
        local s = open_old()
        local world, good = s:world(), p.files["scene.lua"].text
        s:step(2)
        assert.equal("kept old (error)", p:replace("scene.lua", case[1], case[2]))
        assert.equal("error", s.banner.kind)
        assert.matches(case[3], s.banner.text, 1, true)
        assert.equal("kept old (error)", s.line)
        assert.is_nil(s.fault)
        assert_old_runs(s, world)
        assert.equal(3, s.steps_run)
        assert.equal("patched", p:edit("scene.lua", good:gsub("'old'", "'new'")))
        assert.is_nil(s.banner)
        s:step(1)
        assert.equal("new", s:scene().seen)
      end)
    end

    it("clears the banner when the good text comes back", function()
      local s = open_old()
      local good = p.files["scene.lua"].text
      p:edit("scene.lua", "nonsense")
      assert.is_table(s.banner)
      assert.equal("patched", p:edit("scene.lua", good))
      assert.is_nil(s.banner)
    end)

    it("leaves no trace of the attempt but what it printed", function()
      local s = open [[
scene.params { n = { 1, 0, 9 } }
kept_global = 1
scene.keep("box", { 1 })
function scene.update() scene.seen = math.random(); scene.count = (scene.count or 0) + 1 end]]
      s:step(3)
      local before = { s:scene().seen, s:scene().count, s:random_state() }
      p:edit("scene.lua", [[
scene.params { m = { 5, 0, 9 } }
kept_global = 2
print "attempt"
new_global = math.random()
scene.keep("box", nil); scene.keep("other", 2)
error "no"]])
      assert.same(before, { s:scene().seen, s:scene().count, s:random_state() })
      assert.equal(1, rawget(s.env, "kept_global"))
      assert.is_nil(rawget(s.env, "new_global"))
      assert.equal("n", s:params()[1].name)
      assert.is_nil(s.kept.other)
      assert.same({ "attempt" }, s:output())
    end)

    it("shows once what led to it, be the old world to stay or to be built anew", function()
      local lines = {}
      local s = open("function scene.update() scene.seen = 'old' end",
        { echo = function(line) lines[#lines + 1] = line end })
      p:replace("scene.lua", "function scene.update",
        "print 'chunk'; error 'x'\nfunction scene.update")
      assert.same({ "chunk" }, lines)
      p:replace("scene.lua", "print 'chunk'; error 'x'", "print 'again'")
      assert.same({ "chunk", "again" }, lines)
      p:replace("scene.lua", "return fake.world()", "print 'load'; error 'y'")
      assert.same({ "chunk", "again", "again", "load" }, lines)
      assert.same(lines, s:output())
    end)

    it("gives the banner a traceback and the source line", function()
      local s = open_old()
      p:replace("scene.lua", "return fake.world()", "error 'no crates'")
      assert.matches("stack traceback", s.banner.traceback, 1, true)
      assert.equal("error 'no crates'", s.banner.source)
    end)

    it("survives 100 bad saves in a row", function()
      local s = open_old()
      local world = s:world()
      for i = 1, 100 do p:edit("scene.lua", "syntax error " .. i) end
      assert_old_runs(s, world)
    end)
  end)

  describe("of a script that could not start", function()
    local STAY = { stay = true }

    for what, case in pairs {
      ["a syntax error"] = { "function scene.load(", "scene.lua:1: <name> or '...' expected", "" },
      ["an error in the chunk"] = { "local x = nil + 1", "scene.lua:1: attempt to", "main chunk" },
      ["an error in load"] = {
        "function scene.load()\nerror 'no crates'\nend", "scene.lua:2: no crates",
        "scene.lua:2: in" },
      ["a missing module"] = { "require 'parts'", "module 'parts' not found", "scene.lua:1: in" },
    } do
      it("keeps " .. what .. " and starts with the next good save", function()
        p = project { ["scene.lua"] = case[1] }
        local s = p:open(nil, STAY)
        assert.is_false(s:has_started())
        assert.is_true(s.paused)
        assert.matches(case[2], s.fault.message, 1, true)
        assert.matches(case[3], s.fault.traceback, 1, true)
        assert.same({}, p:wait(1)) -- the same text is not tried again
        s:set_paused(false)
        assert.is_false(s:tick())
        assert.is_table(s.fault)
        assert.is_true(s:dispatch("keypressed", "a", false))
        assert.is_false(s:draw(1))
        assert.same({}, s:params())
        assert.is_nil(s:world())
        assert.equal("rebuilt", p:edit("scene.lua", HEAD .. "function scene.update() n = 1 end"))
        assert.is_true(s:has_started())
        assert.is_nil(s.fault)
        assert.is_false(s.paused)
        s:step(2)
        assert.equal(2, s:world():steps())
        assert.equal("patched", p:replace("scene.lua", "n = 1", "n = 2"))
      end)
    end

    it("shows the error of the last save, and tries again with a restart", function()
      p = project { ["scene.lua"] = "nonsense" }
      local s = p:open(nil, STAY)
      assert.equal("kept old (error)", p:edit("scene.lua", "local x\nx.y = 1"))
      assert.equal("scene.lua:2: attempt to index a nil value (local 'x')", s.fault.message)
      assert.equal("x.y = 1", s.fault.source)
      assert.is_nil(s.banner)
      assert.error_matches(function() s:restart() end, "attempt to index a nil value", 1, true)
      assert.equal("scene.lua:2", s.fault.where)
      assert.equal("rebuilt", p:edit("scene.lua", HEAD))
    end)

    it("shows once what it printed", function()
      local lines = {}
      p = project {
        ["scene.lua"] = "print 'top'\nfunction scene.load() print 'load'; error 'x' end",
      }
      local s = p:open(nil, { stay = true, echo = function(line) lines[#lines + 1] = line end })
      assert.same({ "top", "load" }, lines)
      assert.same(lines, s:output())
      p:wait(1)
      assert.same({ "top", "load" }, lines)
    end)

    it("starts when the module that failed is mended", function()
      p = project { ["scene.lua"] = HEAD .. "require 'parts'", ["parts.lua"] = "x = = 1" }
      local s = p:open(nil, STAY)
      assert.matches("parts.lua:1: ", s.fault.message, 1, true)
      assert.equal("rebuilt", p:edit("parts.lua", "return {}"))
      assert.is_nil(s.fault)
    end)

    it("gives it the values that it was opened with", function()
      p = project { ["scene.lua"] = "scene.params { n = { 1, 0, 9 } }\n" .. HEAD .. "error 'no'" }
      local s = p:open({ n = 4 }, STAY)
      assert.equal("rebuilt", p:replace("scene.lua", "error 'no'", ""))
      assert.equal(4, s:scene().p.n)
    end)

    it("raises unless it is asked to stay", function()
      p = project { ["scene.lua"] = "error 'no'" }
      assert.error_matches(function() p:open() end,
        "no\nstack traceback:\n\tscene.lua:1: in", 1, true)
    end)
  end)

  describe("a traceback", function()
    local function lines_of(problem)
      local lines = {}
      for line in problem.traceback:gmatch("[^\n]+") do
        lines[#lines + 1] = line:match("^\t(%S+:%d+): in") or line
      end
      return lines
    end

    local DEEP = [[
local parts = require "parts"
local function down(n) if n == 0 then parts.fail() end down(n - 1) return n end
function scene.update() if scene.broken then down(1) end end
function scene.hit() down(0) end
function scene.draw() pcall(string.rep) down(0) end
function scene.keypressed(key) scene.world:step(key) end]]

    local function open_deep()
      p = project {
        ["scene.lua"] = HEAD .. DEEP,
        ["parts.lua"] = "return { fail = function() string.rep() end }",
      }
      return p:open()
    end

    local IN_UPDATE = {
      "stack traceback:", "parts.lua:1", "scene.lua:6", "scene.lua:6", "scene.lua:7" }

    it("of update has the frames of the script's files and no others", function()
      local s = open_deep()
      s:scene().broken = true
      s:tick()
      assert.same(IN_UPDATE, lines_of(s.fault))
    end)

    it("raised in a spec has no frames of the spec's runner either", function()
      local s = open_deep()
      s:scene().broken = true
      local ok, message = pcall(s.step, s, 1)
      assert.is_false(ok)
      local head, traceback = message:match("^([^\n]*)\n(.*)$")
      assert.matches("^parts.lua:1: bad argument #1 to 'rep'", head)
      assert.same(IN_UPDATE, lines_of { traceback = traceback })
    end)

    it("of draw and of an event is in the banner, with the source line", function()
      local s = open_deep()
      s:draw(1)
      assert.same({ "stack traceback:", "parts.lua:1", "scene.lua:6", "scene.lua:9" },
        lines_of(s.banner))
      assert.equal("return { fail = function() string.rep() end }", s.banner.source)
    end)

    it("of an error in a module goes on to who required it", function()
      p = project {
        ["scene.lua"] = "\nrequire 'a'", ["a.lua"] = "\n\nrequire 'b'", ["b.lua"] = "error 'no'" }
      local s = p:open(nil, { stay = true })
      assert.same({ "stack traceback:", "b.lua:1", "a.lua:3", "scene.lua:2" }, lines_of(s.fault))
    end)

    it("of an endless recursion says how deep it was", function()
      local s = open "function scene.update() local function f() f() return 1 end f() end"
      s:tick()
      local lines = lines_of(s.fault)
      assert.equal("scene.lua:5", lines[2])
      assert.matches("^\t%.%.%.\t%(skipping over %d+ levels%)$", lines[#lines])
    end)
  end)

  describe("after an error while running", function()
    local FAULTY = [[
function scene.update() if scene.broken then error "boom" end; scene.seen = "ran" end
function scene.hit() error "ouch" end]]

    it("in update: pauses at the last finished step and keeps message, trace and line", function()
      local s = open(FAULTY)
      s:step(3)
      s:scene().broken = true
      assert.is_false(s:tick())
      assert.is_true(s.paused)
      assert.equal("scene.lua:5: boom", s.fault.message)
      assert.equal("scene.lua:5", s.fault.where)
      assert.matches("^function scene.update%(%)", s.fault.source)
      assert.matches("stack traceback:", s.fault.traceback, 1, true)
      assert.matches("scene.lua:5: in", s.fault.traceback, 1, true)
      assert.not_matches("cairn/scene.lua", s.fault.traceback, 1, true)
      assert.equal(3, s:world():steps())
    end)

    it("in a world hook: the step completes, then the simulation pauses", function()
      local s = open(FAULTY)
      s:world():emit("hit")
      assert.is_false(s:tick())
      assert.is_true(s.paused)
      assert.equal("scene.lua:6: ouch", s.fault.message)
      assert.equal('function scene.hit() error "ouch" end', s.fault.source)
      assert.matches("scene.lua:6: in", s.fault.traceback, 1, true)
      assert.equal(1, s:world():steps())
      assert.equal(1, s.steps_run)
    end)

    it("the next good save resumes from that state", function()
      local s = open(FAULTY)
      s:step(3)
      local world = s:world()
      s:scene().broken = true
      s:tick()
      assert.equal("kept old (error)", p:edit("scene.lua", "not Lua"))
      assert.is_true(s.paused)
      assert.is_table(s.fault)
      assert.equal("patched", p:edit("scene.lua", HEAD .. "function scene.update() end"))
      assert.is_nil(s.fault)
      assert.is_false(s.paused)
      assert.equal(world, s:world())
      assert.is_true(s:tick())
      assert.equal(4, world:steps())
    end)

    it("a pause by the person outlasts the good save", function()
      local s = open(FAULTY)
      s:set_paused(true)
      s:scene().broken = true
      s:tick()
      p:edit("scene.lua", HEAD)
      assert.is_nil(s.fault)
      assert.is_true(s.paused)
    end)

    it("a restart resumes as well", function()
      local s = open(FAULTY)
      s:scene().broken = true
      s:tick()
      s:restart()
      assert.is_nil(s.fault)
      assert.is_false(s.paused)
      assert.is_true(s:tick())
    end)

    it("counts the same error instead of repeating it", function()
      local s = open(FAULTY)
      s:scene().broken = true
      for _ = 1, 60 do s:tick() end
      assert.equal(60, s.fault.count)
    end)

    it("in draw: only drawing stops, until the next good save", function()
      local s = open [[
function scene.draw() scene.frames = (scene.frames or 0) + 1; error 'paint' end]]
      assert.is_false(s:draw(1))
      assert.is_false(s:draw(1))
      assert.equal(1, s:scene().frames)
      assert.is_nil(s.fault)
      assert.is_false(s.paused)
      assert.matches("scene.draw is off: scene.lua:5: paint", s.banner.text, 1, true)
      assert.is_true(s:tick())
      assert.equal("patched", p:replace("scene.lua", "; error 'paint'", ""))
      assert.is_true(s:draw(1))
      assert.is_nil(s.banner)
    end)

    local EVENTS = {
      keypressed = { "a", false }, keyreleased = { "a" }, mousepressed = { 1, 2, 1 },
      mousereleased = { 1, 2, 1 }, mousemoved = { 1, 2, 0, 0 }, wheelmoved = { 0, 1 },
    }
    for name, arguments in pairs(EVENTS) do
      for _, value in ipairs { "'text'", "{}", "nil" } do
        it(("in %s with error(%s): that hook is off, nothing else"):format(name, value), function()
          local s = open(([[
function scene.%s() scene.calls = (scene.calls or 0) + 1; error(%s) end
function scene.update() scene.updates = (scene.updates or 0) + 1 end]]):format(name, value))
          assert.is_false(s:dispatch(name, table.unpack(arguments)))
          assert.is_true(s:dispatch(name, table.unpack(arguments)))
          assert.equal(1, s:scene().calls)
          assert.is_false(s.paused)
          assert.is_nil(s.fault)
          s:step(1)
          assert.equal(1, s:scene().updates)
          p:replace("scene.lua", "error(", "type(1, ")
          assert.is_true(s:dispatch(name, table.unpack(arguments)))
          assert.equal(2, s:scene().calls)
        end)
      end
    end

    it("in a parameter hook: that hook is off", function()
      local s = open [[
scene.params { n = { 1, 0, 9 } }
function scene.changed() scene.calls = (scene.calls or 0) + 1; error "no" end]]
      assert.has_error(function() s:set("n", 2) end)
      s:set("n", 3)
      assert.equal(1, s:scene().calls)
      assert.equal(3, s:scene().p.n)
      assert.is_false(s.paused)
    end)

    it("in the reload hook: that hook is off", function()
      local s = open "function scene.reloaded() error 'no' end"
      assert.equal("patched", p:edit("scene.lua", p.files["scene.lua"].text .. "\n-- more"))
      assert.matches("scene.reloaded is off", s.banner.text, 1, true)
      assert.is_false(s.paused)
    end)
  end)
end)
