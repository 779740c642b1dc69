-- Lines of text that are expected to stay as they are, in a file of tests/golden:
-- golden_lines("tests/golden/name.txt", lines) fails where they differ. What is meant to change is
-- written anew with CAIRN_GOLDEN=write, and looked at in the diff.
local MOST <const> = 20 -- lines that are shown of each side

local function read(path)
  local lines = {}
  local file = io.open(path)
  if not file then return lines end
  for line in file:lines() do lines[#lines + 1] = line end
  file:close()
  return lines
end

local function write(path, lines)
  local file <close> = assert(io.open(path, "w"))
  file:write(table.concat(lines, "\n"), "\n")
end

-- Lines of a that b does not have, each with the mark before it.
local function missing(mark, a, b, into)
  local there, count = {}, 0
  for _, line in ipairs(b) do there[line] = true end
  for _, line in ipairs(a) do
    if not there[line] and count < MOST then
      into[#into + 1] = mark .. line
      count = count + 1
    end
  end
end

return function(path, lines)
  if os.getenv "CAIRN_GOLDEN" == "write" then return write(path, lines) end
  local expected, wrong = read(path), {}
  missing("- ", expected, lines, wrong)
  missing("+ ", lines, expected, wrong)
  if #wrong > 0 then
    error(("%s (if meant: CAIRN_GOLDEN=write writes it anew):\n%s"):format(path,
      table.concat(wrong, "\n")), 0)
  end
  if #lines ~= #expected then error(path .. " has other lines, or in another order", 0) end
end
