-- cairn.words.kind: what a value is called in a sentence: its type, or "cairn.Body" and the like.

local function kind_of(value)
  local meta = type(value) == "userdata" and debug.getmetatable(value)
  return meta and rawget(meta, "__name") or type(value)
end

return kind_of
