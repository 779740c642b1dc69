-- Contacts without points are passed over until their bodies have come nearer. Nothing of that is
-- in a snapshot: a world that is put back looks at all of them. So a world that is put back again
-- and again must go on by the same bits as one that is not, whatever comes between its steps.

local cairn = require "cairn"

local STEPS <const> = 240

local function generator(state)
  return function(a, b)
    state = (state * 1103515245 + 12345) % 2147483648
    return a + (b - a) * state / 2147483648
  end
end

-- Pieces of all sizes, flat and round, in a box; some of several pieces.
local function pile(seed)
  local w = cairn.world { gravity = { 0, -10 } }
  local random = generator(seed)
  local floor = w:box { type = "static", y = -0.5, w = 8, h = 1 }
  w:box { type = "static", x = -3.5, y = 4, w = 1, h = 10 }
  w:box { type = "static", x = 3.5, y = 4, w = 1, h = 10 }
  local bodies = {}
  for i = 1, 70 do
    local x, y, s = random(-2.4, 2.4), 0.5 + 0.09 * i, random(0.08, 0.3)
    local kind = i % 5
    if kind == 0 then
      bodies[i] = w:circle { x = x, y = y, radius = s }
    elseif kind == 1 then
      bodies[i] = w:box { x = x, y = y, w = 2 * s, h = s, angle = random(0, 3) }
    elseif kind == 2 then
      bodies[i] = w:polygon { x = x, y = y,
        points = { -s, -s, s, -s, 1.3 * s, 0, 0, s, -s, 0.5 * s } }
    elseif kind == 3 then
      bodies[i] = w:capsule { x = x, y = y, x1 = -s, y1 = 0, x2 = s, y2 = 0, radius = 0.4 * s }
    else
      bodies[i] = w:box { x = x, y = y, w = 2 * s, h = 0.5 * s }
      bodies[i]:add_box { x = s, y = 0.5 * s, w = 0.5 * s, h = s }
    end
  end
  return w, bodies, floor, random
end

local extra -- the shape that comes and goes

-- What is done before some of the steps.
local DONE <const> = {
  ["nothing"] = function() end,
  ["a body is put elsewhere"] = function(bodies, _, random, step)
    if step % 9 == 0 then
      local b = bodies[1 + step % #bodies]
      local x, y = b:position()
      b:set_position(x + random(-0.02, 0.02), y + 0.01)
    end
  end,
  ["a body is turned"] = function(bodies, _, random, step)
    if step % 9 == 0 then
      local b = bodies[1 + step % #bodies]
      b:set_angle(b:angle() + random(-0.1, 0.1))
    end
  end,
  ["the floor rises"] = function(_, floor, _, step)
    if step > 120 and step % 4 == 0 then
      local x, y = floor:position()
      floor:set_position(x, y + 0.004)
    end
  end,
  ["a body is pushed"] = function(bodies, _, random, step)
    if step % 7 == 0 then bodies[1 + step % #bodies]:set_velocity(random(-2, 2), random(0, 2)) end
  end,
  ["a shape comes and goes"] = function(bodies, _, _, step)
    if step % 10 == 0 then
      local b = bodies[1 + (step // 20) % #bodies]
      if step % 20 == 0 then
        extra = b:add_circle { x = 0.1, y = 0.05, radius = 0.06 }
      elseif extra then
        extra:destroy()
        extra = nil
      end
    end
  end,
}

describe("contacts that are idle", function()
  for name, act in pairs(DONE) do
    for seed = 1, 3 do
      it("are found again as if all were looked at: " .. name .. ", pile " .. seed, function()
        local hashes = {}
        for again = 1, 2 do
          local w, bodies, floor, random = pile(seed)
          extra = nil
          for step = 1, STEPS do
            act(bodies, floor, random, step)
            w:step()
            if again == 2 then w:restore(w:snapshot()) end
          end
          hashes[again] = w:hash()
        end
        assert.equal(hashes[1], hashes[2])
      end)
    end
  end

  -- What is said of a chain holds for all its segments, and ends when the last of them parts.
  it("are not left ignored when the touch that was ignored is over", function()
    for seed = 1, 40 do
      local random = generator(7919 * seed)
      local w = cairn.world { gravity = { 0, 0 } }
      w:chain { type = "static", radius = 0.05,
        points = { -1, 0.4, -0.5, -0.3, 0, 0.4, 0.5, -0.3, 1, 0.4 } }
      local bodies = {}
      for i = 1, 6 do
        bodies[i] = w:capsule { x = random(-1, 1), y = random(-1, 1), angle = random(0, 6),
          x1 = 0, y1 = 0, x2 = 0.2, y2 = 0, radius = random(0.05, 0.15),
          vx = random(-0.3, 0.3), vy = random(-0.3, 0.3) }
      end
      for step = 1, 200 do
        if step % 6 == 0 then
          local said = false
          for m in bodies[1 + step // 6 % 6]:manifolds() do
            if not said then m:ignore() end
            said = true
          end
        end
        if step % 9 == 0 then
          bodies[1 + step // 9 % 6]:set_velocity(random(-0.3, 0.3), random(-0.3, 0.3))
        end
        local copy = w:clone()
        copy:step()
        w:step()
        assert.equal(copy:hash(), w:hash(), "step " .. step .. " of " .. seed)
      end
    end
  end)
end)
