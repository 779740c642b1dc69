-- Scripts that never end, or never have enough, in a program of their own: the call ends with file
-- and line, the exit code is 5, and one Ctrl-C is enough.

-- luacheck: no max line length (a loop is a line)
local process = require "tests.support.process"

local write = process.write
local PROGRAM = process.headless
local LIMIT, INTERRUPTED, TERMINATED = 5, 130, 143

local folder
before_each(function() folder = process.folder "budget" end)
after_each(function() process.remove(folder) end)

-- A scene whose update is these lines; the first is line 4 of the file.
local function scene_with(body, name)
  write(folder .. "/scene.lua", ([[
local cairn = require "cairn"
function scene.load() return cairn.world {} end
function scene.%s()
%s
end
]]):format(name or "update", body))
end

local function cairn(arguments, line)
  return process.run(folder, (line or "timeout 30 %s run scene.lua --headless --steps 3 %s")
    :format(PROGRAM, arguments))
end

describe("A script that computes for ever is ended at its line, with exit code 5", function()
  local LOOPS = {
    { "in update", "while true do end" },
    { "in a loop of numbers", "for i = 1, math.huge do end" },
    { "in a loop of protected calls", "while true do pcall(function() while true do end end) end" },
    { "in a function it calls", "local function spin() while true do end end spin()" },
    { "below a deep stack",
      "local function f(n) if n > 0 then return 1 + f(n - 1) end while true do end end f(150000)" },
    { "in recursion of protected calls", "local function f() pcall(f) pcall(f) end f()" },
    { "in a pattern", "local x = ('a'):rep(28):find(('a?'):rep(28) .. ('a'):rep(28))" },
    { "in a pattern that asks for less and less", "local x = ('a'):rep(3000):match('.-.-.-.-b')" },
    { "in a search", "local x = ('a'):rep(1e7):find(('a'):rep(5e6) .. 'b', 1, true)" },
    { "in a pattern of gmatch", "for _ in ('a'):rep(1e5):gmatch('a-b') do end" },
    { "in a pattern of gsub", "local x = ('a'):rep(28):gsub(('a?'):rep(28) .. ('a'):rep(28), '')" },
    { "in a handler of xpcall", "xpcall(error, function() while true do end end)" },
    { "in xpcall whose handler loops too",
      "xpcall(function() while true do end end, function() while true do end end)" },
    { "in a coroutine", "coroutine.wrap(function() while true do end end)()" },
    { "in a coroutine that was made long before",
      "local c = coroutine.create(function() coroutine.yield() while true do end end) "
      .. "coroutine.resume(c) coroutine.resume(c)" },
    { "in turns of a coroutine",
      "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end" },
    { "in a coroutine that is closed",
      "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() "
      .. "while true do end end }) coroutine.yield() end) coroutine.resume(c) coroutine.close(c)" },
    { "in __close", "local x <close> = setmetatable({}, { __close = function() while true do end end })" },
    { "in a finalizer", "setmetatable({}, { __gc = function() while true do end end }) collectgarbage()" },
    { "in a finalizer that comes late",
      "local m = { __gc = true } setmetatable({}, m) m.__gc = function() while true do end end collectgarbage()" },
    { "in table.move", "table.move({}, 1, 1e10, 2)" },
    { "in table.insert", "table.insert(setmetatable({}, { __len = function() return 1e10 end }), 1, 1)" },
    { "in table.remove", "table.remove(setmetatable({}, { __len = function() return 1e10 end }), 1)" },
    { "in a comparison of sort", "table.sort({ 1, 2, 3 }, function() while true do end end)" },
    { "in an __index", "local t = setmetatable({}, { __index = function() while true do end end }) local x = t.x" },
    { "in steps of a world of its own", "local w = cairn.world {} while true do w:step() end" },
  }
  for _, case in ipairs(LOOPS) do
    it(case[1], function()
      scene_with(case[2])
      local out, err, code = cairn("--budget 0.2")
      assert.equal(LIMIT, code, err)
      assert.equal("", out)
      assert.matches("^cairn: scene%.lua:4: update ran longer than 0%.2 s %(%-%-budget%)\n", err)
    end)
  end

  it("in load, which has five times as long", function()
    write(folder .. "/scene.lua", "function scene.load()\n  while true do end\nend\n")
    local _, err, code = cairn("--budget 0.1")
    assert.equal(LIMIT, code)
    assert.matches("^cairn: scene%.lua:2: load ran longer than 0%.5 s %(%-%-budget%)\n", err)
  end)

  it("in the chunk, and in a module that it requires", function()
    write(folder .. "/scene.lua", 'require "loops"\n')
    write(folder .. "/loops.lua", "\nrepeat until false\n")
    local _, err, code = cairn("--budget 0.1")
    assert.equal(LIMIT, code)
    assert.matches("^cairn: loops%.lua:2: load ran longer than 0%.5 s", err)
  end)

  it("in a hook of the step, and the step is finished", function()
    write(folder .. "/scene.lua", [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 9, h = 1 }
  world:box { y = 0.4, w = 1, h = 1 }
  return world
end
function scene.begin_contact()
  while true do end
end
function scene.quit() print("steps", scene.world:hash() ~= 0, scene.world:is_stepping()) end
]])
    local _, err, code = cairn("--budget 0.1")
    assert.equal(LIMIT, code)
    assert.matches("^cairn: scene%.lua:9: a hook of the step ran longer than 0%.1 s", err)
  end)

  it("in draw", function()
    scene_with("while true do end", "draw")
    local _, err, code = process.run(folder, PROGRAM
      .. " shot scene.lua --budget 0.1 -o picture.png")
    if not process.has_viewer then return end
    assert.equal(LIMIT, code)
    assert.matches("scene%.draw is off: scene%.lua:4: draw ran longer than 0%.1 s", err)
  end)

  it("but not a step that takes its time in the core", function()
    write(folder .. "/scene.lua", [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  for i = 1, 700 do world:circle { x = i % 30 * 1e-3, y = i * 1e-3, radius = 0.5 } end
  return world
end
function scene.begin_contact() end
]])
    local _, err, code = cairn("--budget 0.05")
    assert.equal("", (err:gsub("cairn: warning[^\n]*\n", "")))
    assert.equal(0, code)
  end)

  it("and takes its time with --budget 0", function()
    scene_with("local till = os.clock() + 0.3 while os.clock() < till do end")
    assert.equal(0, select(3, cairn("--budget 0")))
    assert.equal(LIMIT, select(3, cairn("--budget 0.1")))
  end)
