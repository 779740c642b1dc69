-- cairn.busted: what busted knows of worlds: a helper with assertions (helper = "cairn.busted").
--
-- Every assertion also works with is_not, and a failure shows what was measured:
-- `cairn.Body #3 "top" at (0.000, 4.750) v (0.000, -0.002) asleep`. Worlds made under busted are
-- strict: a manifold kept beyond its callback raises, also in later ones.
-- Not here: running scenes (cairn.scene) and recordings (cairn.recording), which only
-- assert.deterministic and assert.replays load.

local assert = require "luassert"
local kind_of = require "cairn.words.kind"
local say = require "say"
local portable = require "cairn.words.portable"

local found, cairn = pcall(require, "cairn")
if found and cairn.set_strict then cairn.set_strict(true) end

-- CAIRN_SPEC_THREADS=2 runs every world that names no thread count with two: results are the same.
local threads = tonumber(os.getenv "CAIRN_SPEC_THREADS")
if found and threads then cairn.set_threads(portable.integer(threads)) end

-- ---- what was measured --------------------------------------------------------------------

local function describe_body(body)
  if not body:is_valid() then return tostring(body) end
  local x, y, _, vx, vy = body:state()
  local text = ("%s at (%.3f, %.3f) v (%.3f, %.3f) %s"):format(tostring(body):gsub(" %(%a+%)$", ""),
    x, y, vx, vy, body:is_awake() and "awake" or "asleep")
  return text
end

local function show(state, text) state.failure_message = text end

local function is_finite(v) return v == v and v ~= math.huge and v ~= -math.huge end

-- The kinds of positional arguments, in order; those that end in "?" may be left out.
local function need(name, arguments, ...)
  for i, kind in ipairs { ... } do
    local value = arguments[i]
    if (kind:sub(-1) ~= "?" or value ~= nil) and kind_of(value) ~= kind:gsub("%?$", "") then
      error(("bad argument #%d to 'assert.%s' (%s expected, got %s)"):format(i, name,
        kind:gsub("%?$", ""), i > arguments.n and "no value" or kind_of(value)), 4)
    end
  end
end

-- ---- bodies -------------------------------------------------------------------------------

-- assert.at_rest(body[, lin = 0.05 m/s[, ang = 0.05 rad/s]])
local function at_rest(state, arguments)
  need("at_rest", arguments, "cairn.Body", "number?", "number?")
  local body, lin, ang = arguments[1], arguments[2] or 0.05, arguments[3] or 0.05
  local vx, vy = body:velocity()
  local w = body:angular_velocity()
  show(state, ("%s, turning at %.3f rad/s"):format(describe_body(body), w))
  return vx * vx + vy * vy <= lin * lin and math.abs(w) <= ang
end

-- assert.asleep(body)
local function asleep(state, arguments)
  need("asleep", arguments, "cairn.Body")
  show(state, describe_body(arguments[1]))
  return not arguments[1]:is_awake()
end

-- assert.position(body, x, y[, tol = 0.001 m])
local function position(state, arguments)
  need("position", arguments, "cairn.Body", "number", "number", "number?")
  local body, x, y, tol = arguments[1], arguments[2], arguments[3], arguments[4] or 0.001
  local bx, by = body:position()
  local off = math.sqrt((bx - x) ^ 2 + (by - y) ^ 2)
  show(state, ("%s, %.4f m from (%.3f, %.3f)"):format(describe_body(body), off, x, y))
  return off <= tol
end

-- The two shapes of the bodies that are nearest to each other: the gap, and where it is.
local function gap_between(a, b)
  local best, x1, y1, x2, y2
  for mine in a:shapes() do
    for theirs in b:shapes() do
      local d, ax, ay, bx, by = mine:distance(theirs)
      if not best or d < best then best, x1, y1, x2, y2 = d, ax, ay, bx, by end
    end
  end
  return best, x1, y1, x2, y2
end

local function describe_gap(a, b)
  if not (a:is_valid() and b:is_valid()) or a:world() ~= b:world() then return nil end
  local gap, x1, y1, x2, y2 = gap_between(a, b)
  if not gap then return "a body without shapes touches nothing" end
  if gap <= 0 then return "they overlap, but did not collide in the last step" end
  return ("%.4g m apart, from (%.3f, %.3f) to (%.3f, %.3f)"):format(gap, x1, y1, x2, y2)
end

