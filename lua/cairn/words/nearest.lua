-- cairn.words.nearest: the known word closest to a mistyped one, for "did you mean" sentences.
--
-- Distance counts inserted, deleted, changed and swapped letters. A word further away than about
-- a third of its length is no help, so nothing is suggested then.

local min = math.min

local function distance(a, b)
  local before, last
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    before, last, row = last, row, { [0] = i }
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      local swapped = before and j > 1 and a:byte(i) == b:byte(j - 1)
        and a:byte(i - 1) == b:byte(j)
      if swapped then row[j] = min(row[j], before[j - 2] + 1) end
    end
  end
  return row[#b]
end

local nearest = {}

--- The entry of the list `words` nearest to `word`, or nil when none is near.
function nearest.word(word, words)
  local best, best_distance
  for _, candidate in ipairs(words) do
    if #word <= 2 * #candidate then -- else it is too far away, and a long one takes long to tell
      local d = distance(word:lower(), candidate:lower())
      if not best or d < best_distance then best, best_distance = candidate, d end
    end
  end
  local longer = math.max(#word, #(best or ""))
  local most = math.max(1, math.floor(longer / 3))
  -- as many as there are letters: none is the same
  if best and best_distance <= most and best_distance < longer then return best end
  return nil
end

--- The end of a sentence about a word that is none of the list: ", did you mean '...'?", or "".
function nearest.hint(word, words)
  local near = nearest.word(word, words)
  return near and (", did you mean '%s'?"):format(near) or ""
end

--- What is wrong with the keys of t, which are to be some of the list: "unknown field 'x', did you
--- mean 'y'?" of the first that is none, or nil.
function nearest.unknown(t, names)
  local known, first = {}, nil
  for _, name in ipairs(names) do known[name] = true end
  for key in next, t do
    local text = tostring(key)
    if not known[key] and (not first or text < first) then first = text end
  end
  return first and ("unknown field '%s'%s"):format(first, nearest.hint(first, names))
end

return nearest
