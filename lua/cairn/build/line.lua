-- cairn.build.line: links in a row: a rope, a chain of steel, a bridge of planks.
--
-- All three are bodies from point to point of a path, hinged where they meet. The path is straight,
-- or a parabola when it hangs: a slack of 0.1 makes it a tenth longer than the way from end to end.
-- Each end is hinged to a body, to the ground, or to nothing.

local cairn = require "cairn"
local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"

local Line = thing.class()

local line = {}

-- ---- the path ---------------------------------------------------------------------------------

-- How long the parabola y = 4 depth t (1 - t) is over a way of 1, by Simpson's rule.
local function parabola_length(depth)
  local n, sum = 64, 0
  for i = 0, n do
    local slope = 4 * depth * (1 - 2 * i / n)
    local weight = (i == 0 or i == n) and 1 or i % 2 == 1 and 4 or 2
    sum = sum + weight * math.sqrt(1 + slope * slope)
  end
  return sum / (3 * n)
end

-- How deep the parabola hangs that is longer than its way by this share; bisection.
local function depth_of(slack)
  if slack == 0 then return 0 end
  local low, high = 0, 1 + slack
  for _ = 1, 60 do
    local middle = (low + high) / 2
    if parabola_length(middle) < 1 + slack then low = middle else high = middle end
  end
  return (low + high) / 2
end

-- Points of the path at equal distances along it, flat: count + 1 of them. Sagging is along
-- gravity; where there is none it is downwards.
local function path(values, world, count)
  local x1, y1 = values.from[1], values.from[2]
  local dx, dy = values.to[1] - x1, values.to[2] - y1
  local way = math.sqrt(dx * dx + dy * dy)
  local gx, gy = world:gravity()
  local g = math.sqrt(gx * gx + gy * gy)
  if g == 0 then gx, gy, g = 0, -1, 1 end
  local depth = depth_of(values.slack) * way
  local function at(t)
    local sag = 4 * depth * t * (1 - t)
    return x1 + dx * t + sag * gx / g, y1 + dy * t + sag * gy / g
  end
  -- walk it in small straight pieces, and set a point wherever a link is full
  local pieces = 16 * count
  local lengths, total = {}, 0
  local px, py = at(0)
  for i = 1, pieces do
    local x, y = at(i / pieces)
    lengths[i] = math.sqrt((x - px) ^ 2 + (y - py) ^ 2)
    total, px, py = total + lengths[i], x, y
  end
  local points, walked, piece = { x1, y1 }, 0, 1
  for i = 1, count - 1 do
    local wanted = total * i / count
    while walked + lengths[piece] < wanted do
      walked, piece = walked + lengths[piece], piece + 1
    end
    local t = (piece - 1 + (wanted - walked) / lengths[piece]) / pieces
    points[2 * i + 1], points[2 * i + 2] = at(t)
  end
  points[2 * count + 1], points[2 * count + 2] = x1 + dx, y1 + dy
  return points
end

-- ---- links ------------------------------------------------------------------------------------

local function hinge(self, a, b, x, y)
  local values = self.values
  self:join("revolute", {
    a = a, b = b, at = { x, y }, break_force = values.break_force,
    spring = values.stiff > 0 and { hertz = values.stiff, damping = 1 } or nil,
  })
end

-- add(self, body, i, length) gives the i-th link its shape, along x about the body's origin.
local function make(self, values, world, count, add)
  local points = path(values, world, count)
  local last = values.a
  for i = 1, count do
    local x1, y1, x2, y2 = table.unpack(points, 2 * i - 1, 2 * i + 2)
    local body = self:add_body {
      x = (x1 + x2) / 2, y = (y1 + y2) / 2, angle = cairn.atan2(y2 - y1, x2 - x1),
      angular_damping = values.damping,
    }
    add(self, body, i, math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2))
    if i > 1 or values.a then hinge(self, last or nil, body, x1, y1) end
    last = body
  end
  if values.b then hinge(self, last, values.b, points[2 * count + 1], points[2 * count + 2]) end
end

local function way_of(values)
  local dx, dy = values.to[1] - values.from[1], values.to[2] - values.from[2]
  return math.sqrt(dx * dx + dy * dy)
end

-- The ends that were not named, and how many links there are.
local function settle(values, world, free, link)
  if way_of(values) == 0 then return "field 'to': must be another point than 'from'" end
  if values.a == nil then values.a = world:ground() end
  if values.b == nil then values.b = not free and world:ground() end
  if not values.links then
    local wanted = math.ceil(way_of(values) * (1 + values.slack) / link)
    values.links = math.min(math.max(wanted, 2), 200)
  end
end

--- The sum of its links as they are, m; what broke leaves no gap here.
function Line:length()
  local sum = 0
  for _, body in ipairs(self.bodies) do
    local x1, y1 = body:to_world(-self.link / 2, 0)
    local x2, y2 = body:to_world(self.link / 2, 0)
    sum = sum + math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  end
  return sum
end

--- Where its two ends are: x1, y1, x2, y2.
function Line:ends()
  local x1, y1 = self.bodies[1]:to_world(-self.link / 2, 0)
  local x2, y2 = self.bodies[#self.bodies]:to_world(self.link / 2, 0)
  return x1, y1, x2, y2
end

local function fields(own)
  local list = {
    { "from", keys.pair, keys.REQUIRED },
    { "to", keys.pair, keys.REQUIRED },
    { "links", keys.count(1) },
    { "slack", keys.not_negative, 0 },
    { "a", keys.body },
    { "b", keys.body },
    { "collide", keys.boolean, false },
    { "break_force", keys.limit },
    { "stiff", keys.not_negative, 0 },
    { "damping", keys.not_negative, 0.1 },
  }
  return table.move(own, 1, #own, #list + 1, list)
end

-- ---- three kinds ------------------------------------------------------------------------------

line.rope = thing.builder("rope", fields { { "radius", keys.positive, 0.05 } }, Line,
  function(self, values, world)
    local fault = settle(values, world, true, 5 * values.radius)
    if fault then return fault end
    make(self, values, world, values.links, function(_, body, _, length)
      self.link = length
      self:add_capsule(body, { x1 = -length / 2, y1 = 0, x2 = length / 2, y2 = 0,
        radius = values.radius })
    end)
  end)

-- Links seen from the broad side and from the narrow one in turns.
line.chain = thing.builder("chain", fields { { "width", keys.positive, 0.24 } }, Line,
  function(self, values, world)
    local width = values.width
    local fault = settle(values, world, true, 1.6 * width)
    if fault then return fault end
    values.density = values.density or 8
    make(self, values, world, values.links, function(_, body, i, length)
      self.link = length
      local radius = (i % 2 == 1 and width or width / 3) / 2
      local half = math.max(length / 2 + width / 6, radius + width / 100)
      self:add_capsule(body, { x1 = radius - half, y1 = 0, x2 = half - radius, y2 = 0,
        radius = radius })
    end)
  end)

line.bridge = thing.builder("bridge", fields { { "thickness", keys.positive, 0.15 } }, Line,
  function(self, values, world)
    local fault = settle(values, world, false, 4 * values.thickness)
    if fault then return fault end
    values.density = values.density or 4
    values.friction = values.friction or 0.8
    make(self, values, world, values.links, function(_, body, _, length)
      self.link = length
      self:add_box(body, { w = length, h = values.thickness })
    end)
  end)

return line
