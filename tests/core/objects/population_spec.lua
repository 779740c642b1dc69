-- All that is in a world at once: clear, and the candidate pairs of the broad phase.
local cairn = require "cairn"

describe("cairn.World:clear", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 }, layers = { "one" } } end)
  after_each(function() world:destroy() end)

  local function fill()
    local all = { (world:box { type = "static", w = 20, h = 1, name = "floor" }) }
    for i = 1, 10 do
      all[i + 1] = world:circle { x = i, y = 1, radius = 0.4, layer = "one" }
    end
    all[#all + 1] = world:revolute { a = all[2], b = all[3], at = { 1.5, 1 }, name = "hinge" }
    all[#all + 1] = world:revolute { a = all[3], b = all[4], at = { 2.5, 1 } }
    all[#all + 1] = world:gear { a = all[#all - 1], b = all[#all] }
    all[#all + 1] = world:mover { x = -5, y = 3, radius = 0.3, height = 1 }
    all[#all + 1] = world:mover { x = -7, y = 3, radius = 0.3, height = 1, mass = 70 }
    all[#all + 1] = world:ground():add_segment { x1 = -30, y1 = 0, x2 = -20, y2 = 0 }
    return all
  end

  it("destroys bodies, shapes, joints, gears, movers and the shapes of the ground", function()
    local all = fill()
    for _ = 1, 30 do world:step() end
    world:clear()
    for _, object in ipairs(all) do assert.is_false(object:is_valid()) end
    assert.same({ 0, 0, 0, 0, 0 }, { world:body_count(), world:shape_count(), world:joint_count(),
      world:pair_count(), world:manifold_count() })
    for _ in world:movers() do error "there is a mover" end
    assert.is_true(world:validate())
    assert.is_nil(world:find "floor")
    assert.is_nil(world:find "hinge")
    assert.error_matches(function() all[2]:position() end, "has been destroyed at")
    assert.error_matches(function() all[#all - 1]:position() end, "has been destroyed at")
  end)

  it("leaves settings, layers, time and listener, and tells that contacts ended", function()
    local ends = 0
    world:set_listener { end_contact = function() ends = ends + 1 end }
    world:set_substeps(7)
    fill()
    for _ = 1, 60 do world:step() end
    local touching = world:touching_count()
    assert.is_true(touching > 0)
    local time = world:time()
    world:clear()
    assert.equal(7, world:substeps())
    assert.equal(time, world:time())
    assert.same({ "default", "one" }, world:layers())
    world:step()
    assert.is_true(ends >= 10, ends)
    fill()
    world:step()
    assert.is_true(world:validate())
  end)

  it("makes the world behave as a new one does", function()
    local function run(w)
      w:box { type = "static", w = 20, h = 1 }
      local ball = w:circle { y = 3, radius = 0.5, restitution = 0.5 }
      for _ = 1, 90 do w:step() end
      return { ball:state() }
    end
    fill()
    for _ = 1, 30 do world:step() end
    world:clear()
    local fresh <close> = cairn.world { gravity = { 0, -10 }, layers = { "one" } }
    assert.same(run(fresh), run(world))
  end)

  it("is refused inside filter and pre_solve, and may wait with defer", function()
    fill()
    local message
    world:set_listener { filter = function()
      local _
      _, message = pcall(world.clear, world)
      world:defer(world.clear, world)
    end }
    for _ = 1, 30 do world:step() end
    assert.matches("world is read%-only inside filter; use world:defer%(fn%)", message)
    assert.equal(0, world:body_count())
  end)

  it("works in an event's hook and in a loop over bodies", function()
    fill()
    world:set_listener { begin_contact = function() world:clear() end }
    for _ = 1, 60 do world:step() end
    assert.equal(0, world:body_count())
    fill()
    local turns = 0
    for _ in world:bodies() do
      turns = turns + 1
      world:clear()
    end
    assert.equal(1, turns)
  end)
end)

describe("cairn.World:pairs", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, 0 } } end)
  after_each(function() world:destroy() end)

  --   (1)(2)   (3)   (4 sensor around 3)
  it("walks those whose boxes overlap, each once, by ids", function()
    local shapes = {}
    for i, x in ipairs { 0, 0.9, 5 } do
      local _, s = world:circle { x = x, radius = 0.5 }
      shapes[i] = s
    end
    local _, zone = world:circle { x = 5, radius = 2, sensor = true }
    world:step()
    local list = {}
    for a, b in world:pairs() do list[#list + 1] = a:id() .. "-" .. b:id() end
    assert.same({ "1-2", shapes[3]:id() .. "-" .. zone:id() }, list)
  end)

  it("tells shapes of several pieces once, and not who may never meet", function()
    world:chain { points = { -5, 0, -1, 0, 0, 0.2, 1, 0, 5, 0 } }
    local box = world:box { y = 0.6, w = 3, h = 1 }
    world:set_collides("default", "default", true)
    world:step()
    local n = 0
    for a, b in world:pairs() do
      n = n + 1
      assert.is_true(a:id() < b:id())
    end
    assert.equal(1, n)
    assert.is_true(world:pair_count() > 1)
    world:set_collides("default", "default", false)
    world:step()
    for _ in world:pairs() do error "they may not meet" end
    assert.is_true(box:is_valid())
  end)

  it("goes on when what it would tell has been destroyed, and makes no garbage", function()
    for i = 1, 50 do world:circle { x = 0.3 * i, radius = 0.5 } end
    world:step()
    local function walk()
      local n = 0
      for a in world:pairs() do n = n + a:id() end
      return n
    end
    walk()
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    walk()
    local after = collectgarbage "count"
    collectgarbage "restart"
    assert.equal(before, after)
    local n = 0
    for a, b in world:pairs() do
      n = n + 1
      assert.is_true(a:is_valid() and b:is_valid())
      b:body():destroy()
    end
    assert.is_true(n < 60 and n > 5, n)
  end)
end)
