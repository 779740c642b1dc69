-- What tools do to a scene by hand, that it can be undone, and that it ends as a script.

local scene = require "cairn.scene"

local SCRIPT <const> = [[
local cairn = require "cairn"
local crates, count = {}, 0
function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1, name = "floor" }
  for i = 1, 3 do crates[i] = world:box { y = i - 0.5, w = 1, h = 1, name = "c" .. i } end
  world:box { x = 8, y = 0.5, w = 1, h = 1 }
  return world
end
function scene.update()
  count = count + 1
  if crates[1] then assert(crates[1]:y() < 100) end
end
function counted() return count, crates[3] end
]]

describe("a hand at a scene", function()
  local s

  local function load(text, options)
    options = options or {}
    options.watch = false
    options.reader = function() return text end
    return assert(scene.load("made.lua", nil, options))
  end

  before_each(function() s = load(SCRIPT) end)
  after_each(function() s:close() end)

  local function act(...)
    local ok, said = s:hand(...)
    assert.is_true(ok, said)
    return said
  end

  local function refused(...)
    local before = s:world():hash()
    local ok, said = s:hand(...)
    assert.is_false(ok)
    assert.equal(before, s:world():hash())
    return said
  end

  local function last_joint()
    local last
    for joint in s:world():joints() do last = joint end
    return last
  end

  describe("draws", function()
    it("circles, boxes, polygons and chains where they are wanted", function()
      assert.equal("circle: #6", act("circle", 5, 3, 0.5))
      assert.equal("box: #7", act("box", -4, 2, -5, 1))
      assert.equal("polygon: #8", act("polygon", { 3, 4, 4, 4, 3.5, 5 }))
      assert.equal("chain: #9", act("chain", { -8, 0.5, -7, 0.2, -6, 0.5 }))
      assert.same({ 4.5, 2.5, 5.5, 3.5 }, { s:world():body(6):bounds() })
      assert.same({ -5, 1, -4, 2 }, { s:world():body(7):bounds() })
      assert.same({ 3, 4, 4, 5 }, { s:world():body(8):bounds() })
      assert.equal("static", s:world():body(9):type())
      s:step(120)
      for id = 6, 8 do assert.is_true(s:world():body(id):y() > 0 and s:world():body(id):y() < 1) end
    end)

    it("nothing where it was a click, or what cannot be a shape", function()
      assert.equal("drag from the middle to the rim", refused("circle", 0, 9, 0))
      assert.equal("drag from corner to corner", refused("box", 1, 9, 1, 10))
      assert.equal("a polygon has at least three corners", refused("polygon", { 0, 0, 1, 1 }))
      assert.matches("^'box' %(field 'h': finite number expected", refused("box", 0, 0, 1, 1 / 0))
      assert.matches("polygon", refused("polygon", { 0, 5, 2, 7, 2, 5, 0, 7 }))
    end)
  end)

  describe("joins", function()
    it("the two that lie under a click", function()
      assert.equal("hinge: between #3 and #2", act("hinge", 0, 1, 0, 1))
      assert.equal("revolute", last_joint():type())
      assert.equal("weld: between #4 and #3", act("weld", 0.2, 2, 0.2, 2))
      assert.equal("weld", last_joint():type())
    end)

    it("them by one point as well", function()
      for kind, name in pairs { revolute = "hinge", weld = "weld" } do
        assert.equal(name .. ": between #3 and #2", act(name, 0, 1))
        assert.equal(kind, last_joint():type())
        local x1, y1, x2, y2 = last_joint():anchors()
        assert.same({ 0, 1, 0, 1 }, { x1, y1, x2, y2 })
        act "undo"
        assert.equal(name .. ": between #5 and the ground", act(name, 8.2, 0.5))
        act "undo"
      end
    end)

    it("one with the ground, where nothing else is", function()
      assert.equal("hinge: between #5 and the ground", act("hinge", 8.2, 0.5, 8.2, 0.5))
      local x1, y1 = last_joint():anchors()
      assert.near(8.2, x1, 1e-9)
      assert.near(0.5, y1, 1e-9)
    end)

    it("what a drag goes from and to, whichever is first", function()
      act("rope", 0, 6, 0, 2.5)
      local a, b = last_joint():bodies()
      assert.equal(s:world():ground(), a)
      assert.equal("c3", b:name())
      assert.same({ 0, 6, 0, 2.5 }, { last_joint():anchors() })
      act("rope", 0, 2.5, 0.5, 6)
      assert.same({ 0.5, 6, 0, 2.5 }, { last_joint():anchors() })
      act("spring", 0.1, 0.5, 8, 0.5)
      assert.same({ 0.1, 0.5, 8, 0.5 }, { last_joint():anchors() })
      assert.equal(2, last_joint():spring())
    end)

    it("not one body with itself, and not nothing", function()
      assert.equal("both ends lie on the same body", refused("spring", 0, 0.4, 0, 0.6))
      assert.equal("nothing lies there", refused("hinge", 50, 50, 50, 50))
      assert.equal("drag from one body to another", refused("rope", 0, 0.5, 0, 0.5))
    end)

    it("a body with the place where it stands, and lets it go again", function()
      assert.equal("pin: #4 is held", act("pin", 0, 2.5))
      s:world():find("c2"):destroy()
      s:step(60)
      assert.near(2.5, s:world():find("c3"):y(), 0.01)
      assert.equal("pin: #4 is free", act("pin", 0, 2.5))
      s:step(60)
      assert.is_true(s:world():find("c3"):y() < 1.6)
    end)
  end)

  it("leaves out corners that a path does not need", function()
    local path = {}
    for i = 0, 40 do path[#path + 1], path[#path + 2] = i / 40 - 3, 4 + 0.001 * (i % 2) end
    path[#path + 1], path[#path + 2] = -2.5, 5
    act("polygon", path, 0.01)
    assert.equal(6, #s:world():body(6):shape():points())
    act("chain", table.move(path, 1, 82, 1, {}), 0, 0.01)
    assert.equal(4, #s:world():body(7):shape():points())
  end)

  it("pushes as fast as the way is long", function()
    act("nudge", 8, 0.5, 10, 0.5)
    local vx = s:world():body(5):velocity()
    assert.near(2, vx, 1e-6)
    assert.equal("a static body cannot be pushed", refused("nudge", 0, -0.5, 3, 3))
  end)

  it("makes copies, with all that a body has but its name", function()
    local crate = s:world():find "c3"
    crate:shape():set_friction(0.125)
    crate:add_circle { radius = 0.2, x = 0.6 }
    assert.equal("duplicate: #6", act("duplicate", crate:id() + 0.0, 3, 1))
    local copy = s:world():body(6)
    assert.same({ 3, 3.5 }, { copy:position() })
    assert.equal(0.125, copy:shape():friction())
    assert.equal(crate:mass(), copy:mass())
    assert.is_nil(copy:name())
  end)

  it("deletes a joint that is near, else the body", function()
    act("hinge", 0.3, 1, 0.3, 1)
    assert.matches("^delete: Joint #1", act("delete", 0.35, 1.02, 0.1))
    assert.equal(0, s:world():joint_count())
    assert.matches('^delete: Body #3 "c2"', act("delete", 0.35, 1.02, 0.1))
    assert.is_nil(s:world():find "c2")
    assert.equal("nothing lies there", refused("delete", 50, 50, 0.1))
  end)

  it("cuts bodies, and ropes, that the line goes through", function()
    act("rope", 0, 8, 0, 2.9)
    assert.equal("cut: 1 body into 2 parts", act("cut", -1, 2.5, 1, 2.5))
    assert.equal(6, s:world():body_count())
    act "undo"
    assert.equal("cut: 1 joint", act("cut", -1, 5, 1, 5))
    assert.equal(0, s:world():joint_count())
    assert.equal("nothing there can be cut", refused("cut", -1, 7, 1, 7))
    assert.equal("nothing there can be cut", refused("cut", 0, 2.5, 3, 2.5)) -- not through
  end)

  describe("undoes", function()
    it("each act, to the last bit, and does it again", function()
      local acts = {
        { "circle", 5, 3, 0.5 }, { "box", -4, 2, -5, 1 }, { "spring", 5, 3, -4.5, 1.5 },
        { "hinge", 0, 1, 0, 1 }, { "pin", -4.5, 1.5 }, { "nudge", 5, 3, 6, 3 },
        { "duplicate", 6, 0, 2 }, { "delete", 0, 2.5, 0.1 }, { "cut", -6, 1.4, -3, 1.6 },
      }
      local hashes = { s:world():hash() }
      for i, one in ipairs(acts) do
        act(table.unpack(one))
        hashes[i + 1] = s:world():hash()
        assert.not_equal(hashes[i], hashes[i + 1])
      end
      for i = #acts, 1, -1 do
        assert.equal("undone: " .. acts[i][1], act "undo")
        assert.equal(hashes[i], s:world():hash())
      end
      assert.equal("nothing to undo", refused "undo")
      for i = 1, #acts do
        assert.equal("done again: " .. acts[i][1], act "redo")
        assert.equal(hashes[i + 1], s:world():hash())
      end
      assert.equal("nothing to redo", refused "redo")
    end)

    it("to the moment of the act: world and script, but ticks go on", function()
      s:step(5)
      act("delete", 0, 2.5, 0.1)
      s:step(7)
      act "undo"
      local count, crate = s.env.counted()
      assert.equal(5, count)
      assert.equal("c3", crate:name())
      assert.equal(5, s:world():steps())
      assert.equal(12, s.ticks)
      s:step(1)
      assert.is_nil(s.fault)
      act "redo"
      assert.equal(12, (s.env.counted()))
    end)

    it("what was dragged", function()
      s:step(2)
      local before = s:world():hash()
      act("grab", 4)
      s:pull(4, 500, 500, 0, 2.5, 0)
      s:step(10)
      act "undo"
      assert.equal(before, s:world():hash())
    end)

    it("lines of the console that changed something, and no looks", function()
      s:console "scene.world:find 'c1':mass()"
      assert.equal("nothing to undo", refused "undo")
      s:console("sel:set_position(3, 4)", 5)
      s:console("count = 9")
      s:console("count")
      assert.matches("^undone: > count = 9", act "undo")
      assert.equal(0, (s.env.counted()))
      act "undo"
      assert.same({ 8, 0.5 }, { s:world():body(5):position() })
    end)

    it("keeps what can be done again over a look", function()
      act("circle", 5, 3, 0.5)
      act "undo"
      s:console "1 + 1"
      refused("box", 1, 9, 1, 9)
      act "redo"
      assert.equal(6, s:world():body_count())
    end)

    it("the world alone after the code was edited, and no world that is gone", function()
      act("circle", 5, 3, 0.5)
      s:step(3)
      assert.equal("patched", s:reload((SCRIPT:gsub("count %+ 1", "count + 100"))))
      s:step(1)
      act "undo"
      assert.equal(5, s:world():body_count())
      assert.equal(100, (s.env.counted()))
      act("circle", 5, 3, 0.5)
      assert.equal("rebuilt", s:reload((SCRIPT:gsub("0, %-10", "0, -9"))))
      assert.equal("the world of then is gone: the script has been edited", refused "undo")
    end)

    it("over a restart", function()
      act("circle", 5, 3, 0.5)
      s:restart()
      assert.equal(5, s:world():body_count())
      act("box", -4, 2, -5, 1)
      local second = s:world()
      act "undo"
      assert.equal(second, s:world())
      act "undo"
      assert.not_equal(second, s:world())
      assert.equal(5, s:world():body_count())
      act "redo"
      assert.equal(second, s:world())
    end)
  end)

  it("is told as lines that make the same again", function()
    assert.is_nil(s:made_as_lua())
    act("circle", 5, 3, 0.5)
    act("box", -4, 2, -5, 1)
    act("polygon", { 3, 4, 4, 4, 3.5, 5 })
    act("chain", { -8, 0.5, -7, 0.2, -6, 0.5 })
    act("spring", 5, 3, -4.5, 1.5)
    act("rope", 0, 6, 8, 0.5)
    act("hinge", 0, 1, 0, 1)
    act("pin", 3.5, 4.2)
    act("delete", 0, 2.5, 0.1)
    act("duplicate", 7, -2, 0)
    act("cut", -5, 1.5, -3.9, 1.52)
    local lines = s:made_as_lua()
    for line in lines:gmatch "[^\n]+" do assert.is_true(#line <= 100, line) end
    local text = SCRIPT:gsub("  return world\n", function(last) return lines .. last end)
    local again <close> = load(text)
    local function tell(world)
      local list = {}
      for body in world:bodies() do
        list[#list + 1] = ("%s %.6f %.6f %.6f"):format(body:type(), body:mass(), body:position())
      end
      for joint in world:joints() do list[#list + 1] = joint:type() end
      table.sort(list)
      return list
    end
    assert.same(tell(s:world()), tell(again:world()))
    act "undo"
    assert.is_nil(s:made_as_lua():find "polygon {[^}]*-0.5, -0.5, 0.5")
  end)

  it("comes again from a journal: timelines and recordings hold it", function()
    local log = {}
    s:listen(function(...) log[#log + 1] = table.pack(...) end)
    s:step(3)
    act("circle", 5, 3, 0.5)
    s:step(3)
    act("cut", 4, 2.5, 6, 2.6)
    s:step(3)
    act "undo"
    s:step(3)
    local again <close> = load(SCRIPT)
    for _, entry in ipairs(log) do again:again(table.unpack(entry, 1, entry.n)) end
    assert.equal(s:world():hash(), again:world():hash())
    assert.equal(s.ticks, again.ticks)
  end)

  it("begins another future where one looks back, and can be undone there", function()
    s:keep_timeline()
    s:step(10)
    act("circle", 5, 3, 0.5)
    s:step(10)
    s.timeline:seek(15)
    assert.equal(6, s:world():body_count())
    s.timeline:seek(4)
    assert.equal(5, s:world():body_count())
    act("box", -4, 2, -5, 1)
    assert.equal(4, s.ticks)
    act "undo"
    assert.equal("nothing to undo", refused "undo")
  end)

  it("says what no act is called", function()
    assert.has_error(function() s:hand "bxo" end,
      "bad argument #1 to 'hand' (there is no act 'bxo', did you mean 'box'?)")
    assert.has_error(function() s:hand(3) end,
      "bad argument #1 to 'hand' (string expected, got number)")
  end)

  it("says which act lacks a number, and notes nothing", function()
    local noted = 0
    s:listen(function() noted = noted + 1 end)
    local function raises(message, ...)
      local args = { ... }
      assert.has_error(function() s:hand(table.unpack(args)) end, "bad argument " .. message)
      assert.equal(0, noted)
    end
    raises("#2 to 'hand' (hinge: number expected, got nil)", "hinge")
    raises("#3 to 'hand' (weld: number expected, got nil)", "weld", 0)
    raises("#5 to 'hand' (hinge: number expected, got nil)", "hinge", 0, 1, 0)
    raises("#4 to 'hand' (rope: number expected, got nil)", "rope", 0, 1)
    raises("#3 to 'hand' (pin: number expected, got string)", "pin", 0, "y")
    raises("#2 to 'hand' (chain: list of numbers expected, got nil)", "chain")
    assert.equal("nothing to undo", refused "undo")
  end)
end)
