-- cairn.geometry.cut: simple polygons cut by a line, and shapes of the world with them.
--
-- Crossings are sorted along the line; inside the polygon it runs from each odd one to the next.
-- Each part follows the outline on its own side, and where that ends the line to its partner. A
-- corner exactly on the line counts as left of it, so that each crossing is one. The parts keep
-- place, velocity, density and material of what was cut: mass and momentum stay as they were. What
-- is rounded is cut with its rounding as corners (rounding.lua), and the parts are not rounded.

local check = require "cairn.geometry.check"
local kind_of = require "cairn.words.kind"
local portable = require "cairn.words.portable"
local rounding = require "cairn.geometry.rounding"

local cut = {}

local function area_of(points)
  local sum, n = 0, #points
  for i = 1, n, 2 do
    local j = i + 2 <= n and i + 2 or 1
    sum = sum + points[i] * points[j + 1] - points[j] * points[i + 1]
  end
  return sum / 2
end

-- The outline as a ring of corners and crossings, counter-clockwise; and the crossings.
local function ring_of(points, x1, y1, dx, dy)
  local n, ring, crossings = math.floor(#points / 2), {}, {}
  local turned = area_of(points) < 0
  local function corner(i)
    local k = turned and n - i or i + 1
    return points[2 * k - 1], points[2 * k]
  end
  for i = 0, n - 1 do
    local ax, ay = corner(i)
    local bx, by = corner((i + 1) % n)
    local a = dx * (ay - y1) - dy * (ax - x1)
    local b = dx * (by - y1) - dy * (bx - x1)
    ring[#ring + 1] = { x = ax, y = ay, left = a >= 0 }
    if (a >= 0) ~= (b >= 0) then
      local t = a / (a - b)
      local c = { x = ax + t * (bx - ax), y = ay + t * (by - ay), crossing = true }
      c.along, c.place, c.leaves = dx * c.x + dy * c.y, #ring + 1, a >= 0
      ring[#ring + 1] = c
      crossings[#crossings + 1] = c
    end
  end
  return ring, crossings
end

-- Along the line the outline leaves the left side and comes back to it in turns. Where crossings
-- fall together, at a corner that touches the line, rounding does not say which is the first.
local function take_turns(crossings)
  for i = 1, #crossings do
    local at, leaves = i, i % 2 == 1
    while crossings[at] and crossings[at].leaves ~= leaves do at = at + 1 end
    if crossings[at] and at > i then table.insert(crossings, i, table.remove(crossings, at)) end
  end
end

local function pair(crossings)
  table.sort(crossings, function(a, b)
    if a.along ~= b.along then return a.along < b.along end
    return a.place < b.place
  end)
  take_turns(crossings)
  for i = 1, #crossings - 1, 2 do
    crossings[i].partner, crossings[i + 1].partner = crossings[i + 1], crossings[i]
  end
end

local function add_point(points, p)
  local n = #points
  if n > 0 and points[n - 1] == p.x and points[n] == p.y then return end
  points[n + 1], points[n + 2] = p.x, p.y
end

-- The part that the corner at `first` belongs to.
local function part_from(ring, first)
  local points, at, n = {}, first, #ring
  repeat
    local p = ring[at]
    add_point(points, p)
    if p.crossing then
      add_point(points, p.partner)
      at = p.partner.place
    else
      p.seen = true
    end
    at = at % n + 1
  until at == first
  local m = #points
  if m > 2 and points[1] == points[m - 1] and points[2] == points[m] then
    points[m], points[m - 1] = nil, nil
  end
  return points
end

local function check_line(arg, x1, y1, x2, y2)
  for i, v in ipairs { x1 or false, y1 or false, x2 or false, y2 or false } do
    check.number(arg + i - 1, v)
  end
  if x1 == x2 and y1 == y2 then check.fail(arg, "two different points expected") end
end

local function parts_of(points, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  local length = math.sqrt(dx * dx + dy * dy)
  local ring, crossings = ring_of(points, x1, y1, dx / length, dy / length)
  pair(crossings)
  local parts = {}
  if #crossings == 0 then return { portable.move(points, 1, #points, 1, {}) } end
  for i, p in ipairs(ring) do
    if not p.crossing and not p.seen then parts[#parts + 1] = part_from(ring, i) end
  end
  return parts
end

--- The parts of a simple polygon on both sides of the line through two points.
function cut.points(points, x1, y1, x2, y2)
  check.points(1, points)
  if #points < 6 then
    check.fail(1, "at least 3 points expected, got %d", math.floor(#points / 2))
  end
  check_line(2, x1, y1, x2, y2)
  return parts_of(points, x1, y1, x2, y2)
end

-- For clip.lua.
cut.area, cut.parts = area_of, parts_of

-- ---- shapes of a world ------------------------------------------------------------------------

local STEPS = 32 -- corners of what is round

-- The outline of what can be cut, in the frame of its body; nil and a sentence where it has none.
local OUTLINES = {
  box = function(shape) return rounding.outline((shape:points()), shape:radius()) end,
  polygon = function(shape)
    local points = shape:points()
    if shape:is_hull() then points = require("cairn").hull(points) end
    return rounding.outline(points, shape:radius())
  end,
  circle = function(shape)
    local points, radius = {}, shape:radius()
    for i = 0, STEPS - 1 do
      local a = 2 * math.pi * i / STEPS
      local x, y = require("cairn").cos(a), require("cairn").sin(a)
      points[#points + 1], points[#points + 2] = shape:x() + radius * x, shape:y() + radius * y
    end
    return points
  end,
}

local function keys_of(shape, points, density)
  local t = { points = points, density = density, friction = shape:friction(),
    restitution = shape:restitution(), rolling = shape:rolling(), layer = shape:layer(),
    surface_speed = shape:surface_speed(), group = shape:group(), color = (shape:color()) }
  return t
end

-- How a body moves, and with that velocity a place of it.
local function motion_of(body)
  local vx, vy = body:velocity()
  local cx, cy = body:center()
  return { vx = vx, vy = vy, w = body:angular_velocity(), cx = cx, cy = cy }
end

local function give(part, motion)
  local x, y = part:center()
  part:set_velocity(motion.vx - motion.w * (y - motion.cy), motion.vy + motion.w * (x - motion.cx))
  part:set_angular_velocity(motion.w)
end

local function put(body, keys, motion)
  local world = body:world()
  local x, y = body:position()
  local part = world:body { x = x, y = y, angle = body:angle(), damping = body:damping(),
    angular_damping = body:angular_damping(), gravity_scale = body:gravity_scale(),
    bullet = body:is_bullet(), type = body:type() }
  local ok, made = pcall(part.add_polygon, part, keys)
  if not ok then
    part:destroy()
    return nil, made
  end
  give(part, motion)
  return part
end

local function in_frame(body, x1, y1, x2, y2)
  local ax, ay = body:to_local(x1, y1)
  local bx, by = body:to_local(x2, y2)
  return ax, ay, bx, by
end

-- Area times the middle of a polygon, and its area.
local function moment_of(points)
  local mx, my, area, n = 0, 0, 0, #points
  for i = 1, n, 2 do
    local j = i + 2 <= n and i + 2 or 1
    local double = points[i] * points[j + 1] - points[j] * points[i + 1]
    mx, my = mx + (points[i] + points[j]) * double, my + (points[i + 1] + points[j + 1]) * double
    area = area + double
  end
  return mx / 6, my / 6, area / 2
end

-- Which side of the line a place with that moment is on, in the frame of the body.
local function is_left(x, y, mass, ax, ay, bx, by)
  return (bx - ax) * (y / mass - ay) - (by - ay) * (x / mass - ax) >= 0
end

-- On which side of the line what else the body has lies, taken together.
local function side_of_rest(body, shape, parts, line)
  local mx, my, area, sum = 0, 0, 0, 0
  for _, points in ipairs(parts) do
    local x, y, part = moment_of(points)
    mx, my, area = mx + x, my + y, area + part
  end
  for other in body:shapes() do sum = sum + other:mass() end
  local own, cx, cy = shape:mass(), body:to_local(body:center())
  local rest = sum - own
  if rest <= 0 then return true end
  local x, y = sum * cx - own * mx / area, sum * cy - own * my / area
  return is_left(x, y, rest, portable.unpack(line, 1, 4))
end

local function undo(made)
  for _, thing in ipairs(made) do thing:destroy() end
end

-- Puts the parts in place of the shape: those on one side stay on the body, if it has other shapes.
-- fill, scale: how much denser those are that stay, where corners hold less than what is round, and
-- those that leave, of whose mass the body may have said otherwise. The bodies; or nil and a
-- message, and nothing is changed.
local function replace(body, shape, parts, stays, fill, scale, motion)
  local bodies, kept = {}, {}
  for i, points in ipairs(parts) do
    local made, message
    if stays[i] then
      local keys = keys_of(shape, points, shape:density() * fill)
      local ok, added = pcall(body.add_polygon, body, keys)
      made, message = ok and added or nil, added
      kept[#kept + 1] = made
    else
      made, message = put(body, keys_of(shape, points, shape:density() * scale), motion)
      bodies[#bodies + 1] = made
    end
    if not made then
      undo(bodies)
      undo(kept)
      return nil, message
    end
  end
  return bodies
end

-- The body that a part of it has left: the mass is what is left, and it moves as it did.
local function leave(body, shape, bodies, mass, natural, motion)
  shape:destroy()
  if body:type() ~= "dynamic" then return end
  for _, part in ipairs(bodies) do mass = mass - part:mass() end
  if not natural then body:set_mass(mass) end
  give(body, motion)
end

--- Bodies in place of a shape, and of its body if that has no other; nil where the line does not
--- cross it, and nil and a message where a part would be too small to be a shape.
function cut.shape(shape, x1, y1, x2, y2)
  if kind_of(shape) ~= "cairn.Shape" then
    check.fail(1, "cairn.Shape expected, got %s", kind_of(shape))
  end
  if not shape:is_valid() then check.fail(1, "shape has been destroyed") end
  check_line(2, x1, y1, x2, y2)
  local outline, body = OUTLINES[shape:kind()], shape:body()
  if not outline then check.fail(1, "a %s cannot be cut", shape:kind()) end
  local line = { in_frame(body, x1, y1, x2, y2) }
  local whole, fault = outline(shape)
  if not whole then return nil, fault end
  local parts = parts_of(whole, line[1], line[2], line[3], line[4])
  if #parts < 2 then return nil end
  local natural, count, area = 0, 0, 0
  for other in body:shapes() do natural, count = natural + other:mass(), count + 1 end
  for _, points in ipairs(parts) do area = area + area_of(points) end
  local scale, fill, mass = 1, 1, body:mass()
  if body:type() == "dynamic" then
    scale = mass / natural * shape:mass() / (area * shape:density())
    if shape:radius() > 0 then fill = shape:mass() / (area * shape:density()) end
  end
  local stays, left = {}, count > 1 and side_of_rest(body, shape, parts, line)
  for i, points in ipairs(parts) do
    local x, y, part = moment_of(points)
    stays[i] = count > 1 and is_left(x, y, part, portable.unpack(line, 1, 4)) == left
  end
  local motion = motion_of(body)
  local bodies, message = replace(body, shape, parts, stays, fill, scale, motion)
  if not bodies then return nil, message end
  if count == 1 then
    body:destroy()
    return bodies
  end
  leave(body, shape, bodies, mass, math.abs(mass - natural) <= 1e-6 * natural, motion)
  table.insert(bodies, 1, body)
  return bodies
end

return cut
