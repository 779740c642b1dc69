-- A landscape of one smooth chain, solid on both sides: sledges slide and wheels roll over its
-- segments without feeling them, and balls with negative gravity run along it from below.
local cairn = require "cairn"

scene.params {
  hills   = { 1.2, 0, 3, rebuild = true },            -- m
  segment = { 0.5, 0.1, 2, rebuild = true },          -- m
  push    = { 6, 0, 15 },                             -- m/s^2 along x
}

local HALF = 40
local riders

local function height(x, hills)
  return hills * (cairn.sin(0.35 * x) + 0.4 * cairn.sin(0.9 * x + 1))
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  local points = { -HALF, 10 }
  for i = 0, math.floor(2 * HALF / p.segment) do
    local x = -HALF + i * p.segment
    points[#points + 1], points[#points + 2] = x, height(x, p.hills)
  end
  points[#points + 1], points[#points + 2] = HALF + p.segment, 10
  world:chain { points = points, friction = 0.3 }
  riders = {}
  for i = 0, 5 do
    local x = -HALF + 4 + 3 * i
    local y = height(x, p.hills) + 1
    if i % 3 == 0 then
      riders[#riders + 1] = world:circle { x = x, y = y, radius = 0.5, density = 2 }
    elseif i % 3 == 1 then
      riders[#riders + 1] = world:capsule { x = x, y = y, x1 = -0.6, x2 = 0.6, y1 = 0, y2 = 0,
        radius = 0.25, friction = 0.05 }
    else
      riders[#riders + 1] = world:box { x = x, y = y, w = 1, h = 0.5, friction = 0.05 }
    end
    world:circle { x = x + 1, y = height(x + 1, p.hills) - 1, radius = 0.3, gravity_scale = -1,
      vx = 3 }
  end
  scene.view { follow = riders[3], x = 1, y = 1, w = 24, lag = 0.3 }
  return world
end

function scene.update()
  for _, body in ipairs(riders) do
    local x = body:position()
    if x < HALF - 6 and body:is_awake() then body:apply_force(scene.p.push * body:mass(), 0) end
  end
end
