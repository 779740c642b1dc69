-- cairn.scene.window: what a scene wants of the window that shows it, and what the window gives it:
-- where to look, whether it is a game, which scene comes next.

local view = require "cairn.scene.view"
local visible = require "cairn.words.visible"

local Window = {}

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

local MOST_COUNTED <const> = 5000 -- bodies that are asked what touches them

-- The body that touches most others, and how many; nil where none touch.
local function thickest(world)
  local most, found, asked = 0, nil, 0
  for body in world:bodies "dynamic" do
    local count = 0
    for _ in body:manifolds() do count = count + 1 end
    if count > most then most, found = count, body end
    asked = asked + 1
    if asked == MOST_COUNTED then break end
  end
  return found, most
end

--- Steps take so long, in ms, that nobody could stop them by hand: pause, and say why.
function Window:pause_slow(ms)
  local world = self.live_world
  local text = ("paused: a step takes %.2g s with %d bodies and %d contacts"):format(ms / 1000,
    world:body_count(), world:manifold_count())
  local body, most = thickest(world)
  if body and most > 1 then
    text = text .. (", the most near (%.3g, %.3g)"):format(body:position())
  end
  self:set_paused(true)
  self.banner = { kind = "info", of_pause = true, text = text .. "; P goes on" }
  self:tell(text)
  io.stderr:write(text, "\n")
end

--- The window is to close, and the program to go on with the scene at that path.
function Window:leave_for(path) self.next_path = path end

--- A file or folder was dropped onto the window: scene.filedropped(path) may take it by returning
--- true; else it is the next scene. Not for root, who names on the command line what is to run.
function Window:drop(path)
  local _, taken = self:dispatch("filedropped", path)
  if taken then return end
  local host = package.loaded["cairn.host"]
  if host and host.is_root() then
    self.banner = { kind = "info", text = ("%s is not opened: root names what is to run on the "
      .. "command line"):format(visible(path)) }
    return
  end
  self:leave_for(path)
end

return Window
