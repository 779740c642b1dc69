-- cairn.cli.archive: `cairn run scene.zip`: a scene with its modules, pictures and sounds in one
-- file, as the page saves it. It may be a stranger's, so it runs in a sandbox.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local library = require "cairn.cli.library"
local unpacked = require "cairn.cli.unpacked"
local zip = require "cairn.words.zip"

local archive = {}

local MOST <const> = 64 << 20 -- bytes, unpacked

--- Whether a file of that name would be one.
function archive.is_archive(name) return name:lower():find "%.zip$" ~= nil end

-- The scene among the files: scene.lua or main.lua, in the least deep folder that has one.
local function main_of(files)
  local best
  for _, file in ipairs(files) do
    local name = file.name:match "[^/]*$"
    for rank, wanted in ipairs(library.MAIN) do
      local depth = 10 * select(2, file.name:gsub("/", "")) + rank
      if name == wanted and (not best or depth < best.depth) then
        best = { name = file.name, depth = depth }
      end
    end
  end
  return best and best.name or #files == 1 and files[1].name:find "%.lua$" and files[1].name or nil
end

--- args of `cairn run` whose scene is an archive: its files in a folder of their own, and the scene
--- among them. Stops when it cannot be read or holds no scene.
function archive.take(args)
  local bytes, why = host.read(args.scene)
  if not bytes then command.stop(command.FILE, "%s: %s", args.scene, why) end
  local files, problem = zip.unpack(bytes, MOST)
  if not files then
    command.stop(command.FILE, "%s: the archive cannot be read: %s", args.scene, problem)
  end
  local main = main_of(files)
  if not main then
    command.stop(command.FILE, "%s: the archive holds neither scene.lua nor main.lua", args.scene)
  end
  args.scene, args.sandbox = unpacked(files) .. "/" .. main, true
  command.say("the scene is %s; it runs in a sandbox", args.scene)
end

return archive
