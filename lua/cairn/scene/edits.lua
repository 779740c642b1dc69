-- cairn.scene.edits: what happens between frames: files that were saved reach the running scene, or
-- wait, or are refused.
--
-- Methods and functions on the fields of a scene object (cairn.scene), which alone calls them. Not
-- here: how code is changed (cairn.scene.reload), how a change of a file is noticed
-- (cairn.scene.watch).

local advice = require "cairn.scene.advice"
local drive = require "cairn.scene.drive"
local fault = require "cairn.scene.fault"
local play = require "cairn.scene.play"
local reload = require "cairn.scene.reload"
local sorted_keys = require "cairn.words.sorted"
local source = require "cairn.scene.source"
local watch = require "cairn.scene.watch"

local Edits = {}
local edits = { methods = Edits }

local start, hooks -- of cairn.scene: a function, and the names of all hooks

--- Watch the files that run and those that the last attempt wanted.
function edits.follow_files(self)
  local files = { [self.path] = self.text }
  for path, text in pairs(self.modules.tried) do files[path] = text end
  for path, text in pairs(self.modules.texts) do files[path] = text end
  self.modules.grown = false
  self.watch:follow(files)
end

local function keep_old(self, problem)
  self.line = "kept old (error)"
  if not self.main then return play.stop_at(self, problem, "load") end
  self.banner = fault.banner(problem, problem.message)
end

local function after_change(self, files, moved)
  self:clear_problems()
  self.loaded_at = os.date("%H:%M:%S")
  advice.give(self, hooks)
  play.call_hook(self, "reloaded", files)
  play.tell_changed(self, moved)
  self:settle()
end

local function difference(self)
  local texts = {}
  for _, path in ipairs(self.watch.order) do
    local seen = self.watch:text(path)
    if seen and seen ~= self.modules.texts[path] then texts[path] = seen end
  end
  return texts
end

local function bring(self, texts, changed)
  self:note("edit", texts, changed)
  self.staged = texts
  local outcome, result = reload.change(self, texts)
  self.staged, self.wanted.restart = {}, nil
  edits.follow_files(self)
  if not outcome then
    keep_old(self, result)
    return self.line
  end
  self.line = outcome
  after_change(self, changed, outcome == "patched" and result or nil)
  if self.edit_waits and not self.banner then
    self.banner = { kind = "info", text = "the world is held: an edit of what builds it waits" }
  end
  return outcome
end

-- Bring the code to these texts (path -> text, the whole difference to what runs); changed: list
-- of the paths that were saved. A timeline that looks back is asked before and told after.
local function change(self, texts, changed)
  if self.before_change then self.before_change() end
  local outcome = bring(self, texts, changed)
  if self.after_change then self.after_change(outcome) end
  return outcome
end

-- The world is no longer held, and an edit would have built another one: now it does.
local function apply_waiting(self)
  self:note "waiting_edit"
  self.edit_waits = false
  local ok, problem = start(self, self.main.text)
  if not ok then
    keep_old(self, problem)
    return self.line
  end
  self.line = "rebuilt"
  after_change(self, { self.path })
  return self.line
end

-- The file is not there or cannot be read: nothing changes, but the person is told.
local function note_missing(self, now)
  local problem = self.watch:problem(self.path, now)
  if problem and (not self.banner or self.banner.missing) then
    self.banner = { kind = "info", missing = true, text = ("%s %s (running the version of %s)")
      :format(self.path, problem, self.loaded_at) }
  elseif not problem and self.banner and self.banner.missing then
    self.banner = nil
  end
end

--- Between frames: look for edited files and change the code. "patched", "rebuilt",
--- "kept old (error)", or nil when there was nothing to do.
function Edits:frame_poll(now)
  if self.closed then return nil end
  local changed
  if self.options.watch ~= false then
    now = now or self.clock()
    if self.modules.grown then edits.follow_files(self) end
    changed = self.watch:poll(now)
    note_missing(self, now)
  end
  if self.noted_hold ~= self.hold then
    self.noted_hold = self.hold
    self:note("hold", self.hold)
  end
  self:note "frame"
  if changed then return change(self, difference(self), sorted_keys(changed)) end
  -- a file that is being saved comes with it
  if self.edit_waits and not self.hold and not self.watch.busy then return apply_waiting(self) end
  return nil
end

--- From now on the files are those of the disk: what is another text there than the one that runs
--- is taken over as if it had just been saved. read, stat: as the options of cairn.scene.load.
function Edits:follow_disk(read, stat)
  self.options.watch, self.read = true, source.limited(read, stat)
  self.watch = watch.new { read = self.read, stat = stat }
  edits.follow_files(self)
end

--- Change the script to this text as if its file had been saved. The outcome, and the message
--- when the old code was kept; nil for a text that is empty, which no save is.
function Edits:reload(text)
  drive.need_scene(self, "reload")
  drive.need("reload", 1, text, "string")
  if source.is_empty(text) then return nil end
  self.watch:put(self.path, text)
  local outcome = change(self, difference(self), { self.path })
  return outcome, outcome == "kept old (error)" and self.banner.text or nil
end

-- The same once more, from a journal.
function Edits:repeat_edit(texts, changed)
  for path, text in pairs(texts) do
    if self.watch.entries[path] then self.watch:put(path, text) end
  end
  return change(self, texts, changed)
end

Edits.repeat_waiting_edit = apply_waiting

--- start_anew(scene, text) begins anew; names: those of all hooks.
function edits.know(start_anew, names) start, hooks = start_anew, names end

return edits
