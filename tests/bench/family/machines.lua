-- machines.lua: families with joints: ragdolls, cars, bridges, chains, cloth, blobs, machines.
-- Called by family.lua with the table of scene.lua and a function that adds a family.

local scene, family = ...

local uniform, integer, chance, pick = scene.uniform, scene.integer, scene.chance, scene.pick
local put, body, velocity, circle = scene.put, scene.body, scene.velocity, scene.circle
local capsule, rect, polygon, segment = scene.capsule, scene.rect, scene.polygon, scene.segment
local chain, parts, every, bin = scene.chain, scene.parts, scene.every, scene.bin
local pour, hills, ragdoll = scene.pour, scene.hills, scene.ragdoll
local pi, sin, cos, floor, max = math.pi, math.sin, math.cos, math.floor, math.max
local sqrt = math.sqrt

family("ragdolls", 110, 3300, function(n)
  local count = max(1, floor(n / 11))
  local w = max(8, sqrt(count) * 2)
  bin(w, 300)
  body("static", 0.0, 0.0)
  for i = 0, floor(w / 3) do rect(-w / 2 + 3 * i, 1 + i % 2, 0.8, 0.3, uniform(-0.5, 0.5)) end
  local columns = floor(w / 1.6)
  for i = 0, count - 1 do
    ragdoll(((i % columns) - (columns - 1) / 2) * 1.6, 5 + (i // columns) * 2.2, uniform(0.9,
      1.1), uniform(-1.5, 1.5))
  end
end)

family("cars", 90, 900, function(n)
  local count = max(1, floor(n / 3))
  local lanes = math.ceil(count / 30)
  local w = 300
  for lane = 0, lanes - 1 do
    local y0 = lane * 40
    local points, y = hills(w, 1, uniform(0.8, 2))
    for i = 2, #points, 2 do points[i] = points[i] + y0 end
    body("static", 0.0, 0.0)
    chain(points, false, { density = 1, friction = 0.9, restitution = 0 })
    segment(-w / 2, y0 - 12, -w / 2, y0 + 24)
    segment(w / 2, y0 - 12, w / 2, y0 + 24)
    for i = 0, floor(count / lanes) - 1 do
      local x = -w / 2 + 8 + i * 9
      local top = max(y(x - 1.5), y(x), y(x + 1.5)) + y0 + 1.2
      local g = "group " .. -scene.next_group()
      local chassis = body("dynamic", x, top, 0, g)
      polygon { -1.5, -0.4, 1.5, -0.4, 1.5, 0, 0.3, 0.8, -1, 0.8, -1.5, 0.2 }
      for side = -1, 1, 2 do
        local wheel = body("dynamic", x + side, top - 0.5, 0, g)
        circle(0, 0, 0.45, { density = 1, friction = 1.2, restitution = 0 })
        put("wheel", chassis, wheel, x + side, top - 0.5, 0, 1, "spring", uniform(3, 6), 0.7,
          "limit", -0.25, 0.25,
          "motor", -uniform(5, 25), uniform(10, 30))
      end
    end
    for _ = 1, 20 do
      local x = uniform(-w / 2 + 5, w / 2 - 5)
      body("dynamic", x, y(x) + y0 + 3, 0)
      parts[pick { "box", "circle" }](uniform(0.2, 0.4))
    end
  end
  put("box", -w / 2 - 0.5, -20, w / 2 + 0.5, 1e5)
end)

