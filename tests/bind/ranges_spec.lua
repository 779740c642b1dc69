-- Between what numbers have to lie: as the reference says, and within it everything stays finite.
-- CAIRN_EXTREMES="from to steps" plays more worlds.
local cairn = require "cairn"
local extremes = require "tests.support.extremes"

local from, to, steps = (os.getenv "CAIRN_EXTREMES" or "1 48 200"):match "(%d+) (%d+) (%d+)"

-- How a thing of each class is made, with one more key.
local MAKE <const> = {
  ["cairn.WorldKeys"] = function(_, key, v) cairn.world { [key] = v }:destroy() end,
  ["cairn.BodyKeys"] = function(w, key, v) w:body { [key] = v } end,
  ["cairn.ShapeKeys"] = function(w, key, v) w:circle { radius = 1, [key] = v } end,
  ["cairn.CircleSize"] = function(w, key, v) w:circle { [key] = v } end,
  ["cairn.BoxSize"] = function(w, key, v)
    local keys = { w = 1, h = 1 }
    keys[key] = v
    w:box(keys)
  end,
  ["cairn.EllipseSize"] = function(w, key, v)
    local keys = { rx = 1, ry = 1 }
    keys[key] = v
    w:ellipse(keys)
  end,
  ["cairn.AddKeys"] = function(w, key, v)
    w:body { type = "static" }:add_circle { radius = 1, [key] = v }
  end,
  ["cairn.AreaKeys"] = function(w, key, v)
    w:circle { radius = 1, sensor = true, area = { [key] = v } }
  end,
  ["cairn.WindKeys"] = function(w, key, v) w:wind { [key] = v } end,
  ["cairn.ExplosionKeys"] = function(w, key, v)
    local keys = { radius = 1, falloff = 1, impulse = 1 }
    keys[key] = v
    w:explode(keys)
  end,
  ["cairn.JointKeys"] = function(w, key, v) w:weld { b = w:body {}, [key] = v } end,
  ["cairn.MotorKeys"] = function(w, key, v)
    w:revolute { b = w:body {}, at = { 0, 0 }, motor = { [key] = v } }
  end,
  ["cairn.TargetSpringKeys"] = function(w, key, v)
    local spring = { hertz = key ~= "stiffness" and 1 or nil }
    spring[key] = v
    w:revolute { b = w:body {}, at = { 0, 0 }, spring = spring }
  end,
  ["cairn.MouseKeys"] = function(w, key, v)
    local keys = { body = w:body {}, x = 0, y = 0 }
    keys[key] = v
    w:mouse(keys)
  end,
  ["cairn.DistanceKeys"] = function(w, key, v)
    w:distance { a = w:body {}, b = w:body { x = 1 }, [key] = v, spring = { hertz = 1 } }
  end,
  ["cairn.DriveLinearKeys"] = function(w, key, v)
    w:motor { b = w:body {}, linear = { [key] = v } }
  end,
  ["cairn.DriveAngularKeys"] = function(w, key, v)
    w:motor { b = w:body {}, angular = { [key] = v } }
  end,
  ["cairn.FrictionKeys"] = function(w, key, v) w:friction { b = w:body {}, [key] = v } end,
  ["cairn.RatchetKeys"] = function(w, key, v)
    local keys = { b = w:body {}, step = 1 }
    keys[key] = v
    w:ratchet(keys)
  end,
  ["cairn.RotaryKeys"] = function(w, key, v) w:rotary { b = w:body {}, [key] = v } end,
  ["cairn.PulleyKeys"] = function(w, key, v)
    w:pulley { a = w:body {}, b = w:body { x = 1 }, ground_from = { 0, 1 }, ground_to = { 1, 1 },
      [key] = v }
  end,
  ["cairn.Legs"] = function(w, key, v)
    local legs = { length = 1, hertz = 1 }
    legs[key] = v
    w:mover { radius = 0.3, height = 1, legs = legs }
  end,
}

