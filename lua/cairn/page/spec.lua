-- cairn.page.spec: runs a spec in the page: busted's words (describe, it, before_each, after_each,
-- pending) with busted's own assertions (luassert) and Cairn's. Busted itself wants a machine with
-- files, processes and a terminal.
--
-- A spec is written by who has the page open: no link holds one. It has Lua's libraries, and the
-- scenes that it loads are in a sandbox all the same.

local host = require "cairn.host"
local scene = require "cairn.scene"

local spec = {}

local SECONDS = 1.5 -- by the clock, without the steps of worlds: a tab seems frozen at two

local function collector()
  local root = { befores = {}, afters = {}, tests = {}, prefix = "" }
  local here = root
  local words = {}
  function words.describe(name, body)
    local outer = here
    here = { outer = outer, befores = {}, afters = {}, prefix = outer.prefix .. name .. " " }
    here.tests = outer.tests
    body()
    here = outer
  end
  words.context = words.describe
  function words.it(name, body)
    root.tests[#root.tests + 1] = { name = here.prefix .. name, body = body, block = here }
  end
  function words.pending(name)
    root.tests[#root.tests + 1] = { name = here.prefix .. name, block = here, pending = true }
  end
  function words.before_each(body) table.insert(here.befores, body) end
  function words.after_each(body) table.insert(here.afters, body) end
  return root, words
end

-- Outer blocks first, or last.
local function each_block(block, visit, inner_first)
  if inner_first then visit(block) end
  if block.outer then each_block(block.outer, visit, inner_first) end
  if not inner_first then visit(block) end
end

local function message_of(problem)
  if type(problem) == "table" and problem.message then problem = problem.message end
  return tostring(problem)
end

-- Where the spec itself stood when it went wrong.
local function line_of(chunk)
  for level = 2, 60 do
    local info = debug.getinfo(level, "Sl")
    if not info then return nil end
    if info.source == chunk and info.currentline > 0 then return info.currentline end
  end
end

local function run_test(test, chunk)
  if test.pending then return { name = test.name, outcome = "pending" } end
  local line
  local function handle(problem)
    line = line_of(chunk)
    return message_of(problem)
  end
  local ok, problem = xpcall(function()
    each_block(test.block, function(b) for _, f in ipairs(b.befores) do f() end end)
    test.body()
  end, handle)
  local after_ok, after_problem = xpcall(function()
    each_block(test.block, function(b) for _, f in ipairs(b.afters) do f() end end, true)
  end, handle)
  if ok and not after_ok then ok, problem = false, after_problem end
  return { name = test.name, outcome = ok and "passed" or "failed", message = problem or nil,
    line = line }
end

-- require for a spec: its cairn.scene knows nothing but scenes in a sandbox.
local function own_require()
  local own = setmetatable({}, { __index = scene })
  function own.load(path, values, opts)
    local options = { sandbox = true }
    for name, value in pairs(opts or {}) do
      if name ~= "sandbox" then options[name] = value end
    end
    return scene.load(path, values, options)
  end
  return function(name) return name == "cairn.scene" and own or require(name) end
end

local function run(text)
  require "cairn.busted"
  local root, words = collector()
  local env = setmetatable(words, { __index = _G })
  env.assert = require "luassert"
  env.require = own_require()
  local result = { passed = 0, failed = 0, tests = setmetatable({}, { __jsontype = "array" }) }
  local chunk, message = load(text, "=spec", "t", env)
  local ok = chunk ~= nil
  if chunk then ok, message = xpcall(chunk, message_of) end
  if not ok then
    result.failed, result.message = 1, message
    return result
  end
  for i, test in ipairs(root.tests) do
    local outcome = run_test(test, "=spec")
    result.tests[i] = outcome
    if result[outcome.outcome] then result[outcome.outcome] = result[outcome.outcome] + 1 end
  end
  return result
end

--- Run the text of a spec: { passed =, failed =, message =, tests = { { name =, outcome =, line =,
--- message = }, ... } }.
function spec.run(text)
  host.enter("the spec", SECONDS, true)
  local ok, result = pcall(run, text)
  host.leave()
  if not ok then error(result, 0) end
  return result
end

return spec
