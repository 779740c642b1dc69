-- The scenes that the peers run are those of scripts/bench/: written twice, in Lua and in
-- tests/bench/scenes.c, they come to the same bodies, shapes and joints. An engine that only lists
-- what it is asked for (tests/bench/peer_list.c) stands for the peers, so none has to be installed.

local scene = require "cairn.scene"
local process = require "tests.support.process"

local has_module = pcall(require, "cairn")

local quote = process.quote

local folder, program -- a folder of the specs here, and the listing engine in it

-- ---- theirs -----------------------------------------------------------------------------------

local function words_of(sets)
  local words = {}
  for name, value in pairs(sets) do words[#words + 1] = quote(name .. "=" .. value) end
  table.sort(words)
  return table.concat(words, " ")
end

local function run(name, sets)
  local out, err, code = process.run(folder, ("%s %s 2 %s"):format(quote(program), name,
    words_of(sets)))
  assert.equal(0, code, err)
  return out
end

local read = {} -- by the name of a line: fn(made, last shape, numbers...), its shape or nil

function read.open(made, _, gravity, sleep) made.gravity, made.sleep = gravity, sleep == 1 end

function read.body(made, _, kind, x, y, vx, vy, damping, asleep, never)
  made.bodies[#made.bodies + 1] = {
    type = kind == 0 and "static" or "dynamic", x = x, y = y, vx = vx, vy = vy, damping = damping,
    asleep = asleep == 1, never_sleeps = never == 1, shapes = {},
  }
end

local function add_shape(made, body, shape)
  local shapes = made.bodies[body + 1].shapes
  shapes[#shapes + 1] = shape
  return shape
end

function read.box(made, _, body, x, y, w, h, radius)
  return add_shape(made, body, { kind = "box", x = x, y = y, w = w, h = h, radius = radius })
end

function read.circle(made, _, body, radius)
  return add_shape(made, body, { kind = "circle", radius = radius })
end

function read.capsule(made, _, body, x1, y1, x2, y2, radius)
  return add_shape(made, body,
    { kind = "capsule", x1 = x1, y1 = y1, x2 = x2, y2 = y2, radius = radius })
end

function read.segment(made, _, body, x1, y1, x2, y2)
  return add_shape(made, body, { kind = "segment", x1 = x1, y1 = y1, x2 = x2, y2 = y2 })
end

function read.polygon(made, _, body, radius)
  return add_shape(made, body, { kind = "polygon", radius = radius, points = {} })
end

function read.loop(made, _, body)
  return add_shape(made, body, { kind = "chain", points = {} })
end

function read.point(_, shape, x, y)
  local points = shape.points
  points[#points + 1], points[#points + 2] = x, y
end

function read.material(_, shape, density, friction, restitution, group, layer, mask)
  if shape.kind ~= "chain" and shape.kind ~= "segment" then shape.density = density end
  shape.friction, shape.restitution, shape.group = friction, restitution, group
  shape.bits = { layer = math.tointeger(layer), mask = math.tointeger(mask) }
end

function read.revolute(made, _, a, b, x, y, limited, low, high, reference, driven, speed, torque,
    hertz, damping)
  made.joints[#made.joints + 1] = {
    a = a + 1, b = b + 1, x = x, y = y, reference = reference,
    low = limited == 1 and low or nil, high = limited == 1 and high or nil,
    speed = driven == 1 and speed or nil, torque = driven == 1 and torque or nil,
    hertz = hertz > 0 and hertz or nil, damping = hertz > 0 and damping or nil,
  }
end

local function listed(name, sets)
  local made, shape = { bodies = {}, joints = {} }, nil
  for line in run(name, sets):gmatch "[^\n]+" do
    local word, rest = line:match "^(%l+)(.*)$"
    local numbers = {}
    for number in (rest or ""):gmatch "%S+" do numbers[#numbers + 1] = tonumber(number) end
    if read[word] then shape = read[word](made, shape, table.unpack(numbers)) or shape end
  end
  return made
end

-- ---- ours -------------------------------------------------------------------------------------

local GEOMETRY = {
  box = { "x", "y", "w", "h", "radius" }, circle = { "radius" }, chain = {},
  capsule = { "x1", "y1", "x2", "y2", "radius" }, segment = { "x1", "y1", "x2", "y2" },
  polygon = { "radius" },
}

local function shape_of(s)
  local kind = s:kind()
  local shape = {
    kind = kind, friction = s:friction(), restitution = s:restitution(), group = -s:group(),
    layer = s:layer(),
  }
  if kind ~= "chain" and kind ~= "segment" then shape.density = s:density() end
  if kind == "chain" or kind == "polygon" then shape.points = s:points() end
  for _, key in ipairs(GEOMETRY[kind]) do shape[key] = s[key](s) end
  return shape
end

local function body_of(b)
  local body = {
    type = b:type(), x = b:x(), y = b:y(), vx = b:vx(), vy = b:vy(), damping = b:damping(),
    asleep = b:type() == "dynamic" and not b:is_awake(), never_sleeps = not b:can_sleep(),
    shapes = {},
  }
  for s in b:shapes() do table.insert(body.shapes, shape_of(s)) end
  return body
end

local function joint_of(j, numbers)
  local a, b = j:bodies()
  local joint = { a = numbers[a:id()], b = numbers[b:id()], reference = j:reference() }
  joint.x, joint.y = j:anchors()
  joint.low, joint.high = j:limits()
  joint.speed, joint.torque = j:motor()
  joint.hertz, joint.damping = j:spring()
  return joint
end

-- A scene with what its script has made when the first step begins.
local function open(name, sets)
  local s = assert(scene.load(("%s/scripts/bench/%s.lua"):format(process.home, name), sets))
  if s:scene().update then s:scene().update() end
  return s
end

local function built(s)
  local world, numbers = s:world(), {}
  local made = { bodies = {}, joints = {}, sleep = world:is_sleep() }
  made.gravity = select(2, world:gravity())
  for b in world:bodies() do
    made.bodies[#made.bodies + 1] = body_of(b)
    numbers[b:id()] = #made.bodies
  end
  for j in world:joints() do table.insert(made.joints, joint_of(j, numbers)) end
  return made
end

-- ---- both -------------------------------------------------------------------------------------

local CLOSE = 1e-5 -- ours are float32

-- The first place where they differ, as text; nil when they are the same.
local function difference(ours, theirs)
  if ours == theirs then return nil end
  if type(ours) == "number" and type(theirs) == "number" then
    if math.abs(ours - theirs) <= CLOSE * math.max(1, math.abs(ours)) then return nil end
  elseif type(ours) == "table" and type(theirs) == "table" then
    for key, value in pairs(ours) do
      local found = difference(value, theirs[key])
      if found then return key .. "." .. found end
    end
    for key, value in pairs(theirs) do
      if ours[key] == nil then return ("%s: nil here, %s there"):format(key, value) end
    end
    return nil
  end
  return (": %s here, %s there"):format(ours, theirs)
end

local function wide(bits) return bits == 0 and ~0 or bits end

-- Layers have names here and bits there. Takes both from the shapes, for what meets what.
local function take_layers(ours, theirs)
  local bits = {}
  for i, body in ipairs(ours.bodies) do
    local others = theirs.bodies[i] and theirs.bodies[i].shapes or {}
    for k, shape in ipairs(body.shapes) do
      local name, other = shape.layer, others[k] and others[k].bits
      shape.layer = nil
      if other then
        others[k].bits = nil
        assert.same(bits[name] or other, other, name)
        bits[name] = other
      end
    end
  end
  return bits
end

local function check_layers(world, bits)
  for a, one in pairs(bits) do
    for b, other in pairs(bits) do
      local meet = wide(one.layer) & wide(other.mask) ~= 0
        and wide(other.layer) & wide(one.mask) ~= 0
      assert.equal(world:collides(a, b), meet, a .. " and " .. b)
    end
  end
end

describe("cairn.bench.peers", function()
  if not (has_module and os.execute "command -v cc >/dev/null 2>&1") then
    pending "needs the cairn module and cc"
    return
  end

  setup(function()
    folder = process.folder "peers"
    program = folder .. "/list"
    local sources = {}
    for i, name in ipairs { "main", "scenes", "ragdoll", "peer_list" } do
      sources[i] = quote(("%s/tests/bench/%s.c"):format(process.home, name))
    end
    assert(os.execute(("cc -std=c17 -Wall -Wextra -Wpedantic -Werror %s -lm -o %s"):format(
      table.concat(sources, " "), quote(program))))
  end)

  teardown(function() process.remove(folder) end)

  -- name, values
  local CASES = {
    { "heap", { n = 110 } },
    { "joint_grid", { n = 10 } },
    { "large_pyramid", { rows = 4 } },
    { "many_pyramids", { rows = 2, columns = 3 } },
    { "rain", { rows = 2, columns = 2, every = 2 } },
    { "small_20", {} },
    { "small_100", {} },
    { "small_500", {} },
    { "smash", { columns = 4, rows = 3 } },
    { "spinner", { n = 100 } },
    { "tumbler", { n = 3 } },
  }

  for _, case in ipairs(CASES) do
    local name, sets = case[1], case[2]

    it("has the peers build the same " .. name, function()
      local s <close> = open(name, sets)
      local ours, theirs = built(s), listed(name, sets)
      local bits = take_layers(ours, theirs)
      assert.is_nil(difference(ours, theirs))
      check_layers(s:world(), bits)
    end)

    it(("has the peers build as much in %s with its own values"):format(name), function()
      local s <close> = open(name)
      local bodies, joints = run(name, {}):match '"bodies":(%d+),.*"joints":(%d+),'
      assert.equal(s:world():body_count(), tonumber(bodies))
      assert.equal(s:world():joint_count(), tonumber(joints))
    end)
  end

  it("has the peers know all scenes", function()
    local pipe <close> = assert(io.popen(quote(program)))
    local known = {}
    for name in pipe:lines() do known[name] = true end
    for _, case in ipairs(CASES) do
      assert.is_true(known[case[1]], case[1])
      known[case[1]] = nil
    end
    assert.same({}, known)
  end)

  it("gives the peers a number as the scene reads it", function()
    local function rows_of(text)
      local s <close> = assert(scene.load(process.home .. "/scripts/bench/large_pyramid.lua", nil,
        { sets = { "rows=" .. text } }))
      return s:world():body_count(), #listed("large_pyramid", { rows = text }).bodies
    end
    for _, text in ipairs { "7", "1e1", "7.0", "0x8" } do
      local ours, theirs = rows_of(text)
      assert.equal(ours, theirs, text)
    end
  end)
end)
