-- J1: a box on a stiff arm of 2 m, let go level with its hinge, swings for a minute. Its energy
-- shows in the last apex, its period is known in closed form.
--
-- Compound pendulum with amplitude 90 degrees: T = 4 sqrt(I / (m g L)) K(sin 45 deg), with
-- I = m L^2 + m (w^2 + h^2) / 12 and K(sin 45 deg) = 1.8540747.
local build = require "fidelity.shared.build"
local hinge = require "fidelity.shared.hinge"
local measure = require "fidelity.shared.measure"
local peers = require "fidelity.shared.peers"

local ARM <const>, SIDE <const> = 2, 0.4 -- m
local K <const> = 1.8540746773013719
local PERIOD <const> = 4 * math.sqrt((ARM ^ 2 + SIDE ^ 2 / 6) / (10 * ARM)) * K

local function swing()
  local world <close> = build.world(-10)
  local box = world:box { x = ARM, w = SIDE, h = SIDE }
  local pin = hinge.new(world, nil, box, 0, 0)
  local crossings, cross = measure.crossings()
  local a, b, apex, gap = 0, 0, 0, 0
  measure.run(world, 60, function(step)
    local x, y = box:position()
    local angle = math.atan(x, -y) -- 0 = hanging, pi / 2 = level to the right
    cross(step, -angle)            -- on its way to the left
    if math.abs(b) >= math.abs(a) and math.abs(b) > math.abs(angle) then
      apex = measure.vertex(a, b, angle)
    end
    a, b = b, angle
    gap = math.max(gap, hinge.gap(pin))
  end)
  return {
    energy = -100 * math.cos(apex), period = 100 * (measure.period(crossings, 5) / PERIOD - 1),
    gap = 1000 * gap,
  }
end

return {
  name = "J1", title = "pendulum", parts = { swing = swing },
  figures = {
    { key = "energy", name = "energy drift in 60 s", unit = "% of m g L", goal = 0.01,
      resolution = 1e-4,
      peers = peers(-0.357, -0.192, -78, -46.1, -50.7, -50.7, -19.7, -95, -0.00531) },
    { key = "period", name = "period error", unit = "%", goal = 0.005, resolution = 1e-4,
      peers = peers(0.00655, 0.00333, -5.98, -2.31, -2.31, -2.31, -0.693, -10.6, -4e-04) },
    { key = "gap", name = "largest hinge gap", unit = "mm", goal = 0.01, resolution = 1e-3,
      peers = peers(0.75, 0.402, 4e-04, 3e-04, 23.1, 23.1, 5.65, 0.0503, 1e-12) },
  },
}
