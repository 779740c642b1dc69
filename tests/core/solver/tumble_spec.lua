-- What tumbles in something large that turns: its walls are fast, and hardly move as seen from what
-- lies on them. Nothing gets through for that, and what turns against them is still struck.
local cairn = require "cairn"
local measure = require "tests.support.measure"

local SIDE <const> = 4 -- m, of the drum
local THICK <const> = 0.1 -- m, of its walls

-- A square drum of four walls that turns at spin rad/s about the origin.
local function drum_of(world, spin, restitution, friction)
  local drum = world:body { type = "kinematic", angular_velocity = spin }
  for i = 0, 3 do
    local a = i * math.pi / 2
    drum:add_box { x = SIDE / 2 * math.cos(a), y = SIDE / 2 * math.sin(a), w = THICK,
      h = SIDE + THICK, angle = a, restitution = restitution, friction = friction }
  end
  return drum
end

-- How far out, in m, the middles of sticks that fly about in it came, as seen from the drum.
local function farthest(seed, spin)
  math.randomseed(seed)
  local world <close> = cairn.world { gravity = { 0, -9.81 } }
  local drum, sticks, far = drum_of(world, spin, 0.5, 0.5), {}, 0
  for i = 1, 12 do
    sticks[i] = world:box { x = (i % 4 - 1.5) * 0.6, y = (i // 4 - 1.5) * 0.6, w = 0.5, h = 0.04,
      restitution = 0.5, angle = math.random() * 6, vx = 20 * (math.random() - 0.5),
      vy = 20 * (math.random() - 0.5), angular_velocity = 160 * (math.random() - 0.5) }
  end
  for _ = 1, 120 do
    world:step(1 / 60)
    for _, s in ipairs(sticks) do
      local x, y = drum:to_local(s:position())
      far = math.max(far, math.abs(x), math.abs(y))
    end
  end
  return far
end

describe("a drum that turns", function()
  for _, spin in ipairs { 0.5, 3, 10, 30 } do
    it("keeps what tumbles in it at " .. spin .. " rad/s", function()
      for seed = 1, 6 do assert.is_true(farthest(seed, spin) < SIDE / 2, seed) end
    end)
  end

  -- What is conserved there is the energy less the spin of the drum times the angular momentum
  -- (Jacobi's integral), per mass: of a stick of so much inertia.
  it("gives back what an elastic stick strikes it with", function()
    for seed = 1, 20 do
      math.randomseed(seed)
      local world <close> = cairn.world { gravity = { 0, 0 } }
      local spin = 6 * (math.random() - 0.5)
      drum_of(world, spin, 1, 0)
      local stick = world:box { w = 0.6, h = 0.1, mass = 1, restitution = 1, friction = 0,
        vx = 8 * math.random(), vy = 4, angular_velocity = 60 * (math.random() - 0.5) }
      local function integral()
        local x, y = stick:position()
        local vx, vy = stick:velocity()
        local w, inertia = stick:angular_velocity(), stick:inertia()
        return (vx * vx + vy * vy + inertia * w * w) / 2 - spin * (x * vy - y * vx + inertia * w)
      end
      local before = integral()
      measure.run(world, 4)
      assert.is_near(1, integral() / before, 0.02, seed)
    end
  end)

  -- As seen from the blade the box hardly turns, but comes as fast as the blade goes.
  it("is struck where a blade comes round to it", function()
    for _, case in ipairs { { 6, 0.06, 0.04 }, { 6, 0.1, 0.01 }, { 8, 0.2, 0.1 } } do
      local spin, size, thick = table.unpack(case)
      for k = 1, 20 do
        local world <close> = cairn.world { gravity = { 0, 0 } }
        local rotor = world:body { type = "kinematic", angular_velocity = spin }
        rotor:add_box { x = 3, y = 0, w = 2, h = thick, restitution = 0.5, friction = 0 }
        local a = 0.4 + k * 0.0073
        local box = world:box { x = 3 * math.cos(a), y = 3 * math.sin(a), w = size, h = size,
          angle = a, angular_velocity = spin, restitution = 0.5, friction = 0 }
        for _ = 1, 20 do
          world:step(1 / 60)
          local x, y = rotor:to_local(box:position())
          if math.abs(x - 3) > 1 then break end
          assert.is_true(y - (size + thick) / 2 > -0.002, ("%g m, %d"):format(size, k))
        end
      end
    end
  end)
end)
