-- Writes the list of scenes from the head comments in scripts/:
--
--   lua5.4 docs/scenes.lua > docs/scenes.md
--
-- A scene's line is the first sentence or two of its head comment, up to about 210 letters.
-- docs/scenes.sh takes the pictures. As a module it offers render, for the spec.

local scenes = {}

local MOST = 210

local HEAD = [[
# Scenes

<!-- Generated: lua5.4 docs/scenes.lua > docs/scenes.md. Edit the heads of the scripts. -->

%d scenes to play with, each under 80 lines. `./cairn run scripts/NAME.lua` opens one; its sliders
are on the right, and most answer the space bar. `tests/scene/scenes_spec.lua` runs all of them.

![Scenes two and a half seconds after they start](scenes.png)

| scene | |
| --- | --- |
]]

-- The comment lines at the top of a script, as one text; its own path is not worth a line.
local function head_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n") do
    local words = line:match("^%-%- (.*)$")
    if not words then break end
    if not words:find("^scripts/") then lines[#lines + 1] = words end
  end
  return table.concat(lines, " ")
end

-- Whole sentences while they fit; the first in any case.
local function short(text)
  local taken = ""
  for sentence in (text .. " "):gmatch("(.-[%.%?!])%s") do
    local longer = taken == "" and sentence or taken .. " " .. sentence
    if taken ~= "" and #longer > MOST then break end
    taken = longer
  end
  return taken ~= "" and taken or text
end

local function names_in(folder)
  local names = {}
  local pipe <close> = assert(io.popen(("LC_ALL=C ls '%s'"):format(folder)))
  for line in pipe:lines() do names[#names + 1] = line:match("^([%w_]+)%.lua$") end
  return names
end

--- The page as Markdown; root is the folder of the project, with its slash.
function scenes.render(root)
  local names, lines = names_in(root .. "scripts"), {}
  for i, name in ipairs(names) do
    local file <close> = assert(io.open(("%sscripts/%s.lua"):format(root, name), "rb"))
    lines[i] = ("| [%s](../scripts/%s.lua) | %s |"):format(name, name,
      (short(head_of(file:read("a"))):gsub("|", "\\|")))
  end
  return HEAD:format(#names) .. table.concat(lines, "\n") .. "\n"
end

if arg and arg[0] and arg[0]:find("scenes%.lua$") then
  io.write(scenes.render(arg[0]:match("^(.*)docs/scenes%.lua$") or "../"))
end

return scenes
