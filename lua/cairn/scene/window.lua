-- cairn.scene.window: what a scene wants of the window that shows it, and what the window gives it:
-- where to look, whether it is a game, which scene comes next.

local view = require "cairn.scene.view"

local window, Window = {}, {}

--- Where scene.view points in this frame: x, y, w, h and lag; nothing when it says nothing.
function Window:look()
  if self.camera then return view.now(self.camera) end
end

--- Whether the script says that it is a game (scene.play): 1 on the whole screen, 2 in its window
--- ("window"), 0 that it is none.
function Window:wants_play()
  local play = rawget(self.script, "play")
  return play == "window" and 2 or play == true and 1 or 0
end

local MOST_NAMES <const> = 5000 -- count; more could not be read

--- Names of bodies, in the order of their ids: a flat list of id, name.
function Window:names()
  local list = {}
  if not self.live_world then return list end
  for body in self.live_world:bodies() do
    local name = body:name()
    if name then
      list[#list + 1], list[#list + 2] = body:id(), name
      if #list >= 2 * MOST_NAMES then break end
    end
  end
  return list
end

--- A line among those of the script, for who looks at them in the window.
function Window:tell(line) self.log:tell(line) end

--- The window is to close, and the program to go on with the scene at that path.
function Window:leave_for(path) self.next_path = path end

--- A file or folder was dropped onto the window: scene.filedropped(path) may take it by returning
--- true; else it is the next scene.
function Window:drop(path)
  local _, taken = self:dispatch("filedropped", path)
  if not taken then self:leave_for(path) end
end

--- Give the class its methods.
function window.add_to(Scene)
  for name, method in pairs(Window) do Scene[name] = method end
end

return window
