-- world:describe(), cairn.world of what it gives, and cairn.to_lua: a world as data, and back.
--
-- Which keys there are is asked of the type files: a constructor key without a sample here, or one
-- that describe leaves out, fails.
local cairn = require "cairn"
local load_scene = require("cairn.scene").load
local reference = require "docs.reference"

-- ---- samples ------------------------------------------------------------------------------------

-- A value of each key that is not its default.
local WORLD <const> = {
  gravity = { 1, -3 }, substeps = 6, threads = 2, sleep = false, continuous = false, max_dt = 0.1,
  max_speed = 77, slop = 0.0002, push_share = 0.3, hit_speed = 2, restitution_speed = 0.3,
  push_speed = 4, contact_hertz = 20, contact_damping = 5, friction_mix = "min",
  restitution_mix = "average", layers = { "sky", "sea" }, bounds = { -50, -40, 60, 70 },
  outside = "destroy", strict = false, data = "level 1", apart = { { "default", "default" } },
  wind = { x = 2, y = 0.5, drag = 0.3, lift = 0.1 },
  ground = { x = 1.5 },
  shapes = { { kind = "halfspace" }, { kind = "halfspace", y = -1 } },
  bodies = { { x = 3 } }, movers = { { radius = 0.3, height = 1 } },
  joints = { { type = "mouse", body = 1, x = 1, y = 1 }, needs = "bodies" },
  ignored = { { 1, 2 }, needs = "shapes" },
}
local BODY <const> = {
  type = "kinematic", x = 1.1, y = -2.3, angle = 0.7, vx = 1.5, vy = -0.1, angular_velocity = 2.2,
  damping = 0.1, angular_damping = 0.2, gravity_scale = 0.3, fixed_rotation = true,
  locks = { x = true, rotation = true }, bullet = true, safety = 0.1, fast_rotation = true,
  max_speed = 12.3, can_sleep = false, sleep_speed = 0.07, awake = false, enabled = false,
  name = "it", data = 7, mass = 3.3, inertia = 1.1, mass_center = { 0.1, 0.2 },
  constant_force = { 3.1, -4.2 }, relative_force = { 0.3, 0.7 }, constant_torque = 1.7,
  dominance = -3, steered = true,
}
local SHAPE <const> = {
  density = 2.1, friction = 0.3, restitution = 0.7, rolling = 0.01, surface_speed = 1.3,
  friction_mix = "min", restitution_mix = "average",
  sensor = true, seen = true, layer = "sea", layer_mask = 5, group = -3, one_way = { 0.6, 0.8 },
  pre_solve = true, events = false, hits = false, press_force = 7, release_force = 3,
  press_time = 0.3, color = 0x12ab34,
  area = { gravity = { 1, 2 }, pull = 3, pull_distance = 1.5, replace = true, drag = 0.2,
    angular_drag = 0.3, density = 0.4, surface = 0, flow = { 0.1, 0.2 } },
}
local PLACE <const> = { x = 0.31, y = -0.17, angle = 0.9, enabled = false, data = "shape" }
local KINDS <const> = {
  box = { w = 1.1, h = 0.7, radius = 0.05 }, circle = { radius = 0.6 },
  capsule = { x1 = -0.3, y1 = 0.1, x2 = 0.4, y2 = 0.2, radius = 0.21 },
  polygon = { points = { 0, 0, 1.1, 0, 0.3, 0.9 }, radius = 0.02, hull = true },
  ellipse = { rx = 0.8, ry = 0.3 },
  segment = { x1 = -0.3, y1 = 0.1, x2 = 0.4, y2 = 0.2, radius = 0.01 },
  chain = { points = { 0, 0, 1, 0, 2, 0.3, 1, 2 }, radius = 0.01, loop = true,
    materials = { { friction = 0.1 }, { restitution = 0.2 }, { rolling = 0.3 },
      { surface_speed = 0.4 } } },
  halfspace = { nx = 0.6, ny = 0.8 },
}
local EVERY_JOINT <const> = {
  collide = true, break_force = 100, break_torque = 50, alarm_force = 60, alarm_torque = 40,
  enabled = false, hidden = true, name = "held", data = 1,
}
local HELD <const> = { at = { 0.3, 0.4 }, from = { 0.1, 0.9 }, to = { 0.7, 0.2 }, reference = 0.2 }
local MOTOR <const>, SPRING <const> = { speed = 2, max = 30 }, { hertz = 3, damping = 0.4 }
local SLIDES <const> = { axis = { 3, 4 }, limits = { -0.5, 0.6 }, motor = MOTOR, origin = 0.1,
  spring = { hertz = 3, damping = 0.4, target = 0.1, max = 9 } }
