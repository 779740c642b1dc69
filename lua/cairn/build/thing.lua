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

local classes = { [Thing] = Thing }   -- by metatable

local GROUPS = 0x40000000 -- groups from here on are ours: no script counts that far

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

local function kind_of(value) return value == nil and "no value" or type(value) end

-- The sentence of what was called inside, without the place inside.
local function pass(ok, ...)
  if ok then return ... end
  local message = ...
  error(type(message) == "string" and message:gsub("^[^\n]-%.lua:%d+: ", "", 1) or message, 2)
end

-- Raises for the caller's caller unless self is a thing of that class, or of one below it.
local function check_self(self, name, class)
  local own = type(self) == "table" and classes[getmetatable(self)]
  if own and (class == Thing or own == class) then return end
  local got = own and rawget(self, "what") or kind_of(self)
  local wanted = own and "another kind of cairn.Thing" or "cairn.Thing"
  error(("calling '%s' on bad self (%s expected, got %s; did you forget ':'?)")
    :format(name, wanted, got), 3)
end

--- Give a class a method for scripts: what is wrong with its arguments, or with the thing, is said
--- as C says it, at the caller's line. `readers` are of keys, one for each argument.
function thing.method(class, name, readers, f)
  class[name] = function(self, ...)
    check_self(self, name, class)
    if not self:is_valid() then
      error(("calling '%s' on bad self (%s has been destroyed)"):format(name, self.what), 2)
    end
    for i, read in ipairs(readers) do
      local _, message = read((select(i, ...)))
      if message then error(("bad argument #%d to '%s' (%s)"):format(i, name, message), 2) end
    end
    return pass(pcall(f, self, ...))
  end
end

--- for i, object in thing.living(list): what a script has destroyed of it is passed over.
local function next_living(list, i)
  repeat i = i + 1 until not list[i] or list[i]:is_valid()
  if list[i] then return i, list[i] end
end
function thing.living(list) return next_living, list, 0 end
local living = thing.living

--- True while one of its bodies lives.
function Thing:is_valid()
  check_self(self, "is_valid", Thing)
  return next_living(self.bodies, 0) ~= nil
end

--- Takes all of it out of the world; false when nothing was left.
function Thing:destroy()
  check_self(self, "destroy", Thing)
  local any = false
  for _, body in ipairs(self.bodies) do any = body:destroy() or any end
  return any
end

local function mass_of(self)
  local sum = 0
  for _, body in living(self.bodies) do sum = sum + body:mass() end
  return sum
end

thing.method(Thing, "mass", {}, mass_of)

thing.method(Thing, "apply_impulse", { keys.number, keys.number }, function(self, ix, iy)
  local mass = mass_of(self)
  for _, body in living(self.bodies) do
    local share = body:mass() / mass
    body:apply_impulse(ix * share, iy * share)
  end
end)

thing.method(Thing, "set_velocity", { keys.number, keys.number }, function(self, vx, vy)
  for _, body in living(self.bodies) do body:set_velocity(vx, vy) end
end)

-- The centre of mass, x, y.
thing.method(Thing, "center", {}, function(self)
  local sum, sx, sy = 0, 0, 0
  for _, body in living(self.bodies) do
    local mass, x, y = body:mass(), body:center()
    sum, sx, sy = sum + mass, sx + mass * x, sy + mass * y
  end
  return sx / sum, sy / sum
end)

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
  classes[class] = class
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
      what = name, world = world, bodies = {}, shapes = {}, joints = {}, values = values,
    }, class)
    local ok, why = pcall(make, self, values, world)
    if ok and not why then return self end
    self:destroy()
    if ok then error(("bad argument #2 to '%s' (%s)"):format(name, why), 2) end
    error(retold(name, why), 2)
  end
end

return thing
