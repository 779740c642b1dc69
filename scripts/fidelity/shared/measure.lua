-- What the scenes measure with. All errors come from poses in double precision, never from what
-- the engine says about itself.

local measure = {}

measure.DT = 1 / 60 -- s

--- Steps the world for so many seconds; each(step) is called after each step.
function measure.run(world, seconds, each)
  for i = 1, math.floor(seconds / measure.DT + 0.5) do
    world:step(measure.DT)
    if each then each(i) end
  end
end

function measure.mean(list)
  local sum = 0
  for _, value in ipairs(list) do sum = sum + value end
  return sum / #list
end

function measure.max(list)
  return math.max(table.unpack(list))
end

--- The angle nearest to `before` that means the same as `angle`: counts whole turns.
function measure.unwrap(before, angle)
  return angle + 2 * math.pi * math.floor((before - angle) / (2 * math.pi) + 0.5)
end

--- The largest of f(body) over a list; infinite where anything is not finite.
function measure.largest(bodies, f)
  local most = -math.huge
  for i, body in ipairs(bodies) do
    local value = f(body, i)
    if value ~= value then return math.huge end
    most = math.max(most, value)
  end
  return most
end

function measure.speed(body)
  local vx, vy = body:velocity()
  return math.sqrt(vx * vx + vy * vy)
end

--- Places of bodies as a list of { x, y }.
function measure.places(bodies)
  local list = {}
  for i, body in ipairs(bodies) do list[i] = { body:position() } end
  return list
end

--- The largest way sideways from the places of before.
function measure.drift(bodies, places)
  return measure.largest(bodies, function(body, i)
    return math.abs(body:position() - places[i][1])
  end)
end

--- Height of the parabola through three values one step apart.
function measure.vertex(a, b, c)
  local slope, bend = 0.5 * (c - a), a - 2 * b + c
  return bend == 0 and b or b - 0.5 * slope * slope / bend
end

--- Collects the times at which a value passes zero upwards, by linear interpolation.
function measure.crossings()
  local list, before = {}, nil
  return list, function(step, value)
    if before and before < 0 and value >= 0 then
      list[#list + 1] = (step - value / (value - before)) * measure.DT
    end
    before = value
  end
end

--- Mean time between crossings, over at most `count` of them.
function measure.period(crossings, count)
  local n = math.min(#crossings - 1, count or math.huge)
  if n < 1 then return math.huge end
  return (crossings[n + 1] - crossings[1]) / n
end

return measure
