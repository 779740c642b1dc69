-- A buffer of rays: filled, cast side by side, asked.

local cairn = require "cairn"

local TURN = 2 * math.pi

local function crowd()
  math.randomseed(21)
  local world = cairn.world {}
  world:layer "some"
  for i = 1, 300 do
    local keys = { x = math.random() * 40 - 20, y = math.random() * 40 - 20, angle = i,
      type = i % 4 == 0 and "static" or "dynamic", layer = i % 2 == 0 and "some" or nil }
    if i % 7 == 0 then
      keys.radius = 0.2 + math.random()
      world:circle(keys)
    elseif i % 5 == 0 then
      keys.points = { -1, 0, 0, -1, 1, 0, 0.6, 0.8, -0.4, 0.9 }
      world:polygon(keys)
    elseif i % 3 == 0 then
      keys.points = { 0, 0, 1, 0, 0, 1 }
      world:polygon(keys)
    else
      keys.w, keys.h, keys.radius = 1, 1 + math.random(), i % 11 == 0 and 0.1 or nil
      world:box(keys)
    end
  end
  world:halfspace { y = -19 }
  return world
end

local function scatter(rays)
  for i = 1, #rays do
    local x, y = math.random() * 40 - 20, math.random() * 40 - 20
    local dx, dy = math.random() * 60 - 30, math.random() * 60 - 30
    if i % 9 == 0 then dx = 0 elseif i % 9 == 1 then dy = 0 end
    if i % 50 == 0 then dx, dy = 0, 0 end
    rays:set(i, x, y, x + dx, y + dy)
  end
end

