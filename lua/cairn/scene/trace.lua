-- cairn.scene.trace: a traceback down to what a script's writer can act on: the frames of his own
-- files.
--
-- Frames in C say nothing that the message does not, and those of our own files are no business of
-- the script. What lies below the protected call of ours that caught the error (a spec, busted, the
-- command line) called us, not the script. Lua leaves out the middle of a deep stack; where that
-- call is in the gap, all behind it may be anyone's, and goes too.

local source = require "cairn.scene.source"

local trace = {}

local HEAD = "stack traceback:"
local PAGE = 10 -- levels that Lua shows before it leaves some out
local DEEP = 60 -- levels left out that are not worth filling in
local ENDLESS = 2048 -- levels from which on Lua's own traceback is not asked: see endless()
local CATCHER = "scene/fault.lua" -- the file of ours whose frames are the protected calls
local OURS = debug.getinfo(1, "S").source:gsub("^@", ""):gsub("scene/trace%.lua$", "")

-- The name of our file in a line of a traceback, below lua/cairn/, or nil.
local function our_file(line)
  local name = line:match("^\t(.-):%d+: in ")
  local rest = name and name:match("^.*cairn/(.+)$")
  return rest and source.short_name(OURS .. rest) == name and rest or nil
end

local function is_gap(line) return line:find("^\t%.%.%.\t") ~= nil end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\n]+") do lines[#lines + 1] = line end
  return lines
end

-- The last line that can be the script's.
local function last_of(lines)
  for i = #lines, 1, -1 do
    if our_file(lines[i]) == CATCHER or is_gap(lines[i]) then return i end
  end
  return #lines
end

local function in_what(info)
  if info.name then
    return ("%s '%s'"):format(info.namewhat == "global" and "function" or info.namewhat, info.name)
  end
  if info.what == "main" then return "main chunk" end
  if info.what == "C" then return "?" end
  return ("function <%s:%d>"):format(info.short_src, info.linedefined)
end

-- A stack that an endless recursion has filled, with up to a million levels. Lua walks from its top
-- to a level each time it is asked for one, and its own traceback asks some fifty times for one far
-- down: seconds, where the frames lie scattered in memory. This one shows the first levels, and
-- tells the depth to an eighth.
local function endless(level)
  local lines, depth = { HEAD }, ENDLESS
  for at = level, level + PAGE - 1 do
    local info = debug.getinfo(at + 1, "Sln")
    local place = info.currentline > 0 and (":%d"):format(info.currentline) or ""
    lines[#lines + 1] = ("\t%s%s: in %s"):format(info.short_src, place, in_what(info))
  end
  while debug.getinfo(depth * 2, "l") do depth = depth * 2 end
  local step = depth // 2
  for _ = 1, 3 do
    if debug.getinfo(depth + step, "l") then depth = depth + step end
    step = step // 2
  end
  lines[#lines + 1] = ("\t...\t(skipping over %d levels)"):format(depth - PAGE)
  return table.concat(lines, "\n")
end

--- As debug.traceback(nil, level), without gaps unless the stack is very deep.
function trace.of(level)
  local pages = HEAD
  level = level + 1 -- this function
  if debug.getinfo(ENDLESS + level, "l") then
    local text = endless(level) -- no tail call: the levels are counted
    return text
  end
  while true do
    local text = debug.traceback(nil, level):sub(#HEAD + 1)
    local shown, left_out = text:match("^(.-)\n\t%.%.%.\t%(skipping (%d+) levels%)")
    if not shown or tonumber(left_out) > DEEP then return pages .. text end
    pages, level = pages .. shown, level + PAGE
  end
end

--- The traceback without the frames that are not the script's; "" when none is.
function trace.trim(traceback)
  local lines, kept, ours, gap, deep = lines_of(traceback), { HEAD }, false, nil, nil
  for i = 2, last_of(lines) do
    local line = lines[i]
    if is_gap(line) then
      gap, deep = #kept > 1 and line or nil, not ours
    elseif our_file(line) then
      ours = true
    elseif line:find("^\t%S.-:%d+: in ") then
      if gap then kept[#kept + 1] = gap end
      kept[#kept + 1], gap = line, nil
    end
  end
  if gap and deep then kept[#kept + 1] = gap end -- the depth is the script's own
  return #kept > 1 and table.concat(kept, "\n") or ""
end

return trace
