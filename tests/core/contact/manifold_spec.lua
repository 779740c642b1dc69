-- cairn.Manifold: what a hook or a loop turn can read, change and copy.
local cairn = require "cairn"

describe("cairn.Manifold", function()
  --      +-----+
  --      | box |  id 2, layer "hero"
  --  +---+-----+---+
  --  |    floor    |  id 1, layer "ground"
  --  +-------------+
  local world, floor, box, floor_shape, box_shape
  before_each(function()
    world = cairn.world { gravity = { 0, -10 }, layers = { "ground", "hero" } }
    floor, floor_shape = world:box { type = "static", y = -0.5, w = 10, h = 1, layer = "ground" }
    box, box_shape = world:box { y = 0.5, w = 1, h = 1, layer = "hero", friction = 0.15 }
  end)
  after_each(function() world:destroy() end)

  local function only()
    world:step()
    return world:manifolds()
  end

  it("knows the two sides", function()
    local turns = 0
    for m in only() do
      turns = turns + 1
      assert.same({ floor_shape, box_shape }, { m:shapes() })
      assert.same({ floor, box }, { m:bodies() })
      assert.equal(box_shape, m:other(floor_shape))
      assert.equal(floor_shape, m:other(box_shape))
      assert.same({ box_shape, floor_shape }, { m:between("hero", "ground") })
      assert.same({ floor_shape, box_shape }, { m:between("ground", "hero") })
      assert.is_nil((m:between("hero", "default")))
      assert.same({ 1, 1 }, { m:pieces() })
    end
    assert.equal(1, turns)
  end)

  it("knows what the narrow phase knows", function()
    for m in only() do
      assert.equal(2, m:count())
      assert.same({ 0, 1 }, { m:normal() })
      assert.same({ 0, 1 }, { m:normal(floor_shape) })
      local nx, ny = m:normal(box_shape)
      assert.near(0, nx, 1e-6)
      assert.equal(-1, ny)
      local x, y, separation = m:point(1)
      assert.near(0.5, math.abs(x), 1e-3)
      assert.near(0, y, 1e-3)
      assert.near(0, separation, 1e-2)
      assert.is_nil((m:point(3)))
      assert.is_true(m:penetration() >= 0)
      assert.is_number((m:speed(1)))
      local normal = m:impulse(1)
      assert.is_true(normal > 0)
      assert.near(math.sqrt(0.6 * 0.15), m:friction(), 1e-4)
      assert.equal(0, m:restitution())
    end
  end)

  it("tells a shape that is not in it", function()
    local _, stranger = world:circle { x = 50, radius = 1 }
    for m in only() do
      assert.is_nil(m:other(stranger))
      assert.error_matches(function() m:normal(stranger) end,
        "bad argument #1 to 'normal' (shape #3 is not in this manifold)", 1, true)
    end
  end)

  it("copies itself into a table", function()
    local t = {}
    for m in only() do assert.equal(t, m:copy(t)) end
    assert.equal(floor_shape, t.a)
    assert.equal(box_shape, t.b)
    assert.equal(floor, t.body_a)
    assert.equal(box, t.body_b)
    assert.equal(2, t.count)
    assert.equal(1, t.ny)
    assert.is_number(t.x1)
    assert.is_number(t.separation2)
    assert.is_number(t.normal_impulse1)
  end)

  it("prints what it is", function()
    local text
    local kept
    for m in only() do
      text = tostring(m)
      kept = m
    end
    assert.equal("cairn.Manifold (shape #1, shape #2, 2 points)", text)
    assert.equal("cairn.Manifold (over)", tostring(kept))
  end)

  describe("beyond its moment", function()
    local sentence = "manifold is only valid inside its callback; use m:copy(t)"

    it("raises after a loop", function()
      local kept
      for m in only() do kept = m end
      assert.is_false(kept:is_valid())
      assert.error_matches(function() kept:count() end, sentence, 1, true)
    end)

    it("raises after break", function()
      local kept
      world:box { x = 3, y = 0.5, w = 1, h = 1 }
      for m in only() do
        if kept then break end
        kept = m
      end
      assert.error_matches(function() kept:normal() end, sentence, 1, true)
    end)

    it("raises after a hook", function()
      local kept
      world:set_listener { begin_contact = function(_, _, m) kept = m end }
      world:step()
      assert.error_matches(function() kept:point(1) end, sentence, 1, true)
    end)

    it("raises in later turns of a strict world", function()
      local kept = {}
      world:box { x = 3, y = 0.5, w = 1, h = 1 }
      for m in only() do kept[#kept + 1] = m end
      assert.equal(2, #kept)
      for m in world:manifolds() do
        assert.is_true(m:is_valid())
        for _, old in ipairs(kept) do assert.is_false(old:is_valid()) end
      end
    end)

    it("raises for 255 turns of loops and hooks of a strict world, nested ones too", function()
      local kept, turns = nil, 0
      world:set_strict(true)
      world:set_listener { pre_solve = function(m) turns = turns + (m ~= kept and 1 or 0) end }
      world:box { x = 3, y = 0.5, w = 1, h = 1, pre_solve = true, can_sleep = false }
      for m in only() do kept = kept or m end
      for _ = 1, 60 do
        for outer in world:manifolds() do
          for inner in world:manifolds() do
            assert.is_false(rawequal(outer, inner))
            turns = turns + 1
          end
          assert.is_true(outer:is_valid())
          turns = turns + 1
        end
        world:step()
        if turns < 255 then assert.is_false(kept:is_valid()) end
      end
      assert.is_true(turns > 255)
      assert.is_false(kept:is_valid())
    end)

    it("makes no garbage in a strict world either", function()
      world:set_strict(true)
      world:set_listener { pre_solve = function(m) m:count() end }
      world:box { x = 3, y = 0.5, w = 1, h = 1, pre_solve = true, can_sleep = false }
      local function run()
        world:step()
        for m in world:manifolds() do
          for other in world:manifolds() do other:count() end
          m:count()
        end
      end
      for _ = 1, 10 do run() end
      collectgarbage()
      collectgarbage "stop"
      local before = collectgarbage "count"
      for _ = 1, 200 do run() end
      local made = collectgarbage "count" - before
      collectgarbage "restart"
      assert.is_true(made < 1, made .. " kB")
    end)

    it("raises after the world's end", function()
      local kept
      for m in only() do
        kept = m
        world:destroy()
      end
      assert.error_matches(function() kept:count() end, sentence, 1, true)
    end)
  end)

  -- Contacts that last move up in memory once most have ended: what a loop has begun with stays.
  describe("of a loop that steps the world", function()
    local many, last
    local function step(n)
      for _ = 1, n do world:step() end
    end
    before_each(function()
      many, last = {}, {}
      for i = 1, 200 do many[i] = world:box { x = 10 + 2 * i, y = 0.5, w = 1, h = 1 } end
      for i = 1, 20 do last[i] = world:box { x = -10 - 2 * i, y = 0.5, w = 1, h = 1 } end
      floor:add_box { x = 0, w = 1000, h = 1, layer = "ground" }
      step(10)
    end)

    it("shows those that go on, with values of now", function()
      local first, seen, gone = true, 0, {}
      for m in world:manifolds() do
        if first then
          for _, b in ipairs(many) do b:destroy() end
          for i = 1, 10 do
            gone[last[i]:id()] = true
            last[i]:set_velocity(0, 30)
          end
          step(100)
          first = false
        else
          local a, b = m:shapes()
          local _, body = m:bodies()
          assert.is_nil(gone[body:id()])
          for now in body:manifolds() do
            if now:other(a) == b then
              assert.same(now:copy(), m:copy())
              seen = seen + 1
            end
          end
        end
      end
      assert.is_true(seen >= 10)
    end)

    it("ignores whom it shows", function()
      for m in last[15]:manifolds() do
        for _, b in ipairs(many) do b:destroy() end
        step(100)
        m:ignore()
      end
      step(60)
      for i, b in ipairs(last) do assert.equal(i == 15, b:y() < 0, i) end
    end)
  end)

  describe("inside pre_solve", function()
    before_each(function() box_shape:set_pre_solve(true) end)

    it("sets the material of this step", function()
      box:set_velocity(3, 0)
      world:set_listener {
        pre_solve = function(m)
          m:set_friction(0)
          assert.equal(0, m:friction())
          m:set_restitution(0.5)
          assert.equal(0.5, m:restitution())
        end,
      }
      for _ = 1, 30 do world:step() end
      assert.near(3, box:vx(), 1e-3)
    end)

    it("carries by surface_speed", function()
      world:set_listener { pre_solve = function(m) m:set_surface_speed(2) end }
      for _ = 1, 120 do world:step() end
      assert.near(2, math.abs(box:vx()), 0.1)
    end)

    it("ignores until they part", function()
      world:set_listener { pre_solve = function(m) m:ignore() end }
      world:step()
      world:set_listener(nil)
      for _ = 1, 60 do world:step() end
      assert.is_true(box:y() < -1)
    end)

    it("refuses materials out of range", function()
      local messages = {}
      local function keep(f, ...)
        local _, message = pcall(f, ...)
        messages[#messages + 1] = message
      end
      world:set_listener {
        pre_solve = function(m)
          keep(m.set_friction, m, -1)
          keep(m.set_restitution, m, 3)
          keep(m.set_friction, m, 0 / 0)
        end,
      }
      world:step()
      assert.equal("bad argument #1 to 'set_friction' (must be >= 0, got -1)", messages[1])
      assert.equal("bad argument #1 to 'set_restitution' (must be in 0..2, got 3)", messages[2])
      assert.equal("bad argument #1 to 'set_friction' (finite number expected, got nan)",
        messages[3])
    end)
  end)

  it("takes materials only inside pre_solve", function()
    for m in only() do
      assert.error_matches(function() m:set_friction(1) end,
        "set_friction works only inside pre_solve", 1, true)
    end
  end)

  it("shows impulses in post_solve", function()
    box_shape:set_pre_solve(true)
    local sum
    world:set_listener {
      post_solve = function(m)
        sum = 0
        for i = 1, m:count() do sum = sum + m:impulse(i) end
      end,
    }
    for _ = 1, 10 do world:step() end
    assert.near(box:mass() * 10 / 60, sum, 0.02)
  end)

  -- Two that were found to be apart are let be until their gap may have closed. Those whose contact
  -- is new in each step, as another mask makes it, are looked at each time: both ways points come
  -- in the same step.
  it("has points as soon as it should, whatever was found before", function()
    local kinds = {
      function(w, o) o.w, o.h = 0.8, 0.3 return w:box(o) end,
      function(w, o)
        o.x1, o.y1, o.x2, o.y2, o.radius = -0.4, 0, 0.4, 0, 0.1
        return w:capsule(o)
      end,
      function(w, o)
        o.points = { -0.4, -0.2, 0, -0.3, 0.4, -0.1, 0.3, 0.2, -0.2, 0.3 }
        return w:polygon(o)
      end,
      function(w, o) o.radius = 0.3 return w:circle(o) end,
    }
    local function first_steps(anew)
      local w = cairn.world { gravity = { 0, 0 }, layers = { "other" } }
      local moving, first, count = {}, {}, 0
      math.randomseed(3)
      local function between(low, high) return low + (high - low) * math.random() end
      local function made(kind, x, y, speed)
        return kind(w, { x = x, y = y, angle = between(-3, 3), vx = -speed,
          vy = between(-speed, speed), angular_velocity = between(-10, 10) * speed })
      end
      for i = 1, 120 do
        local x, y, speed = 5 * (i % 12), 5 * (i // 12), i % 2 == 0 and 0.2 or 0.05
        made(kinds[1 + i % 3], x, y, 0)
        local _, shape = made(kinds[1 + i % 4], x + between(0.5, 0.9), y + between(0.3, 0.8), speed)
        moving[i] = shape
      end
      for step = 1, 200 do
        for _, shape in ipairs(anew and moving or {}) do
          shape:set_layer_mask(step % 2 == 0 and { "default", "other" } or { "default" })
        end
        w:step()
        for m in w:manifolds() do
          local id = m:bodies():id()
          if m:count() > 0 then first[id] = first[id] or step end
        end
      end
      for _ in pairs(first) do count = count + 1 end
      w:destroy()
      return first, count
    end
    local first, count = first_steps(false)
    assert.is_true(count > 60)
    assert.same(first, (first_steps(true)))
  end)
end)
