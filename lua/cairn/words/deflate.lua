-- cairn.words.deflate: bytes packed and unpacked as in RFC 1951 ("raw deflate"), for links.
--
-- Packing finds repetitions and writes the codes that the format has fixed: a script becomes a
-- third of its size, in one block. Unpacking reads whatever other packers write. Not here: files,
-- checksums and the letters of a link (cairn.cli.link).

local deflate = {}

-- ---- the format's tables --------------------------------------------------------------------

local LENGTH_BASE, LENGTH_BITS, DISTANCE_BASE, DISTANCE_BITS = {}, {}, {}, {}
do
  local length = 3
  for i = 0, 27 do
    local bits = i < 8 and 0 or (i >> 2) - 1
    LENGTH_BASE[i], LENGTH_BITS[i] = length, bits
    length = length + (1 << bits)
  end
  LENGTH_BASE[28], LENGTH_BITS[28] = 258, 0
  local distance = 1
  for i = 0, 29 do
    local bits = i < 4 and 0 or (i >> 1) - 1
    DISTANCE_BASE[i], DISTANCE_BITS[i] = distance, bits
    distance = distance + (1 << bits)
  end
end

local END = 256           -- the symbol after the last
local LONGEST = 258       -- bytes of a repetition
local WINDOW = 32768      -- bytes that a repetition may lie back
local LENGTH_ORDER = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 }

local function fixed_lengths()
  local lengths = {}
  for symbol = 0, 287 do
    lengths[symbol] = symbol < 144 and 8 or symbol < 256 and 9 or symbol < 280 and 7 or 8
  end
  return lengths, 287
end

-- ---- unpacking ------------------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

function Reader:bits(count)
  while self.held < count do
    local byte = self.text:byte(self.at)
    if not byte then error("it ends too early", 0) end
    self.word, self.held, self.at = self.word | byte << self.held, self.held + 8, self.at + 1
  end
  local value = self.word & ((1 << count) - 1)
  self.word, self.held = self.word >> count, self.held - count
  return value
end

-- Code and length to symbol, by canonical order.
local function tree_of(lengths, last)
  local count, first, tree = {}, {}, {}
  for symbol = 0, last do
    local n = lengths[symbol] or 0
    count[n] = (count[n] or 0) + 1
  end
  local code = 0
  count[0] = 0
  for n = 1, 15 do
    code = (code + (count[n - 1] or 0)) << 1
    first[n] = code
    if code + (count[n] or 0) > 1 << n then error("its codes contradict each other", 0) end
  end
  for symbol = 0, last do
    local n = lengths[symbol] or 0
    if n > 0 then
      tree[first[n] | 1 << n] = symbol -- a leading one keeps codes of different lengths apart
      first[n] = first[n] + 1
    end
  end
  return tree
end

function Reader:symbol(tree)
  local code = 1
  for _ = 1, 15 do
    code = code << 1 | self:bits(1)
    local symbol = tree[code]
    if symbol then return symbol end
  end
  error("it has a code that stands for nothing", 0)
end

function Reader:dynamic_trees()
  local literals, distances = self:bits(5) + 257, self:bits(5) + 1
  local of_lengths = {}
  for i = 1, self:bits(4) + 4 do of_lengths[LENGTH_ORDER[i]] = self:bits(3) end
  local tree, lengths, at = tree_of(of_lengths, 18), {}, 0
  while at < literals + distances do
    local symbol = self:symbol(tree)
    local times, value = 1, symbol
    if symbol == 16 then times, value = self:bits(2) + 3, lengths[at - 1] end
    if symbol == 17 then times, value = self:bits(3) + 3, 0 end
    if symbol == 18 then times, value = self:bits(7) + 11, 0 end
    if not value or at + times > literals + distances then error("its codes are broken", 0) end
    for _ = 1, times do lengths[at], at = value, at + 1 end
  end
  local far = {}
  for i = 0, distances - 1 do far[i] = lengths[literals + i] end
  for i = literals, literals + distances - 1 do lengths[i] = nil end
  return tree_of(lengths, literals - 1), tree_of(far, distances - 1)
end

local function check_room(out, most)
  if #out > most then error("it holds more than a scene may have", 0) end
end

