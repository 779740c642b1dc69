-- A trampoline: a chain of light links on strong springs at both ends. Ragdolls jump on it. Space
-- drops another.
local cairn = require "cairn"
local build = require "cairn.build"

scene.params {
  hertz = { 9, 3, 20, rebuild = true },               -- of the springs at the ends
  links = { 24, 6, 60, step = 1, rebuild = true },
  dolls = { 2, 1, 5, step = 1, rebuild = true },
}

local HALF, HEIGHT = 4.5, 2

local mat, dolls

local function add_doll(world, x)
  dolls[#dolls + 1] = build.ragdoll(world, { x = x, y = HEIGHT + 4, color = { 0.9, 0.65, 0.5 } })
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 30, h = 1 }
  mat = build.rope(world, {
    from = { -HALF + 0.8, HEIGHT }, to = { HALF - 0.8, HEIGHT }, links = p.links, a = false,
    density = 4, friction = 0.9, color = { 0.35, 0.5, 0.8 },
  })
  local ends = { mat.bodies[1], mat.bodies[#mat.bodies] }
  for i, link in ipairs(ends) do
    local side = i == 1 and -1 or 1
    world:box { type = "static", x = side * HALF, y = HEIGHT / 2, w = 0.3, h = HEIGHT }
    for row = 0, 1 do                                 -- shorter than the way: under tension
      world:distance { b = link, from = { side * HALF, HEIGHT - 0.1 * row },
        to = { side * (HALF - 0.8), HEIGHT }, length = 0.5,
        spring = { hertz = p.hertz, damping = 0.05 } }
    end
  end
  dolls = {}
  for i = 1, p.dolls do add_doll(world, (i - (p.dolls + 1) / 2) * 1.6) end
  return world
end

function scene.keypressed(key)
  if key == "space" then add_doll(scene.world, 4 * (math.random() - 0.5)) end
end

function scene.draw()
  local highest = 0
  for _, doll in ipairs(dolls) do
    local _, y = doll:center()
    highest = math.max(highest, y)
  end
  ui.plot("highest, m", highest)
end
