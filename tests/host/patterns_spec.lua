-- The program's own string.find, match, gmatch, gsub, rep and table functions beside those of a
-- stock lua5.4: the same random calls in both, and every answer and every sentence the same.
-- CAIRN_PATTERNS="seed count" plays others.
-- luacheck: no max line length
local process = require "tests.support.process"

local seed, count = (os.getenv "CAIRN_PATTERNS" or "1 20000"):match "(%d+) (%d+)"

-- Each call becomes one line; the last line is how many there were.
local PLAY = [==[
local state = %s
local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407) & -1
  return ((state >> 33) %% n) + 1
end
local function pick(list) return list[random(#list)] end
local ITEMS = { "a", "b", ".", "%%a", "%%d", "%%s", "%%W", "%%p", "[ab]", "[^a]", "[a-c]", "[%%a_]",
  "[]]", "[^]]", "[a-]", "[%%]]", "(", ")", "()", "%%1", "%%2", "%%b()", "%%bab", "%%f[a]", "%%f[%%W]",
  "$", "^", "%%", "[", "%%b", "%%f", "\0", "-", "%%z", "%%.", "x" }
local SUFFIX = { "", "", "", "*", "+", "-", "?" }
local function pattern()
  local parts = {}
  if random(6) == 1 then parts[1] = "^" end
  for _ = 1, random(6) - 1 do parts[#parts + 1] = pick(ITEMS) .. pick(SUFFIX) end
  if random(6) == 1 then parts[#parts + 1] = "$" end
  return table.concat(parts)
end
local LETTERS = { "a", "b", "c", "(", ")", " ", "1", "_", "]", "-", "\0", "aa", "ab", "x" }
local function subject()
  local parts = {}
  for _ = 1, random(12) - 1 do parts[#parts + 1] = pick(LETTERS) end
  return table.concat(parts)
end
local function show(...)
  local values = table.pack(...)
  for i = 1, values.n do values[i] = ("%%q"):format(values[i]) end
  return table.concat(values, " ")
end
local function collect(s, p, i)
  local all = {}
  for a, b in string.gmatch(s, p, i) do
    all[#all + 1] = show(a, b)
    if #all > 40 then break end
  end
  return table.concat(all, ";")
end
local REPLACEMENTS = { "", "<%%0>", "%%1", "%%2%%1", "%%%%", "%%", "x%%9", "%%q", { a = "A", b = false, ab = 7 },
  function(a, b) return b or a end, function() return {} end, function() end, 12, true }
local INIT = { 1, 2, 3, 5, 0, -1, -2, -30, 40, math.mininteger, math.maxinteger }
local function list()
  local t = {}
  for i = 1, random(6) - 1 do t[i] = i * 10 end
  return t
end
local acts = {
  function() return pcall(string.find, subject(), pattern(), pick(INIT), random(5) == 1) end,
  function() return pcall(string.match, subject(), pattern(), pick(INIT)) end,
  function() return pcall(collect, subject(), pattern(), pick(INIT)) end,
  function() return pcall(string.gsub, subject(), pattern(), pick(REPLACEMENTS), pick { 1, 0, 2, -1, 99 }) end,
  function() return pcall(string.gsub, subject(), pattern(), pick(REPLACEMENTS)) end,
  function() return pcall(string.rep, subject(), pick { -1, 0, 1, 3, 7 }, pick { "", ",", "--" }) end,
  function()
    local t = list()
    local ok, why = pcall(table.insert, t, pick { -1, 0, 1, 2, 3, 7, "x" }, 5)
    return ok, why, show(table.unpack(t, 1, 7))
  end,
  function()
    local t = list()
    local ok, why = pcall(table.remove, t, pick { -1, 0, 1, 2, 3, 7, "x" })
    if not ok then why = why:gsub("#1", "#2") end -- until 5.4.4 it named the wrong argument
    return ok, why, show(table.unpack(t, 1, 7))
  end,
  function()
    local t, u = list(), pick { false, {} } or nil
    local ok, result = pcall(table.move, t, pick { 1, 2, -1 }, pick { 0, 2, 4 }, pick { 1, 2, 5 }, u)
    return ok, ok and result == (u or t) or result, u and #u, show(table.unpack(t, 1, 9))
  end,
}
for i = 1, %s do
  io.write(i, " ", show(pick(acts)()), "\n")
end
print(pcall(string.find, "a")) print(pcall(string.match, {}, "a")) print(pcall(string.gsub, "a", "a"))
print(pcall(string.rep, "x", 1e18)) print(pcall(string.rep, "x")) print(pcall(string.gmatch, "x"))
print(pcall(table.insert, {})) print(pcall(table.insert, 1, 2)) print(pcall(table.remove, 1))
print(pcall(table.move, {}, math.mininteger, math.maxinteger, 1)) print(pcall(table.move, {}, 1, 2, math.maxinteger))
print(pcall(string.find, ("a"):rep(300), ("a?"):rep(250))) print(pcall(string.find, "", ("(a)*"):rep(40)))
print(pcall(string.find, ("a"):rep(300), ("(a)"):rep(33)))
print(select("#", string.find("x", ("()"):rep(32))))

-- coroutines
local function said(f, ...) print((tostring(select(2, pcall(f, ...))):gsub("0x%%x+", "ADDRESS"))) end
said(coroutine.resume, 1) said(coroutine.wrap, 1) said(coroutine.close, 1)
said(coroutine.close, coroutine.running())
local co = coroutine.create(function(...) local a = coroutine.yield(...) error({ a }) end)
print(coroutine.resume(co, 1, 2, 3)) print(select("#", coroutine.resume(co, 9)), coroutine.status(co))
print(coroutine.resume(co)) print(coroutine.close(co)) print(coroutine.resume(co))
local closing = coroutine.create(function()
  local _ <close> = setmetatable({}, { __close = function() error("in close", 0) end })
  coroutine.yield()
end)
coroutine.resume(closing) print(coroutine.close(closing)) print(coroutine.close(closing))
said(coroutine.wrap(function() error("at a line") end)) said(coroutine.wrap(function() error({}) end))
local wrapped = coroutine.wrap(function(a) return a, coroutine.yield(a + 1) end)
print(wrapped(1)) print(wrapped(2)) said(wrapped)
local normal
normal = coroutine.create(function()
  local inner = coroutine.wrap(function() said(coroutine.close, normal) said(coroutine.resume, normal) end)
  inner()
end)
coroutine.resume(normal)
print(coroutine.resume(coroutine.create(function(...) return select("#", ...) end), table.unpack({}, 1, 5000)))
]==]

describe("The functions of strings, tables and coroutines in the program", function()
  it("answer as those of a stock lua5.4 do", function()
    local folder = process.folder("patterns")
    process.write(folder .. "/play.lua", PLAY:format(seed, count))
    local theirs = process.run(folder, "lua5.4 play.lua")
    local ours, err = process.run(folder, process.quote(process.program)
      .. " run play.lua --headless --budget 0")
    process.remove(folder)
    assert.equal("", err)
    ours, theirs = ours:gsub("table: 0x%x+", "a table"), theirs:gsub("table: 0x%x+", "a table")
    local line, i = ours:gmatch("[^\n]*"), 0
    for wanted in theirs:gmatch("[^\n]*") do
      i = i + 1
      local got = line()
      -- the file's name differs between a script and a chunk of a scene: they are the same file
      if got ~= wanted then assert.equal(wanted, got, "line " .. i) end
    end
    assert.is_true(i > tonumber(count), i)
  end)
end)
