-- cairn.recording: opens recordings and plays them.
--
-- A recording is a file that holds all that a scene was given (cairn.recording.recorder), or all
-- calls that changed a world (cairn.recording.world_recorder), with hashes to compare with.

local kind_of = require "cairn.words.kind"
local nearest = require "cairn.words.nearest"
local player = require "cairn.recording.player"
local recorder = require "cairn.recording.recorder"
local scene_reel = require "cairn.recording.scene_reel"
local sorted_keys = require "cairn.words.sorted"
local source = require "cairn.scene.source"
local tape = require "cairn.recording.tape"
local world_recorder = require "cairn.recording.world_recorder"
local world_reel = require "cairn.recording.world_reel"

local recording = {}

local CHOICES = {
  echo = true, force = true, pen = true, reader = true, salvage = true, sandbox = true,
  threads = true,
}

--- A recorder into a new file, for the option `record` of cairn.scene.load; nil and a message when
--- the file cannot be written. clock: fn() -> s (optional).
recording.record = recorder.create

-- world:record, which is a function in C
recording.record_world = world_recorder.record

-- Raise at the caller that stands so many levels above whoever calls this.
local function check(path, options, level)
  if type(path) ~= "string" then
    error(("bad argument #1 to 'replay' (string expected, got %s)"):format(kind_of(path)),
      level + 1)
  end
  if options ~= nil and type(options) ~= "table" then
    error(("bad argument #2 to 'replay' (table expected, got %s)"):format(kind_of(options)),
      level + 1)
  end
  local unknown = nearest.unknown(options or {}, sorted_keys(CHOICES))
  if unknown then error(("bad argument #2 to 'replay' (%s)"):format(unknown), level + 1) end
end

--- Open a recording: a player at its start, or nil, a sentence, and "file" or "damage". options:
--- salvage (what stands before a damage is played), force (the script of today, with what was
--- recorded as input), threads, echo, pen, reader (of the script of today).
function recording.open(path, options)
  check(path, options, 2)
  options = options or {}
  local found, message, what = tape.read(path, options.salvage)
  if not found then return nil, message, what end
  local reel
  if found.kind == "world" then
    reel = world_reel.new(found, { threads = options.threads })
  else
    reel = scene_reel.new(found, {
      threads = options.threads, echo = options.echo, pen = options.pen, today = options.force,
      sandbox = options.sandbox,
      reader = options.reader or source.read,
    })
  end
  local playing
  playing, message = player.new(found, reel, options.force and found.kind == "scene")
  if not playing then return nil, ("%s: %s"):format(path, message), "file" end
  return playing
end

-- cairn.replay, which is a function in C
function recording.replay(path, options)
  check(path, options, 3)
  local playing, message = recording.open(path, options)
  if not playing then return nil, message end
  return playing:world(), playing
end

return recording
