-- cairn.build.line: links in a row: a rope, a chain of steel, a bridge of planks.
--
-- All three are bodies from point to point of a path, hinged where they meet. The path is straight,
-- or a parabola when it hangs: a slack of 0.1 makes it a tenth longer than the way from end to end.
-- Each end is hinged to a body, to the ground, or to nothing.

local cairn = require "cairn"
local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"
local portable = require "cairn.words.portable"

local Line = thing.class()

local line = {}

-- ---- the path ---------------------------------------------------------------------------------

-- From point to point, and how the way hangs: along gravity; where there is none, downwards.
local function way_of(values, world)
  local gx, gy = world:gravity()
  local g = math.sqrt(gx * gx + gy * gy)
  if g == 0 then gx, gy, g = 0, -1, 1 end
  local x, y = values.from[1], values.from[2]
  local dx, dy = values.to[1] - x, values.to[2] - y
  return { x = x, y = y, dx = dx, dy = dy, gx = gx / g, gy = gy / g,
    straight = math.sqrt(dx * dx + dy * dy), depth = 0 }
end

local function place(way, t)
  local sag = 4 * way.depth * t * (1 - t)
  return way.x + way.dx * t + sag * way.gx, way.y + way.dy * t + sag * way.gy
end

-- The lengths of so many straight pieces along it, and their sum.
local function measure(way, pieces)
  local lengths, total = {}, 0
  local px, py = place(way, 0)
  for i = 1, pieces do
    local x, y = place(way, i / pieces)
    lengths[i] = math.sqrt((x - px) ^ 2 + (y - py) ^ 2)
    total, px, py = total + lengths[i], x, y
  end
  return lengths, total
end

-- Let it hang so deep that it is longer by this share; bisection.
local function hang(way, slack)
  if slack == 0 then return end
  local wanted = (1 + slack) * way.straight
  local low, high = 0, wanted
  for _ = 1, 50 do
    way.depth = (low + high) / 2
    local _, total = measure(way, 128)
    if total < wanted then low = way.depth else high = way.depth end
  end
end

-- Points at equal distances along it, flat: count + 1 of them. Walked in small straight pieces, a
-- point wherever a link is full.
local function path(way, count)
  local pieces = 16 * count
  local lengths, total = measure(way, pieces)
  local points, walked, piece = { way.x, way.y }, 0, 1
  for i = 1, count - 1 do
    local wanted = total * i / count
    while walked + lengths[piece] < wanted do
      walked, piece = walked + lengths[piece], piece + 1
    end
    local t = (piece - 1 + (wanted - walked) / lengths[piece]) / pieces
    points[2 * i + 1], points[2 * i + 2] = place(way, t)
  end
  points[2 * count + 1], points[2 * count + 2] = way.x + way.dx, way.y + way.dy
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
local function make(self, values, world, add)
  local count = values.links
  local way = way_of(values, world)
  hang(way, values.slack)
  local points = path(way, count)
  local last = values.a
  self.lengths = {}
  for i = 1, count do
    local x1, y1, x2, y2 = portable.unpack(points, 2 * i - 1, 2 * i + 2)
    local body = self:add_body {
      x = (x1 + x2) / 2, y = (y1 + y2) / 2, angle = cairn.atan2(y2 - y1, x2 - x1),
      angular_damping = values.damping,
    }
    self.lengths[i] = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
    add(self, body, i, self.lengths[i])
    if i > 1 or values.a then hinge(self, last or nil, body, x1, y1) end
    last = body
  end
  if values.b then hinge(self, last, values.b, points[2 * count + 1], points[2 * count + 2]) end
end

-- The ends that were not named, and how many links there are.
local function settle(values, world, free, link)
  local straight = way_of(values, world).straight
  if straight == 0 then return "field 'to': must be another point than 'from'" end
  if values.a == nil then values.a = world:ground() end
  if values.b == nil then values.b = not free and world:ground() end
  if not values.links then
    local wanted = math.ceil(straight * (1 + values.slack) / link)
    values.links = math.min(math.max(wanted, 2), 200)
  end
end

-- The sum of its links, m.
thing.method(Line, "length", {}, function(self)
  local sum = 0
  for i in thing.living(self.bodies) do sum = sum + self.lengths[i] end
  return sum
end)

-- Where its two ends are: x1, y1, x2, y2.
thing.method(Line, "ends", {}, function(self)
  local first, last
  for i in thing.living(self.bodies) do first, last = first or i, i end
  local x1, y1 = self.bodies[first]:to_world(-self.lengths[first] / 2, 0)
  local x2, y2 = self.bodies[last]:to_world(self.lengths[last] / 2, 0)
  return x1, y1, x2, y2
end)

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
  return portable.move(own, 1, #own, #list + 1, list)
end

-- ---- three kinds ------------------------------------------------------------------------------

line.rope = thing.builder("rope", fields { { "radius", keys.positive, 0.05 } }, Line,
  function(self, values, world)
    local fault = settle(values, world, true, 5 * values.radius)
    if fault then return fault end
    make(self, values, world, function(_, body, _, length)
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
    make(self, values, world, function(_, body, i, length)
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
    make(self, values, world, function(_, body, _, length)
      self:add_box(body, { w = length, h = values.thickness })
    end)
  end)

return line
