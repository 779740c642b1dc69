-- cairn.recording.tape: the records of a recording, in order: where each begins, which count,
-- and after which steps they stand.
--
-- What came after a step that the world was taken back to never happened, and is left out. Bytes
-- that are no records end the tape: they can only stand there if somebody has mended a checksum.

local blocks = require "cairn.recording.blocks"
local letters = require "cairn.recording.letters"
local values = require "cairn.recording.values"

local Tape = {}
Tape.__index = Tape

local tape = {}

local RECORD_BYTES = 5 -- of a record without bytes

-- Forget what stands behind that step.
local function cut_back(self, step)
  if step >= self.steps then return end
  self.count, self.steps = self.ends[step] or self.start, step
end

local function add(self, letter, from, to)
  if letter == letters.BACK then
    if to - from + 1 == 4 then cut_back(self, (("<I4"):unpack(self.stream, from))) end
    return
  end
  if letter == letters.TICK then
    self.steps = self.steps + 1
  elseif letter == letters.START then
    self.start = self.count + 1
  end
  local n = self.count + 1
  self.count, self.letters[n], self.from[n], self.to[n] = n, letter, from, to
  -- what the trail says of a step belongs to it
  local of_step = letter == letters.TICK or letter == letters.CHECK or letter == letters.POSES
    or letter == letters.FAULT
  if of_step then self.ends[self.steps] = n end
end

local function index(self)
  local stream, at = self.stream, 1
  while at + RECORD_BYTES - 1 <= #stream do
    local letter, size = ("<c1I4"):unpack(stream, at)
    local from = at + RECORD_BYTES
    if size > #stream - from + 1 then break end
    add(self, letter, from, from + size - 1)
    if letter == letters.END then self.is_whole = true end
    at = from + size
  end
end

--- Read a recording: a tape, or nil, a sentence and "file" or "damage". salvage: take what stands
--- before a damage.
function tape.read(path, salvage)
  local found, message, what = blocks.read(path)
  if not found then return nil, message, what end
  if found.damage and not salvage then return nil, found.damage, "damage" end
  local self = setmetatable({
    kind = found.kind, version = found.version, stream = found.stream,
    damage = found.damage, letters = {}, from = {}, to = {}, ends = {}, count = 0, steps = 0,
    start = 0,
  }, Tape)
  index(self)
  local ok, head = pcall(self.values, self, 1)
  if self.letters[1] ~= letters.HEAD or not ok or type(head) ~= "table" then
    return nil, ("%s: cut off before the first step"):format(path), "damage"
  end
  self.head = head
  return self
end

--- The bytes of the i-th record.
function Tape:bytes(i) return self.stream:sub(self.from[i], self.to[i]) end

--- Its values. Raises when it has none.
function Tape:values(i, object_of)
  if not self.letters[i] then error("no such record", 0) end
  return values.unpack(self:bytes(i), object_of)
end

--- Why it ends earlier than what was recorded, as a sentence, or nil.
function Tape:early_end()
  if self.is_whole then return nil end
  local planned = math.tointeger(self.head.steps)
  return ("replay ends early at step %d%s (%s)"):format(self.steps,
    planned and (" of %d"):format(planned) or "",
    self.damage and "file damaged" or "file truncated")
end

return tape
