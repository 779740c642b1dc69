-- cairn.geometry.outline: closed lines around what is solid in a grid of numbers (marching squares;
-- Lorensen and Cline, "Marching Cubes", 1987, in the plane), and fewer points that tell the same
-- (Douglas and Peucker, 1973).
--
-- Beyond the grid nothing is solid: each line closes. Solid is on its left, so that it runs
-- counter-clockwise around what is solid and clockwise around holes. The walk is by rows, then
-- columns: the same grid gives the same lists everywhere.

local check = require "cairn.geometry.check"
local portable = require "cairn.words.portable"

local outline = {}

-- Corners of a cell, as bits: lower left 1, lower right 2, upper right 4, upper left 8. From which
-- of its edges to which a line goes, with the solid corners on its left.
local LINES = {
  { "B", "L" }, { "R", "B" }, { "R", "L" }, { "T", "R" }, nil, { "T", "B" }, { "T", "L" },
  { "L", "T" }, { "B", "T" }, nil, { "R", "T" }, { "L", "R" }, { "B", "R" }, { "L", "B" },
}
-- The same where two corners across from each other are solid: joined in the middle, or not.
local SADDLES = {
  [5] = { [true] = { { "B", "R" }, { "T", "L" } }, [false] = { { "B", "L" }, { "T", "R" } } },
  [10] = { [true] = { { "L", "B" }, { "R", "T" } }, [false] = { { "R", "B" }, { "L", "T" } } },
}

-- ---- fewer points -----------------------------------------------------------------------------

local function off_line(points, i, a, b)
  local ax, ay = points[2 * a - 1], points[2 * a]
  local dx, dy = points[2 * b - 1] - ax, points[2 * b] - ay
  local px, py = points[2 * i - 1] - ax, points[2 * i] - ay
  local length = math.sqrt(dx * dx + dy * dy)
  if length == 0 then return math.sqrt(px * px + py * py) end
  return math.abs(dx * py - dy * px) / length
end

-- Marks the points to keep between two that are kept.
local function mark(points, keep, first, last, tolerance)
  local list = { { first, last } }
  while #list > 0 do
    local a, b = portable.unpack(table.remove(list))
    local most, at = tolerance, nil
    for i = a + 1, b - 1 do
      local off = off_line(points, i, a, b)
      if off > most then most, at = off, i end
    end
    if at then
      keep[at] = true
      list[#list + 1], list[#list + 2] = { a, at }, { at, b }
    end
  end
end

local function kept(points, keep, count)
  local out = {}
  for i = 1, count do
    if keep[i] then out[#out + 1], out[#out + 2] = points[2 * i - 1], points[2 * i] end
  end
  return out
end

local function simplified(points, tolerance, loop)
  local count = math.floor(#points / 2)
  if count < 3 then return portable.move(points, 1, #points, 1, {}) end
  if not loop then
    local keep = { true, [count] = true }
    mark(points, keep, 1, count, tolerance)
    return kept(points, keep, count)
  end
  local far, most = 2, -1 -- a loop is two lines, between its first point and the farthest from it
  for i = 2, count do
    local dx, dy = points[2 * i - 1] - points[1], points[2 * i] - points[2]
    if dx * dx + dy * dy > most then far, most = i, dx * dx + dy * dy end
  end
  local closed = portable.move(points, 1, #points, 1, {})
  closed[#closed + 1], closed[#closed + 2] = points[1], points[2]
  local keep = { true, [far] = true }
  mark(closed, keep, 1, far, tolerance)
  mark(closed, keep, far, count + 1, tolerance)
  return kept(closed, keep, count)
end

--- The points of a line, or of a loop, without those that are within tolerance of what is left.
function outline.simplify(points, tolerance, loop)
  check.points(1, points)
  check.number(2, tolerance)
  if tolerance < 0 then check.fail(2, "must be >= 0, got %.14g", tolerance) end
  return simplified(points, tolerance, loop)
end

-- ---- marching squares -------------------------------------------------------------------------

local function saddle(grid, c, r, bits)
  local middle = (grid:at(c, r) + grid:at(c + 1, r) + grid:at(c, r + 1) + grid:at(c + 1, r + 1)) / 4
  return SADDLES[bits][middle >= grid.level]
end

-- Edges are numbers: those along x are even, those along y odd.
local function edge_of(grid, c, r, name)
  if name == "T" then r = r + 1 elseif name == "R" then c = c + 1 end
  local upright = name == "L" or name == "R"
  return 2 * (r * (grid.columns + 2) + c) + (upright and 1 or 0)
end

local function solid(grid, c, r)
  if c < 1 or r < 1 or c > grid.columns or r > grid.rows then return false end
  return grid:at(c, r) >= grid.level
end

-- Each line from its first edge to its last, and the edges where lines begin, in order.
local function march(grid)
  local follows, starts = {}, {}
  local function add(c, r, line)
    local from = edge_of(grid, c, r, line[1])
    follows[from] = edge_of(grid, c, r, line[2])
    starts[#starts + 1] = from
  end
  for r = 0, grid.rows do
    for c = 0, grid.columns do
      local bits = (solid(grid, c, r) and 1 or 0) + (solid(grid, c + 1, r) and 2 or 0)
        + (solid(grid, c + 1, r + 1) and 4 or 0) + (solid(grid, c, r + 1) and 8 or 0)
      if bits == 5 or bits == 10 then
        for _, line in ipairs(saddle(grid, c, r, bits)) do add(c, r, line) end
      elseif bits > 0 and bits < 15 then
        add(c, r, LINES[bits])
      end
    end
  end
  return follows, starts
end

-- Where the level lies on an edge: of one that leaves the grid at the node inside.
local function crossing(grid, edge)
  local upright, node = edge % 2 == 1, math.floor(edge / 2)
  local c, r = node % (grid.columns + 2), math.floor(node / (grid.columns + 2))
  local c2, r2 = upright and c or c + 1, upright and r + 1 or r
  local function inside(i, j) return i >= 1 and j >= 1 and i <= grid.columns and j <= grid.rows end
  local t
  if not inside(c, r) then t = 1
  elseif not inside(c2, r2) then t = 0
  else
    local a, b = grid:at(c, r), grid:at(c2, r2)
    t = (grid.level - a) / (b - a)
  end
  return grid.x + (c - 1 + t * (c2 - c)) * grid.size, grid.y + (r - 1 + t * (r2 - r)) * grid.size
end

local function loop_from(grid, follows, edge)
  local points = {}
  while follows[edge] do
    local x, y = crossing(grid, edge)
    local n = #points
    if n == 0 or points[n - 1] ~= x or points[n] ~= y then
      points[n + 1], points[n + 2] = x, y
    end
    edge, follows[edge] = follows[edge], nil
  end
  local n = #points
  if n > 2 and points[1] == points[n - 1] and points[2] == points[n] then
    points[n], points[n - 1] = nil, nil
  end
  return points
end

--- Loops around what is solid: where a value is `level` or more.
function outline.outline(keys)
  local grid = check.grid(1, keys)
  local follows, starts = march(grid)
  local loops = {}
  for _, edge in ipairs(starts) do
    local points = simplified(loop_from(grid, follows, edge), grid.tolerance, true)
    if #points >= 6 then loops[#loops + 1] = points end
  end
  return loops
end

return outline
