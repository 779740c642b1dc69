-- cairn.fidelity: `cairn fidelity`: scenes whose answers are known, and how far the engine is from
-- them.
--
-- The scenes are scripts/fidelity/*.lua, in the order of battery.lua. Each returns its figures and
-- its parts: functions that set a world up, run it and return values by key. They use the public
-- surface and the world's defaults. Scenes that are chaotic run from several starts, 1e-6 m apart,
-- and count by the median. What the figures mean for a scene is cairn.fidelity.verdict's.

local command = require "cairn.cli.command"
local nearest = require "cairn.words.nearest"
local verdict = require "cairn.fidelity.verdict"
local sorted_keys = require "cairn.words.sorted"

local fidelity = {}

local SHIFT = 1e-6 -- m between two starts
local STARTS = 8

-- ---- the battery ------------------------------------------------------------------------------

--- All scenes in order; home: the folder that holds scripts/.
function fidelity.scenes(home)
  local here = home .. "/scripts/?.lua"
  if not package.path:find(here, 1, true) then package.path = here .. ";" .. package.path end
  local list = {}
  for i, name in ipairs(require "fidelity.battery") do list[i] = require("fidelity." .. name) end
  return list
end

--- Names and versions of the peers, in the order in which scenes list them.
function fidelity.peers()
  return require("fidelity.shared.peers").order
end

local function median(list)
  table.sort(list)
  local middle = #list // 2
  if #list % 2 == 1 then return list[middle + 1] end
  return 0.5 * (list[middle] + list[middle + 1])
end

-- Values by key from one part; each(start) before each start.
local function run_part(part, starts, each)
  local lists, values = {}, {}
  for start = 0, starts - 1 do
    each(start)
    for key, value in pairs(part(start * SHIFT)) do
      lists[key] = lists[key] or {}
      table.insert(lists[key], value)
    end
  end
  for key, list in pairs(lists) do values[key] = median(list) end
  return values
end

--- Runs a scene: values by key. options: starts (for chaotic scenes), parts (a list of names; all
--- without), each(start).
function fidelity.run(scene, options)
  options = options or {}
  local values = {}
  for _, name in ipairs(options.parts or sorted_keys(scene.parts)) do
    local starts = scene.chaotic and options.starts or 1
    local part = run_part(scene.parts[name], starts, options.each or function() end)
    for key, value in pairs(part) do values[key] = value end
  end
  return values
end

-- ---- which scenes -----------------------------------------------------------------------------

local function find(scenes, word)
  for _, scene in ipairs(scenes) do
    if scene.name:lower() == word:lower() or scene.title == word then return scene end
  end
end

local function choose(scenes, words)
  if #words == 0 then return scenes end
  local chosen, known = {}, {}
  for _, scene in ipairs(scenes) do known[#known + 1] = scene.name end
  for _, scene in ipairs(scenes) do known[#known + 1] = scene.title end
  for i, word in ipairs(words) do
    chosen[i] = find(scenes, word)
    if not chosen[i] then
      command.stop(command.USAGE, "unknown scene '%s'%s", word, nearest.hint(word, known))
    end
  end
  return chosen
end

-- ---- printing ---------------------------------------------------------------------------------

local ROW = "  %-36s %9s  %-11s %-4s %9s %-6s %9s %-12s %s"

local function yes(b) return b and "yes" or "NO" end

local function name_of(figure)
  return figure.unit and figure.name .. ", " .. figure.unit or figure.name
end

local function print_head()
  print(ROW:format("", "ours", "goal", "met", "Box2D v3", "worse", "best peer", "", "won"))
end

local function print_scene(scene, result)
  print(("%s %s: no worse than Box2D v3: %s, won: %s, goals met: %s"):format(scene.name,
    scene.title, yes(result.no_worse), yes(result.won), yes(result.goals_met)))
  for i, figure in ipairs(scene.figures) do
    local one = result.figures[i]
    print(ROW:format(name_of(figure), verdict.text(one.value, scene.fails), verdict.goal(figure),
      yes(one.goal_met), verdict.text(one.reference), one.no_worse and "no" or "WORSE",
      verdict.text(one.best_value), one.best.name, yes(one.won)))
  end
end

local function print_totals(totals)
  print(("\n%d of %d scenes no worse than Box2D v3, %d won, %d with all goals met"):format(
    totals.no_worse, totals.scenes, totals.won, totals.goals_met))
end

local KEYS = {
  "scene", "title", "no_worse", "won", "goals_met", "starts", "error", "figures", "name", "unit",
  "value", "ideal", "resolution", "goal", "goal_met", "peers",
}

local function json_figure(scene, figure, one)
  local value = one.value
  if type(value) ~= "number" or value ~= value or math.abs(value) == math.huge then
    value = verdict.text(value, scene.fails)
  end
  return {
    name = figure.name, unit = figure.unit, value = value, ideal = figure.ideal or 0,
    resolution = figure.resolution or 0, goal = verdict.goal(figure), goal_met = one.goal_met,
    no_worse = one.no_worse, won = one.won, peers = figure.peers,
  }
end

local function print_json(scene, result, starts)
  local line = {
    scene = scene.name, title = scene.title, no_worse = result.no_worse, won = result.won,
    goals_met = result.goals_met, starts = scene.chaotic and starts or 1, error = result.error,
    figures = {},
  }
  for i, figure in ipairs(scene.figures) do
    line.figures[i] = json_figure(scene, figure, result.figures[i])
  end
  command.print_json(line, KEYS)
end

local function print_markdown_head(order)
  local names, rules = {}, {}
  for i, peer in ipairs(order) do names[i], rules[i] = peer.name, "---" end
  print(("| scene | figure | ours | goal | met | no worse | won | %s |"):format(
    table.concat(names, " | ")))
  print(("| --- | --- | --- | --- | --- | --- | --- | %s |"):format(table.concat(rules, " | ")))
end

local function print_markdown(scene, result, order)
  for i, figure in ipairs(scene.figures) do
    local one, theirs = result.figures[i], {}
    for k, peer in ipairs(order) do theirs[k] = verdict.text(figure.peers[peer.key]) end
    print(("| %s | %s | **%s** | %s | %s | %s | %s | %s |"):format(
      i == 1 and scene.name .. " " .. scene.title or "", name_of(figure),
      verdict.text(one.value, scene.fails), verdict.goal(figure), one.goal_met and "yes" or "no",
      one.no_worse and "yes" or "no", one.won and "yes" or "no", table.concat(theirs, " | ")))
  end
end

-- ---- the command ------------------------------------------------------------------------------

-- One line that is written over on a terminal, a line for each scene elsewhere.
local function new_progress(host, count)
  local live, shown = host.is_tty("stderr"), 0
  local progress = {}
  function progress.show(i, scene, start, starts)
    local line = ("[%2d/%d] %s %s"):format(i, count, scene.name, scene.title)
    local mark = starts > 1 and (" (%d of %d)"):format(start + 1, starts) or ""
    if live then io.stderr:write("\r\27[K", line, mark)
    elseif i ~= shown then io.stderr:write("cairn: ", line, "\n") end
    shown = i
  end
  function progress.clear()
    if live then io.stderr:write("\r\27[K") end
  end
  return progress
end

-- A scene that raises is lost, and the others go on.
local function judge(scene, order, options)
  local ok, values = xpcall(fidelity.run, debug.traceback, scene, options)
  if not ok then command.say("%s: %s", scene.name, values) end
  local result = verdict.scene(scene, ok and values or {}, order)
  if not ok then result.error = values:match("^[^\n]*") end
  return result
end

local function count(totals, result)
  totals.scenes = totals.scenes + 1
  for _, what in ipairs { "no_worse", "won", "goals_met" } do
    if result[what] then totals[what] = totals[what] + 1 end
  end
  totals.failed = totals.failed or result.error ~= nil
end

local function head(args, order)
  if args.markdown then print_markdown_head(order)
  elseif not args.json then print_head() end
end

local function row(args, order, scene, result, starts)
  if args.json then print_json(scene, result, starts)
  elseif args.markdown then print_markdown(scene, result, order)
  else print_scene(scene, result) end
  io.stdout:flush()
end

--- cairn fidelity
function fidelity.main(args)
  local host = require "cairn.host" -- the scenes are run without it, too
  local chosen = choose(fidelity.scenes(host.home), args.scenes)
  local order, starts = fidelity.peers(), args.starts or STARTS
  local progress = new_progress(host, #chosen)
  local totals = { scenes = 0, no_worse = 0, won = 0, goals_met = 0, failed = false }
  head(args, order)
  for i, scene in ipairs(chosen) do
    local shown = scene.chaotic and starts or 1
    local result = judge(scene, order, {
      starts = starts, each = function(start) progress.show(i, scene, start, shown) end,
    })
    progress.clear()
    count(totals, result)
    row(args, order, scene, result, starts)
  end
  if not args.json and not args.markdown then print_totals(totals) end
  return totals.failed and command.SCRIPT or command.OK
end

return fidelity
