-- What is told of an error of a script, wherever it comes from: its place, the lines around it, and
-- what the locals hold there.

local scene = require "cairn.scene"

local PATH = "scene.lua"
local FORM = [[
local cairn = require "cairn"
local speed = 7
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", name = "floor", y = -0.5, w = 20, h = 1 }
  world:circle { y = 0.4, radius = 0.5, name = "ball" }
  local bodies = 2
  %s
  return world
end
]]

local function load(text, in_load)
  return assert(scene.load(PATH, nil, { watch = false, stay = true, reader = function(path)
    if path == PATH then return FORM:format(in_load or "") .. text end
    return path == "helper.lua" and "return function(n) local half = n / 2 error 'odd' end" or nil
  end }))
end

local HOOK = [[
function scene.%s(...)
  local goal, list = "hill", { 1, 2, 3 }
  error("no way")
end
]]

-- Where -> how it comes there, from outside.
local EVERYWHERE = {
  update = function(s) s:tick() end,
  keypressed = function(s) s:dispatch("keypressed", "a", false) end,
  mousemoved = function(s) s:dispatch("mousemoved", 1, 2, 0, 0) end,
  draw = function(s) s:draw(1) end,
  begin_contact = function(s) s:tick() end,
  changed = function(s) pcall(s.set, s, "size", 3) end,
}

describe("an error of a script", function()
  for hook, come in pairs(EVERYWHERE) do
    it("tells lines and locals where it comes from scene." .. hook, function()
      local s = load("scene.params { size = { 1, 0, 9 } }\n" .. HOOK:format(hook))
      come(s)
      local problem = assert(s.fault or s.banner)
      assert.equal(PATH, problem.path)
      assert.equal(14, problem.line)
      assert.matches("^  %s+11  scene.params.*\n> %s+14    error%(\"no way\"%)\n  %s+15  end",
        problem.lines)
      assert.matches('list = a table of 3 entries\ngoal = "hill"', problem.values, 1, true)
      assert.matches("stack traceback:", problem.traceback, 1, true)
      s:close()
    end)
  end

  it("tells of load, and of the file's own locals", function()
    local s = load("", "local n = speed + nil")
    assert.equal(8, s.fault.line)
    assert.matches("bodies = 2\nworld = .*\nspeed = 7", s.fault.values)
    assert.matches("> %s+8    local n = speed %+ nil\n", s.fault.lines)
    s:close()
  end)

  it("tells of a module that a hook calls", function()
    local s = load("local help = require 'helper'\nfunction scene.update() help(5) end")
    s:tick()
    assert.equal("helper.lua", s.fault.path)
    assert.equal("half = 2.5\nn = 5", s.fault.values)
    s:close()
  end)

  it("shows the lines around a slip of the grammar, which has no locals", function()
    local s = load("")
    s:step(1)
    assert.equal("kept old (error)", (s:reload(FORM:format "local = 3")))
    assert.matches("> %s+8    local = 3\n", s.banner.lines)
    assert.is_nil(s.banner.values)
    s:close()
  end)

  it("names bodies, and calls nothing that is the script's own", function()
    local s = load([[
      local evil = setmetatable({}, { __tostring = function() error "asked" end,
        __pairs = function() error "asked" end, __len = function() error "asked" end })
      function scene.update()
        local ball, text = scene.world:find "ball", ("x"):rep(500)
        local many = evil
        error "stop"
      end]])
    s:tick()
    assert.matches("many = a table of 0 entries\ntext = \"x+%.%.%.\nball = [^\n]*ball",
      s.fault.values)
    s:close()
  end)

  it("says what the parameters are", function()
    local s = load("scene.params { rows = { 12, 1, 60, step = 1 }, kind = { 'a', 'b' } }\n"
      .. "function scene.update(_, p) local q = scene.p error 'stop' end")
    s:tick()
    assert.matches("q = { rows = 12, kind = 'a' }", s.fault.values, 1, true)
    s:close()
  end)

  it("is told after the deepest recursion as well", function()
    local s = load("local function down(n) return 1 + down(n + 1) end\n"
      .. "function scene.update() down(1) end")
    s:tick()
    assert.matches("stack overflow", s.fault.message, 1, true)
    s:close()
  end)

  it("is told after each of many of them, before the time of a hook is over", function()
    for args = 0, 2 do -- more of them fill the stack to another slot
      local list = ("1, "):rep(args):sub(1, -3)
      local s = load("local function f() return 1 + f(" .. list .. ") end\n"
        .. "function scene.update() f() end")
      s:tick()
      assert.matches("stack overflow", s.fault.message, 1, true)
      s:close()
    end
  end)

  -- A line of update -> the name that it is told, false for none.
  local MEANT = {
    ["math.sine(1)"] = "sin",
    ["ui.buton 'go'"] = "button",
    ["scene.paus()"] = "pause",
    ["prnt 'hello'"] = "print",
    ["local x = imput.x"] = "input",
    ["('x'):uper()"] = false, -- no name stands before it
    ["hero:jmp()"] = "jump",
    ["hero.deep.jmp()"] = false, -- what stands before it is more than a name
    ["hero.fly()"] = false,
    ["local hero = { roll = print } hero.rol()"] = "roll",
    ["Child:jmp()"] = "jump",
    ["strict.jmp()"] = false,
    ["for i = 1, 600 do _G['f' .. i] = print end prnt()"] = false, -- too many to compare
  }
  for line, name in pairs(MEANT) do
    it("suggests " .. (name or "nothing") .. " for " .. line, function()
      local s = load([[
        local hero = { jump = print, deep = {} }
        Child = setmetatable({}, { __index = hero })
        local strict = setmetatable({}, { __index = function(_, k) return k == "jump" and nil end })
        function scene.update()
          ]] .. line .. " return hero, strict\nend")
      s:tick()
      local hint = s.fault.message:match "%), did you mean '(.-)'%?$"
      assert.equal(name or nil, hint)
      s:close()
    end)
  end

  it("suggests a name in a hook of the step", function()
    local s = load("function scene.begin_contact()\n  local a = 1\n  pen.txt('a', 0, 0)\nend")
    s:tick()
    local problem = assert(s.fault or s.banner)
    assert.equal(13, problem.line)
    assert.matches("(field 'txt'), did you mean 'text'?", problem.message, 1, true)
    assert.equal("a = 1", problem.values:match "a = 1")
    s:close()
  end)
end)
