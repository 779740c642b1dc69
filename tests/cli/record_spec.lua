-- `cairn run --record`, `cairn run --replay` and `cairn replay` from outside: what they print,
-- their exit codes, and what becomes of a file that is cut, damaged, or cannot be written.

local cairn = require "cairn"
local json = require "dkjson"
local process = require "tests.support.process"

local quote, read, write = process.quote, process.read, process.write

local folder

local function shell(line)
  return process.run(folder, ("export CAIRN_HOME=%s; unset DISPLAY WAYLAND_DISPLAY; %s")
    :format(quote(process.home), line))
end

local PROGRAM = quote(process.program)

local function run(line) return shell(PROGRAM .. " " .. line) end

local function last_line(text) return text:match("([^\n]*)\n$") end

local function hash_of(out) return json.decode(last_line(out)).hash end

-- A column that tumbles: its state differs from step to step.
local SCENE = [[
local cairn = require "cairn"
local shapes = require "shapes"
scene.params { rows = { 5, 1, 10, step = 1, rebuild = true } }
scene.steps = 300
function scene.load(p)
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, p.rows do
    world:box { x = math.random() * 0.3, y = i, w = 0.5, h = shapes.height,
                name = i == p.rows and "top" or nil }
  end
  return world
end
function scene.update()
  if math.random() < 0.05 then scene.world:find("top"):apply_impulse(math.random(), 2) end
end
]]

before_each(function()
  folder = process.folder "record"
  write(folder .. "/scene.lua", SCENE)
  write(folder .. "/shapes.lua", "return { height = 0.5 }\n")
end)

after_each(function() process.remove(folder) end)

local function record(arguments)
  local out, err, code = run("run scene.lua --headless --json --record run.rec "
    .. (arguments or ""))
  assert.equal("", err)
  assert.equal(0, code)
  return hash_of(out)
end

describe("cairn run --record", function()
  it("changes nothing about the run", function()
    local plain = hash_of((run "run scene.lua --headless --json"))
    assert.equal(plain, record())
  end)

  it("keeps that the scene was not trusted, and it is not when it is played", function()
    write(folder .. "/shapes.lua", "print(io and 'trusted' or 'not trusted') return { height = 1 }")
    local _, _, code = run "run scene.lua --headless --record run.rec --sandbox"
    assert.equal(0, code)
    assert.matches("^not trusted\n", (run "replay run.rec --headless"))
    record()
    assert.matches("^trusted\n", (run "replay run.rec --headless"))
  end)

  it("refuses a program, which has no recording, and leaves no file", function()
    write(folder .. "/program.lua", "print 'once'")
    local _, err, code = run "run program.lua --headless --record run.rec"
    assert.equal(2, code)
    assert.matches("program.lua: a script without scene.load is a program and has no recording",
      err, 1, true)
    assert.equal("", read(folder .. "/run.rec"))
  end)

  it("does not overwrite a file that is no recording", function()
    local _, err, code = run "run scene.lua --headless --record shapes.lua"
    assert.equal(8, code)
    assert.matches("shapes.lua: it exists and is no recording", err, 1, true)
    assert.equal("return { height = 0.5 }\n", read(folder .. "/shapes.lua"))
  end)

  it("ends with 8 where no file can be made", function()
    local _, err, code = run "run scene.lua --headless --record nowhere/run.rec"
    assert.equal(8, code)
    assert.matches("--record nowhere/run.rec: No such file or directory", err, 1, true)
  end)

  it("runs on when the file can no longer be written, says since when, and ends with 8", function()
    local plain = hash_of((run "run scene.lua --headless --json"))
    -- 8 blocks of 1024 bytes: the system refuses to write more
    local out, err, code = shell(
      ("ulimit -f 8; %s run scene.lua --headless --json --record run.rec"):format(PROGRAM))
    assert.equal(8, code)
    assert.equal(plain, hash_of(out))
    assert.matches("recording stopped at step %d+: File too large", err)
  end)

  it("ends with 8 on a full device", function()
    if not io.open "/dev/full" then return pending "no /dev/full here" end
    local _, err, code = run "run scene.lua --headless --record /dev/full"
    assert.equal(8, code)
    assert.matches("No space left on device", err, 1, true)
  end)

  it("is whole after an error of the script, and the replay ends with the same error", function()
    write(folder .. "/scene.lua", SCENE:gsub("function scene.update%(%)",
      "local n = 0\n%0\n  n = n + 1\n  if n == 200 then error 'two hundred' end\n"))
    local _, _, code = run "run scene.lua --headless --record run.rec"
    assert.equal(1, code)
    local _, err, again = run "replay run.rec --headless"
    assert.equal(1, again)
    assert.matches("two hundred", err, 1, true)
    assert.not_matches("ends early", err, 1, true)
  end)

  it("finishes its step and the file at SIGTERM", function()
    local _, _, code = shell(("%s run scene.lua --headless --steps 100000000 --record run.rec & "
      .. "p=$!; sleep 1; kill -TERM $p; wait $p"):format(PROGRAM))
    assert.equal(128 + 15, code)
    local player = assert(require("cairn.recording").open(folder .. "/run.rec"))
    assert.is_nil(player:early_end())
    assert.is_true(player:length() > 0)
    player:close()
  end)

  it("keeps all but the last second when it is killed", function()
    shell(("%s run scene.lua --headless --steps 100000000 --record run.rec & "
      .. "p=$!; sleep 1.6; kill -KILL $p; wait $p"):format(PROGRAM))
    local player = assert(require("cairn.recording").open(folder .. "/run.rec"))
    assert.matches("replay ends early at step %d+ of 100000000 %(file truncated%)",
      player:early_end())
    assert.is_true(player:length() > 0)
    assert.is_true(player:seek(math.min(player:length(), 300)))
    assert.is_nil(player:diverged())
    player:close()
  end)
end)

