-- cairn.contents: the keys and values of a table, without metamethods.

local contents = {}

--- A new table with the same.
function contents.copy(t)
  local c = {}
  for k, v in next, t do c[k] = v end
  return c
end

--- Afterwards t holds what `from` holds, and nothing else.
function contents.refill(t, from)
  for k in next, t do rawset(t, k, nil) end
  for k, v in next, from do rawset(t, k, v) end
end

return contents
