-- cairn.cli.starter: `cairn new`: a folder with a scene that runs and a spec that passes.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local shell = require "cairn.cli.shell"

local starter = {}

local SCENE = [[
-- A first scene. Edit and save while it runs: hooks change at once, load builds anew.
local cairn = require "cairn"

scene.params {
  rows = { 6, 1, 20, step = 1, rebuild = true },   -- default, min, max
}

local SIZE = 0.5 -- m
local crates

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  crates = {}
  for i = 1, p.rows do
    crates[i] = world:box { y = (i - 0.5) * SIZE, w = SIZE, h = SIZE, name = "crate " .. i }
  end
  return world
end

function scene.keypressed(key)
  if key == "space" then crates[1]:apply_impulse(2, 0) end
end

function scene.draw()
  local x, y = crates[#crates]:drawn()
  pen.text(x, y + SIZE, "%.2f m", y)
end
]]

local SPEC = [[
local scene = require "cairn.scene"

describe("the scene", function()
  it("keeps its crates stacked", function()
    local s = assert(scene.load("scene.lua", { rows = 4 }))
    s:run(3)
    local top = s:world():find("crate 4")
    assert.position(top, 0, 3.5 * 0.5, 0.01)
    assert.at_rest(top)
    s:close()
  end)
end)
]]

local BUSTED = [[
-- `cairn test` in this folder runs the specs.
return {
  default = { ROOT = { "tests" }, helper = "cairn.busted" },
}
]]

-- %s: Cairn's folder of Lua, as JSON writes it.
local LUARC = [[
{
  "runtime.version": "Lua 5.4",
  "workspace.library": [%s],
  "workspace.checkThirdParty": false,
  "diagnostics.globals": ["scene", "pen", "ui", "input", "sound"]
}
]]

local function json_string(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function write(path, text)
  local file, message = io.open(path, "w")
  if file then
    local ok
    ok, message = file:write(text)
    ok = file:close() and ok
    if ok then return print(path) end
  end
  command.stop(command.OUTPUT, "%s", message or path .. ": could not be written")
end

local function make_folder(path)
  local ok, message = host.mkdir(path)
  if not ok then command.stop(command.OUTPUT, "%s: %s", path, message) end
end

-- The entry script as it is typed from here; a shell must read the word as one.
local function entry()
  local script = host.home .. "/cairn"
  if not host.stat(script) then return "cairn" end
  return os.getenv("PWD") == host.home and "./cairn" or script
end

-- Quoted where it must be: it is for people to read.
local function quote(path)
  return path:find("[^%w%-_./]") and shell.quote(path) or path
end

--- Makes the folder; one that holds something already is left alone.
function starter.main(folder)
  local names = host.list(folder)
  if names and #names > 0 then command.stop(command.OUTPUT, "%s: is not empty", folder) end
  make_folder(folder)
  make_folder(folder .. "/tests")
  write(folder .. "/scene.lua", SCENE)
  write(folder .. "/tests/scene_spec.lua", SPEC)
  write(folder .. "/.busted", BUSTED)
  write(folder .. "/.luarc.json", LUARC:format(json_string(host.home .. "/lua")))
  print(("try: %s run %s"):format(quote(entry()), quote(folder .. "/scene.lua")))
  return command.OK
end

return starter
