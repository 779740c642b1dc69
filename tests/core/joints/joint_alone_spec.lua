-- What is jointed is solved as well as it would be alone in the world: how many other things are
-- jointed, and how large they are, changes no bit of it.
local cairn = require "cairn"
local machines = require "tests.support.machines"
local measure = require "tests.support.measure"

describe("Something jointed", function()
  local world

  before_each(function()
    world = cairn.world { gravity = { 0, -10 }, sleep = false }
    world:box { type = "static", y = -10.5, w = 400, h = 1 }
  end)

  after_each(function()
    world:destroy()
    world = nil
  end)

  local function chain(x, y, links, load)
    local before
    local hinges = {}
    for i = 1, links do
      local link = world:box { x = x + i / 2 - 0.25, y = y, w = 0.5, h = 0.1, group = -1,
        mass = i == links and load or 1 }
      hinges[i] = world:revolute { a = before, b = link, at = { x + (i - 1) / 2, y } }
      before = link
    end
    return hinges
  end

  local function bridge(x, y, planks)
    local before
    for i = 1, planks do
      local plank = world:box { x = x + i - 0.5, y = y, w = 0.96, h = 0.2 }
      world:revolute { a = before, b = plank, at = { x + i - 1, y } }
      before = plank
    end
    world:revolute { a = before, at = { x + planks, y } }
    world:circle { x = x + planks / 2, y = y + 2, radius = 0.5, density = 3 }
  end

  local function welded(x, y)
    local before
    for i = 1, 6 do
      local body = world:box { x = x + 0.4 * i, y = y + 0.1 * i * i, w = 0.38, h = 0.3 }
      if before then world:weld { a = before, b = body, at = { x + 0.4 * i - 0.2, y } } end
      before = body
    end
  end

  local function slider(x, y)
    local car = world:box { x = x, y = y, w = 0.5, h = 0.3, group = -3, vx = 3 }
    world:prismatic { b = car, at = { x, y }, axis = { 1, 0 }, limits = { -1, 1 } }
    local bob = world:circle { x = x, y = y - 1, radius = 0.2, group = -3 }
    world:distance { a = car, b = bob }
  end

  local function ring(x, y)
    local first, before
    for i = 0, 11 do
      local px, py = x + cairn.cos(i * math.pi / 6), y + cairn.sin(i * math.pi / 6)
      local body = world:circle { x = px, y = py, radius = 0.1 }
      if before then
        world:distance { a = before, b = body }
      end
      first, before = first or body, body
    end
    world:distance { a = before, b = first }
  end

  local things = {
    { "a chain that swings a load", function() chain(0, 0, 20, 100) end },
    { "a bridge as long as its span", function() bridge(0, -4, 20) end },
    { "a puppet that falls", function() machines.puppet(world, 0, -7, 0.4) end },
    { "a welded shape that falls", function() welded(0, -8) end },
    { "a slider between limits", function() slider(0, 0) end },
    { "a ring of rods", function() ring(0, -7) end },
  }

  -- bits of all that moves, of the bodies made first
  local function states(count)
    local list = {}
    for body in world:bodies "dynamic" do
      if #list == count then break end
      local x, y = body:position()
      local vx, vy = body:velocity()
      list[#list + 1] = ("%a %a %a %a %a %a"):format(x, y, body:angle(), vx, vy,
        body:angular_velocity())
    end
    return list
  end

  local function made()
    local count = 0
    for _ in world:bodies "dynamic" do count = count + 1 end
    return count
  end

  local function renew()
    world:destroy()
    world = cairn.world { gravity = { 0, -10 }, sleep = false }
    world:box { type = "static", y = -10.5, w = 400, h = 1 }
  end

  for _, thing in ipairs(things) do
    it("moves to the same bits with a hundred others far away: " .. thing[1], function()
      thing[2]()
      local count, alone = made(), {}
      for step = 1, 120 do
        world:step(1 / 60)
        alone[step] = table.concat(states(count), "\n")
      end
      renew()
      thing[2]()
      for i = 1, 20 do
        chain(1000 + 30 * i, 300, 20, 50)
        bridge(1000 + 30 * i, 200, 10)
        machines.puppet(world, 1000 + 30 * i, 100, 0.1 * i)
        welded(1000 + 30 * i, 50)
        ring(1000 + 30 * i, 0)
      end
      for step = 1, 120 do
        world:step(1 / 60)
        assert.equal(alone[step], table.concat(states(count), "\n"), "step " .. step)
      end
    end)
  end

  -- those that start, stop and start again are solved side by side with others each time
  local function come_and_go(most)
    for i = 1, most do
      local side = i % 2 == 0 and 1 or -1
      machines.puppet(world, side * (20 + 8 * i), -7 + 1.5 * i, 0.1 * i)
      welded(side * (24 + 8 * i), -8 + i)
    end
  end

  it("moves to the same bits while others fall one by one, fall asleep and are woken", function()
    local alone = {}
    for run = 1, 2 do
      world:destroy()
      world = cairn.world { gravity = { 0, -10 } }
      world:box { type = "static", y = -10.5, w = 400, h = 1 }
      machines.puppet(world, 0, -7, 0.4)
      local count = made()
      if run == 2 then come_and_go(18) end
      for step = 1, 400 do
        if step == 250 then
          local number = 0
          for body in world:bodies "dynamic" do
            number = number + 1
            if number > count and number % 3 == 0 then body:wake() end
          end
        end
        world:step(1 / 60)
        local now = table.concat(states(count), "\n")
        if run == 1 then alone[step] = now end
        assert.equal(alone[step], now, "step " .. step)
      end
    end
  end)

  -- two discs on a floor without friction that a rod holds together, and a heavy one between them:
  -- the rod bears 3/8 of its weight, and the lanes alone would let it open by 13 um for each kg
  local function wedge(mass)
    local left = world:circle { x = -0.6, y = -9.5, radius = 0.5, friction = 0 }
    local right = world:circle { x = 0.6, y = -9.5, radius = 0.5, friction = 0 }
    world:circle { y = -8.7, radius = 0.5, friction = 0, mass = mass }
    return world:distance { a = left, b = right }, left:mass()
  end

  it("that is a rod between two bodies gives little under a load, and nothing under a great one",
    function()
      for _, case in ipairs { { 100, 2e-3 }, { 20000, 1e-4 } } do
        renew()
        local rod = wedge(case[1])
        for _ = 1, 600 do world:step(1 / 60) end
        assert(rod:error() < case[2], ("%g kg: %g m"):format(case[1], rod:error()))
      end
    end)

  local function largest_gap(hinges, steps)
    local worst = 0
    for _ = 1, steps do
      world:step(1 / 60)
      for _, hinge in ipairs(hinges) do worst = math.max(worst, (hinge:error())) end
    end
    return worst
  end

  for _, count in ipairs { 1, 61, 150 } do
    it("has no gaps, however many there are: " .. count .. " chains", function()
      local hinges = {}
      for i = 1, count do table.move(chain(15 * i, 0, 20, 100), 1, 20, #hinges + 1, hinges) end
      local worst = largest_gap(hinges, 60)
      assert(worst < 1e-6, ("%g m"):format(worst))
    end)
  end

  it("has no gaps, however large it is: a chain of 1,300 links", function()
    local worst = largest_gap(chain(0, 900, 1300, 1), 60)
    assert(worst < 1e-6, ("%g m"):format(worst))
  end)

  local function within(a, b) return a + (b - a) * math.random() end

  -- Links of three to six boxes, most of them with limits or slack.
  local function jumble(game)
    local bodies = {}
    for i = 1, math.random(3, 6) do
      local link = game:box { x = i * 0.9, y = within(0, 3), w = 1, h = within(0.1, 0.3),
        vx = within(-9, 9), vy = within(-9, 9), angular_velocity = within(-20, 20) }
      local before = bodies[i - 1]
      bodies[i] = link
      local at = { i * 0.9 - 0.45, within(0, 3) }
      if before and math.random(3) == 1 then
        game:distance { a = before, b = link, max = within(0.5, 3) }
      elseif before then
        local limits = { -within(0, 1), within(0, 1) }
        game:revolute { a = before, b = link, at = at,
          limits = math.random() < 0.7 and limits or nil }
      end
    end
    return bodies
  end

  -- All articulations are found anew then.
  it("moves to the same bits where joints come and go elsewhere", function()
    local function play(seed, busy)
      math.randomseed(seed)
      local game <close> = cairn.world { gravity = { 0, -10 }, substeps = 1 + seed % 6,
        sleep = false }
      game:box { type = "static", y = -4, w = 50, h = 1 }
      local bodies = jumble(game)
      local a, b = game:circle { x = 200, radius = 0.5 }, game:circle { x = 202, radius = 0.5 }
      local rod
      for step = 1, 60 do
        if busy and step % 7 == 3 then
          if rod then rod:destroy() end
          rod = not rod and game:distance { a = a, b = b } or nil
        end
        game:step(1 / 60)
      end
      return measure.states(bodies)
    end
    for _, seed in ipairs { 1, 18, 144, 168, 198, 206, 222, 252 } do
      assert(play(seed, false) == play(seed, true), "seed " .. seed)
    end
  end)

  -- A velocity that was set before it slept is news to its springs when it wakes.
  for _, kind in ipairs { "wheel", "distance" } do
    it(("wakes to the same bits where velocities are set elsewhere: %s"):format(kind), function()
      local function play(busy)
        local game <close> = cairn.world { gravity = { 0, -10 } }
        local a = game:box { y = 0, w = 1, h = 1, vx = 1 }
        local b = game:circle { x = 0.3, y = 2, radius = 0.3, vx = 2 }
        local other = game:circle { x = 100, radius = 1 }
        local keys = { a = a, b = b, spring = { hertz = 4, damping = 0.5 } }
        if kind == "wheel" then
          keys.at, keys.axis = { 0.3, 2 }, { 0, 1 }
        else
          keys.length = 1.5
        end
        game[kind](game, keys)
        a:sleep()
        b:sleep()
        for step = 1, 6 do
          if step == 3 then a:wake() end
          if busy then other:set_velocity(step, 0) end
          game:step(1 / 60)
        end
        return measure.states { a, b }
      end
      assert.equal(play(false), play(true))
    end)
  end
end)
