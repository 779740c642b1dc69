-- cairn.scene.order: in which order the keys of a table stand in the source, which Lua keeps not.
--
-- Looked for from the line of a call on, by `name =`; comments and strings are passed over. What is
-- written in another way has no place, and comes behind what has one.

local order = {}

-- The end of the short string that begins there; at a line's end where it is not closed.
local function string_end(text, from)
  local quote, at = text:sub(from, from), from + 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == quote or c == "\n" then return at end
    at = at + (c == "\\" and 2 or 1)
  end
  return #text
end

-- A text of the same length without comments and strings.
local function bare(text)
  local out, at = {}, 1
  local function blank(from, to) out[#out + 1] = (" "):rep(to - from + 1) end
  while true do
    local from = text:find("[-\"'%[]", at)
    if not from then break end
    out[#out + 1] = text:sub(at, from - 1)
    local to
    local level = text:match("^%-%-%[(=*)%[", from) or text:match("^%[(=*)%[", from)
    if level then
      to = select(2, text:find("]" .. level .. "]", from, true)) or #text
    elseif text:find("^%-%-", from) then
      to = (text:find("\n", from, true) or #text + 1) - 1
    elseif text:find("^[\"']", from) then
      to = string_end(text, from)
    end
    if to then
      blank(from, to)
      at = to + 1
    else
      out[#out + 1] = text:sub(from, from)
      at = from + 1
    end
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

local function start_of(text, line)
  local at = 1
  for _ = 2, line do
    local found = text:find("\n", at, true)
    if not found then return at end
    at = found + 1
  end
  return at
end

--- Name -> a number that grows along the source; nil for what was not found.
function order.of(text, line, names)
  local source, places = bare(text:sub(start_of(text, line))), {}
  for _, name in ipairs(names) do
    if name:find "^[%a_][%w_]*$" then
      places[name] = source:find("%f[%w_]" .. name .. "%s*=%f[^=]")
    end
  end
  return places
end

return order
