-- levels.lua: families of levels: ground, tiles, kinematic bodies, and what they hold or move.
-- Called by family.lua with the table of scene.lua and a function that adds a family.

local scene, family = ...

local uniform, integer, chance, pick = scene.uniform, scene.integer, scene.chance, scene.pick
local put, body, velocity, circle = scene.put, scene.body, scene.velocity, scene.circle
local capsule, rect, segment, chain = scene.capsule, scene.rect, scene.segment, scene.chain
local parts, every, bin, pour = scene.parts, scene.every, scene.bin, scene.pour
local width_for, hills = scene.width_for, scene.hills
local pi, sin, cos, floor, max = math.pi, math.sin, math.cos, math.floor, math.max
local sqrt = math.sqrt

family("platformer", 200, 800, function(n)
  local w, h, tiles = 200, 60, 0
  local taken = {}
  local function tile(i, j)
    rect(i - w / 2 + 0.5, j + 0.5, 1, 1)
    taken[j * w + i] = true
    tiles = tiles + 1
  end
  local function free(y0) -- a place with room around it
    while true do
      local i, j, clear = integer(4, w - 5), integer(y0, h - 2), true
      for k = -1, 1 do clear = clear and not taken[j * w + i + k] end
      clear = clear and not taken[(j - 1) * w + i] and not taken[(j + 1) * w + i]
      if clear then taken[j * w + i] = true end
      if clear then return i - w / 2 + 0.5, j + 0.5 end
    end
  end
  body("static", 0.0, 0.0)
  for i = 0, w - 1 do -- ground with pits and steps
    local level = floor(3 + 2 * sin(i * 0.13) + 1.5 * sin(i * 0.047))
    for j = max(0, level - 5), level do tile(i, j) end
  end
  for j = 0, h do
    rect(-w / 2 - 0.5, j + 0.5, 1, 1)
    rect(w / 2 + 0.5, j + 0.5, 1, 1)
  end
  while tiles < 2000 do -- floating platforms
    local x, y, len = integer(2, w - 12), integer(9, h - 4), integer(3, 9)
    for i = 0, len - 1 do tile(x + i, y) end
  end
  put("box", -w / 2, -3, w / 2, 1e5)
  local movers = floor(n / 2)
  for _ = 1, movers do
    local x, y = free(9)
    local b = body("dynamic", x, y, 0, "upright")
    capsule(0, -0.3, 0, 0.3, 0.3, { density = 1, friction = 0.3, restitution = 0 })
    local jump = chance(0.5) and uniform(4, 8) or 0 / 0
    put("walk", b, integer(20, 90), integer(0, 30), uniform(2, 6),
      jump == jump and jump or "nan", 1)
  end
  for _ = 1, n - movers do
    local x, y = free(9)
    body("dynamic", x, y, uniform(0, pi))
    parts[pick { "box", "circle", "box", "capsule" }](uniform(0.25, 0.45))
  end
  for _ = 1, integer(20, 40) do
    local b = body("kinematic", uniform(6, w - 6) - w / 2, uniform(10, h - 4))
    rect(0, 0, uniform(2, 4), 0.4)
    if chance(0.5) then put("move", b, uniform(2, 6), uniform(0.05, 0.2), uniform(0, 6), 0, 0, 0,
      0, 0, 0)
    else put("move", b, 0, 0, 0, uniform(1, 4), uniform(0.05, 0.2), uniform(0, 6), 0, 0, 0) end
  end
end)

