---@meta _
-- luacheck: ignore 212 241 631

---@class cairn.scene
local scene = {}

---Runs a scene script without a window, for specs. A file that is missing gives nil and a sentence;
---an error in the script is raised.
---@param path string
---@param params? table name = value, default as declared
---@param options? cairn.SceneOptions default none
---@return cairn.Scene?, string? message
function scene.load(path, params, options) end

---@class cairn.SceneOptions
---@field seed? integer of `math.random`, default 1
---@field threads? integer for a script that says nothing, 1..256; default 1
---@field echo? boolean|fun(line: string) where prints go: true for stdout; default nowhere
---@field watch? boolean whether saved files are taken over by `frame_poll`, default true
---@field budget? number s of the processor that a hook may take, 0 without limit; says nothing inside what has a budget itself; in a stock Lua, which cannot stop a script, more than 0 raises; default 2, there 0

---A scene that runs. Its errors are raised by the methods that call the script.
---@class cairn.Scene
local Scene = {}

---@param n? integer steps, default 1; they are taken while the scene is paused as well
function Scene:step(n) end
---The steps of so many seconds; it ends where the scene pauses.
---@param seconds number s
function Scene:run(seconds) end
---Calls `scene.draw`. False when it failed, or is off since it did.
---@param alpha? number share, default 1
---@return boolean
function Scene:draw(alpha) end
---A key goes down; `input.down` answers accordingly.
---@param key string
function Scene:press(key) end
---@param key string
function Scene:release(key) end
---Moves the mouse; with a button presses or releases it there.
---@param x number m
---@param y number m
---@param button? integer 1 left, 2 right, 3 middle; default none
---@param action? "press"|"release" default none, for a button it is needed
function Scene:mouse(x, y, button, action) end
---An event as the window tells of it; raises for a name that no hook of input has.
---@param hook string "touchpressed", "gamepadaxis" and so on
---@param ... any what the hook gets
---@return boolean taken the hook returned true
function Scene:send(hook, ...) end

---Run a line of Lua as the viewer's console does: it sees the script's globals and the locals of its
---file. What it gives, or what is wrong with it, is printed.
---@param line string an expression, or statements
---@param sel? integer the id of the body that is `sel` in it, default none
---@return boolean ok false when it failed
function Scene:console(line, sel) end

---What a tool of the viewer does by hand; each act can be undone. Lengths are in metres; a point is
---two numbers. `circle` x, y, radius; `box` corner, corner; `polygon` a list of points; `chain` a list
---of points, then 1 where it is closed; `pin` a point; `hinge` and `weld` a point, for the two bodies
---that lie there, or two points, on what is to be joined; `rope` and `spring` two points likewise;
---`nudge` a point on a body, and how far it would go in a second; `duplicate` an id and how far away;
---`delete` a point and how near a joint must be to it; `remove` an id, `remove_joint` an id; `cut` two
---points; `grab` an id; `undo`, `redo`. Raises where a number is missing.
---@param act string
---@param ... number|number[] m, or an id: what it takes
---@return boolean ok
---@return string said what was done or why not
---@return integer? id of a body that was made
function Scene:hand(act, ...) end

---What was made by hand, as it is now, and what of the script is gone: lines for the end of
---`scene.load`, before it returns the world.
---@return string? lines nil when there is nothing
function Scene:made_as_lua() end

---What the last edit did with the state, as the viewer lists it (M): a head, then a line for each
---name: what became of it, the name, and more, with tabs between them.
---@return string? text nil before the first edit
function Scene:account_text() end

