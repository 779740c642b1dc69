---@meta _
-- luacheck: ignore 111 112 113 212 241 631

---@class cairn.ViewKeys
---@field x? number m, the middle; with `follow` ahead of what is followed; default 0
---@field y? number m; default 0
---@field w? number m that are seen across beside the panel; default what fits
---@field h? number m that are seen up; both w and h: at least both; default what fits
---@field follow? cairn.Body|cairn.Mover in the pose that is drawn; when it goes, the view stays
---@field lag? number s, how slowly the view comes after; default 0

---A script fills this table with its hooks; all of them may be missing, but a scene has `load`. The
---hooks of contacts and other events are those of the world's listener: see the guide.
---@class scene
---@field world cairn.World the world on screen
---@field p table<string, any> the parameters; writing one moves it
---@field steps? integer how many steps a headless run and `cairn bench` take
---@field joints? boolean false: joints are not drawn
---@field play? boolean|"window" "window": as true, but no full screen; true: play mode, full screen, nothing is shown but what the script draws
---@field load fun(p: table<string, any>): cairn.World at the start, at a restart, when an edit rebuilds
---@field update? fun(dt: number) before every step; dt is 1/60 s
---@field draw? fun(alpha: number) once a frame; the only place for `pen` and `ui`
---@field changed? fun(name: string, value: any) a parameter was changed
---@field keypressed? fun(key: string, isrepeat: boolean): boolean? true, here and below: it is taken
---@field keyreleased? fun(key: string): boolean?
---@field mousepressed? fun(x: number, y: number, button: integer, istouch: boolean): boolean? m; 1 left, 2 right, 3 middle
---@field mousereleased? fun(x: number, y: number, button: integer, istouch: boolean): boolean?
---@field mousemoved? fun(x: number, y: number, dx: number, dy: number): boolean? m
---@field wheelmoved? fun(dx: number, dy: number): boolean? notches
---@field touchpressed? fun(id: integer, x: number, y: number, dx: number, dy: number, pressure: number): boolean? m, pressure 0..1; fingers count from 1
---@field touchreleased? fun(id: integer, x: number, y: number, dx: number, dy: number, pressure: number): boolean?
---@field touchmoved? fun(id: integer, x: number, y: number, dx: number, dy: number, pressure: number): boolean?
---@field joystickadded? fun(pad: integer) gamepads count from 1; those that are there come at the start
---@field joystickremoved? fun(pad: integer)
---@field gamepadpressed? fun(pad: integer, button: string): boolean? LÖVE's names: "a", "dpup", "start"
---@field gamepadreleased? fun(pad: integer, button: string): boolean?
---@field gamepadaxis? fun(pad: integer, axis: string, value: number): boolean? "leftx", "triggerleft"; -1..1
---@field filedropped? fun(path: string): boolean? onto the window; true: it is not the next scene
---@field reloaded? fun(files: string[]) after an edit has been taken over
---@field save? fun(): any what a state of the scene holds, instead of all that the script holds
---@field restored? fun(saved: any) after a state was gone back to
---@field quit? fun() before the program exits
scene = {}

---Declares what can be moved from outside: `{ default, min, max, step =, rebuild = }`, `true` or
---`{ false, rebuild = true }`, or a list of choices. They are listed as they stand here; those with a
---group are under its title, which opens and closes it: `scene.params("Arm", { ... })`.
---@param group string|table<string, table|boolean> the title, or, without one, the parameters
---@param specs? table<string, table|boolean> the parameters, behind a title
function scene.params(group, specs) end
---A value that outlives rebuilds and restarts.
---@generic T
---@param name any
---@param default? T
---@return T
function scene.keep(name, default) end
---Starts anew after the step.
function scene.restart() end
---Stops after the step, or goes on.
---@param paused? boolean default true
function scene.pause(paused) end
---Where the camera is; nothing leaves it to the viewer. Whoever moves the view by hand has it until
---Home.
---@param view? cairn.ViewKeys
function scene.view(view) end

return scene
