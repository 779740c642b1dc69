-- `cairn bench` from outside, as a process, and its scenes with small parameters. Nothing here
-- asserts a time.

local fake_cmake = require "tests.support.fake_cmake"
local json = require "dkjson"
local scene = require "cairn.scene"
local process = require "tests.support.process"

local has_module, cairn = pcall(require, "cairn")

local quote, read, write = process.quote, process.read, process.write

local folder -- a fresh one for each test, with a space in its name

-- Run the program with a prefix of the shell line (assignments): stdout, stderr, exit code.
local function run_with(prefix, ...)
  local words = {}
  for i, word in ipairs { ... } do words[i] = quote(word) end
  return process.run(folder, ("CAIRN_HOME=%s %s %s bench %s"):format(quote(process.home), prefix,
    quote(process.program), table.concat(words, " ")))
end

local function bench(...) return run_with("", ...) end

local function results_of(text)
  local results = {}
  for line in text:gmatch("[^\n]+") do results[#results + 1] = assert(json.decode(line)) end
  return results
end

before_each(function()
  folder = process.folder "bench"
  write(folder .. "/stack.lua", process.STACK)
end)

after_each(function() process.remove(folder) end)

describe("cairn bench", function()
  it("prints a line of JSON for each scene and thread count", function()
    local out, _, code = bench("stack.lua", "small_20", "--steps", "4", "--threads", "1,2",
      "--json")
    assert.equal(0, code)
    local results = results_of(out)
    assert.equal(4, #results)
    assert.equal("stack", results[1].scene)
    assert.equal("small_20", results[4].scene)
    assert.equal(2, results[4].threads)
    assert.equal(3, results[4].steps) -- the first is not counted
    assert.equal(21, results[4].bodies)
    assert.is_true(results[4].bytes > 0)
    assert.is_number(results[4].stages.solve)
    assert.equal(results[1].hash, results[2].hash)
    assert.equal(results[3].hash, results[4].hash)
  end)

  it("says what snapshots cost, in time and in bytes", function()
    local out, _, code = bench("snapshot", "--set", "n=60", "--json", "--runs", "2")
    assert.equal(0, code)
    local results = results_of(out)
    assert.equal("moving", results[1].scene)
    assert.equal("at rest", results[2].scene)
    assert.equal("rollback", results[3].scene)
    for i = 1, 2 do
      assert.equal(60, results[i].bodies)
      assert.is_true(results[i].take_ms.min > 0 and results[i].restore_ms.median > 0)
      assert.is_true(results[i].bytes_per_body > results[i].file_bytes_per_body)
      assert.is_true(results[i].bytes_per_body < 900) -- a small world has more beside its bodies
    end
    assert.equal(8, results[3].steps)
    assert.is_true(results[3].extra_ms.median > 0)
    local err
    out, err, code = bench("snapshot", "--set", "n=many")
    assert.equal(2, code)
    assert.equal("", out)
    assert.matches("--set n=<boxes>", err, 1, true)
  end)

  it("has the keys of the contract, in its order", function()
    local out, keys = bench("stack.lua", "--json"), {}
    for key in out:gmatch('"([%a_0-9]+)":') do keys[#keys + 1] = key end
    assert.same({
      "scene", "threads", "steps", "ms_per_step", "min", "median", "p95", "total_ms", "bodies",
      "contacts", "joints", "hash", "bytes", "stages",
    }, table.move(keys, 1, 14, 1, {}))
    local result = json.decode(out)
    assert.equal(19, result.steps) -- of scene.steps
    assert.is_true(result.ms_per_step.min <= result.ms_per_step.median)
    assert.is_true(result.ms_per_step.median <= result.ms_per_step.p95)
    assert.is_true(result.total_ms >= 19 * result.ms_per_step.min)
    assert.equal(16, #result.hash)
  end)

  it("prints a table with a row for each scene, and says on stderr how far it is", function()
    local out, err = bench("small_20", "stack.lua", "--steps", "4")
    assert.matches("^scene .*median.*p95.*bodies.*contacts.*joints.*B/body.*hash\n", out)
    assert.matches("\nsmall_20 +1 +3 .*\nstack +1 +3 .*\n$", out)
    assert.equal("cairn: 1 of 2: small_20, 1 thread\ncairn: 2 of 2: stack, 1 thread\n", err)
  end)

  it("prints Markdown with the machine and the day", function()
    local out = bench("stack.lua", "--markdown", "--threads", "1,2")
    assert.matches("^cairn %d.* on .*%d%d%d%d%-%d%d%-%d%d%.\n\n| scene | thr |", out)
    assert.matches("\n| stack | 2 | 19 |", out, 1, true)
    assert.matches("\n- cairn, 1 thread / 2: geometric mean %d+%.%d+ over 1 scene, worst", out)
  end)

  it("tells the stages of a step", function()
    local out = bench("stack.lua", "--stages")
    assert.matches("\n    pairs %d+%.%d%%  .*solve %d+%.%d%%", out)
  end)

  it("takes each step's fastest time of several runs", function()
    local out, err = bench("stack.lua", "--runs", "3", "--json")
    assert.equal(1, #results_of(out))
    assert.equal(19, results_of(out)[1].steps)
    assert.matches("cairn: 3 of 3: stack", err, 1, true)
  end)

  it("measures the processor's time when asked to", function()
    write(folder .. "/sleepy.lua",
      process.STACK .. "function scene.update() os.execute 'sleep 0.05' end\n")
    local clock = results_of((bench("sleepy.lua", "--steps", "3", "--json")))[1].total_ms
    local cpu = results_of((bench("sleepy.lua", "--steps", "3", "--json", "--cpu")))[1].total_ms
    assert.is_true(clock >= 100) -- two steps
    assert.is_true(cpu < clock)
  end)

  it("takes a size in the name of a scene that has one", function()
    local results = results_of((bench("heap_150", "heap", "--set", "n=120", "--steps", "3",
      "--json")))
    assert.equal("heap_150", results[1].scene)
    assert.equal(151, results[1].bodies)
    assert.equal("heap", results[2].scene)
    assert.equal(121, results[2].bodies)
  end)

  it("sets parameters, and refuses what a scene does not have", function()
    assert.equal(8, results_of((bench("stack.lua", "--set", "rows=7", "--json")))[1].bodies)
    local _, err, code = bench("stack.lua", "--set", "rwos=7")
    assert.equal(2, code)
    assert.matches("did you mean 'rows'", err, 1, true)
  end)

  it("names a scene that is not there before anything is timed, and ends with 3", function()
    local out, err, code = bench("small_20", "no_such_scene")
    assert.equal(3, code)
    assert.equal("", out)
    assert.equal("cairn: no_such_scene: No such file\n", err)
    err = select(2, bench("large_piramid"))
    assert.equal("cairn: large_piramid: No such file, did you mean 'large_pyramid'?\n", err)
    assert.equal(3, select(3, bench("gone.lua")))
  end)

  it("refuses values that make no sense with 2", function()
    for _, words in ipairs {
      { "--threads", "0" }, { "--threads", "1,," }, { "--runs", "0" }, { "--bodies", "5" },
      { "--steps", "1" }, { "--json", "--markdown" }, { "--cpu", "--threads", "2" },
    } do
      local _, err, code = bench("stack.lua", table.unpack(words))
      assert.equal(2, code)
      assert.is_nil(err:find("traceback", 1, true))
    end
  end)

  it("says where an error of a script is, and ends with 1", function()
    write(folder .. "/late.lua", process.STACK .. "function scene.update()\n  error 'boom'\nend\n")
    local _, err, code = bench("late.lua")
    assert.equal(1, code)
    assert.matches("late.lua:%d+: boom", err)
  end)
end)

describe("cairn bench viewer", function()
  if not process.has_viewer then return end

  it("times frames of full quality, stepped down, and what the interface adds", function()
    local out, _, code = bench("viewer", "--steps", "6", "--set", "n=200", "--json")
    assert.equal(0, code)
    local result = results_of(out)[1]
    assert.equal(201, result.bodies)
    for _, name in ipairs { "full", "stepped_down", "bare" } do
      local ms = result[name]
      assert.is_true(0 < ms.min and ms.min <= ms.median and ms.median <= ms.p95, name)
    end
    assert.is_true(result.interface > -1 and result.interface < result.full.median)
  end)
end)

describe("cairn bench --plot", function()
  if not process.has_viewer then
    it("is refused by a build without pictures", function()
      assert.equal(8, select(3, bench("--plot", "f.png")))
    end)
    return
  end

  it("writes a PNG of time against bodies, and the figures", function()
    local out, _, code = bench("--plot", "f.png", "--bodies", "100,150", "--steps", "4",
      "--threads", "1,2")
    assert.equal(0, code)
    assert.equal("\137PNG\r\n\26\n", read(folder .. "/f.png"):sub(1, 8))
    assert.matches("\ncairn +1 +100 .*\ncairn +2 +150 .*\nf.png\n$", out)
  end)

  it("takes each step's fastest time of several runs", function()
    local out, err = bench("--plot", "f.png", "--bodies", "100,150", "--steps", "4", "--runs", "2",
      "--json")
    assert.equal(2, #results_of(out))
    assert.equal("cairn: 1 of 4: heap_100, 1 thread\ncairn: 2 of 4: heap_100, 1 thread\n"
      .. "cairn: 3 of 4: heap_150, 1 thread\ncairn: 4 of 4: heap_150, 1 thread\n", err)
  end)

  it("prints a line of JSON for each point", function()
    local points = results_of((bench("--plot", "f.png", "--bodies", "100", "--steps", "4",
      "--json")))
    assert.equal(1, #points)
    assert.equal("heap", points[1].scene)
    assert.equal(100, points[1].n)
    assert.is_true(points[1].us_per_body > 0)
    assert.is_true(points[1].bytes_per_body > 0)
  end)

  it("ends with 8 when the file cannot be written", function()
    local _, err, code = bench("--plot", "no/such/f.png", "--bodies", "100", "--steps", "4")
    assert.equal(8, code)
    assert.matches("cairn: no/such/f.png: No such file or directory\n$", err)
  end)
end)

describe("cairn bench --peers", function()
  local function peers_with(cmake, ...)
    return run_with(fake_cmake.prefix(folder, cmake), "--peers", ...)
  end

  local PROGRAMS = [[
    for last; do :; done
    mkdir -p %s && cd %s || exit 1
    for name in %s; do
      printf '#!/bin/sh\n[ $# = 0 ] && echo small_20 && exit\n' >bench_$name
      printf 'echo greeting\necho "{\\"bodies\\":21,\\"contacts\\":2,\\"joints\\":0,' >>bench_$name
      printf '\\"ms\\":[9000,8000,7000]}"\n' >>bench_$name
      chmod +x bench_$name
    done
  ]]

  local function fake(names)
    local bin = quote(folder .. "/build/peers/bin")
    return PROGRAMS:format(bin, bin, names)
  end

  it("says what to install when neither is there, before anything is timed", function()
    local out, err, code = peers_with("exit 0", "small_20")
    assert.equal(3, code)
    assert.equal("", out)
    assert.matches("Box2D 2.4.1 and Chipmunk 7.0.3 not found; install on Debian: apt%-get install "
      .. "libbox2d%-dev g%+%+ libchipmunk%-dev\n$", err)
  end)

  it("says where the log is when the build fails", function()
    local _, err, code = peers_with("echo broken; exit 1", "small_20")
    assert.equal(3, code)
    local log = err:match("could not be built; see ([^\n]+)\n$")
    assert.equal("broken\n", read(log))
  end)

  it("puts their times and ratios beside ours", function()
    local out, err, code = peers_with(fake "box2d chipmunk", "small_20", "stack.lua", "--steps",
      "4")
    assert.equal(0, code)
    assert.matches("building the peers", err, 1, true)
    assert.matches("^scene .*Box2D 2.4.1 +ratio Chipmunk 7.0.3 +ratio", out)
    assert.matches("\nsmall_20 .* 24000%.0 +%d+%.%d%d +24000%.0", out)
    assert.matches("\nstack .* %-      %-", out) -- a scene that they do not know
    assert.matches("\nBox2D 2.4.1 / cairn, 1 thread: geometric mean .* over 1 scene", out)
  end)

  it("compares a peer that was cut short as far as it came", function()
    local out = peers_with(fake "box2d", "small_20", "--steps", "10", "--json")
    local result = results_of(out)[1]
    assert.equal(9, result.steps)
    assert.equal(3, result.peers.box2d.steps)
    assert.equal(24000, result.peers.box2d.total_ms)
    assert.is_true(result.peers.box2d.ratio > 24000 / result.total_ms)
  end)

  it("takes a program that does not start for a peer that is missing", function()
    local broken = fake "box2d" .. "printf '#!/bin/sh\\nexit 127\\n' >bench_chipmunk\n"
      .. "chmod +x bench_chipmunk\n"
    local out, err, code = peers_with(broken, "small_20", "--steps", "4")
    assert.equal(0, code)
    assert.matches("Chipmunk 7.0.3 not found", err, 1, true)
    assert.is_nil(out:find("Chipmunk", 1, true))
  end)

  it("ends a peer's line in the plot where its run was cut short", function()
    if not process.has_viewer then return pending "needs pictures" end
    local known = fake("box2d"):gsub("small_20", "heap")
    local words = { "--plot", "f.png", "--bodies", "100,150", "--json", "--runs", "2" }
    local whole = results_of((peers_with(known, "--steps", "4", table.unpack(words))))
    assert.equal(4, #whole)
    assert.equal("Box2D 2.4.1", whole[2].name)
    assert.equal(8000, whole[2].last_mean_ms)
    local cut = results_of((peers_with(known, "--steps", "5", table.unpack(words))))
    assert.equal(2, #cut)
    assert.equal("cairn", cut[2].name)
  end)

  it("goes on with one of the two", function()
    local out, err, code = peers_with(fake "box2d", "small_20", "--steps", "4", "--json")
    assert.equal(0, code)
    assert.matches("Chipmunk 7.0.3 not found", err, 1, true)
    assert.is_nil(results_of(out)[1].peers.chipmunk)
  end)
end)

describe("benchmark scenes", function()
  if not has_module then
    pending("need the cairn module: " .. tostring(cairn):match("[^\n]*"))
    return
  end

  -- name, values, bodies, joints at the end of `steps`
  local CASES = {
    { "heap", { n = 100 }, 10, 101, 0 },
    { "joint_grid", { n = 10 }, 10, 100, 180 },
    { "large_pyramid", { rows = 4 }, 10, 11, 0 },
    { "many_pyramids", { rows = 2, columns = 3 }, 10, 331, 0 },
    { "rain", { rows = 1, columns = 2, every = 2 }, 9, 1 + 2 * 55, 2 * 50 },
    { "small_20", {}, 10, 21, 0 },
    { "small_100", {}, 10, 101, 0 },
    { "small_500", {}, 10, 501, 0 },
    { "smash", { columns = 4, rows = 3 }, 10, 13, 0 },
    { "spinner", { n = 30 }, 10, 32, 1 },
    { "tumbler", { n = 3 }, 10, 11, 1 },
  }

  for _, case in ipairs(CASES) do
    local name, values, steps, bodies, joints = table.unpack(case)
    it(name .. " has its bodies and joints, stays finite and repeats to the bit", function()
      local function hash()
        local s <close> = assert(scene.load(("scripts/bench/%s.lua"):format(name), values))
        s:step(steps)
        local world = s:world()
        assert.is_nil(s.fault)
        assert.equal(bodies, world:body_count())
        assert.equal(joints, world:joint_count())
        assert.finite(world)
        assert.is_true(math.tointeger(s:scene().steps) > 0)
        return world:hash()
      end
      assert.equal(hash(), hash())
    end)
  end

  it("are all among the cases here", function()
    local known = {}
    for _, case in ipairs(CASES) do known[case[1] .. ".lua"] = true end
    local pipe <close> = assert(io.popen("ls scripts/bench"))
    for file in pipe:lines() do
      if file:find "%.lua$" then assert.is_true(known[file] or false, file) end
    end
  end)
end)
