-- cairn.scene.output: what a script prints: a ring of the last lines, and an echo to a stream.
--
-- What reaches the echo steers no terminal, and no line of it is longer than 4 KiB.
--
-- While held (a reload being tried) lines wait; then they are shown, or dropped where another
-- attempt prints them again. Those of a start, which counts however it ends, are shown as they
-- come, since a program is nothing but its start and may run for minutes; but no more of them in a
-- second than a scene may print, which it may turn out to be: the rest waits.
-- `limit` lines a second reach the echo, the rest is counted: a script that prints in a loop
-- must not stall the frame. The same line again and again is one entry with a count.

local visible = require "cairn.words.visible"

local Output = {}
Output.__index = Output

local CAPACITY = 1000     -- lines kept
local MOST_BYTES = 4096   -- of a line

local output = {}

--- echo: nil or fn(line); limit: lines a second or nil; clock: fn() -> seconds.
function output.new(echo, limit, clock)
  return setmetatable({
    lines = {}, first = 1, last = 0,
    echo = echo, limit = limit, clock = clock,
    window = -math.huge, sent = 0, skipped = 0,
  }, Output)
end

-- The lines that were left out since the last were shown.
local function tell_skipped(self)
  if self.skipped > 0 then self.echo(("... %d more lines"):format(self.skipped)) end
  self.skipped = 0
end

local function send(self, line)
  if #line > MOST_BYTES then line = line:sub(1, MOST_BYTES) .. "..." end
  self.echo(visible(line))
end

-- Whether one more line of so many in a second may be shown now, and then it counts.
local function may_send(self, limit)
  local now = self.clock()
  if now - self.window >= 1 then
    tell_skipped(self)
    self.window, self.sent = now, 0
  end
  if self.sent >= limit then return false end
  self.sent = self.sent + 1
  return true
end

local function forward(self, line)
  if not self.echo then return end
  if not self.limit or may_send(self, self.limit) then
    send(self, line)
  else
    self.skipped = self.skipped + 1
  end
end

local function store(self, line)
  self.last = self.last + 1
  self.lines[self.last] = line
  if self.last - self.first >= CAPACITY then
    self.lines[self.first] = nil
    self.first = self.first + 1
  end
end

local function keep(self, line)
  store(self, line)
  forward(self, line)
end

-- Of the lines that wait, those that may be shown, oldest first.
local function show_held(self)
  local held = self.held
  while held.first <= #held and may_send(self, held.at_once) do
    local line = held[held.first]
    held.first = held.first + 1
    store(self, line)
    if self.echo then send(self, line) end
  end
end

-- The lines that still wait, which do so no more, and how many were shown before them.
local function take_held(self)
  local held = self.held
  self.held = nil
  if not held then return {}, 0 end
  return table.move(held, held.first, #held, 1, {}), held.first - 1
end

--- Add the first line of a text, without an echo.
function Output:tell(text) store(self, text:match "^[^\n]*") end

--- Drop what is written from now on, until it is false.
function Output:mute(on) self.muted = on end

--- Add text; a line break inside makes several lines.
function Output:write(text)
  if self.muted then return end
  for line in (text .. "\n"):gmatch("(.-)\n") do
    if self.held then self.held[#self.held + 1] = line else keep(self, line) end
  end
  if self.held and self.held.at_once then show_held(self) end
end

--- at_once: how many lines a second are shown all the same; nil: none.
function Output:hold(at_once) self.held = self.held or { first = 1, at_once = at_once } end

--- End of a transaction: show what was held, or forget it.
function Output:release(show)
  local held = take_held(self)
  if not show then return end
  for _, line in ipairs(held) do keep(self, line) end
end

--- End of a transaction that failed: show all that was held. One that was stopped at a limit may
--- have printed in a loop: of it the echo gets as many lines as are kept.
function Output:release_failed(at_limit)
  local held, before = take_held(self)
  for i = math.max(1, #held - CAPACITY + 1), #held do store(self, held[i]) end
  if not self.echo then return end
  local shown = at_limit and math.max(0, math.min(#held, CAPACITY - before)) or #held
  for i = 1, shown do send(self, held[i]) end
  if shown < #held then self.echo(("... %d more lines"):format(#held - shown)) end
end

--- There will be no more.
function Output:finish()
  if self.echo then tell_skipped(self) end
end

--- The kept lines, oldest first.
function Output:list()
  return table.move(self.lines, self.first, self.last, 1, {})
end

--- The kept lines for a screen: runs of one line as { text =, count = }, oldest first.
function Output:runs()
  local runs = {}
  for i = self.first, self.last do
    local line, top = self.lines[i], runs[#runs]
    if top and top.text == line then
      top.count = top.count + 1
    else
      runs[#runs + 1] = { text = line, count = 1 }
    end
  end
  return runs
end

return output
