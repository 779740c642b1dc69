-- cairn.scene.hand: what the tools of a window do to a running scene: bodies that are drawn, joints
-- between what is clicked, pushes, copies, cuts, and all of it taken back and done again.
--
-- An act is a word and plain numbers in metres, so recordings and timelines hold it as an entry of
-- the journal; what lies under a point is found out here. Each is one step of cairn.scene.undo.
-- Not here: the mouse and what is drawn while it moves (src/view/tools.c).

local drive = require "cairn.scene.drive"
local geometry = require "cairn.geometry"
local kind_of = require "cairn.words.kind"
local made = require "cairn.scene.made"
local nearest = require "cairn.words.nearest"
local pile = require "cairn.scene.pile"
local sorted_keys = require "cairn.words.sorted"
local undo = require "cairn.scene.undo"

local Hand = {}

local LEAST <const> = 1e-3         -- m, of what is drawn: less was a click
local SPRING <const> = { hertz = 2, damping = 0.2 }
local RADIUS <const> = 0.02        -- m, half the thickness of a chain
local NOBODY <const> = "nothing lies there"

-- ---- what lies where --------------------------------------------------------------------------

-- The upmost body at a point, as it is drawn, and the one below it; nil for none.
local function two_at(world, x, y)
  local top, under, high, low = nil, nil, 0, 0
  for shape in world:query_point(x, y) do
    local body, id = shape:body(), shape:id()
    if body == top then
      high = math.max(high, id)
    elseif id > high then
      top, under, high, low = body, top, id, high
    elseif body ~= under and id > low then
      under, low = body, id
    end
  end
  return top, under
end

-- What a joint is to hold that goes from one point to another: a (nil: the ground), b, and whether
-- b is where it starts; or nothing and a sentence.
local function pair_at(world, x1, y1, x2, y2)
  local a, b, turned
  if x1 == x2 and y1 == y2 then
    b, a = two_at(world, x1, y1)
  else
    a, b = two_at(world, x1, y1), two_at(world, x2, y2)
    if b == nil then a, b, turned = nil, a, true end
  end
  if b == nil then return nil, nil, nil, NOBODY end
  if a == b then return nil, nil, nil, "both ends lie on the same body" end
  return a, b, turned
end

local function nearest_joint(world, x, y, reach)
  local best, least
  for joint in world:joints() do
    local ok, ax, ay, bx, by = pcall(joint.anchors, joint)
    if ok and ax then
      local d = math.min((ax - x) ^ 2 + (ay - y) ^ 2, (bx - x) ^ 2 + (by - y) ^ 2)
      if d <= reach ^ 2 and d < (least or math.huge) then best, least = joint, d end
    end
  end
  return best
end

-- ---- what is made and removed -----------------------------------------------------------------

local function note_made(s, thing, kind)
  table.insert(pile.of(s).made, { kind = kind, id = thing:id() })
end

local function was_made(s, kind, id)
  for i, entry in ipairs(pile.of(s).made) do
    if entry.kind == kind and entry.id == id then return i end
  end
end

-- Before it goes: what a hand has made is forgotten, what the script has made is written down.
local function note_removed(s, thing, kind)
  local p = pile.of(s)
  local i = was_made(s, kind, thing:id())
  if i then
    table.remove(p.made, i)
    return
  end
  local name = thing.name and thing:name()
  local alone = name and s.live_world:find(name) == thing and name or nil
  table.insert(p.removed, kind == "joint" and not alone
    and ("world:joint(%d)"):format(thing:id()) or made.call_of(thing:id(), alone))
end

local function remove_body(s, body)
  for joint in body:joints() do
    local i = was_made(s, "joint", joint:id())
    if i then table.remove(pile.of(s).made, i) end
  end
  note_removed(s, body, "body")
  body:destroy()
end

local function drawn(s, body)
  note_made(s, body, "body")
  return ("#%d"):format(body:id()), body:id()
end

-- ---- acts: what each does, and a sentence; nil and why it does nothing ------------------------

local ACTS = {}
local TAKES = {} -- how many numbers an act takes, of two counts either; or LIST, of them
local LIST <const> = "list of numbers"

TAKES.circle = { 3 }
function ACTS.circle(s, x, y, radius)
  if radius < LEAST then return nil, "drag from the middle to the rim" end
  return drawn(s, s.live_world:circle { x = x, y = y, radius = radius })
end

