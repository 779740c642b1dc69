-- cairn.cli.library: scenes by name: `cairn run heap` means scripts/heap.lua of Cairn.
--
-- A word without slash or dot is looked for in a list of folders; anything else is a file and is
-- left to who opens it.

local host = require "cairn.host"
local nearest = require "cairn.words.nearest"

local library = {}

library.SCENES = host.home .. "/scripts"
library.BENCH = host.home .. "/scripts/bench"
library.MAIN = { "scene.lua", "main.lua" } -- of a folder, the first that there is

local function is_file(path) return (select(3, host.stat(path))) == "file" end

--- The file that a word means in the first of the folders that has it, or nil.
function library.find(word, folders)
  if word:find("[/.]") then return nil end
  for _, folder in ipairs(folders) do
    local path = ("%s/%s.lua"):format(folder, word)
    if is_file(path) then return path end
  end
  return nil
end

--- The names of the scenes in a folder, sorted.
function library.names(folder)
  local names = {}
  for _, file in ipairs(host.list(folder) or {}) do
    names[#names + 1] = file:match("^(.*)%.lua$")
  end
  table.sort(names)
  return names
end

--- The end of a sentence about a word that is in none of the folders.
function library.hint(word, folders)
  local names = {}
  for _, folder in ipairs(folders) do
    for _, name in ipairs(library.names(folder)) do names[#names + 1] = name end
  end
  return nearest.hint(word, names)
end

return library
