-- What the inspector says of a body, and that the lines it offers set what they say.

local process = require "tests.support.process"
local scene = require "cairn.scene"

local SCRIPT <const> = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1, name = "ground" }
  local a = world:circle { x = 0, y = 0.5, radius = 0.5, density = 2, friction = 0.3, name = "a",
    data = { lives = 3, kind = "ball", deep = { here = 7 } } }
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

  -- of: what the row is of: a body's id, or what a link says
  local function row(of, label, group)
    local within = group == nil
    local list = type(of) == "number" and s:inspect(of) or s:inspect(0, of)
    for _, r in ipairs(list) do
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
    assert.same({ "contacts", "settings", "shape #2, circle", "joints", "data" },
      table.move(list, 2, #list, 1, {}))
    assert.same({ 'body #1 "ground", static', "contacts", "settings", "shape #1, box" }, heads(1))
  end)

  it("have values with their units", function()
    assert.equal(("%.5g kg"):format(2 * math.pi * 0.25), row(2, "mass").value)
    assert.equal("0.5 m", row(2, "radius", "shape").value)
    assert.equal("0.3", row(2, "friction", "shape").value)
    assert.equal("500 N", row("joint 1", "break force").value)
    assert.equal("no limit N m", row("joint 1", "break torque").value)
    assert.equal("none", row("joint 1", "motor").value)
    assert.equal("0, -10 m/s2", row("world 0", "gravity").value)
    assert.equal("3", row("world 0", "body count").value)
    assert.equal('"ball"', row(2, "kind", "data").value)
    assert.equal("{", row(2, "deep", "data").value)
    assert.equal("7", row(2, "  here", "data").value)
    assert.is_nil(row("joint 1", "ratio")) -- a distance joint has none
    assert.is_nil(row(2, "radius", "body"))
  end)

  it("name what touches and what is jointed, with their ids", function()
    assert.equal("body 1", row(2, "with", "contacts").link)
    assert.equal("joint 1", row(2, "distance", "joint").link)
    assert.equal("body 3", row(2, "  to", "joint").link)
    local contact = row(2, "  1 point", "contacts").link
    assert.equal("shape 1", row(contact, "a").link)
    assert.equal("shape 2", row(contact, "b").link)
    assert.equal("body 2", row("shape 2", "of").link)
    assert.equal("body 2", row("joint 1", "a").link)
    assert.equal("body 3", row("world 0", "dynamic", "bodies").link and "body 3")
    assert.near(2 * math.pi * 0.25 * 10 / 60,
      tonumber(row(contact, "impulse").value:match "^%S+"), 0.01)
    assert.matches("^[%d.e-]+ mm deep, [%d.]+ and [%d.e-]+ N s$", row(2, "  1 point").value)
  end)

  it("lead from each thing to all others, and none leads nowhere", function()
    local seen, list = {}, { "body 2" }
    for _, link in ipairs(list) do
      local found = s:inspect(0, link)
      assert.is_true(#found > 3, link)
      for _, r in ipairs(found) do
        if r.link and not seen[r.link] then
          seen[r.link] = true
          list[#list + 1] = r.link
        end
      end
    end
    for _, link in ipairs { "body 1", "body 3", "shape 1", "shape 2", "joint 1", "world 0" } do
      assert.is_true(seen[link], link)
    end
  end)

  it("offer lines that change nothing as they are", function()
    s:console("sel:set_velocity(0, 0)", 2)
    local lines, links = 0, { "body 1", "body 2", "body 3", "shape 1", "joint 1", "world 0" }
    for _, link in ipairs(links) do
      for _, r in ipairs(s:inspect(0, link)) do
        if r.edit and not r.edit:find "mass" and not r.edit:find "inertia" then
          lines = lines + 1
          local body = tonumber(link:match "body (%d)") or 0
          assert.is_true(s:console(r.edit, body), r.edit .. ": " .. s:output()[#s:output()])
        end
      end
    end
    assert.is_true(lines > 100, lines)
  end)

  it("offer lines that set what they say", function()
    local function set(id, label, group, from, to)
      local line = row(id, label, group).edit:gsub(from, to)
      assert.is_true(s:console(line, type(id) == "number" and id or 0), line)
    end
    set(2, "position", "body", "%(.*%)", "(4, 5)")
    assert.equal("4, 5 m", row(2, "position").value)
    set(2, "friction", "shape", "0%.3", "0.8")
    assert.equal("0.8", row(2, "friction", "shape").value)
    set("joint 1", "rest length", nil, "%(2%)", "(3)")
    assert.equal("3 m", row("joint 1", "rest length").value)
    set("joint 1", "motor", nil, "nil", "2, 50")
    assert.equal("2, 50 m/s, N", row("joint 1", "motor").value)
    set("world 0", "gravity", nil, "0, %-10", "1, 2")
    assert.equal("1, 2 m/s2", row("world 0", "gravity").value)
    set(2, "color", "shape", "nil", "0x123456, 1")
    assert.equal("0x123456, 1", row(2, "color", "shape").value)
    set(2, "lives", "data", "3", "9")
    assert.equal("9", row(2, "lives", "data").value)
  end)

  it("are none where there is no such body", function()
    assert.same({}, s:inspect(0))
    assert.same({}, s:inspect(99))
    for _, link in ipairs { "joint 9", "shape 9", "contact 9", "nonsense", "nothing 3" } do
      assert.same({}, s:inspect(2, link))
      assert.is_nil(s:thing_as_lua(2, link))
    end
    assert.is_nil(s:thing_as_lua(99))
  end)

  it("copy a body as a scene that holds it alone, as it is", function()
    local text = s:thing_as_lua(2)
    local other <close> = scene.load("copy.lua", nil, { reader = function() return text end })
    assert.equal(1, other:world():body_count())
    local body = other:world():body(1)
    assert.equal("a", body:name())
    assert.equal(s:world():body(2):mass(), body:mass())
    assert.equal(s:world():body(2):y(), body:y())
  end)

  it("tell points, wind and stiffness, with lines that change nothing as they are", function()
    local v = scene.load("more.lua", nil, { reader = function() return [[
      local cairn = require "cairn"
      function scene.load()
        local world = cairn.world { wind = { x = 2, drag = 0.5, lift = 0.1 } }
        world:polygon { points = { 0, 0, 2, 0, 1, 1.5 }, press_force = 30,
          release_force = 20, press_time = 0.5 }
        world:chain { points = { -5, -1, 0, -2, 5, -1 }, type = "static" }
        local b = world:box { x = 4, w = 1, h = 1 }
        world:distance { a = world:body(1), b = b, length = 3, spring = { stiffness = 200 } }
        world:distance { a = world:body(1), b = b, length = 3, spring = { hertz = 2 } }
        return world
      end]] end })
    v:step(5)
    local function told()
      local list = {}
      for _, link in ipairs { "shape 1", "shape 2", "shape 3", "joint 1", "joint 2", "world 0" } do
        for _, r in ipairs(v:inspect(0, link)) do
          if r.label == "points" or r.label == "wind" or r.label == "stiffness"
            or r.label == "press" and r.value ~= "never" then
            list[#list + 1] = ("%s: %s: %s"):format(link, r.label, r.value)
            if r.edit then assert.is_true(v:console(r.edit, 0), r.edit) end
          end
        end
      end
      return list
    end
    local list = told()
    assert.same({ "shape 1: press: 30 N, release 20 N, 0.5 s",
      "shape 1: points: 3: 0, 0; 2, 0; 1, 1.5 m",
      "shape 2: points: 3: -5, -1; 0, -2; 5, -1 m",
      "shape 3: points: 4: -0.5, -0.5; 0.5, -0.5; 0.5, 0.5; -0.5, 0.5 m",
      "joint 1: stiffness: 200 N/m",
      "world 0: wind: 2, 0 m/s, drag 0.5, lift 0.1 kg/m2" }, list)
    assert.same(list, told())
    v:close()
  end)

  -- Setters whose value no row holds: it takes another argument to ask, or is told another way.
  local APART <const> = {
    ["world.paused"] = "of the clock's keys", ["world.listener"] = "the script's",
    ["world.debug_log"] = "the script's", ["world.collides"] = "of two layers",
    ["body.transform"] = "position and angle", ["shape.ignores"] = "of another shape",
    ["shape.material"] = "of a segment",
  }

  it("leave out nothing that has a getter and a setter", function()
    local told = process.read(process.home .. "/lua/cairn/scene/inspect/parts.lua")
    local count = 0
    for _, kind in ipairs { "world", "body", "shape", "joint" } do
      local text = process.read(("%s/lua/cairn/meta/%s.lua"):format(process.home, kind))
      for name in text:gmatch "function %w+:set_([%w_]+)%(" do
        local shown = false
        for _, getter in ipairs { name, "is_" .. name, "has_" .. name } do
          shown = shown or told:find("%f[%w_]" .. getter .. "%f[^%w_]") ~= nil
        end
        count = count + 1
        assert.is_true(shown or APART[kind .. "." .. name] ~= nil, kind .. ":set_" .. name)
      end
    end
    assert.is_true(count > 90, count)
  end)
end)
