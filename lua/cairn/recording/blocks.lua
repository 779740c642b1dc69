-- cairn.recording.blocks: the file of a recording: a head, then blocks with checksums.
--
-- docs/format.md describes it byte by byte. A recording is a stream of records (a letter and
-- bytes), which is cut into blocks of at most 64 KB. A block is written whole and handed to the
-- system at once, when it is full and at least once a second: whatever happens to the program then,
-- the file is good up to its last whole block. Not here: what the records say (cairn.recording).

local cairn = require "cairn"

local blocks = {}

blocks.FORMAT = 1

local MAGIC, MARK = "CAIRNREC", "CBLK"
local HEAD = "<c8I4I4I2I2I2I2"      -- magic, format, kind, version (three numbers), nothing
local BLOCK = "<c4I4I4I4I4"         -- mark, number, first step, last step, bytes
local HEAD_BYTES, BLOCK_BYTES = 32, 32
local MOST = 65536                  -- bytes of records in a block
local FLUSH_AFTER = 1               -- s
local LARGEST = 1 << 30             -- bytes of a file that is read: 1 GiB
local KINDS = { [0] = "scene", [1] = "world" }
local LOW = 0xFFFFFFFF

-- ---- writing --------------------------------------------------------------------------------

local Writer = {}
Writer.__index = Writer

local function reason(message) return (tostring(message):gsub("^.-: ", "", 1)) end

local function head(kind)
  local major, minor, patch = cairn.version()
  local bytes = HEAD:pack(MAGIC, blocks.FORMAT, kind == "world" and 1 or 0, major, minor, patch, 0)
  return bytes .. ("<i8"):pack(cairn.checksum(bytes))
end

-- From the first failure on nothing is written: a later success would leave a hole.
local function write(self, bytes)
  if self.problem then return end
  local ok, message = self.file:write(bytes)
  if ok then ok, message = self.file:flush() end
  if not ok then self.problem = reason(message) end
end

