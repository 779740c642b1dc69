-- What rests is solved exactly, and what does not change is not computed: it stands as it was
-- built, and reacts to everything at once.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near, run = measure.near, measure.run

describe("cairn.World at rest", function()
  local world

  local function renew(keys)
    if world then world:destroy() end
    keys = keys or {}
    keys.sleep, keys.gravity = false, keys.gravity or { 0, -10 }
    world = cairn.world(keys)
    return world:box { type = "static", y = -0.5, w = 200, h = 1 }
  end

  after_each(function()
    world:destroy()
    world = nil
  end)

  -- rows of boxes, each one shorter than the row below
  local function pyramid(base, gap)
    local boxes = {}
    for row = 0, base - 1 do
      for i = 0, base - row - 1 do
        local x = (i - (base - row - 1) / 2) * gap
        boxes[#boxes + 1] = world:box { x = x, y = row + 0.5, w = 1, h = 1 }
      end
    end
    return boxes
  end

  local function wall(columns, rows)
    local bricks = {}
    for row = 0, rows - 1 do
      for i = 0, columns - 1 do
        bricks[#bricks + 1] = world:box { x = i * 1.01 + row % 2 * 0.4, y = row * 0.5 + 0.25,
          w = 1, h = 0.5 }
      end
    end
    return bricks
  end

  local function stand(bodies, seconds, room)
    local places = {}
    for i, body in ipairs(bodies) do places[i] = { body:position() } end
    run(world, seconds)
    for i, body in ipairs(bodies) do
      local x, y, _, vx, vy = body:state()
      near(places[i][1], x, room, "drift")
      near(places[i][2], y, room, "height")
      near(0, vx, 1e-5, "vx")
      near(0, vy, 1e-5, "vy")
    end
    assert(world:max_penetration() < 5e-4)
  end

  for _, case in ipairs { { 5, 1.05 }, { 20, 1.05 }, { 50, 1.05 }, { 20, 1 }, { 50, 1 } } do
    it(("keeps a pyramid with %d at the base, %g m apart"):format(case[1], case[2]), function()
      renew()
      stand(pyramid(case[1], case[2]), 5, 2e-4)
    end)
  end

  for _, case in ipairs { { 2, 8 }, { 3, 8 }, { 3, 20 }, { 9, 9 } } do
    it(("keeps a wall of %d x %d bricks"):format(case[1], case[2]), function()
      renew()
      stand(wall(case[1], case[2]), 5, 2e-4)
    end)
  end

  it("falls when the floor is taken away", function()
    local floor = renew()
    local boxes = pyramid(6, 1.05)
    run(world, 2)
    floor:destroy()
    world:step(1 / 60)
    for _, box in ipairs(boxes) do
      local _, vy = box:velocity()
      near(-10 / 60, vy, 2e-3, "vy")
    end
  end)

  it("falls when gravity turns around", function()
    renew()
    local boxes = pyramid(6, 1.05)
    run(world, 2)
    world:set_gravity(0, 10)
    world:step(1 / 60)
    for _, box in ipairs(boxes) do
      local _, vy = box:velocity()
      assert(vy > 0.05, "vy " .. vy)
    end
  end)

  it("falls in when boxes below are removed", function()
    renew()
    local boxes = pyramid(6, 1.05)
    run(world, 2)
    boxes[3]:destroy()
    boxes[4]:destroy()
    run(world, 3)
    local _, above = boxes[9]:position() -- on both
    assert(above < 1, "above " .. above)
    for body in world:bodies("dynamic") do
      local _, y = body:position()
      assert(y > 0.49, "height " .. y)
    end
  end)

  it("is pushed by a force that lasts one step", function()
    renew()
    local boxes = pyramid(4, 1.05)
    run(world, 2)
    local top = boxes[#boxes]
    top:apply_force(60, 0)
    world:step(1 / 60)
    local vx = top:velocity()
    near((60 - 6) / 60, vx, 0.05, "vx")
  end)

  it("is moved by a velocity, and by a new place", function()
    renew()
    local boxes = pyramid(4, 1.05)
    run(world, 2)
    boxes[#boxes]:set_velocity(0, 2)
    world:step(1 / 60)
    local _, y, _, _, vy = boxes[#boxes]:state()
    near(3.5 + 2 / 60, y, 2e-3, "height")
    near(2 - 10 / 60, vy, 1e-2, "vy")
    run(world, 2)
    boxes[#boxes]:set_position(30, 5)
    world:step(1 / 60)
    _, vy = boxes[#boxes]:velocity()
    near(-10 / 60, vy, 0.03, "vy")
  end)

  it("slides off when friction goes", function()
    local floor = renew()
    local a = world:box { y = 0.5, w = 1, h = 1 }
    local b = world:box { y = 1.5, w = 1, h = 1 }
    world:set_gravity(2, -10)
    run(world, 2)
    near(0, (a:position()), 1e-3, "a")
    for shape in floor:shapes() do shape:set_friction(0) end
    for shape in a:shapes() do shape:set_friction(0) end
    run(world, 1)
    assert((a:position()) > 0.9)
    assert((b:position()) > 0.9)
  end)

  it("is hit by a ball", function()
    renew()
    local boxes = pyramid(5, 1.05)
    run(world, 2)
    local before = measure.energy(world)
    local ball = world:circle { x = -6, y = 4.2, radius = 0.4, vx = 20, density = 2 }
    local added = measure.energy(world) - before
    run(world, 4)
    assert(measure.energy(world) < before + added)
    assert((boxes[#boxes]:position()) > 1)
    assert(ball:is_valid())
  end)

  it("is lifted by a platform", function()
    renew()
    local lift = world:box { type = "kinematic", y = 0.25, w = 12, h = 0.5 }
    local boxes = {}
    for i = 0, 4 do boxes[#boxes + 1] = world:box { x = 0, y = 1 + i, w = 1, h = 1 } end
    run(world, 2)
    lift:set_velocity(0, 0.25)
    run(world, 4)
    local _, y = boxes[5]:position()
    near(6, y, 0.01, "top")
    lift:set_velocity(0, 0)
    run(world, 1)
    local _, again = boxes[5]:position()
    near(6, again, 0.01, "top")
  end)

  it("begins and ends touches with what comes and goes", function()
    renew()
    local boxes = pyramid(3, 1.05)
    run(world, 2)
    local begun, ended = 0, 0
    world:set_listener {
      begin_contact = function() begun = begun + 1 end,
      end_contact = function() ended = ended + 1 end,
    }
    local late = world:box { y = 3.5, w = 0.5, h = 1 }
    run(world, 1)
    assert(begun == 1 and ended == 0, begun .. " " .. ended)
    late:destroy()
    run(world, 1)
    assert(begun == 1 and ended == 1, begun .. " " .. ended)
    local _, y = boxes[#boxes]:position()
    near(2.5, y, 1e-4, "top")
  end)

  it("does not care how heavy what lies on it is", function()
    for _, ratio in ipairs { 10, 1000, 10000 } do
      renew()
      local boxes = wall(3, 3)
      boxes[#boxes + 1] = world:box { x = 1.2, y = 2, w = 2, h = 1, density = ratio }
      run(world, 3)
      for _, box in ipairs(boxes) do
        local _, _, _, vx, vy = box:state()
        near(0, vx, 1e-3, "vx")
        near(0, vy, 1e-3, "vy")
      end
      assert(world:max_penetration() < 5e-3, "overlap " .. world:max_penetration())
    end
  end)

  -- Soft rows sag by the load; solved directly, what has been pressed in comes out again.
  it("stands up under what was dropped upon it, however heavy", function()
    for _, case in ipairs { { 4, 0.5, 100, 0.05 }, { 4, 0.5, 100, 0.5 }, { 2, 1, 100, 0.2 },
      { 1, 1, 300, 0.05 } } do
      local count, size, ratio, drop = case[1], case[2], case[3], case[4]
      renew()
      for i = 1, count do world:box { y = size * (i - 0.5), w = size, h = size } end
      local heavy = world:box { y = size * (count + 0.5) + drop, w = size, h = size,
        density = ratio }
      run(world, 10)
      local _, y = heavy:position()
      near(size * (count + 0.5), y, 0.01,
        ("%d crates, %d : 1, from %g m"):format(count, ratio, drop))
    end
  end)

  -- J, most that the energy of a pile rises by once it has lain for 5 s
  local function heave(seed, count)
    renew()
    local function lot()
      seed = (1664525 * seed + 1013904223) & 0xffffffff
      return seed / 2 ^ 32
    end
    for side = -1, 1, 2 do
      world:box { type = "static", x = 4.5 * side, y = 15, w = 1, h = 32 }
    end
    for i = 0, count - 1 do
      world:box { x = -3.4 + i % 10 * 0.75 + 0.06 * lot() - 0.03, y = 1 + i // 10 * 0.75,
        angle = 3 * lot(), w = 0.5, h = 0.5 }
    end
    run(world, 5)
    local low, rise = math.huge, 0
    for _ = 1, 300 do
      world:step(1 / 60)
      local energy = world:kinetic_energy() + world:potential_energy()
      low = math.min(low, energy)
      rise = math.max(rise, energy - low)
    end
    return rise
  end

  -- Overlap that has come about in a jumble stays: taking it out would lift all of it, for long.
  -- What comes down later than that is lifted out of others all the same, in one of six piles.
  for _, count in ipairs { 200, 300 } do
    it(("does not heave piles of %d turned boxes that have settled"):format(count), function()
      local rises = {}
      for seed = 1, 5 do rises[seed] = heave(seed, count) end
      table.sort(rises)
      assert(rises[3] < 0.5, "J " .. rises[3])
    end)
  end
end)
