-- A world with the few methods that the scene side uses, for specs that need no physics.
--
-- It counts steps, delivers what `emit` queued to its listener by name in the next step, and like
-- the real one completes the step before it raises the first error of a hook.

local World = {}
World.__index = World

local fake = { made = 0 }

function fake.world()
  fake.made = fake.made + 1
  return setmetatable({ step_count = 0, queue = {}, thread_count = 1, number = fake.made }, World)
end

function World:listener() return self.listens end
function World:set_listener(t) self.listens = t end
function World:threads() return self.thread_count end
function World:set_threads(n) self.thread_count = n end
function World:steps() return self.step_count end
function World:destroy() self.destroyed = true return true end

function World:emit(name, ...)
  table.insert(self.queue, table.pack(name, ...))
end

local function deliver(self, event)
  local hook = self.listens and self.listens[event[1]]
  if not hook then return true end
  return xpcall(hook, function(problem)
    if type(problem) ~= "string" then return problem end
    return debug.traceback(problem, 2)
  end, table.unpack(event, 2, event.n))
end

function World:step(dt)
  assert(not self.destroyed, "world has been destroyed")
  self.step_count, self.dt = self.step_count + 1, dt
  local queue, ok, problem = self.queue, true, nil
  self.queue = {}
  for _, event in ipairs(queue) do
    if ok then ok, problem = deliver(self, event) end
  end
  if not ok then error(problem, 0) end
end

-- Scripts in specs say require "fake_world"; busted takes it away again after each file.
package.loaded.fake_world = fake

return fake
