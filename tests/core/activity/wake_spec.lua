-- Whatever changes what carries a sleeper, or what holds it, wakes it.

local cairn = require "cairn"

local DT <const> = 1 / 60

local function settle(world, body)
  for _ = 1, 600 do
    world:step(DT)
    if not body:is_awake() then return end
  end
  error "it does not come to rest"
end

describe("a sleeper wakes when", function()
  local world

  before_each(function() world = cairn.world { layers = { "a", "b" }, gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  -- A box that sleeps on what carries it.
  local function carried(type)
    local carrier = world:box { type = type, y = -0.5, w = 6, h = 1, one_way = { 0, 1 } }
    local box = world:box { y = 0.5, w = 1, h = 1, layer = "a" }
    settle(world, box)
    return carrier, box
  end

  -- What wakes at once, and what with the next step does not matter: it must not sleep on.
  local function wakes(box, change)
    change()
    local awake = box:is_awake()
    world:step(DT)
    assert.is_true(awake or box:is_awake())
  end

  -- Working off what was done waits until the step or until somebody asks: when, tells nobody.
  it("asked in between or not", function()
    local function play(ask)
      local w = cairn.world { gravity = { 0, -10 } }
      w:box { type = "static", y = -0.5, w = 40, h = 1 }
      local boxes, hashes = {}, {}
      for i = 1, 4 do
        for k = 1, 4 do boxes[#boxes + 1] = w:box { x = 3 * i, y = k - 0.5, w = 1, h = 1 } end
      end
      local lift = w:box { type = "kinematic", x = -5, w = 2, h = 1 }
      boxes[#boxes + 1] = w:box { x = -5, y = 1, w = 1, h = 1 }
      for _ = 1, 300 do w:step(DT) end
      assert.equal(0, w:awake_count())
      local acts = {
        function() boxes[1]:apply_impulse(0, 0) end,
        function() boxes[4]:sleep() end,
        function() boxes[5]:set_mass(3) end,
        function() boxes[6]:destroy() end,
        function() boxes[9]:apply_force(1, 0) end,
        function() w:weld { a = boxes[10], b = boxes[13], at = { 10, 1 } } end,
        function() boxes[11]:set_type "kinematic" end,
        function() boxes[14]:shape():set_friction(0.1) end,
        function() boxes[15]:set_enabled(false) end,
        function() lift:set_velocity(0, 0.5) end,
        function() boxes[17]:sleep() end,
      }
      for _, act in ipairs(acts) do
        act()
        if ask then w:awake_count() end
      end
      for i = 1, 60 do
        hashes[i] = w:hash()
        w:step(DT)
      end
      w:destroy()
      return hashes
    end
    assert.same(play(true), play(false))
  end)

  it("it is asked for, with its whole island, before the next step", function()
    local _, box = carried "static"
    local above = world:box { y = 1.5, w = 1, h = 1 }
    settle(world, above)
    settle(world, box)
    above:apply_impulse(0, 0)
    assert.is_true(box:is_awake())
    assert.equal(2, world:awake_count())
    assert.equal(2, world:poses({}, "awake"))
  end)

  local of_shape = {
    sensor = function(s) s:set_sensor(true) end,
    layer = function(s) s:set_layer "b" end,
    group = function(s) s:set_group(-3) end,
    friction = function(s) s:set_friction(0.01) end,
    restitution = function(s) s:set_restitution(0.5) end,
    rolling = function(s) s:set_rolling(0.1) end,
    surface_speed = function(s) s:set_surface_speed(1) end,
    ["side of one_way"] = function(s) s:set_one_way(0, -1) end,
    seen = function(s) s:set_seen(not s:is_seen()) end,
    events = function(s) s:set_events(false) end,
    ["no one_way"] = function(s) s:set_one_way(nil) end,
    density = function(s) s:set_density(7) end,
    pre_solve = function(s) s:set_pre_solve(true) end,
    reshape = function(s) s:reshape { w = 5, h = 0.5 } end,
    destroy = function(s) s:destroy() end,
  }
  local of_body = {
    position = function(b) b:set_position(0, -3) end,
    angle = function(b) b:set_angle(0.1) end,
    transform = function(b) b:set_transform(0, -3, 0) end,
    enabled = function(b) b:set_enabled(false) end,
    destroy = function(b) b:destroy() end,
    ["another shape"] = function(b) b:add_circle { y = 0.5, radius = 0.3 } end,
  }
  local of_kinematic = {
    velocity = function(b) b:set_velocity(1, 0) end,
    ["angular velocity"] = function(b) b:set_angular_velocity(1) end,
    move_to = function(b) b:move_to(1, -0.5, 0, 0.5) end,
    ["dynamic type"] = function(b) b:set_type "dynamic" end,
    ["static type"] = function(b) b:set_type "static" end,
  }
  local of_world = {
    gravity = function() world:set_gravity(0, 10) end,
    collides = function() world:set_collides("a", "default", false) end,
    wind = function() world:set_wind { x = 30 } end,
    friction_mix = function() world:set_friction_mix "min" end,
    sleep = function() world:set_sleep(false) end,
  }
  local of_sleeper = {
    gravity_scale = function(b) b:set_gravity_scale(-1) end,
    mass = function(b) b:set_mass(3) end,
    ["kinematic type"] = function(b) b:set_type "kinematic" b:set_velocity(1, 0) end,
    velocity = function(b) b:set_velocity(1, 0) end,
    force = function(b) b:apply_force(100, 0) end,
    impulse = function(b) b:apply_impulse(1, 0) end,
    layer = function(b) b:shape():set_layer "b" end,
    inertia = function(b) b:set_inertia(3) end,
    ["centre of mass"] = function(b) b:set_mass_center(0.2, 0.2) end,
    damping = function(b) b:set_damping(1) end,
    can_sleep = function(b) b:set_can_sleep(false) end,
    locks = function(b) b:set_locks(true, false, false) end,
    ["one_way"] = function(b) b:shape():set_one_way(0, 1) end,
  }

  -- A box that sleeps in a joint of that kind.
  local function hanging(kind)
    local ground = world:body { type = "static" }
    local body = world:box { y = kind == "distance" and -2 or 0, w = 1, h = 1 }
    local t = { a = ground, b = body }
    if kind == "revolute" then t.at, t.limits = { 0, 1 }, { -1, 1 } end
    if kind == "prismatic" then t.axis, t.limits = { 0, 1 }, { -1, 1 } end
    if kind == "distance" then t.from, t.to, t.length = { 0, 0 }, { 0, -2 }, 2 end
    local joint = world[kind](world, t)
    settle(world, body)
    return joint, body
  end
  local of_joint = {
    revolute = { "limits", "motor", "spring", "enabled", "collide", "break_force", "destroy" },
    prismatic = { "limits", "motor", "spring", "enabled" },
    weld = { "linear", "angular", "enabled" },
    distance = { "length", "min", "max", "spring", "enabled" },
  }
  local arguments = {
    limits = { -0.5, 0.5 }, motor = { 1, 100 }, spring = { 2, 0.5 }, enabled = { false },
    collide = { true }, break_force = { 1 }, linear = { 2, 1 }, angular = { 2, 1 },
    length = { 1 }, min = { 1 }, max = { 3 },
  }

  local function each(t)
    local names = {}
    for name in pairs(t) do names[#names + 1] = name end
    table.sort(names)
    local i = 0
    return function() i = i + 1 return names[i], t[names[i]] end
  end

  for _, type in ipairs { "static", "kinematic" } do
    for name, change in each(of_shape) do
      it(("the %s of the %s shape below it changes"):format(name, type), function()
        local carrier, box = carried(type)
        wakes(box, function() change(carrier:shape()) end)
      end)
    end
    for name, change in each(of_body) do
      it(("the %s of the %s body below it changes"):format(name, type), function()
        local carrier, box = carried(type)
        wakes(box, function() change(carrier) end)
      end)
    end
  end
  for name, change in each(of_kinematic) do
    it(("the %s of the kinematic body below it changes"):format(name), function()
      local carrier, box = carried "kinematic"
      wakes(box, function() change(carrier) end)
    end)
  end
  for name, change in each(of_world) do
    it(("the %s of the world changes"):format(name), function()
      local _, box = carried "static"
      wakes(box, change)
    end)
  end
  for name, change in each(of_sleeper) do
    it(("its own %s changes"):format(name), function()
      local _, box = carried "static"
      wakes(box, function() change(box) end)
    end)
  end
  for kind, settings in each(of_joint) do
    for _, name in ipairs(settings) do
      it(("the %s of the %s that holds it changes"):format(name, kind), function()
        local joint, body = hanging(kind)
        wakes(body, function()
          local method = name == "destroy" and name or "set_" .. name
          joint[method](joint, table.unpack(arguments[name] or {}))
        end)
      end)
    end
  end

  -- Awake alone is not enough: what two shapes decided when they met is decided anew.
  describe("one_way is", function()
    local function fell(box)
      for _ = 1, 60 do world:step(DT) end
      return select(2, box:position()) < -1
    end

    for _, type in ipairs { "static", "kinematic" } do
      it(("turned around: it falls through what is %s"):format(type), function()
        local carrier, box = carried(type)
        carrier:shape():set_one_way(0, -1)
        assert.is_true(fell(box))
      end)
    end

    it("set where there was none, from the other side", function()
      local floor = world:box { type = "static", y = -0.5, w = 6, h = 1 }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      settle(world, box)
      floor:shape():set_one_way(0, -1)
      assert.is_true(fell(box))
    end)

    it("set on the one that lies, from the other side", function()
      local floor = world:box { type = "static", y = -0.5, w = 6, h = 1 }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      settle(world, box)
      floor:shape():set_one_way(0, 1)
      assert.is_false(fell(box))
      box:shape():set_one_way(0, 1)
      assert.is_true(fell(box))
    end)

    it("taken away while something passes: it is pushed out", function()
      local plank = world:box { type = "static", w = 6, h = 0.4, one_way = { 0, 1 } }
      local ball = world:circle { y = -1, radius = 0.3, vy = 5 }
      for _ = 1, 12 do world:step(DT) end
      assert.is_true(math.abs(select(2, ball:position())) < 0.5)
      plank:shape():set_one_way(nil)
      for _ = 1, 120 do world:step(DT) end
      assert.is_true(math.abs(select(2, ball:position())) > 0.48)
    end)

    it("said again as it was: nothing ends", function()
      local carrier = world:box { type = "static", y = -0.5, w = 6, h = 1, one_way = { 1, 3 } }
      local box = world:box { y = 0.5, w = 1, h = 1 }
      settle(world, box)
      carrier:shape():set_one_way(2, 6)
      carrier:shape():set_friction(0.5)
      world:step(DT)
      assert.is_nil((world:ends()()))
      assert.is_false(fell(box))
    end)
  end)
end)

-- Each joint acts on its own two bodies: the ground has no part in what they do.
describe("a sleeper sleeps on when", function()
  local world

  before_each(function() world = cairn.world { gravity = { 0, -10 } } end)
  after_each(function() world:destroy() end)

  local function sleeps_on(change)
    local ground = world:box { type = "static", y = -0.5, w = 6, h = 1 }
    local box = world:box { y = 0.5, w = 1, h = 1 }
    local other = world:box { x = 2, y = 1, w = 0.5, h = 0.5 }
    local joint = world:revolute { a = ground, b = other, at = { 2, 1 } }
    settle(world, box)
    change(joint, ground, other)
    assert.is_false(box:is_awake())
    world:step(DT)
    assert.is_false(box:is_awake())
  end

  it("the motor or the limits of another's joint to its ground change", function()
    sleeps_on(function(joint, _, other)
      joint:set_motor(1, 100)
      assert.is_true(other:is_awake())
      joint:set_limits(-1, 1)
    end)
  end)

  it("another's joint to its ground is made, disabled, put elsewhere, destroyed", function()
    sleeps_on(function(_, ground, other) world:weld { a = ground, b = other, at = { 2, 1 } } end)
    sleeps_on(function(joint) joint:set_enabled(false) end)
    sleeps_on(function(joint) joint:set_at(2.1, 1) end)
    sleeps_on(function(joint) joint:destroy() end)
  end)
end)