local JOINTS <const> = {
  revolute = { HELD, { limits = { -1, 2 }, motor = MOTOR,
    spring = { hertz = 3, damping = 0.4, target = 0.5, max = 8 } } },
  distance = { { from = { 0.1, 0.9 }, to = { 0.7, 0.2 }, length = 2, min = 0.5, max = 4,
    spring = SPRING, motor = MOTOR } },
  prismatic = { HELD, SLIDES }, wheel = { HELD, SLIDES },
  weld = { HELD, { linear = SPRING, angular = { hertz = 2, damping = 0.1 } } },
  mouse = { { x = 1, y = 0.5, at = { 0.8, 0.6 }, hertz = 3, damping = 0.3, max_force = 20 } },
  motor = { HELD, {
    linear = { x = 0.1, y = 0.2, vx = 1, vy = 2, hertz = 3, damping = 0.4, max = 5 },
    angular = { angle = 0.1, speed = 1, hertz = 2, damping = 0.3, max = 4 } } },
  friction = { HELD, { max_force = 3, max_torque = 4 } },
  filter = { {} }, gear = { { ratio = 2.5 } },
  pulley = { { from = { 0.1, 0.9 }, to = { 0.7, 0.2 }, ground_from = { 0, 5 }, ground_to = { 1, 5 },
    ratio = 1.5, length = 20 } },
  ratchet = { { step = 0.3, phase = 0.1, reference = 0.2 } },
  rotary = { { reference = 0.2, limits = { -1, 2 }, motor = MOTOR,
    spring = { hertz = 3, damping = 0.4, target = 0.5, max = 8 } } },
}
local MOVER <const> = {
  x = 1, y = 2, radius = 0.3, height = 1.2, w = 0.5, h = 0.8, up = { 0.6, 0.8 }, step = 0.4,
  snap = 0.2, max_slope = 0.6, push = 30, mass = 60, layer = "sea",
  filter = { layers = "sky", ignore = 1, sensors = true }, one_way = false,
  legs = { length = 0.4, hertz = 3, damping = 0.6 }, data = "player",
}
-- What of each is needed, whatever else is given.
local NEEDED <const> = { box = { "w", "h" }, circle = { "radius" },
  capsule = { "x1", "y1", "x2", "y2", "radius" }, polygon = { "points" }, ellipse = { "rx", "ry" },
  segment = { "x1", "y1", "x2", "y2" }, chain = { "points" }, halfspace = {},
  revolute = { "at" }, distance = {}, prismatic = { "axis" }, wheel = { "axis" }, weld = {},
  mouse = { "x", "y" }, motor = {}, friction = {}, filter = {}, gear = {},
  pulley = { "ground_from", "ground_to" }, ratchet = { "step" }, rotary = {} }

local function merged(...)
  local t = {}
  for _, part in ipairs { ... } do for k, v in cairn.pairs(part) do t[k] = v end end
  return t
end

local function needed(kind, samples)
  local t = {}
  for _, key in ipairs(NEEDED[kind]) do t[key] = samples[key] end
  return t
end

-- ---- worlds of one thing ------------------------------------------------------------------------

local function new_world() return cairn.world { layers = { "sky", "sea" } } end

