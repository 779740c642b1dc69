local cairn = require "cairn"

-- Bodies that are welded to each other, and by nothing else, move as one.
describe("bodies that are only welded to each other", function()
  local function row(w, n, options)
    local boxes, welds = {}, {}
    for i = 1, n do
      boxes[i] = w:box { x = i, w = 1, h = 0.5, density = i % 3 + 1, angle = options.angle or 0 }
      if i > 1 then
        -- both orders of a weld's bodies
        local a, b = boxes[i - 1], boxes[i]
        if i % 2 == 0 then a, b = b, a end
        welds[#welds + 1] = w:weld { a = a, b = b, at = { i - 0.5, 0 } }
      end
    end
    return boxes, welds
  end

  local function turn(boxes, spin, vx)
    local m, x = 0, 0
    for _, b in ipairs(boxes) do m, x = m + b:mass(), x + b:mass() * b:x() end
    for _, b in ipairs(boxes) do
      b:set_velocity(vx, spin * (b:x() - x / m))
      b:set_angular_velocity(spin)
    end
  end

  local function momenta(boxes)
    local px, py, l, e = 0, 0, 0, 0
    for _, b in ipairs(boxes) do
      local m, vx, vy = b:mass(), b:velocity()
      local i, s = b:inertia(), b:angular_velocity()
      px, py = px + m * vx, py + m * vy
      l = l + i * s + m * (b:x() * vy - b:y() * vx)
      e = e + 0.5 * (m * (vx * vx + vy * vy) + i * s * s)
    end
    return px, py, l, e
  end

  it("keep momentum, energy and shape while they spin", function()
    local w = cairn.world { gravity = { 0, 0 } }
    local boxes, welds = row(w, 6, {})
    turn(boxes, 9, 2)
    w:step(1 / 60)
    local px, py, l, e = momenta(boxes)
    for _ = 1, 1200 do w:step(1 / 60) end
    local qx, qy, k, f = momenta(boxes)
    assert.is_true(math.abs(qx - px) < 1e-4 * math.abs(px), qx / px)
    assert.is_true(math.abs(qy - py) < 1e-4 * math.abs(px), qy)
    assert.is_true(math.abs(k - l) < 1e-3 * math.abs(l), k / l)
    assert.is_true(math.abs(f - e) < 1e-4 * e, f / e)
    for _, weld in ipairs(welds) do
      local gap, angle = weld:error()
      assert.is_true(gap < 2e-7 and angle < 2e-7, gap .. " " .. angle)
    end
  end)

  it("feel the pull of their turning, and no torque by it", function()
    local w = cairn.world { gravity = { 0, 0 }, sleep = false }
    local boxes, welds = row(w, 2, {})
    local spin = 12
    turn(boxes, spin, 0)
    for _ = 1, 30 do w:step(1 / 60) end
    local a, b = boxes[1]:mass(), boxes[2]:mass()
    local pull = a * b / (a + b) * spin * spin
    local fx, fy, torque = welds[1]:force()
    -- the mean of a pull that turns by 0.2 rad in the step
    local mean = math.sin(spin / 120) / (spin / 120)
    assert.is_true(math.abs(math.sqrt(fx * fx + fy * fy) - pull * mean) < 0.01 * pull, fx)
    assert.is_true(math.abs(torque) < 0.01 * pull, torque)
  end)

  it("bear what hangs at their end", function()
    local w = cairn.world { gravity = { 0, -10 }, sleep = false }
    local boxes, welds = row(w, 5, {})
    w:box { type = "static", x = 1, y = -0.75, w = 1, h = 1 }
    w:box { type = "static", x = 5, y = -0.75, w = 1, h = 1 }
    for _ = 1, 240 do w:step(1 / 60) end
    local _, fy = welds[1]:force()
    local all, first = 0, boxes[1]:mass() * 10
    for _, b in ipairs(boxes) do all = all + b:mass() * 10 end
    -- each post bears what levers say; the weld, that less the first box
    local right = 0
    for i, b in ipairs(boxes) do right = right + b:mass() * 10 * (i - 1) / 4 end
    local expected = all - right - first
    assert.is_true(math.abs(math.abs(fy) - expected) < 0.1 * expected, fy .. " " .. expected)
    for _, b in ipairs(boxes) do assert.is_true(math.abs(b:y()) < 2e-3, b:y()) end
  end)

  it("come together where they were put apart", function()
    local w = cairn.world { gravity = { 0, 0 } }
    local boxes, welds = row(w, 4, {})
    boxes[4]:set_position(4.5, 0.3)
    for _ = 1, 300 do w:step(1 / 60) end
    for _, weld in ipairs(welds) do
      local gap, angle = weld:error()
      assert.is_true(gap < 1e-6 and angle < 1e-6, gap .. " " .. angle)
    end
  end)

  it("go the same ways alone and beside others", function()
    local function path(others)
      local w = cairn.world { gravity = { 0, -10 } }
      w:box { type = "static", y = -1, w = 400, h = 1 }
      local boxes = row(w, 5, {})
      boxes[3]:set_angular_velocity(3)
      boxes[1]:set_position(1, 2)
      for k = 1, others do
        local last
        for i = 1, 3 + k % 3 do
          local b = w:box { x = 40 + 8 * k + i, y = 3, w = 1, h = 0.4 }
          if last then
            local make = k % 2 == 0 and w.weld or w.revolute
            make(w, { a = last, b = b, at = { 40 + 8 * k + i - 0.5, 3 } })
          end
          last = b
        end
      end
      for _ = 1, 200 do w:step(1 / 60) end
      local out = {}
      for i, b in ipairs(boxes) do
        out[i] = ("%.17g %.17g %.17g"):format(b:x(), b:y(), b:angle())
      end
      return table.concat(out, "\n")
    end
    assert.equal(path(0), path(20))
  end)
end)
