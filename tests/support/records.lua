-- Recordings taken apart and put together again, as a fault in them is made.

local blocks = require "cairn.recording.blocks"

local records = {}

--- Walk the records of a file: letter, bytes, step that it belongs to.
function records.each(path)
  local stream = assert(blocks.read(path)).stream
  local at, step = 1, 0
  return function()
    if at > #stream then return nil end
    local letter, bytes
    letter, bytes, at = ("<c1s4"):unpack(stream, at)
    if letter == "T" then step = step + 1 end
    return letter, bytes, step
  end
end

--- Write a file of a list of { letter, bytes, step }, with checksums that are right.
function records.write(path, list, kind)
  local writer = assert(blocks.create(path, kind or "scene"))
  for _, record in ipairs(list) do writer:add(record[1], record[2], record[3]) end
  assert(writer:close())
end

return records
