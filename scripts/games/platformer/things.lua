-- What stands in a level besides rock: each sign of a map makes one of these. A thing has a kind, a
-- place (m), what it is in the world, and what it needs to move.
local cairn = require "cairn"
local build = require "cairn.build"

local things = { PLANK = 5 } -- m, of a seesaw

local FERRY <const>, LIFT <const> = 5, 5 -- m that they go
local CALM <const> = 0.8                 -- rad/s of their coming and going
local WALK <const> = 1.6                 -- m/s

-- Felt, never in the way: sparks, spikes, lanterns, springs and the door.
local function sensor(world, kind, x, y, w, h)
  local body = world:box { type = "static", x = x, y = y, w = w, h = h, sensor = true, name = kind,
    layer = "felt", color = 0x20242c }
  return { kind = kind, x = x, y = y, body = body }
end

local function platform(world, kind, x, y, w)
  local body = world:box { type = "kinematic", x = x, y = y, w = w, h = 0.4, friction = 0.9,
    color = 0x9aa4b4, name = kind }
  return { kind = kind, x = x, y = y, body = body }
end

local make = {}

function make.o(world, x, y) return sensor(world, "spark", x, y, 0.5, 0.5) end
make["^"] = function(world, x, y) return sensor(world, "spikes", x, y - 0.3, 0.7, 0.3) end
function make.C(world, x, y) return sensor(world, "lantern", x, y, 0.6, 1) end
function make.S(world, x, y) return sensor(world, "spring", x, y - 0.35, 0.8, 0.3) end
function make.X(world, x, y) return sensor(world, "door", x, y + 0.3, 0.6, 1.6) end
function make.M(world, x, y) return platform(world, "ferry", x + 1, y + 0.3, 3) end
function make.L(world, x, y) return platform(world, "lift", x + 0.5, y - 0.7, 1.9) end

make["="] = function(world, x, y)
  world:box { type = "static", x = x, y = y + 0.4, w = 1, h = 0.2, one_way = { 0, 1 },
    friction = 0.8, color = 0xa08058, name = "ledge" }
end

function make.B(world, x, y)
  local body = world:box { x = x, y = y - 0.05, w = 0.9, h = 0.9, density = 25, friction = 0.5,
    color = 0xb88850, name = "crate" }
  return { kind = "crate", x = x, y = y, body = body }
end

function make.W(world, x, y)
  local post = world:polygon { type = "static", x = x, y = y - 0.5,
    points = { -0.5, 0, 0.5, 0, 0, 0.7 }, color = 0x788088 }
  local plank = world:box { x = x, y = y + 0.3, w = things.PLANK, h = 0.2, density = 20,
    friction = 0.8, color = 0xb88850, name = "seesaw" }
  world:revolute { a = post, b = plank, at = { x, y + 0.3 } }
  return { kind = "seesaw", x = x, y = y, body = plank }
end

function make.E(world, x, y)
  local mover = world:mover { x = x, y = y - 0.1, w = 0.8, h = 0.8, layer = "walker",
    filter = { layers = "default" } }
  return { kind = "walker", x = x, y = y, mover = mover, way = -1 }
end

-- A run of "~" is one bridge, from the rock on its left to the rock on its right.
function things.bridge(world, x1, x2, y)
  build.bridge(world, { from = { x1, y }, to = { x2, y }, links = math.floor(x2 - x1 + 0.5),
    density = 15, friction = 0.8 })
end

-- nil where the sign is none of these.
function things.make(sign, world, x, y)
  if make[sign] then return make[sign](world, x, y) end
end

-- ---- how they move ------------------------------------------------------------------------------

-- Back at a wall, and before an edge.
local function walk(thing, solid, dt)
  local mover, way = thing.mover, thing.way
  local x, y = mover:position()
  local mx = mover:move(way * WALK * dt, -3 * dt)
  local ahead = x + 0.55 * way
  if math.abs(mx) < 0.5 * WALK * dt or (mover:is_grounded() and not solid(ahead, y - 0.6)) then
    thing.way = -way
  end
