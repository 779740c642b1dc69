-- A game for LÖVE 11 with Cairn's bodies: `./cairn love` from the top of the tree.
--
-- Hold the mouse, pull back, let go: a ball flies at the crates. Space builds them again. Sprites
-- and sounds are made by assets.lua. docs/from-love.md tells of each part.

local cairn = require "cairn"

local METRE = 60         -- pixels a metre
local DT = 1 / 60        -- s a step
local BEHIND = 0.25      -- s that a slow frame may make good
local SIZE = 0.8         -- m, of a crate
local START = { -5.6, 1.6 } -- m, where balls lie before they fly
local PULL = 8           -- m/s for each metre that a ball is pulled back
local LOUD = 6           -- N s that sound as loudly as it goes

local world, crates, sprites, sounds, time, aim, thrown, fallen

-- ---- the world ----------------------------------------------------------------------------------

local function build()
  if world then world:destroy() end
  world = cairn.world { gravity = { 0, -10 }, hit_speed = 0.6 }
  world:box { type = "static", y = -0.5, w = 60, h = 1, friction = 0.8 }
  world:box { type = "static", x = START[1], y = 0.6, w = 1.4, h = 1.2, data = "stand" }
  crates = {}
  for row = 0, 4 do
    for i = 0, 4 - row do
      local x = 2.5 + (i + row / 2) * (SIZE + 0.04)
      crates[#crates + 1] = world:box { x = x, y = (row + 0.5) * SIZE, w = SIZE, h = SIZE,
        density = 0.4, friction = 0.6, data = "crate" }
    end
  end
  time, aim, thrown, fallen = 0, nil, 0, 0
end

local function throw(dx, dy)
  thrown = thrown + 1
  world:circle { x = START[1], y = START[2], radius = 0.3, density = 3, restitution = 0.2,
    friction = 0.4, vx = PULL * dx, vy = PULL * dy, data = "ball" }
end

-- A step: its hits are heard, each as loudly as it is hard.
local function tick()
  world:step(DT)
  for _, a, b, _, _, _, _, _, impulse in world:hits() do
    local loud = math.min(impulse / LOUD, 1)
    if loud > 0.04 then
      local ball = a:body():data() == "ball" or b:body():data() == "ball"
      local sound = (ball and sounds.knock or sounds.wood):clone()
      sound:setVolume(loud)
      sound:setPitch(1.3 - 0.5 * loud)
      sound:play()
    end
  end
  fallen = 0
  for _, crate in ipairs(crates) do
    local _, _, angle = crate:state()
    if math.abs(math.sin(angle)) > 0.5 or crate:y() < 0.3 * SIZE then fallen = fallen + 1 end
  end
end

-- ---- LÖVE's loop --------------------------------------------------------------------------------

function love.load()
  sprites = {}
  for _, name in ipairs { "crate", "ball", "ground", "stand" } do
    sprites[name] = love.graphics.newImage("assets/" .. name .. ".png")
  end
  sprites.ground:setWrap("repeat", "clamp")
  sounds = {}
  for _, name in ipairs { "wood", "knock" } do
    sounds[name] = love.audio.newSource("assets/" .. name .. ".wav", "static")
  end
  build()
end

-- As many whole steps as time has come for; the rest is what body:drawn() blends with.
function love.update(dt)
  time = math.min(time + dt, BEHIND)
  while time >= DT do
    tick()
    time = time - DT
  end
  world:set_alpha(time / DT)
end

-- Pixels of the mouse in metres of the world, y up.
local function to_world(x, y)
  local width, height = love.graphics.getDimensions()
  return (x - width / 2) / METRE, (height - 60 - y) / METRE
end

local function sprite(image, x, y, angle, w, h)
  local iw, ih = image:getDimensions()
  love.graphics.draw(image, x, y, angle, w / iw, -h / ih, iw / 2, ih / 2)
end

-- Where the ball would fly, a dot each twentieth of a second.
local function draw_aim()
  local dx, dy = START[1] - aim[1], START[2] - aim[2]
  love.graphics.setColor(1, 1, 1, 0.8)
  for i = 1, 14 do
    local t = i / 20
    love.graphics.circle("fill", START[1] + PULL * dx * t, START[2] + PULL * dy * t - 5 * t * t,
      0.05)
  end
  love.graphics.setColor(1, 1, 1)
  sprite(sprites.ball, aim[1], aim[2], 0, 0.6, 0.6)
end

function love.draw()
  local width, height = love.graphics.getDimensions()
  love.graphics.clear(0.53, 0.74, 0.86)
  love.graphics.push()
  love.graphics.translate(width / 2, height - 60) -- the origin in the middle of the ground
  love.graphics.scale(METRE, -METRE)              -- metres, y up
  love.graphics.setColor(1, 1, 1)
  for x = -16, 15 do sprite(sprites.ground, x + 0.5, -0.5, 0, 1, 1) end
  sprite(sprites.stand, START[1], 0.6, 0, 1.4, 1.2)
  for body in world:bodies "dynamic" do
    local image = sprites[body:data()]
    local x, y, angle = body:drawn()
    local size = body:data() == "ball" and 0.6 or SIZE
    sprite(image, x, y, angle, size, size)
  end
  if aim then draw_aim() else sprite(sprites.ball, START[1], START[2], 0, 0.6, 0.6) end
  love.graphics.pop()
  love.graphics.print(("%d thrown, %d of %d crates down"):format(thrown, fallen, #crates), 12, 12)
  love.graphics.print("Pull the ball back and let go. Space builds again.", 12, 30)
end

function love.mousepressed(x, y, button)
  if button == 1 then aim = { to_world(x, y) } end
end

function love.mousemoved(x, y)
  if aim then aim[1], aim[2] = to_world(x, y) end
end

function love.mousereleased(_, _, button)
  if button ~= 1 or not aim then return end
  throw(START[1] - aim[1], START[2] - aim[2])
  aim = nil
end

function love.keypressed(key)
  if key == "space" then build() end
  if key == "escape" then love.event.quit() end
end
