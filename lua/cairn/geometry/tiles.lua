-- cairn.geometry.tiles: a map of square tiles, in the world as the few lines around what is solid,
-- that can be dug and filled in play.
--
-- The map is cut into square chunks, each a static body whose chains follow the faces between solid
-- tiles and air; straight faces are one segment however many tiles they span. An edit makes anew
-- the chunks that it touches, and no more: its cost does not grow with the map. Beyond the edge of
-- the map is air. Invariant: a face belongs to the chunk of its solid tile.

local check = require "cairn.geometry.check"

local Map = {}
Map.__index = Map
Map.__name = "cairn.geometry.Map"

local KEYS = { "columns", "rows", "size", "x", "y", "chunk", "solid", "friction",
  "restitution", "rolling", "layer", "color", "radius" }
local SHAPE = { "friction", "restitution", "rolling", "layer", "color", "radius" }

-- The four faces of a tile, each with solid on its left: from a corner to the next one, and which
-- neighbour is behind it. Corners as columns and rows from the lower left of the tile.
local FACES = {
  { 0, 0, 1, 0, 0, -1 }, { 1, 0, 1, 1, 1, 0 }, { 1, 1, 0, 1, 0, 1 }, { 0, 1, 0, 0, -1, 0 },
}

local function is_solid(map, c, r)
  return c >= 1 and r >= 1 and c <= map.columns and r <= map.rows
    and map.solid[(r - 1) * map.columns + c]
end

-- ---- faces into lines -------------------------------------------------------------------------

