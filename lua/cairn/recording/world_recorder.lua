-- cairn.recording.world_recorder: world:record: a snapshot, then every call that changes the world.
--
-- The binding tells which method is about to run with which arguments (src/bind/handle/call_log.c),
-- what hooks decide inside a step, and when a step is done. The functions of hooks are not in the
-- file, but what they decided and what they called is. Of arguments, plain data and handles are
-- written; `data` and functions are not, and no step depends on them.

local blocks = require "cairn.recording.blocks"
local finders = require "cairn.scene.finders"
local kind_of = require "cairn.words.kind"
local letters = require "cairn.recording.letters"
local methods = require "cairn.recording.methods"
local trail = require "cairn.recording.trail"
local values = require "cairn.recording.values"

local Recorder = {}
Recorder.__index = Recorder
Recorder.__name = "cairn.Recorder"

local world_recorder = {}

-- Kind and id of a handle, for cairn.recording.values. What the world refused because it is dead or
-- of another world must be refused again.
local function handle_of(world)
  return function(value)
    local kind = kind_of(value):match "^cairn%.(%a+)$"
    if kind == "World" then return rawequal(value, world) and kind or "other World", 0 end
    if not finders[kind] then return nil end
    if not value:is_valid() then return "dead " .. kind, 0 end
    if not rawequal(value:world(), world) then return "other " .. kind, 0 end
    return kind, value:id()
  end
end

local function look(self) self.problem = self.problem or self.trail:problem() end

local TOLD = {}

function TOLD.call(self, fn, ...)
  local class, name = methods.name_of(fn)
  if class == "Manifold" then -- a cursor has no id: its shapes and pieces stand for it
    local m = ...
    local a, b = m:shapes()
    self.trail:put(letters.OF.call, values.pack(self.handle_of, class, name, a, b, m:pieces()))
  elseif class then
    self.trail:put(letters.OF.call, values.pack(self.handle_of, class, name, ...))
  end
end

function TOLD.step(self, ...) self.trail:put(letters.OF.step, values.pack(nil, ...)) end

function TOLD.before() end

function TOLD.tick(self) self.trail:add(self.world) end

-- What the binding calls; false lets it go.
local function hear(self, kind, ...)
  if self.closed or self.problem then return false end
  TOLD[kind](self, ...)
  self.writer:breathe()
  look(self)
  return true
end

local function check(path, options, level)
  if type(path) ~= "string" then
    error(("bad argument #1 to 'record' (string expected, got %s)"):format(kind_of(path)),
      level + 1)
  end
  if options ~= nil and type(options) ~= "table" then
    error(("bad argument #2 to 'record' (table expected, got %s)"):format(kind_of(options)),
      level + 1)
  end
  local key = next(options or {})
  if key ~= nil then
    error(("bad argument #2 to 'record' (unknown field '%s')"):format(tostring(key)), level + 1)
  end
end

--- Record the world from now on into a new file: a recorder, or nil and why it cannot be written.
--- There are no options yet.
function world_recorder.record(world, path, options)
  check(path, options, 3)
  local image = world:snapshot()
  local self = { world = world, handle_of = handle_of(world) }
  function self.ear(...) return hear(self, ...) end
  -- before there is a file: one that is there already stays as it is where this is refused
  if not methods.attach(world, self.ear) then return nil, "the world is being recorded already" end
  local writer, message = blocks.create(path, "world")
  if not writer then
    methods.detach(world, self.ear)
    return nil, ("%s: %s"):format(path, message)
  end
  self.writer, self.trail = writer, trail.writer(writer)
  setmetatable(self, Recorder)
  self.trail:put(letters.HEAD, values.pack(nil, { image = image, layers = world:layers() }))
  self.trail:put(letters.START, values.pack(nil, world:hash(), false))
  writer:flush()
  look(self)
  return self
end

--- Steps that were recorded.
function Recorder:steps() return self.trail.step end

--- End the recording. True, or nil and a sentence when the file is not whole. Harmless when done
--- before.
function Recorder:close()
  if not self.closed then
    self.closed = true
    methods.detach(self.world, self.ear)
    self.trail:finish()
    look(self)
  end
  if self.problem then return nil, self.problem end
  return true
end

Recorder.__close = Recorder.close
Recorder.__gc = Recorder.close

return world_recorder
