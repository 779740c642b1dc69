-- cairn.recording.player: plays a recording step by step and compares.
--
-- A reel (cairn.recording.scene_reel, cairn.recording.world_reel) knows how to start and how to do
-- one record again; the player knows their order. Nothing in a recording can make it raise: records
-- that make no sense end the replay with a sentence.

local letters = require "cairn.recording.letters"
local trail = require "cairn.recording.trail"

local Player = {}
Player.__index = Player

local player = {}

local STATE_STEPS = 300 -- steps between two states that are kept, at first
local MOST_STATES = 64  -- when there are more, every second one is let go

local function rewind(self)
  self.at, self.step_count, self.broken = 0, 0, nil
  self.trail = trail.reader()
  self.states = {}
  local ok, started, message = pcall(self.reel.start, self.reel)
  if not ok then return nil, ("the start makes no sense: %s"):format(tostring(started)) end
  return started, message
end

--- A player at the start of a tape, or nil and a sentence. today: what runs is not what was
--- recorded, so nothing is compared.
function player.new(tape, reel, today)
  local self = setmetatable({ tape = tape, reel = reel, compares = not today }, Player)
  local ok, message = rewind(self)
  if not ok then return nil, message end
  return self
end

-- ---- states to go back to, of players that have gone back once ---------------------------------

local function thin_out(self)
  self.every = 2 * self.every
  for i = #self.states, 1, -1 do
    if self.states[i].step % self.every ~= 0 then table.remove(self.states, i) end
  end
end

local function keep_state(self)
  local last = self.states[#self.states]
  if not self.every or self.step_count % self.every ~= 0 then return end
  if last and last.step >= self.step_count then return end
  local held = self.reel:take()
  if not held then return end
  self.states[#self.states + 1] = {
    step = self.step_count, at = self.at, held = held, trail = self.trail:copy(),
  }
  if #self.states > MOST_STATES then thin_out(self) end
end

-- Go to the last state at or before step n; false when there is none.
local function go_to_state(self, n)
  for i = #self.states, 1, -1 do
    local state = self.states[i]
    if state.step <= n then
      if not self.reel:go(state.held) then return false end
      self.at, self.step_count, self.broken = state.at, state.step, nil
      self.trail = state.trail:copy()
      return true
    end
  end
  return false
end

-- ---- playing ------------------------------------------------------------------------------------

local COMPARE = {
  [letters.TICK] = trail.reader().tick,
  [letters.CHECK] = trail.reader().check,
  [letters.POSES] = trail.reader().poses,
}

-- One record. It may raise.
local function play(self, i)
  local letter = self.tape.letters[i]
  local kind = letters.KIND[letter]
  if letter == letters.TICK then
    self.reel:step()
    self.step_count = self.step_count + 1
  elseif kind and (kind ~= "read" or i > self.tape.start) then
    self.reel:act(kind, i)
  end
  local compare = self.compares and COMPARE[letter]
  if compare then compare(self.trail, self.tape:bytes(i), self.reel:world(), self.step_count) end
end

local function play_or_break(self)
  local i = self.at + 1
  self.at = i
  local ok, message = pcall(play, self, i)
  if ok then return true end
  self.broken = ("replay ends early at step %d (record %d makes no sense: %s)"):format(
    self.step_count, i, tostring(message))
  return false
end

-- The records that belong to the step that was just taken.
local function finish_step(self)
  local last = self.tape.ends[self.step_count] or 0
  while self.at < last and not self.broken do play_or_break(self) end
end

--- The next step, with all that was given before it. True, or false at the end.
function Player:step()
  local target = self.step_count + 1
  while not self.broken and self.at < self.tape.count and self.step_count < target do
    play_or_break(self)
  end
  if self.step_count < target then return false end
  finish_step(self)
  keep_state(self)
  return true
end

--- Go to the state after step n, 0 for the start. True, or false when the recording ends before.
function Player:seek(n)
  if math.type(n) ~= "integer" and not math.tointeger(n) then
    error(("bad argument #1 to 'seek' (integer expected, got %s)"):format(tostring(n)), 2)
  end
  if n < 0 then error(("bad argument #1 to 'seek' (must be >= 0, got %d)"):format(n), 2) end
  if n < self.step_count then
    self.every = self.every or STATE_STEPS
    if not go_to_state(self, n) then assert(rewind(self)) end
  end
  while self.step_count < n do
    if not self:step() then return false end
  end
  return true
end

--- The steps that were taken.
function Player:steps() return self.step_count end
--- The steps in the recording.
function Player:length() return self.tape.steps end
--- The world that plays; another one after a restart or a rebuild.
function Player:world() return self.reel:world() end
--- The scene that plays; nil where a world alone was recorded.
function Player:scene() return self.reel.scene end

--- The message of the error that the script is stopped by, or nil.
function Player:fault()
  local s = self.reel.scene
  return s and s.fault and s.fault.message or nil
end

--- The first step that differs from the recording and a sentence about it, or nil.
function Player:diverged() return self.trail:diverged() end

--- Why the recording ends before what was recorded did, or nil.
function Player:early_end() return self.broken or self.tape:early_end() end

function Player:close() self.reel:close() end

Player.__close = Player.close

return player
