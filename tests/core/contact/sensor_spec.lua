-- Sensors: who enters, who leaves, who is in; for every pair of types, at any speed.

local cairn = require "cairn"

local DT <const> = 1 / 60
local TYPES <const> = { "static", "kinematic", "dynamic" }

describe("A sensor", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    options = options or {}
    options.gravity = { 0, 0 }
    world = cairn.world(options)
  end

  before_each(function() renew { max_speed = 2000 } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  -- What the last step told of the two: "+" entered, "-" left.
  local function told(sensor, visitor)
    local text = ""
    for _, s, v, entered in world:sensors() do
      if s == sensor and v == visitor then text = text .. (entered and "+" or "-") end
    end
    return text
  end

  local function steps(n, sensor, visitor)
    local text = ""
    for _ = 1, n do
      world:step(DT)
      text = text .. told(sensor, visitor)
    end
    return text
  end

  local function visitors(sensor)
    local list = {}
    for shape in sensor:visitors() do list[#list + 1] = shape end
    return list
  end

  -- A sensor of 1 m at the origin; makers return body, shape.
  local function box(kind, x, more)
    local keys = { type = kind, x = x, w = 1, h = 1 }
    for k, v in pairs(more or {}) do keys[k] = v end
    return world:box(keys)
  end

  for _, own in ipairs(TYPES) do
    for _, other in ipairs(TYPES) do
      it(("that is %s finds what is %s, and loses it"):format(own, other), function()
        local _, sensor = box(own, 0, { sensor = true })
        local body, visitor = box(other, 0.5)
        assert.equal("+", steps(1, sensor, visitor))
        assert.same({ visitor }, visitors(sensor))
        assert.equal("", steps(5, sensor, visitor)) -- told once
        body:set_position(5, 0)
        assert.equal("-", steps(3, sensor, visitor))
        assert.same({}, visitors(sensor))
        body:set_position(-0.5, 0)
        assert.equal("+", steps(3, sensor, visitor))
      end)

      it(("that is %s and comes later, or is put elsewhere, finds what is %s"):format(own, other),
        function()
          local _, visitor = box(other, 0)
          steps(60, visitor, visitor)
          local body, sensor = box(own, 0.5, { sensor = true })
          assert.equal("+", steps(1, sensor, visitor))
          body:set_position(4, 0)
          assert.equal("-", steps(1, sensor, visitor))
          body:set_position(0, 0)
          assert.equal("+", steps(1, sensor, visitor))
        end)
    end
  end

  it("sees no other sensor", function()
    local _, a = box("static", 0, { sensor = true })
    local _, b = box("dynamic", 0, { sensor = true })
    assert.equal("", steps(5, a, b) .. steps(5, b, a))
    assert.same({}, visitors(a))
  end)

  it("tells in the step in which the body arrives", function()
    local _, sensor = box("static", 0, { sensor = true })
    local body, visitor = box("dynamic", -2, { vx = 6 }) -- 0.1 m a step; touches after 1 m
    local n = 0
    repeat
      n = n + 1
      world:step(DT)
    until told(sensor, visitor) == "+"
    assert.equal(1, #visitors(sensor))
    local x = body:position()
    assert(x > -1 and x < -0.89, x)
    assert(n == 10 or n == 11)
  end)

  -- ()===|======>   within one step; entered in that one, left in the next
  for _, own in ipairs(TYPES) do
    for speed = 100, 1000, 300 do
      it(("1 cm thin and %s tells of what crosses it at %d m/s"):format(own, speed), function()
        local _, sensor = world:box { type = own, w = 0.01, h = 4, sensor = true }
        for _, make in ipairs { "circle", "box" } do
          for phase = 0, 7 do
            local x = -3 - speed * DT * phase / 8
            local body, visitor = world[make](world, { x = x, radius = 0.05,
              w = make == "box" and 0.1 or nil, h = make == "box" and 0.1 or nil, vx = speed,
              angular_velocity = make == "box" and 20 or 0 })
            local text = steps(5 + math.ceil(6 / (speed * DT)), sensor, visitor)
            assert.equal("+-", text)
            assert(math.abs(body:velocity() - speed) < 1e-3) -- and does not slow it
            body:destroy()
          end
        end
      end)
    end
  end

  --   ()==>     a disc that turns is the disc that it was: what is drawn straight in the world is
  --      (o)    an arc as seen from what turns
  for _, own in ipairs { "kinematic", "dynamic" } do
    it("that turns tells of what flies through it, not of what flies beside it: " .. own, function()
      for phase = 0, 15 do
        for _, beside in ipairs { -0.4, -0.2, 0, 0.2, 0.4 } do
          renew { max_speed = 2000 }
          local _, sensor = world:circle { type = own, radius = 0.2, angular_velocity = 20,
            sensor = true }
          local _, visitor = world:circle { x = -20 + phase, y = beside, radius = 0.1, vx = 900,
            angular_velocity = -15 }
          assert.equal(math.abs(beside) < 0.3 and "+-" or "", steps(5, sensor, visitor))
        end
      end
    end)
  end

  --  ======>     it flies along the sensor, and is in it at the end of its length, or just not
  --        []
  it("tells of a long stick that comes down along it", function()
    for phase = 0, 15 do
      for _, low in ipairs { -0.002, 0.002 } do -- m over the sensor when its end is there
        for _, speed in ipairs { 200, 400, 900 } do
          renew { max_speed = 2000 }
          local _, sensor = world:box { type = "static", w = 0.1, h = 0.1, sensor = true }
          local far, slope = 8 + phase * speed * DT / 16, 0.01
          -- leaves it when its own end has gone far + 0.6 + 0.05
          local y = 0.05 + 0.006 + low + slope * (far + 0.65)
          local _, visitor = world:box { x = -far, y = y, w = 1.2, h = 0.012, vx = speed,
            vy = -slope * speed, type = "kinematic" }
          local text = steps(3 + math.ceil((far + 2) / speed / DT), sensor, visitor)
          assert.equal(low < 0 and "+-" or "", text)
        end
      end
    end
  end)

  it("that flies past tells of what rests, of every type", function()
    for _, other in ipairs(TYPES) do
      renew { max_speed = 2000 }
      local _, visitor = world:circle { type = other, radius = 0.1 }
      local _, sensor = world:box { x = -7.3, w = 0.02, h = 2, vx = 500, sensor = true }
      assert.equal("+-", steps(5, sensor, visitor))
    end
  end)

  it("that flies tells of what flies towards it, and not of what flies beside it", function()
    local _, sensor = world:box { x = -8, w = 0.02, h = 1, vx = 500, sensor = true }
    local _, towards = world:circle { x = 8, radius = 0.1, vx = -500 }
    local _, beside = world:circle { x = 8, y = 0.7, radius = 0.1, vx = -500 }
    local _, along = world:circle { x = -7.5, radius = 0.1, vx = 500 }
    local a, b, c = "", "", ""
    for _ = 1, 5 do
      world:step(DT)
      a, b, c = a .. told(sensor, towards), b .. told(sensor, beside), c .. told(sensor, along)
    end
    assert.equal("+-", a)
    assert.equal("", b)
    assert.equal("", c)
  end)

  it("is not crossed by what a wall in front of it stops", function()
    world:box { type = "static", x = -0.5, w = 0.02, h = 4 }
    local _, sensor = world:box { type = "static", w = 0.01, h = 4, sensor = true }
    local _, visitor = world:circle { x = -4, radius = 0.1, vx = 600 }
    assert.equal("", steps(10, sensor, visitor))
  end)

  it("does not forget what sleeps in it, nor tells of it again", function()
    local _, sensor = box("static", 0, { sensor = true })
    local body, visitor = box("dynamic", 0.5)
    assert.equal("+", steps(60, sensor, visitor))
    assert.is_false(body:is_awake())
    assert.same({ visitor }, visitors(sensor))
    body:wake()
    assert.equal("", steps(60, sensor, visitor))
    assert.same({ visitor }, visitors(sensor))
  end)

  it("finds what sleeps when it is put over it, and wakes nobody", function()
    local body, visitor = box("dynamic", 0)
    steps(60, visitor, visitor)
    assert.is_false(body:is_awake())
    local area, sensor = box("static", 9, { sensor = true })
    steps(1, sensor, visitor)
    area:set_position(0, 0)
    assert.equal("+", steps(1, sensor, visitor))
    assert.is_false(body:is_awake())
  end)

  it("that is driven over what sleeps tells of it, and wakes nobody", function()
    local body, visitor = box("dynamic", 0)
    steps(60, visitor, visitor)
    local _, sensor = box("kinematic", -2, { sensor = true, vx = 3 })
    assert.equal("+-", steps(120, sensor, visitor))
    assert.is_false(body:is_awake())
  end)

  it("tells that who is disabled, destroyed or made another has left", function()
    local _, sensor = box("static", 0, { sensor = true })
    local body, visitor = box("dynamic", 0.2)
    assert.equal("+", steps(2, sensor, visitor))
    body:set_enabled(false)
    assert.equal("-", steps(2, sensor, visitor))
    assert.same({}, visitors(sensor))
    body:set_enabled(true)
    assert.equal("+", steps(2, sensor, visitor))
    for _, kind in ipairs { "kinematic", "static", "dynamic" } do
      body:set_type(kind)
      assert.equal("-+", steps(2, sensor, visitor)) -- it is another pair then
    end
    body:destroy()
    world:step(DT)
    local left = 0
    for _, s, _, entered in world:sensors() do
      if s == sensor and not entered then left = left + 1 end
    end
    assert.equal(1, left)
    assert.same({}, visitors(sensor))
  end)

  it("hears layers, groups and the filter hook, whoever sleeps", function()
    renew { layers = { "a", "b" } }
    world:set_collides("a", "b", false)
    local _, sensor = box("static", 0, { sensor = true, layer = "a" })
    local _, other = box("static", 0, { layer = "b" })
    local _, own = box("static", 0, { layer = "a" })
    assert.equal("", steps(2, sensor, other))
    assert.same({ own }, visitors(sensor))
    world:set_collides("a", "b", true)
    assert.equal("+", steps(2, sensor, other))
    renew()
    local _, never = box("static", 0, { sensor = true })
    local _, visitor = box("static", 0)
    local asked = 0
    world:set_listener { filter = function()
      asked = asked + 1
      return false
    end }
    assert.equal("", steps(3, never, visitor))
    assert.equal(1, asked)
  end)

  it("tells of a chain once, however many of its segments are in it", function()
    local body = world:body { type = "static" }
    local chain = body:add_chain { points = { -3, 0, -1, 0.1, 0, 0, 1, 0.1, 3, 0 } }
    local area, sensor = world:box { type = "kinematic", y = 3, w = 4, h = 1, vy = -3,
      sensor = true }
    assert.equal("+", steps(60, sensor, chain))
    assert.same({ chain }, visitors(sensor))
    area:set_velocity(0, 30)
    assert.equal("-", steps(30, sensor, chain))
  end)

  it("may be a halfspace, a segment, a polygon; and a step of 0 s tells, too", function()
    local _, half = world:halfspace { nx = 0, ny = 1, y = -10, sensor = true }
    local _, line = world:segment { x1 = -2, y1 = 0, x2 = 2, y2 = 0, sensor = true }
    local _, triangle = world:polygon { type = "static", points = { 5, 0, 7, 0, 6, 2 },
      sensor = true }
    local body, visitor = world:circle { radius = 0.5, y = -11 }
    world:step(0)
    assert.equal("+", told(half, visitor))
    body:set_position(0, 0.4)
    world:step(0)
    assert.equal("-+", told(half, visitor) .. told(line, visitor))
    body:set_position(6, 1)
    world:step(0)
    assert.equal("-+", told(line, visitor) .. told(triangle, visitor))
  end)

  it("counts in the funnel what goes through its neck", function()
    local scene = require "cairn.scene"
    local funnel <close> = assert(scene.load("scripts/funnel.lua", { balls = 60 }))
    local neck, below, passed = nil, {}, {}
    for shape in funnel:world():shapes() do
      if shape:is_sensor() and select(2, shape:body():position()) == 3.5 then neck = shape end
    end
    for _ = 1, 400 do
      funnel:step(1)
      for _, s, visitor, entered in funnel:world():sensors() do
        if s == neck and not entered then passed[visitor:body()] = true end
      end
      for body in funnel:world():bodies("dynamic") do
        local _, y = body:position()
        if y < 3.25 then below[body] = true end
      end
    end
    local n = 0
    for body in pairs(below) do
      assert(passed[body], tostring(body))
      n = n + 1
    end
    assert(n > 30, n)
  end)

  it("gives the same with 1 and 2 threads and any sub-steps", function()
    local function run(options)
      options.max_speed, options.gravity = 2000, { 0, -10 }
      local w <close> = cairn.world(options)
      local text = {}
      for i = 1, 20 do
        w:box { type = TYPES[i % 3 + 1], x = 3 * i, y = 4, w = 0.5, h = 6, sensor = true }
      end
      for i = 1, 60 do w:circle { y = 1 + 0.1 * i, radius = 0.02, vx = 10 * i } end
      for n = 1, 30 do
        w:step(DT)
        for _, s, v, entered in w:sensors() do
          text[#text + 1] = ("%d %d %d %s"):format(n, s:id(), v:id(), entered)
        end
      end
      return table.concat(text, "\n"), #text
    end
    local one, count = run { threads = 1 }
    assert(count > 1000, count)
    assert.equal(one, (run { threads = 2 }))
  end)

  describe("that is one only now", function()
    local sensor, post

    -- One that was switched, in every way the same as one that was made so; told from then on.
    local function switched(type, visitor_type, later)
      local twins = {}
      for i, made in ipairs { later, not later } do
        local w = cairn.world { gravity = { 0, -10 } }
        w:box { type = "static", y = -0.5, w = 20, h = 1 }
        local _, s = w:box { type = type, y = 0.5, w = 2, h = 1, sensor = made }
        local v = w:circle { type = visitor_type, x = 0.3, y = 1.2, radius = 0.5 }
        if made ~= later then s:set_sensor(later) end
        local text = {}
        for n = 1, 60 do
          w:step(DT)
          for _, a, b in w:begins() do text[#text + 1] = ("%d b%d %d"):format(n, a:id(), b:id()) end
          for _, a, b in w:ends() do text[#text + 1] = ("%d e%d %d"):format(n, a:id(), b:id()) end
          for _, a, b, entered in w:sensors() do
            text[#text + 1] = ("%d s%d %d %s"):format(n, a:id(), b:id(), entered)
          end
        end
        text[#text + 1] = ("%016x"):format(w:hash())
        text[#text + 1] = ("%.17g %.17g"):format(v:position())
        twins[i] = table.concat(text, "\n")
        assert.is_true(w:validate())
        w:destroy()
      end
      return twins
    end

    for _, type in ipairs(TYPES) do
      for _, visitor in ipairs(TYPES) do
        for _, later in ipairs { true, false } do
          it(("is as if made so: %s, %s, %s"):format(type, visitor, later), function()
            local twins = switched(type, visitor, later)
            assert.equal(twins[1], twins[2])
          end)
        end
      end
    end

    before_each(function()
      renew {}
      post, sensor = world:box { w = 2, h = 1, type = "static" }
    end)

    it("ends contacts, sees who is there, and lets them through", function()
      world:set_gravity(0, -10)
      local ball, shape = world:circle { y = 1, radius = 0.5 }
      for _ = 1, 90 do world:step(DT) end
      assert.is_true(post:touching(ball))
      assert.is_false(ball:is_awake())
      sensor:set_sensor(true)
      assert.is_true(sensor:is_sensor())
      assert.is_true(ball:is_awake())
      local log = {}
      world:set_listener {
        end_contact = function(a, b) log[#log + 1] = "end " .. a:id() .. " " .. b:id() end,
        sensor = function(s, v, entered)
          log[#log + 1] = tostring(s == sensor and v == shape and entered)
        end,
      }
      for _ = 1, 120 do world:step(DT) end
      assert.equal("end 1 2 true false", table.concat(log, " "))
      assert.is_true(select(2, ball:position()) < -5)
    end)

    it("is solid again: who was in it leaves, and is pushed out", function()
      sensor:set_sensor(true)
      local ball, shape = world:circle { y = 0.8, radius = 0.5 }
      assert.equal("+", steps(5, sensor, shape))
      sensor:set_sensor(false)
      assert.equal("-", steps(1, sensor, shape))
      for _ = 1, 60 do world:step(DT) end
      assert.is_true(select(2, ball:position()) > 0.99)
    end)

    it("is not solid while it has an area, and nothing has changed", function()
      sensor:set_sensor(true)
      sensor:set_area { drag = 1 }
      local hash = world:hash()
      local ok, message = pcall(sensor.set_sensor, sensor, false)
      assert.is_false(ok)
      assert.equal("bad argument #1 to 'set_sensor' (what has an area stays a sensor)",
        message)
      assert.equal(hash, world:hash())
      sensor:set_area(nil)
      sensor:set_sensor(false)
      assert.is_false(sensor:is_sensor())
    end)
  end)
end)
