-- soak.lua [--seconds N] [--seed N]: the program in a window of its own for as long as one likes,
-- two minutes unless told: bodies and joints come and go, a hand at mouse and keys does things of
-- chance, and every ten seconds the script is saved anew, sometimes with a mistake in it. It must
-- be there at the end, take one more save, and hold no more memory than it did. Prints a line for
-- each save. Exit code 1 where something is wrong, 2 where it cannot run here.
--
--   export LUA_PATH="./?.lua;./lua/?.lua;;" CAIRN_HOME=$PWD CAIRN_PROGRAM=build/bin/cairn
--   lua5.4 tests/soak.lua --seconds 7200

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

local SAVES <const> = 10   -- s from save to save
local ALLOWED <const> = 24 -- MiB that the last third of the samples may be above the second

local SCENE <const> = [[
local cairn = require "cairn"
local VARIANT <const> = %d
local world, bodies, count, met, p -- live across saves
scene.params { rate = { 4, 1, 8 }, bounce = { 0.2, 0, 1 } }

local function add()
  local x, size = math.random() * 16 - 8, 0.2 + math.random() * 0.6
  local kind = math.random(4)
  local body
  if kind == 1 then
    body = world:circle { x = x, y = 9, radius = size / 2, restitution = p.bounce }
  elseif kind == 2 then
    body = world:polygon { x = x, y = 9, points = { 0, 0, size, 0, size / 2, size } }
  else
    body = world:box { x = x, y = 9, w = size, h = size, bullet = kind == 3 }
  end
  body:set_data { number = count }
  count = count + 1
  local other = bodies[math.random(#bodies + 1)]
  if other and math.random(5) == 1 then
    world:distance { a = other, b = body, from = { other:position() }, to = { body:position() },
      max = 3 }
  end
  bodies[#bodies + 1] = body
end

function scene.load(params)
  world, bodies, count, met, p = cairn.world {}, {}, 0, 0, params
  for _, wall in ipairs { { 0, -0.5, 20, 1 }, { -10, 4, 1, 10 }, { 10, 4, 1, 10 } } do
    world:box { type = "static", x = wall[1], y = wall[2], w = wall[3], h = wall[4] }
  end
  return world
end

function scene.update()
  %s
  for _ = 1, math.floor(p.rate) do add() end
  while #bodies > 150 do
    local at = math.random(#bodies)
    if bodies[at]:is_valid() then bodies[at]:destroy() end
    bodies[at] = bodies[#bodies]
    bodies[#bodies] = nil
  end
end

function scene.begin_contact() met = met + 1 end
function scene.draw() ui.label("variant %%d, %%d bodies, %%d contacts", VARIANT, #bodies, met) end
function scene.keypressed(key) if key == "space" and bodies[1] then bodies[1]:destroy() end end
io.stderr:write("variant %d begins\n")
%s
]]

local mistakes = {
  "", "error 'in update'", "", "while true do end", "", "bodies.none.of.these = 1",
}

local function scene_of(variant)
  local mistake = mistakes[variant % #mistakes + 1]
  local unfinished = variant % 7 == 5 and "function scene.unfinished(" or ""
  return SCENE:format(variant, mistake, variant, unfinished)
end

-- ---- what is done -----------------------------------------------------------------------------

-- Not t: by tools a hand would make a larger and larger world; nor p, after which it stands still.
local keys = {
  "space", "n", "r", "g", "d", "c", "i", "o", "l", "m", "b", "Tab", "Left", "Right",
  "Up", "Down", "plus", "minus", "Home", "F1", "F2", "F3", "F4", "F5", "F7", "1", "2", "3",
  "4", "5", "ctrl+z", "ctrl+y", "grave",
}

local function anywhere()
  return math.random(0, viewer.width - 1), math.random(0, viewer.height - 1)
end

local acts = {
  function(v) v:hand("mousemove %d %d", anywhere()) end,
  function(v) v:hand("click %d", math.random(3)) end,
  function(v) v:hand("click --repeat 3 %d", math.random(4, 5)) end,
  function(v)
    local x, y = anywhere()
    v:hand("mousedown 1 mousemove %d %d sleep 0.1 mouseup 1", x, y)
  end,
  function(v) v:hand("key %s", keys[math.random(#keys)]) end,
  function(v)
    v:hand("search --onlyvisible --name '' windowsize %d %d", math.random(200, 1280),
      math.random(100, 720))
  end,
}

-- As editors save: over the old one, in pieces, or by another file in its place.
local function save(v, text)
  local path, way = v.folder .. "/scene.lua", math.random(3)
  if way == 1 then return process.write(path, text) end
  if way == 2 then
    process.write(path, text:sub(1, #text // 2))
    os.execute("sleep 0.02")
    return process.write(path, text)
  end
  process.write(path .. "~", text)
  os.rename(path .. "~", path)
end

-- MiB that it holds; nil where it is not there.
local function memory_of(v)
  local id = process.read(v.folder .. "/viewer.pid"):match("%d+")
  local file = io.open(("/proc/%s/status"):format(id))
  if not file then return nil end
  local kib = file:read("a"):match("VmRSS:%s*(%d+)")
  file:close()
  return kib and tonumber(kib) / 1024
end

local function median(list, first, last)
  local some = table.move(list, first, last, 1, {})
  table.sort(some)
  return some[(#some + 1) // 2]
end

local function options_of(given)
  local o = { seconds = 120, seed = os.time() }
  for i = 1, #given, 2 do
    local name, value = given[i]:match("^%-%-(%l+)$"), math.tointeger(given[i + 1])
    if not o[name] or not value then error("lua5.4 tests/soak.lua [--seconds N] [--seed N]", 0) end
    o[name] = value
  end
  return o
end

-- Nil, or what is wrong.
local function verdict(samples)
  if #samples < 6 then return nil end -- too few to tell
  local third = #samples // 3
  local middle = median(samples, third + 1, 2 * third)
  local last = median(samples, 2 * third + 1, #samples)
  print(("%.1f MiB in the second third, %.1f in the last"):format(middle, last))
  if last > middle + ALLOWED then return "memory grows" end
end

local function soak(v, o)
  local samples, till, variant = {}, os.time() + o.seconds, 0
  local next_save = os.time() + SAVES
  while os.time() < till do
    acts[math.random(#acts)](v)
    os.execute("sleep 0.2")
    local memory = memory_of(v)
    if not memory then return "it has ended: " .. v:said():sub(-2000) end
    if os.time() >= next_save then
      next_save = next_save + SAVES
      variant = variant + 1
      samples[#samples + 1] = memory
      save(v, scene_of(variant))
      print(("%4d s  %.1f MiB, variant %d"):format(o.seconds - (till - os.time()), memory, variant))
      io.stdout:flush()
    end
  end
  variant = 10000 - 10000 % (7 * #mistakes)
  v:hear(("variant %d begins"):format(variant), function() save(v, scene_of(variant)) end)
  return verdict(samples)
end

local o = options_of(arg)
local able, why = viewer.can_run()
if not able then
  print(why)
  os.exit(2)
end
math.randomseed(o.seed)
print("seed " .. o.seed)
local v = viewer.open(scene_of(0), "variant 0 begins")
local ok, problem = xpcall(soak, debug.traceback, v, o)
v:close()
if problem then print("FAILED: " .. tostring(problem)) end
os.exit(ok and not problem and 0 or 1)
