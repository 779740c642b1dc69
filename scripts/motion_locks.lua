-- Locks: a body may be kept from moving along x, along y, or from turning; contacts push it the
-- ways that are left. Balls rain on crates with every choice of locks.
local cairn = require "cairn"

scene.params {
  rain = { 12, 4, 60, step = 1 },                     -- steps from ball to ball
}

local MOST = 120
local KINDS = {
  { "free", false, false, false }, { "no turning", false, false, true },
  { "up and down", true, false, true }, { "sideways", false, true, true },
  { "only turning", true, true, false }, { "nailed", true, true, true },
}

local crates, balls, ticks

function scene.load()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 26, h = 1 }
  for side = -1, 1, 2 do world:box { type = "static", x = side * 12.8, y = 2, w = 0.4, h = 4 } end
  crates, balls, ticks = {}, {}, 0
  for i, kind in ipairs(KINDS) do
    local name, x, y, rotation = table.unpack(kind)
    crates[i] = world:box {
      x = (i - 3.5) * 4, y = i <= 3 and 0.7 or 2.2, w = 1.8, h = 0.6 + 0.8 * (i <= 3 and 1 or 0),
      locks = { x = x, y = y, rotation = rotation }, density = 0.5, name = name,
      color = { 0.3 + 0.1 * i, 0.5, 0.9 - 0.1 * i },
    }
  end
  return world
end

function scene.update()
  if ticks % scene.p.rain == 0 then
    if #balls == MOST then table.remove(balls, 1):destroy() end
    local crate = crates[#balls % #crates + 1]
    balls[#balls + 1] = scene.world:circle {
      x = crate:x() + 1.6 * (math.random() - 0.5), y = 7, vy = -4, radius = 0.22, density = 2,
      restitution = 0.2,
    }
  end
  ticks = ticks + 1
end

function scene.draw()
  for i, crate in ipairs(crates) do
    local x, y = crate:drawn()
    pen.text(x - 0.8, y + 1.2 + 0.6 * (i % 2), crate:name())
  end
end
