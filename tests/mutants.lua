-- mutants.lua: is each check of the input of core and binding looked at by a test? In a copy of the
-- tree one check after the other is taken away, and what tests refusals must fail: tests in C for
-- the core, specs for the binding. Those that nothing misses are named.
--
--   lua5.4 tests/mutants.lua [--since COMMIT] [--most N] [--in BUILD] [--list] [FILE[:LINE] ...]
--
-- --since: only files of src/core and src/bind that differ from that commit; --most 10: ten of
-- them, evenly; --list: what would be taken away. In a folder of its own under TMPDIR, which is
-- removed at the end, or in this tree, with --in its build: that is quick, and leaves a check away
-- where it is killed. Exit code 1 where one survives.

local usage = "lua5.4 tests/mutants.lua [--since COMMIT] [--most N] [--in BUILD] [--list] "
  .. "[FILE[:LINE]]..."

-- What misses nothing in a mutant, and why; by a part of its line.
local survivors = dofile("tests/mutants_known.lua")

-- Where no input of callers is checked: what all checks are made of; what looks at a world or a
-- snapshot from inside, which hostile snapshots try (fuzz_snapshots, tests/verify_snapshots.lua).
local others = {
  "world/check%.c$", "/solver/", "/validate%.c$", "/hash%.c$", "_check%.c$", "_image%.c$",
}
-- ... but for these:
local own = { "joint_check%.c$" }

-- ---- checks in a text -------------------------------------------------------------------------

local function line_of(text, at)
  return select(2, text:sub(1, at):gsub("\n", "")) + 1
end

-- The end of the parenthesis that opens at `open`.
local function closing(text, open)
  return select(2, text:find("^%b()", open))
end

