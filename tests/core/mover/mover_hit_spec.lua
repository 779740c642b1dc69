-- What a mover runs into, and what runs into it, as events; and movers that leave the bounds.
local cairn = require "cairn"

local DT = 1 / 60

describe("mover_hit", function()
  local world, hits

  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    hits = {}
    world:set_listener { mover_hit = function(mover, other, x, y, nx, ny, speed, piece)
      hits[#hits + 1] = { mover = mover, other = other, x = x, y = y, nx = nx, ny = ny,
        speed = speed, piece = piece }
    end }
  end)
  after_each(function() world:destroy() end)

  local function floor()
    return world:box { type = "static", y = -0.5, w = 40, h = 1 }:shape()
  end
  local function mover(keys)
    keys.w, keys.h = 0.6, 1.8
    return world:mover(keys)
  end
  -- Walks so fast for so many steps, with gravity's share downwards.
  local function walk(m, speed, steps)
    for _ = 1, steps do
      m:move(speed * DT, -0.05)
      world:step(DT)
    end
  end

  it("tells of a landing with the speed of the fall, once", function()
    local ground = floor()
    local m = mover { y = 3 }
    local v, landed = 0, nil
    for _ = 1, 90 do
      v = m:is_grounded() and 0 or v - 10 * DT
      m:move(0, v * DT - (m:is_grounded() and 0.01 or 0))
      world:step(DT)
      if #hits == 1 and not landed then landed = -v end
    end
    assert.equal(1, #hits)
    local hit = hits[1]
    assert.equal(m, hit.mover)
    assert.equal(ground, hit.other)
    assert.near(landed, hit.speed, 1e-6)
    assert.near(math.sqrt(2 * 10 * (3 - 0.9)), hit.speed, 10 * DT)
    assert.near(0, hit.nx, 1e-9)
    assert.near(1, hit.ny, 1e-9)
    assert.near(0, hit.y, 1e-3)
    assert.equal(1, hit.piece)
  end)

  it("tells of a wall with the speed of the walk, and not while it is leaned on", function()
    floor()
    local wall = world:box { type = "static", x = 3, y = 1, w = 1, h = 2 }:shape()
    local m = mover { x = 0, y = 0.9005 }
    walk(m, 4, 90)
    assert.equal(1, #hits)
    assert.equal(wall, hits[1].other)
    assert.near(4, hits[1].speed, 1e-6)
    assert.near(-1, hits[1].nx, 1e-9)
    assert.near(2.5, hits[1].x, 1e-3)
    walk(m, -4, 10)
    walk(m, 6, 30)
    assert.equal(2, #hits)
    assert.near(6, hits[2].speed, 1e-6)
  end)

  it("leaves out what is slower than hit_speed, floors that it walks along, and steps", function()
    world:set_hit_speed(2)
    floor()
    world:box { type = "static", x = 2, y = 0.1, w = 1, h = 0.2 }
    world:box { type = "static", x = 9, y = 1, w = 1, h = 2 }
    local m = mover { x = 0, y = 0.9005 }
    walk(m, 1.9, 400)
    assert.is_true(m:x() > 8.1)
    assert.equal(0, #hits)
  end)

  it("tells of a kinematic wall that comes, once while that pushes", function()
    floor()
    local wall = world:box { type = "kinematic", x = 3, y = 1, w = 1, h = 2 }
    local m = mover { x = 0, y = 0.9005 }
    wall:set_velocity(-3, 0)
    for _ = 1, 90 do
      m:move(0, -0.01)
      world:step(DT)
    end
    assert.is_true(m:x() < -1)
    assert.equal(1, #hits)
    assert.equal(wall:shape(), hits[1].other)
    assert.near(3, hits[1].speed, 1e-5)
    assert.near(-1, hits[1].nx, 1e-6)
  end)

  it("tells of another mover, with the speed at which both come", function()
    floor()
    local a, b = mover { x = -2, y = 0.9005 }, mover { x = 2, y = 0.9005 }
    for _ = 1, 60 do
      a:move(3 * DT, -0.01)
      b:move(-3 * DT, -0.01)
      world:step(DT)
    end
    local of = {}
    for _, hit in ipairs(hits) do of[hit.mover] = hit end
    assert.is_true(of[a] ~= nil or of[b] ~= nil)
    local first = hits[1]
    assert.equal(first.mover == a and b or a, first.other)
    assert.near(6, first.speed, 1e-3)
    local count = #hits
    assert.is_true(count <= 2, count)
  end)

  it("is also a loop over the events of the last step, which holds those of moves before it",
    function()
      local ground = floor()
      local m = mover { y = 2 }
      m:move(0, -5)
      local seen = {}
      for _ in world:mover_hits() do seen[#seen + 1] = true end
      assert.equal(0, #seen) -- not before the step
      world:step(DT)
      for i, who, other, _, _, _, ny, speed, piece in world:mover_hits() do
        seen[#seen + 1] = { i, who, other, ny, piece }
        assert.near(5 / DT, speed, 1e-6)
      end
      assert.same({ { 1, m, ground, 1, 1 } }, seen)
      world:step(DT)
      for _ in world:mover_hits() do seen[#seen + 1] = true end
      assert.equal(1, #seen)
    end)

  it("names a mover that a hook has destroyed meanwhile", function()
    floor()
    local a, b = mover { x = -2, y = 3 }, mover { x = 2, y = 3 }
    local dead
    world:set_listener { mover_hit = function(m)
      if dead then
        assert.equal("cairn.Mover #2 (destroyed)", tostring(m))
        dead = "named"
        return
      end
      dead = true
      assert.equal(a, m)
      b:destroy()
    end }
    a:move(0, -5)
    b:move(0, -5)
    world:step(DT)
    assert.equal("named", dead)
  end)

  it("changes nothing in the world: the same with a listener and without", function()
    local function play(listener)
      local w = cairn.world { gravity = { 0, -10 } }
      w:box { type = "static", y = -0.5, w = 40, h = 1 }
      w:box { x = 3, y = 0.5, w = 1, h = 1 }
      local m = w:mover { w = 0.6, h = 1.8, y = 3, mass = 70, push = 100 }
      w:set_listener(listener)
      for _ = 1, 120 do
        m:move(2 * DT, -0.06)
        w:step(DT)
      end
      local hash = w:hash_text()
      w:destroy()
      return hash
    end
    assert.equal(play(nil), play { mover_hit = function() end })
  end)
end)

describe("left_bounds of movers", function()
  it("tells of one without a body once, and again when it has been back", function()
    local world = cairn.world { gravity = { 0, -10 }, bounds = { -5, -5, 5, 5 } }
    local light = world:mover { radius = 0.3, height = 1.6 }
    local heavy = world:mover { radius = 0.3, height = 1.6, x = 2, mass = 70 }
    local told = {}
    world:set_listener { left_bounds = function(who) told[#told + 1] = who end }
    local function go(x)
      light:set_position(x, 0)
      heavy:set_position(x + 2, 0)
      world:step(DT)
    end
    go(4.5) -- the light one is half out: not yet
    assert.same({ heavy:body() }, told)
    go(5.31)
    go(20)
    assert.same({ heavy:body(), light }, told)
    go(0)
    go(-9)
    assert.equal(4, #told)
    assert.is_true(light:is_valid())
    -- what has left does so once more after it is loaded, no sooner than it has been back
    local again = world:clone()
    again:set_listener { left_bounds = function(who) told[#told + 1] = who end }
    again:step(DT)
    assert.equal(4, #told)
    again:destroy()
    world:destroy()
  end)
end)
