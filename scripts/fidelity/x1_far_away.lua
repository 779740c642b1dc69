-- X1: the stack of 10 from S2 stands 1, 10 and 50 km from the origin as it does there.
local build = require "fidelity.shared.build"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

-- Height error of the top, mm, and whether all stand.
local function rest(x)
  local world <close> = build.world(-10)
  local boxes = build.stack(world, 10, x)
  measure.run(world, 10)
  local stands = 1
  for i, box in ipairs(boxes) do
    local bx, by = box:position()
    if not (math.abs(bx - x) < 0.5 and by > 0.75 * (i - 0.5)) then stands = 0 end
  end
  local _, y = boxes[10]:position()
  return 1000 * (y - 9.5), stands
end

local function far()
  local at_50, stands = rest(50000)
  return { origin = (rest(0)), km_1 = (rest(1000)), km_10 = (rest(10000)), km_50 = at_50,
    stands = stands }
end

-- The goal is an error as small as at the origin, to a hundredth of a millimetre.
local function goal(values) return math.abs(values.origin) + 0.01 end

return {
  name = "X1", title = "far from the origin", parts = { far = far },
  figures = {
    { key = "km_1", name = "1 km: height error", unit = "mm", goal = goal, resolution = 1e-3,
      goal_text = "as at 0",
      peers = peers(-31.8, -31.8, -45, -1.12, -18.5, -7.58, -1.15, -5.41, peers.NONE) },
    { key = "km_10", name = "10 km: height error", unit = "mm", goal = goal, resolution = 1e-3,
      goal_text = "as at 0",
      peers = peers(-31.8, -31.8, -66.6, -0.142, -18.5, -7.58, -1.15, -5.43, peers.NONE) },
    { key = "stands", name = "50 km: stands", ideal = 1, goal = 0,
      peers = peers(1, 1, 1, 1, 1, 1, 1, 1, peers.NONE) },
    { key = "km_50", name = "50 km: height error", unit = "mm", goal = goal, resolution = 1e-3,
      goal_text = "as at 0",
      peers = peers(-31.7, -31.7, -4.53, -0.14, -18.5, -7.58, -1.15, -5.42, peers.NONE) },
  },
}
