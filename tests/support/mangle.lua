-- Texts and bytes changed by chance, the same ones for the same seed: scripts as somebody leaves
-- them half written, with lines of others in them, or with the worst that one can think of.

local visible = require "cairn.words.visible"

local mangle = {}

--- r(n): a whole number from 1 to n; r(list): one of a list.
function mangle.generator(seed)
  local state = seed * 0x9E3779B97F4A7C15 + 0x1234567
  return function(what)
    state = state ~ (state << 13)
    state = state ~ (state >> 7)
    state = state ~ (state << 17)
    local count = type(what) == "table" and #what or what
    local n = (state >> 11) % count + 1
    return type(what) == "table" and what[n] or n
  end
end

-- ---- scripts ------------------------------------------------------------------------------

local TOKENS <const> = {
  "^%s+", "^%-%-%[%[.-%]%]", "^%-%-[^\n]*", "^[%a_][%w_]*", "^%d+%.?%d*[eE]?%d*", "^\"[^\"\n]*\"",
  "^'[^'\n]*'", "^%[%[.-%]%]", "^%.%.%.?", "^[=~<>/]=", "^::", "^//", "^.",
}

local function tokens_of(text)
  local list, at = {}, 1
  while at <= #text do
    for _, pattern in ipairs(TOKENS) do
      local token = text:match(pattern, at)
      if token and #token > 0 then
        list[#list + 1] = token
        at = at + #token
        break
      end
    end
  end
  return list
end

local VALUES <const> = {
  "0", "1", "-1", "0.5", "1e308", "-1e308", "1e-320", "(0/0)", "(1/0)", "(-1/0)", "2^53",
  "math.mininteger", "1e6", "1e9", "nil", "true", "{}", "''", "'x'", "print", "scene", "_G", "...",
  "coroutine.running()", "('x'):rep(1e5)", "{1, 2, 3}", "function(...) return ... end",
  "setmetatable({}, {__index = error})", "'\\0\\27[2J'", "'\\xff\\xfe'",
}

local STATEMENTS <const> = {
  "while true do end", "repeat until false", "for i = 1, 1e9 do end", "goto nowhere",
  "::a:: goto a",
  "error()", "error {}", "error(nil)", "error(setmetatable({}, {__tostring = error}))",
  "error(('long '):rep(1e5))", "error '\\27[31m\\0\\r\\n'", "return", "return 1, 2",
  "do return end",
  "local function f() return f() end f()", "local function f() f() end f()", "scene.load = nil",
  "scene.update = 1", "scene.draw = function() error 'no' end", "scene.load = function() end",
  "scene.restart()", "scene.pause()", "scene.keep('a', print)", "scene.steps = 2",
  "scene.steps = {}",
  "scene.params { a = { 1, 0, 2 }, b = true }", "scene.params { a = {} }", "scene.params(scene)",
  "scene.world:destroy()", "scene.world:step()", "scene.world = nil", "require 'nowhere'",
  "require 'scene'", "collectgarbage()", "setmetatable(_G, {__index = error})", "_G = nil",
  "_ENV = {}", "local _ENV = {}", "string.rep = nil", "print = nil",
  "for _ = 1, 300 do print(_) end",
  "coroutine.wrap(function() while true do end end)()", "coroutine.wrap(coroutine.yield)()",
  "coroutine.yield()", "local t = {} t.t = t print(t)", "pcall(error)", "xpcall(error, error)",
  "for b in scene.world:bodies() do b:destroy() end", "cairn.world {}", "local cairn = nil",
  "for b in scene.world:bodies() do b:apply_force(1e18, -1e18) end",
  "for i = 1, 50 do scene.world:box { w = 1, h = 1 } end",
  "for i = 1, 1e6 do scene.world:box { w = 1, h = 1 } end",
  "scene.world:restore(scene.world:snapshot())", "scene.world:set_listener(nil)",
  "scene.world:set_listener(setmetatable({}, {__index = error}))",
  "function scene.begin_contact() error 'in a hook' end",
  "function scene.begin_contact(m) m:ignore() scene.world:destroy() end",
  "function scene.pre_solve() coroutine.yield() end", "function scene.filter() return 1 end",
  "function scene.update() scene.restart() end", "function scene.update() while true do end end",
  "local big = {} for i = 1, 1e7 do big[i] = {} end", "local s = 'x' while true do s = s .. s end",
  "(('x'):rep(1e5)):find(('.-'):rep(40) .. 'y')", "string.format('%99999d', 1)",
  "local a <close> = setmetatable({}, {__close = error})", "local a <const> = 1 a = 2",
  "setmetatable({}, {__gc = function() while true do end end})", "os.exit()", "debug.sethook()",
  "ui.button('x')", "ui.slider('x', 0/0, 1, 0)", "pen.circle(0, 0, 1e30)", "pen.text(0, 0, {})",
  "input.down(nil)", "sound.play('nowhere')", "view = nil", "scene.view { x = 0/0 }",
}

local MOST_LINES <const> = 12 -- count of lines that are taken from another script at once

local function name_in(list, r)
  for _ = 1, 30 do
    local token = r(list)
    if token:find "^[%a_]" then return token end
  end
  return "scene"
end

local function place_of(list, r, pattern)
  local first = r(#list)
  for i = first, #list do
    if list[i]:find(pattern) then return i end
  end
  return first
end

local function lines_of(text)
  local list = {}
  for line in (text .. "\n"):gmatch "(.-\n)" do list[#list + 1] = line end
  return list
end

-- Each changes a list of tokens; other: the tokens of another script.
local CHANGES <const> = {
  function(list, r) table.remove(list, r(#list)) end,
  function(list, r)
    local at = r(#list)
    table.insert(list, at, list[at])
  end,
  function(list, r)
    local a, b = r(#list), r(#list)
    list[a], list[b] = list[b], list[a]
  end,
  function(list, r, other) list[place_of(list, r, "^[%a_]")] = name_in(other, r) end,
  function(list, r, other) list[place_of(list, r, "^%.?%d")] = r(r(3) == 1 and other or VALUES) end,
  function(list, r) list[place_of(list, r, "^%d")] = r(VALUES) end,
  function(list, r) list[place_of(list, r, "^[\"']")] = r(VALUES) end,
  function(list, r) table.insert(list, place_of(list, r, "\n"), "\n" .. r(STATEMENTS) .. "\n") end,
  function(list, r) table.insert(list, "\n" .. r(STATEMENTS) .. "\n") end,
  function(list, r) table.insert(list, r(#list), string.char(r(256) - 1)) end,
  function(list, r) -- cut off, as where a file is half written
    for i = #list, math.max(2, r(#list)), -1 do list[i] = nil end
  end,
  function(list, r, other)
    local lines = lines_of(table.concat(other))
    local from, taken = r(#lines), r(MOST_LINES)
    local text = table.concat(lines, "", from, math.min(#lines, from + taken))
    table.insert(list, place_of(list, r, "\n"), "\n" .. text .. "\n")
  end,
  function(list, r) -- some lines go
    local lines = lines_of(table.concat(list))
    local from = r(#lines)
    for _ = 1, r(4) do
      if #lines > 1 then table.remove(lines, math.min(from, #lines)) end
    end
    local text = tokens_of(table.concat(lines))
    for i = 1, math.max(#list, #text) do list[i] = text[i] end
  end,
}

--- The text of a script with one to four changes; other: another script to take from.
function mangle.script(text, other, r)
  local list, from = tokens_of(text), tokens_of(other)
  for _ = 1, r(4) do
    if #list == 0 then list[1] = " " end
    r(CHANGES)(list, r, from)
  end
  return table.concat(list)
end

-- ---- bytes --------------------------------------------------------------------------------

local WORDS <const> = { "\0\0\0\0", "\xff\xff\xff\xff", "\xff\xff\xff\x7f", "\1\0\0\0", "\0", "\n",
  "\0\0\0\0\0\0\xf8\x7f" }

local BYTES <const> = {
  function(bytes, _, at) return bytes:sub(1, at - 1) end,
  function(bytes, r, at)
    return bytes:sub(1, at - 1) .. string.char(r(256) - 1) .. bytes:sub(at + 1)
  end,
  function(bytes, r, at)
    local word = r(WORDS)
    return bytes:sub(1, at - 1) .. word .. bytes:sub(at + #word)
  end,
  function(bytes, r, at) return bytes:sub(1, at - 1) .. bytes:sub(at + r(64)) end,
  function(bytes, r, at) return bytes:sub(1, at - 1) .. r(WORDS) .. bytes:sub(at) end,
  function(bytes, r, at)
    local from = r(#bytes)
    return bytes:sub(1, at - 1) .. bytes:sub(from, from + r(64)) .. bytes:sub(at)
  end,
}

--- Bytes with one to three changes.
function mangle.bytes(bytes, r)
  for _ = 1, r(3) do
    bytes = #bytes > 0 and r(BYTES)(bytes, r, r(#bytes)) or "\0"
  end
  return bytes
end

-- ---- what is said -------------------------------------------------------------------------

--- Why nobody should get to see these words, or nil.
function mangle.unfit(message)
  if type(message) ~= "string" then return "no text but " .. type(message) end
  if message == "" then return "no words" end
  if message:find "[%z\1-\8\11-\31\127]" then return "control characters" end
  if not utf8.len(message) then return "bytes that are no text" end
  if #message > 8192 then return #message .. " bytes long" end
end

--- Raise unless the words are fit to be shown, as they are shown; what: what they are said of.
function mangle.fit(message, what)
  local why = mangle.unfit(type(message) == "string" and visible(message) or message)
  if why then error(("%s: %s: %s"):format(what, why, tostring(message):sub(1, 200)), 0) end
end

return mangle
