-- Plays examples/love as a person would, in place of its main.lua, which is game.lua then: pulls
-- the ball back, lets it go, looks, leaves. CAIRN_SHOT is where the picture goes. See love.sh.
local cairn = require "cairn"

local FRAMES = 150
local world
local make = cairn.world
cairn.world = function(...)
  world = make(...)
  return world
end

require "game"

local function fail(...)
  io.stderr:write(("love: " .. (...)):format(select(2, ...)), "\n")
  os.exit(1)
end

-- The share of a picture that is sky.
local function sky_in(picture)
  local sky = 0
  for y = 0, picture:getHeight() - 1, 7 do
    for x = 0, picture:getWidth() - 1, 7 do
      local r, g, b = picture:getPixel(x, y)
      if math.abs(r - 0.53) + math.abs(g - 0.74) + math.abs(b - 0.86) < 0.05 then sky = sky + 1 end
    end
  end
  return sky / (math.ceil(picture:getWidth() / 7) * math.ceil(picture:getHeight() / 7))
end

local function look(image)
  local sky = sky_in(image)
  if sky < 0.4 or sky > 0.9 then fail("%.0f %% of the picture are sky", 100 * sky) end
  local file = assert(io.open(assert(os.getenv "CAIRN_SHOT"), "wb"))
  file:write(image:encode("png"):getString())
  file:close()
  if world:body_count() ~= 18 then fail("%d bodies, not 18", world:body_count()) end
  local tilted = 0
  for body in world:bodies "dynamic" do
    local turned = body:data() == "crate" and math.abs(math.sin(body:angle())) > 0.3
    tilted = tilted + (turned and 1 or 0)
  end
  if tilted == 0 then fail "the ball has struck no crate" end
  local major, minor = love.getVersion()
  print(("LÖVE %d.%d: %d crates down, %s"):format(major, minor, tilted, world:hash_text()))
  love.event.quit()
end

local heard = 0
local new_source = love.audio.newSource
love.audio.newSource = function(...) -- luacheck: ignore 122
  local source = new_source(...)
  local methods = debug.getmetatable(source).__index
  local play = methods.play
  methods.play = function(...)
    heard = heard + 1
    return play(...)
  end
  love.audio.newSource = new_source -- luacheck: ignore 122
  return source
end

-- Steps of the same length whatever the machine takes for a frame.
local update, frame = love.update, 0
love.update = function()
  frame = frame + 1
  if frame == 20 then love.mousepressed(144, 444, 1) end
  if frame == 30 then love.mousemoved(20, 470) end
  if frame == 40 then love.mousereleased(20, 470, 1) end
  update(1 / 60)
  if frame == FRAMES then
    if heard == 0 then fail "nothing was to be heard" end
    love.graphics.captureScreenshot(look)
  end
end
