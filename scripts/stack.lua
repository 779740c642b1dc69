-- scripts/stack.lua
-- A stack of crates. Space kicks the lowest one.
local cairn = require "cairn"

scene.params {
  rows     = { 12, 1, 40, step = 1, rebuild = true },   -- default, min, max
  friction = { 0.6, 0, 1 },
}

local SIZE = 0.5        -- has an initial value: read again on every reload
local crates            -- has none: keeps its live value across reloads

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  crates = {}
  for i = 1, p.rows do
    crates[i] = world:box {
      y = (i - 0.5) * SIZE, w = SIZE, h = SIZE, friction = p.friction,
      name = i == p.rows and "top" or nil,
    }
  end
  return world          -- the viewer steps, draws, records and rewinds it
end

function scene.keypressed(key)
  if key == "space" then crates[1]:apply_impulse(6, 0) end
end

function scene.begin_contact(a, b, m)
  local x, y = m:point(1)
  print(("%s touches %s at %.2f, %.2f"):format(a:body(), b:body(), x, y))
end

function scene.draw()
  local x, y = crates[#crates]:drawn()
  pen.text(x, y + SIZE, "%.2f m", y)
end
