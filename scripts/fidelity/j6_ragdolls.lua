-- J6: 20 ragdolls of six boxes fall into a bin, one upon the other. Joints must hold while the
-- pile presses on them, and the pile must come to rest. Chaotic.
local build = require "fidelity.shared.build"
local hinge = require "fidelity.shared.hinge"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

-- Each limb: its place against the torso, its size, and its hinge to the torso.
local LIMBS <const> = {
  { 0, 0.55, 0.3, 0.3, 0, 0.4 },                                         -- head
  { -0.5, 0.33, 0.6, 0.15, -0.2, 0.33 }, { 0.5, 0.33, 0.6, 0.15, 0.2, 0.33 }, -- arms
  { -0.1, -0.8, 0.18, 0.8, -0.1, -0.4 }, { 0.1, -0.8, 0.18, 0.8, 0.1, -0.4 }, -- legs
}

local function ragdoll(world, x, y, group, bodies, hinges)
  local function part(dx, dy, w, h)
    local body = world:box { x = x + dx, y = y + dy, w = w, h = h, friction = 0.6, group = group }
    bodies[#bodies + 1] = body
    return body
  end
  local torso = part(0, 0, 0.4, 0.8)
  for _, limb in ipairs(LIMBS) do
    local body = part(limb[1], limb[2], limb[3], limb[4])
    hinges[#hinges + 1] = hinge.new(world, torso, body, x + limb[5], y + limb[6])
  end
end

local function fall(shift)
  local world <close> = build.world(-10)
  build.bin(world, 4, 0.6)
  local bodies, hinges = {}, {}
  for i = 0, 19 do
    local x = (i % 2 == 0 and 0.3 or -0.3) + (i == 0 and shift or 0)
    ragdoll(world, x, 2 + 2.4 * i, -(i + 1), bodies, hinges)
  end
  local peak, last = 0, 0
  measure.run(world, 15, function(step)
    local _, most = hinge.gaps(hinges)
    peak = math.max(peak, most)
    if step > 14 * 60 then last = math.max(last, most) end
  end)
  return { peak = 1000 * peak, last = 1000 * last, speed = measure.largest(bodies, measure.speed) }
end

return {
  name = "J6", title = "ragdoll pile", parts = { fall = fall }, chaotic = true,
  figures = {
    { key = "peak", name = "largest hinge gap", unit = "mm", goal = 10, resolution = 1e-3,
      peers = peers(206, 114, 86, 28.1, 193, 253, 65, 75.4, peers.NONE) },
    { key = "last", name = "gap in the last second", unit = "mm", goal = 0.1, resolution = 1e-3,
      peers = peers(27.1, 42.4, 8.68, 0.00731, 11.8, 1.06, 0.135, 63.7, peers.NONE) },
    { key = "speed", name = "largest speed at 15 s", unit = "m/s", goal = 0.05,
      resolution = 1e-4,
      peers = peers(0.684, 1.02, 0.0221, 0.348, 0.666, 0.557, 0.382, 0.0648, peers.NONE) },
  },
}
