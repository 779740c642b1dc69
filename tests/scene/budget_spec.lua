-- A scene whose script takes too much: the scene of a window, driven without one. The loops
-- themselves are played in tests/host/budget_spec.lua.
local has_host = pcall(require, "cairn.host")
local scene = require "cairn.scene"

local HEAD = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  world:circle { radius = 1, y = 9 }
  return world
end
]]

if not has_host then
  pending("a stock lua5.4 has no host that watches scripts")
  return
end

describe("A scene whose script takes too much", function()
  local s
  local function open(text)
    s = assert(scene.load("loop.lua", nil, {
      reader = function() return HEAD .. text end, watch = false, budget = 0.05, stay = true,
    }))
  end
  after_each(function() s:close() end)

  it("pauses at the line of the loop, keeps its world, and goes on with the next save", function()
    open "function scene.update()\n  while true do end\nend\n"
    assert.is_false(s:tick())
    assert.equal("loop.lua:8: update ran longer than 0.05 s (--budget)", s.fault.message)
    assert.equal("budget", s.fault.limit)
    assert.equal("while true do end", s.fault.source)
    assert.matches("loop.lua:8: in function <loop.lua:7>", s.fault.traceback)
    assert.is_true(s.paused)
    assert.equal(1, s:world():body_count())
    assert.equal("patched", s:reload(HEAD .. "function scene.update() end"))
    assert.is_nil(s.fault)
    assert.is_false(s.paused)
    assert.is_true(s:tick())
  end)

  it("loses an input hook that loops until the next save, and nothing else", function()
    open "function scene.keypressed()\n  repeat until false\nend\n"
    assert.is_false(s:dispatch("keypressed", "a", false))
    assert.equal("scene.keypressed is off: loop.lua:8: keypressed ran longer than 0.05 s "
      .. "(--budget)", s.banner.text)
    assert.is_false(s.paused)
    assert.is_true(s:tick())
  end)

  it("keeps the old code when the new chunk loops", function()
    open "function scene.update() end\n"
    local outcome, message = s:reload(HEAD .. "while true do end\n")
    assert.equal("kept old (error)", outcome)
    assert.equal("loop.lua:7: load ran longer than 0.25 s (--budget)", message)
    assert.is_true(s:tick())
  end)

  it("starts with the first good save when load loops", function()
    s = assert(scene.load("loop.lua", nil, {
      reader = function() return "function scene.load()\n  while true do end\nend\n" end,
      watch = false, budget = 0.02, stay = true,
    }))
    assert.equal("loop.lua:2: load ran longer than 0.1 s (--budget)", s.fault.message)
    assert.is_false(s:has_started())
    assert.equal("rebuilt", s:reload(HEAD))
    assert.is_true(s:tick())
  end)

  it("is ended however it catches the error, and the first line is told", function()
    open [[
function scene.update()
  local n = 0
  while true do
    pcall(function()
      while true do n = n + 1 end
    end)
  end
end
]]
    assert.is_false(s:tick())
    assert.equal("loop.lua:11: update ran longer than 0.05 s (--budget)", s.fault.message)
  end)

  it("has its coroutines go on as if nothing had been", function()
    open [[
local made = coroutine.wrap(function() for i = 1, 1e9 do coroutine.yield(i) end end)
function scene.update()
  made()
  while true do end
end
function scene.keypressed() return made() end
]]
    assert.is_false(s:tick())
    for _ = 1, 100 do assert.is_true(s:dispatch("keypressed", "a", false)) end
  end)

  it("has hooks in the step ended, and the step comes to its end", function()
    open [[
function scene.pre_solve() while true do end end
function scene.begin_contact() end
]]
    local w = s:world()
    w:box { type = "static", y = 7.8, w = 9, h = 1, pre_solve = true }
    local before = w:hash()
    assert.is_false(s:tick())
    assert.matches("^loop.lua:7: a hook of the step ran longer than 0.05 s", s.fault.message)
    assert.is_false(w:is_stepping())
    assert.not_equal(before, w:hash())
  end)

  it("shows where memory was refused, and goes on with the next save", function()
    local host = require "cairn.host"
    open "function scene.update()\n  local t = {}\n  while true do t[#t + 1] = {} end\nend\n"
    host.limit_memory((collectgarbage "count" + 65536) * 1024)
    s.budget = 0
    local ok = s:tick()
    host.limit_memory(1 << 30)
    assert.is_false(ok)
    assert.equal("loop.lua:9: not enough memory (--mem)", s.fault.message)
    assert.equal("memory", s.fault.limit)
    assert.equal("while true do t[#t + 1] = {} end", s.fault.source)
    s:reload(HEAD)
    assert.is_true(s:tick())
  end)

  it("leaves the finalizers of other objects to run", function()
    open [[
local gone = 0
function scene.update()
  for _ = 1, 10 do setmetatable({}, { __gc = function() gone = gone + 1 end }) end
  collectgarbage() collectgarbage()
  if gone < 10 then error("only " .. gone .. " of 10 finalized") end
end
]]
    s.budget = 0 -- collecting the garbage of all specs takes its time
    assert.is_true(s:tick(), s.fault and s.fault.message)
  end)
end)

describe("Worlds that nobody holds any more", function()
  it("are collected before they take the machine", function()
    local cairn, host = require "cairn", require "cairn.host"
    local most = 0
    collectgarbage() collectgarbage "stop" -- as it were for as long as Lua sees no reason to
    for _ = 1, 40 do
      local world = cairn.world {}
      for i = 1, 6000 do world:circle { x = i, radius = 0.1 } end
      most = math.max(most, (select(2, host.memory())))
    end
    collectgarbage "restart"
    assert.is_true(most > 60 << 20, most) -- 104 MB of worlds have been made
    assert.is_true(most < 80 << 20, most)
  end)
end)
