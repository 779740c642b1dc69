-- piles.lua: families of what is poured, stacked and knocked over.
-- Called by family.lua with the table of scene.lua and a function that adds a family.

local scene, family = ...

local uniform, integer, chance, pick = scene.uniform, scene.integer, scene.chance, scene.pick
local random, put, body, velocity = scene.random, scene.put, scene.body, scene.velocity
local circle, rect, parts, concave = scene.circle, scene.rect, scene.parts, scene.concave
local every, bin, pour_scene = scene.every, scene.bin, scene.pour_scene
local brick_wall = scene.brick_wall
local pi, floor, max, min, sqrt = math.pi, math.floor, math.max, math.min, math.sqrt

family("circles", 100, 8000, function(n) pour_scene(n, { "circle" }) end)
family("boxes", 100, 6000, function(n) pour_scene(n, { "box" }) end)
family("polygons", 100, 6000, function(n) pour_scene(n, { "polygon", "rounded_polygon" }) end)
family("capsules", 100, 6000, function(n) pour_scene(n, { "capsule" }) end)
family("mixed", 100, 6000, function(n) pour_scene(n, every) end)
family("compounds", 100, 3000, function(n) pour_scene(n, concave) end)
family("sticks", 100, 2000, function(n) pour_scene(n, { "plank", "stick" }) end)
family("boulders", 300, 6000, function(n)
  local a, b, k = 0.06, 3.0, uniform(1.2, 1.8)
  local w = 30 + sqrt(n) * 0.3
  bin(w, 200)
  local y, x, row = 0.2, -w / 2, 0
  for _ = 1, n do
    local r = min(b, a * (1 - random()) ^ (-1 / k))
    if x + 2 * r > w / 2 then x, y, row = -w / 2, y + 2.1 * row, 0 end
    body("dynamic", x + 1.02 * r, y + r, uniform(0, 2 * pi))
    parts[r > 0.3 and "polygon" or pick { "circle", "polygon" }](r)
    x, row = x + 2.05 * r, max(row, r)
  end
end)

family("walls", 100, 6000, function(n)
  local columns, rows = integer(6, 16), integer(8, 20)
  local w, h = uniform(0.6, 1.2), uniform(0.3, 0.5)
  local count = max(1, floor(n / (columns * rows)))
  local span = count * (columns * w + 3)
  body("static", 0.0, -0.5)
  rect(0, 0, span + 40, 1)
  put("box", -span, -1, span + 40, 1e5)
  for i = 0, count - 1 do brick_wall(-span / 2 + i * (columns * w + 3), 0, columns, rows, w, h) end
end)

family("pyramids", 100, 8000, function(n)
  local base = integer(6, 24)
  local count = max(1, floor(n / (base * (base + 1) / 2)))
  local size = uniform(0.4, 1)
  local span = count * (base + 2) * size
  body("static", 0.0, -0.5)
  rect(0, 0, span + 40, 1)
  put("box", -span, -1, span + 40, 1e5)
  for k = 0, count - 1 do
    local x0 = -span / 2 + k * (base + 2) * size
    for row = 0, base - 1 do
      for i = 0, base - 1 - row do
        body("dynamic", x0 + (i + row / 2) * size * 1.02, (row + 0.5) * size)
        rect(0, 0, size, size)
      end
    end
  end
end)

family("rubble", 200, 5000, function(n)
  local columns, rows = integer(5, 12), integer(10, 22)
  local w, h = uniform(0.6, 1.2), uniform(0.3, 0.6)
  local count = max(1, floor(n / (columns * rows)))
  local pitch = columns * w + uniform(4, 8)
  local span = count * pitch
  body("static", 0.0, -0.5)
  rect(0, 0, 2 * span + 400, 1)
  put("box", -span - 200, -1, span + 200, 1e5)
  for i = 0, count - 1 do
    brick_wall(-span / 2 + i * pitch, 0, columns, rows, w, h)
    if i % 2 == 0 then
      body("dynamic", -span / 2 + i * pitch - 3, h * rows * uniform(0.3, 0.7), 0,
        velocity(uniform(15, 45), 0, 0))
      circle(0, 0, uniform(0.5, 1.2), { density = uniform(3, 15), friction = 0.5,
        restitution = 0.1 })
    end
  end
end)

family("towers", 100, 4000, function(n)
  local height = integer(12, 35)
  local layered = chance(0.5)
  local count = max(1, floor(n / height / (layered and 2 or 1)))
  local w, h = uniform(0.8, 1.2), uniform(0.3, 0.8)
  local pitch = 2.5
  body("static", 0.0, -0.5)
  rect(0, 0, count * pitch + 40, 1)
  put("box", -count * pitch - 60, -1, count * pitch + 60, 1e5)
  for k = 0, count - 1 do
    local x = (k - count / 2) * pitch
    for i = 0, height - 1 do
      if layered and i % 2 == 0 then
        for side = -1, 1, 2 do
          body("dynamic", x + side * 0.35 * w, (i + 0.5) * h)
          rect(0, 0, 0.3 * w, h)
        end
      else
        body("dynamic", x + uniform(-0.01, 0.01), (i + 0.5) * h)
        rect(0, 0, w, h)
      end
    end
  end
end)

family("islands", 500, 6000, function(n)
  local per = 5
  local count = floor(n / per)
  local size = uniform(0.4, 1)
  body("static", 0.0, -0.5)
  rect(0, 0, count * 2 * size + 20, 1)
  put("box", -count * size - 40, -1, count * size + 40, 1e5)
  for k = 0, count - 1 do
    local part = pick { "box", "box", "rounded", "circle" }
    for i = 0, per - 1 do
      body("dynamic", (k - count / 2) * 2 * size + uniform(-0.05, 0.05), (i + 0.5) * size * 1.01)
      if part == "circle" and i == per - 1 then circle(0, 0, size / 2)
      elseif part == "rounded" then rect(0, 0, 0.8 * size, 0.8 * size, 0, 0.1 * size)
      else rect(0, 0, size, size) end
    end
  end
end)

family("dominoes", 100, 3000, function(n)
  local rows = max(1, floor(n / 300))
  local per = floor(n / rows)
  local h = uniform(0.5, 1)
  for row = 0, rows - 1 do
    body("static", 0.0, row * 4 * h)
    rect(0, -0.1, per * 0.5 * h + 4, 0.2)
    for i = 0, per - 1 do
      body("dynamic", (i - per / 2) * 0.5 * h, row * 4 * h + h / 2, 0, i == 0 and velocity(1.5,
        0, -3) or nil)
      rect(0, 0, 0.12 * h, h)
    end
  end
end)
