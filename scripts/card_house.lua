-- A house of cards: thin, light, leaning on each other, held by friction alone. Space pulls one.
local cairn = require "cairn"

scene.params {
  storeys  = { 4, 1, 6, step = 1, rebuild = true },
  friction = { 0.7, 0.1, 1, rebuild = true },
  lean     = { 22, 10, 30, rebuild = true },          -- degrees from upright
}

local LENGTH, THICK = 1, 0.03                         -- m of a card

local cards

local function add_card(world, x, y, angle, friction, length)
  cards[#cards + 1] = world:box {
    x = x, y = y, angle = angle, w = length or LENGTH, h = THICK, friction = friction,
    color = #cards % 2 == 0 and { 0.9, 0.9, 0.85 } or { 0.85, 0.4, 0.35 },
  }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 20, h = 1, friction = p.friction }
  cards = {}
  local lean = math.rad(p.lean)
  -- a leaning card stands on its lower corner; its partner mirrors it, and the tops touch
  local half_w = (LENGTH * cairn.sin(lean) + THICK * cairn.cos(lean)) / 2
  local half_h = (LENGTH * cairn.cos(lean) + THICK * cairn.sin(lean)) / 2
  local step = 4 * half_w
  local y = 0
  for storey = p.storeys, 1, -1 do
    for i = 1, storey do
      local x = (i - (storey + 1) / 2) * step
      add_card(world, x - half_w, y + half_h, math.pi / 2 - lean, p.friction)
      add_card(world, x + half_w, y + half_h, math.pi / 2 + lean, p.friction)
    end
    y = y + 2 * half_h
    for i = 1, storey - 1 do
      add_card(world, (i - storey / 2) * step, y + THICK / 2, 0, p.friction, step - 0.01)
    end
    y = y + THICK
  end
  return world
end

function scene.keypressed(key)
  if key == "space" and #cards > 0 then table.remove(cards, 1):destroy() end
end

function scene.draw()
  ui.label("%d cards, %d awake, deepest overlap %.2f mm", #cards, scene.world:awake_count(),
    1000 * scene.world:max_penetration())
end