TAKES.box = { 4 }
function ACTS.box(s, x1, y1, x2, y2)
  local w, h = math.abs(x2 - x1), math.abs(y2 - y1)
  if w < LEAST or h < LEAST then return nil, "drag from corner to corner" end
  return drawn(s, s.live_world:box { x = (x1 + x2) / 2, y = (y1 + y2) / 2, w = w, h = h })
end

local function simpler(points, tolerance, closed)
  if not tolerance or tolerance <= 0 or #points < 6 then return points end
  return geometry.simplify(points, tolerance, closed)
end

-- Points as the world has them, about their middle.
local function around_middle(points)
  local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
  for i = 1, #points, 2 do
    x1, x2 = math.min(x1, points[i]), math.max(x2, points[i])
    y1, y2 = math.min(y1, points[i + 1]), math.max(y2, points[i + 1])
  end
  local x, y, moved = (x1 + x2) / 2, (y1 + y2) / 2, {}
  for i = 1, #points, 2 do moved[i], moved[i + 1] = points[i] - x, points[i + 1] - y end
  return moved, x, y
end

-- tolerance: corners that are so near to the line between others are left out, as those of a path
-- that a mouse has drawn.
TAKES.polygon = LIST
function ACTS.polygon(s, points, tolerance)
  points = simpler(points, tolerance, true)
  if #points < 6 then return nil, "a polygon has at least three corners" end
  local moved, x, y = around_middle(points)
  return drawn(s, s.live_world:polygon { x = x, y = y, points = moved })
end

-- closed, not 0: its last corner is joined to the first.
TAKES.chain = LIST
function ACTS.chain(s, points, closed, tolerance)
  closed = closed ~= nil and closed ~= 0
  points = simpler(points, tolerance, closed)
  if #points < 4 then return nil, "a chain has at least two corners" end
  local moved, x, y = around_middle(points)
  return drawn(s, s.live_world:chain { x = x, y = y, points = moved, radius = RADIUS,
    loop = closed })
end

local function joined(s, kind, x1, y1, x2, y2, keys)
  local a, b, turned, why = pair_at(s.live_world, x1, y1, x2, y2)
  if why then return nil, why end
  keys.a, keys.b = a, b
  if keys.from and turned then keys.from, keys.to = keys.to, keys.from end
  note_made(s, s.live_world[kind](s.live_world, keys), "joint")
  return ("between #%d and %s"):format(b:id(), a and "#" .. a:id() or "the ground")
end

-- One point joins the two bodies that lie there.
TAKES.hinge = { 2, 4 }
function ACTS.hinge(s, x1, y1, x2, y2)
  return joined(s, "revolute", x1, y1, x2 or x1, y2 or y1, { at = { x1, y1 } })
end

TAKES.weld = { 2, 4 }
function ACTS.weld(s, x1, y1, x2, y2)
  return joined(s, "weld", x1, y1, x2 or x1, y2 or y1, { at = { x1, y1 } })
end

local function stretched(s, x1, y1, x2, y2, keys)
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  if length < LEAST then return nil, "drag from one body to another" end
  keys.from, keys.to, keys.max = { x1, y1 }, { x2, y2 }, keys.max and length
  return joined(s, "distance", x1, y1, x2, y2, keys)
end

TAKES.rope = { 4 }
function ACTS.rope(s, x1, y1, x2, y2) return stretched(s, x1, y1, x2, y2, { max = 0 }) end

TAKES.spring = { 4 }
function ACTS.spring(s, x1, y1, x2, y2)
  local spring = { hertz = SPRING.hertz, damping = SPRING.damping }
  return stretched(s, x1, y1, x2, y2, { spring = spring })
end

-- A weld to the ground, or the end of one.
TAKES.pin = { 2 }
function ACTS.pin(s, x, y)
  local body = two_at(s.live_world, x, y)
  if not body then return nil, NOBODY end
  for joint in body:joints() do
    local a, b = joint:bodies()
    if joint:type() == "weld" and (a == s.live_world:ground() or b == s.live_world:ground()) then
      note_removed(s, joint, "joint")
      joint:destroy()
      return ("#%d is free"):format(body:id())
    end
  end
  note_made(s, s.live_world:weld { b = body, at = { x, y } }, "joint")
  return ("#%d is held"):format(body:id())
end

