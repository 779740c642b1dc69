-- Programs started from specs, in a folder of their own: what they print, and their exit code.
--
-- The program is the one that runs the specs, so that the same build is tested.
local has_host, host = pcall(require, "cairn.host")
local ROOT = os.getenv "PWD" or "."

local process = {
  program = has_host and host.program or ROOT .. "/build/bin/cairn",
  home = has_host and host.home or ROOT,
  -- of a stock lua5.4 it is not known: it tests a program with a viewer
  has_viewer = not has_host or host.has_viewer(),
}

--- A scene for programs to run: a column of boxes, whose number is a parameter.
process.STACK = [[
local cairn = require "cairn"
scene.params { rows = { 3, 1, 10, step = 1, rebuild = true } }
scene.steps = 20
function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, p.rows do world:box { y = i - 0.5, w = 1, h = 1 } end
  print("loaded " .. p.rows)
  return world
end
]]

--- A word of the shell that stands for the text.
function process.quote(text) return "'" .. tostring(text):gsub("'", [['\'']]) .. "'" end

--- The program as words of a shell line, without a display.
process.headless = ("env -u DISPLAY -u WAYLAND_DISPLAY CAIRN_HOME=%s %s"):format(
  process.quote(process.home), process.quote(process.program))

--- The content of a file, "" when there is none.
function process.read(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("a")
  file:close()
  return text
end

function process.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- In s, without work.
function process.sleep(seconds) os.execute(("sleep %.3f"):format(seconds)) end

--- The path of a new folder, with a space in it; remove(folder) when done.
function process.folder(name)
  local path = os.tmpname()
  os.remove(path)
  path = path .. " " .. name
  assert(os.execute("mkdir " .. process.quote(path)))
  return path
end

function process.remove(folder) os.execute("rm -rf " .. process.quote(folder)) end

--- Run a shell line in the folder: stdout, stderr, exit code.
function process.run(folder, line)
  local quote, out, err = process.quote, folder .. "/.out", folder .. "/.err"
  local _, _, code = os.execute(("cd %s && (%s) >%s 2>%s </dev/null"):format(quote(folder), line,
    quote(out), quote(err)))
  return process.read(out), process.read(err), code
end

return process
