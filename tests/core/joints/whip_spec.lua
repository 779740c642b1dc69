-- Chains that crack like whips: a sub-step that does not close their links as a whole is taken in
-- slices, beside whatever else stands in their lanes.
local cairn = require "cairn"

local LINKS = 24

describe("Chains that whip", function()
  -- A chain that is let go level, held at one end:
  --    #--o--o--o--o--o--o
  local function chain(w, x, y, links, kind, radius)
    local before = w:box { type = "static", x = x, y = y, w = 0.1, h = 0.1, group = -1 }
    local bodies = {}
    for i = 1, links do
      local px = x + 0.25 * i
      local b = w:circle { x = px, y = y, radius = radius or 0.06, group = -1 }
      if kind == "rods" and i > 1 and i < links then
        w:distance { a = before, b = b }
      else
        w:revolute { a = before, b = b, at = { px - 0.125, y } }
      end
      before, bodies[i] = b, b
    end
    return bodies
  end

  local function energy(bodies)
    local sum = 0
    for _, b in ipairs(bodies) do
      local _, y, _, vx, vy, w = b:state()
      sum = sum + b:mass() * (0.5 * (vx * vx + vy * vy) + 10 * y) + 0.5 * b:inertia() * w * w
    end
    return sum
  end

  local function run(w, steps, each)
    for _ = 1, steps do
      w:step(1 / 60)
      if each then each() end
    end
  end

  -- Forces of hinges that a sub-step began with as they had been, while their bodies had turned,
  -- were most of what it had to close: a tenth of the energy on average, once half as much again.
  it("stay closed and make no energy, of hinges, whatever their length and links", function()
    local sum, count, widest, worst = 0, 0, 0, 0
    for links = 8, 44, 4 do
      for _, radius in ipairs { 0.06, 0.02, 0.1 } do
        local w = cairn.world { gravity = { 0, -10 }, sleep = false }
        local bodies = chain(w, 0, 0, links, "hinges", radius)
        local first, most, mass = energy(bodies), -math.huge, 0
        for _, b in ipairs(bodies) do mass = mass + b:mass() end
        run(w, 400, function()
          most = math.max(most, energy(bodies))
          for joint in w:joints() do widest = math.max(widest, (joint:error())) end
        end)
        local gain = math.max(0, most - first) / (mass * 10 * 0.25 * links)
        sum, count, worst = sum + gain, count + 1, math.max(worst, gain)
        w:destroy()
      end
    end
    assert(widest < 1e-5, "open by " .. widest)
    assert(sum / count < 0.02, "gained " .. sum / count)
    assert(worst < 0.15, "one gained " .. worst)
  end)

  for _, kind in ipairs { "hinges", "rods" } do
    it("stay closed and make no energy, " .. kind, function()
      local w = cairn.world { gravity = { 0, -10 }, sleep = false }
      local bodies = chain(w, 0, 0, LINKS, kind)
      local first, most, widest = energy(bodies), -math.huge, 0
      local mass = 0
      for _, b in ipairs(bodies) do mass = mass + b:mass() end
      run(w, 600, function()
        most = math.max(most, energy(bodies))
        for joint in w:joints() do widest = math.max(widest, (joint:error())) end
      end)
      assert(widest < 1e-5, "open by " .. widest)
      local gained = (most - first) / (mass * 10 * 0.25 * LINKS)
      assert(gained < 0.02, "gained " .. gained)
      w:destroy()
    end)

    it("go the same ways alone and beside others that whip, " .. kind, function()
      local function path(others)
        local w = cairn.world { gravity = { 0, -10 }, sleep = false }
        local bodies = chain(w, 0, 0, LINKS, kind)
        for k = 1, others do
          chain(w, 20 * k, 0, LINKS - 3 * k, k % 2 == 0 and "rods" or "hinges")
        end
        run(w, 300)
        local out = {}
        for i, b in ipairs(bodies) do
          out[i] = ("%.17g %.17g %.17g"):format(b:x(), b:y(), b:angle())
        end
        w:destroy()
        return table.concat(out, "\n")
      end
      local alone = path(0)
      for _, others in ipairs { 1, 5, 7 } do assert.equal(alone, path(others)) end
    end)
  end
end)
