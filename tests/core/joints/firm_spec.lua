local cairn = require "cairn"

-- What is welded to the world bears what is put on it as the ground does.
describe("a structure that is welded to a place", function()
  local function beam(w, from, options)
    local first, previous
    for i = 1, 10 do
      local box = w:box { x = from + i - 0.5, w = 1, h = 0.5 }
      local weld = w:weld { a = previous, b = box, at = { from + i - 1, 0 },
                            break_force = i == 1 and options and options.break_force or nil }
      first, previous = first or weld, box
    end
    return first, previous
  end

  for _, kg in ipairs { 0.5, 5, 50, 200, 2000 } do
    it("lets " .. kg .. " kg sink in by less than a millimetre", function()
      local w = cairn.world { gravity = { 0, -10 } }
      local _, tip = beam(w, 0)
      local load = w:box { x = 9.3, y = 0.75, w = 1, h = 1, mass = kg }
      for _ = 1, 300 do w:step(1 / 60) end
      assert.is_true(math.abs(0.75 - load:y()) < 1e-3, load:y())
      assert.is_true(math.abs(tip:y()) < 1e-6)
      assert.is_true(math.abs(load:angle()) < 1e-3)
    end)
  end

  it("feels in its welds what lies on it", function()
    for _, kg in ipairs { 0.5, 5, 50 } do
      local w = cairn.world { gravity = { 0, -10 }, sleep = false }
      local root = beam(w, 0)
      w:box { x = 9.3, y = 0.75, w = 1, h = 1, mass = kg }
      for _ = 1, 300 do w:step(1 / 60) end
      local fx, fy, turn = root:force()
      local weight = 10 * (5 + kg)
      assert.is_true(math.abs(math.abs(fy) - weight) < 0.01 * weight, kg .. " kg: " .. fy)
      assert.is_true(math.abs(fx) < 0.01 * weight, fx)
      local torque = 10 * (5 * 5 + kg * 9.3)
      assert.is_true(math.abs(math.abs(turn) - torque) < 0.02 * torque, turn)
    end
  end)

  it("breaks under a load that its weld does not bear, and not under less", function()
    for _, case in ipairs { { 20, false }, { 60, true } } do
      local w = cairn.world { gravity = { 0, -10 } }
      local _, tip = beam(w, 0, { break_force = 500 })
      w:box { x = 0.6, y = 0.75, w = 1, h = 1, mass = case[1] }
      for _ = 1, 120 do w:step(1 / 60) end
      assert.equal(case[2], tip:y() < -1)
    end
  end)

  it("gives way again once it is free", function()
    local w = cairn.world { gravity = { 0, -10 } }
    local root, tip = beam(w, 0)
    local load = w:box { x = 9.3, y = 0.75, w = 1, h = 1, mass = 50 }
    for _ = 1, 60 do w:step(1 / 60) end
    root:destroy()
    for _ = 1, 60 do w:step(1 / 60) end
    assert.is_true(tip:y() < -3, tip:y())
    assert.is_true(load:y() < -2, load:y())
  end)

  it("carries when its place moves", function()
    local w = cairn.world { gravity = { 0, -10 } }
    local base = w:box { type = "kinematic", y = 0, w = 1, h = 0.5, vy = 0.5 }
    local arm = w:box { x = 1, w = 1, h = 0.5 }
    w:weld { a = base, b = arm, at = { 0.5, 0 } }
    local load = w:box { x = 1.2, y = 0.75, w = 1, h = 1, mass = 100 }
    for _ = 1, 240 do w:step(1 / 60) end
    assert.is_true(math.abs(load:y() - base:y() - 0.75) < 1e-3, load:y() - base:y())
  end)
end)
