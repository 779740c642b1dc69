-- Writes the table of a world's arrays, docs/memory.md, and the picture of the step's data flow,
-- docs/memory.svg, from the sources:
--
--   lua5.4 docs/memory.lua
--
-- Which arrays there are, and whether their elements outlive a step, is read from
-- src/core/step/world_arrays.c, which lists each once; who grows and who touches an array, from the
-- names in the folders of src/core. As a module (dofile with an argument) it offers read, table and
-- picture, for the spec.

local memory = {}

-- The folders of the core in their order, which is roughly that of a step.
memory.FOLDERS = {
  "activity", "contact", "objects", "query", "effects", "solver/order", "solver/impact",
  "solver/rows", "solver/rest", "solver/exact", "solver/ccd", "solver", "mover", "step", "world",
}

local function lines_of(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

local function sources(folder)
  local pipe <close> = assert(io.popen(("ls src/core/%s/*.[ch]"):format(folder)))
  local text = {}
  for path in pipe:lines() do
    if not path:find "world_arrays%.c$" then
      text[#text + 1] = lines_of(path):gsub("/%*.-%*/", "")
    end
  end
  return table.concat(text, "\n")
end

-- The variables that world_arrays.c, and all others, reach an array through: those of the world, of
-- the step and of events; and how the same array is named in the code.
local PARTS = { w = "w", s = "s", e = "e", ["w->scratch"] = "s", scratch = "s", events = "e" }
-- The parts of the step's memory, one for each room that grows it.
for _, room in ipairs { "activity", "contact", "objects", "effects", "order",
  "impact", "rows", "rest", "exact", "ccd", "callback" } do
  PARTS[room] = room
end
-- How world_arrays.c lists an array, and whether a snapshot has it.
local SAVED = { ARRAY = true, LIST = true, SOME = true, ANY = true, DERIVED = false, WHOLE = false,
  STEP = false, ROOM = false }
local GENERIC = { generation = true, next = true, link = true, bucket = true, entries = true }

-- Each array that world_arrays.c lists: its name, and whether its elements outlive a step.
function memory.arrays()
  local list, text = {}, lines_of "src/core/step/world_arrays.c"
  local function add(part, name, how)
    if not PARTS[part] or GENERIC[name] then return end
    list[#list + 1] = { part = part, name = name, lives = how == "STEP" and "step" or "world",
      saved = SAVED[how] }
  end
  text = text:gsub("#define[^\n]*\\\n[^\n]*", ""):gsub("#define[^\n]*", "")
  for line in text:gsub("\n%s+", " "):gmatch "[^;]+;" do
    local how, part, field = line:match "(%u+)%((%w)%->([%w_.]+)[,%)]"
    if part == "s" and field:find "%." then part, field = field:match "^([%w_]+)%.([%w_]+)" end
    if SAVED[how] ~= nil then add(part, field:match "^[%w_]+", how) end
  end
  return list
end

-- Of a path like `k->w->scratch.blows`, the part and the array: "s", "blows".
local function array_of(path)
  local rest, name = path:match "^(.-)%-?[>.]([%w_]+)$"
  local variable = rest and rest:match "([%w_]+)$"
  local part = variable and PARTS[variable]
  return part and part .. " " .. name
end

-- What the code of a folder does with each array: grows, writes or only reads it.
local function uses_of(code)
  local how = {}
  local function note(key, what)
    if key and how[key] ~= "grows" and not (what == "reads" and how[key]) then how[key] = what end
  end
  for path in code:gmatch "[%w_>%-.]+" do note(array_of(path), "reads") end
  for path, sign in code:gmatch "([%w_>%-.]+)%[[^%]\n]*%][%w_.]* ?([%+%-|&*]*[=%+]+)" do
    if sign:find "^[%+%-|&*]?=$" or sign == "++" then note(array_of(path), "writes") end
  end
  for path in code:gmatch "CN_GROW%(([%w_>%-.]+)" do note(array_of(path), "grows") end
  for path in code:gmatch "CN_EVENT_ROOM%(([%w_>%-.]+)" do note(array_of(path), "grows") end
  return how
end

-- The arrays, each with folder -> "grows", "writes" or "reads".
function memory.read()
  local list, uses = memory.arrays(), {}
  for _, folder in ipairs(memory.FOLDERS) do uses[folder] = uses_of(sources(folder)) end
  for _, array in ipairs(list) do
    array.uses = {}
    for _, folder in ipairs(memory.FOLDERS) do
      array.uses[folder] = uses[folder][array.part .. " " .. array.name]
    end
  end
  return list
end

local function folders_that(array, how)
  local list = {}
  for _, folder in ipairs(memory.FOLDERS) do
    if array.uses[folder] == how then list[#list + 1] = "`" .. folder .. "`" end
  end
  return table.concat(list, ", ")
end

local HEAD = [[
# The arrays of a world

Written by `lua5.4 docs/memory.lua` from the sources; a spec compares. All state is in arrays of
plain structures that refer to each other by index. The folder that grows an array owns it (`step`
also puts arrays of contacts in a new order). What lives for a *step* holds nothing between two
steps and may be given back; what lives as long as the *world* is kept. What is *saved* is in every
snapshot (snapshot/world_image.c); the rest of it is made anew after a restore. "Written
in" lists assignments to elements; a folder that only names an array reads it, or hands it to the
kernels in `wide/`, which know layouts and call nothing.

Arrays of the step's memory are members of one structure for each room that grows them, and are
named with it: `order.blocks` is `w->scratch.order.blocks`. Each has one owner and one meaning.

![Folders against arrays: where each array is grown, written and read](memory.svg)

]]

-- With the room, of an array in the step's memory.
function memory.name(array)
  return (#array.part > 1 and array.part .. "." or "") .. array.name
end

function memory.table(list)
  local out = { HEAD, "| array | lives | saved | grown in | written in | read in |\n",
    "| --- | --- | --- | --- | --- | --- |\n" }
  for _, array in ipairs(list) do
    out[#out + 1] = ("| `%s` | %s | %s | %s | %s | %s |\n"):format(memory.name(array), array.lives,
      array.saved and "yes" or "", folders_that(array, "grows"), folders_that(array, "writes"),
      folders_that(array, "reads"))
  end
  return (table.concat(out):gsub(" +|", " |"))
end

local ROW, COLUMN, LEFT, TOP = 14, 46, 150, 92
local LOOK = {
  grows = { "#1b6ca8", 5 }, writes = { "#d9822b", 4.2 }, reads = { "#9aa5b1", 2.6 },
}

-- Arrays downwards, folders across: a dot where a folder grows (large), writes or reads (small).
function memory.picture(list)
  local width, height = LEFT + COLUMN * #memory.FOLDERS + 20, TOP + ROW * #list + 20
  local out = {}
  local function put(format, ...) out[#out + 1] = format:format(...) end
  put('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" ', width, height)
  put('font-family="sans-serif" font-size="10">\n')
  put('<rect width="100%%" height="100%%" fill="white"/>\n')
  for i, folder in ipairs(memory.FOLDERS) do
    local x = LEFT + COLUMN * (i - 0.5)
    put('<text transform="translate(%.0f %d) rotate(-50)">%s</text>\n', x, TOP - 8, folder)
    put('<line x1="%.0f" y1="%d" x2="%.0f" y2="%d" stroke="#eef1f4"/>\n', x, TOP, x, height - 20)
  end
  for row, array in ipairs(list) do
    local y = TOP + ROW * (row - 0.5)
    put('<text x="%d" y="%.0f" text-anchor="end" fill="%s">%s</text>\n', LEFT - 8, y + 3,
      array.lives == "world" and "#000000" or "#5c6b7a", memory.name(array))
    for i, folder in ipairs(memory.FOLDERS) do
      local look = LOOK[array.uses[folder]]
      if look then
        put('<circle cx="%.0f" cy="%.0f" r="%.1f" fill="%s"/>\n', LEFT + COLUMN * (i - 0.5), y,
          look[2], look[1])
      end
    end
  end
  local x = 8
  for _, how in ipairs { "grows", "writes", "reads" } do
    put('<circle cx="%d" cy="16" r="%.1f" fill="%s"/><text x="%d" y="19">%s</text>\n', x + 5,
      LOOK[how][2], LOOK[how][1], x + 14, how)
    x = x + 50
  end
  out[#out + 1] = "</svg>\n"
  return table.concat(out)
end

if ... then return memory end
local list = memory.read()
for path, text in pairs { ["docs/memory.md"] = memory.table(list),
  ["docs/memory.svg"] = memory.picture(list) } do
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end
