-- `cairn run --isolate`: a process that can compute and print, and nothing else.

local process = require "tests.support.process"

local quote, write = process.quote, process.write
local PROGRAM = process.headless
local SCRIPT, USAGE, LIMIT, INTERRUPTED = 1, 2, 5, 130

local has_host, host = pcall(require, "cairn.host")
local is_linux = has_host and host.stat "/proc/self/status" ~= nil
-- its leak checker wants to look at the process from outside
local is_sanitized = has_host and host.facts().build:find "sanitized"
local env = is_sanitized and "ASAN_OPTIONS=detect_leaks=0 " or ""

local folder
before_each(function() folder = process.folder "isolate" end)
after_each(function() process.remove(folder) end)

local function run(script, arguments, line)
  write(folder .. "/scene.lua", script)
  return process.run(folder, env .. (line or "timeout 60 %s run scene.lua %s")
    :format(PROGRAM, arguments or "--isolate --steps 30"))
end

if not is_linux then return end

describe("An isolated scene", function()
  it("runs to the same hash as in a sandbox, with threads, modules and JSON", function()
    os.execute("mkdir " .. quote(folder .. "/sub"))
    write(folder .. "/sub/part.lua", "return { rows = 9 }")
    local script = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world { threads = 2 }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, require("sub.part").rows do world:box { y = i * 1.1, w = 1, h = 1 } end
  return world
end
]]
    local out, err, code = run(script, "--isolate --steps 30 --json")
    assert.equal("", err)
    assert.equal(0, code)
    local hash = out:match '"hash":"(%x+)"'
    assert.is_string(hash)
    out = run(script, "--headless --sandbox --steps 30 --json")
    assert.equal(hash, out:match '"hash":"(%x+)"')
  end)

  it("ends like any other: by an error, by its budget, by Ctrl-C", function()
    local _, err, code = run "\nerror 'no'"
    assert.equal(SCRIPT, code)
    assert.matches("^cairn: scene%.lua:2: no\n", err)
    _, err, code = run "function scene.load() while true do end end"
    assert.equal(LIMIT, code)
    assert.matches("^cairn: scene%.lua:1: load ran longer than 2 s", err)
    _, err, code = run("function scene.load() while true do end end",
      "--isolate --budget 0",
      "timeout --preserve-status -s INT -k 20 1 %s run scene.lua %s")
    assert.equal(INTERRUPTED, code)
    assert.matches("load was interrupted", err)
  end)

  it("is refused together with what needs more", function()
    for _, option in ipairs { "--window", "--record f", "--replay f" } do
      local _, err, code = run("", "--isolate " .. option)
      assert.equal(USAGE, code, err)
    end
  end)

  it("requires nothing that a link leads out to", function()
    os.execute(("mkdir %s/in && echo 'return 1' > %s/out.lua && ln -s ../out.lua %s/in/linked.lua")
      :format(quote(folder), quote(folder), quote(folder)))
    write(folder .. "/in/scene.lua", "require 'linked'\n")
    local _, err, code = run("", "", "timeout 60 %s run in/scene.lua --isolate")
    assert.equal(SCRIPT, code)
    assert.matches("^cairn: in/scene%.lua:1: module 'linked' not found", err)
  end)
end)

describe("A confined process", function()
  -- A program with all libraries, once it is confined: what a script could do that got out of its
  -- sandbox.
  it("opens, writes, runs, loads and renames nothing", function()
    write(folder .. "/there", "x")
    local out, err = run([[
local host = require "cairn.host"
local is_child, code = host.isolate(function(_, text) io.write(text) end)
if is_child == false then print("code", code) return end
assert(host.confine(0))
print(io.open "/etc/passwd", (io.open "there"))
print((io.open("new", "w")))
print((os.execute "touch ran"))
print((io.popen "touch ran"))
print((os.rename("there", "elsewhere")))
print((os.remove "there"))
print((package.loadlib("libm.so.6", "*")))
print((host.list "/"))
print((host.mkdir "made"))
print(coroutine.wrap(function() return 1 + 1 end)())
]], "--headless --steps 1")
    assert.equal("", err)
    assert.matches("^nil\t[^\n]*\nnil\n", out)
    local _, count = out:gsub("nil[^\n]*\n", "")
    assert.is_true(count >= 8)
    assert.matches("\n2\ncode\t0\n$", out)
    assert.equal("x", process.read(folder .. "/there"))
    for _, name in ipairs { "new", "ran", "elsewhere", "made" } do
      assert.is_nil(host.stat(folder .. "/" .. name))
    end
  end)

  -- A process that is asked to stop and to end before it runs again ends: so it must have stopped.
  it("is ended by a signal to its parent even if it no longer answers", function()
    write(folder .. "/stop.sh", [[
"$@" & parent=$!
until child=$(grep -ls "^PPid:.$parent$" /proc/[0-9]*/status | cut -d/ -f3) && [ "$child" ]; do
  sleep 0.05
done
kill -STOP $child
until grep -q "^State:.T" /proc/$child/status; do sleep 0.05; done
kill -TERM $parent
wait $parent]])
    local _, err, code = run("function scene.load() while true do end end",
      "--isolate --budget 0", "timeout 60 sh stop.sh %s run scene.lua %s")
    assert.matches("the isolated process was ended by signal 9", err)
    assert.equal(137, code)
  end)

  it("shows the terminal of its parent nothing that it obeys", function()
    local out = run [[
function scene.load() print("\27[2J") return require("cairn").world {} end]]
    assert.matches("^\\x1b%[2J\n", out)
  end)
end)
