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

local cairn = require "cairn"
local drive = require "cairn.scene.drive"
local kind_of = require "cairn.words.kind"
local nearest_words = require "cairn.words.nearest"
local ring = require "cairn.scene.ring"

local timeline = {}

local Timeline = {}
-- Unless it looks back the last tick that is known is where the scene is.
function Timeline:__index(key)
  if key == "last" then return self.scene.ticks end
  return Timeline[key]
end

local SECONDS = 60             -- that are kept
local BYTES = 256 * 2 ^ 20     -- of states, at most
local SHARE = 0.02             -- of the step's time that states may cost
local MOST_TRACED = 1200       -- ticks of an old future that are kept to be shown
local TRACED_BYTES <const> = 64 << 20 -- of them, at most
local POSE, POSE_BYTES = ring.POSE, ring.POSE_BYTES
local KEPT_OLD = "kept old (error)"

Timeline.mark = ring.mark

-- What only tells of others, or has no effect.
local UNKEPT = { read = true, frame = true }
-- What a person does: looking back, it makes another future.
local TAKES_OVER = { event = true, pull = true, set = true, ui_edit = true, restart = true,
  console = true, hand = true }

-- ---- what reaches the scene ---------------------------------------------------------------------

-- All that reaches the scene, in order, under the tick that it came after. The next tick may be
-- another one than those before.
local function listener(self)
  return function(kind, ...)
    if self.moving then return end
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
    if kind ~= "draw" then
      ring.take_places(self)
      self.look_at = tick + 1
      ring.plan(self)
    end
    if kind == "edit" or kind == "waiting_edit" then self:mark("edit", "edited") end
  end
end

-- ---- going to a moment --------------------------------------------------------------------------

-- A number that is whole is one, as half of an even tick is.
local function need_integer(name, value)
  local whole = math.type(value) and math.tointeger(value)
  if whole then return whole end
  error(("bad argument #1 to '%s' (integer expected, got %s)"):format(name, kind_of(value)), 3)
end

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
  ring.drop_places(self)
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
  ring.take_places(self)
  self.feed = false
  self.back, self.last = { state = state, problems = problems_of(s) }, s.ticks
  ring.plan(self)
  return true
end

--- Forward again to the last tick, and on from there.
function Timeline:to_present()
  if not self.back then return true end
  local s, back = self.scene, self.back
  local ok, message = quietly(self, function() return s:restore(back.state) end)
  if not ok then return nil, message end
  for _, name in ipairs(PROBLEMS) do s[name] = back.problems[name] end
  self.back, self.last, self.here, self.playing = nil, nil, nil, false
  ring.look_soon(self)
  return true
end

--- Look at the scene as it was after that many ticks; the nearest that is known. The tick, or nil
--- and a sentence.
function Timeline:seek(tick)
  tick = need_integer("seek", tick)
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
function Timeline:step(ticks)
  return self:seek(self:at() + need_integer("step", ticks))
end

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
    self.places[#self.places + 1] = { tick = place.tick, step = place.step,
      records = place.records, last = math.min(tick, place.last or tick) }
    self.bytes = self.bytes + #place.records
    if place.tick > tick then break end
  end
  self.last, self.back, self.here, self.playing = nil, nil, nil, false
  self.feed, self.fault = false, s.fault or false
  ring.look_soon(self)
  return old
end

--- From here on somebody else decides: what came after is forgotten. True when it looked back.
function Timeline:take_over()
  if not self.back then return false end
  go(self, self:at())
  cut(self)
  self.old = false
  self.scene.paused = false
  ring.look_soon(self)
  return true
end

