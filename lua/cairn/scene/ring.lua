-- cairn.scene.ring: what a timeline (cairn.scene.timeline) keeps of the ticks that go by, and when
-- it looks at one: states, places of bodies, marks, and where a future has left another.
--
-- A step of a world at rest takes a microsecond, in which Lua calls ten functions. So nothing is
-- done in most ticks: the scene tells of the tick that was asked for (`visit_at`) and of no others.
-- Its functions take the timeline; what is there is its fields. Not here: going to a moment.

local binding = require "cairn.scene.binding"

local ring = {}

local LOOK_SHARE = 0.01        -- of the ticks' time that looks at how long one takes may cost
local LOOK_MS = 0.005          -- of a look
local DEAR_MS = 0.1            -- of a tick, from which on its processor's time is asked for
local MOST_MS = 60             -- of ticks between two states: so long it takes to come to a moment
local FAR_SHARE = 0.05         -- of the ticks that such states may cost; else the way is longer
local LEAST_COST_MS = 0.1      -- of a state
local FIRST_COST_MS = 1        -- at most, of the first one, as far as it is believed
local LEARNING = 5             -- states, until what one costs is known
local OTHER_MS = 0.001         -- of a tick that comes again, besides the tick itself
local MOST_TICKS = 60          -- between two looks
local FEW = 100                -- bodies; of more the places are known where states are: watch.c
local HARD = 10                -- m/s of approach: a hit that is marked
local FORGETS = 16             -- times in a ring that what is too old is thrown away
local HITS = 30                -- ticks in which only the hardest of them is marked
local MOST_MARKS = 500
ring.LOW = 0xffffffff
ring.RECORD = "<I4I4"          -- of places: steps of the world, how many bodies
ring.POSE = "<I4ddd"           -- of each of them: id, x, y, angle
ring.POSE_BYTES = ring.POSE:packsize()
local DIFFERENT = 1e-3         -- m: two futures have parted

-- ---- what is kept -------------------------------------------------------------------------------

--- Of all bodies, packed as a binding's places are: a fifth of what a table of them takes.
function ring.poses_of(s)
  return s.live_world and binding.packed_poses(s.live_world, false) or ""
end

--- Packed poses as a flat list: id, x, y, angle, and so on.
function ring.flat(packed)
  local list, n = {}, 0
  for at = 1, #packed, ring.POSE_BYTES do
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = ring.POSE:unpack(packed, at)
    n = n + 4
  end
  return list
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

