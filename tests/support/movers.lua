-- What the specs of movers have in common: a person, walls, and a way to walk.

local movers = {}

movers.SKIN = 0.0005 -- m that a mover keeps to everything
movers.DT = 1 / 60

--- Tools for the world that get() gives, which may be another one in each spec.
function movers.tools(get)
  local tools = {}

  function tools.wall(x, y, w, h, more)
    local keys = { type = "static", x = x, y = y, w = w, h = h }
    for k, v in pairs(more or {}) do keys[k] = v end
    return get():box(keys)
  end

  function tools.floor() return tools.wall(0, -0.5, 200, 1) end

  --- A capsule 1.8 m high, whose foot is at x, y.
  function tools.person(x, y, more)
    local keys = { radius = 0.3, height = 1.8, x = x, y = y + 0.9, max_slope = math.rad(45) }
    for k, v in pairs(more or {}) do keys[k] = v end
    if keys.w then keys.radius, keys.height = nil, nil end
    return get():mover(keys)
  end

  --- Where the foot of a person is.
  function tools.foot(mover)
    local x, y = mover:position()
    return x, y - 0.9
  end

  --- Walks at vx for so many ticks, falls when there is nothing below.
  function tools.walk(mover, vx, ticks, step)
    local vy = 0
    for _ = 1, ticks do
      vy = mover:is_grounded() and 0 or vy - 10 * movers.DT
      mover:move(vx * movers.DT, vy * movers.DT)
      if step then get():step(movers.DT) end
    end
  end

  return tools
end

return movers
