---@meta _
-- luacheck: ignore 111 112 113 212 241 631

---Keys and mouse, as they are now.
---@class input
input = {}

---Whether a key is held, or any one of several. Raises for a name that no key has.
---@param ... string names as LÖVE has them: "a", "space", "left", "lshift", "kp5"
---@return boolean
function input.down(...) end
---Where the mouse is in the world.
---@return number x m
---@return number y m
function input.mouse() end

return input
