-- A heap in which between steps anything may happen to anybody: made, destroyed, made kinematic,
-- joined, thrown, put elsewhere. churn.new(seed) gives the world and what to call before each step.
local cairn = require "cairn"
local geometry = require "tests.support.geometry"

local churn = {}

local function make(world, r, x, y)
  local kind = r.integer(1, 5)
  if kind == 1 then
    local bouncy = r.integer(0, 3) == 0
    return world:circle { x = x, y = y, radius = r.between(0.1, 0.3),
      restitution = bouncy and 0.6 or 0 }
  elseif kind == 2 then
    return world:capsule { x = x, y = y, x1 = -0.2, y1 = 0, x2 = 0.2, y2 = 0, radius = 0.12 }
  end
  return world:box { x = x, y = y, w = r.between(0.2, 0.5), h = r.between(0.2, 0.5) }
end

local acts = {
  function(world, r, list, k) -- made anew
    local x, y = list[k]:position()
    list[k]:destroy()
    list[k] = make(world, r, x + r.between(-3, 3), y + 5)
  end,
  function(_, _, list, k) -- cannot be pushed any more, or again
    list[k]:set_type(list[k]:type() == "dynamic" and "kinematic" or "dynamic")
  end,
  function(world, r, list, k) -- joined to anybody
    local other = list[r.integer(1, #list)]
    local x, y = list[k]:position()
    if other ~= list[k] then world:revolute { a = list[k], b = other, at = { x, y } } end
  end,
  function(_, r, list, k)
    for joint in list[k]:joints() do
      if r.integer(0, 1) == 0 then return joint:destroy() end
    end
  end,
  function(_, r, list, k) list[k]:set_position(r.between(-30, 30), r.between(1, 30)) end,
  function(_, r, list, k) list[k]:set_velocity(r.between(-40, 40), r.between(-10, 40)) end,
  function(_, r, list, k) -- an explosion
    for i = 0, 9 do
      list[(k + i) % #list + 1]:set_velocity(r.between(-10, 10), r.between(0, 20))
    end
  end,
  function(world, _, list, k) -- a rope
    local x, y = list[k]:position()
    local last = list[k]
    for i = 1, 6 do
      local link = world:box { x = x + 0.4 * i, y = y, w = 0.3, h = 0.1 }
      world:revolute { a = last, b = link, at = { x + 0.4 * i - 0.2, y } }
      list[#list + 1], last = link, link
    end
  end,
  function(_, r, list, k) list[k]:set_angular_velocity(r.between(-20, 20)) end,
}

function churn.new(seed)
  local r, list = geometry.random(seed), {}
  local world = cairn.world { gravity = { 0, -10 }, sleep = seed % 2 == 0 }
  world:chain { points = { -40, 60, -38, 0, 38, 0, 40, 60 } }
  for i = 0, 2699 do
    list[i + 1] = make(world, r, -30 + 0.55 * (i % 110), 0.5 + 0.5 * (i // 110))
  end
  return world, function()
    for _ = 1, r.integer(0, 12) do
      local act = acts[r.integer(1, #acts)]
      act(world, r, list, r.integer(1, #list))
    end
  end
end

return churn
