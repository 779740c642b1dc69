-- The worst that a world can ask of a step: cases, each built at n and at 4 n, and how the slowest
-- of its steps grows. What takes longer with its square, or all at once, stands out here before a
-- player finds it.
--
--   lua5.4 tests/bench/worst.lua [--size N] [--runs N] [--json] [--beside PROGRAM] [case ...]
--
-- PROGRAM is another engine's interpreter, whose module `box2d` answers to these calls: it runs
-- this file too. Exits 1 where a case grows faster than its law allows and than is known of it.
local has_other, other = pcall(require, "box2d")
local cairn = has_other and other or require "cairn"
local now = os.clock -- of the processor: others may be at work

local SLACK <const> = 0.5  -- of an exponent: what caches and new memory add
local NOISE <const> = 0.9  -- and what a busy machine may
local LEAST_MS <const> = 1 -- of a slowest step at 4 n: below, the clock says little of growth
local STEP <const> = 1 / 60   -- s

local here = arg[0]:match "^(.*/)" or ""
local cases = assert(loadfile(here .. "worst_cases.lua"))(cairn)

-- ---- timing -------------------------------------------------------------------------------------

-- The fastest of `runs` times of each step, s; but for the first, which builds what the others use.
local function times_of(c, n, runs)
  local best = {}
  for _ = 1, runs do
    local w, state = c.build(n)
    for i = 1, c.steps or 40 do
      local start = now()
      if c.each then c.each(w, state) end
      w:step(STEP)
      local took = now() - start
      if i > 1 then best[i - 1] = math.min(best[i - 1] or math.huge, took) end
    end
    w:destroy()
    collectgarbage()
  end
  return best
end

local function measure(c, n, runs)
  local slowest, sum = 0, 0
  local times = times_of(c, n, runs)
  for _, t in ipairs(times) do slowest, sum = math.max(slowest, t), sum + t end
  return 1000 * slowest, 1000 * sum / #times
end

-- Slowest and mean step at n and at 4 n, ms.
local function measure_both(c, n, runs)
  local ms = { measure(c, n, runs) }
  ms[3], ms[4] = measure(c, 4 * n, runs)
  return ms
end

-- ---- the table ----------------------------------------------------------------------------------

local HEAD <const> = ("%-28s %6s %10s %10s %7s %5s"):format("case", "n", "ms at n", "ms at 4n",
  "growth", "law")
local JSON_LINE <const> = '{"case":"%s","ms":[%.4f,%.4f,%.4f,%.4f]}'
local JSON_PATTERN <const> = '^{"case":"(.-)","ms":%[([%d.]+),([%d.]+),([%d.]+),([%d.]+)%]}$'

-- { name = { slowest and mean step at n, slowest and mean at 4 n } } of another engine, ms
local function beside(opts)
  local told, quoted = {}, {}
  for i, name in ipairs(opts.only) do quoted[i] = ("'%s'"):format(name) end
  local command = ("%s %s --json --size %d --runs %d %s"):format(opts.beside, arg[0], opts.size,
    opts.runs, table.concat(quoted, " "))
  local pipe <close> = assert(io.popen(command))
  for line in pipe:lines() do
    local name, a, b, c, d = line:match(JSON_PATTERN)
    if name then told[name] = { tonumber(a), tonumber(b), tonumber(c), tonumber(d) } end
  end
  return told
end

-- The row of a case; whether it grows faster than is known, and whether the other's slowest step is
-- faster.
local function row(c, n, ms, their)
  local small, large, mean = ms[1], ms[3], ms[4]
  local growth = math.log(large / small, 4)
  local tells = large > LEAST_MS
  local over = tells and growth > c.law + SLACK
  local worse = tells and growth > math.max(c.law, c.today or 0) + NOISE
  local text = ("%-28s %6d %10.3f %10.3f %7.2f %5.1f"):format(c.name, n, small, large, growth,
    c.law)
  if their then
    text = ("%s %14.3f %8.2f %6.2f"):format(text, their[3], their[3] / large, their[4] / mean)
  end
  return text .. (worse and "  WORSE" or over and "  OVER" or ""), worse, their and their[3] < large
end

local function read_options(args)
  local opts, i = { size = 300, runs = 2, only = {} }, 1
  local known = {}
  for _, c in ipairs(cases) do known[c.name] = true end
  while args[i] do
    local key = args[i]:match "^%-%-(.*)"
    if key == "json" then
      opts.json = true
    elseif key == "size" or key == "runs" then
      i = i + 1
      opts[key] = assert(math.tointeger(tonumber(args[i])), ("--%s: a number"):format(key))
    elseif key == "beside" then
      i = i + 1
      opts.beside = assert(args[i], "--beside: a program")
    else
      assert(known[args[i]], args[i] .. ": no such case")
      opts.only[#opts.only + 1], opts.only[args[i]] = args[i], true
    end
    i = i + 1
  end
  return opts
end

local function main(args)
  local opts = read_options(args)
  local theirs, worse, slower = opts.beside and beside(opts) or {}, 0, 0
  if not opts.json then
    print(HEAD .. (opts.beside and "  their slowest    times  mean, times ours" or ""))
  end
  for _, c in ipairs(cases) do
    local n = math.min(c.most or opts.size, opts.size)
    if (#opts.only == 0 or opts.only[c.name]) and not (c.ours and has_other) then
      local ms = measure_both(c, n, opts.runs)
      local text, is_worse, is_slower = row(c, n, ms, theirs[c.name])
      if is_worse then -- if it is the case and not the machine it is so again
        ms = measure_both(c, n, 2 * opts.runs)
        text, is_worse, is_slower = row(c, n, ms, theirs[c.name])
      end
      worse, slower = worse + (is_worse and 1 or 0), slower + (is_slower and 1 or 0)
      print(opts.json and JSON_LINE:format(c.name, table.unpack(ms)) or text)
      io.stdout:flush()
    end
  end
  if opts.json then return end
  print(("%d cases grow faster than is known of them%s"):format(worse,
    opts.beside and (", in %d the other's slowest step is faster"):format(slower) or ""))
  os.exit(worse == 0)
end

main(arg)
