-- Golden files: worlds as world:save wrote them, small, kept in tests/golden; a spec reads them. To
-- be made anew when the format of snapshots is another one (docs/format.md), never to let a spec
-- pass: `lua5.4 tests/support/golden_worlds.lua` writes them and prints what the spec has of them.

local golden = {}

golden.FORMAT = 3
golden.OLD = 2 -- is still read
golden.STEPS = 60

-- Scene, steps before it is saved: piles at rest, joints with articulations, gears, a mover, areas.
golden.WORLDS = { { "stack", 240 }, { "bridge", 60 }, { "gears", 60 }, { "character", 60 },
  { "buoyancy", 60 } }

function golden.path(name, format)
  return ("tests/golden/%s.format%d.world"):format(name, format or golden.FORMAT)
end

--- Hashes of a world now and after so many steps.
function golden.hashes(world)
  local now = world:hash()
  for _ = 1, golden.STEPS do world:step() end
  return now, world:hash()
end

local function make()
  local scene = require "cairn.scene"
  for _, of in ipairs(golden.WORLDS) do
    local s = assert(scene.load(("scripts/%s.lua"):format(of[1])))
    s:step(of[2])
    local world = s:world()
    world:set_listener(nil)
    assert(world:save(golden.path(of[1])))
    print(("  %s = { 0x%016x, 0x%016x },"):format(of[1], golden.hashes(world)))
    s:close()
  end
end

if arg and arg[0]:find "golden_worlds%.lua$" then make() end

return golden
