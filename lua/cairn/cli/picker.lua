-- cairn.cli.picker: `cairn run` without a scene: a window with pictures of the scenes of the
-- current folder and of Cairn's own; a choice opens one, and its end leads back.
--
-- Pictures are made by `cairn shot` in processes of their own, one after the other while the window
-- is open, and kept in the user's cache by what is in the script: a changed one gets another.
-- Not here: how it looks and what the hands do (picker/scene.lua), opening a scene (cairn.cli.run).

local cairn = require "cairn"
local host = require "cairn.host"
local library = require "cairn.cli.library"
local scene = require "cairn.scene"

local picker = {}

local LOOK <const> = host.home .. "/lua/cairn/cli/picker/scene.lua"
local STEP <const> = 150               -- after which a scene has come to what it is about
local SIZE <const> = { 464, 292 }      -- px, twice the size of a tile
local LATE <const> = 20                -- s that a picture may take before the next one is begun
local MOST_ABOUT <const> = 160         -- characters

local function quote(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

-- ---- which scenes ---------------------------------------------------------------------------

-- Whether it looks like a scene: programs and modules have no scene.load.
local function is_scene(text) return text:find "scene%.load" ~= nil end

-- The comment at the top, without the line that names the file.
local function about(text)
  local words = {}
  for line in text:gmatch "([^\n]*)\n" do
    local comment = line:match "^%-%-+ ?(.*)$"
    if not comment then break end
    if not comment:find "^%S+%.lua$" then words[#words + 1] = comment end
  end
  local all = table.concat(words, " "):gsub("%s+", " ")
  return #all > MOST_ABOUT and all:sub(1, MOST_ABOUT):gsub("%s%S*$", "") .. " ..." or all
end

local function add(entries, seen, folder, prefix)
  for _, name in ipairs(library.names(folder)) do
    local path = folder == "." and name .. ".lua" or ("%s/%s.lua"):format(folder, name)
    local file = io.open(path, "rb")
    local text = file and file:read "a" or ""
    if file then file:close() end
    if is_scene(text) and not seen[host.resolve(path) or path] then
      seen[host.resolve(path) or path] = true
      entries[#entries + 1] = {
        name = prefix .. name, path = path, about = about(text), mark = cairn.checksum(text),
      }
    end
  end
end

--- What there is to choose from: the current folder's scenes first.
function picker.entries()
  local entries, seen = {}, {}
  add(entries, seen, ".", "")
  add(entries, seen, library.SCENES, "")
  add(entries, seen, library.SCENES .. "/lessons", "lesson ")
  add(entries, seen, library.BENCH, "bench ")
  return entries
end

-- ---- pictures -------------------------------------------------------------------------------

local function cache_folder()
  local base = os.getenv "XDG_CACHE_HOME"
  if not base or base == "" then
    base = os.getenv "HOME"
    if not base or base == "" then return nil end
    base = base .. "/.cache"
  end
  return base .. "/cairn/pictures"
end

local function exists(path) return (select(3, host.stat(path))) == "file" end

-- In another process: a scene that hangs or falls takes no window along. It writes beside and then
-- changes the name, so that half a picture is never shown.
local function begin_picture(entry)
  local part = entry.wanted .. ".part.png"
  local line = "(CAIRN_HOME=%s %s shot %s --step %d --width %d --height %d --budget 5 --sandbox "
    .. "-o %s && mv %s %s || : >%s) >/dev/null 2>&1 &"
  os.execute(line:format(quote(host.home), quote(host.program), quote(entry.path), STEP, SIZE[1],
    SIZE[2], quote(part), quote(part), quote(entry.wanted), quote(entry.wanted .. ".failed")))
end

-- A function that takes one more step with the pictures of a list, for each frame.
local function photographer(entries)
  local folder = cache_folder()
  if not folder then return function() end end
  os.execute("mkdir -p " .. quote(folder))
  for _, entry in ipairs(entries) do
    entry.wanted = ("%s/%016x.png"):format(folder, entry.mark)
    if exists(entry.wanted) then entry.picture = entry.wanted end
  end
  local busy, begun
  return function(list)
    if busy then
      local failed = exists(busy.wanted .. ".failed") or host.now() - begun > LATE
      if exists(busy.wanted) then busy.picture = busy.wanted end
      if failed then os.remove(busy.wanted .. ".failed") end
      if failed or busy.picture then busy = nil end
      return
    end
    for _, entry in ipairs(list) do
      if not entry.picture and not entry.tried then
        entry.tried, busy, begun = true, entry, host.now()
        return begin_picture(entry)
      end
    end
  end
end

-- ---- the window -----------------------------------------------------------------------------

--- Show it until something is chosen: its path, or nil when the window was closed; and the exit
--- code.
function picker.choose(options)
  local entries = picker.entries()
  local s <close> = assert(scene.load(LOOK, nil, {
    pen = host.pen(), reader = host.read, stat = host.stat, clock = host.now, watch = false,
    stay = true,
  }))
  s:scene().entries, s:scene().pick = entries, function(path) s:leave_for(path) end
  local photograph = photographer(entries)
  s:listen(function(kind)
    if kind == "tick" then photograph(s:scene().shown or entries) end -- those first
  end)
  local code = host.window(s, { software = options.software })
  return s.next_path, code
end

return picker
