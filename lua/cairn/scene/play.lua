-- cairn.scene.play: a scene that is played: its ticks, pictures and events, how hooks of the script
-- are called for them, and what an error in one of them stops.
--
-- A tick is scene.update, the world's step with the scene table as its listener, then what the
-- script asked for. Hooks are found by name at each call.
--
-- Errors: in update or a world hook they become `fault` and pause; in draw and in input hooks that
-- hook is off until the next good save. Not here: how a scene starts, also anew (cairn.scene); how
-- a spec plays it (cairn.scene.drive).

local budget = require "cairn.scene.budget"
local drive = require "cairn.scene.drive"
local fault = require "cairn.scene.fault"
local sandboxes = require "cairn.scene.sandbox"

local Play = {}
local play = { dt = 1 / 60, methods = Play } -- dt: s, the fixed step

-- ---- problems -----------------------------------------------------------------------------

local function explained(self, ok, problem, ...)
  if not ok and self.sandbox then sandboxes.explain(problem) end
  return ok, problem, ...
end

local function protect(self, name, seconds, aside, f, ...)
  return explained(self, budget.call(name, seconds, aside, self.modules.texts, f, ...))
end

--- Call f(...), a hook of that name, protected; false and a fault that knows the scene's files.
function Play:protect(name, f, ...) return protect(self, name, self.budget, false, f, ...) end

--- As protect, for what may take longer: the chunk and scene.load.
function Play:protect_load(f, ...)
  return protect(self, "load", self.load_budget, false, f, ...)
end

--- After a good start or save: nothing is off, nothing is shown, a pause by a fault ends.
function Play:clear_problems()
  self:clear_fault()
  self.banner, self.off = nil, {}
end

--- The simulation stops at this error.
function play.stop_at(self, problem, hook)
  if fault.same(self.fault, problem) then
    self.fault.count = self.fault.count + 1
  else
    problem.hook = hook
    self.fault = problem
  end
  if not self.paused then self.paused, self.paused_by_fault = true, true end
  if self.timeline then self.visit_at = 0 end -- it marks the place
end

-- This hook stops at this error, the rest goes on.
local function turn_off(self, problem, hook)
  problem.hook = hook
  self.off[hook] = problem
  self.banner = fault.banner(problem, ("scene.%s is off: %s"):format(hook, problem.message))
end

-- ---- calling the script -------------------------------------------------------------------

-- Calls in progress: what the script asks for waits until the outermost has ended.
local function enter(self) self.depth = (self.depth or 0) + 1 end
local function leave(self) self.depth = self.depth - 1 end

--- Call a hook that may fail alone, if there is one: true and its result, nil when there is none or
--- it is off, false and the fault when it failed.
function play.call_hook(self, name, ...)
  local hook = self.script[name]
  if hook == nil or self.off[name] then return nil end
  enter(self)
  local ok, result = self:protect(name, hook, ...)
  leave(self)
  if ok then return true, result end
  turn_off(self, result, name)
  return false, result
end

Play.ask = play.call_hook

function play.tell_changed(self, names)
  for _, name in ipairs(names or {}) do
    play.call_hook(self, "changed", name, self.parameters:get(name))
  end
end

--- Call f(...) for somebody other than the script: true and its result, or false and a fault, which
--- stops nothing.
function Play:call_aside(name, f, ...)
  enter(self)
  local ok, result = self:protect(name, f, ...)
  leave(self)
  self:settle()
  return ok, result
end

-- ---- the tick -----------------------------------------------------------------------------

local function step_world(self)
  local ok, problem = true, nil
  if self.live_world then
    ok, problem = protect(self, "a hook of the step", self.budget, true, self.live_world.step,
      self.live_world, play.dt)
  end
  self.steps_run = self.steps_run + 1
  return ok, problem
end

local function run_tick(self)
  local update = self.script.update
  if update ~= nil then
    local ok, problem = self:protect("update", update, play.dt)
    if not ok then return false, problem, "update" end
  end
  local ok, problem = step_world(self)
  return ok, problem, "step"
end

-- True, or false and the fault.
local function tick(self)
  if not self.main then return false, self.fault end
  if self.ticks + 1 >= self.begin_at then self.before_tick() end
  enter(self)
  local ok, problem, hook = run_tick(self)
  leave(self)
  if ok then
    if self.fault then self:clear_fault() end
  else
    play.stop_at(self, problem, hook)
  end
  local settled, other = self:settle()
  self.ticks = self.ticks + 1
  self:note "tick"
  if self.ticks >= self.visit_at then self.after_tick() end
  if ok and not settled then return false, other end
  return ok, problem
end

--- One fixed tick, paused or not. An error is kept in `fault` and pauses; then false.
function Play:tick()
  drive.need_scene(self, "tick")
  return (tick(self))
end

--- The error is over: a tick went well again.
function Play:clear_fault()
  self.fault = nil
  if self.paused_by_fault then self.paused, self.paused_by_fault = false, false end
end

-- ---- pictures and events ------------------------------------------------------------------

--- Call scene.draw with the pen and ui open. False when drawing failed or is off.
function Play:draw(alpha)
  if self.script.draw ~= nil then self:note("draw", alpha or 1.0) end
  local began = self.clock()
  self.recorder:start()
  self.drawing = true
  local ok = play.call_hook(self, "draw", alpha or 1.0)
  self.drawing = false
  self.recorder:finish()
  self.draw_ms = 1e3 * (self.clock() - began) -- the last one's
  self:settle()
  return ok == true
end

-- What a headless input shows follows the events.
local function follow_input(self, name, a, b)
  local state = self.input_state
  if not state then return end
  if name == "keypressed" then state.keys[a] = true end
  if name == "keyreleased" then state.keys[a] = nil end
  if name:find("^mouse") then state.x, state.y = a + 0.0, b + 0.0 end
end

local function dispatch(self, name, ...)
  self:note("event", name, ...)
  follow_input(self, name, ...)
  local ok, result = play.call_hook(self, name, ...)
  self:settle()
  return ok, result
end

--- An event from the window, to the hook of that name. False when the hook failed; then whether it
--- has taken the event by returning true.
function Play:dispatch(name, ...)
  local ok, result = dispatch(self, name, ...)
  return ok ~= false, ok == true and result == true
end

drive.add_to(Play, tick, dispatch)

return play
