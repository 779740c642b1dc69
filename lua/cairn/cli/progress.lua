-- cairn.cli.progress: how far a long command has come, on stderr: a bar on a terminal, few lines
-- elsewhere.

local host = require "cairn.host"

local progress = {}

local WIDTH = 40 -- characters between the brackets

local function bar(share)
  local filled = math.floor(share * WIDTH)
  return ("[%s%s]"):format(("#"):rep(filled), ("."):rep(WIDTH - filled))
end

--- For one run of so many steps, or of what else: call it with each. Elsewhere than on a terminal,
--- a line each quarter.
function progress.bar(steps, what)
  local live, shown = host.is_tty("stderr"), -1
  return function(i)
    local percent = i * 100 // steps
    local mark = live and percent or percent // 25
    if mark == shown then return end
    shown = mark
    if live then
      io.stderr:write(("\r%s %3d%%"):format(bar(i / steps), percent))
      if i == steps then io.stderr:write("\n") end
    elseif mark > 0 then
      io.stderr:write(("cairn: %d%% of %d %s\n"):format(mark * 25, steps, what or "steps"))
    end
  end
end

-- ---- several jobs one after the other ---------------------------------------------------------

local Jobs = {}
Jobs.__index = Jobs

--- For so many jobs, each with a label and steps of its own. Elsewhere than on a terminal, a line
--- for each job.
function progress.jobs(count)
  return setmetatable({
    count = count, at = 0, shown = -1, label = "", live = host.is_tty("stderr"),
  }, Jobs)
end

function Jobs:start(label)
  self.at, self.shown, self.label = self.at + 1, -1, label
  if self.live then return self:step(0, 1) end
  io.stderr:write(("cairn: %d of %d: %s\n"):format(self.at, self.count, label))
end

--- i of steps are done in the present job.
function Jobs:step(i, steps)
  local percent = i * 100 // steps
  if not self.live or percent == self.shown then return end
  self.shown = percent
  local share = (self.at - 1 + i / steps) / self.count
  io.stderr:write(("\r%s %3d of %d: %s, %d%%\27[K"):format(bar(share), self.at, self.count,
    self.label, percent))
end

--- Take the bar away, so that a line of results can be printed.
function Jobs:clear()
  if self.live then io.stderr:write("\r\27[K") end
end

return progress
