-- Scenes that are not trusted: what a script tries, and what comes of it. Each runs in a program of
-- its own, which a sandbox closes for good.

-- luacheck: no max line length (a probe is a line)
local process = require "tests.support.process"

local quote, write = process.quote, process.write
local PROGRAM = process.headless
local SCRIPT, LIMIT = 1, 5

local folder
before_each(function() folder = process.folder "sandbox" end)
after_each(function() process.remove(folder) end)

local function run(arguments)
  return process.run(folder, ("timeout 30 %s run scene.lua --headless --steps 2 --sandbox %s")
    :format(PROGRAM, arguments or ""))
end

-- A scene whose update is this line, line 4 of the file.
local function update(line, arguments)
  write(folder .. "/scene.lua", ("local cairn = require 'cairn'\nfunction scene.load() return "
    .. "cairn.world {} end\nfunction scene.update()\n%s\nend\n"):format(line))
  return run(arguments)
end

-- What the chunk prints, a line for each print.
local function printed(chunk, arguments)
  write(folder .. "/scene.lua", "local cairn = require 'cairn'\nlocal function try(f, ...) "
    .. "local r = table.pack(pcall(f, ...)) print(r[r.n]) end\nfunction scene.load()\n" .. chunk
    .. "\nreturn cairn.world {}\nend\n")
  local out, err, code = run(arguments)
  assert.equal("", err)
  assert.equal(0, code)
  local lines = {}
  for line in out:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  table.remove(lines) -- the result of the run
  return lines
end

describe("In a sandbox a script that computes for ever is ended after a tenth of a second", function()
  local PROBES = {
    { "in a loop", "while true do end" },
    { "in protected calls", "while true do pcall(function() while true do end end) end" },
    { "in handlers of errors", "xpcall(function() while true do end end, function() while true do end end)" },
    { "in a coroutine from long before", "local c = coroutine.create(function() coroutine.yield() while true do end end) coroutine.resume(c) coroutine.resume(c)" },
    { "in __close", "local x <close> = setmetatable({}, { __close = function() while true do end end })" },
    { "in a pattern", "local x = ('a'):rep(28):find(('a?'):rep(28) .. ('a'):rep(28))" },
    { "in a search for much in more", "local x = ('a'):rep(2e6):find(('a'):rep(1e6) .. 'b')" },
    { "in brackets", "local x = ('('):rep(3e5):find('%b()')" },
    { "in table.move", "table.move({}, 1, 1e10, 2)" },
    { "in the compiler, fed by a function", "local i = 0 load(function() i = i + 1 return i == 1 and 'if x then ' or i < 60000 and 'elseif x then ' or nil end) while true do end" },
    { "in a chunk of its own", "load('while true do end', '=s')()", "^cairn: s:1: update ran longer than 0%.1 s" },
    { "in a comparison", "table.sort({ 1, 2, 3 }, function() while true do end end)" },
    { "in long texts, again and again", "local s = ('x'):rep(1e7) for i = 1, 1e9 do s:upper() end" },
  }
  for _, probe in ipairs(PROBES) do
    it(probe[1], function()
      local out, err, code = update(probe[2])
      assert.equal(LIMIT, code, err)
      assert.equal("", out)
      assert.matches(probe[3] or "^cairn: scene%.lua:4: update ran longer than 0%.1 s %(%-%-budget%)\n", err)
    end)
  end

  it("or ends by itself, deep in calls of itself", function()
    local _, err, code = update("local function deep() return 1 + deep() end deep()")
    assert.equal(LIMIT, code)
    assert.matches("^cairn: scene%.lua:4: ", err)
  end)

  it("and load after two seconds, unless the command line says how long", function()
    write(folder .. "/scene.lua", "function scene.load()\nwhile true do end\nend\n")
    local _, err, code = run()
    assert.equal(LIMIT, code)
    assert.matches("^cairn: scene%.lua:2: load ran longer than 2 s ", err)
    _, err = run "--budget 0.01"
    assert.matches("^cairn: scene%.lua:2: load ran longer than 0%.05 s ", err)
  end)

  it("and 64 MiB are all it gets", function()
    local _, err, code = update("local t = {} while true do t[#t + 1] = {} end", "--budget 20")
    assert.equal(LIMIT, code)
    assert.equal("cairn: scene.lua:4: not enough memory (--mem)\n", err:match "^[^\n]*\n")
  end)
end)

