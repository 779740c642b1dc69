-- coverage.lua BUILD: how many lines and branches of the core have been reached by what was run
-- in a build with gcc's --coverage, and where the others are. Exit code 1 where it is less than
-- it was.
--
--   cmake -S . -B BUILD -DCMAKE_BUILD_TYPE=None -DCAIRN_VIEWER=OFF -DCAIRN_KERNEL_OPTIMIZE=-O1 \
--     "-DCMAKE_C_FLAGS=-O1 --coverage" "-DCMAKE_CXX_FLAGS=-O1 --coverage"
--   cmake --build BUILD --target c_tests fuzzers; then its tests; lua5.4 tests/coverage.lua BUILD
--
-- A kernel is compiled for each instruction set: what one of them has reached counts.

-- %, what the tests in C and some calls of chance reach: .ci/run. Raised when it is well above.
local LEAST <const> = { lines = 96.0, branches = 84.0 }
local SHOWN <const> = 15 -- files

local build = arg[1] or error("lua5.4 tests/coverage.lua BUILD", 0)

local function lines_of(command) return assert(io.popen(command)):lines() end

-- By file, by line: reached; by branch of it, reached.
local files = {}

local function entry(path, number)
  local file = files[path] or {}
  files[path] = file
  file[number] = file[number] or { reached = false, branches = {} }
  return file[number]
end

-- What gcov prints of one unit: counts and sources of lines, each with its branches behind it. A
-- count that is no number, "#####" or "=====", is none; "-" is no code.
local function read_unit(path)
  local source, line, branch
  for text in lines_of(("cd '%s' && gcov -b -c -t '%s' 2>/dev/null"):format(build, path)) do
    local count, number, rest = text:match("^%s*([^:%s]+):%s*(%d+):(.*)$")
    if count then
      if number == "0" and rest:find("^Source:") then source = rest:match("src/core/(.*)$") end
      line, branch = nil, 0
      if source and number ~= "0" and count ~= "-" then
        line = entry(source, tonumber(number))
        line.reached = line.reached or count:find("^%d") ~= nil
      end
    elseif line and text:find("^branch") then
      branch = branch + 1
      local taken = text:match("taken (%-?%d+)")
      line.branches[branch] = line.branches[branch] or (taken ~= nil and taken ~= "0")
    end
  end
end

for path in lines_of(("find '%s' -name '*.gcda' | sort"):format(build)) do read_unit(path) end

local total = { lines = 0, branches = 0 }
local reached = { lines = 0, branches = 0 }
local rows = {}
for path, file in pairs(files) do
  local missed, branches = 0, 0
  for _, line in pairs(file) do
    total.lines = total.lines + 1
    if line.reached then reached.lines = reached.lines + 1 else missed = missed + 1 end
    for _, taken in ipairs(line.branches) do
      total.branches = total.branches + 1
      if taken then reached.branches = reached.branches + 1 else branches = branches + 1 end
    end
  end
  rows[#rows + 1] = { path = path, lines = missed, branches = branches }
end
if total.lines == 0 then error("nothing has been run in " .. build, 0) end

table.sort(rows, function(a, b)
  if a.lines ~= b.lines then return a.lines > b.lines end
  return a.path < b.path
end)
for i = 1, math.min(SHOWN, #rows) do
  local row = rows[i]
  print(("%4d lines, %4d branches not reached  %s"):format(row.lines, row.branches, row.path))
end

local less = false
for _, what in ipairs { "lines", "branches" } do
  local share = 100 * reached[what] / total[what]
  print(("%s: %d of %d, %.2f %% (at least %.1f)"):format(what, reached[what], total[what], share,
    LEAST[what]))
  less = less or share < LEAST[what]
end
os.exit(less and 1 or 0)
