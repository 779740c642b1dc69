-- The hook steer: velocities that a script gives before each step, as a function of its own.

local cairn = require "cairn"

local DT <const> = 1 / 60

local function steered(world, keys)
  keys.steered, keys.radius = true, keys.radius or 0.5
  return world:circle(keys)
end

describe("the hook steer", function()
  -- A planet about a sun in the origin: what begins each step is the velocity of a circle.
  it("gives the velocity with which a body begins each step", function()
    local world = cairn.world { gravity = { 0, 0 } }
    local planet = steered(world, { x = 4 })
    world:set_listener { steer = function(body)
      local x, y = body:position()
      return -0.5 * y, 0.5 * x, 2
    end }
    for _ = 1, 60 do world:step() end
    local x, y = planet:position()
    assert.is_true(math.abs(x - 4 * math.cos(0.5)) < 0.01)
    assert.is_true(math.abs(y - 4 * math.sin(0.5)) < 0.01)
    assert.is_true(math.abs(planet:angle() - 2) < 1e-4)
  end)

  it("is told the velocity and the length of the step, and gravity acts after it", function()
    local world = cairn.world { gravity = { 0, -10 } }
    local ball = steered(world, { vx = 3, angular_velocity = 1 })
    local told
    world:set_listener { steer = function(...) told = { ... } return 1, 2 end }
    world:step(DT)
    assert.same({ ball, 3, 0, 1, DT }, told)
    local vx, vy = ball:velocity()
    assert.is_true(math.abs(vx - 1) < 1e-6 and math.abs(vy - (2 - 10 * DT)) < 1e-5)
    assert.equal(1, ball:angular_velocity())
  end)

  it("is asked for awake bodies that have the switch and may move, in the order of ids", function()
    local world = cairn.world {}
    local asked = {}
    local a, b = steered(world, { x = 0 }), steered(world, { x = 4, type = "kinematic" })
    steered(world, { x = 8, type = "static" })
    steered(world, { x = 12, enabled = false })
    world:circle { x = 16, radius = 1 }
    local last = steered(world, { x = 20, vx = 1 })
    world:set_listener { steer = function(body) asked[#asked + 1] = body end }
    world:step()
    assert.same({ a, b, last }, asked)
    last:set_steered(false)
    assert.is_false(last:is_steered())
    a:sleep()
    asked = {}
    world:step()
    assert.same({ b }, asked)
  end)

  it("leaves a body to itself where it answers nothing, which may then sleep", function()
    local world = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", w = 9, h = 1, y = -0.5 }
    local box = world:box { y = 0.5, w = 1, h = 1, steered = true }
    world:set_listener { steer = function() end }
    for _ = 1, 120 do world:step() end
    assert.is_false(box:is_awake())
  end)

  it("may read the world and not change it, nor step it, nor yield", function()
    local world = cairn.world {}
    local ball = steered(world, {})
    local function refused(text, f)
      world:set_listener { steer = f }
      assert.error_matches(function() world:step() end, text, 1, true)
    end
    refused("world is read-only inside steer", function(body) body:set_velocity(1, 0) end)
    refused("world is read-only inside steer", function(body) body:destroy() end)
    refused("inside a callback of the same world", function() world:step() end)
    refused("steer may not yield", function() coroutine.yield() end)
    assert.is_true(ball:is_valid())
    assert.equal(4, world:steps())
  end)

  it("says which body got an answer that is none, and the step is done", function()
    local world = cairn.world {}
    local first, second = steered(world, { name = "it" }), steered(world, { x = 3 })
    local answers = { { "fast" }, { 1, {} }, { nil, nil, true } }
    local numbers = {
      [{ 1, 0 / 0 }] = "vy: finite number expected, got nan",
      [{ 1e40, 0 }] = "vx must be in -1e+30..1e+30, got 1e+40",
      [{ 0, 0, -math.huge }] = "w: finite number expected, got -inf",
      [{ 1 }] = "vx and vy are given both or neither, got number, nil",
      [{ nil, 1, 2 }] = "vx and vy are given both or neither, got nil, number",
    }
    for answer in pairs(numbers) do answers[#answers + 1] = answer end
    for i, answer in ipairs(answers) do
      world:set_listener { steer = function(body)
        if body == first then return table.unpack(answer, 1, 3) end
      end }
      local ok, message = pcall(world.step, world)
      assert.is_false(ok)
      local expected = numbers[answer] or "expected vx, vy, w as numbers or nil"
      assert.matches('steer of body #1 "it": ' .. expected, message, 1, true)
      assert.equal(i, world:steps())
    end
    assert.equal(0, (second:velocity()))
  end)

  it("has the bits of setters that are called before the step, in recordings as well", function()
    local function make()
      local world = cairn.world { gravity = { 0, -10 } }
      world:box { type = "static", w = 30, h = 1, y = -0.5 }
      for i = 1, 12 do steered(world, { x = i % 4, y = 1 + i }) end
      return world
    end
    local function law(vx, vy, w) return 0.98 * vx + 0.1, 0.98 * vy, 0.9 * w end
    local one, other, path = make(), make(), os.tmpname()
    one:set_listener { steer = function(_, vx, vy, w) return law(vx, vy, w) end }
    local record = one:record(path)
    for _ = 1, 200 do
      one:step()
      for body in other:bodies() do
        if body:is_steered() and body:is_awake() then
          local vx, vy = body:velocity()
          local x, y, w = law(vx, vy, body:angular_velocity())
          body:set_angular_velocity(w)
          body:set_velocity(x, y)
        end
      end
      other:step()
      assert.equal(other:hash(), one:hash())
    end
    record:close()
    assert.replays(path)
    os.remove(path)
  end)

  it("is refused as a switch that is none", function()
    local world = cairn.world {}
    local ball = world:circle { radius = 1 }
    assert.error_matches(function() ball:set_steered(1) end, "boolean expected, got number", 1,
      true)
    assert.error_matches(function() world:circle { radius = 1, steered = "yes" } end,
      "(field 'steered': boolean expected, got string)", 1, true)
  end)
end)
