-- cairn.bench.family_table: what `cairn bench --families` prints: a row for each scene, as text, in
-- Markdown or as JSON, and what all scenes come to.
--
-- A ratio is the other engine's time divided by ours, over the steps that both did: above 1 Cairn
-- is faster. The mean is geometric and over families, so that a family counts once however many
-- seeds it was run with.

local command = require "cairn.cli.command"
local bench_table = require "cairn.bench.table"

local family_table = {}

local OURS = "cairn"

local JSON_KEYS = { "family", "seed", "threads", "runs", "bodies", OURS, "ms_per_step", "median",
  "p95", "max", "ratio", "ratio_p95", "ratio_max", "overlap_mean", "overlap_max", "joint_mean",
  "escaped", "bad", "error", "approximated" }

-- ---- figures ---------------------------------------------------------------------------------

local function geometric_mean(values)
  local sum = 0.0
  for _, value in ipairs(values) do sum = sum + math.log(value) end
  return math.exp(sum / #values)
end

-- Of the first `count` steps: { sum, median, p95, max }.
local function figures_of(times, count)
  local sorted = table.move(times.values, 1, count, 1, {})
  table.sort(sorted)
  return { sum = times:sum_first(count), median = sorted[count // 2 + 1],
    p95 = sorted[math.floor(count * 0.95) + 1], max = sorted[count] }
end

local function measured(driver, kept, ours)
  if kept.error then return { error = kept.error } end
  local result, count = kept.result, kept.times.count
  local own = figures_of(kept.times, count)
  local out = {
    ms_per_step = own.sum / count, median = own.median, p95 = own.p95, max = own.max,
    overlap_mean = result.overlap_mean, overlap_max = result.overlap_max,
    joint_mean = result.joint_mean, escaped = result.escaped, bad = result.bad,
    approximated = result.approximated, error = result.error,
  }
  if driver.key ~= OURS and not ours.error then
    local common = math.min(count, ours.times.count)
    local theirs, mine = figures_of(kept.times, common), figures_of(ours.times, common)
    out.ratio, out.ratio_p95 = theirs.sum / mine.sum, theirs.p95 / mine.p95
    out.ratio_max = theirs.max / mine.max
  end
  return out
end

-- ---- columns ---------------------------------------------------------------------------------

local function number(form, scale)
  return function(value) return value and form:format(value * (scale or 1)) or "-" end
end

local ratio, milliseconds, millimetres = number "%.2f", number "%.4f", number("%.2f", 1e3)

local function own_column(key, head, form, driver)
  return { head, 9, function(row) return form(row[driver][key]) end }
end

local function columns_of(drivers)
  local columns = {
    { "family", -12, function(row) return row.family end },
    { "seed", 6, function(row) return row.seed end },
    { "thr", 3, function(row) return row.threads end },
    { "bodies", 6, function(row) return row.bodies or "-" end },
    own_column("ms_per_step", "ms/step", milliseconds, OURS),
    own_column("max", "slowest", milliseconds, OURS),
    own_column("overlap_mean", "overlap", millimetres, OURS),
    own_column("joint_mean", "joints", millimetres, OURS),
  }
  for _, driver in ipairs(drivers) do
    if driver.key ~= OURS then
      local function add(...) columns[#columns + 1] = own_column(...) end
      columns[#columns + 1] = { driver.name, 14, function(row)
        return ratio(row[driver.key].ratio)
      end }
      add("ratio_p95", "p95", ratio, driver.key)
      add("ratio_max", "slowest", ratio, driver.key)
      add("overlap_mean", "overlap", millimetres, driver.key)
      add("joint_mean", "joints", millimetres, driver.key)
    end
  end
  return columns
end

-- ---- printing --------------------------------------------------------------------------------

local Table = {}
Table.__index = Table

--- A printer; drivers: a list of { key, name }, one of them ours.
function family_table.new(args, drivers)
  local form = bench_table.form(args)
  local file
  if args.out then
    local message
    file, message = io.open(args.out, "w")
    if not file then command.stop(command.OUTPUT, "%s", message) end
  end
  return setmetatable({ form = form, drivers = drivers, columns = columns_of(drivers),
    rows = {}, file = file }, Table)
end

function Table:head()
  bench_table.print_head(self.form, self.columns)
end

local function figures_row(self, run)
  local row = { family = run.family, seed = run.seed, threads = run.threads, runs = run.runs }
  local ours = run.kept[OURS]
  for _, driver in ipairs(self.drivers) do
    row[driver.key] = measured(driver, run.kept[driver.key], ours)
  end
  row.bodies = ours.result and ours.result.dynamic
  return row
end

--- run: { family, seed, threads, runs, kept = { [driver's key] = { result, times } or { error } } }
function Table:row(run)
  local row = figures_row(self, run)
  self.rows[#self.rows + 1] = row
  if self.file then
    self.file:write(require("dkjson").encode(row, { keyorder = JSON_KEYS }), "\n"):flush()
  end
  if self.form == "json" then
    command.print_json(row, JSON_KEYS)
  else
    bench_table.print_row(self.form, self.columns, row)
  end
  for _, driver in ipairs(self.drivers) do
    local message = row[driver.key].error
    if message and self.form ~= "json" then
      command.say("%s, seed %d: %s: %s", row.family, row.seed, driver.name, message)
    end
  end
  io.stdout:flush()
end

-- ---- what it comes to ------------------------------------------------------------------------

-- Families from the worst to the best: a list of { mean, name }.
local function ranked(rows, key, figure)
  local by_family, names = {}, {}
  for _, row in ipairs(rows) do
    local value = row[key][figure]
    if value then
      if not by_family[row.family] then
        by_family[row.family] = {}
        names[#names + 1] = row.family
      end
      table.insert(by_family[row.family], value)
    end
  end
  local list = {}
  for i, name in ipairs(names) do list[i] = { geometric_mean(by_family[name]), name } end
  table.sort(list, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  return list
end

local function mean_of(list)
  local values = {}
  for i, item in ipairs(list) do values[i] = item[1] end
  return geometric_mean(values)
end

local SHOWN = 5 -- families that are named at each end

local function names_of(list, first, last)
  local parts = {}
  for i = first, last do parts[#parts + 1] = ("%s %.2f"):format(list[i][2], list[i][1]) end
  return table.concat(parts, ", ")
end

local function say_driver(rows, driver, threads)
  local speed = ranked(rows, driver.key, "ratio")
  if #speed == 0 then return end
  local below = 0
  for _, item in ipairs(speed) do if item[1] < 1 then below = below + 1 end end
  print(("\n%s / cairn, %d thread%s, geometric mean over %d famil%s: %.2f; below 1: %d"):format(
    driver.name, threads, threads == 1 and "" or "s", #speed, #speed == 1 and "y" or "ies",
    mean_of(speed), below))
  print(("of the 95th percentile: %.2f; of the slowest step: %.2f"):format(
    mean_of(ranked(rows, driver.key, "ratio_p95")), mean_of(ranked(rows, driver.key, "ratio_max"))))
  print("slowest: " .. names_of(speed, 1, math.min(SHOWN, #speed)))
  if #speed > SHOWN then
    print("fastest: " .. names_of(speed, math.max(#speed - SHOWN + 1, SHOWN + 1), #speed))
  end
end

--- The last lines, for each engine and thread count.
function Table:summary(thread_counts)
  if self.file then self.file:close() end
  if self.form == "json" then return end
  for _, threads in ipairs(thread_counts) do
    local rows = {}
    for _, row in ipairs(self.rows) do
      if row.threads == threads then rows[#rows + 1] = row end
    end
    for _, driver in ipairs(self.drivers) do
      if driver.key ~= OURS then say_driver(rows, driver, threads) end
    end
  end
end

return family_table
