-- cairn.bench.table: what `cairn bench` prints: a table, the same in Markdown, or lines of JSON.
--
-- A result is one scene at one thread count: scene, threads, steps, ms_per_step, total_ms, bodies,
-- contacts, joints, hash, bytes, stages; with peers also peers[key] = { name, total_ms, steps,
-- ratio, ... }. A ratio is the peer's time / ours over the same steps.

local command = require "cairn.cli.command"
local host = require "cairn.host"

local out = {}

out.STAGES = {
  "step", "pairs", "collide", "hook", "prepare", "solve", "finalize", "sleep", "events",
}

local KEYS = {
  "scene", "threads", "steps", "ms_per_step", "min", "median", "p95", "total_ms", "bodies",
  "contacts", "joints", "hash", "bytes", "stages", "peers", "name", "ratio",
  table.unpack(out.STAGES),
}

-- ---- columns --------------------------------------------------------------------------------

-- head, width (negative: to the left), text of a result
local PLAIN = {
  { "scene", -16, function(r) return r.scene end },
  { "thr", 3, function(r) return r.threads end },
  { "steps", 6, function(r) return r.steps end },
  { "min ms", 9, function(r) return ("%.4f"):format(r.ms_per_step.min) end },
  { "median", 9, function(r) return ("%.4f"):format(r.ms_per_step.median) end },
  { "p95", 9, function(r) return ("%.4f"):format(r.ms_per_step.p95) end },
  { "total ms", 10, function(r) return ("%.1f"):format(r.total_ms) end },
}

local COUNTS = {
  { "bodies", 7, function(r) return r.bodies end },
  { "contacts", 9, function(r) return r.contacts end },
  { "joints", 7, function(r) return r.joints end },
  { "B/body", 6, function(r) return ("%.0f"):format(r.bytes / math.max(r.bodies, 1)) end },
  { "hash", -16, function(r) return r.hash end },
}

-- A run that was cut short shows what the whole would take at its pace.
local function peer_total(r, key)
  local peer = r.peers and r.peers[key]
  if not peer then return "-" end
  local total = peer.total_ms * r.steps / peer.steps
  return (peer.steps < r.steps and "~%.0f" or "%.1f"):format(total)
end

local function peer_columns(peer)
  return { peer.name, 14, function(r) return peer_total(r, peer.key) end },
    { "ratio", 6, function(r)
      local p = r.peers and r.peers[peer.key]
      return p and ("%.2f"):format(p.ratio) or "-"
    end }
end

