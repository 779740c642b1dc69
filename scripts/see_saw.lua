-- A see-saw. It stays level when mass times arm is the same on both sides; the crates on the left
-- never change, the one on the right is put where the slider says. A weight drops; space: another.
local cairn = require "cairn"

scene.params {
  place = { 3, 0.5, 4.5, rebuild = true },            -- m from the pivot
  mass  = { 8, 0.5, 40, rebuild = true },             -- kg, on the right
  drop  = { 30, 1, 200 },                             -- kg, on space
}

local HALF = 5                                        -- m, half the plank

local plank, hinge, left, right

local function crate(world, x, y, mass, color)
  return (world:box { x = x, y = y, w = 0.8, h = 0.8, mass = mass, friction = 0.9, color = color })
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 30, h = 1 }
  world:polygon { type = "static", points = { -0.8, 0, 0.8, 0, 0, 1.2 }, group = -1 }
  plank = world:box { y = 1.3, w = 2 * HALF, h = 0.2, density = 2, friction = 0.9, group = -1,
    color = { 0.7, 0.5, 0.3 } }
  hinge = world:revolute { b = plank, at = { 0, 1.3 }, limits = { -0.25, 0.25 } }
  local blue = { 0.4, 0.6, 0.8 }
  left = { crate(world, -4, 1.8, 3, blue), crate(world, -3, 1.8, 4, blue) }
  right = crate(world, p.place, 1.8, p.mass, { 0.8, 0.5, 0.4 })
  return world
end

local function drop() crate(scene.world, HALF - 0.5, 9, scene.p.drop, { 0.3, 0.3, 0.35 }) end

function scene.update()
  if scene.world:steps() == 90 then drop() end
end

function scene.keypressed(key)
  if key == "space" then drop() end
end

-- What a body on the plank turns it by: its weight times its arm.
local function moment(body)
  local x = body:center()
  return -10 * body:mass() * x
end

function scene.draw()
  local on_left = moment(left[1]) + moment(left[2])
  pen.text(-HALF, 3.5, "%.0f N m", on_left)
  pen.text(HALF - 2, 3.5, "%.0f N m", -moment(right))
  ui.label("leans by %.1f degrees", math.deg(hinge:angle()))
end
