-- cairn.cli.stats: a list of times, and what is said of it: min, median, 95th percentile, total.

local Stats = {}
Stats.__index = Stats

local stats = {}

local CAPACITY = 1000000 -- values kept for the percentiles; all count towards the total

function stats.new()
  return setmetatable({ values = {}, count = 0, total = 0.0 }, Stats)
end

function Stats:add(value)
  self.count = self.count + 1
  self.total = self.total + value
  if self.count <= CAPACITY then self.values[self.count] = value end
end

--- Another run of the same: each value becomes the smaller of both. The shorter list counts.
function Stats:keep_least(other)
  local count = math.min(#self.values, #other.values)
  local least = stats.new()
  for i = 1, count do least:add(math.min(self.values[i], other.values[i])) end
  self.values, self.count, self.total = least.values, least.count, least.total
end

--- The sum of the first n values; the mean of the last n, or of all when there are fewer.
function Stats:sum_first(n)
  local sum = 0.0
  for i = 1, math.min(n, #self.values) do sum = sum + self.values[i] end
  return sum
end

function Stats:mean_last(n)
  local count = math.min(n, #self.values)
  local sum = 0.0
  for i = #self.values - count + 1, #self.values do sum = sum + self.values[i] end
  return sum / math.max(count, 1)
end

-- Nearest rank: the smallest value that at least the share q of all does not exceed.
local function rank(sorted, q)
  return sorted[math.max(1, math.ceil(q * #sorted))] or 0.0
end

--- { min =, median =, p95 = }
function Stats:summary()
  local sorted = table.move(self.values, 1, #self.values, 1, {})
  table.sort(sorted)
  return { min = sorted[1] or 0.0, median = rank(sorted, 0.5), p95 = rank(sorted, 0.95) }
end

return stats
