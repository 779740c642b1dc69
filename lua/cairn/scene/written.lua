-- cairn.scene.written: what the own level of a file assigns, as text.
--
-- Values may have changed while the scene ran, or come of chance or of the clock; what is written
-- tells an edit from both. A statement of a file's own level is one whose line is not indented: by
-- convention all others are. It ends with its line, or with that of the bracket that it opens.
--
-- A text may be a stranger's, and nothing ends what happens here: brackets are followed for no more
-- than a few times its length. What comes then ends with its line.

local written = {}

local LENGTHS = 20 -- of the text, that may be read for brackets

local Written = {}
Written.__index = Written

-- Where the bracket at that place closes; nil where it does not.
local function after_bracket(self, at)
  if self.room <= 0 then return nil end
  local close = self.text:match("^%b{}()", at) or self.text:match("^%b()()", at)
  if not close then
    local _, long = self.text:match("^%[(=*)%[.-%]%1%]()", at)
    close = long
  end
  self.room = self.room - ((close or #self.text) - at)
  return close
end

local function line_end(self, at) return self.text:find("\n", at, true) or #self.text + 1 end

-- Where the statement ends whose value begins there.
local function end_of(self, at)
  local from, stop = at, line_end(self, at)
  while self.room > 0 do
    local open = self.text:sub(from, stop - 1):find "[{(%[]"
    if not open then break end
    self.room = self.room - open
    open = from + open - 1
    local close = after_bracket(self, open)
    if close and close > stop then stop = line_end(self, close) end
    from = close or open + 1
  end
  return stop
end

local function add(index, key, piece)
  local list = index[key] or {}
  index[key] = list
  list[#list + 1] = piece
end

-- The fields that a table is given where it is written out, wherever in it.
local function add_fields(self, owner, from, stop)
  local place = from
  while true do
    local _, last, name, at = self.text:find("%f[%w_]([%a_][%w_]*)%s*=%s*()", place)
    if not last or last >= stop then return end
    local close = self.text:find("^{", at) and after_bracket(self, at)
    local value = close and self.text:sub(at, close - 1) or self.text:match("^[^,;\n}]*", at)
    add(self.fields, owner .. "." .. name, value)
    if owner ~= "return" then add(self.fields, "." .. name, value) end
    place = last + 1
  end
end

local function add_statement(self, left, at)
  local stop = end_of(self, at)
  local head, rest = left:match "^([%a_][%w_]*)%s*(.*)$"
  if not head then return end
  local piece = left .. "=" .. self.text:sub(at, stop - 1)
  local field = rest:match "^%.%s*([%a_][%w_]*)"
  if rest == "" or rest:find "^[.%[]" then add(self.names, head, piece) end
  if field then
    add(self.fields, head .. "." .. field, piece)
    add(self.fields, "." .. field, piece)
  elseif rest == "" and self.text:find("^%s*{", at) then
    add_fields(self, head, at, stop)
  end
end

local function read(self)
  self.names, self.fields = {}, {}
  for left, at in self.text:gmatch "\n([%a_][^\n=]*)=()" do
    left = left:match "^(.*%S)"
    local comparison = self.text:find("^=", at) or left:find "[~<>]$"
    if not comparison and not left:find "^function%f[^%w_]" then
      left = left:gsub("^local%s+", ""):gsub("<%s*%a+%s*>$", "")
      add_statement(self, left:match "^.*%S" or "", at)
    end
  end
  for at in self.text:gmatch "\nreturn%f[^%w_]()" do
    if self.text:find("^%s*{", at) then add_fields(self, "return", at, end_of(self, at)) end
  end
end

--- Of the text of a file.
function written.of(text)
  return setmetatable({
    text = "\n" .. text, room = LENGTHS * (#text + 1000),
    has_functions = text:find "%f[%w_]function%f[^%w_]" ~= nil,
  }, Written)
end

local function pieces(self, index, key)
  if not self.names then read(self) end
  local list = self[index][key]
  return list and table.concat(list, "\n") or ""
end

--- All that is assigned to that name and to what is in it.
function Written:whole(name) return pieces(self, "names", name) end

--- What the field of a table is given, as owner.field or in the braces of the owner or of `return`;
--- owner "": of any table.
function Written:field(owner, field)
  return pieces(self, "fields", owner .. "." .. field) .. pieces(self, "fields", "return." .. field)
end

return written
