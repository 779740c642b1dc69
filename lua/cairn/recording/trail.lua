-- cairn.recording.trail: what a recording says of the world itself, so that a replay can be
-- compared: how it is written, and how the first step that differs is found.
--
-- After each step: half of the hash of the poses of all bodies that are awake. Each 60 steps: the
-- hash of the whole world. The poses themselves are written as often as a budget of bytes allows,
-- which is after each step where few bodies move; they tell which body differs, and by how much.

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
  return setmetatable({ writer = writer, step = 0, credit = 0, poses = {} }, Writer)
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
  if cost == 0 or cost > self.credit then return end
  self.credit = 0
  local poses, rows = self.poses, {}
  local count = world:poses(poses, "awake")
  for i = 1, 4 * count, 4 do
    rows[#rows + 1] = ("<I4ddd"):pack(poses[i], poses[i + 1], poses[i + 2], poses[i + 3])
  end
  self:put(letters.POSES, table.concat(rows))
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
  return setmetatable({ first = self.first, what = self.what }, Reader)
end

local function differs(self, step)
  if not self.first then self.first = step end
end

--- What the record of a step says, beside the world after that step.
function Reader:tick(bytes, world, step)
  local hash = world and world:hash "poses" or 0
  if ("<I4"):unpack(bytes) ~= hash & LOW then differs(self, step) end
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

--- Recorded poses: after the first difference they say what it is.
function Reader:poses(bytes, world, step)
  if not self.first or self.what or not world then return end
  local worst, most_d, most_turn = nil, 0, 0
  for at = 1, #bytes - POSE_BYTES + 1, POSE_BYTES do
    local id, x, y, angle = ("<I4ddd"):unpack(bytes, at)
    local body = world:body(id)
    if not body then
      self.what = ("body #%d is missing"):format(id)
      break
    end
    local d, turn = distance(body, x, y, angle)
    if d > most_d or d == most_d and turn > most_turn then
      worst, most_d, most_turn = id, d, turn
    end
  end
  if worst then
    local size = most_d > 0 and digits(most_d, "m") or digits(most_turn, "rad")
    self.what = ("%s, %s"):format(name_of(world:body(worst), worst), size)
  end
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