-- Another key says what some say where both could.
local function two_bodies(world)
  return world:box { x = 0.1, y = 0.2, w = 1, h = 0.5, angle = 0.3, name = "frame" },
    world:circle { x = 1.3, y = 0.1, radius = 0.4, angle = -2.1 }
end

local function make_joint(kind, keys)
  local world = new_world()
  local a, b = two_bodies(world)
  local ends = { a = a, b = b }
  if kind == "mouse" then ends = { body = b } end
  if kind == "gear" then
    ends = { a = world:revolute { b = a, at = { 0, 0 } },
      b = world:revolute { b = b, at = { 1, 0 } } }
  end
  world[kind](world, merged(keys, ends))
  return world
end

local function text_world(text)
  local env = setmetatable({ scene = {} }, { __index = _G })
  assert(load(text, "=level", "t", env))()
  return env.scene.load()
end

-- What describe tells, having made the same world from it and from its text.
local function told(world)
  local t = world:describe()
  local again = cairn.world(t)
  assert.equal(world:hash(), again:hash(), cairn.to_lua(t))
  assert.same(t, again:describe())
  assert.equal(world:hash(), text_world(cairn.to_lua(t)):hash(), cairn.to_lua(t))
  return t
end

-- One number, or the numbers of a table, up to what is kept of them.
local function near(want, got, key)
  if type(want) ~= "table" then
    if type(want) ~= "number" then return assert.equal(want, got, key) end
    assert.near(want, got, 1e-6, key)
    return
  end
  assert.is_table(got, key)
  for k, v in cairn.pairs(want) do near(v, got[k], key .. "." .. k) end
end

