-- Chains that are drawn as polygons and meant as curves, and discs on discs: what moves over them
-- without friction, or rolls, keeps its energy, within what the ground as it was drawn would take.
local cairn = require "cairn"

-- %: the energy that is left of a bead that starts at rest, at an angle, in a bowl of n straight
-- segments; each corner of angle d takes sin^2 d of the speed's.
local function ideal(o)
  local turn = math.pi / o.n
  local reach = o.radius * math.cos(turn / 2) - o.disc
  local half, time = reach * math.tan(turn / 2), 0
  local at = o.start // turn
  local x, v = reach * math.tan(o.start - (at + 0.5) * turn), 0
  local function height()
    local angle = (at + 0.5) * turn
    return -reach * math.cos(angle) + x * math.sin(angle)
  end
  local function soonest(a, stop)
    local square = v * v + 2 * a * (stop - x)
    if square < 0 then return nil end
    local t = (math.sqrt(square) * (stop > 0 and 1 or -1) - v) / a
    return t > 1e-9 and t or nil
  end
  while true do
    local a = -10 * math.sin((at + 0.5) * turn)
    local up, down = soonest(a, half), soonest(a, -half)
    local t = math.min(up or 1e9, down or 1e9, o.time - time)
    x, v, time = x + v * t + a * t * t / 2, v + a * t, time + t
    if time >= o.time then break end
    local side = t == up and 1 or -1
    at, x, v = at + side, -side * half, v * math.cos(turn)
  end
  local path = o.radius - o.disc
  return (height() + path + v * v / 20) / (path * (1 - math.cos(o.start))) * 100
end