describe("cairn.rays", function()
  for _, filter in ipairs { {}, { layers = "some" }, { types = "static" } } do
    it("tells of each ray what world:raycast tells" .. (next(filter) or ""), function()
      local world, rays = crowd(), cairn.rays(701)
      scatter(rays)
      local count, found, inside = world:raycasts(rays, filter), 0, 0
      for i = 1, #rays do
        local x1, y1, x2, y2 = rays:get(i)
        local alone = { world:raycast(x1, y1, x2, y2, filter) }
        assert.same(alone, { rays:hit(i) })
        if alone[1] then
          found, inside = found + 1, inside + (alone[6] == 0 and 1 or 0)
          assert.equal(alone[6], rays:fraction(i))
          assert.same({ alone[2], alone[3] }, { rays:point(i) })
        else
          assert.equal(1, rays:fraction(i))
          assert.same({ x2, y2 }, { rays:point(i) })
        end
      end
      assert.equal(found, count)
      assert.is_true(found > 300 and found < 701 and inside > 10, found .. ", " .. inside)
    end)
  end

  it("asks a filter's test about what it finds", function()
    local world, rays = cairn.world {}, cairn.rays(3)
    local near = world:box { x = 3, w = 1, h = 9 }
    local far = world:box { x = 6, w = 1, h = 9 }
    for i = 1, 3 do rays:set(i, 0, i - 2, 9, i - 2) end
    assert.equal(3, world:raycasts(rays, { test = function(s) return s:body() ~= near end }))
    for i = 1, 3 do
      assert.equal(far, rays:hit(i):body())
      assert.is_near(5.5 / 9, rays:fraction(i), 1e-9)
    end
    assert.has_error(function()
      world:raycasts(rays, { test = function() error("no", 0) end })
    end, "no")
  end)

  it("fans out evenly: around, or from one angle to another", function()
    local rays = cairn.rays(8)
    rays:fan(1, 2, 5)
    for i = 1, 8 do
      local x1, y1, x2, y2 = rays:get(i)
      local a = TURN * (i - 1) / 8
      assert.same({ 1, 2 }, { x1, y1 })
      assert.is_near(1 + 5 * math.cos(a), x2, 1e-9)
      assert.is_near(2 + 5 * math.sin(a), y2, 1e-9)
    end
    rays:fan(0, 0, 1, 1)
    assert.is_near(math.cos(1 + TURN / 8), select(3, rays:get(2)), 1e-9)
    rays:fan(0, 0, 2, -0.5, 0.9)
    for i = 1, 8 do
      local _, _, x2, y2 = rays:get(i)
      assert.is_near(-0.5 + 1.4 * (i - 1) / 7, cairn.atan2(y2, x2), 1e-9)
      assert.is_near(2, math.sqrt(x2 * x2 + y2 * y2), 1e-9)
    end
    local one = cairn.rays(1)
    one:fan(0, 0, 1, 0.3, 2)
    assert.is_near(math.cos(0.3), select(3, one:get(1)), 1e-9)
  end)

  it("sees a round wall around it at its radius", function()
    local world, rays = cairn.world {}, cairn.rays(360)
    local points = {}
    for i = 0, 199 do
      local a = -TURN * i / 200 -- its solid side is outside
      points[#points + 1], points[#points + 2] = 7 * math.cos(a), 7 * math.sin(a)
    end
    world:chain { points = points, loop = true }
    rays:fan(0, 0, 10)
    assert.equal(360, world:raycasts(rays))
    for i = 1, 360 do
      assert.is_near(0.7, rays:fraction(i), 0.7 * (1 - math.cos(TURN / 400)) + 1e-6)
    end
  end)

  it("forgets a hit when its ray is set, the world is restored, or is no more", function()
    local world, rays = cairn.world {}, cairn.rays(2)
    local box = world:box { x = 3, w = 1, h = 9 }
    local function cast()
      for i = 1, 2 do rays:set(i, 0, 0, 6, 0) end
      assert.equal(2, world:raycasts(rays))
      assert.equal(box, rays:hit(1):body())
    end
    assert.is_nil(rays:hit(1))
    assert.equal(1, rays:fraction(2))
    assert.same({ 0, 0 }, { rays:point(1) })
    cast()
    rays:set(1, 0, 0, 9, 0)
    assert.is_nil(rays:hit(1))
    assert.same({ 9, 0 }, { rays:point(1) })
    assert.equal(box, rays:hit(2):body())
    cast()
    local before = world:snapshot()
    assert.equal(box, rays:hit(1):body())
    world:restore(before)
    assert.is_nil(rays:hit(1))
    cast()
    local shape = rays:hit(2)
    box:destroy()
    assert.equal(shape, rays:hit(2)) -- the dead one, as any handle
    assert.is_false(rays:hit(2):is_valid())
    world:destroy()
    assert.is_nil(rays:hit(2))
    assert.same({ 6, 0 }, { rays:point(2) })
    local other = cairn.world {}
    other:box { x = 3, w = 2, h = 2 }
    assert.equal(2, other:raycasts(rays))
    assert.is_near(2 / 6, rays:fraction(1), 1e-9)
  end)

  it("keeps its world, which nobody else has", function()
    local rays = cairn.rays(1)
    rays:set(1, 0, 0, 9, 0)
    do
      local world = cairn.world {}
      world:circle { x = 4, radius = 1 }
      world:raycasts(rays)
    end
    collectgarbage()
    collectgarbage()
    assert.is_near(1 / 3, rays:fraction(1), 1e-9)
    assert.equal(1, (rays:hit(1):body():world():body_count()))
  end)

  it("may be cast and set while its test runs", function()
    local world, rays = crowd(), cairn.rays(40)
    rays:fan(0, 0, 30)
    local depth = 0
    world:raycasts(rays, { test = function()
      rays:set(math.random(40), 1, 1, 2, 2)
      if depth == 0 then
        depth = 1
        world:raycasts(rays)
      end
      return true
    end })
    for i = 1, 40 do
      local shape, x, y = rays:hit(i)
      assert.is_true(not shape or shape:is_valid() and x == x and y == y)
    end
    assert.equal(1, depth)
  end)

  it("makes no garbage", function()
    local world, rays = crowd(), cairn.rays(64)
    world:raycasts(rays)
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    for k = 1, 50 do
      rays:fan(k / 9, 0, 20)
      world:raycasts(rays)
      for i = 1, #rays do rays:point(i) end
    end
    local made = collectgarbage "count" - before
    collectgarbage "restart"
    assert.is_true(made < 1, made .. " KB")
  end)

  it("says what is wrong", function()
    local world, rays = cairn.world {}, cairn.rays(2)
    local function fails(sentence, f, ...)
      local ok, message = pcall(f, ...)
      assert.is_false(ok)
      assert.is_truthy(tostring(message):find(sentence, 1, true), message)
    end
    fails("must be an integer in 1..2, got 3", rays.hit, rays, 3)
    fails("must be an integer in 1..1000000, got 0", cairn.rays, 0)
    fails("must be >= 0, got -1", rays.fan, rays, 0, 0, -1)
    fails("longer than numbers are", rays.fan, rays, 1e308, 0, 1e308)
    fails("table or cairn.Rays expected, got number", world.raycasts, world, 3)
    fails("layer", world.raycasts, world, rays, "nowhere")
    fails("did you mean 'fraction'", function() return rays.fractoin end)
    assert.equal("2 rays", tostring(rays))
    assert.equal(2, #rays)
  end)
end)
