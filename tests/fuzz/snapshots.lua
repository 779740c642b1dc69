-- Hostile snapshots: bytes of good ones changed, with the checksum mended, then read, and stepped
-- where they are taken. What must hold: nothing but a world or a sentence comes of it, and a world
-- that was taken is sound, steps, and stays finite. A crash ends the process; what takes long is
-- told.
--
--   lua5.4 tests/fuzz/snapshots.lua [loads] [seed] [scene ...]
--
-- With cairn.so of a build with sanitizers in LUA_CPATH it is they who look.

local cairn = require "cairn"
local scene = require "cairn.scene"

local HEAD <const>, CHECKSUM <const> = 40, 32 -- bytes: of the head, and where the checksum stands
local STEPS <const>, LONGEST <const> = 60, 5 -- count; s
local SCENES <const> = { "stack", "bridge", "gears", "character", "buoyancy", "one_way", "pulley",
  "sleeping", "ragdolls", "newtons_cradle", "soft_bodies", "platforms", "concave", "wheels" }

local loads, seed = tonumber(arg[1]) or 10000, tonumber(arg[2]) or 1
local names = #arg > 2 and table.move(arg, 3, #arg, 1, {}) or SCENES
math.randomseed(seed)

local function take(name, steps)
  local s = assert(scene.load(("scripts/%s.lua"):format(name)))
  s:step(steps)
  local world = s:world()
  world:set_listener(nil)
  local taken = world:snapshot()
  s:close()
  return taken
end

local function mend(bytes)
  local sum = string.pack("<i8", cairn.checksum(bytes:sub(HEAD + 1)))
  return bytes:sub(1, CHECKSUM) .. sum .. bytes:sub(HEAD + 1)
end

local SPECIAL <const> = { "\xff\xff\xff\xff", "\0\0\0\0", "\0\0\xc0\x7f", "\0\0\x80\x7f",
  "\1\0\0\0",
  "\xff\xff\xff\x7f", "\0\0\0\x80", "\xff\xff\x7f\x7f", "\2\0\0\0", "\0\1\0\0" }

-- One to four words or bytes are others.
local function mutate(bytes)
  for _ = 1, math.random(1, 4) do
    local at = math.random(HEAD + 1, #bytes)
    if math.random(2) == 1 then
      at = HEAD + 1 + (at - HEAD - 1) // 4 * 4
      local word = SPECIAL[math.random(#SPECIAL)]
      if math.random(3) == 1 then
        local other = HEAD + 1 + math.random(0, (#bytes - HEAD - 5) // 4) * 4
        word = bytes:sub(other, other + 3)
      end
      bytes = bytes:sub(1, at - 1) .. word .. bytes:sub(at + 4)
    else
      bytes = bytes:sub(1, at - 1) .. string.char(math.random(0, 255)) .. bytes:sub(at + 1)
    end
  end
  return bytes
end

local good = {}
for _, name in ipairs(names) do
  for _, steps in ipairs { 5, 120 } do good[#good + 1] = { take(name, steps), name, steps } end
end

local taken, refused, why = 0, 0, {}
local world = cairn.world {}
for i = 1, loads do
  local from = good[math.random(#good)]
  local bytes = mend(mutate(from[1]))
  if os.getenv "CAIRN_FUZZ_KEEP" then
    local file <close> = assert(io.open(os.getenv "CAIRN_FUZZ_KEEP", "wb"))
    file:write(bytes)
  end
  local start = cairn.now()
  local ok, message = world:restore(bytes)
  if ok then
    taken = taken + 1
    for _ = 1, STEPS do
      local stepped, err = pcall(world.step, world)
      if not stepped then why[err] = (why[err] or 0) + 1 break end
    end
    world:hash()
    local sound, fault = world:validate()
    if not sound then print(("load %d of %s: %s"):format(i, from[2], fault)) end
    for body in world:bodies() do
      local x, y = body:position()
      if x ~= x or y ~= y then print(("load %d of %s: a body is nowhere"):format(i, from[2])) end
    end
  else
    refused = refused + 1
    message = message:gsub("%d+", "#")
    why[message] = (why[message] or 0) + 1
  end
  local time = cairn.now() - start
  if time > LONGEST then print(("load %d of %s took %.1f s"):format(i, from[2], time)) end
end
for message, count in cairn.pairs(why) do print(("%8d  %s"):format(count, message)) end
print(("%d loads: %d taken and stepped %d times, %d refused"):format(loads, taken, STEPS, refused))
