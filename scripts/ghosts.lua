-- pre_solve is asked in each step, before a contact is solved. Here it makes gates that let pass
-- what is heavy enough, and a floor that carries everything to the middle.
local cairn = require "cairn"

scene.params {
  balls = { 18, 1, 60, step = 1, rebuild = true },
  heavy = { 0.5, 0, 1.5 },                            -- kg that break through
  belt  = { 2, 0, 6 },                                -- m/s towards the middle
}

local passed

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, layers = { "gate", "floor" } }
  world:box { type = "static", y = -0.5, w = 24, h = 1, layer = "floor", pre_solve = true }
  for side = -1, 1, 2 do
    world:box { type = "static", x = side * 11.8, y = 2, w = 0.4, h = 4 }
    world:box { type = "static", x = side * 5.5, y = 5, w = 11, h = 0.3, layer = "gate",
      angle = side * 0.12, pre_solve = true, color = { 0.5, 0.45, 0.75 } }
  end
  for i = 0, p.balls - 1 do
    local radius = 0.2 + 0.35 * (i * 7 % 10) / 10
    world:circle {
      x = i % 9 * 2.2 - 8.8, y = 8 + 1.2 * (i // 9), radius = radius, restitution = 0.2,
      color = { 0.3 + radius, 0.6, 1 - radius },
    }
  end
  passed = 0
  return world
end

-- The world can only be read here; what the manifold is told holds for this step.
function scene.pre_solve(m)
  local gate, ball = m:between("gate", "default")
  if gate and ball:mass() > scene.p.heavy then
    m:ignore()                                        -- until they part
    passed = passed + 1
  end
  local floor, on_it = m:between("floor", "default")
  if floor then
    local x = on_it:body():position()
    m:set_surface_speed(x > 0 and -scene.p.belt or scene.p.belt)
  end
end

function scene.draw()
  for body in scene.world:bodies "dynamic" do
    local x, y = body:drawn()
    pen.text(x - 0.15, y, "%.1f", body:mass())
  end
  pen.text(-3, 6.6, "gates hold what weighs less than %.1f kg: %d passed", scene.p.heavy, passed)
end