-- A change of velocity of the body at the first point: a metre of the way is 1 m/s.
TAKES.nudge = { 4 }
function ACTS.nudge(s, x1, y1, x2, y2)
  local body = two_at(s.live_world, x1, y1)
  if not body then return nil, NOBODY end
  local kind = body:type()
  if kind ~= "dynamic" then return nil, ("a %s body cannot be pushed"):format(kind) end
  local vx, vy = x2 - x1, y2 - y1
  if vx == 0 and vy == 0 then return nil, "drag to where it is to go" end
  body:wake()
  body:apply_impulse(body:mass() * vx, body:mass() * vy, x1, y1)
  return ("%.3g m/s"):format(math.sqrt(vx * vx + vy * vy))
end

TAKES.duplicate = { 3 }
function ACTS.duplicate(s, id, dx, dy)
  local world, i = s.live_world, 0
  local body = world:body(id)
  if not body then return nil, NOBODY end
  local nth
  for other in world:bodies() do
    i = i + 1
    if other == body then nth = i end
  end
  local keys = world:describe().bodies[nth]
  if keys.mover then return nil, "a mover's body cannot be copied" end
  local shapes = keys.shapes or {}
  keys.shapes, keys.name = nil, nil
  local x, y = body:position()
  keys.x, keys.y = x + dx, y + dy
  local copy = world:body(keys)
  for _, shape in ipairs(shapes) do
    local kind = shape.kind
    shape.kind, shape.id = nil, nil
    copy["add_" .. kind](copy, shape)
  end
  return drawn(s, copy)
end

-- The joint within reach of the point, else the body on it.
TAKES.delete = { 3 }
function ACTS.delete(s, x, y, reach)
  local joint = nearest_joint(s.live_world, x, y, reach)
  if joint then return ACTS.remove_joint(s, joint:id()) end
  local body = two_at(s.live_world, x, y)
  if not body then return nil, NOBODY end
  return ACTS.remove(s, body:id())
end

TAKES.remove = { 1 }
function ACTS.remove(s, id)
  local body = s.live_world:body(id)
  if not body then return nil, NOBODY end
  local text = tostring(body):gsub("^cairn%.", "")
  remove_body(s, body)
  return text
end

TAKES.remove_joint = { 1 }
function ACTS.remove_joint(s, id)
  local joint = s.live_world:joint(id)
  if not joint then return nil, "there is no such joint" end
  local text = tostring(joint):gsub("^cairn%.", "")
  note_removed(s, joint, "joint")
  joint:destroy()
  return text
end

