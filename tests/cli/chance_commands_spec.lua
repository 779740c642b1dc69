-- Command lines of chance: words that the program knows, and the worst of others. The command line
-- takes them or says in a sentence what it does not; the real program, with files that are none,
-- ends by one of its exit codes and shows nobody a traceback.
-- CAIRN_CHANCE="from to" types other hundreds.

local mangle = require "tests.support.mangle"
local process = require "tests.support.process"

local HUNDRED <const> = 100
local PROGRAMS <const> = 4 -- of each hundred lines, typed to the real program
local MOST_CODE <const> = 8

local from, to = (os.getenv "CAIRN_CHANCE" or "1 60"):match "(%d+) (%d+)"

local COMMANDS <const> = { "run", "share", "bench", "fidelity", "shot", "film", "replay", "new",
  "doctor", "rum", "" }
-- Those that neither take long nor write where they are not told to.
local QUICK <const> = { "run --headless --steps 2", "run --headless --no-watch --steps 1 --json",
  "run --headless --isolate --steps 1", "share", "shot -o out.png --width 32 --height 32",
  "replay --headless --steps 2", "doctor" }

local OPTIONS <const> = { "--headless", "--steps", "--seed", "--set", "--threads", "--json",
  "--hashes", "--no-watch", "--window", "--software", "--play", "--isolate", "--trust", "--record",
  "--replay", "--salvage", "--force", "--budget", "--mem", "--sandbox", "--bodies", "--with",
  "--page", "--runs", "--cpu", "--stages", "--peers", "--plot", "--families", "--seeds", "--size",
  "--driver", "--out", "--markdown", "--starts", "--step", "--width", "--height", "-o", "--output",
  "--seconds", "--fps", "--speed", "--from", "--version", "-v", "--", "-", "--no-such", "-h" }

local WORDS <const> = { "stack", "scene.lua", "nothing.lua", "folder", "pipe", "bytes.lua", "", "0",
  "1", "5", "-1", "1e999", "nan", "inf", "0x10", "9223372036854775808", "1,2", "1-9999999", "3,",
  ",",  "a=1", "rows=2", "rows=", "=", "a=b=c", "x=x", "\27[31mred\7", "\xff\xfe", "\u{202e}evil",
  ("long "):rep(2000), "%s%d%n", "$(x)", "'", "\"", "\n", "..", "~", "http://a.b#x", "a#b", "1 2",
  "true", "{}", "out.png", "out.mp4", "run.rec" }

local function words(r, first)
  local list = { first }
  for _ = 1, r(7) - 1 do
    local word = r(r(2) == 1 and OPTIONS or WORDS)
    if word:find "^%-%-%a" and r(4) == 1 then word = word .. "=" .. r(WORDS) end
    list[#list + 1] = word
  end
  return list
end

local function fit(text, what)
  local why = text ~= "" and #text < 20000 and mangle.unfit(text:sub(1, 8000))
  if not why and text:find("traceback", 1, true) then why = "a traceback" end
  if why then error(("%s: %s: %s"):format(what, why, text:sub(1, 300)), 0) end
end

local function shown(list)
  local parts = {}
  for i, word in ipairs(list) do parts[i] = ("%q"):format(word:sub(1, 60)) end
  return table.concat(parts, " ")
end

describe("Command lines of chance", function()
  local folder

  setup(function()
    folder = process.folder "chance"
    process.write(folder .. "/scene.lua", process.STACK)
    process.write(folder .. "/bytes.lua", "\27Lua\0\1\2")
    assert(os.execute(("mkdir %s/folder && mkfifo %s/pipe"):format(process.quote(folder),
      process.quote(folder))))
  end)

  teardown(function() process.remove(folder) end)

  -- What would do the work is not there: how far a line comes without it.
  local DOERS <const> = { "cairn.cli.run", "cairn.cli.replay", "cairn.cli.link", "cairn.cli.film",
    "cairn.bench", "cairn.fidelity", "cairn.cli.starter", "cairn.cli.doctor" }

  local function typed(list)
    local cli = require "cairn.cli"
    local said, kept = {}, {}
    local function done() return 0 end
    for _, name in ipairs(DOERS) do
      kept[name] = package.loaded[name] or false
      package.loaded[name] = { main = done, run = done, shot = done, share = done,
        find = function(name_of) return name_of end }
    end
    local function hear(...)
      for i = 1, select("#", ...) do said[#said + 1] = tostring((select(i, ...))) end
    end
    local stream = { write = function(self, ...) hear(...) return self end, flush = done }
    local before = { print = print, exit = os.exit, write = io.write, stdout = io.stdout,
      stderr = io.stderr }
    rawset(_G, "print", hear)
    rawset(os, "exit", function(code) coroutine.yield(code == true and 0 or code or 0) end)
    rawset(io, "write", hear)
    rawset(io, "stdout", stream)
    rawset(io, "stderr", stream)
    local ok, code = coroutine.resume(coroutine.create(cli.main), list) -- left where it exits
    rawset(_G, "print", before.print)
    rawset(os, "exit", before.exit)
    for _, name in ipairs { "write", "stdout", "stderr" } do rawset(io, name, before[name]) end
    for name, value in pairs(kept) do package.loaded[name] = value or nil end
    assert(ok, code)
    return code, table.concat(said)
  end

  for seed = math.tointeger(from), math.tointeger(to) do
    it("are taken or refused: hundred " .. seed, function()
      for i = 1, HUNDRED do
        local r = mangle.generator(seed * HUNDRED + i)
        local list = words(r, r(COMMANDS))
        local ok, code, said = pcall(typed, list)
        assert(ok, shown(list) .. ": " .. tostring(code))
        fit(said, shown(list))
        assert(code == 0 or code == 2 and said ~= "", ("%s: %s"):format(shown(list), code))
      end
    end)

    it("end the program by its exit codes: some of hundred " .. seed, function()
      for i = 1, PROGRAMS do
        local r = mangle.generator((seed + 1000000) * HUNDRED + i)
        local list = words(r, "")
        table.remove(list, 1)
        local quoted = {}
        for k, word in ipairs(list) do
          local bare = word:gsub("%z", "")
          quoted[k] = process.quote(bare == ".." and "up" or bare)
        end
        local line = ("timeout 20 %s %s %s"):format(process.headless, r(QUICK),
          table.concat(quoted, " "))
        local out, err, code = process.run(folder, line)
        local is = code >= 0 and code <= MOST_CODE
        if not is then error(("%s: exit code %s\n%s"):format(line:sub(1, 300), code, err), 0) end
        fit(err, line)
        assert.is_nil((out .. err):find "stack traceback")
      end
    end)
  end
end)
