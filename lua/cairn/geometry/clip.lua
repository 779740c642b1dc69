-- cairn.geometry.clip: what of a polygon lies outside of another one, and inside.
--
-- The other one is taken as triangles, if it is concave. Each edge of a convex polygon cuts what is
-- left by its line (cut.lua): what is outside of the edge is outside of the polygon, and the rest
-- goes on to the next edge. So the parts are exact but for rounding, and never overlap; where an
-- edge's line runs through they are more than there have to be.

local check = require "cairn.geometry.check"
local cut = require "cairn.geometry.cut"
local portable = require "cairn.words.portable"

local clip = {}

local SLIVER = 1e-9 -- ratio to the area of the polygon: less is rounding, and no part

local function turn(p, a, b, c)
  return (p[2 * b - 1] - p[2 * a - 1]) * (p[2 * c] - p[2 * a])
    - (p[2 * b] - p[2 * a]) * (p[2 * c - 1] - p[2 * a - 1])
end

-- Its corners that way round, each once: one that stands twice has no direction to the next.
local function counter_clockwise(points)
  local list, n = {}, #points
  local first, last, step = 1, n - 1, 2
  if cut.area(points) < 0 then first, last, step = n - 1, 1, -2 end
  local x, y = points[last], points[last + 1]
  for i = first, last, step do
    if points[i] ~= x or points[i + 1] ~= y then
      x, y = points[i], points[i + 1]
      list[#list + 1], list[#list + 2] = x, y
    end
  end
  return list
end

local function is_convex(points)
  local n = math.floor(#points / 2)
  for i = 1, n do
    if turn(points, i, i % n + 1, (i + 1) % n + 1) < 0 then return false end
  end
  return true
end

-- ---- triangles --------------------------------------------------------------------------------

-- Whether the corner at `at` of the list `left` is an ear: no other corner lies in its triangle.
local function is_ear(points, left, at)
  local n = #left
  local a, b, c = left[(at - 2) % n + 1], left[at], left[at % n + 1]
  if turn(points, a, b, c) <= 0 then return false end
  for _, p in ipairs(left) do
    if p ~= a and p ~= b and p ~= c and turn(points, a, b, p) >= 0 and turn(points, b, c, p) >= 0
      and turn(points, c, a, p) >= 0 then
      return false
    end
  end
  return true
end

local function is_flat(points, left, at)
  local n = #left
  return turn(points, left[(at - 2) % n + 1], left[at], left[at % n + 1]) == 0
end

-- Ear after ear is cut off; nil where there is none, since edges touch or lie on each other.
local function triangles_of(points)
  local left, list = {}, {}
  for i = 1, math.floor(#points / 2) do left[i] = i end
  while #left > 3 do
    local found
    for at = 1, #left do
      if is_flat(points, left, at) or is_ear(points, left, at) then
        found = at
        break
      end
    end
    if not found then return nil end
    local n = #left
    local a, b, c = left[(found - 2) % n + 1], left[found], left[found % n + 1]
    if not is_flat(points, left, found) then
      list[#list + 1] = { points[2 * a - 1], points[2 * a], points[2 * b - 1], points[2 * b],
        points[2 * c - 1], points[2 * c] }
    end
    table.remove(left, found)
  end
  local a, b, c = left[1], left[2], left[3]
  list[#list + 1] = { points[2 * a - 1], points[2 * a], points[2 * b - 1], points[2 * b],
    points[2 * c - 1], points[2 * c] }
  return list
end

-- ---- clipping ---------------------------------------------------------------------------------

-- Whether a part lies to the left of a line: its corner farthest away from it says so.
local function is_left(part, x1, y1, dx, dy)
  local most = 0
  for i = 1, #part, 2 do
    local d = dx * (part[i + 1] - y1) - dy * (part[i] - x1)
    if math.abs(d) > math.abs(most) then most = d end
  end
  return most > 0
end

-- Adds what of `points` is outside of a convex polygon to `outside`, and the rest to `inside`.
local function split(points, convex, least, outside, inside)
  local rest, n = { points }, math.floor(#convex / 2)
  for i = 1, n do
    local x1, y1 = convex[2 * i - 1], convex[2 * i]
    local k = i % n + 1
    local x2, y2 = convex[2 * k - 1], convex[2 * k]
    local kept = {}
    for _, part in ipairs(x1 == x2 and y1 == y2 and {} or rest) do
      for _, piece in ipairs(cut.parts(part, x1, y1, x2, y2)) do
        local list = is_left(piece, x1, y1, x2 - x1, y2 - y1) and kept or outside
        if math.abs(cut.area(piece)) > least then list[#list + 1] = piece end
      end
    end
    if x1 ~= x2 or y1 ~= y2 then rest = kept end
  end
  portable.move(rest, 1, #rest, #inside + 1, inside)
end

-- Where the two do not meet nothing is cut.
local function meets(points, convex)
  local least = SLIVER * math.abs(cut.area(points))
  local outside, inside = {}, {}
  split(points, convex, least, outside, inside)
  return #inside > 0, outside, inside
end

-- Where two edges cross, #i and #j; nil: nowhere. Edges that share a corner do not.
local function crossing(points)
  local n = math.floor(#points / 2)
  for i = 1, n - 2 do
    for j = i + 2, i == 1 and n - 1 or n do
      local k, l = i % n + 1, j % n + 1
      if turn(points, i, k, j) * turn(points, i, k, l) < 0
        and turn(points, j, l, i) * turn(points, j, l, k) < 0 then
        return i, j
      end
    end
  end
end

local function check_polygon(arg, points)
  check.points(arg, points)
  if #points < 6 then
    check.fail(arg, "at least 3 points expected, got %d", math.floor(#points / 2))
  end
  local i, j = crossing(points)
  if i then check.fail(arg, "points cross between #%d and #%d", i, j) end
  if cut.area(points) == 0 then check.fail(arg, "the points lie on one line") end
end

local function both(points, other)
  check_polygon(1, points)
  check_polygon(2, other)
  local hole = counter_clockwise(other)
  local pieces = is_convex(hole) and { hole } or triangles_of(hole)
  if not pieces then check.fail(2, "its edges touch") end
  local outside, inside = { counter_clockwise(points) }, {}
  for _, piece in ipairs(pieces) do
    local left = {}
    for _, part in ipairs(outside) do
      local any, out, within = meets(part, piece)
      if any then
        portable.move(out, 1, #out, #left + 1, left)
        portable.move(within, 1, #within, #inside + 1, inside)
      else
        left[#left + 1] = part
      end
    end
    outside = left
  end
  return outside, inside
end

--- What of a simple polygon is outside of another one.
function clip.difference(points, other) return (both(points, other)) end

--- What is inside of both.
function clip.intersection(points, other) return (select(2, both(points, other))) end

return clip