end)

describe("A script that asks for ever more memory is ended at its line, with exit code 5", function()
  local GREEDY = {
    { "in tables", "local t = {} while true do t[#t + 1] = {} end" },
    { "in strings", "local s = 'x' while true do s = s .. s end" },
    { "in repeated strings", "local s = ('x'):rep(1e9)" },
    { "in coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(print) end" },
    { "in protected calls",
      "local t = {} local function more() while true do t[#t + 1] = {} end end pcall(more) more()" },
  }
  for _, case in ipairs(GREEDY) do
    it(case[1], function()
      scene_with(case[2])
      local _, err, code = cairn("--mem 32M")
      assert.equal(LIMIT, code, err)
      assert.matches("^cairn: scene%.lua:4: not enough memory %(%-%-mem%)\n", err)
    end)
  end

  it("in bodies", function()
    scene_with("while true do scene.world:circle { radius = 0.1, x = math.random() * 1e4 } end")
    local _, err, code = cairn("--mem 32M --budget 20")
    assert.equal(LIMIT, code, err)
    assert.matches("^cairn: scene%.lua:4: .*not enough memory", err)
  end)
end)

describe("Ctrl-C", function()
  -- Starts the scene, waits for a file of its own, sends the signal; the exit code comes last. A
  -- shell's job in the background ignores SIGINT, so it is SIGTERM.
  local function interrupt(arguments)
    return cairn(arguments, "timeout 60 %s run scene.lua --headless %s & id=$!; "
      .. "for i in $(seq 400); do [ -e ready ] && break; sleep 0.05; done; sleep 0.1; "
      .. "kill -TERM $id; wait $id; exit $?")
  end
  local READY = "local f <close> = assert(io.open('ready', 'w')) "

  it("ends a loop at its line", function()
    scene_with("while true do end")
    local _, err, code = cairn("--budget 0",
      "timeout --preserve-status -s INT -k 20 2 %s run scene.lua --headless %s")
    assert.equal(INTERRUPTED, code, err)
    assert.matches("^cairn: scene%.lua:4: update was interrupted\n", err)
  end)

  it("ends a run between two calls and says how far it has come", function()
    scene_with(READY)
    local out, err, code = interrupt("--steps 1000000000")
    assert.equal(TERMINATED, code, err)
    assert.equal("", err)
    assert.matches("^%d+ steps  0 bodies", out)
  end)

  it("is one even where it comes twice at once, as from a program that stops its group", function()
    scene_with(READY .. "while true do end")
    local _, err, code = cairn("--budget 0", "timeout 60 %s run scene.lua --headless %s & id=$!; "
      .. "for i in $(seq 400); do [ -e ready ] && break; sleep 0.05; done; sleep 0.1; "
      .. "kill -TERM $id; kill -TERM $id; wait $id; exit $?")
    assert.equal(TERMINATED, code, err)
    assert.matches("^cairn: scene%.lua:4: update was interrupted\n", err)
  end)

  it("ends what nothing else can end, and names the line", function()
    scene_with(READY .. "debug.setmetatable({}, { __gc = function() while true do end end }) "
      .. "collectgarbage()")
    local _, err, code = interrupt("--budget 0")
    assert.equal(TERMINATED, code, err)
    assert.matches("^cairn: ended in update at scene%.lua:4 for %d+ s\n", err)
  end)
end)

describe("What cannot be ended in the program", function()
  it("is named by the watchdog, with the line and how long", function()
    scene_with("debug.setmetatable({}, { __gc = function() while true do end end }) collectgarbage()")
    local _, err, code = cairn("--budget 0.1",
      "timeout -s INT -k 20 15 %s run scene.lua --headless --steps 3 %s")
    assert.equal(124, code)
    assert.matches("^cairn: stuck in update at scene%.lua:4 for %d+ s: Ctrl%-C ends the program\n", err)
    assert.matches("\ncairn: ended in update at scene%.lua:4 for %d+ s\n$", err)
  end)
end)

describe("cairn test", function()
  it("has the same budget for the scenes of specs", function()
    scene_with("while true do end")
    write(folder .. "/a_spec.lua", [[
local scene = require "cairn.scene"
it("ends", function()
  local s = assert(scene.load "scene.lua")
  local ok, message = pcall(s.step, s)
  assert.is_false(ok)
  assert.matches("scene.lua:4: update ran longer than 0.3 s", message)
end)
]])
    local out, err, code = process.run(folder, PROGRAM .. " test --budget 0.3 a_spec.lua")
    assert.equal(0, code, out .. err)
    assert.matches("\n1 passed, 0 failed\n$", out)
    local _, refused, usage = process.run(folder, PROGRAM .. " test --budget much a_spec.lua")
    assert.equal(2, usage)
    assert.matches("%-%-budget: seconds from 0 to 1000000 expected, got 'much'", refused)
  end)
end)
