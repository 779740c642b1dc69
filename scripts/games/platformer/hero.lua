-- The hero: a capsule that is told where to go. What makes a jump feel right is in the numbers: who
-- presses a little too early or too late jumps all the same, and a short press is a short jump.
local cairn = require "cairn"

local hero = { RADIUS = 0.35, HEIGHT = 1.1 } -- m

local GRAVITY <const> = 30  -- m/s^2
local RUN <const> = 7       -- m/s
local JUMP <const> = 12.6   -- m/s upwards: 2.7 m high
local FALL <const> = 18     -- m/s at most
local HURRY <const> = 60    -- m/s^2, on the ground
local DRIFT <const> = 35    -- m/s^2, in the air
local GRACE <const> = 0.1   -- s after an edge in which a jump still counts
local EARLY <const> = 0.12  -- s before a landing in which it already counts
local CUT <const> = 0.45    -- ratio that is left of a jump that is let go

function hero.new(world, x, y)
  local mover = world:mover { x = x, y = y, radius = hero.RADIUS, height = hero.HEIGHT, mass = 40,
    push = 500, step = 0.2, snap = 0.3, filter = { layers = "default" }, layer = "hero" }
  return { mover = mover, vx = 0, vy = 0, facing = 1, since_ground = 0, since_press = 1,
    rising = false, stride = 0, squash = 0 }
end

function hero.place(h, x, y)
  h.mover:set_position(x, y)
  h.vx, h.vy, h.rising, h.since_ground, h.since_press = 0, 0, false, 1, 1
end

local function towards(v, goal, by)
  if v < goal then return math.min(v + by, goal) end
  return math.max(v - by, goal)
end

-- m/s upwards, by a spring or off the head of a walker.
function hero.throw(h, speed)
  h.vy, h.rising, h.since_ground = speed, false, GRACE
end

-- want.across: -1 to 1; want.jump: pressed just now; want.held: still; want.down. Returns what is
-- to be heard: "jump", "land" or nil.
function hero.step(h, want, dt)
  local mover, heard = h.mover, nil
  local grounded = mover:is_grounded() and h.vy <= 0
  if grounded and h.since_ground > 0.1 and h.vy < -6 then heard, h.squash = "land", 1 end
  h.since_ground = grounded and 0 or h.since_ground + dt
  h.since_press = want.jump and 0 or h.since_press + dt
  h.vx = towards(h.vx, RUN * want.across, (grounded and HURRY or DRIFT) * dt)
  h.vy = grounded and 0 or math.max(h.vy - GRAVITY * dt, -FALL)
  if h.since_press < EARLY and h.since_ground < GRACE then
    h.vy, h.rising, h.since_press, h.since_ground = JUMP, true, EARLY, GRACE
    heard = "jump"
  end
  if h.rising and (h.vy <= 0 or not want.held) then
    h.rising, h.vy = false, h.vy > 0 and h.vy * CUT or h.vy
  end
  mover:set_one_way(not want.down)
  local mx, my = mover:move(h.vx * dt, h.vy * dt)
  if math.abs(mx) < 0.5 * math.abs(h.vx * dt) then h.vx = mx / dt end -- a wall, or a crate
  if h.vy > 0 and my < 0.5 * h.vy * dt then h.vy, h.rising = 0, false end -- a ceiling
  if want.across ~= 0 then h.facing = want.across > 0 and 1 or -1 end
  h.stride, h.squash = h.stride + mx, math.max(0, h.squash - 5 * dt)
  return heard
end

-- ---- how it looks -------------------------------------------------------------------------------

local BODY <const>, DARK <const>, GLOW <const> =
  { 0.36, 0.62, 0.78 }, { 0.13, 0.17, 0.24 }, { 1, 0.85, 0.4 }

function hero.draw(h)
  local x, y = h.mover:drawn()
  local grounded, flat = h.since_ground == 0, 0.16 * h.squash
  local swing = grounded and 0.16 * cairn.sin(4.5 * h.stride) or 0.12
  local feet = y - hero.HEIGHT / 2
  for side = -1, 1, 2 do
    pen.box(x + side * 0.14 + side * swing, feet + 0.08, 0.2, 0.16, { fill = true, color = DARK })
  end
  local middle = y + 0.04 - flat / 2
  pen.disc(x, feet + 0.38, 0.38, { color = BODY })
  pen.box(x, middle - 0.02, 0.76 + flat, 0.42, { fill = true, color = BODY })
  pen.disc(x, middle + 0.2, 0.38, { color = BODY })
  pen.disc(x + 0.12 * h.facing, middle + 0.26, 0.17, { color = DARK })
  pen.disc(x + 0.16 * h.facing, middle + 0.28, 0.07, { color = GLOW })
  pen.disc(x - 0.05 * h.facing, middle - 0.16, 0.1, { color = GLOW })
end

return hero
