-- cairn.scene.timeline: the last seconds of a scene, kept so that one can go back into them.
--
-- A ring of states (cairn.scene.state) and, between them, what reached the scene from outside
-- (cairn.scene.journal). Any moment is the state before it and the entries since, done again: to
-- the last bit what it was. States are taken as often as a share of the step's time allows, and
-- thinned out when they need more memory than they may: where ticks are dear states are rare, and
-- the way from one to the next takes as long as ten of them.
--
-- Looking back (`back`) the scene stands at an earlier tick; its future is still known, and going
-- forward is the same future again. It ends at the last tick, or when somebody takes over: input or
-- an edit from there on makes another future. After an edit the old input is fed to the new code,
-- tick by tick, and the old future is kept to be shown beside it.
--
-- Not here: what is drawn of it (src/view), the window's keys.

local kind_of = require "cairn.words.kind"

local timeline = {}

local Timeline = {}
Timeline.__index = Timeline

local SECONDS = 60             -- that are kept
local BYTES = 256 * 2 ^ 20     -- of states, at most
local SHARE = 0.045            -- of the step's time that states may cost; the journal has the rest
-- Ticks between two looks at how long one takes, where they are cheap: few scripts do anything each
-- seventh tick. Below so many ms they are.
local SAMPLE, CHEAP_MS = 7, 0.2
local MOST_MS = 60             -- of ticks between two states: so long it takes to come to a moment
local FAR_SHARE = 0.07         -- of the ticks that such states may cost; else the way is longer
local LEAST_COST_MS = 0.1      -- of a state
local LEARNING = 5             -- states, until what one costs is known
local OTHER_MS = 0.01          -- of a tick that comes again, besides the tick itself
local PLACES = 6               -- ticks between two places of a path, where bodies are
local TIDY = 30                -- ticks between two looks for what is too old, and how many bodies
local FEW = 100                -- bodies; of more the places are known where states are
local HARD = 10                -- m/s of approach: a hit that is marked
local MOST_MARKS = 500
local MOST_TRACED = 1200       -- ticks of an old future that are kept to be shown
local DIFFERENT = 1e-3         -- m: two futures have parted
local POSE_BYTES = 16          -- of a number in a table
local KEPT_OLD = "kept old (error)"

-- What only tells of others, or has no effect.
local UNKEPT = { tick = true, read = true, frame = true }
-- What a person does: looking back, it makes another future.
local TAKES_OVER = { event = true, pull = true, set = true, ui_edit = true, restart = true,
  console = true, hand = true }

-- ---- what is kept -------------------------------------------------------------------------------

-- Of all bodies, or of those that are awake.
local function poses_of(s, awake)
  local world, poses = s.live_world, {}
  if world then world:poses(poses, awake) end
  return poses
end

-- The state that is least missed goes: between whose neighbours the way is shortest.
local function drop_one(self)
  local frames, best, shortest = self.frames, nil, math.huge
  for i = 2, #frames - 1 do
    local gap = frames[i + 1].tick - frames[i - 1].tick
    if gap < shortest then best, shortest = i, gap end
  end
  if not best then return false end
  self.bytes = self.bytes - table.remove(frames, best).bytes
  return true
end

local function make_room(self)
  while self.bytes > self.most_bytes and drop_one(self) do end
end

