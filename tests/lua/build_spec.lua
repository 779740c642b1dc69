-- cairn.build: what the builders make is counted, holds what it should, and is refused with the
-- sentences of the constructors when a key is wrong.

local cairn = require "cairn"
local build = require "cairn.build"
local measure = require "tests.support.measure"

local run, worst_error = measure.run, measure.worst_error

local NAMES = { "rope", "chain", "bridge", "soft", "ragdoll", "car", "cloth" }

-- What each needs at least.
local LEAST = {
  rope = { from = { 0, 5 }, to = { 4, 5 } },
  chain = { from = { 0, 5 }, to = { 4, 5 } },
  bridge = { from = { -4, 5 }, to = { 4, 5 } },
  soft = { y = 3 }, ragdoll = { y = 3 }, car = { y = 3 }, cloth = { y = 6 },
}

local function with(t, more)
  local all = {}
  for k, v in pairs(t) do all[k] = v end
  for k, v in pairs(more) do all[k] = v end
  return all
end

local function floor(keys)
  local world = cairn.world(keys or { gravity = { 0, -10 } })
  world:halfspace {}
  return world
end

local function refuses(f, message)
  local ok, got = pcall(f)
  assert.is_false(ok)
  assert.equal(message, (tostring(got):gsub("^[^\n]-%.lua:%d+: ", "")))
  -- the position is the caller's: this file
  assert.matches("build_spec%.lua:%d+: ", got)
end