---What the word at the end of a text may become.
---@param text string
---@return string[] words in order
---@return integer typed bytes of the word that are there
function Scene:complete(text) end
---Moves a parameter.
---@param name string
---@param value number|boolean|string a number is a ratio or whatever the script takes it for
function Scene:set(name, value) end
---As if this text had been saved: "patched", "rebuilt" or "kept old (error)"; then the message, too.
---An empty one changes nothing and gives nil, as an empty file does.
---@param text string
---@return string? outcome, string? message
function Scene:reload(text) end
---From the beginning; `scene.keep` and moved parameters stay.
function Scene:restart() end
---What a step, a key and the script lead on from: world, script, parameters, `math.random`, keys and
---mouse. Nil and a sentence where it cannot be taken.
---@return cairn.SceneState?, string? message
function Scene:snapshot() end
---Goes back, or forth, to a state of this scene. True; or nil and a sentence, with all as it was.
---@param state cairn.SceneState
---@return boolean?, string? message
function Scene:restore(state) end
---Keeps the last seconds from the first call on; it is the same timeline each time. Nil and a sentence
---where no state can be taken.
---@param options? cairn.TimelineKeys of the first call, default none
---@return cairn.Timeline?, string? message
function Scene:keep_timeline(options) end
---The lines that were printed, oldest first.
---@return string[]
function Scene:output() end
---@return cairn.World?
function Scene:world() end
---The table `scene` of the script.
---@return table
function Scene:scene() end
---The end: `scene.quit` is called, and the world goes; then an error of that hook is raised. So does
---`local s <close> = ...`.
function Scene:close() end

---The state of a scene (`s:snapshot()`), for `s:restore`; it lives as long as the scene.
---@class cairn.SceneState
---@field tick integer steps since the scene was loaded; restarts do not count anew
---@field step integer steps since its last start
---@field bytes integer roughly

---@class cairn.TimelineKeys
---@field seconds? number s that are kept, default 60
---@field bytes? integer of states, at most, default 256 MiB
---@field share? number ratio, of the step's time that states may take, default 0.02

---The last seconds of a scene. A moment is called by its tick: steps since the scene was loaded,
---restarts not counting anew. While it looks back, whatever a person does (a key, the mouse, a
---parameter, a restart), a step and an edit make another future from there on.
---@class cairn.Timeline
---@field marks cairn.TimelineMark[] oldest first
---@field last integer the last tick that is known
---@field back? table while it looks back, default none
local Timeline = {}

---The earliest tick that can be gone to.
---@return integer
function Timeline:first() end
---The tick that the scene shows.
---@return integer
function Timeline:at() end
---Shows the scene as it was after so many ticks, or the nearest moment that is known: the same hash,
---contacts and forces. The tick; or nil and a sentence where the present cannot be left.
---@param tick integer
---@return integer? tick, string? message
function Timeline:seek(tick) end
---So many ticks forward, or back where negative, as `seek`.
---@param ticks integer
---@return integer? tick, string? message
function Timeline:step(ticks) end
---Back to the present, which goes on as if nobody had looked back.
---@return boolean?, string? message
function Timeline:to_present() end
---Lets what is known go on from here: the window then calls `forward` for each tick, at a quarter of
---the speed where slowly.
---@param slowly? boolean default false
function Timeline:play(slowly) end
---Stands still again.
function Timeline:stop() end
---One tick of what is known; false at the present, where an error that ended it has come again.
---@return boolean
function Timeline:forward() end
---What comes after the moment shown is forgotten: it is the present. False where it did not look back.
---@return boolean
function Timeline:take_over() end
---Changes the script here, and lets the input that is known come again under it, to its end. The
---outcome, as of `s:reload`; then where the futures have parted by more than 1 mm, nil where they have
---not, or the message of a script that was refused.
---@param text string
---@return string outcome, cairn.Parted|string|nil parted
function Timeline:edit(text) end
---Where a body was, each few ticks: tick, x and y in m, angle in rad, and so on.
---@param id integer `body:id()`
---@param out? number[] tick, m, m, rad: is filled instead of a new table; default a new one
---@param least? number m: nearer places than that to the one before are left out; default 0
---@return number[]
function Timeline:path(id, out, least) end
---Where all bodies were at this tick before the past was edited: id, x and y in m, angle in rad, and
---so on; nil where that is not known.
---@return number[]?
function Timeline:ghosts() end
---What the timeline costs.
---@return cairn.TimelineCost
function Timeline:cost_of() end

---@class cairn.TimelineMark
---@field tick integer
---@field kind "edit"|"error"|"hit"|"differs" a hit is one of more than 10 m/s
---@field text string a sentence

---@class cairn.Parted
---@field tick integer the first at which a body is elsewhere
---@field body integer its id, of the one that is farthest
---@field distance number m, `math.huge` where it is in one of the two only

---@class cairn.TimelineCost
---@field ms number ms that taking states took in all
---@field bytes integer of states and places
---@field states integer that are kept

return scene, Scene, Timeline