-- %: the energy that is left in the end, and the most there was
local function swing(o)
  local world <close> = cairn.world { gravity = { 0, -10 }, sleep = false, substeps = o.substeps }
  local points, path, friction = {}, o.radius - o.disc, o.friction or 0
  for i = 0, o.n do
    points[#points + 1] = o.radius * math.cos(math.pi * (i / o.n - 1))
    points[#points + 1] = o.radius * math.sin(math.pi * (i / o.n - 1))
  end
  world:chain { type = "static", points = points, friction = friction }
  local disc = world:circle { x = path * math.sin(o.start), y = -path * math.cos(o.start),
    radius = o.disc, friction = friction }
  local turning = disc:inertia() / disc:mass()
  local most, left = 0, 0
  for _ = 1, o.time * 60 do
    world:step(1 / 60)
    local _, y, _, vx, vy, w = disc:state()
    left = (y + path + (vx * vx + vy * vy + turning * w * w) / 20) /
        (path * (1 - math.cos(o.start))) * 100
    most = math.max(most, left)
  end
  return left, most
end

-- A start between two corners of the drawing is in it by the rise of the arc over the segment.
local function drawn(o) return o.radius * (1 - math.cos(math.pi / o.n / 2)) end
local function allowed(o)
  return 100.05 + drawn(o) / ((o.radius - o.disc) * (1 - math.cos(o.start))) * 100
end

describe("a disc in a bowl that is drawn of straight segments", function()
  for _, o in ipairs {
    { n = 120, start = 0.3, radius = 5, disc = 0.25 },
    { n = 240, start = 0.3, radius = 5, disc = 0.25 },
    { n = 480, start = 0.9, radius = 5, disc = 0.25 },
    { n = 100, start = 0.1, radius = 5, disc = 0.25 },
    { n = 333, start = 1.2, radius = 7, disc = 0.9 },
    { n = 90, start = 0.6, radius = 2, disc = 0.1 },
    { n = 60, start = 0.6, radius = 5, disc = 0.25 },
    { n = 150, start = 0.5, radius = 5, disc = 0.5, substeps = 2 },
  } do
    it(("keeps what an ideal chain leaves: %d segments, %g rad, %g m, a disc of %g m")
      :format(o.n, o.start, o.radius, o.disc), function()
      o.time = 20
      local left, most = swing(o)
      assert.is_true(left >= ideal(o), ("%g %% left, of %g"):format(left, ideal(o)))
      assert.is_true(most <= allowed(o), ("%g %%"):format(most))
    end)
  end

  for _, o in ipairs {
    { n = 120, start = 0.3 }, { n = 240, start = 0.4 }, { n = 480, start = 0.9 },
  } do
    it(("rolls without gain for minutes: %d segments, %g rad"):format(o.n, o.start), function()
      o.radius, o.disc, o.friction, o.time = 5, 0.25, 1, 300
      local left, most = swing(o)
      assert.is_true(left > 80, ("%g %% left"):format(left))
      assert.is_true(most <= allowed(o), ("%g %%"):format(most))
    end)
  end
end)

-- A world with a bowl, or a ring, of n segments.
local function ground(n, o)
  local world = cairn.world { gravity = { 0, o and o.gravity or -10 }, sleep = false }
  local points, turn = {}, o and o.loop and 2 * math.pi or math.pi
  for i = 0, o and o.loop and n - 1 or n do
    points[#points + 1] = 5 * math.cos(turn * i / n - math.pi)
    points[#points + 1] = 5 * math.sin(turn * i / n - math.pi)
  end
  world:chain { type = "static", points = points, friction = 0, loop = o and o.loop }
  return world
end

local function put(world, angle)
  return (world:circle { x = 4.75 * math.sin(angle), y = -4.75 * math.cos(angle), radius = 0.25,
    friction = 0 })
end

local function energy(discs)
  local sum = 0
  for _, disc in ipairs(discs) do
    local _, y, _, vx, vy = disc:state()
    sum = sum + (vx * vx + vy * vy) / 2 + 10 * (y + 4.75)
  end
  return sum
end

describe("discs in a bowl", function()
  it("keep their energy when a rod holds them together", function()
    local world <close> = ground(240)
    local discs = { put(world, 0.3), put(world, 0.5) }
    world:distance { a = discs[1], b = discs[2] }
    local before = energy(discs)
    for _ = 1, 1200 do world:step(1 / 60) end
    local left = energy(discs) / before * 100
    assert.is_true(left > 99.5 and left < 100.2, ("%g %%"):format(left))
  end)

  it("go on after a file has been read as they would have", function()
    local world <close> = ground(240)
    put(world, 0.6)
    for _ = 1, 100 do world:step(1 / 60) end
    local file = os.tmpname()
    assert(world:save(file))
    local read <close> = assert(cairn.load(file))
    os.remove(file)
    for _ = 1, 600 do
      world:step(1 / 60)
      read:step(1 / 60)
    end
    assert.equal(world:hash(), read:hash())
  end)

  it("keep their energy over the seam of a ring", function()
    local world <close> = ground(360, { loop = true, gravity = 0 })
    local disc = put(world, 0)
    disc:set_velocity(3, 0)
    for _ = 1, 1200 do world:step(1 / 60) end
    local _, _, _, vx, vy = disc:state()
    local left = (vx * vx + vy * vy) / 9 * 100
    assert.is_true(left > 99.9 and left < 100.1, ("%g %%"):format(left))
  end)
end)

describe("a disc that slides off a hill", function()
  -- %: of m g times its height, by how much its energy has changed when it has left
  local function change(radius, disc, n)
    local world <close> = cairn.world { gravity = { 0, -10 }, sleep = false }
    if n then
      local points = {}
      for i = 0, n do
        points[#points + 1] = radius * math.cos(math.pi * (1 - i / n))
        points[#points + 1] = radius * math.sin(math.pi * (1 - i / n))
      end
      world:chain { type = "static", points = points, friction = 0 }
    else
      world:circle { type = "static", radius = radius, friction = 0 }
    end
    local path = radius + disc
    local body = world:circle { y = path, radius = disc, friction = 0 }
    body:set_velocity(0.1 * math.sqrt(path), 0)
    local function total()
      local _, y, _, vx, vy = body:state()
      return (vx * vx + vy * vy) / 2 + 10 * y
    end
    local before = total()
    repeat world:step(1 / 60) until body:y() < 0.6 * path -- it leaves at 0.66
    return (total() - before) / (10 * path) * 100
  end

  for _, c in ipairs {
    { 5, 0.25 }, { 1, 0.25 }, { 0.5, 0.5 }, { 5, 0.25, 480 }, { 5, 0.25, 120 },
  } do
    it(("keeps its energy: %g m, a disc of %g m%s"):format(c[1], c[2],
      c[3] and (", %d segments"):format(c[3]) or ""), function()
      local found = change(table.unpack(c))
      assert.is_true(math.abs(found) < 0.05, ("%g %%"):format(found))
    end)
  end
end)
