---@meta _
-- luacheck: ignore 111 112 113 212 241 631

---Widgets in the panel at the right, said anew in each `scene.draw`; elsewhere each call raises.
---@class ui
ui = {}

---A heading for what follows.
---@param title string
function ui.panel(title) end
---As `string.format`.
---@param format string
---@param ... any
function ui.label(format, ...) end
---Changes t[key] between min and max; whole numbers where all three are integers.
---@param label string
---@param t table
---@param key any
---@param min number
---@param max number at least min
---@return number value t[key]
function ui.slider(label, t, key, min, max) end
---Changes t[key] between true and false.
---@param label string
---@param t table
---@param key any
---@return boolean value t[key]
function ui.checkbox(label, t, key) end
---@param label string
---@return boolean pressed true in the frame after a click
function ui.button(label) end
---A curve of the last 240 values, or several: { kinetic = k, potential = p }. Its axes, the values
---under the cursor, and "csv", which writes them to a file, are the window's.
---@param label string
---@param value number|table<string, number> one value, or up to six by the names of their curves
function ui.plot(label, value) end

return ui
