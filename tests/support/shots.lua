-- Random shots at walls, rooms and each other: what continuous_fast_spec.lua fires, case by case,
-- from a seed, so that a failure can be run again by itself.
local cairn = require "cairn"
local sorted_keys = require "cairn.words.sorted"

local shots = {}

local REACH <const> = 400 -- m, half of each wall

local function pick(list) return list[math.random(#list)] end
local function uniform(a, b) return a + (b - a) * math.random() end

---- walls: across (cos a, sin a) through the origin; each returns half of its thickness ---------

local function chain(world, angle, e, step)
  local points = {}
  for y = -REACH // step * step, REACH, math.abs(step) do
    points[#points + 1] = 0
    points[#points + 1] = step > 0 and y or -y
  end
  world:chain { points = points, angle = angle, restitution = e }
  return 0
end

shots.walls = {
  box_1_cm = function(world, angle, e)
    world:box { type = "static", w = 0.01, h = 2 * REACH, angle = angle, restitution = e }
    return 0.005
  end,
  box_10_cm = function(world, angle, e)
    world:box { type = "static", w = 0.1, h = 2 * REACH, angle = angle, restitution = e }
    return 0.05
  end,
  segment = function(world, angle, e)
    world:segment { x1 = 0, y1 = -REACH, x2 = 0, y2 = REACH, angle = angle, restitution = e }
    return 0
  end,
  chain_up = function(world, angle, e) return chain(world, angle, e, 5) end,
  chain_down = function(world, angle, e) return chain(world, angle, e, -5) end,
  halfspace = function(world, angle, e)
    world:halfspace { nx = -cairn.cos(angle), ny = -cairn.sin(angle), restitution = e }
    return 0
  end,
  polygon = function(world, angle, e)
    world:polygon { type = "static", angle = angle, restitution = e,
      points = { -0.02, -REACH, 0.02, -REACH, 0.03, 0, 0.02, REACH, -0.02, REACH } }
    return 0.02
  end,
  compound = function(world, angle, e)
    local body = world:body { type = "static", angle = angle }
    for y = 10 - REACH, REACH - 10, 20 do
      body:add_box { y = y, w = 0.05, h = 20, restitution = e }
    end
    return 0.025
  end,
  tiles = function(world, angle, e)
    for i = -160, 160 do
      world:box { type = "static", x = -cairn.sin(angle) * i * 2.5, y = cairn.cos(angle) * i * 2.5,
        w = 0.2, h = 2.5, angle = angle, restitution = e }
    end
    return 0.1
  end,
  kinematic = function(world, angle, e)
    local speed = uniform(-50, 50)
    world:box { type = "kinematic", w = 0.05, h = 2 * REACH, angle = angle, restitution = e,
      vx = speed * cairn.cos(angle), vy = speed * cairn.sin(angle) }
    return 0.025, speed
  end,
}

---- shooters --------------------------------------------------------------------------------

shots.shooters = {
  disc_5_mm = function(world, keys)
    keys.radius = 0.005
    return (world:circle(keys))
  end,
  disc = function(world, keys)
    keys.radius = uniform(0.02, 0.5)
    return (world:circle(keys))
  end,
  capsule = function(world, keys)
    keys.x1, keys.y1, keys.x2, keys.y2 = uniform(-0.5, -0.02), 0, 0.1, 0
    keys.radius = uniform(0.01, 0.1)
    return (world:capsule(keys))
  end,
  box = function(world, keys)
    keys.w, keys.h = uniform(0.02, 0.6), uniform(0.02, 0.6)
    return (world:box(keys))
  end,
  box_1_cm = function(world, keys)
    keys.w, keys.h = 0.01, 0.01
    return (world:box(keys))
  end,
  rounded = function(world, keys)
    keys.w, keys.h, keys.radius = 0.2, 0.3, 0.05
    return (world:box(keys))
  end,
  triangle = function(world, keys)
    keys.points = { -0.1, -0.1, 0.15, 0, -0.1, 0.1 }
    return (world:polygon(keys))
  end,
  hexagon = function(world, keys)
    keys.points = { 0.3, 0, 0.15, 0.2, -0.15, 0.2, -0.3, 0, -0.15, -0.2, 0.15, -0.2 }
    return (world:polygon(keys))
  end,
  stick_2_m = function(world, keys)
    keys.w, keys.h = 0.02, 2
    return (world:box(keys))
  end,
}
local SHOOTERS <const> = sorted_keys(shots.shooters)

local function join(world, kind, a, b)
  local x1, y1 = a:position()
  local x2, y2 = b:position()
  if kind == "distance" then
    world:distance { a = a, b = b, from = { x1, y1 }, to = { x2, y2 } }
  else
    world[kind](world, { a = a, b = b, at = { 0.5 * (x1 + x2), 0.5 * (y1 + y2) } })
  end
end

-- Bodies of one shot, the first at the given distance before the wall.
local function fire(world, kind, group, place)
  local make, bodies = shots.shooters[kind], {}
  local function add(along, behind) bodies[#bodies + 1] = make(world, place(along, behind)) end
  if group == "alone" then
    add(0, 0)
  elseif group == "chain" then
    for i = 0, 4 do add(0, 0.5 * i) end
    for i = 2, 5 do join(world, "revolute", bodies[i - 1], bodies[i]) end
  else
    add(0, 0)
    add(0.3, uniform(0, 0.5))
    join(world, group, bodies[1], bodies[2])
  end
  return bodies
end

local function length(x, y) return math.sqrt(x * x + y * y) end

-- One shot at a wall. Returns nil, or what has gone wrong.
function shots.at_wall(wall, seed)
  math.randomseed(seed)
  local kind, group = pick(SHOOTERS), pick { "alone", "alone", "revolute", "weld", "distance",
    "chain" }
  local speed = math.exp(uniform(math.log(50), math.log(1000)))
  local spin = pick { 0, 1, 1 } * uniform(-100, 100)
  local slant = pick { uniform(-0.2, 0.2), uniform(-1.5, 1.5), pick { -1, 1 } * uniform(1.3, 1.56) }
  local dt, e = pick { 1 / 60, 1 / 30 }, pick { 0, 0, 0.5, 1 }
  local friction, angle = pick { 0, 0.6 }, pick { 0, math.pi / 2, uniform(-3, 3) }
  local world = cairn.world { gravity = { 0, 0 }, max_speed = 2000, sleep = false,
    substeps = pick { 1, 4, 8 }, threads = pick { 1, 2 } }
  local half, wall_speed = shots.walls[wall](world, angle, e)
  wall_speed = wall_speed or 0
  local nx, ny = cairn.cos(angle), cairn.sin(angle)
  local distance = half + uniform(1.2, 4) + (wall_speed < 0 and 3 or 0)
  local bodies = fire(world, kind, group, function(along, behind)
    local way = -distance - behind
    return { x = way * nx - along * ny, y = way * ny + along * nx, angle = uniform(-3, 3),
      vx = speed * cairn.cos(angle + slant), vy = speed * cairn.sin(angle + slant),
      angular_velocity = spin, friction = friction, fast_rotation = true }
  end)
  local reached, result = length(bodies[1]:velocity())
  if math.abs(reached / speed - 1) > 1e-3 then result = "speed " .. reached end
  local steps = (distance + 2) / (speed * math.max(0.02, cairn.cos(slant))) / dt + 8
  for _ = 1, math.min(steps, 60) do
    world:step(dt)
    for _, body in ipairs(bodies) do
      local x, y = body:center()
      local depth, along = x * nx + y * ny - wall_speed * world:time(), y * nx - x * ny
      if math.abs(along) < REACH - 5 and (depth > 0 or depth ~= depth) then
        result = result or ("%s, %s at %.0f m/s is %.3f m past"):format(kind, group, speed, depth)
      end
    end
  end
  world:destroy()
  return result
end

---- rooms -----------------------------------------------------------------------------------

local function each_side(size, add)
  for i = 0, 3 do
    local c, s = ({ 1, 0, -1, 0 })[i + 1], ({ 0, 1, 0, -1 })[i + 1]
    add(c, s, c * size, s * size)
  end
end

shots.rooms = {
  boxes = function(world, size, e)
    local thick = pick { 0.01, 0.1, 0.3 }
    each_side(size + 0.5 * thick, function(c, _, x, y)
      local long = 2 * size + 2 * thick
      world:box { type = "static", x = x, y = y, w = c ~= 0 and thick or long,
        h = c ~= 0 and long or thick, restitution = e, friction = 0.3 }
    end)
  end,
  segments = function(world, size, e)
    each_side(size, function(c, s, x, y)
      world:segment { x1 = x - s * size, y1 = y + c * size, x2 = x + s * size, y2 = y - c * size,
        restitution = e, friction = 0.3 }
    end)
  end,
  chain = function(world, size, e)
    world:chain { points = { -size, -size, size, -size, size, size, -size, size }, loop = true,
      restitution = e, friction = 0.3 }
  end,
  halfspaces = function(world, size, e)
    each_side(size, function(c, s, x, y)
      world:halfspace { nx = -c, ny = -s, x = x, y = y, restitution = e, friction = 0.3 }
    end)
  end,
}

-- One body or many in a closed room for a second: many blows in a step, corners, each other.
function shots.in_room(room, seed, crowd)
  math.randomseed(seed)
  local kind, size, e = pick(SHOOTERS), uniform(2.5, 8), pick { 0, 0.5, 1, 1 }
  local speed = math.exp(uniform(math.log(50), math.log(1000)))
  local dt, result = pick { 1 / 60, 1 / 30 }, nil
  local world = cairn.world { gravity = { 0, pick { 0, -10 } }, max_speed = 2000, sleep = false,
    substeps = pick { 1, 4, 8 }, threads = pick { 1, 2 } }
  shots.rooms[room](world, size, e)
  for _ = 1, crowd do
    local course, space = uniform(-3.14, 3.14), size - 1.2
    shots.shooters[kind](world, { x = uniform(-space, space), y = uniform(-space, space),
      angle = uniform(-3, 3), vx = speed * cairn.cos(course), vy = speed * cairn.sin(course),
      angular_velocity = pick { 0, uniform(-100, 100) }, fast_rotation = true,
      restitution = pick { 0, e } })
  end
  for _ = 1, 60 do
    world:step(dt)
    for body in world:bodies("dynamic") do
      local x, y = body:center()
      if math.max(math.abs(x), math.abs(y)) > size or x ~= x or y ~= y then
        result = result or ("%s at %.0f m/s is at %.3f, %.3f"):format(kind, speed, x, y)
      end
    end
  end
  world:destroy()
  return result
end

---- bodies ----------------------------------------------------------------------------------

-- A shot at a plate that moves, or can be pushed. keys: of the plate and, as bullet, of the shot.
function shots.at_plate(plate, seed, bullet)
  math.randomseed(seed)
  local kind = pick(SHOOTERS)
  local speed, dt = math.exp(uniform(math.log(50), math.log(1000))), pick { 1 / 60, 1 / 30 }
  local world = cairn.world { gravity = { 0, 0 }, max_speed = 2000, substeps = pick { 1, 4, 8 } }
  local wall, result = (world:box(plate)), nil
  local body = shots.shooters[kind](world, { x = uniform(-9, -4), y = uniform(-1, 1), vx = speed,
    angle = uniform(-3, 3), angular_velocity = pick { 0, uniform(-100, 100) },
    fast_rotation = true, bullet = bullet })
  for _ = 1, 12 / speed / dt + 4 do
    world:step(dt)
    local x, y = wall:to_local(body:center())
    if math.abs(wall:angle()) > 0.3 then break end -- it has been swept aside
    if x > 0 and math.abs(y) < 1.9 then
      result = ("%s at %.0f m/s is %.3f m past"):format(kind, speed, x)
      break
    end
  end
  world:destroy()
  return result
end

-- Two of a kind whose centres are at one place at one time. Returns false, kind when they never
-- touch.
function shots.at_each_other(seed, bullet)
  math.randomseed(seed)
  local kind, hit = pick(SHOOTERS), false
  local speed, dt = math.exp(uniform(math.log(50), math.log(1000))), pick { 1 / 60, 1 / 30 }
  local world = cairn.world { gravity = { 0, 0 }, max_speed = 2000, substeps = pick { 1, 4, 8 } }
  local distance, angle = speed * uniform(0.5, 3) * dt + 3, uniform(0.3, 3.1)
  for i = 0, 1 do
    local course = i * angle
    shots.shooters[kind](world, { x = -distance * cairn.cos(course),
      y = -distance * cairn.sin(course), vx = speed * cairn.cos(course),
      vy = speed * cairn.sin(course), angle = uniform(-3, 3), friction = 0, bullet = bullet,
      angular_velocity = pick { 0, uniform(-100, 100) }, fast_rotation = true })
  end
  for _ = 1, (distance + 3) / speed / dt + 2 do
    world:step(dt)
    for _ in world:begins() do hit = true end
  end
  world:destroy()
  return hit, kind
end

return shots
