-- Specs that close the program in which they run, as a sandbox does, in a program of their own:
--
--   local apart = require "tests.support.apart" "tests/scene/chance_spec.lua"
--   if apart then return describe("Scripts", function() it(apart.title, apart.run) end) end

local process = require "tests.support.process"

local VARIABLE <const> = "CAIRN_APART"

--- Nil in that program; else a title and a function for the one spec that starts it.
return function(path)
  if os.getenv(VARIABLE) == path then return nil end
  return {
    title = "go well in a program of their own",
    run = function()
      local line = ("%s=%s %s test %s 2>&1"):format(VARIABLE, path, process.headless, path)
      local pipe <close> = assert(io.popen(line))
      local said = pipe:read "a"
      local passed, failed = said:match "(%d+) passed, (%d+) failed"
      if not passed or failed ~= "0" or passed == "0" then error(said, 0) end
    end,
  }
end
