-- What a timeline adds to the ticks of each scene of scripts/; it must be 10 % at most. The scene
-- runs twice, without one and with one, in turn by a hundred ticks, so that what else the machine
-- does meets both. The processor's time is what counts.
--
--   lua5.4 tests/ring_cost.lua [ticks [seconds [scene ...]]]    default 20000, 2 for a scene, all

local cairn = require "cairn"
local scene = require "cairn.scene"

local BLOCK <const>, START <const> = 100, 30 -- ticks: at a time, and before it counts
local MOST <const> = 1.10

local ticks, seconds = tonumber(arg[1]) or 20000, tonumber(arg[2]) or 2
local names = table.move(arg, 3, #arg, 1, {})
if #names == 0 then
  local pipe <close> = assert(io.popen "ls scripts")
  for line in pipe:lines() do names[#names + 1] = line:match "^([%w_]+)%.lua$" end
end

local function open(name)
  return assert(scene.load(("scripts/%s.lua"):format(name), nil,
    { clock = cairn.now, watch = false }))
end

local function time_of(s)
  local start = os.clock()
  for _ = 1, BLOCK do s:tick() end
  return os.clock() - start
end

-- us of a tick of each, and ticks.
local function compare(plain, kept)
  local a, b, n = 0, 0, 0
  while n < ticks and a + b < seconds do
    if n // BLOCK % 2 == 0 then
      a = a + time_of(plain)
      b = b + time_of(kept)
    else
      b = b + time_of(kept)
      a = a + time_of(plain)
    end
    n = n + BLOCK
  end
  return 1e6 * a / n, 1e6 * b / n, n
end

local rows = {}
for _, name in ipairs(names) do
  local plain <close> = open(name)
  local kept <close> = open(name)
  if plain:world() then
    local timeline = assert(kept:keep_timeline())
    plain:step(START)
    kept:step(START)
    collectgarbage()
    local a, b, n = compare(plain, kept)
    rows[#rows + 1] = { name = name, ratio = b / a }
    print(("%-20s %9.2f us  %.3f  %2d states in %d ticks"):format(name, a, b / a,
      #timeline.frames, n))
    io.stdout:flush()
  end
end
table.sort(rows, function(x, y) return x.ratio > y.ratio end)
local over, sum = 0, 0
for _, row in ipairs(rows) do
  over, sum = over + (row.ratio > MOST and 1 or 0), sum + math.log(row.ratio)
end
print(("%d scenes, mean %.3f, %d above %.2f; the worst:"):format(#rows, math.exp(sum / #rows), over,
  MOST))
for i = 1, math.min(10, #rows) do print(("  %-20s %.3f"):format(rows[i].name, rows[i].ratio)) end
os.exit(over == 0)