describe("In a sandbox what could not be ended is refused at its line", function()
  local REFUSED = {
    { "a finalizer", "setmetatable({}, { __gc = function() while true do end end })", "__gc is not allowed in a sandboxed scene" },
    { "what will be one", "setmetatable({}, { __gc = true })", "__gc is not allowed in a sandboxed scene" },
    { "a repeated text of 2 GB", "local x = ('x'):rep(2e9)", "resulting string too large" },
    { "a list without end", "table.sort(setmetatable({}, { __len = function() return 1e9 end, __index = rawlen, __newindex = rawequal }))", "bad argument #1 to 'sort' %(list of more than 131072 values in a sandboxed scene%)" },
    { "texts without end", "table.concat(setmetatable({}, { __index = rawlen }), '', 1, 1e10)", "bad argument #1 to 'concat' %(list of more than 1048576 values in a sandboxed scene%)" },
    { "a text of 20 MB in a function of strings", "local a = ('x'):rep(1e7) local s = a .. a local x = s:upper()", "calling 'upper' on bad self %(text of more than 16 MiB in a sandboxed scene%)" },
    { "to stop the collector", "collectgarbage('stop')", "collectgarbage takes only 'count' in a sandboxed scene" },
    { "results without end", "local x = table.unpack({}, 1, 1e8)", "too many results to unpack" },
    { "a 20001st body", "for i = 1, 20001 do scene.world:circle { radius = 0.1, x = i } end", "body limit 20000 reached" },
    { "a 50001st shape", "for i = 1, 17000 do local b = scene.world:circle { type = 'static', x = i, radius = 0.1 } b:add_circle { radius = 0.1 } b:add_circle { radius = 0.1 } end", "shape limit 50000 reached" },
    { "a 20001st joint", "local w = scene.world local a, b = w:circle { radius = 0.1 }, w:circle { radius = 0.1 } for i = 1, 20001 do w:weld { a = a, b = b } end", "joint limit 20000 reached" },
    { "a ninth world", "local t = {} for i = 1, 8 do t[i] = cairn.world {} end", "too many worlds %(limit 8%)" },
    { "a chunk in the name of ours", ("load('while true do end', '@%s/lua/cairn/scene/x.lua')()"):format(process.home), "bad argument #2 to 'load' %(the name of a file of Cairn%)" },
    { "to end the program", "os.exit()", "os.exit is not there in a sandbox %(see SECURITY.md%)" },
    { "to start one", "local x = 1 + os.execute 'ls'", "os.execute is not there in a sandbox %(see SECURITY.md%)" },
    { "to write a file by name", "io.open('x', 'w')", "io is not there in a sandbox %(see SECURITY.md%)" },
    { "to look inside", "debug.getinfo(1)", "debug is not there in a sandbox %(see SECURITY.md%)" },
    { "to run a file by name", "dofile 'scene.lua'", "dofile is not there in a sandbox %(see SECURITY.md%)" },
    { "what is nil by its own fault", "local mine = {} mine.exit()", "attempt to call a nil value %(field 'exit'%)" },
  }
  for _, case in ipairs(REFUSED) do
    it(case[1], function()
      local _, err, code = update(case[2], "--budget 20")
      assert.equal(SCRIPT, code, err)
      assert.matches("^cairn: scene%.lua:4: " .. case[3] .. "\n", err)
    end)
  end

  it("a large chunk", function()
    assert.same({ "chunk too large", "2" }, printed [[
      print(select(2, load("return '" .. ("x"):rep(300000) .. "'")))
      print(load "return 1 + 1"())]])
  end)

  it("twenty thousand coroutines that close each other, and Lua lives", function()
    assert.same({ "true", "C stack overflow" }, printed [[
      local last, problem
      for _ = 1, 20000 do
        local other = last
        local c = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function()
            if not other then return end
            local ok, why = coroutine.close(other)
            if not ok then problem = problem or why end
          end })
          coroutine.yield()
        end)
        coroutine.resume(c)
        last = c
      end
      print(coroutine.close(last))
      print((problem:gsub("^.-:%d+: ", "")))]])
  end)

  it("a finalizer put into a metatable of our own", function()
    local _, err, code = update("local rope = require('cairn.build').rope(scene.world, { from = { 0, 5 }, to = { 4, 5 } }) local class = rope.__index or {} class.__gc = function() while true do end end for i = 1, 20 do require('cairn.build').rope(scene.world, { from = { 0, 5 }, to = { 4, 5 } }) end", "--budget 20")
    assert.equal("", (err:gsub("cairn: warning: [^\n]*\n", "")))
    assert.equal(0, code)
  end)
