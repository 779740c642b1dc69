-- cairn.words.zip: the files of a zip archive, read (PKWARE's APPNOTE.TXT, 4.3: the central
-- directory at the end says where each file lies). Stored and deflated files, with checksums.
-- Not here: writing, encryption, archives above 4 GB and such as are cut into parts.

local deflate = require "cairn.words.deflate"

local zip = {}

local TAIL <const>, ENTRY <const>, LOCAL <const> = "PK\5\6", "PK\1\2", "PK\3\4"
local TAIL_BYTES <const> = 22
local MOST_COMMENT <const> = 65535     -- bytes behind the tail
local MOST_FILES <const> = 1000
local STORED <const>, DEFLATED <const> = 0, 8

local crcs = {}
for i = 0, 255 do
  local v = i
  for _ = 1, 8 do v = v & 1 == 1 and v >> 1 ~ 0xedb88320 or v >> 1 end
  crcs[i] = v
end

local function crc_of(bytes)
  local crc = 0xffffffff
  for i = 1, #bytes do crc = crcs[(crc ~ bytes:byte(i)) & 0xff] ~ crc >> 8 end
  return crc ~ 0xffffffff
end

-- Where the last mark of a tail is.
local function find_tail(bytes)
  for at = #bytes - TAIL_BYTES + 1, math.max(1, #bytes - TAIL_BYTES - MOST_COMMENT + 1), -1 do
    if bytes:sub(at, at + 3) == TAIL then return at end
  end
  error("it has no list of files, or is cut off", 0)
end

local function unpack_at(form, bytes, at, what)
  if at < 1 or at + string.packsize(form) - 1 > #bytes then error(what .. " is cut off", 0) end
  return string.unpack(form, bytes, at)
end

-- A name that stays within the folder into which it is put.
local function check_name(name)
  local part = ("/" .. name .. "/"):match "/(%.?%.?)/"
  if part or name:find "^%a:" or name:find "[\\%c]" or #name > 200 then
    error(("'%s' is no name for a file here"):format(name:gsub("%c", "?")), 0)
  end
end

-- The bytes of a file, which lies behind a head of its own.
local function contents(bytes, entry, most)
  local mark, names, extra = unpack_at("<c4 xxxxxxxxxxxxxxxxxxxxxx I2I2", bytes, entry.at,
    entry.name)
  if mark ~= LOCAL then error(entry.name .. " is not where the list says", 0) end
  local from = entry.at + 30 + names + extra
  local packed = bytes:sub(from, from + entry.packed - 1)
  if #packed < entry.packed then error(entry.name .. " is cut off", 0) end
  local text, why = packed, nil
  if entry.method == DEFLATED then
    text, why = deflate.unpack(packed, most)
  elseif entry.method ~= STORED then
    error(("%s is packed in a way (%d) that is not read here"):format(entry.name, entry.method), 0)
  end
  if not text then error(("%s: %s"):format(entry.name, why), 0) end
  if #text ~= entry.size or crc_of(text) ~= entry.crc then
    error(entry.name .. " is damaged: its checksum is another", 0)
  end
  return text
end

local function read(bytes, most)
  local tail = find_tail(bytes)
  local count, _, at = unpack_at("<I2I4I4", bytes, tail + 10, "the list of files")
  if count > MOST_FILES then
    error(("it holds %d files, more than %d"):format(count, MOST_FILES), 0)
  end
  local files, left = {}, most
  at = at + 1
  for _ = 1, count do
    local mark, flags, method, crc, packed, size, names, extra, comment, place = unpack_at(
      "<c4 xxxx I2I2 xxxx I4I4I4I2I2I2 xxxxxxxx I4", bytes, at, "the list of files")
    if mark ~= ENTRY then error("its list of files is damaged", 0) end
    local name = bytes:sub(at + 46, at + 45 + names)
    if #name < names then error("the list of files is cut off", 0) end
    at = at + 46 + names + extra + comment
    if flags & 1 == 1 then error(name .. " is encrypted", 0) end
    if name:sub(-1) ~= "/" then -- no folder
      check_name(name)
      if size > left then error(("it holds more than %d MB"):format(most >> 20), 0) end
      local text = contents(bytes, { name = name, at = place + 1, packed = packed, size = size,
        method = method, crc = crc }, left)
      left = left - #text
      files[#files + 1] = { name = name, text = text }
    end
  end
  return files
end

--- A list of { name =, text = }, in the archive's order; or nil and what is wrong. most: bytes of
--- all together.
function zip.unpack(bytes, most)
  local ok, result = pcall(read, bytes, most)
  if ok then return result end
  return nil, result
end

return zip
