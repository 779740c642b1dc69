-- cairn.scene.written: what the own level of a file assigns, as text.
--
-- Values may have changed while the scene ran, or come of chance or of the clock; what is written
-- tells an edit from both. A statement of a file's own level is one whose line is not indented: by
-- convention all others are. It ends with its line, or with that of the bracket that it opens.

local written = {}

-- Where the bracket there closes; nil where it does not.
local function after_bracket(text, at)
  local close = text:match("^%b{}()", at) or text:match("^%b()()", at)
  if close then return close end
  local _, long = text:match("^%[(=*)%[.-%]%1%]()", at)
  return long
end

-- The text from there to the end of the line, or of a later one that closes a bracket.
local function value_at(text, at)
  local stop = text:find("\n", at, true) or #text + 1
  local open = text:find("[{(%[]", at)
  while open and open < stop do
    local close = after_bracket(text, open)
    if close and close > stop then stop = text:find("\n", close, true) or #text + 1 end
    open = text:find("[{(%[]", close or open + 1)
  end
  return text:sub(at, stop - 1)
end

-- { { left = "M.SIZE", right = "3" }, ... } in the order of the file; of `return` the left is that.
local function statements_of(text)
  local list = {}
  text = "\n" .. text
  for left, at in text:gmatch "\n([%a_][^\n=]*)=()" do
    left = left:match "^(.*%S)"
    local comparison = text:sub(at, at) == "=" or left:find "[~<>]$"
    if not comparison and not left:find "^function%f[^%w_]" then
      left = left:gsub("^local%s+", ""):gsub("<%s*%a+%s*>$", "")
      list[#list + 1] = { left = left:match "^(.*%S)" or "", right = value_at(text, at) }
    end
  end
  for at in text:gmatch "\nreturn%f[^%w_]()" do
    list[#list + 1] = { left = "return", right = value_at(text, at) }
  end
  return list
end

-- What a table that is written out gives a field, wherever in it.
local function add_field(found, constructor, field)
  for at in constructor:gmatch("%f[%w_]" .. field .. "%f[^%w_]%s*=()") do
    found[#found + 1] = constructor:match("^%s*%b{}", at) or constructor:match("^[^,;\n}]*", at)
  end
end

local Written = {}
Written.__index = Written

--- Of the text of a file.
function written.of(text)
  return setmetatable({
    text = text, has_functions = text:find "%f[%w_]function%f[^%w_]" ~= nil,
  }, Written)
end

local function statements(self)
  self.list = self.list or statements_of(self.text)
  return self.list
end

--- All that is assigned to that name and to what is in it.
function Written:whole(name)
  local found, inside = {}, "^" .. name:gsub("%.", "%%.") .. "%s*[.%[]"
  for _, s in ipairs(statements(self)) do
    if s.left == name or s.left:find(inside) then found[#found + 1] = s.left .. "=" .. s.right end
  end
  return table.concat(found, "\n")
end

--- What the field of a table is given, as owner.field or in the braces of the owner or of `return`;
--- owner nil: of any table.
function Written:field(owner, field)
  local found = {}
  for _, s in ipairs(statements(self)) do
    local head, rest = s.left:match "^([%a_][%w_]*)%s*(.*)$"
    if head and (not owner or head == owner or head == "return") then
      if rest:match "^%.%s*([%a_][%w_]*)" == field then
        found[#found + 1] = s.left .. "=" .. s.right
      elseif rest == "" and s.right:find "^%s*{" then
        add_field(found, s.right, field)
      end
    end
  end
  return table.concat(found, "\n")
end

return written
