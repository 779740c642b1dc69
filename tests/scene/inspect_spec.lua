-- What the inspector says of a body, and that the lines it offers set what they say.

local scene = require "cairn.scene"

local SCRIPT <const> = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1, name = "ground" }
  local a = world:circle { x = 0, y = 0.5, radius = 0.5, density = 2, friction = 0.3, name = "a",
    data = { lives = 3, kind = "ball", deep = {} } }
  local b = world:box { x = 2, y = 0.5, w = 1, h = 1 }
  world:distance { a = a, b = b, length = 2, break_force = 500 }
  return world
end
]]

describe("the inspector's rows", function()
  local s

  before_each(function()
    s = scene.load("seen.lua", nil, { reader = function() return SCRIPT end })
    s:step(30)
  end)
  after_each(function() s:close() end)

  local function row(id, label, group)
    local within = group == nil
    for _, r in ipairs(s:inspect(id)) do
      if r.head then within = group == nil or r.label:find(group, 1, true) == 1 end
      if within and not r.head and r.label == label then return r end
    end
  end

  local function heads(id)
    local list = {}
    for _, r in ipairs(s:inspect(id)) do
      if r.head then list[#list + 1] = r.label end
    end
    return list
  end

  it("are in groups: the body, its contacts, settings, shapes, joints, data", function()
    local list = heads(2)
    assert.matches('^body #2 "a", dynamic, %a+$', list[1])
    assert.same({ "contacts", "settings", "shape #2, circle", "joint #1, distance", "data" },
      table.move(list, 2, #list, 1, {}))
    assert.same({ 'body #1 "ground", static', "contacts", "settings", "shape #1, box" }, heads(1))
  end)

  it("have values with their units", function()
    assert.equal(("%.5g kg"):format(2 * math.pi * 0.25), row(2, "mass").value)
    assert.equal("0.5 m", row(2, "radius", "shape").value)
    assert.equal("0.3", row(2, "friction", "shape").value)
    assert.equal("500 N", row(2, "break force", "joint").value)
    assert.equal('"ball"', row(2, "kind", "data").value)
    assert.equal("{...}", row(2, "deep", "data").value)
    assert.is_nil(row(2, "ratio", "joint")) -- a distance joint has none
    assert.is_nil(row(2, "radius", "body"))
  end)

  it("name what touches and what is jointed, with their ids", function()
    assert.equal(1, row(2, "with", "contacts").body)
    assert.equal(3, row(2, "to", "joint").body)
    assert.matches("^[%d.e-]+ mm deep, [%d.]+ and [%d.e-]+ N s$", row(2, "  1 point").value)
  end)

  it("offer lines that change nothing as they are", function()
    s:console("sel:set_velocity(0, 0)", 2)
    for id = 1, 3 do
      for _, r in ipairs(s:inspect(id)) do
        if r.edit and not r.edit:find "mass" and not r.edit:find "inertia" then
          assert.is_true(s:console(r.edit, id), r.edit .. ": " .. s:output()[#s:output()])
        end
      end
    end
  end)

  it("offer lines that set what they say", function()
    local function set(id, label, group, from, to)
      s:console((row(id, label, group).edit:gsub(from, to)), id)
    end
    set(2, "position", "body", "%(.*%)", "(4, 5)")
    assert.equal("4, 5 m", row(2, "position").value)
    set(2, "friction", "shape", "0%.3", "0.8")
    assert.equal("0.8", row(2, "friction", "shape").value)
    set(2, "rest length", "joint", "%(2%)", "(3)")
    assert.equal("3 m", row(2, "rest length", "joint").value)
    set(2, "lives", "data", "3", "9")
    assert.equal("9", row(2, "lives", "data").value)
  end)

  it("are none where there is no such body", function()
    assert.same({}, s:inspect(0))
    assert.same({}, s:inspect(99))
    assert.is_nil(s:body_as_lua(99))
  end)

  it("copy a body as a scene that holds it alone, as it is", function()
    local text = s:body_as_lua(2)
    local other <close> = scene.load("copy.lua", nil, { reader = function() return text end })
    assert.equal(1, other:world():body_count())
    local body = other:world():body(1)
    assert.equal("a", body:name())
    assert.equal(s:world():body(2):mass(), body:mass())
    assert.equal(s:world():body(2):y(), body:y())
  end)
end)