end)

describe("A script in a sandbox", function()
  it("has the libraries that reach nothing, and no others", function()
    assert.same({
      "_G _VERSION assert collectgarbage coroutine error getmetatable input ipairs load math next os pairs "
        .. "pcall pen print rawequal rawget rawlen rawset require scene select setmetatable sound "
        .. "string table tonumber tostring type ui utf8 xpcall",
      "clock",
      "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper",
    }, printed [[
      local function names(t)
        local list = {}
        for name in pairs(t) do list[#list + 1] = name end
        table.sort(list)
        return table.concat(list, " ")
      end
      print(names(_G))
      print(names(os))
      print(names(string))]])
  end)

  it("cannot name a file, not by io and not by a world", function()
    local lines = printed [[
      print(io, dofile, loadfile, debug, package, string.dump, ("").dump)
      local w = cairn.world {}
      print(w:save "saved")
      print(cairn.load "scene.lua")
      try(w.record, w, "recorded")
      try(cairn.replay, "recorded")]]
    assert.same({
      "nil\tnil\tnil\tnil\tnil\tnil\tnil", "nil\ta sandboxed scene has no files",
      "nil\ta sandboxed scene has no files", "a sandboxed scene has no files",
      "a sandboxed scene has no files",
    }, lines)
    assert.equal("", process.read(folder .. "/saved") .. process.read(folder .. "/recorded"))
  end)

  it("loads text alone, for its own globals", function()
    assert.same({
      "there is no bytecode in a sandbox (see SECURITY.md)",
      "there is no bytecode in a sandbox (see SECURITY.md)", "nil", "nil", "5",
    }, printed [[
      print(select(2, load "\27Lua"))
      print(select(2, load("\27Lua", "x", "b")))
      print(load "return io" ())
      print(load("return io", "x", "t", _ENV)())
      print(load(function() return nil end, "x", "t", {}) and 5)]])
  end)

  it("sees no metatable that it has not set, and no addresses", function()
    assert.same({
      "false\tnil\tnil\tnil\tfalse\tfalse", "true\tmine", "cannot change a protected metatable",
      "table function thread cairn.scene table", "table", "'%p' is not allowed in a sandboxed scene",
      "scene.lua:14: '%p' is not allowed in a sandboxed scene", "  1.5 table x%",
    }, printed [[
      local w = cairn.world {}
      print(getmetatable "", getmetatable(_G), getmetatable(scene), getmetatable(cairn),
        getmetatable(w), getmetatable(w:circle { radius = 1 }))
      local mt = {}
      print(getmetatable(setmetatable({}, mt)) == mt, getmetatable(setmetatable({}, { __metatable = "mine" })))
      try(setmetatable, setmetatable({}, { __metatable = 1 }), {})
      print(tostring {} .. " " .. tostring(print) .. " " .. tostring(coroutine.create(print)) .. " "
        .. tostring(scene) .. " " .. tostring(string))
      print({})
      try(string.format, "%p", {})
      try(function() return ("%5.1p"):format({}) end)
      print(("%5.1f %s %s%%"):format(1.5, {}, "x"))]])
  end)

  it("writes its own libraries alone", function()
    assert.same({ "3", "X" }, printed [[
      for _, library in ipairs { cairn.vec, math, table, utf8, coroutine } do
        for name in pairs(library) do library[name] = nil end
      end
      for name in pairs(string) do string[name] = nil end
      local world = cairn.world
      for name in next, cairn do rawset(cairn, name, nil) end
      rawset(cairn, "world", world)
      print(select("#", 1, 2, 3))
      print(("x"):upper())]])
  end)

  it("has the time of the simulation as its clock", function()
    local out = update("print(os.clock())")
    assert.matches("^0%.0\n0%.016666", out)
  end)

  it("keeps no error that ends it, nor one that never becomes a text", function()
    local _, err, code = update("error(setmetatable({}, { __tostring = function() while true do end end }))")
    assert.equal(SCRIPT, code)
    assert.matches("^cairn: %(error object is a table value%)\n", err)
    _, err = update("error(setmetatable({}, { __tostring = function() return ('x'):rep(1e7) end }))")
    assert.is_true(#err < 10000)
  end)

  it("does no harm with what was destroyed, or comes from elsewhere", function()
    assert.same({
      "calling 'step' on bad self (world has been destroyed at scene.lua:6)", "false", "5", "false",
    }, printed [[
      local w = cairn.world {}
      local list = { 3, 2, 1, 5, 4 }
      table.sort(list, function(a, b) w:destroy() return a < b end)
      try(w.step, w, 1 / 60)
      print(w:destroy())
      print(list[5])
      local x = cairn.world {}
      print(pcall(x.restore, x, ("\0"):rep(5000)) and x:restore(("\0"):rep(5000)) or false)]])
  end)
end)

describe("A script in a sandbox requires", function()
  it("pictures and sounds of its own folder alone", function()
    write(folder .. "/a.wav", "RIFF")
    local lines = printed [[
      try(sound.play, "a.wav") try(sound.play, "/etc/hosts") try(sound.play, "../" .. "x/../../etc/hosts")
      try(sound.play, "../../../../../../../../etc/hosts")]]
    assert.equal("true", lines[1])
    assert.matches("sound.play: a sandboxed scene has the files of its own folder$", lines[2])
    assert.matches("sound.play: ", lines[3])
    assert.matches("sound.play: a sandboxed scene has the files of its own folder$", lines[4])
  end)

  it("cairn, what belongs to it, and files of its own folder", function()
    os.execute("mkdir " .. quote(folder .. "/sub"))
    write(folder .. "/sub/part.lua", "return { io = io, name = ... }")
    assert.same({ "true\ttrue\tfunction", "nil\tsub.part", "true" }, printed [[
      print(require "cairn" == cairn, require "string" == string, type(require "cairn.build".rope))
      local part = require "sub.part"
      print(part.io, part.name)
      print(require "sub.part" == part)]])
  end)

  it("no library that reaches out, none of Cairn's own, no other place", function()
    local lines = printed [[
      for _, name in ipairs { "io", "debug", "package", "cairn.host", "cairn.cli", "cairn.scene" } do
        try(require, name)
      end
      for _, name in ipairs { "..secret", "../secret", "/etc/passwd", "a\0b", "", "lfs" } do
        try(require, name)
      end]]
    for i, name in ipairs { "io", "debug", "package", "cairn.host", "cairn.cli", "cairn.scene" } do
      assert.equal(("module '%s' is not for a sandboxed scene"):format(name), lines[i])
    end
    for i = 7, 11 do
      assert.matches("^module '.*': a sandboxed scene names files of its own folder$", lines[i])
    end
    assert.equal("module 'lfs' not found: no file 'lfs.lua', and a sandbox looks nowhere else", lines[12])
  end)

  it("nothing that a link of the file system leads out to", function()
    write(folder .. "/scene.lua", "")
    os.execute(("mkdir %s/in && mv %s/scene.lua %s/in/ && echo 'return 1' > %s/out.lua && ln -s ../out.lua %s/in/linked.lua")
      :format(quote(folder), quote(folder), quote(folder), quote(folder), quote(folder)))
    write(folder .. "/in/scene.lua", "function scene.load() require 'linked' end\n")
    local _, err, code = process.run(folder, PROGRAM .. " run in/scene.lua --headless --sandbox")
    assert.equal(SCRIPT, code)
    assert.matches("^cairn: in/scene%.lua:1: module at 'in/linked%.lua' is outside of the scene's folder\n", err)
  end)

  it("no more text than there may be", function()
    write(folder .. "/large.lua", "return '" .. ("x"):rep(1 << 20) .. "'")
    assert.same({ "module at 'large.lua' cannot be read: larger than 1 MiB" }, printed "try(require, 'large')")
    write(folder .. "/scene.lua", "-- " .. ("x"):rep(1 << 20))
    local _, err, code = run()
    assert.equal(3, code)
    assert.equal("cairn: scene.lua: cannot read scene.lua: larger than 1 MiB\n", err)
  end)
end)

describe("Any scene", function()
  local function open(arguments)
    return process.run(folder, ("timeout 10 %s run scene.lua --headless --steps 2 %s")
      :format(PROGRAM, arguments or ""))
  end

  for _, arguments in ipairs { "", "--sandbox" } do
    it("is refused a pipe and a device for a module, and does not wait " .. arguments, function()
      os.execute(("mkfifo %s/pipe.lua; ln -s /dev/zero %s/zero.lua"):format(quote(folder), quote(folder)))
      write(folder .. "/scene.lua", "\nrequire 'pipe'\n")
      local _, err, code = open(arguments)
      assert.equal(SCRIPT, code)
      assert.matches("^cairn: scene%.lua:2: module at 'pipe%.lua' is not a regular file\n", err)
      write(folder .. "/scene.lua", "\nrequire 'zero'\n")
      _, err, code = open(arguments)
      assert.equal(SCRIPT, code)
      assert.matches("^cairn: scene%.lua:2: module at 'zero%.lua' is ", err)
    end)
  end

  it("is refused a pipe by dofile and by cairn.load, too", function()
    os.execute(("mkfifo %s/pipe"):format(quote(folder)))
    write(folder .. "/scene.lua", [[
print(loadfile "pipe")
print(pcall(dofile, "pipe"))
print(require "cairn".load "pipe")]])
    local out, _, code = open()
    assert.equal(0, code)
    assert.equal("nil\tcannot read pipe: not a regular file\nfalse\tcannot read pipe: not a regular "
      .. "file\nnil\tpipe: is not a regular file\n", out)
  end)

  it("that calls os.exit has an error at its line", function()
    write(folder .. "/scene.lua", "function scene.load()\n  os.exit(0)\nend\n")
    local _, err, code = open()
    assert.equal(SCRIPT, code)
    assert.matches("^cairn: scene%.lua:2: os%.exit: a scene cannot end the program; scene%.pause%(%) stops it\n", err)
  end)

  it("ends in the compiler when its time is over", function()
    write(folder .. "/scene.lua", "if x then " .. ("elseif x then "):rep(100000) .. "end")
    local _, err, code = open "--budget 0.02"
    assert.equal(LIMIT, code)
    assert.matches("load ran longer than 0%.1 s", err)
  end)
end)