function Reader:stored(out, most)
  self:bits(self.held & 7)
  local length = self:bits(16)
  if self:bits(16) ~= length ~ 0xffff then error("a length is broken", 0) end
  for _ = 1, length do out[#out + 1] = self:bits(8) end
  check_room(out, most)
end

function Reader:block(out, most, literals, distances)
  while true do
    local symbol = self:symbol(literals)
    if symbol < END then
      out[#out + 1] = symbol
    elseif symbol == END then
      return
    else
      local i = symbol - 257
      if not LENGTH_BASE[i] then error("it has a length that there is not", 0) end
      local length = LENGTH_BASE[i] + self:bits(LENGTH_BITS[i])
      local j = self:symbol(distances)
      if not DISTANCE_BASE[j] then error("it has a distance that there is not", 0) end
      local from = #out - (DISTANCE_BASE[j] + self:bits(DISTANCE_BITS[j]))
      if from < 0 then error("it points before its start", 0) end
      for k = 1, length do out[#out + 1] = out[from + k] end
    end
    check_room(out, most)
  end
end

local function unpack_all(text, most)
  local reader = setmetatable({ text = text, at = 1, word = 0, held = 0 }, Reader)
  local out, last = {}, 0
  local even = {}
  for i = 0, 29 do even[i] = 5 end
  while last == 0 do
    last = reader:bits(1)
    local kind = reader:bits(2)
    if kind == 0 then reader:stored(out, most)
    elseif kind == 1 then reader:block(out, most, tree_of(fixed_lengths()), tree_of(even, 29))
    elseif kind == 2 then reader:block(out, most, reader:dynamic_trees())
    else error("it has a block of no kind", 0) end
  end
  local pieces = {}
  for from = 1, #out, 4096 do
    pieces[#pieces + 1] = string.char(table.unpack(out, from, math.min(from + 4095, #out)))
  end
  return table.concat(pieces)
end

--- The bytes that were packed, at most so many, or nil and what is wrong with them.
function deflate.unpack(text, most)
  local ok, result = pcall(unpack_all, text, most)
  if ok then return result end
  return nil, result
end

-- ---- packing --------------------------------------------------------------------------------

local function writer()
  local pieces, word, held = {}, 0, 0
  local function bits(value, count)
    word, held = word | value << held, held + count
    while held >= 8 do
      pieces[#pieces + 1] = string.char(word & 0xff)
      word, held = word >> 8, held - 8
    end
  end
  local function finish()
    if held > 0 then bits(0, 8 - held) end
    return table.concat(pieces)
  end
  return bits, finish
end

-- Codes are written from their highest bit on, all else from its lowest.
local function reversed(code, count)
  local turned = 0
  for _ = 1, count do turned, code = turned << 1 | code & 1, code >> 1 end
  return turned
end

local function write_symbol(bits, symbol)
  if symbol < 144 then bits(reversed(0x30 + symbol, 8), 8)
  elseif symbol < 256 then bits(reversed(0x190 + symbol - 144, 9), 9)
  elseif symbol < 280 then bits(reversed(symbol - 256, 7), 7)
  else bits(reversed(0xc0 + symbol - 280, 8), 8) end
end

-- The last entry of a table whose base is not above the value.
local function entry_of(base, last, value)
  local i = last
  while base[i] > value do i = i - 1 end
  return i
end

local function write_repetition(bits, length, distance)
  local i = entry_of(LENGTH_BASE, 28, length)
  write_symbol(bits, 257 + i)
  bits(length - LENGTH_BASE[i], LENGTH_BITS[i])
  local j = entry_of(DISTANCE_BASE, 29, distance)
  bits(reversed(j, 5), 5)
  bits(distance - DISTANCE_BASE[j], DISTANCE_BITS[j])
end

local MOST_TRIED = 64 -- earlier places with the same three bytes

local function longest_at(text, at, places)
  local best, where = 2, nil
  for i = #places, math.max(1, #places - MOST_TRIED), -1 do
    local from = places[i]
    if at - from > WINDOW then break end
    local n = 3
    while n < LONGEST and at + n <= #text and text:byte(from + n) == text:byte(at + n) do
      n = n + 1
    end
    if n > best then best, where = n, from end
  end
  return best, where
end

--- The text, packed.
function deflate.pack(text)
  local bits, finish = writer()
  bits(1, 1)
  bits(1, 2) -- the last block, with the fixed codes
  local seen, at = {}, 1
  local function note(i)
    local key = text:sub(i, i + 2)
    local places = seen[key]
    if places then places[#places + 1] = i else seen[key] = { i } end
  end
  while at <= #text do
    local places = seen[text:sub(at, at + 2)]
    local length, from = 1, nil
    if places and at + 2 <= #text then length, from = longest_at(text, at, places) end
    if from then
      write_repetition(bits, length, at - from)
    else
      length = 1
      write_symbol(bits, text:byte(at))
    end
    for i = at, at + length - 1 do note(i) end
    at = at + length
  end
  write_symbol(bits, END)
  return finish()
end

return deflate
