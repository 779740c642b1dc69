-- Makes the sprites and sounds of this folder: lua5.4 examples/love/assets.lua
--
-- Pictures are packed by Cairn's own deflate; sounds are 16 bits, one channel, 22,050 a second.
package.path = "lua/?.lua;" .. package.path
local deflate = require "cairn.words.deflate"

local FOLDER = "examples/love/assets/"

local function write(name, bytes)
  local file <close> = assert(io.open(FOLDER .. name, "wb"))
  file:write(bytes)
end

-- The same noise in each run.
local state = 1
local function random()
  state = (state * 1664525 + 1013904223) & 0xffffffff
  return (state >> 8) / 0x1000000
end

-- ---- pictures -----------------------------------------------------------------------------------

local crc_table = {}
for i = 0, 255 do
  local c = i
  for _ = 1, 8 do c = c & 1 == 1 and (c >> 1) ~ 0xedb88320 or c >> 1 end
  crc_table[i] = c
end
local function crc(bytes)
  local c = 0xffffffff
  for i = 1, #bytes do c = (c >> 8) ~ crc_table[(c ~ bytes:byte(i)) & 255] end
  return c ~ 0xffffffff
end
local function adler(bytes)
  local a, b = 1, 0
  for i = 1, #bytes do
    a = (a + bytes:byte(i)) % 65521
    b = (b + a) % 65521
  end
  return b << 16 | a
end
local function chunk(kind, bytes)
  return string.pack(">I4", #bytes) .. kind .. bytes .. string.pack(">I4", crc(kind .. bytes))
end

-- color(x, y) -> r, g, b, a in 0..255 of a pixel; x, y from 0.
local function png(name, width, height, color)
  local rows = {}
  for y = 0, height - 1 do
    local row = { "\0" }
    for x = 0, width - 1 do
      local r, g, b, a = color(x, y)
      row[#row + 1] = string.char(r // 1 | 0, g // 1 | 0, b // 1 | 0, a or 255)
    end
    rows[#rows + 1] = table.concat(row)
  end
  local raw = table.concat(rows)
  write(name, "\137PNG\r\n\26\n" .. chunk("IHDR", string.pack(">I4I4BBBBB", width, height, 8, 6,
    0, 0, 0)) .. chunk("IDAT", "\x78\x01" .. deflate.pack(raw) .. string.pack(">I4", adler(raw)))
    .. chunk("IEND", ""))
end

-- Boards with a frame and a brace across.
local function crate(x, y)
  local edge = math.min(x, y, 47 - x, 47 - y)
  local board, dark = (y // 8) % 2 * 8, y % 8 == 7 and 0.75 or 1
  local brace = math.abs(x - y) < 5
  if edge < 1 then return 70, 45, 20 end
  if edge < 6 or brace then
    local seam = (edge == 5 or math.abs(x - y) == 4) and 0.7 or 1
    return 190 * seam, 140 * seam, 80 * seam
  end
  return (150 + board) * dark, (105 + board) * dark, (55 + board) * dark
end

-- A disc in the light, with a spot that shows how it turns.
local function ball(x, y)
  local dx, dy = (x - 23.5) / 24, (y - 23.5) / 24
  local d = math.sqrt(dx * dx + dy * dy)
  local alpha = d < 0.96 and 255 or d < 1 and 120 or 0
  local spot = math.abs(dx - 0.5) < 0.14 and math.abs(dy) < 0.14
  local light = 1.1 - 0.6 * d
  if spot then return 250, 230, 120, alpha end
  return 120 * light, 120 * light, 140 * light, alpha
end

local blades = {}
for i = 0, 47 do blades[i] = 4 + 5 * random() end
local function ground(x, y)
  if y < blades[x] then return 80, 160, 60 end
  local pebble = (x * 7 + y * 13) % 29 == 0
  if pebble then return 135, 105, 75 end
  return 110, 80, 52
end

local function stand(x, y)
  local joint = y % 12 < 1 or (x + (y // 12) % 2 * 8) % 16 < 1
  if joint then return 90, 90, 95 end
  return 150, 150, 155
end

-- ---- sounds -------------------------------------------------------------------------------------

local RATE = 22050

-- A knock: a few tones that die away, and noise that dies sooner.
local function wav(name, seconds, tones, noise)
  local samples = {}
  for i = 0, math.floor(seconds * RATE) - 1 do
    local t, v = i / RATE, 0
    for _, tone in ipairs(tones) do
      v = v + tone[2] * math.sin(2 * math.pi * tone[1] * t) * math.exp(-t / tone[3])
    end
    v = v + noise * (2 * random() - 1) * math.exp(-t / 0.006)
    samples[#samples + 1] = string.pack("<i2", math.floor(32000 * math.max(-1, math.min(1, v))))
  end
  local data = table.concat(samples)
  local format = string.pack("<I4I2I2I4I4I2I2", 16, 1, 1, RATE, 2 * RATE, 2, 16)
  write(name, "RIFF" .. string.pack("<I4", 36 + #data) .. "WAVEfmt " .. format .. "data"
    .. string.pack("<I4", #data) .. data)
end

os.execute("mkdir -p " .. FOLDER)
png("crate.png", 48, 48, crate)
png("ball.png", 48, 48, ball)
png("ground.png", 48, 48, ground)
png("stand.png", 48, 40, stand)
wav("wood.wav", 0.18, { { 410, 0.45, 0.03 }, { 655, 0.25, 0.02 }, { 1230, 0.1, 0.01 } }, 0.3)
wav("knock.wav", 0.25, { { 130, 0.6, 0.06 }, { 260, 0.25, 0.03 } }, 0.4)