family("lifts", 100, 1500, function(n)
  local count = max(1, floor(n / 12))
  put("box", -1e5, -20, 1e5, 1e5)
  body("static", 0.0, -10.5)
  rect(0, 0, count * 5 + 200, 1)
  for k = 0, count - 1 do
    local b = body("kinematic", (k - count / 2) * 5, 0.0)
    rect(0, -0.2, 3.6, 0.4)
    local how = pick { "x", "y", "tilt" }
    if how == "x" then put("move", b, uniform(0.5, 2), uniform(0.1, 0.4), 0, 0, 0, 0, 0, 0, 0)
    elseif how == "y" then put("move", b, 0, 0, 0, uniform(0.5, 3), uniform(0.1, 0.4), 0, 0, 0, 0)
    else put("move", b, 0, 0, 0, 0, 0, 0, 0, uniform(0.1, 0.4), uniform(0.1, 0.4)) end
    for i = 0, 11 do
      body("dynamic", (k - count / 2) * 5 + (i % 3 - 1) * 1.1, (i // 3 + 0.5) * 0.8 + 0.02)
      parts[pick { "box", "polygon", "circle" }](0.4)
    end
  end
end)

family("terrain", 100, 6000, function(n)
  local r = uniform(0.15, 0.5)
  local w = max(40, n * r * uniform(0.6, 1.5))
  local points, y = hills(w, uniform(0.5, 2), uniform(2, 6))
  body("static", 0.0, 0.0)
  chain(points)
  segment(-w / 2, -60, -w / 2, 100)
  segment(w / 2, -60, w / 2, 100)
  put("box", -w / 2 - 0.25, -60, w / 2 + 0.25, 1e5)
  local per = floor((w - 4) / (2.5 * r))
  for i = 0, n - 1 do
    local x = ((i % per) - (per - 1) / 2) * 2.5 * r
    body("dynamic", x, y(x) + 4 * r + (i // per) * 2.6 * r + 3, uniform(0, 2 * pi))
    parts[pick { "polygon", "rounded_polygon", "box", "circle", "capsule" }](r * uniform(0.6, 1))
  end
end)

family("hourglass", 200, 5000, function(n)
  local r = uniform(0.12, 0.3)
  local w = max(8, sqrt(n * 4 * r * r * 1.2))
  local neck = r * uniform(5, 9)
  local tall = n * 6 * r * r / w * 1.6 + w
  body("static", 0.0, 0.0)
  for side = -1, 1, 2 do
    segment(side * neck / 2, 0, side * w / 2, w / 2)
    segment(side * w / 2, w / 2, side * w / 2, w / 2 + tall * 3)
    segment(side * neck / 2, 0, side * neck / 2, -1)
    segment(side * neck / 2, -1, side * w / 2, -1 - w / 2)
    segment(side * w / 2, -1 - w / 2, side * w / 2, -1 - w / 2 - tall)
  end
  segment(-w / 2, -1 - w / 2 - tall, w / 2, -1 - w / 2 - tall)
  put("box", -w / 2 - 0.25, -1.25 - w / 2 - tall, w / 2 + 0.25, 1e5)
  pour(n, w, w / 2, 0.7 * r, r, chance(0.5) and { "circle" } or { "circle", "polygon", "box" })
end)

family("plinko", 200, 4000, function(n)
  local r = uniform(0.12, 0.25)
  local w = max(12, sqrt(n) * 0.5)
  local pitch = r * uniform(7, 10)
  bin(w, 400, "rects")
  body("static", 0.0, 0.0)
  for row = 0, 14 do
    local odd = (row % 2) / 2
    for i = 0, floor(w / pitch) - 1 do
      circle(-w / 2 + (i + 0.5 + odd) * pitch, 10 + row * pitch * 0.8, r * 0.6, { density = 1,
        friction = 0.2, restitution = 0.4 })
    end
  end
  scene.material.restitution = uniform(0.2, 0.7)
  pour(n, w, 12 + 15 * pitch * 0.8, 0.8 * r, r, { "circle", "circle", "polygon" })
end)

-- The drum of a washer: plates and paddles that turn.
family("drum", 200, 4000, function(n)
  local r = uniform(0.15, 0.4)
  local R = max(4, sqrt(n * 3.6 * r * r / pi / uniform(0.2, 0.3)))
  local plates = integer(12, 40)
  body("kinematic", 0.0, 0.0, 0, velocity(0, 0, pick { -1, 1 } * uniform(0.3, 1.2)))
  for i = 0, plates - 1 do
    local a = 2 * pi * i / plates
    rect((R + 0.5) * cos(a), (R + 0.5) * sin(a), 1, 2 * (R + 1) * math.tan(pi / plates) * 1.02, a)
  end
  for i = 1, integer(2, 6) do
    local a = 2 * pi * i / 6
    rect(R * 0.85 * cos(a), R * 0.85 * sin(a), 0.3 * R, 0.3, a)
  end
  put("ring", 0, 0, R + 1)
  local gap, room, left = 2.15 * r, 0.68 * R, n
  for row = 0, floor(2 * room / gap) do
    local y = (row + 0.5) * gap - room
    local half = sqrt(max(0, room * room - y * y))
    local columns = floor(2 * half / gap)
    for i = 0, columns - 1 do
      if left > 0 then
        body("dynamic", (i - (columns - 1) / 2) * gap, y, uniform(0, 2 * pi))
        parts[pick(every)](uniform(0.6, 1) * r)
        left = left - 1
      end
    end
  end
end)

family("mixer", 200, 4000, function(n)
  local r = uniform(0.15, 0.4)
  local w = max(10, width_for(n, r))
  bin(w, 5 * w + 20)
  local arm = w / uniform(5, 8)
  for k = -1, 1, 2 do
    body("kinematic", k * w / 4, arm * 1.05, 0, velocity(0, 0, k * uniform(0.7, 3)))
    rect(0, 0, 2 * arm, 0.4)
    rect(0, 0, 0.4, 2 * arm)
  end
  pour(n, w, 2.2 * arm, 0.6 * r, r, every)
end)

family("bulldozer", 200, 6000, function(n)
  local r = uniform(0.15, 0.4)
  local w = max(20, sqrt(6 * n * 3.3 * r * r))
  bin(w, 5 * w, "tiles")
  local b = body("kinematic", 0.0, w / 16 + 0.05)
  rect(0, 0, w / 16, w / 8)
  put("move", b, 0.42 * w, uniform(0.03, 0.1), 0, 0, 0, 0, 0, 0, 0)
  pour(n, w, w / 8 + 0.5, 0.7 * r, r, pick { { "polygon" }, { "box", "circle" }, every,
    { "polygon", "L", "plus" } })
end)
