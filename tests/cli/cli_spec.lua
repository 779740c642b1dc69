-- The command line from outside: a process is started, its two streams and exit code are read.

local json = require "dkjson"
local process = require "tests.support.process"

local quote, read, write = process.quote, process.read, process.write
local PROGRAM, HOME = process.program, process.home

local folder -- a fresh one for each test, with a space in its name

local function shell(line) return process.run(folder, line) end

local function cairn(...)
  local words = { quote(PROGRAM) }
  for _, word in ipairs { ... } do words[#words + 1] = quote(word) end
  return shell("env -u DISPLAY -u WAYLAND_DISPLAY CAIRN_HOME=" .. quote(HOME) .. " "
    .. table.concat(words, " "))
end

local function last_line(text) return text:match("([^\n]*)\n$") end

before_each(function()
  folder = process.folder "cairn"
  write(folder .. "/stack.lua", process.STACK)
end)

after_each(function() process.remove(folder) end)

describe("cairn run --headless", function()
  it("prints what the script prints, then one line about the run", function()
    local out, err, code = cairn("run", "stack.lua", "--headless", "--steps", "5")
    assert.equal("", err)
    assert.equal(0, code)
    assert.matches("^loaded 3\n5 steps  4 bodies", out)
  end)

  it("prints what a program or a load printed before its error", function()
    for name, case in pairs {
      chunk = { "print 'before'\nerror 'x'", "^before\ncairn: chunk.lua:2: x\n" },
      load = { "print 'top'\nfunction scene.load()\nprint 'in load'\nerror 'x'\nend",
        "^top\nin load\ncairn: load.lua:4: x\n" },
      module = { "print 'top'\nrequire 'part'", "^top\npart\ncairn: part.lua:2: x\n" },
      update = { "function scene.load() return require('cairn').world() end\n"
        .. "function scene.update() print 'step'; error 'x' end",
        "^step\ncairn: update.lua:2: x\n" },
    } do
      write(folder .. "/part.lua", "print 'part'\nerror 'x'")
      write(("%s/%s.lua"):format(folder, name), case[1])
      local out, _, code = shell(("%s run %s.lua --headless 2>&1"):format(process.headless, name))
      assert.matches(case[2], out)
      assert.equal(1, code)
    end
  end)

  it("says where the script has destroyed the world of the scene", function()
    write(folder .. "/gone.lua", "function scene.load() return require('cairn').world() end\n"
      .. "function scene.update()\nscene.world:destroy()\nend")
    local _, err, code = cairn("run", "gone.lua", "--headless")
    assert.matches("(world has been destroyed at gone.lua:3)", err, 1, true)
    assert.equal(1, code)
  end)

  it("prints the beginning of what a program printed that had to be stopped", function()
    write(folder .. "/storm.lua", "while true do print 'x' end")
    local out, _, code = cairn("run", "storm.lua", "--headless", "--budget", "0.05")
    local lines, more = out:match "^([x\n]*)%.%.%. (%d+) more lines\n$"
    assert.equal(2000, #lines)
    assert.is_true(tonumber(more) > 0)
    assert.equal(5, code)
  end)

  it("prints the hash of each step with --hashes, the last of which is that of the end", function()
    local out = cairn("run", "stack.lua", "--headless", "--steps", "3", "--hashes")
    local first, last, ended = out:match("\nstep 1  hash (%x+)\nstep 2  hash %x+\n"
      .. "step 3  hash (%x+)\n3 steps .* hash (%x+)\n$")
    assert.equal(16, #first)
    assert.equal(ended, last)
    assert.not_equal(first, last)
    local _, err, code = cairn("run", "stack.lua", "--hashes")
    assert.equal("cairn: --hashes goes with --headless\n", err)
    assert.equal(2, code)
  end)

  it("takes scene.steps when --steps is not given", function()
    assert.matches("\n20 steps", (cairn("run", "stack.lua", "--headless")))
  end)

  it("sets parameters", function()
    local out = cairn("run", "stack.lua", "--headless", "--set", "rows=7", "--json")
    assert.equal(8, json.decode(last_line(out)).bodies)
  end)

  describe("--json", function()
    it("ends with the result, its keys in the order of the contract", function()
      local out = cairn("run", "stack.lua", "--headless", "--json")
      local line, keys = last_line(out), {}
      for key in line:gmatch('"([%a_0-9]+)":') do keys[#keys + 1] = key end
      assert.same({
        "steps", "bodies", "contacts", "joints", "ms_per_step", "min", "median", "p95",
        "total_ms", "hash", "energy", "max_penetration", "warnings",
      }, keys)
      local result = json.decode(line)
      assert.equal(20, result.steps)
      assert.matches("^%x+$", result.hash)
      assert.equal(16, #result.hash)
      assert.same({}, result.warnings)
    end)

    it("gives the same hash each time", function()
      local first = json.decode(last_line((cairn("run", "stack.lua", "--headless", "--json"))))
      local second = json.decode(last_line((cairn("run", "stack.lua", "--headless", "--json"))))
      assert.equal(first.hash, second.hash)
    end)
  end)

  it("runs a program, a script without load, once", function()
    write(folder .. "/program.lua", "print('once')")
    local out, err, code = cairn("run", "program.lua", "--headless")
    assert.equal("once\n", out)
    assert.equal("", err)
    assert.equal(0, code)
  end)

  it("shows what a program prints at once, in order with what it writes", function()
    write(folder .. "/order.lua", "for i = 1, 3 do io.write(i, ' ') print('line ' .. i) end "
      .. "for i = 1, 500 do print(i) end")
    local out = cairn("run", "order.lua", "--headless")
    assert.matches("^1 line 1\n2 line 2\n3 line 3\n1\n2\n.*\n499\n500\n$", out)
  end)

  it("seeds math.random", function()
    write(folder .. "/random.lua", "print(math.random(1000000))")
    local one = cairn("run", "random.lua", "--headless", "--seed", "1")
    local again = cairn("run", "random.lua", "--headless", "--seed", "1")
    local two = cairn("run", "random.lua", "--headless", "--seed", "2")
    assert.equal(one, again)
    assert.not_equal(one, two)
  end)
end)

describe("a scene that fails at its end", function()
  it("says so, and ends with 1", function()
    write(folder .. "/quits.lua", [[
local cairn = require "cairn"
function scene.load() return cairn.world {} end
function scene.quit() error "no room" end
]])
    local _, err, code = cairn("run", "quits.lua", "--headless", "--steps", "2")
    assert.equal(1, code)
    assert.matches("^cairn: scene%.quit failed: quits%.lua:3: no room\n", err)
  end)
end)

describe("cairn run without a display", function()
  it("says so, runs headless with progress, leaves a picture", function()
    local out, err, code = cairn("run", "stack.lua", "--steps", "8")
    assert.equal(0, code)
    assert.matches(": running headless\n", err, 1, true)
    assert.matches("100%% of 8 steps", err)
    if not process.has_viewer then return end
    assert.matches("picture of the end: stack.png", out, 1, true)
    assert.equal("\137PNG\r\n\26\n", read(folder .. "/stack.png"):sub(1, 8))
  end)

  it("ends with 6 when a window is insisted on", function()
    local _, err, code = cairn("run", "stack.lua", "--window")
    assert.equal(6, code)
    assert.matches("cairn: --window: ", err, 1, true)
  end)
end)

describe("a script that cannot run", function()
  local cases = {
    { "that is missing", nil, 3, "script.lua: No such file" },
    { "with a syntax error", "x = = 1", 1, "script.lua:1: unexpected symbol near '='" },
    { "that is bytecode", string.dump(load "return 1"), 1, "script.lua: compiled Lua is refused" },
    { "that raises", "local x\n\nx.y = 1", 1, "script.lua:3: attempt to index a nil value" },
    { "whose load raises", "function scene.load() error 'no' end", 1, "script.lua:1: no" },
    { "whose load returns nothing", "function scene.load() end", 1, "must return a world" },
  }
  for _, case in ipairs(cases) do
    local name, text, want, message = table.unpack(case, 1, 4)
    it(name .. " says why on stderr and ends with " .. want, function()
      if text then write(folder .. "/script.lua", text) end
      for _, how in ipairs { "run", "shot" } do
        local _, err, code = cairn(how, "script.lua")
        assert.equal(want, code)
        assert.matches(message, err, 1, true)
      end
    end)
  end

  it("that is a folder says so and ends with 3", function()
    local _, err, code = cairn("run", ".", "--headless")
    assert.equal("cairn: .: is a folder without scene.lua or main.lua\n", err)
    assert.equal(3, code)
  end)

  it("shows no frame but those of the script, also of an error in a world's hook", function()
    for _, hook in ipairs { "update", "begin_contact", "load" } do
      local text = process.STACK .. ("function scene.%s()\n  error 'boom'\nend\n"):format(hook)
      write(folder .. "/late.lua", text)
      local _, err, code = cairn("run", "late.lua", "--headless")
      assert.equal(1, code)
      assert.matches("^cairn: late.lua:12: boom\n  > error 'boom'\nstack traceback:\n"
        .. "\tlate.lua:12: in [^\n]*\n$", err)
    end
  end)

  it("shows message, line and traceback of an error in update", function()
    write(folder .. "/late.lua", process.STACK .. "function scene.update()\n  error 'boom'\nend\n")
    local _, err, code = cairn("run", "late.lua", "--headless")
    assert.equal(1, code)
    assert.matches("late.lua:%d+: boom\n  > error 'boom'\nstack traceback:", err)
  end)
end)

describe("a wrong command line", function()
  local cases = {
    { "nothing" }, { "an unknown command", "fly" }, { "run without a scene", "run" },
    { "an unknown option", "run", "stack.lua", "--fly" },
    { "steps below one", "run", "stack.lua", "--steps", "0" },
    { "steps that are no number", "run", "stack.lua", "--steps", "many" },
    { "an assignment without =", "run", "stack.lua", "--set", "rows" },
    { "an unknown parameter", "run", "stack.lua", "--headless", "--set", "rwos=3" },
    { "a value out of range", "run", "stack.lua", "--headless", "--set", "rows=300" },
    { "headless and window", "run", "stack.lua", "--headless", "--window" },
    { "record and replay", "run", "stack.lua", "--record", "f", "--replay", "f" },
    { "replay without a file", "replay" },
    { "a budget that is no time", "run", "stack.lua", "--budget=soon" },
    { "a budget below zero", "run", "stack.lua", "--budget=-1" },
    { "a memory that is no size", "run", "stack.lua", "--mem=5X" },
    { "a scene that fidelity does not have", "fidelity", "F1", "J9" },
    { "bench with JSON and Markdown", "bench", "small_20", "--json", "--markdown" },
  }
  for _, case in ipairs(cases) do
    it("with " .. case[1] .. " is refused with a sentence and 2", function()
      local _, err, code = cairn(table.unpack(case, 2))
      assert.equal(2, code)
      assert.is_true(#err > 0)
      assert.is_nil(err:find("stack traceback", 1, true))
    end)
  end

  it("names the option that is wrong, under the usage of its command", function()
    for _, case in ipairs {
      { "run", "stack.lua", "--steps", "0",
        "cairn: --steps: whole number from 1 to 1000000000 expected, got '0'" },
      { "run", "stack.lua", "--seed", "x", "cairn: --seed: whole number expected, got 'x'" },
      { "run", "stack.lua", "--set", "rows", "cairn: --set: name=value expected, got 'rows'" },
      { "shot", "stack.lua", "--width", "3",
        "cairn: --width: whole number from 16 to 16384 expected, got '3'" },
    } do
      local _, err, code = cairn(table.unpack(case, 1, 4))
      assert.equal(2, code)
      assert.equal("Usage: cairn " .. case[1], err:match("^Usage: cairn %a+"))
      assert.equal(case[5], last_line(err))
    end
  end)

  it("ends with 8 when what is printed cannot be written", function()
    if not io.open("/dev/full", "w") then return pending("no /dev/full here") end
    local _, err, code = shell(("env -u DISPLAY CAIRN_HOME=%s %s run stack.lua --headless "
      .. ">/dev/full"):format(quote(HOME), quote(PROGRAM)))
    assert.equal(8, code)
    assert.equal("cairn: standard output could not be written\n", err)
  end)

  it("suggests the parameter that was meant, and lists those that there are", function()
    local _, err = cairn("run", "stack.lua", "--headless", "--set", "rwos=3")
    assert.equal("cairn: --set rwos=3: unknown parameter 'rwos', did you mean 'rows'? "
      .. "(the scene has rows)\n", err)
    write(folder .. "/two.lua", (process.STACK:gsub("rows = {", "push = { 1, 0, 2 }, %0", 1)))
    _, err = cairn("run", "two.lua", "--headless", "--set", "foo=1")
    assert.equal("cairn: --set foo=1: unknown parameter 'foo' (the scene has push, rows)\n", err)
    write(folder .. "/none.lua", "function scene.load() return require('cairn').world {} end")
    _, err = cairn("run", "none.lua", "--headless", "--set", "foo=1")
    assert.equal("cairn: --set foo=1: unknown parameter 'foo' (the scene declares none)\n", err)
  end)
end)

describe("a scene called by its name", function()
  it("is one of Cairn's, as for bench", function()
    for _, name in ipairs { "heap", "small_20" } do
      local out, err, code = cairn("run", name, "--headless", "--steps", "2")
      assert.equal("", err)
      assert.equal(0, code)
      assert.matches("^2 steps  %d+ bodies", last_line(out))
    end
    if not process.has_viewer then return end
    local out, _, code = cairn("shot", "heap")
    assert.equal(0, code)
    assert.equal("heap.png", last_line(out))
  end)

  it("is one of this folder first, and no folder of that name", function()
    write(folder .. "/heap.lua", "print 'mine'")
    assert(os.execute("mkdir " .. quote(folder .. "/stack")))
    assert.equal("mine\n", (cairn("run", "heap", "--headless")))
    assert.matches("^loaded 3\n", (cairn("run", "stack", "--headless")))
  end)

  it("is that of a folder: scene.lua, or else main.lua", function()
    assert(os.execute(("mkdir %s && mkdir %s"):format(quote(folder .. "/game"),
      quote(folder .. "/game/levels"))))
    write(folder .. "/game/main.lua", "print 'main'")
    for _, name in ipairs { "game", "game/", "./game" } do
      assert.equal("main\n", (cairn("run", name, "--headless")))
    end
    write(folder .. "/game/scene.lua", "print 'scene'")
    assert.equal("scene\n", (cairn("run", "game", "--headless")))
    local _, err, code = cairn("run", "game/levels", "--headless")
    assert.equal("cairn: game/levels: is a folder without scene.lua or main.lua\n", err)
    assert.equal(3, code)
  end)

  it("that there is not is refused with the nearest name and 3", function()
    for _, how in ipairs { "run", "shot" } do
      local _, err, code = cairn(how, "hepa")
      assert.equal(3, code)
      assert.equal("cairn: hepa: No such file, did you mean 'heap'?\n", err)
    end
  end)
end)

describe("cairn shot", function()
  it("writes a PNG after the steps", function()
    local out, err, code = cairn("shot", "stack.lua", "--step", "3", "-o", "end.png")
    if not process.has_viewer then return end
    assert.equal("", err)
    assert.equal(0, code)
    assert.equal("end.png", last_line(out))
    assert.equal("\137PNG\r\n\26\n", read(folder .. "/end.png"):sub(1, 8))
  end)

  it("draws a shape as clear as its colour says", function()
    if not process.has_viewer then return end
    local function picture(color)
      write(folder .. "/clear.lua", ([[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 4, h = 1 }
  world:circle { radius = 1, y = 0.5, color = %s }
  return world
end]]):format(color))
      assert.equal(0, select(3, cairn("shot", "clear.lua", "--width", "200", "--height", "200")))
      return read(folder .. "/clear.png")
    end
    local solid = picture "{ 1, 0.5, 0 }"
    assert.equal(solid, picture "{ 1, 0.5, 0, 1 }")
    local half, faint = picture "{ 1, 0.5, 0, 0.5 }", picture "{ 1, 0.5, 0, 0.1 }"
    assert.is_true(solid ~= half and half ~= faint and solid ~= faint)
    assert.is_true(picture "{ 1, 0.5, 0, 0 }" == picture "{ 0, 0.5, 1, 0 }") -- nothing to see
  end)

  it("ends with 8 when the file cannot be written", function()
    local _, err, code = cairn("shot", "stack.lua", "-o", "no/such/folder.png")
    assert.equal(8, code)
    if not process.has_viewer then return end
    assert.equal("cairn: no/such/folder.png: No such file or directory\n", err)
  end)
end)

describe("cairn new", function()
  it("makes a scene that runs and a spec that passes", function()
    local out, _, code = cairn("new", "my game")
    assert.equal(0, code)
    assert.equal(("try: %s/cairn run 'my game/scene.lua'"):format(HOME), last_line(out))
    assert.equal(0, select(3, cairn("run", "my game/scene.lua", "--headless", "--steps", "5")))
    local settings = process.read(folder .. "/my game/.luarc.json")
    local library = settings:match '"workspace.library": %["(.-)"%]'
    assert.is_true(#process.read(library .. "/cairn/meta/script.lua") > 0)
    out, _, code = shell(("cd 'my game' && CAIRN_HOME=%s %s test"):format(quote(HOME),
      quote(PROGRAM)))
    assert.equal("1 passed, 0 failed", last_line(out))
    assert.equal(0, code)
    -- and says which file is missing, when one is
    assert(os.remove(folder .. "/my game/scene.lua"))
    out = shell(("cd 'my game' && CAIRN_HOME=%s %s test"):format(quote(HOME), quote(PROGRAM)))
    assert.matches("cannot read scene.lua: No such file", out, 1, true)
    assert.is_nil(out:find("nil value", 1, true))
  end)

  it("leaves a folder alone that holds something", function()
    local _, err, code = cairn("new", ".")
    assert.equal(8, code)
    assert.matches("is not empty", err)
  end)
end)

describe("cairn test", function()
  it("shows busted's output and counts at the end; 1 when a spec failed", function()
    write(folder .. "/a_spec.lua", [[
      it("passes", function() end)
      it("fails", function() assert.is_true(false) end)
      it("raises", function() error "oh" end)
      pending("later")
    ]])
    local out, _, code = cairn("test", "a_spec.lua")
    assert.equal(1, code)
    assert.matches("1 success / 1 failure / 1 error / 1 pending", out, 1, true)
    assert.equal("1 passed, 2 failed", last_line(out))
  end)

  it("runs the specs of a folder's own tests, where nothing else is said", function()
    local own = folder .. "/own"
    assert(os.execute("mkdir -p " .. quote(own .. "/tests")))
    write(own .. "/tests/a_spec.lua", [[
      it("passes", function() assert.is_not_nil(assert.finite) end)
    ]])
    local out, _, code = shell(("cd %s && CAIRN_HOME=%s %s test"):format(quote(own), quote(HOME),
      quote(PROGRAM)))
    assert.equal(0, code)
    assert.equal("1 passed, 0 failed", last_line(out))
  end)

  it("counts a spec that does not compile as failed", function()
    write(folder .. "/b_spec.lua", "it(")
    local out, _, code = cairn("test", "b_spec.lua")
    assert.equal(1, code)
    assert.equal("0 passed, 1 failed", last_line(out))
  end)
end)

describe("without a display", function()
  it("says so and nothing else, whatever the session left behind", function()
    local _, err, code = shell(("env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER "
      .. "XDG_RUNTIME_DIR=/no/such/folder CAIRN_HOME=%s %s run stack.lua --window")
      :format(quote(HOME), quote(PROGRAM)))
    assert.equal(6, code)
    assert.matches("^cairn: %-%-window: [^\n]*\n$", err)
  end)
end)

describe("cairn doctor", function()
  it("prints versions and counts the problems", function()
    local out, _, code = cairn("doctor")
    assert.equal(0, code)
    for _, name in ipairs { "cairn", "lua", "compiler", "simd", "viewer", "display" } do
      assert.matches("\n" .. name .. " +%S", "\n" .. out)
    end
    assert.matches("known problem", out)
  end)

  it("tells of a missing display without counting it as a problem", function()
    local out = cairn("doctor")
    local _, sentences = out:gsub("\n%- [^\n]+", "")
    assert.matches(sentences == 0 and "\nno known problems\n"
      or ("\n%d known problem"):format(sentences), out)
    assert.is_nil(out:find "\n%- [^\n]*display")
    if process.has_viewer then
      assert.matches("\ndisplay +no display[^\n]*; `cairn run` runs headless", out)
    end
  end)

  it("runs on the instruction set that CAIRN_SIMD names, or refuses", function()
    local sets = cairn("doctor"):match "simd +%w+ %(of ([^)]+)%)"
    for name in sets:gmatch "%w+" do
      local out = shell(("CAIRN_SIMD=%s CAIRN_HOME=%s %s doctor"):format(name, quote(HOME),
        quote(PROGRAM)))
      assert.matches("simd +" .. name .. " ", out)
    end
    local _, err, code = shell(("CAIRN_SIMD=mmx CAIRN_HOME=%s %s doctor"):format(quote(HOME),
      quote(PROGRAM)))
    assert.equal(2, code)
    assert.equal("cairn: CAIRN_SIMD=mmx: this machine and build have " .. sets .. "\n", err)
  end)
end)
