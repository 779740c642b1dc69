-- cairn.words.visible: text of strangers for a terminal: what would steer it is shown instead.
--
-- Scripts, files and their names may hold escape sequences that move the cursor, rename the window
-- or hide text, and marks that turn the direction of writing around. None is obeyed.

local CONTROL = "[%z\1-\8\11-\31\127]" -- all but tab and line end
local SUSPECT = "[%z\1-\8\11-\31\127-\255]"

local function as_bytes(text)
  return (text:gsub(".", function(byte) return ("\\x%02x"):format(byte:byte()) end))
end

local function as_code(character) return ("\\u{%x}"):format(utf8.codepoint(character)) end

-- Bytes that are no UTF-8: some terminals take 0x9b alone for the beginning of a sequence.
local function show_bad_bytes(text)
  local parts, at = {}, 1
  while true do
    local length, bad = utf8.len(text, at)
    if length then break end
    parts[#parts + 1] = text:sub(at, bad - 1)
    parts[#parts + 1] = as_bytes(text:sub(bad, bad))
    at = bad + 1
  end
  parts[#parts + 1] = text:sub(at)
  return table.concat(parts)
end

local MARKS = {
  "\194[\128-\159]",                -- U+0080..9F, controls once more
  "\216\156",                       -- U+061C
  "\226\128[\142\143\168-\174]",    -- U+200E, 200F, 2028..202E
  "\226\129[\166-\169]",            -- U+2066..2069
}

--- The text with controls as "\x1b", marks of direction as "\u{202e}"; tabs and line ends stay.
return function(text)
  if not text:find(SUSPECT) then return text end
  text = show_bad_bytes((text:gsub(CONTROL, as_bytes)))
  for _, mark in ipairs(MARKS) do text = text:gsub(mark, as_code) end
  return text
end