local function block(self, payload)
  local first = BLOCK:pack(MARK, self.number, self.first_step, self.step, #payload)
  self.number, self.first_step = self.number + 1, self.step
  return first .. ("<I4"):pack(cairn.checksum(first) & LOW) .. ("<i8"):pack(cairn.checksum(payload))
    .. payload
end

local function write_full(self)
  local stream, at = table.concat(self.waiting), 1
  while #stream - at + 1 >= MOST do
    write(self, block(self, stream:sub(at, at + MOST - 1)))
    at = at + MOST
  end
  self.waiting, self.size = { stream:sub(at) }, #stream - at + 1
end

-- What is there and is no recording is not overwritten: a slip of the hand would cost a script.
-- Devices show zeros or nothing.
local function may_replace(path)
  local file = io.open(path, "rb")
  local start = file and file:read(#MAGIC) or ""
  if file then file:close() end
  return start == "" or start == MAGIC or start:find "^\0+$" ~= nil
end

-- By path, who has it open: another would write into its blocks.
local written = setmetatable({}, { __mode = "v" })

--- A writer of a new file, or nil and why not. kind: "scene" or "world"; clock: fn() -> s.
function blocks.create(path, kind, clock)
  local other = written[path]
  if other and not other.problem then return nil, "it is being written" end
  if not may_replace(path) then return nil, "it exists and is no recording" end
  local file, message = io.open(path, "wb")
  if not file then return nil, reason(message) end
  local self = setmetatable({
    path = path, file = file, waiting = {}, size = 0, number = 1, step = 0, first_step = 0,
    clock = clock or cairn.now, flushed = 0,
  }, Writer)
  self.flushed = self.clock()
  write(self, head(kind))
  if self.problem then
    file:close()
    return nil, self.problem
  end
  if kind == "world" then written[path] = self end -- of scenes one plays at a time
  return self
end

--- Add a record: one letter and bytes. step: the steps that have been run.
function Writer:add(letter, bytes, step)
  if self.problem or not self.file then return end
  if step > self.step then self.step = step end -- it goes back where a world was rewound
  local record = ("<c1s4"):pack(letter, bytes)
  self.waiting[#self.waiting + 1] = record
  self.size = self.size + #record
  if self.size >= MOST then write_full(self) end
end

--- Hand over what waits, if the last time was a second ago.
function Writer:breathe()
  local now = self.clock()
  if now - self.flushed >= FLUSH_AFTER then self:flush(now) end
end

function Writer:flush(now)
  self.flushed = now or self.clock()
  if self.size == 0 or not self.file then return end
  write_full(self)
  if self.size == 0 then return end
  write(self, block(self, table.concat(self.waiting)))
  self.waiting, self.size = {}, 0
end

--- Write the rest and close. True, or false and why the file is not whole.
function Writer:close()
  if not self.file then return not self.problem, self.problem end
  self:flush()
  local ok, message = self.file:close()
  self.file, written[self.path] = nil, nil
  if not ok and not self.problem then self.problem = reason(message) end
  return not self.problem, self.problem
end

-- ---- reading --------------------------------------------------------------------------------

local function read_file(path)
  local host = package.loaded["cairn.host"]
  if host then -- opening a pipe would wait for its writer
    local size, message, kind = host.stat(path)
    if not size then return nil, message end
    if kind == "folder" then return nil, "is a folder" end
    if kind ~= "file" then return nil, "is not a regular file" end
  end
  local file, message = io.open(path, "rb")
  if not file then return nil, reason(message) end
  local _, problem = file:read(0) -- a folder can be opened, but not read
  if problem then
    file:close()
    return nil, reason(problem)
  end
  -- Lua makes room for what is asked for before it reads
  local size = file:seek "end"
  if size and size > LARGEST then
    file:close()
    return nil, "larger than 1 GiB"
  end
  file:seek "set"
  local bytes
  bytes, message = file:read(size or LARGEST)
  file:close()
  if not bytes and message then return nil, reason(message) end
  return bytes or ""
end

local function check_head(path, bytes)
  local magic = bytes:sub(1, #MAGIC)
  if magic ~= MAGIC or #bytes < HEAD_BYTES then
    local cut = #bytes > 0 and MAGIC:sub(1, #bytes) == bytes or magic == MAGIC
    return nil, cut and ("%s: cut off within the head"):format(path)
      or ("%s is not a recording"):format(path)
  end
  local _, format, kind, major, minor, patch = HEAD:unpack(bytes)
  if ("<i8"):unpack(bytes, HEAD_BYTES - 7) ~= cairn.checksum(bytes:sub(1, HEAD_BYTES - 8)) then
    return nil, ("%s: head checksum mismatch"):format(path)
  end
  local version = ("%d.%d.%d"):format(major, minor, patch)
  if format ~= blocks.FORMAT or not KINDS[kind] then
    return nil, ("%s was made by cairn %s (format %d); this is %s (format %d)"):format(path,
      version, format, cairn._VERSION:match "%S+$", blocks.FORMAT)
  end
  return { kind = KINDS[kind], version = version }
end

-- The next block: its payload, last step and where the one after begins. Nil at the end of the
-- bytes; false and "cut" or a piece of a sentence when it is not good.
local function next_block(bytes, at, number, step)
  local left = #bytes - at + 1
  if left == 0 then return nil end
  if left < BLOCK_BYTES then return false, "cut" end
  local mark, own, first, last, size, check, sum = (BLOCK .. "I4i8"):unpack(bytes, at)
  local span = ("(step %d-%d)"):format(step, math.max(last, step))
  if check ~= cairn.checksum(bytes:sub(at, at + BLOCK_BYTES - 13)) & LOW then
    return false, ("(from step %d) checksum mismatch"):format(step)
  end
  if mark ~= MARK or own ~= number or first > last or first < step or size > MOST then
    return false, span .. " does not follow the one before"
  end
  if left < BLOCK_BYTES + size then return false, "cut" end
  local payload = bytes:sub(at + BLOCK_BYTES, at + BLOCK_BYTES + size - 1)
  if sum ~= cairn.checksum(payload) then return false, span .. " checksum mismatch" end
  return payload, last, at + BLOCK_BYTES + size
end

--- Read a recording: { kind, version, stream, damage }. stream: the bytes of all records up to the
--- first block that is not good; damage: a sentence about that, unless the file just ends in it.
--- Nil and a sentence when there is nothing to play.
function blocks.read(path)
  local bytes, message = read_file(path)
  if not bytes then return nil, ("%s: %s"):format(path, message), "file" end
  local found
  found, message = check_head(path, bytes)
  if not found then return nil, message, "damage" end
  local parts, at, step = {}, HEAD_BYTES + 1, 0
  while true do
    local number = #parts + 1
    local payload, last, after = next_block(bytes, at, number, step)
    if payload == nil then break end
    if not payload then
      if last ~= "cut" then found.damage = ("%s: block %d %s"):format(path, number, last) end
      break
    end
    parts[number], step, at = payload, last, after
  end
  found.stream = table.concat(parts)
  return found
end

return blocks
