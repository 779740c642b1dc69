-- Hinges whose gap is measured from outside: where the two bodies' poses put the common point.

local hinge = {}

-- A point of the world in the frame of a body; without one, of the world itself.
local function to_local(body, x, y)
  if not body then return x, y end
  local bx, by, angle = body:state()
  local c, s = math.cos(angle), math.sin(angle)
  return c * (x - bx) + s * (y - by), c * (y - by) - s * (x - bx)
end

local function to_world(body, x, y)
  if not body then return x, y end
  local bx, by, angle = body:state()
  local c, s = math.cos(angle), math.sin(angle)
  return bx + c * x - s * y, by + s * x + c * y
end

--- A revolute joint at x, y between a (nil: the world) and b.
function hinge.new(world, a, b, x, y)
  world:revolute { a = a, b = b, at = { x, y } }
  local ax, ay = to_local(a, x, y)
  local bx, by = to_local(b, x, y)
  return { a = a, b = b, ax = ax, ay = ay, bx = bx, by = by }
end

--- Distance (m) of the two places of the point; infinite where a pose is not finite.
function hinge.gap(h)
  local ax, ay = to_world(h.a, h.ax, h.ay)
  local bx, by = to_world(h.b, h.bx, h.by)
  local gap = math.sqrt((ax - bx) ^ 2 + (ay - by) ^ 2)
  return gap == gap and gap or math.huge
end

--- Sum and largest of the gaps of a list of hinges.
function hinge.gaps(hinges)
  local sum, most = 0, 0
  for _, h in ipairs(hinges) do
    local gap = hinge.gap(h)
    sum, most = sum + gap, math.max(most, gap)
  end
  return sum, most
end

return hinge
