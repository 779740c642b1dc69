-- The specs of the binding under LuaJIT, by Debian's busted for Lua 5.1. From the top of the tree:
--
--     LUA_PATH="./?.lua;lua/?.lua;lua/?/init.lua;;" LUA_CPATH="build/luajit/?.so;;" \
--       luajit [-joff] tests/luajit/run.lua [files]
--
-- They are those of Lua 5.4, word for word: lua54.lua makes up for what LuaJIT has not. What is
-- about Lua 5.4 itself, or about files that run in it alone, is in `skipped`, with the reason.

local FILES = {
  "bind/bad_input", "bind/debuglog", "bind/errors", "bind/hooks", "bind/hook_errors", "bind/ids",
  "bind/iterators", "bind/joint_errors", "bind/keys", "bind/module", "bind/ranges", "bind/readers",
  "bind/refusals", "bind/snapshot", "bind/unknown_names", "lua/build", "lua/busted", "lua/geometry",
  "lua/vec", "core/contact/manifold", "core/query/cast", "core/query/rays", "luajit/luajit",
}
-- Not there: assault, describe, world_recording (scenes and recordings run in Lua 5.4 alone),
-- forged_snapshot (string.pack), golden_snapshot (hashes as integers; hashes.lua beside this file
-- loads the same snapshots).

local skipped = {
  -- pcall's caller is named here, as LuaJIT forgets who calls in a tail call
  "name the method under pcall, in tail calls and through locals",
  "names the filter in its sentence", "does not step itself, but others",
  "are not hidden by a local or pcall", "refuses materials out of range",
  "hold for foreign userdata", -- files have no __name
  "says which file is missing, foreign, cut or damaged", -- counts on <close> of a file
  "checksum is that of XXH3", -- 64 bits: luajit_spec.lua
  "getters and setters make no garbage", -- each hash is a new text
  "declares methods that a spec's scene and its timeline have", "deterministic", "replays",
  "live on through a patch", -- scenes
}
if jit.status() then -- luacheck: ignore 113
  skipped[#skipped + 1] = "garbage" -- what is compiled counts with it
end

require "tests.luajit.lua54"

-- ---- busted ------------------------------------------------------------------------------------

local args = { "--ignore-lua", "--helper=cairn.busted", "--config-file=tests/luajit/busted.lua" }
for _, name in ipairs(skipped) do args[#args + 1] = "--filter-out=" .. name end
for _, name in ipairs(FILES) do
  if #arg == 0 then args[#args + 1] = ("tests/%s_spec.lua"):format(name) end
end
for _, path in ipairs(arg) do args[#args + 1] = path end
args[0] = "luajit"

-- The last line is that of `cairn test`.
local counts = { success = 0, failure = 0, error = 0, pending = 0 }
local exit = os.exit
os.exit = function(...) -- luacheck: ignore 122
  io.stdout:flush()
  print(("%d passed, %d failed"):format(counts.success, counts.failure + counts.error))
  exit(...)
end
arg = args -- luacheck: ignore 121

local make = require "busted.core"
package.loaded["busted.core"] = function(...)
  local busted = make(...)
  busted.subscribe({ "test", "end" }, function(_, _, status)
    counts[status] = counts[status] + 1
    return nil, true
  end)
  local function outside(element)
    if element.descriptor ~= "it" then counts.error = counts.error + 1 end
    return nil, true
  end
  busted.subscribe({ "error" }, outside)
  busted.subscribe({ "failure" }, outside)
  return busted
end
require "busted.runner" { standalone = false } -- ends by itself where something has failed
os.exit(counts.success > 0 and 0 or 1)
