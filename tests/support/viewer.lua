-- The real viewer in a display of its own (Xvfb), with a hand at its mouse and keys (xdotool).
-- What a scene has to tell the spec it writes to io.stderr, line by line.

local picture = require "tests.support.picture"
local process = require "tests.support.process"

local viewer = {}
viewer.__index = viewer

local PATIENCE = 60 -- s to wait for anything; a loaded machine is slow
local AGAIN = 6 -- s after which what a window may not have been there for is done once more
local PROGRAM = os.getenv("CAIRN_PROGRAM") or process.program

viewer.width, viewer.height = 1280, 720 -- px, of the screen and the window on it

local function run(line) return os.execute(line) == true end

--- Whether there can be one here, or false and what is missing.
function viewer.can_run()
  if not process.has_viewer then return false, "this build has no viewer" end
  for _, tool in ipairs { "Xvfb", "xdotool" } do
    if not run(("command -v %s >/dev/null 2>&1"):format(tool)) then
      return false, tool .. " is not installed"
    end
  end
  if not run(("test -x '%s'"):format(PROGRAM)) then return false, PROGRAM .. " is not built" end
  return true
end

--- For a group of specs, given busted's functions { pending =, after_each = }: viewer.open, whose
--- viewer is closed after each spec; nil, with the group pending, where there can be none.
function viewer.opener(busted)
  local able, why = viewer.can_run()
  if not able then return busted.pending(why) end
  local v
  busted.after_each(function()
    if v then v:close() end
    v = nil
  end)
  return function(...)
    v = viewer.open(...)
    return v
  end
end

function viewer:said() return process.read(self.folder .. "/err") end

--- What test() answers when it is neither nil nor false.
function viewer:wait_for(what, test)
  local till = os.time() + PATIENCE
  while os.time() <= till do
    local found = test()
    if found then return found end
    process.sleep(0.05)
  end
  error(("waited %d s for %s; the viewer said:\n%s"):format(PATIENCE, what, self:said()), 2)
end

local function start(self, name, line)
  assert(run(("%s & echo $! > '%s/%s.pid'"):format(line, self.folder, name)))
end

local function pid(self, name)
  return process.read(("%s/%s.pid"):format(self.folder, name)):match("%d+")
end

local function begin(self, first, command, environment)
  start(self, "xvfb",
    ("Xvfb -displayfd 3 -noreset -screen 0 %dx%dx24 3>'%s/display' >'%s/xvfb' 2>&1")
      :format(viewer.width, viewer.height, self.folder, self.folder))
  self.display = self:wait_for("a display", function()
    return process.read(self.folder .. "/display"):match("^(%d+)\n")
  end)
  -- a sanitized one does not look for leaks: what display libraries keep has no name once they are
  -- unloaded, and what is ours is found without a window
  -- looks are kept in a folder of its own, and the user's are left alone
  local line = ("XDG_DATA_HOME='%s/data' DISPLAY=:%s SDL_VIDEODRIVER=x11 "
    .. "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" "
    .. "%s '%s' %s --window >'%s/out' 2>'%s/err'"):format(self.folder, self.display, environment,
    PROGRAM, command, self.folder, self.folder)
  line = ("%s & echo $! >'%s/viewer.pid'; wait $!; code=$?; cd '%s' 2>&- && echo $code >code")
    :format(line, self.folder, self.folder)
  assert(run(("{ %s; } &"):format(line)))
  self:wait_for("'" .. first .. "'", function() return self:said():find(first, 1, true) end)
end

--- A display with the scene in a window; what it says first is waited for. command: of the program,
--- with the folder of the scene for %s; `run` of the scene unless given. prepare(folder), if given,
--- is called before the program starts, and may answer with variables of the environment for it.
function viewer.open(text, first, command, prepare)
  local self = setmetatable({ folder = os.tmpname() }, viewer)
  os.remove(self.folder)
  assert(run(("mkdir '%s'"):format(self.folder)))
  process.write(self.folder .. "/scene.lua", text)
  command = (command or "run '%s/scene.lua'"):gsub("%%s", self.folder)
  local environment = prepare and prepare(self.folder) or ""
  local ok, problem = pcall(begin, self, first, command, environment)
  if ok then return self end
  self:close()
  error(problem, 2)
end

--- Move, click, press: commands of xdotool.
function viewer:hand(form, ...)
  assert(run(("DISPLAY=:%s xdotool %s"):format(self.display, form:format(...))))
end

--- Do it, and give the first line with `piece` that the scene says from then on. again: do it once
--- more every few seconds until then, where the window may still be on its way.
function viewer:hear(piece, act, again)
  local from = #self:said() + 1
  act()
  local acted = os.time()
  return self:wait_for(("'%s'"):format(piece), function()
    for line in self:said():sub(from):gmatch("([^\n]*)\n") do
      if line:find(piece, 1, true) then return line end
    end
    if again and os.time() - acted > AGAIN then
      act()
      acted = os.time()
    end
  end)
end

--- As `prepare` of viewer.open: the viewer runs in the folder of the scene, and writes there.
function viewer.in_folder(folder) return ("env -C '%s'"):format(folder) end

--- What the window shows (tests.support.picture), for one that was opened with viewer.in_folder.
function viewer:picture()
  local found = self:wait_for("a picture", function()
    self:hand "key F10 sleep 0.3"
    local pipe = io.popen(("ls '%s' | grep '[.]png$'"):format(self.folder))
    local name = pipe:read "l"
    pipe:close()
    if not name then return nil end
    local text = process.read(self.folder .. "/" .. name)
    return text:sub(-8, -5) == "IEND" and { name = name, text = text }
  end)
  os.remove(self.folder .. "/" .. found.name)
  return picture.read(found.text)
end

local function code_of(self) return tonumber(process.read(self.folder .. "/code")) end

--- Its exit code, once it has ended.
function viewer:code()
  return self:wait_for("its end", function() return code_of(self) end)
end

--- Whether it has not ended yet.
function viewer:runs() return code_of(self) == nil end

--- Take the display away from under it.
function viewer:lose_display() run(("kill -9 %s"):format(pid(self, "xvfb"))) end

local function stop(self, name)
  local id = pid(self, name)
  if id then run(("kill %s 2>/dev/null"):format(id)) end
  return id
end

function viewer:close()
  if stop(self, "viewer") then
    -- libraries of a display go wrong where it is gone while a window opens
    local till = os.time() + 3
    while self:runs() and os.time() <= till do process.sleep(0.05) end
  end
  stop(self, "xvfb")
  process.sleep(0.1)
  run(("rm -rf '%s'"):format(self.folder))
end

return viewer
