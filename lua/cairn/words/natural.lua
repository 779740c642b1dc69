-- cairn.words.natural: the order of names as people count: "box_2" before "box_10".
--
-- Runs of digits compare as numbers of any length, all else byte by byte, whatever the locale.
-- Names that are the same but for zeros in front (a1, a01) compare byte by byte, so no two are
-- equal.

local natural = {}

-- The run of digits, or of anything else, that starts at i, and where it ends.
local function run_at(name, i)
  local first, last = name:find("^%d+", i)
  if first then return name:sub(first, last), last, true end
  first, last = name:find("^%D+", i)
  return name:sub(first, last), last, false
end

local function number_less(a, b)
  a, b = a:gsub("^0+", ""), b:gsub("^0+", "")
  if #a ~= #b then return #a < #b end
  if a ~= b then return a < b end
  return nil
end

--- Whether name a comes before name b.
function natural.less(a, b)
  local i, j = 1, 1
  while i <= #a and j <= #b do
    local run_a, end_a, digits_a = run_at(a, i)
    local run_b, end_b, digits_b = run_at(b, j)
    if digits_a and digits_b then
      local less = number_less(run_a, run_b)
      if less ~= nil then return less end
    elseif run_a ~= run_b then
      -- byte by byte, together with what follows: "a" and "ab", "a" and "a1"
      local k = 1
      while run_a:byte(k) == run_b:byte(k) and run_a:byte(k) do k = k + 1 end
      local byte_a, byte_b = a:byte(i + k - 1), b:byte(j + k - 1)
      return (byte_a or -1) < (byte_b or -1)
    end
    i, j = end_a + 1, end_b + 1
  end
  if i <= #a or j <= #b then return j <= #b end
  for k = 1, #a do
    if a:byte(k) ~= b:byte(k) then return (a:byte(k) or -1) < (b:byte(k) or -1) end
  end
  return #a < #b
end

return natural
