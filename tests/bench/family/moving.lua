-- moving.lua: families of what comes and goes, flies, bounces, or is driven.
-- Called by family.lua with the table of scene.lua and a function that adds a family.

local scene, family = ...

local uniform, integer, chance, pick = scene.uniform, scene.integer, scene.chance, scene.pick
local put, body, velocity, circle = scene.put, scene.body, scene.velocity, scene.circle
local capsule, rect, parts, every = scene.capsule, scene.rect, scene.parts, scene.every
local brick_wall = scene.brick_wall
local pi, sin, cos, floor, max = math.pi, math.sin, math.cos, math.floor, math.max
local sqrt = math.sqrt

family("sleepers", 5000, 20000, function(n)
  local size = 0.5
  local per = 2
  local columns = floor(n / per)
  body("static", 0.0, -0.5)
  rect(0, 0, columns * 1.2 * size + 600, 1)
  put("box", -columns * size - 400, -1, columns * size + 400, 1e5)
  put("warm", 120)
  for i = 0, columns - 1 do
    for j = 0, per - 1 do
      body("dynamic", (i - columns / 2) * 1.2 * size, (j + 0.5) * size)
      rect(0, 0, size, size)
    end
  end
  for i = 1, 200 do
    local near = i <= 20
    local x = near and uniform(-0.5, 0.5) * columns * 1.2 * size or columns * 0.6 * size + i * 1.4
    local b = body("dynamic", x, near and 3 or 0.4)
    circle(0, 0, 0.3)
    put("walk", b, integer(20, 40), integer(0, 30), uniform(1, 3), uniform(2, 5), 1)
  end
  return true
end)

family("stream", 500, 6000, function(n)
  local life = integer(150, 400)
  local r = uniform(0.15, 0.3)
  local rate = max(1, floor(n / life))
  body("static", 0.0, 0.0)
  local w = max(12, rate * 5 * r)
  for k = 0, 5 do
    local side = k % 2 == 0 and -1 or 1
    rect(side * w * 0.3, 28 - 5 * k, w * 0.9, 0.4, -side * 0.3)
  end
  rect(0, -4, 3 * w, 1)
  for t = 0, 600 - 1, 1 do
    for i = 0, rate - 1 do
      body("dynamic", -w * 0.45 + (i + 0.5) / rate * w * 0.6 + uniform(-0.1, 0.1),
        34 + uniform(0, 1) + (t % 3) * 1.1, uniform(0, pi),
        ("v 0 -6 born %d dies %d"):format(t, t + life))
      parts[pick(every)](uniform(0.6, 1) * r)
    end
  end
end)

