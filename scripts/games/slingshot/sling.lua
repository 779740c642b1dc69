-- The sling: how far it is pulled, where that throws, and the way a throw would take.

local sling = { X = -8, Y = 2.4 } -- m, the fork

local LONGEST <const> = 2.2       -- m that it can be pulled
local LOWEST <const> = 0.5        -- m, of the ball's middle: it does not go into the ground
local POWER <const> = 8.5         -- m/s of the throw for each m
local AHEAD <const> = 75          -- steps that the dots look ahead
local EACH <const> = 5            -- steps from dot to dot

-- From where a finger is: m from the fork, never farther than the rubber goes.
function sling.pull_to(x, y)
  local dx, dy = x - sling.X, y - sling.Y
  local length = math.sqrt(dx * dx + dy * dy)
  local share = length > LONGEST and LONGEST / length or 1
  return dx * share, math.max(dy * share, LOWEST - sling.Y)
end

-- m/s of a ball that is let go there.
function sling.velocity(dx, dy) return -POWER * dx, -POWER * dy end

-- Where the ball would be: a copy of the world has been there already, so bounces and blocks count.
function sling.look_ahead(world, ball, dx, dy)
  local points = {}
  local copy <close> = world:clone()
  local twin = copy:body(ball:id())
  twin:set_type "dynamic"
  twin:set_velocity(sling.velocity(dx, dy))
  for step = 1, AHEAD do
    copy:step()
    if step % EACH == 0 then
      points[#points + 1], points[#points + 2] = twin:position()
    end
  end
  return points
end

return sling