describe("A number", function()
  local world
  before_each(function() world = cairn.world {} end)
  after_each(function() world:destroy() end)

  for class, make in cairn.pairs(MAKE) do
    for name, field in cairn.pairs(extremes.fields_of(class)) do
      local lo, hi, besides = extremes.range_of(field)
      if field.type == "number" and lo and (class ~= "cairn.MoverKeys") then
        it(("lies where the reference says: %s of %s"):format(name, class), function()
          if not besides.signed then make(world, name, lo) end
          make(world, name, hi)
          local beyond = { hi * 1.001, 1e300 }
          if lo < 0 then beyond[#beyond + 1] = lo * 1.001 end
          if lo > 0 and not besides.signed then beyond[#beyond + 1] = lo * 0.999 end
          if lo == 0 then beyond[#beyond + 1] = -1e-9 end
          if besides.signed then
            make(world, name, -hi)
            beyond[#beyond + 1] = -hi * 1.001
          end
          local count = world:body_count()
          for _, v in ipairs(beyond) do
            local ok, message = pcall(make, world, name, v)
            assert.is_false(ok, ("%s = %g is taken"):format(name, v))
            assert.is_truthy(message:find "must be" or message:find "world limit",
              message)
          end
          assert.is_true(world:body_count() >= count)
        end)
      end
    end
  end

  it("has a range in the reference wherever a key takes one", function()
    local missing = {}
    for class in pairs(MAKE) do
      for name, field in cairn.pairs(extremes.fields_of(class)) do
        if field.type == "number" and not extremes.range_of(field) then
          missing[#missing + 1] = class .. "." .. name
        end
      end
    end
    assert.same({}, missing)
  end)

  it("may be a count: one that no int holds is out of range as well", function()
    local _, chain = world:chain { points = { 0, 0, 1, 0, 2, 0 } }
    for _, i in ipairs { math.maxinteger, math.mininteger, 2147483647, -2147483648, 2 ^ 31 } do
      assert.error_matches(function() chain:set_material(i, {}) end, "must be in 1..2", 1, true)
    end
  end)
end)

describe("A world of numbers at the ends of their ranges", function()
  for seed = math.tointeger(from), math.tointeger(to) do
    it("stays finite in all that can be read: " .. seed, function()
      local wrong, taken = extremes.play(seed, math.tointeger(steps))
      assert.equal("", table.concat(wrong, "\n", 1, math.min(#wrong, 20)))
      assert.is_true(taken > 10, taken)
    end)
  end

  it("holds a body as fast as it may be, and no faster", function()
    local world = cairn.world { max_speed = 1e6, gravity = { 0, 0 } }
    local body = world:circle { radius = 1, mass = 1e-12, fast_rotation = true }
    body:apply_impulse(1e18, 0)
    body:apply_force(1e18, 1e18)
    body:apply_torque(1e18)
    world:step()
    local vx, vy = body:velocity()
    assert.near(1e6, math.sqrt(vx * vx + vy * vy), 1)
    assert.is_true(math.abs(body:angular_velocity()) <= 1.001e6)
    assert.is_true(body:is_enabled())
    world:destroy()
  end)

  it("has joints that forget what a body was lost by, also once it is back", function()
    local world = cairn.world { max_speed = 1e6 }
    local body = world:box { y = 5, w = 1, h = 0.5 }
    world:mouse { body = body, x = 1e6, y = 5, at = { 1e6, 5.1 }, hertz = 1e6, damping = 1e6 }
    local pin = world:revolute { a = world:ground(), b = body, at = { 0.3, 5.1 } }
    local lost = 0
    for _ = 1, 6 do
      world:step()
      if not body:is_enabled() then lost = lost + 1 end
      body:set_enabled(true)
      local x, y, torque = pin:force()
      assert.is_true(math.abs(x) + math.abs(y) + math.abs(torque) < math.huge, x)
    end
    assert.is_true(lost > 0)
  end)
end)