-- Bodies that a line from one point to another goes through, in the order of their ids.
local function crossed(world, x1, y1, x2, y2)
  local met = {}
  for shape in world:raycast_all(x1, y1, x2, y2) do met[shape:body()] = true end
  for _, x in ipairs { { x1, y1 }, { x2, y2 } } do -- one that it ends in has not been cut through
    for shape in world:query_point(x[1], x[2]) do met[shape:body()] = nil end
  end
  local list = {}
  for body in world:bodies "dynamic" do
    if met[body] then list[#list + 1] = body end
  end
  return list
end

local function side(ax, ay, bx, by, x, y) return (bx - ax) * (y - ay) - (by - ay) * (x - ax) end

-- Ropes, springs and rods that the line crosses.
local function cut_ropes(s, x1, y1, x2, y2)
  local list = {}
  for joint in s.live_world:joints() do
    if joint:type() == "distance" then
      local ax, ay, bx, by = joint:anchors()
      if side(x1, y1, x2, y2, ax, ay) * side(x1, y1, x2, y2, bx, by) < 0
        and side(ax, ay, bx, by, x1, y1) * side(ax, ay, bx, by, x2, y2) < 0 then
        list[#list + 1] = joint
      end
    end
  end
  for _, joint in ipairs(list) do
    note_removed(s, joint, "joint")
    joint:destroy()
  end
  return #list
end

local CAN_BE_CUT <const> = { box = true, polygon = true, circle = true }

-- How many parts it has become; nil when it is not cut.
local function cut_body(s, body, x1, y1, x2, y2)
  local shape, count = body:shape(), 0
  for _ in body:shapes() do count = count + 1 end
  if count ~= 1 or not CAN_BE_CUT[shape:kind()] then return nil end
  local joints = {}
  for joint in body:joints() do joints[#joints + 1] = joint:id() end
  local id, name = body:id(), body:name()
  local alone = name and s.live_world:find(name) == body and name or nil
  local by_hand = was_made(s, "body", id)
  local parts = geometry.cut(shape, x1, y1, x2, y2)
  if not parts then return nil end
  local p = pile.of(s)
  for _, joint in ipairs(joints) do -- they went with it
    local i = was_made(s, "joint", joint)
    if i then table.remove(p.made, i) end
  end
  by_hand = by_hand and was_made(s, "body", id)
  if by_hand then
    table.remove(p.made, by_hand)
  else
    table.insert(p.removed, made.call_of(id, alone))
  end
  for _, part in ipairs(parts) do note_made(s, part, "body") end
  return #parts
end

TAKES.cut = { 4 }
function ACTS.cut(s, x1, y1, x2, y2)
  if x1 == x2 and y1 == y2 then return nil, "drag a line through what is to be cut" end
  local ropes, bodies, parts = cut_ropes(s, x1, y1, x2, y2), 0, 0
  for _, body in ipairs(crossed(s.live_world, x1, y1, x2, y2)) do
    local n = cut_body(s, body, x1, y1, x2, y2)
    if n then bodies, parts = bodies + 1, parts + n end
  end
  if ropes + bodies == 0 then return nil, "nothing there can be cut" end
  local said = {}
  if bodies > 0 then
    said[1] = ("%d %s into %d parts"):format(bodies, bodies == 1 and "body" or "bodies", parts)
  end
  if ropes > 0 then said[#said + 1] = ("%d joint%s"):format(ropes, ropes == 1 and "" or "s") end
  return table.concat(said, ", ")
end

-- The mouse begins to drag a body: what it does then is told tick by tick (Journal:pull).
TAKES.grab = { 1 }
function ACTS.grab(s, id)
  if not s.live_world:body(id) then return nil, NOBODY end
  return ("#%d"):format(id)
end

local function need_argument(name, i, value, kind, what)
  if type(value) == kind then return end
  error(("bad argument #%d to 'hand' (%s: %s expected, got %s)"):format(i + 1, name, what,
    kind_of(value)), 4)
end

local function need_arguments(name, ...)
  local counts = TAKES[name]
  if counts == LIST then need_argument(name, 1, (...), "table", LIST) end
  if type(counts) ~= "table" then return end
  local n = counts[1]
  for i = n + 1, counts[2] or n do
    if (select(i, ...)) ~= nil then n = counts[2] end
  end
  for i = 1, n do need_argument(name, i, (select(i, ...)), "number", "number") end
end

-- ---- doing them -------------------------------------------------------------------------------

-- What a constructor refused, without whose line that was.
local function short(message)
  return (tostring(message):gsub("^[^\n:]*:%d+: ", ""):gsub("^bad argument #%d to ", ""))
end

local function act(self, name, ...)
  local lasting, why = undo.before(self, name)
  local ok, said, more = pcall(ACTS[name], self, ...)
  if ok and said then
    if not lasting then said = ("%s (cannot be undone: %s)"):format(said, why) end
    return true, ("%s: %s"):format(name:gsub("_.*", ""), said), more
  end
  if lasting then undo.nothing(self) end
  return false, short(ok and more or said)
end

--- An act of a tool, or "undo" or "redo". True and a sentence of what was done, or false and a
--- sentence of why not; then the id of a body that was made.
function Hand:hand(name, ...)
  drive.need_scene(self, "hand")
  drive.need("hand", 1, name, "string")
  local known = ACTS[name] or undo[name] and (name == "undo" or name == "redo")
  if not known then
    error(("bad argument #1 to 'hand' (there is no act '%s'%s)"):format(name,
      nearest.hint(name, sorted_keys(ACTS))), 2)
  end
  need_arguments(name, ...)
  self:note("hand", name, ...)
  if not self.live_world then return false, "there is no world" end
  if (self.depth or 0) > 0 then return false, "the script is running" end
  if not ACTS[name] then return undo[name](self) end
  return act(self, name, ...)
end

--- What was made by hand, as lines for the end of scene.load; nil when nothing was.
function Hand:made_as_lua()
  if not self.live_world then return nil end
  local ids, p = { bodies = {}, joints = {} }, pile.of(self)
  for _, entry in ipairs(p.made) do
    local list = entry.kind == "body" and ids.bodies or ids.joints
    list[#list + 1] = entry.id
  end
  return made.lines(self.live_world, ids, p.removed)
end

return Hand
