-- Hot reload, row by row of the table in the Lua contract, with files and clock in memory.

local project = require "tests.support.project"

local HEAD = [[
local fake = require "fake_world"
function scene.load()
  return fake.world()
end
]]

local function output_of(s) return table.concat(s:output(), "\n") end

describe("hot reload", function()
  local p

  local function open(body, opts)
    p = project { ["scene.lua"] = HEAD .. body }
    return p:open(nil, opts)
  end

  after_each(function()
    if p and p.s then p.s:close() end
    p = nil
  end)

  describe("of the body of a hook", function()
    it("is patched: the hook is replaced and the world stays", function()
      local s = open "function scene.update() scene.speed = 1 end"
      local world = s:world()
      s:step(5)
      assert.equal("patched", p:replace("scene.lua", "speed = 1", "speed = 2"))
      s:step(1)
      assert.equal(2, s:scene().speed)
      assert.equal(world, s:world())
      assert.equal(world, s:scene().world)
      assert.equal(6, world:steps())
      assert.equal(6, s.steps_run)
      assert.equal("patched", s.line)
    end)

    it("takes effect for world hooks, which are found by name", function()
      local s = open "function scene.hit() print 'old' end"
      p:replace("scene.lua", "'old'", "'new'")
      s:world():emit("hit")
      s:step(1)
      assert.same({ "new" }, s:output())
    end)

    it("does not call load again", function()
      local s = open "local n = 0"
      p:edit("scene.lua", p.files["scene.lua"].text .. "\nfunction scene.update() end")
      assert.is_false(s:world().destroyed or false)
      assert.equal("patched", s.line)
    end)

    it("is patched when lines move", function()
      open ""
      assert.equal("patched", p:edit("scene.lua", "\n\n-- more\n" .. HEAD))
    end)

    it("keeps pause, output and random numbers where they were", function()
      local body = "function scene.update() scene.x = math.random() end"
      local s = open(body)
      s:step(3)
      s:set_paused(true)
      p:replace("scene.lua", "scene.x =", "scene.x  =")
      assert.is_true(s.paused)
      s:step(1)
      local after = s:scene().x
      s:close()
      local other = open(body)
      other:step(4)
      assert.equal(other:scene().x, after)
    end)

    it("tells the script which files changed", function()
      local s = open "function scene.reloaded(files) print(table.concat(files, ' ')) end"
      p:replace("scene.lua", "table.concat", "table.concat ")
      assert.same({ "scene.lua" }, s:output())
    end)
  end)

  describe("of a file local", function()
    it("without an initial value keeps its live value", function()
      local s = open [[
local count
function scene.update() count = (count or 0) + 1; scene.seen = count end]]
      s:step(5)
      p:replace("scene.lua", "scene.seen = count", "scene.seen = count * 10")
      s:step(1)
      assert.equal(60, s:scene().seen)
      p:replace("scene.lua", "* 10", "* 100")
      s:step(1)
      assert.equal(700, s:scene().seen)
    end)

    it("without an initial value keeps the very table", function()
      local s = open [[
local list
function scene.update() list = list or {}; scene.seen = list end]]
      s:step(1)
      local list = s:scene().seen
      p:replace("scene.lua", "scene.seen = list", "scene.seen  = list")
      s:step(1)
      assert.equal(list, s:scene().seen)
    end)

    it("keeps false, which is a value", function()
      local s = open [[
local flag
function scene.update() if flag == nil then flag = false end; scene.seen = flag end]]
      s:step(1)
      p:replace("scene.lua", "if flag == nil then flag = false end; ", "")
      s:step(1)
      assert.is_false(s:scene().seen)
    end)

    it("with an initial value is read again", function()
      local s = open "local SPEED = 3\nfunction scene.update() scene.seen = SPEED end"
      assert.equal("patched", p:replace("scene.lua", "SPEED = 3", "SPEED = 4"))
      s:step(1)
      assert.equal(4, s:scene().seen)
      assert.equal("", output_of(s))
    end)

    it("with an initial value that had changed is read again and said once", function()
      local s = open "local score = 0\nfunction scene.update() score = score + 1 end"
      s:step(3)
      p:replace("scene.lua", "score + 1", "score + 2")
      assert.equal(1, #s.warnings)
      assert.matches("local 'score' had changed while running", s.warnings[1], 1, true)
      s:step(3)
      p:replace("scene.lua", "score + 2", "score + 3")
      assert.equal(1, #s.warnings)
    end)

    it("that is a table filled in place counts as changed", function()
      local s = open "local list = {}\nfunction scene.update() list[#list + 1] = 1 end"
      s:step(3)
      p:replace("scene.lua", "] = 1", "] = 2")
      assert.matches("local 'list' had changed", s.warnings[1], 1, true)
    end)

    it("holding a function is never carried", function()
      local s = open [[
local action
function scene.update()
  scene.seen = action
  action = function() end
end]]
      s:step(2)
      assert.is_function(s:scene().seen)
      p:replace("scene.lua", "scene.seen = action", "scene.seen = action or 'none'")
      s:step(1)
      assert.equal("none", s:scene().seen)
    end)

    it("of a name used twice is not carried, and said", function()
      local s = open [[
local n
function scene.update() n = (n or 0) + 1; scene.first = n end
local n
function scene.draw() n = (n or 0) + 1 end]]
      s:step(3)
      p:replace("scene.lua", "scene.first = n", "scene.first  = n")
      assert.matches("more than one local is called 'n'", s.warnings[1], 1, true)
      s:step(1)
      assert.equal(1, s:scene().first)
    end)

    it("is not confused by closures made later", function()
      local s = open [[
local count
local made
function scene.update()
  count = (count or 0) + 1
  local inner = count
  made = made or {}
  do
    local count = "another"
    made[#made + 1] = function() return count, inner end
  end
  scene.seen = count
end]]
      s:step(3)
      p:replace("scene.lua", "scene.seen = count", "scene.seen  = count")
      s:step(1)
      assert.equal(4, s:scene().seen)
      assert.same({}, s.warnings)
    end)

    it("used by a helper alone is carried as well", function()
      local s = open [[
local total
local function add() total = (total or 0) + 1; return total end
function scene.update() scene.seen = add() end]]
      s:step(3)
      p:replace("scene.lua", "scene.seen = add()", "scene.seen = add() + 100")
      s:step(1)
      assert.equal(104, s:scene().seen)
    end)
  end)

  describe("of globals and fields of scene", function()
    it("keeps values set while running, not functions", function()
      local s = open [[
function scene.update() score = (score or 0) + 1; scene.seen = score; helper = print end]]
      s:step(3)
      p:replace("scene.lua", "scene.seen = score;", "scene.seen = score; scene.was = helper;")
      s:step(1)
      assert.equal(4, s:scene().seen)
      assert.is_nil(s:scene().was)
      assert.is_nil(rawget(_G, "score"))
    end)

    it("works when the script makes its globals strict", function()
      local s = open [[
setmetatable(_G, { __newindex = function(_, name) error("global " .. name) end, __metatable = 1 })
function scene.update() scene.seen = 1 end]]
      p:replace("scene.lua", "seen = 1", "seen = 2")
      assert.equal("patched", s.line)
      assert.equal("kept old (error)", p:replace("scene.lua", "function scene.update", "x = 1; %"))
      s:step(1)
      assert.equal(2, s:scene().seen)
    end)

    it("keeps the identity of the scene table", function()
      local s = open "function scene.update() end"
      local before = s:scene()
      p:replace("scene.lua", "scene.update() end", "scene.update()  end")
      assert.equal(before, s:scene())
    end)
  end)

  describe("of the code that builds the scene", function()
    local BUILD = [[
local fake = require "fake_world"
local WIDTH = 3
local UNUSED = 1
local GRAVITY <const> = 10
local LEVEL = { 1, 2 }
local function crate() return WIDTH end
local lib = {
  wall = function() return 1 end,
  other = function() return 2 end,
}
function floor() return 5 end
function scene.load()
  local world = fake.world()
  world.made = crate() + GRAVITY + #LEVEL + lib.wall() + floor()
  return world
end
function scene.update() scene.seen = UNUSED end
]]
    local function open_build()
      p = project { ["scene.lua"] = BUILD }
      return p:open()
    end

    for what, edit in pairs {
      ["scene.load"] = { "local world =", "local  world =" },
      ["a helper it reaches"] = { "return WIDTH", "return WIDTH + 1" },
      ["a constant a helper captures"] = { "WIDTH = 3", "WIDTH = 4" },
      ["a <const> it uses"] = { "<const> = 10", "<const> = 11" },
      ["a table written out that it uses"] = { "{ 1, 2 }", "{ 1, 2, 3 }" },
      ["a function in a table that it names"] = { "return 1 end", "return 7 end" },
      ["a global function it names"] = { "return 5", "return 6" },
    } do
      it("rebuilds when " .. what .. " changes", function()
        local s = open_build()
        local old = s:world()
        s:step(7)
        assert.equal("rebuilt", p:replace("scene.lua", edit[1], edit[2]))
        assert.not_equal(old, s:world())
        assert.is_true(old.destroyed)
        assert.equal(0, s.steps_run)
        assert.equal(0, s:world():steps())
        assert.equal("rebuilt", s.line)
      end)
    end

    for what, edit in pairs {
      ["a constant load does not use"] = { "UNUSED = 1", "UNUSED = 2" },
      ["a function in a table that it does not name"] = { "return 2 end", "return 9 end" },
    } do
      it("patches when " .. what .. " changes", function()
        local s = open_build()
        local old = s:world()
        assert.equal("patched", p:replace("scene.lua", edit[1], edit[2]))
        assert.equal(old, s:world())
      end)
    end

    it("rebuilds as a fresh start: locals, globals and random numbers begin anew", function()
      local s = open [[
local n
function scene.update() n = (n or 0) + 1; total = (total or 0) + 1; scene.x = math.random() end]]
      s:step(1)
      local first = s:scene().x
      s:step(4)
      p:replace("scene.lua", "return fake.world()", "return  fake.world()")
      assert.is_nil(s:scene().x)
      s:step(1)
      assert.equal(first, s:scene().x)
      assert.equal(1, rawget(s.env, "total"))
    end)

    it("prints of the attempt come once", function()
      local s = open "print 'chunk'"
      p:replace("scene.lua", "return fake.world()", "return  fake.world()")
      assert.same({ "chunk", "chunk" }, s:output())
    end)

    it("holds the world when asked to, until the next edit", function()
      local s = open "local fast = 1\nfunction scene.update() scene.seen = fast end"
      local old = s:world()
      s.hold = true
      assert.equal("patched", p:replace("scene.lua", "return fake.world()", "return  fake.world()"))
      assert.equal(old, s:world())
      s.hold = false
      assert.equal("rebuilt", p:replace("scene.lua", "fast = 1", "fast = 2"))
    end)

    it("is not rebuilt because a module's state moved", function()
      p = project {
        ["scene.lua"] = [[
local fake = require "fake_world"
local counter = require "counter"
function scene.load() counter.next(); return fake.world() end
function scene.update() counter.next() end]],
        ["counter.lua"] = [[
local M, n = { last = 0 }, 0
function M.next() n = n + 1; M.last = n; return n end
return M]],
      }
      local s = p:open()
      s:step(5)
      assert.equal("patched", p:replace("scene.lua", "update() counter", "update()  counter"))
    end)
  end)

  describe("of a parameter", function()
    local function open_params()
      return open [[
scene.params { rows = { 3, 1, 9, step = 1 }, tall = { 2, 1, 9, rebuild = true } }
function scene.changed(name, value) print(name, value) end]]
    end

    it("keeps the live value unless the default in the source changed", function()
      local s = open_params()
      s:set("rows", 7)
      p:replace("scene.lua", "1, 9, step", "1, 10, step")
      assert.equal(7, s:scene().p.rows)
      p:replace("scene.lua", "rows = { 3", "rows = { 4")
      assert.equal(4, s:scene().p.rows)
      assert.same({ "rows\t7", "rows\t4" }, s:output())
    end)

    it("rebuilds when the default of one that asks for it changed", function()
      open_params()
      assert.equal("rebuilt", p:replace("scene.lua", "tall = { 2", "tall = { 3"))
    end)

    it("is brought into a new range", function()
      local s = open_params()
      s:set("rows", 9)
      p:replace("scene.lua", "3, 1, 9", "3, 1, 5")
      assert.equal(5, s:scene().p.rows)
    end)

    it("that is gone is unknown", function()
      local s = open_params()
      p:replace("scene.lua", "rows = { 3, 1, 9, step = 1 }, ", "")
      assert.has_error(function() s:set("rows", 2) end, "unknown parameter 'rows'")
    end)
  end)

  describe("that removes a hook", function()
    it("leaves nothing that is called", function()
      local s = open [[
function scene.update() print 'update' end
function scene.hit() print 'hit' end]]
      p:edit("scene.lua", HEAD)
      s:world():emit("hit")
      s:step(1)
      assert.same({}, s:output())
      assert.is_nil(s:scene().update)
    end)
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

    it("leaves no trace of the attempt", function()
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
      assert.same({}, s:output())
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

  describe("of a required module", function()
    local FILES = {
      ["scene.lua"] = [[
local fake = require "fake_world"
print "main"
local a = require "a"
local b = require "b"
local name = b.name
function scene.load() return fake.world() end
function scene.update() scene.seen = b.name .. a.value .. name end]],
      ["a.lua"] = "print 'a'\nlocal M = { value = 1 }\nreturn M",
      ["b.lua"] = "print 'b'\nlocal a = require 'a'\nlocal M = { name = 'b' .. a.value }\nreturn M",
      ["other.lua"] = "print 'other'\nreturn {}",
    }

    local function open_modules()
      p = project(FILES)
      return p:open()
    end

    it("runs it and all that need it again, in load order", function()
      local s = open_modules()
      assert.same({ "main", "a", "b" }, s:output())
      assert.equal("patched", p:replace("a.lua", "value = 1", "value = 2"))
      assert.same({ "main", "a", "b", "main", "a", "b" }, s:output())
      s:step(1)
      assert.equal("b22b2", s:scene().seen)
    end)

    it("leaves modules that do not need it alone", function()
      local s = open_modules()
      assert.equal("patched", p:replace("b.lua", "'b' ..", "'c' .."))
      assert.same({ "main", "a", "b", "main", "b" }, s:output())
      s:step(1)
      assert.equal("c11c1", s:scene().seen)
    end)

    it("keeps the identity of module tables, clears and refills them", function()
      local s = open_modules()
      local module = s.modules.records.a.value
      p:edit("a.lua", "return { value = 5, more = true }")
      assert.equal(module, s.modules.records.a.value)
      assert.same({ value = 5, more = true }, module)
      p:edit("a.lua", "return { value = 6 }")
      assert.same({ value = 6 }, module)
    end)

    it("keeps one table for a class: old instances get new methods", function()
      p = project {
        ["scene.lua"] = [[
local fake = require "fake_world"
local Crate = require "crate"
local crate
function scene.load() crate = Crate.new() return fake.world() end
function scene.update() scene.seen = crate:name() end]],
        ["crate.lua"] = [[
local Crate = {}
Crate.__index = Crate
function Crate.new() return setmetatable({}, Crate) end
function Crate:name() return self:prefix() .. "old" end
function Crate:prefix() return "" end
function Crate.is(object) return getmetatable(object) == Crate end
return Crate]],
      }
      local s = p:open()
      assert.equal("patched", p:replace("crate.lua", '"old"', '"new"'))
      s:step(1)
      assert.equal("new", s:scene().seen)
      local class = s.modules.records.crate.value
      assert.is_true(class.is(class.new()))
    end)

    it("keeps locals without an initial value in modules too", function()
      p = project {
        ["scene.lua"] = HEAD .. [[
local counter = require "counter"
function scene.update() scene.seen = counter() end]],
        ["counter.lua"] = "local n\nreturn function() n = (n or 0) + 1; return n end",
      }
      local s = p:open()
      s:step(3)
      p:replace("counter.lua", "return n end", "return n * 10 end")
      s:step(1)
      assert.equal(40, s:scene().seen)
    end)

    it("with an error keeps all the old code", function()
      local s = open_modules()
      local module = s.modules.records.a.value
      assert.equal("kept old (error)", p:edit("a.lua", "return { value = nil + 1 }"))
      assert.matches("a.lua:1: attempt to perform arithmetic", s.banner.text, 1, true)
      assert.same({ value = 1 }, module)
      s:step(1)
      assert.equal("b11b1", s:scene().seen)
      assert.equal("patched", p:edit("a.lua", "return { value = 3 }"))
      assert.same({ value = 3 }, module)
    end)

    it("with an error in what needs it takes the module back as well", function()
      local s = open_modules()
      local module = s.modules.records.a.value
      assert.equal("kept old (error)", p:edit("a.lua", "return {}"))
      assert.same({ value = 1 }, module)
      assert.matches("b.lua:3:", s.banner.text, 1, true)
    end)

    it("rebuilds when load reaches an edited function of it", function()
      p = project {
        ["scene.lua"] = [[
local fake = require "fake_world"
local parts = require "parts"
function scene.load() local w = fake.world(); w.parts = parts.crate(); return w end]],
        ["parts.lua"] = [[
local M = {}
function M.crate() return 1 end
function M.light() return 2 end
return M]],
      }
      local s = p:open()
      assert.equal("patched", p:replace("parts.lua", "return 2", "return 3"))
      assert.equal("rebuilt", p:replace("parts.lua", "return 1", "return 4"))
      assert.equal(4, s:world().parts)
    end)

    it("follows modules that an edit adds, also when they are missing at first", function()
      local s = open_modules()
      p:delete("other.lua")
      local text = FILES["scene.lua"] .. "\nrequire 'other'"
      assert.equal("kept old (error)", p:edit("scene.lua", text))
      assert.equal("patched", p:edit("other.lua", "print 'here'"))
      assert.is_nil(s.banner)
      assert.equal("patched", p:edit("other.lua", "print 'again'"))
      assert.equal("again", s:output()[#s:output()])
    end)

    it("follows a new module that does not compile at first", function()
      open_modules()
      p:save("fresh.lua", "nonsense")
      assert.equal("kept old (error)",
        p:edit("scene.lua", FILES["scene.lua"] .. "\nrequire 'fresh'"))
      assert.equal("patched", p:edit("fresh.lua", "return 1"))
    end)

    it("reloads modules required while running", function()
      p = project {
        ["scene.lua"] = HEAD .. "function scene.update() scene.seen = require('late').value end",
        ["late.lua"] = "return { value = 1 }",
      }
      local s = p:open()
      s:step(1)
      p:wait(0.3)
      assert.equal("patched", p:edit("late.lua", "return { value = 2 }"))
      s:step(1)
      assert.equal(2, s:scene().seen)
    end)

    it("takes several saved files as one change", function()
      local s = open_modules()
      p:save("a.lua", "return { value = 7 }")
      p:wait(0.02)
      assert.equal("patched", p:replace("b.lua", "'b' ..", "'z' .."))
      s:step(1)
      assert.equal("z77z7", s:scene().seen)
    end)

    it("names modules that require each other", function()
      p = project {
        ["scene.lua"] = "require 'a'", ["a.lua"] = "require 'b'", ["b.lua"] = "require 'a'",
      }
      local _, message = pcall(p.open, p)
      assert.matches("modules require each other in a loop: a -> b -> a", message, 1, true)
    end)
  end)

  describe("of a file that says nothing new", function()
    local BODY = "function scene.update() scene.seen = 'old' end"

    it("does nothing when it is touched", function()
      open(BODY)
      assert.equal("", p:edit("scene.lua", p.files["scene.lua"].text))
      assert.equal("", p.s.line)
    end)

    it("does nothing when it is empty or blank, and sees the text that follows", function()
      local s = open(BODY)
      assert.equal("", p:edit("scene.lua", ""))
      assert.equal("", p:edit("scene.lua", " \n\n"))
      assert.is_nil(s.banner)
      assert.equal("patched", p:edit("scene.lua", HEAD))
    end)

    it("says so when it is deleted, and takes it back", function()
      local s = open(BODY)
      local text = p.files["scene.lua"].text
      p:delete("scene.lua")
      assert.same({}, p:wait(2))
      assert.equal("info", s.banner.kind)
      assert.matches("^scene.lua is gone %(running the version of %d+:%d+:%d+%)$", s.banner.text)
      s:step(1)
      assert.equal("old", s:scene().seen)
      assert.equal("", p:edit("scene.lua", text))
      assert.is_nil(s.banner)
      assert.equal("patched", p:edit("scene.lua", HEAD))
    end)

    it("says so when it can no longer be read", function()
      local s = open(BODY)
      p:save("scene.lua", "")
      p.files["scene.lua"].problem = "is a folder"
      assert.same({}, p:wait(1))
      assert.matches("^scene.lua cannot be read: is a folder", s.banner.text)
      s:step(1)
      assert.equal("patched", p:edit("scene.lua", HEAD))
      assert.is_nil(s.banner)
    end)

    it("is not fooled by a file in the making", function()
      local s = open(BODY)
      local new = HEAD .. "function scene.update() scene.seen = 'new' end"
      local outcomes = {}
      for i = 1, 7 do -- seven pieces, 20 ms apart
        p:save("scene.lua", new:sub(1, #new * i // 7))
        p.now = p.now + 0.02
        outcomes[#outcomes + 1] = s:frame_poll(p.now)
      end
      assert.same({}, outcomes)
      assert.same({ "patched" }, p:wait(0.3))
      assert.is_nil(s.banner)
    end)

    it("acts only once size and time have been still for 50 ms", function()
      local s = open(BODY)
      p:save("scene.lua", HEAD)
      assert.is_nil(s:frame_poll(p.now))
      assert.is_nil(s:frame_poll(p.now + 0.049))
      assert.equal("patched", s:frame_poll(p.now + 0.051))
      assert.is_nil(s:frame_poll(p.now + 0.06))
    end)

    it("sees each of 100 saves in each of four styles within 300 ms", function()
      local s = open(BODY)
      local styles = {
        function(text) p:save("scene.lua", text) end,
        function(text) p:save("scene.lua", ""); p:wait(0.01); p:save("scene.lua", text) end,
        function(text) p:save("scene.tmp", text); p:rename("scene.tmp", "scene.lua") end,
        function(text)
          p:rename("scene.lua", "scene.lua~")
          p:wait(0.02)
          p:save("scene.lua", text)
          p:delete("scene.lua~")
        end,
      }
      local seen = 0
      for i = 1, 400 do
        styles[i % 4 + 1](HEAD .. ("function scene.update() scene.seen = %d end"):format(i))
        seen = seen + #p:wait(0.3)
        s:step(1)
        assert.equal(i, s:scene().seen)
      end
      assert.equal(400, seen)
    end)

    it("works without stat, by comparing texts", function()
      local s = open(BODY, { stat = false })
      assert.equal("", p:edit("scene.lua", p.files["scene.lua"].text))
      assert.equal("patched", p:replace("scene.lua", "'old'", "'new'"))
      s:step(1)
      assert.equal("new", s:scene().seen)
    end)

    it("is not looked at with watch = false", function()
      open(BODY, { watch = false })
      assert.equal("", p:replace("scene.lua", "'old'", "'new'"))
    end)

    it("accepts a byte order mark, CRLF and a first line for the shell", function()
      open(BODY)
      local text = HEAD .. "function scene.update() scene.seen = 'crlf' end"
      assert.equal("patched", p:edit("scene.lua", "\239\187\191" .. text:gsub("\n", "\r\n")))
      p.s:step(1)
      assert.equal("crlf", p.s:scene().seen)
      assert.not_equal("kept old (error)", p:edit("scene.lua", "#!/usr/bin/env cairn\n" .. text))
    end)
  end)

  describe("over and over", function()
    it("leaks nothing and ends as a fresh start", function()
      local body = "local list\nfunction scene.update() list = { scene.x }; scene.x = %d end"
      local s = open(body:format(0))
      local function cycle(from, to)
        for i = from, to do
          s:reload(HEAD .. body:format(i))
          s:step(1)
        end
        collectgarbage() collectgarbage()
        return collectgarbage "count"
      end
      local before = cycle(1, 50)
      local after = cycle(51, 1000)
      assert.is_true(after - before < 50, ("%.1f KB more"):format(after - before))
      assert.equal(1000, s:scene().x)
    end)
  end)

  describe("of scene.keep", function()
    it("gives the same table each time, so old instances get new methods", function()
      local s = open [[
local Crate = scene.keep("Crate", {})
function Crate.name() return "old" end
function scene.update() scene.seen = scene.keep("Crate") end]]
      s:step(1)
      local class = s:scene().seen
      p:replace("scene.lua", '"old"', '"new"')
      s:step(1)
      assert.equal(class, s:scene().seen)
      assert.equal("new", class.name())
    end)
  end)

  describe(":reload", function()
    it("takes a text as if it had been saved", function()
      local s = open "function scene.update() scene.seen = 1 end"
      assert.equal("patched", (s:reload(HEAD .. "function scene.update() scene.seen = 2 end")))
      s:step(1)
      assert.equal(2, s:scene().seen)
      local outcome, message = s:reload("x = = 1")
      assert.equal("kept old (error)", outcome)
      assert.equal("scene.lua:1: unexpected symbol near '='", message)
      assert.same({}, p:wait(1)) -- the file itself has not changed
    end)
  end)
end)
