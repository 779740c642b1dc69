-- cairn.cli.link: a scene in an address: `cairn share` prints one, `cairn run` opens it.
--
-- The scene is all in what follows the '#', which no server sees: nothing is fetched. The form is
-- that of the page (web/page/link.js): "#c=" and base64url of the deflated text, which begins with
-- "cairn 1", lines "seed 3" and "set name=value", and an empty line; then the script. With modules
-- it is "cairn 2", a line "file part.lua 312" for each, and these bytes before the script.

local command = require "cairn.cli.command"
local deflate = require "cairn.words.deflate"
local host = require "cairn.host"
local source = require "cairn.scene.source"
local unpacked = require "cairn.cli.unpacked"
local visible = require "cairn.words.visible"

local link = {}

local MOST = 1 << 20 -- bytes of the text, as on the page
local PAGE = "http://127.0.0.1:8765/" -- where `./cairn web` shows it
local FORM, WITH_FILES = "cairn 1", "cairn 2"
local MOST_FILES = 50 -- modules
local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

local VALUES = {}
for i = 1, #LETTERS do VALUES[LETTERS:byte(i)] = i - 1 end

local function to_letters(bytes)
  local out = {}
  for i = 1, #bytes, 3 do
    local a, b, c = bytes:byte(i, i + 2)
    local word = a << 16 | (b or 0) << 8 | (c or 0)
    for k = 0, (c and 3 or b and 2 or 1) do
      local value = word >> (18 - 6 * k) & 63
      out[#out + 1] = LETTERS:sub(value + 1, value + 1)
    end
  end
  return table.concat(out)
end

local function from_letters(letters)
  local out, word, held = {}, 0, 0
  for i = 1, #letters do
    local value = VALUES[letters:byte(i)]
    if not value then return nil end
    word, held = (word << 6 | value) & 0xffffff, held + 6
    if held >= 8 then
      held = held - 8
      out[#out + 1] = string.char(word >> held & 0xff)
    end
  end
  return table.concat(out)
end

--- Whether this is an address with a scene, not the name of a file.
function link.is_link(text) return text:find("^https?://.*#c=") ~= nil end

-- The name of a module beside the scene.
local function is_module(name)
  return name:find "^[%w_][%w_/-]*%.lua$" and not name:find("//", 1, true)
end

-- The modules of which the head tells are taken from the text; nil when they are not all there, or
-- have names that no module has.
local function take_files(head, text)
  local files, at = {}, 1
  for name, size in head:gmatch "\nfile ([^\n]*) (%d+)" do
    size = math.tointeger(tonumber(size))
    local fits = size and at + size - 1 <= #text and #files < MOST_FILES
    if not fits or not is_module(name) then return nil end
    files[#files + 1] = { name = name, text = text:sub(at, at + size - 1) }
    at = at + size
  end
  return files, text:sub(at)
end

--- { text =, seed =, sets =, files = { { name =, text = } } } of an address, or nil and a sentence.
function link.decode(address)
  local bytes = from_letters(address:match "#c=(.*)$" or "*")
  if not bytes then return nil, "the link is broken: it has letters that no link has" end
  local text, why = deflate.unpack(bytes, MOST)
  if not text then return nil, ("the link is broken, perhaps cut off (%s)"):format(why) end
  local head, script = text:match "^(.-)\n\n(.*)$"
  local form = head and head:match "^[^\n]*"
  if form ~= FORM and form ~= WITH_FILES then
    return nil, "the link is not one of Cairn, or of a newer one"
  end
  local files = {}
  if form == WITH_FILES then files, script = take_files(head, script) end
  if not files then return nil, "the link is broken: its files are not all there" end
  local scene = { text = script, sets = {}, files = files }
  for word, rest in head:gmatch "\n(%a+) ([^\n]*)" do
    if word == "seed" then scene.seed = math.tointeger(tonumber(rest)) end
    if word == "set" then scene.sets[#scene.sets + 1] = rest end
  end
  return scene
end

--- The address of a scene at the page (nil: the one that `./cairn web` shows).
function link.encode(scene, page)
  local files = scene.files or {}
  local lines, modules = { #files > 0 and WITH_FILES or FORM }, {}
  if scene.seed and scene.seed ~= 1 then lines[2] = ("seed %d"):format(scene.seed) end
  local sets = table.move(scene.sets or {}, 1, #(scene.sets or {}), 1, {})
  table.sort(sets)
  for _, set in ipairs(sets) do lines[#lines + 1] = "set " .. set end
  for i, file in ipairs(files) do
    lines[#lines + 1] = ("file %s %d"):format(file.name, #file.text)
    modules[i] = file.text
  end
  local text = table.concat(lines, "\n") .. "\n\n" .. table.concat(modules) .. scene.text
  if #text > MOST then return nil, "the script is too long for a link: 1 MB at most" end
  return (page or PAGE):gsub("#.*$", "") .. "#c=" .. to_letters(deflate.pack(text))
end

-- A stranger's script runs in a sandbox, which is no wall, so a person is asked.
local function may_run(scene)
  command.say("the link holds a script of %d lines:", select(2, scene.text:gsub("\n", "")) + 1)
  io.stderr:write(visible(scene.text), "\n")
  for _, file in ipairs(scene.files) do
    command.say("and %s:", file.name)
    io.stderr:write(visible(file.text), "\n")
  end
  if not host.is_tty "stdin" then
    command.stop(command.USAGE, "a script from a link is a stranger's, and runs in a sandbox; "
      .. "say yes with --trust")
  end
  io.stderr:write "cairn: it runs in a sandbox. Run it? [y/N] "
  local answer = io.read() or ""
  if not answer:find "^[yY]" then command.stop(command.USAGE, "not run") end
end

--- args of `cairn run` whose scene is an address: a file of its own, and the settings. Stops when
--- it is broken, or is not to be run. It always runs in a sandbox.
function link.take(args)
  local scene, problem = link.decode(args.scene)
  if not scene then command.stop(command.FILE, "%s", problem) end
  if not args.trust then may_run(scene) end
  scene.files[#scene.files + 1] = { name = "link.lua", text = scene.text }
  local path = unpacked(scene.files) .. "/link.lua"
  command.say("the script is %s", path)
  args.scene, args.seed, args.sandbox = path, args.seed or scene.seed, true
  -- what is typed comes later and wins
  args.set = table.move(args.set or {}, 1, #(args.set or {}), #scene.sets + 1, scene.sets)
end

local function read(path)
  local text, why = host.read(path)
  if not text then command.stop(command.FILE, "%s: %s", path, why) end
  return text
end

-- Say which modules lie beside the scene and do not come along: where it opens they are missing.
local function name_missing(folder, scene)
  local seen, texts = {}, { scene.text }
  for i, file in ipairs(scene.files) do seen[file.name], texts[i + 1] = true, file.text end
  for _, text in ipairs(texts) do
    for module in source.required(text) do
      local name = module:gsub("%.", "/") .. ".lua"
      if not seen[name] and is_module(name) and host.stat(folder .. name) then
        command.say("warning: %s is not in the link (--with %s)", name, name)
      end
      seen[name] = true
    end
  end
end

--- cairn share: the scene, and those modules beside it that are named.
function link.share(args, path)
  local folder = path:match "^(.*/)[^/]*$" or ""
  local files = {}
  for i, name in ipairs(args.with or {}) do
    if not is_module(name) then
      command.stop(command.USAGE, "--with %s: the name of a module beside the scene is expected, "
        .. "such as part.lua", name)
    end
    files[i] = { name = name, text = read(folder .. name) }
  end
  local scene = { text = read(path), seed = args.seed, sets = args.set, files = files }
  local address, problem = link.encode(scene, args.page)
  if not address then command.stop(command.FILE, "%s: %s", path, problem) end
  name_missing(folder, scene)
  print(address)
  return command.OK
end

return link
