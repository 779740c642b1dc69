-- Games in which a script does everything that it can do to a world, at random and mixed: what must
-- hold whatever a script does is checked after each step, and all that is heard goes into a number.
-- chaos.play(seed, options) -> list of hashes, one a step; see chaos_spec.lua.
local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local keys = require "tests.support.chaos_keys"
local build = require "cairn.build"

local chaos = { calls = 0 } -- calls that games have made: what was tried, asked and stepped

local MOST <const> = { bodies = 90, shapes = 200, joints = 60, movers = 4 }
local KINDS <const> = { "box", "circle", "capsule", "polygon", "polygon", "ellipse", "segment",
  "chain", "halfspace" }
local JOINTS <const> = { "revolute", "distance", "prismatic", "wheel", "weld", "motor", "mouse",
  "friction", "filter", "gear", "pulley", "ratchet", "rotary" }

-- What the language says of a mistake is one of the game, and not an answer of the engine.
local function check_message(message)
  message = tostring(message)
  assert(not message:find "attempt to [acip]" and not message:find "overflow" and
    not message:find "memory", message)
  return message
end

-- Whether it could be done does not matter, but it counts for the sum.
local function try(g, f, ...)
  chaos.calls = chaos.calls + 1
  local ok, a, b = pcall(f, ...)
  if not ok then
    local message = check_message(a)
    if chaos.heard_message then chaos.heard_message(message) end
  end
  g.heard = g.heard * 31 + (ok and 1 or 0)
  return ok and a or nil, b
end

-- A number for anything; of what has been destroyed since, too, unless that is forgotten, as where
-- the world has been put back since.
local function number_of(v, forgets)
  local kind = math.type(v)
  if kind == "integer" then return v end
  if kind == "float" then return string.unpack("i8", string.pack("d", v)) end
  if type(v) ~= "userdata" then return v and 7 or 1 end
  local ok, id = pcall(function() return (not forgets or v:is_valid()) and v:id() end)
  return ok and id or 3
end

local function note(g, ...)
  for i = 1, select("#", ...) do
    g.heard = g.heard * 1000003 + number_of((select(i, ...)), g.forgets)
  end
end

