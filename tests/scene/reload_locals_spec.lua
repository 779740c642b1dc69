-- Hot reload: what becomes of the locals of a file, by the table in the Lua contract.

local project = require "tests.support.project"
local HEAD = project.HEAD

local function output_of(s) return table.concat(s:output(), "\n") end

describe("hot reload of a file local", function()
  local p

  local function open(body, opts)
    p = project { ["scene.lua"] = HEAD .. body }
    return p:open(nil, opts)
  end

  after_each(function()
    if p then p:close() end
    p = nil
  end)

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

  it("or a global that holds what coroutine.wrap gives keeps it", function()
    local s = open [[
local plan
function scene.load()
local function count() for i = 1, 99 do coroutine.yield(i) end end
plan, GLOBAL = coroutine.wrap(count), coroutine.wrap(count)
return fake.world()
end
function scene.update() scene.seen = plan() + GLOBAL() end]]
    s:step(3)
    assert.equal("patched", p:replace("scene.lua", "seen = plan()", "seen = 100 + plan()"))
    s:step(1)
    assert.equal(108, s:scene().seen)
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
