-- Far from the origin everything is as it is at the origin: places are doubles, and what is small
-- is always seen from a body. And bodies that meet hundreds of others are solved like those of few.
local cairn = require "cairn"
local measure = require "tests.support.measure"
local near, at_most = measure.near, measure.at_most

local PLACES = { { 1e5, 0 }, { -1e5, 1e5 }, { 7e4, -7e4 }, { 9e5, -9e5 } }

local function run(world, steps, each)
  for i = 1, steps do
    world:step(1 / 60)
    if each then each(i) end
  end
end

-- Each makes its scene around x, y and returns what is measured there.
local SCENES = {
  ["a stack"] = function(world, x, y)
    world:box { type = "static", x = x, y = y - 0.5, w = 50, h = 1 }
    local top
    for i = 1, 20 do top = world:box { x = x, y = y + i - 0.5, w = 1, h = 1 } end
    run(world, 600)
    local tx, ty, angle = top:state()
    return { tx - x, ty - y, angle, world:max_penetration(), world:manifold_count() }, 1e-5
  end,
  ["a pyramid"] = function(world, x, y)
    world:box { type = "static", x = x, y = y - 0.5, w = 50, h = 1 }
    local top
    for row = 0, 9 do
      for i = 0, 9 - row do
        top = world:box { x = x + (i - (9 - row) / 2) * 0.52, y = y + 0.25 + row / 2, w = 0.5,
          h = 0.5 }
      end
    end
    run(world, 600)
    local tx, ty, angle = top:state()
    return { tx - x, ty - y, angle, world:max_penetration(), world:manifold_count() }, 1e-5
  end,
  ["a slow box"] = function(world, x, y)
    world:box { type = "static", x = x, y = y - 0.5, w = 50, h = 1, friction = 0 }
    local box = world:box { x = x, y = y + 0.25, w = 0.5, h = 0.5, vx = 0.1, friction = 0,
      can_sleep = false }
    run(world, 600)
    local bx, by = box:position()
    return { bx - x, by - y }, 1e-5
  end,
  ["a box on tiles"] = function(world, x, y)
    for i = -5, 20 do
      world:box { type = "static", x = x + i, y = y - 0.5, w = 1, h = 1, friction = 0 }
    end
    local box = world:box { x = x, y = y + 0.25, w = 0.5, h = 0.5, vx = 1, friction = 0 }
    local across = 0
    run(world, 600, function(i)
      local _, vy = box:velocity()
      if i > 5 then across = math.max(across, math.abs(vy)) end
    end)
    at_most(0.01, across, "across")
    local bx, by = box:position()
    return { bx - x, by - y }, 1e-5
  end,
  ["a wheel"] = function(world, x, y)
    world:box { type = "static", x = x, y = y - 0.5, w = 100, h = 1 }
    local wheel = world:circle { x = x - 20, y = y + 0.25, radius = 0.25, vx = 2,
      angular_velocity = -8 }
    run(world, 600)
    local wx, wy = wheel:position()
    return { wx - x, wy - y }, 1e-5
  end,
  ["a pendulum"] = function(world, x, y)
    local bob = world:box { x = x + 1, y = y, w = 0.2, h = 0.2 }
    local joint = world:revolute { a = world:body { type = "static", x = x, y = y }, b = bob,
      at = { x, y } }
    run(world, 600, function() at_most(1e-5, (joint:error()), "gap of the hinge") end)
    local bx, by = bob:position()
    return { bx - x, by - y }, 1e-3
  end,
  ["a ray"] = function(world, x, y)
    world:circle { x = x + 3, y = y, radius = 0.5 }
    world:polygon { type = "static", x = x + 6, y = y,
      points = { -1, -1, 1, -1, 1, 1, 0, 0, -1, 1 } }
    world:step(0)
    local _, ax, ay, nx, ny, fraction = world:raycast(x, y + 0.3, x + 10, y + 0.3)
    local _, bx, by = world:raycast(x + 10, y + 0.5, x, y + 0.5)
    local _, cx, cy = world:raycast(x + 6, y + 5, x + 6, y - 5)
    return { ax - x, ay - y, nx, ny, fraction, bx - x, by - y, cx - x, cy - y }, 1e-6
  end,
  ["a bullet before a wall of a centimetre"] = function(world, x, y)
    world:set_gravity(0, 0)
    world:box { type = "static", x = x, y = y, w = 0.01, h = 4 }
    local bullet = world:circle { x = x - 5, y = y, radius = 0.1, vx = 390 }
    run(world, 30)
    local bx, by = bullet:position()
    return { bx - x, by - y }, 1e-4
  end,
}

