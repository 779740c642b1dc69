-- Hot reload of metatables: objects that were made before the edit get the methods of after it.

local project = require "tests.support.project"

local CLASS = [[
local fake = require "fake_world"
local Enemy = {}
Enemy.__index = Enemy
function Enemy.new() return setmetatable({ made_by = Enemy }, Enemy) end
function Enemy:name() return self:prefix() .. "old" end
function Enemy:prefix() return "" end
local registry = { [Enemy] = "key", class = Enemy }
local Boss = setmetatable({}, { __index = Enemy })
Boss.__index = Boss
function Boss:prefix() return "boss " end
local enemies
function scene.load()
  enemies = { Enemy.new(), setmetatable({}, Boss) }
  return fake.world()
end
function scene.update()
  scene.seen, scene.boss = enemies[1]:name(), enemies[2]:name()
  scene.one = enemies[1]
  scene.is = getmetatable(enemies[1]) == Enemy and registry[Enemy] == "key"
    and registry.class == Enemy and getmetatable(Boss).__index == Enemy
    and getmetatable(enemies[2]) == Boss and Enemy.new().made_by == Enemy
end
]]

describe("hot reload of a metatable", function()
  local p

  local function open(text, files)
    files = files or {}
    files["scene.lua"] = text
    p = project(files)
    return p:open()
  end

  after_each(function()
    if p then p:close() end
    p = nil
  end)

  it("in a file local: old objects have the new methods, and one class is left", function()
    local s = open(CLASS)
    s:step(1)
    local class = getmetatable(s:scene().one)
    assert.same({ "old", "boss old", true }, { s:scene().seen, s:scene().boss, s:scene().is })
    for i = 1, 3 do
      local from, to = i == 1 and '"old"' or ('"new%d"'):format(i - 1), ('"new%d"'):format(i)
      assert.equal("patched", p:replace("scene.lua", from, to))
      s:step(1)
      assert.same({ "new" .. i, "boss new" .. i, true },
        { s:scene().seen, s:scene().boss, s:scene().is })
      assert.equal(class, getmetatable(s:scene().one))
    end
    assert.same({}, s.warnings)
  end)

  it("drops the methods that are gone, in classes that inherit too", function()
    local s = open(CLASS)
    s:step(1)
    p:replace("scene.lua", 'function Boss:prefix() return "boss " end', "")
    s:step(1)
    assert.equal("old", s:scene().boss)
  end)

  for what, text in pairs {
    ["whose methods are in a table of their own"] = [[
local methods = {}
local meta = { __index = methods }
function methods.name() return "old" end
local function make() return setmetatable({}, meta) end]],
    ["written out at once"] = [[
local meta = { __index = { name = function() return "old" end } }
local function make() return setmetatable({}, meta) end]],
    ["whose methods are found by a function"] = [[
local meta = { __index = function(_, key) return function() return key and "old" end end }
local function make() return setmetatable({}, meta) end]],
    ["whose metatable is made for each object"] = [[
local methods = {}
function methods.name() return "old" end
local function make() return setmetatable({}, { __index = methods }) end]],
    ["that is a global"] = [[
Enemy = {}
Enemy.__index = Enemy
function Enemy.name() return "old" end
local function make() return setmetatable({}, Enemy) end]],
    ["that is a field of scene"] = [[
scene.Enemy = {}
scene.Enemy.__index = scene.Enemy
function scene.Enemy.name() return "old" end
local function make() return setmetatable({}, scene.Enemy) end]],
    ["in a table of classes"] = [[
local classes = { Enemy = {} }
classes.Enemy.__index = classes.Enemy
function classes.Enemy.name() return "old" end
local function make() return setmetatable({}, classes.Enemy) end]],
    ["of a library that keeps the methods elsewhere"] = [[
local function class()
  local dict = {}
  dict.__index = dict
  return setmetatable({ __methods = dict }, { __newindex = dict })
end
local Enemy = class()
function Enemy.name() return "old" end
local function make() return setmetatable({}, Enemy.__methods) end]],
  } do
    it(what .. " is patched in place", function()
      local s = open('local fake = require "fake_world"\n' .. text .. [[

local one
function scene.load() return fake.world() end
function scene.update()
  one = one or make()
  scene.seen, scene.other = one.name(), make().name()
end]])
      s:step(1)
      assert.equal("old", s:scene().seen)
      assert.equal("patched", p:replace("scene.lua", '"old"', '"new"'))
      s:step(1)
      assert.same({ "new", "new" }, { s:scene().seen, s:scene().other })
      assert.equal("patched", p:replace("scene.lua", '"new"', '"newer"'))
      s:step(1)
      assert.same({ "newer", "newer" }, { s:scene().seen, s:scene().other })
      assert.same({}, s.warnings)
    end)
  end

  it("in a module is patched in place, in a local, a field and as what inherits", function()
    local s = open([[
local fake = require "fake_world"
local parts = require "parts"
local list
function scene.load() return fake.world() end
function scene.update()
  list = list or { parts.hidden(), setmetatable({}, parts.Wheel), setmetatable({}, parts.Tyre) }
  scene.seen = list[1].name() .. list[2].name() .. list[3].name()
  scene.is = getmetatable(list[3]) == parts.Tyre and getmetatable(parts.Tyre).__index == parts.Wheel
    and parts.is(list[1])
end]], { ["parts.lua"] = [[
local M, Hidden = {}, {}
Hidden.__index = Hidden
function Hidden.name() return "a1 " end
function M.hidden() return setmetatable({}, Hidden) end
function M.is(x) return getmetatable(x) == Hidden end
M.Wheel = {}
M.Wheel.__index = M.Wheel
function M.Wheel.name() return "b1 " end
M.Tyre = setmetatable({}, { __index = M.Wheel })
M.Tyre.__index = M.Tyre
return M]] })
    s:step(1)
    assert.equal("a1 b1 b1 ", s:scene().seen)
    for i = 2, 4 do
      local text = p.files["parts.lua"].text:gsub('"([ab])%d "', '"%1' .. i .. ' "')
      assert.equal("patched", p:edit("parts.lua", text))
      s:step(1)
      assert.equal(("a%d b%d b%d "):format(i, i, i), s:scene().seen)
      assert.is_true(s:scene().is)
    end
    assert.same({}, s.warnings)
  end)

  it("does not take a class for the one that another now inherits from", function()
    local s = open [[
local fake = require "fake_world"
local Yak, Zed = {}, {}
function Yak.name() return "yak" end
function Zed.name() return "zed" end
local Boss = { __index = Zed }
local list
function scene.load() return fake.world() end
function scene.update()
  list = list or { setmetatable({}, Boss), setmetatable({}, { __index = Zed }) }
  scene.seen = list[1].name() .. list[2].name() .. Yak.name() .. Zed.name()
end]]
    s:step(1)
    assert.equal("zedzedyakzed", s:scene().seen)
    p:replace("scene.lua", "__index = Zed }\nlocal list", "__index = Yak }\nlocal list")
    s:step(1)
    assert.equal("yakzedyakzed", s:scene().seen)
  end)

  it("says so when its name is not its own", function()
    local s = open [[
local fake = require "fake_world"
local meta = { __index = { name = function() return "old" end } }
local function one() return setmetatable({}, meta) end
local meta = { __index = { name = function() return "two" end } }
local function two() return setmetatable({}, meta) end
local list
function scene.load() return fake.world() end
function scene.update() list = list or { one(), two() }; scene.seen = list[1].name() end]]
    s:step(1)
    p:replace("scene.lua", '"old"', '"new"')
    assert.same({ "more than one local is called 'meta', so objects made before the edit keep its "
      .. "old methods" }, s.warnings)
  end)

  it("says once what the class had gathered while running", function()
    local s = open(CLASS .. "function scene.keypressed() Enemy.count = 1 end")
    s:press "a"
    p:replace("scene.lua", '"old"', '"new"')
    s:press "a"
    p:replace("scene.lua", '"new"', '"newer"')
    assert.equal(1, #s.warnings)
    assert.matches("local 'Enemy' had changed while running", s.warnings[1], 1, true)
  end)

  it("leaves plain tables to what they were: read again", function()
    local s = open [[
local fake = require "fake_world"
local data = { size = 1 }
local held
function scene.load() return fake.world() end
function scene.update() held = held or data; scene.seen = held.size .. data.size end]]
    s:step(1)
    p:replace("scene.lua", "size = 1", "size = 2")
    s:step(1)
    assert.equal("12", s:scene().seen)
  end)

  it("takes the edit back with what failed", function()
    local s = open(CLASS)
    s:step(1)
    assert.equal("kept old (error)", p:replace("scene.lua", '"old" end', '"new" end\nerror "no"'))
    s:step(1)
    assert.same({ "old", "boss old", true }, { s:scene().seen, s:scene().boss, s:scene().is })
  end)

  describe("of objects in scene.keep", function()
    local KEPT = [[
local fake = require "fake_world"
local SIZE = 1
local Enemy = {}
Enemy.__index = Enemy
function Enemy:name() return "old" end
function scene.load()
  local kept = scene.keep("kept", {})
  kept.one = kept.one or setmetatable({}, Enemy)
  local w = fake.world()
  w.size = SIZE
  if scene.keep("fail") then error "no" end
  return w
end
function scene.update() scene.seen = scene.keep("kept").one:name() end]]

    it("reaches them over a rebuild", function()
      local s = open(KEPT)
      s:step(1)
      local text = KEPT:gsub('"old"', '"new"'):gsub("SIZE = 1", "SIZE = 2")
      assert.equal("rebuilt", p:edit("scene.lua", text))
      s:step(1)
      assert.equal("new", s:scene().seen)
    end)

    it("is taken back when the rebuild fails", function()
      local s = open(KEPT)
      s:step(1)
      s.kept.fail = true
      local text = KEPT:gsub('"old"', '"new"'):gsub("SIZE = 1", "SIZE = 2")
      assert.equal("kept old (error)", p:edit("scene.lua", text))
      s:step(1)
      assert.equal("old", s:scene().seen)
    end)
  end)
end)
