-- cairn.cli.doctor: `cairn doctor`: versions, and what on this machine is known to make trouble.

local host = require "cairn.host"

local doctor = {}

local function has_module(name)
  return (pcall(require, name))
end

-- Each finds one trouble: a sentence or nil.
local troubles = {
  function() return host.facts().processor end,
  function()
    if not has_module("busted.runner") then return "busted is missing: `cairn test` cannot run" end
  end,
  function()
    local forced = os.getenv("CAIRN_SIMD")
    if forced then return "CAIRN_SIMD=" .. forced .. " fixes the instruction set" end
  end,
  function()
    local shadow = os.getenv("LUA_PATH_5_4") or os.getenv("LUA_CPATH_5_4")
    if shadow then
      return "LUA_PATH_5_4 or LUA_CPATH_5_4 is set: a stock lua5.4 may not find the module cairn"
    end
  end,
  function()
    local patch = host.facts().lua:match("^Lua 5%.4%.(%d+)")
    if patch and tonumber(patch) <= 4 then
      return host.facts().lua .. " may crash when thousands of coroutines close each other; "
        .. "5.4.8 does not"
    end
  end,
  function()
    if host.facts().build:find("Debug") then return "a Debug build: several times slower" end
  end,
}

--- Prints the facts, then the troubles; finding some is no failure.
function doctor.main()
  local facts = host.facts()
  print("cairn     " .. facts.cairn)
  print("lua       " .. facts.lua)
  print("compiler  " .. facts.compiler)
  print("build     " .. facts.build)
  print(("simd      %s (of %s)"):format(facts.simd, facts.simd_sets))
  print("viewer    " .. facts.viewer)
  local has, why = host.has_display()
  print("display   " .. (has and "yes" or why .. "; `cairn run` runs headless and leaves a PNG"))
  print("home      " .. host.home)
  local count = 0
  for _, find in ipairs(troubles) do
    local sentence = find()
    if sentence then
      count = count + 1
      print("- " .. sentence)
    end
  end
  print(count == 0 and "no known problems" or ("%d known problem%s")
    :format(count, count == 1 and "" or "s"))
  return 0
end

return doctor
