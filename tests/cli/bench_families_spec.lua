-- `cairn bench --families` from outside, with drivers that answer what the spec wants, and the
-- generator of the scenes.

local fake_cmake = require "tests.support.fake_cmake"
local json = require "dkjson"
local process = require "tests.support.process"

local quote, read, write = process.quote, process.read, process.write

local folder -- a fresh one for each test, with a space in its name

local function run_with(prefix, ...)
  local words = {}
  for i, word in ipairs { ... } do words[i] = quote(word) end
  return process.run(folder, ("CAIRN_HOME=%s %s %s bench --families %s"):format(
    quote(process.home), prefix, quote(process.program), table.concat(words, " ")))
end

-- A driver whose steps take the given ms each; joints are off by a millimetre.
local DRIVER = [[#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = --times ] && times=$2; shift; done
for ms in %s; do echo "$ms $ms"; done >"$times"
echo '{"engine":"fake","cpu_ms":700,"dynamic":12,"overlap_mean":0.002,"overlap_max":0.01,' \
  '"joint_mean":0.001,"escaped":0,"bad":0}'
]]

local REFUSES = [[#!/bin/sh
echo '{"engine":"fake","refused":"no chains there"}'
]]

-- A cmake that makes drivers: { name = text of a program }.
local function making(programs)
  local bin = folder .. "/build/peers/bin"
  local lines = { "mkdir -p " .. quote(bin) }
  for name, text in pairs(programs) do
    write(("%s/%s"):format(folder, name), text)
    local path = quote(("%s/family_%s"):format(bin, name))
    lines[#lines + 1] = ("cp %s %s && chmod +x %s"):format(quote(folder .. "/" .. name), path, path)
  end
  return fake_cmake.prefix(folder, table.concat(lines, "\n"))
end

local function rows_of(text)
  local rows = {}
  for line in text:gmatch("[^\n]+") do rows[#rows + 1] = assert(json.decode(line)) end
  return rows
end

before_each(function() folder = process.folder "families" end)
after_each(function() process.remove(folder) end)

describe("cairn bench --families", function()
  local TWO = { cairn = DRIVER:format "1 2 4", box2d = DRIVER:format "2 8 4" }

  it("divides the other engine's time by ours, over all steps, the slow ones and the slowest",
    function()
      local out, _, code = run_with(making(TWO), "chains", "--seeds", "7", "--json")
      assert.equal(0, code)
      local row = rows_of(out)[1]
      assert.equal("chains", row.family)
      assert.equal(7, row.seed)
      assert.equal(12, row.bodies)
      assert.near(14 / 7, row.box2d.ratio, 1e-12)
      assert.near(8 / 4, row.box2d.ratio_p95, 1e-12)
      assert.near(8 / 4, row.box2d.ratio_max, 1e-12)
      assert.near(7 / 3, row.cairn.ms_per_step, 1e-12)
      assert.equal(0.001, row.box2d.joint_mean)
    end)

  it("compares over the steps that both engines did", function()
    local programs = { cairn = DRIVER:format "1 1 1 5", box2d = DRIVER:format "3 3 3" }
    local out = run_with(making(programs), "chains", "--seeds", "1", "--json")
    assert.near(3, rows_of(out)[1].box2d.ratio, 1e-12)
  end)

  it("prints a table, and means that count each family once", function()
    local out, err, code = run_with(making(TWO), "chains", "drum", "--seeds", "1,3-4")
    assert.equal(0, code)
    assert.matches("^family +seed +thr +bodies", out)
    assert.matches("\nchains +4 +1 +12 ", out)
    assert.matches("Box2D 2.4.1 / cairn, 1 thread, geometric mean over 2 families: 2.00; below 1: "
      .. "0", out, 1, true)
    assert.matches("cairn: 6 of 6: drum, seed 4, 1 thread", err, 1, true)
    assert.matches("Chipmunk 7.0.3 not found; install on Debian", err, 1, true)
  end)

  it("runs what is short up to three times, and counts each step's fastest", function()
    local counter = folder .. "/count"
    local text = DRIVER:format "1 1":gsub('"cpu_ms":700', '"cpu_ms":1')
      .. ("echo x >>%s\n"):format(quote(counter))
    local out = run_with(making { cairn = text, box2d = text }, "chains", "--seeds", "1", "--json")
    assert.equal(3, rows_of(out)[1].runs)
    assert.equal(2 * 3, select(2, read(counter):gsub("x", "")))
  end)

  it("says why an engine has no figure for a scene, and goes on", function()
    local programs = { cairn = TWO.cairn, box2d = REFUSES }
    local out, err, code = run_with(making(programs), "chains", "--seeds", "2")
    assert.equal(0, code)
    assert.matches("\nchains .* %- ", out)
    assert.matches("cairn: chains, seed 2: Box2D 2.4.1: no chains there", err, 1, true)
  end)

  it("takes further engines by name, and writes the lines to a file", function()
    local program = folder .. "/third engine"
    write(program, DRIVER:format "7 7 7")
    assert(os.execute("chmod +x " .. quote(program)))
    local out, _, code = run_with(making(TWO), "chains", "--seeds", "2", "--driver",
      "third=" .. program, "--out", "lines.jsonl")
    assert.equal(0, code)
    assert.matches("third / cairn, 1 thread", out, 1, true)
    assert.equal(3, rows_of(read(folder .. "/lines.jsonl"))[1].third.ratio)
  end)

  it("refuses what it does not know or cannot use with a sentence", function()
    local prefix = making(TWO)
    local function refused(code, sentence, ...)
      local _, err, got = run_with(prefix, ...)
      assert.equal(code, got)
      assert.matches(sentence, err, 1, true)
    end
    refused(2, "no family 'chans', did you mean 'chains'?", "chans")
    refused(2, "--stages: not for --families", "--stages")
    refused(2, "--seeds: whole numbers as in 1,2 or 10-14 expected, got '4-2'", "--seeds", "4-2")
    refused(2, "--driver: NAME=PROGRAM expected, got 'v3'", "--driver", "v3")
    refused(3, "--driver: /nowhere/v3: No such file", "--driver", "v3=/nowhere/v3")
    refused(8, "no/such/file: No such file or directory", "chains", "--out", "no/such/file")
    local _, err, code = process.run(folder, ("CAIRN_HOME=%s %s bench --seeds 3"):format(
      quote(process.home), quote(process.program)))
    assert.equal(2, code)
    assert.matches("--seeds: only for --families", err, 1, true)
  end)

  it("says that there is nothing to compare with when no other engine is installed", function()
    local out, err, code = run_with(making { cairn = TWO.cairn }, "chains")
    assert.equal(3, code)
    assert.equal("", out)
    assert.matches("libbox2d%-dev g%+%+ libchipmunk%-dev\n", err)
    assert.matches("there is no other engine to compare with\n$", err)
  end)
end)

describe("the generator of families", function()
  local generator = dofile(process.home .. "/tests/bench/family/family.lua")

  it("has thirty-seven families", function() assert.equal(37, #generator.names) end)

  it("writes the same text for the same seed, and another for another", function()
    for _, name in ipairs(generator.names) do
      local text = generator.write(name, 5, 60)
      assert.equal(text, generator.write(name, 5, 60), name)
      assert.is_true(text ~= generator.write(name, 6, 60), name)
    end
  end)

  it("writes about as many bodies as it is asked for", function()
    for _, name in ipairs(generator.names) do
      local _, count = generator.write(name, 3, 300):gsub("\nbody dynamic", "")
      assert.is_true(count > 100 and count < 900, ("%s: %d"):format(name, count))
    end
  end)

  it("knows no family of another name", function()
    assert.is_nil(generator.write("nobody", 1, 10))
  end)
end)
