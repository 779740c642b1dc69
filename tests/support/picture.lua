-- Pictures of scenes, taken by the program and read back: what is where, to a pixel.

local deflate = require "cairn.words.deflate"
local process = require "tests.support.process"

local picture = {}
picture.__index = picture

local DEPTH = { [2] = 3, [6] = 4 } -- bytes of a pixel by PNG's colour type

local function paeth(a, b, c)
  local p = a + b - c
  local pa, pb, pc = math.abs(p - a), math.abs(p - b), math.abs(p - c)
  if pa <= pb and pa <= pc then return a end
  return pb <= pc and b or c
end

local FILTERS = {
  [0] = function(value) return value end,
  function(value, a) return value + a end,
  function(value, _, b) return value + b end,
  function(value, a, b) return value + (a + b) // 2 end,
  function(value, a, b, c) return value + paeth(a, b, c) end,
}

local function rows_of(data, width, height, depth)
  local rows, above, at = {}, {}, 1
  for y = 1, height do
    local filter, row = FILTERS[data:byte(at)], {}
    for x = 1, width * depth do
      local a, b, c = row[x - depth] or 0, above[x] or 0, above[x - depth] or 0
      row[x] = filter(data:byte(at + x), a, b, c) & 255
    end
    rows[y], above, at = row, row, at + 1 + width * depth
  end
  return rows
end

--- The PNG of that text: width, height, and at(x, y).
function picture.read(text)
  local width, height, _, kind = (">I4I4BB"):unpack(text, 17)
  local depth, parts, at = assert(DEPTH[kind], "a PNG of another kind"), {}, 9
  while at < #text do
    local length, name = (">I4c4"):unpack(text, at)
    if name == "IDAT" then parts[#parts + 1] = text:sub(at + 8, at + 7 + length) end
    at = at + 12 + length
  end
  local packed = table.concat(parts):sub(3, -5) -- zlib's head and sum
  local data = assert(deflate.unpack(packed, height * (1 + width * depth)))
  return setmetatable({
    width = width, height = height, depth = depth, rows = rows_of(data, width, height, depth),
  }, picture)
end

--- Red, green and blue, 0..255, of the pixel that x, y lies in, from the upper left corner.
function picture:at(x, y)
  local row, i = self.rows[math.floor(y) + 1], math.floor(x) * self.depth
  return row[i + 1], row[i + 2], row[i + 3]
end

--- Whether it is of that colour there, give or take so much (8).
function picture:is(x, y, color, tolerance)
  local far = 0
  for i, value in ipairs { self:at(x, y) } do far = math.max(far, math.abs(value - color[i])) end
  return far <= (tolerance or 8)
end

--- How many pixels of that box are of the colour.
function picture:count(color, x1, y1, x2, y2)
  local count = 0
  for y = y1 or 0, (y2 or self.height) - 1 do
    for x = x1 or 0, (x2 or self.width) - 1 do
      if self:is(x, y, color) then count = count + 1 end
    end
  end
  return count
end

--- `cairn shot` of a script in a folder of its own; options: more of the command line; files:
--- what else lies there.
function picture.shot(script, options, files)
  local folder = process.folder "cairn shot"
  process.write(folder .. "/scene.lua", script)
  for name, text in pairs(files or {}) do process.write(folder .. "/" .. name, text) end
  local _, err, code = process.run(folder,
    ("CAIRN_HOME=%s %s shot scene.lua -o o.png --width 200 --height 100 %s"):format(
      process.quote(process.home), process.quote(process.program), options or ""))
  local text = process.read(folder .. "/o.png")
  process.remove(folder)
  assert(code == 0, err)
  return picture.read(text), err
end

return picture
