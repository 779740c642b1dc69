-- Wrong arguments of pen, ui and input: named at the script's line, with a window and without.

local process = require "tests.support.process"
local scene = require "cairn.scene"

local NAN = "0/0"
-- what is called, and its sentence
local CASES = {
  { "pen.line('x', 0, 1, 1)", "bad argument #1 to 'line' (number expected, got string)" },
  { "pen.line('3', 0, 1, 1)", "bad argument #1 to 'line' (number expected, got string)" },
  { "pen.line(0, 0, 1)", "bad argument #4 to 'line' (number expected, got no value)" },
  { "pen.line(0, nil, 1, 1)", "bad argument #2 to 'line' (number expected, got nil)" },
  { "pen.line(0, 0, " .. NAN .. ", 1)",
    "bad argument #3 to 'line' (finite number expected, got nan)" },
  { "pen.arrow(0, 0, 1, -1/0)", "bad argument #4 to 'arrow' (finite number expected, got -inf)" },
  { "pen.circle(0, 0, -1)", "bad argument #3 to 'circle' (must be >= 0, got -1)" },
  { "pen.circle(0, 0, scene.world)",
    "bad argument #3 to 'circle' (number expected, got cairn.World)" },
  { "pen.disc(0, 0)", "bad argument #3 to 'disc' (number expected, got no value)" },
  { "pen.box(0, 0, 1)", "bad argument #4 to 'box' (number expected, got no value)" },
  { "pen.box(0, 0, 1, -0.5)", "bad argument #4 to 'box' (must be >= 0, got -0.5)" },
  { "pen.box(0, 0, 1, 1, 'x')", "bad argument #5 to 'box' (number expected, got string)" },
  { "pen.color(1, 2)", "bad argument #3 to 'color' (number expected, got no value)" },
  { "pen.color(1, 1, 1, 'x')", "bad argument #4 to 'color' (number expected, got string)" },
  { "pen.polygon()", "bad argument #1 to 'polygon' (table of numbers expected, got no value)" },
  { "pen.polygon(3)", "bad argument #1 to 'polygon' (table of numbers expected, got number)" },
  { "pen.polygon { 0, 0, 1 }",
    "bad argument #1 to 'polygon' (x, y pairs expected, got 3 numbers)" },
  { "pen.polygon { 0, 0 }", "bad argument #1 to 'polygon' (2 to 256 points expected, got 1)" },
  { "pen.polygon { 0, 0, 1, 'x' }",
    "bad argument #1 to 'polygon' (number 4: number expected, got string)" },
  { "pen.polygon { 0, 0, 1, 1/0 }",
    "bad argument #1 to 'polygon' (number 4: finite number expected, got inf)" },
  { "pen.text(0, 0)", "bad argument #3 to 'text' (string expected, got no value)" },
  { "pen.text(0, 0, nil)", "bad argument #3 to 'text' (string expected, got nil)" },
  { "pen.text(0, 0, 3)", "bad argument #3 to 'text' (string expected, got number)" },
  { "pen.text(0, 0, '%d', 'x')", "bad argument #4 to 'text' (number expected, got string)" },
  { "pen.text(0, 0, '%s %d', 'hp', 1.5)",
    "bad argument #5 to 'text' (number has no integer representation)" },
  { "pen.text(0, 0, '%s')", "bad argument #4 to 'text' (no value)" },
  { "pen.polygon { { 0, 0 }, { 1, 0 }, { 1, 1 } }",
    "bad argument #1 to 'polygon' (number 1: number expected, got table)" },
  { "pen.line(0, 0, 1, 1, 3)", "bad argument #5 to 'line' (table of keys expected, got number)" },
  { "pen.line(0, 0, 1, 1, { width = -1 })",
    "bad argument #5 to 'line' (field 'width': must be >= 0, got -1)" },
  { "pen.disc(0, 0, 1, { fill = true })", "bad argument #4 to 'disc' (unknown field 'fill')" },
  { "pen.circle(0, 0, 1, { colour = {} })",
    "bad argument #4 to 'circle' (unknown field 'colour', did you mean 'color'?)" },
  { "pen.box(0, 0, 1, 1, { color = { 1, 0 } })",
    "bad argument #5 to 'box' (field 'color': {r, g, b[, a]} expected)" },
  { "pen.box(0, 0, 1, 1, 0, { fill = 1 })",
    "bad argument #6 to 'box' (field 'fill': boolean expected, got number)" },
  { "pen.polygon({ 0, 0, 1, 1 }, { fill = 'x' })",
    "bad argument #2 to 'polygon' (field 'fill': boolean expected, got string)" },
  { "pen.text(0, 0, 'a', { size = 2 })",
    "bad argument #4 to 'text' (field 'size': must be in 4..200, got 2)" },
  { "pen.text(0, 0, '%d', 3, { align = 'centre' })",
    "bad argument #5 to 'text' (field 'align': invalid align 'centre', expected left, center or "
      .. "right)" },
  { "pen.width('x')", "bad argument #1 to 'width' (number expected, got string)" },
  { "pen.screen(3)", "bad argument #1 to 'screen' (function expected, got number)" },
  { "pen.screen(print, 'up')", "bad argument #2 to 'screen' (invalid place 'up', expected topleft, "
    .. "top, topright, left, center, right, bottomleft, bottom or bottomright)" },
  { "pen.image(3, 0, 0)", "bad argument #1 to 'image' (string expected, got number)" },
  { "pen.image('none.png', 0, 0)", "pen.image: cannot read none.png: No such file or directory" },
  { "ui.label(3)", "bad argument #1 to 'label' (string expected, got number)" },
  { "ui.label('%d', 'x')", "bad argument #2 to 'label' (number expected, got string)" },
  { "ui.button()", "bad argument #1 to 'button' (string expected, got no value)" },
  { "ui.panel({})", "bad argument #1 to 'panel' (string expected, got table)" },
  { "ui.slider('a', 3, 'k', 0, 1)", "bad argument #2 to 'slider' (table expected, got number)" },
  { "ui.slider('a', { k = 1 }, 'k', 0, " .. NAN .. ")",
    "bad argument #5 to 'slider' (finite number expected, got nan)" },
  { "ui.slider('a', { k = 1 }, 'k', 3, 1)", "bad argument #5 to 'slider' (must be >= 3, got 1)" },
  { "ui.slider('a', {}, 'k', 0, 1)",
    "bad argument #3 to 'slider' (field 'k': number expected, got nil)" },
  { "ui.checkbox('a', 3, 'k')", "bad argument #2 to 'checkbox' (table expected, got number)" },
  { "ui.checkbox('a', {})",
    "bad argument #3 to 'checkbox' (name of a field expected, got nil)" },
  { "ui.plot('a', 'x')", "bad argument #2 to 'plot' (number expected, got string)" },
  { "ui.plot('a', " .. NAN .. ")", "bad argument #2 to 'plot' (finite number expected, got nan)" },
  { "input.down(3)", "bad argument #1 to 'down' (string expected, got number)" },
  { "input.down('right', 3)", "bad argument #2 to 'down' (string expected, got number)" },
  { "input.down('right', nil)", "bad argument #2 to 'down' (string expected, got nil)" },
  { "input.down('right', 'lfet')",
    "bad argument #2 to 'down' (unknown key 'lfet', did you mean 'left'?)" },
  { "input.down('Enter')",
    "bad argument #1 to 'down' (unknown key 'Enter', did you mean 'return'?)" },
  { "input.down('A')", "bad argument #1 to 'down' (unknown key 'A', did you mean 'a'?)" },
  { "input.down('')", "bad argument #1 to 'down' (unknown key '')" },
  { "input.down('\\255')", "bad argument #1 to 'down' (unknown key '\255')" },
  { "input.down()", "bad argument #1 to 'down' (string expected, got no value)" },
}
local RIGHT = [[
pen.color(1, 0, 0, nil) pen.color(2, -1, 0, 1) pen.line(0, 0, 1, 1) pen.circle(0, 0, 0)
pen.disc(0, 0, 1) pen.box(0, 0, 1, 1, nil) pen.arrow(0, 0, 1, 1) pen.text(0, 0, "%d %s", 3, "m")
pen.polygon { 0, 0, 1, 1 } input.down "a"
pen.line(0, 0, 1, 1, { width = 3 }) pen.box(0, 0, 1, 1, { fill = true })
pen.polygon({ 0, 0, 1, 1, 2, 0 }, { fill = true, color = { 1, 0, 0, 0.5 } }) pen.width(3)
pen.text(0, 0, "%s", {}) pen.text(0, 0, "100 %%", { size = 30, align = "center", font = "mono" })
pen.screen(function(w, h) pen.circle(w, h, 3, { fill = true }) end, "bottomright")
]]

