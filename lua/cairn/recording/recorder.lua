-- cairn.recording.recorder: writes down what a scene is given and what its world does.
--
-- It listens to the scene's journal (cairn.scene.journal) from before the script is read, so the
-- file holds every text that ran. When the file can no longer be written the recording stops and
-- says so once; the simulation goes on. Not here: the bytes (cairn.recording.blocks).

local blocks = require "cairn.recording.blocks"
local letters = require "cairn.recording.letters"
local trail = require "cairn.recording.trail"
local values = require "cairn.recording.values"

local Recorder = {}
Recorder.__index = Recorder

local recorder = {}

--- A recorder into a new file, or nil and why not. Give its `listen` to cairn.scene.load, then call
--- attach with the scene.
function recorder.create(path, clock)
  local writer, message = blocks.create(path, "scene", clock)
  if not writer then return nil, message end
  local self = setmetatable({ path = path, writer = writer }, Recorder)
  self.trail = trail.writer(writer)
  self.listen = function(...) self:entry(...) end
  return self
end

--- Steps that were recorded.
function Recorder:steps() return self.trail.step end

-- The sentence once the file could not be written, or nil.
local function look(self)
  if self.problem then return end
  self.problem = self.trail:problem()
  if self.problem and self.scene then self.scene:recording_stopped(self.problem) end
end

local function tick(self)
  local s = self.scene
  self.trail:add(s:world())
  local fault = s.fault
  if fault and fault ~= self.fault then
    self.trail:put(letters.FAULT, values.pack(nil, fault.message))
  end
  self.fault = fault
end

function Recorder:breathe()
  if self.problem then return end
  self.writer:breathe()
  look(self)
end

--- An entry of the journal.
function Recorder:entry(kind, ...)
  if self.problem or kind == "frame" then return self:breathe() end
  local s = self.scene
  if s then -- a timeline may have taken it elsewhere while nobody was told
    local step = kind == "tick" and s.ticks - 1 or s.ticks
    if step < self.trail.step then self:go_back(step) end
  end
  if kind == "tick" then
    tick(self)
  elseif letters.OF[kind] then
    self.trail:put(letters.OF[kind], values.pack(nil, ...))
  end
  if kind ~= "read" then self:breathe() end
end

--- What the scene is started with: path, params (or nil), sets, seed, threads, dt, steps. Before
--- cairn.scene.load, so that it is the first record.
function Recorder:begin(start)
  self.trail:put(letters.HEAD, values.pack(nil, start))
end

--- The scene has started, or has failed to.
function Recorder:attach(s)
  self.scene, self.fault = s, s.fault
  local world = s:world()
  self.trail:put(letters.START, values.pack(nil, world and world:hash() or false,
    s.fault and s.fault.message or false))
  self.writer:flush()
  look(self)
end

--- The world goes on from after an earlier step: what was recorded since never happened.
function Recorder:go_back(step)
  self.trail:put(letters.BACK, ("<I4"):pack(step))
  self.trail.step = step
end

--- There is nothing to record: no file stays.
function Recorder:drop()
  self.closed = true
  self.writer:close()
  os.remove(self.path)
end

--- End the recording. True, or false and a sentence when the file is not whole.
function Recorder:close()
  if self.closed then return not self.problem, self.problem end
  self.closed = true
  if self.scene then self.scene:unlisten(self.listen) end
  self.trail:finish()
  look(self)
  return not self.problem, self.problem
end

Recorder.__close = Recorder.close

return recorder
