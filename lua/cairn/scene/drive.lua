-- cairn.scene.drive: how a spec drives a scene: steps, time, keys and the mouse, and its mistakes.
--
-- Errors of the script are raised as they are; those of the caller name function and argument at
-- the caller's line. Not here: what a tick is (cairn.scene).

local keynames = require "cairn.scene.keynames"
local kind_of = require "cairn.words.kind"
local nearest = require "cairn.words.nearest"

local drive = {}

local TICKS_PER_SECOND = 60
local INPUT = { -- hooks
  "keypressed", "keyreleased", "mousepressed", "mousereleased", "mousemoved", "wheelmoved",
  "touchpressed", "touchreleased", "touchmoved", "joystickadded", "joystickremoved",
  "gamepadpressed", "gamepadreleased", "gamepadaxis", "filedropped",
}
local IS_INPUT = {}
for _, hook in ipairs(INPUT) do IS_INPUT[hook] = true end
drive.INPUT = INPUT
local LEVEL = 3 -- above this file's check is the function that was called wrongly

--- Raise unless the n-th argument of the function that calls us is of that type.
function drive.need(name, n, value, kind)
  if type(value) ~= kind then
    error(("bad argument #%d to '%s' (%s expected, got %s)"):format(n, name, kind, kind_of(value)),
      LEVEL)
  end
  if kind == "number" and (value ~= value or value == math.huge or value == -math.huge) then
    error(("bad argument #%d to '%s' (finite number expected, got %s)"):format(n, name,
      value ~= value and "nan" or ("%g"):format(value)), LEVEL)
  end
end

--- Raise unless it is a scene, and open.
function drive.need_scene(self, name)
  if type(self) ~= "table" or not self.script then
    error(("calling '%s' on bad self (a scene expected, got %s; did you forget ':'?)"):format(name,
      kind_of(self)), LEVEL)
  end
  if self.closed then error("the scene is closed", LEVEL) end
end

local need, need_scene = drive.need, drive.need_scene

local function not_negative(name, n, value)
  if value < 0 then
    error(("bad argument #%d to '%s' (must be >= 0, got %g)"):format(n, name, value), LEVEL)
  end
end

local function need_key(name, key)
  if type(key) ~= "string" then
    error(("bad argument #1 to '%s' (string expected, got %s)"):format(name, kind_of(key)), LEVEL)
  end
  local fault = keynames.fault(key)
  if fault then error(("bad argument #1 to '%s' (%s)"):format(name, fault), LEVEL) end
end

local function raise(problem) error(tostring(problem), 0) end

--- Give the class its methods. tick(scene) and dispatch(scene, hook, ...) give true, or false and
--- what went wrong.
function drive.add_to(Scene, tick, dispatch)
  --- n ticks, paused or not; an error in the script is raised here.
  function Scene:step(n)
    need_scene(self, "step")
    n = n == nil and 1 or n
    need("step", 1, n, "number")
    not_negative("step", 1, n)
    if not math.tointeger(n) then
      error(("bad argument #1 to 'step' (integer expected, got %g)"):format(n), 2)
    end
    for _ = 1, n do
      need_scene(self, "step") -- a tick may have closed it
      local ok, problem = tick(self)
      if not ok then raise(problem) end
    end
  end

  --- The ticks of so many seconds; none while the scene is paused.
  function Scene:run(seconds)
    need_scene(self, "run")
    need("run", 1, seconds, "number")
    not_negative("run", 1, seconds)
    for _ = 1, math.floor(seconds * TICKS_PER_SECOND + 0.5) do
      if self.paused then return end
      self:step(1)
    end
  end

  local function dispatch_or_raise(self, ...)
    local ok, problem = dispatch(self, ...)
    if ok == false then raise(problem) end
  end

  function Scene:press(key)
    need_scene(self, "press")
    need_key("press", key)
    dispatch_or_raise(self, "keypressed", key, false)
  end

  function Scene:release(key)
    need_scene(self, "release")
    need_key("release", key)
    dispatch_or_raise(self, "keyreleased", key)
  end

  --- An event as the window tells of it: the name of its hook, and what that gets. True when the
  --- script has taken it.
  function Scene:send(hook, ...)
    need_scene(self, "send")
    need("send", 1, hook, "string")
    if not IS_INPUT[hook] then
      error(("bad argument #1 to 'send' (no hook of input is called '%s'%s)"):format(hook,
        nearest.hint(hook, INPUT)), 2)
    end
    local ok, result = dispatch(self, hook, ...)
    if ok == false then raise(result) end
    return ok == true and result == true
  end

  --- Move the mouse to a point of the world; with a button, press or release it there.
  function Scene:mouse(x, y, button, action)
    need_scene(self, "mouse")
    need("mouse", 1, x, "number")
    need("mouse", 2, y, "number")
    local state = self.input_state or { x = x, y = y }
    local dx, dy = x - state.x, y - state.y
    if button == nil then return dispatch_or_raise(self, "mousemoved", x, y, dx, dy) end
    need("mouse", 3, button, "number")
    if not math.tointeger(button) or button < 1 then
      error(("bad argument #3 to 'mouse' (a button's number expected, 1 left, 2 right, 3 middle, "
        .. "got %g)"):format(button), 2)
    end
    if action ~= "press" and action ~= "release" then
      error(("bad argument #4 to 'mouse' (invalid action '%s', expected press or release)")
        :format(tostring(action)), 2)
    end
    dispatch_or_raise(self, action == "press" and "mousepressed" or "mousereleased", x, y, button)
  end
end

return drive
