-- cairn.recording.world_reel: a recorded world, from its snapshot on: the calls once more, and
-- steps in which hooks decide as they did.

local cairn = require "cairn"
local finders = require "cairn.scene.finders"
local methods = require "cairn.recording.methods"

local Reel = {}
Reel.__index = Reel

local world_reel = {}

--- options: threads.
function world_reel.new(tape, options)
  return setmetatable({ tape = tape, options = options }, Reel)
end

function Reel:start()
  self:close()
  local world = cairn.world {}
  self.live = world
  local image = self.tape.head.image
  if type(image) ~= "string" then return nil, "there is no snapshot in it" end
  local ok, message = world:restore(image)
  if not ok then return nil, message end
  -- names of bits are the binding's; a snapshot that has them as well has the same
  local layers = self.tape.head.layers
  for _, name in ipairs(type(layers) == "table" and layers or {}) do
    pcall(world.layer, world, name)
  end
  if self.options.threads then world:set_threads(self.options.threads) end
  return true
end

-- Stand-ins for handles that the world refused: of a world that is not this one, and dead.
local function strangers()
  local world = cairn.world {}
  local body, shape = world:circle { radius = 1 }
  local list = {
    ["other World"] = world, ["other Body"] = body, ["other Shape"] = shape,
    ["other Joint"] = world:weld { b = body },
    ["other Mover"] = world:mover { radius = 1, height = 3 },
  }
  local gone, its_shape = world:circle { radius = 1 }
  list["dead Body"], list["dead Shape"] = gone, its_shape
  list["dead Joint"] = world:weld { b = gone }
  list["dead Mover"] = world:mover { radius = 1, height = 3 }
  list["dead Mover"]:destroy()
  gone:destroy()
  return list
end

local function object_of(self)
  return function(kind, id)
    if kind == "World" then return self.live end
    local find = finders[kind]
    if find then return find(self.live, id) end
    self.strangers = self.strangers or strangers()
    return self.strangers[kind]
  end
end

local ACT = {}

-- The method once more on the manifold of these shapes and pieces.
local function call_manifold(self, method, a, b, i, j)
  for m in self.live:manifolds() do
    local its_a, its_b = m:shapes()
    local its_i, its_j = m:pieces()
    if its_a == a and its_b == b and its_i == i and its_j == j then return pcall(method, m) end
  end
end

function ACT.call(self, class, name, ...)
  local method = methods.find(class, name)
  if class == "Manifold" then return call_manifold(self, method, ...) end
  pcall(method, ...) -- what was refused then is refused now
end

function ACT.step(self, dt, asked, decisions)
  pcall(methods.replay_step, self.live, dt, asked, decisions)
end

function Reel:act(kind, i)
  local act = ACT[kind]
  if not act then error(("'%s' in the recording of a world"):format(kind), 0) end
  act(self, self.tape:values(i, object_of(self)))
end

-- Its record of a step says how it ended, and comes after it.
function Reel:step() return self end

function Reel:take() return self.live:snapshot() end
function Reel:go(image) return (self.live:restore(image)) == true end

function Reel:world() return self.live end

function Reel:close()
  if self.live then self.live:destroy() end
  self.live = nil
end

return world_reel
