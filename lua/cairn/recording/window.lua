-- cairn.recording.window: a recording that plays, as a scene that the window shows.
--
-- The window gets an object that looks like the scene (cairn.scene), but its ticks are steps of the
-- player, keys and mouse do not reach the script, and files are not watched. It pauses at the end.

local View = {}

local window = {}

local function banner(s, kind, text) s.banner = { kind = kind, text = text } end

-- What a person does to a scene, and must not do to one that repeats what was done.
function View.dispatch() return true end
function View.set() end
function View.ui_edit() end
function View.pull() end
function View.hand() return false, "this is a recording" end
function View.frame_poll() end
function View.wants_play() return 0 end -- whoever watches wants the keys

function View:tick()
  local player = self.player
  local ended = not player:step()
  local s = player:scene()
  local step, sentence = player:diverged()
  if step then
    banner(s, "error", sentence)
  elseif ended then
    banner(s, "info", player:early_end() or "the recording ends here")
  end
  if ended then
    rawset(self, "ended", true)
    s:set_paused(true)
  end
  return not s.fault
end

--- The script draws once more than it did; its random numbers must not notice.
function View:draw(alpha)
  local s = self.player:scene()
  local state = s:random_state()
  local ok = s:draw(alpha)
  s:set_random_state(state)
  return ok
end

function View:restart()
  rawset(self, "starts", self.starts + 1)
  self.player:seek(0)
end

--- What the window shows of a player that plays a scene.
function window.of(player)
  local view = { player = player, starts = 0, ended = false }
  return setmetatable(view, {
    __index = function(_, name)
      if View[name] then return View[name] end
      local value = player:scene()[name]
      -- the number of the world: one that was started again is another one
      if name == "builds" then return (value or 0) + 1000000 * view.starts end
      return value
    end,
    __newindex = function(_, name, value) player:scene()[name] = value end,
  })
end

return window
