-- The cases of worst.lua, made of the calls of the engine that is given: worlds that ask the worst
-- of a step. Each build begins with the same numbers of chance.
local cairn = ...

-- ---- small words --------------------------------------------------------------------------------

-- Numbers of chance, the same for each engine.
local seed = 1
local function chance(lo, hi)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return lo + (hi - lo) * seed / 2147483648
end

local function new_world(keys)
  keys = keys or {}
  keys.gravity = keys.gravity or { 0, -10 }
  return cairn.world(keys)
end

local function floor(w, width)
  w:box { type = "static", y = -0.5, w = width or 400, h = 1 }
end

-- A box without a lid, around 0, 0.
local function bin(w, half, height)
  floor(w, 2 * half + 4)
  for side = -1, 1, 2 do
    w:box { type = "static", x = side * (half + 1), y = height / 2, w = 2, h = height + 4 }
  end
end

local function closed(w, half)
  for side = -1, 1, 2 do
    w:box { type = "static", x = side * (half + 2), w = 4, h = 2 * half + 8 }
    w:box { type = "static", y = side * (half + 2), w = 2 * half + 8, h = 4 }
  end
end

local function side_of(n) return math.ceil(math.sqrt(n)) end

-- f(i, column, row) for n places of a square.
local function square(n, f)
  local side = side_of(n)
  for i = 0, n - 1 do f(i, i % side, i // side, side) end
end

local function octagon(r)
  local points = {}
  for i = 0, 7 do
    local a = i * math.pi / 4
    points[2 * i + 1], points[2 * i + 2] = r * math.cos(a), r * math.sin(a)
  end
  return points
end

-- n links to the right of x, y; returns the last.
local function links(w, n, x, y, keys)
  local before
  for i = 1, n do
    local link = w:box { x = x + i - 0.5, y = y, w = 0.9, h = 0.2, density = keys and keys.density }
    w:revolute { a = before, b = link, at = { x + i - 1, y } }
    before = link
  end
  return before
end

-- ---- the cases ----------------------------------------------------------------------------------
--
-- { name, build(n) -> world, each step's own work, law =, today =, ours =, most =, steps = }
-- law: the exponent that its nature has, 1 where each body has so many neighbours and no more.
-- today: the exponent that it has where that is more than it ought to be; what has one is named
-- OVER, and fails when it grows faster still. ours: it asks what only Cairn has. most: bodies at n,
-- where the square of them meet.

local cases = {}
local function case(name, keys, build, each)
  keys.name, keys.each = name, each
  keys.build = function(n)
    seed = 1
    return build(n)
  end
  cases[#cases + 1] = keys
end

case("all in one place", { law = 2, most = 40 }, function(n)
  local w = new_world()
  for _ = 1, n do w:circle { radius = 0.5 } end
  return w
end)

case("boxes in one place", { law = 2, most = 40 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  for i = 1, n do w:box { w = 1, h = 1, angle = i } end
  return w
end)

case("statics in one place", { law = 1 }, function(n)
  local w = new_world()
  for i = 1, n do w:box { type = "static", w = 4, h = 1, angle = i / n } end
  for i = 1, 4 do w:circle { x = i - 2.5, y = 3, radius = 0.4 } end
  return w
end)

case("a star of sticks", { law = 2, most = 40 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  for i = 1, n do w:box { w = 20, h = 0.05, angle = math.pi * i / n } end
  return w
end)

case("a lattice of sticks", { law = 2, most = 60 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  for i = 1, n // 2 do
    w:box { x = i - n / 4, w = 0.1, h = n / 2 }
    w:box { y = i - n / 4, w = n / 2, h = 0.1 }
  end
  return w
end)

case("a giant on small ones", { law = 1, today = 2 }, function(n)
  local w = new_world()
  floor(w, n + 40)
  for i = 1, n do w:circle { x = (i - n / 2) * 0.5, y = 0.2, radius = 0.2 } end
  w:box { y = 2, w = n * 0.5 + 4, h = 2 }
  return w
end)

case("a hub of many contacts", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  local r = n * 0.45 / math.pi / 2
  w:circle { radius = r }
  for i = 1, n do
    local a = 2 * math.pi * i / n
    w:circle { x = (r + 0.19) * math.cos(a), y = (r + 0.19) * math.sin(a), radius = 0.2,
      vx = -2 * math.cos(a), vy = -2 * math.sin(a) }
  end
  return w
end)

case("far apart", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  for i = 1, n do
    w:box { x = chance(-9e5, 9e5), y = chance(-9e5, 9e5), w = 1, h = 1, vx = i % 7, vy = i % 5 }
  end
  return w
end)

case("teleported each step", { law = 1 }, function(n)
  local w, all = new_world { gravity = { 0, 0 } }, {}
  local half = side_of(n) * 1.5
  for i = 1, n do
    all[i] = w:box { x = chance(-half, half), y = chance(-half, half), w = 1, h = 1 }
  end
  return w, { all = all, half = half }
end, function(_, s)
  for _, body in ipairs(s.all) do
    body:set_transform(chance(-s.half, s.half), chance(-s.half, s.half), chance(-3, 3))
  end
end)

case("crowds through each other", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  square(n, function(i, c, r, side)
    local left = i % 2 == 0
    w:box { x = (left and -1 or 1) * (side + c), y = r, w = 0.8, h = 0.8, group = -1,
      vx = left and 60 or -60 }
  end)
  return w
end)

case("all change at once", { law = 1 }, function(n)
  local w, all = new_world(), {}
  floor(w, 4 * side_of(n))
  return w, { all = all, n = n, side = side_of(n) }
end, function(w, s)
  for i = #s.all, 1, -1 do s.all[i]:destroy() s.all[i] = nil end
  for i = 1, s.n do
    s.all[i] = w:box { x = i % s.side, y = 0.5 + i // s.side, w = 1, h = 1 }
  end
end)

case("a tall stack", { law = 1, most = 60 }, function(n)
  local w = new_world()
  floor(w)
  for i = 1, n do w:box { y = i - 0.5, w = 1, h = 1 } end
  return w
end)

case("a pyramid", { law = 1 }, function(n)
  local w, rows = new_world(), math.floor(math.sqrt(2 * n))
  floor(w)
  for r = 1, rows do
    for c = 1, rows - r + 1 do w:box { x = c + r / 2 - rows / 2, y = r - 0.5, w = 0.98, h = 1 } end
  end
  return w
end)

case("a heap of circles", { law = 1 }, function(n)
  local w, side = new_world(), side_of(n)
  bin(w, side * 0.3, side)
  square(n, function(i, c, r)
    w:circle { x = (c - side / 2) * 0.55 + i % 3 * 0.02, y = r * 0.6 + 0.4, radius = 0.25 }
  end)
  return w
end)

case("a heap of octagons", { law = 1 }, function(n)
  local w, side, points = new_world(), side_of(n), octagon(0.28)
  bin(w, side * 0.35, side)
  square(n, function(i, c, r)
    w:polygon { x = (c - side / 2) * 0.62 + i % 3 * 0.02, y = r * 0.65 + 0.4, points = points,
      angle = i }
  end)
  return w
end)

case("a heap of capsules", { law = 1 }, function(n)
  local w, side = new_world(), side_of(n)
  bin(w, side * 0.35, side)
  square(n, function(i, c, r)
    w:capsule { x = (c - side / 2) * 0.65 + i % 3 * 0.02, y = r * 0.65 + 0.4, x1 = -0.2, y1 = 0,
      x2 = 0.2, y2 = 0, radius = 0.12, angle = i }
  end)
  return w
end)

case("mixed sizes, 1 to 40", { law = 1 }, function(n)
  local w, side = new_world(), side_of(n)
  bin(w, side * 0.4, side)
  square(n, function(i, c, r) w:box { x = (c - side / 2) * 0.8, y = r + 0.6,
    w = i % 40 == 0 and 2 or 0.05 + i % 5 * 0.1, h = i % 40 == 0 and 2 or 0.05 + i % 7 * 0.08 } end)
  return w
end)

case("light under heavy", { law = 1, most = 60 }, function(n)
  local w = new_world()
  floor(w)
  for i = 1, n // 4 do
    for k = 0, 3 do w:box { x = 3 * i, y = k + 0.5, w = 1, h = 1, density = 10 ^ k } end
  end
  return w
end)

case("a press", { law = 1 }, function(n)
  local w, side = new_world(), side_of(n)
  bin(w, side * 0.27, side)
  square(n, function(_, c, r) w:circle { x = (c - side / 2 + 0.5) * 0.5, y = r * 0.5 + 0.26,
    radius = 0.25 } end)
  w:box { type = "kinematic", y = side * 0.5 + 1.5, w = side * 0.5, h = 1, vy = -2 }
  return w
end)

case("born overlapped", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  square(n, function(_, c, r) w:box { x = c * 0.7, y = r * 0.7, w = 1, h = 1 } end)
  return w
end)

case("a blender", { law = 1 }, function(n)
  local w, side = new_world(), side_of(n)
  closed(w, side * 0.35)
  square(n, function(_, c, r) w:box { x = (c - side / 2) * 0.6, y = (r - side / 2) * 0.6, w = 0.4,
    h = 0.4 } end)
  w:box { type = "kinematic", w = side * 0.6, h = 0.3, angular_velocity = 12 }
  return w
end)

case("a gas", { law = 1 }, function(n)
  local w, side = new_world { gravity = { 0, 0 }, restitution_speed = 0 }, side_of(n)
  closed(w, side)
  square(n, function(_, c, r) w:circle { x = 2 * c - side + 1, y = 2 * r - side + 1, radius = 0.3,
    restitution = 1, friction = 0, vx = chance(-30, 30), vy = chance(-30, 30) } end)
  return w
end)

case("a dense gas", { law = 1 }, function(n)
  local w, side = new_world { gravity = { 0, 0 }, restitution_speed = 0 }, side_of(n)
  closed(w, side * 0.36)
  square(n, function(_, c, r) w:circle { x = (c - side / 2 + 0.5) * 0.7,
    y = (r - side / 2 + 0.5) * 0.7, radius = 0.3, restitution = 1, friction = 0,
    vx = chance(-9, 9), vy = chance(-9, 9) } end)
  return w
end)

case("cradles", { law = 1 }, function(n)
  local w = new_world { restitution_speed = 0 }
  for k = 1, n // 5 do
    for i = 1, 5 do
      local x, lifted = 20 * k + i, i == 1
      local ball = w:circle { x = lifted and x - 4 or x, y = lifted and 1 or 0, radius = 0.5,
        restitution = 1, friction = 0 }
      w:revolute { b = ball, at = { x, 5 } }
    end
  end
  return w
end)

case("a row of a hundred balls", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 }, restitution_speed = 0 }
  for k = 1, n // 50 do
    for i = 1, 50 do
      w:circle { x = i == 1 and -3 or i, y = 3 * k, radius = 0.5, restitution = 1, friction = 0,
        vx = i == 1 and 20 or 0 }
    end
  end
  return w
end)

case("bullets at a wall", { law = 1, today = 1.6 }, function(n)
  local w, side = new_world { gravity = { 0, 0 } }, side_of(n)
  w:box { type = "static", x = 40, y = side / 2, w = 0.1, h = side + 20 }
  square(n, function(_, c, r)
    w:circle { x = c * 0.5, y = r, radius = 0.1, vx = 300, bullet = true }
  end)
  return w
end)

case("bullets among bodies", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  square(n, function(i, c, r) w:circle { x = c * 2, y = r * 2, radius = 0.3, bullet = true,
    vx = (i % 3 - 1) * 200, vy = (i % 5 - 2) * 100 } end)
  return w
end)

case("plates and a bullet", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  for i = 1, n do w:box { x = i * 0.5, w = 0.02, h = 3 } end
  w:circle { x = -5, radius = 0.3, density = 1000, vx = 300, bullet = true }
  return w
end)

case("dominoes", { law = 1 }, function(n)
  local w = new_world()
  floor(w, n + 40)
  for i = 1, n do w:box { x = i * 0.6 - n * 0.3, y = 0.75, w = 0.15, h = 1.5,
    angular_velocity = i == 1 and -3 or 0 } end
  return w
end)

case("a long chain", { law = 1 }, function(n)
  local w = new_world()
  links(w, n, 0, 0)
  return w
end)

case("a bridge under weights", { law = 1 }, function(n)
  local w = new_world()
  w:revolute { a = links(w, n, 0, 0), at = { n, 0 } }
  for i = 1, n // 4 do w:box { x = 4 * i - 2, y = 1, w = 1, h = 1 } end
  return w
end)

case("a rope and a heavy load", { law = 1 }, function(n)
  local w = new_world()
  local last = links(w, n, 0, 0, { density = 0.1 })
  local load = w:box { x = n + 1, w = 2, h = 2, density = 50 }
  w:revolute { a = last, b = load, at = { n, 0 } }
  return w
end)

case("a net", { law = 1 }, function(n)
  local w, at, side = new_world(), {}, side_of(n)
  square(n, function(i, c, r)
    at[i] = w:circle { x = c, y = -r, radius = 0.1 }
    if r == 0 and c % 4 == 0 then w:revolute { b = at[i], at = { c, 0 } } end
    if c > 0 then w:distance { a = at[i - 1], b = at[i] } end
    if r > 0 then w:distance { a = at[i - side], b = at[i] } end
  end)
  return w
end)

case("a star of joints", { law = 1 }, function(n)
  local w = new_world()
  local hub = w:circle { radius = 1 }
  w:revolute { b = hub, at = { 0, 0 } }
  for i = 1, n do
    local a = 2 * math.pi * i / n
    local x, y = math.cos(a), math.sin(a)
    w:revolute { a = hub, b = w:box { x = 3 * x, y = 3 * y, w = 0.1, h = 0.1, group = -1 },
      at = { x, y } }
  end
  return w
end)

case("a ring of welds", { law = 1 }, function(n)
  local w, before, first = new_world(), nil, nil
  local r = n / 2 / math.pi
  floor(w, 4 * r + 40)
  for i = 1, n do
    local a = 2 * math.pi * i / n
    local body = w:box { x = r * math.cos(a), y = r + 1 + r * math.sin(a), angle = a, w = 0.4,
      h = 0.9, group = -1 }
    if before then w:weld { a = before, b = body } end
    first, before = first or body, body
  end
  w:weld { a = before, b = first }
  return w
end)

case("motors that fight", { law = 1 }, function(n)
  local w = new_world { gravity = { 0, 0 } }
  for i = 1, n do
    local body = w:circle { x = 2 * i, radius = 0.5 }
    for k = 1, 2 do
      w:revolute { b = body, at = { 2 * i, 0 },
        motor = { speed = k == 1 and 20 or -20, max = 1e4 } }
    end
  end
  return w
end)

case("chains in a heap", { law = 1 }, function(n)
  local w = new_world()
  bin(w, 6, 40)
  for k = 1, n // 10 do
    local before
    for i = 1, 10 do
      local link = w:capsule { x = i * 0.9 - 5, y = k * 0.5 + 0.5, x1 = -0.3, y1 = 0, x2 = 0.3,
        y2 = 0, radius = 0.12 }
      if before then w:revolute { a = before, b = link, at = { i * 0.9 - 5.45, k * 0.5 + 0.5 } } end
      before = link
    end
  end
  return w
end)

case("all fall asleep at once", { law = 1, steps = 90 }, function(n)
  local w = new_world()
  floor(w, 4 * n)
  for i = 1, n do w:box { x = 2 * i - n, y = 0.5, w = 1, h = 1 } end
  return w
end)

case("the floor goes", { law = 1, steps = 120 }, function(n)
  local w, side = new_world(), side_of(n)
  local under = w:box { type = "static", y = -0.5, w = 4 * side, h = 1 }
  square(n, function(_, c, r) w:box { x = 1.2 * (c - side / 2), y = r + 0.5, w = 1, h = 1 } end)
  return w, { under = under, at = 100 }
end, function(_, s)
  s.at = s.at - 1
  if s.at == 0 then s.under:destroy() end
end)

case("an explosion", { law = 1, today = 2.2 }, function(n)
  local w, side = new_world(), side_of(n)
  floor(w, 8 * side)
  square(n, function(_, c, r) w:box { x = c - side / 2, y = r + 0.5, w = 1, h = 1 } end)
  return w, { at = 3, side = side }
end, function(w, s)
  s.at = s.at - 1
  if s.at == 0 then w:explode { x = 0, y = s.side / 2, radius = 2 * s.side, impulse = 20 } end
end)

case("sensors over all", { law = 1 }, function(n)
  local w, side = new_world(), side_of(n)
  floor(w, 4 * side)
  for _ = 1, 4 do
    w:box { type = "static", y = side / 2, w = 2 * side, h = 2 * side, sensor = true }
  end
  square(n, function(_, c, r) w:circle { x = c - side / 2, y = r + 0.5, radius = 0.3 } end)
  return w
end)

case("rolling on a long chain", { law = 1 }, function(n)
  local w, points = new_world(), {}
  for i = 0, math.min(n, 1900) do
    points[2 * i + 1], points[2 * i + 2] = i - n / 2, math.sin(i * 0.7)
  end
  w:chain { points = points }
  for i = 1, n do w:circle { x = (i - n / 2) * 0.9, y = 2, radius = 0.3, vx = 5 } end
  return w
end)

case("joints that break at once", { law = 1, ours = true }, function(n)
  local w = new_world()
  for i = 1, n do
    local body = w:box { x = 2 * i, w = 1, h = 1, density = 10 }
    w:revolute { b = body, at = { 2 * i, 3 }, break_force = 20 }
  end
  return w
end)

case("a hook that destroys", { law = 1, ours = true }, function(n)
  local w, side = new_world(), side_of(n)
  floor(w, 4 * side)
  w:set_listener { begin_contact = function(a, b)
    for _, shape in ipairs { a, b } do
      if shape:body():type() == "dynamic" then
        w:defer(function() if shape:is_valid() then shape:body():destroy() end end)
      end
    end
  end }
  square(n, function(_, c, r) w:box { x = 1.5 * c, y = r * 1.5 + 1, w = 1, h = 1 } end)
  return w
end)

case("rays through a heap", { law = 1.5, ours = true }, function(n)
  local w, side = new_world(), side_of(n)
  floor(w, 4 * side)
  square(n, function(_, c, r) w:box { x = 1.1 * c, y = r + 0.5, w = 1, h = 1 } end)
  return w, { rays = cairn.rays(n), side = side }
end, function(w, s)
  s.rays:fan(-5, 1.3 * s.side, 4 * s.side, -1.2, 0)
  w:raycasts(s.rays)
end)

case("back and forth", { law = 1, ours = true }, function(n)
  local w, side = new_world(), side_of(n)
  floor(w, 4 * side)
  square(n, function(_, c, r) w:box { x = 1.1 * c, y = r + 0.5, w = 1, h = 1 } end)
  return w, {}
end, function(w, s)
  if s.image then w:restore(s.image) end
  s.image = w:snapshot()
end)

return cases