-- A script that prints what each call says, a line for each.
local function script()
  local lines = {
    "function scene.load() return require('cairn').world {} end",
    "local function try(f) local _, m = pcall(f) print(m) end",
    "local done function scene.draw() if done then return end done = true",
    (RIGHT:gsub("\n", " ")),
  }
  for _, case in ipairs(CASES) do
    lines[#lines + 1] = ("try(function() %s end)"):format(case[1])
  end
  lines[#lines + 1] = "end"
  return table.concat(lines, "\n") .. "\n"
end

-- shown: how what is expected is printed
local function check(printed, shown)
  for i, case in ipairs(CASES) do
    local text = printed[i]:gsub("'string%.format'", "'format'") -- as Lua finds its name
    assert.equal(("pens.lua:%d: %s"):format(i + 4, shown(case[2])), text)
  end
end

describe("Wrong arguments of pen, ui and input", function()
  it("are named without a window", function()
    local s <close> = scene.load("pens.lua", nil, { reader = function() return script() end })
    assert.is_true(s:draw(1), s.banner and s.banner.text)
    check(s:output(), function(text) return text end)
  end)

  if not process.has_viewer then return end

  it("are named in the same words by the program", function()
    local folder = process.folder "cairn pens"
    process.write(folder .. "/pens.lua", script())
    local out, err, code = process.run(folder, ("CAIRN_HOME=%s %s shot pens.lua -o o.png"):format(
      process.quote(process.home), process.quote(process.program)))
    process.remove(folder)
    assert.equal("", err)
    assert.equal(0, code)
    local lines = {}
    for line in out:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
    check(lines, function(text) return (text:gsub("\xff", "\\xff")) end) -- bytes that are no text
  end)

  it("end a shot with the script's code, for want of what it should have drawn", function()
    local folder = process.folder "cairn pens"
    process.write(folder .. "/pens.lua", [[
function scene.load() return require("cairn").world {} end
function scene.draw() pen.line("x") end
]])
    local _, err, code = process.run(folder, ("CAIRN_HOME=%s %s shot pens.lua -o o.png"):format(
      process.quote(process.home), process.quote(process.program)))
    process.remove(folder)
    assert.equal(1, code)
    assert.matches("scene.draw is off: pens.lua:2: bad argument #1 to 'line' "
      .. "(number expected, got string)", err, 1, true)
  end)
end)
