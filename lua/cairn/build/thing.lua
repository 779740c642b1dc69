-- cairn.build.thing: what a builder gives back: the bodies, shapes and joints of one soft thing.
--
-- Lists in the order of their making, so walking them is the same in every run. A thing is made
-- whole or not at all: what raises on the way takes back what was there already. Parts of one thing
-- do not meet each other unless told to: they share a negative group that comes from the id of the
-- first body, so it is the same in every run and after a restore.

local keys = require "cairn.build.keys"

local Thing = {}
Thing.__index = Thing

local thing = { Thing = Thing }

local GROUPS = 1 << 30   -- groups from here on are ours: no script counts that far

-- ---- parts ------------------------------------------------------------------------------------

--- A body of this thing. What the first is asked for decides the group of all.
function Thing:add_body(t)
  local body = self.world:body(t)
  self.bodies[#self.bodies + 1] = body
  if not self.group then
    self.group = self.values.group or (not self.values.collide and -GROUPS - body:id()) or nil
  end
  return body
end

-- The caller's keys for shapes go first; what a builder says of a part it says instead.
local function add_shape(self, method, body, t)
  local all = {}
  for _, name in ipairs(keys.SHAPE) do all[name] = self.values[name] end
  all.group = self.group
  for name, value in next, t do all[name] = value end
  local shape = body[method](body, all)
  self.shapes[#self.shapes + 1] = shape
  return shape
end

for _, kind in ipairs { "box", "circle", "capsule", "polygon" } do
  local method = "add_" .. kind
  Thing[method] = function(self, body, t) return add_shape(self, method, body, t) end
end

--- A joint of this thing: kind is the constructor's name.
function Thing:join(kind, t)
  local joint = self.world[kind](self.world, t)
  self.joints[#self.joints + 1] = joint
  return joint
end

-- ---- for scripts ------------------------------------------------------------------------------

--- True while one of its bodies lives.
function Thing:is_valid()
  for _, body in ipairs(self.bodies) do
    if body:is_valid() then return true end
  end
  return false
end

--- Takes all of it out of the world; false when nothing was left.
function Thing:destroy()
  local any = false
  for _, body in ipairs(self.bodies) do any = body:destroy() or any end
  return any
end

function Thing:apply_impulse(ix, iy)
  local mass = self:mass()
  for _, body in ipairs(self.bodies) do
    local share = body:mass() / mass
    body:apply_impulse(ix * share, iy * share)
  end
end

function Thing:set_velocity(vx, vy)
  for _, body in ipairs(self.bodies) do body:set_velocity(vx, vy) end
end

function Thing:mass()
  local sum = 0
  for _, body in ipairs(self.bodies) do sum = sum + body:mass() end
  return sum
end

--- The centre of mass, x, y.
function Thing:center()
  local sum, sx, sy = 0, 0, 0
  for _, body in ipairs(self.bodies) do
    local mass, x, y = body:mass(), body:center()
    sum, sx, sy = sum + mass, sx + mass * x, sy + mass * y
  end
  return sx / sum, sy / sum
end

-- ---- making -----------------------------------------------------------------------------------

-- What C says of the part is said of the builder: its table came from there.
local function retold(name, message)
  message = tostring(message):gsub("^[^\n]-%.lua:%d+: ", "", 1)
  return (message:gsub("^bad argument #1 to '[%w_]+'", ("bad argument #2 to '%s'"):format(name)))
end

--- A subclass of Thing for the methods of one noun.
function thing.class()
  local class = setmetatable({}, { __index = Thing })
  class.__index = class
  return class
end

--- The public function: reads the keys, makes the thing, and takes all back if that fails.
--- make(self, values, world) may return what is wrong with the values, before anything is made.
function thing.builder(name, fields, class, make)
  return function(world, t)
    local fault = keys.world_fault(world)
    if fault then error(("bad argument #1 to '%s' (%s)"):format(name, fault), 2) end
    local values, message = keys.read(fields, world, t)
    if not values then error(("bad argument #2 to '%s' (%s)"):format(name, message), 2) end
    local self = setmetatable({
      world = world, bodies = {}, shapes = {}, joints = {}, values = values,
    }, class)
    local ok, why = pcall(make, self, values, world)
    if ok and not why then return self end
    self:destroy()
    if ok then error(("bad argument #2 to '%s' (%s)"):format(name, why), 2) end
    error(retold(name, why), 2)
  end
end

return thing