describe("a large world", function()
  for name, scene in cairn.pairs(SCENES) do
    it("has " .. name .. " far out as at the origin", function()
      local here <close> = cairn.world { gravity = { 0, -10 } }
      local expected, tolerance = scene(here, 0, 0)
      for _, place in ipairs(PLACES) do
        local there <close> = cairn.world { gravity = { 0, -10 } }
        local found = scene(there, place[1], place[2])
        for i, value in ipairs(expected) do
          near(value, found[i], tolerance, ("value %d at %g"):format(i, place[1]))
        end
      end
    end)
  end

  it("has a pile far out as at the origin, but for what chance makes of it", function()
    local function pile(x, y)
      local world <close> = cairn.world { gravity = { 0, -10 } }
      world:chain { x = x, y = y, points = { -4, 20, -4, 0, 4, 0, 4, 20 } }
      for i = 0, 199 do
        local keys = { x = x + (i % 10 - 4.5) * 0.7, y = y + 0.5 + 0.7 * (i // 10) }
        if i % 2 == 0 then keys.radius = 0.25 else keys.w, keys.h, keys.angle = 0.5, 0.5, i end
        if i % 2 == 0 then world:circle(keys) else world:box(keys) end
      end
      run(world, 900)
      local sum, low = 0, math.huge -- which one lies on top is chance, and by how much
      for body in world:bodies "dynamic" do
        local _, by = body:position()
        sum, low = sum + by - y, math.min(low, by - y)
      end
      return sum / 200, low, world:max_penetration(), world:kinetic_energy()
    end
    local height, _, deep = pile(0, 0)
    for _, x in ipairs { 1e5, -9e5 } do
      local mean, low, penetration, energy = pile(x, -x)
      near(height, mean, 0.2, "mean height")
      assert(low > 0.2)
      at_most(1.5 * deep, penetration, "penetration")
      at_most(0.5, energy, "energy")
    end
  end)
end)

describe("a body that meets many", function()
  local world
  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  --   ===============
  --   oooooooooooooooo
  it("lies on 200 balls as on 20", function()
    for _, count in ipairs { 20, 200 } do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 } }
      world:box { type = "static", y = -0.5, w = 100, h = 1 }
      for i = 1, count do
        world:circle { x = (i - (count + 1) / 2) * 0.21, y = 0.1, radius = 0.1, rolling = 0.1 }
      end
      local plank = world:box { y = 0.26, w = 0.21 * count, h = 0.1, density = 5 }
      run(world, 300)
      local x, y, angle = plank:state()
      near(0, x, 1e-3, "x")
      near(0.25, y, 2e-3, "height on " .. count) -- five times their weight, and soft
      near(0, angle, 1e-3, "angle")
      at_most(1e-3, world:max_penetration(), "penetration on " .. count)
      assert(plank:is_awake() == false or world:kinetic_energy() < 1e-4)
    end
  end)

  it("carries 200 boxes as 20", function()
    for _, count in ipairs { 20, 200 } do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 } }
      world:box { type = "static", y = -0.5, w = 100, h = 1 }
      local plank = world:box { y = 0.1, w = 0.3 * count, h = 0.2 }
      for i = 1, count do
        world:box { x = (i - (count + 1) / 2) * 0.3, y = 0.3, w = 0.2, h = 0.2 }
      end
      run(world, 300)
      at_most(1e-3, world:max_penetration(), "penetration with " .. count)
      near(0.1, select(2, plank:position()), 1e-3, "height")
      at_most(1e-4, world:kinetic_energy(), "energy")
    end
  end)

  it("holds 200 hinges as 20", function()
    local worst = {}
    for _, count in ipairs { 20, 200 } do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 } }
      local hub = world:circle { radius = 1, density = 10 }
      world:revolute { b = hub, at = { 0, 0 }, motor = { speed = 1, max = 1e5 } }
      for i = 1, count do
        local a = 2 * math.pi * i / count
        local x, y = math.cos(a), math.sin(a)
        local spoke = world:box { x = 1.5 * x, y = 1.5 * y, w = 1, h = 0.01, angle = a, density = 1,
          group = -1 }
        world:revolute { a = hub, b = spoke, at = { x, y } }
      end
      worst[count] = 0
      run(world, 300, function()
        for joint in world:joints() do worst[count] = math.max(worst[count], (joint:error())) end
      end)
      near(1, hub:angular_velocity(), 1e-2, "speed of the hub")
    end
    at_most(math.max(2 * worst[20], 1e-4), worst[200], "gap of a hinge")
  end)

  -- What lies deeper is pressed more: the limit is 8 mm for each metre of the drum's radius.
  -- One that falls on others is deeper for a few steps, by 12 mm.
  it("turns as a drum with 200 in it as with 20", function()
    for _, count in ipairs { 20, 200 } do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 } }
      local drum = world:body { type = "kinematic", angular_velocity = 0.5 }
      local r = 0.18 * math.sqrt(count)
      for i = 0, 31 do
        local a = 2 * math.pi * i / 32
        drum:add_box { x = (r + 0.1) * math.cos(a), y = (r + 0.1) * math.sin(a), w = 0.2,
          h = 0.21 * r, angle = a }
      end
      local bodies, side = {}, math.ceil(math.sqrt(count))
      for i = 0, count - 1 do
        bodies[#bodies + 1] = world:circle { x = (i % side - (side - 1) / 2) * 0.17, radius = 0.08,
          y = (i // side - (side - 1) / 2) * 0.17 }
      end
      local deep = {}
      run(world, 600, function(i)
        if i > 120 then deep[#deep + 1] = world:max_penetration() end
      end)
      table.sort(deep)
      at_most(8e-3 * r, deep[math.floor(0.95 * #deep)], "penetration of " .. count)
      at_most(0.02, deep[#deep], "deepest of " .. count)
      for _, body in ipairs(bodies) do
        local x, y = body:position()
        assert(x * x + y * y < r * r, "out of the drum")
      end
    end
  end)
end)