local types = reference.types()
local function keys_of(class, list)
  list = list or {}
  for _, parent in ipairs(types.classes["cairn." .. class].parents) do
    keys_of(parent:gsub("^cairn%.", ""), list)
  end
  for _, field in ipairs(types.classes["cairn." .. class].fields) do
    list[#list + 1] = field.name
  end
  return list
end

-- ---- the specs ----------------------------------------------------------------------------------

describe("world:describe", function()
  describe("tells each key", function()
    it("of the world", function()
      for _, key in ipairs(keys_of "WorldKeys") do
        local value = WORLD[key]
        assert(value ~= nil, "no sample of " .. key)
        local keys = { [key] = value }
        if type(value) == "table" and value.needs then
          keys[value.needs] = WORLD[value.needs]
          value.needs = nil
        end
        near(value, told(cairn.world(keys))[key], key)
      end
    end)

    it("of bodies", function()
      for _, key in ipairs(keys_of "BodyKeys") do
        local value = BODY[key]
        assert(value ~= nil, "no sample of " .. key)
        local world = new_world()
        world:body { [key] = value }
        near(value, told(world).bodies[1][key], key)
      end
    end)

    it("of a body with shapes, which move its centre and wake it", function()
      local world = new_world()
      world:box(merged(BODY, { awake = true, enabled = true, type = "dynamic", w = 1, h = 1 }))
        :add_circle { x = 2, radius = 0.5 }
      world:box { w = 1, h = 1, x = 9, awake = false }:add_circle { x = 2, radius = 0.5 }
      told(world)
      world:find("it"):sleep()
      told(world)
    end)

    it("of shapes", function()
      for _, key in ipairs(keys_of "ShapeKeys") do
        local value = SHAPE[key]
        assert(value ~= nil, "no sample of " .. key)
        local world = new_world()
        local area = key == "area" or key == "seen"
        world:body():add_box { w = 1, h = 1, [key] = value, sensor = area or key == "sensor" }
        near(value, told(world).bodies[1].shapes[1][key], key)
      end
    end)

    for kind, samples in cairn.pairs(KINDS) do
      it("of a " .. kind .. ", and of its place", function()
        local class = kind:gsub("^%l", string.upper) .. "Size"
        for _, key in ipairs(keys_of(class)) do
          assert(samples[key] ~= nil, "no sample of " .. key)
          local world = new_world()
          local body = world:body { type = "static" }
          local loop = key == "materials" or nil -- there is one for each segment
          body["add_" .. kind](body, merged(needed(kind, samples), { loop = loop },
            { [key] = samples[key] }))
          near(samples[key], told(world).bodies[1].shapes[1][key], key)
        end
        for key, value in cairn.pairs(PLACE) do
          local world = new_world()
          local body = world:body { type = "static", angle = 0.3 }
          body["add_" .. kind](body, merged(needed(kind, samples), { [key] = value }))
          near(value, told(world).bodies[1].shapes[1][key], key)
        end
      end)
    end

    for kind, parts in cairn.pairs(JOINTS) do
      it("of a " .. kind .. " joint", function()
        local class, samples = nil, merged(EVERY_JOINT, table.unpack(parts))
        for _, method in ipairs(types.classes["cairn.World"].methods) do
          if method.name == kind then class = method.params.keys.type:match "cairn%.(%w+)" end
        end
        for _, key in ipairs(keys_of(class)) do
          if key ~= "a" and key ~= "b" and key ~= "body" then
            assert(samples[key] ~= nil, ("no sample of %s of a %s"):format(key, kind))
            local keys = merged(needed(kind, samples), { [key] = samples[key] })
            if key == "from" or key == "to" then keys.at = nil end
            local joints = told(make_joint(kind, keys)).joints
            local joint, value = joints[#joints], samples[key]
            if key == "axis" then value = { 0.6, 0.8 } end
            if keys.at == nil and (key == "from" or key == "to") then
              joint = merged({ from = joint.at, to = joint.at }, joint)
            end
            near(value, joint[key], key)
          end
        end
      end)
    end

    it("of movers", function()
      for _, key in ipairs(keys_of "MoverKeys") do
        local value = MOVER[key]
        assert(value ~= nil, "no sample of " .. key)
        local world = new_world()
        local body = world:box { w = 1, h = 1, x = 9 }
        local size = key == "w" or key == "h"
        local keys = size and { w = MOVER.w, h = MOVER.h }
          or { radius = MOVER.radius, height = MOVER.height }
        keys[key] = value
        if key == "filter" then keys.filter = merged(value, { ignore = body }) end
        world:mover(keys)
        near(value, told(world).movers[1][key], key)
      end
    end)
  end)

  it("keeps the order of ids: shapes and movers' bodies between others", function()
    local world = new_world()
    local a = world:body { name = "a" }
    local b = world:box { w = 1, h = 1, x = 4 }
    a:add_circle { radius = 0.5 }
    b:add_circle { radius = 0.5 }
    a:add_box { w = 1, h = 0.2 }
    told(world)
    local other = new_world()
    other:box { w = 1, h = 1 }
    local mover = other:mover { x = 5, radius = 0.3, height = 1, mass = 80 }
    local rope = other:box { w = 1, h = 1, x = 7 }
    other:distance { a = mover:body(), b = rope, max = 5 }
    local t = told(other)
    assert.equal(1, t.bodies[2].mover)
    assert.equal(2, t.joints[1].a)
  end)

  it("keeps the order of shapes beside a mover's, and who ignores whom", function()
    local world = new_world()
    local _, first = world:box { w = 1, h = 1, x = 4 }
    local ground = world:ground():add_box { w = 1, h = 1, x = 9 }
    world:mover { x = -5, radius = 0.3, height = 1, mass = 80 }
    local _, last = world:box { w = 1, h = 2, x = 7 }
    first:set_ignores(last, true)
    last:set_ignores(ground, true)
    local again = told(world)
    assert.same({ { 1, 4 }, { 2, 4 } }, again.ignored)
    local other = cairn.world(again)
    assert.is_true(other:body(1):shape():ignores(other:body(3):shape()))
  end)

  it("tells of the ground where it is not as in a new world", function()
    local world = new_world()
    local ground = world:ground()
    ground:add_box { w = 9, h = 1 }
    ground:set_transform(2, -3.1, 0.2)
    ground:set_name "earth"
    ground:set_data { soil = "clay" }
    world:distance { b = world:circle { radius = 0.2 }, from = { 0, 4 } }
    local t = told(world)
    assert.same({ x = 2, y = -3.1, angle = 0.2, name = "earth", data = { soil = "clay" } },
      t.ground)
    assert.same({ 0, 4 }, t.joints[1].from)
    ground:set_enabled(false)
    assert.is_false(cairn.world(world:describe()):ground():is_enabled())
  end)

  it("calls by name what has it alone, else by number", function()
    local world = cairn.world()
    world:circle { radius = 1, name = "twin" }
    world:circle { radius = 1, x = 5, name = "twin" }
    world:circle { radius = 1, x = 9, name = "one" }
    world:weld { a = world:body(1), b = world:body(3) }
    world:weld { a = world:body(3), b = world:body(2) }
    local joints = told(world).joints
    assert.same({ 1, "one", "one", 2 }, { joints[1].a, joints[1].b, joints[2].a, joints[2].b })
  end)

  it("leaves out what is as by default", function()
    assert.same({}, (cairn.world():describe()))
    local world = cairn.world()
    world:box { w = 1, h = 2 }
    assert.same({ bodies = { { shapes = { { kind = "box", w = 1, h = 2 } } } } }, world:describe())
  end)

  it("tells both parts of a normal, where what is left out is 0 beside the other", function()
    for _, n in ipairs { { 1, 1 }, { -0.3, 1 }, { 0, 2 }, { -1, 0 }, { 0, 1 }, { 0.6, 0.8 } } do
      local world = cairn.world {}
      world:halfspace { nx = n[1], ny = n[2] }
      local again = cairn.world(world:describe()):body(1):shape()
      assert.same(n, { again:nx(), again:ny() })
    end
  end)

  it("gives what is made asleep and what a mover calls up the same hash again", function()
    for _, make in ipairs {
      function(world) world:body { awake = false, vx = 1, angular_velocity = 2 } end,
      function(world) world:body { awake = false, vx = 1, type = "kinematic" } end,
      function(world)
        local mover = world:mover { radius = 0.3, height = 1, up = { 0.18947, 1 } }
        local x, y = mover:up()
        mover:set_push(3) -- nor does a setter turn it
        assert.same({ x, y }, { mover:up() })
      end,
    } do
      local world = cairn.world {}
      make(world)
      assert.same_state(world, cairn.world(world:describe()))
    end
  end)

  it("gives hinges between turned bodies back, nearly all of them to the last bit", function()
    local other, worst = 0, 0
    for i = 1, 300 do
      local world = cairn.world {}
      local a = world:box { w = 1, h = 1, angle = 0.37 * i, x = i % 10 }
      local b = world:box { w = 1, h = 1, angle = 1.93 * i, x = 3 }
      local joint = world:revolute { a = a, b = b, at = { i * 0.618034 % 1, i * 0.754878 % 1 } }
      local again = cairn.world(world:describe())
      if again:hash() ~= world:hash() then other = other + 1 end
      local is, got = { joint:local_anchors() }, { again:joint(1):local_anchors() }
      for k = 1, 4 do worst = math.max(worst, math.abs(is[k] - got[k])) end
    end
    assert.is_true(other <= 6, other)
    assert.is_true(worst < 1e-6, worst)
  end)

  it("tells numbers as they were written, though they are kept as floats", function()
    local world = cairn.world()
    world:circle { x = 0.1, angle = 0.3, vx = 0.7, radius = 0.1, friction = 0.45, damping = 0.2 }
    local body = told(world).bodies[1]
    assert.same({ 0.1, 0.3, 0.7, 0.2, 0.45 },
      { body.x, body.angle, body.vx, body.damping, body.shapes[1].friction })
  end)

  it("gives every scene of scripts/ the same hash again", function()
    local count = 0
    for path in io.popen("ls scripts/*.lua"):lines() do
      local scene = load_scene(path)
      local world = scene:world()
      if world and world:steps() == 0 then
        local t = world:describe()
        assert.equal(world:hash(), cairn.world(t):hash(), path)
        assert.equal(world:hash(), text_world(cairn.to_lua(t)):hash(), path)
        count = count + 1
      end
      scene:close()
    end
    assert.is_true(count >= 80, count)
  end)

  -- Joints hold after a while what they held at first: limits, angles and lengths count from there.
  it("keeps what joints count from in a world that has stepped", function()
    local world = cairn.world { gravity = { 0, 0 } }
    local disc = world:circle { radius = 1, angular_velocity = 9 }
    local hinge = world:revolute { b = disc, at = { 0, 0 } }
    local slider = world:box { x = 5, w = 1, h = 1, vx = 1 }
    local rail = world:prismatic { b = slider, axis = { 1, 0 }, limits = { -1, 3 } }
    local mouse = world:mouse { body = world:circle { x = 9, radius = 1 }, x = 9.5, y = 0 }
    mouse:set_target(12, 3)
    for _ = 1, 90 do world:step() end
    local again = cairn.world(world:describe())
    assert.near(hinge:angle(), again:joint(1):angle(), 1e-6)
    assert.is_true(again:joint(1):angle() > 2 * math.pi)
    assert.near(rail:translation(), again:joint(2):translation(), 1e-6)
    assert.near(1.5, again:joint(2):translation(), 0.01)
    local x, y = mouse:at()
    local x2, y2 = again:joint(3):at()
    assert.near(x, x2, 1e-9)
    assert.near(y, y2, 1e-9)
    for _ = 1, 300 do again:step() end
    assert.near(3, again:joint(2):translation(), 0.01)
  end)

  it("leaves the world as it is, also in the middle of an iteration", function()
    local world = cairn.world()
    for i = 1, 5 do world:circle { x = 3 * i, radius = 1 } end
    local before, count = world:hash(), 0
    for _ in world:bodies() do
      world:describe()
      count = count + 1
    end
    assert.equal(5, count)
    assert.equal(before, world:hash())
  end)
end)

describe("cairn.world of such a table", function()
  local function refuses(t, sentence)
    local ok, message = pcall(cairn.world, t)
    assert.is_false(ok)
    assert.equal(("bad argument #1 to 'world' (%s)"):format(sentence),
      (message:gsub("^[^:%s]*:%d+: ", "")))
  end
  local box = { kind = "box", w = 1, h = 1 }

  it("says of what is wrong where it stands", function()
    refuses({ bodies = 3 }, "field 'bodies': list expected, got number")
    refuses({ bodies = { {}, 3 } }, "field 'bodies[2]': table expected, got number")
    refuses({ bodies = { { angel = 1 } } },
      "field 'bodies[1]': unknown field 'angel', did you mean 'angle'?")
    refuses({ bodies = { { x = 0 / 0 } } },
      "field 'bodies[1].x': finite number expected, got nan")
    refuses({ bodies = { { shapes = { box, { kind = "box", w = 1, h = -1 } } } } },
      "field 'bodies[1].shapes[2].h': must be > 0, got -1")
    refuses({ bodies = { { shapes = { { w = 1, h = 1 } } } } },
      "field 'bodies[1].shapes[1].kind': string expected, got nil")
    refuses({ bodies = { { shapes = { { kind = "bax" } } } } }, "field 'bodies[1].shapes[1].kind': "
      .. "invalid kind 'bax', expected circle, box, capsule, polygon, ellipse, segment, chain or "
      .. "halfspace")
    refuses({ shapes = { {} } }, "field 'shapes[1].kind': string expected, got nil")
    refuses({ bodies = { { mover = 1 } } }, "field 'bodies[1].mover': there is no mover 1")
    refuses({ joints = { { type = "weld", a = 3 } } }, "field 'joints[1].a': there is no body 3")
    refuses({ bodies = { {} }, joints = { { type = "weld", a = "x" } } },
      "field 'joints[1].a': there is no body \"x\"")
    refuses({ bodies = { {} }, joints = { { type = "weld", a = {} } } },
      "field 'joints[1].a': number or name of a body expected, got table")
    refuses({ bodies = { {} }, joints = { { type = "revolute", a = 1 } } },
      "field 'joints[1].at': table of 2 numbers expected, got nil")
    refuses({ joints = { { type = "gear", a = 1 } } }, "field 'joints[1].a': there is no joint 1")
    refuses({ movers = { { radius = 1 } } }, "field 'movers[1].height': number expected, got nil")
    refuses({ apart = { { "default" } } }, "field 'apart[1]': two names of layers expected")
    refuses({ ignored = { { 1 } } }, "field 'ignored[1]': two numbers of shapes expected")
    refuses({ ignored = { { 1, 2 } } }, "field 'ignored[1]': there is no shape 1")
    refuses({ ground = 3 }, "field 'ground': table expected, got number")
    refuses({ ground = { w = 1 } }, "field 'ground': unknown field 'w'")
    refuses({ ground = { x = 1e7 } },
      "field 'ground.x': 1e+07 is outside the world limit of +-1000000 m")
    refuses({ wind = { x = "a" } }, "field 'wind.x': number expected, got string")
  end)

  it("takes no functions of a metatable, and leaves the table as it was", function()
    local t = { bodies = { { shapes = { box } } } }
    cairn.world(setmetatable(t, { __index = function() error "asked" end }))
    assert.same({ kind = "box", w = 1, h = 1 }, t.bodies[1].shapes[1])
  end)
end)

describe("cairn.to_lua", function()
  it("writes the holes of a list", function()
    local text = cairn.to_lua { data = { 1, nil, 3 } }
    assert.is_truthy(text:find("{ 1, nil, 3 }", 1, true))
  end)

  it("writes a scene file that can be read", function()
    local world = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", w = 20, h = 1, name = "floor" }
    world:circle { x = 0.1, y = 3, radius = 0.25, color = 0xff8000 }
    assert.equal([[
local cairn = require "cairn"

local LEVEL = {
  gravity = { 0, -10 },
  bodies = {
    { type = "static", name = "floor", shapes = { { kind = "box", h = 1, w = 20 } } }, -- 1
    { x = 0.1, y = 3, shapes = { { kind = "circle", color = 0xff8000, radius = 0.25 } } }, -- 2
  },
}

function scene.load()
  return cairn.world(LEVEL)
end
]], cairn.to_lua(world:describe()))
  end)

  it("writes strings, keys and numbers so that they are read back the same", function()
    local t = { data = { "a\nb\"\\\0\127", ["end"] = 1, ["x y"] = { 1 / 3, -0.0, 1e300, math.huge },
      [7] = { [-2] = math.mininteger }, [""] = true } }
    local env = { scene = {}, require = function() return { world = function(v) return v end } end,
      math = math }
    load(cairn.to_lua(t), "=t", "t", env)()
    assert.same(t, env.scene.load())
  end)

  it("refuses what is no data, by its place", function()
    for sentence, t in cairn.pairs {
      ["data[1]: function cannot be written"] = { data = { print } },
      ["data.body: cairn.Body cannot be written"] = { data = { body = cairn.world():body() } },
      ["data: key of type boolean cannot be written"] = { data = { [true] = 1 } },
    } do
      local ok, message = pcall(cairn.to_lua, t)
      assert.is_false(ok)
      assert.equal(("bad argument #1 to 'to_lua' (%s)"):format(sentence), message)
    end
    local ring = {}
    ring.ring = ring
    assert.has_error(function() cairn.to_lua(ring) end)
  end)
end)