family("gas", 200, 5000, function(n)
  local r = uniform(0.1, 0.3)
  local w = sqrt(n * pi * r * r / uniform(0.05, 0.3))
  put("gravity", 0, 0)
  put("sleep", 0)
  scene.material = { density = 1, friction = 0, restitution = 1 }
  body("static", 0.0, 0.0)
  rect(0, -w / 2 - 1, w + 4, 2)
  rect(0, w / 2 + 1, w + 4, 2)
  rect(-w / 2 - 1, 0, 2, w + 4)
  rect(w / 2 + 1, 0, 2, w + 4)
  put("box", -w / 2 - 0.1, -w / 2 - 0.1, w / 2 + 0.1, w / 2 + 0.1)
  local side = math.ceil(sqrt(n))
  local speed = uniform(2, 12)
  for i = 0, n - 1 do
    local a = uniform(0, 2 * pi)
    body("dynamic", ((i % side) + 0.5) / side * (w - 2 * r) - w / 2 + r,
      ((i // side) + 0.5) / side * (w - 2 * r) - w / 2 + r,
      0, velocity(speed * cos(a), speed * sin(a), 0))
    circle(0, 0, r)
  end
end)

family("asteroids", 200, 4000, function(n)
  local r = uniform(0.15, 0.5)
  local w = sqrt(n * pi * r * r / uniform(0.05, 0.25))
  put("gravity", 0, 0)
  scene.material.restitution = uniform(0.2, 0.8)
  body("static", 0.0, 0.0)
  rect(0, -w / 2 - 1, w + 4, 2)
  rect(0, w / 2 + 1, w + 4, 2)
  rect(-w / 2 - 1, 0, 2, w + 4)
  rect(w / 2 + 1, 0, 2, w + 4)
  put("box", -w / 2 - 0.25, -w / 2 - 0.25, w / 2 + 0.25, w / 2 + 0.25)
  local side = math.ceil(sqrt(n))
  local speed = uniform(3, 15)
  for i = 0, n - 1 do
    local a = uniform(0, 2 * pi)
    body("dynamic", ((i % side) + 0.5) / side * (w - 3 * r) - w / 2 + 1.5 * r,
      ((i // side) + 0.5) / side * (w - 3 * r) - w / 2 + 1.5 * r,
      uniform(0, 6), velocity(speed * cos(a), speed * sin(a), uniform(-3, 3)))
    parts[pick { "polygon", "rounded_polygon", "cluster", "polygon" }](uniform(0.5, 1) * r)
  end
end)

family("billiard", 160, 3200, function(n)
  local tables = max(1, floor(n / 16))
  local r = 0.25
  put("gravity", 0, 0)
  scene.material = { density = 1, friction = 0.1, restitution = uniform(0.8, 0.98) }
  local w, h, columns = 20, 10, math.ceil(sqrt(tables / 2))
  put("box", -0.5 * w - 0.1, -0.5 * h - 0.1, columns * (w + 2) - 0.5 * w - 1.9,
    math.ceil(tables / columns) * (h + 2) - 0.5 * h - 1.9)
  for k = 0, tables - 1 do
    local x0, y0 = (k % columns) * (w + 2), (k // columns) * (h + 2)
    body("static", x0, y0)
    rect(0, -h / 2 - 0.4, w + 1.6, 0.8)
    rect(0, h / 2 + 0.4, w + 1.6, 0.8)
    rect(-w / 2 - 0.4, 0, 0.8, h + 1.6)
    rect(w / 2 + 0.4, 0, 0.8, h + 1.6)
    for row = 0, 4 do
      for i = 0, row do
        body("dynamic", x0 + 3 + row * r * 1.75, y0 + (i - row / 2) * r * 2.02, 0,
          "damping 0.4 0.4")
        circle(0, 0, r)
      end
    end
    body("dynamic", x0 - 6, y0 + uniform(-0.3, 0.3), 0, velocity(uniform(15, 70), uniform(-2, 2),
      0) .. " damping 0.4 0.4")
    circle(0, 0, r)
  end
end)

family("gallery", 200, 2500, function(n)
  local columns, rows = integer(2, 5), integer(8, 16)
  local w, h = 0.5, 0.4
  local shots = floor(n / 4)
  local count = max(1, floor((n - shots) / (columns * rows)))
  local pitch = columns * w + 8
  body("static", 0.0, -0.5)
  rect(0, 0, count * pitch + 300, 1)
  rect(-count * pitch / 2 - 12, 20, 1, 40)
  rect(count * pitch / 2 + 12, 20, 1, 40)
  put("box", -count * pitch / 2 - 12, -0.5, count * pitch / 2 + 12, 1e5)
  for i = 0, count - 1 do brick_wall(-count * pitch / 2 + i * pitch, 0, columns, rows, w, h) end
  for i = 0, shots - 1 do
    local k = integer(0, count - 1)
    local t = floor(i * 280 / shots)
    body("dynamic", -count * pitch / 2 + k * pitch - 4, uniform(0.3, h * rows), 0,
      velocity(uniform(40, 200), uniform(-2, 2),
        0) .. (chance(0.3) and " bullet" or "") .. (" born %d dies %d"):format(t, t + 180))
    if chance(0.6) then circle(0, 0, uniform(0.05, 0.12), { density = 5, friction = 0.3,
      restitution = 0.2 })
    else capsule(-0.15, 0, 0.15, 0, 0.05, { density = 5, friction = 0.3, restitution = 0.1 }) end
  end
end)

family("crowd", 200, 3000, function(n)
  put("gravity", 0, 0)
  put("sleep", 0)
  local w = sqrt(n * uniform(1.2, 3))
  body("static", 0.0, 0.0)
  rect(0, -w / 2 - 1, w + 4, 2)
  rect(0, w / 2 + 1, w + 4, 2)
  rect(-w / 2 - 1, 0, 2, w + 4)
  rect(w / 2 + 1, 0, 2, w + 4)
  for _ = 1, floor(w / 3) do rect(uniform(-0.4, 0.4) * w, uniform(-0.4, 0.4) * w, uniform(0.5,
    3), uniform(0.5, 3), uniform(0, pi)) end
  put("box", -w / 2 - 0.1, -w / 2 - 0.1, w / 2 + 0.1, w / 2 + 0.1)
  local side = math.ceil(sqrt(n))
  for i = 0, n - 1 do
    local b = body("dynamic", ((i % side) + 0.5) / side * (w - 1) - w / 2 + 0.5,
      ((i // side) + 0.5) / side * (w - 1) - w / 2 + 0.5,
      0, "upright damping 2 2")
    circle(0, 0, uniform(0.25, 0.4))
    local a = uniform(0, 2 * pi)
    put("walk", b, integer(4, 12), 0, 2 * cos(a), 2 * sin(a), 0)
  end
end)
