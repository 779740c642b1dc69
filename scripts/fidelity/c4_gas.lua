-- C4: 100 elastic discs in a closed room for a minute, some 300 hits each. Nothing may take energy
-- away or add some, and nobody may get out.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local HALF <const> = 5 -- m, half the room

local function walls(world)
  for _, wall in ipairs { { -1, 0, 1, 12 }, { 1, 0, 1, 12 }, { 0, -1, 12, 1 }, { 0, 1, 12, 1 } } do
    world:box { type = "static", x = wall[1] * (HALF + 0.5), y = wall[2] * (HALF + 0.5),
      w = wall[3], h = wall[4], friction = 0, restitution = 1 }
  end
end

local function discs(world)
  local lot, list = build.lots(12345), {}
  for k = 0, 99 do
    local angle = 2 * math.pi * lot()
    list[k + 1] = world:circle { x = -4.05 + 0.9 * (k % 10), y = -4.05 + 0.9 * (k // 10),
      radius = 0.2, friction = 0, restitution = 1, vx = 5 * math.cos(angle),
      vy = 5 * math.sin(angle) }
  end
  return list
end

-- All masses are the same.
local function energy(list)
  local sum = 0
  for _, disc in ipairs(list) do sum = sum + measure.speed(disc) ^ 2 end
  return sum
end

local function escaped(list)
  local count = 0
  for _, disc in ipairs(list) do
    local x, y = disc:position()
    if not (math.abs(x) < HALF and math.abs(y) < HALF) then count = count + 1 end
  end
  return count
end

local function gas()
  local world <close> = build.world(0)
  walls(world)
  local list = discs(world)
  local start = energy(list)
  measure.run(world, 60)
  return { drift = 100 * (energy(list) / start - 1), escaped = escaped(list) }
end

return {
  name = "C4", title = "elastic gas", parts = { gas = gas },
  figures = {
    { key = "drift", name = "kinetic energy drift", unit = "%", goal = 0.02, resolution = 1e-3,
      peers = peers(-99.7, -99.9, -11.9, -11, -0.0856, -0.112, -0.0199, peers.NONE, peers.NONE) },
    { key = "escaped", name = "escaped discs", goal = 0,
      peers = peers(0, 0, 0, 0, 0, 0, 0, peers.NONE, peers.NONE) },
  },
}
