-- Springs by N/m: they pull with so much for each metre whatever hangs on them; those by hertz are
-- the stiffer the more they carry.
local cairn = require "cairn"

local G = 10 -- m/s^2

describe("A spring with a stiffness", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -G }, sleep = false } end)
  after_each(function() world:destroy() end)

  local function weight(mass, x)
    return world:box { x = x or 0, y = 5, w = 0.5, h = 0.5, mass = mass }
  end
  -- N/m of a spring that is 2 m long, from the ground above the body to its middle
  local function hang(body, spring)
    local x = body:x()
    return world:distance { b = body, from = { x, 7 }, to = { x, 5 }, length = 2, spring = spring }
  end
  local function run(seconds)
    for _ = 1, 60 * seconds do world:step() end
  end

  it("gives way by weight / stiffness, one by hertz always as much", function()
    for i, mass in ipairs { 1, 2, 10, 50 } do
      local body, other = weight(mass, 3 * i), weight(mass, -3 * i)
      hang(body, { stiffness = 400, damping = 1 })
      hang(other, { hertz = 3, damping = 1 })
    end
    run(20)
    for body in world:bodies "dynamic" do
      local sag = 5 - body:y()
      if body:x() > 0 then
        assert.near(body:mass() * G / 400, sag, 1e-4)
      else
        assert.near(G / (2 * math.pi * 3) ^ 2, sag, 1e-4)
      end
    end
  end)

  it("swings with the period 2 pi sqrt(m / k)", function()
    for _, case in ipairs { { 2, 80 }, { 2, 320 }, { 8, 320 } } do
      local free = cairn.world { gravity = { 0, 0 } }
      local body = free:box { w = 1, h = 1, x = 0.5, mass = case[1] }
      free:prismatic { b = body, at = { 0.5, 0 }, axis = { 1, 0 },
        spring = { stiffness = case[2], target = -0.5 } }
      local crossings, last, first_time, time = 0, body:x(), nil, nil
      for i = 1, 1200 do
        free:step()
        local x = body:x()
        if last < 0 and x >= 0 then
          crossings, time = crossings + 1, (i - x / (x - last)) / 60
          first_time = first_time or time
        end
        last = x
      end
      local period = (time - first_time) / (crossings - 1)
      assert.near(2 * math.pi * math.sqrt(case[1] / case[2]), period, 1e-3 * period)
      free:destroy()
    end
  end)

  it("turns back with so many N m a radian, on whatever it is mounted", function()
    for _, size in ipairs { 0.5, 1, 2 } do
      local free = cairn.world { gravity = { 0, 0 } }
      local body = free:box { w = size, h = 0.5 }
      free:revolute { b = body, at = { 0, 0 }, spring = { stiffness = 30, damping = 1 } }
      for _ = 1, 900 do
        body:apply_torque(12)
        free:step()
      end
      assert.near(12 / 30, body:angle(), 1e-4)
      free:destroy()
    end
  end)

  it("turns back as much about a pin at the end of a body, and swings with the inertia about it",
    function()
      local free = cairn.world { gravity = { 0, 0 } }
      local body = free:box { x = 1, w = 2, h = 0.2, mass = 3 }
      local joint = free:revolute { b = body, at = { 0, 0 }, spring = { stiffness = 30 } }
      local inertia = body:inertia() + 3 * 1 ^ 2
      assert.near(math.sqrt(30 / inertia) / (2 * math.pi), (joint:spring()), 1e-6)
      joint:set_stiffness(30, 1)
      for _ = 1, 900 do
        body:apply_torque(12)
        free:step()
      end
      assert.near(12 / 30, body:angle(), 1e-4)
      free:destroy()
    end)

  it("is as stiff along a slider whose anchor is off the middle, and under a wheel", function()
    for _, kind in ipairs { "prismatic", "wheel" } do
      local body = world:box { x = kind == "wheel" and 8 or 4, y = 3, w = 1, h = 0.6, mass = 5,
        angular_damping = 3 }
      world[kind](world, { b = body, from = { body:x() + 0.3, 5 }, to = { body:x() + 0.3, 3 },
        axis = { 0, -1 }, origin = 2, spring = { stiffness = 250, damping = 1 } })
    end
    run(20)
    for body in world:bodies "dynamic" do
      local _, y = body:to_world(0.3, 0)
      assert.near(3 - 5 * G / 250, y, 1e-4)
    end
  end)

  it("is the same off the middle of a body, where that turns and gives way", function()
    local body = weight(3)
    world:distance { b = body, from = { 0.25, 7 }, to = { 0.25, 5.25 }, length = 1.75,
      spring = { stiffness = 200, damping = 0.7 } }
    body:set_angular_damping(2)
    body:set_damping(1)
    run(30)
    -- it hangs from that corner now, which is below where it was by weight / stiffness
    local _, y = body:to_world(0.25, 0.25)
    assert.near(5.25 - 3 * G / 200, y, 1e-3)
  end)

  it("is as stiff when the mass is another", function()
    local body = weight(1)
    local joint = hang(body, { stiffness = 400, damping = 1 })
    run(10)
    local before = joint:spring()
    body:set_mass(4)
    run(10)
    assert.near(5 - 4 * G / 400, body:y(), 1e-4)
    assert.near(before / 2, (joint:spring()), 1e-6)
    assert.equal(400, joint:stiffness())
  end)

  it("is between two bodies what it is on each alone", function()
    local space = cairn.world { gravity = { 0, 0 } }
    local a, b = space:circle { x = -1, radius = 0.2, mass = 1 }, space:circle { x = 1,
      radius = 0.2, mass = 3 }
    local joint = space:distance { a = a, b = b, length = 2, spring = { stiffness = 75 } }
    -- the reduced mass is 0.75 kg, so w = 10 rad/s
    assert.near(10 / (2 * math.pi), (joint:spring()), 1e-6)
    a:set_velocity(-0.3, 0)
    b:set_velocity(0.1, 0)
    local widest = 0
    for _ = 1, 60 do
      space:step()
      widest = math.max(widest, b:x() - a:x())
    end
    assert.near(2 + 0.4 / 10, widest, 4e-4) -- speed / w
    space:destroy()
  end)

  describe("is told", function()
    it("by its getter, and nil where hertz were given", function()
      local joint = hang(weight(4), { stiffness = 100 })
      assert.equal(100, joint:stiffness())
      local hertz, damping = joint:spring()
      assert.near(math.sqrt(100 / 4) / (2 * math.pi), hertz, 1e-7)
      assert.equal(0, damping)
      joint:set_spring(2)
      assert.is_nil(joint:stiffness())
      assert.equal(2, (joint:spring()))
      joint:set_stiffness(64, 0.5)
      assert.equal(64, joint:stiffness())
      assert.near(4 / (2 * math.pi), (joint:spring()), 1e-7)
      joint:set_length(2.5) -- other settings leave it alone
      assert.equal(64, joint:stiffness())
      joint:set_spring(nil)
      assert.is_nil(joint:stiffness())
    end)

    it("by describe, from which the same world is made", function()
      hang(weight(4), { stiffness = 100, damping = 0.3 })
      local told = world:describe()
      assert.same({ stiffness = 100, damping = 0.3 }, told.joints[1].spring)
      local again = cairn.world(told)
      assert.same_state(world, again)
      again:destroy()
    end)

    it("by a snapshot, which goes on with the same bits", function()
      local body = weight(4)
      hang(body, { stiffness = 100 })
      run(1)
      local taken = world:snapshot()
      run(1)
      local after = world:hash_text()
      world:restore(taken)
      run(1)
      assert.equal(after, world:hash_text())
    end)
  end)

  describe("is refused", function()
    it("with hertz beside it, below 0, or where there is no axis", function()
      local body = weight(1)
      local function refused(spring, sentence)
        assert.error_matches(function() hang(body, spring) end, sentence, 1, true)
      end
      refused({ stiffness = 1, hertz = 1 }, "field 'spring': hertz or stiffness expected, not both")
      refused({ stiffness = -1 }, "field 'spring.stiffness': must be in 0..1e+18, got -1")
      refused({ damping = 1 }, "field 'spring.hertz': number expected, got nil")
      local joint = hang(body, { stiffness = 5 })
      assert.error_matches(function() joint:set_stiffness(-1) end,
        "bad argument #1 to 'set_stiffness' (must be in 0..1e+18, got -1)", 1, true)
      assert.error_matches(function()
        world:weld { b = body, linear = { stiffness = 5 } }
      end, "unknown field", 1, true)
    end)
  end)
end)
