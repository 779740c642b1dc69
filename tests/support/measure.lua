-- What the physics specs measure with.
local measure = {}

--- Raises with both numbers unless actual lies within tolerance of expected. NaN never does.
function measure.near(expected, actual, tolerance, what)
  if math.abs(expected - actual) <= tolerance then return end
  error(("%s: expected %.7g within %.3g, got %.9g"):format(what or "value", expected, tolerance,
    actual), 2)
end

--- Raises unless actual is at most limit.
function measure.at_most(limit, actual, what)
  if actual <= limit then return end
  error(("%s: expected at most %.7g, got %.9g"):format(what, limit, actual), 2)
end

--- The manifolds of a world as tables that last.
function measure.manifolds(world)
  local list = {}
  for m in world:manifolds() do list[#list + 1] = m:copy() end
  return list
end

--- The one manifold of a world in which two shapes have been put together, as a table that lasts.
function measure.only_manifold(world)
  world:step(0)
  local list = measure.manifolds(world)
  if #list ~= 1 then error(("one manifold expected, got %d"):format(#list), 2) end
  return list[1]
end

--- Steps the world for so many seconds of 1/60 s; each(step) is called after each step.
function measure.run(world, seconds, each)
  for i = 1, math.floor(seconds * 60 + 0.5) do
    world:step(1 / 60)
    if each then each(i) end
  end
end

--- By how much the worst of a world's joints is apart, m.
function measure.worst_error(world)
  local worst = 0
  for joint in world:joints() do worst = math.max(worst, (joint:error())) end
  return worst
end

--- Where all bodies of a list are and how they move, to the last bit, as text.
function measure.states(bodies)
  local text = {}
  for i, body in ipairs(bodies) do text[i] = ("%a %a %a %a %a %a"):format(body:state()) end
  return table.concat(text, "\n")
end

--- Kinetic and potential energy, J.
function measure.energy(world) return world:kinetic_energy() + world:potential_energy() end

return measure