local function columns_of(peers)
  local columns = table.move(PLAIN, 1, #PLAIN, 1, {})
  for _, peer in ipairs(peers) do
    columns[#columns + 1], columns[#columns + 2] = peer_columns(peer)
  end
  return table.move(COUNTS, 1, #COUNTS, #columns + 1, columns)
end

-- ---- three forms ----------------------------------------------------------------------------

local function text_row(columns, cell)
  local cells = {}
  for i, column in ipairs(columns) do
    local width = column[2]
    cells[i] = ("%" .. width .. "s"):format(cell(column))
  end
  print((table.concat(cells, " "):gsub(" +$", "")))
end

local function markdown_row(columns, cell)
  local cells = {}
  for i, column in ipairs(columns) do cells[i] = tostring(cell(column)) end
  print("| " .. table.concat(cells, " | ") .. " |")
end

local function print_stages(r)
  local parts = {}
  for _, stage in ipairs(out.STAGES) do
    local ms = r.stages[stage]
    if stage ~= "step" and ms > 0 then
      parts[#parts + 1] = ("%s %.1f%%"):format(stage, 100 * ms / math.max(r.stages.step, 1e-9))
    end
  end
  print("    " .. table.concat(parts, "  "))
end

local Table = {}
Table.__index = Table

--- A printer for results; form: "text", "markdown" or "json"; peers: of cairn.bench.peers.
function out.new(form, peers, stages)
  return setmetatable({
    form = form, columns = columns_of(peers or {}), peers = peers or {}, stages = stages,
    results = {},
  }, Table)
end

--- The head of a table in its form; JSON has none.
function out.print_head(form, columns)
  local function name(column) return column[1] end
  if form == "text" then text_row(columns, name) end
  if form ~= "markdown" then return end
  print(out.machine() .. "\n")
  markdown_row(columns, name)
  markdown_row(columns, function(column) return column[2] < 0 and "---" or "---:" end)
end

--- A row of a table, as text or in Markdown.
function out.print_row(form, columns, row)
  local print_it = form == "markdown" and markdown_row or text_row
  print_it(columns, function(column) return column[3](row) end)
end

function Table:head() out.print_head(self.form, self.columns) end

function Table:row(r)
  self.results[#self.results + 1] = r
  if self.form == "json" then
    command.print_json(r, KEYS)
  else
    out.print_row(self.form, self.columns, r)
    if self.stages and self.form == "text" then print_stages(r) end
  end
  io.stdout:flush()
end

-- ---- what it comes to -----------------------------------------------------------------------

-- "2.31 over 10 scenes, worst 1.20 (smash)" of a list of { ratio, scene }; nil without any.
local function mean_text(list)
  if #list == 0 then return nil end
  local sum, worst = 0.0, list[1]
  for _, item in ipairs(list) do
    sum = sum + math.log(item[1])
    if item[1] < worst[1] then worst = item end
  end
  return ("geometric mean %.2f over %d scene%s, worst %.2f (%s)"):format(math.exp(sum / #list),
    #list, #list == 1 and "" or "s", worst[1], worst[2])
end

local function ratios_to(results, key, threads)
  local list = {}
  for _, r in ipairs(results) do
    local peer = r.threads == threads and r.peers and r.peers[key]
    if peer then list[#list + 1] = { peer.ratio, r.scene } end
  end
  return list
end

local function gains(results, threads)
  local alone, list = {}, {}
  for _, r in ipairs(results) do
    if r.threads == 1 then alone[r.scene] = r.total_ms end
    if r.threads == threads and alone[r.scene] then
      list[#list + 1] = { alone[r.scene] / r.total_ms, r.scene }
    end
  end
  return list
end

--- The last lines: how many times as fast as each peer, and as ours on one thread.
function Table:summary(thread_counts)
  if self.form == "json" then return end
  local lines = {}
  local function add(label, list)
    local text = mean_text(list)
    if text then lines[#lines + 1] = label .. ": " .. text end
  end
  for _, threads in ipairs(thread_counts) do
    local ours = ("cairn, %d thread%s"):format(threads, threads == 1 and "" or "s")
    for _, peer in ipairs(self.peers) do
      add(("%s / %s"):format(peer.name, ours), ratios_to(self.results, peer.key, threads))
    end
    if threads > 1 then add("cairn, 1 thread / " .. threads, gains(self.results, threads)) end
  end
  if #lines == 0 then return end
  local mark = self.form == "markdown" and "- " or ""
  print("")
  for _, line in ipairs(lines) do print(mark .. line) end
end

-- ---- where it was measured ------------------------------------------------------------------

local function processor()
  local file = io.open("/proc/cpuinfo", "r")
  if not file then return "unknown processor", 0 end
  local text = file:read("a")
  file:close()
  local _, count = text:gsub("%f[^\n\0]processor%s*:", "")
  return text:match("model name%s*:%s*([^\n]*)") or "unknown processor", count
end

--- A line about program, machine and day.
function out.machine()
  local facts = host.facts()
  local name, count = processor()
  return ("cairn %s (%s, %s, %s) on %s, %d threads of hardware, %s."):format(facts.cairn,
    facts.build, facts.compiler, facts.simd, name, count, os.date("!%Y-%m-%d"))
end

--- The form that the options ask for.
function out.form(args)
  return args.json and "json" or args.markdown and "markdown" or "text"
end

return out
