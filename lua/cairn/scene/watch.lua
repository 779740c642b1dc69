-- cairn.scene.watch: which of a scene's files have a new text.
--
-- A file counts as changed when its size and time differ from those last seen, have then been
-- still for 50 ms, and the text read is another one. While any file still moves nothing is
-- reported, so a save of several files is one change. Empty and missing files are no change:
-- editors truncate or rename before they write. Files are looked up by name each time, so a
-- rename over the file is followed.
--
-- With no stat the text itself is compared, four times a second.

local source = require "cairn.scene.source"

local Watch = {}
Watch.__index = Watch

local watch = {}

local QUIET = 0.05     -- s a file must have been still
local INTERVAL = 0.25  -- s between looks when files must be read to be compared
local GONE_AFTER = 0.5 -- s a file may be missing before it is called gone

--- options: read = fn(path) -> text or nil; stat = fn(path) -> size, mtime or nil (optional).
function watch.new(options)
  return setmetatable({
    read = options.read, stat = options.stat, entries = {}, order = {}, looked = -math.huge,
  }, Watch)
end

-- What shows that a file may have changed: size and time, or the text.
local function stamp_of(self, path)
  if not self.stat then return (self.read(path)) end
  local size, mtime = self.stat(path)
  return size and ("%s:%s"):format(size, mtime) or nil
end

--- Watch exactly these files: path -> text that runs now, or false for a missing one.
function Watch:follow(files)
  local entries, order = {}, {}
  for path, text in pairs(files) do
    -- without a stamp the first look reads the file: it may have changed since it was loaded
    entries[path] = self.entries[path] or { path = path, text = text or nil }
    order[#order + 1] = path
  end
  table.sort(order)
  self.entries, self.order = entries, order
end

--- Take a text as seen, whatever the file says now.
function Watch:put(path, text)
  local entry = self.entries[path]
  entry.text, entry.stamp, entry.pending = text, stamp_of(self, path), nil
end

--- The last text seen of a watched file, or nil.
function Watch:text(path)
  local entry = self.entries[path]
  return entry and entry.text
end

-- "same", "moving" or "still" (changed, and quiet since)
local function look(self, entry, now)
  local stamp = stamp_of(self, entry.path)
  if not stamp then
    entry.pending, entry.unreadable = nil, nil
    entry.gone_since = entry.gone_since or now
    return "same"
  end
  entry.gone_since = nil
  if stamp == entry.stamp then
    entry.pending, entry.unreadable = nil, nil
    return "same"
  elseif stamp ~= entry.pending then
    entry.pending, entry.since = stamp, now
    return "moving"
  end
  return now - entry.since >= QUIET - 1e-9 and "still" or "moving"
end

-- The new text of a file that is still, or nil when it says nothing new.
local function take(self, entry)
  local text, why = self.read(entry.path)
  entry.unreadable = not text and (why or "no such file") or nil
  -- not readable, or written to just now: another look later
  if not text or stamp_of(self, entry.path) ~= entry.pending then return nil end
  entry.stamp, entry.pending = entry.pending, nil
  if source.is_empty(text) or text == entry.text then return nil end
  entry.text = text
  return text
end

local function is_due(self, now)
  if self.stat or self.busy then return true end
  if now - self.looked < INTERVAL - 1e-9 then return false end
  self.looked = now
  return true
end

--- Look once. Returns path -> new text when there is any, else nil.
function Watch:poll(now)
  if not is_due(self, now) then return nil end
  local still, moving = {}, false
  for _, path in ipairs(self.order) do
    local state = look(self, self.entries[path], now)
    if state == "moving" then moving = true end
    if state == "still" then still[#still + 1] = self.entries[path] end
  end
  self.busy = moving
  if moving then return nil end
  local changed
  for _, entry in ipairs(still) do
    local text = take(self, entry)
    if text then
      changed = changed or {}
      changed[entry.path] = text
    end
  end
  return changed
end

--- What is wrong with a file that was there before: a piece of a sentence, or nil.
function Watch:problem(path, now)
  local entry = self.entries[path]
  if entry.gone_since then
    return now - entry.gone_since >= GONE_AFTER and "is gone" or nil
  end
  return entry.unreadable and ("cannot be read: " .. entry.unreadable)
end

return watch
