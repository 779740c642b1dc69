-- Motors at their limit against Newton: a constant force from the moment they begin.
local cairn = require "cairn"

local DT = 1 / 60

local function near(expected, actual, tolerance, what)
  assert.is_true(math.abs(actual - expected) <= tolerance,
    ("%s: %.9g, expected %.9g within %g"):format(what or "value", actual, expected, tolerance))
end

-- Each kind makes a joint with what it may push, and returns how fast that makes what it drives,
-- and how much of it there is to move. set changes what it wants and may.
local kinds = {}

local function turning(body) return function() return body:angular_velocity() end end
local function sliding(body) return function() return (body:velocity()) end end

local function set_motor(joint)
  return function(speed, max) joint:set_motor(speed, max) end
end

function kinds.revolute(world, speed, max)
  local body = world:circle { radius = 0.5 }
  local joint = world:revolute { b = body, at = { 0, 0 }, motor = { speed = speed, max = max } }
  return joint, turning(body), body:inertia(), body
end

function kinds.lever(world, speed, max)
  local body = world:box { x = 1, w = 2, h = 0.1 }
  local joint = world:revolute { b = body, at = { 0, 0 }, motor = { speed = speed, max = max } }
  return joint, turning(body), body:inertia() + body:mass(), body
end

function kinds.pair(world, speed, max)
  local a, b = world:circle { radius = 0.5 }, world:circle { radius = 1 }
  local joint = world:revolute { a = a, b = b, at = { 0, 0 }, motor = { speed = speed, max = max } }
  local function relative() return b:angular_velocity() - a:angular_velocity() end
  return joint, relative, 1 / (1 / a:inertia() + 1 / b:inertia()), b
end

function kinds.prismatic(world, speed, max)
  local body = world:box { w = 1, h = 1 }
  local joint = world:prismatic { b = body, axis = { 1, 0 }, motor = { speed = speed, max = max } }
  return joint, sliding(body), body:mass(), body
end

function kinds.distance(world, speed, max)
  local post = world:box { type = "static", x = -3, w = 1, h = 1 }
  local body = world:box { w = 1, h = 1 }
  local joint = world:distance { a = post, b = body, motor = { speed = speed, max = max } }
  return joint, sliding(body), body:mass(), body
end

function kinds.wheel(world, speed, max)
  local body = world:circle { radius = 0.5 }
  local joint = world:wheel {
    b = body, axis = { 0, 1 }, at = { 0, 0 }, motor = { speed = speed, max = max },
  }
  return joint, turning(body), body:inertia(), body
end

local names = { "revolute", "lever", "pair", "prismatic", "distance", "wheel" }

for _, substeps in ipairs { 1, 2, 4 } do
  describe(("a motor at its limit, with sub-steps: %d,"):format(substeps), function()
    local world
    before_each(function() world = cairn.world { gravity = { 0, 0 }, substeps = substeps } end)
    after_each(function() world:destroy() end)

    for _, name in ipairs(names) do
      it("gives T t / I from its first step on: " .. name, function()
        local _, speed, inertia = kinds[name](world, 1000, 2)
        for i = 1, 30 do
          world:step(DT)
          near(2 * i * DT / inertia, speed(), 4e-6 * i * DT * 2 / inertia + 1e-6, "step " .. i)
        end
      end)

      it("does so when it is switched on, turned around and bounded later: " .. name, function()
        local joint, speed, inertia = kinds[name](world, 0, 0)
        local set, expected = set_motor(joint), 0
        local function run(max, count)
          for i = 1, count do
            world:step(DT)
            expected = expected + max * DT / inertia
            near(expected, speed(), 2e-6 / inertia + 4e-6 * math.abs(expected), "step " .. i)
          end
        end
        run(0, 3)
        set(1000, 2)
        run(2, 5)
        set(-1000, 2)
        run(-2, 7)
        set(-1000, 0.5)
        run(-0.5, 4)
        set(1000, 3)
        run(3, 6)
        set(1000, 0)
        run(0, 3)
      end)

      if name ~= "distance" then -- without a motor that is a rod
        it("gives no more when it is taken away: " .. name, function()
          local joint, speed, inertia = kinds[name](world, 1000, 2)
          for _ = 1, 5 do world:step(DT) end
          joint:set_motor()
          for _ = 1, 3 do
            world:step(DT)
            near(2 * 5 * DT / inertia, speed(), 1e-5 / inertia, "coasts")
          end
        end)
      end
    end

    it("pushes from a velocity that was set from outside", function()
      local _, speed, inertia, body = kinds.revolute(world, 1000, 2)
      for _ = 1, 5 do world:step(DT) end
      body:set_angular_velocity(-1)
      for i = 1, 5 do
        world:step(DT)
        near(-1 + 2 * i * DT / inertia, speed(), 1e-5, "step " .. i)
      end
    end)

    it("does not shake what it holds at an end or against a wall", function()
      local body = world:box { x = 1, w = 2, h = 0.1 }
      local hinge = world:revolute {
        b = body, at = { 0, 0 }, motor = { speed = 5, max = 2 }, limits = { -1, 0.1 },
      }
      local other = world:box { x = 5, w = 2, h = 0.1 }
      world:revolute { b = other, at = { 4, 0 }, motor = { speed = 5, max = 2 } }
      world:box { type = "static", x = 6, y = 0.6, w = 1, h = 1 }
      for i = 1, 240 do
        world:step(DT)
        if i > 120 then
          near(0, hinge:speed(), 1e-4, "at its end")
          near(0, other:angular_velocity(), 2e-3, "against a wall")
        end
      end
    end)

    it("of a motor joint, too, from a velocity that was not set", function()
      local body = world:circle { radius = 0.5 }
      world:step(DT)
      world:motor { b = body, linear = { vx = 1000, max = 2 }, angular = { speed = 1000, max = 3 } }
      for i = 1, 30 do
        world:step(DT)
        local vx = body:velocity()
        near(2 * i * DT / body:mass(), vx, 1e-5 * i, "speed in step " .. i)
        near(3 * i * DT / body:inertia(), body:angular_velocity(), 1e-4 * i, "turn in step " .. i)
      end
    end)

    it("of friction brakes by F t / m from the first step on", function()
      local body = world:circle { radius = 0.5 }
      world:friction { b = body, max_force = 2, max_torque = 1 }
      body:set_velocity(10, 0)
      body:set_angular_velocity(100)
      for i = 1, 30 do
        world:step(DT)
        near(10 - 2 * i * DT / body:mass(), (body:velocity()), 1e-4, "speed in step " .. i)
        near(100 - i * DT / body:inertia(), body:angular_velocity(), 3e-4, "turning in step " .. i)
      end
    end)
  end)
end