local function add(list, text, first, last, instead)
  list[#list + 1] = { first = first, last = last, instead = instead, line = line_of(text, first) }
end

-- `if (condition) return cn_refuse(...)`: never; a refusal at the end of a function: none.
local function add_refusals(list, text)
  for at in text:gmatch("()return cn_refuse%(") do
    local before = text:sub(1, at - 1)
    local found = false
    for condition in before:gmatch("()if %(") do
      local open = condition + 3
      local close = closing(text, open)
      if close and close < at and text:sub(close + 1, at - 1):match("^[%s{]*$") then
        add(list, text, open, close, "(0 && " .. text:sub(open, close) .. ")")
        found = true
      end
    end
    if not found then
      local open = at + #"return cn_refuse"
      add(list, text, at, closing(text, open), "return CN_OK")
    end
  end
end

-- Rows of members with their ranges.
local function add_members(list, text)
  for _, macro in ipairs { "MEMBER", "OR_NONE", "CN_MEMBER", "CN_OR_NONE", "CN_NAMED" } do
    for at, open in text:gmatch("()%f[%w_]" .. macro .. "()%(") do
      local line = text:sub(1, at):match("[^\n]*$")
      local close = closing(text, open)
      if close and not line:find("#define") then
        local comma = text:sub(close + 1):match("^%s*,()")
        if comma then add(list, text, at, close + comma - 1, "") end
      end
    end
  end
end

-- `r = cn_check...(...)`: taken for good.
local function add_checks(list, text)
  for at, name, open in text:gmatch("()%f[%w_]([%w_]+)()%(") do
    if name:find("^check") or name:find("^cn_[%w_]*check") then
      local line = text:sub(1, at):match("[^\n]*$")
      local close = closing(text, open)
      local declared = line:find("^static") or line:find("^cn_") or line:find("^bool")
      if close and not declared and not text:sub(close + 1):find("^%s*{") then
        add(list, text, at, close, "CN_OK")
      end
    end
  end
end

-- What raises in the binding, or answers with a sentence.
local raisers = { "luaL_error", "luaL_argerror", "bind_arg_error", "bind_field_error",
  "bind_bad_handle", "bind_read_only", "bind_refuse_table", "bind_refuse_args", "bind_type_error" }
-- Statements that raise where something is wrong; those of the core's answers keep the call.
local askers = { "luaL_checktype", "bind_no_more", "bind_only_table", "bind_string", "bind_world",
  "bind_filter_done" }
local answers = { "bind_check", "bind_check_named", "bind_check_list" }

-- `if (condition) [return] raise(...)`: never.
local function add_raises(list, text)
  for _, name in ipairs(raisers) do
    for at in text:gmatch("()%f[%w_]" .. name .. "%(") do
      local before = text:sub(1, at - 1):gsub("return $", "")
      for condition in before:gmatch("()if %(") do
        local open = condition + 3
        local close = closing(text, open)
        if close and close <= #before and before:sub(close + 1):match("^[%s{]*$") then
          add(list, text, open, close, "(0 && " .. text:sub(open, close) .. ")")
        end
      end
    end
  end
end

-- Statements on a line of their own.
local function add_statements(list, text)
  for _, names in ipairs { askers, answers } do
    for _, name in ipairs(names) do
      for at, open in text:gmatch("()%f[%w_]" .. name .. "()%(") do
        local close = closing(text, open)
        local alone = text:sub(1, at - 1):match("\n +$") and text:sub(close + 1):match("^;")
        if alone then
          local inner = text:sub(open + 1, close - 1):match("^[^,]*,[^,]*,(.*)$")
          local kept = names == answers and inner
          add(list, text, at, close, kept and ("(void)(%s)"):format(kept) or "(void)0")
        end
      end
    end
  end
end

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local function matches(path, patterns)
  for _, pattern in ipairs(patterns) do
    if path:find(pattern) then return true end
  end
  return false
end

local function mutants_of(path)
  local text, list = read(path), {}
  if matches(path, others) and not matches(path, own) then return text, list end
  if path:find("^src/bind/") then
    add_raises(list, text)
    add_statements(list, text)
  else
    add_refusals(list, text)
    add_members(list, text)
    add_checks(list, text)
  end
  table.sort(list, function(a, b) return a.first < b.first end)
  for _, mutant in ipairs(list) do
    mutant.path = path
    local start = text:sub(1, mutant.first):find("[^\n]*$")
    mutant.told = text:match("[^\n]*", start):match("^%s*(.-)%s*$")
  end
  return text, list
end

local function told(mutant) return ("%s:%d %s"):format(mutant.path, mutant.line, mutant.told) end

local function is_known(mutant)
  for _, known in ipairs(survivors) do
    local here = mutant.path:find(known[1], 1, true)
    if here and mutant.told:find(known[2], 1, true) then return true end
  end
  return false
end

local LIMIT = 900 -- s, of a build or a test: what takes longer is taken to fail

-- ---- one after the other ----------------------------------------------------------------------

local function run(command, log)
  return (os.execute(("timeout %d sh -c '%s' > %s 2>&1"):format(LIMIT, command, log)))
end

local function copy_tree(folder)
  assert(os.execute(("mkdir -p %s && git ls-files -z --cached --others --exclude-standard | " ..
    "xargs -0 cp --parents -t %s"):format(folder, folder)))
  local configure = ("cmake -S %s -B %s/build -DCMAKE_BUILD_TYPE=Release -DCAIRN_VIEWER=OFF "
    .. "-DCAIRN_KERNEL_OPTIMIZE=-O1"):format(folder, folder)
  assert(run(configure, folder .. "/log"), "cmake does not configure: see " .. folder .. "/log")
end

-- What may miss a check of the core, the quickest first: a target, and what is run of it.
local killers = {
  { "test_bad_values", "test_bad_values --quick" },
  { "test_bad_together", "test_bad_together" },
  { "fuzz_api", "fuzz_api --runs 400 --seed 5" },
  { "test_refusal", "test_refusal" },
  { "test_unread", "test_unread" },
  { "test_world", "test_world" },
  { "test_world_arrays", "test_world_arrays" },
  { "test_joint", "test_joint" },
  { "test_joint_kinds", "test_joint_kinds" },
  { "test_lifetime", "test_lifetime" },
  { "test_pack", "test_pack" },
  { "fuzz_snapshots", "fuzz_snapshots --loads 3000 --seed 5 tests/golden/*.world" },
}

-- The same of the binding: specs, in the program.
local program = "cairn_program cairn_module"
local specs = {
  { program, "$(ls tests/bind/*_spec.lua | grep -v -e assault -e ranges -e refusals)" },
  { program, "tests/bind/assault_spec.lua tests/bind/ranges_spec.lua "
    .. "tests/bind/refusals_spec.lua" },
  { program, "tests/core/solver/dominance_spec.lua tests/core/step/chaos_spec.lua "
    .. "tests/core/objects tests/core/joints tests/core/query tests/core/mover "
    .. "tests/scene/recording_spec.lua tests/lua" },
}

local function is_missed(folder, build, path)
  local binding = path:find "^src/bind/"
  local start = binding and ("CAIRN_HOME=$PWD LUA_CPATH=\"%s/?.so;;\" %s/bin/cairn test "
    .. "--no-keep-going "):format(build, build) or build .. "/tests/"
  for _, killer in ipairs(binding and specs or killers) do
    local log = build .. "/mutant.log"
    local make = ("cmake --build %s --parallel 2 --target %s"):format(build, killer[1])
    local test = ("cd %s && %s%s"):format(folder, start, killer[2])
    if not run(make, log) or not run(test, log) then return true end
  end
  return false
end

local function try_all(folder, build, texts, mutants)
  local alive = {}
  for i, mutant in ipairs(mutants) do
    local text = texts[mutant.path]
    local path = folder .. "/" .. mutant.path
    write(path, text:sub(1, mutant.first - 1) .. mutant.instead .. text:sub(mutant.last + 1))
    local missed = is_missed(folder, build, mutant.path)
    write(path, text)
    if not missed and not is_known(mutant) then alive[#alive + 1] = mutant end
    print(("%d/%d %s %s"):format(i, #mutants, missed and "missed" or "SURVIVES", told(mutant)))
    io.stdout:flush()
  end
  return alive
end

-- ---- which files ------------------------------------------------------------------------------

local function lines_of(command)
  local pipe <close> = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  return list
end

local function options_of(given)
  local o, i = { files = {} }, 1
  while given[i] do
    local word = given[i]
    if word == "--since" or word == "--in" or word == "--most" then
      i = i + 1
      o[word:sub(3)] = given[i] or error(usage, 0)
    elseif word == "--list" then
      o.list = true
    elseif word:sub(1, 1) == "-" then
      error(usage, 0)
    else
      o.files[#o.files + 1] = word
    end
    i = i + 1
  end
  return o
end

local function files_of(o)
  if o.since then
    return lines_of(("git diff --name-only %s -- 'src/core/*.c' 'src/bind/*.c'"):format(o.since))
  end
  return #o.files > 0 and o.files or lines_of("git ls-files 'src/core/*.c' 'src/bind/*.c'")
end

-- What is asked for, and the texts of their files.
local function chosen(o)
  local texts, mutants, some = {}, {}, {}
  for _, file in ipairs(files_of(o)) do
    local path, line = file:match("^(.-):?(%d*)$")
    local text, list = mutants_of(path)
    texts[path] = text
    for _, mutant in ipairs(list) do
      if line == "" or mutant.line == tonumber(line) then mutants[#mutants + 1] = mutant end
    end
  end
  local most = math.min(tonumber(o.most) or #mutants, #mutants)
  for i = 1, most do some[i] = mutants[(i - 1) * #mutants // most + 1] end
  return texts, some
end

local function main()
  local o = options_of(arg)
  local texts, mutants = chosen(o)
  if o.list then
    for _, mutant in ipairs(mutants) do print(told(mutant)) end
    print(#mutants .. " checks")
    return 0
  end
  if #mutants == 0 then
    print "no checks in what has changed"
    return 0
  end
  local folder, build = ".", o["in"]
  if not build then
    folder = os.tmpname()
    build = folder .. "/build"
    os.remove(folder)
    copy_tree(folder)
  end
  local rooms = {}
  for _, mutant in ipairs(mutants) do rooms[mutant.path:match("^src/%a+/")] = true end
  for room in pairs(rooms) do
    local fails = is_missed(folder, build, room)
    assert(not fails, "a test fails before anything is taken away: see " .. build)
  end
  local alive = try_all(folder, build, texts, mutants)
  if not o["in"] then os.execute("rm -rf " .. folder) end
  for _, mutant in ipairs(alive) do print("nothing misses " .. told(mutant)) end
  print(("%d checks taken away, one after the other; %d survive"):format(#mutants, #alive))
  return #alive > 0 and 1 or 0
end

os.exit(main())
