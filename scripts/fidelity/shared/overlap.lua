-- How deep boxes stand in each other and in the ground, from their poses alone.
--
-- Two boxes by the four normals of their sides (separating axes): the overlap is the least way
-- that parts them, and negative where there is a gap. Only boxes near each other are compared: a
-- grid of cells as wide as a box's diagonal.

local overlap = {}

local function pose(body, w, h)
  local x, y, angle = body:state()
  return { x = x, y = y, c = math.cos(angle), s = math.sin(angle), w = 0.5 * w, h = 0.5 * h }
end

-- The gap between a and b along a unit normal: distance of centres less both half widths.
local function gap_along(a, b, nx, ny)
  local function reach(box)
    return box.w * math.abs(nx * box.c + ny * box.s) + box.h * math.abs(ny * box.c - nx * box.s)
  end
  return math.abs((b.x - a.x) * nx + (b.y - a.y) * ny) - reach(a) - reach(b)
end

local function gap(a, b)
  return math.max(gap_along(a, b, a.c, a.s), gap_along(a, b, -a.s, a.c),
    gap_along(a, b, b.c, b.s), gap_along(a, b, -b.s, b.c))
end

-- The lowest corner above y = 0 and the outermost one within |x| = width / 2.
local function gap_to_bin(box, width)
  local half_w = box.w * math.abs(box.c) + box.h * math.abs(box.s)
  local half_h = box.w * math.abs(box.s) + box.h * math.abs(box.c)
  return math.min(box.y - half_h, 0.5 * width - math.abs(box.x) - half_w)
end

local function cells_of(boxes, size)
  local cells = {}
  for _, box in ipairs(boxes) do
    box.i, box.j = math.floor(box.x / size), math.floor(box.y / size)
    local key = box.i .. " " .. box.j
    cells[key] = cells[key] or {}
    table.insert(cells[key], box)
  end
  return cells
end

-- Visits each pair of near boxes twice, which does not matter to a maximum.
local function least_gap(boxes, cells)
  local least = math.huge
  for _, a in ipairs(boxes) do
    for i = a.i - 1, a.i + 1 do
      for j = a.j - 1, a.j + 1 do
        for _, b in ipairs(cells[i .. " " .. j] or {}) do
          if a ~= b then least = math.min(least, gap(a, b)) end
        end
      end
    end
  end
  return least
end

--- The deepest overlap (m) among bodies that are all boxes of w by h, and with the floor y = 0 and
--- the walls of a bin, `width` apart. Negative: all have a gap. Infinite where one is lost.
function overlap.deepest(bodies, w, h, width)
  local boxes, least = {}, math.huge
  for i, body in ipairs(bodies) do
    boxes[i] = pose(body, w, h)
    if boxes[i].x ~= boxes[i].x or math.abs(boxes[i].x) > 1e9 then return math.huge end
    least = math.min(least, gap_to_bin(boxes[i], width or math.huge))
  end
  return -math.min(least, least_gap(boxes, cells_of(boxes, math.sqrt(w * w + h * h))))
end

return overlap
