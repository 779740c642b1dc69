-- A cmake of a spec's own decides which programs there are; the builds of others stay untouched.

local process = require "tests.support.process"

local quote, write = process.quote, process.write

local fake_cmake = {}

--- The assignments for a line of the shell that runs the program with that cmake (text of a shell
--- script without its first line), building into <folder>/build.
function fake_cmake.prefix(folder, script)
  local bin = folder .. "/bin"
  assert(os.execute("mkdir -p " .. quote(bin)))
  write(bin .. "/cmake", "#!/bin/sh\n" .. script)
  assert(os.execute("chmod +x " .. quote(bin .. "/cmake")))
  return ("CAIRN_BUILD_DIR=%s PATH=%s:$PATH"):format(quote(folder .. "/build"), quote(bin))
end

return fake_cmake