local function pick(g, list) return list[g.r.integer(1, #list)] end

-- A live one, mostly; now and then one that has been destroyed.
local function any(g, name)
  local list = g[name]
  if #list == 0 then return nil end
  local i = g.r.integer(1, #list)
  if not list[i]:is_valid() and g.r.integer(1, 10) > 1 then
    table.remove(list, i)
    return any(g, name)
  end
  return list[i]
end

local function keep(g, name, object)
  if not object then return end
  local list = g[name]
  list[#list + 1] = object
  if #list > (g.most[name] or 10) then
    local old = table.remove(list, g.r.integer(1, #list))
    if name ~= "shapes" then old:destroy() end
  end
end

local acts = {}

function acts.make(g)
  local kind = pick(g, KINDS)
  local body, shape = try(g, g.world[kind], g.world, keys.body_of(g, kind))
  keep(g, "bodies", body)
  keep(g, "shapes", shape)
end

function acts.make_bare(g) keep(g, "bodies", try(g, g.world.body, g.world, keys.body(g))) end

function acts.add(g)
  local body, kind = any(g, "bodies"), pick(g, KINDS)
  if body then keep(g, "shapes", try(g, body["add_" .. kind], body, keys.added(g, kind))) end
end

function acts.join(g)
  local kind = pick(g, JOINTS)
  local a, b = any(g, "bodies"), any(g, "bodies")
  if a and b then
    keep(g, "joints", try(g, g.world[kind], g.world, keys.joint(g, kind, a, b, any)))
  end
end

-- Several that hold together: more than lanes of single joints.
function acts.build(g)
  local kind = pick(g, { "rope", "chain", "bridge", "soft", "ragdoll", "car", "cloth" })
  if g.r.integer(1, 4) > 1 then return end
  local thing = try(g, build[kind], g.world, keys.thing(g, kind))
  if not thing then return end
  for _, body in ipairs(thing.bodies) do keep(g, "bodies", body) end
  for _, joint in ipairs(thing.joints) do keep(g, "joints", joint) end
end

function acts.mover(g)
  if g.r.integer(1, 5) > 1 then return end
  keep(g, "movers", try(g, g.world.mover, g.world, keys.mover(g)))
end

function acts.walk(g)
  local mover = any(g, "movers")
  if mover then try(g, mover.move, mover, keys.speed(g) / 60, keys.speed(g) / 60) end
end

function acts.destroy(g)
  local name = pick(g, { "bodies", "shapes", "joints", "joints", "movers" })
  local object = any(g, name)
  if object then try(g, object.destroy, object) end
end

-- Any setter of any object; keys.setters says with what.
local function set(g, name, kind)
  local object = kind == "World" and g.world or any(g, name)
  local setters = keys.setters[kind]
  local method = pick(g, setters.names)
  if object then try(g, object[method], object, setters[method](g, object, any)) end
end

function acts.set_body(g) set(g, "bodies", "Body") end
acts.set_body_again = acts.set_body
function acts.set_shape(g) set(g, "shapes", "Shape") end
acts.set_shape_again = acts.set_shape
function acts.set_joint(g) set(g, "joints", "Joint") end
acts.set_joint_again = acts.set_joint
function acts.set_mover(g) set(g, "movers", "Mover") end
function acts.set_world(g) if g.r.integer(1, 4) == 1 then set(g, nil, "World") end end

function acts.push(g)
  local body = any(g, "bodies")
  if not body then return end
  local method = pick(g, { "apply_force", "apply_impulse", "apply_torque",
    "apply_angular_impulse", "clear_forces", "wake", "sleep", "move_to" })
  try(g, body[method], body, keys.pushed(g, method))
end

function acts.explode(g) try(g, g.world.explode, g.world, keys.explosion(g)) end

function acts.refilter(g)
  local shape = any(g, "shapes")
  if shape then try(g, shape.refilter, shape) end
end

-- Every getter of one object, with what it may need; nothing that it says is NaN.
local function ask(g, object, kind)
  local askers = keys.getters[kind]
  for _ = 1, 6 do
    local method = pick(g, askers.names)
    chaos.calls = chaos.calls + 1
    local answers = table.pack(pcall(object[method], object, askers[method](g, object, any)))
    if not answers[1] then check_message(answers[2]) end
    for i = 2, answers.n do
      local v = answers[i]
      assert(v == v, method .. " says NaN")
      note(g, v)
    end
  end
end

function acts.ask(g)
  local name, kind = table.unpack(pick(g, { { "bodies", "Body" }, { "shapes", "Shape" },
    { "joints", "Joint" }, { "movers", "Mover" } }))
  local object = any(g, name)
  if object and object:is_valid() then ask(g, object, kind) end
  ask(g, g.world, "World")
end

-- Iterators, broken off and nested, with the current one destroyed.
function acts.iterate(g)
  local w = g.world
  for body in w:bodies() do
    for shape in body:shapes() do g.heard = g.heard * 31 + shape:id() end
    for joint in body:joints() do g.heard = g.heard * 31 + joint:id() end
    for m in body:manifolds() do g.heard = g.heard * 31 + m:count() end
    if g.r.integer(1, 20) == 1 then break end
    if g.r.integer(1, 300) == 1 then try(g, body.destroy, body) end
  end
  for m in w:manifolds() do
    assert(m:penetration() == m:penetration())
    if g.r.integer(1, 10) == 1 then break end
  end
end

function acts.collect() collectgarbage(chaos.gc or "step") end

-- The other world: everything may be tried with its handles.
function acts.other(g)
  local w = g.other
  local ball = w:circle { radius = 0.3, x = g.r.between(-5, 5) }
  local body = any(g, "bodies")
  if body then assert(not pcall(g.world.weld, g.world, { a = ball, b = body })) end
  if w:body_count() > 20 then ball:destroy() end
  w:set_threads(g.r.integer(1, 3))
  try(g, w.step, w, 1 / 60)
end

function acts.defer(g) try(g, g.world.defer, g.world, function() return chaos.act(g) end) end

-- Once or never in a game.
function acts.end_world(g)
  if g.r.integer(1, 3000) == 1 then g.world:destroy() end
end

local names = {}
for name in cairn.pairs(acts) do names[#names + 1] = name end
table.sort(names)

function chaos.act(g)
  if not g.world:is_valid() then return end
  acts[names[g.r.integer(1, #names)]](g)
end

-- ---- what hooks do --------------------------------------------------------------------------

local function misbehave(g)
  local what = g.r.integer(1, 400)
  if what == 1 then error("a hook's own error", 0) end
  if what == 2 then coroutine.yield() end
  if what == 3 then g.world:step() end
  if what == 4 then g.world:set_listener(nil) end
  if what == 5 then error(setmetatable({}, {})) end
  if what < 60 then chaos.act(g) end
end

local function manifold(g, m)
  note(g, m:count(), m:penetration(), m:shapes())
  for i = 1, m:count() do note(g, m:point(i)) note(g, m:speed(i)) note(g, m:impulse(i)) end
  g.stale = m
end

-- A manifold that was kept is never dangerous.
local function use_stale(g)
  if g.stale then pcall(g.stale.point, g.stale, 1) end
end

local function listener(g)
  local t = {}
  function t.filter(a, b)
    note(g, a, b)
    use_stale(g)
    misbehave(g)
    if g.r.integer(1, 12) == 1 then return false end
  end
  function t.pre_solve(m)
    manifold(g, m)
    misbehave(g)
    local what = g.r.integer(1, 12)
    if what == 1 then return false end
    if what == 2 then m:ignore() end
    if what == 3 then try(g, m.set_friction, m, keys.number(g, 0, 2)) end
    if what == 4 then try(g, m.set_restitution, m, keys.number(g, 0, 1)) end
    if what == 5 then try(g, m.set_surface_speed, m, keys.number(g, -5, 5)) end
  end
  function t.begin_contact(a, b, m)
    note(g, a, b)
    manifold(g, m)
    misbehave(g)
  end
  function t.post_solve(m)
    manifold(g, m)
    misbehave(g)
  end
  function t.steer(body, vx, vy, w)
    note(g, body)
    misbehave(g)
    return 0.9 * vx, 0.9 * vy, -w
  end
  for _, name in ipairs { "end_contact", "hit", "sensor", "pressed", "joint_alarm",
    "joint_broken", "left_bounds", "slept", "woke" } do
    t[name] = function(...)
      note(g, ...)
      use_stale(g)
      misbehave(g)
    end
  end
  return t
end

-- ---- a game ---------------------------------------------------------------------------------

local function sound(g, step)
  local w = g.world
  local ok, why = w:validate()
  assert(ok, ("seed %d, step %d: %s"):format(g.seed, step, why or ""))
  for body in w:bodies() do
    local x, y, angle, vx, vy, spin = body:state()
    local sum = x + y + angle + vx + vy + spin
    assert(sum - sum == 0, ("seed %d, step %d: %s is not finite"):format(g.seed, step,
      tostring(body)))
  end
  assert(w:kinetic_energy() >= 0)
end

-- In a coroutine, so that hooks can try to yield.
local function step(g)
  chaos.calls = chaos.calls + 1
  local thread = coroutine.create(function() return pcall(g.world.step, g.world, keys.dt(g)) end)
  local ok, fine, message = coroutine.resume(thread)
  assert(ok, fine)
  assert(coroutine.status(thread) == "dead", "a hook has yielded")
  if not fine then
    message = check_message(message)
    if chaos.heard_message then chaos.heard_message(message) end
  end
  note(g, fine)
end

local function told(g)
  local w = g.world
  for i, a, b in w:begins() do note(g, i, a, b) end
  for i, a, b in w:ends() do note(g, i, a, b) end
  for i, a, b, x, y, nx, ny, speed, impulse in w:hits() do
    note(g, i, a, b, x, y, nx, ny, speed, impulse)
  end
  for i, s, visitor, entered in w:sensors() do note(g, i, s, visitor, entered) end
  for i, body, x, y, angle in w:moved() do note(g, i, body, x, y, angle) end
  for i, joint in w:broken() do note(g, i, joint) end
end

local function start(seed, options)
  local r = geometry.random(seed * 7919)
  local g = { seed = seed, r = r, wild = options.wild or ({ 0, 0.01, 0.08 })[seed % 3 + 1],
    bodies = {}, shapes = {}, joints = {}, movers = {}, heard = 0, most = options.most or MOST,
    forgets = options.forgets }
  g.world = cairn.world(keys.world(g))
  g.other, g.stranger = cairn.world { name = nil }, cairn.world {}
  g.world:set_threads(options.threads or 1)
  g.world:box { type = "static", y = -0.5, w = 60, h = 1 }
  g.world:chain { points = { -20, 20, -20, 0, 20, 0, 20, 20 } }
  for i = 1, options.bodies or 25 do
    local x, y = r.between(-15, 15), 0.3 + i * 0.5 * 25 / (options.bodies or 25)
    local body, shape = g.world:box { x = x, y = y, w = r.between(0.2, 0.6), h = 0.4 }
    keep(g, "bodies", body)
    keep(g, "shapes", shape)
  end
  g.listener = listener(g)
  g.world:set_listener(g.listener)
  if options.started then options.started(g.world) end
  return g
end

-- And one that has not taken it, and looks at all of it, reads the same.
local function put_back(g, number)
  local snapshot = g.world:snapshot()
  assert(g.world:restore(snapshot))
  local ok, why = g.stranger:restore(snapshot)
  assert(ok, ("seed %d, step %d: %s"):format(g.seed, number, why or ""))
  assert(g.stranger:hash() == g.world:hash(), "what is read is another")
end

--- options: steps, threads (1 by default; more are changed on the way), puts_back (before some
--- steps the world is restored from its own snapshot), forgets (what is dead counts alike, and
--- events count once), bodies, wild, most, started and ended: functions that are given the world.
function chaos.play(seed, options)
  local g, hashes = start(seed, options), {}
  local own = geometry.random(seed) -- for what no result may depend on
  local acts_each = options.acts or 6
  for i = 1, options.steps do
    if not g.world:is_valid() then break end
    for _ = 1, g.r.integer(0, acts_each) do chaos.act(g) end
    if not g.world:is_valid() then break end
    if options.threads and options.threads > 1 and own.integer(1, 10) == 1 then
      g.world:set_threads(own.integer(1, options.threads))
    end
    if not g.world:listener() and g.r.integer(1, 4) == 1 then g.world:set_listener(g.listener) end
    if options.puts_back and own.integer(1, 3) == 1 then
      put_back(g, i)
    end
    local steps = g.world:steps()
    step(g)
    if not g.world:is_valid() then break end
    if i % (options.check_each or 4) == 0 then sound(g, i) end
    if not g.forgets or g.world:steps() > steps then told(g) end
    hashes[i] = g.world:hash() ~ g.heard * 0x9E3779B1
  end
  if options.ended and g.world:is_valid() then options.ended(g.world) end
  g.world:destroy()
  g.other:destroy()
  g.stranger:destroy()
  return hashes
end

-- lua5.4 tests/support/chaos.lua SEED STEPS prints the hashes, a line each, then the instruction
-- set.
if arg and arg[0] and arg[0]:find "chaos%.lua$" then
  local hashes = chaos.play(math.tointeger(arg[1]), { steps = math.tointeger(arg[2]) })
  for i, hash in ipairs(hashes) do print(("%d %016x"):format(i, hash)) end
  print(cairn.build.simd)
end

return chaos