describe("cairn replay", function()
  it("goes the same way without the script, on any threads and instruction set", function()
    local hash = record "--seed 7 --set rows=8"
    os.remove(folder .. "/scene.lua")
    os.remove(folder .. "/shapes.lua")
    for _, how in ipairs { "", "--threads 2" } do
      local out, err, code = run("replay run.rec --headless --json " .. how)
      assert.equal("", err)
      assert.equal(0, code)
      assert.equal(hash, hash_of(out))
    end
    for _, set in ipairs { "scalar", "sse2", "avx2" } do
      local out, err, code = shell(("CAIRN_SIMD=%s %s replay run.rec --headless --json")
        :format(set, PROGRAM))
      if not err:find "this machine and build have" then
        assert.equal(0, code)
        assert.equal(hash, hash_of(out))
      end
    end
  end)

  it("says without a display that it plays headless", function()
    local hash = record()
    local out, err, code = run "replay run.rec --json"
    assert.equal(0, code)
    assert.equal(hash, hash_of(out))
    assert.matches("playing headless", err, 1, true)
  end)

  it("says the first step that differs, which body, by how much, and ends with 7", function()
    record()
    local player = assert(require("cairn.recording").open(folder .. "/run.rec"))
    player:seek(81)
    local x, y = player:world():find("top"):position()
    player:close()
    -- a recording of another truth: after step 81 the top stood half a millimetre further up
    local stream = {}
    for letter, bytes, step in require("tests.support.records").each(folder .. "/run.rec") do
      if letter == "T" and step == 81 then bytes = "\1\2\3\4" end
      if letter == "P" and step == 81 then
        local id, _, _, angle = ("<I4ddd"):unpack(bytes, #bytes - 27)
        bytes = bytes:sub(1, -29) .. ("<I4ddd"):pack(id, x, y + 5e-4, angle)
      end
      stream[#stream + 1] = { letter, bytes, step }
    end
    require("tests.support.records").write(folder .. "/run.rec", stream)
    local _, err, code = run "replay run.rec --headless"
    assert.equal(7, code)
    assert.equal('cairn: diverged at step 81 (body #6 "top", 5.0e-4 m)\n', err)
  end)

  it("plays a cut file to its last whole block, says so, and ends with 4", function()
    record "--steps 600"
    local whole = read(folder .. "/run.rec")
    write(folder .. "/run.rec", whole:sub(1, -40))
    local out, err, code = run "replay run.rec --headless"
    assert.equal(4, code)
    assert.matches("replay ends early at step %d+ of 600 %(file truncated%)", err)
    assert.matches("^%d+ steps", out)
  end)

  it("refuses a damaged file by its block; --salvage plays what stands before", function()
    record "--steps 3000"
    local bytes = read(folder .. "/run.rec")
    local at = 32 + 32 + 32 + 65536 + 32 + 1000 -- in the third block, behind the first of 64 KB
    assert.is_true(#bytes > at)
    write(folder .. "/run.rec", bytes:sub(1, at - 1) .. "\255" .. bytes:sub(at + 1))
    local _, err, code = run "replay run.rec --headless"
    assert.equal(4, code)
    local first, last = err:match("^cairn: run.rec: block 3 %(step (%d+)%-(%d+)%) "
      .. "checksum mismatch\n$")
    assert.is_true(tonumber(last) > tonumber(first))
    local out
    out, err, code = run "replay run.rec --headless --salvage"
    assert.equal(4, code)
    assert.matches(("replay ends early at step %s of 3000 (file damaged)"):format(first), err, 1,
      true)
    assert.matches("^" .. first .. " steps", out)
  end)

  it("names files that are none, of another format, or missing", function()
    local _, err, code = run "replay scene.lua --headless"
    assert.equal(4, code)
    assert.equal("cairn: scene.lua is not a recording\n", err)
    _, err, code = run "replay nothing.rec --headless"
    assert.equal(3, code)
    assert.equal("cairn: nothing.rec: No such file\n", err)
    local head = ("<c8I4I4I2I2I2I2"):pack("CAIRNREC", 9, 0, 0, 7, 1, 0)
    write(folder .. "/new.rec", head .. ("<i8"):pack(cairn.checksum(head)))
    _, err, code = run "replay new.rec --headless"
    assert.equal(4, code)
    assert.equal(("cairn: new.rec was made by cairn 0.7.1 (format 9); this is %s (format 1)\n")
      :format(cairn._VERSION:match "%S+$"), err)
  end)

  it("says when the script has changed, and plays it as it is now with --force", function()
    local hash = record()
    write(folder .. "/shapes.lua", "return { height = 0.25 }\n")
    write(folder .. "/scene.lua", SCENE .. "\n-- another line\n")
    local out, err, code = run "replay run.rec --headless --json"
    assert.equal(0, code)
    assert.equal(hash, hash_of(out))
    assert.matches("scene.lua has changed since; the recorded text is played", err, 1, true)
    out, err, code = run "replay run.rec --headless --json --force"
    assert.equal("", err)
    assert.equal(0, code)
    assert.not_equal(hash, hash_of(out))
  end)
end)

describe("cairn replay of a world without a scene", function()
  it("plays it headless, and refuses to take it for a scene", function()
    local world <close> = cairn.world {}
    local body = world:box { w = 1, h = 1 }
    local recorder = assert(world:record(folder .. "/world.rec"))
    for i = 1, 90 do
      if i == 30 then body:apply_impulse(3, 4) end
      world:step()
    end
    recorder:close()
    local out, err, code = run "replay world.rec --json"
    assert.equal(0, code)
    assert.equal(("%016x"):format(world:hash()), hash_of(out))
    assert.equal("", (err:gsub("cairn: [^\n]*playing headless\n", "")))
    local _, why, refused = run "replay world.rec --force"
    assert.equal(2, refused)
    assert.matches("world.rec holds a world and no scene", why, 1, true)
  end)
end)

describe("cairn run --replay", function()
  it("plays a recording of that scene", function()
    local hash = record()
    local out, _, code = run "run scene.lua --replay run.rec --headless --json"
    assert.equal(0, code)
    assert.equal(hash, hash_of(out))
  end)

  it("plays what was recorded where no scene is given", function()
    local hash = record()
    local out, _, code = run "run --replay run.rec --headless --json"
    assert.equal(0, code)
    assert.equal(hash, hash_of(out))
    local _, err, without = run "run"
    assert.equal(2, without)
    assert.matches("which scene?", err, 1, true)
  end)

  it("refuses a scene that is not the recorded one, unless told to", function()
    record()
    write(folder .. "/other.lua", SCENE .. "\n-- another one\n")
    local _, err, code = run "run other.lua --replay run.rec --headless"
    assert.equal(4, code)
    assert.matches("other.lua is not the text of scene.lua that run.rec recorded", err, 1, true)
  end)

  it("excludes --record", function()
    local _, err, code = run "run scene.lua --replay a.rec --record b.rec"
    assert.equal(2, code)
    assert.matches("can not be used together", err, 1, true)
  end)
end)
