-- Hot reload of required modules, and of files that are no edit: deleted, touched, half written.

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

    it("does not say that the local which holds it had changed", function()
      p = project {
        ["scene.lua"] = HEAD .. [[
local util = require "util"
local kept = scene.keep("kept", {})
function scene.update() scene.seen = util.one(); kept[#kept + 1] = 1 end]],
        ["util.lua"] = "local M = {}\nfunction M.one() return 1 end\nreturn M",
      }
      local s = p:open()
      s:step(2)
      local two = "return 2 end\nfunction M.two() end"
      assert.equal("patched", p:replace("util.lua", "return 1 end", two))
      assert.equal("patched", p:replace("util.lua", "function M.two() end", ""))
      s:step(1)
      assert.equal(2, s:scene().seen)
      assert.same({}, s.warnings)
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

    describe("whose data load uses", function()
      local DATA = {
        ["scene.lua"] = [[
local fake = require "fake_world"
local levels = require "levels"
local sizes = require "sizes"
function scene.load()
  local world = fake.world()
  world.level, world.rows = levels[1](), sizes.rows
  world.wall = require("late").WALL + #require "plan"
  return world
end
function scene.update() sizes.step() end]],
        ["levels.lua"] = [[
local levels = {}
levels[1] = function() return "one" end
return levels]],
        ["sizes.lua"] = [[
local sizes = { columns = 2, rows = 3, seen = {} }
function sizes.step() sizes.seen[#sizes.seen + 1] = sizes.columns end
return sizes]],
        ["late.lua"] = "local late = {}\nlate.WALL = 1\nlate.DOOR = 1\n"
          .. "function late.f() return 1 end\nreturn late",
        ["plan.lua"] = "return { '#..#',\n '####' }",
      }

      for what, edit in pairs {
        ["a function in a list"] = { "levels.lua", "one", "two" },
        ["a field"] = { "sizes.lua", "rows = 3", "rows = 4" },
        ["a field of a file that load itself requires"] = { "late.lua", "WALL = 1", "WALL = 2" },
        ["anything in a file of data alone"] = { "plan.lua", "####", "#..#" },
      } do
        it("rebuilds when " .. what .. " changes", function()
          p = project(DATA)
          p:open():step(3)
          assert.equal("rebuilt", p:replace(table.unpack(edit)))
        end)
      end

      for what, edit in pairs {
        ["a field that it does not name"] = { "sizes.lua", "columns = 2", "columns = 3" },
        ["a function that it does not name"] = { "late.lua", "return 1", "return 2" },
        ["another field of a file that load itself requires"] =
          { "late.lua", "DOOR = 1", "DOOR = 2" },
      } do
        it("patches when " .. what .. " changes", function()
          p = project(DATA)
          p:open():step(3)
          assert.equal("patched", p:replace(table.unpack(edit)))
        end)
      end
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
      assert.is_nil((s:reload ""))
      assert.is_nil((s:reload " \n\n"))
      s:step(1)
      assert.equal("old", s:scene().seen)
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
end)
