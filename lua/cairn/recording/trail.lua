-- cairn.recording.trail: what a recording says of the world itself, so that a replay can be
-- compared: how it is written, and how the first step that differs is found.
--
-- After each step: half of the hash of the poses of all bodies that are awake. Each 60 steps: the
-- hash of the whole world. The poses themselves are written as often as a budget of bytes allows,
-- which is after each step where few bodies move; they tell which body differs, and by how much.
-- Where the last has fallen asleep they are written once, empty: from then on nothing moves.

local binding = require "cairn.scene.binding"
local letters = require "cairn.recording.letters"

local trail = {}

local CHECK_STEPS = 60
local POSES_PER_STEP = 256 -- bytes: 15 kB/s
local POSE_BYTES = 28
local LOW = 0xFFFFFFFF

-- ---- writing --------------------------------------------------------------------------------

local Writer = {}
Writer.__index = Writer

--- writer: of cairn.recording.blocks.
function trail.writer(writer)
  return setmetatable({ writer = writer, step = 0, credit = 0 }, Writer)
end

--- A record at the step that has been reached.
function Writer:put(letter, bytes) self.writer:add(letter, bytes, self.step) end

--- Why no more is written, as a sentence, or nil.
function Writer:problem()
  local problem = self.writer.problem
  return problem and ("recording stopped at step %d: %s"):format(self.step, problem)
end

--- The last record, and the end of the file.
function Writer:finish()
  self:put(letters.END, ("<I4"):pack(self.step))
  self.writer:close()
end

local function put_poses(self, world)
  self.credit = self.credit + POSES_PER_STEP
  local cost = world:awake_count() * POSE_BYTES
  if cost > self.credit or cost == 0 and self.rests then return end
  self.credit, self.rests = 0, cost == 0
  self:put(letters.POSES, binding.packed_poses(world, true))
end

--- A step has ended; world may be nil.
function Writer:add(world)
  self.step = self.step + 1
  local hash = world and world:hash "poses" or 0
  self:put(letters.TICK, ("<I4"):pack(hash & LOW))
  if not world then return end
  if self.step % CHECK_STEPS == 0 then
    self:put(letters.CHECK, ("<i8"):pack(world:hash()))
  end
  put_poses(self, world)
end

-- ---- comparing ------------------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

function trail.reader()
  return setmetatable({}, Reader)
end

--- Another reader that knows as much.
function Reader:copy()
  return setmetatable({ first = self.first, what = self.what, rest = self.rest }, Reader)
end

local function differs(self, step)
  if not self.first then self.first = step end
end

local explain_awake

--- What the record of a step says, beside the world after that step.
function Reader:tick(bytes, world, step)
  local hash = world and world:hash "poses" or 0
  if ("<I4"):unpack(bytes) ~= hash & LOW then
    differs(self, step)
    if self.rest and world and not self.what then explain_awake(self, world) end
  elseif self.rest and (not world or world:awake_count() > 0) then
    self.rest = nil -- here as there
  end
end

function Reader:check(bytes, world, step)
  if self.first or not world or ("<i8"):unpack(bytes) == world:hash() then return end
  self.first = step
  self.what = "no pose differs, but speeds, contacts or settings do"
end

local function name_of(body, id)
  local name = body and body:name()
  return name and ('body #%d "%s"'):format(id, name) or ("body #%d"):format(id)
end

local function digits(value, unit)
  return ("%.1e %s"):format(value, unit):gsub("e([+-])0*(%d)", function(sign, digit)
    return "e" .. (sign == "-" and "-" or "") .. digit
  end)
end

local function distance(body, x, y, angle)
  local its_x, its_y = body:position()
  local d, turn = math.sqrt((its_x - x) ^ 2 + (its_y - y) ^ 2), math.abs(body:angle() - angle)
  turn = math.min(turn, 2 * math.pi - turn)
  return d, turn
end

-- Of bodies that ought to be elsewhere the one that is farthest from there, in words.
local function farthest(poses, count, world)
  local worst, most_d, most_turn
  for i = 1, 4 * count, 4 do
    local id = poses[i]
    local body = world:body(id)
    if not body then return ("body #%d is missing"):format(id) end
    local d, turn = distance(body, poses[i + 1], poses[i + 2], poses[i + 3])
    if not worst or d > most_d or d == most_d and turn > most_turn then
      worst, most_d, most_turn = body, d, turn
    end
  end
  if not worst then return nil end
  local size = most_d > 0 and digits(most_d, "m") or most_turn > 0 and digits(most_turn, "rad")
  return ("%s, %s"):format(name_of(worst, worst:id()),
    size or worst:is_awake() and "is awake" or "is asleep")
end

-- All slept in the recording; of those that are awake here it is known where they ought to lie.
function explain_awake(self, world)
  local awake, count = {}, 0
  for i = 1, #self.rest, 4 do
    local body = world:body(self.rest[i])
    if body and body:is_awake() then
      table.move(self.rest, i, i + 3, 4 * count + 1, awake)
      count = count + 1
    end
  end
  self.what = farthest(awake, count, world)
end

--- Recorded poses: after the first difference they say what it is.
function Reader:poses(bytes, world, step)
  if not world or self.what then return end
  if not self.first then
    self.rest = bytes == "" and {} or nil
    if self.rest then world:poses(self.rest) end
    return
  end
  local poses, count = {}, #bytes // POSE_BYTES
  for i = 1, count do
    local id, x, y, angle = ("<I4ddd"):unpack(bytes, (i - 1) * POSE_BYTES + 1)
    poses[4 * i - 3], poses[4 * i - 2], poses[4 * i - 1], poses[4 * i] = id, x, y, angle
  end
  self.what = farthest(poses, count, world)
  if self.what and step ~= self.first then
    self.what = ("%s at step %d"):format(self.what, step)
  end
end

--- The first step that differs and a sentence, or nil.
function Reader:diverged()
  if not self.first then return nil end
  local what = self.what and (" (%s)"):format(self.what) or ""
  return self.first, ("diverged at step %d%s"):format(self.first, what)
end

return trail
