-- What the engine knows of contacts: points, normals and the impulse of the last step, times 60 the
-- force. On the scale the forces of all points add up to the weight of what lies on it.
local cairn = require "cairn"

scene.params {
  boxes = { 9, 1, 30, step = 1, rebuild = true },
  size  = { 0.006, 0.001, 0.03 },                     -- m of arrow for each newton
}

local scale, weight

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  scale = world:box { type = "static", y = 0.6, w = 5, h = 0.2, color = { 0.4, 0.6, 0.5 } }
  for side = -1, 1, 2 do
    world:segment { x1 = side * 2.6, y1 = 0.7, x2 = side * 3, y2 = 6, friction = 0 }
  end
  weight = 0
  for i = 1, p.boxes do
    local keys = { x = (i % 3 - 1) * 1.2 + 0.1 * math.random(), y = 1 + i * 0.8, density = 2 }
    local body
    if i % 3 == 0 then
      keys.radius = 0.4
      body = world:circle(keys)
    else
      keys.w, keys.h, keys.angle = 0.8, 0.6, i
      body = world:box(keys)
    end
    weight = weight + 10 * body:mass()
  end
  return world
end

-- Newtons that press the scale downwards.
local function load_of(body)
  local sum = 0
  for m in body:manifolds() do
    local _, ny = m:normal(body:shape())
    for i = 1, m:count() do
      local normal = m:impulse(i)
      sum = sum + 60 * normal * ny
    end
  end
  return sum
end

function scene.keypressed(key)
  if key ~= "space" then return end
  for body in scene.world:bodies "dynamic" do
    body:wake()
    body:apply_impulse(0, 4 * body:mass())
  end
end

function scene.draw()
  for m in scene.world:manifolds() do
    local nx, ny = m:normal()
    for i = 1, m:count() do
      local x, y = m:point(i)
      local long = 60 * m:impulse(i) * scene.p.size
      pen.color(1, 0.8, 0.3)
      pen.disc(x, y, 0.04)
      pen.line(x - nx * long, y - ny * long, x + nx * long, y + ny * long)
    end
  end
  pen.color(1, 1, 1)
  pen.text(-1.6, 0.2, "%.0f N; they weigh %.0f N", load_of(scale), weight)
  ui.plot("N on the scale", load_of(scale))
end