-- The first so many go at once: lists are long, and few of them go. They are returned.
local function drop_first(list, count)
  local gone = table.move(list, 1, count, 1, {})
  if count > 0 then table.move(list, count + 1, #list + count, 1) end
  return gone
end

local function drop_before(list, tick)
  local count = 0
  while list[count + 1] and list[count + 1].tick < tick do count = count + 1 end
  return drop_first(list, count)
end

-- What is older than the ring goes, but for the state from which its first tick is reached. Lists
-- are long: it is done some times while a ring goes by.
local function forget_old(self)
  local tick = self.scene.ticks
  if tick < self.forget_at then return end
  self.forget_at = tick + math.max(MOST_TICKS, self.ticks // FORGETS)
  local first = tick - self.ticks
  for _, place in ipairs(drop_before(self.places, first)) do
    self.bytes = self.bytes - #place.records
  end
  while #self.frames > 1 and self.frames[2].tick <= first do
    local gone = table.remove(self.frames, 1)
    self.bytes = self.bytes - gone.bytes
    for at = gone.tick, self.frames[1].tick - 1 do self.log[at] = nil end
  end
  drop_before(self.marks, math.max(self.frames[1].tick, first))
end

-- A state never takes less than it costs and often more, where others have the machine or memory is
-- cold, as it is for the first: so the cost falls at once, and rises by steps, at first by large
-- ones. What seems dear is a long way from the next, until which nothing better is known. What it
-- took beyond that the next steps have to pay for, within reason.
local function note_cost(self, ms)
  local taken, believed = self.states_taken, math.max(self.cost, LEAST_COST_MS)
  self.total_ms, self.states_taken = self.total_ms + ms, taken + 1
  if taken == 0 then
    self.cost = math.min(ms, FIRST_COST_MS)
  elseif taken < LEARNING then
    self.cost = math.min(ms, 10 * believed)
  else
    self.cost = math.min(ms, 0.7 * believed + 0.3 * math.min(ms, 3 * believed))
  end
  self.allowed = math.max(-self.cost, math.min(0, self.allowed - ms))
end

--- Now: by the clock, and by the processor's where that is worth its time.
function ring.begin(self)
  self.began = self.clock()
  self.worked = self.tick_ms > DEAR_MS and self.work()
end

-- Since then. While another program has the processor only one of the clocks goes on, and with
-- several threads only the other tells what it took.
local function ms_since(self)
  local ms = 1e3 * (self.clock() - self.began)
  return self.worked and math.min(ms, 1e3 * (self.work() - self.worked)) or ms
end

--- The state of the moment.
function ring.keep_state(self)
  local s = self.scene
  self.began, self.worked = self.clock(), self.work()
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
  note_cost(self, math.max(ms_since(self), LEAST_COST_MS)) -- clocks may be coarse
  self.since_ms = 0
end

local function keep_places(self, world, records)
  self.places[#self.places + 1] =
    { tick = self.scene.ticks, step = world:steps() & ring.LOW, records = records }
  self.bytes = self.bytes + #records
  if self.bytes > self.most_bytes then make_room(self) end
end

--- Ask for the places that the binding has kept in the steps since it was asked before.
function ring.take_places(self)
  local world = self.scene.live_world
  local records = world and binding.take_places(world) or ""
  if records ~= "" then keep_places(self, world, records) end
end

--- Those of now, of all bodies.
function ring.place_all(self)
  local world = self.scene.live_world
  if not world or world:body_count() == 0 then return end
  local poses = binding.packed_poses(world, false)
  local head = ring.RECORD:pack(world:steps() & ring.LOW, #poses // ring.POSE_BYTES)
  keep_places(self, world, head .. poses)
end

--- What was kept while the timeline went to a moment is of no use.
function ring.drop_places(self)
  local world = self.scene.live_world
  if world then binding.take_places(world) end
end

--- Mark the moment, or what stands in more. The mark.
function ring.mark(self, kind, text, more)
  local mark = { tick = self.scene.ticks, kind = kind, text = text }
  for key, value in pairs(more or {}) do mark[key] = value end
  self.marks[#self.marks + 1] = mark
  if #self.marks > MOST_MARKS then drop_first(self.marks, MOST_MARKS // 10) end
  return mark
end

--- From now on this world is the scene's.
function ring.watch(self, world)
  binding.keep_places(world)
  ring.watch_hits(self, world)
end

--- The binding looks for hard hits itself, in each step of this world. Once it has told of one it
-- looks for harder ones only, until it is asked again: where one follows the other the hardest is
-- marked.
function ring.watch_hits(self, world)
  self.hit = false
  binding.watch_hits(world, HARD, self.on_hit)
end

--- The binding has seen one.
function ring.note_hit(self, a, b, speed)
  if self.moving then return end
  local text = ("%s hits %s at %.1f m/s"):format(b:body(), a:body(), speed)
  if self.hit then
    self.hit.text = text
    return
  end
  local tick = self.scene.ticks + 1
  self.hit = ring.mark(self, "hit", text, { tick = tick })
  self.look_at = math.min(self.look_at, tick + HITS) -- to ask again
  ring.plan(self)
end

local function note_problem(self)
  local fault = self.scene.fault or false
  if fault and fault ~= self.fault then ring.mark(self, "error", fault.message) end
  self.fault = fault
end

-- Another future was here: where has this one left it?
local function compare(self, old)
  local then_ = old.poses[self.scene.ticks]
  if not then_ then return end
  local now = ring.poses_of(self.scene)
  if now == then_ then return end
  now, then_ = ring.flat(now), ring.flat(then_)
  local places, most, body = {}, DIFFERENT, nil
  for i = 1, #now, 4 do places[now[i]] = i end
  for i = 1, #then_, 4 do
    local k = places[then_[i]]
    local d = k and math.sqrt((now[k + 1] - then_[i + 1]) ^ 2 + (now[k + 2] - then_[i + 2]) ^ 2)
    if not k or d > most then most, body = d or math.huge, then_[i] end
  end
  if not body and #now ~= #then_ then body, most = now[#now - 3], math.huge end
  if not body then return end
  old.parted = { tick = self.scene.ticks, body = body, distance = most }
  ring.mark(self, "differs", ("body #%d is %s elsewhere"):format(body,
    most < math.huge and ("%.4f m"):format(most) or "not there, or"), { body = body })
end

-- ---- looking at a tick --------------------------------------------------------------------------

--- When the scene is to tell of a tick again: of each one where there is something to do before or
-- after it.
function ring.plan(self)
  local s, old = self.scene, self.old
  local each = self.back or self.feed or old and not old.parted and s.ticks < old.last
  s.begin_at = each and 0 or self.look_at
  s.visit_at = s.begin_at
end

--- From the next tick on all is asked anew.
function ring.look_soon(self)
  local tick, world = self.scene.ticks, self.scene.live_world
  self.looked, self.look_at = tick, tick + 1
  self.forget_at = math.min(self.forget_at, tick + MOST_TICKS)
  if world then ring.watch(self, world) end
  ring.plan(self)
end

-- How long this tick took stands for those since the last look: it or the one before, whichever was
-- shorter, as one of them may not have had the processor. True when it is time for a state.
local function look_at_clock(self, world)
  local tick, ms = self.scene.ticks, ms_since(self)
  local ticks, step = tick - self.looked, world and world:profile(self.profile).step or 0
  step = math.min(step, ms)
  local each, each_step = ms, step
  if ticks > 1 then each, each_step = math.min(ms, self.tick_ms), math.min(step, self.step_ms) end
  self.tick_ms, self.step_ms = ms, step
  self.since_ms = self.since_ms + ticks * (each + OTHER_MS)
  self.allowed = self.allowed + ticks * self.share * each_step
  local wait = math.ceil(LOOK_MS / (LOOK_SHARE * ms))
  wait = math.max(1, math.min(wait, MOST_TICKS))
  self.looked, self.look_at = tick, tick + wait
  if self.hit then self.look_at = math.min(tick + wait, self.hit.tick + HITS) end
  local far = self.since_ms >= MOST_MS and self.cost <= FAR_SHARE * self.since_ms
  return far or self.allowed >= self.cost
end

local function look(self, world)
  local s, hit = self.scene, self.hit
  if hit and world and s.ticks >= hit.tick + HITS then ring.watch_hits(self, world) end
  ring.take_places(self)
  if look_at_clock(self, world) then
    if not s.fault then ring.keep_state(self) end
    if world and world:body_count() > FEW then ring.place_all(self) end
  end
  forget_old(self)
end

--- It comes after the ticks that were asked for.
function ring.after_tick(self)
  if self.moving then return end
  local s, old = self.scene, self.old
  if s.fault or self.fault then note_problem(self) end
  if old and not old.parted then compare(self, old) end
  if s.ticks >= self.look_at then look(self, s.live_world) end
  ring.plan(self)
end

return ring
