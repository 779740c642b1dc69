-- family.lua: writes a scene of a family as plain text, from a seed and a size.
--
--   lua5.4 family.lua                          list the families
--   lua5.4 family.lua FAMILY SEED [SIZE]       write the scene to stdout
--
-- SIZE is about how many dynamic bodies there are; without it, or 0, the seed chooses within the
-- family's range. All that is random comes from the generator of scene.lua, so that the same words
-- give the same text. README.md tells the format, and what belongs in a family.
--
-- As a chunk it returns what `cairn bench --families` uses: { names =, ranges =, write = }.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

local FILES = { "piles", "levels", "machines", "moving" }

local scene = assert(loadfile(here .. "scene.lua"))()

local families, ranges, names = {}, {}, {}

-- fn(n) writes a scene for about n bodies; from low to high where the seed chooses n.
local function family(name, low, high, fn)
  assert(not families[name], name)
  families[name], ranges[name] = fn, { low, high }
  names[#names + 1] = name
end

for _, file in ipairs(FILES) do assert(loadfile(here .. file .. ".lua"))(scene, family) end

--- The text of a scene, or nil when there is no such family.
local function write(name, seed, size)
  if not families[name] then return nil end
  families[name](scene.start(name, seed, size or 0, ranges[name][1], ranges[name][2]))
  return scene.text()
end

-- ---- as a program --------------------------------------------------------------------------

local function whole(text, default)
  local value = math.tointeger(tonumber(text or default))
  if value then return value end
  io.stderr:write(("whole number expected, got '%s'\n"):format(text))
  os.exit(2)
end

local function main(name, seed, size)
  if not name then
    for _, k in ipairs(names) do print(("%-12s %5d %5d"):format(k, ranges[k][1], ranges[k][2])) end
    return
  end
  local text = write(name, whole(seed, 1), whole(size, 0))
  if not text then
    io.stderr:write(("no family '%s'; there are %s\n"):format(name, table.concat(names, ", ")))
    os.exit(1)
  end
  io.write(text)
end

if arg and (arg[0] or ""):find "family/family%.lua$" or arg and arg[0] == "family.lua" then
  main(table.unpack(arg))
end

return { names = names, ranges = ranges, write = write }
