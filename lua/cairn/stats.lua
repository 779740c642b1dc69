-- cairn.stats: a list of times, and what is said of it: min, median, 95th percentile, total.

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
