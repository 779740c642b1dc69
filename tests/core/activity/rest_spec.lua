-- What lies still lies still: rest, sinking, stacks, ramps, and how high things bounce.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local near, at_most, run = measure.near, measure.at_most, measure.run
local SLOP <const> = 0.0005 -- m, the overlap allowed at rest

-- Each kind lies on its flat side or its lowest point, `half` above the floor.
local KINDS <const> = {
  { name = "circle", make = "circle", keys = { radius = 0.5 }, half = 0.5 },
  { name = "box", make = "box", keys = { w = 1, h = 0.6 }, half = 0.3 },
  { name = "rounded box", make = "box", keys = { w = 0.8, h = 0.4, radius = 0.1 }, half = 0.3 },
  { name = "capsule", make = "capsule", keys = { x1 = -0.4, y1 = 0, x2 = 0.4, y2 = 0,
    radius = 0.25 }, half = 0.25 },
  { name = "polygon", make = "polygon", keys = { points = { -0.5, -0.3, 0.5, -0.3, 0.2, 0.4,
    -0.2, 0.4 } }, half = 0.3 },
  { name = "ellipse", make = "ellipse", keys = { rx = 0.6, ry = 0.4 }, half = 0.4 },
  { name = "rounded segment", make = "segment", keys = { x1 = -0.45, y1 = 0, x2 = 0.45, y2 = 0,
    radius = 0.1, type = "dynamic" }, half = 0.1 },
}

local FLOORS <const> = {
  { name = "box", make = "box", keys = { type = "static", y = -1, w = 40, h = 2 } },
  { name = "segment", make = "segment", keys = { x1 = -20, y1 = 0, x2 = 20, y2 = 0 } },
  { name = "chain", make = "chain", keys = { points = { -20, 0, -0.1, 0, 7, 0, 20, 0 } } },
  { name = "halfspace", make = "halfspace", keys = { nx = 0, ny = 1 } },
}

