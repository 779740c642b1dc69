-- What a joint lets go falls from there as what was never held: half of its last impulse, which the
-- reported velocity holds, is not taken back (leapfrog, docs/how-it-works/solver.md).
local cairn = require "cairn"
local measure = require "tests.support.measure"

local ways = {
  destroyed = function(joint) joint:destroy() end,
  ["switched off"] = function(joint) joint:set_enabled(false) end,
  broken = function(joint) joint:set_break_force(1) end,
}
local kinds = {
  revolute = { at = { 0, 1 } },
  weld = { at = { 0, 1 } },
  distance = { from = { 0, 1 } },
  prismatic = { axis = { 1, 0 } },
  friction = { max_force = 1e3 },
  mouse = { hertz = 5, damping = 1 },
  ["revolute motor"] = { at = { 1, 0 }, motor = {} },
  ["soft weld"] = { linear = { hertz = 5, damping = 1 } },
}

local function hold(world, kind, body)
  local keys = { b = body }
  for k, v in pairs(kinds[kind]) do keys[k] = v end
  if kind == "mouse" then
    keys.b, keys.body, keys.x, keys.y = nil, body, 0, 0
    return world:mouse(keys)
  end
  return world[kind:match "%a+$" == "weld" and "weld" or kind:match "^%a+"](world, keys)
end

describe("a body that is let go", function()
  for _, substeps in ipairs { 1, 4, 8 } do
    for kind in pairs(kinds) do
      for how, release in pairs(ways) do
        it(("falls freely: %s %s, sub-steps %d"):format(kind, how, substeps), function()
          local world = cairn.world { gravity = { 0, -10 }, substeps = substeps }
          local body = world:circle { radius = 0.2, can_sleep = false }
          local below = world:circle { y = -1, radius = 0.2, can_sleep = false }
          local joint = hold(world, kind, body)
          world:distance { a = body, b = below }
          measure.run(world, 5)
          release(joint)
          if how == "broken" then world:step(1 / 60) end
          local _, y = body:position()
          local _, vy = body:velocity()
          measure.run(world, 1)
          local _, now = body:position()
          measure.near(y + vy - 5, now, 2e-3, "m after 1 s")
          local _, speed = below:velocity()
          measure.near(vy - 10, speed, 2e-3, "m/s of what hangs on it")
          world:destroy()
        end)
      end
    end
  end
end)
