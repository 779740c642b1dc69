-- cairn.scene.journal: what reaches a scene from outside, as data: told to listeners while it
-- happens, and done again from what they were told.
--
-- A scene that starts from the same texts, parameters and seed, and then meets the same entries in
-- the same order, goes the same way to the last bit. That is what recordings hold, and what a
-- timeline keeps between two snapshots. An entry is a kind and plain values:
--
--   event, hook, ...           a key or the mouse, as for Scene:dispatch
--   pull, id, fx, fy, px, py, torque   the mouse drags a body: N at a point in m, N m
--   set, name, value           a parameter was moved from outside
--   draw, alpha                scene.draw is called: it may use math.random, and takes edits of ui
--   ui_edit, i, value          the person moved the i-th widget
--   edit, texts, changed       files were saved: path -> text, and a list of the paths
--   hold, on / waiting_edit    the world is held against edits / an edit that waited is made
--   console, text, id          a line was typed at the console, with that body selected
--   hand, act, ...           a tool did something (cairn.scene.hand), or took it back
--   restart
--   tick                       a tick has ended
--   read, path, text           the script has asked for a file (nothing to do again); false: none
--   frame                      a frame begins (likewise)
--
-- What a script takes from elsewhere (os.time, a file that it opens, another world that a spec
-- changes) is not in it.

local Journal = {}

--- From now on call fn(kind, ...) for each entry, just before it takes effect; tick: after it, and
--- not at all where but_ticks.
function Journal:listen(fn, but_ticks)
  self.listeners = self.listeners or {}
  table.insert(self.listeners, fn)
  if but_ticks then return end
  self.tick_listeners = self.tick_listeners or {}
  table.insert(self.tick_listeners, fn)
end

local function remove(list, fn)
  for i, listener in ipairs(list or {}) do
    if listener == fn then return table.remove(list, i) end
  end
end

--- Call it no longer. Harmless when it was not called.
function Journal:unlisten(fn)
  remove(self.listeners, fn)
  remove(self.tick_listeners, fn)
end

--- Tell nobody of what happens from now on: while a timeline goes back and forth, say. A recording
--- goes on from the tick that the scene has come to when it is heard again.
function Journal:mute(on) self.is_muted = on end

function Journal:note(kind, ...)
  local listeners = self.listeners
  if kind == "tick" then listeners = self.tick_listeners end
  if not listeners or self.is_muted then return end
  for i = 1, #listeners do listeners[i](kind, ...) end
end

--- The mouse drags the body of that id: N at the point in m, and N m; for the coming tick.
function Journal:pull(id, fx, fy, px, py, torque)
  local body = self.live_world and self.live_world:body(id)
  if not body then return end
  self:note("pull", id, fx, fy, px, py, torque)
  body:apply_force(fx, fy, px, py)
  body:apply_torque(torque)
end

--- What is being recorded (cairn.recording.recorder) can no longer be written.
function Journal:recording_stopped(sentence)
  self.banner = { kind = "error", text = sentence }
  self:warn(sentence)
end

-- Kind -> what does it again. What failed then fails again, and is kept in the scene as it was.
local AGAIN = {
  event = function(s, name, ...) s:dispatch(name, ...) end,
  pull = function(s, ...) pcall(s.pull, s, ...) end,
  set = function(s, ...) pcall(s.set, s, ...) end,
  draw = function(s, alpha) s:draw(alpha) end,
  ui_edit = function(s, ...) s:ui_edit(...) end,
  edit = function(s, texts, changed) s:repeat_edit(texts, changed) end,
  waiting_edit = function(s) s:repeat_waiting_edit() end,
  restart = function(s) pcall(s.restart, s) end,
  tick = function(s) s:tick() end,
  hold = function(s, on)
    s.hold, s.noted_hold = on, on
    s:note("hold", on)
  end,
  console = function(s, text, body) s:console(text, body) end,
  hand = function(s, ...) s:hand(...) end,
  read = function() end,
  frame = function() end,
}

--- Do an entry again.
function Journal:again(kind, ...)
  local act = AGAIN[kind]
  if not act then error(("no entry of a journal is called '%s'"):format(tostring(kind)), 2) end
  act(self, ...)
end

return Journal