describe("cairn.build", function()
  local world

  before_each(function() world = floor() end)
  after_each(function() world:destroy() end)

  describe("makes", function()
    local COUNTS = {
      { "rope", { links = 10 }, 10, 10, 10 },                       -- hinged at one end
      { "rope", { links = 10, a = false }, 10, 10, 9 },
      { "chain", { links = 7 }, 7, 7, 7 },
      { "bridge", { links = 12 }, 12, 12, 13 },                     -- at both
      { "soft", { kind = "donut", parts = 9 }, 9, 9, 9 },
      { "soft", { kind = "blob", parts = 9 }, 10, 10, 18 },
      { "ragdoll", {}, 10, 10, 9 },
      { "cloth", { columns = 5, rows = 4, pin = "none" }, 20, 20, 31 },
      { "cloth", { columns = 5, rows = 4, pin = "top" }, 20, 20, 36 },
      { "cloth", { columns = 5, rows = 4, pin = "corners" }, 20, 20, 33 },
      { "cloth", { columns = 5, rows = 4, pin = "left" }, 20, 20, 35 },
    }
    for _, row in ipairs(COUNTS) do
      local name, keys, bodies, shapes, joints = table.unpack(row)
      local title = ("a %s of %d bodies, %d shapes, %d joints"):format(name, bodies, shapes, joints)
      it(title, function()
        local thing = build[name](world, with(LEAST[name], keys))
        assert.equal(bodies, #thing.bodies)
        assert.equal(shapes, #thing.shapes)
        assert.equal(joints, #thing.joints)
        assert.equal(bodies + 1, world:body_count())
        assert.equal(shapes + 1, world:shape_count())
        assert.equal(joints, world:joint_count())
      end)
    end

    for _, name in ipairs(NAMES) do
      it("a " .. name .. " that goes as it came", function()
        local thing = build[name](world, LEAST[name])
        world:step()
        assert.is_true(thing:is_valid())
        assert.is_true(thing:destroy())
        assert.is_false(thing:is_valid())
        assert.is_false(thing:destroy())
        world:step()
        assert.equal(1, world:body_count())
        assert.equal(0, world:joint_count())
      end)

      it("a " .. name .. " whose keys reach its shapes", function()
        world:layer "cloth"
        local thing = build[name](world, with(LEAST[name], {
          friction = 0.25, restitution = 0.5, layer = "cloth", group = 7, density = 3,
        }))
        for _, shape in ipairs(thing.shapes) do
          assert.equal("cloth", shape:layer())
          assert.equal(7, shape:group())
          assert.equal(0.5, shape:restitution())
        end
      end)

      it("a " .. name .. " the same in each world, to the bit", function()
        local function hash(threads)
          local w <close> = floor { gravity = { 0, -10 }, threads = threads }
          local thing = build[name](w, LEAST[name])
          if name == "car" then thing:drive(5) end
          run(w, 1.5)
          assert.finite(w)
          return w:hash()
        end
        local first = hash(1)
        assert.equal(first, hash(1))
        assert.equal(first, hash(2))
      end)
    end
  end)

  describe("rope", function()
    for _, load in ipairs { 0, 1, 20 } do
      it(("keeps its length within 1 %% with %d times its mass at the end"):format(load), function()
        world:set_gravity(0, -10)
        local ball = world:circle { x = 4.3, y = 9, radius = 0.3, density = 1 }
        local rope = build.rope(world, { from = { 0, 9 }, to = { 4, 9 }, links = 20, b = ball })
        if load > 0 then ball:set_mass(load * rope:mass()) end
        local long, most, least = 4, 0, 9
        run(world, 5, function()
          -- from joint to joint: what stretches shows here
          local sum, px, py = 0, 0, 9
          for i = 2, #rope.joints do
            local _, _, x, y = rope.joints[i]:anchors()
            sum, px, py = sum + math.sqrt((x - px) ^ 2 + (y - py) ^ 2), x, y
          end
          most, least = math.max(most, sum), math.min(least, sum)
        end)
        assert.is_true(most < 1.01 * long and least > 0.99 * long, least .. " .. " .. most)
      end)
    end

    it("hangs as long as it is said to be", function()
      for _, slack in ipairs { 0, 0.05, 0.5, 2 } do
        local rope = build.rope(world, {
          from = { 0, 20 }, to = { 3, 21 }, slack = slack, links = 60, b = world:ground(),
        })
        local way = math.sqrt(10) * (1 + slack)
        assert.is_true(math.abs(rope:length() - way) < 0.002 * way, rope:length() .. " for " .. way)
        local x1, y1, x2, y2 = rope:ends()
        assert.is_near(0, x1, 1e-3)
        assert.is_near(20, y1, 1e-3)
        assert.is_near(3, x2, 1e-3)
        assert.is_near(21, y2, 1e-3)
      end
      assert.is_true(worst_error(world) < 1e-3)
    end)

    it("tears where it is pulled too hard", function()
      local ball = world:circle { x = 2.3, y = 9, radius = 0.3, density = 100 }
      local rope = build.rope(world, { from = { 0, 9 }, to = { 2, 9 }, b = ball, break_force = 50 })
      run(world, 2)
      local broken = 0
      for _, joint in ipairs(rope.joints) do
        if not joint:is_enabled() then broken = broken + 1 end
      end
      assert.is_true(broken >= 1)
    end)
  end)

  it("a bridge holds ten boxes", function()
    local bridge = build.bridge(world, { from = { -5, 6 }, to = { 5, 6 }, slack = 0.02 })
    local boxes = {}
    for i = 1, 10 do boxes[i] = world:box { x = i * 0.8 - 4.4, y = 7, w = 0.6, h = 0.6 } end
    run(world, 10)
    assert.is_true(worst_error(world) < 2e-3)
    for _, box in ipairs(boxes) do
      local x, y = box:position()
      assert.is_true(y > 3.5 and math.abs(x) < 5, tostring(box))
    end
    assert.penetration_below(world, 0.01)
    assert.is_near(10.2, bridge:length(), 0.05)
  end)

  it("a chain with a ball a hundred times its mass does not stretch", function()
    local ball = world:circle { x = 4.6, y = 9, radius = 0.6 }
    local chain = build.chain(world, { from = { 0, 9 }, to = { 4, 9 }, b = ball })
    ball:set_mass(100 * chain:mass())
    run(world, 8)
    assert.is_true(worst_error(world) < 5e-3)
    local x1, y1, x2, y2 = chain:ends()
    assert.is_true(math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2) < 4.04)
  end)

  describe("soft", function()
    for _, kind in ipairs { "blob", "donut" } do
      for _, radius in ipairs { 0.5, 1, 2 } do
        it(("%s of radius %.1f keeps its area within a tenth"):format(kind, radius), function()
          local soft = build.soft(world, { kind = kind, y = 1.5 * radius, radius = radius })
          local area = soft:area()
          run(world, 6, function()
            local now = soft:area() / area
            assert.is_true(now > 0.9 and now < 1.1, now)
          end)
          local _, y = soft:center()
          assert.is_true(y > 0.7 * radius and y < 1.05 * radius)
          assert.penetration_below(world, 0.005)
          assert.equal(2 * #soft.ring, #soft:outline())
        end)
      end
    end
  end)

  it("a ragdoll does not come apart, and bends as limbs do", function()
    for i = 0, 3 do
      local h = 0.4 * (3 - i) + 0.01
      world:box { type = "static", x = i * 1.5, y = h / 2, w = 1.5, h = h }
    end
    local doll = build.ragdoll(world, { x = 0.3, y = 4 })
    doll:set_velocity(3, 0)
    run(world, 6, function() assert.is_true(worst_error(world) < 0.02) end)
    for name, hinge in pairs(doll.hinges) do
      local low, high = hinge:limits()
      assert.is_true(hinge:angle() > low - 0.1 and hinge:angle() < high + 0.1, name)
    end
    assert.equal("head", doll.parts.head:data())
    local _, y = doll:center()
    assert.is_true(y > 0 and y < 2.5)
    assert.penetration_below(world, 0.02)
  end)

  it("a ragdoll is as high as it is said to be, with its soles at y", function()
    for _, height in ipairs { 0.3, 1.8, 6 } do
      local doll = build.ragdoll(world, { x = 20 * height, y = 2, height = height })
      local low, high = 99, 0
      for _, body in ipairs(doll.bodies) do
        local _, y1, _, y2 = body:bounds()
        low, high = math.min(low, y1), math.max(high, y2)
      end
      assert.is_near(2, low, 0.02 * height)
      assert.is_near(2 + height, high, 0.02 * height)
    end
  end)

  describe("pid", function()
    local function push(own, pid, seconds, f)
      for _ = 1, math.floor(seconds * 60 + 0.5) do
        pid:update(1 / 60)
        own:step()
        if f then f() end
      end
    end

    it("comes to its pose as fast as it can without passing, whatever the mass", function()
      for _, density in ipairs { 0.1, 30 } do
        local free <close> = cairn.world { gravity = { 0, 0 } }
        local body = free:box { x = 1, y = 2, w = 1, h = 1, density = density, angle = 0.5 }
        local pid = build.pid(free, { body = body, x = 0, y = 0, angle = 0 })
        local least = math.huge
        push(free, pid, 1, function() least = math.min(least, body:x()) end)
        local left = (1 + 4) * math.exp(-4)             -- (1 + w t) exp(-w t), w = 4
        assert.is_near(left, body:x(), 0.02)
        assert.is_near(2 * left, body:y(), 0.04)
        assert.is_near(0.5 * left, body:angle(), 0.01)
        push(free, pid, 4, function() least = math.min(least, body:x()) end)
        assert.is_near(0, body:x(), 1e-4)
        assert.is_true(least > -1e-3, least)
      end
    end)

    it("sags by g / p without a sum, and not at all with one", function()
      for _, sum in ipairs { 0, 10 } do
        local own <close> = cairn.world { gravity = { 0, -10 } }
        local body = own:box { w = 1, h = 1 }
        local pid = build.pid(own, { body = body, y = 0, i = sum })
        push(own, pid, 12)
        assert.is_near(sum == 0 and -10 / 16 or 0, body:y(), 2e-3)
      end
    end)

    it("pushes no harder than it may, frees what has no target, turns the nearer way", function()
      local free <close> = cairn.world { gravity = { 0, 0 } }
      local body = free:box { x = 100, w = 1, h = 1, vy = 1, angle = 3 }
      local pid = build.pid(free, { body = body, x = 0, angle = -3, max_force = 2 })
      push(free, pid, 1)
      assert.is_near(-2, body:vx(), 1e-3)
      assert.is_near(1, body:y(), 1e-3)
      push(free, pid, 3)
      assert.is_near(-3, body:angle(), 0.01)
      pid:set_target(nil, nil, nil)
      local vx = body:vx()
      push(free, pid, 1)
      assert.is_near(vx, body:vx(), 1e-4)
    end)

    it("lets go, and leaves the body", function()
      local body = world:box { w = 1, h = 1 }
      local pid = build.pid(world, { body = body, x = 5 })
      assert.is_true(pid:destroy())
      assert.is_false(pid:destroy())
      assert.is_true(body:is_valid())
      assert.has_error(function() pid:update(1 / 60) end,
        "calling 'update' on bad self (pid has been destroyed)")
      assert.has_error(function() build.pid(world, {}) end,
        "bad argument #2 to 'pid' (field 'body': cairn.Body expected, got nil)")
    end)
  end)

  describe("car", function()
    it("stands on its springs, drives where it is told and stops", function()
      local car = build.car(world, {})
      run(world, 2)
      assert.is_near(0.42, car.chassis:y(), 0.05)     -- a wheel's radius, less its springs
      assert.at_rest(car.chassis)
      car:drive(8)
      run(world, 5)
      local x = car.chassis:x()
      assert.is_true(x > 25 and x < 40, x)
      assert.is_near(8, car:speed(), 0.2)
      car:drive(0)
      run(world, 4)
      assert.is_near(0, car:speed(), 0.05)
      car:drive(-3)
      run(world, 2)
      assert.is_near(-3, car:speed(), 0.2)
      assert.is_true(worst_error(world) < 5e-3)
    end)

    it("swings on its springs as often as it is told, and sinks as deep as follows", function()
      for hertz = 2, 4, 2 do
        local car = build.car(world, { hertz = hertz, damping = 0.05 })
        run(world, 20)
        local sink = 10 / (2 * math.pi * hertz) ^ 2
        local left, right = car.axles[1]:translation(), car.axles[2]:translation()
        assert.near(sink, (left + right) / 2, 0.05 * sink)
        car.chassis:set_velocity(0, -0.1)
        local was, first, last, count = -1, nil, nil, 0
        for tick = 1, 120 do
          world:step()
          local vy = car.chassis:vy()
          if was > 0 and vy <= 0 then
            first, last, count = first or tick, tick, count + 1
          end
          was = vy
        end
        assert.near(hertz, (count - 1) / ((last - first) / 60), 0.05 * hertz)
        car:destroy()
      end
    end)

    it("rolls on when it is let go", function()
      local car = build.car(world, {})
      car:drive(6)
      run(world, 3)
      car:coast()
      run(world, 1)
      assert.is_true(car:speed() > 5)
    end)

    it("climbs a slope of 15 degrees", function()
      local slope = math.rad(15)
      world:segment { x1 = 5, y1 = 0, x2 = 65, y2 = 60 * math.tan(slope), friction = 1 }
      local car = build.car(world, {})
      car:drive(5)
      run(world, 8)
      assert.is_true(car.chassis:y() > 3, car.chassis:y())
    end)
  end)

  it("cloth hangs from its nails, as long as it is woven", function()
    local cloth = build.cloth(world, { x = -2, y = 8, w = 4, h = 3, columns = 12, rows = 9 })
    run(world, 5)
    for column = 1, 12 do
      local x, y = cloth:node(column, 9):position()
      assert.is_near(5, y, 0.1)
      assert.is_near(-2 + 4 * (column - 1) / 11, x, 0.1)
      local _, top = cloth:node(column, 1):position()
      assert.is_near(8, top, 0.005)
    end
    assert.is_nil(cloth:node(0, 1))
    assert.is_nil(cloth:node(13, 1))
    assert.is_nil(cloth:node(1, 10))
  end)

  describe("refuses", function()
    local function wrong(name, keys, sentence)
      it(("%s: %s"):format(name, sentence), function()
        local bodies, joints = world:body_count(), world:joint_count()
        local t = with(LEAST[name], keys)
        refuses(function() local _ = build[name](world, t) end,
          ("bad argument #2 to '%s' (%s)"):format(name, sentence))
        assert.equal(bodies, world:body_count())      -- what was there already is taken back
        assert.equal(joints, world:joint_count())
      end)
    end

    wrong("rope", { form = { 0, 0 } }, "unknown field 'form', did you mean 'from'?")
    wrong("rope", { [3] = 1 }, "unknown field [3]")
    wrong("rope", { zzzz = 1 }, "unknown field 'zzzz'")
    wrong("rope", { from = 3 }, "field 'from': table of 2 numbers expected, got number")
    wrong("rope", { from = { 1 } }, "field 'from': 2 numbers expected, got 1")
    wrong("rope", { to = { 0, 0 / 0 } }, "field 'to': finite number expected, got nan")
    wrong("rope", { to = { 0, 5 } }, "field 'to': must be another point than 'from'")
    wrong("rope", { links = 0 }, "field 'links': must be an integer in 1..100000, got 0")
    wrong("rope", { links = 2.5 }, "field 'links': must be an integer in 1..100000, got 2.5")
    wrong("rope", { radius = -1 }, "field 'radius': must be > 0, got -1")
    wrong("rope", { radius = math.huge }, "field 'radius': finite number expected, got inf")
    wrong("rope", { slack = "much" }, "field 'slack': number expected, got string")
    wrong("rope", { b = 5 }, "field 'b': cairn.Body expected, got number")
    wrong("rope", { friction = -1 }, "field 'friction': must be >= 0, got -1")
    wrong("rope", { friction = {} }, "field 'friction': number expected, got table")
    wrong("rope", { layer = "nowhere" },
      "field 'layer': unknown layer 'nowhere'; declare it with world:layer(name)")
    wrong("bridge", { thickness = 0 }, "field 'thickness': must be > 0, got 0")
    wrong("chain", { collide = 1 }, "field 'collide': boolean expected, got number")
    wrong("soft", { kind = "jelly" }, "field 'kind': invalid kind 'jelly', expected blob or donut")
    wrong("soft", { parts = 4 }, "field 'parts': must be an integer in 5..100000, got 4")
    wrong("soft", { thickness = 3 }, "field 'thickness': must be < 2 * radius")
    wrong("ragdoll", { heigth = 2 }, "unknown field 'heigth', did you mean 'height'?")
    wrong("ragdoll", { x = 0 / 0 }, "field 'x': finite number expected, got nan")
    wrong("car", { torque = -1 }, "field 'torque': must be >= 0, got -1")
    wrong("cloth", { pin = "bottom" },
      "field 'pin': invalid pin 'bottom', expected top, corners, left or none")
    wrong("cloth", { break_force = 0 / 0 }, "field 'break_force': finite number expected, got nan")

    it("what is no table, or no world", function()
      refuses(function() local _ = build.rope(world, 5) end,
        "bad argument #2 to 'rope' (table expected, got number)")
      refuses(function() local _ = build.rope(world) end,
        "bad argument #2 to 'rope' (table expected, got nil)")
      refuses(function() local _ = build.car(nil, {}) end,
        "bad argument #1 to 'car' (cairn.World expected, got nil)")
      refuses(function() local _ = build.car(world:ground(), {}) end,
        "bad argument #1 to 'car' (cairn.World expected, got cairn.Body)")
    end)

    it("a dead world, a dead body, a body of another world", function()
      local dead = cairn.world()
      dead:destroy()
      refuses(function() local _ = build.soft(dead, {}) end,
        ("bad argument #1 to 'soft' (world has been destroyed at tests/lua/build_spec.lua:%d)")
          :format(debug.getinfo(1, "l").currentline - 3))
      local body = world:box { w = 1, h = 1, name = "post" }
      body:destroy()
      local ok, message = pcall(build.rope, world, with(LEAST.rope, { b = body }))
      assert.is_false(ok)
      assert.matches("bad argument #2 to 'rope' %(field 'b': body #%d+ \"post\" has been destroyed",
        message)
      local other <close> = cairn.world()
      refuses(function() local _ = build.rope(world, with(LEAST.rope, { b = other:ground() })) end,
        "bad argument #2 to 'rope' (field 'b': body belongs to another world)")
    end)

    it("to build inside a step, and leaves the world as it was", function()
      world:circle { y = 1, radius = 1.1, pre_solve = true }
      world:set_listener { pre_solve = function() build.rope(world, LEAST.rope) end }
      local ok, message = pcall(world.step, world)
      assert.is_false(ok)
      assert.matches("world is read%-only inside pre_solve; use world:defer%(fn%)", message)
      assert.equal(2, world:body_count())
    end)

    it("places that no world has, and takes back what stood already", function()
      local ok, message = pcall(build.cloth, world, { x = 999999, w = 5 })
      assert.is_false(ok)
      assert.matches("bad argument #2 to 'cloth' %(field 'x'", message)
      assert.equal(1, world:body_count())
      assert.equal(0, world:joint_count())
    end)
  end)

  it("things live on through a patch, and go with a rebuild", function()
    local text = [[
local cairn = require "cairn"
local build = require "cairn.build"
local COUNT = 8
local rope
function scene.load()
  local world = cairn.world {}
  rope = build.rope(world, { from = { 0, 5 }, to = { 3, 5 }, links = COUNT })
  return world
end
function scene.draw() pen.text(0, 0, "%d", #rope.bodies) end
]]
    local scene = require "cairn.scene"
    local s <close> = scene.load("rope.lua", nil, { reader = function() return text end })
    s:step(30)
    local hash = s:world():hash()
    assert.equal("patched", (s:reload((text:gsub('"%%d"', '"%%%%d links"')))))
    assert.equal(hash, s:world():hash())
    s:step(1)
    s:draw(0.5)
    assert.is_nil(s.banner)
    assert.equal("rebuilt", (s:reload((text:gsub("COUNT = 8", "COUNT = 9")))))
    assert.equal(9, s:world():body_count())
  end)

  it("a listener may build and destroy after the step", function()
    local rope
    world:circle { y = 0.2, radius = 0.3 }
    world:set_listener {
      begin_contact = function()
        if rope then rope:destroy() end
        rope = build.rope(world, LEAST.rope)
      end,
    }
    run(world, 1)
    assert.is_true(rope:is_valid())
  end)

  describe("methods of things", function()
    it("name what is wrong with their arguments, at the caller's line", function()
      local car, cloth = build.car(world, {}), build.cloth(world, { y = 9 })
      local soft = build.soft(world, { y = 5 })
      refuses(function() car:drive("fast") end,
        "bad argument #1 to 'drive' (number expected, got string)")
      refuses(function() car:apply_impulse(0 / 0, 1) end,
        "bad argument #1 to 'apply_impulse' (finite number expected, got nan)")
      refuses(function() car:set_velocity(1) end,
        "bad argument #2 to 'set_velocity' (number expected, got nil)")
      refuses(function() cloth:node(1.5, 1) end,
        "bad argument #1 to 'node' (integer expected, got 1.5)")
      refuses(function() soft:outline(5) end,
        "bad argument #1 to 'outline' (table expected, got number)")
      refuses(function() car.drive(5) end,
        "calling 'drive' on bad self (cairn.Thing expected, got number; did you forget ':'?)")
      local wild = setmetatable({}, { __len = error })
      for _, self in ipairs { {}, { bodies = {} }, { bodies = wild } } do
        for _, method in ipairs { "drive", "mass", "is_valid", "destroy" } do
          refuses(function() car[method](self) end, ("calling '%s' on bad self (cairn.Thing "
            .. "expected, got table; did you forget ':'?)"):format(method))
        end
      end
      refuses(function() car.drive(soft, 1) end, "calling 'drive' on bad self (another kind of "
        .. "cairn.Thing expected, got soft; did you forget ':'?)")
      local endless = setmetatable({ [1e6] = 1 }, { __len = function() return 1 << 40 end })
      local n = 0
      for _ in next, soft:outline(endless) do n = n + 1 end
      assert.equal(#soft:outline() + 1, n)
      car:destroy()
      refuses(function() car:coast() end, "calling 'coast' on bad self (car has been destroyed)")
    end)

    it("say so inside the step", function()
      local car = build.car(world, { y = 0.05 })
      for _, shape in ipairs(car.shapes) do shape:set_pre_solve(true) end
      local said
      world:set_listener { pre_solve = function()
        said = said or select(2, pcall(car.apply_impulse, car, 1, 1))
      end }
      run(world, 0.5)
      assert.equal("world is read-only inside pre_solve; use world:defer(fn)", said)
    end)

    it("pass over what a script has destroyed: a rope is cut, a car loses a wheel", function()
      local rope = build.rope(world, { from = { 0, 9 }, to = { 0, 5 }, links = 8 })
      local mass, length = rope:mass(), rope:length()
      rope.bodies[8]:destroy()
      rope.bodies[3]:destroy()
      assert.near(mass * 6 / 8, rope:mass(), 1e-5)
      assert.near(length * 6 / 8, rope:length(), 1e-6)
      local x1, y1, x2, y2 = rope:ends()
      assert.near(0, x1, 1e-6)
      assert.near(9, y1, 1e-6)
      assert.near(0, x2, 1e-6)
      assert.near(5.5, y2, 1e-6)
      assert.near((8.75 + 8.25 + 7.25 + 6.75 + 6.25 + 5.75) / 6, select(2, rope:center()), 1e-6)
      rope:apply_impulse(mass, 0)
      assert.near(8 / 6, rope.bodies[1]:vx(), 1e-5)
      assert.is_true(rope:destroy())

      local car = build.car(world, {})
      car.wheels[1]:destroy()
      car:drive(3)
      run(world, 1)
      car:coast()
      assert.is_true(car:center() > 0)

      local soft = build.soft(world, { x = 20, y = 5, parts = 12 })
      local area, outline = soft:area(), soft:outline()
      soft.ring[4]:destroy()
      assert.is_true(soft:area() < area and soft:area() > 0.9 * area)
      assert.equal(22, #soft:outline(outline))
    end)
  end)

  it("sags along gravity, and downwards where there is none", function()
    world:set_gravity(5, 0)
    local aside = build.rope(world, { from = { 0, 9 }, to = { 0, 5 }, slack = 0.3, links = 10 })
    assert.is_true(aside.bodies[5]:x() > 0.5)
    world:set_gravity(0, 0)
    local down = build.rope(world, { from = { 0, 9 }, to = { 4, 9 }, slack = 0.3, links = 10 })
    assert.is_true(down.bodies[5]:y() < 8.5)
  end)

  it("parts of one thing do not meet, unless they are told to; two things do", function()
    local one = build.rope(world, LEAST.rope)
    local two = build.rope(world, LEAST.rope)
    local group = one.shapes[1]:group()
    assert.is_true(group < 0)
    for _, shape in ipairs(one.shapes) do assert.equal(group, shape:group()) end
    assert.is_true(two.shapes[1]:group() ~= group)
    local three = build.rope(world, with(LEAST.rope, { collide = true }))
    assert.equal(0, three.shapes[1]:group())
  end)
end)
