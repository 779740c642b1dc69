-- Everything that walks: id order, nesting, break, destroying the current element, no garbage.
local cairn = require "cairn"

-- Bytes that 1000 calls of f leave behind, once what grows only once has grown.
local function garbage_of(f)
  collectgarbage()
  collectgarbage("stop")
  for _ = 1, 10 do f() end
  local before = collectgarbage("count")
  for _ = 1, 1000 do f() end
  local after = collectgarbage("count")
  collectgarbage("restart")
  return (after - before) * 1024
end

describe("cairn iterators", function()
  local world, floor, boxes
  before_each(function()
    world = cairn.world { gravity = { 0, -10 }, layers = { "hero" }, strict = false }
    floor = world:box { type = "static", y = -0.5, w = 100, h = 1 }
    boxes = {}
    for i = 1, 10 do
      boxes[i] = world:box {
        x = 2 * i, y = 0.5, w = 1, h = 1, vy = -3, layer = i % 2 == 0 and "hero" or "default",
      }
      world:distance { a = floor, b = boxes[i], max = 1000, collide = true } -- a slack rope
    end
  end)
  after_each(function() world:destroy() end)

  local function ids(...)
    local list = {}
    for element in ... do list[#list + 1] = element:id() end
    return list
  end

  -- Each walk as a function that starts it; some find nothing here.
  local walks = {
    ["bodies"] = function() return world:bodies() end,
    ["bodies of a type"] = function() return world:bodies("dynamic") end,
    ["shapes"] = function() return world:shapes() end,
    ["joints"] = function() return world:joints() end,
    ["manifolds"] = function() return world:manifolds() end,
    ["manifolds of a body"] = function() return floor:manifolds() end,
    ["shapes of a body"] = function() return floor:shapes() end,
    ["joints of a body"] = function() return floor:joints() end,
    ["begins"] = function() return world:begins() end,
    ["begins between layers"] = function() return world:begins("hero", "default") end,
    ["ends"] = function() return world:ends() end,
    ["hits"] = function() return world:hits() end,
    ["sensors"] = function() return world:sensors() end,
    ["moved"] = function() return world:moved() end,
    ["broken"] = function() return world:broken() end,
    ["raycast_all"] = function() return world:raycast_all(-50, 0.5, 50, 0.5) end,
    ["query_box"] = function() return world:query_box(0, 0, 50, 5) end,
    ["query_circle"] = function() return world:query_circle(10, 0, 5) end,
    ["query_point"] = function() return world:query_point(2, 0.5) end,
  }
  local empty = {
    broken = true, ends = true, sensors = true,
  }

  for name, walk in cairn.pairs(walks) do
    describe(name, function()
      before_each(function() world:step() end)

      it("finds something, or nothing where nothing is", function()
        local turns = 0
        for _ in walk() do turns = turns + 1 end
        assert.equal(not empty[name], turns > 0)
      end)

      it("nests in itself", function()
        local outer, inner = 0, 0
        for _ in walk() do
          outer = outer + 1
          for _ in walk() do inner = inner + 1 end
        end
        assert.equal(outer * outer, inner)
      end)

      it("survives break and errors", function()
        local all = 0
        for _ in walk() do all = all + 1 end
        for _ = 1, 50 do
          for _ in walk() do if all > 0 then break end end
          pcall(function() for _ in walk() do error "out" end end)
        end
        local again = 0
        for _ in walk() do again = again + 1 end
        assert.equal(all, again)
      end)

      it("makes no garbage", function()
        assert.equal(0, garbage_of(function() for _ in walk() do end end))
        assert.equal(0, garbage_of(function()
          for _ in walk() do if world then break end end
        end))
      end)

      it("ends when the world does", function()
        local turns = 0
        for _ in walk() do
          turns = turns + 1
          world:destroy()
        end
        assert.is_true(turns <= 1)
      end)
    end)
  end

  it("walk in id order", function()
    assert.same({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 }, ids(world:bodies()))
    assert.same({ 1 }, ids(world:bodies("static")))
    assert.same({}, ids(world:bodies("kinematic")))
    boxes[3]:destroy()
    assert.same({ 1, 2, 3, 5, 6, 7, 8, 9, 10, 11 }, ids(world:shapes()))
    assert.same({ 1, 2, 4, 5, 6, 7, 8, 9, 10 }, ids(world:joints()))
    assert.same({ 1, 2, 4, 5, 6, 7, 8, 9, 10 }, ids(floor:joints()))
    assert.same({ 4 }, ids(boxes[4]:joints()))
  end)

  it("let the current element be destroyed", function()
    for body in world:bodies("dynamic") do
      if body:id() % 2 == 0 then body:destroy() end
    end
    assert.same({ 1, 3, 5, 7, 9, 11 }, ids(world:bodies()))
    for joint in world:joints() do
      if joint:id() % 4 == 0 then joint:destroy() end
    end
    assert.same({ 2, 6, 10 }, ids(world:joints()))
    for joint in floor:joints() do joint:destroy() end
    assert.equal(0, world:joint_count())
    for shape in world:shapes() do shape:destroy() end
    assert.equal(0, world:shape_count())
    assert.is_true(world:validate())
  end)

  it("let elements of a query be destroyed", function()
    local turns = 0
    for shape in world:query_box(0, 0.1, 50, 5) do
      turns = turns + 1
      shape:body():destroy()
    end
    assert.equal(10, turns)
    assert.equal(1, world:body_count())
  end)

  it("let bodies of manifolds be destroyed", function()
    world:step()
    local turns = 0
    for m in world:manifolds() do
      local _, b = m:bodies()
      b:destroy()
      turns = turns + 1
    end
    assert.equal(10, turns)
    assert.is_true(world:validate())
  end)

  it("pass over what was destroyed ahead of them", function()
    local seen = {}
    for body in world:bodies("dynamic") do
      seen[#seen + 1] = body:id()
      boxes[5]:destroy()
    end
    assert.same({ 2, 3, 4, 5, 7, 8, 9, 10, 11 }, seen)
  end)

  it("meet what is created on the way at most once", function()
    local turns = 0
    for _ in world:bodies() do
      turns = turns + 1
      if turns < 5 then world:body {} end
    end
    assert.equal(world:body_count(), turns)
  end)

  it("refuse an unknown type", function()
    assert.error_matches(function() world:bodies("dynamik") end,
      "bad argument #1 to 'bodies' (invalid type 'dynamik', expected static, kinematic or dynamic)",
      1, true)
  end)

  describe("event loops", function()
    before_each(function() world:step() end)

    it("give index, shapes and values", function()
      local n = 0
      for i, a, b in world:begins() do
        n = n + 1
        assert.equal(n, i)
        assert.equal(floor:shape(), a)
        assert.equal(boxes[n]:shape(), b)
      end
      assert.equal(10, n)
      n = 0
      for i, a, b, _, y, nx, ny, speed, impulse in world:hits() do
        n = n + 1
        assert.equal(n, i)
        assert.equal(floor:shape(), a)
        assert.equal(boxes[n]:shape(), b)
        assert.near(0, y, 0.1)
        assert.near(0, nx, 1e-6)
        assert.near(1, ny, 1e-6)
        assert.near(3, speed, 0.2)
        assert.is_true(impulse > 0)
      end
      assert.equal(10, n)
      for _ = 1, 2 do
        n = 0
        for i, body, x, y, angle in world:moved() do
          n = n + 1
          assert.equal(n, i)
          assert.equal(boxes[n], body)
          assert.same({ body:position() }, { x, y })
          assert.equal(body:angle(), angle)
        end
        assert.equal(10, n)
      end
    end)

    it("and poses give angles as bodies do, to the last bit", function()
      local turned = cairn.world { gravity = { 0, 0 } }
      for i = 1, 203 do
        local angle = (i % 8) * math.pi / 4 + (i > 100 and math.sin(i) or 0)
        turned:box { x = 3 * i, w = 1, h = 1, angle = angle, angular_velocity = i % 3 - 1 }
      end
      turned:step()
      local buffer = {}
      assert.equal(203, turned:poses(buffer))
      for i, body, _, _, angle in turned:moved() do
        assert.equal(body:angle(), angle)
        assert.equal(angle, buffer[4 * i])
      end
      turned:destroy()
    end)

    it("tell where a body is at its turn, whatever the turns before did", function()
      local placed, seen = { [1] = 2, [2] = 3, [6] = 1, [7] = 9 }, {}
      for i, body, x, y, angle in world:moved() do
        assert.same({ body:position() }, { x, y })
        assert.equal(body:angle(), angle)
        if placed[i] then boxes[placed[i]]:set_transform(100 + i, 50, i / 8) end
        if i == 4 then boxes[5]:destroy() end
        if i == 8 then boxes[10]:destroy() end
        seen[#seen + 1] = i
      end
      assert.same({ 1, 2, 3, 4, 6, 7, 8, 9 }, seen)
    end)

    it("give each its own handle while the world grows and shrinks", function()
      local crowd, later = cairn.world { gravity = { 0, 0 } }, {}
      local first = {}
      for i = 1, 20 do first[i] = crowd:box { x = 3 * i, w = 1, h = 1, vx = 1 } end
      crowd:step()
      for i, body in crowd:moved() do
        for n = #later + 1, #later + 20 do later[n] = crowd:box { y = 3 * n + 9, w = 1, h = 1 } end
        assert.equal(first[i], body)
      end
      assert.equal(400, #later)
      for i = 2, 20, 2 do first[i]:destroy() end
      crowd:step()
      local seen = {}
      for _, body in crowd:moved() do seen[body] = true end
      for i = 1, 20 do assert.equal(i % 2 == 1 or nil, seen[first[i]]) end
      for i = 1, 400 do assert.is_true(seen[later[i]]) end
      crowd:destroy()
    end)

    it("give the handles of tens of thousands", function()
      local count, bodies = 33000, {}
      local crowd = cairn.world { gravity = { 0, 0 } }
      for i = 1, count do
        bodies[i] = crowd:circle { x = i % 200, y = i // 200, radius = 0.5, vx = 9 }
      end
      crowd:step()
      local n = 0
      for i, body in crowd:moved() do
        if bodies[i] ~= body then error("body " .. i .. " is another one") end
        n = i
      end
      assert.equal(count, n)
      n = 0
      for i, a, b in crowd:begins() do
        if not (a:id() < b:id() and bodies[a:body():id()] == a:body()) then error("pair " .. i) end
        n = i
      end
      assert.is_true(n > count)
      crowd:destroy()
    end)

    it("put shapes in the order of the layers asked for", function()
      local n = 0
      for _, hero, ground in world:begins("hero", "default") do
        n = n + 1
        assert.equal("hero", hero:layer())
        assert.equal(floor:shape(), ground)
      end
      assert.equal(5, n)
      for _, a, b, _, _, _, ny in world:hits("hero", "default") do
        assert.equal("hero", a:layer())
        assert.equal(floor:shape(), b)
        assert.near(-1, ny, 1e-6)
      end
      for _ in world:begins("hero", "hero") do error "none of these" end
    end)

    it("tell ends of the destroyed", function()
      boxes[1]:destroy()
      world:step()
      local n = 0
      for _, a, b in world:ends() do
        n = n + 1
        assert.equal(floor:shape(), a)
        assert.is_false(b:is_valid())
      end
      assert.equal(1, n)
    end)

    it("end or change with a step inside", function()
      local turns = 0
      for _ in world:begins() do
        turns = turns + 1
        world:step()
      end
      assert.equal(1, turns)
    end)
  end)

  describe("getters and setters", function()
    it("make no garbage", function()
      local body, shape = boxes[1], boxes[1]:shape()
      local buffer, found, points = {}, {}, {}
      assert.equal(0, garbage_of(function()
        body:position()
        body:state()
        body:drawn()
        body:bounds()
        body:mass()
        body:is_awake()
        body:damping()
        body:name()
        body:set_position(2, 0.5)
        body:set_velocity(1, 2)
        body:apply_force(1, 2)
        body:apply_impulse(1, 2, 3, 4)
        body:set_damping(0.5)
        body:touching(floor)
        body:shape()
        shape:friction()
        shape:set_friction(0.5)
        shape:layer()
        shape:kind()
        shape:body()
        shape:contains(1, 2)
        shape:distance(floor:shape())
        shape:points(points)
        world:gravity()
        world:time()
        world:hash()
        world:momentum()
        world:profile(points)
        world:raycast(-50, 0.5, 50, 0.5)
        world:raycast(-50, 0.5, 50, 0.5, "hero")
        world:pick(2, 0.5)
        world:find("nobody")
        world:poses(buffer)
        world:query_box_into(found, 0, 0, 50, 5)
      end))
    end)
  end)
end)
