-- Snapshots of every scene of scripts/, each taken at three moments: the same world, restored,
-- a clone, and other processes under each instruction set, which read the file, have at each of the
-- next steps the hash of the world that was never interrupted, with one thread and with two. So has
-- what the scene, played again under each instruction set, writes. The spec
-- scene/snapshots_spec.lua runs a share of it at each change; all of it takes ten minutes.
--
--   lua5.4 tests/verify_snapshots.lua [steps [scene ...]]                default 600, all
--   OTHER=/elsewhere/?.so lua5.4 tests/verify_snapshots.lua              and read by another build

local cairn = require "cairn"
local scene = require "cairn.scene"

local MOMENTS <const> = { 10, 100, 400 }
local SETS <const> = { "scalar", "sse2", "avx2", "avx512", "neon" }
local OTHER <const> = os.getenv "OTHER"

-- One number for the hashes of so many steps.
local function digest(world, steps, threads)
  local hashes = {}
  world:set_threads(threads)
  for i = 1, steps do
    world:step()
    hashes[i] = string.pack("<i8", world:hash())
  end
  return ("%016x"):format(cairn.checksum(table.concat(hashes)))
end

local function open(name, moment)
  local s = assert(scene.load(("scripts/%s.lua"):format(name)))
  s:step(moment)
  local world = s:world()
  if world then world:set_listener(nil) end
  return s, world
end

-- What another process does, which says under which instruction set it did it.
local task <const> = arg[1]
if task == "--read" then
  local path, steps, threads = arg[2], tonumber(arg[3]), tonumber(arg[4])
  print(cairn.build.simd, digest(assert(cairn.load(path)), steps, threads))
  return
elseif task == "--write" then
  local path, name, moment = arg[2], arg[3], tonumber(arg[4])
  local _, world = open(name, moment)
  print(cairn.build.simd, ("%016x"):format(cairn.checksum(world:snapshot())))
  assert(world:save(path))
  return
end

-- What it said, or nil when the machine has no such instruction set.
local function elsewhere(set, build, what, ...)
  local modules = build and ("LUA_CPATH='%s'"):format(build) or ""
  local command = ("CAIRN_SIMD=%s %s lua5.4 tests/verify_snapshots.lua %s %s"):format(
    set, modules, what, table.concat({ ... }, " "))
  local pipe <close> = assert(io.popen(command))
  local simd, result = (pipe:read "a"):match "(%S+)%s+(%S+)"
  if not simd then return "nothing" end
  return simd == set and result or nil
end

local counts, wrong = {}, 0
local function compare(kind, where, expected, found)
  if not found then return end
  counts[kind] = (counts[kind] or 0) + 1
  if found == expected then return end
  wrong = wrong + 1
  print(("%s, %s: other bits"):format(where, kind))
end

local function read_by_others(path, where, expected, steps)
  for _, set in ipairs(SETS) do
    local own <const> = set == cairn.build.simd
    local kind <const> = "a new process, " .. set
    compare(kind, where, expected, elsewhere(set, nil, "--read", path, steps, 1))
    if own then
      compare(kind .. ", two threads", where, expected,
        elsewhere(set, nil, "--read", path, steps, 2))
    end
    if OTHER then
      compare("another build, " .. set, where, expected,
        elsewhere(set, OTHER, "--read", path, steps, own and 2 or 1))
    end
  end
end

-- The same bytes go on alike; where they differ, as what lies between two members may, it is tried.
local function written_by_others(where, bytes, expected, steps, name, moment)
  local path <const> = os.tmpname()
  local function check(kind, set, build)
    local found = elsewhere(set, build, "--write", path, name, moment)
    if found and found ~= bytes then
      local world = cairn.load(path)
      found = world and digest(world, steps, 1)
    else
      found = found and expected
    end
    compare(kind, where, expected, found)
  end
  for _, set in ipairs(SETS) do
    if set ~= cairn.build.simd then check("written under " .. set, set) end
  end
  if OTHER then check("written by another build", cairn.build.simd, OTHER) end
  os.remove(path)
end

local steps = tonumber(arg[1]) or 600
local names = table.move(arg, 2, #arg, 1, {})
if #names == 0 then
  local pipe <close> = assert(io.popen "ls scripts")
  for line in pipe:lines() do names[#names + 1] = line:match "^([%w_]+)%.lua$" end
end

local path = os.tmpname()
local moments, start = 0, cairn.now()
for i, name in ipairs(names) do
  for _, moment in ipairs(MOMENTS) do
    local s, world = open(name, moment)
    if world then
      moments = moments + 1
      assert(world:save(path))
      local taken, clone, second = world:snapshot(), world:clone(), world:clone()
      local where = ("%s at %d"):format(name, moment)
      local bytes = ("%016x"):format(cairn.checksum(taken))
      local expected = digest(world, steps, 1)
      for threads = 1, 2 do
        assert(world:restore(taken))
        compare(("the same world, threads %d"):format(threads), where, expected,
          digest(world, steps, threads))
      end
      compare("a clone, threads 1", where, expected, digest(clone, steps, 1))
      compare("a clone, threads 2", where, expected, digest(second, steps, 2))
      read_by_others(path, where, expected, steps)
      written_by_others(where, bytes, expected, steps, name, moment)
      clone:destroy()
      second:destroy()
    end
    s:close()
  end
  print(("%d of %d scenes, %.0f s: %s"):format(i, #names, cairn.now() - start, name))
  io.stdout:flush()
end
os.remove(path)
local checks = 0
for kind, count in cairn.pairs(counts) do
  print(("%6d  %s"):format(count, kind))
  checks = checks + count
end
print(("%d moments of %d scenes, %d steps each: %d comparisons, %d wrong"):format(
  moments, #names, steps, checks, wrong))
os.exit(wrong == 0 and checks > 0)
