-- cairn.scene.reach: a walk through all functions and tables that can be reached, each visited
-- once.
--
-- What a function or a table leads to is its visitor's to push. Libraries lead nowhere that a walk
-- wants to go, so they are never visited.

local Reach = {}
Reach.__index = Reach

local reach = {}

--- The coroutine behind what coroutine.wrap has given, else nil.
function reach.thread_behind(fn)
  local name, value = debug.getupvalue(fn, 1)
  return name == "" and type(value) == "thread" and value or nil
end

--- A walk that starts from the list `roots`.
function reach.from(roots)
  local seen = { [_G] = true, [package.loaded] = true }
  for _, library in next, package.loaded do seen[library] = true end
  local walk = setmetatable({ stack = {}, seen = seen }, Reach)
  for _, root in ipairs(roots) do walk:push(root) end
  return walk
end

--- Visit a value later, if it is a function or a table that has not been pushed before.
function Reach:push(value)
  local kind = type(value)
  if (kind == "function" or kind == "table") and not self.seen[value] then
    self.seen[value] = true
    self.stack[#self.stack + 1] = value
  end
end

--- Never visit a value.
function Reach:leave_out(value) self.seen[value] = true end

--- The value to visit now, or nil when all have been visited.
function Reach:pop() return table.remove(self.stack) end

return reach
