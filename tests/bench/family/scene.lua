-- scene.lua: what families are written with: a generator of numbers, the lines of a scene, and
-- parts that many families share (bodies of many kinds, bins, ground, walls, ragdolls).
--
-- A file of families gets this table. It writes one scene at a time, between start and text;
-- scene.material is that of the shapes which bring none: density, friction, restitution.

local scene = {}

local pi, sin, cos, floor, max, sqrt = math.pi, math.sin, math.cos, math.floor, math.max, math.sqrt

local out, bodies, groups -- lines, and how many of each
local random -- in [0, 1)

-- ---- random numbers ------------------------------------------------------------------------

-- The same on every machine: splitmix64 from the bytes of the text.
local function seed_random(text)
  local s = 0x9E3779B97F4A7C15
  for i = 1, #text do s = (s ~ text:byte(i)) * 0x100000001B3 end
  random = function()
    s = s + 0x9E3779B97F4A7C15
    local z = s
    z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    z = z ~ (z >> 31)
    return (z >> 11) * (1.0 / 9007199254740992.0)
  end
end
local function uniform(a, b) return a + (b - a) * random() end
local function integer(a, b) return a + math.floor((b - a + 1) * random()) end
local function chance(p) return random() < p end
local function pick(list) return list[integer(1, #list)] end
local function log_uniform(a, b) return a * (b / a) ^ random() end


-- ---- writing -------------------------------------------------------------------------------

local function put(...)
  local n, t = select("#", ...), {}
  for i = 1, n do
    local v = select(i, ...)
    t[i] = math.type(v) == "float" and ("%.7g"):format(v) or tostring(v)
  end
  out[#out + 1] = table.concat(t, " ")
end

local function body(type, x, y, angle, more)
  put("body", type, x, y, (angle or 0) + 0.0, more or "")
  bodies = bodies + 1
  return bodies - 1
end
local function join(key, m, ...)
  m = m or scene.material
  put(key, m.density, m.friction, m.restitution, ...)
end
local function circle(x, y, r, m) join("circle", m, x, y, r) end
local function capsule(x1, y1, x2, y2, r, m) join("capsule", m, x1, y1, x2, y2, r) end
local function rect(x, y, w, h, angle, radius, m)
  join("rect", m, x, y, w, h, (angle or 0) + 0.0, radius or 0)
end
local function polygon(points, radius, m)
  join("polygon", m, radius or 0, #points // 2, table.unpack(points))
end
local function segment(x1, y1, x2, y2, m) join("segment", m, x1, y1, x2, y2) end
local function chain(points, loop, m)
  join("chain", m, loop and 1 or 0, #points // 2, table.unpack(points))
end

local function velocity(vx, vy, w) return ("v %.6g %.6g w %.6g"):format(vx, vy, w or 0) end

-- ---- parts ---------------------------------------------------------------------------------

local function convex(r, corners)
  local points, start = {}, uniform(0, 2 * pi)
  local squash = uniform(0.6, 1)
  for i = 0, corners - 1 do
    local a = start + 2 * pi * (i + uniform(-0.3, 0.3)) / corners
    points[#points + 1] = r * cos(a)
    points[#points + 1] = r * squash * sin(a)
  end
  return points
end

-- Each adds shapes of about radius r to the body just made.
local parts = {}
function parts.circle(r) circle(0, 0, r) end
function parts.box(r)
  local ratio = uniform(1, 2.5)
  local w = 2 * r / sqrt(ratio * ratio + 1)
  rect(0, 0, w * ratio, w, 0, 0)
end
function parts.rounded_box(r)
  local ratio, k = uniform(1, 2), uniform(0.1, 0.3) * r
  local w = 2 * (r - k) / sqrt(ratio * ratio + 1)
  rect(0, 0, w * ratio, w, 0, k)
end
function parts.polygon(r) polygon(convex(r, integer(3, 8)), 0) end
function parts.rounded_polygon(r)
  local k = uniform(0.05, 0.3) * r
  polygon(convex(r - k, integer(3, 8)), k)
end
function parts.capsule(r)
  local k = uniform(0.25, 0.7) * r
  capsule(-(r - k), 0, r - k, 0, k)
end
function parts.plank(r)
  local thin = 2 * r / uniform(12, 25)
  rect(0, 0, 2 * r, thin, 0, 0)
end
function parts.stick(r)
  local k = r / uniform(10, 20)
  capsule(-(r - k), 0, r - k, 0, k)
end
function parts.L(r)
  local t = uniform(0.25, 0.4) * r
  rect(-0.5 * r, 0, t, 1.6 * r)
  rect(0.5 * t, -0.8 * r + 0.5 * t, 1.4 * r - t, t)
end
function parts.T(r)
  local t = uniform(0.25, 0.4) * r
  rect(0, 0.6 * r, 1.6 * r, t)
  rect(0, -0.2 * r, t, 1.6 * r - t)
end
function parts.U(r)
  local t = uniform(0.2, 0.35) * r
  rect(-0.6 * r, 0, t, 1.4 * r)
  rect(0.6 * r, 0, t, 1.4 * r)
  rect(0, -0.7 * r + 0.5 * t, 1.2 * r, t)
end
function parts.plus(r)
  local t = uniform(0.3, 0.5) * r
  rect(0, 0, 2 * r, t)
  rect(0, 0, t, 2 * r)
end
function parts.table(r)
  local t = uniform(0.15, 0.25) * r
  rect(0, 0.5 * r, 1.8 * r, t)
  rect(-0.7 * r, -0.1 * r, t, 1.2 * r)
  rect(0.7 * r, -0.1 * r, t, 1.2 * r)
end
function parts.dumbbell(r)
  local k = uniform(0.25, 0.4) * r
  circle(-(r - k), 0, k)
  circle(r - k, 0, k)
  rect(0, 0, 2 * (r - k), 0.6 * k)
end
function parts.cluster(r)
  for _ = 1, integer(3, 6) do
    local a, d = uniform(0, 2 * pi), uniform(0.2, 0.55) * r
    if chance(0.5) then circle(d * cos(a), d * sin(a), uniform(0.2, 0.45) * r)
    else rect(d * cos(a), d * sin(a), uniform(0.4, 0.8) * r, uniform(0.4, 0.8) * r, uniform(0,
      pi)) end
  end
end
function parts.arrow(r)
  polygon { -r, 0, 0.5 * r, 0.5 * r, 0, r }
  polygon { r, 0, -0.5 * r, 0.5 * r, 0, r }
end
local concave = { "L", "T", "U", "plus", "table", "dumbbell", "cluster", "arrow" }
local every = {
  "circle", "box", "rounded_box", "polygon", "rounded_polygon", "capsule", "L", "plus",
}

-- A bin of that inner width with its floor at y = 0. How it is built is the seed's choice.
local function bin(w, h, kind)
  kind = kind or pick { "rects", "rects", "tiles", "segments", "chain" }
  body("static", 0.0, 0.0)
  if kind == "rects" then
    rect(0.0, -0.5, w + 4, 1)
    rect(-w / 2 - 1, h / 2, 2, h)
    rect(w / 2 + 1, h / 2, 2, h)
  elseif kind == "tiles" then
    local n = math.ceil(w) + 2
    for i = 0, n - 1 do rect((i - (n - 1) / 2) * 1.0, -0.5, 1, 1) end
    for i = 0, math.ceil(h) do
      rect(-w / 2 - 0.5, i + 0.5, 1, 1)
      rect(w / 2 + 0.5, i + 0.5, 1, 1)
    end
  elseif kind == "segments" then
    segment(-w / 2, 0, w / 2, 0)
    segment(-w / 2, 0, -w / 2, h)
    segment(w / 2, 0, w / 2, h)
  else
    chain { w / 2, h, w / 2, h / 2, w / 2, 0, 0, 0, -w / 2, 0, -w / 2, h / 2, -w / 2, h }
  end
  put("box", -w / 2 - 0.25, -0.25, w / 2 + 0.25, 1e5)
end

-- n bodies of the named parts on a loose grid above y0, no wider than w; radii from a to b.
local function pour(n, w, y0, a, b, names, more)
  local gap = 2.15 * b
  local columns = max(1, floor((w - 0.2 * b) / gap))
  for i = 0, n - 1 do
    local column, row = i % columns, i // columns
    local r = log_uniform(a, b)
    local slack = b - r
    body("dynamic", (column - (columns - 1) / 2) * gap + uniform(-slack, slack) + uniform(-0.05,
      0.05) * b,
      y0 + b + row * gap + uniform(-slack, slack), uniform(0, 2 * pi), more and more(i))
    parts[pick(names)](r)
  end
  return math.ceil(n / columns) * gap
end

-- How wide a bin for n bodies of radius r may be, to be filled as wide as high or half as high.
local function width_for(n, r) return max(6 * r, sqrt(uniform(1, 3) * n * 3.3 * r * r)) end

local function pour_scene(n, names, ratio)
  local a = log_uniform(0.12, 0.6)
  local b = a * (ratio or uniform(1, 2))
  local w = width_for(n, (a + b) / 2)
  w = max(w, 5 * b)
  bin(w, w * 3 + n * 4 * b * b / w * 2 + 10)
  pour(n, w, 0.2, a, b, names)
end

-- Points of hilly ground, from right to left (its open side is above).
local function hills(w, step, height)
  local phases, points = {}, {}
  for k = 1, 5 do phases[k] = { uniform(0, 2 * pi), uniform(0.4, 1) } end
  local function y(x)
    local v = 0
    for k = 1, 5 do v = v + phases[k][2] * sin(2 * pi * k * k * x / w + phases[k][1]) / k end
    return height * v
  end
  local n = floor(w / step)
  step = w / n
  for i = n, 0, -1 do
    local x = -w / 2 + i * step
    points[#points + 1] = x
    points[#points + 1] = y(x)
  end
  return points, y
end

local function brick_wall(x, y, columns, rows, w, h, m)
  local n = 0
  for row = 0, rows - 1 do
    local odd = row % 2
    for column = 0, columns - 1 - odd do
      body("dynamic", x + (column + 0.5 * odd) * w, y + (row + 0.5) * h)
      rect(0, 0, w, h, 0, 0, m)
      n = n + 1
    end
    if odd == 1 then -- halves, so that the ends are straight
      for _, side in ipairs { -1, 1 } do
        body("dynamic", x + (columns - 1) / 2 * w + side * (columns / 2 - 0.25) * w,
          y + (row + 0.5) * h)
        rect(0, 0, w / 2, h, 0, 0, m)
        n = n + 1
      end
    end
  end
  return n
end

-- A number of its own for bodies that never meet each other: a group of the format is minus it.
local function next_group()
  groups = groups + 1
  return groups
end

-- Eleven bones; returns how many bodies.
local function ragdoll(x, y, scale, lean)
  local group = next_group()
  local c, s = cos(lean), sin(lean)
  local function at(px, py) return x + scale * (c * px - s * py), y + scale * (s * px + c * py) end
  local function bone(px, py, angle, half, r)
    local wx, wy = at(px, py)
    local b = body("dynamic", wx, wy, lean + angle, "group " .. -group)
    capsule(0, -half * scale, 0, half * scale, r * scale)
    return b
  end
  local function hinge(a, b, px, py, lo, hi)
    local wx, wy = at(px, py)
    put("revolute", a, b, wx, wy, "limit", lo, hi, "motor", 0, 0.03 * scale * scale)
  end
  local hip = bone(0, 0, 0, 0.03, 0.095)
  local torso = bone(0, 0.25, 0, 0.1, 0.09)
  hinge(hip, torso, 0, 0.05, -0.8, 0.2)
  local head = bone(0, 0.53, 0, 0.02, 0.08)
  hinge(torso, head, 0, 0.42, -0.9, 0.3)
  for side = -1, 1, 2 do
    local thigh = bone(0.02 * side, -0.2, 0, 0.12, 0.06)
    hinge(hip, thigh, 0.02 * side, -0.05, -0.2, 1.2)
    local shin = bone(0.02 * side, -0.5, 0, 0.13, 0.045)
    hinge(thigh, shin, 0.02 * side, -0.35, -1.5, 0)
    local upper = bone(0.04 * side, 0.22, 0, 0.1, 0.035)
    hinge(torso, upper, 0.04 * side, 0.35, -0.5, 2)
    local lower = bone(0.04 * side, -0.03, 0, 0.1, 0.03)
    hinge(upper, lower, 0.04 * side, 0.1, -0.1, 1.9)
  end
  return 11
end

-- ---- a scene as a whole --------------------------------------------------------------------

-- What all scenes have; a family's own lines come after and count.
local function put_settings(name, seed, n)
  put("cairn-family", 1)
  put("family", name)
  put("seed", seed)
  put("gravity", 0, pick { -9.81, -10, -9.81, -20 })
  put("steps", n < 500 and 500 or n < 2500 and 400 or 300)
  put("warm", 1)
  put("substeps", 4)
  put("sleep", chance(0.75) and 1 or 0)
end

--- Begin a scene for about n bodies, or, with n = 0, for as many as the seed chooses between low
--- and high. Returns that number.
function scene.start(name, seed, n, low, high)
  seed_random(name .. " " .. seed)
  out, bodies, groups = {}, 0, 0
  local chosen = floor(log_uniform(low, high))
  if n == 0 then n = chosen end
  scene.material = {
    density = pick { 1, 1, uniform(0.5, 5) }, friction = uniform(0.2, 0.9),
    restitution = chance(0.6) and 0 or uniform(0, 0.4),
  }
  put_settings(name, seed, n)
  return n
end

--- All lines since start.
function scene.text() return table.concat(out, "\n") .. "\n" end

scene.uniform, scene.integer, scene.chance, scene.pick = uniform, integer, chance, pick
scene.log_uniform, scene.random = log_uniform, function() return random() end
scene.put, scene.body, scene.velocity, scene.next_group = put, body, velocity, next_group
scene.circle, scene.capsule, scene.rect, scene.polygon = circle, capsule, rect, polygon
scene.segment, scene.chain = segment, chain
scene.parts, scene.concave, scene.every = parts, concave, every
scene.bin, scene.pour, scene.width_for, scene.pour_scene = bin, pour, width_for, pour_scene
scene.hills, scene.brick_wall, scene.ragdoll = hills, brick_wall, ragdoll

return scene
