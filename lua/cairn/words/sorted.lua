-- cairn.words.sorted: the keys of a table in their order, for loops whose order is seen.

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

return sorted_keys
