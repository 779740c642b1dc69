-- What scripts make the program write to a terminal: shown, not obeyed, and not without end.

local process = require "tests.support.process"
local visible = require "cairn.words.visible"

local write = process.write

local folder
before_each(function() folder = process.folder "terminal" end)
after_each(function() process.remove(folder) end)

local function run(script, arguments)
  write(folder .. "/scene.lua", script)
  return process.run(folder, ("%s run scene.lua --headless --steps 2 %s"):format(
    process.headless, arguments or ""))
end

describe("Text for a terminal", function()
  local CASES = {
    { "words in any script", "größer, 大, \u{1F600}\ta\nb", "größer, 大, \u{1F600}\ta\nb" },
    { "an escape sequence", "\27[2Jgone\7", [[\x1b[2Jgone\x07]] },
    { "a return that would hide a line", "bad\rgood", [[bad\x0dgood]] },
    { "a zero, and the last of the controls", "a\0b\127", [[a\x00b\x7f]] },
    { "controls of eight bits", "\155" .. "31m \u{9b}31m", [[\x9b31m \u{9b}31m]] },
    { "marks that turn writing around", "\u{202e}lua.enecs\u{2066}\u{200f}\u{61c}",
      [[\u{202e}lua.enecs\u{2066}\u{200f}\u{61c}]] },
    { "bytes that are no UTF-8", "\xff\xc0x\xe2\x82", [[\xff\xc0x\xe2\x82]] },
  }
  for _, case in ipairs(CASES) do
    it("has " .. case[1], function() assert.equal(case[3], visible(case[2])) end)
  end
end)

describe("A scene's escape sequences are shown", function()
  it("in what it prints", function()
    local out = run "print('\\27[31mred', '\\u{202e}x')"
    assert.equal("\\x1b[31mred\t\\u{202e}x\n", out)
  end)

  it("in its errors, the names of its chunks and its warnings", function()
    local _, err, code = run "error('\\27]0;mine\\7', 0)"
    assert.equal(1, code)
    assert.matches("^cairn: \\x1b%]0;mine\\x07\n", err)
    _, err = run "load('error(1)', '=\\27[2J')()"
    assert.is_nil(err:find "\27")
    _, err = run "warn '@on' warn '\\27[2J'"
    assert.equal("Lua warning: ?[2J\n", err)
    _, err = run("load('while true do end', '=\\27[2J')()", "--budget 0.02")
    assert.is_nil(err:find "\27")
  end)
end)

describe("Printing headless", function()
  it("ends at two hundred lines a second, and the rest is counted", function()
    local out = run [[
local cairn = require "cairn"
function scene.load() return cairn.world {} end
function scene.update() for i = 1, 500 do print(i) end end
]]
    local lines = 0
    for _ in ("\n" .. out):gmatch "\n%d+%f[\n]" do lines = lines + 1 end
    local left = 0
    for count in out:gmatch "%.%.%. (%d+) more lines\n" do left = left + count end
    assert.is_true(left > 0)
    assert.equal(1000, lines + left)
  end)

  it("has no end for a program, which ends by itself", function()
    local out = run "for i = 1, 500 do print(i) end"
    assert.matches("\n500\n$", out)
  end)

  it("cuts a line after 4 KiB", function()
    assert.equal(("x"):rep(4096) .. "...\n", run "print(('x'):rep(10000))")
  end)
end)
