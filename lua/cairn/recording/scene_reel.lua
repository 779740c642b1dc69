-- cairn.recording.scene_reel: a recorded scene, started again from the texts in its recording.
--
-- The scene asks for its files and gets the recorded ones; records of its journal are done again
-- one by one. With `today` it runs the files of today instead, and edits that were made while
-- recording are left out: a recorded bug becomes a spec of what was changed since. What is compared
-- stands in cairn.recording.trail; the order of records in cairn.recording.player.

local letters = require "cairn.recording.letters"

local Reel = {}
Reel.__index = Reel

local scene_reel = {}

local LEFT_OUT_TODAY = { edit = true, waiting_edit = true, hold = true }

-- path -> list of what each look at that file gave: a text, or false
local function reads_of(tape)
  local reads = {}
  for i = 2, tape.count do
    if tape.letters[i] == letters.OF.read then
      local path, text = tape:values(i)
      reads[path] = reads[path] or { next = 1 }
      table.insert(reads[path], text)
    end
  end
  return reads
end

--- options: those of cairn.scene.load that a replay may choose (threads, echo, pen,
--- sandbox, which a recording cannot take away), and today.
function scene_reel.new(tape, options)
  return setmetatable({ tape = tape, options = options }, Reel)
end

local function reader(self)
  local options = self.options
  if options.today then return options.reader end
  local reads = reads_of(self.tape)
  self.reads = reads
  return function(path)
    local looks = reads[path]
    local text = looks and looks[looks.next]
    if looks then looks.next = looks.next + 1 end
    if text then return text end
    return nil, "No such file in the recording"
  end
end

--- Start from the beginning. Nil and a sentence when the script cannot be read.
function Reel:start()
  self:close()
  local head, options = self.tape.head, self.options
  local opts = {
    reader = reader(self), watch = false, stay = true, seed = math.tointeger(head.seed),
    sets = type(head.sets) == "table" and head.sets or nil,
    threads = options.threads or math.tointeger(head.threads),
    echo = options.echo, pen = options.pen, sandbox = options.sandbox or head.sandbox == true,
  }
  local values = type(head.values) == "table" and head.values or nil
  local s, message = require("cairn.scene").load(tostring(head.path), values, opts)
  if not s then return nil, message end
  self.scene = s
  return true
end

--- The state of the moment, for Reel:go; nil when it would not be exact.
function Reel:take()
  local taken = self.scene:snapshot()
  if not taken or not taken.is_exact then return nil end
  local looks = {}
  for path, list in pairs(self.reads or {}) do looks[path] = list.next end
  return { scene = self.scene, taken = taken, looks = looks }
end

--- Go to a state. True, or false when the scene has been started again since.
function Reel:go(state)
  if state.scene ~= self.scene or not self.scene:restore(state.taken) then return false end
  for path, at in pairs(state.looks) do self.reads[path].next = at end
  return true
end

--- Do a record of the journal again.
function Reel:act(kind, i)
  if self.options.today and LEFT_OUT_TODAY[kind] then return end
  self.scene:again(kind, self.tape:values(i))
end

function Reel:step() self.scene:again "tick" end

function Reel:world() return self.scene and self.scene:world() end

function Reel:close()
  if self.scene then self.scene:finish() end
  self.scene = nil
end

return scene_reel