-- Those before this tick go, all at once: lists are long, and few of them go. They are returned.
local function drop_before(list, tick)
  local count, gone = 0, {}
  while list[count + 1] and list[count + 1].tick < tick do count = count + 1 end
  if count == 0 then return gone end
  table.move(list, 1, count, 1, gone)
  table.move(list, count + 1, #list + count, 1)
  return gone
end

-- What is older than the ring goes, but for the state from which its first tick is reached.
local function forget_old(self)
  local first = self.last - self.ticks
  for _, place in ipairs(drop_before(self.places, first)) do
    self.bytes = self.bytes - POSE_BYTES * #place.poses
  end
  while #self.frames > 1 and self.frames[2].tick <= first do
    local gone = table.remove(self.frames, 1)
    self.bytes = self.bytes - gone.bytes
    for tick = gone.tick, self.frames[1].tick - 1 do self.log[tick] = nil end
  end
  drop_before(self.marks, self:first())
end

-- A state never takes less than it costs and often more, where others have the machine or memory is
-- cold, as it is for the first: so the cost falls at once, and rises by steps, at first by large
-- ones. What seems dear is a long way from the next, until which nothing better is known.
local function note_cost(self, ms)
  self.total_ms, self.states_taken = self.total_ms + ms, self.states_taken + 1
  if self.states_taken <= LEARNING then
    self.cost = math.min(ms, math.max(10 * self.cost, LEAST_COST_MS))
  else
    self.cost = math.min(ms, 0.7 * self.cost + 0.3 * math.min(ms, 3 * self.cost))
  end
end

local function keep_state(self)
  local s = self.scene
  local before = self.clock()
  local taken, message = s:snapshot()
  if not taken then
    self.problem = message
    self.allowed, self.since_ms = -MOST_MS, -MOST_MS -- not each tick
    return
  end
  local frame = { tick = s.ticks, state = taken, bytes = taken.bytes }
  self.frames[#self.frames + 1] = frame
  self.bytes = self.bytes + frame.bytes
  make_room(self)
  note_cost(self, math.max(1e3 * (self.clock() - before), LEAST_COST_MS)) -- clocks may be coarse
  self.allowed, self.since_ms = 0, 0
end

local function keep_places(self, awake)
  local poses = poses_of(self.scene, awake)
  self.places[#self.places + 1] = { tick = self.scene.ticks, poses = poses }
  self.bytes = self.bytes + POSE_BYTES * #poses
  make_room(self)
end

local function look_around(self)
  local world = self.scene.live_world
  self.is_small = world ~= nil and world:body_count() <= FEW
  forget_old(self)
end

function Timeline:mark(kind, text, more)
  local mark = { tick = self.scene.ticks, kind = kind, text = text }
  for key, value in pairs(more or {}) do mark[key] = value end
  self.marks[#self.marks + 1] = mark
  if #self.marks > MOST_MARKS then table.remove(self.marks, 1) end
end

local function mark_hits(self, world)
  local hardest, at = HARD, nil
  for _, a, b, _, _, _, _, speed in world:hits() do
    if speed > hardest then hardest, at = speed, { a, b } end
  end
  if at then
    self:mark("hit", ("%s hits %s at %.1f m/s"):format(at[2]:body(), at[1]:body(), hardest))
  end
end

local function note_problem(self)
  local fault = self.scene.fault
  if fault and fault ~= self.fault then self:mark("error", fault.message) end
  self.fault = fault
end

-- Another future was here: where has this one left it?
local function compare(self, old)
  local then_ = old.poses[self.scene.ticks]
  if not then_ then return end
  local now, most, body = poses_of(self.scene), DIFFERENT, nil
  local places = {}
  for i = 1, #now, 4 do places[now[i]] = i end
  for i = 1, #then_, 4 do
    local k = places[then_[i]]
    local d = k and math.sqrt((now[k + 1] - then_[i + 1]) ^ 2 + (now[k + 2] - then_[i + 2]) ^ 2)
    if not k or d > most then most, body = d or math.huge, then_[i] end
  end
  if not body and #now ~= #then_ then body, most = now[#now - 3], math.huge end
  if not body then return end
  old.parted = { tick = self.scene.ticks, body = body, distance = most }
  self:mark("differs", ("body #%d is %s elsewhere"):format(body,
    most < math.huge and ("%.4f m"):format(most) or "not there, or"), { body = body })
end

-- How long this tick took stands for those since the last look. True when it is time for a state.
local function look_at_clock(self, world)
  local ticks, ms = self.sample, 1e3 * (self.clock() - self.began)
  self.since_ms = self.since_ms + ticks * (ms + OTHER_MS)
  if world then
    self.allowed = self.allowed + ticks * self.share * world:profile(self.profile).step
  end
  self.sample = ms < CHEAP_MS and SAMPLE or 1
  local far = self.since_ms >= MOST_MS and self.cost <= FAR_SHARE * self.since_ms
  return far or self.allowed >= self.cost
end

-- It comes each tick, so it does as little as it can: a step of a world at rest takes 2 us. Where
-- all sleep nothing is hit, and places are those of before.
local function after_tick(self)
  local s = self.scene
  local tick, world = s.ticks, s.live_world
  self.last = tick
  if s.fault ~= self.fault then note_problem(self) end
  local moves = world and world:awake_count() > 0
  if moves then mark_hits(self, world) end
  local old = self.old
  if old and not old.parted then compare(self, old) end
  local due = tick % self.sample == 0 and look_at_clock(self, world)
  if due and not s.fault then keep_state(self) end
  local tidy = tick % TIDY == 0
  if due or tidy and self.is_small then
    keep_places(self)
  elseif moves and self.is_small and tick % PLACES == 0 then
    keep_places(self, "awake")
  end
  if due or tidy then look_around(self) end
end

-- All that reaches the scene, in order, under the tick that it came after.
local function listener(self)
  return function(kind, ...)
    if self.moving then return end
    if kind == "tick" and not self.back then return after_tick(self) end
    if self.back and TAKES_OVER[kind] then self:take_over() end
    if self.back then return end
    if UNKEPT[kind] then return end
    if kind == "draw" then self.since_ms = self.since_ms + self.scene.draw_ms end
    local tick = self.scene.ticks
    local list = self.log[tick]
    if not list then
      list = {}
      self.log[tick] = list
    end
    list[#list + 1] = table.pack(kind, ...)
    if kind == "edit" or kind == "waiting_edit" then self:mark("edit", "edited") end
  end
end

-- ---- going to a moment --------------------------------------------------------------------------

--- The earliest tick that can be gone to, the last one that is known, and where the scene is.
function Timeline:first() return math.max(self.frames[1].tick, self.last - self.ticks) end
function Timeline:at() return self.scene.ticks end

local function frame_before(self, tick)
  local low, high = 1, #self.frames
  while low < high do
    local middle = (low + high + 1) // 2
    if self.frames[middle].tick <= tick then low = middle else high = middle - 1 end
  end
  return self.frames[low]
end

local function do_again(s, list)
  for _, entry in ipairs(list or {}) do s:again(table.unpack(entry, 1, entry.n)) end
end

-- Nobody hears of what is done in f, and nothing is printed a second time.
local function quietly(self, f)
  local s = self.scene
  self.moving = true
  s:mute(true)
  s.log:mute(true)
  local ok, result, message = pcall(f)
  s.log:mute(false)
  s:mute(false)
  self.moving = false
  if not ok then error(result, 0) end
  return result, message
end

-- The scene as it was after so many ticks. Where a script draws, a state of the moment is kept:
-- what is drawn there later must not change what comes. each: called after each tick from where the
-- scene is; then no state is taken that lies on the way.
local function go(self, tick, each)
  local s = self.scene
  return quietly(self, function()
    local frame, here = frame_before(self, tick), self.here
    local from = frame.state
    if here and here.tick <= tick and (each or here.tick >= frame.tick) then from = here end
    if from ~= here or s.script.draw or s.ticks ~= here.tick then
      local ok, message = s:restore(from)
      if not ok then return nil, message end
    end
    while s.ticks < tick do
      do_again(s, self.log[s.ticks])
      s:tick()
      if each then each(s) end
    end
    self.here = s:snapshot()
    return true
  end)
end

-- What a state does not hold.
local PROBLEMS = { "fault", "banner", "off", "paused", "paused_by_fault" }

local function problems_of(s)
  local problems = {}
  for _, name in ipairs(PROBLEMS) do problems[name] = s[name] end
  return problems
end

local function leave_present(self)
  local s = self.scene
  local state, message = s:snapshot()
  if not state then return nil, message end
  self.feed = nil
  self.back = { state = state, problems = problems_of(s) }
  return true
end

--- Forward again to the last tick, and on from there.
function Timeline:to_present()
  if not self.back then return true end
  local s, back = self.scene, self.back
  local ok, message = quietly(self, function() return s:restore(back.state) end)
  if not ok then return nil, message end
  for _, name in ipairs(PROBLEMS) do s[name] = back.problems[name] end
  self.back, self.here, self.playing = nil, nil, false
  return true
end

--- Look at the scene as it was after that many ticks; the nearest that is known. The tick, or nil
--- and a sentence.
function Timeline:seek(tick)
  if math.type(tick) ~= "integer" then
    error(("bad argument #1 to 'seek' (integer expected, got %s)"):format(kind_of(tick)), 2)
  end
  if not self.back then
    local ok, message = leave_present(self)
    if not ok then return nil, message end
  end
  tick = math.max(self:first(), math.min(tick, self.last))
  local ok, message = go(self, tick)
  if not ok then return nil, message end
  self.playing, self.scene.paused = false, true
  return tick
end

--- So many ticks back (negative) or forward.
function Timeline:step(ticks) return self:seek(self:at() + ticks) end

--- Let what is known go on from here by itself: host_scene_advance calls `forward` for each tick.
function Timeline:play(slowly)
  if not self.back then return end
  self.playing, self.slow = true, slowly == true
end

function Timeline:stop() self.playing = false end

--- One tick of what is known; at its end the scene is where it was left. False when it is there.
function Timeline:forward()
  if not self.back then return false end
  if self:at() + 1 >= self.last then
    -- an error that ended it comes again, as it did
    self:to_present()
    return false
  end
  go(self, self:at() + 1)
  return true
end

-- ---- another future -----------------------------------------------------------------------------

-- All that is known of what comes after this tick is no longer so. What it was.
local function cut(self)
  local s = self.scene
  local old = { log = self.log, frames = self.frames, marks = self.marks, last = self.last,
    places = self.places, back = self.back, bytes = self.bytes, old = self.old }
  local tick = s.ticks
  self.log, self.frames, self.marks, self.places, self.bytes = {}, {}, {}, {}, 0
  for at, list in pairs(old.log) do if at < tick then self.log[at] = list end end
  for _, frame in ipairs(old.frames) do
    if frame.tick <= tick then
      self.frames[#self.frames + 1] = frame
      self.bytes = self.bytes + frame.bytes
    end
  end
  for _, mark in ipairs(old.marks) do
    if mark.tick <= tick then self.marks[#self.marks + 1] = mark end
  end
  for _, place in ipairs(old.places) do
    if place.tick <= tick then
      self.places[#self.places + 1] = place
      self.bytes = self.bytes + POSE_BYTES * #place.poses
    end
  end
  self.last, self.back, self.here, self.playing = tick, nil, nil, false
  self.feed, self.fault = nil, s.fault
  return old
end

--- From here on somebody else decides: what came after is forgotten. True when it looked back.
function Timeline:take_over()
  if not self.back then return false end
  go(self, self:at())
  cut(self)
  self.old = nil
  self.scene.paused = false
  return true
end

-- Where all bodies were in the ticks to come.
local function trace(self)
  local s, poses = self.scene, {}
  local from, to = s.ticks, math.min(self.last, s.ticks + MOST_TRACED)
  poses[from] = poses_of(s)
  go(self, to, function() poses[s.ticks] = poses_of(s) end)
  go(self, from)
  return { poses = poses, first = from, last = to }
end

-- Looking back, before the code is changed: the old future is written down and cut off.
local function before_change(self)
  if self.moving or not self.back then return end
  local old = trace(self)
  self.undo = cut(self)
  self.old = old
  self.feed = { log = self.undo.log, last = self.undo.last }
end

-- A bad edit changes nothing: still looking back at the old future.
local function after_change(self, outcome)
  local undo = self.undo
  self.undo = nil
  if self.moving or not undo then return end
  if outcome ~= KEPT_OLD then
    self.scene.paused = false
    return
  end
  for _, name in ipairs { "log", "frames", "marks", "places", "last", "back", "bytes", "old" } do
    self[name] = undo[name]
  end
  self.feed = nil
  self.scene.paused = true
end

-- Before a tick: what the person did in the old future comes again. Edits do not: the code is new.
local function before_tick(self)
  local s = self.scene
  if (s.ticks + 1) % self.sample == 0 then self.began = self.clock() end
  if self.moving then return end
  if self.back then self:take_over() end
  local feed = self.feed
  if not feed then return end
  if s.ticks >= feed.last then
    self.feed = nil
    return
  end
  for _, entry in ipairs(feed.log[s.ticks] or {}) do
    if entry[1] ~= "edit" and entry[1] ~= "waiting_edit" and entry[1] ~= "draw" then
      s:again(table.unpack(entry, 1, entry.n))
    end
  end
end

--- Change the script, where the scene is now, and let the old input come again to the end of what
--- was known. Gives the outcome of the edit, and where the futures have parted: { tick, body,
--- distance (m) }, or nil.
function Timeline:edit(text)
  local s = self.scene
  local outcome, message = s:reload(text)
  if outcome == KEPT_OLD then return outcome, message end
  while self.feed and s.ticks < self.feed.last do
    if not s:tick() then break end
  end
  self.feed = nil
  return outcome, self.old and self.old.parted
end

-- ---- what there is to see -----------------------------------------------------------------------

--- Where a body was: a flat list of tick, x, y, angle. least (m, default 0): places nearer than
--- that to the one before are left out, so a body that lies still has one.
function Timeline:path(id, out, least)
  out = out or {}
  local nearest = (least or 0) ^ 2
  local n = 0
  for _, place in ipairs(self.places) do
    local poses = place.poses
    local low, high = 1, #poses // 4
    while low < high do
      local middle = (low + high) // 2
      if poses[4 * middle - 3] < id then low = middle + 1 else high = middle end
    end
    local x, y = poses[4 * low - 2], poses[4 * low - 1]
    if poses[4 * low - 3] == id
      and (n == 0 or (x - out[n - 2]) ^ 2 + (y - out[n - 1]) ^ 2 >= nearest) then
      out[n + 1], out[n + 2], out[n + 3], out[n + 4] = place.tick, x, y, poses[4 * low]
      n = n + 4
    end
  end
  for i = #out, n + 1, -1 do out[i] = nil end
  return out
end

--- The old future at the tick where the scene is: flat id, x, y, angle; nil where there is none.
function Timeline:ghosts() return self.old and self.old.poses[self.scene.ticks] end

--- What the ring costs: ms in all, its share of all steps, bytes, states.
function Timeline:cost_of()
  return { ms = self.total_ms, bytes = self.bytes, states = #self.frames }
end

--- Keep the last seconds of a scene from now on. options: seconds, bytes, share. One for a scene.
function timeline.of(s, options)
  options = options or {}
  if s.timeline then return s.timeline end
  -- it is asked each frame: what could not be taken once is tried again with other code only
  local refusal = s.timeline_refusal
  if refusal and rawequal(refusal.main, s.main) then return nil, refusal.message end
  local self = setmetatable({
    scene = s, frames = {}, places = {}, log = {}, marks = {}, bytes = 0, last = s.ticks,
    total_ms = 0, states_taken = 0, allowed = 0, since_ms = 0, cost = 0, profile = {},
    clock = s.clock,
    sample = 1, began = s.clock(),
    share = options.share or SHARE,
    ticks = math.floor((options.seconds or SECONDS) / (options.dt or 1 / 60) + 0.5),
    most_bytes = options.bytes or BYTES, moving = false, playing = false,
  }, Timeline)
  keep_state(self)
  if #self.frames == 0 then
    s.timeline_refusal = { main = s.main, message = self.problem }
    return nil, self.problem
  end
  look_around(self)
  s.timeline = self
  s.before_tick = function() before_tick(self) end
  s.before_change = function() before_change(self) end
  s.after_change = function(outcome) after_change(self, outcome) end
  s:listen(listener(self))
  return self
end

return timeline
