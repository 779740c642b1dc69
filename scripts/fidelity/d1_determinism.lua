-- D1: the pile of P1 for 5 s, twice, and with two threads: the same bits. Hashed are place and
-- angle of every box, as doubles, by FNV-1a (64 bits). `world:hash()` sees far more; specs use it.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local function fnv1a(text)
  local hash = 0xcbf29ce484222325
  for i = 1, #text do hash = (hash ~ text:byte(i)) * 0x100000001b3 end
  return hash
end

local function hash(threads)
  local world <close> = build.world(-10, { threads = threads })
  local boxes, poses = build.pile(world), {}
  measure.run(world, 5)
  for i, box in ipairs(boxes) do
    local x, y, angle = box:state()
    poses[i] = ("<ddd"):pack(x, y, angle)
  end
  return fnv1a(table.concat(poses))
end

local function equal(a, b) return a == b and 1 or 0 end

local function compare()
  local first = hash(1)
  return { twice = equal(first, hash(1)), threads = equal(first, hash(2)) }
end

return {
  name = "D1", title = "determinism", parts = { compare = compare },
  figures = {
    { key = "twice", name = "same hash twice", ideal = 1, goal = 0,
      peers = peers(1, 1, 1, 1, 1, 1, 1, 1, peers.NONE) },
    { key = "threads", name = "same hash with 2 threads", ideal = 1, goal = 0,
      peers = peers(1, 1, peers.NONE, peers.NONE, peers.NONE, peers.NONE, peers.NONE,
        peers.NONE, peers.NONE) },
  },
}
