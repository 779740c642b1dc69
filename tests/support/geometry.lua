-- The slow reference for the narrow phase and the masses: rounded convex hulls in Lua doubles.
--
-- A core is { xs, ys, radius }: its vertices counter-clockwise in the world and the rounding
-- around them; 1 vertex is a disc, 2 are a capsule or a segment. A plane is { plane = true, x, y,
-- nx, ny }, solid behind its normal.
--
-- The signed distance of two convex sets is the largest gap between them over all directions,
-- apart or overlapping. It is largest along the normal of an edge or between two vertices, so
-- trying all of these is exact: no separating-axis shortcuts, no regions, no clipping, nothing
-- that the core does.
local geometry = {}

local PI <const> = math.pi
local cos, sin, sqrt, huge = math.cos, math.sin, math.sqrt, math.huge

--- A core from flat points {x1, y1, ...} and a rounding, at x, y turned by angle.
function geometry.core(points, radius, x, y, angle)
  local core = { xs = {}, ys = {}, radius = radius or 0 }
  local c, s = cos(angle or 0), sin(angle or 0)
  for i = 1, #points // 2 do
    local px, py = points[2 * i - 1], points[2 * i]
    core.xs[i] = (x or 0) + c * px - s * py
    core.ys[i] = (y or 0) + s * px + c * py
  end
  return core
end

--- The plane through x, y with the outward normal nx, ny turned by angle.
function geometry.plane(nx, ny, x, y, angle)
  local c, s, length = cos(angle or 0), sin(angle or 0), sqrt(nx * nx + ny * ny)
  nx, ny = nx / length, ny / length
  return { plane = true, x = x or 0, y = y or 0, nx = c * nx - s * ny, ny = s * nx + c * ny }
end

--- The flat points of a box, counter-clockwise.
function geometry.box_points(w, h)
  return { -w / 2, -h / 2, w / 2, -h / 2, w / 2, h / 2, -w / 2, h / 2 }
end

local function least(core, nx, ny)
  local best = huge
  for i = 1, #core.xs do
    local d = nx * core.xs[i] + ny * core.ys[i]
    if d < best then best = d end
  end
  return best - core.radius
end

--- How far b lies beyond a along the unit vector nx, ny; negative when they overlap along it.
function geometry.gap(a, b, nx, ny)
  if a.plane then return least(b, nx, ny) - (nx * a.x + ny * a.y) end
  return least(b, nx, ny) + least(a, -nx, -ny)
end

local function each_edge_normal(core, try)
  local n = #core.xs
  if n < 2 then return end
  for i = 1, n do
    local j = i % n + 1
    local dx, dy = core.xs[j] - core.xs[i], core.ys[j] - core.ys[i]
    local length = sqrt(dx * dx + dy * dy)
    try(dy / length, -dx / length)
  end
end

local function each_vertex_pair(a, b, try)
  for i = 1, #a.xs do
    for j = 1, #b.xs do
      local dx, dy = b.xs[j] - a.xs[i], b.ys[j] - a.ys[i]
      local length = sqrt(dx * dx + dy * dy)
      if length > 1e-9 then try(dx / length, dy / length) end
    end
  end
end

--- Signed distance of two cores and the direction from a to b along which it is found. One of
--- them may be a plane.
function geometry.distance(a, b)
  if a.plane then return geometry.gap(a, b, a.nx, a.ny), a.nx, a.ny end
  if b.plane then return geometry.gap(b, a, b.nx, b.ny), -b.nx, -b.ny end
  local best, bx, by = -huge, 0, 1
  local function try(nx, ny)
    local gap = geometry.gap(a, b, nx, ny)
    if gap > best then best, bx, by = gap, nx, ny end
  end
  each_vertex_pair(a, b, try)
  each_edge_normal(a, try)
  each_edge_normal(b, function(nx, ny) try(-nx, -ny) end)
  if best == -huge then try(0, 1) end -- two discs at one place
  return best, bx, by
end

--- Signed distance of a point from the surface: negative inside.
function geometry.height(core, x, y)
  if core.plane then return core.nx * (x - core.x) + core.ny * (y - core.y) end
  return (geometry.distance(core, { xs = { x }, ys = { y }, radius = 0 }))
end

--- The outline of a rounded core as a polygon, with `steps` points for a whole turn of rounding.
function geometry.outline(core, steps)
  local n, out = #core.xs, {}
  local function arc(x, y, from, turn)
    local k = math.max(1, math.ceil(turn / (2 * PI) * steps))
    for i = 0, k do
      local a = from + turn * i / k
      out[#out + 1] = x + core.radius * cos(a)
      out[#out + 1] = y + core.radius * sin(a)
    end
  end
  if n == 1 then
    arc(core.xs[1], core.ys[1], 0, 2 * PI)
    return out
  end
  local angles = {}
  each_edge_normal(core, function(nx, ny) angles[#angles + 1] = math.atan(ny, nx) end)
  for i = 1, n do
    local j = i % n + 1
    arc(core.xs[j], core.ys[j], angles[i], (angles[j] - angles[i]) % (2 * PI))
  end
  return out
end

--- Area, centroid and second moment about the centroid of a simple polygon (density 1).
function geometry.moments(points)
  local area, mx, my, second = 0, 0, 0, 0
  local n = #points // 2
  for i = 1, n do
    local j = i % n + 1
    local ax, ay, bx, by = points[2 * i - 1], points[2 * i], points[2 * j - 1], points[2 * j]
    local double = ax * by - ay * bx
    area = area + double / 2
    mx = mx + double * (ax + bx) / 6
    my = my + double * (ay + by) / 6
    second = second + double * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12
  end
  local cx, cy = mx / area, my / area
  return area, cx, cy, second - area * (cx * cx + cy * cy)
end

--- A generator of its own: next() in [0, 1), between(lo, hi), integer(lo, hi). The same numbers
--- in every process and every version of Lua.
function geometry.random(seed)
  local state = seed % 2 ^ 32
  local random = {}
  function random.next() -- by halves: LuaJIT counts to 2^53
    local low = state % 65536
    local high = (state - low) / 65536 * 1664525 % 65536
    state = (high * 65536 + low * 1664525 + 1013904223) % 2 ^ 32
    return math.floor(state / 256) / 0x1000000
  end
  function random.between(lo, hi) return lo + (hi - lo) * random.next() end
  function random.integer(lo, hi) return lo + math.floor((hi - lo + 1) * random.next()) end
  return random
end

--- The flat points of a random convex polygon: on an ellipse, at angles that grow.
function geometry.random_polygon(random)
  local n, points = random.integer(3, 8), {}
  local rx, ry = random.between(0.2, 0.8), random.between(0.2, 0.8)
  local start = random.between(0, 2 * PI)
  for i = 1, n do
    local a = start + 2 * PI * (i + random.between(-0.3, 0.3)) / n
    points[2 * i - 1], points[2 * i] = rx * cos(a), ry * sin(a)
  end
  return points
end

return geometry