-- Where all bodies were in the ticks to come.
local function trace(self)
  local s, poses = self.scene, {}
  local from, now = s.ticks, ring.poses_of(s)
  local to = math.min(self.last, from + math.min(MOST_TRACED, TRACED_BYTES // (#now + 1)))
  poses[from] = now
  go(self, to, function() poses[s.ticks] = ring.poses_of(s) end)
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
  ring.plan(self)
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
  self.feed = false
  ring.plan(self)
  self.scene.paused = true
end

-- Before a tick: what the person did in the old future comes again. Edits do not: the code is new.
local function feed(self)
  local s, old = self.scene, self.feed
  if s.ticks >= old.last then
    self.feed = false
    return
  end
  for _, entry in ipairs(old.log[s.ticks] or {}) do
    if entry[1] ~= "edit" and entry[1] ~= "waiting_edit" and entry[1] ~= "draw" then
      s:again(table.unpack(entry, 1, entry.n))
    end
  end
end

local function before_tick(self)
  if self.moving then return end
  if self.back then self:take_over() end
  if self.feed then feed(self) end
  if self.scene.ticks + 1 >= self.look_at then ring.begin(self) end
end

--- Change the script, where the scene is now, and let the old input come again to the end of what
--- was known. Gives the outcome of the edit, and where the futures have parted: { tick, body,
--- distance (m) }, or nil.
function Timeline:edit(text)
  drive.need("edit", 1, text, "string")
  local s = self.scene
  local outcome, message = s:reload(text)
  if not outcome or outcome == KEPT_OLD then return outcome, message end
  while self.feed and s.ticks < self.feed.last do
    if not s:tick() then break end
  end
  self.feed = false
  return outcome, self.old and self.old.parted
end

-- ---- what there is to see -----------------------------------------------------------------------

-- Of the body with that id, among so many that begin at a place: x, y, angle; nil when it is none.
local function pose_in(poses, first, count, id)
  local low, high = 0, count - 1
  while low < high do
    local middle = (low + high) // 2
    local here = POSE:unpack(poses, first + POSE_BYTES * middle)
    if here < id then low = middle + 1 else high = middle end
  end
  local there, x, y, angle = POSE:unpack(poses, first + POSE_BYTES * low)
  if there == id then return x, y, angle end
end

-- fn(tick, x, y, angle) for each place that is known of the body.
local function each_place(self, id, fn)
  for _, place in ipairs(self.places) do
    local records, at = place.records, 1
    while at <= #records do
      local step, count, first = ring.RECORD:unpack(records, at)
      local tick = place.tick - (place.step - step & ring.LOW)
      local x, y, angle = pose_in(records, first, count, id)
      if x and tick <= (place.last or tick) then fn(tick, x, y, angle) end
      at = first + POSE_BYTES * count
    end
  end
end

--- Where a body was: a flat list of tick, x, y, angle. least (m, default 0): places nearer than
--- that to the one before are left out, so a body that lies still has one.
function Timeline:path(id, out, least)
  id = need_integer("path", id)
  if out ~= nil then drive.need("path", 2, out, "table") end
  if least ~= nil then drive.need("path", 3, least, "number") end
  if not self.back then ring.take_places(self) end
  out = out or {}
  local nearest, n = (least or 0) ^ 2, 0
  each_place(self, id, function(tick, x, y, angle)
    if n == 0 or (x - out[n - 2]) ^ 2 + (y - out[n - 1]) ^ 2 >= nearest then
      out[n + 1], out[n + 2], out[n + 3], out[n + 4] = tick, x, y, angle
      n = n + 4
    end
  end)
  for i = #out, n + 1, -1 do out[i] = nil end
  return out
end

--- The old future at the tick where the scene is: flat id, x, y, angle; nil where there is none.
function Timeline:ghosts()
  local poses = self.old and self.old.poses[self.scene.ticks]
  return poses and ring.flat(poses) or nil
end

--- What the ring costs: ms in all, its share of all steps, bytes, states.
function Timeline:cost_of()
  return { ms = self.total_ms, bytes = self.bytes, states = #self.frames }
end

-- A mistake in a call is said to be there.
for name, method in pairs(Timeline) do
  if name ~= "__index" then
    Timeline[name] = function(self, ...)
      if not rawequal(getmetatable(self), Timeline) then
        error(("calling '%s' on bad self (a timeline expected, got %s; did you forget ':'?)")
          :format(name, kind_of(self)), 2)
      end
      return method(self, ...)
    end
  end
end

local OPTIONS = { "bytes", "dt", "seconds", "share" }

local function bad_option(...) -- of keep_timeline
  error("bad argument #1 to 'keep_timeline' (" .. string.format(...) .. ")", 4)
end

local function check_options(options)
  if options == nil then return {} end
  if type(options) ~= "table" then bad_option("table expected, got %s", kind_of(options)) end
  for name, value in cairn.pairs(options) do
    local known = false
    for _, option in ipairs(OPTIONS) do known = known or name == option end
    if not known then
      bad_option("unknown field '%s'%s", tostring(name),
        nearest_words.hint(tostring(name), OPTIONS))
    end
    if type(value) ~= "number" or not (value >= 0 and value < math.huge) then
      bad_option("%s: number of 0 or more expected, got %s", name,
        type(value) == "number" and ("%g"):format(value) or kind_of(value))
    end
  end
  return options
end

-- The processor's time beside that clock; one that somebody has made up goes for both.
local function work_of(clock)
  local host = package.loaded["cairn.host"]
  return (clock == cairn.now or host and clock == host.now) and os.clock or clock
end

--- Keep the last seconds of a scene from now on. options: seconds, bytes, share. One for a scene.
function timeline.of(s, options)
  options = check_options(options)
  if s.timeline then return s.timeline end
  -- it is asked each frame: what could not be taken once is tried again with other code only
  local refusal = s.timeline_refusal
  if refusal and rawequal(refusal.main, s.main) then return nil, refusal.message end
  local self = setmetatable({
    scene = s, frames = {}, places = {}, log = {}, marks = {}, bytes = 0,
    tick_ms = 0, step_ms = 0, forget_at = 0,
    feed = false, old = false, hit = false, fault = s.fault or false,
    total_ms = 0, states_taken = 0, allowed = 0, since_ms = 0, cost = 0, profile = {},
    clock = s.clock, work = work_of(s.clock), began = 0, worked = false,
    share = options.share or SHARE,
    ticks = math.floor((options.seconds or SECONDS) / (options.dt or 1 / 60) + 0.5),
    most_bytes = options.bytes or BYTES, moving = false, playing = false,
  }, Timeline)
  ring.keep_state(self)
  if #self.frames == 0 then
    s.timeline_refusal = { main = s.main, message = self.problem }
    return nil, self.problem
  end
  s.timeline = self
  self.on_hit = function(...) ring.note_hit(self, ...) end
  s.before_tick = function() before_tick(self) end
  s.after_tick = function() ring.after_tick(self) end
  s.before_change = function() before_change(self) end
  s.after_change = function(outcome) after_change(self, outcome) end
  s.new_world = function(world) ring.watch(self, world) end
  s:listen(listener(self), true)
  ring.look_soon(self)
  ring.place_all(self)
  return self
end

return timeline