end

-- Before a step; solid(x, y) says whether there is rock.
function things.step(thing, time, solid, dt)
  local share = (1 - cairn.cos(CALM * (time + dt))) / 2
  if thing.kind == "ferry" then
    thing.body:move_to(thing.x + FERRY * share, thing.y, 0, dt)
  elseif thing.kind == "lift" then
    thing.body:move_to(thing.x, thing.y + LIFT * share, 0, dt)
  elseif thing.kind == "walker" then
    walk(thing, solid, dt)
  end
end

-- ---- how they look ------------------------------------------------------------------------------

local draw = {}

function draw.spark(t, time)
  local wide = 0.2 * math.abs(cairn.cos(3 * time + t.x))
  local y = t.y + 0.06 * cairn.sin(2 * time + t.x)
  pen.disc(t.x, y, 0.3, { color = { 1, 0.85, 0.4, 0.18 } })
  pen.polygon({ t.x - wide, y, t.x, y - 0.24, t.x + wide, y, t.x, y + 0.24 },
    { fill = true, color = { 1, 0.86, 0.42 } })
end

function draw.spikes(t)
  for i = -1, 1 do
    local x = t.x + 0.3 * i
    pen.polygon({ x - 0.16, t.y - 0.2, x + 0.16, t.y - 0.2, x, t.y + 0.35 },
      { fill = true, color = { 0.78, 0.8, 0.86 } })
  end
end

function draw.lantern(t, time)
  local glow = t.lit and 0.28 + 0.05 * cairn.sin(5 * time) or 0.05
  pen.line(t.x, t.y - 0.5, t.x, t.y + 0.35, { color = { 0.4, 0.36, 0.34 }, width = 5 })
  pen.disc(t.x, t.y + 0.4, 0.8, { color = { 1, 0.8, 0.4, glow } })
  pen.disc(t.x, t.y + 0.4, 0.2, { color = t.lit and { 1, 0.85, 0.45 } or { 0.45, 0.42, 0.4 } })
end

function draw.spring(t, time)
  local high = 0.2 + 0.4 * math.max(0, 1 - 4 * (time - (t.thrown or -1)))
  for i = 0, 3 do
    local y = t.y - 0.15 + high * i / 3
    pen.line(t.x - 0.3, y, t.x + 0.3, y, { color = { 0.7, 0.74, 0.8 }, width = 3 })
  end
  pen.box(t.x, t.y - 0.1 + high, 0.8, 0.12, { fill = true, color = { 0.85, 0.35, 0.3 } })
end

function draw.door(t, time)
  pen.box(t.x, t.y, 1.1, 1.9, { fill = true, color = { 0.32, 0.26, 0.24 } })
  local glow = 0.75 + 0.15 * cairn.sin(2 * time)
  pen.box(t.x, t.y - 0.05, 0.8, 1.7, { fill = true, color = { 1, 0.86, 0.5, glow } })
end

function draw.walker(t, time)
  local x, y = t.mover:drawn()
  local step = 0.1 * cairn.sin(9 * time)
  for side = -1, 1, 2 do
    pen.disc(x + 0.2 * side, y - 0.34 + math.max(0, side * step), 0.13,
      { color = { 0.2, 0.12, 0.16 } })
  end
  pen.box(x, y + 0.1, 0.82, 0.6, { fill = true, color = { 0.72, 0.3, 0.42 } })
  pen.disc(x, y, 0.42, { color = { 0.72, 0.3, 0.42 } })
  for side = -1, 1, 2 do
    pen.disc(x + 0.12 * side + 0.12 * t.way, y + 0.1, 0.09, { color = { 1, 1, 1 } })
    pen.disc(x + 0.12 * side + 0.15 * t.way, y + 0.1, 0.04, { color = { 0.1, 0.1, 0.1 } })
  end
end

function things.draw(thing, time)
  if draw[thing.kind] then draw[thing.kind](thing, time) end
end

return things
