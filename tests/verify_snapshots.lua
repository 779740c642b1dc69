-- Snapshots of every scene of scripts/, each taken at three moments: the next steps of a clone with
-- one thread and with two, and of other processes under each instruction set, which read the file,
-- have the hashes of the world that was never interrupted. The spec scene/snapshots_spec.lua runs a
-- share of it at each change; this takes minutes.
--
--   lua5.4 tests/verify_snapshots.lua [steps [scene ...]]                default 600, all
--   OTHER=/elsewhere/?.so lua5.4 tests/verify_snapshots.lua              and read by another build

local cairn = require "cairn"

local MOMENTS <const> = { 10, 100, 400 }
local SETS <const> = { "scalar", "sse2", "avx2", "avx512", "neon" }

-- One number for the hashes of so many steps.
local function digest(world, steps)
  local hashes = {}
  for i = 1, steps do
    world:step()
    hashes[i] = string.pack("<i8", world:hash())
  end
  return ("%016x"):format(cairn.checksum(table.concat(hashes)))
end

if arg[1] == "--read" then
  print(cairn.build.simd, digest(assert(cairn.load(arg[2])), tonumber(arg[3])))
  return
end

local scene = require "cairn.scene"
local steps = tonumber(arg[1]) or 600
local names = table.move(arg, 2, #arg, 1, {})
if #names == 0 then
  local pipe <close> = assert(io.popen "ls scripts")
  for line in pipe:lines() do names[#names + 1] = line:match "^([%w_]+)%.lua$" end
end

-- What another process makes of the file, under an instruction set that it has.
local function read_elsewhere(path, set, build)
  local modules = build and ("LUA_CPATH='%s'"):format(build) or ""
  local environment = ("CAIRN_SIMD=%s %s"):format(set, modules)
  local pipe <close> = assert(io.popen(("%s lua5.4 tests/verify_snapshots.lua --read %s %d"):format(
    environment, path, steps)))
  local simd, hashes = (pipe:read "a"):match "(%S+)%s+(%S+)"
  return simd == set and hashes or not simd and "nothing" or nil
end

local checks, wrong = 0, 0
local function compare(what, expected, found)
  if not found then return end
  checks = checks + 1
  if found == expected then return end
  wrong = wrong + 1
  print(what .. ": other bits")
end

local path = os.tmpname()
for _, name in ipairs(names) do
  for _, moment in ipairs(MOMENTS) do
    local s = assert(scene.load(("scripts/%s.lua"):format(name)))
    s:step(moment)
    local world = s:world()
    if world then
      world:set_listener(nil)
      assert(world:save(path))
      local taken, two = world:snapshot(), world:clone()
      two:set_threads(2)
      local expected, what = digest(world, steps), ("%s at %d"):format(name, moment)
      assert(world:restore(taken))
      compare(what .. ", in the same world", expected, digest(world, steps))
      compare(what .. ", with two threads", expected, digest(two, steps))
      for _, set in ipairs(SETS) do
        compare(what .. ", " .. set, expected, read_elsewhere(path, set))
        if os.getenv "OTHER" then
          compare(what .. ", other build, " .. set, expected,
            read_elsewhere(path, set, os.getenv "OTHER"))
        end
      end
      two:destroy()
    end
    s:close()
  end
end
os.remove(path)
print(("%d comparisons of %d steps, %d wrong"):format(checks, steps, wrong))
os.exit(wrong == 0 and checks > 0)