family("bridges", 100, 1500, function(n)
  local planks = integer(15, 40)
  local count = max(1, floor(n / (planks * 1.6)))
  local w = 0.8
  body("static", 0.0, -20.0)
  rect(0, -0.5, 1000, 1)
  for k = 0, count - 1 do
    local x0, y0 = (k % 6) * (planks * w + 6), (k // 6) * 35
    local post = body("static", x0, y0)
    rect(-1.5, 0, 2, 0.4)
    rect(planks * w + 1.5, 0, 2, 0.4)
    local last = post
    for i = 0, planks - 1 do
      local b = body("dynamic", x0 + (i + 0.5) * w, y0)
      rect(0, 0, w * 0.96, 0.15, 0, 0, { density = uniform(1, 3), friction = 0.6, restitution = 0 })
      put("revolute", last, b, x0 + i * w, y0)
      last = b
    end
    put("revolute", last, post, x0 + planks * w, y0)
    for i = 1, floor(planks * 0.6) do
      body("dynamic", x0 + uniform(0.2, 0.8) * planks * w, y0 + 2 + i * 1.05, uniform(0, pi))
      local keep = scene.material
      scene.material = { density = uniform(0.5, 4), friction = 0.6, restitution = 0 }
      parts[pick { "box", "circle", "capsule" }](uniform(0.25, 0.5))
      scene.material = keep
    end
  end
end)

family("chains", 100, 2000, function(n)
  local links = integer(10, 40)
  local count = max(1, floor(n / (links + 1)))
  for k = 0, count - 1 do
    local x0, y0 = (k % 6) * (2 * links + 6) * 0.4, (k // 6) * ((links + 6) * 0.4 + 2)
    local roof = body("static", x0, y0)
    rect(0, 0, 0.4, 0.4)
    local flat = chance(0.6)
    local rope = chance(0.3)
    local len, last = 0.4, roof
    local dx, dy = flat and len or 0.1 * len, flat and 0 or -len
    local x, y = x0, y0
    for _ = 1, links do
      local b = body("dynamic", x + dx / 2, y + dy / 2, math.atan(dy, dx), "group -" .. (k + 1))
      if rope then circle(0, 0, 0.08) else capsule(-0.15, 0, 0.15, 0, 0.06) end
      if rope and last ~= roof then
        put("distance", last, b, x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2,
          sqrt(dx * dx + dy * dy))
      else put("revolute", last, b, x, y) end
      last, x, y = b, x + dx, y + dy
    end
    local b = body("dynamic", x + dx, y + dy, 0, velocity(uniform(-4, 4), 0, 0))
    circle(0, 0, 0.4, { density = uniform(1, 20), friction = 0.5, restitution = 0.1 })
    put("revolute", last, b, x, y)
  end
end)

family("cloth", 100, 2500, function(n)
  local kind = pick { "rod", "spring", "hinge" }
  local cols = max(6, floor(sqrt(n * uniform(0.7, 1.5))))
  local rows = max(4, floor(n / cols))
  local gap = 0.4
  local roof = body("static", 0.0, 0.0)
  rect(0, 1, cols * gap + 2, 0.4)
  rect(0, -2 * rows * gap - 3, 400, 1)
  local grid = {}
  for j = 0, rows - 1 do
    for i = 0, cols - 1 do
      local x, y = (i - cols / 2) * gap, -j * gap
      local b = body("dynamic", x, y)
      if kind == "hinge" then rect(0, 0, gap * 0.5, gap * 0.5) else circle(0, 0, 0.12) end
      grid[j * cols + i] = { b, x, y }
      local function tie(other)
        if kind == "hinge" then put("revolute", other[1], b, (other[2] + x) / 2, (other[3] + y) / 2)
        else
          put("distance", other[1], b, other[2], other[3], x, y, gap,
            kind == "spring" and "spring 8 0.3" or "")
        end
      end
      if i > 0 then tie(grid[j * cols + i - 1]) end
      if j > 0 then tie(grid[(j - 1) * cols + i]) end
      if j == 0 and i % 4 == 0 then put("revolute", roof, b, x, y) end
    end
  end
  for k = 1, 4 do
    body("dynamic", -cols * gap / 2 - 6 - k * 3, -rows * gap * k / 5, 0, velocity(uniform(10,
      25), 6, 0))
    circle(0, 0, uniform(0.4, 0.8), { density = uniform(1, 6), friction = 0.4, restitution = 0.1 })
  end
end)

family("blobs", 130, 2600, function(n)
  local per = integer(10, 16)
  local count = max(1, floor(n / (per + 1)))
  local w = max(10, sqrt(count) * 4)
  bin(w, 400)
  local columns = floor(w / 3)
  for k = 0, count - 1 do
    local x, y, R = ((k % columns) - (columns - 1) / 2) * 3, 2 + (k // columns) * 3, uniform(0.8,
      1.2)
    local hub = body("dynamic", x, y)
    circle(0, 0, 0.15)
    local first, last, fx, fy, lx, ly
    local small = R * sin(pi / per) * 0.9
    for i = 0, per - 1 do
      local a = 2 * pi * i / per
      local px, py = x + R * cos(a), y + R * sin(a)
      local b = body("dynamic", px, py)
      circle(0, 0, small)
      put("distance", hub, b, x, y, px, py, R, "spring", uniform(3, 6), 0.4)
      if last then put("distance", last, b, lx, ly, px, py, 2 * R * sin(pi / per))
      else first, fx, fy = b, px, py end
      last, lx, ly = b, px, py
    end
    put("distance", last, first, lx, ly, fx, fy, 2 * R * sin(pi / per))
  end
end)

family("welded", 100, 2000, function(n)
  local per = integer(4, 9)
  local count = max(1, floor(n / per))
  local w = max(10, sqrt(count) * 3)
  bin(w, 400)
  local columns = max(1, floor(w / (per * 0.45 + 1)))
  for k = 0, count - 1 do
    local x, y = ((k % columns) - (columns - 1) / 2) * (per * 0.45 + 1),
      2 + (k // columns) * (per * 0.25 + 1.2)
    local last, lx, ly
    local turn = uniform(-0.6, 0.6)
    local px, py = x - per * 0.2, y
    for _ = 1, per do
      local b = body("dynamic", px, py)
      rect(0, 0, 0.38, uniform(0.2, 0.38))
      if last then put("weld", last, b, (lx + px) / 2, (ly + py) / 2) end
      last, lx, ly = b, px, py
      px, py = px + 0.4 * cos(turn), py + 0.4 * sin(turn)
      if chance(0.3) then turn = uniform(-1, 1) end
    end
  end
end)

family("machines", 100, 1500, function(n)
  local r = uniform(0.15, 0.3)
  local w = max(16, sqrt(2.5 * n * 3.3 * r * r))
  bin(w, 300)
  local frame = body("static", 0.0, 0.0)
  rect(0, -3, 1, 1)
  local mills = max(2, floor(w / 6))
  for k = 0, mills - 1 do
    local x, y = -w / 2 + (k + 0.5) * w / mills, 3 + (k % 2) * 2
    local b = body("dynamic", x, y)
    rect(0, 0, 4, 0.3)
    rect(0, 0, 0.3, 4)
    put("revolute", frame, b, x, y, "motor", pick { -1, 1 } * uniform(1, 4), uniform(100, 2000))
    local piston = body("dynamic", x + 2.6, 0.6)
    rect(0, 0, 0.6, 0.6)
    put("prismatic", frame, piston, x + 2.6, 0.6, 0, 1, "limit", 0, 4, "spring", 1, 0.3)
  end
  pour(n, w, 8, 0.7 * r, r, every)
end)
