-- cairn.scene.guard: the world that runs, while an edit of its script is tried.
--
-- The new chunk may change that world before it fails: then the world goes back to what it was, and
-- whatever of the old code held a body that was destroyed gets it back. The state is taken when the
-- first call is about to change something, so that an edit that changes nothing costs nothing. A
-- world that the chunk destroys ends when the edit has been taken over.
--
-- Not here: what the script itself holds, which is put back before (cairn.scene.reload).

local binding = require "cairn.scene.binding"
local finders = require "cairn.scene.finders"
local kind_of = require "cairn.words.kind"
local state = require "cairn.scene.state"

local Guard = {}
Guard.__index = Guard

local guard = {}

local LISTS <const> = { Body = "bodies", Shape = "shapes", Joint = "joints", Mover = "movers" }

-- The state as it is before the first change.
local function take(self)
  local world = self.world
  self.image, self.handles = world:snapshot(), {}
  for kind, list in pairs(LISTS) do
    for handle in world[list](world) do
      self.handles[handle] = { world = world, find = finders[kind], id = handle:id(),
        data = handle.data and handle:data() }
    end
  end
end

--- A world goes whose script has not destroyed it: no line of Cairn's is named for that.
function guard.dismiss(world)
  if kind_of(world) == "cairn.World" then
    binding.dismiss(world)
  else
    world:destroy()
  end
end

--- Watch the world of scene s until close or undo; nil where there is none that can change.
function guard.open(s)
  local world = s.live_world
  if kind_of(world) ~= "cairn.World" or not world:is_valid() then return nil end
  local self = setmetatable({ scene = s, world = world, listener = world:listener(),
    threads = world:threads() }, Guard)
  binding.hold(world)
  local told = binding.attach(world, function()
    if self.closed then return false end
    if not self.image then take(self) end
    return true
  end)
  if not told then take(self) end -- it is recorded: calls are told elsewhere
  return self
end

local function close(self, keep)
  if self.closed then return end
  self.closed = true
  binding.let_go(self.world, keep)
end

--- The edit was taken over, with all that it did.
function Guard:close() close(self, false) end

--- The edit failed, and what the script holds is as it was: so is the world now.
function Guard:undo()
  close(self, true)
  local world = self.world
  if world:listener() ~= self.listener then world:set_listener(self.listener) end
  if world:threads() ~= self.threads then world:set_threads(self.threads) end
  if not self.image then return end
  assert(world:restore(self.image))
  for _, how in pairs(self.handles) do
    if how.data ~= nil then how.find(world, how.id):set_data(how.data) end
  end
  state.find_again(self.scene, self.handles)
end

return guard
