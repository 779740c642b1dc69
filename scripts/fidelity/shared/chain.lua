-- The chain of J3 and J4: 20 links of half a metre and half a kilogram, and a box of 1 m at the
-- end that is `ratio` times as heavy as one link. It hangs from the origin or lies along +x.
-- Rigid hinges have no gaps: the error is the sum of all gaps in per cent of the chain's 10 m.

local build = require "fidelity.shared.build"
local hinge = require "fidelity.shared.hinge"
local measure = require "fidelity.shared.measure"

local chain = {}

local LINKS <const> = 20
local LENGTH <const> = 0.5  -- m
local BROKEN <const> = 100  -- per cent: the gaps are as long as the chain

-- dx, dy: the direction in which it is laid out.
local function lay(world, ratio, dx, dy, shift)
  local hinges, before = {}, nil
  for i = 0, LINKS - 1 do
    local along = LENGTH * (i + 0.5)
    local link = world:box { x = dx * along + (i == 0 and shift or 0), y = dy * along, group = -1,
      w = dx ~= 0 and LENGTH or 0.1, h = dx ~= 0 and 0.1 or LENGTH, density = 10 }
    hinges[#hinges + 1] = hinge.new(world, before, link, dx * LENGTH * i, dy * LENGTH * i)
    before = link
  end
  local reach = LENGTH * LINKS
  local load = world:box { x = dx * (reach + 0.5), y = dy * (reach + 0.5), w = 1, h = 1,
    density = 0.5 * ratio, group = -1 }
  hinges[#hinges + 1] = hinge.new(world, before, load, dx * reach, dy * reach)
  return hinges
end

--- 10 s of it: gaps at the end and the largest ever, per cent; infinite where it breaks.
function chain.run(ratio, dx, dy, shift)
  local world <close> = build.world(-10)
  local hinges = lay(world, ratio, dx, dy, shift or 0)
  local last, peak = 0, 0
  measure.run(world, 10, function()
    last = 100 * hinge.gaps(hinges) / (LENGTH * LINKS)
    peak = math.max(peak, last)
  end)
  return last <= BROKEN and last or math.huge, peak <= BROKEN and peak or math.huge
end

return chain
