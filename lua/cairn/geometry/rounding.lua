-- cairn.geometry.rounding: the outline of a polygon that is rounded, as corners.
--
-- Each side lies out by the radius. Where two of them turn outwards an arc joins them: it becomes
-- corners, 32 to a whole turn, which lie on it, so that nothing is more than a hundredth of the
-- radius off. Where they turn inwards, or by less than that, they meet.

local rounding = {}

local MOST = 256               -- corners that a polygon may have
local STEPS = { 32, 16, 8 }    -- corners to a whole turn, fewer where there would be too many
local LEAST = 5e-5             -- share of the way to the farthest corner: less is no rounding

local function add(points, x, y) points[#points + 1], points[#points + 2] = x, y end

-- The direction out of the side from corner i to the next one, counter-clockwise.
local function normal(points, i)
  local n = #points
  local j = (i + 1) % n + 1
  local x, y = points[j + 1] - points[i + 1], points[i] - points[j]
  local length = math.sqrt(x * x + y * y)
  return x / length, y / length
end

-- From the side with direction a around the corner at x, y to that with b; true where it turns
-- inwards.
local function add_corner(outline, x, y, ax, ay, bx, by, radius, step)
  local across, along = ax * by - ay * bx, ax * bx + ay * by
  if across <= 0 or along >= step.cos then
    local out = radius / (1 + along)
    add(outline, x + out * (ax + bx), y + out * (ay + by))
    return across < 0
  end
  repeat
    add(outline, x + radius * ax, y + radius * ay)
    ax, ay = step.cos * ax - step.sin * ay, step.sin * ax + step.cos * ay
  until ax * by - ay * bx <= step.sin / 4 -- the rest is too short to be a side of its own
  add(outline, x + radius * bx, y + radius * by)
end

local function outline_of(points, radius, steps)
  local cairn, angle = require "cairn", 2 * math.pi / steps
  local step = { cos = cairn.cos(angle), sin = cairn.sin(angle) }
  local outline, hollow, n = {}, false, #points
  local ax, ay = normal(points, n - 1)
  for i = 1, n, 2 do
    local bx, by = normal(points, i)
    local inwards = add_corner(outline, points[i], points[i + 1], ax, ay, bx, by, radius, step)
    hollow = hollow or inwards
    ax, ay = bx, by
  end
  return outline, hollow
end

-- On which side of the line from corner i to j of a polygon its corner k lies.
local function side(p, i, j, k)
  return (p[j] - p[i]) * (p[k + 1] - p[i + 1]) - (p[j + 1] - p[i + 1]) * (p[k] - p[i])
end

-- Whether both reach over the same numbers: sides in one line with a gap between them do not.
local function overlap(a, b, c, d)
  return math.max(a, b) >= math.min(c, d) and math.max(c, d) >= math.min(a, b)
end

local function cross(p, i, j, k, l)
  return overlap(p[i], p[j], p[k], p[l]) and overlap(p[i + 1], p[j + 1], p[k + 1], p[l + 1])
    and side(p, i, j, k) * side(p, i, j, l) < 0 and side(p, k, l, i) * side(p, k, l, j) < 0
end

-- Whether two sides that are not neighbours cross.
local function is_crossed(points)
  local n = #points
  for i = 1, n - 4, 2 do
    for k = i + 4, i == 1 and n - 3 or n - 1, 2 do
      if cross(points, i, i + 2, k, (k + 1) % n + 1) then return true end
    end
  end
  return false
end

local function turned(points)
  local list = {}
  for i = #points - 1, 1, -2 do add(list, points[i], points[i + 1]) end
  return list
end

--- The outline of a simple polygon with that rounding, in m. Nil and a sentence where it fills a
--- hollow of the polygon, so that it is not simple.
function rounding.outline(points, radius)
  local area, reach = 0, 0
  for i = 1, #points, 2 do
    local j = (i + 1) % #points + 1
    area = area + points[i] * points[j + 1] - points[j] * points[i + 1]
    reach = math.max(reach, math.abs(points[i]), math.abs(points[i + 1]))
  end
  if radius <= LEAST * reach then return points end
  if area < 0 then points = turned(points) end
  local outline, hollow
  for _, steps in ipairs(STEPS) do
    outline, hollow = outline_of(points, radius, steps)
    if #outline <= 2 * MOST then break end
  end
  if hollow and is_crossed(outline) then return nil, "its rounding fills a hollow of it" end
  return outline
end

return rounding
