-- Hits: a blow is told once for each pair of shapes, where it was, how fast and how hard.

local cairn = require "cairn"

local SOLIDS = {
  box = { w = 1, h = 1 },
  circle = { radius = 0.5 },
  capsule = { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.5 },
  polygon = { points = { -0.5, -0.5, 0.5, -0.5, 0, 0.7 } },
  ellipse = { rx = 1, ry = 0.5 },
}
local FLOORS = {
  box = { type = "static", y = -0.5, w = 40, h = 1 },
  segment = { x1 = -20, y1 = 0, x2 = 20, y2 = 0 },
  chain = { points = { -20, 0, 0.9, 0, 1, 0, 1.2, 0, 20, 0 } },
  polygon = { type = "static", points = { -20, 0, -20, -1, 20, -1, 20, 0 } },
  halfspace = {},
}

-- The hits of all steps, as tables.
local function listen(world)
  local list = {}
  world:set_listener {
    hit = function(a, b, x, y, nx, ny, speed, impulse)
      list[#list + 1] =
        { a = a, b = b, x = x, y = y, nx = nx, ny = ny, speed = speed, impulse = impulse }
    end,
  }
  return list
end

local function run(world, steps)
  for _ = 1, steps do world:step() end
end

local function keys_of(t, more)
  local all = {}
  for k, v in cairn.pairs(t) do all[k] = v end
  for k, v in cairn.pairs(more) do all[k] = v end
  return all
end

describe("a hit", function()
  for kind, size in cairn.pairs(SOLIDS) do
    for ground, floor in cairn.pairs(FLOORS) do
      it(("is told once of a %s on a %s, on its surface"):format(kind, ground), function()
        for _, v in ipairs { 2, 30, 300 } do
          local world <close> = cairn.world { gravity = { 0, 0 } }
          world[ground](world, keys_of(floor, {}))
          local body = world[kind](world, keys_of(size, { x = 1, y = 2.03, vy = -v }))
          local hits = listen(world)
          run(world, v == 2 and 120 or 8)
          local hit = hits[1]
          assert.near(0, hit.y, 1e-3)
          assert.near(1, hit.x, 1.01)
          assert.near(1, hit.ny, 1e-5)
          assert.near(v, hit.speed, 1e-3 * v)
          assert.near(v * body:mass(), hit.impulse, 2e-3 * v * body:mass())
          if kind ~= "ellipse" then assert.equal(1, #hits) end   -- an ellipse rocks on
        end
      end)
    end
  end

  it("lies where two discs meet, with the impulse of their masses", function()
    for _, e in ipairs { 0, 0.5, 1 } do
      for _, mass in ipairs { 1, 3, 20 } do
        for _, v in ipairs { 7, 61 } do
          local world <close> = cairn.world { gravity = { 0, 0 } }
          local a = world:circle { x = -2.07, radius = 0.5, vx = v, restitution = e }
          local b = world:circle { x = 2, radius = 0.5, vx = -v / 2, mass = mass, restitution = e }
          local hits = listen(world)
          run(world, 60)
          local reduced = 1 / (1 / a:mass() + 1 / b:mass())
          assert.equal(1, #hits)
          assert.near(-2.07 + 0.5 + 3.07 / 1.5, hits[1].x, 2e-3)
          assert.near(0, hits[1].y, 1e-6)
          assert.near(1.5 * v, hits[1].speed, 1e-3)
          assert.near((1 + e) * 1.5 * v * reduced, hits[1].impulse, 1e-3 * v * reduced)
        end
      end
    end
  end)

  it("lies where the ball comes down when it flies along", function()
    for _, v in ipairs { 6, 60 } do
      local world <close> = cairn.world { gravity = { 0, 0 } }
      world:halfspace { friction = 0 }
      world:circle { y = 2, radius = 0.5, vx = v, vy = -v, angular_velocity = 40, friction = 0 }
      local hits = listen(world)
      run(world, 30)
      assert.near(1.5, hits[1].x, 1e-3)
      assert.near(0, hits[1].y, 1e-3)
    end
  end)

  it("lies as well 100 km from the origin", function()
    local world <close> = cairn.world { gravity = { 0, 0 } }
    world:box { type = "static", x = 1e5, y = -0.5, w = 10, h = 1 }
    world:circle { x = 1e5, y = 2, radius = 0.5, vy = -60 }
    local hits = listen(world)
    run(world, 10)
    assert.near(1e5, hits[1].x, 1e-3)
    assert.near(0, hits[1].y, 1e-3)
  end)

  it("is one of a plank that falls flat on ten tiles of a chain, with all of its weight", function()
    local world <close> = cairn.world { gravity = { 0, 0 } }
    local points = {}
    for i = 0, 10 do points[2 * i + 1], points[2 * i + 2] = i - 5, 0 end
    local _, chain = world:chain { points = points }
    local plank, shape = world:box { y = 1, w = 6, h = 0.2, vy = -10 }
    local hits = listen(world)
    run(world, 30)
    assert.equal(1, #hits)
    assert.equal(chain, hits[1].a)
    assert.equal(shape, hits[1].b)
    assert.near(10 * plank:mass(), hits[1].impulse, 0.02 * plank:mass())
  end)

  it("is told of each of two that strike in one step, in the order of ids", function()
    local world <close> = cairn.world { gravity = { 0, 0 } }
    world:halfspace {}
    local _, first = world:circle { x = -2, y = 1, radius = 0.5, vy = -20 }
    local _, second = world:circle { x = 2, y = 1, radius = 0.5, vy = -20 }
    local hits = listen(world)
    run(world, 10)
    assert.equal(2, #hits)
    assert.equal(first, hits[1].b)
    assert.equal(second, hits[2].b)
  end)

  it("is none of a touch below hit_speed, nor of what does not answer", function()
    local world <close> = cairn.world { gravity = { 0, 0 }, hit_speed = 3 }
    world:halfspace {}
    world:circle { x = -2, y = 1, radius = 0.5, vy = -2.9 }
    world:circle { x = 2, y = 1, radius = 0.5, vy = -9, sensor = true, density = 1 }
    world:circle { x = 5, y = 1, radius = 0.5, vy = -9, events = false }
    local hits = listen(world)
    run(world, 60)
    assert.same({}, hits)
  end)

  it("is silent with events = false of either, as begin, end and sensor are", function()
    for _, silent in ipairs { "none", "first", "second" } do
      local world <close> = cairn.world { gravity = { 0, 0 } }
      local told = {}
      local all = {}
      for _, name in ipairs { "begin_contact", "end_contact", "hit", "sensor" } do
        all[name] = function() told[name] = true end
      end
      world:set_listener(all)
      world:box { type = "static", w = 1, h = 1, events = silent ~= "first" }
      world:box { type = "static", x = 1, w = 0.5, h = 9, sensor = true,
        events = silent ~= "first" }
      world:circle { x = -3, radius = 0.4, vx = 5, restitution = 1, events = silent ~= "second" }
      world:circle { x = 3, radius = 0.4, vx = -5, restitution = 1, events = silent ~= "second" }
      for _ = 1, 120 do world:step(1 / 60) end
      for _, name in ipairs { "begin_contact", "end_contact", "hit", "sensor" } do
        assert.equal(silent == "none" or nil, told[name], silent .. ": " .. name)
      end
    end
  end)
end)
