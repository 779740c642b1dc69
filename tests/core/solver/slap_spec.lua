-- What comes down with one end and slaps down with the other, within the same step: the other end
-- stops at the floor as well, however fast the first blow has made it.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local THICK <const> = 0.06 -- m, of a rod
local HALF <const> = 0.2 -- m, from its middle to where its ends are round

local function lowest(b)
  local _, y = b:position()
  return y - THICK - HALF * math.abs(math.sin(b:angle()))
end

-- Rods in a row that fall and spin as one, jointed or each by itself: how low any part of one came.
local function fall(seed, jointed)
  math.randomseed(seed)
  local world <close> = cairn.world { gravity = { 0, -9.81 } }
  world:box { type = "static", y = -1, w = 100, h = 2 }
  local spin, vx, vy = (math.random() - 0.5) * 16, (math.random() - 0.5) * 8, -math.random() * 5
  local rods, low = {}, math.huge
  for i = 1, 3 do
    rods[i] = world:capsule { x = i * 0.4, y = 2, x1 = -HALF, x2 = HALF, y1 = 0, y2 = 0,
      radius = THICK, group = -1, angular_velocity = spin, vx = vx,
      vy = vy + spin * (i * 0.4 - 0.8) }
    if jointed and i > 1 then
      world:revolute { a = rods[i - 1], b = rods[i], at = { i * 0.4 - 0.2, 2 } }
    end
  end
  for _ = 1, 90 do
    world:step(1 / 60)
    for _, rod in ipairs(rods) do low = math.min(low, lowest(rod)) end
  end
  return low
end

describe("a rod that slaps down", function()
  -- 75 mm, more than half of its thickness, before its other end was known to the rows
  it("is stopped at both of its ends", function()
    for seed = 1, 120 do assert.is_true(fall(seed) > -0.01, seed) end
  end)

  it("is stopped at both of its ends where others hang on it", function()
    for seed = 1, 120 do assert.is_true(fall(seed, true) > -0.03, seed) end
  end)
end)

-- A box that falls nearly flat, light at its ends: how low any part of it came, and by how much of
-- its energy it has more, at most.
local function bounce(seed, restitution, part)
  math.randomseed(seed)
  local world <close> = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -1, w = 100, h = 2, restitution = restitution }
  local box = world:box { y = 1 + math.random(), w = 1, h = 0.2, mass = 1,
    restitution = restitution, angle = 0.4 * (math.random() - 0.5),
    angular_velocity = 2 * (math.random() - 0.5), vy = -10 * math.random() }
  box:set_inertia(box:inertia() * part)
  local before, low, more = measure.energy(world), math.huge, 0
  measure.run(world, 1, function()
    local _, y = box:position()
    local c, s = math.abs(math.cos(box:angle())), math.abs(math.sin(box:angle()))
    low = math.min(low, y - 0.5 * s - 0.1 * c)
    more = math.max(more, measure.energy(world) / before - 1)
  end)
  return low, more
end

describe("an elastic box that slaps down", function()
  -- 180 mm before its other end was looked for, 210 where it is light at its ends
  for part, deepest in pairs { [1] = 0.04, [0.02] = 0.08 } do
    it(("is struck at both ends with %g of its inertia, and gains nothing"):format(part), function()
      for seed = 1, 100 do
        local low, more = bounce(seed, seed % 2 == 0 and 0.8 or 0.9, part)
        measure.at_most(deepest, -low, "depth, m, seed " .. seed)
        measure.at_most(1e-4, more, "energy, seed " .. seed)
      end
    end)
  end
end)