-- assert.touching(a, b)
local function touching(state, arguments)
  need("touching", arguments, "cairn.Body", "cairn.Body")
  local a, b = arguments[1], arguments[2]
  local lines = { describe_body(a), describe_body(b), describe_gap(a, b) }
  local touches = a:touching(b)
  if touches and lines[3] and lines[3]:find "^they" then lines[3] = nil end
  show(state, table.concat(lines, "\n"))
  return touches
end

-- ---- worlds -------------------------------------------------------------------------------

-- assert.penetration_below(world, metres)
local function penetration_below(state, arguments)
  need("penetration_below", arguments, "cairn.World", "number")
  local deepest = arguments[1]:max_penetration()
  show(state, ("deepest overlap %.6f m"):format(deepest))
  return deepest < arguments[2]
end

-- assert.finite(world)
local function finite(state, arguments)
  need("finite", arguments, "cairn.World")
  show(state, "all bodies are finite")
  for body in arguments[1]:bodies() do
    for _, v in ipairs { body:state() } do
      if not is_finite(v) then
        show(state, describe_body(body))
        return false
      end
    end
  end
  return true
end

-- The first body of a that b does not have in the same state.
local function first_difference(a, b)
  local others = {}
  for body in b:bodies() do others[body:id()] = body end
  for body in a:bodies() do
    local other = others[body:id()]
    if not other then return describe_body(body) .. "\n(missing in the other world)" end
    local mine, its = { body:state() }, { other:state() }
    for i = 1, #mine do
      if mine[i] ~= its[i] then return describe_body(body) .. "\n" .. describe_body(other) end
    end
  end
  return "no body differs by its state alone"
end

-- assert.same_state(world_a, world_b)
local function same_state(state, arguments)
  need("same_state", arguments, "cairn.World", "cairn.World")
  local a, b = arguments[1], arguments[2]
  local mine, its = a:hash_text(), b:hash_text()
  if mine == its then
    show(state, "both hashes are " .. mine)
    return true
  end
  show(state, ("hashes %s and %s\n%s"):format(mine, its, first_difference(a, b)))
  return false
end

-- The world's hash after each of so many steps of a scene.
local function hashes(path, steps)
  local s, message = require("cairn.scene").load(path)
  if not s then error(message, 0) end
  local list = {}
  for i = 1, steps do
    s:step(1)
    list[i] = s:world():hash_text()
  end
  s:close()
  return list
end

-- assert.deterministic(path, steps)
local function deterministic(state, arguments)
  need("deterministic", arguments, "string", "number")
  local path, steps = arguments[1], arguments[2]
  local first, second = hashes(path, steps), hashes(path, steps)
  for i = 1, steps do
    if first[i] ~= second[i] then
      show(state, ("%s diverges at step %d: %s and %s"):format(path, i, first[i],
        second[i]))
      return false
    end
  end
  show(state, ("%s: both runs end at %s"):format(path, first[steps] or "no hash"))
  return true
end

-- Play a recording to its end: what differs or is missing, or nil.
local function fault_of_replay(path)
  local player, message = require("cairn.recording").open(path)
  if not player then return message end
  while not player:diverged() or player:steps() < player:length() and not player.trail.what do
    if not player:step() then break end
  end
  local _, sentence = player:diverged()
  local fault = sentence or player:early_end()
  player:close()
  return fault and ("%s: %s"):format(path, fault)
end

-- assert.replays(path)
local function replays(state, arguments)
  need("replays", arguments, "string")
  local fault = fault_of_replay(arguments[1])
  show(state, fault or arguments[1] .. ": every step is as it was recorded")
  return fault == nil
end

-- ---- registration -------------------------------------------------------------------------

local function add(name, f, expected)
  say:set("assertion.cairn." .. name .. ".positive", "Expected " .. expected .. ".")
  say:set("assertion.cairn." .. name .. ".negative", "Did not expect " .. expected .. ".")
  assert:register("assertion", name, f, "assertion.cairn." .. name .. ".positive",
    "assertion.cairn." .. name .. ".negative")
end

add("at_rest", at_rest, "the body to be at rest")
add("asleep", asleep, "the body to be asleep")
add("position", position, "the body to be there")
add("touching", touching, "the two to touch")
add("penetration_below", penetration_below, "overlaps to stay below the limit")
add("finite", finite, "every body to be finite")
add("same_state", same_state, "both worlds to be in one state")
add("replays", replays, "the recording to go as it was recorded")
add("deterministic", deterministic, "two runs of the scene to be the same")

return { describe = describe_body }
