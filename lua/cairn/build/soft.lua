-- cairn.build.soft: a soft body: a ring of capsules, hollow (donut) or with a springy core (blob).
--
-- The ring's capsules are welded end to end, softly in angle and rigidly in place, so its length
-- stays and only its form gives. A blob has a disc in the middle besides, on springs to each
-- capsule. Its area is that of the polygon through the places where capsules meet.

local cairn = require "cairn"
local keys = require "cairn.build.keys"
local thing = require "cairn.build.thing"

local Soft = thing.class()

local FIELDS = {
  { "x", keys.number, 0 },
  { "y", keys.number, 0 },
  { "radius", keys.positive, 1 },
  { "kind", keys.one_of { "blob", "donut" }, "blob" },
  { "parts", keys.count(5), 16 },
  { "thickness", keys.positive },
  { "hertz", keys.positive },
  { "damping", keys.not_negative, 0.5 },
  { "collide", keys.boolean, false },
  { "break_force", keys.limit },
}

-- Corner i of n, on the ring's middle line about the origin.
local function corner(i, n, radius)
  local angle = 2 * math.pi * (i % n) / n
  return radius * cairn.cos(angle), radius * cairn.sin(angle)
end

local function add_ring(self, values, radius)
  local n = values.parts
  self.ring = {}
  for i = 1, n do
    local x1, y1 = corner(i - 1, n, radius)
    local x2, y2 = corner(i, n, radius)
    local half = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2) / 2
    local body = self:add_body {
      x = values.x + (x1 + x2) / 2, y = values.y + (y1 + y2) / 2,
      angle = cairn.atan2(y2 - y1, x2 - x1),
    }
    self:add_capsule(body, { x1 = -half, y1 = 0, x2 = half, y2 = 0,
      radius = values.thickness / 2 })
    self.ring[i], self.half = body, half
  end
  for i = 1, n do
    local x, y = corner(i, n, radius)
    self:join("weld", {
      a = self.ring[i], b = self.ring[i % n + 1], at = { values.x + x, values.y + y },
      angular = { hertz = values.hertz, damping = values.damping },
      break_force = values.break_force,
    })
  end
end

local function add_core(self, values, radius)
  local core = self:add_body { x = values.x, y = values.y }
  self:add_circle(core, { radius = radius / 3 })
  self.core = core
  for _, body in ipairs(self.ring) do
    local x, y = body:position()
    self:join("distance", {
      a = core, b = body, from = { values.x, values.y }, to = { x, y },
      spring = { hertz = values.hertz / 2, damping = values.damping },
      break_force = values.break_force,
    })
  end
end

-- What it encloses, m^2.
thing.method(Soft, "area", {}, function(self)
  local sum, px, py, fx, fy = 0, nil, nil, nil, nil
  for _, body in thing.living(self.ring) do
    local x, y = body:to_world(-self.half, 0)
    if px then sum = sum + px * y - x * py else fx, fy = x, y end
    px, py = x, y
  end
  return px and (sum + px * fy - fx * py) / 2 or 0
end)

local function table_or_nil(t)
  if t ~= nil and type(t) ~= "table" then return nil, "table expected, got " .. type(t) end
  return t
end

-- The corners of the ring, flat, in `t` or a new table: pen.polygon draws them.
thing.method(Soft, "outline", { table_or_nil }, function(self, t)
  t = t or {}
  local n = 0
  for _, body in thing.living(self.ring) do
    t[n + 1], t[n + 2] = body:to_world(-self.half, 0)
    n = n + 2
  end
  while rawget(t, n + 1) ~= nil do -- not up to its length, which a metatable may make endless
    n = n + 1
    rawset(t, n, nil)
  end
  return t
end)

-- What keeps the area within a tenth at rest and in a fall from its own height. A ring of more
-- parts has more joints to give way; a smaller one falls as fast and has less room to stop in.
local function default_hertz(values)
  local more = values.parts / 16                       -- no powers: they differ between systems
  local base = values.kind == "blob" and 14 or 45 * more * math.sqrt(more)
  return base / math.sqrt(values.radius)
end

return thing.builder("soft", FIELDS, Soft, function(self, values)
  values.thickness = values.thickness or values.radius / 5
  values.hertz = values.hertz or default_hertz(values)
  local radius = values.radius - values.thickness / 2
  if radius <= 0 then return "field 'thickness': must be < 2 * radius" end
  add_ring(self, values, radius)
  if values.kind == "blob" then add_core(self, values, radius) end
end)