-- The faces of a chunk by the corner where they begin, those corners in order, and which are ends.
local function collect(map, c1, r1, c2, r2)
  local wide = map.columns + 1
  local from, order, entered = {}, {}, {}
  for r = r1, r2 do
    for c = c1, c2 do
      if is_solid(map, c, r) then
        for _, f in ipairs(FACES) do
          if not is_solid(map, c + f[5], r + f[6]) then
            local a = (r - 1 + f[2]) * wide + c - 1 + f[1]
            local b = (r - 1 + f[4]) * wide + c - 1 + f[3]
            if from[a] then table.insert(from[a], b) else from[a] = { b } end
            entered[b] = (entered[b] or 0) + 1
            order[#order + 1] = a
          end
        end
      end
    end
  end
  return from, order, entered
end

-- Where two tiles meet at a corner alone, lines turn left: around their own tile.
local function step(from, a, dx, dy, wide)
  local list = from[a]
  if not list then return nil end
  local best = 1
  for i = 2, #list do
    local b = list[i]
    local ex, ey = b % wide - a % wide, math.floor(b / wide) - math.floor(a / wide)
    if dx * ey - dy * ex > 0 then best = i end
  end
  local b = table.remove(list, best)
  if #list == 0 then from[a] = nil end
  return b
end

-- One line from a corner on, as corners where it turns; and whether it closes.
local function follow(map, from, first)
  local wide, corners, a, dx, dy = map.columns + 1, { first }, first, 0, 0
  while true do
    local b = step(from, a, dx, dy, wide)
    if not b then break end
    local ex, ey = b % wide - a % wide, math.floor(b / wide) - math.floor(a / wide)
    if ex == dx and ey == dy then corners[#corners] = b else corners[#corners + 1] = b end
    a, dx, dy = b, ex, ey
    if a == first then break end
  end
  local closed = a == first
  if closed then corners[#corners] = nil end -- it is the first again
  if closed and #corners > 2 then            -- the first may lie on a straight face
    local p, q, n = corners[#corners], corners[1], corners[2]
    local ax, ay = q % wide - p % wide, math.floor(q / wide) - math.floor(p / wide)
    local bx, by = n % wide - q % wide, math.floor(n / wide) - math.floor(q / wide)
    if ax * by == ay * bx then table.remove(corners, 1) end
  end
  return corners, closed
end

local function add_chain(map, body, corners, closed)
  local wide, points = map.columns + 1, {}
  for i, at in ipairs(corners) do
    points[2 * i - 1] = map.x + at % wide * map.size
    points[2 * i] = map.y + math.floor(at / wide) * map.size
  end
  local keys = { points = points, loop = closed }
  for _, name in ipairs(SHAPE) do keys[name] = map.keys[name] end
  body:add_chain(keys)
  map.segments = map.segments + #corners - (closed and 0 or 1)
end

-- ---- chunks -----------------------------------------------------------------------------------

local function make(map, i, j)
  local at = j * map.across + i
  local old = map.bodies[at]
  local c1, r1 = i * map.chunk + 1, j * map.chunk + 1
  local c2 = math.min(c1 + map.chunk - 1, map.columns)
  local r2 = math.min(r1 + map.chunk - 1, map.rows)
  map.segments = map.segments - (map.counts[at] or 0)
  local before = map.segments
  local from, order, entered = collect(map, c1, r1, c2, r2)
  local body
  if #order > 0 then
    body = map.world:body { type = "static" }
    for pass = 1, 2 do -- lines that begin at the border of the chunk first, then loops
      for _, a in ipairs(order) do
        local out = from[a]
        if out and (pass == 2 or #out > (entered[a] or 0)) then
          add_chain(map, body, follow(map, from, a))
        end
      end
    end
  end
  map.bodies[at] = body or false
  map.counts[at] = map.segments - before
  if old and old:is_valid() then old:destroy() end
end

-- The chunks that have an edge of the tile, once each.
local function mark(map, chunks, marked, c, r)
  for _, d in ipairs { { 0, 0 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
    local i, j = math.floor((c + d[1] - 1) / map.chunk), math.floor((r + d[2] - 1) / map.chunk)
    local at = j * map.across + i
    if i >= 0 and j >= 0 and i < map.across and j < map.up and not marked[at] then
      marked[at] = true
      chunks[#chunks + 1] = { i, j }
    end
  end
end

local function change(map, x, y, radius, solid)
  local cx, cy = (x - map.x) / map.size + 0.5, (y - map.y) / map.size + 0.5
  local reach, count, chunks, marked = radius / map.size, 0, {}, {}
  local c1, c2 = math.max(1, math.ceil(cx - reach)), math.min(map.columns, math.floor(cx + reach))
  local r1, r2 = math.max(1, math.ceil(cy - reach)), math.min(map.rows, math.floor(cy + reach))
  for r = r1, r2 do
    for c = c1, c2 do
      local at = (r - 1) * map.columns + c
      if (c - cx) ^ 2 + (r - cy) ^ 2 <= reach * reach and map.solid[at] ~= solid then
        map.solid[at] = solid
        count = count + 1
        mark(map, chunks, marked, c, r)
      end
    end
  end
  for _, chunk in ipairs(chunks) do make(map, chunk[1], chunk[2]) end
  return count
end

-- ---- what a script calls ----------------------------------------------------------------------

--- Whether the tile is solid; false beyond the map.
function Map:get(column, row)
  check.map(self)
  check.number(1, column)
  check.number(2, row)
  return is_solid(self, column, row) or false
end

--- The tile at a place of the world: column and row, which may lie beyond the map.
function Map:at(x, y)
  check.map(self)
  check.number(1, x)
  check.number(2, y)
  return math.floor((x - self.x) / self.size) + 1, math.floor((y - self.y) / self.size) + 1
end

function Map:set(column, row, solid)
  check.map(self)
  check.number(1, column)
  check.number(2, row)
  if type(solid) ~= "boolean" then check.fail(3, "boolean expected, got %s", type(solid)) end
  local inside = column >= 1 and column <= self.columns
  if not inside or self.solid[(row - 1) * self.columns + column] == nil then
    check.fail(1, "no tile at column %.14g, row %.14g", column, row)
  end
  local size = self.size
  return change(self, self.x + (column - 0.5) * size, self.y + (row - 0.5) * size, size / 4, solid)
    > 0
end

local function check_disc(x, y, radius)
  check.number(1, x)
  check.number(2, y)
  check.number(3, radius)
  if radius < 0 then check.fail(3, "must be >= 0, got %.14g", radius) end
end

--- Takes away the tiles whose middles are within radius; returns how many there were.
function Map:dig(x, y, radius)
  check.map(self)
  check_disc(x, y, radius)
  return change(self, x, y, radius, false)
end

--- Puts tiles there.
function Map:fill(x, y, radius)
  check.map(self)
  check_disc(x, y, radius)
  return change(self, x, y, radius, true)
end

--- How many segments all its chains have.
function Map:segment_count()
  check.map(self)
  return self.segments
end

--- Its bodies go. False when they had gone before.
function Map:destroy()
  local bodies = self.bodies
  if not bodies then return false end
  for at = 0, self.across * self.up - 1 do
    local body = bodies[at]
    if body and body:is_valid() then body:destroy() end
  end
  self.bodies = nil
  return true
end

return function(world, keys)
  check.world(1, world)
  check.keys(2, keys, KEYS)
  local map = setmetatable({
    world = world, keys = keys, columns = check.count(2, keys, "columns"),
    rows = check.count(2, keys, "rows"), size = check.field(2, keys, "size", 1, 0),
    x = check.field(2, keys, "x", 0), y = check.field(2, keys, "y", 0),
    solid = {}, bodies = {}, counts = {}, segments = 0,
  }, Map)
  local chunk = rawget(keys, "chunk") == nil and 10 or check.count(2, keys, "chunk")
  local solid = rawget(keys, "solid")
  if solid ~= nil and type(solid) ~= "function" then
    check.fail(2, "field 'solid': function expected, got %s", type(solid))
  end
  map.chunk, map.across = chunk, math.floor((map.columns - 1) / chunk) + 1
  map.up = math.floor((map.rows - 1) / chunk) + 1
  for r = 1, map.rows do
    for c = 1, map.columns do
      map.solid[#map.solid + 1] = not solid or (solid(c, r) and true or false)
    end
  end
  for j = 0, map.up - 1 do
    for i = 0, map.across - 1 do make(map, i, j) end
  end
  return map
end
