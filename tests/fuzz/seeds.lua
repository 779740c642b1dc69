-- Good snapshots for fuzz_snapshots to spoil: the small worlds among the scenes of scripts/, which
-- have every kind of content, early and late.
--
--   lua5.4 tests/fuzz/seeds.lua DIRECTORY [most bodies]

local scene = require "cairn.scene"

local MOMENTS <const> = { 5, 120, 400 }
local directory, most = assert(arg[1], "a directory"), tonumber(arg[2]) or 30

local pipe <close> = assert(io.popen "ls scripts")
for line in pipe:lines() do
  local name = line:match "^([%w_]+)%.lua$"
  for _, moment in ipairs(name and MOMENTS or {}) do
    local s = assert(scene.load(("scripts/%s.lua"):format(name)))
    s:step(moment)
    local world = s:world()
    if world and world:body_count() <= most then
      assert(world:save(("%s/%s.%d.world"):format(directory, name, moment)))
    end
    s:close()
  end
end