describe("In a world,", function()
  local world

  local function renew(options)
    if world then world:destroy() end
    world = cairn.world(options)
  end

  before_each(function() renew { gravity = { 0, -10 }, sleep = false } end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  local function create(kind, more)
    local keys = {}
    for k, v in pairs(kind.keys) do keys[k] = v end
    for k, v in pairs(more or {}) do keys[k] = v end
    return (world[kind.make](world, keys))
  end

  describe("a body at rest", function()
    for _, floor in ipairs(FLOORS) do
      it("of every kind stays for a minute on a " .. floor.name .. ", above slop", function()
        --   ()   []   (=)   /\      no drift: a tenth of a millimetre a minute; no turn; the
        --  ---------------------    soft contact sinks by g / (2 pi 60 Hz)^2 = 0.07 mm
        create(floor)
        local bodies, xs = {}, {}
        for i, kind in ipairs(KINDS) do
          bodies[i] = create(kind, { x = 2 * i, y = kind.half })
        end
        run(world, 2)
        for i, body in ipairs(bodies) do xs[i] = body:position() end
        run(world, 58)
        for i, body in ipairs(bodies) do
          local x, _, angle = body:state()
          near(xs[i], x, 1e-4, KINDS[i].name .. ": drift")
          near(0, angle, 1e-3, KINDS[i].name .. ": angle")
          assert.is.at_rest(body, 1e-3, 1e-3)
        end
        at_most(SLOP, world:max_penetration(), "overlap")
      end)
    end

    it("sinks no deeper when it is heavy", function()
      create(FLOORS[1])
      for i, density in ipairs { 0.001, 1, 1000, 1e6 } do
        world:box { x = 3 * i, y = 0.5, w = 1, h = 1, density = density }
      end
      run(world, 5)
      at_most(SLOP, world:max_penetration(), "overlap")
    end)

    it("comes to rest above slop when it is dropped", function()
      create(FLOORS[1])
      for i, kind in ipairs(KINDS) do create(kind, { x = 2 * i, y = 2 }) end
      run(world, 10)
      at_most(SLOP, world:max_penetration(), "overlap")
      for body in world:bodies("dynamic") do assert.is.at_rest(body, 1e-2, 1e-2) end
    end)

    it("asleep stays exactly where it is", function()
      renew { gravity = { 0, -10 } }
      create(FLOORS[1])
      local body = world:box { y = 0.5, w = 1, h = 1 }
      run(world, 2)
      assert.is.asleep(body)
      local x, y, angle = body:state()
      run(world, 60)
      assert.same({ x, y, angle }, { (select(1, body:state())), (select(2, body:state())),
        (select(3, body:state())) })
    end)

    it("far from the origin lies as it does near it", function()
      local at = 5e4
      world:box { type = "static", x = at, y = at - 1, w = 40, h = 2 }
      local body = world:box { x = at, y = at + 0.5, w = 1, h = 1 }
      run(world, 10)
      local x, y = body:position()
      near(at, x, 1e-4, "x")
      near(at + 0.5, y, SLOP, "y")
    end)
  end)

  describe("a stack of 10 boxes", function()
    it("stands for half a minute", function()
      --  +--+     soft contacts sag by up to 0.6 mm a box of load above: 10 boxes lie on the
      --  +--+     lowest contact, 1 on the highest, 55 * 0.6 mm = 33 mm in all
      --  +--+
      create(FLOORS[1])
      local boxes = {}
      for i = 1, 10 do boxes[i] = world:box { y = i - 0.5, w = 1, h = 1 } end
      run(world, 30)
      for i, box in ipairs(boxes) do
        local x, y, angle = box:state()
        near(0, x, 0.01, "x of box " .. i)
        near(0, angle, 0.01, "angle of box " .. i)
        assert(y <= i - 0.5 + 1e-3 and y >= i - 0.5 - 0.0006 * i * 10, "height of box " .. i)
        assert.is.at_rest(box, 0.01, 0.01)
      end
    end)
  end)

  describe("a pyramid", function()
    it("of 10 rows stands", function()
      create(FLOORS[1])
      local top
      for row = 0, 9 do
        for i = 0, 9 - row do
          top = world:box { x = 1.05 * (i + row / 2 - 4.5), y = row + 0.5, w = 1, h = 1 }
        end
      end
      run(world, 10)
      local x, y = top:position()
      near(0, x, 0.02, "x of the top")
      near(9.5, y, 0.04, "y of the top")
    end)
  end)

  describe("friction on a ramp", function()
    -- A slab turned by the slope; the block lies on it at 20 m from its middle.
    --        __
    --      .'[]'.         tan(angle) against mu = 0.5
    --    .'      angle
    local function ramp(slope, friction)
      local angle = math.atan(slope)
      local c, s = math.cos(angle), math.sin(angle)
      world:box { type = "static", w = 100, h = 1, angle = angle, friction = friction }
      local block = world:box { x = 20 * c - 0.75 * s, y = 20 * s + 0.75 * c, w = 1, h = 0.5,
        angle = angle, friction = friction }
      local x0, y0 = block:position()
      return function()
        local x, y = block:position()
        return (x0 - x) * c + (y0 - y) * s -- way down the slope
      end, angle
    end

    for _, mu in ipairs { 0.2, 0.5, 0.9 } do
      it("of " .. mu .. " holds just below its angle", function()
        local way = ramp(mu - 0.01, mu)
        run(world, 1)
        local before = way()
        run(world, 10)
        near(before, way(), 1e-3, "creep in 10 s")
      end)

      it("of " .. mu .. " slides above it with g (sin - mu cos)", function()
        local way, angle = ramp(mu + 0.1, mu)
        run(world, 2)
        local acceleration = 10 * (math.sin(angle) - mu * math.cos(angle))
        local exact = acceleration * 2 * 2 / 2
        -- an Euler step of h adds a t h / 2; 1 % for the first step, when the contact is made
        near(exact, way(), acceleration * 2 / 480 + 0.01 * exact, "way in 2 s")
      end)
    end

    it("of zero slides with g sin", function()
      local way, angle = ramp(0.5, 0)
      run(world, 1)
      near(10 * math.sin(angle) / 2, way(), 0.02, "way in 1 s")
    end)

    it("stops a sliding block after v^2 / (2 mu g)", function()
      create(FLOORS[1], { friction = 0.5 })
      local block = world:box { x = -10, y = 0.25, w = 1, h = 0.5, vx = 10, friction = 0.5 }
      run(world, 4)
      local x = block:position()
      -- Euler: h v / 2 = 21 mm short
      near(0, x, 0.022, "end")
      assert.is.at_rest(block, 1e-3, 1e-3)
    end)

    it("makes a sliding disc roll at two thirds of its speed", function()
      -- a solid disc keeps its angular momentum about the line of contact: v = 2 v0 / 3, at
      -- t = v0 / (3 mu g); then w = -v / r
      create(FLOORS[1])
      local disc = world:circle { x = -15, y = 0.5, radius = 0.5, vx = 6 }
      run(world, 3)
      local vx = disc:velocity()
      near(4, vx, 0.02, "vx")
      near(-vx / 0.5, disc:angular_velocity(), 0.05, "spin")
    end)

    it("lets a disc roll on the floor, not in it", function()
      create(FLOORS[1])
      local disc = world:circle { x = -18, y = 0.5, radius = 0.5, vx = 16, angular_velocity = -32 }
      run(world, 2, function()
        local _, y = disc:position()
        near(0.5, y, SLOP, "y")
      end)
      near(0, (select(2, disc:velocity())), 1e-3, "vy")
    end)

    it("is mixed as the world says", function()
      for mix, exact in pairs { geometric = 0.4, min = 0.2, max = 0.8, average = 0.5,
        multiply = 0.16 } do
        renew { gravity = { 0, -10 }, friction_mix = mix }
        create(FLOORS[1], { friction = 0.2 })
        world:box { y = 0.5, w = 1, h = 1, friction = 0.8 }
        world:step(0)
        near(exact, measure.manifolds(world)[1].friction, 1e-6, mix)
      end
    end)
  end)

  describe("restitution", function()
    -- The step decides when a bounce happens: the speed of impact is known to g dt, its place to
    -- v dt. A ball from 5 m comes at 10 m/s: 2 * 1.7 % of height and 0.17 m of 5.
    local function bounce(e)
      create(FLOORS[1], { restitution = e, friction = 0 })
      local ball = world:circle { y = 5.5, radius = 0.5, friction = 0 }
      local apex, was = {}, -1
      run(world, 8, function()
        local _, vy = ball:velocity()
        local _, y = ball:position()
        if was > 0 and vy <= 0 then apex[#apex + 1] = y - 0.5 + vy * vy / 20 end
        was = vy
      end)
      return apex, ball
    end

    it("of 0 stays down", function()
      local apex, ball = bounce(0)
      for _, h in ipairs(apex) do at_most(0.001, h, "height") end
      local _, y = ball:position()
      near(0.5, y, SLOP, "y at the end")
    end)

    it("of 0.5 comes up to a quarter", function()
      local apex = bounce(0.5)
      near(5 / 4, apex[1], 0.1 * 5 / 4, "first height")
      near(5 / 16, apex[2], 0.3 * 5 / 16, "second height")
      for i = 2, #apex do assert(apex[i] < apex[i - 1]) end
    end)

    it("of 1 comes up again", function()
      local apex = bounce(1)
      assert(#apex >= 3, #apex .. " bounces")
      for i, h in ipairs(apex) do near(5, h, 0.06 * 5, "height " .. i) end
    end)

    it("is mixed as the world says", function()
      for mix, exact in pairs { max = 0.8, min = 0.2, average = 0.5, multiply = 0.16,
        geometric = 0.4 } do
        renew { gravity = { 0, -10 }, restitution_mix = mix }
        create(FLOORS[1], { restitution = 0.2 })
        world:box { y = 0.5, w = 1, h = 1, restitution = 0.8 }
        world:step(0)
        near(exact, measure.manifolds(world)[1].restitution, 1e-6, mix)
      end
    end)

    it("below restitution_speed does not bounce", function()
      renew { gravity = { 0, 0 }, restitution_speed = 2 }
      create(FLOORS[1], { restitution = 1 })
      local slow = world:circle { x = -3, y = 1, radius = 0.5, vy = -1.9 }
      local fast = world:circle { x = 3, y = 1, radius = 0.5, vy = -2.1 }
      run(world, 1)
      near(0, (select(2, slow:velocity())), 1e-3, "slow")
      near(2.1, (select(2, fast:velocity())), 1e-3, "fast")
    end)
  end)

  -- dropped from small heights they sway for seconds, some of them for long
  it("columns of 18 and 25 boxes come to rest, and none of them falls", function()
    -- whether all are at rest after 20 s; each row stands aside by so many m
    local function settle(rows, aside)
      local columns <close> = cairn.world { gravity = { 0, -10 }, sleep = false }
      columns:body({ type = "static" }):add_box { y = -0.5, w = 40, h = 1 }
      local tops = {}
      for column = 1, rows do
        for row = 0, rows - 1 do
          tops[column] = columns:box { w = 0.5, h = 0.5, y = 1 + 0.6 * row,
            x = 0.6 * (column - rows / 2) + aside * (row % 3) }
        end
      end
      for _ = 1, 1200 do columns:step(1 / 60) end
      for column, top in ipairs(tops) do
        local height = 0.5 * rows - 0.25
        assert.is_true(math.abs(top:y() - height) < 0.01,
          ("column %d of %d rows is %.2f m high"):format(column, rows, top:y()))
      end
      return columns:kinetic_energy() < 1e-6
    end
    assert.is_true(settle(18, 0.02))
    local resting = 0
    for i = 1, 8 do resting = resting + (settle(25, 0.021 + 1e-4 * i) and 1 or 0) end
    assert.is_true(resting >= 6, resting .. " of 8 rest")
  end)

  -- with threads, who solves what is remembered from step to step: a few bytes more
  for _, case in ipairs { { threads = 1, bytes = 700 }, { threads = 2, bytes = 720 } } do
    local title = "a pile at rest needs at most %d bytes a box on %d threads, no more once it moved"
    it(title:format(case.bytes, case.threads), function()
      renew { gravity = { 0, -10 }, sleep = false, threads = case.threads }
      world:box { type = "static", y = -1, w = 1000, h = 2 }
      for column = 1, 100 do
        for row = 1, 10 do
          world:box { x = 1.5 * column - 75, y = 0.5 * row - 0.25, w = 0.5, h = 0.5 }
        end
      end
      for _ = 1, 300 do world:step(1 / 60) end
      local before = world:bytes()
      at_most(case.bytes, before / 1000)
      for body in world:bodies() do
        if body:type() == "dynamic" then body:set_velocity(0, 1) end
      end
      for _ = 1, 20 do world:step(1 / 60) end
      assert.is_true(world:bytes() > before)
      for _ = 1, 400 do world:step(1 / 60) end
      at_most(before * 1.1, world:bytes())
    end)
  end
end)
