-- cairn.scene.ui: immediate mode widgets as data.
--
-- During scene.draw the script says which widgets there are; a recorder writes them down as a
-- list that a window can show. What the person does with them reaches the script in its next
-- draw. There is no window in here, so the same calls work headless.
--
-- An edit belongs to a widget, not to a place in the list: kind, label and how many of that name
-- came before. Widgets that appear or vanish above do not redirect it.

local natural = require "cairn.words.natural"

local Recorder = {}
Recorder.__index = Recorder

local ui = {}

local HISTORY = 240 -- values a curve of a plot keeps, 4 s of frames
local CURVES = 6    -- of a plot, which have colours of their own

-- At the script's line: above it are this and the widget.
local function need(value, kind, n, name)
  if type(value) ~= kind then
    error(("bad argument #%d to '%s' (%s expected, got %s)")
      :format(n, name, kind, value == nil and "no value" or type(value)), 3)
  end
  if kind == "number" and (value ~= value or value == math.huge or value == -math.huge) then
    error(("bad argument #%d to '%s' (finite number expected, got %s)")
      :format(n, name, value ~= value and "nan" or ("%g"):format(value)), 3)
  end
  return value
end

local function add(self, item)
  local base = item.kind .. ":" .. item.text
  local n = (self.repeats[base] or 0) + 1
  self.repeats[base] = n
  item.id = base .. ":" .. n
  self.building[#self.building + 1] = item
  local edit = self.edits[item.id]
  self.edits[item.id] = nil
  return edit
end

local function clamp(value, low, high)
  return math.max(low, math.min(high, value))
end

local function is_whole(...)
  for i = 1, select("#", ...) do
    if math.type((select(i, ...))) ~= "integer" then return false end
  end
  return true
end

local widgets = {}

function widgets.panel(self, title)
  add(self, { kind = "panel", text = need(title, "string", 1, "panel") })
end

function widgets.label(self, form, ...)
  local text = need(form, "string", 1, "label")
  if select("#", ...) > 0 then
    local ok, filled = pcall(string.format, text, ...)
    if not ok then error((filled:gsub("^(bad argument #%d+ to )'[^']*'", "%1'label'")), 2) end
    text = filled
  end
  add(self, { kind = "label", text = text })
end

function widgets.slider(self, label, t, key, low, high)
  need(label, "string", 1, "slider")
  need(t, "table", 2, "slider")
  need(low, "number", 4, "slider")
  need(high, "number", 5, "slider")
  if high < low then
    error(("bad argument #5 to 'slider' (must be >= %g, got %g)"):format(low, high), 2)
  end
  local value = t[key]
  if type(value) ~= "number" then
    error(("bad argument #3 to 'slider' (field '%s': number expected, got %s)")
      :format(tostring(key), type(value)), 2)
  end
  local item = { kind = "slider", text = label, value = value, min = low, max = high }
  local edit = add(self, item)
  if edit then
    local moved = clamp(edit, low, high)
    if is_whole(value, low, high) then moved = math.floor(moved + 0.5) end
    t[key], item.value = moved, moved
  end
  return item.value
end

function widgets.checkbox(self, label, t, key)
  need(label, "string", 1, "checkbox")
  need(t, "table", 2, "checkbox")
  if key == nil then
    error("bad argument #3 to 'checkbox' (name of a field expected, got nil)", 2)
  end
  local item = { kind = "checkbox", text = label, value = t[key] and true or false }
  local edit = add(self, item)
  if edit ~= nil then
    item.value = edit ~= 0 and edit ~= false
    t[key] = item.value
  end
  return item.value
end

function widgets.button(self, label)
  return add(self, { kind = "button", text = need(label, "string", 1, "button") }) ~= nil
end

-- The curves that a call means: a list of { name =, value = }, by name, numbers in them as numbers.
local function curves_of(value)
  if type(value) == "number" then return { { name = "", value = value } } end
  local names, curves = {}, {}
  for name, one in pairs(value) do
    if type(name) ~= "string" then
      error(("bad argument #2 to 'plot' (the names of its curves must be strings, got %s)")
        :format(type(name)), 3)
    end
    if type(one) ~= "number" or one ~= one or one == math.huge or one == -math.huge then
      error(("bad argument #2 to 'plot' (curve '%s': finite number expected, got %s)")
        :format(name, one ~= one and "nan" or type(one) == "number" and "inf" or type(one)), 3)
    end
    names[#names + 1] = name
  end
  table.sort(names, natural.less)
  if #names == 0 or #names > CURVES then
    error(("bad argument #2 to 'plot' (1 to %d curves expected, got %d)"):format(CURVES, #names), 3)
  end
  for i, name in ipairs(names) do curves[i] = { name = name, value = value[name] } end
  return curves
end

-- A curve that comes later begins where the others are.
local function keep_curve(self, item, curve)
  local histories = self.histories[item.id] or {}
  self.histories[item.id] = histories
  local history = histories[curve.name] or {}
  histories[curve.name] = history
  history[#history + 1] = curve.value
  if #history > HISTORY then table.remove(history, 1) end
  curve.history = history
end

function widgets.plot(self, label, value)
  need(label, "string", 1, "plot")
  if type(value) ~= "table" then need(value, "number", 2, "plot") end
  local item = { kind = "plot", text = label, curves = curves_of(value) }
  add(self, item)
  for _, curve in ipairs(item.curves) do keep_curve(self, item, curve) end
end

--- A recorder; its `api` is the table that scripts call `ui`.
function ui.new()
  local self = setmetatable({
    list = {}, building = {}, repeats = {}, edits = {}, histories = {}, api = {},
  }, Recorder)
  for name, widget in pairs(widgets) do
    self.api[name] = function(...)
      if not self.drawing then
        error(("ui.%s is only available in scene.draw"):format(name), 2)
      end
      return widget(self, ...)
    end
  end
  return self
end

--- Around each scene.draw.
function Recorder:start()
  self.drawing = true
  if #self.building > 0 then self.building, self.repeats = {}, {} end
end

function Recorder:finish()
  self.drawing = false
  self.list = self.building
  if next(self.edits) then self.edits = {} end -- for a widget that was not drawn again
end

--- What the last draw asked for: { kind, text, value, min, max, curves } in order.
function Recorder:items()
  return self.list
end

--- The person moved item i: the new value of a slider, 0 or 1 of a checkbox, any of a button.
function Recorder:edit(i, value)
  local item = self.list[i]
  if item then self.edits[item.id] = value end
end

return ui
