-- cairn.cli.unpacked: files that came in a link or an archive, in a folder of their own: a script
-- may require what is beside it, and nothing that lies about.

local command = require "cairn.cli.command"
local host = require "cairn.host"

local function put(folder, file)
  local inner = folder
  for part in file.name:gmatch "([^/]+)/" do
    inner = inner .. "/" .. part
    host.mkdir(inner)
  end
  local out, why = io.open(folder .. "/" .. file.name, "wb")
  if not out then command.stop(command.OUTPUT, "%s", why) end
  out:write(file.text)
  out:close()
end

--- The new folder of files, { name =, text = } each, whose names stay within it.
return function(files)
  local folder = os.tmpname()
  os.remove(folder)
  host.mkdir(folder)
  for _, file in ipairs(files) do put(folder, file) end
  return folder
end
