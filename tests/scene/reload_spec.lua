-- Hot reload, row by row of the table in the Lua contract, with files and clock in memory.

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

    it("keeps what the file guards with `or`, at each patch", function()
      local s = open [[
score = score or 0
list = list or {}
flag = flag == nil and "first" or flag
if not begun then begun = true; begins = (begins or 0) + 1 end
scene.hits = scene.hits or 0
function scene.update()
  score = score + 1; list[#list + 1] = score; scene.hits = scene.hits + 2; flag = "live"
  scene.seen = score
end]]
      s:step(3)
      for i = 1, 3 do
        assert.equal("patched", p:replace("scene.lua", "scene.seen", " scene.seen"))
        s:step(1)
        assert.equal(3 + i, s:scene().seen)
      end
      assert.equal(6, #rawget(s.env, "list"))
      assert.equal("live", rawget(s.env, "flag"))
      assert.equal(1, rawget(s.env, "begins"))
      assert.equal(12, s:scene().hits)
      assert.same({}, s.warnings)
    end)

    it("begins them anew at a rebuild", function()
      local s = open "score = score or 0\nfunction scene.update() score = score + 1 end"
      s:step(3)
      assert.equal("rebuilt", p:replace("scene.lua", "return fake", "return  fake"))
      assert.equal(0, rawget(s.env, "score"))
    end)

    it("does not build anew because a guarded value that load uses has moved", function()
      p = project { ["scene.lua"] = [[
local fake = require "fake_world"
level = level or 1
function scene.load() local w = fake.world(); w.level = level; return w end
function scene.update() level = level + 1 end]] }
      local s = p:open()
      s:step(3)
      assert.equal("patched", p:replace("scene.lua", "level + 1", "level + 2"))
      assert.equal("patched", p:replace("scene.lua", "level + 2", "level + 3"))
      s:step(1)
      assert.equal(7, rawget(s.env, "level"))
      assert.equal("rebuilt", p:replace("scene.lua", "level or 1", "5"))
      assert.equal(5, s:world().level)
    end)

    it("takes new functions even where the old ones are guarded", function()
      local s = open [[
helper = helper or function() return "old" end
function scene.update() scene.seen = helper() end]]
      p:replace("scene.lua", '"old"', '"new"')
      s:step(1)
      assert.equal("new", s:scene().seen)
    end)

    it("says once which are read again", function()
      local s = open [[
score = 0
names = {}
scene.lives = 3
CONSTANT = 1
function scene.update() score = score + 1; names[#names + 1] = "x"; scene.lives = 2 end]]
      s:step(3)
      p:replace("scene.lua", "CONSTANT = 1", "CONSTANT = 2")
      local rest = " had changed while running; the file gives it a value, so it is read again "
      assert.same({
        "global 'names'" .. rest .. "('names = names or ...' would keep it)",
        "global 'score'" .. rest .. "('score = score or ...' would keep it)",
        "scene.lives" .. rest .. "('scene.lives = scene.lives or ...' would keep it)",
      }, s.warnings)
      assert.equal(0, rawget(s.env, "score"))
      s:step(3)
      p:replace("scene.lua", "CONSTANT = 2", "CONSTANT = 3")
      assert.equal(3, #s.warnings)
    end)

    it("leaves closures that live on with the locals they had", function()
      local s = open [[
local score, calls
local STEP = 1
function scene.load()
  score, calls = 0, { function() score = score + 1 end }
  return fake.world()
end
function scene.update() calls[1](); scene.score, scene.last = score, STEP end
function scene.keypressed() score = score + 100 end]]
      s:step(3)
      for i = 2, 4 do
        assert.equal("patched", p:replace("scene.lua", "STEP = " .. i - 1, "STEP = " .. i))
        s:press "a"
        s:step(1)
        assert.equal(101 * (i - 1) + 3, s:scene().score)
        assert.equal(i, s:scene().last)
      end
    end)

    it("leaves no way to old values when the patch is over or fails", function()
      local s = open "x = x or 1\nfunction scene.update() scene.seen = gone end"
      s.env.gone = 5
      assert.equal("patched", p:replace("scene.lua", "x or 1", "x or 2"))
      s.env.gone = nil
      assert.is_nil(s.env.gone)
      assert.equal("kept old (error)", p:replace("scene.lua", "x or 2", "x or 3; error 'no'"))
      s.env.x = nil
      assert.is_nil(s.env.x)
      assert.is_nil(s:scene().no_such_field)
      assert.equal(pairs, s.env.pairs)
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
lib.HEIGHT = 1
local rows = {}
rows[1] = { 1, 2,
  3 }
RAMP = { 1 }
scene.SLOPE = 1
function scene.load()
  local world = fake.world()
  world.made = crate() + GRAVITY + #LEVEL + lib.wall() + floor() + lib.HEIGHT + #rows[1]
    + #RAMP + scene.SLOPE
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
      ["a field that it names, of a table of functions"] = { "HEIGHT = 1", "HEIGHT = 2" },
      ["what is put into a table"] = { "  3 }", "  4 }" },
      ["a global table it names"] = { "RAMP = { 1 }", "RAMP = { 1, 2 }" },
      ["a field of scene it names"] = { "SLOPE = 1", "SLOPE = 2" },
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

    it("held back is said, and built when the hold ends", function()
      local s = open "function scene.reloaded() scene.times = (scene.times or 0) + 1 end"
      local old = s:world()
      s:step(3)
      s.hold = true
      assert.equal("patched", p:replace("scene.lua", "return fake.world()", "return  fake.world()"))
      assert.is_true(s.edit_waits)
      assert.equal("info", s.banner.kind)
      assert.matches("an edit of what builds it waits", s.banner.text, 1, true)
      assert.same({}, p:wait(1))
      s.hold = false
      assert.same({ "rebuilt" }, p:wait(1))
      assert.equal("rebuilt", s.line)
      assert.is_false(s.edit_waits)
      assert.is_nil(s.banner)
      assert.is_true(old.destroyed)
      assert.equal(0, s.steps_run)
      assert.equal(1, s:scene().times)
    end)

    it("held back and taken back leaves the world alone", function()
      local s = open ""
      local old = s:world()
      s.hold = true
      p:replace("scene.lua", "return fake.world()", "return  fake.world()")
      assert.equal("patched", p:replace("scene.lua", "return  fake.world()", "return fake.world()"))
      assert.is_false(s.edit_waits)
      assert.is_nil(s.banner)
      s.hold = false
      assert.same({}, p:wait(1))
      assert.equal(old, s:world())
    end)

    it("held back that then fails to build keeps the old world, and is tried at the next edit",
      function()
        local s = open ""
        local old = s:world()
        s.hold = true
        p:replace("scene.lua", "return fake.world()", "error 'no'")
        s.hold = false
        assert.same({ "kept old (error)" }, p:wait(1))
        assert.equal("scene.lua:3: no", s.banner.text)
        assert.equal(old, s:world())
        assert.equal("rebuilt", p:replace("scene.lua", "error 'no'", "return (fake.world())"))
      end)

    it("held back is in the world that a restart makes", function()
      local s = open ""
      s.hold = true
      p:replace("scene.lua", "local fake", "local  fake")
      p:replace("scene.lua", "return fake.world()", "local w = fake.world() w.new = 1 return w")
      s:restart()
      assert.equal(1, s:world().new)
      assert.is_false(s.edit_waits)
      s.hold = false
      assert.same({}, p:wait(1))
    end)

    it("is not rebuilt because a table of it has been filled meanwhile, or by chance", function()
      local s = open [[
local seen, stars = {}, {}
for i = 1, 3 do stars[i] = math.random() end
RAMP = {}
function scene.load() seen[1], RAMP[1] = #stars, 1; return fake.world() end
function scene.update() seen[#seen + 1], RAMP.x = 1, scene end]]
      local old = s:world()
      s:step(2)
      assert.equal("patched", p:replace("scene.lua", "RAMP.x = 1", "RAMP.x = 2"))
      assert.equal(old, s:world())
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
