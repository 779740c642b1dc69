-- What happens to an island depends on nothing far away: neither on how much others bounce, nor on
-- what they are made of, nor on the queue that blows of the whole world are gone through in.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local APART <const> = 1000 -- m

local function within(a, b) return a + (b - a) * math.random() end
local function chance(p) return math.random() < p end

-- Boxes that whirl deep within walls, where times of touch are found again and again.
local function whirl(world, x)
  local bodies = {}
  for _ = 1, math.random(1, 3) do
    world:box { type = "static", x = x + within(-5, 5), y = within(-5, 5), w = within(6, 12),
      h = within(6, 12), angle = within(0, 6), restitution = within(0, 1), friction = within(0, 1) }
  end
  for i = 1, math.random(1, 3) do
    bodies[i] = world:box { x = x + within(-1.5, 1.5), y = within(-1.5, 1.5), w = within(0.3, 1),
      h = within(0.1, 1), angle = within(0, 6), vx = within(-40, 40), vy = within(-40, 40),
      angular_velocity = within(-300, 300), fast_rotation = true, restitution = within(0, 1) }
  end
  return bodies
end

local function bowl(world, x, most)
  local function wall(d)
    d.type, d.restitution, d.friction = "static", within(0, most), within(0, 1)
    if chance(0.1) then d.surface_speed = within(-3, 3) end
    world:box(d)
  end
  if chance(0.3) then
    world:chain { points = { x - 8, 3, x - 6, -5, x - 2, -6, x + 2, -6, x + 6, -5, x + 8, 3 },
      type = "static", friction = within(0, 1) }
  else
    wall { x = x, y = -6, w = 14, h = 1 }
    wall { x = x - 7, y = 0, w = 1, h = 12 }
    wall { x = x + 7, y = 0, w = 1, h = 12 }
  end
  if chance(0.3) then
    world:box { type = "kinematic", x = x + within(-5, 5), y = -4, w = 3, h = 0.5,
      vx = within(-2, 2), angular_velocity = within(-3, 3) }
  end
end

local function join(world, a, b)
  local x1, y1 = a:position()
  local x2, y2 = b:position()
  local at, kind = { (x1 + x2) / 2, (y1 + y2) / 2 }, math.random(4)
  if kind == 1 then
    world:revolute { a = a, b = b, at = { x1, y1 }, motor = { speed = within(-5, 5), max = 10 } }
  elseif kind == 2 then
    world:distance { a = a, b = b }
  elseif kind == 3 then
    world:distance { a = a, b = b, max = within(4, 20) }
  else
    world:weld { a = a, b = b, at = at }
  end
end

-- Bodies of any kind in a bowl, dull or lively, slow or fast, some of them joined.
local function crowd(world, x)
  local bodies, most = {}, chance(0.5) and 0 or within(0, 1)
  local speed = within(0, chance(0.5) and 3 or 40)
  bowl(world, x, most)
  for i = 1, math.random(3, 40) do
    local d = { x = x + within(-6, 6), y = within(-5, 6), vx = within(-speed, speed),
      vy = within(-speed, speed), angle = within(0, 6), restitution = within(0, most),
      bullet = chance(0.1), rolling = chance(0.1) and within(0, 0.5) or nil, sensor = chance(0.05) }
    local kind = math.random(3)
    if kind == 1 then
      d.radius = within(0.1, 0.6)
    elseif kind == 2 then
      d.w, d.h = within(0.2, 1), within(0.2, 1)
    else
      d.x1, d.y1, d.x2, d.y2, d.radius = -within(0.1, 0.5), 0, within(0.1, 0.5), 0, 0.1
    end
    bodies[i] = world[({ "circle", "box", "capsule" })[kind]](world, d)
    if chance(0.1) then
      bodies[i]:add_box { x = within(-0.5, 0.5), y = within(-0.5, 0.5), w = 0.4, h = 0.2 }
    end
  end
  for _ = 1, chance(0.5) and math.random(12) or 0 do
    local a, b = bodies[math.random(#bodies)], bodies[math.random(#bodies)]
    if a ~= b then join(world, a, b) end
  end
  return bodies
end

-- A heap of concave bodies, of two or three pieces each, that now and then get another outline.
local function reshaped(world, x)
  local function outline()
    local a, b = within(0.3, 0.8), within(0.3, 0.8)
    return { -a, -b, a, -b, a, -b / 2, chance(0.5) and -a / 2 or a / 3, -b / 2, -a / 2, b, -a, b }
  end
  local bodies, shapes = {}, {}
  bowl(world, x, 0)
  for i = 1, math.random(5, 30) do
    bodies[i], shapes[i] = world:polygon { points = outline(), friction = within(0, 1),
      x = x + within(-4, 4), y = within(-5, 4), angle = within(0, 6) }
  end
  return bodies, function(step)
    if step % 5 == 0 then shapes[math.random(#shapes)]:set_points(outline()) end
  end
end

-- How the first of some islands goes, bit by bit.
local function first_of(make, seed, others, steps)
  math.randomseed(seed)
  local world <close> = cairn.world { gravity = { 0, -10 }, substeps = math.random(1, 6),
    continuous = chance(0.8), sleep = chance(0.6) }
  local bodies, change = make(world, 0)
  for i = 1, others do make(world, APART * i) end
  math.randomseed(seed)
  for step = 1, steps do
    if change then change(step) end
    world:step(1 / 60)
  end
  return measure.states(bodies)
end

local function same_beside_others(make, first, last, steps)
  for seed = first, last do
    assert(first_of(make, seed, 0, steps) == first_of(make, seed, 3, steps), "seed " .. seed)
  end
end

describe("cairn.World", function()
  -- two times of one touch are the same, and the queue had now one first and now the other
  it("has the same bits with three islands far away where boxes whirl in walls", function()
    same_beside_others(whirl, 1, 1500, 3)
  end)

  -- the liveliest shape of the world said how far all bodies were looked ahead for
  it("has the same bits with three islands far away where bodies of any kind meet", function()
    same_beside_others(crowd, 1, 60, 60)
  end)

  -- contacts of a shape were solved in the order of the places where its pieces had found room
  it("has the same bits with three islands far away where shapes get other forms", function()
    same_beside_others(reshaped, 1, 40, 90)
  end)
end)
